"""A file system that fails: the calls that a process makes to it are counted, and one of them goes wrong.

Only in the process that asks for it. What is counted: opening, reading and writing a file of the working folder,
making it durable, its permissions, renaming and removing it, making folders. The files that a library brings along
(fonts, tables) are the installation's, not the user's.
"""

from __future__ import annotations

import io
import os
import signal
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: Names of the functions of `os` that are counted.
_CALLS = ("open", "fsync", "chmod", "replace", "rename", "unlink", "mkdir", "link", "rmdir")
KINDS = (*_CALLS, "read", "write")


@dataclass(frozen=True, slots=True)
class Fault:
    """The `number`-th call of a kind, from 1, goes wrong: with an error number, or the process dies there.

    Attributes:
        dies: "before" or "after" the call, or nothing.
    """

    kind: str
    number: int
    error: int = 0
    dies: str = ""

    def __str__(self) -> str:
        what = f"dies {self.dies}" if self.dies else os.strerror(self.error)
        return f"{self.kind} {self.number}: {what}"


class FaultySystem:
    """Replaces the file system in this process, for good.

    Attributes:
        calls: How many of each kind there were.
    """

    def __init__(self, fault: Fault | None = None) -> None:
        self.calls: Counter[str] = Counter()
        self._fault = fault
        for name in _CALLS:
            setattr(os, name, self._counted(name, getattr(os, name)))
        opened = io.open
        folder = Path.cwd().resolve()

        def open_file(file: Any, mode: str = "r", buffering: int = -1, *rest: Any, **named: Any) -> Any:
            if "b" not in mode or isinstance(file, int) or folder not in Path(file).resolve().parents:
                return opened(file, mode, buffering, *rest, **named)
            self._pass("open")
            return self._stream(io.FileIO(file, mode.replace("b", "")))

        def fdopen(descriptor: int, mode: str = "r", *rest: Any, **named: Any) -> Any:
            if "b" not in mode:
                return opened(descriptor, mode, *rest, **named)
            return self._stream(io.FileIO(descriptor, mode.replace("b", "")))

        io.open = open_file
        os.fdopen = fdopen  # type: ignore[assignment]

    def _pass(self, kind: str, after: bool = False) -> None:
        """A call is about to happen, or has happened."""
        fault = self._fault
        if not after:
            self.calls[kind] += 1
        if fault is None or fault.kind != kind or fault.number != self.calls[kind]:
            return
        if fault.dies == ("after" if after else "before"):
            os.kill(os.getpid(), signal.SIGKILL)
        if fault.error and not after:
            raise OSError(fault.error, os.strerror(fault.error))

    def _counted(self, kind: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any, **named: Any) -> Any:
            self._pass(kind)
            result = call(*arguments, **named)
            self._pass(kind, after=True)
            return result

        return counted

    def _stream(self, raw: io.FileIO) -> io.FileIO:
        """Return a file that is not buffered, and whose data goes in two halves: a fault leaves one of them."""
        system = self

        class Faulty(io.FileIO):
            def read(self, size: int | None = -1, /) -> bytes:
                system._pass("read")
                return raw.read(-1 if size is None else size)

            def write(self, data: Any, /) -> int:
                view = memoryview(data)
                half = len(view) // 2
                for part in (view[:half], view[half:]):
                    system._pass("write")
                    raw.write(part)
                    system._pass("write", after=True)
                return len(view)

        return Faulty(os.dup(raw.fileno()), raw.mode.replace("b", ""))
