"""DATA and READ: the items of a DATA statement, and the READ that finds none left."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msxkit.language import ast
from msxkit.language.flow import Flow, Step, assigned
from msxkit.language.parser import Fault

# A quote counts only at the start of an item; after the closing one the machine wants a comma.
_ITEM = re.compile(r'[ \t\n]*(?:"([^"]*)"?[^,]*|([^,]*))')


def data_items(text: str) -> list[str]:
    """The items of a DATA statement, as READ hands them to a string variable."""
    items = []
    position = 0
    while True:
        match = _ITEM.match(text, position)
        assert match is not None
        items.append(match.group(2) if match.group(1) is None else match.group(1))
        position = match.end() + 1
        if position > len(text):
            return items


class _UnknownError(Exception):
    """The run cannot be followed from here."""


class _Run:
    """Follows a program as long as every run of it is the same."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        counts = [sum(len(data_items(text)) for text in _data(tree)) for tree in flow.trees]
        self.before = [0]
        for count in counts:
            self.before.append(self.before[-1] + count)
        self.position = 0
        self.loops: list[tuple[str, Step | None, int]] = []
        self.calls: list[Step | None] = []

    def read(self, statement: ast.Read) -> ast.Expression | None:
        """Takes the items; the target for which there is none left."""
        for target in statement.targets:
            if self.position == self.before[-1]:
                return target
            self.position += 1
        return None

    def after(self, step: Step) -> Step | None:
        """The step that runs next. Raises `_UnknownError`."""
        statement = step.statement
        if isinstance(statement, ast.For):
            self._open(statement, step.next)
        elif isinstance(statement, ast.Next):
            return self._close(statement, step.next)
        elif isinstance(statement, ast.Jump):
            return self._jump(statement, step.next)
        elif statement is None or isinstance(statement, ast.If) or not step.falls:
            raise _UnknownError
        elif isinstance(statement, ast.OnJump):
            if not statement.event:
                raise _UnknownError
        else:
            running = {name for name, _, _ in self.loops}
            if any(variable.short in running for variable in assigned(statement)):
                raise _UnknownError
        return step.next

    def _open(self, statement: ast.For, start: Step | None) -> None:
        passes = _passes(statement)
        if passes is None:
            raise _UnknownError
        name = statement.variable.short
        self.loops = [*(loop for loop in self.loops if loop[0] != name), (name, start, passes)]

    def _close(self, statement: ast.Next, following: Step | None) -> Step | None:
        for name in [variable.short for variable in statement.variables] or [""]:
            while name and self.loops and self.loops[-1][0] != name:
                self.loops.pop()
            if not self.loops:
                raise _UnknownError
            name, start, passes = self.loops.pop()
            if passes > 1:
                self.loops.append((name, start, passes - 1))
                return start
        return following

    def _jump(self, statement: ast.Jump, following: Step | None) -> Step | None:
        number = None if statement.target is None else statement.target.line
        if statement.word == "RESTORE":
            if number is not None and number not in self.flow.program.index:
                raise _UnknownError
            self.position = 0 if number is None else self.before[self.flow.program.index[number]]
            return following
        if statement.word == "RETURN" and number is None and self.calls:
            return self.calls.pop()
        target = None if number is None else self.flow.at(number)
        if target is None or statement.word not in ("GOTO", "GOSUB"):
            raise _UnknownError
        if statement.word == "GOSUB":
            self.calls.append(following)
        return target


def first_read_past_data(flow: Flow, limit: int = 50_000) -> tuple[Step, ast.Expression] | None:
    """The READ that finds no more DATA, as far as it can be known; None if there is none.

    The program is followed for `limit` statements, or until something decides at run time: IF, ON ... GOTO, a
    loop whose limits are no constants.
    """
    run = _Run(flow)
    step = flow.first[0] if flow.first else None
    try:
        for _ in range(limit):
            if step is None:
                break
            if isinstance(step.statement, ast.Read):
                target = run.read(step.statement)
                if target is not None:
                    return step, target
            step = run.after(step)
    except _UnknownError:
        pass
    return None


def _data(tree: tuple[ast.Statement, ...] | Fault) -> Iterator[str]:
    if isinstance(tree, Fault):
        return
    for statement in tree:
        for node in ast.walk(statement):
            if isinstance(node, ast.Text) and node.word == "DATA":
                yield node.text


def _passes(loop: ast.For) -> int | None:
    """How often the body of a loop with whole constant limits runs."""
    first, last = _whole(loop.first), _whole(loop.last)
    step = 1 if loop.step is None else _whole(loop.step)
    if first is None or last is None or not step:
        return None
    return max(1, (last - first) // step + 1)


def _whole(expression: ast.Expression) -> int | None:
    if isinstance(expression, ast.Unary) and expression.operator == "-":
        value = _whole(expression.operand)
        return None if value is None else -value
    if isinstance(expression, ast.Number) and expression.constant.exponent >= 0:
        return int(expression.constant.integer * 10**expression.constant.exponent)
    return None
