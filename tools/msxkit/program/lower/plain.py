"""Statements that are one operation of their operands, as their entries say (`Entry.traits`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msxkit.carrying import Trait
from msxkit.language import tree
from msxkit.language.tokens import CURRENT_LINE, LAST_LINE
from msxkit.program.lower.block import Lowering
from msxkit.program.lower.expressions import Expressions
from msxkit.program.operations import OF_STATEMENT, Does, ParameterKind
from msxkit.program.values import INT16, NumberConstant, Value

Read = Callable[[Expressions, tree.Expression], Value]


def _reader(parameter: Any) -> Read | None:
    """Return what reads an operand as a parameter takes it; None for what is passed on as it is."""
    kind = ParameterKind.of(parameter)
    if kind is None or kind.line is not None or kind.lines is not None:
        return None
    if kind.text:
        return Expressions.string
    if kind.within is not None:
        low, high = kind.within
        return partial(Expressions.ranged, low=low, high=high)
    if kind.opened:
        return partial(Expressions.channel, opened=True)
    if kind.bound is None:
        return Expressions.number
    return Expressions.integer if kind.bound == INT16 else Expressions.byte


def line_number(node: tree.LinePlace | None, default: int) -> int:
    """Return the number of a line that a statement names."""
    if node is None:
        return default
    return CURRENT_LINE if isinstance(node, tree.CurrentLine) else node.line


def _range(lines: tree.LineRange | None, default: tuple[int, int]) -> tuple[int, int]:
    """Return the first and last line of a range."""
    if lines is None:
        return default
    first = line_number(lines.first, 0)
    return first, line_number(lines.last, LAST_LINE) if lines.dash else first


def _lowered(operation: Does[*tuple[Any, ...]]) -> Callable[[Lowering, Any], None]:
    """Return the function that computes the operands in order, each before the next is looked at."""
    traits = operation.traits
    fields = [(name, _reader(kind), ParameterKind.of(kind)) for name, kind in operation.fields.items()]
    does = not traits & (Trait.NOTHING | Trait.LEADS)

    def lower(c: Lowering, node: tree.Statement) -> None:
        given = [getattr(node, name) for name, _, _ in fields]
        computed = [index for index, (_, read, _) in enumerate(fields) if read and given[index] is not None]
        values: list[Any] = []
        for index, (name, read, kind) in enumerate(fields):
            # What is left out, and what a word says, are passed on as they are.
            value = given[index]
            if kind is not None and kind.line is not None:
                value = line_number(value, kind.line)
            elif read is not None and value is not None:
                value = read(c.values, value)
                late = index == computed[-1] or isinstance(value, NumberConstant)
                if not (does and late and name in operation.names):
                    value = c.block.keep(value)
            if kind is not None and kind.lines is not None:
                values += _range(value, kind.lines)
            elif name in operation.names:
                values.append(value)
            if not index:
                c.look_late(node)
        c.values.waits |= Trait.KEYS in traits
        c.values.located |= Trait.LOCATED in traits
        if Trait.BEHIND in traits:
            values.append(c.text.next_from(c.text.behind(node)))
        if Trait.LEADS in traits:
            c.block.finish(operation.end(*values))
        elif does:
            c.block.add(operation(*values))

    return lower


def _repeated(operation: Does[*tuple[Any, ...]]) -> Callable[[Lowering, Any], None]:
    """Return the function that carries an operation out for each operand."""
    ((name, kind),) = operation.fields.items()
    read = _reader(kind)
    assert read is not None

    def lower(c: Lowering, node: tree.Statement) -> None:
        for operand in getattr(node, name) or (None,):
            c.block.add(operation(None if operand is None else read(c.values, operand)))

    return lower


PLAIN_STATEMENTS: dict[type[tree.Statement], Callable[[Lowering, Any], None]] = {
    operation.statement: (_repeated if Trait.EACH in operation.traits else _lowered)(operation)
    for operation in OF_STATEMENT.values()
    if operation.statement is not None
}
