"""Fresh games of the original listing on the interpreter, and the port that must play them alike."""

from __future__ import annotations

import pytest

from battleship.original.backend import PortBackend
from battleship.verification.fresh import fresh_games
from battleship.verification.styles import STYLES
from msxkit.recording import END, KEY, dumps, parse
from msxkit.verify import describe, replay


def test_the_port_plays_every_fresh_game_alike() -> None:
    styles = set()
    for game in fresh_games(10, seed=20):
        styles.add(game.style)
        result = replay(game, PortBackend())
        assert result.difference is None, describe(result.difference, game.name, "port")
        assert result.steps == len(game.steps)
    assert styles == set(STYLES)


def test_seed_makes_game() -> None:
    import json

    first, again, other = (next(fresh_games(1, seed)) for seed in (5, 5, 6))
    assert first == again
    assert first.times != other.times
    assert parse(json.loads(dumps(first))).keys == first.keys


@pytest.mark.parametrize(("number", "style"), list(enumerate(STYLES)))
def test_styles(number: int, style: str) -> None:
    *_, game = fresh_games(number + 1, seed=3)
    assert game.style == style
    assert game.steps[-1].at == END
    assert sum(step.at == KEY for step in game.steps) == len(game.keys)
    if style == "perfect":
        assert game.outcome == "player"
        assert game.keys.count(32) == 20
