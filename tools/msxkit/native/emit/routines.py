"""Statements that are one operation, as calls of the routine that has its name."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

from msxkit.language.tree.entry import BYTE, DECLARED, DISK
from msxkit.native.asm.library import runtime
from msxkit.native.asm.z80 import BC, DE, HL, A, ld
from msxkit.native.emit.calls import optional_operands, two_numbers
from msxkit.native.emit.disk import use
from msxkit.native.emit.emitter import Emitter
from msxkit.native.errors import refused
from msxkit.node_type import taken_by
from msxkit.program.operations import Does, Offset, ParameterKind
from msxkit.program.values import Value, constant


def call_routine(
    e: Emitter, operation: Does[*tuple[Any, ...]], arguments: tuple[Any, ...], result: str | None = None
) -> None:
    """Load the operands and call the routine of an operation.

    It is called as the operation, with the words that choose: `key_display_on`. It takes a byte in L, an address or a
    string in HL; a number in HL and a byte in E, or a number in DE; a byte in BC and a string in HL; a number in HL and
    one that may be left out in DE, for which A is then 0. Others that may be left out are where
    `optional_operands` puts them. Where it puts a string that it returns is in DE.
    """
    assert operation.statement is not None
    taken = taken_by(operation.statement)
    name, operands = operation.name.lower(), []
    for field, kind, argument in zip(operation.names, operation.parameters, arguments, strict=True):
        if kind is Offset:
            continue
        if kind is bool or kind is str:
            word = argument if kind is str else (*taken[field], "")[not argument]
            name += f"_{word.lower()}" if word else ""
        else:
            operands.append((field, kind, argument))
    routine = _routine(e, name)
    if routine is None:
        raise refused(operation)
    (entry, *_) = DECLARED[operation.statement]
    if entry.need is not None and entry.need.what == DISK:
        use(e)
    names, kinds, values = zip(*operands, strict=True) if operands else ((), (), ())
    optional = [type(None) in get_args(kind) for kind in kinds]
    read = [ParameterKind.of(kind) or ParameterKind() for kind in kinds]
    e.devices.opens |= any(kind.opened is not None for kind in read)
    if optional == [False, True]:
        number, given = values
        e.strings.arguments((number, HL), (given or constant(0, 0), DE))
        e.writer.put(ld(A, int(given is not None)))
    elif len(kinds) > 1 and any(optional):
        optional_operands(e, name, list(zip(names, read, values, strict=True)), routine)
        return
    else:
        _load(e, read, values, bool(names) and taken.get(names[-1]) == (BYTE,))
    if result is not None:
        e.writer.put(ld(DE, result))
    e.writer.call(routine)


def _load(
    e: Emitter, kinds: list[ParameterKind], values: tuple[Value | None, ...], ends_in_byte: bool
) -> None:
    match kinds, values:
        case [], ():
            pass
        case [_], (None,):
            e.writer.put(ld(HL, 0))
        case [ParameterKind(text=True)], (Value() as text,):
            e.values.string(text)
        case [ParameterKind(bound=None, opened=None)], (Value() as address,):
            e.values.address(address)
        case [ParameterKind()], (Value() as byte,):
            e.values.byte(byte)
        case [ParameterKind(), ParameterKind(text=True)], (Value() as number, Value() as text):
            e.strings.arguments((number, BC), (text, HL))
        case [ParameterKind(), ParameterKind()], (Value() as first, Value() as second):
            two_numbers(e, first, second, byte=ends_in_byte)
        case _:
            raise TypeError(kinds)


def _routine(e: Emitter, name: str) -> str | None:
    """Return what the routine of a name is called: one that sees to graphic screens, those of an MSX2 or an MSX2+
    comes first, where the program may show them; a name that is taken otherwise ends in `_statement`.
    """
    names = [f"{name}_statement", name]
    if e.devices.graphic:
        names.insert(0, f"shown_{name}")
    if e.devices.bitmap:
        names.insert(0, f"any_{name}")
    if e.devices.plus:
        names.insert(0, f"plus_{name}")
    return next((each for each in names if each in _labels()), None)


@cache
def _labels() -> frozenset[str]:
    return frozenset(item.label for part in runtime().parts for item in part.labels)
