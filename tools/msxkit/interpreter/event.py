"""Where a run stopped."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.stop_reason import StopReason


@dataclass(frozen=True, slots=True)
class Event:
    """Where a run stopped.

    Attributes:
        at: DRAW (RND of TIME is about to be computed), KEY (the program waits for a key), END (back at `Ok`), ERROR
            (back at `Ok` after an error message) or LIMIT.
        line: The BASIC line, None at the end.
    """

    at: StopReason
    line: int | None


@dataclass
class Arrival:
    """Where a session stands.

    Attributes:
        event: The last one.
        ended: Whether the machine is back at `Ok`.
        looping: Whether it is a loop that waits for a key, and not a statement that goes on with what it is given.
    """

    event: Event | None = None
    ended: bool = False
    looping: bool = False
