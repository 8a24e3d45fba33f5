"""Statements of variables, functions and DATA."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVarTuple

from msxkit.basicerrors import SYNTAX, UNDEFINED_LINE
from msxkit.basictype import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.language import tree
from msxkit.program.lower.block import BlockLowering, type_of
from msxkit.program.lower.unfinished import UnfinishedError
from msxkit.program.model import Declare, Evaluate, Exchange, Fail, Function
from msxkit.program.operations import Gives, Op
from msxkit.program.values import (
    Convert,
    FunctionName,
    Load,
    LoadElement,
    Mismatch,
    Subscripts,
    Temporary,
    Value,
    VariableName,
    constant,
)

_Which = TypeVarTuple("_Which")
_BY_SUFFIX = {kind.suffix: kind for kind in BasicType}


def _let(c: BlockLowering, node: tree.Let) -> None:
    place = c.place(node.target)
    value = c.expression(node.value)
    if isinstance(place, VariableName):
        c.make_for(place, value)
    c.store(place, c.converted(value, type_of(place)))


def _mid(c: BlockLowering, node: tree.MidLet) -> None:
    """MID$(target, first[, count]) = value."""
    place = c.place(node.target)
    mismatch(c, type_of(place))
    first = c.keep(c.number(node.first))
    count: Value = constant(255, 0) if node.count is None else c.keep(c.number(node.count))
    value = c.string(node.value)
    old: Value
    if isinstance(place, VariableName):
        old = Load(STRING, variable=place)
        same = value == old
    else:
        array, number = place
        old = LoadElement(STRING, array=array, subscripts=(Temporary(DOUBLE, number=number),))
        same = _names(node.target) == _names(node.value)
    c.store(place, Op.REPLACED(old, first, count, value, same))


def _names(node: tree.Expression) -> tuple[object, ...] | None:
    """Return the spelling of a variable or element, to compare two of them."""
    if isinstance(node, tree.Variable):
        return node.short, None
    if isinstance(node, tree.Element):
        return node.short, tuple(_spelled(part) for part in node.subscripts)
    return None


def _spelled(node: tree.Node) -> tuple[object, ...]:
    inside = tuple(_spelled(part) for part in tree.parts(node))
    match node:
        case tree.Number():
            return node.constant, inside
        case tree.Variable() | tree.Element():
            return node.short, inside
        case tree.Unary() | tree.Binary():
            return node.operator, inside
        case tree.Function() | tree.Reading():
            return node.name, inside
    return type(node), inside


def same_place(first: tree.Expression, second: tree.Expression) -> bool:
    """Return whether two expressions are one variable or element by their spelling."""
    names = _names(first)
    return names is not None and names == _names(second)


def mismatch(c: BlockLowering, kind: BasicType) -> None:
    """Raise Type mismatch for a target that must be a string."""
    if kind is not STRING:
        c.add(Evaluate(Mismatch(DOUBLE, operands=())))


def _dim(c: BlockLowering, node: tree.Dim) -> None:
    for target in node.targets:
        if isinstance(target, tree.Element):
            c.add(Op.DIMENSION(c.array(target), Subscripts(c.subscripts(target))))
        elif isinstance(target, tree.Variable):
            c.add(Declare(c.variable(target)))
        else:
            c.expression(target)


def _erase(c: BlockLowering, node: tree.Erase) -> None:
    for array in node.arrays:
        if isinstance(array, tree.Variable):
            c.add(Op.ERASE(c.array(array)))
        else:
            c.expression(array)


def _swap(c: BlockLowering, node: tree.Swap) -> None:
    first = c.place(node.first)
    if isinstance(first, VariableName):
        c.add(Declare(first))  # the second must be there, the first is made
    second = c.place(node.second)
    if type_of(first) is not type_of(second):
        c.add(Evaluate(Mismatch(DOUBLE, operands=())))
    if isinstance(second, VariableName):
        c.add(Op.MUST_EXIST(Load(second.type, variable=second)))
    c.add(Exchange(first, second))


def _def_type(c: BlockLowering, node: tree.DefType) -> None:
    for first, last in node.ranges:
        if len(first) != 1 or len(last) != 1:
            raise UnfinishedError(Fail(SYNTAX))
        c.add(Op.DEFINE_TYPE(_BY_SUFFIX[node.suffix], first, last))


def _def_fn(c: BlockLowering, node: tree.DefFn) -> None:
    name = FunctionName(node.name.name[:2], c.variable(node.name).type)
    parameters: list[VariableName] = []
    for parameter in node.parameters:
        if not isinstance(parameter, tree.Variable):
            c.expression(parameter)
            return
        parameters.append(c.variable(parameter))
    waits = c.waits
    function: Function
    try:
        body = c.converted(c.expression(node.body), name.type)
        fault = c.fault
        function = (
            Function(c.offset, (), body) if fault is None else Function(c.offset, (body,), Fail(fault.error))
        )
    except UnfinishedError as unfinished:
        function = Function(c.offset, tuple(c.pending), unfinished.fail)
        c.pending.clear()
    c.waits = waits
    # What is wrong with the body shows when the function is called.
    c.fault = None
    c.functions.append(function)
    types = tuple(parameter.type for parameter in parameters)
    c.add(Op.DEFINE_FUNCTION(name, c.offset, tuple(parameters), types))


def _def_usr(c: BlockLowering, node: tree.DefUsr) -> None:
    c.add(Op.DEFINE_USR(node.number, c.number(node.address)))


def _read(c: BlockLowering, node: tree.Read) -> None:
    # What is wrong with an item shows when the variable has its value; a READ that fails has read nothing.
    for number, target in enumerate(node.targets):
        if number:
            c.add(Op.READ_CHECK())
        place = c.place(target)
        c.store(place, item(type_of(place), Op.READ_STRING, Op.READ_NUMBER, number))
    c.add(Op.READ_DONE(len(node.targets)))


def item(kind: BasicType, string: Gives[*_Which], number: Gives[*_Which], *which: *_Which) -> Value:
    """Return the next item of DATA or INPUT # as a value of a type."""
    if kind is STRING:
        return string(*which)
    value = number(*which)
    return Convert(kind, operand=value) if kind in (INTEGER, SINGLE) else value


def _restore(c: BlockLowering, node: tree.Restore) -> None:
    if not isinstance(node.target, tree.LineReference):
        c.add(Op.RESTORE(None))
        return
    target = c.text.target(node.target.line, node.target.address)
    if isinstance(target, int):
        line = c.text.layout.line_at(target)
        c.add(Op.RESTORE(line.number if line else 0))
    else:
        c.fail(UNDEFINED_LINE)


def _data(c: BlockLowering, node: tree.Data) -> None:
    c.idle = True
    c.go(c.text.next_from(c.start + node.end))


def _remark(c: BlockLowering, _node: tree.Remark) -> None:
    c.idle = True
    c.go(c.text.next_line)


VARIABLE_STATEMENTS: dict[type[tree.Statement], Callable[[BlockLowering, Any], None]] = {
    tree.Let: _let,
    tree.MidLet: _mid,
    tree.Dim: _dim,
    tree.Erase: _erase,
    tree.Swap: _swap,
    tree.DefType: _def_type,
    tree.DefFn: _def_fn,
    tree.DefUsr: _def_usr,
    tree.Data: _data,
    tree.Read: _read,
    tree.Restore: _restore,
    tree.Remark: _remark,
}
