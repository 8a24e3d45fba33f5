"""Statements that are one operation. The operation names them (`Does.statement`), and its parameters say how the fields
of the node are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msxkit.language import tree
from msxkit.program.lower.block import Lowering
from msxkit.program.lower.expressions import Expressions
from msxkit.program.operations import OPERATIONS, Byte, Does, Number, Text
from msxkit.program.values import Value

_READ: dict[object, Callable[[Expressions, tree.Expression], Value]] = {
    Number: Expressions.number,
    Byte: Expressions.byte,
    Text: Expressions.string,
    Byte | None: Expressions.byte,
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


def _statements() -> Iterator[tuple[type[tree.Statement], Callable[[Lowering, Any], None]]]:
    for operation in OPERATIONS:
        if isinstance(operation, Does) and operation.statement is not None:
            yield operation.statement, _lowered(operation)


PLAIN_STATEMENTS = dict(_statements())
