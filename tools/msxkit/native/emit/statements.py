"""The operations that statements carry out, as calls of the runtime."""

from __future__ import annotations

from collections.abc import Callable

from msxkit.basic_type import BasicType
from msxkit.language.tree.base import Device, Switch
from msxkit.machine.work_area import Cell
from msxkit.native.asm.z80 import BC, DE, HL, A, At, B, E, L, Plus, dec, ld
from msxkit.native.emit.calls import of, of_second, plain, two_numbers
from msxkit.native.emit.emitter import Doer, Emitter
from msxkit.native.emit.values import Z80ValueEmitter
from msxkit.native.emit.writer import block_label
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import OF_STATEMENT, Op, Out
from msxkit.program.values import (
    ArrayName,
    FunctionName,
    LoadElement,
    StringPlace,
    Subscripts,
    Value,
    VariableName,
    constant,
)

# PRINT


def _out(e: Emitter, out: Out) -> str:
    """Return the prefix of the routines for a target of PRINT."""
    if out is None:
        return "shown" if e.devices.graphic else "print"
    return e.devices.targets[out.number]


def _print_string(e: Emitter, out: Out, text: Value) -> None:
    e.values.string(text)
    e.writer.call(f"{_out(e, out)}_string")


def _print_number(e: Emitter, out: Out, number: Value) -> None:
    e.values.hybrid(number)
    e.writer.call(f"{_out(e, out)}_number")


def _print_plain(name: str) -> Callable[[Emitter, Out], None]:
    def do(e: Emitter, out: Out) -> None:
        e.writer.call(f"{_out(e, out)}_{name}")

    return do


def _print_integer(name: str) -> Callable[[Emitter, Out, Value], None]:
    def do(e: Emitter, out: Out, number: Value) -> None:
        e.values.integer(number)
        e.writer.call(f"{_out(e, out)}_{name}")

    return do


def _force_text(e: Emitter) -> None:
    if e.devices.graphic:
        e.writer.call("text_mode")


def _screen_mode(e: Emitter, mode: Value) -> None:
    of(Z80ValueEmitter.byte, "plus_screen_mode" if e.devices.plus else "screen_mode")(e, mode)


def _define_type(e: Emitter, kind: BasicType, first: str, last: str) -> None:
    """Write the types where the program looks at them. What the code takes them for was settled before."""
    if e.devices.names(Cell.DEFTBL):
        letter = ord(first) - ord("A")
        e.writer.put(ld(HL, Cell.DEFTBL + letter), ld(B, ord(last) - ord(first) + 1), ld(A, kind.size))
        e.writer.call("types_set")


def _key_click(e: Emitter, click: Value) -> None:
    e.values.byte(click)
    e.writer.put(ld(A, L), ld(At("CLIKSW"), A))


def _baud_rate(e: Emitter, value: Value) -> None:
    e.values.byte(value)
    e.writer.call("baud_rate")


#: What POKE calls for the cells that say where the lines of a text screen begin.
_POKES = {
    Cell.LINLEN: "poke_width",
    Cell.SCRMOD: "poke_mode",
    Cell.NAMBAS: "poke_names",
    Cell.NAMBAS + 1: "poke_names",
}


def _poke(e: Emitter, address: Value, value: Value) -> None:
    known = e.operands.limits(address)
    two_numbers(e, address, value, byte=True)
    cells = [
        cell
        for cell in _POKES
        if known is None or any(known.low - 1 < at < known.high + 1 for at in (cell, cell - 0x10000))
    ]
    if not cells:
        e.writer.put(ld(At(HL), E))
    else:
        e.writer.call("poke_any" if e.operands.only(address) is None else _POKES[cells[0]])


# Variables and DATA


def _dimension(e: Emitter, array: ArrayName, subscripts: Subscripts) -> None:
    e.arrays.dimension(array, subscripts.values)


def _erase(e: Emitter, array: ArrayName) -> None:
    e.writer.put(ld(DE, e.storage.array(array)))
    e.writer.call("array_erase")


def _must_exist(e: Emitter, variable: VariableName) -> None:
    e.operands.must_exist(variable, made=True)


def _nothing(_e: Emitter, *_arguments: object) -> None:
    """Write nothing: it is done at compile time, or a setting that a machine keeps by battery."""


def _restore(e: Emitter, line: int | None) -> None:
    label = e.data.label(line)
    e.writer.put(ld(HL, label), ld(A, f"{label}_bank"))
    e.writer.call("restore")


def _define_function(e: Emitter, function: FunctionName, body: int, *_: object) -> None:
    e.functions.define(function, body)


# Flow


def _call_subroutine(e: Emitter, back: int) -> None:
    e.writer.put(ld(HL, block_label(back)))
    e.writer.call("gosub_to")


def _on_error(e: Emitter, handler: int | None) -> None:
    if handler is None:
        e.writer.call("on_error_off")
    else:
        e.writer.put(ld(HL, block_label(handler)), ld(At("error_handler"), HL))


def _begin_input(e: Emitter, prompt: str) -> None:
    e.writer.put(ld(HL, e.storage.string_constant(prompt)))
    e.writer.call("input_prompt")


def begin_line_input(e: Emitter, prompt: str) -> None:
    """Print the prompt of LINE INPUT."""
    e.writer.put(ld(HL, e.storage.string_constant(prompt)))
    e.writer.call("print_string")
    e.writer.call("input_start")


def _set_field(e: Emitter, place: StringPlace, text: Value, right: bool, *_: object) -> None:
    kept = e.temporaries.word()
    found = place.place
    if isinstance(found, LoadElement):
        e.values.element(found.array, found.subscripts)
        e.writer.put(ld(At(kept), HL))
    else:
        e.writer.put(ld(HL, e.storage.variable(found)), ld(At(kept), HL))
    e.values.string(text)
    e.writer.put(ld(DE, At(kept)), ld(A, int(right)))
    e.temporaries.free_word()
    e.writer.call("string_set")


def _define_usr(e: Emitter, digit: int, address: Value) -> None:
    e.values.address(address)
    e.writer.put(ld(At(Plus("USRTAB", 2 * digit)), HL))


#: Of each device: its first trap, how many there are (runtime/flow/events.asm), and the number of the first.
_TRAPS = {
    Device.KEY: (0, 10, 1),
    Device.STOP: (10, 1, 0),
    Device.SPRITE: (11, 1, 0),
    Device.STRIG: (12, 5, 0),
    Device.INTERVAL: (17, 1, 0),
}
_STATES = {Switch.OFF: 0, Switch.ON: 1, Switch.STOP: 2}


def _on_device(e: Emitter, device: Device, period: Value, routines: tuple[int | None, ...]) -> None:
    if device is Device.INTERVAL:
        e.values.address(period)
        e.writer.call("interval_set")
    first, count, _ = _TRAPS[device]
    for index, routine in enumerate(routines[:count]):
        if routine is not None:
            e.writer.put(ld(HL, block_label(routine)), ld(At(Plus("traps", 4 * (first + index) + 2)), HL))


def _switch_device(e: Emitter, device: Device, number: Value | None, switch: Switch) -> None:
    first, count, lowest = _TRAPS[device]
    e.values.byte(number or constant(0, 0))
    if lowest:
        e.writer.put(dec(HL))
    e.writer.put(ld(BC, count * 256 + first), ld(A, _STATES[switch]))
    e.writer.call("trap_switch")


STATEMENTS: dict[AnyOperation, Doer] = dict(
    (
        Op.PRINT_STRING.by(_print_string),
        Op.PRINT_NUMBER.by(_print_number),
        Op.PRINT_COMMA.by(_print_plain("comma")),
        Op.PRINT_LINE.by(_print_plain("line")),
        Op.PRINT_TAB.by(_print_integer("tab")),
        Op.PRINT_SPACES.by(_print_integer("spaces")),
        Op.USING_STRING.by(of_second(Z80ValueEmitter.string, "using_string")),
        Op.USING_NUMBER.by(of_second(Z80ValueEmitter.hybrid, "using_number")),
        Op.END_USING.by(plain("using_end")),
        Op.NEED_MSX2_PLUS.by(plain("need_plus")),
        Op.TURBO.by(_nothing),
        OF_STATEMENT["SCREEN_INTERLACE"].by(of(Z80ValueEmitter.byte, "interlace")),
        OF_STATEMENT["SCREEN_MODE"].by(_screen_mode),
        OF_STATEMENT["SCREEN_SPRITES"].by(of(Z80ValueEmitter.byte, "sprite_size")),
        OF_STATEMENT["SCREEN_CLICK"].by(_key_click),
        OF_STATEMENT["SCREEN_BAUD"].by(_baud_rate),
        Op.FORCE_TEXT.by(_force_text),
        Op.DIMENSION.by(_dimension),
        Op.ERASE.by(_erase),
        Op.DEFINE_TYPE.by(_define_type),
        Op.MUST_EXIST.by(_must_exist),
        OF_STATEMENT["RESTORE"].by(_restore),
        Op.READ_CHECK.by(plain("read_check")),
        Op.READ_DONE.by(plain("read_done")),
        Op.DEFINE_FUNCTION.by(_define_function),
        Op.CALL_SUBROUTINE.by(_call_subroutine),
        Op.RETURN.by(plain("return_to")),
        Op.MUST_BE_CALLED.by(plain("must_be_called")),
        Op.ON_ERROR.by(_on_error),
        Op.RESUME_AT.by(plain("resume_at")),
        Op.MUST_HANDLE.by(plain("must_handle")),
        Op.BEGIN_INPUT.by(_begin_input),
        OF_STATEMENT["LINE_INPUT_PROMPT"].by(begin_line_input),
        Op.END_INPUT.by(plain("input_end")),
        OF_STATEMENT["POKE"].by(_poke),
        OF_STATEMENT["DEF_USR"].by(_define_usr),
        Op.ON_DEVICE.by(_on_device),
        OF_STATEMENT["DEVICE_SWITCH"].by(_switch_device),
        Op.NEED_DISK.by(plain("need_disk")),
        OF_STATEMENT["SET_FIELD"].by(_set_field),
    )
)
