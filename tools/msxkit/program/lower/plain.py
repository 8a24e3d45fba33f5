"""Statements that are one operation of their operands, as their entries say (`Entry.traits`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.language import tree
from msxkit.program.lower.block import Lowering
from msxkit.program.lower.expressions import Expressions
from msxkit.program.operations import OF_STATEMENT, Byte, Does, Number, Text
from msxkit.program.values import Value

_READ: dict[object, Callable[[Expressions, tree.Expression], Value]] = {
    kind: read
    for plain, read in ((Number, Expressions.number), (Byte, Expressions.byte), (Text, Expressions.string))
    for kind in (plain, plain | None)
}


def _lowered(operation: Does[*tuple[Any, ...]]) -> Callable[[Lowering, Any], None]:
    """Return the function that computes the operands in order, each before the next is looked at."""
    fields = [
        (name, _READ.get(kind)) for name, kind in zip(operation.names, operation.parameters, strict=True)
    ]

    def lower(c: Lowering, node: tree.Statement) -> None:
        values: list[Any] = []
        for name, read in fields:
            field = getattr(node, name)
            # What is left out, and what a word says, are passed on as they are.
            value = field if field is None or read is None else read(c.values, field)
            is_last = len(values) == len(fields) - 1
            values.append(c.block.keep(value) if isinstance(value, Value) and not is_last else value)
        c.block.add(operation(*values))

    return lower


PLAIN_STATEMENTS: dict[type[tree.Statement], Callable[[Lowering, Any], None]] = {
    statement: _lowered(operation) for statement, operation in OF_STATEMENT.items()
}
