"""Which statements wrote what into video memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WritingStatement:
    """A statement that wrote bytes last.

    Attributes:
        line, text: The line and text of the statement.
        addresses: The addresses of the bytes.
        clears: Whether it is SCREEN or CLS, which write everything.
    """

    line: int | None
    text: str
    addresses: tuple[int, ...]

    @property
    def clears(self) -> bool:
        return self.text.upper().startswith(("SCREEN", "CLS"))


#: Finds out which statements wrote some addresses of video memory last, in the order in which they ran.
Blame = Callable[[Iterable[int]], list[WritingStatement]]
