"""Recordings of the game: who plays it, and what they tell people besides keys and screens.

The kit records any program; here stands what is the game's own: whose fleets the variables hold, and who won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from battleship.original.state import BT, COMPUTER, PLAYER
from battleship.verification.styles import STYLES, Cell
from msxkit import recording
from msxkit.display.screen import Screen
from msxkit.errors import RecordingError, naming
from msxkit.openmsx.playing import Beginning
from msxkit.openmsx.variables import ArrayValue
from msxkit.recording import Recording

#: TJ(x,y,owner), the ship type at column x, row y (both from 1) of the player (1) or the computer (2); 0 is water.
Types = Callable[[tuple[int, int, int]], int]
#: Both boards as ten strings each: ships' letters, and dots.
Fleets = Mapping[str, tuple[str, ...]]


def load(path: Path) -> Recording:
    """Read and check a recording of the game. Raise `RecordingError` that names the file and the field."""
    found = recording.load(path)
    with naming(path, RecordingError):
        fleets(found)
    return found


def fleets(found: Recording) -> Fleets:
    """Return the fleets in a recording, if it has any. Raise `RecordingError` that names the field."""
    told = found.notes.get("fleets", {})
    if not isinstance(told, dict):
        raise RecordingError(f"field 'fleets': an object is needed, not {told!r}")
    for owner, rows in told.items():
        if not isinstance(rows, list):
            raise RecordingError(f"field 'fleets.{owner}': a list is needed, not {rows!r}")
        for index, row in enumerate(rows):
            if not isinstance(row, str):
                raise RecordingError(f"field 'fleets.{owner}[{index}]': a text is needed, not {row!r}")
    return {owner: tuple(rows) for owner, rows in told.items()}


def notes(boards: Fleets) -> dict[str, Any]:
    """Return the fields of a recording that hold the fleets."""
    return {"fleets": {owner: list(rows) for owner, rows in boards.items()}}


def outcome(screen: Screen) -> str | None:
    """Return who won, by the screen at the end: `player` or `computer` (lines 630 and 695)."""
    text = screen.text()
    if "You win" in text:
        return "player"
    return "computer" if "I win" in text else None


def boards(types: Types, letters: Callable[[int], str]) -> Fleets:
    """Return both fleets as the program holds them.

    Args:
        letters: N$(type).
    """

    def rows(owner: int) -> tuple[str, ...]:
        return tuple(
            "".join(letters(kind) if (kind := types((x, y, owner))) else "." for x in range(1, BT + 1))
            for y in range(1, BT + 1)
        )

    return {"player": rows(PLAYER), "computer": rows(COMPUTER)}


def ships(rows: Sequence[str]) -> list[Cell]:
    """Return the squares with ships on a board, column and row from 0."""
    return [(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."]


class StyledPlaying:
    """Plays the game on the emulator with the keys of a style (`msxkit.openmsx.playing.Playing`)."""

    def __init__(self, style: str, seed: int) -> None:
        self.style = style
        self._random = Random(seed)

    def keys(self, beginning: Beginning) -> Iterator[int]:
        """Yield the keys of the style. Some styles shoot at the computer's ships on purpose."""
        return STYLES[self.style](self._random, ships(_held(beginning)["computer"]))

    def machine_notes(self, beginning: Beginning) -> Mapping[str, Any]:
        """Return how long the machine took to place the ships: seconds."""
        return {"placing_seconds": round(beginning.seconds, 2)}

    def notes(self, beginning: Beginning) -> Mapping[str, Any]:
        return notes(_held(beginning))

    def outcome(self, screen: Screen) -> str | None:
        return outcome(screen)


def _held(beginning: Beginning) -> Fleets:
    types: ArrayValue = beginning.variables["TJ()"]
    letters: ArrayValue = beginning.variables["N$()"]
    return boards(lambda place: int(types[place]), lambda kind: str(letters[kind]))
