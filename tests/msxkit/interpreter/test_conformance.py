"""Every program that a genuine MSX BASIC ran: the interpreter leaves the same screen and cursor."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from msxkit.interpreter import Session
from tests.conftest import one_in

FOLDER = Path(__file__).parents[2] / "conformance"


def recorded(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return cases


CASES = [case for name in ("statements", "edges", "more", "input") for case in recorded(name)]
#: Programs on both machines: numbers and strings at the right border, mixed statements and errors.
BORDERS = [(machine, case) for machine in ("msx1", "msx2") for case in recorded(f"borders-{machine}")]


def test_all_cases_are_there() -> None:
    assert len(CASES) == 192
    assert len(BORDERS) == 360


@pytest.mark.parametrize("case", one_in(3, CASES, lambda case: case["name"]))
@pytest.mark.parametrize("form", ["tokens", "text"])
def test_screen(case: dict[str, Any], form: str) -> None:
    program = b"\xff" + bytes.fromhex(case["tokens"]) if form == "tokens" else case["program"]
    session = Session(program, keys=case.get("typed", ""), keys_after=150)
    session.run(max_steps=200_000)
    screen = session.screen
    assert screen.rows() == case["screen"], screen.text()
    assert list(screen.cursor) == case["cursor"]
    assert (screen.mode, screen.width, screen.columns) == (
        case["screen_mode"],
        case["width"],
        case["columns"],
    )


@pytest.mark.parametrize("border", one_in(3, BORDERS, lambda border: f"{border[0]}-{border[1]['name']}"))
def test_borders(border: tuple[str, dict[str, Any]]) -> None:
    machine, case = border
    session = Session(case["program"], machine=machine)
    event = session.run(max_steps=200_000)
    screen = session.screen
    assert screen.rows() == case["screen"], screen.text()
    assert list(screen.cursor) == case["cursor"]
    assert event.at == case["at"]
    assert (screen.mode, screen.width, screen.columns) == (
        case["screen_mode"],
        case["width"],
        case["columns"],
    )
