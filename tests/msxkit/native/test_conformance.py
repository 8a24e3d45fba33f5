"""Compiled text programs end with the screen that genuine machines showed."""

from __future__ import annotations

from typing import Any

import pytest

from msxkit.language.program import Program
from msxkit.native.compiler import compile_program

from .listings import programs
from .msx import Msx

#: Programs whose screen a cartridge cannot show, and why.
ACCEPTED = {
    "time-is-settable": "waits by an empty loop, which is over in less than six interrupts",
    "h-vpeek-outside": "shows what the boot picture of one machine left in video memory",
}


@pytest.mark.slow
@pytest.mark.parametrize("file", ["statements", "edges", "more", "input", "borders-msx1", "borders-msx2"])
def test_programs(file: str) -> None:
    wrong = {}
    for entry in programs(file):
        name = entry["name"]
        shown = _run(entry, version=int(file != "borders-msx1"))
        expected = {"screen": entry["screen"], "cursor": entry["cursor"]}
        if (shown == expected) is (name in ACCEPTED):
            wrong[name] = shown, expected
    assert not wrong


def _run(entry: dict[str, Any], version: int) -> dict[str, object]:
    program = (
        Program.from_file(b"\xff" + bytes.fromhex(entry["tokens"]))
        if "tokens" in entry
        else Program.from_file(entry["program"].encode("latin-1"))
    )
    msx = Msx(compile_program(program), version)
    msx.keys_from = 150
    msx.run(map(ord, entry.get("typed", "")), seconds=120)
    return {"screen": msx.screen.rows(), "cursor": list(msx.screen.cursor)}
