"""Games under --rules that were left: each is a file in the user's folder for programs' state, until it is over."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from battleship.errors import BattleshipError
from battleship.notation.games import GameRecord, dumps, is_game, loads
from battleship.ui.sitting import PERSON, Sitting
from msxkit.errors import FileError, MsxError
from msxkit.files import read_bytes, state_folder, write_atomic


def saved_games_folder() -> Path:
    """Return the folder of the games that were left."""
    return state_folder("battleship") / "games"


def _games() -> list[Path]:
    return [path for path in saved_games_folder().glob("*.json") if path.is_file()]


def _make_newest(path: Path) -> None:
    """Let a game be the one that was left last, also when the clock has been set back since the others were."""
    games = _games()
    with contextlib.suppress(OSError):
        last = max((game.stat().st_mtime_ns for game in games if game != path), default=0)
        if path in games and path.stat().st_mtime_ns <= last:
            os.utime(path, ns=(last + 1, last + 1))


def newest() -> Path:
    """Return the game that was left last. Raise `BattleshipError` when there is none."""
    return _newest_first()[0]


def _newest_first() -> list[Path]:
    found = _games()
    if not found:
        raise BattleshipError(
            "no game is saved; a game under --rules, such as hasbro, is saved when you leave it after a shot"
        )
    return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)


def listed() -> Iterator[str]:
    """Yield a line for each game that was left, the last one first. Raise `BattleshipError` when there is none."""
    for path in _newest_first():
        left = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
        try:
            game = resumed(path)
        except MsxError as error:
            yield str(error)
            continue
        other = "two people" if game.opponent == PERSON else f"against {game.names[1]}"
        yield f"{path}: {game.rules.name}, {other}, {len(game.shots)} shots, left {left}"


def resumed(path: Path) -> GameRecord:
    """Return the game to continue. Raise `BattleshipError` for one that cannot be read or continued."""
    data = read_bytes(path)
    if not is_game(data) and b'"steps"' in data:
        raise BattleshipError(
            f"{path}: is a game of the original, which cannot be resumed; watch it with `battleship replay`"
        )
    record = loads(data, str(path))
    if not record.opponent:
        raise BattleshipError(f"{path}: only computers play in this game; watch it with `battleship replay`")
    if record.end or record.game().over:
        raise BattleshipError(f"{path}: this game is over; watch it with `battleship replay`")
    return record


class SavedGames:
    """Where the games of one command go: into the file of --record, into the one of --resume, or into the folder.

    Attributes:
        told: What to say at the end about a game that was left.
        left: That game.
    """

    def __init__(self, record: Path | None, resume: str | None) -> None:
        self._record = record
        self._resume = Path(resume) if resume else None
        self.told = ""
        self.left: GameRecord | None = None

    def keep(self, record: GameRecord, over: bool) -> None:
        """Keep a game that is left or over. Raise `FileError`."""
        data = dumps(record).encode()
        own = self._own(record)
        if self._record is not None:
            write_atomic(self._record, data)
        if self._resume is not None:
            write_atomic(self._resume, data)
        target = self._record or self._resume
        if over:
            own.unlink(missing_ok=True)
        elif target is None:
            try:
                own.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise FileError(f"{own.parent}: the game cannot be saved there: {error.strerror}") from error
            write_atomic(own, data)
            target = Path()
        _make_newest(self._resume or own)
        where = f" {target}" if target and target != Path() else ""
        self.left = None if over else record
        self.told = "" if over else f"The game is saved; `battleship play --resume{where}` goes on with it."

    def judge(self, sitting: Sitting) -> None:
        """Find out whether the game that was left can be resumed: a bot must do again what it did."""
        repeats = sitting.repeats(self.left) if self.left is not None and sitting.is_bot else True
        if self.left is None or repeats:
            return
        if repeats is None:
            self.told = f"{self.told[:-1]}, if the bot draws its random numbers from BATTLESHIP_SEED alone."
            return
        self.told = (
            f"This game cannot be resumed: {sitting.name} does not repeat what it did. A bot that can be resumed "
            "draws its random numbers from BATTLESHIP_SEED alone."
        )
        if self._record is None and self._resume is None:
            self._own(self.left).unlink(missing_ok=True)

    def _own(self, record: GameRecord) -> Path:
        """Return the file of a game in the folder, the same one whenever this game is left."""
        words = [record.rules.name, record.opponent, str(record.seed)]
        if not record.seed:  # two people
            words.append("".join(f"{ship.cell.row}{ship.cell.column}" for ship in record.fleets[0].ships))
        return saved_games_folder() / f"{re.sub(r'[^A-Za-z0-9]+', '-', '-'.join(words))[:100]}.json"
