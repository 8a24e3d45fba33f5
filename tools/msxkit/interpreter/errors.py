"""How a statement reports that it failed, has to wait, or ends the run."""

from __future__ import annotations

from msxkit.basic_errors import text_of
from msxkit.decimal14 import BasicError
from msxkit.stop_reason import StopReason


class RaisedError(BasicError):
    """A BASIC error while a statement runs.

    Attributes:
        line: The line to report instead of the current one (a bad DATA item).
        note: Why this machine refuses, if a real one would not.
        at: The offset of the statement that failed instead of the one that runs.
    """

    def __init__(self, number: int, line: int | None = None, note: str = "", at: int | None = None) -> None:
        super().__init__(text_of(number))
        self.number = number
        self.line = line
        self.note = note
        self.at = at


class Jump(Exception):  # noqa: N818 - a request, not an error
    """The statement is done and the run goes on at `pc`, with tracing on or off."""

    def __init__(self, pc: int) -> None:
        super().__init__(pc)
        self.pc = pc


class Stopped(Exception):  # noqa: N818 - an end, not an error
    """The program ended.

    Attributes:
        reason: END (also at the end of the text and after LIST), BREAK, NEW or AUTO.
        following: The offset where CONT goes on, of END and STOP.
    """

    def __init__(self, reason: StopReason, following: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.following = following
