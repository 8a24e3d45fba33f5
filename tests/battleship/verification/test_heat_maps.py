"""The heat maps, counted a second way: from the screens and fleets of the recordings themselves."""

from __future__ import annotations

from battleship.verification.heat_maps import heat_maps
from battleship.verification.recordings import fleets
from msxkit.recording import load
from tests.conftest import RECORDINGS

GAMES = [load(path) for path in (*RECORDINGS[:6], *RECORDINGS[-4:])]


def test_placing_is_that_of_the_recorded_fleets() -> None:
    (placed,) = heat_maps(GAMES)["Where ships are placed"]
    assert placed.title == "ship cells in 20 fleets"
    for y in range(10):
        for x in range(10):
            cells = [rows[y][x] for game in GAMES for rows in fleets(game).values()]
            assert placed.rows[y][x] == sum(cell != "." for cell in cells)


def test_no_games_make_no_maps() -> None:
    assert heat_maps([]) == {}


def test_marks_on_last_screen() -> None:
    """That computer marks nothing but its shots, so its X's are its shots."""
    dark = [game for game in GAMES if game.program.file == "shotdark.bas"]
    (shots,) = heat_maps(dark)["Where the computers shoot"]
    for y in range(10):
        for x in range(10):
            marks = [game.steps[-1].screen.row(y + 1)[2 + x] == "X" for game in dark]
            assert shots.rows[y][x] == sum(marks)
