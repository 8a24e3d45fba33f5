"""Cross-reference: who jumps where, what sets and uses each variable, which routines are called."""

from __future__ import annotations

from dataclasses import dataclass, field

from msxkit.language import ast
from msxkit.language.flow import assigned
from msxkit.language.parser import Fault, parse
from msxkit.language.program import Program


@dataclass(slots=True)
class Uses:
    """Line numbers in rising order: where a thing is set (or defined) and where it is used."""

    names: list[str] = field(default_factory=list)
    set: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)


@dataclass(slots=True)
class CrossReference:
    """lines: target -> pairs of statement and line; variables: two-letter name -> uses; calls: FN, USR, CALL.

    unread: lines with a syntax error, of which nothing is in the tables.
    """

    lines: dict[int, list[tuple[str, int]]] = field(default_factory=dict)
    variables: dict[str, Uses] = field(default_factory=dict)
    calls: dict[str, Uses] = field(default_factory=dict)
    unread: list[int] = field(default_factory=list)


def cross_reference(program: Program) -> CrossReference:
    """Everything that the lines of a program refer to."""
    table = CrossReference()
    for line in program.lines:
        tree = parse(line.tokens)
        if isinstance(tree, Fault):
            table.unread.append(line.number)
            continue
        for statement in tree:
            _add(table, line.number, statement)
    table.lines = dict(sorted(table.lines.items()))
    table.variables = dict(sorted(table.variables.items()))
    table.calls = dict(sorted(table.calls.items()))
    return table


def _add(table: CrossReference, number: int, statement: ast.Statement) -> None:
    set_here: set[int] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Statement):
            set_here.update(id(variable) for variable in assigned(node))
        for how, target in _targets(node):
            if target is not None:
                table.lines.setdefault(target.line, []).append((how, number))
        if isinstance(node, ast.Variable):
            uses = table.variables.setdefault(node.short, Uses())
            name = node.name + node.suffix
            if name not in uses.names:
                uses.names.append(name)
            _note(uses.set if id(node) in set_here else uses.used, number)
        elif isinstance(node, ast.Call) and node.name.startswith(("FN ", "USR")):
            _note(table.calls.setdefault(node.name, Uses()).used, number)
        elif isinstance(node, ast.DefFn):
            name = f"FN {node.name.name}{node.name.suffix}"
            _note(table.calls.setdefault(name, Uses()).set, number)
            # The name of the function is no variable.
            set_here.add(id(node.name))
        elif isinstance(node, ast.Text) and node.word in ("CALL", "_"):
            _note(table.calls.setdefault("CALL " + node.text.strip(), Uses()).used, number)
        elif isinstance(node, ast.Command) and node.word == "DEF":
            _note(table.calls.setdefault(node.words[0], Uses()).set, number)


def _targets(node: ast.Node) -> list[tuple[str, ast.LineNumber | None]]:
    if isinstance(node, ast.Jump):
        none = node.word == "RESUME" and node.target is not None and node.target.line == 0
        return [] if none else [(node.word, node.target)]
    if isinstance(node, ast.OnJump):
        how = " ".join(filter(None, ("ON", node.event, "GOSUB" if node.gosub else "GOTO")))
        # ON ERROR GOTO 0 ends the trap.
        return [(how, target) for target in node.targets if target and (target.line or node.event != "ERROR")]
    if isinstance(node, ast.If):
        branches = [("THEN", node.then), *([("ELSE", node.otherwise)] if node.otherwise else [])]
        return [(how, branch.line) for how, branch in branches]
    return []


def _note(items: list[int], number: int) -> None:
    """Adds a line's number; the lines come in rising order."""
    if items[-1:] != [number]:
        items.append(number)
