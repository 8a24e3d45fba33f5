"""The full game: its engine, and the app driven by keys and mouse through Textual's pilot."""

from __future__ import annotations

import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Static

from battleship.errors import PlayerError
from battleship.notation.games import GameRecord
from battleship.rules import BBM103, HASBRO, MARMSX, SKYNET, Cell, Rules, nxn
from battleship.rules.board import Ship
from battleship.ui.board_view import BoardView
from battleship.ui.duel import Ending, Pair
from battleship.ui.fleet_app import FleetApp
from battleship.ui.game_app import folded
from battleship.ui.notice import Notice
from battleship.ui.sitting import PERSON, Sitting


@asynccontextmanager
async def playing(
    rules: Rules, opponent: str, size: tuple[int, int] = (80, 30), colour: bool = True
) -> AsyncIterator[tuple[Pilot[None], FleetApp]]:
    app = FleetApp(Sitting.against(rules, opponent, Random(1)), colour=colour)
    async with app.run_test(size=size) as pilot:
        yield pilot, app


def _text(app: FleetApp, board: str) -> list[str]:
    view = app.query_one(f"#{board}", BoardView)
    return ["".join(segment.text for segment in view.render_line(y)) for y in range(app.rules.height + 2)]


async def test_placing_by_keys_turning_and_undoing() -> None:
    async with playing(HASBRO, "random") as (pilot, app):
        await pilot.press("r", "enter")
        assert app.placed == [Ship(HASBRO.ships[0], Cell(0, 0), vertical=True)]
        await pilot.press("left", "enter")
        assert "taken by both" in app._news
        await pilot.press("u", "r", "down", "right", "enter")
        assert app.placed == [Ship(HASBRO.ships[0], Cell(1, 1))]
        # The next ship, four long, lies beside it, in the hand.
        assert _text(app, "mine")[2].split() == ["1", *".BBBB....."]
        assert _text(app, "mine")[3].split() == ["2", *".CCCCC...."]


async def test_placing_by_mouse() -> None:
    async with playing(HASBRO, "random") as (pilot, app):
        await pilot.hover("#mine", offset=(3 + 3 * 2, 2 + 4))
        assert app.cursor == Cell(4, 2)
        await pilot.click("#mine", offset=(3 + 3 * 2, 2 + 4))
        assert app.placed[0].cell == Cell(4, 2)
        await pilot.click("#mine", offset=(3 + 3 * 2, 2 + 6), button=3)
        assert app.vertical


async def test_ships_that_touch_are_refused_with_the_rule() -> None:
    async with playing(MARMSX, "marmsx") as (pilot, app):
        await pilot.press("enter", "up", "enter")
        assert "may not touch" in app._news
        await pilot.press("r")
        assert not app.vertical


@pytest.mark.slow
async def test_a_game_to_the_end_reveals_both_fleets() -> None:
    async with playing(nxn(5, (2, 3)), "random") as (pilot, app):
        await pilot.press("a")
        assert app.duel is not None
        ships = sorted(app.duel.theirs.fleet.at)
        # A miss by key, a hit by mouse, a repeated shot that is refused.
        await pilot.click("#theirs", offset=(3 + 3 * ships[0].column, 2 + ships[0].row))
        assert "hit" in app._news or "sunk" in app._news
        await pilot.press("space")
        assert "has already been shot" in app._news
        await pilot.press("h")
        assert "HINT" in app._news
        assert app.hint is not None
        best, _ = app.hint.best[0]
        assert app._enemy_square(app.duel, False, best)[1] == "heat4"
        assert "h closes it" in app._news
        await pilot.press("escape")
        assert app.hint is None
        assert "HINT" not in app._news
        for cell in ships[1:]:
            app.cursor = cell
            await pilot.press("space")
        assert app.duel.ending is Ending.WON
        assert "You win in 5 moves. The computer had" in app._news
        assert "Sunk by you: " in "\n".join(app._sunk_lines(app.duel))
        await pilot.press("n")
        assert app.duel is None


@pytest.mark.slow
async def test_every_rule_set_is_drawn() -> None:
    for rules, opponent in ((MARMSX, "exact"), (BBM103, "density"), (nxn(20), "nxn-brute")):
        async with playing(rules, opponent, (60, 20)) as (pilot, app):
            await pilot.press("a", "space")
            assert app.duel is not None
            assert len(app.duel.moves) == 2


def test_an_opponent_that_cannot_play_is_refused() -> None:
    with pytest.raises(PlayerError, match="horizontally"):
        Sitting.against(HASBRO, "marmsx", Random(1))


@pytest.mark.slow
async def test_a_new_game_is_asked_for_while_one_runs() -> None:
    async with playing(HASBRO, "random") as (pilot, app):
        await pilot.press("a", "space")
        duel = app.duel
        await pilot.press("n")
        assert isinstance(app.screen, Notice)
        await pilot.press("n")
        assert app.duel is duel
        app.cursor = Cell(9, 9)
        await pilot.press("n", "y")
        assert app.duel is None
        assert app.cursor == Cell(9, 5)  # all of the ship in the hand is on the board


@pytest.mark.parametrize("size", [(80, 24), (32, 24), (50, 12)])
@pytest.mark.one_in(3)
async def test_help_in_every_phase(size: tuple[int, int]) -> None:
    async with playing(HASBRO, "random", size) as (pilot, app):
        for key in ("x", "a"):
            await pilot.press(key)
            keys = str(app.query_one("#keys", Static).render())
            assert "? help" in " ".join(keys.split())
            assert max(map(len, keys.splitlines())) <= size[0]
            await pilot.press("question_mark")
            await pilot.pause()
            assert isinstance(app.screen, Notice)
            text = app.screen.query_one("#notice")
            view = app.screen.query_one(VerticalScroll)
            assert view.region.right <= size[0]
            assert view.region.bottom <= size[1]
            if view.max_scroll_y:
                await pilot.press("pagedown", "pagedown", "down")
                assert isinstance(app.screen, Notice)
                assert text.region.bottom == view.region.bottom - 1
            await pilot.press("x")
            assert not isinstance(app.screen, Notice)


@pytest.mark.parametrize("size", [(80, 24), (32, 24), (50, 16)])
@pytest.mark.one_in(3)
async def test_message_and_keys_fit(size: tuple[int, int]) -> None:
    async with playing(HASBRO, "random", size) as (pilot, app):
        for key in ("x", "a", "h", "space", "ctrl+c"):
            await pilot.press(key)
            await pilot.pause()
            for name in ("news", "keys"):
                assert app.query_one(f"#{name}").region.bottom <= size[1]
        assert str(app.query_one("#keys", Static).render()).endswith("q quits, ? helps")
        row = app.query_one("#theirs", BoardView).region.y + 2 + app.cursor.row
        assert 0 <= row < app.query_one(VerticalScroll).region.bottom


async def test_a_terminal_that_is_too_small_takes_no_moves() -> None:
    async with playing(HASBRO, "random", (20, 8)) as (pilot, app):
        assert "? helps, q quits" in str(app.query_one("#small", Static).render())
        await pilot.press("a", "enter")
        assert app.duel is None
        assert not app.placed
        await pilot.press("pageup", "home", "f5")
        assert app.is_running
        await pilot.press("q")
        assert not app.is_running


async def test_without_colours() -> None:
    async with playing(HASBRO, "random", colour=False) as (pilot, app):
        await pilot.press("enter", "up")
        assert "!" in _text(app, "mine")[2]
        await pilot.press("a")
        assert app.duel is not None
        while not app.duel.mine.view.hits:
            app.cursor = app.duel.theirs.view.unshot[0]
            await pilot.press("space")
        assert any("X" in row for row in _text(app, "mine")[2:])


@pytest.mark.parametrize("key", ["q", "ctrl+q"])
async def test_quitting_a_running_game_is_asked(key: str) -> None:
    async with playing(HASBRO, "random") as (pilot, app):
        await pilot.press("a", key)
        assert isinstance(app.screen, Notice)
        await pilot.resize_terminal(60, 20)
        await pilot.press(key, "n")
        assert app.is_running
        await pilot.press(key, "y")
        assert not app.is_running


@pytest.mark.parametrize(
    ("size", "classes"),
    [((100, 30), set()), ((50, 20), {"narrow"}), ((32, 24), {"narrow"}), ((20, 8), {"small"})],
)
async def test_boards_fit_the_terminal_or_say_so(size: tuple[int, int], classes: set[str]) -> None:
    async with playing(HASBRO, "random", size) as (pilot, app):
        await pilot.pause()
        assert classes <= set(app.screen.classes)
        assert app.query_one("#small", Static).display == ("small" in classes)


@pytest.mark.slow
@pytest.mark.more
async def test_tall_board_scrolls() -> None:
    async with playing(nxn(30, (5, 4, 3)), "random", (80, 20)) as (pilot, app):
        await pilot.press(*["down"] * 25)
        await pilot.pause()
        assert app.cursor == Cell(25, 0)
        view = app.query_one("#mine", BoardView)
        row = view.region.y + 2 + 25
        assert 0 <= row < app.query_one(VerticalScroll).region.bottom


@pytest.mark.slow
async def test_two_people_see_their_own_board_only() -> None:
    kept: list[tuple[GameRecord, bool]] = []
    sitting = Sitting.against(nxn(4, (2,)), PERSON, Random(1))
    sitting.keep = lambda record, over: kept.append((record, over))
    app = FleetApp(sitting)

    def ships() -> set[str]:
        rows = [*_text(app, "mine")[2:], *_text(app, "theirs")[2:]]
        return {mark for row in rows for mark in row[2:].replace(" ", "")} & {"B", "X"}

    async with app.run_test(size=(80, 24)) as pilot:
        for player in (1, 2):
            assert isinstance(app.screen, Notice)
            assert f"Player {player}" in app._news
            await pilot.press("x", "enter", "a")
            assert not ships()
        await pilot.press("enter")
        assert ships() == {"B"}
        assert isinstance(app.duel, Pair)
        app.cursor = app.duel.theirs.fleet.ships[0].cell
        await pilot.press("space")
        assert "You shoot at" in app._news
        await pilot.press("space")  # hands over, and does not shoot
        assert not ships()
        await pilot.press("enter")
        assert app.duel.viewer == 1
        assert "Player 1 shoots at" in app._news
        assert len(app.duel.moves) == 1
        await pilot.press("q", "y")
    ((record, over),) = kept
    assert (len(record.shots), over) == (1, False)


@pytest.mark.parametrize("key", ["q", "escape", "ctrl+q", "ctrl+c"])
async def test_leaving_between_two_people(key: str) -> None:
    """Nobody sees the board of the other, whether the question is answered by no or by yes."""
    app = FleetApp(Sitting.against(nxn(4, (2,)), PERSON, Random(1)))

    def ships() -> bool:
        rows = [*_text(app, "mine")[2:], *_text(app, "theirs")[2:]]
        return any(mark in row[2:] for row in rows for mark in "BX")

    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(
            "enter", "a", "enter", "a", key
        )  # both have placed; the second hides from the first
        assert len(app.screen_stack) == 3
        await pilot.press("n")
        assert len(app.screen_stack) == 2
        assert not ships()
        await pilot.press(key, "y")
        assert not ships()
    assert app.return_code == 0


async def test_a_saved_game_goes_on_in_the_app() -> None:
    kept: list[GameRecord] = []
    first = Sitting.against(HASBRO, "nxn-brute", Random(1))
    first.keep = lambda record, over: kept.append(record)
    app = FleetApp(first)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a", "space", "right", "space", "q", "y")
    second = Sitting.against(HASBRO, "nxn-brute", Random(2))
    second.saved = kept[0]
    again = FleetApp(second)
    async with again.run_test(size=(80, 24)) as pilot:
        assert "The game goes on" in again._news
        await pilot.press("down", "space")
        assert again.duel is not None
        assert [move.result.cell for move in again.duel.moves[:4]] == list(kept[0].shots)
        assert len(again.duel.moves) == 6


def test_keys_below_the_boards_are_not_broken() -> None:
    for width in (20, 32, 40, 80):
        lines = folded("arrows move  space shoots  h hint  q quit", width).splitlines()
        assert "  ".join(lines) == "arrows move  space shoots  h hint  q quit"
        assert all(len(line) <= width for line in lines)


@pytest.mark.slow
async def test_keys_work_while_a_bot_is_waited_for(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "import time\n"
        "while True:\n"
        "    message = input()\n"
        "    if message[0] == 'F':\n"
        "        time.sleep(60)\n"
        "    print('A0D B0D C0D D0D E0D' if message[0] == 'N' else '')\n"
    )
    kept: list[tuple[GameRecord, bool]] = []
    command = f"{sys.executable} {tmp_path / 'bot.py'}"
    sitting = Sitting.against(SKYNET, command, Random(1), tmp_path)
    sitting.keep = lambda record, over: kept.append((record, over))
    app = FleetApp(sitting)
    begun = time.monotonic()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        while app.duel is None:
            await pilot.pause(0.05)
        await pilot.press("space", "right", "n", "space")
        assert app._news == "Waiting for bot ..."
        assert app.cursor == Cell(0, 1)
        await pilot.press("question_mark")
        assert isinstance(app.screen, Notice)
        await pilot.press("x", "q", "y")
    assert app.return_code == 0
    sitting.close()
    assert time.monotonic() - begun < 9
    ((record, over),) = kept
    assert (len(record.shots), over) == (1, False)
