"""The operations that return a value, as calls of the runtime."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basic_type import INTEGER, SINGLE, BasicType
from msxkit.carrying import Trait
from msxkit.machine.work_area import Cell
from msxkit.native.asm.z80 import BC, DE, HL, At, C, H, L, ld
from msxkit.native.emit import whole_parts
from msxkit.native.emit.calls import value_of
from msxkit.native.emit.devices import is_plus_register
from msxkit.native.emit.emitter import Emitter, Maker
from msxkit.native.emit.memory import MEMORY_VALUES
from msxkit.native.emit.routines import call_routine
from msxkit.native.emit.values import Z80ValueEmitter
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import OF_STATEMENT, Does, Op
from msxkit.program.values import Call, FunctionName, Value, constant

#: What makes a value of none, or of one other value.
Plain = Callable[[Emitter], bool]
OfValue = Callable[[Emitter, Value], bool]


def _floor(e: Emitter, number: Value) -> bool:
    whole = whole_parts.floor(number, e.values.operands)
    if whole is not None:
        return e.values.number(whole)
    if isinstance(number, Call) and (quotient := Op.DIVIDE.of(number)) and e.integers.floor(*quotient):
        return True
    return _integers_stay(e, number, "num_int")


def _cut(e: Emitter, number: Value) -> bool:
    whole = whole_parts.cut(number, e.values.operands)
    return e.values.number(whole) if whole is not None else _integers_stay(e, number, "num_fix")


def _integers_stay(e: Emitter, number: Value, routine: str) -> bool:
    if e.values.number(number):
        return True
    e.writer.call(routine)
    return False


def _wait(e: Emitter, port: Value, mask: Value, flip: Value | None) -> bool:
    e.strings.arguments((port, HL), (mask, BC), (flip or constant(0, 0), DE))
    e.writer.call("port_bits")
    return True


def _peek(e: Emitter, address: Value) -> bool:
    e.values.address(address)
    e.writer.put(ld(L, At(HL)), ld(H, 0))
    return True


def _vdp(e: Emitter, register: Value) -> bool:
    plus = e.devices.plus or is_plus_register(register)
    return value_of(Z80ValueEmitter.integer, "plus_vdp" if plus else "vdp", whole=True)(e, register)


def _call_usr(e: Emitter, digit: int, passed: BasicType, argument: Value) -> bool:
    """Call USR. A BIOS entry returns its argument; machine code finds it in FAC and leaves its result there."""
    if told := e.usr.check(digit):
        e.remark(told)
    place = Cell.USRTAB + 2 * digit
    if argument.is_string:
        result = e.temporaries.result()
        e.strings.arguments((argument, HL))
        e.writer.put(ld(DE, place), ld(BC, result))
        e.writer.call("usr_string")
        e.strings.release((argument,), result)
        return False
    if not e.usr.is_code(digit):
        e.writer.put(ld(HL, place))
        e.writer.call("usr")
        return e.values.number(argument)
    if argument.type is INTEGER:
        e.values.integer(argument)
        e.writer.put(ld(DE, place))
        e.writer.call("usr_integer")
        return True
    e.values.hybrid(argument)
    if passed is SINGLE:
        e.writer.call("num_single")
    e.writer.put(ld(DE, place))
    e.writer.call("usr_single" if passed is SINGLE else "usr_double")
    return False


def _divide(e: Emitter, left: Value, right: Value) -> bool:
    if not e.integers.decimal_quotient(left, right) and not e.values.constants.quotient(left, right):
        e.values.pair(left, right, "num_div", commutes=False)
    return False


def _power(e: Emitter, left: Value, right: Value) -> bool:
    e.values.pair(left, right, "num_power", commutes=False)
    return False


def _quotient(e: Emitter, left: Value, right: Value) -> bool:
    if e.integers.quotient(left, right):
        return True
    e.integers.pair(left, right)
    e.writer.call("int_quotient")
    return False


def _modulo(e: Emitter, left: Value, right: Value) -> bool:
    if not e.integers.modulo(left, right):
        e.integers.pair(left, right)
        e.writer.call("int_modulo")
    return True


def _byte(e: Emitter, number: Value) -> bool:
    e.values.byte(number)
    return True


def _within(e: Emitter, number: Value, low: int, high: int) -> bool:
    e.values.integer(number)
    e.writer.put(ld(BC, low), ld(DE, high - low))
    e.writer.call("within")
    return True


def _double(e: Emitter, number: Value) -> bool:
    return e.values.number(number)


# Strings


def _part(routine: str) -> Callable[[Emitter, Value, Value, bool], bool]:
    def make(e: Emitter, text: Value, count: Value, _fresh: bool) -> bool:
        result = e.temporaries.result()
        e.strings.arguments((text, HL), (count, BC))
        e.writer.put(ld(DE, result))
        e.writer.call(routine)
        e.strings.release((text,), result)
        return False

    return make


def _middle(e: Emitter, text: Value, first: Value, count: Value, _fresh: bool) -> bool:
    result = e.temporaries.result()
    e.strings.arguments((text, HL), (first, BC), (count, "mid_count"))
    e.writer.put(ld(DE, result))
    e.writer.call("string_mid")
    e.strings.release((text,), result)
    return False


def _find(e: Emitter, first: Value, text: Value, pattern: Value) -> bool:
    e.strings.arguments((first, BC), (text, HL), (pattern, DE))
    e.writer.call("string_find")
    return True


def _text_of(routine: str, address: bool = False) -> OfValue:
    """Return a maker of a string from an integer in HL."""

    def make(e: Emitter, number: Value) -> bool:
        result = e.temporaries.result()
        if address:
            e.values.address(number)
        else:
            e.values.byte(number)
        e.writer.put(ld(DE, result))
        e.writer.call(routine)
        return False

    return make


def _str(e: Emitter, number: Value) -> bool:
    result = e.temporaries.result()
    e.values.hybrid(number)
    e.writer.put(ld(BC, result))
    e.writer.call("string_str")
    return False


def _blanks(e: Emitter, count: Value) -> bool:
    result = e.temporaries.result()
    e.values.byte(count)
    e.writer.put(ld(C, 32), ld(DE, result))
    e.writer.call("string_repeat")
    return False


def _repeat_code(e: Emitter, count: Value, code: Value) -> bool:
    result = e.temporaries.result()
    e.strings.arguments((count, HL), (code, BC))
    e.writer.call("repeat_check")
    e.writer.put(ld(DE, result))
    e.writer.call("string_repeat")
    return False


def _repeat_text(e: Emitter, count: Value, text: Value) -> bool:
    result = e.temporaries.result()
    e.strings.arguments((count, HL), (text, BC))
    e.writer.call("byte_check")
    e.writer.put(ld(DE, result))
    e.writer.call("string_first")
    return False


def _inkey(e: Emitter) -> bool:
    e.writer.put(ld(DE, e.temporaries.result()))
    e.writer.call("inkey")
    return False


def _set_to(operation: Does[*tuple[Any, ...]]) -> Callable[..., bool]:
    """Return a maker of what a statement sets a variable to."""

    def make(e: Emitter, *arguments: Any) -> bool:
        call_routine(e, operation, arguments, e.temporaries.result())
        return False

    return make


def _input_characters(e: Emitter, count: Value) -> bool:
    result = e.temporaries.result()
    e.values.integer(count)
    e.writer.put(ld(DE, result))
    e.writer.call("input_characters")
    return False


def _begin_read(e: Emitter, item: int) -> None:
    e.data.label(None)
    if not item:
        e.writer.call("read_begin")


def _read_number(e: Emitter, item: int) -> bool:
    _begin_read(e, item)
    e.writer.call("read_number")
    return False


def _read_string(e: Emitter, item: int) -> bool:
    _begin_read(e, item)
    e.writer.put(ld(DE, e.temporaries.result()))
    e.writer.call("read_string")
    return False


def _plain(routine: str, *, whole: bool = True) -> Plain:
    """Return a maker of a number without arguments; `whole`: it is an integer in HL."""

    def make(e: Emitter) -> bool:
        e.writer.call(routine)
        return whole

    return make


def _call_function(
    e: Emitter, function: FunctionName, arguments: tuple[tuple[BasicType, Value], ...]
) -> bool:
    return e.functions.call(function, tuple(value for _, value in arguments))


VALUES: dict[AnyOperation, Maker] = dict(
    (
        Op.DIVIDE.by(_divide),
        Op.POWER.by(_power),
        Op.INTEGER_DIVIDE.by(_quotient),
        Op.MODULO.by(_modulo),
        Op.SIGN.by(value_of(Z80ValueEmitter.hybrid, "num_sgn", whole=True)),
        Op.INT.by(_floor),
        Op.FIX.by(_cut),
        Op.ABSOLUTE.by(value_of(Z80ValueEmitter.hybrid, "num_abs")),
        Op.SQUARE_ROOT.by(value_of(Z80ValueEmitter.hybrid, "num_sqr")),
        Op.SINE.by(value_of(Z80ValueEmitter.hybrid, "num_sin")),
        Op.COSINE.by(value_of(Z80ValueEmitter.hybrid, "num_cos")),
        Op.TANGENT.by(value_of(Z80ValueEmitter.hybrid, "num_tan")),
        Op.ARCTANGENT.by(value_of(Z80ValueEmitter.hybrid, "num_atn")),
        Op.LOGARITHM.by(value_of(Z80ValueEmitter.hybrid, "num_log")),
        Op.EXPONENTIAL.by(value_of(Z80ValueEmitter.hybrid, "num_exp")),
        Op.TO_DOUBLE.by(_double),
        Op.BYTE.by(_byte),
        Op.WITHIN.by(_within),
        Op.RANDOM.by(value_of(Z80ValueEmitter.hybrid, "num_rnd")),
        Op.LENGTH.by(value_of(Z80ValueEmitter.string, "string_length", whole=True)),
        Op.CODE.by(value_of(Z80ValueEmitter.string, "string_code", whole=True)),
        Op.VALUE.by(value_of(Z80ValueEmitter.string, "string_value")),
        Op.LEFT.by(_part("string_left")),
        Op.RIGHT.by(_part("string_right")),
        Op.MIDDLE.by(_middle),
        Op.FIND.by(_find),
        Op.CHARACTER.by(_text_of("string_chr")),
        Op.NUMBER_TEXT.by(_str),
        Op.HEXADECIMAL.by(_text_of("string_hex", address=True)),
        Op.OCTAL.by(_text_of("string_oct", address=True)),
        Op.BINARY.by(_text_of("string_bin", address=True)),
        Op.BLANKS.by(_blanks),
        Op.REPEAT_CODE.by(_repeat_code),
        Op.REPEAT_TEXT.by(_repeat_text),
        Op.FREE_STRINGS.by(value_of(Z80ValueEmitter.string, "string_free")),
        Op.FREE_MEMORY.by(value_of(Z80ValueEmitter.any, "memory_free")),
        Op.READ_NUMBER.by(_read_number),
        Op.READ_STRING.by(_read_string),
        Op.ERROR_NUMBER.by(_plain("error_number")),
        Op.ERROR_LINE.by(_plain("error_line_number", whole=False)),
        Op.TIME.by(_plain("time", whole=False)),
        Op.TIME_DRAWN.by(_plain("time_of_draw", whole=False)),
        Op.INKEY.by(_inkey),
        Op.INPUT_CHARACTERS.by(_input_characters),
        *(each.by(_set_to(each)) for each in OF_STATEMENT.values() if Trait.SETS in each.traits),
        Op.COLUMN.by(value_of(Z80ValueEmitter.any, "cursor_column", whole=True)),
        Op.ROW.by(_plain("cursor_row")),
        Op.PEEK.by(_peek),
        Op.VPEEK.by(value_of(Z80ValueEmitter.address, "vpeek", whole=True)),
        Op.INP.by(value_of(Z80ValueEmitter.address, "inp", whole=True)),
        OF_STATEMENT["WAIT"].by(_wait),
        Op.STICK.by(value_of(Z80ValueEmitter.byte, "stick", whole=True)),
        Op.TRIGGER.by(value_of(Z80ValueEmitter.byte, "trigger", whole=True)),
        Op.BASE.by(value_of(Z80ValueEmitter.byte, "base")),
        Op.VDP.by(_vdp),
        Op.PLAYING.by(value_of(Z80ValueEmitter.byte, "playing", whole=True)),
        Op.PAD.by(value_of(Z80ValueEmitter.byte, "pad", whole=True)),
        Op.PADDLE.by(value_of(Z80ValueEmitter.byte, "paddle", whole=True)),
        Op.CALL_FUNCTION.by(_call_function),
        Op.SPRITE_PATTERN.by(_text_of("sprite_pattern")),
        Op.PRINTER_COLUMN.by(value_of(Z80ValueEmitter.any, "printer_column", whole=True)),
        *MEMORY_VALUES.items(),
        Op.CALL_USR.by(_call_usr),
    )
)
