"""Compiled programs that draw leave the states that genuine machines had: video memory, registers, the last point."""

from __future__ import annotations

import base64
import json
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from msxkit.interpreter import Session
from msxkit.interpreter.recorded_states import states as seen
from msxkit.language.program import Program
from msxkit.machine.clock import SECOND
from msxkit.machine.work_area import LAST_POINT, Cell
from msxkit.native.compiler import compile_program
from msxkit.native.errors import CompileError
from tests.differential.classes import program

from .msx import Msx

GRAPHICS = Path(__file__).parents[2] / "graphics"
FILES = ("msx1-features", "msx1-random")
MSX2_FILES = ("msx2-features", "msx2-random")
PLUS_FILES = ("msx2plus-random",)
STEPS = 6
#: Seconds that the recorded machine had for each step.
LIMIT = 120


@cache
def programs(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((GRAPHICS / f"{name}.json").read_text("utf-8"))
    return found


#: T-states that an interpreted program may take.
_UNTIL = LIMIT * SECOND


def states(program: str, version: int = 0) -> list[dict[str, Any]]:
    """Return the states of a compiled program, a blank typed at every wait.

    Args:
        version: 0 MSX1, 1 MSX2, 2 MSX2+.
    """
    cartridge = compile_program(Program.from_file(program.encode("latin-1")))
    msx = Msx(cartridge, version)
    msx.sprites = "SPRITE ON" in program or "VDP(" in program
    found: list[dict[str, Any]] = []
    while len(found) < STEPS:
        stop = msx.run(seconds=LIMIT)
        at = {"ended": "error" if msx.error else "end", "limit": "running"}.get(stop, stop)
        line = cartridge.line_at(msx.word(msx.symbols["stack_top"] - 2)) if at == "key" else None
        if at == "key":
            msx.settle(frames=2 if "PLAY" in program else 0)
        number, error_line = msx.error or (None, None)
        found.append(
            {
                "at": at,
                "line": error_line or line,
                "error": number,
                "error_line": error_line,
                "screen_mode": msx.memory[Cell.SCRMOD],
                "vdp": list(msx.registers[:8] + msx.registers[23:28]),
                "palette": bytes(msx.chip.palette).hex() if version else None,
                "cursor": [msx.memory[Cell.CSRX] - 1, msx.memory[Cell.CSRY] - 1],
                "grp": [msx.word(address) for address in LAST_POINT],
                "psg": list(msx.psg[:14]),
                "vram": bytes(msx.vram),
            }
        )
        if at != "key":
            break
        msx.keys.append(0x20)
    return found


def recorded(step: dict[str, Any]) -> dict[str, Any]:
    keys = ("at", "line", "error", "error_line", "screen_mode", "palette", "cursor", "grp", "psg")
    state = {key: step.get(key) for key in keys}
    state["vdp"] = step["vdp"][:8] + step["vdp"][23:28]
    state["vram"] = zlib.decompress(base64.b64decode(step["vram"]))
    return state


def difference(entry: dict[str, Any], version: int = 0) -> str:
    """Return what a compiled program does otherwise than the machine; nothing: it is equal."""
    try:
        found = states(entry["program"], version)
    except CompileError as refused:
        return f"refused: {refused}"
    expected = [recorded(step) for step in entry["steps"]]
    if len(found) != len(expected):
        return f"{len(found)} states instead of {len(expected)}"
    wrong = [
        f"{number}.{key}"
        for number, (here, there) in enumerate(zip(found, expected, strict=True))
        for key in there
        if here[key] != there[key]
    ]
    return " ".join(wrong)


#: Programs that show how long something takes: their text is not compared.
TIMED = ("speed-", "m2-speed-", "play-three", "play-var", "play-tempo", "play-dots", "play-wait")
#: What else differs, and why.
ACCEPTED = {
    "gplus-076": "the machine still copies when the program waits for a key",
    "m2-vdp": "VDP(8) is read before the frame is over in which SCREEN 5 was set: compiled, the loop gets there sooner",
}


def wrong(entry: dict[str, Any], version: int = 0) -> str:
    """Return what is not as it should be."""
    name, found = entry["name"], difference(entry, version)
    if name in ACCEPTED:
        return "" if found else "is equal"
    if name.startswith(TIMED):
        found = " ".join(part for part in found.split() if not part.endswith(".vram"))
    return found


@pytest.mark.parametrize("name", ["mode-sprite-size", "clash", "grp-3", "g1-mix-2-288", "g1-sprite-2-024"])
def test_a_program_that_knows_the_msx2_runs_on_an_msx1(name: str) -> None:
    """The routines for SCREEN 4 to 8 are linked, and lead to those of an MSX1."""
    entry = next(entry for file in FILES for entry in programs(file) if entry["name"] == name)
    program = entry["program"].rstrip("\n") + "\n59999 END\n60000 SCREEN 5\n"
    assert states(program) == [recorded(step) for step in entry["steps"]]


@pytest.mark.parametrize("mode", [0, 2])
@pytest.mark.parametrize("operands", ["32,STEP(7,9),1,1", "3,STEP(7,9),1,1", "3,(7,9),16,1", "P,(X,Y),X,P"])
@pytest.mark.one_in(4)
def test_last_point_of_put_sprite(mode: int, operands: str) -> None:
    program = f"10 P=40:X=5:Y=-9:SCREEN 2:PSET(50,60)\n20 SCREEN {mode}:PUT SPRITE {operands}\n"
    session = Session(program, machine="msx1", width=40)
    expected = [recorded(step) for step in seen(session, b" " * (STEPS - 1), lambda: False, _UNTIL)]
    assert states(program) == expected


@pytest.mark.parametrize("version", [0, 1])
@pytest.mark.parametrize("colour", [37, 127, 128])
@pytest.mark.one_in(3)
def test_put_sprite_colour_bits(version: int, colour: int) -> None:
    # msx.org, PUT SPRITE: up to 127 in these modes (32: no collision, 64: OR), "Illegal function call" above.
    mode = 5 if version else 2
    program = f"10 SCREEN {mode},2:PUT SPRITE 3,(-4,9),{colour},1\n"
    machine = "msx2" if version else "msx1"
    session = Session(program, machine=machine, width=40)
    expected = [recorded(step) for step in seen(session, b" " * (STEPS - 1), lambda: False, _UNTIL)]
    assert states(program, version) == expected
    if version and colour < 128:
        assert session.video.chip.vram[0x7430:0x7440] == bytes((0x80 | colour,)) * 16
    else:
        assert session.error is not None
        assert session.error.number == 5


@pytest.mark.parametrize(
    "step", [pytest.param(5, marks=pytest.mark.slow), pytest.param(1, marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize("name", [*FILES, *MSX2_FILES, *PLUS_FILES])
def test_every_state_is_that_of_the_machine(name: str, step: int) -> None:
    """The interpreter shows them all in tests/graphics."""
    version = (name in MSX2_FILES) + 2 * (name in PLUS_FILES)
    assert {
        entry["name"]: found for entry in programs(name)[::step] if (found := wrong(entry, version))
    } == {}


#: T-states that an interpreted random program may take.
_UNTIL = LIMIT * SECOND


def test_paint_without_a_border() -> None:
    for mode, columns, bits in ((5, 256, 4), (7, 512, 4)):
        listing = f"10 SCREEN {mode}:LINE(9,9)-(99,99),7:PAINT(20,20),3,183:A$=INPUT$(1)\n"
        (state, *_) = states(listing, version=1)
        size = 212 * columns * bits // 8
        assert (state["at"], state["vram"][:size]) == ("key", b"\x33" * size)


@pytest.mark.nightly
@pytest.mark.parametrize("version", [0, 1], ids=["msx1", "msx2"])
@pytest.mark.parametrize("first", range(0, 1_000, 100))
def test_many_random_drawings(first: int, version: int) -> None:
    """At every wait for a key; tests/test_emitters.py compares the ends of a few."""
    for number in range(first, first + 100):
        listing = program(("drawings", "drawings2")[version], 3, number).text
        session = Session(listing, machine=f"msx{version + 1}", width=40)
        expected = [recorded(step) for step in seen(session, b" " * (STEPS - 1), lambda: False, _UNTIL)]
        assert states(listing, version) == expected, listing
