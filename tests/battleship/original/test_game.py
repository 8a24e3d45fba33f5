"""The port against the recordings of the original, and its rules where recordings cannot reach."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battleship.original.backend import PortBackend
from battleship.original.game import BATTLE, OriginalGame
from battleship.original.state import BT, FLEET
from msxkit.recording import DRAW, END, KEY, load
from msxkit.rnd import INITIAL, rnd_minus_time, scaled
from msxkit.verify import describe, replay
from tests.conftest import RECORDINGS, examples


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_recording_replays_equal(path: Path) -> None:
    recording = load(path)
    result = replay(recording, PortBackend())
    assert result.difference is None, describe(result.difference, recording.name, "port")
    assert result.steps == len(recording.steps)


def _play(times: list[int], keys: list[int]) -> OriginalGame:
    """Return a game fed from two lists; it stops where one of them is used up."""
    game = OriginalGame(BATTLE)
    values = {DRAW: iter(times), KEY: iter(keys)}
    while game.event.at != END:
        value = next(values[game.event.at], None)
        if value is None:
            break
        game.send(value)
    return game


@settings(max_examples=examples(40), deadline=None)
@given(times=st.lists(st.integers(0, 65535), min_size=40, max_size=40))
def test_any_times_place_a_legal_fleet(times: list[int]) -> None:
    game = _play(times, [])
    for rows in game.fleets().values():
        for symbol, length, total in FLEET:
            assert "".join(rows).count(symbol) == length * total
        board = [["."] * 12, *([".", *row, "."] for row in rows), ["."] * 12]
        for y in range(1, 11):
            for x in range(1, 11):
                # Every neighbour is water, or the same ship in the same row.
                for ny in (y - 1, y, y + 1):
                    for nx in (x - 1, x, x + 1):
                        if board[y][x] != "." and board[ny][nx] != ".":
                            assert ny == y
                            assert board[ny][nx] == board[y][x]


def test_no_time_places_a_ship_off_the_board() -> None:
    """INT(n*RND) stays below n for every TIME, so that line 460 never leaves TJ."""
    for factor in {BT, *(BT - length + 1 for _, length, _ in FLEET)}:
        assert all(scaled(factor, rnd_minus_time(time, INITIAL)) < factor for time in range(65536))


def _ready() -> OriginalGame:
    return _play(list(range(1000, 1040)), [])


@pytest.mark.parametrize("value", [-1, 256])
def test_key_out_of_range(value: int) -> None:
    with pytest.raises(ValueError, match="0 to 255"):
        _ready().send(value)


def test_nothing_follows_the_end() -> None:
    recording = load(RECORDINGS[0])
    game = _play(list(recording.times), list(recording.keys))
    assert game.event.at == END
    with pytest.raises(ValueError, match="has ended"):
        game.send(32)


def test_search_uses_the_screen_and_not_the_fleet() -> None:
    """The computer's next cell is a function of the screen: two fleets that look alike so far get the same shot."""
    recording = load(RECORDINGS[0])
    game = _play(list(recording.times), [])
    state = game._state
    # All water: whatever the computer shoots at, it goes on drawing and never searches.
    for column in state.tj:
        for cell in column:
            cell[1] = 0
    draws = 0
    for key in [32, 28] * 9:
        game.send(key)
        while game.event.at == DRAW:
            draws += 1
            game.send(100 + draws)
    assert draws == 18
