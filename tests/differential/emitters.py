"""A program on both emitters: the interpreter, and compiled on a bare Z80. What each shows when it rests."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from msxkit.backends.beside import catalog_of
from msxkit.backends.cartridge_memory import variables
from msxkit.charset import decode
from msxkit.decimal14 import Number
from msxkit.display.screen import Screen
from msxkit.errors import MachineError, ProgramError
from msxkit.interpreter import Session
from msxkit.language.program import Program as Listing
from msxkit.machine.clock import NEVER
from msxkit.machine.work_area import Cell
from msxkit.native.compiler import Cartridge, compile_program
from msxkit.native.errors import CompileError
from msxkit.openmsx.variables import ArrayValue
from msxkit.openmsx.vdp import text_mode
from tests.differential.common import Program
from tests.differential.ways import PLAIN, WAYS
from tests.msxkit.native.bdos import Bdos, in_sram
from tests.msxkit.native.msx import Msx
from tests.msxkit.native.pace import keep_pace, statements

#: Statements, or seconds of the machine, after which a program does not end.
STATEMENTS = 6000
SECONDS = 40
SRAM_BYTES = 0x2000
_SHOWN = 8
_TAKES = re.compile(r"DEFINT .* the cartridge takes ([A-Z])([%!#$])$")

Variables = dict[str, object]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where a program stopped, and what it shows.

    Attributes:
        at: `end`, `error`, `key`, `limit` or `refused`; `unsure` where a line ran with other types than the cartridge
            says that it takes.
    """

    at: str
    error: tuple[int, int | None] | None = None
    rows: tuple[str, ...] = ()
    cursor: tuple[int, int] = (0, 0)
    mode: int = 0
    registers: bytes = b""
    palette: bytes = b""
    vram: bytes = b""
    variables: Variables | None = None
    files: dict[str, bytes] = field(default_factory=dict)
    area: bytes = b""
    note: str = ""


def interpreted(program: Program) -> Outcome:
    """Return what the interpreter shows."""
    files = {**program.in_rom, **program.kept}
    session = _begun(program, files)
    event = session.run(STATEMENTS)
    left = program.keys
    while event.at == "key" and left:
        session.keys.press(left[0])
        left = left[1:]
        event = session.run(STATEMENTS)
    if event.at == "key":
        session.let_pass(session.t_states)
    shot, failure = session.video.shot, session.error
    return Outcome(
        "end" if event.at in ("end", "stop", "error") else str(event.at),
        None if failure is None else (failure.number, failure.line),
        _rows(shot.vram, shot.registers),
        session.screen.cursor,
        session.video.mode,
        bytes(shot.registers[:8]),
        bytes(shot.palette),
        bytes(shot.vram),
        dict(session.variables),
        files=files if program.disk else {},
        area=bytes(session.memory.peek(at) for at in program.area),
    )


def _begun(program: Program, files: dict[str, bytes] | None = None) -> Session:
    listing = Listing.from_file(program.text.encode("latin-1"))
    session = Session(listing, machine="msx2" if program.msx2 else "msx1", files=files)
    session.start_clean()
    return session


def compiled(program: Program, way: str = PLAIN) -> Outcome:
    """Return what the cartridge shows that is compiled in a way; with traps, at the pace of the interpreter."""
    inside = program.in_rom
    try:
        with WAYS[way].compiling() as options:
            if options.save and program.kept:
                return Outcome("unsure")
            cartridge = compile_program(
                Listing.from_file(program.text.encode("latin-1")),
                catalog_of(inside, "here"),
                replace(options, folder=tuple(inside), lenient=bool(inside)),
            )
    except CompileError as refused:
        return Outcome("refused", note=str(refused))
    if (taken := _taken(cartridge)) and not _runs_with(taken, program):
        return Outcome("unsure")
    sram = bytearray(SRAM_BYTES) if options.save else None
    disk = Bdos() if program.disk and sram is None else None
    for name, data in {**(inside if program.copied else {}), **program.kept}.items():
        if disk is not None:
            disk.add(name, data)
    msx = Msx(cartridge, int(program.msx2), disk, sram)
    msx.set_ram()
    msx.sprites = "SPRITE ON" in program.text or "VDP(" in program.text
    if "trap_check" in msx.symbols and not program.keys:
        at = keep_pace(msx, islice(statements(lambda: _begun(program), NEVER), STATEMENTS))
    else:
        at = msx.run(map(ord, program.keys), SECONDS)
    if at == "key":
        msx.settle()
    mode = msx.memory[Cell.SCRMOD]
    # Programs that run one another have their variables in the same places.
    found = (
        {}
        if cartridge.chained
        else variables(cartridge, lambda address, size: bytes(msx.memory[address : address + size]))
    )
    return Outcome(
        "end" if at == "ended" else at,
        msx.error,
        _rows(bytes(msx.vram), bytes(msx.registers)),
        (msx.memory[Cell.CSRX] - 1, msx.memory[Cell.CSRY] - 1),
        mode,
        bytes(msx.registers[:8]),
        bytes(msx.chip.palette) if program.msx2 else b"",
        bytes(msx.vram),
        {name: found[name] for name in found},
        files=({} if program.copied else inside if program.disk else {}) | _files(disk, sram),
        area=bytes(msx.memory[at] for at in program.area),
    )


def _taken(cartridge: Cartridge) -> dict[int, list[tuple[int, str]]]:
    """Return the lines that may run with several types of a letter, and what the cartridge takes (0 is A)."""
    found = defaultdict[int, list[tuple[int, str]]](list)
    for remark in cartridge.remarks:
        if (types := _TAKES.search(remark.reason)) is not None:
            found[remark.line].append((ord(types[1]) - ord("A"), types[2]))
    return found


def _runs_with(taken: Mapping[int, Iterable[tuple[int, str]]], program: Program) -> bool:
    """Return whether the interpreter has these types wherever it runs these lines."""
    session, keys = _begun(program), list(program.keys)
    for _ in range(STATEMENTS):
        line = session.layout.line_at(session.offset)
        for letter, suffix in () if line is None else taken.get(line.number, ()):
            if session.state.run.types[letter].suffix != suffix:
                return False
        at = session.run(1).at
        if at == "key" and keys:
            session.keys.press(keys.pop(0))
        elif at != "limit":
            break
    return True


def _files(disk: Bdos | None, sram: bytearray | None) -> dict[str, bytes]:
    if disk is not None:
        return disk.files
    return {} if sram is None else in_sram(sram)


def _rows(vram: bytes, registers: bytes) -> tuple[str, ...]:
    """Return the text on the screen; nothing where the chip shows something else."""
    try:
        mode = text_mode(registers, len(vram))
    except MachineError:
        return ()
    return tuple(
        Screen(
            vram[mode.address : mode.address + mode.size], (0, 0), columns=mode.columns, mode=mode.mode
        ).rows()
    )


def differences(expected: Outcome, actual: Outcome, ignored: Collection[str] = ()) -> Iterator[str]:
    """Yield what differs, a line each.

    Args:
        ignored: Variables that depend on time.
    """
    if actual.at == "refused":
        yield f"refused: {actual.note}"
        return
    for name in ("at", "error", "rows", "cursor", "mode", "registers", "palette", "files", "area"):
        one, two = getattr(expected, name), getattr(actual, name)
        if one != two:
            yield (
                f"{name}: interpreter {_shown(one)}, cartridge {_shown(two)}" if name != "rows" else "screen"
            )
    wrong = [at for at, (one, two) in enumerate(zip(expected.vram, actual.vram, strict=True)) if one != two]
    if wrong and expected.rows == actual.rows:
        yield f"{len(wrong)} bytes of video memory: " + " ".join(
            f"{at:05X}h {expected.vram[at]:02X}/{actual.vram[at]:02X}" for at in wrong[:_SHOWN]
        )
    yield from _variables(expected.variables or {}, actual.variables or {}, ignored)


def _variables(expected: Variables, actual: Variables, ignored: Collection[str]) -> Iterator[str]:
    for name, two in sorted(actual.items()):
        if name in ignored:
            continue
        one = expected.get(name)
        if isinstance(two, ArrayValue):
            one, two = _array(one), list(two.values)
        elif one is None:
            one = "" if name.endswith("$") else 0
        one = _decoded(one)
        if one != two:
            yield f"{name}: interpreter {one}, cartridge {two}"


def _decoded(value: object) -> object:
    """Return the strings of the interpreter, which have a character for each code, as those of a cartridge."""
    if isinstance(value, list):
        return [_decoded(one) for one in value]
    return decode(value.encode("latin-1")) if isinstance(value, str) else value


def _array(value: object) -> list[Number | str]:
    """Return the elements of an array of the interpreter, the first subscript fastest."""
    if not isinstance(value, dict):
        return []
    return [value[key] for key in sorted(value, key=_backwards)]


def _backwards(subscripts: int | tuple[int, ...]) -> tuple[int, ...]:
    return subscripts[::-1] if isinstance(subscripts, tuple) else (subscripts,)


def _shown(value: object) -> object:
    return value.hex(" ") if isinstance(value, bytes) else value


def compare(program: Program, way: str = PLAIN) -> list[str] | None:
    """Return what differs; None for a program that does not end, cannot be read, or runs with other types."""
    try:
        expected = interpreted(program)
    except ProgramError:
        return None
    if expected.at == "limit":
        return None
    actual = compiled(program, way)
    return None if actual.at == "unsure" else list(differences(expected, actual, program.timed))


def both_screens(program: Program, way: str = PLAIN) -> str:
    """Return the screens of both, side by side."""
    one, two = interpreted(program), compiled(program, way)
    rows = max(len(one.rows), len(two.rows))
    pairs = zip(*(list(found.rows) + [""] * (rows - len(found.rows)) for found in (one, two)), strict=True)
    return "\n".join(f"{'  ' if a == b else '! '}|{a:<40}| |{b:<40}|" for a, b in pairs)


def with_lines(program: Program, lines: tuple[str, ...]) -> Program:
    """Return the program with other lines."""
    return replace(program, lines=lines)
