"""The recorded programs, and programs that are written down in a test."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from msxkit.language.program import Program
from msxkit.native.compiler import compile_program

from .msx import Msx

CONFORMANCE = Path(__file__).parents[2] / "conformance"


def programs(file: str) -> list[dict[str, Any]]:
    """Return the entries of a file of recorded programs."""
    found: list[dict[str, Any]] = json.loads((CONFORMANCE / f"{file}.json").read_bytes())
    return found


def shown(listing: str, keys: str = "", version: int = 0, seconds: float = 60) -> list[str]:
    """Return the rows that a compiled listing leaves on the screen."""
    msx = Msx(compile_program(Program.from_file(listing.encode("latin-1"))), version)
    msx.run(map(ord, keys), seconds)
    return msx.screen.rows()
