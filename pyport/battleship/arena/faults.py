"""What a bot can do wrong in a game, and how games end."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Why a game ended. All but the first and the last are faults, which lose the game."""

    SUNK = "sunk"
    BOARD = "illegal board"
    SHOT = "illegal shot"
    TIMEOUT = "timeout"
    CRASH = "crash"
    NOISE = "noise"
    SHOT_LIMIT = "shot limit"


#: In the order in which tables show them.
FAULTS = (Reason.BOARD, Reason.SHOT, Reason.TIMEOUT, Reason.CRASH, Reason.NOISE)


@dataclass(frozen=True, slots=True)
class Fault:
    """What a bot did wrong in a game; `detail` continues a sentence that begins with its name."""

    reason: Reason
    detail: str


class ProtocolError(Exception):
    """A bot broke the protocol."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.fault = Fault(reason, detail)
