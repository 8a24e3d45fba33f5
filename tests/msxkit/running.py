"""Listings that stand in a test, run on the interpreter, and what they show."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from typing import Any

from msxkit.interpreter import Session
from msxkit.machine.model import MSX2, Model

Files = MutableMapping[str, bytes]
#: Writes what went wrong and goes on.
HANDLER = '10 ON ERROR GOTO 900\n890 END\n900 PRINT "E";ERR;ERL;:RESUME NEXT\n'


def run(listing: str, files: Files | None = None, **options: Any) -> Session:
    """Run a listing to its end, or for 100,000 steps; the options are those of `Session`."""
    session = Session(listing, files=files, **options)
    session.run(max_steps=100_000)
    return session


def error_of(session: Session) -> int | None:
    """Return the number of the error that ended a run."""
    return None if session.error is None else session.error.number


def shown(statements: str, machine: Model | str = MSX2) -> str:
    """Return what a line of statements prints in its first row."""
    return run(f"10 {statements}\n", machine=machine).screen[0].strip()


def rows_above_ok(rows: Sequence[str], last: bool = False) -> list[str]:
    """Return the rows above the first `Ok`, or the last one, without blank rows at the end."""
    rows = [row.rstrip() for row in rows]
    ends = [number for number, row in enumerate(rows) if row.strip() == "Ok"]
    found = rows[: ends[-1 if last else 0]] if ends else rows
    return found[: max((number for number, row in enumerate(found, 1) if row), default=0)]
