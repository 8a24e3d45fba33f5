"""What each statement of a run took, as the recordings in tests/timing have it."""

from __future__ import annotations

from collections import Counter

from msxkit.language import tree
from msxkit.program.layout import Layout
from msxkit.program.model import Block
from msxkit.timing.block_costs import BlockCosts, targets
from msxkit.timing.statement import EMPTY

#: Statements that are recorded one by one; a run of any length fills no memory.
RECORDS_KEPT = 1_000_000


class Stopwatch:
    """Keeps the times of the statements of one run.

    Attributes:
        records: [line, offset of the statement in the program text, T-states until the next one], in the order of
            the run; the first million of them.
        statements: T-states by the offset of the statement.
    """

    def __init__(self, costs: BlockCosts) -> None:
        self.records: list[tuple[int, int, int]] = []
        self.statements: Counter[int] = Counter()
        self._last: int | None = None
        self._costs = costs

    def spent(self, layout: Layout, block: Block, target: int | None, t_states: int) -> None:
        """Note that a block has taken so many T-states, and that the run goes on at `target` (None: it ended)."""
        line = layout.line_at(block.offset)
        if line is None or line is layout.direct:
            return
        found = self._costs.statement(block)
        if found is None:
            self.add(t_states)
            return
        node, cost = found
        offset = block.offset
        tail = cost.tail if target == layout.after(line) else None
        if tail is not None:
            t_states -= tail.cost
        if isinstance(node, tree.Remark) and node.apostrophe and self.records:
            self.add(EMPTY)
            t_states -= EMPTY
            offset += 1
        if cost.words and target in (ways := targets(block)):
            # The machine carries out the GOTO or GOSUB of ON as a statement of its own.
            self._record(line.number, offset, cost.head)
            offset = line.start + cost.words[ways.index(target)]
            t_states -= cost.head
        self._record(line.number, offset, t_states)
        if tail is not None:
            self._record(line.number, line.start + tail.offset, tail.cost)

    def _record(self, line: int, offset: int, t_states: int) -> None:
        self._last = offset
        self.statements[offset] += t_states
        if len(self.records) < RECORDS_KEPT:
            self.records.append((line, offset, t_states))

    def add(self, t_states: int) -> None:
        """Add time to the statement before."""
        if self._last is None:
            return
        self.statements[self._last] += t_states
        if len(self.records) < RECORDS_KEPT:
            line, offset, before = self.records[-1]
            self.records[-1] = line, offset, before + t_states
