"""Statements on the program itself: LIST, SAVE, MERGE, LOAD without R, DELETE, RENUM, AUTO.

The compiler knows the text, so what they show or write lies in the ROM. Most of them end the run, as on the machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msxkit.basic_errors import BAD_FILE_MODE, FILE_NOT_FOUND, ILLEGAL_CALL, VERIFY
from msxkit.errors import ProgramError
from msxkit.language.program import TOKENISED, Line, Program
from msxkit.language.renumber import renumber
from msxkit.language.tokens import CURRENT_LINE
from msxkit.native.asm.z80 import DE, A, jp, ld
from msxkit.native.emit.devices import DEVICES, device_of
from msxkit.native.emit.disk import use
from msxkit.native.emit.emitter import Doer, Emitter
from msxkit.native.emit.files import find_all, is_own, rom_first
from msxkit.native.emit.statements import begin_line_input
from msxkit.native.emit.written_files import stored_name
from msxkit.native.errors import of_file
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import OF_STATEMENT
from msxkit.program.values import Value

#: What `.` means before anything was typed.
_NO_LINE = 0
_ENDS = "the run ends here: a cartridge has no prompt at which RUN could be typed"


def _end(e: Emitter) -> None:
    e.writer.put(jp("program_end"))


def _place(number: int) -> int:
    return _NO_LINE if number == CURRENT_LINE else number


def _lines(e: Emitter, first: int, last: int) -> list[Line]:
    return [line for line in e.program.lines if _place(first) <= line.number <= _place(last)]


def _list(e: Emitter, first: int, last: int, printer: bool) -> None:
    _show(e, _lines(e, first, last), printer=printer)


def _show(e: Emitter, lines: Sequence[Line], *, printer: bool) -> None:
    rows = [line.listed().rstrip(b"\r\n") + b"\0" for line in lines]
    if rows:
        e.writer.put(ld(DE, e.files.own(b"".join(rows))))
        e.writer.call("list_print" if printer else "list_show")
    _end(e)


def _delete(e: Emitter, first: int, last: int) -> None:
    if _place(last) in e.program.index and _lines(e, first, last):
        _end(e)
    else:
        e.writer.fail(ILLEGAL_CALL)


def _renumber(e: Emitter, start: int, first: int, step: int) -> None:
    try:
        if not step:
            raise ProgramError("lines cannot all have one number")
        notes: Iterable[str] = renumber(e.program, _place(start), step, _place(first)).notes
    except ProgramError:
        e.writer.fail(ILLEGAL_CALL)
        return
    for note in notes:
        e.writer.put(ld(DE, e.files.own(note.encode("latin-1") + b"\0")))
        e.writer.call("list_show")
    _end(e)


def _number_lines(e: Emitter, start: int, step: int) -> None:
    if not step:
        e.writer.fail(ILLEGAL_CALL)
        return
    begin_line_input(e, e.program.auto_prompt(_place(start)))
    e.writer.put(ld(DE, e.temporaries.result()))
    e.writer.call("line_input")
    e.fails("AUTO: a cartridge has no prompt at which lines could be typed", ILLEGAL_CALL)


def _save(e: Emitter, name: Value, as_text: bool = False) -> None:
    text = e.devices.file_name(name)
    if e.is_cassette("SAVE", text, writes=True):
        return
    device = device_of(text)
    if device in (DEVICES["CRT"], DEVICES["LPT"]):
        _show(e, e.program.lines, printer=device == DEVICES["LPT"])
        return
    use(e)
    e.values.string(name)
    e.writer.put(ld(DE, e.files.own(e.program.listed() if as_text else e.program.file())))
    e.writer.call("store_text")
    if as_text:
        _end(e)


# Programs that are read


def _parsed(data: bytes) -> Program | None:
    try:
        return Program.from_file(data)
    except ProgramError:
        return None


def _fail_directly(e: Emitter) -> None:
    """Write error 57, which has no line."""
    e.devices.file_errors = True
    e.writer.put(jp("direct_error"))


def _read(e: Emitter, name: Value, what: str, *, merges: bool) -> None:
    """Write LOAD or MERGE: the file must be there, and be a program; then the run ends."""
    text = e.devices.file_name(name)
    if e.is_cassette(what, text):
        return
    e.remark(f"{what}: {_ENDS}")
    e.devices.disk_errors = True
    if text is not None and is_own(e, text):
        data = e.files.read(text, what)
        tokenised = data[:1] == bytes((TOKENISED,))
        if tokenised and (merges or _parsed(data) is None):
            e.writer.fail(BAD_FILE_MODE)
        elif tokenised or _parsed(data) is not None:
            _end(e)
        else:
            _fail_directly(e)
        return
    use(e)
    if text is None:
        find_all(e, what)
    elif e.files.has(text):
        e.files.name(text, stored_name(text) or "", what)
    e.values.string(name)
    e.writer.put(ld(A, rom_first(e, name)))
    e.writer.call("store_read")
    e.writer.put(ld(A, int(merges)))
    e.writer.call("program_read")
    _end(e)


def load(e: Emitter, name: Value) -> None:
    """Write LOAD without R, and CLOAD."""
    _read(e, name, "LOAD", merges=False)


def _merge(e: Emitter, name: Value) -> None:
    _read(e, name, "MERGE", merges=True)


def _verify(e: Emitter, name: Value) -> None:
    text = e.devices.file_name(name)
    if text is None or not e.files.has(text):
        what = "CLOAD?" if text is None else of_file("CLOAD?", text)
        e.fails(f"{what}: only a file beside the listing can be compared", FILE_NOT_FOUND)
        return
    found = _parsed(e.files.read(text, "CLOAD?"))
    if found is None or not found.is_same(e.program):
        e.writer.fail(VERIFY)


PROGRAM_TEXT: dict[AnyOperation, Doer] = dict(
    (
        OF_STATEMENT["LIST"].by(_list),
        OF_STATEMENT["DELETE"].by(_delete),
        OF_STATEMENT["RENUM"].by(_renumber),
        OF_STATEMENT["AUTO"].by(_number_lines),
        OF_STATEMENT["SAVE"].by(_save),
        OF_STATEMENT["CSAVE"].by(_save),
        OF_STATEMENT["MERGE"].by(_merge),
        OF_STATEMENT["VERIFY"].by(_verify),
    )
)
