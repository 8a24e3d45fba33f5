"""The exception family of msxkit.

Every error that a user can cause is an `MsxError`. Its text names the file, line and column or the wrong value, and
says what to do; the command line prints it and exits with 2. BASIC's own errors, which stop a running program, are not
part of this family: they are results of a run, not failures of the kit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

LONGEST_QUOTED = 60  # characters of a value that a message repeats


class MsxError(Exception):
    """The base of all errors that msxkit raises for bad input or a missing tool."""


@contextmanager
def naming(place: object, kind: type[MsxError]) -> Iterator[None]:
    """Put the name of a file before the message of an error of that kind."""
    try:
        yield
    except kind as error:
        raise kind(f"{place}: {error}") from error


def quoted(value: object) -> str:
    """Return a user's text for a message: in quotes, escaped, and shortened when it is long."""
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST_QUOTED else f"{value[: LONGEST_QUOTED - 3]}...")
    text = repr(value)
    return text if len(text) <= LONGEST_QUOTED else f"{text[: LONGEST_QUOTED - 3]}..."


def printable(message: str) -> str:
    """Return a message with its control characters escaped: a file name in it may have some, and control a terminal."""
    return "".join(char if char.isprintable() or char in "\n\t" else repr(char)[1:-1] for char in message)


class RecordingError(MsxError):
    """A recording that cannot be read; the message names the file and the field."""


class CharsetError(MsxError):
    """A character that the MSX does not have, or a byte sequence that is not text."""


class FileError(MsxError):
    """A file that cannot be read or written."""


class ProgramError(MsxError):
    """A BASIC program that cannot be read; the message names the file, line and column."""


class MediaError(MsxError):
    """A disk, tape or cartridge that cannot be read or made: the base of the three errors below."""


class DiskError(MediaError):
    """A disk image that is broken, full or of a wrong size, or a file name that it cannot hold."""


class TapeError(MediaError):
    """A tape image or recording that cannot be read, or a program that cannot be put on tape."""


class CartridgeError(MediaError):
    """A program that cannot be a cartridge; the message says why."""


class EmulatorError(MsxError):
    """The emulator cannot be started, has died, or refused a command; the message has its last output."""


class EmulatorMissingError(EmulatorError):
    """openMSX, a machine, or a ROM of the machine is not installed; the message says what to do."""


class NoEmulatorError(EmulatorMissingError):
    """There is no openMSX to start a machine with."""


class EmulatorTimeoutError(EmulatorError):
    """The emulator gave no answer in time. It has been ended, because nothing is certain about its state."""


class CommandError(EmulatorError):
    """openMSX refused a command; the message is its own."""


class StoppedError(MsxError):
    """A program that stopped with an error of BASIC where it had to run on. The exit code is 1, as that of `run`."""


class MachineError(EmulatorError):
    """The emulated machine did not reach the awaited point, or cannot do what is asked; the message says why."""
