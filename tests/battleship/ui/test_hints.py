"""`battleship hint`."""

from __future__ import annotations

from pathlib import Path

import pytest

from battleship.cli import main
from battleship.notation.views import parse_view
from battleship.rules import BBM103, Cell, named
from battleship.ui.hints import hint

BLANK = "..........\n" * 10


def test_the_blank_board_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "board.txt"
    file.write_text(BLANK)
    picture = tmp_path / "heat.png"
    assert main(["hint", str(file), "--plot", str(picture)]) == 0
    out = capsys.readouterr().out
    assert "35,253,526,368,954 layouts left" in out
    assert "C1   32.8 %" in out
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_hit_points_at_its_row(tmp_path: Path) -> None:
    found = hint(parse_view(named("marmsx"), "....A.....\n" + "..........\n" * 9))
    assert {cell for cell, _ in found.best[:2]} == {Cell(0, 3), Cell(0, 5)}
    assert found.best[0][1] == pytest.approx(0.75, abs=0.1)


def test_rules_beyond_counting_are_sampled() -> None:
    found = hint(parse_view(BBM103, BLANK))
    assert not found.exact
    assert found.layouts.startswith("about ")
    assert 0.2 < found.best[0][1] < 0.6


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "0 rows"),
        (BLANK.replace(".", "@", 1), "'@' at A1"),
        (BLANK.replace(".", "X", 1), "names its ship"),
        ("AAAAA.....\n" + "..........\n" * 9, "no layout agrees"),
        ("*" * 10 + "\n" + ("*" * 10 + "\n") * 9, "no layout agrees"),
    ],
)
def test_bad_boards_are_messages(
    text: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.txt"
    file.write_text(text)
    assert main(["hint", str(file)]) == 2
    error = capsys.readouterr().err
    assert "board.txt" in error
    assert reason in error


def test_a_missing_or_binary_file_is_a_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", str(tmp_path / "none.txt")]) == 2
    (tmp_path / "bin.txt").write_bytes(b"\xff\xfe\x00")
    assert main(["hint", str(tmp_path / "bin.txt")]) == 2
    assert "not a text" in capsys.readouterr().err
