"""The READ that finds no DATA left, as far as a program can be followed without running it."""

from __future__ import annotations

from itertools import chain

from msxkit.language import tree
from msxkit.language.data_items import data_items
from msxkit.language.flow import Flow, PlacedStatement
from msxkit.language.references import assigned
from msxkit.language.tree.entry import READ_LINE


class _UnknownError(Exception):
    """The run cannot be followed from here."""


class _Run:
    """A walk through a program, as long as every run of it is the same."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        counts = dict.fromkeys(map(id, flow.program.lines), 0)
        for step in flow.steps:
            if type(step.statement) is tree.Data:
                counts[id(step.line)] += len(data_items(step.statement.text))
        self.before = [0]
        for count in counts.values():
            self.before.append(self.before[-1] + count)
        self.position = 0
        self.loops: list[tuple[str, PlacedStatement | None, int]] = []
        self.calls: list[PlacedStatement | None] = []

    def read(self, step: PlacedStatement) -> tree.Expression | None:
        """Take the items. Return the target for which none is left."""
        target: tree.Expression
        for target in chain(*tree.taking(step.statement, tree.Part.FROM_DATA)):
            if self.position == self.before[-1]:
                return target
            self.position += 1
        return None

    def after(self, step: PlacedStatement) -> PlacedStatement | None:
        """Return the step that runs next. Raise `_UnknownError`."""
        statement = step.statement
        if statement is not None and statement.fault is not None:
            raise _UnknownError
        match statement:
            case tree.For():
                self._open(statement, step.next)
            case tree.Next():
                return self._close(statement, step.next)
            case tree.Return(target=None) if self.calls:
                return self.calls.pop()
            case tree.Goto(target=tree.LineReference(line=number)):
                return self._line(number)
            case tree.Gosub(target=tree.LineReference(line=number)):
                self.calls.append(step.next)
                return self._line(number)
            case tree.Goto() | tree.Gosub() | tree.If() | tree.OnGoto() | tree.OnGosub():
                raise _UnknownError
            case tree.Statement():
                self._restore(tree.taking(statement, READ_LINE))
                running = {name for name, _, _ in self.loops}
                names = {node.short for node in assigned(statement) if isinstance(node, tree.Variable)}
                if not step.falls or running & names:
                    raise _UnknownError
        return step.next

    def _open(self, statement: tree.For, start: PlacedStatement | None) -> None:
        passes = _passes(statement)
        if passes is None:
            raise _UnknownError
        name = statement.variable.short
        self.loops = [*(loop for loop in self.loops if loop[0] != name), (name, start, passes)]

    def _close(self, statement: tree.Next, following: PlacedStatement | None) -> PlacedStatement | None:
        names = [node.short for node in statement.variables if isinstance(node, tree.Variable)]
        for name in names or [""]:
            while name and self.loops and self.loops[-1][0] != name:
                self.loops.pop()
            if not self.loops:
                raise _UnknownError
            loop, start, passes = self.loops.pop()
            if passes > 1:
                self.loops.append((loop, start, passes - 1))
                return start
        return following

    def _restore(self, targets: list[tree.LineReference | None]) -> None:
        for target in targets:
            position = 0 if target is None else self.flow.program.index.get(target.line)
            if position is None:
                raise _UnknownError
            self.position = self.before[position]

    def _line(self, number: int) -> PlacedStatement:
        step = self.flow.at(number)
        if step is None:
            raise _UnknownError
        return step


def first_read_past_data(flow: Flow, limit: int = 50_000) -> tuple[PlacedStatement, tree.Expression] | None:
    """Return the READ that finds no more DATA, as far as it can be known; None if there is none.

    The program is followed for `limit` statements, or until something decides at run time: IF, ON ... GOTO, a loop
    whose limits are not constants.
    """
    if not any(tree.taking(step.statement, tree.Part.FROM_DATA) for step in flow.steps):
        return None
    run = _Run(flow)
    step = flow.first[0] if flow.first else None
    try:
        for _ in range(limit):
            if step is None:
                break
            target = run.read(step)
            if target is not None:
                return step, target
            step = run.after(step)
    except _UnknownError:
        pass
    return None


def _passes(loop: tree.For) -> int | None:
    """Return how often the body of a loop with whole constant limits runs."""
    first, last = _whole(loop.first), _whole(loop.last)
    step = 1 if loop.step is None else _whole(loop.step)
    if first is None or last is None or not step:
        return None
    return max(1, (last - first) // step + 1)


def _whole(expression: tree.Expression) -> int | None:
    if isinstance(expression, tree.Unary) and expression.operator == "-":
        value = _whole(expression.operand)
        return None if value is None else -value
    if isinstance(expression, tree.Number) and expression.constant.exponent >= 0:
        return int(expression.constant.integer * 10**expression.constant.exponent)
    return None
