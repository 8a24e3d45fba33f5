"""The files of a session: what the program reads, writes and prints."""

from __future__ import annotations

from msxkit.errors import FileError
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.machine import Machine


class SessionFiles:
    """The drive, the files that are open, and the printer."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    @property
    def printed(self) -> bytes:
        """What LPRINT and LLIST printed."""
        return bytes(self._machine.state.files.paper.data)

    def close(self, *, lost: bool) -> None:
        """Close the files that the program has left open, so that what it wrote is kept. Raise `FileError`.

        Args:
            lost: As the machine does for a program that stopped with an error: what the directory says of an open file
                stays true.
        """
        files = self._machine.files
        if lost:
            files.leave()
        try:
            files.close_file(None)
            files.drive.settle()
        except RaisedError as error:
            raise FileError(error.note or str(error)) from None
