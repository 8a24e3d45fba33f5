"""The operations of the program model bound to the parts of a machine: the functions that compiled code calls.

One line an operation, so that an editor leads from it to the method and a type checker sees that it is there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msxkit import decimal14
from msxkit.basic_type import BasicType
from msxkit.interpreter.emission.emit_python import NOW, WAYS
from msxkit.interpreter.machine import Machine
from msxkit.interpreter.statements.using import Using
from msxkit.interpreter.values import strings
from msxkit.machine.graphics.circle import Circle
from msxkit.machine.guard import STATEMENT, Spend
from msxkit.machine.video.operations import Operation
from msxkit.program.operation import AnyOperation, Trait
from msxkit.program.operations import Op, with_trait
from msxkit.timing.operands import LIBRARY, LIBRARY_NAMES, LOOPS

Bound = Callable[..., Any]


def bind(machine: Machine) -> None:
    """Put operations and types into the namespace of the machine's compiled code, by their names."""
    functions = operations(machine)
    for operation, function in functions.items():
        machine.names[operation.name] = function
    for basic in BasicType:
        machine.names[basic.name] = basic
    # The stack of loops: compiled code steps the innermost one itself.
    machine.names[LOOPS] = machine.control.stack
    machine.names[LIBRARY] = LIBRARY_NAMES
    machine.names[NOW] = machine.state.clock
    machine.names[WAYS] = machine.costs.ways
    machine.names.update(machine.meters.metered(functions))
    # Those that programs call by the million say themselves what they do, where they loop.
    for operation in with_trait(Trait.LONG):
        machine.names[operation.name] = _guarded(machine.names[operation.name], machine.guard.spend)


def _guarded(function: Bound, spend: Spend) -> Bound:
    def run(*arguments: Any) -> Any:
        spend(STATEMENT)
        return function(*arguments)

    return run


def operations(machine: Machine) -> dict[AnyOperation, Bound]:
    """Return every operation of a machine."""
    return {
        **_values(machine),
        **_variables(machine),
        **_flow(machine),
        **_screen(machine),
        **_display(machine),
        **_graphics(machine),
        **_devices(machine),
        **_files(machine),
        **_text(machine),
    }


def _values(machine: Machine) -> dict[AnyOperation, Bound]:
    space, disk, waits = machine.space, machine.disk_basic, machine.waits
    return {
        Op.ADD: decimal14.add,
        Op.SUBTRACT: decimal14.sub,
        Op.MULTIPLY: decimal14.mul,
        Op.NEGATE: decimal14.neg,
        Op.TO_INTEGER: decimal14.to_int16,
        Op.TO_SINGLE: decimal14.csng,
        Op.MISMATCH: machine.on_error.mismatch,
        Op.ILLEGAL: machine.on_error.illegal,
        Op.ALWAYS: machine.on_error.always,
        Op.JOIN: space.cat,
        Op.JOIN_HELD: space.cat_held,
        Op.HOLD: space.hold,
        Op.RELEASE: space.release,
        Op.COPY: space.copy,
        Op.FAIL: machine.on_error.fail,
        Op.DIVIDE: decimal14.div,
        Op.POWER: decimal14.power,
        Op.INTEGER_DIVIDE: decimal14.int_divide,
        Op.MODULO: decimal14.modulo,
        Op.SIGN: decimal14.sign,
        Op.INT: decimal14.int_,
        Op.ABSOLUTE: decimal14.absolute,
        Op.SQUARE_ROOT: decimal14.sqr,
        Op.SINE: decimal14.sin,
        Op.COSINE: decimal14.cos,
        Op.TANGENT: decimal14.tan,
        Op.ARCTANGENT: decimal14.atn,
        Op.LOGARITHM: decimal14.log,
        Op.EXPONENTIAL: decimal14.exp,
        Op.FIX: decimal14.fix,
        Op.TO_DOUBLE: decimal14.cdbl,
        Op.BYTE: strings.byte,
        Op.WITHIN: strings.within,
        Op.RANDOM: waits.rnd,
        Op.LENGTH: len,
        Op.CODE: strings.asc,
        Op.VALUE: decimal14.val,
        Op.LEFT: space.left,
        Op.RIGHT: space.right,
        Op.MIDDLE: space.mid,
        Op.FIND: strings.instr,
        Op.CHARACTER: space.chr_,
        Op.NUMBER_TEXT: space.str_,
        Op.HEXADECIMAL: space.hex_,
        Op.OCTAL: space.oct_,
        Op.BINARY: space.bin_,
        Op.BLANKS: space.space,
        Op.REPEAT_CODE: space.string_code,
        Op.REPEAT_TEXT: space.string_of,
        Op.REPLACED: space.replaced,
        Op.TEXT_TO_INTEGER: disk.cvi,
        Op.TEXT_TO_SINGLE: disk.cvs,
        Op.TEXT_TO_DOUBLE: disk.cvd,
        Op.INTEGER_TO_TEXT: disk.mki,
        Op.SINGLE_TO_TEXT: disk.mks,
        Op.DOUBLE_TO_TEXT: disk.mkd,
    }


def _variables(machine: Machine) -> dict[AnyOperation, Bound]:
    workspace, functions, data = machine.workspace, machine.functions, machine.data
    return {
        Op.DIMENSION: machine.variables.dim,
        Op.ERASE: machine.variables.erase,
        Op.MUST_EXIST: machine.variables.must_exist,
        Op.MADE: machine.variables.made,
        Op.DEFINE_TYPE: machine.deftype,
        Op.POINTER: workspace.pointer,
        Op.FILE_POINTER: workspace.file_pointer,
        Op.FREE_STRINGS: workspace.free_strings,
        Op.FREE_MEMORY: workspace.free_memory,
        Op.CLEAR: workspace.clear,
        Op.DEFINE_FUNCTION: functions.define,
        Op.CALL_FUNCTION: functions.call_fn,
        Op.DEFINE_USR: functions.def_usr,
        Op.CALL_USR: functions.usr,
        Op.READ_NUMBER: data.number,
        Op.READ_STRING: data.string,
        Op.READ_CHECK: data.check,
        Op.READ_DONE: data.done,
        Op.RESTORE: data.restore,
    }


def _flow(machine: Machine) -> dict[AnyOperation, Bound]:
    control, on_error, waits = machine.control, machine.on_error, machine.waits
    return {
        Op.ENTER: waits.enter,
        Op.AT: machine.run_is_at,
        Op.BEGIN_LOOP: control.push_for,
        Op.FIND_LOOP: control.find_for,
        Op.STEP_INNERMOST: control.next_unnamed,
        Op.CALL_SUBROUTINE: control.push_gosub,
        Op.RETURN: control.pop_gosub,
        Op.MUST_BE_CALLED: control.check_gosub,
        Op.ON_ERROR: on_error.set_handler,
        Op.RAISE_ERROR: on_error.raise_error,
        Op.RESUME_SAME: partial(on_error.resume, "same"),
        Op.RESUME_NEXT: partial(on_error.resume, "next"),
        Op.RESUME_AT: partial(on_error.resume, "line"),
        Op.MUST_HANDLE: on_error.must_handle,
        Op.ON_DEVICE: control.on_trap,
        Op.SWITCH_DEVICE: control.switch_trap,
        Op.END: machine.end,
        Op.STOP: machine.stop,
        Op.CONTINUE: machine.cont,
        Op.RUN_AGAIN: machine.run_again,
        Op.RUN_FILE: machine.run_file,
        Op.TRACE: machine.set_trace,
        Op.ERROR_NUMBER: lambda: on_error.err,
        Op.ERROR_LINE: lambda: on_error.erl,
        Op.TIME: waits.now,
        Op.DRAW: waits.draw,
        Op.SET_TIME: waits.set_time,
        Op.INKEY: waits.inkey,
        Op.INPUT_CHARACTERS: waits.input_characters,
        Op.BEGIN_INPUT: waits.input_begin,
        Op.BEGIN_LINE_INPUT: waits.line_input_begin,
        Op.INPUT_LINE: waits.input_line,
        Op.LINE_INPUT: partial(waits.input_line, 0, True),
        Op.FIELD_NUMBER: waits.field_number,
        Op.FIELD_STRING: waits.field_string,
        Op.FIELD_CHECK: waits.field_check,
        Op.INPUT_AGAIN: waits.input_again,
        Op.END_INPUT: waits.input_end,
    }


def _screen(machine: Machine) -> dict[AnyOperation, Bound]:
    out, display = machine.screen_out, machine.display
    return {
        Op.TO_PRINTER: machine.files.printer_out,
        Op.TO_FILE: machine.files.channel_out,
        Op.PRINT_STRING: out.string,
        Op.PRINT_NUMBER: out.number,
        Op.PRINT_COMMA: out.comma,
        Op.PRINT_TAB: out.tab,
        Op.PRINT_SPACES: out.blanks,
        Op.PRINT_LINE: out.newline,
        Op.BEGIN_USING: lambda printer, text: Using(printer or out, text),
        Op.USING_STRING: Using.string,
        Op.USING_NUMBER: Using.number,
        Op.END_USING: Using.finish,
        Op.LOCATE: display.locate,
        Op.WIDTH: display.set_width,
        Op.CLEAR_SCREEN: machine.screens.clear,
        Op.FORCE_TEXT: machine.screens.to_text,
        Op.SET_KEY: display.key_text,
        Op.SHOW_KEYS: display.key_line,
        Op.LIST_KEYS: display.key_list,
        Op.COLUMN: display.pos,
        Op.ROW: display.csrlin,
        Op.PRINTER_COLUMN: machine.files.lpos,
    }


def _display(machine: Machine) -> dict[AnyOperation, Bound]:
    display, screens, sprites = machine.display, machine.screens, machine.graphics.sprites
    return {
        Op.SCREEN_MODE: screens.select,
        Op.SPRITE_SIZE: screens.set_sprite_size,
        Op.KEY_CLICK: display.set_click,
        Op.BAUD_RATE: display.set_baud_rate,
        Op.INTERLACE: screens.set_interlace,
        Op.NEED_MSX2: display.need_msx2,
        Op.NEED_SCREEN: display.need_screen,
        Op.COLOUR: screens.colours.set,
        Op.RESET_COLOURS: display.reset_colours,
        Op.SET_PALETTE: screens.colours.set_palette,
        Op.NEW_PALETTE: screens.colours.reset_palette,
        Op.RESTORE_PALETTE: screens.colours.restore_palette,
        Op.SET_PAGE: screens.set_page,
        Op.SET_ADJUST: display.set_adjust,
        Op.NEED_SET_SCROLL: display.need_scroll,
        Op.SET_SCROLL: screens.set_scroll,
        Op.SET_SPRITE: sprites.set_pattern,
        Op.SPRITE_PATTERN: lambda number: machine.space.made(sprites.pattern(number)),
        Op.SELECT_SPRITE: sprites.select,
        Op.PUT_SPRITE: sprites.put,
        Op.PUT_SPRITE_COLOUR: sprites.put_colour,
        Op.PUT_SPRITE_PATTERN: sprites.put_pattern,
        Op.SPRITE_COLOUR: sprites.set_colour,
        Op.SPRITE_ROWS: sprites.set_line_colours,
    }


def _graphics(machine: Machine) -> dict[AnyOperation, Bound]:
    graphics, pictures = machine.graphics, machine.pictures
    drawing = graphics.drawing
    return {
        Op.MOVE: drawing.move,
        Op.PLACE: drawing.place,
        Op.POINT: drawing.point,
        Op.INK: drawing.set_ink,
        Op.RASTER: lambda raster: drawing.set_operation(Operation[raster]),
        Op.PSET: drawing.pset,
        Op.LINE: drawing.line,
        Op.BOX: drawing.box,
        Op.FILLED_BOX: drawing.filled_box,
        Op.BEGIN_CIRCLE: graphics.circle,
        Op.CIRCLE_START: Circle.set_start,
        Op.CIRCLE_END: Circle.set_end,
        Op.CIRCLE_ASPECT: Circle.set_aspect,
        Op.CIRCLE: Circle.draw,
        Op.PAINT: graphics.painting.paint,
        Op.DRAW_MACRO: graphics.turtle.draw,
        Op.COPY_AREA: pictures.copy,
        Op.COPY_TO_ARRAY: pictures.to_array,
        Op.COPY_TO_FILE: pictures.to_file,
        Op.NEED_ARRAY: pictures.need_array,
        Op.COPY_ARRAY_TO_FILE: pictures.array_to_file,
        Op.COPY_FILE_TO_ARRAY: pictures.file_to_array,
        Op.COPY_FROM_ARRAY: pictures.from_array,
        Op.COPY_FROM_FILE: pictures.from_file,
    }


def _devices(machine: Machine) -> dict[AnyOperation, Bound]:
    memory, video, devices = machine.memory, machine.video_access, machine.devices
    return {
        Op.PEEK: memory.peek,
        Op.POKE: memory.poke,
        Op.VPEEK: video.vpeek,
        Op.VPOKE: video.vpoke,
        Op.BASE: video.base,
        Op.SET_BASE: video.set_base,
        Op.VDP: video.vdp,
        Op.SET_VDP: video.set_vdp,
        Op.INP: memory.inp,
        Op.OUT: memory.out,
        Op.PORT_BITS: memory.port_bits,
        Op.SOUND: devices.sound,
        Op.BEEP: devices.beep,
        Op.PLAY: devices.play,
        Op.PLAYING: devices.playing,
        Op.STICK: devices.stick,
        Op.TRIGGER: devices.strig,
        Op.PADDLE: devices.pdl,
        Op.PAD: devices.pad,
        Op.TURBO: machine.turbo.switch,
        Op.SET_BEEP: devices.set_beep,
        Op.SET_TITLE: devices.set_title,
        Op.SET_PROMPT: devices.set_prompt,
        Op.SET_PASSWORD: devices.set_password,
        Op.SET_SCREEN: machine.display.keep_screen,
        Op.SET_DATE: devices.set_date,
        Op.SET_CLOCK: devices.set_time_of_day,
        Op.DATE: lambda alarm: machine.space.made(devices.date(alarm)),
        Op.CLOCK: lambda alarm: machine.space.made(devices.time_of_day(alarm)),
    }


def _files(machine: Machine) -> dict[AnyOperation, Bound]:
    files, records, disk = machine.files, machine.records, machine.disk_basic
    return {
        Op.OPEN: files.open_file,
        Op.CLOSE: files.close_file,
        Op.MAX_FILES: machine.workspace.set_maxfiles,
        Op.INPUT_FROM: files.input_from,
        Op.FILE_CHARACTERS: machine.waits.file_characters,
        Op.FILE_NUMBER: files.file_number,
        Op.FILE_STRING: files.file_string,
        Op.FILE_LINE: files.file_line,
        Op.FIELD: records.field_file,
        Op.SET_FIELD: records.lset,
        Op.GET_RECORD: records.get_record,
        Op.PUT_RECORD: records.put_record,
        Op.CHANNEL: files.number,
        Op.END_OF_FILE: files.eof,
        Op.FILE_PLACE: files.loc,
        Op.FILE_SIZE: files.lof,
        Op.FILE_POSITION: machine.workspace.fpos,
        Op.DISK_FREE: files.dskf,
        Op.READ_SECTOR: disk.read_sector,
        Op.WRITE_SECTOR: disk.write_sector,
        Op.NEED_DISK: disk.need_disk,
        Op.OF_DISK: disk.of_disk,
    }


def _text(machine: Machine) -> dict[AnyOperation, Bound]:
    programs = machine.programs
    return {
        Op.LIST: programs.list_lines,
        Op.DELETE: programs.delete,
        Op.RENUMBER: programs.renumber,
        Op.NUMBER_LINES: programs.number_lines,
        Op.NEW: programs.new,
        Op.LOAD: programs.load,
        Op.SAVE: programs.save,
        Op.MERGE: programs.merge,
        Op.VERIFY: programs.verify,
        Op.LIST_FILES: programs.list_files,
        Op.KILL: programs.kill,
        Op.RENAME: programs.rename,
        Op.FIND_FILE: programs.find,
        Op.COPY_FILE: programs.copy_file,
        Op.SAVE_MEMORY: programs.save_memory,
        Op.LOAD_MEMORY: programs.load_memory,
    }
