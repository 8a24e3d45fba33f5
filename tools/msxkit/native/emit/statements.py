"""The operations that statements carry out, as calls of the runtime."""

from __future__ import annotations

from collections.abc import Callable

from msxkit.language.tree.base import Device, Switch
from msxkit.native.emit.values import ValueEmitter, value_of
from msxkit.program.operations import Op
from msxkit.program.values import (
    Argument,
    ArrayName,
    FunctionName,
    Load,
    Subscripts,
    Temporary,
    VariableName,
)

#: What writes an operation with its arguments.
Doer = Callable[[ValueEmitter, tuple[Argument, ...]], None]


def plain(routine: str) -> Doer:
    """Return a call without arguments."""

    def do(e: ValueEmitter, _arguments: tuple[Argument, ...]) -> None:
        e.call(routine)

    return do


# PRINT


def _out(e: ValueEmitter, out: Argument) -> str:
    """Return the prefix of the routines for a target of PRINT."""
    if out is None:
        return "shown" if e.graphic else "print"
    assert isinstance(out, Temporary)
    return e.targets[out.number]


def _print_string(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    out, value = arguments
    e.string(value_of(value))
    e.call(f"{_out(e, out)}_string")


def _print_number(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    out, value = arguments
    e.hybrid(value_of(value))
    e.call(f"{_out(e, out)}_number")


def _print_plain(name: str) -> Doer:
    def do(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
        e.call(f"{_out(e, arguments[0])}_{name}")

    return do


def _print_integer(name: str) -> Doer:
    def do(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
        out, value = arguments
        e.integer(value_of(value))
        e.call(f"{_out(e, out)}_{name}")

    return do


def _using_string(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    e.string(value_of(arguments[1]))
    e.call("using_string")


def _using_number(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    e.hybrid(value_of(arguments[1]))
    e.call("using_number")


# Operands that may be left out


def optional_bytes(prefix: str, names: tuple[str, ...], routine: str) -> Doer:
    """Return a routine that looks at `prefix_given`, a bit for each operand that is there, and at `prefix_name`."""

    def do(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
        given = 0
        for index, (name, argument) in enumerate(zip(names, arguments, strict=False)):
            if argument is not None:
                given |= 1 << index
                e.byte(value_of(argument))
                e.put("ld a,l", f"ld ({prefix}_{name}),a")
        e.put(f"ld a,{given}", f"ld ({prefix}_given),a")
        e.call(routine)

    return do


def _locate(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    optional_bytes("locate", ("x", "y", "cursor"), "shown_locate" if e.graphic else "locate")(e, arguments)


def _colour(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    names = ("ink", "paper", "border")
    optional_bytes("colour", names, "any_colour" if e.bitmap else "colour")(e, arguments)


def _set_adjust(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    x, y = arguments
    e.arguments((x, "hl"), (y, "de"))
    e.call("set_adjust")


def _force_text(e: ValueEmitter, _arguments: tuple[Argument, ...]) -> None:
    if e.graphic:
        e.call("text_mode")


def _key_click(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    e.byte(value_of(arguments[0]))
    e.put("ld a,l", "ld (CLIKSW),a")


def _checked(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    """Check a byte that has no effect."""
    e.byte(value_of(arguments[0]))


def from_byte(routine: str) -> Doer:
    """Return a call with a byte."""

    def do(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
        e.byte(value_of(arguments[0]))
        e.call(routine)

    return do


def from_text(routine: str) -> Doer:
    """Return a call with a string."""

    def do(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
        e.string(value_of(arguments[0]))
        e.call(routine)

    return do


def _address(routine: str) -> Doer:
    def do(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
        e.address(value_of(arguments[0]))
        e.call(routine)

    return do


def _address_and_byte(routine: str) -> Doer:
    """Load an address into HL and a byte into E."""

    def do(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
        address, value = map(value_of, arguments)
        simple = e.simple_integer(address)
        kept = None
        if simple is None:
            e.address(address)
            kept = e.word()
            e.put(f"ld ({kept}),hl")
        e.byte(value)
        e.put("ld e,l", f"ld hl,{simple or f'({kept})'}")
        if kept is not None:
            e.free_word()
        e.call(routine)

    return do


def _set_vdp(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    """VDP(n) = value."""
    e.byte(value_of(arguments[0]))
    kept = e.word()
    e.put(f"ld ({kept}),hl")
    e.byte(value_of(arguments[1]))
    e.put("ld e,l", f"ld hl,({kept})")
    e.free_word()
    e.call("set_vdp")


def _show_keys(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    e.call(f"{'shown_' if e.graphic else ''}{'key_on' if arguments[0] else 'key_off'}")


def _set_key(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    number, text = arguments
    e.arguments((number, "bc"), (text, "hl"))
    e.call("set_key")


# Variables and DATA


def _dimension(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    array, subscripts = arguments
    assert isinstance(array, ArrayName)
    assert isinstance(subscripts, Subscripts)
    e.subscripts(subscripts.values)
    e.put(f"ld de,{e.storage.array(array)}", f"ld b,{len(subscripts.values)}", f"ld a,{array.type.size}")
    e.call("array_dim")


def _erase(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    (array,) = arguments
    assert isinstance(array, ArrayName)
    e.put(f"ld de,{e.storage.array(array)}")
    e.call("array_erase")


def _must_exist(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    (value,) = arguments
    assert isinstance(value, Load)
    e.must_exist(value.variable)


def _nothing(_e: ValueEmitter, _arguments: tuple[Argument, ...]) -> None:
    """Write nothing: it is done at compile time, or a setting that a machine keeps by battery."""


def _restore(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    (line,) = arguments
    assert line is None or isinstance(line, int)
    label = e.data_label(line)
    e.put(f"ld hl,{label}", f"ld a,{label}_bank")
    e.call("restore")


def _define_function(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    function, offset, *_ = arguments
    assert isinstance(function, FunctionName)
    e.define_function(function, int(str(offset)))


# Flow


def _call_subroutine(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    e.put(f"ld hl,{e.block_label(int(str(arguments[0])))}")
    e.call("push_gosub")


def _raise_error(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    e.byte(value_of(arguments[0]))
    e.call("raise_error")


def _on_error(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    (target,) = arguments
    if target is None:
        e.call("on_error_off")
    else:
        e.put(f"ld hl,{e.block_label(int(str(target)))}", "ld (error_handler),hl")


def _clear(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    space, top = arguments
    if space is not None:
        e.integer(value_of(space))
        e.put("ld (clear_space),hl")
    if top is not None:
        e.address(value_of(top))
        e.put("ld (clear_top),hl")
    e.put(f"ld a,{(space is not None) + 2 * (top is not None)}")
    e.call("clear_statement")


def _end(e: ValueEmitter, _arguments: tuple[Argument, ...]) -> None:
    e.put("jp program_end")


def _begin_input(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    e.put(f"ld hl,{e.storage.string_constant(str(arguments[0]))}")
    e.call("input_prompt")


def _begin_line_input(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    e.put(f"ld hl,{e.storage.string_constant(str(arguments[0]))}")
    e.call("print_string")
    e.call("input_start")


def _set_base(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    table, address = map(value_of, arguments)
    e.byte(table)
    kept = e.word()
    e.put(f"ld ({kept}),hl")
    e.address(address)
    e.put("ex de,hl", f"ld hl,({kept})")
    e.free_word()
    e.call("set_base")


def _set_field(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    name, subscripts, text, right, *_ = arguments
    kept = e.word()
    if isinstance(name, ArrayName):
        assert isinstance(subscripts, Subscripts)
        e.element(name, subscripts.values)
        e.put(f"ld ({kept}),hl")
    else:
        assert isinstance(name, VariableName)
        e.put(f"ld hl,{e.storage.variable(name)}", f"ld ({kept}),hl")
    e.string(value_of(text))
    e.put(f"ld de,({kept})", f"ld a,{int(bool(right))}")
    e.free_word()
    e.call("string_set")


def _define_usr(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    digit, address = arguments
    e.address(value_of(address))
    e.put(f"ld (USRTAB+{2 * int(str(digit))}),hl")


#: Of each device: its first trap, how many there are (runtime/flow/events.asm), and the number of the first.
_TRAPS = {
    Device.KEY: (0, 10, 1),
    Device.STOP: (10, 1, 0),
    Device.SPRITE: (11, 1, 0),
    Device.STRIG: (12, 5, 0),
    Device.INTERVAL: (17, 1, 0),
}
_STATES = {Switch.OFF: 0, Switch.ON: 1, Switch.STOP: 2}


def _on_device(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    device, period, targets = arguments
    assert isinstance(targets, tuple)
    assert isinstance(device, Device)
    if device is Device.INTERVAL:
        e.address(value_of(period))
        e.call("interval_set")
    first, count, _ = _TRAPS[device]
    for index, target in enumerate(targets[:count]):
        if target is not None:
            e.put(f"ld hl,{e.block_label(int(str(target)))}", f"ld (traps+{4 * (first + index) + 2}),hl")


def _switch_device(e: ValueEmitter, arguments: tuple[Argument, ...]) -> None:
    device, number, switch = arguments
    assert isinstance(device, Device)
    assert isinstance(switch, Switch)
    first, count, lowest = _TRAPS[device]
    e.byte(value_of(number))
    if lowest:
        e.put("dec hl")
    e.put(f"ld bc,{count * 256 + first}", f"ld a,{_STATES[switch]}")
    e.call("trap_switch")


STATEMENTS: dict[Op, Doer] = {
    Op.PRINT_STRING: _print_string,
    Op.PRINT_NUMBER: _print_number,
    Op.PRINT_COMMA: _print_plain("comma"),
    Op.PRINT_LINE: _print_plain("line"),
    Op.PRINT_TAB: _print_integer("tab"),
    Op.PRINT_SPACES: _print_integer("spaces"),
    Op.USING_STRING: _using_string,
    Op.USING_NUMBER: _using_number,
    Op.END_USING: plain("using_end"),
    Op.LOCATE: _locate,
    Op.COLOUR: _colour,
    Op.SET_PALETTE: optional_bytes("palette", ("colour", "red", "green", "blue"), "set_palette"),
    Op.NEW_PALETTE: plain("palette_reset"),
    Op.RESTORE_PALETTE: plain("restore_palette"),
    Op.SET_PAGE: optional_bytes("page", ("shown", "active"), "set_page"),
    Op.SET_ADJUST: _set_adjust,
    Op.SET_OPTION: _nothing,
    Op.SET_DATE: from_text("set_date"),
    Op.SET_CLOCK: from_text("set_time_of_day"),
    Op.INTERLACE: from_byte("interlace"),
    Op.RESET_COLOURS: plain("colour_missing"),
    Op.WIDTH: from_byte("set_width"),
    Op.SPRITE_SIZE: from_byte("sprite_size"),
    Op.KEY_CLICK: _key_click,
    Op.BAUD_RATE: _checked,
    Op.FORCE_TEXT: _force_text,
    Op.CLEAR_SCREEN: plain("cls"),
    Op.SHOW_KEYS: _show_keys,
    Op.SET_KEY: _set_key,
    Op.LIST_KEYS: plain("list_keys"),
    Op.DIMENSION: _dimension,
    Op.ERASE: _erase,
    Op.DEFINE_TYPE: _nothing,
    Op.MUST_EXIST: _must_exist,
    Op.RESTORE: _restore,
    Op.READ_CHECK: plain("read_check"),
    Op.READ_DONE: plain("read_done"),
    Op.DEFINE_FUNCTION: _define_function,
    Op.CALL_SUBROUTINE: _call_subroutine,
    Op.RETURN: plain("return_to"),
    Op.MUST_BE_CALLED: plain("must_be_called"),
    Op.RAISE_ERROR: _raise_error,
    Op.ON_ERROR: _on_error,
    Op.RESUME_AT: plain("resume_at"),
    Op.CLEAR: _clear,
    Op.END: _end,
    Op.NEW: _end,
    Op.STOP: plain("stop_statement"),
    Op.RUN_AGAIN: plain("run_again"),
    Op.SET_TIME: _address("set_time"),
    Op.BEGIN_INPUT: _begin_input,
    Op.BEGIN_LINE_INPUT: _begin_line_input,
    Op.END_INPUT: plain("input_end"),
    Op.POKE: _address_and_byte("poke"),
    Op.VPOKE: _address_and_byte("vpoke"),
    Op.OUT: _address_and_byte("out_port"),
    Op.SOUND: _address_and_byte("sound"),
    Op.SET_VDP: _set_vdp,
    Op.SET_BASE: _set_base,
    Op.BEEP: plain("beep"),
    Op.DEFINE_USR: _define_usr,
    Op.ON_DEVICE: _on_device,
    Op.SWITCH_DEVICE: _switch_device,
    Op.NEED_DISK: plain("need_disk"),
    # NEED_DISK stands before it, so it is never reached.
    Op.WRITE_SECTOR: plain("need_disk"),
    Op.SET_FIELD: _set_field,
}
