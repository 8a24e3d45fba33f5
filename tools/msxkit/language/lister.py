"""The lister: a stored line as LIST and SAVE"...",A write it.

Source: The MSX Red Book, 5284h; `saved_ascii` recordings for the number spellings.
"""

from __future__ import annotations

from collections.abc import Iterator

from msxkit.language.constants import spell
from msxkit.language.program import Line, Program
from msxkit.language.scanner import Kind, Token


def list_line(line: Line) -> bytes:
    """The line as text in MSX codes: number, a blank, the words."""
    return b"".join(text for _, text in _pieces(line))


def list_program(program: Program) -> bytes:
    """The file that SAVE"...",A writes: lines ended by CR LF, then 1Ah."""
    return b"".join(list_line(line) + b"\r\n" for line in program.lines) + b"\x1a"


def listed_offset(line: Line, offset: int) -> int:
    """Where in `list_line` the stored byte at `offset` is shown."""
    position = 0
    for start, text in _pieces(line):
        if start > offset:
            break
        shown, origin = position, start
        position += len(text)
    return min(shown + max(0, offset - origin), max(shown, position - 1))


def _pieces(line: Line) -> Iterator[tuple[int, bytes]]:
    """Pairs of stored offset and listed text, in order; the number comes first with offset -1."""
    yield -1, b"%d " % line.number
    stored, position = line.stored, 0
    for token in line.tokens:
        if token.start > position:
            yield position, stored[position : token.start]
        yield token.start, _word(token, stored)
        position = token.end
    if position < len(stored):
        yield position, stored[position:]


def _word(token: Token, stored: bytes) -> bytes:
    kind = token.kind
    if kind in (Kind.KEYWORD, Kind.FUNCTION, Kind.OPERATOR):
        return token.text.encode("ascii")
    if kind is Kind.NUMBER and stored[token.start] != 0x26:
        assert token.number is not None
        return spell(token.number).encode("ascii")
    if kind is Kind.LINE:
        return b"%d" % token.line
    return stored[token.start : token.end]
