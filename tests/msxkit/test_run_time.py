"""What the machine does at run time: small programs and what a Philips NMS 8250 or VG 8020/20 shows.

A row of run_time.jsonl: `program`, and the rows that it `shows` on `machine` (msx2 if nothing is said); `within`: how
far a number may be from that; `disk`: a cartridge needs one; `cartridge`: why a cartridge does not show it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from msxkit.language.program import Program
from msxkit.native.compiler import compile_program
from tests.msxkit.native.msx import Msx
from tests.msxkit.running import rows_above_ok, run

_ROWS: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("run_time.jsonl").read_text("utf-8").splitlines()
]


def _each(rows: list[dict[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", rows, ids=lambda row: row["what"])


@_each(_ROWS)
def test_interpreter(row: dict[str, Any]) -> None:
    session = run(row["program"] + "\n", machine=row.get("machine", "msx2"))
    rows = [line.strip() for line in rows_above_ok(session.screen.rows())]
    if "within" in row:
        assert int(rows[0]) == pytest.approx(int(row["shows"][0]), abs=row["within"])
    else:
        assert rows == row["shows"]


@_each([row for row in _ROWS if "cartridge" not in row and "disk" not in row])
def test_cartridge(row: dict[str, Any]) -> None:
    program = Program.from_ascii((row["program"] + "\n").encode("latin-1"))
    msx = Msx(compile_program(program), int(row.get("machine") != "msx1"))
    msx.run(seconds=10)
    assert [line.strip() for line in rows_above_ok(msx.screen.rows(), last=True)] == row["shows"]
