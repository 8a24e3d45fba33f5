"""The clock of the original: its draws as recorded on genuine machines, and the player that reads it."""

from __future__ import annotations

from math import floor
from pathlib import Path
from random import Random

import pytest

from battleship.arena.match import shots_to_sink
from battleship.original.match import Match
from battleship.original.pace import LENGTHS, MACHINES, SHIPS, from_column_to_row, from_ship_to_ship
from battleship.players.clock import Clock
from battleship.players.matched import Matched
from battleship.posterior import clock
from battleship.rules import MARMSX
from battleship.rules.board import Board, View
from msxkit.recording import load
from tests.bench.clock import fleet
from tests.conftest import RECORDINGS

GAMES = [path for path in RECORDINGS if path.stem.startswith("game")]


def after(traces: list[clock.Trace], seconds: float, time: int) -> list[clock.Trace]:
    """Return those that may have the next draw at this TIME."""
    found = [later for trace in traces for later in trace.later(seconds)]
    return [trace for trace in found if floor(trace.low) & 0xFFFF == time]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_recorded_draws_place_the_fleets(path: Path) -> None:
    game = load(path)
    times = game.times
    traces = [
        clock.Trace(times[0], times[0] + 1, MACHINES[game.recorded_on["machine"]], 1, (0, 0), frozenset(), ())
    ]
    boards, placed = [0, 0], [set[clock.Place](), set[clock.Place]()]
    for number in range(SHIPS):
        length, owner = LENGTHS[number // 2], number % 2
        traces = after(traces, from_column_to_row(number), times[2 * number + 1])
        assert traces
        drawn = clock._column(length, times[2 * number]), clock._row(times[2 * number + 1])
        column, row, work = clock._settle(boards[owner], *drawn, length, number > 1)
        placed[owner].add((length, column, row))
        boards[owner] |= sum(1 << 11 * row + column + step for step in range(length))
        if number + 1 < SHIPS:
            traces = after(traces, from_ship_to_ship(number, work), times[2 * number + 2])
            assert traces
    fleets = game.notes["fleets"]
    assert placed[0] == clock.places(fleet(fleets["player"]))
    assert placed[1] == clock.places(fleet(fleets["computer"]))


@pytest.mark.slow
def test_the_players_fleet_gives_away_the_computers() -> None:
    game = load(GAMES[0])
    own, theirs = (fleet(game.notes["fleets"][owner]) for owner in ("player", "computer"))
    speed = MACHINES[game.recorded_on["machine"]]
    found = clock.guesses(own, speed)
    assert clock.places(theirs) in map(frozenset, found)
    assert sum(found.values()) == pytest.approx(1)
    player = Clock(MARMSX, Random(0), own=own, speed=speed)
    assert shots_to_sink(player, Board.new(MARMSX, theirs), "clock") < 30


def test_without_its_own_fleet_it_plays_as_matched() -> None:
    view = View(MARMSX)
    assert Clock(MARMSX, Random(0)).shoot(view) == Matched(MARMSX, Random(0)).shoot(view)


def test_games_of_the_port_have_the_variety_of_machines() -> None:
    random = Random(5)
    fleets = set()
    for _ in range(100):
        match = Match.drawn("battle", random)
        match.skip_draws()
        fleets.add(tuple(match.game.fleets()["computer"]))
    assert len(fleets) > 95
