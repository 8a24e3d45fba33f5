"""`battleship hint`."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from battleship.cli import main
from battleship.notation.views import parse_view
from battleship.rules import BBM103, Cell, named
from battleship.ui.hints import heat_map, hint, hottest

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


def test_certain_squares_keep_the_ranks(tmp_path: Path) -> None:
    """Between hits at the edge and beside them is a ship; the likeliest other square has the strongest colour too."""
    board = "A.A.......\n" + "..........\n" * 9
    found = hint(parse_view(named("marmsx"), board), 3)
    likely = found.best[2][1]
    assert found.best[:2] == ((Cell(0, 1), 1), (Cell(0, 3), 1))
    assert hottest(found) == likely < 1
    shown = heat_map(found)
    colours = {}
    for span in shown.spans:
        text = shown.plain[span.start : span.end].strip()
        colours[text] = str(getattr(span.style, "bgcolor", "") or "")
    strongest = [text for text, colour in colours.items() if "rgb(255," in colour]
    assert f"{100 * likely:.0f}" in strongest
    assert "100" in strongest
    assert len(set(colours.values())) > 1
    file, picture = tmp_path / "board.txt", tmp_path / "heat.png"
    file.write_text(board)
    assert main(["hint", str(file), "--plot", str(picture)]) == 0
    with Image.open(picture) as image:
        pixels = image.convert("RGB")
    # The scale's strongest colour fills the certain square and the likeliest other one: two squares of the board.
    square = sum(count for count, colour in pixels.getcolors(1 << 20) or () if colour == (252, 254, 164))
    assert square >= 3 * 40 * 40


def test_rules_beyond_counting_are_sampled() -> None:
    found = hint(parse_view(BBM103, BLANK))
    assert not found.exact
    assert found.layouts.startswith("about ")
    assert 0.2 < found.best[0][1] < 0.6


def test_without_colour_no_square_has_a_ground() -> None:
    found = hint(parse_view(named("marmsx"), BLANK))
    assert any(getattr(span.style, "bgcolor", None) for span in heat_map(found).spans)
    plain = heat_map(found, colour=False)
    assert plain.plain == heat_map(found).plain
    assert not any(
        getattr(span.style, "bgcolor", None) or getattr(span.style, "color", None) for span in plain.spans
    )
    # The likeliest squares can be told: the four of the picture's corners.
    underlined = [
        plain.plain[span.start : span.end] for span in plain.spans if getattr(span.style, "underline", None)
    ]
    assert {text.strip() for text in underlined} == {"33"}
