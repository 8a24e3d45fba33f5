"""Statements that are one operation of their operands, as their entries say (`Entry.traits`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from msxkit.basic_errors import SYNTAX
from msxkit.basic_errors import number_of as number_of_text
from msxkit.basic_type import DOUBLE, INTEGER, STRING
from msxkit.carrying import Trait
from msxkit.language import tree
from msxkit.language.tokens import CURRENT_LINE, LAST_LINE
from msxkit.language.tree.base import Raster
from msxkit.language.tree.entry import DRAWN, START, Part
from msxkit.node_type import taken_by, taking
from msxkit.program.lower.block import Lowering, type_of
from msxkit.program.lower.drawing import ink, move, place
from msxkit.program.lower.expressions import Expressions
from msxkit.program.lower.variables import item, mismatch, same_place, string_place
from msxkit.program.model import Branch, NoLine
from msxkit.program.operations import OF_STATEMENT, Does, Kept, Op, ParameterKind
from msxkit.program.values import INT16, Call, NumberConstant, Temporary, Value

#: The most that a statement returns which goes on until that is not 0.
_BYTE = 255
Read = Callable[[Expressions, tree.Expression], Value]


def _reader(parameter: Any) -> Read | None:
    """Return what reads an operand as a parameter takes it; None for what is passed on as it is."""
    kind = ParameterKind.of(parameter)
    if kind is None or kind.line is not None or kind.lines is not None or kind.there or kind.sets:
        return None
    if kind.text:
        return Expressions.string
    if kind.within is not None:
        low, high = kind.within
        return partial(Expressions.ranged, low=low, high=high)
    if kind.opened is not None:
        return partial(Expressions.channel, opened=kind.opened)
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


class _Field(NamedTuple):
    """A field of a statement.

    Attributes:
        said: What the field says that it takes.
        read: What reads its operand.
        kind: Which values that can be.
        part: The operation that it is by itself.
        passed: What the operation of the statement gets of it.
    """

    name: str
    said: tuple[Any, ...]
    read: Read | None
    kind: ParameterKind
    part: Does[*tuple[Any, ...]] | None
    passed: Any


def _fields(operation: Does[*tuple[Any, ...]]) -> list[_Field]:
    assert operation.statement is not None
    taken = taken_by(operation.statement)
    passed = dict(zip(operation.names, operation.parameters, strict=True))
    return [
        _Field(
            name,
            taken.get(name, (None,)),
            _reader(kind),
            ParameterKind.of(kind) or ParameterKind(),
            operation.parts.get(name),
            passed.get(name),
        )
        for name, kind in operation.fields.items()
    ]


def _lowered(operation: Does[*tuple[Any, ...]]) -> Callable[[Lowering, Any], None]:
    """Return the function that computes the operands in order, each before the next is looked at."""
    fields = _fields(operation)
    does = Trait.NOTHING not in operation.traits
    draws = any(field.said[0] is DRAWN for field in fields)

    def lower(c: Lowering, node: tree.Statement) -> None:
        if operation.parts or draws:
            # Something is done between the operands.
            c.compute_waits(node)
        given = [_given(node, field) for field in fields]
        read = [
            at for at, field in enumerate(fields) if (field.read and given[at] is not None) or field.kind.sets
        ]
        last = max(read, default=0)
        values: list[Any] = []
        for at, (field, value) in enumerate(zip(fields, given, strict=True)):
            if type(value) is tuple and (field.read is not None or field.kind.sets):
                values += _each(c, field, value)
                continue
            value = _operand(c, node, field, value, late=does and at == last and not draws)
            if field.said[0] is DRAWN and operation.parts:
                c.block.add(Op.RASTER(Raster.PSET))
            if field.part is not None and value is not None:
                c.block.add(field.part(*values, value) if field.read else field.part(*values))
            if Part.FOUND in field.said and not _is_text(c, node, given[at + 1]):
                c.block.add(Op.FIND_FILE(value))
            values += _passed(c, field, value)
            if not at and not draws:
                c.look_late(node)
        if "same" in operation.names:
            values += [values[1].is_fresh, same_place(*given[:2])]
        if draws and not operation.parts:
            raster = next((value for value in given if isinstance(value, Raster)), None)
            _draw(c, operation, values, raster)
        else:
            _carry_out(c, node, operation, values)

    return lower


def _given(node: tree.Statement, field: _Field) -> Any:
    """Return what stands in a field, or the text that a name left out stands for."""
    if (value := getattr(node, field.name)) is None and field.kind.text and isinstance(field.said[-1], str):
        return tree.String(node.start, node.end, field.said[-1])
    return value


def _operand(c: Lowering, node: tree.Statement, field: _Field, operand: Any, *, late: bool) -> Any:
    """Look at what stands in a field, and return it or its value. What is left out, and what a word says, is as it is.

    Args:
        late: Whether it is the last one before the operation.
    """
    if isinstance(operand, tree.Point):
        move(c, operand)
    elif field.said[0] is DRAWN:
        ink(c, operand, any(taking(node, Part.BACKGROUND)), Part.WHOLE in field.said)
    elif field.kind.sets:
        return string_place(c, operand)
    elif field.read is not None and operand is not None:
        return _read(c, field, operand, late=late)
    return operand


def _each(c: Lowering, field: _Field, operands: tuple[Any, ...]) -> list[Any]:
    """Return the values of a field with several operands; with each that is set, the width before it."""
    if field.read is not None:
        return c.values.each(operands, [partial(field.read, c.values)])
    found = []
    for part in operands:
        width = c.block.keep(c.values.number(part.width))
        found.append((width, string_place(c, part.target)))
    return found


def _draw(c: Lowering, operation: Does[*tuple[Any, ...]], values: list[Any], raster: Raster | None) -> None:
    """Draw, with a logical operation if one is given: an MSX1 draws first, and then fails there."""
    c.block.add(Op.RASTER(raster or Raster.PSET))
    c.block.add(operation(*values))
    if raster is not None:
        c.block.add(Op.NEED_MSX2(SYNTAX))


def _is_text(c: Lowering, node: tree.Statement, operand: tree.Expression) -> bool:
    """Return whether an operand is a string, and nothing is wrong with the statement."""
    return node.fault is None and c.values.expression(operand).is_string


def _read(c: Lowering, field: _Field, node: tree.Expression, *, late: bool) -> Value:
    """Return the value of an operand.

    Args:
        late: Whether it is the last one before the operation.
    """
    assert field.read is not None
    if field.part is not None and field.said[0].needs:
        c.block.add(Op.NEED_MSX2(number_of_text(field.said[0].without)))
    value = field.read(c.values, node)
    if field.passed is None:
        return value if field.part is not None else c.block.keep(value)
    return value if late or isinstance(value, NumberConstant) else c.block.keep(value)


def _passed(c: Lowering, field: _Field, value: Any) -> tuple[Any, ...]:
    """Return what the operation of the statement gets of a field."""
    if field.kind.lines is not None:
        return _range(value, field.kind.lines)
    if field.passed is None:
        return ()
    if field.passed is Kept:
        return (place(c),)
    if field.kind.there:
        return (_line(c, value),)
    if field.kind.line is not None:
        return (line_number(value, field.kind.line),)
    return (value is not None if field.part is not None and not field.read else value,)


def _line(c: Lowering, node: tree.LineReference | None) -> int | None:
    """Return the number of a line, or fail if it is not there. What is no number means line 0."""
    if node is None and c.values.fault is None:
        return None
    target = c.text.target(node.line, node.address) if node else c.text.target(0)
    if isinstance(target, NoLine):
        c.block.fail(target.error)
        return None
    line = c.text.layout.line_at(target)
    return line.number if line else 0


def _carry_out(
    c: Lowering, node: tree.Statement, operation: Does[*tuple[Any, ...]], values: list[Any]
) -> None:
    traits = operation.traits
    c.values.waits |= Trait.KEYS in traits
    c.values.located |= Trait.LOCATED in traits
    behind = c.text.next_from(c.text.behind(node)) if traits & (Trait.BEHIND | Trait.UNTIL) else 0
    if Trait.BEHIND in traits:
        values.append(behind)
    if target := next(iter(taking(node, START)), None):
        c.block.add(operation(*values))
        c.block.go(c.text.target(target.line, target.address))
    elif Trait.LEADS in traits:
        c.block.finish(operation.end(*values))
    elif Trait.UNTIL in traits:
        ready = Call(INTEGER, _BYTE, operation=operation, arguments=tuple(values))
        c.block.finish(Branch(ready, behind, c.block.offset))
    elif Trait.NOTHING not in traits:
        c.block.add(operation(*values))


def _repeated(operation: Does[*tuple[Any, ...]]) -> Callable[[Lowering, Any], None]:
    """Return the function that carries an operation out for each operand."""
    ((name, kind),) = operation.fields.items()
    read = _reader(kind)
    assert read is not None

    def lower(c: Lowering, node: tree.Statement) -> None:
        for operand in getattr(node, name) or (None,):
            c.block.add(operation(None if operand is None else read(c.values, operand)))

    return lower


def _setting(operation: Does[*tuple[Any, ...]]) -> Callable[[Lowering, Any], None]:
    """Return the function that sets variables. Each is found before the operation is carried out, unless that waits."""
    fields = _fields(operation)

    def lower(c: Lowering, node: tree.Statement) -> None:
        values: list[Any] = []
        targets: list[tree.Expression] = []
        for field in fields:
            value = getattr(node, field.name)
            if field.kind.sets:
                targets += value if type(value) is tuple else [value]
                continue
            if field.read is not None:
                value = field.read(c.values, value)
            if field.part is not None:
                c.block.add(field.part(value or ""))
            else:
                values.append(c.block.keep(value) if field.read else value)
        for target in targets:
            _set(c, operation, target, values)

    return lower


def _set(c: Lowering, operation: Does[*tuple[Any, ...]], target: tree.Expression, values: list[Any]) -> None:
    found = target.before[0] if isinstance(target, tree.Missing) and target.before else target
    if isinstance(found, tree.Missing):
        # Whether the file is open shows before that.
        c.values.pending += [Op.CHANNEL(value, True) for value in values if isinstance(value, Temporary)]
    if "text" in operation.names:
        place = c.place(target)
        string, number = (
            Call(kind, operation=operation, arguments=(kind is STRING,)) for kind in (STRING, DOUBLE)
        )
        c.store(place, item(type_of(place), string, number))
        return
    value: Value = Call(STRING, operation=operation, arguments=tuple(values))
    if (
        Trait.TYPED in operation.traits
        and isinstance(target, tree.Variable | tree.Element)
        and c.names.type_of(target.name, target.suffix) is STRING
    ):
        # Another variable fails before the line is typed (MSX Red Book, 4B6CH).
        c.block.split(c.text.at(target))
        c.values.waits = True
        value = c.block.keep(value)
    place = c.place(found)
    mismatch(c, type_of(place))
    if found is not target:
        c.require_end()
    if type_of(place) is STRING:
        c.store(place, value)


_FUNCTIONS = {Trait.SETS: _setting, Trait.EACH: _repeated}
PLAIN_STATEMENTS: dict[type[tree.Statement], Callable[[Lowering, Any], None]] = {
    operation.statement: make(operation)
    for operation in OF_STATEMENT.values()
    if operation.statement is not None
    for make in [_FUNCTIONS.get(operation.traits & (Trait.SETS | Trait.EACH), _lowered)]
}
