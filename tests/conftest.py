"""What all tests share: where the project is, and its recordings."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes depends on what else the machine is doing: no test fails for that.
settings.register_profile("project", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("project")

ROOT = Path(__file__).parents[1]
RECORDINGS = sorted((ROOT / "tests" / "recordings").glob("*.json"))


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's top folder."""
    return ROOT
