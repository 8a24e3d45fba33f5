"""What is known about variables at a place of the program: after `IF X>200 THEN X=10` X is at most 200.

`Ranges` knows what a variable can ever hold. Here its assignments, conditions and loops are followed along every way
from block to block, until nothing changes any more; bounds that keep moving are given up, and then computed once more
from what conditions say. In a program that handles errors or events, or whose loops are not known, nothing is followed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from msxkit.basic_type import STRING
from msxkit.carrying import Trait
from msxkit.native.analysis.interval import Interval
from msxkit.native.analysis.loops import ForLoop, Loops
from msxkit.native.analysis.reached import behind, leads
from msxkit.program.model import (
    Block,
    Branch,
    Choose,
    Do,
    Exchange,
    Go,
    Instruction,
    LeaveIfFound,
    LeaveIfNone,
    Raise,
    SetVariable,
    StepLoop,
)
from msxkit.program.operations import Op
from msxkit.program.values import Combine, Compare, Complement, Load, Logic, Relation, Value, VariableName

#: What variables can hold; those that are not in it: whatever `Ranges` says.
State = dict[VariableName, Interval]
#: Rounds in which bounds may move; rounds that compute them once more.
_MOVING, _AGAIN = 4, 3
#: Rounds after which nothing is known.
_MOST = 60
Lead = tuple[int, State]


class BlockStarts:
    """The limits of variables at the start of each block.

    Args:
        limits: Returns the limits of a value where variables are as the state says, in a block.
        held: Variables that something other than assignments may change.
    """

    def __init__(
        self,
        blocks: Mapping[int, Block],
        loops: Loops,
        start: int,
        limits: Callable[[Value, State, int], Interval | None],
        held: frozenset[VariableName],
    ) -> None:
        self._blocks, self._loops, self._limits, self._held = blocks, loops, limits, held
        self._changed_by: dict[int, frozenset[VariableName]] = {}
        self.before: dict[int, State] = {start: {}}
        for turn in range(_MOST):
            if not self._spread(widen=turn >= _MOVING):
                break
        else:
            self.before = {}
            return
        for _ in range(_AGAIN):
            self._again(start)

    # Rounds

    def _spread(self, *, widen: bool) -> bool:
        changed = False
        for offset, block in self._blocks.items():
            state = self.before.get(offset)
            if state is None:
                continue
            for target, known in self._leads(block, dict(state)):
                if target not in self._blocks:
                    continue
                old = self.before.get(target)
                new = known if old is None else _joined(old, known, widen=widen)
                if new != old:
                    self.before[target] = new
                    changed = True
        return changed

    def _again(self, start: int) -> None:
        """Compute what leads to each block once more, without what has been given up."""
        found: dict[int, State] = {start: {}}
        for offset, block in self._blocks.items():
            state = self.before.get(offset)
            if state is None:
                continue
            for target, known in self._leads(block, dict(state)):
                if target in self._blocks:
                    old = found.get(target)
                    found[target] = known if old is None else _joined(old, known, widen=False)
        self.before = found

    # One block

    def _leads(self, block: Block, state: State) -> Iterator[Lead]:
        """Yield where a block leads to, and what is known there."""
        calls = None
        for index, part in enumerate(block.instructions):
            if isinstance(part, Raise):
                return
            if isinstance(part, StepLoop | LeaveIfFound):
                loop = self._loops.steps.get((block.offset, index))
                if loop is None:
                    return
                yield loop.body, self._stepped(loop, state)
            elif isinstance(part, LeaveIfNone) and isinstance(part.otherwise, int):
                yield part.otherwise, dict(state)
            elif isinstance(part, Choose):
                yield from self._chosen(part, state)
            elif isinstance(part, Do) and (called := Op.CALL_SUBROUTINE.of(part)):
                (calls,) = called
            self.follow(part, state, block.offset)
        end = block.end
        if isinstance(end, Branch):
            for target, sense in ((end.then, True), (end.otherwise, False)):
                known = dict(state)
                if isinstance(target, int) and self._narrow(end.condition, sense, known, block.offset):
                    yield target, known
        elif isinstance(end, Go) and isinstance(end.target, int):
            yield end.target, dict(state)
            if calls is not None:
                yield calls, self._behind(end.target, state)

    def _chosen(self, part: Choose, state: State) -> Iterator[Lead]:
        for target in part.targets:
            if isinstance(target, int):
                yield target, dict(state)
                if part.back is not None:
                    yield part.back, self._behind(target, state)

    def follow(self, part: Instruction, state: State, offset: int) -> None:
        """Change a state as an instruction of a block does."""
        match part:
            case SetVariable():
                found = self._limits(part.value, state, offset)
                state.pop(part.variable, None)
                if found is not None and part.variable not in self._held:
                    state[part.variable] = found
            case Do() if Trait.CLEARS in part.operation.traits:
                state.clear()
            case Do() if Op.BEGIN_LOOP.of(part):
                pass
            case _:
                for name in self._set_by(part, offset):
                    state.pop(name, None)

    def _set_by(self, part: Instruction, offset: int) -> Iterator[VariableName]:
        """Yield the variables that an instruction may change."""
        match part:
            case SetVariable():
                yield part.variable
            case Exchange():
                yield from (place for place in (part.first, part.second) if isinstance(place, VariableName))
            case StepLoop():
                yield part.variable
            case LeaveIfFound():
                for (place, _), loop in self._loops.steps.items():
                    if place == offset:
                        yield loop.variable
            case Do() | LeaveIfNone():
                yield from (name for name in part.arguments if isinstance(name, VariableName))

    def _stepped(self, loop: ForLoop, state: State) -> State:
        """Return what is known in the body of a loop behind NEXT."""
        known = dict(state)
        variable = loop.variable
        old = known.pop(variable, None)
        _, step = loop.constants(self._blocks)
        limit = self._limits(loop.limit, {}, loop.place[0])
        if not step or limit is None or variable in self._held or variable.type is STRING:
            return known
        low, high = (-math.inf, math.inf) if old is None else (old.low + step, old.high + step)
        whole = old is not None and old.whole
        low, high = (low, min(high, limit.high)) if step > 0 else (max(low, limit.low), high)
        if low <= high:
            known[variable] = Interval(low, high, whole)
        return known

    def _behind(self, subroutine: int, state: State) -> State:
        """Return what is known when a subroutine has returned."""
        if subroutine not in self._changed_by:
            self._changed_by[subroutine] = frozenset(self._changes(subroutine))
        changed = self._changed_by[subroutine]
        return {name: found for name, found in state.items() if name not in changed}

    def _changes(self, start: int) -> Iterator[VariableName]:
        for offset in {start, *behind(self._blocks, [start], self._onward)} & self._blocks.keys():
            for part in self._blocks[offset].instructions:
                yield from self._set_by(part, offset)

    def _onward(self, block: Block) -> Iterator[object]:
        yield from leads(block)
        for index in range(len(block.instructions)):
            if loop := self._loops.steps.get((block.offset, index)):
                yield loop.body

    # Conditions

    def _narrow(self, condition: Value, sense: bool, state: State, offset: int) -> bool:
        """Note in a state what follows from a condition. Return False if it cannot be so."""
        match condition:
            case Complement() if _is_truth(condition.operand):
                return self._narrow(condition.operand, not sense, state, offset)
            case Combine() if _is_truth(condition.left) and _is_truth(condition.right):
                if condition.operator is (Logic.AND if sense else Logic.OR):
                    return self._narrow(condition.left, sense, state, offset) and self._narrow(
                        condition.right, sense, state, offset
                    )
            case Compare() if not condition.left.is_string:
                relation = condition.relation if sense else condition.relation.opposite
                left, right = condition.left, condition.right
                return self._compare(left, right, relation, state, offset) and self._compare(
                    right, left, relation.mirrored, state, offset
                )
        return True

    def _compare(self, side: Value, other: Value, relation: Relation, state: State, offset: int) -> bool:
        if not isinstance(side, Load) or side.variable in self._held:
            return True
        limit = self._limits(other, state, offset)
        if limit is None or relation is Relation.NOT_EQUAL:
            return True
        old = self._limits(side, state, offset) or state.get(side.variable)
        low, high, whole = (-math.inf, math.inf, False) if old is None else (old.low, old.high, old.whole)
        near = 1 if whole and limit.whole else 0
        if relation in (Relation.GREATER, Relation.GREATER_OR_EQUAL, Relation.EQUAL):
            low = max(low, limit.low + (near if relation is Relation.GREATER else 0))
        if relation in (Relation.LESS, Relation.LESS_OR_EQUAL, Relation.EQUAL):
            high = min(high, limit.high - (near if relation is Relation.LESS else 0))
        if low > high:
            return False
        state[side.variable] = Interval(low, high, whole)
        return True


def _is_truth(value: Value) -> bool:
    return isinstance(value, Compare) or (isinstance(value, Complement | Combine) and value.bound == 1)


def _joined(old: State, new: State, *, widen: bool) -> State:
    """Return what is known where both states come together.

    Args:
        widen: Whether a bound that moves is given up.
    """
    found: State = {}
    for name, one in old.items():
        other = new.get(name)
        if other is None:
            continue
        joined = one.joined(other)
        if widen:
            low = joined.low if joined.low == one.low else -math.inf
            high = joined.high if joined.high == one.high else math.inf
            joined = Interval(low, high, joined.whole)
        if joined.low > -math.inf or joined.high < math.inf:
            found[name] = joined
    return found
