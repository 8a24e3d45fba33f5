"""The terminal app, driven by keyboard and mouse through Textual's pilot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from battleship.original.backend import PortBackend
from battleship.original.match import Match, keys_to
from battleship.ui.hints import seen_on
from battleship.ui.notice import Notice
from battleship.ui.original_app import BattleshipApp, MsxScreen
from msxkit.errors import FileError
from msxkit.recording import END
from msxkit.verify import replay


def _slow(size: tuple[int, int]) -> object:
    """Return a size of the terminal that is tried when there is time."""
    return pytest.param(size, marks=pytest.mark.slow)


@asynccontextmanager
async def playing(
    size: tuple[int, int] = (80, 25), **options: object
) -> AsyncIterator[tuple[Pilot[None], BattleshipApp]]:
    starts = iter(range(1234, 2000))
    app = BattleshipApp(lambda: Match("battle", next(starts)), **options)  # type: ignore[arg-type]
    async with app.run_test(size=size) as pilot:
        for _ in range(100):
            if _cursor(app) is not None:
                break
            await pilot.pause(0.05)
        yield pilot, app


def _cells(app: BattleshipApp, ships: bool) -> list[tuple[int, int]]:
    rows = app.match.game.fleets()["computer"]
    return [(x, y) for y in range(1, 11) for x in range(1, 11) if (rows[y - 1][x - 1] != ".") is ships]


async def _click(pilot: Pilot[None], x: int, y: int) -> None:
    await pilot.click(MsxScreen, offset=(19 + x, y))


def _shown(app: BattleshipApp) -> list[str]:
    screen = app.query_one(MsxScreen)
    return ["".join(segment.text for segment in screen.render_line(y)) for y in range(24)]


def _cursor(app: BattleshipApp) -> tuple[int, int] | None:
    screen = app.query_one(MsxScreen)
    for y in range(24):
        x = 0
        for segment in screen.render_line(y):
            if segment.style is not None and segment.style.reverse:
                return x, y
            x += len(segment.text)
    return None


@pytest.mark.slow
@pytest.mark.more
async def test_the_msx_screen_is_shown_with_its_cursor() -> None:
    async with playing() as (pilot, app):
        assert [row.rstrip() for row in _shown(app)] == list(app.match.event.screen)
        assert _cursor(app) == (20, 1)
        await pilot.press("right", "down", "down")
        assert _cursor(app) == (21, 3)


@pytest.mark.slow
async def test_keyboard_win_then_new_game() -> None:
    matches: list[Match] = []
    async with playing(finished=matches.append) as (pilot, app):
        for x, y in _cells(app, ships=True):
            cx, cy = app.match.game.target
            await pilot.press(*["right" if x > cx else "left"] * abs(x - cx), *["down"] * (y - cy), "space")
        assert app.match.game.outcome == "player"
        assert _shown(app)[14].rstrip() == "** You win the game !! **"
        assert _shown(app)[15].rstrip() == "Ok"
        assert _cursor(app) == (0, 16)
        assert matches == [app.match]
        await pilot.press("space", "x")
        assert app.match.event.at == END
        await pilot.press("n")
        assert app.match is not matches[0]
        assert app.match.event.at != END
    assert replay(matches[0].recording(), PortBackend()).equal


@pytest.mark.slow
async def test_mouse_to_the_computers_win() -> None:
    matches: list[Match] = []
    async with playing(finished=matches.append) as (pilot, app):
        for x, y in _cells(app, ships=False):
            await _click(pilot, x, y)
            if app.match.event.at == END:
                break
        assert app.match.game.outcome == "computer"
        assert _shown(app)[14].rstrip() == "** I win the game !! **"
        await pilot.press("q")
        assert not app.is_running
    assert replay(matches[0].recording(), PortBackend()).equal


@pytest.mark.slow
@pytest.mark.more
async def test_meaningless_clicks() -> None:
    async with playing() as (pilot, app):
        await _click(pilot, 3, 4)
        keys = app.match.recording().keys
        assert len(keys) == 6
        await _click(pilot, 3, 4)
        for offset in ((0, 0), (5, 5), (19, 4), (30, 4), (25, 0), (25, 11), (25, 23)):
            await pilot.click(MsxScreen, offset=offset)
        assert app.match.recording().keys == keys


@pytest.mark.slow
async def test_other_keys_reach_the_game_as_their_msx_codes() -> None:
    async with playing() as (pilot, app):
        screen = app.match.event.screen
        await pilot.press("a", "A", "n", "escape", "enter", "backspace", "é")
        assert app.match.recording().keys == (97, 65, 110, 27, 13, 8, 0x82)
        await pilot.press("€")
        await pilot.press("pageup", "pagedown", "end", "f1", "f12", "ctrl+up", "shift+tab", "ctrl+end")
        assert len(app.match.recording().keys) == 7
        assert app.match.event.screen == screen
        assert len(app.screen_stack) == 1


@pytest.mark.slow
async def test_help_and_quit_ask_first() -> None:
    finished: list[Match] = []
    async with playing(finished=finished.append) as (pilot, app):
        await pilot.press("question_mark")
        assert isinstance(app.screen, Notice)
        await pilot.press("space", "space")
        assert not isinstance(app.screen, Notice)
        await pilot.press("q")
        assert isinstance(app.screen, Notice)
        await pilot.press("x", "n")
        assert not isinstance(app.screen, Notice)
        assert app.is_running
        await pilot.press("q", "y")
        assert not app.is_running
    assert len(finished) == 1
    assert finished[0].recording().outcome is None


@pytest.mark.slow
async def test_small_terminal_gets_a_notice_and_resizing_works() -> None:
    async with playing(size=(31, 24)) as (pilot, app):
        assert app.query_one("#small").display
        assert not app.query_one("#table").display
        await pilot.resize_terminal(32, 24)
        assert not app.query_one("#small").display
        assert app.query_one("#table").display
        assert app.query_one(MsxScreen).size == (32, 24)
        assert not app.query_one("#keys").display
        await pilot.resize_terminal(33, 23)
        assert app.query_one("#small").display
        # Nobody plays what cannot be seen.
        await pilot.press("space", "right")
        assert app.match.recording().keys == ()
        await pilot.press("q")
        assert isinstance(app.screen, Notice)


@pytest.mark.slow
async def test_a_hint_moves_with_the_size_of_the_terminal() -> None:
    async with playing(size=(100, 40)) as (pilot, app):
        await pilot.press("h")
        assert app.query_one("#hint").display
        await pilot.resize_terminal(40, 26)
        assert not app.query_one("#hint").display
        assert "HINT" in _hint_text(app)
        await pilot.resize_terminal(100, 26)
        assert app.query_one("#hint").display


async def test_without_colour_only_reverse_video_is_used() -> None:
    async with playing(colour=False) as (_, app):
        styles = [segment.style for y in range(24) for segment in app.query_one(MsxScreen).render_line(y)]
        assert all(style is not None and style.color is None and style.bgcolor is None for style in styles)
        assert _cursor(app) == (20, 1)


async def test_msx_pace() -> None:
    app = BattleshipApp(lambda: Match("battle", 1234), msx_pace=True)
    async with app.run_test(size=(80, 25)) as pilot:
        await pilot.pause(0.3)
        assert app.match.event.at == "draw"
        assert _cursor(app) is None
        assert _shown(app)[2].startswith("Placing ships:")
    app._go_on()  # a pause that ends after the app


@pytest.mark.slow
async def test_unwritable_recording() -> None:
    def full(_: Match) -> None:
        raise FileError("game.json: cannot be written: No space left on device")

    async with playing(finished=full) as (pilot, app):
        await pilot.press("q", "y")
        assert not app.is_running
    assert app.return_code == 2


def _hint_text(app: BattleshipApp) -> str:
    beside = app.query_one("#hint", Static)
    return str(beside.render()) if beside.display else "\n".join(_shown(app)[14:])


@pytest.mark.parametrize("size", [(32, 24), *map(_slow, [(80, 24), (110, 30), (60, 24), (60, 40)])])
@pytest.mark.slow
async def test_hint_is_marked(size: tuple[int, int]) -> None:
    async with playing(size) as (pilot, app):
        ship = _cells(app, ships=True)[0]
        await _click(pilot, *ship)
        before = app.match.event
        boards = _shown(app)[:13]
        await pilot.press("h")
        await pilot.pause()
        text = _hint_text(app)
        assert "HINT" in text
        assert "layouts left" in text
        assert "h or ESC closes it" in text
        assert _shown(app)[:13] == boards
        screen, hint = app.query_one(MsxScreen).region, app.query_one("#hint")
        assert screen.width == 32
        assert not hint.display or hint.region.x >= screen.right
        # The cursor goes on moving, and the hint stays until it is closed or there is another board.
        await pilot.press("right" if app.match.game.target[0] < 10 else "left")
        assert app.hint is not None
        await pilot.press("escape")
        assert app.hint is None
        assert "HINT" not in _hint_text(app)
        await pilot.press("h", "h")
        assert app.hint is None
        assert app.match.event.screen.cells == before.screen.cells
        assert 27 not in app.match.recording().keys
        await pilot.press("h")
        await _click(pilot, *_cells(app, ships=True)[1])
        assert app.hint is None


@pytest.mark.parametrize("size", [(32, 24), *map(_slow, [(80, 24), (52, 24), (80, 25), (33, 30)])])
@pytest.mark.slow
async def test_the_keys_are_shown_at_every_size(size: tuple[int, int]) -> None:
    async with playing(size) as (pilot, app):

        def keys() -> str:
            shown = [app.query_one(f"#{name}", Static) for name in ("keys", "side")]
            return "\n".join([str(part.render()) for part in shown if part.display] + [_shown(app)[23]])

        await pilot.pause()
        assert "? help" in keys()
        assert "q quit" in keys()
        # Where they stand in the screen, its last row is blank.
        assert not app.match.event.screen[23].strip()
        await pilot.press("ctrl+c")
        assert "q quits" in keys()
        assert app.is_running
        assert app.match.recording().keys == ()


def test_the_hint_knows_only_what_the_screen_shows() -> None:
    match = Match("battle", 1234)
    match.skip_draws()
    assert not seen_on(match.event.screen).results
    for key in keys_to(match.game, 3, 2):
        match.press(key)
        match.skip_draws()
    (result,) = seen_on(match.event.screen).results
    assert result.cell == (1, 2)
    symbol = match.game.fleets()["computer"][1][2]
    assert (result.type.symbol if result.type else ".") == symbol
