"""A game that is looked at: pause, steps, pace, chances, at three sizes of the terminal."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from battleship.arena.positions import LiveGame
from battleship.errors import BattleshipError
from battleship.players import create
from battleship.rules import nxn
from battleship.ui.board_view import BoardView
from battleship.ui.show_app import ShowApp

RULES = nxn(4, (2,))


def _game() -> LiveGame:
    one, other = (create("nxn-simple", RULES, Random(seed)) for seed in (1, 2))
    return LiveGame(RULES, ("one", "other"), (one, other))


@asynccontextmanager
async def playing(
    chances: bool = False, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Pilot[None], ShowApp]]:
    positions = _game().positions()
    app = ShowApp(next(positions), positions, 60.0, chances)
    async with app.run_test(size=size) as pilot:
        yield pilot, app


async def _step(pilot: Pilot[None], app: ShowApp, key: str = "right") -> None:
    """Press a key and wait for the shot, which is made in a thread."""
    await pilot.press(key)
    await app.workers.wait_for_complete()
    await pilot.pause()


def _text(app: ShowApp) -> str:
    boards = app.query(BoardView)
    return "\n".join(
        "".join(part.text for part in board.render_line(y)) for board in boards for y in range(6)
    )


async def test_steps_go_forwards_and_back() -> None:
    async with playing() as (pilot, app):
        first = _text(app)
        await _step(pilot, app)
        second = _text(app)
        assert "one (1 shots)" in second
        await _step(pilot, app)
        assert (app.at, app.paused) == (2, True)
        await pilot.press("left")
        assert _text(app) == second
        await pilot.press("home")
        assert _text(app) == first
        await pilot.press("end")
        assert app.at == 2


async def test_the_game_goes_on_to_its_end_and_no_further() -> None:
    async with playing() as (pilot, app):
        while not app.seen[-1].over:
            await _step(pilot, app)
        await _step(pilot, app)
        assert app.at == len(app.seen) - 1
        assert " won with " in app.seen[-1].last
        assert "sunk" not in app.broken


@pytest.mark.slow
@pytest.mark.more
async def test_space_pauses_and_the_pace_has_limits() -> None:
    async with playing() as (pilot, app):
        await pilot.press("space")
        assert app.paused
        await pilot.press("space", *["plus"] * 12)
        assert app._delay == 0.02
        await pilot.press("space", *["minus"] * 12)
        assert app._delay == 60


@pytest.mark.parametrize("size", [(80, 24), (40, 20), (200, 60)])
async def test_chances_are_those_of_the_side_that_shoots(size: tuple[int, int]) -> None:
    async with playing(chances=True, size=size) as (pilot, app):
        # 24 places of a ship of two squares: a corner is in 2 of them, a square in the middle in 4.
        rows = _text(app).splitlines()[2:6]
        assert rows[0].split()[0] == "1"
        numbers = {part for row in rows for part in row.split()[1:]} - {"B"}
        assert numbers == {"8", "12", "17"}
        await pilot.press("h")
        assert not {"8", "12", "17"} & set(_text(app).split())


async def test_a_terminal_that_is_too_small_says_so() -> None:
    async with playing(size=(20, 8)) as (pilot, app):
        assert app.too_small
        await pilot.resize_terminal(80, 24)
        assert not app.too_small
        keys = app.query_one("#keys", Static)
        wide = str(keys.render())
        await pilot.resize_terminal(40, 24)
        assert max(map(len, str(keys.render()).splitlines())) <= 40
        await pilot.resize_terminal(80, 24)
        assert str(keys.render()) == wide


async def test_broken_game() -> None:
    positions = _game().positions()
    first = next(positions)

    def broken() -> object:
        raise BattleshipError("the cat has it")

    app = ShowApp(first, (broken() for _ in range(3)), 60.0, False)  # type: ignore[misc]
    async with app.run_test() as pilot:
        await _step(pilot, app)
        assert app.broken == "the cat has it"
        await pilot.press("q")
