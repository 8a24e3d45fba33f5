"""Statements of variables, functions and DATA."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basic_errors import SYNTAX
from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.language import tree
from msxkit.program.lower.block import Lowering, type_of
from msxkit.program.lower.expressions import ASSIGNED
from msxkit.program.lower.names import BY_SUFFIX
from msxkit.program.lower.unfinished import UnfinishedError
from msxkit.program.model import Declare, Evaluate, Exchange, Fail, FunctionBody
from msxkit.program.operations import Op
from msxkit.program.values import (
    Convert,
    Load,
    LoadElement,
    Mismatch,
    StringPlace,
    Subscripts,
    Temporary,
    Value,
    VariableName,
    constant,
)


def _let(c: Lowering, node: tree.Let) -> None:
    place = c.place(node.target)
    value = c.values.within(ASSIGNED, node.value)
    if isinstance(place, VariableName):
        c.make_for(place, value)
    c.store(place, c.values.converted(value, type_of(place)))


def _mid(c: Lowering, node: tree.MidLet) -> None:
    """MID$(target, first[, count]) = value."""
    place = c.place(node.target)
    mismatch(c, type_of(place))
    first = c.block.keep(c.values.number(node.first))
    count: Value = constant(255, 0) if node.count is None else c.block.keep(c.values.number(node.count))
    value = c.values.string(node.value)
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


def mismatch(c: Lowering, kind: BasicType) -> None:
    """Raise Type mismatch for a target that must be a string."""
    if kind is not STRING:
        c.block.add(Evaluate(Mismatch(DOUBLE, operands=())))


def string_place(c: Lowering, node: tree.Expression) -> StringPlace:
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


def _dim(c: Lowering, node: tree.Dim) -> None:
    for target in node.targets:
        if isinstance(target, tree.Element):
            c.block.add(Op.DIMENSION(c.names.array(target), Subscripts(c.values.subscripts(target))))
        elif isinstance(target, tree.Variable):
            c.block.add(Declare(c.names.variable(target)))
        else:
            c.values.expression(target)


def _erase(c: Lowering, node: tree.Erase) -> None:
    for array in node.arrays:
        if isinstance(array, tree.Variable):
            c.block.add(Op.ERASE(c.names.array(array)))
        else:
            c.values.expression(array)


def _swap(c: Lowering, node: tree.Swap) -> None:
    first = c.place(node.first)
    if isinstance(first, VariableName):
        c.block.add(Declare(first))  # the second must be there, the first is made
    second = c.place(node.second)
    if type_of(first) is not type_of(second):
        if isinstance(second, VariableName):
            c.block.add(Declare(second))
        c.block.add(Evaluate(Mismatch(DOUBLE, operands=())))
    if isinstance(second, VariableName):
        c.block.add(Op.MUST_EXIST(second))
    c.block.add(Exchange(first, second))


def _def_type(c: Lowering, node: tree.DefType) -> None:
    for first, last in node.ranges:
        if len(first) != 1 or len(last) != 1:
            raise UnfinishedError(Fail(SYNTAX))
        c.block.add(Op.DEFINE_TYPE(BY_SUFFIX[node.suffix], first, last))


def _def_fn(c: Lowering, node: tree.DefFn) -> None:
    name = c.names.function(node.name)
    parameters: list[VariableName] = []
    for parameter in node.parameters:
        if not isinstance(parameter, tree.Variable):
            c.values.expression(parameter)
            return
        parameters.append(c.names.variable(parameter))
    waits = c.values.waits
    function: FunctionBody
    try:
        body = c.values.converted(c.values.expression(node.body), name.type)
        fault = c.values.fault
        if fault is None:
            function = FunctionBody(c.block.offset, (), body)
        else:
            function = FunctionBody(c.block.offset, (body,), Fail(fault.error))
    except UnfinishedError as unfinished:
        function = FunctionBody(c.block.offset, tuple(c.values.pending), unfinished.fail)
        c.values.pending.clear()
    c.values.waits = waits
    # What is wrong with the body shows when the function is called.
    c.values.fault = None
    c.functions.append(function)
    c.block.add(Op.DEFINE_FUNCTION(name, c.block.offset, tuple(parameters)))


def _read(c: Lowering, node: tree.Read) -> None:
    # What is wrong with an item shows when the variable has its value; a READ that fails has read nothing.
    for number, target in enumerate(node.targets):
        if number:
            c.block.add(Op.READ_CHECK())
        place = c.place(target)
        c.store(place, item(type_of(place), Op.READ_STRING(number), Op.READ_NUMBER(number)))
    c.block.add(Op.READ_DONE(len(node.targets)))


def item(kind: BasicType, string: Value, number: Value) -> Value:
    """Return the next item of DATA, INPUT or INPUT # as a value of a type."""
    if kind is STRING:
        return string
    return Convert(kind, operand=number) if kind in (INTEGER, SINGLE) else number


def _data(c: Lowering, node: tree.Data) -> None:
    c.block.idle = True
    c.block.go(c.text.next_from(c.text.behind(node)))


def _remark(c: Lowering, _node: tree.Remark) -> None:
    c.block.idle = True
    c.block.go(c.text.next_line)


VARIABLE_STATEMENTS: dict[type[tree.Statement], Callable[[Lowering, Any], None]] = {
    tree.Let: _let,
    tree.MidLet: _mid,
    tree.Dim: _dim,
    tree.Erase: _erase,
    tree.Swap: _swap,
    tree.DefType: _def_type,
    tree.DefFn: _def_fn,
    tree.Data: _data,
    tree.Read: _read,
    tree.Remark: _remark,
}
