"""`msxkit check` with several files, its summary and its JSON, and rows that only the machine takes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from msxkit.cli import main

_BAD = "10 GOTO 99\n20 GOTO 98\n30 PRINT AB,AC:PRNT 2\n"
_GOOD = "10 PRINT 1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bad.bas").write_text(_BAD)
    (tmp_path / "good.bas").write_text(_GOOD)
    return tmp_path


def test_a_summary_counts_each_check(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(folder / "bad.bas")]) == 1
    rows = capsys.readouterr().out.splitlines()
    assert "     2  missing-line        jumps and RESTOREs to lines that do not exist" in rows
    assert any(row.startswith("     1  syntax ") for row in rows)


def test_several_files_are_summed_up(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(folder / name) for name in ("good.bas", "bad.bas")]
    assert main(["check", *files]) == 1
    out = capsys.readouterr().out
    assert f"{files[0]}: nothing found" in out
    assert "2 files: " in out
    assert main(["check", files[0], files[0]]) == 0
    capsys.readouterr()
    assert main(["check", *files, str(folder / "none.bas"), "--json"]) == 2
    told = capsys.readouterr()
    assert "none.bas: cannot be read" in told.err
    reports = json.loads(told.out)
    assert [report["file"] for report in reports] == files
    assert reports[1]["checks"]["missing-line"] == 2


def test_rows_that_the_machine_takes_are_listed_and_stored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listing, stored = tmp_path / "odd.bas", tmp_path / "odd.tok"
    listing.write_text("200280 return$\n375 380 PRINT\n")
    assert main(["list", str(listing)]) == 0
    assert capsys.readouterr().out == "20028 0 RETURN$\n37538 0 PRINT\n"
    assert main(["tokenise", str(listing), "-o", str(stored)]) == 0
    capsys.readouterr()
    assert main(["list", str(stored)]) == 0
    assert capsys.readouterr().out == "20028 0 RETURN$\n37538 0 PRINT\n"
    assert main(["check", str(listing)]) == 1
    assert "the machine ends the line number before this digit" in capsys.readouterr().out
