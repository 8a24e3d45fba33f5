"""Rule sets by name and from files."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from battleship.errors import RulesError
from battleship.notation.rules_file import load, resolve
from battleship.rules import NAMED, column_name, named, nxn, react

FLEETS = {
    "marmsx": [4, 3, 3, 2, 2, 2, 1, 1, 1, 1],
    "hasbro": [5, 4, 3, 3, 2],
    "skynet": [5, 4, 3, 3, 2],
    "bbm103": [5, 4, 4, 3, 3, 2, 2, 2, 2],
    "react": [5, 4, 3, 3, 2],
    "nxn": [5, 4, 3, 3, 2],
}


@pytest.mark.parametrize("name", NAMED)
def test_fleets_are_those_of_the_documents(name: str) -> None:
    rules = named(name)
    assert sorted([s.length for s in rules.ships for _ in range(s.count)], reverse=True) == FLEETS[name]
    assert (rules.width, rules.height) == (10, 10)


def test_sizes_and_fleets_of_choice() -> None:
    assert react(7, 4, (2, 2, 3)).fleet_cells == 7
    assert nxn(5, (2, 3)).width == 5
    assert resolve("react", (12, 8), (4, 4)).fleet_size == 2


def test_rules_survive_pickling() -> None:
    rules = named("hasbro")
    assert hash(rules) == hash(pickle.loads(pickle.dumps(rules)))
    assert b"_hash" not in pickle.dumps(rules)


@pytest.mark.parametrize(
    ("name", "size", "lengths", "reason"),
    [
        ("nosuch", None, None, "no rule set 'nosuch'"),
        ("marmsx", (8, 8), None, "fixed board and fleet"),
        ("nxn", (8, 7), None, "square"),
        ("nxn", (3, 3), (4,), "does not fit"),
        ("nxn", (3, 3), (3, 3, 3, 2), "11 squares, the board 9"),
        ("nxn", (4, 4), (4, 4, 4, 3, 1, 0), "length must be 1 to"),
        ("react", (101, 5), None, "width must be 1 to 100"),
    ],
)
def test_impossible_rules_are_refused_with_the_reason(
    name: str, size: tuple[int, int] | None, lengths: tuple[int, ...] | None, reason: str
) -> None:
    with pytest.raises(RulesError, match=reason):
        resolve(name, size, lengths)


def test_a_crowded_board_is_solved_or_refused() -> None:
    assert resolve("nxn", (4, 4), (4, 4, 4, 4)).fleet_cells == 16
    with pytest.raises(RulesError, match="the fleet has 10 squares, the board 9"):
        resolve("nxn", (3, 3), (2, 2, 2, 2, 2))
    # No 6 x 6 board can be cut into nine lines of four (colour it in 2 x 2 blocks).
    with pytest.raises(RulesError, match="no legal layout"):
        resolve("nxn", (6, 6), (4,) * 9)


TOML = """
name = "pond"
width = 6
height = 5
vertical = false
touching = false
sunk = "cells"
[[ships]]
name = "Raft"
symbol = "R"
length = 3
[[ships]]
name = "Buoy"
length = 1
count = 2
"""


def test_a_rule_set_from_toml(tmp_path: Path) -> None:
    file = tmp_path / "pond.toml"
    file.write_text(TOML)
    rules = resolve(str(file))
    assert (rules.name, rules.width, rules.height, rules.fleet_cells) == ("pond", 6, 5, 5)
    assert not rules.vertical
    assert rules.ships[1].symbol == "B"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("width = 6", "width = 'six'", "width must be a whole number"),
        ("width = 6", "", "width is missing"),
        ("width = 6", "width = 0", "width must be 1 to 100"),
        ("width = 6", "width = 2", "length 3 does not fit"),
        ("height = 5", "hieght = 5", "unknown key 'hieght'"),
        ("length = 3", "length = true", "length must be a whole number"),
        ('sunk = "cells"', 'sunk = "maybe"', "sunk must be one of"),
        ('symbol = "R"', 'symbol = "B"', "two ship types have the symbol 'B'"),
        ('symbol = "R"', 'symbol = "X"', "X, which marks a hit"),
        ("count = 2", "count = 10", "with the gaps"),
        ("count = 2", "count = 999999999999", "999999999999 ships 'Buoy', but the board has 30 squares"),
        ("[[ships]]", "[[ships", "not TOML"),
        ("width = 6", "width = " + "[" * 100_000, "nested too deeply"),
        ("width = 6", "width = " + "9" * 5_000, "not TOML"),
        ("width = 6", 'width = "\udcff"', "not UTF-8"),
    ],
)
def test_a_bad_file_is_named_with_the_key(tmp_path: Path, old: str, new: str, reason: str) -> None:
    file = tmp_path / "pond.toml"
    file.write_bytes(TOML.replace(old, new, 1).encode("utf-8", "surrogateescape"))
    with pytest.raises(RulesError, match=reason) as error:
        load(file)
    assert "pond.toml" in str(error.value)


def test_column_names() -> None:
    assert [column_name(n) for n in (0, 25, 26, 51, 52)] == ["A", "Z", "AA", "AZ", "BA"]
