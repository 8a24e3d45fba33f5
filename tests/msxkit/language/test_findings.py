"""What `check` says of programs of a line or two: `findings.json`.

The fields of a program:
    finds: The number of findings by the name of their check, or row, column and what was meant of each.
    machine: What the machine says in all findings that foretell an error, or in those of `finds`.
    error: Whether one of these is an error.
    targets: On which of msx1, msx2 and disk something is found that the machine lacks.
    stops: The interpreter stops with this error on one machine at least.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from msxkit.interpreter.session import Session
from msxkit.language.check import check
from msxkit.language.program import Program

KEYS = "12\r3,4\r1\rx\r" * 4
ROWS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("findings.json").read_bytes())


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['about']}-{' '.join(row['lines'])}" for row in ROWS])
def test_findings(row: dict[str, Any]) -> None:
    text = "".join(f"{line}\n" for line in row["lines"])
    program = Program.from_ascii(text.encode("latin-1"), lenient=True)
    found = check(program, target=row.get("target", "disk"))
    finds = row.get("finds", {})
    for name, expected in finds.items():
        places = [[each.row, each.column, each.instead] for each in found if each.check == name]
        assert (places if isinstance(expected, list) else len(places)) == expected
    if "machine" in row:
        said = [each for each in found if each.machine and (not finds or each.check in finds)]
        assert {each.machine.partition(" in ")[0] for each in said} == set(filter(None, [row["machine"]]))
        assert any(each.severity == "error" for each in said) == row.get("error", True)
    if "targets" in row:
        lacking = [
            target
            for target in ("msx1", "msx2", "disk")
            if any(each.check == "target" for each in check(program, target=target))
        ]
        assert lacking == row["targets"]
    if "stops" in row:
        sessions = [Session(text, machine=model, keys=KEYS) for model in ("msx1", "msx2")]
        for session in sessions:
            session.run(max_steps=2000)
        assert row["machine"] in {session.error.text for session in sessions if session.error}
