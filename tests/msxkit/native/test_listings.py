"""The comparison of listings that anyone can run over a folder of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from msxkit.language.program import Program
from tests.bench.listings import interpreted, main, one
from tests.programs import needs


def _program(text: str) -> Program:
    return Program.from_ascii(text.encode())


@pytest.mark.parametrize(
    ("text", "at", "rests"),
    [
        ("10 PRINT 1\n", "end", True),
        ("10 A$=INPUT$(1):PRINT A$:A$=INPUT$(1)\n", "key", True),
        ("10 ERROR 5\n", "error", True),
        ("10 SCREEN 2\n20 GOTO 20\n", "running", True),
        ("10 PRINT TIME:GOTO 10\n", "running", False),
    ],
)
def test_where_a_listing_comes_to_rest(text: str, at: str, rests: bool) -> None:
    seen, found = interpreted(_program(text), "msx1", 2, b" ")
    assert (seen[-1]["at"], found) == (at, rests)


def test_no_cartridge(tmp_path: Path) -> None:
    listing = tmp_path / "a.bas"
    listing.write_text("10 DEFUSR=1:A=USR(0)\n")
    assert one(listing, "msx1", 2, b"")[0] == "not compiled"
    listing.write_text("PRINT\n")
    assert one(listing, "msx1", 2, b"")[0] == "not loaded"


def test_a_folder_without_listings_is_bad_input(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 2


@needs("openmsx")
def test_equal_listings_are_equal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.bas").write_text("10 SCREEN 2:LINE(0,0)-(255,191),8\n20 GOTO 20\n")
    assert main([str(tmp_path), "--seconds", "4"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 equal"
