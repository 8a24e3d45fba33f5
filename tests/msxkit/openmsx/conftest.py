"""What the tests of the driver share: the toy BASIC machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from msxkit.openmsx.machine import EmulatedMachine
from tests.msxkit.openmsx import minibasic
from tests.programs import CBIOS

CBIOS_BASIC = CBIOS / "cbios_basic.rom"


@pytest.fixture(scope="session")
def toy_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user folder of openMSX with the toy machines: Toy_BASIC, and one for each other variant."""
    folder = tmp_path_factory.mktemp("openmsx") / "share"
    for variant in minibasic.VARIANTS:
        minibasic.install(
            folder, variant, f"Toy_{variant.title().replace(' ', '')}" if variant else minibasic.NAME
        )
    return folder


@pytest.fixture
def toy(toy_home: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment in which the toy machines exist; it is also that of the process."""
    monkeypatch.setenv("OPENMSX_USER_DATA", str(toy_home))
    monkeypatch.delenv("MSXKIT_MACHINE", raising=False)
    return dict(os.environ)


@pytest.fixture
def cbios() -> Iterator[EmulatedMachine]:
    """A C-BIOS MSX1 that has booted."""
    with EmulatedMachine("C-BIOS_MSX1") as machine:
        machine.wait_for_text("No cartridge found", 20)
        yield machine
