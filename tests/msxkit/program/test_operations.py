"""Operations say what they take and return: what lowering gives them is that, and what is bound takes as much."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import pytest

from msxkit.basic_type import STRING
from msxkit.interpreter.binding import operations
from msxkit.interpreter.session import Session
from msxkit.language import tree
from msxkit.node_type import NodeBase, field_names
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import (
    OF_STATEMENT,
    OPERATIONS,
    Does,
    Gives,
    Op,
    ParameterKind,
    Text,
)
from msxkit.program.values import Argument, NumberConstant, StringPlace, Value
from tests.msxkit.language.conftest import RUN, Recorded
from tests.msxkit.program.test_lower import lowered


def takes(kind: Any, argument: Argument) -> bool:
    """Return whether a parameter takes an argument."""
    if kind is None or kind is type(None):
        return argument is None
    origin = get_origin(kind)
    if origin is Annotated:
        _, wanted = get_args(kind)
        return isinstance(argument, Value) and fits(wanted, argument)
    if origin in (Union, UnionType):
        return any(takes(one, argument) for one in get_args(kind))
    if origin is tuple:
        return isinstance(argument, tuple) and all(
            takes(*pair) for pair in zip(spread(get_args(kind), len(argument)), argument, strict=True)
        )
    return isinstance(argument, kind)


def fits(wanted: ParameterKind, value: Value) -> bool:
    if value.is_string is not wanted.text:
        return False
    if wanted.bound is None or isinstance(value, NumberConstant):
        return True
    # What fails with Type mismatch never gets there.
    return value.bound is not None and value.bound <= wanted.bound


def spread(kinds: tuple[Any, ...], count: int) -> tuple[Any, ...]:
    """Return a type for each of so many arguments; `...` and `*tuple` stand for any number."""
    if kinds and kinds[-1] is ...:
        return (kinds[0],) * count
    if kinds and str(kinds[-1]).startswith("*"):
        (repeated, _) = get_args(kinds[-1])
        return (*kinds[:-1], *(repeated,) * (count - len(kinds) + 1))
    return kinds


def asked(part: object) -> Iterator[tuple[AnyOperation, tuple[Argument, ...]]]:
    """Yield the operations in a part of the program model with their arguments."""
    if isinstance(part, tuple):
        for inside in part:
            yield from asked(inside)
    if isinstance(part, NodeBase):
        if "arguments" in field_names(type(part)):
            yield part.operation, part.arguments  # type: ignore[attr-defined]
        for name in field_names(type(part)):
            yield from asked(getattr(part, name))


def test_fields_of_an_operation() -> None:
    plain = 0
    for operation in OPERATIONS:
        if isinstance(operation, Does) and operation.statement is not None:
            plain += 1
            if operation.statement in (tree.Bload, tree.Bsave):
                continue  # the name of a file is kept, as that of OPEN
            # A string that is kept while another operand is computed would have to be held.
            computed = [kind for kind in operation.parameters if kind is not bool]
            assert Text not in computed[:-1]
    assert plain > 20


#: What does nothing has no method.
NOTHING = {tree.Motor, tree.CopyScreen, tree.SetVideo}


def annotation(parameter: Any) -> str:
    """Return how a method of the interpreter writes the type of what it gets for a parameter."""
    kind = ParameterKind.of(parameter)
    if kind is None:
        return str(parameter.__name__)
    value = "str" if kind.text else "Number" if kind.bound is None else "int"
    return f"{value} | None" if type(None) in get_args(parameter) else value


@pytest.mark.parametrize(
    "statement", sorted(OF_STATEMENT.keys() - NOTHING, key=str), ids=lambda kind: kind.__name__
)
def test_method_of_statement(statement: type[tree.Statement]) -> None:
    method = operations(Session("10 END\n")._machine)[OF_STATEMENT[statement]]
    taken = [part.annotation for part in inspect.signature(method).parameters.values()]
    assert taken == list(map(annotation, OF_STATEMENT[statement].parameters))


@pytest.mark.parametrize("entry", RUN, ids=lambda entry: entry.name)
def test_lowering_gives_operations_what_they_take(entry: Recorded) -> None:
    for line in lowered(entry.program)[1]:
        for operation, arguments in asked((line.blocks, line.functions)):
            kinds = spread(operation.parameters, len(arguments))
            assert len(kinds) == len(arguments), operation
            for kind, argument in zip(kinds, arguments, strict=True):
                assert takes(kind, argument), (operation, kind, argument)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_an_operation_names_its_parameters(operation: AnyOperation) -> None:
    assert len(operation.names) == len(operation.parameters)
    if isinstance(operation, Gives):
        assert not operation.fresh or operation.type is STRING or operation in (Op.CALL_FUNCTION, Op.CALL_USR)
        assert operation.range is None or operation.range[0] < operation.range[1]


#: What `Printer` and `Using` are asked for takes the object itself first, or the screen does it.
PRINTS = ("PRINT_", "LINE_INPUT")


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_bound_parameters(operation: AnyOperation) -> None:
    if operation.name.startswith(PRINTS):
        return
    bound = operations(Session("10 END\n")._machine)[operation]
    try:
        signature = inspect.signature(bound)
    except ValueError:  # a function of Python itself
        return
    if any("*" in str(kind)[:1] for kind in operation.parameters):
        assert any(p.kind is p.VAR_POSITIONAL for p in signature.parameters.values())
        return
    places = sum(2 if kind is StringPlace else 1 for kind in operation.parameters)
    signature.bind(*range(places))
