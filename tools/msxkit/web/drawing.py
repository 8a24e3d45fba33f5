"""Sprite patterns that are drawn in the page: the statements for a pattern, and the pattern that statements make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from msxkit import charset
from msxkit.dap.places import Places
from msxkit.errors import MsxError
from msxkit.files import read_bytes
from msxkit.interpreter.session import END, Session
from msxkit.language import tree
from msxkit.language.lister import list_line
from msxkit.language.program import Line, Program
from msxkit.language.source import decode_program

#: How many steps a program may take up to a pattern.
_STEPS = 300_000
_LARGE = 32
_LOOP = 'S$="":FOR I=1 TO {}:READ A:S$=S$+CHR$(A):NEXT:SPRITE$({})=S$'
#: The statements of a row that only makes a pattern, and the end of a program, as they are stored.
_OWN = (tree.Let, tree.For, tree.Next, tree.Data)
_END = b":\x81"
_NO_PATTERN = "Put the caret on a line with SPRITE$(n)= or DATA."


def written(number: int, pattern: list[int], form: str) -> list[str]:
    """Return the statements for a pattern, a line each, without line numbers.

    Args:
        number: Its number, as SPRITE$ takes it.
        pattern: 8 or 32 bytes, in the order of SPRITE$.
        form: `sprite` for a statement that defines the sprite, `data` for DATA alone.
    """
    data = "DATA " + ",".join(map(str, pattern))
    if form == "data":
        return [data]
    # 32 CHR$ do not fit into a line.
    if len(pattern) == _LARGE:
        return [_LOOP.format(_LARGE, number), data]
    return [f"SPRITE$({number})=" + "+".join(f"CHR$({byte})" for byte in pattern)]


def read(
    text: str, row: int, name: str = "", files: Callable[[Path], bytes] = read_bytes
) -> dict[str, object]:
    """Return `number` and `pattern` (8 or 32 bytes) of what a row of a listing makes, and `rows`, how many rows from
    there on do nothing else.

    A row with SPRITE$ is run, by the program that leads there or else alone, with the DATA behind it. DATA is the
    pattern of sprite 0. Raise `MsxError` where there is no pattern.

    Args:
        name: That of a modern source; empty for a listing.
        files: Reads the files that it includes.
    """
    lines = _lines(text, name or "listing", files)
    at = next((at for at, line in enumerate(lines) if _begins(line, name) == row + 1), None)
    if at is None:
        raise MsxError(_NO_PATTERN)
    here, behind = lines[at], lines[at + 1 :]
    statements = here.statements
    own = all(
        isinstance(node, _OWN) or tree.taking(node, tree.Part.FROM_DATA, tree.Part.PATTERN)
        for node in statements
    )
    found = next((node for node in statements if tree.taking(node, tree.Part.PATTERN)), None)
    if found is None:
        items = [node.text for node in statements if isinstance(node, tree.Data)]
        if not items:
            raise MsxError(_NO_PATTERN)
        loop = "0 " + _LOOP.format(_LARGE if items[0].count(",") >= _LARGE - 1 else 8, 0)
        return read(f"{loop}\n{charset.decode(list_line(1, here.stored))}", 0) | {"rows": int(own)}
    more = own and any(tree.taking(node, tree.Part.FROM_DATA) for node in statements) and bool(behind)
    more = more and all(isinstance(node, tree.Data) for node in behind[0].statements)
    last = Line(here.number, here.stored[: found.end] + _END)
    (at_number,) = tree.taking(found, tree.Part.PATTERN)
    number = list_line(0, last.stored[at_number.start : at_number.end]).partition(b" ")[2]
    whole = [last if line is here else line for line in lines]
    pattern: list[int] = []
    alone = ([*_lines(f"0 SCREEN 1,{kind}"), last, *behind] for kind in (2, 0))
    for tried in (whole, *alone):
        session = Session(Program(tried))
        ended = session.run(max_steps=_STEPS).at is END
        place = Places(session.layout).at(session.offset)
        if ended and place is not None and place.line == last.number:
            chip, at = session.state.video.chip, int(str(session.memory.evaluate(number)))
            size = _LARGE if chip.registers[1] & 2 else 8
            pattern = list(chip.vram[chip.sprite_patterns + size * at :][:size])
            if tried is whole or size == 8 or any(pattern[8:]):
                return {"number": at, "pattern": pattern, "rows": int(own) + more}
    raise MsxError("This line makes no pattern without keys, or alone.")


def _lines(text: str, name: str = "listing", files: Callable[[Path], bytes] = read_bytes) -> Sequence[Line]:
    return decode_program(text.encode(), name, "utf-8", lenient=True, files=files).lines


def _begins(line: Line, name: str) -> int:
    """Return the row that a line begins in, from 1; 0 if it is not in this file."""
    span = line.span(0, 1)
    return span.row if span.place is None or span.place.file == name else 0
