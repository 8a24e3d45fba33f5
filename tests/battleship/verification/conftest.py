"""What the tests of verification share: an emulator that exists, or does not, whatever is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.battleship.verification.scripted_openmsx import install


@pytest.fixture
def emulator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Provide a scripted openMSX with a BASIC machine."""
    monkeypatch.delenv("MSXKIT_MACHINE", raising=False)
    monkeypatch.setenv("MSXKIT_OPENMSX", str(install(tmp_path)))


@pytest.fixture
def no_emulator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide openMSX."""
    monkeypatch.setenv("MSXKIT_OPENMSX", str(tmp_path / "none"))


@pytest.fixture(params=["no_emulator", pytest.param("emulator", marks=pytest.mark.slow)])
def emulated(request: pytest.FixtureRequest) -> bool:
    """Run with and without openMSX; return whether it exists."""
    request.getfixturevalue(request.param)
    there: bool = request.param == "emulator"
    return there
