"""Operations that load their operands and call a routine.

Statements that are one operation need none: `call_routine` says how each of their routines takes its operands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msxkit.native.asm.z80 import DE, HL, A, At, E, L, ex, ld
from msxkit.native.emit.emitter import Doer, Emitter
from msxkit.native.emit.values import Z80ValueEmitter
from msxkit.program.operations import ParameterKind
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


def optional_operands(
    e: Emitter, prefix: str, operands: Sequence[tuple[str, ParameterKind, Value | None]], routine: str
) -> None:
    """Call a routine that looks at `prefix_given`, a bit for each operand that is there, and at `prefix_name`: a byte,
    a word or the address of a string.
    """
    given = 0
    for index, (name, kind, operand) in enumerate(operands):
        if operand is not None:
            given |= 1 << index
            place = At(f"{prefix}_{name}")
            if kind.is_byte:
                e.values.byte(operand)
                e.writer.put(ld(A, L), ld(place, A))
                continue
            load = e.values.string if kind.text else e.values.address
            load(operand)
            e.writer.put(ld(place, HL))
    e.writer.put(ld(A, given), ld(At(f"{prefix}_given"), A))
    e.writer.call(routine)


def two_numbers(e: Emitter, first: Value, second: Value, *, byte: bool) -> None:
    """Load an address into HL, and another into DE or a byte into E."""
    simple = e.operands.integer(first)
    kept = None
    if simple is None:
        e.values.address(first)
        kept = e.temporaries.word()
        e.writer.put(ld(At(kept), HL))
    if byte and e.operands.is_byte(second) and e.integers.is_flat(second):
        e.integers.low_byte(second)
        e.writer.put(ld(E, A))
    elif byte:
        e.values.byte(second)
        e.writer.put(ld(E, L))
    else:
        e.values.address(second)
        e.writer.put(ex(DE, HL))
    e.writer.put(ld(HL, At(kept) if kept is not None else simple))
    if kept is not None:
        e.temporaries.free_word()
