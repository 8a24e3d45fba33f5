"""Why a run stopped: one set of words for recordings, interpreter, emulator and verify."""

from __future__ import annotations

from enum import StrEnum


class StopReason(StrEnum):
    """Why a run stopped. The values are those of the recording format and of JSON output."""

    DRAW = "draw"  #: RND of a negative TIME is about to be computed
    KEY = "key"  #: the program waits for a key
    END = "end"  #: back at `Ok`
    ERROR = "error"  #: back at `Ok` after an error message
    LIMIT = "limit"  #: it runs on: the statements or the time allowed are up
    REPEAT = "repeat"  #: it only repeats itself

    # Ways in which a run comes back to `Ok`; its observers see END.
    BREAK = "break"  #: STOP, or CTRL-STOP
    NEW = "new"  #: another program is in memory
    AUTO = "auto"  #: AUTO numbers the lines that are typed


class Pause(Exception):  # noqa: N818 - a wait, not an error
    """A draw or a key that the run must wait for. When the run goes on, the statement starts again."""

    def __init__(self, at: StopReason) -> None:
        super().__init__(at)
        self.at = at


class Halted(Pause):
    """A halt of the run before this statement, so that a user can look."""

    def __init__(self) -> None:
        super().__init__(StopReason.LIMIT)
