"""Rules of the machine in small programs, for interpreter and cartridge: `rules.json` says what each leaves.

The fields of a program:
    about: What it shows.
    on: `interpreter` or `cartridge`, for what one of them alone has: how long a statement takes, the memory of a
        variable, direct mode.
    handled: Whether it goes on after an error, which it prints.
    machine: The model; without it an MSX2.
    lines, keys: The listing, and what is typed.
    files: The disk before.
    rows: What stands above `Ok`, without blank rows at the end.
    after, printed: The disk afterwards, and the paper.
    vram, registers, palette, sound: Bytes in hexadecimal by where they begin in video memory, in the registers and the
        palette of the video chip, and in the registers of the sound chip.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.native.compiler import Options, compile_program
from tests.conftest import LEFT_OUT
from tests.msxkit.native.bdos import Bdos
from tests.msxkit.native.msx import Msx
from tests.msxkit.running import HANDLER, rows_above_ok

Rule = dict[str, Any]
RULES: list[Rule] = json.loads(Path(__file__).with_name("rules.json").read_bytes())
#: Statements and seconds after which a program is left where it is.
STEPS, SECONDS = 100_000, 20


@dataclass(frozen=True)
class Left:
    """What a program leaves."""

    rows: list[str]
    files: dict[str, str]
    printed: str
    vram: bytes
    registers: bytes
    palette: bytes
    sound: bytes


def _listing(rule: Rule) -> bytes:
    text: str = HANDLER * rule.get("handled", False) + "".join(f"{line}\n" for line in rule["lines"])
    return text.encode("latin-1")


def _files(rule: Rule) -> dict[str, bytes]:
    return {name: data.encode("latin-1") for name, data in rule.get("files", {}).items()}


def _interpreted(rule: Rule) -> Left:
    files = _files(rule)
    session = Session(
        _listing(rule), machine=rule.get("machine", "msx2"), keys=rule.get("keys", ""), files=files
    )
    session.run(max_steps=STEPS)
    session.close()
    chip = session.video.chip
    return Left(
        session.screen.rows(),
        {name: data.decode("latin-1") for name, data in files.items()},
        session.files.printed.decode("latin-1"),
        bytes(chip.vram),
        bytes(chip.registers),
        bytes(chip.palette),
        bytes(session.sound.registers),
    )


def _compiled(rule: Rule) -> Left:
    disk = Bdos()
    for name, data in _files(rule).items():
        disk.add(name, data)
    made = compile_program(Program.from_ascii(_listing(rule)), options=Options(lenient=True))
    msx = Msx(
        made, int(rule.get("machine", "msx2") != "msx1"), disk if "files" in rule or "after" in rule else None
    )
    msx.run(map(ord, rule.get("keys", "")), SECONDS)
    return Left(
        msx.screen.rows(),
        {name: data.decode("latin-1") for name, data in disk.files.items()},
        msx.printed.decode("latin-1"),
        bytes(msx.vram),
        bytes(msx.registers),
        bytes(msx.chip.palette),
        bytes(msx.psg),
    )


TARGETS: dict[str, Callable[[Rule], Left]] = {"interpreter": _interpreted, "cartridge": _compiled}


@pytest.mark.parametrize(
    ("target", "rule"),
    [
        pytest.param(
            target,
            rule,
            id=f"{target}-{rule['about']}-{rule['lines'][0]}",
            marks=LEFT_OUT if target == "cartridge" and number % 4 else [],
        )
        for target in TARGETS
        for number, rule in enumerate(RULES)
        if rule.get("on", target) == target
    ],
)
def test_rule(target: str, rule: Rule) -> None:
    left = TARGETS[target](rule)
    assert rows_above_ok(left.rows) == rule["rows"]
    assert left.files == rule.get("after", rule.get("files", left.files))
    assert left.printed == rule.get("printed", left.printed)
    for name in ("vram", "registers", "palette", "sound"):
        for place, codes in rule.get(name, {}).items():
            start, expected = int(place, 16), bytes.fromhex(codes)
            assert getattr(left, name)[start : start + len(expected)] == expected, (name, place)
