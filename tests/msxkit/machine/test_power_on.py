"""What machines start with: the profiles against what genuine machines had (tests/power-on.json)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from msxkit.interpreter import Session
from msxkit.machine.model import MODELS
from tests.conftest import ROOT

_MEASURED = {
    machine["machine"]: machine for machine in json.loads((ROOT / "tests/power-on.json").read_text())
}
_NAMES = {
    "vg8020": "Philips_VG_8020-20",
    "nms8250": "Philips_NMS_8250",
    "nms8255": "Philips_NMS_8255",
    "phc28p": "Sanyo_PHC-28P",
    "gpc1": "Gradiente_Expert_GPC-1",
    "svi728": "Spectravideo_SVI-728_SE",
    "msx2_eu": "msx2_eu",
    "msx2plus": "Measured_MSX2P",
}


def test_every_named_machine_was_measured() -> None:
    assert set(MODELS) == {"msx1", "msx2", *_NAMES}


@pytest.mark.parametrize("name", _NAMES)
def test_a_named_machine_starts_with_what_the_machine_had(name: str) -> None:
    measured: dict[str, Any] = _MEASURED[_NAMES[name]]
    session = Session("10 PRINT FRE(0)\n", machine=name)
    work, rom = (0xF3AE, 0xF3AF, 0xF3B0), (0x2B, 0x2C, 0x2D)
    widths = [measured[key] for key in ("linl40", "linl32", "linlen")]
    assert [session.memory.peek(address) for address in work] == widths
    assert [session.memory.peek(address) for address in rom] == measured["rom_id"]
    assert [session.memory.peek(0xF3E9 + at) for at in range(3)] == measured["ink_paper_border"]
    assert session.state.video.text.function_keys == measured["function_keys"]
    assert session.memory.peek(0xFC4A) + 256 * session.memory.peek(0xFC4B) == measured["himem"]
    assert f"{MODELS[name].frequency} Hz" == measured["frequency"]
    assert session.memory.peek(0xFCAF) == measured["screen_mode"]
    session.run()
    # The machine printed it without a program, which takes 12 bytes here.
    assert int(session.screen[0]) + 12 == int(measured["after"][0])
