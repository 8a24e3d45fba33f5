"""The battery of the clock chip: `--clock FILE` keeps what SET has set from one run to the next."""

from __future__ import annotations

import json
from pathlib import Path

import click

from msxkit.cli import ONE_FILE
from msxkit.errors import MsxError
from msxkit.files import decode_json, read_bytes, write_atomic
from msxkit.machine.clock_chip import ClockChipState

#: Opening words of the file, by which it is known.
_KIND = "msxkit clock chip"


clock_option = click.option(
    "--clock",
    "clock_file",
    type=ONE_FILE,
    help="File that keeps what SET sets: date, time, BEEP, PROMPT, SCREEN and the rest, as a battery does. "
    "The clock stands still between runs.",
)


def kept(path: Path | None) -> ClockChipState:
    """Return what a file has kept, and what a new chip holds if there is no file. Raise `MsxError` for another file."""
    if path is None or not path.exists():
        return ClockChipState()
    try:
        found = decode_json(read_bytes(path))
        if not isinstance(found, dict) or found.pop("kind", None) != _KIND:
            raise ValueError("it has another kind")
        return ClockChipState.of_plain(found)
    except ValueError as error:
        raise MsxError(
            f"{path}: not a file of --clock: {error}; name another file, or one that is not there yet"
        ) from None


def keep(path: Path | None, state: ClockChipState) -> None:
    """Write a file for `kept`. Raise `FileError` if it cannot be written."""
    if path is not None:
        text = json.dumps({"kind": _KIND, **state.plain()}, indent=1)
        write_atomic(path, f"{text}\n".encode())
