"""RENUM: new line numbers, with every reference corrected."""

from __future__ import annotations

from collections.abc import Mapping

from msxkit.errors import ProgramError
from msxkit.language.program import Line, Program
from msxkit.language.references import line_references
from msxkit.language.tokens import LAST_LINE


def renumber(program: Program, start: int = 10, step: int = 10, first: int = 0) -> Program:
    """Return the program with the lines from `first` on numbered `start`, `start + step`, ...

    References to lines that are not there are left alone and noted, as on the machine. Raise `ProgramError` when
    the numbers would pass 65529 or collide with the lines before `first`.
    """
    if step < 1 or start < 0:
        raise ProgramError(f"start {start}, step {step}: the start must be 0 or more and the step 1 or more")
    fixed = [line.number for line in program.lines if line.number < first]
    moving = [line.number for line in program.lines if line.number >= first]
    if fixed and start <= fixed[-1]:
        raise ProgramError(f"start {start}: line {fixed[-1]} is before the lines to renumber; start after it")
    if moving and start + step * (len(moving) - 1) > LAST_LINE:
        raise ProgramError(
            f"start {start}, step {step}: {len(moving)} lines would go beyond {LAST_LINE}; use a smaller step"
        )
    numbers = {number: number for number in fixed}
    numbers.update((number, start + step * position) for position, number in enumerate(moving))
    notes: list[str] = []
    lines = [Line(numbers[line.number], _mended(line, numbers, notes)) for line in program.lines]
    return Program(lines, notes, characters=program.characters)


def _mended(line: Line, numbers: Mapping[int, int], notes: list[str]) -> bytes:
    """Return the stored line with all its line numbers replaced, also where the machine never looks (`GOTO 10,20`)."""
    stored = bytearray(line.stored)
    for reference in line_references(line):
        place = reference.target
        target = numbers.get(place.line)
        if target is not None:
            stored[place.start + 1 : place.end] = target.to_bytes(2, "little")
        elif reference.how != "AUTO":  # which makes new lines
            notes.append(f"Undefined line {place.line} in {line.number}")
    return bytes(stored)
