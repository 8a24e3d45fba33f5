"""Transcripts are read back, shown, and refused with file and line."""

from __future__ import annotations

import contextlib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battleship.arena.positions import frame, of_transcript, sentence
from battleship.arena.referee import play_game
from battleship.arena.seats import PlayerSeat
from battleship.arena.transcript import Message, read, write
from battleship.errors import TranscriptError


def recorded(seed: int, first: int) -> tuple[str, list[Message]]:
    lines: list[Message] = []
    seats = (PlayerSeat("random", Random(seed)), PlayerSeat("random", Random(seed + 1)))
    game = play_game(seats, ("left", "right"), first, lambda *line: lines.append(Message(*line)))
    return write(("left", "right"), lines, game), lines


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 1))
def test_written_and_read_back(seed: int, first: int) -> None:
    text, lines = recorded(seed, first)
    game = read(text, "game")
    assert game.names == (("left", "right") if first == 0 else ("right", "left"))
    assert [(line.said, line.text) for line in game.messages] == [(line.said, line.text) for line in lines]
    # The shots that the transcript shows add up to the end that it tells.
    winner = next(line for line in game.messages if line.text == "W").seat
    hits = [shot for shot in game.shots() if shot.seat == winner and shot.answer != "M"]
    assert len(hits) == 17
    assert game.end.startswith(f"{game.names[winner]} won with ")


def test_line_ends_of_other_systems_do_not_matter() -> None:
    text, _ = recorded(1, 0)
    assert read(text.replace("\n", "\r\n"), "game") == read(text, "game")


def test_pictures_show_ships_hits_sunk_and_misses() -> None:
    text = "\n".join(
        [
            "1 one",
            "2 two",
            "1> N two",
            "1< A0D B0D C0D D0D E6R",
            "2> N one",
            "2< J0D I0D H0D G0D A9R",
            "1> F",
            "1< A9",
            "1> H",
            "2> O A9",
            "2> F",
            "2< J9",
            "2> M",
            "1> O J9",
            "1> F",
            "1< B9",
            "1> S P",
            "2> O B9",
            "2> F",
            "2< A0",
            "2> H",
            "1> O A0",
            "= the end",
        ]
    )
    game = read(text, "game")
    *_, last = map(frame, of_transcript(game))
    assert last.split("\n") == [
        "one (2 shots)              two (2 shots)",
        "  A B C D E F G H I J        A B C D E F G H I J",
        "0 X S S S # # # # # #      0 # # # # # # S S S S",
        "1 S S S S # # # # # #      1 # # # # # # S S S S",
        "2 S S S S # # # # # #      2 # # # # # # S S S S",
        "3 S S # # # # # # # #      3 # # # # # # # # S S",
        "4 S # # # # # # # # #      4 # # # # # # # # # S",
        "5 # # # # # # # # # #      5 # # # # # # # # # #",
        "6 # # # # S S # # # #      6 # # # # # # # # # #",
        "7 # # # # # # # # # #      7 # # # # # # # # # #",
        "8 # # # # # # # # # #      8 # # # # # # # # # #",
        "9 # # # # # # # # # *      9 O O # # # # # # # #",
        "",
        "the end",
    ]
    assert [sentence(game, shot) for shot in game.shots()] == [
        "one A9: hit",
        "two J9: miss",
        "one B9: sank the Patrol Boat",
        "two A0: hit",
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "game:1: not a complete transcript"),
        ("1 one\n2 two\n", "game:1: not a complete transcript"),
        ("1 one\n2 two\n3> F\n", "game:3: '3> F' is not a line"),
        ("# comment\n\n1 one\nnonsense\n", "game:4: 'nonsense' is not a line"),
    ],
)
def test_not_a_transcript(text: str, place: str) -> None:
    with pytest.raises(TranscriptError, match=place):
        read(text, "game")


LINES = st.sampled_from(
    ["1 a", "2 b", "1> N b", "1< A0D B0D C0D D0D E6R", "1> F", "1< A0", "1> M", "2> S C", "= x"]
)


@given(st.lists(LINES | st.text()))
def test_no_text_makes_a_traceback(lines: list[str]) -> None:
    with contextlib.suppress(TranscriptError):
        game = read("\n".join(lines), "game")
        assert list(map(frame, of_transcript(game)))
