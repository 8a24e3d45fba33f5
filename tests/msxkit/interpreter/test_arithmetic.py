"""All recorded expressions, run as programs: scanner, compiler and arithmetic together print what the machine did."""

from __future__ import annotations

import json
from pathlib import Path

from msxkit.interpreter.session import Session

ARITHMETIC = Path(__file__).parents[2] / "conformance" / "arithmetic.json"
PER_PROGRAM = 20


def test_printed_expressions() -> None:
    records = json.loads(ARITHMETIC.read_text())
    wrong = []
    for start in range(0, len(records), PER_PROGRAM):
        chunk = records[start : start + PER_PROGRAM]
        session = Session(
            "\n".join(f"{line} PRINT {record[0]}" for line, record in enumerate(chunk, 1)) + "\n"
        )
        session.run()
        rows = session.screen.text().splitlines()[: len(chunk)]
        wrong += [
            (expression, printed, row)
            for (expression, printed), row in zip(chunk, rows, strict=True)
            if row.rstrip() != printed.rstrip()
        ]
    assert len(records) == 2318
    assert wrong == []
