"""Compiled lines of the programs used last: a second session of a program compiles nothing."""

from __future__ import annotations

from msxkit.basic_type import BasicType
from msxkit.interpreter.code import CompiledLine

#: Offset of a line, the default types of the letters, the names that are watched, the generation of the machine, and
#: whether values are kept for `timing` -> its code.
CompiledLines = dict[tuple[int, tuple[BasicType, ...], frozenset[str], int, bool], CompiledLine]


class CodeCache:
    """The compiled lines of `size` programs, by their text in memory."""

    def __init__(self, size: int = 32) -> None:
        self._programs: dict[bytes, CompiledLines] = {}
        self._size = size

    def get(self, data: bytes) -> CompiledLines:
        """Return the lines of a program. A caller that compiles more lines adds them there."""
        lines = self._programs.pop(data, None)
        if lines is None:
            lines = {}
            if len(self._programs) >= self._size:
                del self._programs[next(iter(self._programs))]
        self._programs[data] = lines
        return lines


#: The one of this process.
CODE_CACHE = CodeCache()
