"""Files of the cartridge: BLOAD, COPY of a picture, INPUT # and similar, RUN and LOAD of a program."""

from __future__ import annotations

from collections.abc import Callable

from msxkit.language.tree.base import OpenMode, Raster
from msxkit.native.asm.z80 import BC, DE, HL, A, At, add, jp, ld
from msxkit.native.emit.disk import load_memory, use
from msxkit.native.emit.emitter import Doer, Emitter, Maker
from msxkit.native.emit.graphics import copy_to, load_direction
from msxkit.native.emit.store import stored_name
from msxkit.native.errors import RefusedError
from msxkit.program.model import GoWhere
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import Op
from msxkit.program.values import NumberConstant, StringConstant, Temporary, Value, constant

#: The modes of OPEN, and what is added where ROM comes first (runtime/io/store.asm).
_MODES = {OpenMode.INPUT: 1, OpenMode.OUTPUT: 2, OpenMode.APPEND: 3, None: 4}
_ROM_FIRST = 0x80
#: Bytes of a record, where OPEN does not say.
_RECORD = constant(256, 0)


def _name(e: Emitter, name: Value) -> str | None:
    """Return the text of a name; None where it is not a constant."""
    if isinstance(name, Temporary):
        return e.devices.name(name.number)
    return name.text if isinstance(name, StringConstant) else None


# Memory


def _load_memory(e: Emitter, name: Value, offset: Value, video: bool, run: bool) -> None:
    text, store = _name(e, name), e.devices.store
    if text is None or not store.is_rom_first(text):
        if text is not None and e.files.has(text):
            e.files.name(text, stored_name(text) or "", "BLOAD")
        elif text is None:
            e.files.name_all()
        load_memory(e, name, offset, video | run << 1 | _ROM_FIRST * store.is_rom_first(text))
        return
    found = e.files.binary(text)
    if video:
        e.values.address(offset)
        e.writer.put(ld(DE, found.start), add(HL, DE), ld(DE, found.label))
        e.writer.call("bload_video")
    else:
        if not isinstance(offset, NumberConstant):
            raise RefusedError(
                "BLOAD with an offset that is not a constant: the cartridge keeps no room for it"
            )
        moved = int(offset.number)
        start = found.start + moved & 0xFFFF
        e.usr.reserve(start, start + found.size, _name(e, name) or "")
        e.writer.put(ld(HL, start), ld(DE, found.label))
        e.writer.call("bload")
    if run:
        if video or not isinstance(offset, NumberConstant):
            raise RefusedError("BLOAD with R takes an offset that is a constant, and no S")
        e.writer.put(ld(HL, found.entry + int(offset.number) & 0xFFFF))
        e.writer.call("bload_run")


def _copy_from_file(
    e: Emitter, name: Value, direction: Value | None, point: Temporary, page: Value | None, raster: Raster
) -> None:
    label = e.files.any(_name(e, name), "COPY")
    e.writer.call("need_disk")
    copy_to(e, point, page, raster)
    load_direction(e, direction)
    e.writer.put(ld(DE, label))
    e.writer.call("copy_from_file")


def _copy_to_file(_e: Emitter, *_arguments: object) -> None:
    raise RefusedError("COPY to a file: a cartridge cannot write files")


# Channels


def _open(e: Emitter, name: Temporary, mode: OpenMode | None, channel: Value, size: Value | None) -> None:
    device = e.devices.of_name(name.number)
    if device == 0:
        e.writer.call("no_drive")
    elif device is None:
        _open_file(e, name, mode, channel, size)
    else:
        reads = mode is OpenMode.INPUT
        e.devices.disk_errors |= reads
        e.values.byte(channel)
        e.writer.put(ld(A, device))
        e.writer.call("channel_input" if reads else "channel_open")


def _open_file(
    e: Emitter, name: Temporary, mode: OpenMode | None, channel: Value, size: Value | None
) -> None:
    text, store = _name(e, name), e.devices.store
    e.devices.disk_errors = True
    first = mode is OpenMode.INPUT and store.is_rom_first(text)
    if mode is OpenMode.INPUT and text is not None:
        if first:
            e.values.byte(channel)
            e.writer.put(ld(DE, e.files.any(text, "OPEN")))
            e.writer.call("rom_channel_open")
            return
        if e.files.has(text):
            e.files.name(text, stored_name(text) or "", "OPEN")
    if text is None and mode is OpenMode.INPUT:
        e.files.name_all()
    use(e)
    e.strings.arguments((name, HL), (channel, BC), (size or _RECORD, DE))
    e.writer.put(ld(A, _MODES[mode] | _ROM_FIRST * first))
    e.writer.call("store_open")


def _input_from(e: Emitter, channel: Value) -> None:
    e.devices.opens = True
    e.values.byte(channel)
    e.writer.call("rom_from")


def _characters(e: Emitter, count: Value, channel: Value) -> bool:
    e.devices.opens = True
    result = e.temporaries.result()
    e.strings.arguments((count, BC), (channel, HL))
    e.writer.put(ld(DE, result))
    e.writer.call("rom_characters")
    return False


def _line(e: Emitter, channel: Value) -> bool:
    e.devices.opens = True
    result = e.temporaries.result()
    e.values.byte(channel)
    e.writer.put(ld(DE, result))
    e.writer.call("rom_line")
    return False


def _number(e: Emitter) -> bool:
    e.writer.call("rom_number")
    return False


def _string(e: Emitter) -> bool:
    e.writer.put(ld(DE, e.temporaries.result()))
    e.writer.call("rom_string")
    return False


def _asked(routine: str, *, is_integer: bool) -> Callable[[Emitter, Value], bool]:
    """Return what writes a question about a channel, which a routine answers."""

    def write(e: Emitter, channel: Value) -> bool:
        e.devices.opens = e.devices.disk_errors = True
        e.values.byte(channel)
        e.writer.call(routine)
        return is_integer

    return write


# Programs


def run_program(e: Emitter, end: GoWhere) -> bool:
    """Write RUN or LOAD of another program. Return False for an end that is neither."""
    if asked := Op.RUN_FILE.of(end):
        name, keep = asked
        number = e.files.program(_name(e, name), "RUN")
        if keep and e.devices.opens:
            e.writer.put(ld(A, 1), ld(At("channels_kept"), A))
        _chain(e, number)
        return True
    if asked := Op.LOAD.of(end):
        name, run = asked
        number = e.files.program(_name(e, name), "LOAD")
        if run:
            _chain(e, number)
        else:
            e.writer.put(jp("program_end"))
        return True
    return False


def _chain(e: Emitter, number: int) -> None:
    e.writer.put(ld(A, f"chain_{number}"), jp("chain_go"))


FILES: dict[AnyOperation, Doer] = dict(
    (
        Op.LOAD_MEMORY.by(_load_memory),
        Op.COPY_FROM_FILE.by(_copy_from_file),
        Op.COPY_TO_FILE.by(_copy_to_file),
        Op.OPEN.by(_open),
        Op.INPUT_FROM.by(_input_from),
    )
)
FILE_VALUES: dict[AnyOperation, Maker] = dict(
    (
        Op.FILE_CHARACTERS.by(_characters),
        Op.FILE_LINE.by(_line),
        Op.FILE_NUMBER.by(_number),
        Op.FILE_STRING.by(_string),
        Op.END_OF_FILE.by(_asked("rom_eof", is_integer=True)),
        Op.FILE_SIZE.by(_asked("file_size", is_integer=False)),
    )
)
