"""Operations that load their operands and call a routine.

Statements that are one operation need none: `call_routine` says how each of their routines takes its operands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msxkit.native.asm.z80 import HL, A, At, E, L, ld
from msxkit.native.emit.emitter import Doer, Emitter
from msxkit.native.emit.values import Z80ValueEmitter
from msxkit.program.values import Temporary, Value

#: How an operand is loaded: a method of `ValueEmitter`.
Load = Callable[[Z80ValueEmitter, Value], object]


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


def value_of(load: Load, routine: str, *, whole: bool = False) -> Callable[[Emitter, Value], bool]:
    """Return a maker that calls a routine with one operand; `whole`: the result is an integer in HL."""

    def make(e: Emitter, operand: Value) -> bool:
        load(e.values, operand)
        e.writer.call(routine)
        return whole

    return make


def optional_bytes(
    e: Emitter, prefix: str, names: Sequence[str], operands: Sequence[Value | None], routine: str
) -> None:
    """Call a routine that looks at `prefix_given`, a bit for each operand that is there, and at `prefix_name`."""
    given = 0
    for index, (name, operand) in enumerate(zip(names, operands, strict=True)):
        if operand is not None:
            given |= 1 << index
            e.values.byte(operand)
            e.writer.put(ld(A, L), ld(At(f"{prefix}_{name}"), A))
    e.writer.put(ld(A, given), ld(At(f"{prefix}_given"), A))
    e.writer.call(routine)


def address_and_byte(e: Emitter, address: Value, value: Value) -> None:
    """Load an address into HL and a byte into E."""
    simple = e.operands.integer(address)
    kept = None
    if simple is None:
        e.values.address(address)
        kept = e.temporaries.word()
        e.writer.put(ld(At(kept), HL))
    e.values.byte(value)
    e.writer.put(ld(E, L), ld(HL, At(kept) if kept is not None else simple))
    if kept is not None:
        e.temporaries.free_word()
