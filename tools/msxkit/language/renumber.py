"""RENUM: new line numbers, with every reference corrected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msxkit.errors import ProgramError
from msxkit.language import tree
from msxkit.language.program import Line, Program
from msxkit.language.scanner import ADDRESS, Kind
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
    return Program(lines, notes)


def _mended(line: Line, numbers: Mapping[int, int], notes: list[str]) -> bytes:
    """Return the stored line with all its line numbers replaced, also where the machine never looks (`GOTO 10,20`)."""
    places = [token for token in line.tokens if token.kind is Kind.LINE and token.text != ADDRESS]
    if not places:
        return line.stored
    wishes: set[int] = set()
    optional: set[int] = set()
    for statement in line.statements:
        for node in tree.walk(statement):
            wishes.update(_starts(_wishes(node)))
            optional.update(_starts(_optional(node)))
    stored = bytearray(line.stored)
    for token in places:
        target = numbers.get(token.line)
        if token.start in wishes:
            continue
        if target is not None:
            stored[token.start + 1 : token.end] = target.to_bytes(2, "little")
        elif token.line or token.start not in optional:
            notes.append(f"Undefined line {token.line} in {line.number}")
    return bytes(stored)


def _wishes(node: tree.Node) -> tuple[tree.Node | None, ...]:
    """Return the numbers that the user chooses freely, not lines of this program."""
    match node:
        case tree.Auto():
            return node.first, node.step
        case tree.Renum():
            return node.new, node.old, node.step
    return ()


def _optional(node: tree.Node) -> tuple[tree.Node | None, ...]:
    """Return the numbers of which 0 means no line."""
    match node:
        case tree.OnError() | tree.Resume():
            return (node.target,)
        case tree.OnDevice():
            return node.targets
        case tree.Binary():
            return node.left, node.right
    return ()


def _starts(nodes: tuple[tree.Node | None, ...]) -> Iterator[int]:
    return (node.start for node in nodes if isinstance(node, tree.LineReference))
