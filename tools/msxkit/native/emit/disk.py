"""What works on files at run time besides OPEN: KILL, NAME, FILES, records, BSAVE, and BLOAD of any name."""

from __future__ import annotations

from msxkit.basic_errors import ILLEGAL_CALL, INTERNAL_ERROR
from msxkit.native.asm.z80 import DE, HL, A, At, ld
from msxkit.native.emit.emitter import Doer, Emitter, Maker
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import OF_STATEMENT, Op
from msxkit.program.values import LoadElement, StringPlace, Value


def use(e: Emitter) -> None:
    """Note that the program has files at run time."""
    e.devices.store.used = e.devices.disk_errors = e.devices.opens = True


def _find(e: Emitter, name: Value) -> None:
    use(e)
    e.values.string(name)
    e.writer.call("store_existing")


def _rename(e: Emitter, old: Value, new: Value) -> None:
    use(e)
    e.strings.arguments((old, HL), (new, DE))
    e.writer.call("store_rename")


def _of_byte(routine: str, *, whole: bool = False) -> Maker:
    """Return a maker that calls a routine with a byte; `whole`: the result is an integer in HL."""

    def make(e: Emitter, number: Value) -> bool:
        use(e)
        e.values.byte(number)
        e.writer.call(routine)
        return whole

    return make


def _position(e: Emitter, channel: Value) -> bool:
    """Fail at run time, as FPOS of Disk BASIC does."""
    e.values.any(channel)
    e.devices.note_error(INTERNAL_ERROR)
    e.writer.fail(INTERNAL_ERROR)
    return False


def _attribute(e: Emitter, number: Value) -> bool:
    """Fail at run time: Disk BASIC does not have ATTR$."""
    e.values.any(number)
    e.writer.fail(ILLEGAL_CALL)
    e.writer.put(ld(HL, e.storage.string_constant("")))
    return False


# Sectors


def _read_sector(e: Emitter, drive: Value, sector: Value) -> bool:
    use(e)
    e.strings.arguments((drive, HL), (sector, DE))
    e.writer.call("read_sector")
    e.writer.put(ld(HL, e.storage.string_constant("")))
    return False


# Records


def _field(e: Emitter, channel: Value, *parts: tuple[Value, StringPlace]) -> None:
    use(e)
    e.values.integer(channel)
    e.writer.call("store_field")
    for width, found in parts:
        kept = e.temporaries.word()
        place = found.place
        if isinstance(place, LoadElement):
            e.values.element(place.array, place.subscripts)
        else:
            e.writer.put(ld(HL, e.storage.variable(place)))
        e.writer.put(ld(At(kept), HL))
        e.values.integer(width)
        e.writer.put(ld(DE, At(kept)))
        e.temporaries.free_word()
        e.writer.call("store_part")


# Memory


def _save_memory(
    e: Emitter, name: Value, first: Value, last: Value, entry: Value | None, video: bool
) -> None:
    if e.is_cassette("BSAVE", e.devices.file_name(name), writes=True):
        return
    use(e)
    for value, place in ((first, "bsave_start"), (last, "bsave_end"), (entry or first, "bsave_entry")):
        e.values.address(value)
        e.writer.put(ld(At(place), HL))
    e.values.string(name)
    e.writer.put(ld(A, int(video)))
    e.writer.call("store_save")


def load_memory(e: Emitter, name: Value, offset: Value, how: int) -> None:
    """Write BLOAD of a name that is known at run time.

    Args:
        how: 1: into video memory, 2: it runs, 80h: ROM comes first.
    """
    use(e)
    kept = e.temporaries.word()
    e.values.address(offset)
    e.writer.put(ld(At(kept), HL))
    e.values.string(name)
    e.writer.put(ld(DE, At(kept)), ld(A, how))
    e.temporaries.free_word()
    e.writer.call("store_load")


DISK: dict[AnyOperation, Doer] = dict(
    (
        Op.FIND_FILE.by(_find),
        OF_STATEMENT["NAME"].by(_rename),
        OF_STATEMENT["FIELD"].by(_field),
        OF_STATEMENT["BSAVE"].by(_save_memory),
    )
)
DISK_VALUES: dict[AnyOperation, Maker] = dict(
    (
        Op.DISK_FREE.by(_of_byte("store_free")),
        Op.FILE_PLACE.by(_of_byte("file_place")),
        Op.FILE_POINTER.by(_of_byte("file_pointer", whole=True)),
        Op.FILE_POSITION.by(_position),
        Op.ILLEGAL.by(_attribute),
        Op.READ_SECTOR.by(_read_sector),
    )
)
