"""Statements of files, of the program text, and extensions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basic_errors import SYNTAX
from msxkit.basic_type import STRING
from msxkit.language import tree
from msxkit.program.lower.block import Lowering
from msxkit.program.lower.unfinished import UnfinishedError
from msxkit.program.lower.variables import mismatch, same_place
from msxkit.program.model import Fail
from msxkit.program.operations import OF_STATEMENT, Op
from msxkit.program.values import LoadElement, StringPlace, Value

_Lower = Callable[[Lowering, Any], None]


def _open(c: Lowering, node: tree.Open) -> None:
    name = c.block.keep(c.values.string(node.name))
    channel = c.values.number(node.channel)
    with c.values.held(channel):
        size = None if node.size is None else c.values.number(node.size)
    c.block.add(Op.OPEN(name, node.mode, channel, size))


def _string_place(c: Lowering, node: tree.Expression) -> StringPlace:
    """Return a string variable, or an element with its subscripts."""
    if isinstance(node, tree.Element):
        array = c.names.array(node)
        mismatch(c, array.type)
        return StringPlace(LoadElement(STRING, array=array, subscripts=c.values.subscripts(node)))
    if isinstance(node, tree.Variable):
        variable = c.names.variable(node)
        mismatch(c, variable.type)
        c.values.assigned.append(variable)
        return StringPlace(variable)
    c.values.expression(node)
    raise AssertionError(f"{node} is not a variable")


def _field(c: Lowering, node: tree.Field) -> None:
    channel = c.block.keep(c.values.channel(node.channel))
    parts: list[tuple[Value, StringPlace]] = []
    for part in node.parts:
        width = c.block.keep(c.values.number(part.width))
        parts.append((width, _string_place(c, part.target)))
    c.block.add(Op.FIELD(channel, *parts))


def _set_field(c: Lowering, node: tree.SetField) -> None:
    place = _string_place(c, node.target)
    text = c.values.string(node.value)
    same = same_place(node.target, node.value)
    c.block.add(Op.SET_FIELD(place, text, node.right, text.is_fresh, same))


# The program text


def _cload(c: Lowering, node: tree.Cload) -> None:
    """CLOAD and CLOAD? (stored as CLOAD PRINT)."""
    tape = tree.String(node.start, node.end, "CAS:")
    name = c.values.string(node.name or tape)
    if node.verify:
        c.block.add(Op.VERIFY(name))
    else:
        c.block.finish(OF_STATEMENT["LOAD"].end(name, False))


def _name(c: Lowering, node: tree.Name) -> None:
    old = c.block.keep(c.values.string(node.old))
    if node.fault is not None or not c.values.expression(node.new).is_string:
        # The file is looked for before the new name is read.
        c.block.add(Op.FIND_FILE(old))
    c.block.add(Op.RENAME(old, c.values.string(node.new)))


def _copy(c: Lowering, node: tree.CopyFiles) -> None:
    source = c.block.keep(c.values.string(node.source))
    if node.target is None:
        # Onto itself.
        c.block.add(Op.COPY_FILE(source, source))
        return
    target = c.values.expression(node.target)
    if not target.is_string:
        # It must be an array, which only a name can be.
        c.values.pending.append(target)
        raise UnfinishedError(Fail(SYNTAX))
    c.block.add(Op.COPY_FILE(source, target))


FILE_STATEMENTS: dict[type[tree.Statement], _Lower] = {
    tree.Open: _open,
    tree.Field: _field,
    tree.SetField: _set_field,
    tree.Cload: _cload,
    tree.Name: _name,
    tree.CopyFiles: _copy,
}
