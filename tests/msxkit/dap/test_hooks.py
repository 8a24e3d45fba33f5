"""Where the debugger takes genuine machines to be, by the hooks that they called: where the interpreter is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from msxkit.dap.interpreted import reached
from msxkit.dap.places import Places
from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.machine.work_area import DIRECT_MODE
from msxkit.program.layout import Layout
from tests.conftest import ROOT

RECORDED = json.loads((ROOT / "tests" / "msxkit" / "openmsx" / "hooks.json").read_bytes())
CASES = [(machine, entry) for machine, entries in RECORDED.items() for entry in entries]


@pytest.mark.parametrize(("machine", "entry"), CASES)
def test_the_debugger_is_where_the_interpreter_is(machine: str, entry: dict[str, Any]) -> None:
    listing = entry["program"]
    layout = Layout(Program.from_ascii(listing.encode("ascii")))
    places = Places(layout)
    there = [
        place.offset
        for hook, line, offset, _ in entry["trace"]
        if hook == "H.GONE" and line != DIRECT_MODE
        if (place := reached(layout, places, line, offset)) is not None
    ]
    session = Session(listing, machine="msx2" if "NMS" in machine else "msx1", timing=True)
    session.run(max_steps=1000)
    here = [
        place.offset
        for line, offset, _ in session.noted.timing
        if (place := places.of_line(line, offset)) is not None and place.offset in (offset, offset - 1)
    ]
    if "INTERVAL" in listing:  # where its routine is called depends on the moment
        there, here = (sorted(set(offsets)) for offsets in (there, here))
    assert there == here
