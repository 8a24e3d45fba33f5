"""Cross-reference: who jumps where, what sets and uses each variable, which routines are called."""

from __future__ import annotations

from dataclasses import dataclass, field

from msxkit.language import tree
from msxkit.language.program import Program
from msxkit.language.references import assigned, references


@dataclass(slots=True)
class Uses:
    """Line numbers in rising order: where a thing is set (or defined) and where it is used."""

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
    for line in program.lines:
        for statement in line.statements:
            _add(table, line.number, statement)
    table.lines = dict(sorted(table.lines.items()))
    table.variables = dict(sorted(table.variables.items()))
    table.calls = dict(sorted(table.calls.items()))
    return table


def _add(table: CrossReference, number: int, statement: tree.Statement) -> None:
    """Add everything in one statement of the line with this number."""
    set_here: set[tree.Node] = set()
    #: Names without brackets that are arrays (ERASE), and names of functions.
    arrays: set[tree.Node] = set()
    functions: set[tree.Node] = set()
    for node in tree.walk(statement):
        if isinstance(node, tree.Statement):
            if node.fault is not None:
                _note(table.unread, number)
            set_here.update(assigned(node))
            for reference in references(node):
                table.lines.setdefault(reference.target.line, []).append((reference.how, number))
        match node:
            case tree.Variable():
                if node in functions:
                    continue
                short = node.short + "(" if node in arrays else node.short
                _use(table, short, node, number, node in set_here)
            case tree.Element():
                _use(table, node.short, node, number, node in set_here)
            case tree.Erase():
                arrays.update(node.arrays)
                set_here.update(node.arrays)
            case tree.UserFunction():
                _note(table.calls.setdefault(f"FN {node.name}{node.suffix}", Uses()).used, number)
            case tree.MachineFunction():
                _note(table.calls.setdefault(_usr(node.number), Uses()).used, number)
            case tree.DefFn():
                _note(table.calls.setdefault(f"FN {node.name.name}{node.name.suffix}", Uses()).set, number)
                functions.add(node.name)
            case tree.DefUsr():
                _note(table.calls.setdefault(_usr(node.number), Uses()).set, number)
            case tree.Call():
                _note(table.calls.setdefault("CALL " + node.name, Uses()).used, number)


def _use(table: CrossReference, short: str, node: tree.Target, number: int, is_set: bool) -> None:
    uses = table.variables.setdefault(short, Uses())
    name = node.name + node.suffix
    if name not in uses.names:
        uses.names.append(name)
    _note(uses.set if is_set else uses.used, number)


def _usr(number: int) -> str:
    return f"USR{number}"


def _note(items: list[int], number: int) -> None:
    """Add a line's number; the lines come in rising order."""
    if items[-1:] != [number]:
        items.append(number)
