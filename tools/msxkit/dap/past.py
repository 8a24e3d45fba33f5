"""The past of a run, and the ways in which a debugger goes there."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.errors import MsxError


@dataclass(frozen=True)
class StopCause:
    """Why the run stopped.

    Attributes:
        reason: The protocol's word for it.
        text: The reason as a sentence.
        points: The numbers of the breakpoints that were hit.
    """

    reason: str
    text: str = ""
    points: tuple[int, ...] = ()


class CannotError(MsxError):
    """A request that this kind of run cannot serve."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where} cannot {what}; debug the program on the interpreter for that")


class Past:
    """The past of a run; this one is not kept. Methods go there and return the stop; they raise `MsxError` where that
    is not possible.

    Args:
        where: Where the program runs, for messages.
    """

    def __init__(self, where: str) -> None:
        self._where = where

    def step_back(self) -> StopCause:
        """Go to the statement before this one."""
        raise CannotError(self._where, "step back")

    def reverse(self) -> StopCause:
        """Go back to the last stop, at a breakpoint or a write to what is watched; else to the start."""
        raise CannotError(self._where, "run backwards")

    def go_to_step(self, step: int) -> StopCause:
        """Go to the state after so many steps."""
        raise CannotError(self._where, "go back to a step")

    def who_wrote(self, name: str) -> StopCause:
        """Go back to the statement that wrote a variable last."""
        raise CannotError(self._where, "tell who wrote a variable")
