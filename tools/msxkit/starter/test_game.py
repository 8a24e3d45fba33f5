"""Tests of the game: `pytest` runs them, and so does `msxkit watch`."""

from msxkit.testbench.msx import Msx


def test_three_missed_stars_end_the_game(msx: Msx) -> None:
    msx.load("game.dmx")
    msx.start()
    msx.wait_for_text("GAME OVER", seconds=30)
    assert msx.variables["missed"] == 3


def test_basket_moves_right(msx: Msx) -> None:
    msx.load("game.dmx")
    msx.start()
    msx.press("RIGHT", seconds=1)
    assert int(msx.variables["basket"]) > 15
