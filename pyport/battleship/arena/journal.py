"""The games of a tournament on disk, one JSON value a line, written as they are played: at most one is ever lost.

The first line says which boards these are; each other line is [player, board, shots, expected saving or null].
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TextIO

from battleship.arena.match import MatchOutcome
from battleship.errors import JournalError
from battleship.rules import Rules
from msxkit.errors import FileError
from msxkit.files import decode_json, read_bytes

#: player -> board -> outcome.
Outcomes = dict[str, dict[int, MatchOutcome]]

#: Bytes of the largest results that are read: millions of games.
_MOST_RESULTS = 1 << 30

#: Bytes of the longest first line.
_MOST_HEAD = 1 << 20

#: Why games cannot be continued.
_OTHER_BOARDS = "under other rules, on other boards or of another seed"


def boards(rules: Rules, placement: str, seed: int) -> dict[str, Any]:
    """Return what the boards of a tournament follow from, as JSON."""
    found = {f.name: getattr(rules, f.name) for f in fields(rules) if f.name != "ships"}
    found["sunk"] = rules.sunk.value
    found["ships"] = [[ship.name, ship.symbol, ship.length, ship.count] for ship in rules.ships]
    return {"format": 1, "rules": found, "placement": placement, "seed": seed}


def finished(path: Path, head: Mapping[str, Any]) -> Outcomes:
    """Return the games in the results of a tournament (`report.as_json`).

    Raise `JournalError` if they cannot be read or are of other boards.
    """
    outcomes: Outcomes = {}
    try:
        data = decode_json(read_bytes(path, _MOST_RESULTS))
        if data["boards"] != json.loads(json.dumps(head)):
            raise JournalError(f"{path}: has games {_OTHER_BOARDS}; choose another --json")
        for name, found in data["players"].items():
            saved = found.get("saved", {})
            outcomes[name] = {
                int(board): MatchOutcome(int(shots), saved.get(board))
                for board, shots in found["shots"].items()
            }
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise JournalError(f"{path}: has no games that --resume could continue") from error
    except FileError as error:
        raise JournalError(str(error)) from error
    return outcomes


@dataclass
class Journal:
    """The file of one tournament.

    Attributes:
        outcomes: The games that it held when it was opened.
        added: The number of games added since.
    """

    path: Path
    outcomes: Outcomes = field(default_factory=dict)
    added: int = 0
    _file: TextIO | None = None

    @staticmethod
    def open(path: Path, head: Mapping[str, Any], resume: bool, results: Path | None = None) -> Journal:
        """Return the journal at `path`, new or, with `resume`, continued. Raise `JournalError` if it cannot be written,
        is of other boards, or exists and is not to be resumed.

        Args:
            results: What a finished run has left in place of its journal; with `resume` its games count as kept.
        """
        journal = Journal(path)
        try:
            if path.exists() and not path.is_file():
                raise JournalError(
                    f"{path}: is not a regular file, so it cannot keep games; choose another --json"
                )
            if path.exists() and _has_games(path):
                if not resume:
                    raise JournalError(
                        f"{path} keeps the games of a run that did not end: continue it with --resume, or delete it"
                    )
                size = journal._read(path.read_bytes(), head)
                journal._file = path.open("r+", encoding="utf-8", newline="\n")
                journal._file.truncate(size)  # half a line, written when the power went
                journal._file.seek(size)
            else:
                if resume and results is not None and results.is_file() and results.stat().st_size:
                    journal.outcomes = finished(results, head)
                journal._file = path.open("w", encoding="utf-8", newline="\n")
                journal._write(head, *_lines(journal.outcomes))
        except OSError as error:
            raise JournalError(f"{path}: cannot be written: {error.strerror}") from error
        return journal

    def _read(self, data: bytes, head: Mapping[str, Any]) -> int:
        """Take over the games of a file. Return the bytes of its whole lines."""
        size = data.rfind(b"\n") + 1
        lines = data[:size].splitlines()
        try:
            if decode_json(lines[0]) != json.loads(json.dumps(head)):
                raise JournalError(f"{self.path}: keeps games {_OTHER_BOARDS}")
            for line in lines[1:]:
                name, board, shots, saved = decode_json(line)
                outcome = MatchOutcome(int(shots), None if saved is None else float(saved))
                self.outcomes.setdefault(str(name), {})[int(board)] = outcome
        except (IndexError, TypeError, ValueError, OverflowError) as error:
            raise JournalError(f"{self.path}: is not the journal of a tournament") from error
        return size

    def add(self, name: str, board: int, outcome: MatchOutcome) -> None:
        """Add one game. Raise `JournalError` when the disk is full or cannot be written."""
        self._write([name, board, outcome.shots, outcome.saved])
        self.added += 1

    def _write(self, *values: object) -> None:
        assert self._file is not None
        try:
            self._file.writelines(json.dumps(value, separators=(",", ":")) + "\n" for value in values)
            self._file.flush()
        except OSError as error:
            with suppress(OSError):  # it tries once more to write
                self._file.close()
            self._file = None
            raise JournalError(f"{self.path}: cannot be written: {error.strerror}") from error

    def beyond(self, players: Collection[str], games: int) -> int:
        """Return how many games it keeps of other players, or on boards from number `games` on."""
        return sum(
            name not in players or board >= games for name, found in self.outcomes.items() for board in found
        )

    def close(self, delete: bool = False) -> None:
        """Close the journal, and delete it if it has no games.

        Args:
            delete: Delete it anyway: all has been played and is kept elsewhere.
        """
        if self._file is not None:
            self._file.close()
            self._file = None
            delete = delete or not (self.outcomes or self.added)
        if delete:
            self.path.unlink(missing_ok=True)


def _has_games(path: Path) -> bool:
    """Return False for a run that ended before its first game: there is nothing to go on with and nothing to lose."""
    with path.open("rb") as file:
        head, more = file.readline(_MOST_HEAD), file.read(1)
    try:
        return bool(more) or decode_json(head).keys() != {"format", "rules", "placement", "seed"}
    except (AttributeError, ValueError):
        return bool(head)


def _lines(outcomes: Outcomes) -> Iterator[object]:
    for name, found in outcomes.items():
        for board, outcome in found.items():
            yield [name, board, outcome.shots, outcome.saved]
