"""The original's listings and recordings: in the package when it is installed, else in its source tree."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from battleship.errors import BattleshipError
from msxkit.language.program import Program
from msxkit.recording import tokens_sha1

_PACKAGED = Path(__file__).parents[1] / "data"
_TREE = Path(__file__).parents[3]
FOLDER, RECORDINGS = (
    (_PACKAGED / "basic", _PACKAGED / "recordings")
    if _PACKAGED.is_dir()
    else (_TREE / "basic", _TREE / "tests" / "recordings")
)
#: The whole game, and the one with the first computer move.
FILES = ("battle.bas", "shotdark.bas")


@cache
def listing(file: str) -> Program:
    """Return one of the two programs. Raise `BattleshipError` where it is not to be found."""
    path = FOLDER / file
    if not path.is_file():
        raise BattleshipError(f"{path} is missing; install the package again")
    return Program.from_file(path.read_bytes(), file)


def files() -> dict[str, str]:
    """Return the programs' file names by the SHA-1 of their tokens, which is how recordings name them."""
    return {tokens_sha1(listing(file)): file for file in FILES}


def listings() -> dict[str, Program]:
    """Return the programs by the SHA-1 of their tokens."""
    return {tokens: listing(file) for tokens, file in files().items()}


def own_recordings() -> list[Path]:
    """Return the recordings of genuine machines."""
    found = sorted(RECORDINGS.glob("*.json"))
    if not found:
        raise BattleshipError(f"no recordings in {RECORDINGS}; name some: battleship verify FILE...")
    return found
