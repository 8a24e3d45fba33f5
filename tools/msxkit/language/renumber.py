"""RENUM: new line numbers, and every reference to them mended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msxkit.errors import ProgramError
from msxkit.language.program import Line, Program
from msxkit.language.scanner import Kind, Token
from msxkit.language.tokens import LAST_LINE

# What follows these is a wish of the user, not a line of this program.
_NO_REFERENCES = ("AUTO", "RENUM")


def renumber(program: Program, start: int = 10, step: int = 10, first: int = 0) -> Program:
    """The program with the lines from `first` on numbered `start`, `start + step`, ...

    References to lines that are not there are left alone and noted, as on the machine. Raises `ProgramError`
    when the numbers would pass 65529 or collide with the lines before `first`.
    """
    if step < 1 or start < 0:
        raise ProgramError(f"start {start}, step {step}: the start is 0 or more, the step 1 or more")
    fixed = [line.number for line in program.lines if line.number < first]
    moving = [line.number for line in program.lines if line.number >= first]
    if fixed and start <= fixed[-1]:
        raise ProgramError(f"start {start}: line {fixed[-1]} is before the lines to renumber; start after it")
    if moving and start + step * (len(moving) - 1) > LAST_LINE:
        raise ProgramError(
            f"start {start}, step {step}: {len(moving)} lines pass {LAST_LINE}; use a smaller step"
        )
    numbers = {number: number for number in fixed}
    numbers.update((number, start + step * position) for position, number in enumerate(moving))
    notes: list[str] = []
    lines = [Line(numbers[line.number], _mended(line, numbers, notes)) for line in program.lines]
    return Program(lines, notes)


def _mended(line: Line, numbers: Mapping[int, int], notes: list[str]) -> bytes:
    stored = bytearray(line.stored)
    for token, optional in _references(line.tokens):
        target = numbers.get(token.line)
        if target is not None:
            stored[token.start + 1 : token.end] = target.to_bytes(2, "little")
        elif not (optional and token.line == 0):
            notes.append(f"Undefined line {token.line} in {numbers[line.number]}")
    return bytes(stored)


def _references(tokens: list[Token]) -> Iterator[tuple[Token, bool]]:
    """The line numbers of a line that refer to the program, and whether 0 there means no line."""
    head = previous = ""
    for token in tokens:
        if token.kind is Kind.KEYWORD:
            if not head:
                head = token.text
            previous = f"{previous} {token.text}" if token.text == "GOTO" else token.text
        elif token.kind is Kind.PUNCTUATION and token.text == ":":
            head = previous = ""
        elif token.kind is Kind.LINE and head not in _NO_REFERENCES:
            yield token, previous in ("ERROR GOTO", "RESUME", "ERL")
        if token.kind is Kind.KEYWORD and token.text in ("THEN", "ELSE"):
            head = ""
