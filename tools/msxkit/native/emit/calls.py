"""Operations that load their operands and call a routine."""

from __future__ import annotations

from collections.abc import Callable

from msxkit.native.asm.z80 import Word
from msxkit.native.emit.emitter import Doer, Emitter
from msxkit.native.emit.values import ValueEmitter
from msxkit.program.values import Temporary, Value

#: How an operand is loaded: a method of `ValueEmitter`.
Load = Callable[[ValueEmitter, Value], object]


def plain(routine: str) -> Doer:
    """Return a call without arguments."""

    def do(e: Emitter, *_arguments: object) -> None:
        e.writer.call(routine)

    return do


def of(load: Load, routine: str) -> Callable[[Emitter, Value], None]:
    """Return a call with one operand."""

    def do(e: Emitter, operand: Value) -> None:
        load(e.values, operand)
        e.writer.call(routine)

    return do


def of_second(load: Load, routine: str) -> Callable[[Emitter, Temporary, Value], None]:
    """Return the same for an operation that begins with what the routine finds by itself."""

    def do(e: Emitter, _found: Temporary, operand: Value) -> None:
        load(e.values, operand)
        e.writer.call(routine)

    return do


def of_two(first: Word, second: Word, routine: str) -> Callable[[Emitter, Value, Value], None]:
    """Return a call with two operands in these registers."""

    def do(e: Emitter, one: Value, other: Value) -> None:
        e.strings.arguments((one, first), (other, second))
        e.writer.call(routine)

    return do


def value_of(load: Load, routine: str, *, whole: bool = False) -> Callable[[Emitter, Value], bool]:
    """Return a maker that calls a routine with one operand; `whole`: the result is an integer in HL."""

    def make(e: Emitter, operand: Value) -> bool:
        load(e.values, operand)
        e.writer.call(routine)
        return whole

    return make
