"""The operations that give a value, as calls of the runtime."""

from __future__ import annotations

from msxkit.basictype import INTEGER, SINGLE
from msxkit.machine.workarea import Cell
from msxkit.native.emit.memory import MEMORY_VALUES
from msxkit.native.emit.strings import Maker
from msxkit.native.emit.values import ValueEmitter, is_bounded, value_of
from msxkit.native.errors import RefusedError
from msxkit.program.operations import Op
from msxkit.program.values import Call, FunctionName


def _function(routine: str) -> Maker:
    """Return a maker that calls a routine from a number to a number."""

    def make(e: ValueEmitter, call: Call) -> bool:
        e.hybrid(value_of(call.arguments[0]))
        e.call(routine)
        return False

    return make


def _whole(routine: str) -> Maker:
    """Return the same maker for a result that is an integer in HL."""

    def make(e: ValueEmitter, call: Call) -> bool:
        e.hybrid(value_of(call.arguments[0]))
        e.call(routine)
        return True

    return make


def _identity_for_integers(routine: str) -> Maker:
    def make(e: ValueEmitter, call: Call) -> bool:
        operand = value_of(call.arguments[0])
        if e.number(operand):
            return True
        e.call(routine)
        return False

    return make


def _of_address(routine: str) -> Maker:
    def make(e: ValueEmitter, call: Call) -> bool:
        e.address(value_of(call.arguments[0]))
        e.call(routine)
        return True

    return make


def _port_bits(e: ValueEmitter, call: Call) -> bool:
    port, mask, flip = call.arguments
    e.arguments((port, "hl"), (mask, "bc"), (flip, "de"))
    e.call("port_bits")
    return True


def _call_usr(e: ValueEmitter, call: Call) -> bool:
    """Call USR. A BIOS entry returns its argument; machine code finds it in FAC and leaves its result there."""
    digit, argument = int(str(call.arguments[0])), value_of(call.arguments[2])
    e.usr.check(digit)
    if argument.is_string:
        raise RefusedError("USR of a string: a cartridge gives numbers to machine code")
    place = Cell.USRTAB + 2 * digit
    if not e.usr.is_code(digit):
        e.put(f"ld hl,{place}")
        e.call("usr")
        return e.number(argument)
    if argument.type is INTEGER:
        e.integer(argument)
        e.put(f"ld de,{place}")
        e.call("usr_integer")
        return True
    e.hybrid(argument)
    if argument.type is SINGLE:
        e.call("num_single")
    e.put(f"ld de,{place}")
    e.call("usr_single" if argument.type is SINGLE else "usr_double")
    return False


def _of_byte(routine: str) -> Maker:
    def make(e: ValueEmitter, call: Call) -> bool:
        e.byte(value_of(call.arguments[0]))
        e.call(routine)
        return True

    return make


def _ignoring(routine: str) -> Maker:
    """Return a maker for a function whose argument does not matter."""

    def make(e: ValueEmitter, call: Call) -> bool:
        for argument in call.arguments:
            e.any(value_of(argument))
        e.call(routine)
        return is_bounded(call)

    return make


def _divide(e: ValueEmitter, call: Call) -> bool:
    left, right = map(value_of, call.arguments)
    e.pair(left, right, "num_div", commutes=False)
    return False


def _power(e: ValueEmitter, call: Call) -> bool:
    left, right = map(value_of, call.arguments)
    e.pair(left, right, "num_power", commutes=False)
    return False


def _quotient(e: ValueEmitter, call: Call) -> bool:
    left, right = map(value_of, call.arguments)
    if e.quotient(left, right):
        return True
    e.integers(left, right)
    e.call("int_quotient")
    return False


def _modulo(e: ValueEmitter, call: Call) -> bool:
    left, right = map(value_of, call.arguments)
    if not e.modulo(left, right):
        e.integers(left, right)
        e.call("int_modulo")
    return True


def _byte(e: ValueEmitter, call: Call) -> bool:
    e.byte(value_of(call.arguments[0]))
    return True


def _random(e: ValueEmitter, call: Call) -> bool:
    e.hybrid(value_of(call.arguments[0]))
    e.call("num_rnd")
    return False


def _double(e: ValueEmitter, call: Call) -> bool:
    return e.number(value_of(call.arguments[0]))


# Strings


def _of_string(routine: str) -> Maker:
    """Return a maker that calls a routine from a string to an integer."""

    def make(e: ValueEmitter, call: Call) -> bool:
        e.string(value_of(call.arguments[0]))
        e.call(routine)
        return True

    return make


def _val(e: ValueEmitter, call: Call) -> bool:
    e.string(value_of(call.arguments[0]))
    e.call("string_value")
    return False


def _part(routine: str) -> Maker:
    def make(e: ValueEmitter, call: Call) -> bool:
        text, count, _ = call.arguments
        result = e.result()
        e.arguments((text, "hl"), (count, "bc"))
        e.put(f"ld de,{result}")
        e.call(routine)
        return False

    return make


def _middle(e: ValueEmitter, call: Call) -> bool:
    text, first, count, _ = call.arguments
    result = e.result()
    e.arguments((text, "hl"), (first, "bc"), (count, "mid_count"))
    e.put(f"ld de,{result}")
    e.call("string_mid")
    return False


def _find(e: ValueEmitter, call: Call) -> bool:
    first, text, pattern = call.arguments
    e.arguments((first, "bc"), (text, "hl"), (pattern, "de"))
    e.call("string_find")
    return True


def _text_of(routine: str, address: bool = False) -> Maker:
    """Return a maker of a string from an integer in HL."""

    def make(e: ValueEmitter, call: Call) -> bool:
        result = e.result()
        operand = value_of(call.arguments[0])
        if address:
            e.address(operand)
        else:
            e.byte(operand)
        e.put(f"ld de,{result}")
        e.call(routine)
        return False

    return make


def _str(e: ValueEmitter, call: Call) -> bool:
    result = e.result()
    e.hybrid(value_of(call.arguments[0]))
    e.put(f"ld bc,{result}")
    e.call("string_str")
    return False


def _blanks(e: ValueEmitter, call: Call) -> bool:
    result = e.result()
    e.byte(value_of(call.arguments[0]))
    e.put("ld c,32", f"ld de,{result}")
    e.call("string_repeat")
    return False


def _repeat_code(e: ValueEmitter, call: Call) -> bool:
    result = e.result()
    count, code = call.arguments
    e.arguments((count, "hl"), (code, "bc"))
    e.call("repeat_check")
    e.put(f"ld de,{result}")
    e.call("string_repeat")
    return False


def _repeat_text(e: ValueEmitter, call: Call) -> bool:
    result = e.result()
    count, text = call.arguments
    e.arguments((count, "hl"), (text, "bc"))
    e.call("byte_check")
    e.put(f"ld de,{result}")
    e.call("string_first")
    return False


def _made(routine: str) -> Maker:
    """Return a maker of a string without arguments."""

    def make(e: ValueEmitter, call: Call) -> bool:
        e.put(f"ld de,{e.result()}")
        e.call(routine)
        return False

    return make


def _input_characters(e: ValueEmitter, call: Call) -> bool:
    if len(call.arguments) > 1:
        raise RefusedError("INPUT$ from a file: a cartridge has no files")
    result = e.result()
    e.integer(value_of(call.arguments[0]))
    e.put(f"ld de,{result}")
    e.call("input_characters")
    return False


def _begin_read(e: ValueEmitter, call: Call) -> None:
    e.data_label(None)
    if call.arguments == (0,):
        e.call("read_begin")


def _read_number(e: ValueEmitter, call: Call) -> bool:
    _begin_read(e, call)
    e.call("read_number")
    return False


def _read_string(e: ValueEmitter, call: Call) -> bool:
    _begin_read(e, call)
    e.put(f"ld de,{e.result()}")
    e.call("read_string")
    return False


def _field_string(e: ValueEmitter, call: Call) -> bool:
    e.put(f"ld de,{e.result()}")
    e.call("field_string")
    return False


def _plain(routine: str) -> Maker:
    """Return a maker of a number without arguments."""

    def make(e: ValueEmitter, call: Call) -> bool:
        e.call(routine)
        return is_bounded(call)

    return make


def _free_strings(e: ValueEmitter, call: Call) -> bool:
    e.string(value_of(call.arguments[0]))
    e.call("string_free")
    return False


def _call_function(e: ValueEmitter, call: Call) -> bool:
    function, pairs = call.arguments
    assert isinstance(function, FunctionName)
    assert isinstance(pairs, tuple)
    return e.call_function(
        function, tuple(value_of(pair[1]) for pair in pairs if isinstance(pair, tuple)), call
    )


def _base(e: ValueEmitter, call: Call) -> bool:
    e.byte(value_of(call.arguments[0]))
    e.call("base")
    return is_bounded(call)


def _vdp(e: ValueEmitter, call: Call) -> bool:
    e.integer(value_of(call.arguments[0]))
    e.call("vdp")
    return True


VALUES: dict[Op, Maker] = {
    Op.DIVIDE: _divide,
    Op.POWER: _power,
    Op.INTEGER_DIVIDE: _quotient,
    Op.MODULO: _modulo,
    Op.SIGN: _whole("num_sgn"),
    Op.INT: _identity_for_integers("num_int"),
    Op.FIX: _identity_for_integers("num_fix"),
    Op.ABSOLUTE: _function("num_abs"),
    Op.SQUARE_ROOT: _function("num_sqr"),
    Op.SINE: _function("num_sin"),
    Op.COSINE: _function("num_cos"),
    Op.TANGENT: _function("num_tan"),
    Op.ARCTANGENT: _function("num_atn"),
    Op.LOGARITHM: _function("num_log"),
    Op.EXPONENTIAL: _function("num_exp"),
    Op.TO_DOUBLE: _double,
    Op.BYTE: _byte,
    Op.RANDOM: _random,
    Op.LENGTH: _of_string("string_length"),
    Op.CODE: _of_string("string_code"),
    Op.VALUE: _val,
    Op.LEFT: _part("string_left"),
    Op.RIGHT: _part("string_right"),
    Op.MIDDLE: _middle,
    Op.FIND: _find,
    Op.CHARACTER: _text_of("string_chr"),
    Op.NUMBER_TEXT: _str,
    Op.HEXADECIMAL: _text_of("string_hex", address=True),
    Op.OCTAL: _text_of("string_oct", address=True),
    Op.BINARY: _text_of("string_bin", address=True),
    Op.BLANKS: _blanks,
    Op.REPEAT_CODE: _repeat_code,
    Op.REPEAT_TEXT: _repeat_text,
    Op.FREE_STRINGS: _free_strings,
    Op.FREE_MEMORY: _ignoring("memory_free"),
    Op.READ_NUMBER: _read_number,
    Op.READ_STRING: _read_string,
    Op.ERROR_NUMBER: _plain("error_number"),
    Op.ERROR_LINE: _plain("error_line_number"),
    Op.TIME: _plain("time"),
    Op.DRAW: _plain("time_of_draw"),
    Op.INKEY: _made("inkey"),
    Op.INPUT_CHARACTERS: _input_characters,
    Op.LINE_INPUT: _made("line_input"),
    Op.FIELD_STRING: _field_string,
    Op.DATE: _made("clock_date"),
    Op.CLOCK: _made("clock_time"),
    Op.COLUMN: _ignoring("cursor_column"),
    Op.ROW: _plain("cursor_row"),
    Op.PEEK: _of_address("peek"),
    Op.VPEEK: _of_address("vpeek"),
    Op.INP: _of_address("inp"),
    Op.PORT_BITS: _port_bits,
    Op.STICK: _of_byte("stick"),
    Op.TRIGGER: _of_byte("trigger"),
    Op.BASE: _base,
    Op.VDP: _vdp,
    Op.PLAYING: _of_byte("playing"),
    Op.PAD: _of_byte("pad"),
    Op.PADDLE: _of_byte("paddle"),
    Op.CALL_FUNCTION: _call_function,
    Op.SPRITE_PATTERN: _text_of("sprite_pattern"),
    Op.PRINTER_COLUMN: _ignoring("printer_column"),
    **MEMORY_VALUES,
    Op.CALL_USR: _call_usr,
}
