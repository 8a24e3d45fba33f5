"""Compiled games on C-BIOS in openMSX, against recordings of genuine machines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from msxkit.backends.cartridge import CartridgeBackend
from msxkit.errors import EmulatorError
from msxkit.openmsx.recorder import find_program
from msxkit.recording import load
from msxkit.verify import describe, replay

RECORDINGS = sorted((Path(__file__).parents[2] / "recordings").glob("*.json"))
FOLDER = Path(__file__).parents[3] / "basic"
pytestmark = pytest.mark.openmsx


def _backend(machine: str) -> CartridgeBackend:
    try:
        return CartridgeBackend(lambda wanted: find_program(wanted, [FOLDER]), machine)
    except EmulatorError as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="module", params=["C-BIOS_MSX1", "C-BIOS_MSX2", "C-BIOS_MSX2+"])
def backend(request: pytest.FixtureRequest) -> Iterator[CartridgeBackend]:
    found = _backend(request.param)
    yield found
    found.close()


@pytest.mark.slow
def test_recordings(backend: CartridgeBackend) -> None:
    # All of them are compared by `make verify`, on an MSX1.
    for path in RECORDINGS[::11]:
        result = replay(load(path), backend)
        assert result.equal, describe(result.difference, path.name, backend.name) if result.difference else ""
