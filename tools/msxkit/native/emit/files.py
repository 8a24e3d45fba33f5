"""Files of the cartridge: BLOAD, COPY of a picture, INPUT # and similar, RUN and LOAD of a program."""

from __future__ import annotations

from collections.abc import Callable

from msxkit.basic_errors import BAD_FILE_NAME
from msxkit.language.tree.base import OpenMode, Raster
from msxkit.language.turbo import is_turbo
from msxkit.native.asm.z80 import BC, DE, HL, A, At, add, jp, ld
from msxkit.native.emit.disk import load_memory, use
from msxkit.native.emit.emitter import Doer, Emitter, Maker
from msxkit.native.emit.graphics import copy_from, copy_to, load_direction
from msxkit.native.emit.written_files import stored_name
from msxkit.native.errors import of_file
from msxkit.native.files import BinaryFile
from msxkit.program.model import GoWhere
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import OF_STATEMENT, Op
from msxkit.program.values import ArrayName, Temporary, Value, constant

#: The modes of OPEN, and what is added where ROM comes first (runtime/io/store.asm).
_MODES = {OpenMode.INPUT: 1, OpenMode.OUTPUT: 2, OpenMode.APPEND: 3, None: 4}
_ROM_FIRST = 0x80
#: What an author should know where names are computed.
_NONE = "finds nothing in the cartridge; --with-file takes files along"
#: Bytes of a record, where OPEN does not say.
_RECORD = constant(256, 0)


def rom_first(e: Emitter, name: Value) -> int:
    """Return what is added to the mode where ROM comes first."""
    return _ROM_FIRST * e.devices.store.is_rom_first(e.devices.file_name(name))


def is_own(e: Emitter, text: str) -> bool:
    """Return whether a file is beside the listing and never anywhere else."""
    return e.files.has(text) and e.devices.store.is_rom_first(text)


def _in_rom(e: Emitter, name: Value, what: str) -> str | None:
    """Return the name of a file that is read from ROM. None: it is looked for at run time, in ROM too if it is there.
    Raise `RefusedError`.
    """
    text, store = e.devices.file_name(name), e.devices.store
    if text is None:
        find_all(e, what)
    elif e.files.has(text) or not (store.computes or stored_name(text) in store.written):
        if e.lenient and not e.files.has(text):
            e.remark(f"{of_file(what, text)} is not beside the listing: it is looked for on the disk")
            return None
        if store.is_rom_first(text):
            _must_be_given(e, name)
            return text
        e.files.name(text, stored_name(text) or "", what)
    return None


def _must_be_given(e: Emitter, name: Value) -> None:
    """Write error 56 for a name that the program has not set yet."""
    if e.devices.may_be_empty(name):
        e.devices.note_error(BAD_FILE_NAME)
        e.values.string(name)
        e.writer.call("name_given")


def find_all(e: Emitter, what: str) -> None:
    """Let all files that are taken along be found at run time."""
    if not e.files.name_all(what) and not e.devices.store.computes:
        e.remark(f"{what} of a name that the program computes {_NONE}")


def _is_next(e: Emitter, what: str, name: Value) -> bool:
    """Return whether the next file of a cassette is meant; if so, the error is written."""
    text = e.devices.file_name(name)
    return text is not None and text.endswith(":") and e.is_cassette(what, text)


# Memory


def _load_memory(e: Emitter, name: Value, given: Value | None, run: bool, video: bool) -> None:
    offset = given or constant(0, 0)
    if _is_next(e, "BLOAD", name):
        return
    constant_name = e.devices.file_name(name)
    if run and constant_name is not None and is_turbo(constant_name):
        return  # XBASIC, which extends the BASIC that a cartridge does without: CALL TURBO does nothing
    text = _in_rom(e, name, "BLOAD")
    if text is None:
        load_memory(e, name, offset, video | run << 1 | rom_first(e, name))
        return
    found = e.files.binary(text)
    if video:
        e.values.address(offset)
        e.writer.put(ld(DE, found.start), add(HL, DE), ld(DE, found.label))
        e.writer.call("bload_video")
    else:
        _load_found(e, found, text, offset, run)


def _load_found(e: Emitter, found: BinaryFile, name: str, offset: Value, run: bool) -> None:
    """Write BLOAD of a file of the ROM into memory."""
    moved = e.operands.only(offset)
    if moved is not None:
        start = found.start + moved & 0xFFFF
        e.usr.reserve(start, start + found.size, name)
        e.writer.put(ld(HL, start), ld(DE, found.label))
        e.writer.call("bload")
        if run:
            e.writer.put(ld(HL, found.entry + moved & 0xFFFF))
            e.writer.call("bload_run")
        return
    if not e.usr.cleared:
        e.remark(
            f"{of_file('BLOAD', name)} with an offset that the program computes needs memory that CLEAR keeps free"
        )
    kept = e.temporaries.word()
    e.values.address(offset)
    e.writer.put(ld(At(kept), HL), ld(DE, found.start), add(HL, DE))
    e.writer.put(ld(BC, found.size), ld(DE, found.label))
    e.writer.call("bload_checked")
    if run:
        e.writer.put(ld(HL, At(kept)), ld(DE, found.entry), add(HL, DE))
        e.writer.call("bload_run")
    e.temporaries.free_word()


def _copy_from_file(
    e: Emitter, name: Value, direction: Value | None, point: Temporary, page: Value | None, raster: Raster
) -> None:
    text = _in_rom(e, name, "COPY")
    e.writer.call("need_disk")
    copy_to(e, point, page, raster)
    if text is None:
        use(e)
        e.values.string(name)
        e.writer.put(ld(A, rom_first(e, name)))
        e.writer.call("store_read")
    load_direction(e, direction)
    if text is None:
        e.writer.call("copy_from_store")
        return
    e.writer.put(ld(DE, e.files.any(text, "COPY")))
    e.writer.call("copy_from_file")


def _copy_file_to_array(e: Emitter, name: Value, array: ArrayName) -> None:
    text = _in_rom(e, name, "COPY")
    e.writer.call("need_disk")
    if text is None:
        use(e)
        e.values.string(name)
        e.writer.put(ld(A, rom_first(e, name)))
        e.writer.call("store_read")
    else:
        e.writer.put(ld(DE, e.files.any(text, "COPY")))
        e.writer.call("rom_open")
    e.writer.put(ld(HL, e.storage.array(array)))
    e.writer.call("copy_file_to_array")


def _copy_array_to_file(e: Emitter, array: ArrayName, name: Value) -> None:
    use(e)
    e.values.string(name)
    e.writer.put(ld(DE, e.storage.array(array)))
    e.writer.call("copy_array_to_file")


def _need_array(e: Emitter, array: ArrayName) -> None:
    e.writer.put(ld(HL, e.storage.array(array)))
    e.writer.call("copy_array")


def _copy_to_file(e: Emitter, first: Temporary, last: Temporary, page: Value | None, name: Value) -> None:
    use(e)
    copy_from(e, first, last, page)
    e.writer.call("need_disk")
    e.values.string(name)
    e.writer.call("copy_to_file")


def _copy_file(e: Emitter, source: Value, target: Value) -> None:
    use(e)
    text = e.devices.file_name(source)
    if text is not None and e.files.has(text):
        e.files.name(text, stored_name(text) or "", "COPY")
    elif text is None:
        find_all(e, "COPY")
    if target is source:
        e.values.string(source)
        e.writer.call("store_copy.onto")
    else:
        e.strings.arguments((source, HL), (target, DE))
        e.writer.call("store_copy")


# Channels


def _open(e: Emitter, name: Temporary, mode: OpenMode | None, channel: Value, size: Value | None) -> None:
    if e.is_cassette("OPEN", e.devices.file_name(name), writes=mode is not OpenMode.INPUT):
        return
    device = e.devices.of_name(name.number)
    if device == 0:
        e.writer.call("no_drive")
    elif device is None:
        _open_file(e, name, mode, channel, size)
    else:
        reads = mode is OpenMode.INPUT
        e.devices.disk_errors |= reads
        _must_be_given(e, name)
        e.values.byte(channel)
        e.writer.put(ld(A, device))
        e.writer.call("channel_input" if reads else "channel_open")


def _open_file(
    e: Emitter, name: Temporary, mode: OpenMode | None, channel: Value, size: Value | None
) -> None:
    e.devices.disk_errors = True
    reads = mode is OpenMode.INPUT
    if reads and (text := _in_rom(e, name, "OPEN")) is not None:
        e.values.byte(channel)
        e.writer.put(ld(DE, e.files.any(text, "OPEN")))
        e.writer.call("rom_channel_open")
        return
    use(e)
    # A name that is computed may be that of a device.
    computed = e.devices.file_name(name) is None
    e.devices.store.graphic |= computed and not reads
    e.strings.arguments((name, HL), (channel, BC), (size or _RECORD, DE))
    e.writer.put(ld(A, _MODES[mode] | (rom_first(e, name) if reads else 0)))
    e.writer.call("store_open_any" if computed else "store_open")


def _channel(e: Emitter, number: Value, opened: bool) -> bool:
    e.devices.opens = e.devices.disk_errors = True
    e.values.byte(number)
    e.writer.call("channel_opened" if opened else "channel_number")
    return True


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


def _item(e: Emitter, text: bool) -> bool:
    if text:
        e.writer.put(ld(DE, e.temporaries.result()))
    e.writer.call("rom_string" if text else "rom_number")
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
    """Write RUN or LOAD ,R of another program. Return False for an end that is neither."""
    if asked := OF_STATEMENT["RUN_FILE"].of(end):
        name, keep = asked
        _find_program(e, name, "RUN")
        if keep and e.devices.opens:
            e.writer.put(ld(HL, "channels_kept"), ld(At(HL), 1))
        e.writer.put(jp("chain_program"))
        return True
    if asked := OF_STATEMENT["LOAD"].of(end):
        _find_program(e, asked[0], "LOAD")
        e.writer.put(jp("chain_program"))
        return True
    return False


def _find_program(e: Emitter, name: Value, what: str) -> None:
    """Load what the cartridge has for a program into A."""
    text = e.devices.file_name(name)
    if _is_next(e, what, name):
        return
    if text is not None:
        _must_be_given(e, name)
        e.writer.put(ld(A, f"chain_{e.files.program(text, what)}"))
        return
    if not e.files.name_programs(what):
        e.remark(f"{what} of a name that the program computes {_NONE}")
    use(e)
    e.values.string(name)
    e.writer.call("chain_name")


FILES: dict[AnyOperation, Doer] = dict(
    (
        OF_STATEMENT["BLOAD"].by(_load_memory),
        Op.COPY_FROM_FILE.by(_copy_from_file),
        Op.COPY_TO_FILE.by(_copy_to_file),
        Op.COPY_FILE.by(_copy_file),
        Op.COPY_FILE_TO_ARRAY.by(_copy_file_to_array),
        Op.COPY_ARRAY_TO_FILE.by(_copy_array_to_file),
        Op.NEED_ARRAY.by(_need_array),
        Op.OPEN.by(_open),
        OF_STATEMENT["INPUT_FILE_CHANNEL"].by(_input_from),
    )
)
FILE_VALUES: dict[AnyOperation, Maker] = dict(
    (
        Op.FILE_CHARACTERS.by(_characters),
        OF_STATEMENT["INPUT_FILE"].by(_item),
        Op.CHANNEL.by(_channel),
        Op.END_OF_FILE.by(_asked("rom_eof", is_integer=True)),
        Op.FILE_SIZE.by(_asked("file_size", is_integer=False)),
    )
)
