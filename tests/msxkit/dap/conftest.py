"""The toy machines of the driver's tests, for the debugger on openMSX."""

from __future__ import annotations

from tests.msxkit.openmsx.conftest import pytest_collection_modifyitems, toy, toy_home

__all__ = ["pytest_collection_modifyitems", "toy", "toy_home"]
