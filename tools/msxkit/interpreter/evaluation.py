"""The value of an expression at this moment, computed without changing the run."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import CodeType

from msxkit.basic_errors import text_of
from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.decimal14 import BasicError, Number
from msxkit.errors import MsxError
from msxkit.interpreter.code import LineNeeds, python_array, python_variable
from msxkit.interpreter.emission.emit_values import ValueEmitter
from msxkit.interpreter.errors import Stopped
from msxkit.interpreter.machine import Machine
from msxkit.language import tree
from msxkit.language.lister import list_line
from msxkit.language.parser import parse
from msxkit.language.scanner import CrunchError, crunch, scan
from msxkit.machine.state_codec import copied
from msxkit.program.lower.expressions import Expressions
from msxkit.program.lower.names import LineNames
from msxkit.program.values import ArrayName, VariableName
from msxkit.stop_reason import Pause, StopReason

#: Functions that look and change nothing.
_LOOK = frozenset(
    ("ABS", "ASC", "CDBL", "CINT", "CSNG", "FIX", "INT", "LEN", "PEEK", "SGN", "SQR", "VAL", "VPEEK")
)


def evaluate(machine: Machine, text: bytes) -> Number | str:
    """Return the value of an expression in MSX codes, with the variables as they are. Nothing in the machine
    changes.

    Raise `MsxError` for what is not an expression, waits for a key, or is a BASIC error.
    """
    shown = text.decode("latin-1")
    code, unit, looks = _compiled(text, machine.layout.end, machine.state.run.types)
    # Copying the whole state takes milliseconds, which a condition that is asked again and again does not have.
    kept = None if looks else copied(machine.state)
    spent = machine.state.clock.spent
    machine.variables.declare(unit)
    try:
        with machine.limits.limited():
            found = eval(code, {**machine.names, **unit.constants} if unit.constants else machine.names)
    except BasicError as error:
        raise MsxError(f"{shown}: {text_of(error.number)}") from None
    except (Pause, Stopped) as stopped:
        if isinstance(stopped, Pause) and stopped.at is StopReason.LIMIT:
            raise MsxError(f"{shown}: it takes too long") from None
        raise MsxError(f"{shown}: it waits for a key, so it has no value yet") from None
    finally:
        machine.state.clock.spent = spent
        if kept is not None:
            machine.put_back(kept)
    return str(found) if isinstance(found, str) else found + 0


@lru_cache(maxsize=256)
def _compiled(text: bytes, end: int, types: tuple[BasicType, ...]) -> tuple[CodeType, LineNeeds, bool]:
    """Return the code of an expression, the names that it needs, and whether it only looks at variables."""
    expression = _parsed(text, text.decode("latin-1"))
    value = Expressions(end, LineNames(types)).expression(expression)
    emitter = ValueEmitter()
    source = emitter.value(value)
    return (
        compile(source, "<expression>", "eval"),
        emitter.unit,
        all(_looks(node, types) for node in tree.walk(expression)),
    )


def _looks(node: tree.Node, types: tuple[BasicType, ...]) -> bool:
    """Return whether a node computes without changing anything: strings that are put together take string space."""
    match node:
        case tree.Function():
            return node.name in _LOOK
        case tree.Binary(operator="+"):
            return _is_number(node.left, types) or _is_number(node.right, types)
    return isinstance(
        node, tree.Number | tree.String | tree.Variable | tree.Parenthesis | tree.Unary | tree.Binary
    )


def _is_number(node: tree.Expression, types: tuple[BasicType, ...]) -> bool:
    if isinstance(node, tree.Variable):
        return node.suffix != "$" and (bool(node.suffix) or types[ord(node.name[0]) - 65] is not STRING)
    return isinstance(node, tree.Number | tree.Function | tree.Unary)


def assign(machine: Machine, target: bytes, text: bytes) -> None:
    """Assign the value of an expression to a variable or an element, as LET does.

    Raise `MsxError` for a target that is not a variable, a bad expression, or a BASIC error.
    """
    place = _parsed(target, target.decode("latin-1"))
    if not isinstance(place, tree.Variable | tree.Element):
        raise MsxError(f"{target.decode('latin-1')}: that is neither a variable nor an element of an array")
    types = machine.state.run.types
    basic = BasicType(place.suffix) if place.suffix else types[ord(place.name[0]) - 65]
    if basic is STRING:
        value = evaluate(machine, text)
    else:
        word = {INTEGER: b"CINT(", SINGLE: b"CSNG(", DOUBLE: b"CDBL("}[basic]
        value = evaluate(machine, word + text + b")")
    if (basic is STRING) != isinstance(value, str):
        raise MsxError(f"{text.decode('latin-1')}: Type mismatch")
    unit = LineNeeds()
    if isinstance(place, tree.Variable):
        python = python_variable(VariableName(place.name[:2], basic))
        unit.variables[python] = basic
        machine.variables.declare(unit)
        machine.names[python] = value
        return
    name = ArrayName(place.name[:2], basic)
    unit.arrays[python_array(name)] = name.name, basic
    stored = crunch(b"PRINT " + target)
    subscripts = [
        evaluate(machine, list_line(0, stored[node.start : node.end]).partition(b" ")[2])
        for node in place.subscripts
    ]
    if any(isinstance(subscript, str) for subscript in subscripts):
        raise MsxError(f"{target.decode('latin-1')}: Type mismatch")
    machine.variables.declare(unit)
    array = machine.state.variables.arrays[python_array(name)]
    numbers = tuple(subscript for subscript in subscripts if not isinstance(subscript, str))
    try:
        array[array.place(numbers[0] if len(numbers) == 1 else numbers)] = value
    except BasicError as error:
        raise MsxError(f"{target.decode('latin-1')}: {text_of(error.number)}") from None


def adopt(
    machine: Machine, values: Mapping[str, Number | str | Mapping[tuple[int, ...], Number | str]]
) -> None:
    """Take over the variables of another machine, in the form of `Variables.values`; others are reset."""
    variables = machine.variables
    variables.reset()
    for name, value in values.items():
        unit, basic = LineNeeds(), BasicType(name.removesuffix("()")[-1])
        letters = name.removesuffix("()")[:-1]
        if isinstance(value, Mapping):
            python = python_array(ArrayName(letters, basic))
            unit.arrays[python] = letters, basic
            variables.declare(unit)
            array = machine.state.variables.arrays[python]
            array.tops = max(value, default=(0,))
            array.update({key[0] if len(key) == 1 else key: element for key, element in value.items()})
        else:
            python = python_variable(VariableName(letters, basic))
            unit.variables[python] = basic
            variables.declare(unit)
            machine.names[python] = value


def parsed(text: bytes) -> tree.Expression:
    """Return an expression in MSX codes. Raise `MsxError` for anything else."""
    return _parsed(text, text.decode("latin-1"))


def _parsed(text: bytes, shown: str) -> tree.Expression:
    try:
        statements = parse(scan(crunch(b"PRINT " + text)))
    except CrunchError as error:
        raise MsxError(f"{shown}: {error.message}") from None
    (statement,) = statements if len(statements) == 1 else (None,)
    if isinstance(statement, tree.Print) and statement.fault is None and len(statement.items) == 1:
        (item,) = statement.items
        if isinstance(item, tree.Expression):
            return item
    raise MsxError(f"{shown}: that is not an expression of MSX BASIC")
