"""What a debugger can do with the past of a run."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from msxkit.errors import MsxError


@dataclass(frozen=True)
class Stopped:
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
    """The request needs another kind of run."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where} cannot {what}; debug the program on the interpreter for that")


class Past(ABC):
    """The past of a run. Methods go there, and raise `MsxError` where that is not possible."""

    @abstractmethod
    def step_back(self) -> Stopped:
        """Go to the statement before this one."""

    @abstractmethod
    def reverse(self) -> Stopped:
        """Go back to the last moment at which a breakpoint stops, or a write to what is watched; or to the start."""

    @abstractmethod
    def go_to_step(self, step: int) -> Stopped:
        """Go to the state after so many steps."""

    @abstractmethod
    def who_wrote(self, name: str) -> Stopped:
        """Go back to the statement that wrote a variable last."""


class NoPast(Past):
    """The past of a run that is not kept.

    Args:
        where: Where the program runs, for messages.
    """

    def __init__(self, where: str) -> None:
        self._where = where

    def step_back(self) -> Stopped:
        raise CannotError(self._where, "step back")

    def reverse(self) -> Stopped:
        raise CannotError(self._where, "run backwards")

    def go_to_step(self, step: int) -> Stopped:
        raise CannotError(self._where, "go back to a step")

    def who_wrote(self, name: str) -> Stopped:
        raise CannotError(self._where, "tell who wrote a variable")
