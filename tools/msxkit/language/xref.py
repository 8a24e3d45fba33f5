"""Cross-reference: which line jumps where, what sets and uses each variable, which routines are called."""

from __future__ import annotations

from dataclasses import dataclass, field

from msxkit.language import tree
from msxkit.language.macro_strings import MacroStrings
from msxkit.language.program import Program
from msxkit.language.references import line_references
from msxkit.language.uses import Use, uses


@dataclass(slots=True)
class Uses:
    """Line numbers in ascending order: where a thing is set (or defined), and where it is used."""

    names: list[str] = field(default_factory=list)
    set: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)


@dataclass(slots=True)
class CrossReference:
    """Where the lines, variables and routines of a program are used.

    Attributes:
        lines: Target -> pairs of statement and line.
        variables: Two-letter name -> uses.
        calls: FN, USR or CALL -> uses.
        unread: Lines with a syntax error. The tables lack what comes after the error.
    """

    lines: dict[int, list[tuple[str, int]]] = field(default_factory=dict)
    variables: dict[str, Uses] = field(default_factory=dict)
    calls: dict[str, Uses] = field(default_factory=dict)
    unread: list[int] = field(default_factory=list)


def cross_reference(program: Program) -> CrossReference:
    """Return everything that the lines of a program refer to."""
    table = CrossReference()
    drawn = MacroStrings(program.lines, lambda use: use.short)
    for line in program.lines:
        for reference in line_references(line):
            table.lines.setdefault(reference.target.line, []).append((reference.how, line.number))
        for use in (*uses(line), *drawn.uses(line)):
            _use(table, use, line.number)
        for statement in line.statements:
            _add(table, line.number, statement)
    table.lines = dict(sorted(table.lines.items()))
    table.variables = dict(sorted(table.variables.items()))
    table.calls = dict(sorted(table.calls.items()))
    return table


def in_rows(table: CrossReference, program: Program) -> CrossReference:
    """Return the table of a modern source with its rows and long names in place of lines and short names."""

    def rows(numbers: list[int]) -> list[int]:
        return sorted({row(number) for number in numbers})

    def row(number: int) -> int:
        place = program.place(number)
        return number if place is None else place.row

    def renamed(table: dict[str, Uses]) -> dict[str, Uses]:
        return {
            program.long_name(name): Uses(
                [program.long_name(each) for each in use.names], rows(use.set), rows(use.used)
            )
            for name, use in table.items()
        }

    lines = {row(target): [(how, row(line)) for how, line in found] for target, found in table.lines.items()}
    return CrossReference(lines, renamed(table.variables), renamed(table.calls), rows(table.unread))


def _add(table: CrossReference, number: int, statement: tree.Statement) -> None:
    """Add the machine code that a statement of the line with this number calls, and whether it has a fault."""
    for node in tree.walk(statement):
        match node:
            case tree.MachineFunction():
                _note(table.calls.setdefault(_usr(node.number), Uses()).used, number)
            case tree.Call():
                _note(table.calls.setdefault("CALL " + node.name, Uses()).used, number)
        for routine in tree.taking(node, tree.Part.ROUTINE):
            _note(table.calls.setdefault(_usr(routine), Uses()).set, number)
        if isinstance(node, tree.Statement) and node.fault is not None:
            _note(table.unread, number)


def _use(table: CrossReference, use: Use, number: int) -> None:
    name = use.name + use.suffix
    if use.function:
        found = table.calls.setdefault(f"FN {name}", Uses())
    else:
        found = table.variables.setdefault(use.short, Uses())
        if name not in found.names:
            found.names.append(name)
    _note(found.set if use.sets else found.used, number)


def _usr(number: int) -> str:
    return f"USR{number}"


def _note(items: list[int], number: int) -> None:
    """Add a line's number; the lines come in rising order."""
    if items[-1:] != [number]:
        items.append(number)
