"""Compiled programs against MSX BASIC: emulated T-states of both

MSX BASIC: recorded on a Philips VG 8020/20 (tests/graphics), or computed by the interpreter's time model, which was
measured there (`basic_programs`). The cartridge: openMSX, C-BIOS_MSX1. The same programs in C are compiled by SDCC, if
that is here, and take their T-states on the same machine.
"""

from __future__ import annotations

import base64
import json
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from msxkit import __version__
from msxkit.basic_type import DEFAULT_TYPES
from msxkit.errors import MsxError
from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.native.compiler import Cartridge, compile_program
from msxkit.openmsx.machine import EmulatedMachine, StopPlace
from msxkit.program.layout import Layout
from msxkit.program.lower import lower_line
from msxkit.program.model import Do, SetVariable
from msxkit.program.operations import OF_STATEMENT, Op
from msxkit.program.values import Call
from tests.bench import Figure, sdcc
from tests.bench.basic_programs import END, MEASURED, PROGRAMS, Timed

#: T-states in a second, and in a jiffy of the recorded machine (50 Hz).
CLOCK, JIFFY = 3_579_545, 71_591
_TESTS = Path(__file__).parents[1]
#: Emulated seconds that a program may take.
_LIMIT = 60.0
#: The TIME of the first draw; each has as much more.
_DRAW = 12_345


def measure() -> Iterator[Figure]:
    try:
        machine = EmulatedMachine("C-BIOS_MSX1")
    except MsxError as error:
        yield Figure("openMSX", "-", str(error).splitlines()[0])
        return
    with machine:
        yield Figure("versions", "", f"msxkit {__version__}, {machine.emulator.version}, {machine.name}")
        for timed in PROGRAMS:
            yield _modelled(machine, timed)
        for name, listing, jiffies in _recorded():
            yield _row(machine, name, listing, jiffies)
        yield _ships(machine)


def _recorded() -> Iterator[tuple[str, str, int]]:
    """Yield programs that measure themselves, with the TIME that each showed."""
    programs: list[dict[str, Any]] = json.loads((_TESTS / "graphics" / "msx1-features.json").read_bytes())
    for entry in programs:
        if not entry["name"].startswith("speed-"):
            continue
        step = entry["steps"][0]
        if step["at"] != "key":
            continue
        cells = zlib.decompress(base64.b64decode(step["vram"]))
        columns, base = (32, 0x1800) if step["screen_mode"] else (40, 0)
        rows = [cells[base + row * columns :][:columns].decode("latin-1").split() for row in range(24)]
        shown = [row for row in rows if row and row[0].isdigit()]
        if not shown:
            continue  # it shows TIME on a graphic screen
        yield entry["name"], entry["program"], int(shown[-1][0])


def _row(machine: EmulatedMachine, name: str, listing: str, jiffies: int) -> Figure:
    recorded = jiffies * JIFFY
    try:
        taken = states(machine, listing)
    except MsxError as error:
        return Figure(name, "-", str(error).splitlines()[0])
    return Figure(
        name, f"{recorded / taken:.1f} times", f"{recorded:,} T-states, recorded, against {taken:,}"
    )


def _modelled(machine: EmulatedMachine, timed: Timed) -> Figure:
    """Compare a program with the interpreter's time model."""
    basic = _states_of_basic(timed.listing) - _states_of_basic(timed.setup)
    program = Program.from_file(timed.listing.encode("latin-1"))
    cartridge = compile_program(program)
    labels = {number: label for label, number in cartridge.starts}
    taken = int(_passed(machine, cartridge, labels[MEASURED], labels[END]) * CLOCK)
    in_c = sdcc.seconds(machine, timed.c) if timed.c else None
    ratio = basic / taken
    remark = f"{basic:,} T-states against {taken:,}; bar {timed.bar:g}"
    to_c = "" if in_c is None else f"{taken / in_c / CLOCK:.2f}"
    return Figure(timed.name, f"{ratio:.1f} times", remark + ("" if ratio >= timed.bar else ": MISSED"), to_c)


def _states_of_basic(listing: str) -> int:
    """Return the T-states of a whole program under MSX BASIC."""
    session = Session(Program.from_file(listing.encode("latin-1")), machine="msx1")
    session.run()
    return session.t_states


def states(machine: EmulatedMachine, listing: str) -> int:
    """Return T-states from behind TIME=0 to the statement that reads TIME."""
    program = Program.from_file(listing.encode("latin-1"))
    cartridge = compile_program(program)
    first, last = _limits(program)
    return int(_passed(machine, cartridge, f"l_{first}", f"l_{last}") * CLOCK)


def _limits(program: Program) -> tuple[int, int]:
    layout = Layout(program)
    blocks = [
        block for line in layout.lines for block in lower_line(layout, line, list(DEFAULT_TYPES)).blocks
    ]
    first = last = 0
    for block, following in pairwise(blocks):
        for part in block.instructions:
            if isinstance(part, Do) and part.operation is OF_STATEMENT["SET_TIME"]:
                first = following.offset
            if (
                isinstance(part, SetVariable)
                and isinstance(part.value, Call)
                and part.value.operation is Op.TIME
            ):
                last = block.offset
    return first, last


def _passed(machine: EmulatedMachine, cartridge: Cartridge, first: str, last: str) -> float:
    """Return emulated seconds between two labels. Each RND(-TIME) finds a TIME that does not depend on the
    program's speed.
    """
    with tempfile.TemporaryDirectory(prefix="msxkit-") as folder:
        path = Path(folder) / "program.rom"
        path.write_bytes(cartridge.rom)
        machine.insert_cartridge(path)
    symbols = cartridge.image.symbols
    _run(machine, symbols, first)
    begin = machine.time
    _run(machine, symbols, last)
    return machine.time - begin


def _run(machine: EmulatedMachine, symbols: Mapping[str, int], label: str) -> None:
    stops = [StopPlace(name, symbols[name]) for name in {label, "draw_time"} & symbols.keys()]
    draw = 0
    while (at := machine.run_until(stops, _LIMIT)) != label:
        if at != "draw_time":
            raise MsxError(f"{label} was not reached\n{machine.describe()}")
        draw += 1
        machine.command(f"reg HL {draw * _DRAW % 65536}")


def _ships(machine: EmulatedMachine) -> Figure:
    """Return the original from its first draw to the first key that it waits for."""
    program = Program.from_file((_TESTS.parent / "basic" / "battle.bas").read_bytes())
    cartridge = compile_program(program)
    seconds = _passed(machine, cartridge, "program", "key_wait")
    return Figure("ships of the original placed", f"{seconds:.2f} s", "under 3 s; MSX BASIC: 30 to 60 s")
