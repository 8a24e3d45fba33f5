"""Keeping an unsaved program when its session ends unexpectedly."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterable
from pathlib import Path

from msxkit.errors import FileError
from msxkit.files import write_atomic
from msxkit.interpreter.session import Session


def rescue(session: Session, folders: Iterable[Path]) -> Path | None:
    """Write the program that is not saved into the first folder that takes it, under a name of its own.

    Return the file, a listing that LOAD takes; None when nothing would be lost. Raise `FileError` if no folder, not
    even that of temporary files, can be written.
    """
    if not session.source.unsaved:
        return None
    listing = session.layout.program.listed()
    failed = FileError("that place is not a directory")
    for folder in (*folders, Path(tempfile.gettempdir())):
        path = next(
            path
            for path in (folder / f"RESCUE{number or ''}.BAS" for number in itertools.count())
            if not path.exists() and not path.is_symlink()
        )
        try:
            write_atomic(path, listing)
        except FileError as error:
            failed = error
        else:
            session.source.keep()
            return path
    raise failed
