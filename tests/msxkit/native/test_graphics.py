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
from msxkit.interpreter.states import states as seen
from msxkit.language.program import Program
from msxkit.machine.clock import SECOND
from msxkit.native.compiler import compile_program
from msxkit.native.errors import CompileError

from .msx import Msx
from .random_drawings import Drawing

GRAPHICS = Path(__file__).parents[2] / "graphics"
FILES = ("msx1-features", "msx1-random")
STEPS = 6
#: Seconds that the recorded machine had for each step.
LIMIT = 120


@cache
def programs(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((GRAPHICS / f"{name}.json").read_text("utf-8"))
    return found


def states(program: str) -> list[dict[str, Any]]:
    """The states of a compiled program, a blank typed at every wait."""
    cartridge = compile_program(Program.from_file(program.encode("latin-1")))
    msx = Msx(cartridge)
    msx.sprites = "SPRITE ON" in program
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
                "screen_mode": msx.memory[0xFCAF],
                "vdp": list(msx.registers),
                "cursor": [msx.memory[0xF3DD] - 1, msx.memory[0xF3DC] - 1],
                "grp": [msx.word(address) for address in (0xFCB3, 0xFCB5, 0xFCB7, 0xFCB9)],
                "psg": list(msx.psg[:14]),
                "vram": bytes(msx.vram),
            }
        )
        if at != "key":
            break
        msx.keys.append(0x20)
    return found


def recorded(step: dict[str, Any]) -> dict[str, Any]:
    keys = ("at", "line", "error", "error_line", "screen_mode", "vdp", "cursor", "grp", "psg")
    state = {key: step.get(key) for key in keys}
    state["vram"] = zlib.decompress(base64.b64decode(step["vram"]))
    return state


def difference(entry: dict[str, Any]) -> str:
    """What a compiled program does otherwise than the machine; nothing: it is equal."""
    try:
        found = states(entry["program"])
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
TIMED = ("speed-", "play-three", "play-var", "play-tempo", "play-dots")
#: What else differs, and why.
ACCEPTED = {
    "sprite-stop": "sprites that met while SPRITE STOP held are told at once; the machine is slower to see them",
}
#: Programs of every statement, some clipped, some with errors.
CHOSEN = {
    *(
        "mode-tour",
        "mode-color-3",
        "mode-err-back",
        "mode-input-back",
        "mode-key-line",
        "base-set",
        "vdp-read",
    ),
    *("clash", "clash-background", "clash-line-rev", "box-clip", "line-clip", "line-last", "line-step-both"),
    *("line-32767", "point-3", "circle-arc", "circle-arc-pie", "circle-aspect", "circle-3", "paint-3-border"),
    *(
        "paint-clash",
        "paint-out",
        "draw-all",
        "draw-angle-m",
        "draw-var",
        "draw-bad",
        "grp-wrap",
        "grp-numbers",
    ),
    *(
        "grp-3",
        "sprite-put",
        "sprite-hit",
        "text-putsprite-1",
        "g1-mix-3-120",
        "g1-mix-2-288",
        "g1-draw-2-144",
    ),
}


def wrong(entry: dict[str, Any]) -> str:
    """What is not as it should be."""
    name, found = entry["name"], difference(entry)
    if name in ACCEPTED:
        return "" if found else "is equal"
    if name.startswith(TIMED):
        found = " ".join(part for part in found.split() if not part.endswith(".vram"))
    return found


def test_some_programs() -> None:
    chosen = [entry for name in FILES for entry in programs(name) if entry["name"] in CHOSEN]
    assert len(chosen) == len(CHOSEN)
    assert {entry["name"]: found for entry in chosen if (found := wrong(entry))} == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_every_state_is_that_of_the_machine(name: str) -> None:
    assert {entry["name"]: found for entry in programs(name) if (found := wrong(entry))} == {}


#: T-states that an interpreted random program may take.
_UNTIL = LIMIT * SECOND
#: Random programs: in every run of the tests, and in those of the slow ones.
FEW, MANY = 12, 1_000


def _compare(number: int) -> None:
    listing = Drawing(number).text()
    session = Session(listing, machine="msx1")
    expected = [recorded(step) for step in seen(session, b" " * (STEPS - 1), lambda: False, _UNTIL)]
    assert states(listing) == expected, listing


def test_some_random_drawings() -> None:
    for number in range(FEW):
        _compare(number)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FEW, MANY, 100))
def test_many_random_drawings(first: int) -> None:
    for number in range(first, min(first + 100, MANY)):
        _compare(number)
