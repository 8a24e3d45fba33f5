"""Schedules, determinism whatever the number of jobs, and the bots' folders."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battleship.arena import transcript
from battleship.arena.referee import RefereedGame
from battleship.arena.round_robin import Pairing, Settings, play_tournament, rounds
from battleship.arena.seats import parse_bots
from battleship.arena.standings import standings

from .conftest import bot


@given(st.integers(2, 20))
def test_round_robin_schedule(bots: int) -> None:
    schedule = rounds(bots)
    met = list(itertools.chain.from_iterable(schedule))
    assert sorted(met) == list(itertools.combinations(range(bots), 2))
    for pairs in schedule:
        playing = list(itertools.chain.from_iterable(pairs))
        assert len(playing) == len(set(playing))
    assert len(schedule) == bots - 1 + bots % 2


def tournament(folder: Path, jobs: int, bots: list[str], seed: int = 1, games: int = 3) -> list[Pairing]:
    settings = Settings(folder / "bots", games, seed=seed, record=folder / "record")
    played = play_tournament(parse_bots(bots), settings, jobs)
    assert played.interruption is None
    return list(played.pairings)


def files(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.more
@pytest.mark.slow
def test_same_results_for_any_jobs(tmp_path: Path) -> None:
    bots = ["builtin:random", bot("remember"), "builtin:random", bot("shot-off")]
    one = tournament(tmp_path / "one", 1, bots)
    two = tournament(tmp_path / "two", 2, bots)
    assert one == two
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_the_seed_decides(tmp_path: Path) -> None:
    bots = ["builtin:random", "builtin:random"]
    games = [tournament(tmp_path / str(n), 1, bots, seed)[0].games for n, seed in enumerate((1, 1, 2))]
    assert games[0] == games[1] != games[2]


def test_a_bot_keeps_its_file_from_pairing_to_pairing(tmp_path: Path) -> None:
    tournament(tmp_path, 1, [bot("remember"), "builtin:random", bot("well")], games=2)
    kept = (tmp_path / "bots" / "remember" / "rememberfiles" / "remember.txt").read_text()
    assert sorted(kept.split()) == ["random", "random", "well", "well"]


def test_each_bot_goes_first_in_half_of_the_games(tmp_path: Path) -> None:
    (pairing,) = tournament(tmp_path, 1, ["builtin:random", "builtin:random"], games=4)
    assert [game.first for game in pairing.games] == [0, 1, 0, 1]


def test_transcripts_hold_every_line_of_every_game(tmp_path: Path) -> None:
    (pairing,) = tournament(tmp_path, 1, [bot("well"), bot("shot-off")], games=2)
    folder = tmp_path / "record" / "well-shot-off"
    texts = [(folder / f"game-{number:04d}.txt").read_text() for number in (1, 2)]
    assert texts[0].split("\n")[1:] == [
        "1 well",
        "2 shot-off",
        "1> N shot-off",
        "1< A0D B0D C0D D0D E6R",
        "2> N well",
        "2< A0D B0D C0D D0D E6R",
        "1> F",
        "1< A0",
        "1> H",
        "2> O A0",
        "2> F",
        "2< K0",
        "1> W",
        "2> E",
        "= well won with 1 shots (shot-off shot badly: 'K0' is not a shot; write a letter A-J and a digit 0-9, "
        "such as B7)",
        "",
    ]
    # The one that goes first is bot 1 of its transcript.
    assert transcript.read(texts[1], "second").names == ("shot-off", "well")
    assert pairing.games[1].first == 1


def test_names_stand_before_players_and_command_lines() -> None:
    bots = parse_bots(["me=builtin:random", "builtin:random", f"you={sys.executable} -c pass"])
    assert [bot.name for bot in bots] == ["me", "random", "you"]
    assert [bot.player for bot in bots] == ["random", "random", ""]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.one_in(2)
def test_an_interruption_keeps_every_game_that_was_played(tmp_path: Path, jobs: int) -> None:
    """Also those of pairings that were under way; their transcripts are there."""
    heard: list[tuple[int, int]] = []

    def hear(pair: tuple[int, int], game: RefereedGame) -> None:
        heard.append(pair)
        if len(heard) == 5:
            raise KeyboardInterrupt

    bots = parse_bots(["builtin:random"] * 3)
    played = play_tournament(bots, Settings(tmp_path, 1000, record=tmp_path / "record"), jobs, hear)
    assert isinstance(played.interruption, KeyboardInterrupt)
    assert 5 <= played.games < 3000
    assert played.games <= len(list((tmp_path / "record").rglob("game-*.txt")))
    if jobs == 1:
        assert [len(pairing.games) for pairing in played.pairings] == [5]
        assert standings(bots, played.pairings)[0].games == 5
