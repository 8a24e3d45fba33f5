"""What all tests share: where the project is, and its recordings."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RECORDINGS = sorted((ROOT / "tests" / "recordings").glob("*.json"))


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's top folder."""
    return ROOT
