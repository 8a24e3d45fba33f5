"""Opening books: they say what a fresh count says, and building again gives the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from battleship.players.book import build
from battleship.players.exact import choose
from battleship.players.positions import book_text
from battleship.rules import Rules, named, nxn
from battleship.rules.board import Outcome, Result, View

OUTCOMES = {"M": Outcome.MISS, "H": Outcome.HIT, "S": Outcome.SUNK}


def positions(rules: Rules, book: list[Any], view: View) -> Iterator[tuple[View, int]]:
    """Yield every position of a book, and the index of the square that it says."""
    square, answers = book
    yield view, square
    for key, rest in answers.items():
        kind = rules.ship_type(key[1:2])
        cells = tuple(rules.cells[int(number)] for number in key[2:].split(",") if number)
        result = Result(rules.cells[square], OUTCOMES[key[0]], kind, cells)
        yield from positions(rules, rest, view.after(result))


@pytest.mark.parametrize(
    ("name", "sample"), [("exact-marmsx", 12), ("exact-hasbro", 4), ("exact-nxn", 4), ("exact-react", 4)]
)
def test_a_book_says_what_a_fresh_count_says(name: str, sample: int) -> None:
    rules = named(name.partition("-")[2])
    text = book_text("exact", rules)
    assert text is not None
    known = list(positions(rules, json.loads(text), View(rules)))
    assert len(known) > 100
    for view, square in Random(2).sample(known, sample):
        assert choose(view) == rules.cells[square]


def test_building_again_gives_the_same_bytes() -> None:
    rules = nxn(5, (3, 2))
    book = build(rules, games=30)
    assert build(rules, games=30) == book
    known = list(positions(rules, json.loads(book), View(rules)))
    assert known[0][0].results == ()
    assert len(known) > 5
