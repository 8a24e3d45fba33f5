"""The time that a line takes whose operands are all known: it runs by itself on the interpreter, which measures it."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from msxkit.errors import MsxError
from msxkit.language import tree
from msxkit.language.program import Line, Program
from msxkit.language.ranges import constant
from msxkit.language.tokens import LAST_LINE
from msxkit.language.uses import uses
from msxkit.language.vocabulary import entry_of
from msxkit.lsp.document import Document
from msxkit.stop_reason import StopReason

_NAMES = (tree.Variable, tree.Element)
#: Statements after which the measurement is given up.
_MOST_STEPS = 2000
_MEASURED: WeakKeyDictionary[Line, dict[tuple[int, str], int | None]] = WeakKeyDictionary()


def measured(document: Document, line: Line, machine: str) -> int | None:
    """Return the T-states that a line takes; None where they depend on how the program runs.

    The screen mode is that of the last SCREEN with a constant before the line.

    Args:
        machine: The name of a model.
    """
    if not _is_known(line):
        return None
    key = (_mode(document, line), machine)
    known = _MEASURED.setdefault(line, {})
    if key not in known:
        known[key] = _difference(line, *key)
    return known[key]


def _is_known(line: Line) -> bool:
    for statement in line.statements:
        if statement.fault is not None or not all(map(_stands_alone, tree.walk(statement))):
            return False
    known: set[str] = set()
    for use in uses(line):
        if not use.sets and use.short not in known:
            return False
        known.add(use.short)
    # `A=A+1` reads a variable that it has not set yet.
    return not any(
        isinstance(statement, tree.Let)
        and statement.target.name
        in {node.name for node in tree.walk(statement.value) if isinstance(node, _NAMES)}
        for statement in line.statements
    )


def _stands_alone(node: tree.Node) -> bool:
    entry = entry_of(node)
    return entry is None or entry.alone


def _mode(document: Document, line: Line) -> int:
    mode = 0
    for other in document.lines():
        if other is line:
            break
        for statement in other.statements:
            for set_mode in tree.taking(statement, tree.Part.SCREEN_MODE):
                value = None if set_mode is None else constant(set_mode)
                mode = mode if value is None else int(value)
    return mode


def _difference(line: Line, mode: int, machine: str) -> int | None:
    """Return how many T-states longer a program takes with a line than without it; None if it does not end."""
    # Imported late: most sessions ask for no times, and need no interpreter.
    from msxkit.interpreter.session import Session

    begin = Program.from_ascii(f"1 SCREEN {mode}".encode("ascii")).lines[0]
    end = Program.from_ascii(f"{LAST_LINE} END".encode("ascii")).lines[0]
    try:
        times = []
        for between in ([], [Line(10, line.stored)]):
            session = Session(Program([begin, *between, end]), machine=machine)
            event = session.run(_MOST_STEPS)
            if event.at is not StopReason.END or session.error is not None:
                return None
            times.append(session.t_states)
    except MsxError:
        return None
    return times[1] - times[0]
