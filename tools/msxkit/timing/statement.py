"""What the cost of a statement is made of, and the text around it: what ends it, and what is passed after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msxkit.basic_type import BasicType
from msxkit.language import tree
from msxkit.machine.costs import Costs
from msxkit.timing.expressions import new_walk
from msxkit.timing.lines import LineTable
from msxkit.timing.reading import READ, byte_at, fetch, next_byte, read, skip
from msxkit.timing.walk import Walk, WalkUses, Weighed

#: A statement with nothing in it, such as the colon that an apostrophe at the start of a line brings along.
EMPTY = 399
#: The run loop goes on to the next line.
NEXT_LINE = 141
#: REM, DATA and an ELSE that the run comes to.
PASSED = 477
COLON, THEN, ELSE, REM, APOSTROPHE = 0x3A, 0xDA, 0xA1, 0x8F, 0xE6


@dataclass(frozen=True, slots=True)
class WayOut:
    """A way out of a statement: what it costs more than the usual one.

    Attributes:
        first: What the first time adds, when a line number is looked up.
    """

    cost: int = 0
    first: int = 0


@dataclass(frozen=True, slots=True)
class Tail:
    """What the run passes over after a statement: ELSE or a remark.

    Attributes:
        offset: The offset in the stored line.
        cost: The cost in T-states.
    """

    offset: int
    cost: int


@dataclass(slots=True)
class StatementCost:
    """What a statement costs, in T-states.

    Attributes:
        total: The statement and the tail after it on the usual way: to the next statement, or by its GOTO or GOSUB; for
            IF, when the condition is false.
        uses: Variables and arrays. The total does not include searching for them.
        first: What the first time adds, when a line number is looked up on the usual way.
        ways: The other ways: the branch of IF, the lines of ON, and NEXT's loops that have ended.
        tail: The tail after the statement.
        head: For ON, the time until the machine carries out the GOTO or GOSUB.
        words: For each line number of ON, where in the line the machine is then: at that word, or at the comma.
        weighed: What the values of the statement change in the total.
        before: Returns from the globals of compiled code, before the statement runs, what it adds to the total.
        body: For DEF FN, what each call adds.
    """

    total: int
    uses: WalkUses
    first: int = 0
    ways: tuple[WayOut, ...] = ()
    tail: Tail | None = None
    head: int = 0
    words: tuple[int, ...] = ()
    weighed: Sequence[Weighed] = ()
    before: Callable[[Mapping[str, Any]], int] | None = None
    body: int = 0


#: A statement of the tree with its cost.
Priced = tuple[tree.Statement, StatementCost]


def kept_names(costs: Iterable[Priced]) -> frozenset[str]:
    """Return the names of the values that are weighed."""
    return frozenset(
        figure.name for _, cost in costs for part in cost.weighed for figure in part.figures if figure.name
    )


class CostedText:
    """The text of one line, and what it costs to read it.

    Attributes:
        lines: Where line numbers lie.
        number: The number of this line.
        start: Where the line lies in the program text.
    """

    def __init__(
        self,
        costs: Costs,
        text: bytes,
        types: Sequence[BasicType],
        lines: LineTable,
        number: int,
        start: int = 0,
    ) -> None:
        self.costs = costs
        self.text = text
        self.types = types
        self.lines = lines
        self.number = number
        self.start = start

    def walk(self) -> Walk:
        """Return a new walk."""
        return new_walk(self.costs, self.text, self.types, self.start)

    def begin(self, node: tree.Statement) -> int:
        """Return where the statement's text begins, blanks before it included."""
        start = node.start
        while start > 0 and self.text[start - 1] in b" \t\n":
            start -= 1
        # Blanks after THEN and ELSE are read by IF.
        return node.start if start and self.text[start - 1] in (THEN, ELSE) else start

    def read(self, node: tree.Statement, end: int | None = None) -> int:
        """Return the cost of reading a statement, or the part of it that ends at an offset."""
        return read(self.text, self.begin(node), node.end if end is None else end)

    def through(self, node: tree.Statement) -> int:
        """Return the cost of reading the whole statement and what ends it, and going on after it."""
        return self.read(node) + self.behind(node.end)

    def behind(self, offset: int) -> int:
        """Return the cost of reading what ends a statement; at the end of the line, of going on to the next one."""
        return fetch(self.text, offset) + self.line_end(offset)

    def line_end(self, offset: int) -> int:
        """Return what it adds to be the last statement of the line."""
        return NEXT_LINE if next_byte(self.text, offset) >= len(self.text) else 0

    def empties(self, offset: int) -> tuple[int, Tail | None]:
        """Return the cost of empty statements after the one that ends at an offset, and the tail after those."""
        text = self.text
        cost = 0
        at = next_byte(text, offset)
        while byte_at(text, at) == COLON:
            at = next_byte(text, at + 1)
            byte = byte_at(text, at)
            if byte in (COLON, 0):
                cost += EMPTY
            elif byte == ELSE or (byte == REM and byte_at(text, at + 1) == APOSTROPHE):
                return cost, Tail(at, self.passed(at))
        return cost, None

    def passed(self, offset: int) -> int:
        """Return the cost of passing over the rest of the line from an ELSE or a remark at an offset."""
        cost, _ = skip(self.text, offset + 1, line=True)
        return PASSED + READ[byte_at(self.text, offset)] + cost + NEXT_LINE
