"""Breakpoints of all kinds, and when one of them stops a run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from msxkit.dap.places import Places, StatementPlace
from msxkit.decimal14 import Number, format_number
from msxkit.errors import MsxError
from msxkit.language import tree

Evaluate: TypeAlias = Callable[[bytes], Number | str]
_Value: TypeAlias = Callable[[str], Number | str]
_HITS = re.compile(r"\s*(>=|<=|==|=|>|<|%)?\s*(\d+)\s*")
_HOLE = re.compile(r"\{([^{}]*)\}")


@dataclass
class Breakpoint:
    """A place where the run stops or prints a message.

    Attributes:
        number: Its id in the protocol.
        condition: An expression that must be true; empty for none.
        hits: Which hits count, such as `3`, `>=3` or `%10`; empty for all.
        log: A message with expressions in braces; with one the run goes on.
        count: How often it was hit.
    """

    number: int
    place: StatementPlace
    condition: str = ""
    hits: str = ""
    log: str = ""
    count: int = 0

    def __post_init__(self) -> None:
        if self.hits and _HITS.fullmatch(self.hits) is None:
            raise MsxError(f"{self.hits!r} is not a hit count; write a number, >=N, or %N for every Nth")

    def stops(self, value: _Value, tell: Callable[[str], None]) -> bool:
        """Return whether the run stops here now. A faulty condition stops it and is reported.

        Args:
            value: Returns the value of an expression.
            tell: Prints a line on the console.
        """
        if self.condition:
            try:
                found = value(self.condition)
            except MsxError as error:
                tell(f"condition of line {self.place.line}: {error}\n")
                return True
            if not found:
                return False
        self.count += 1
        if self.hits and not self._is_due():
            return False
        if self.log:
            tell(_HOLE.sub(lambda hole: _shown(value, hole.group(1)), self.log) + "\n")
            return False
        return True

    def _is_due(self) -> bool:
        match = _HITS.fullmatch(self.hits)
        assert match is not None
        sign, number = match.group(1) or "=", int(match.group(2))
        count = self.count
        if sign == "%":
            return number > 0 and count % number == 0
        return {
            "=": count == number,
            "==": count == number,
            ">=": count >= number,
            "<=": count <= number,
            ">": count > number,
            "<": count < number,
        }[sign]


def _shown(value: _Value, expression: str) -> str:
    try:
        found = value(expression)
        return found if isinstance(found, str) else format_number(found).strip()
    except MsxError as error:
        return f"<{error}>"


@dataclass
class Breaks:
    """Everything that can stop a run.

    Attributes:
        points: The breakpoints.
        uncaught: Whether errors that end the program stop it.
        errors: Whether errors that the program handles stop it.
        stops: Whether STOP stops it.
    """

    places: Places
    points: list[Breakpoint] = field(default_factory=list)
    uncaught: bool = True
    errors: bool = False
    stops: bool = True

    def offsets(self) -> set[int]:
        """Return the offsets at which the run has to halt."""
        found = {point.place.offset for point in self.points}
        if self.stops:
            found |= {place.offset for place in self.places.of_kind(tree.Stop)}
        if self.errors:
            found |= self.handlers()
        return found

    def handlers(self) -> set[int]:
        """Return the offsets at which the lines that ON ERROR GOTO names begin."""
        lines = {
            place.node.target.line
            for place in self.places.of_kind(tree.OnError)
            if isinstance(place.node, tree.OnError) and place.node.target is not None
        }
        firsts: dict[int, int] = {}
        for place in self.places.all:
            firsts.setdefault(place.line, place.offset)
        return {firsts[line] for line in lines if line in firsts}

    def at(self, offset: int) -> Iterable[Breakpoint]:
        """Return the breakpoints at an offset."""
        return (point for point in self.points if point.place.offset == offset)
