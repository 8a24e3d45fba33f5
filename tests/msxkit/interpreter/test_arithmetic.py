"""Every expression that a genuine MSX BASIC computed prints the same through the compiled statements."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from msxkit.interpreter import Session

CASES: list[tuple[str, str]] = json.loads(
    (Path(__file__).parents[2] / "conformance" / "arithmetic.json").read_text(encoding="ascii")
)
CHUNK = 400


def test_all_cases_are_there() -> None:
    assert len(CASES) == 2318


@pytest.mark.parametrize("start", range(0, len(CASES), CHUNK))
def test_printed_results(start: int) -> None:
    cases = CASES[start : start + CHUNK]
    listing = "\n".join(f"{number + 1} LPRINT {expression}" for number, (expression, _) in enumerate(cases))
    session = Session(listing)
    session.run()
    assert session.error is None
    printed = session.printed.decode("ascii").split("\r\n")
    assert [(expression, text) for (expression, _), text in zip(cases, printed, strict=False)] == [
        (expression, text) for expression, text in cases
    ]
