"""The toy machines of the driver's tests, for the debugger on openMSX."""

from __future__ import annotations

from tests.msxkit.openmsx.conftest import toy, toy_home

__all__ = ["toy", "toy_home"]
