"""Playing line by line: sentences, bad coordinates, both endings."""

from __future__ import annotations

import pytest

from battleship.original.backend import PortBackend
from battleship.original.match import Match
from battleship.ui.original_plain import play
from msxkit.recording import parse, to_json
from msxkit.verify import replay

CELLS = [f"{letter}{row}" for row in range(1, 11) for letter in "ABCDEFGHIJ"]


def _play(lines: list[str], start: int = 1234) -> tuple[list[str], Match]:
    match = Match("battle", start)
    said: list[str] = []
    play(match, iter(lines), said.append)
    return said, match


def _fleet_cells(start: int) -> list[str]:
    match = Match("battle", start)
    match.skip_draws()
    rows = match.game.fleets()["computer"]
    return [f"{'ABCDEFGHIJ'[x]}{y + 1}" for y in range(10) for x in range(10) if rows[y][x] != "."]


def test_shots_are_told_in_words() -> None:
    ships = _fleet_cells(1234)
    water = next(cell for cell in CELLS if cell not in ships)
    said, match = _play([water, ships[0]])
    assert f"{water}: water." in said
    names = {"A": "an Aircraft Carrier", "C": "a Cruiser", "B": "a Battleship", "S": "a Submarine"}
    x, y = "ABCDEFGHIJ".index(ships[0][0]), int(ships[0][1:]) - 1
    assert f"{ships[0]}: hit {names[match.game.fleets()['computer'][y][x]]}." in said
    assert sum(line.startswith("I shoot at ") for line in said) == 2
    assert said[-1] == "You left the game before its end."


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Z9", "Z9 is not on the board: columns are A to J, rows 1 to 10."),
        ("a0", "A0 is not on the board: columns are A to J, rows 1 to 10."),
        ("B11", "B11 is not on the board: columns are A to J, rows 1 to 10."),
        ("7B", "'7b' is not a cell: a letter and a number are needed, like B7. Type ? for more."),
        ("²", "'²' is not a cell: a letter and a number are needed, like B7. Type ? for more."),
    ],
)
def test_bad_coordinates_are_told(line: str, told: str) -> None:
    said, match = _play([line])
    assert told in said
    assert match.game.hits == (0, 0)
    assert match.recording().keys == ()


def test_a_cell_can_be_shot_once() -> None:
    said, _ = _play(["b7", "B 7"])
    assert "You have already shot at B7. Choose another cell." in said


def test_player_wins() -> None:
    said, match = _play(_fleet_cells(77), start=77)
    assert said[-1].strip() == "** You win the game !! **"
    assert match.game.outcome == "player"


def test_computer_wins_and_the_recording_replays() -> None:
    ships = _fleet_cells(77)
    said, match = _play([cell for cell in CELLS if cell not in ships] + ships, start=77)
    assert said[-1].strip() == "** I win the game !! **"
    recording = parse(to_json(match.recording()))
    assert recording.outcome == "computer"
    assert replay(recording, PortBackend()).equal


@pytest.mark.parametrize("word", ["q", "quit", "EXIT"])
def test_leaving(word: str) -> None:
    said, _ = _play([word, "B7"])
    assert said[-1] == "You left the game before its end."
    assert not any(line.startswith("B7") for line in said)


def test_questions_do_not_cost_a_turn() -> None:
    said, match = _play(["help", "board", "fleet", ""])
    assert any("Aircraft Carrier" in line for line in said)
    assert match.recording().keys == ()


def test_a_hint_is_told_and_changes_nothing() -> None:
    said, match = _play(["hint", "h", "B7", "h"])
    hints = [line for line in said if line.startswith("HINT, not part of the game: ")]
    assert hints[0] == hints[1] != hints[2]
    assert "35,253,526,368,954 layouts left; best C1 33 %" in hints[0]
    assert match.recording().keys.count(32) == 1


def test_help_has_the_key_that_it_has_everywhere() -> None:
    said, _ = _play(["?", "help"])
    assert sum(line.startswith("Type a cell to shoot at") for line in said) == 3
