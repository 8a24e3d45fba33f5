"""The two listings are byte for byte what was recorded, and never reformatted."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("name", "sha1"),
    [
        ("battle", "51ca3bb6cd294407b0232fec09e63bcb2e9e44d4"),
        ("shotdark", "deefd847eabd284e94613250ba1d5c5fd9140582"),
    ],
)
def test_listing_is_the_recorded_one(root: Path, name: str, sha1: str) -> None:
    listing = (root / "basic" / f"{name}.bas").read_bytes()
    assert hashlib.sha1(listing).hexdigest() == sha1
    programs = json.loads((root / "tests/conformance/tokens.json").read_bytes())
    assert listing == next(p["program"] for p in programs if p["name"] == name).encode("ascii")


def test_line_2020_is_one_line(root: Path) -> None:
    lines = (root / "basic/battle.bas").read_text("ascii").splitlines()
    assert len(lines) == 111
    assert lines[-1].startswith("2020 DATA Ship,")
    assert lines[-1].endswith("CCC, 2, Battleship, BB, 3, Submarine, S, 4")
