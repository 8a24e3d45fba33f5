"""A DIM whose array certainly exists already.

Every way from the start of the program to it leads over another DIM of the array, or a use, which makes it with
subscripts to 10; and nothing that could take the array away can run in between. Programs that trap errors are left
alone: they may count on this one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from msxkit.language import tree
from msxkit.language.dominators import dominated, following
from msxkit.language.flow import Flow, PlacedStatement, clears
from msxkit.language.tree.entry import START


class SecondDim(NamedTuple):
    """A DIM of an array that exists already.

    Attributes:
        step: The DIM that fails.
        array: The array that it names.
        first: The step that creates the array.
    """

    step: PlacedStatement
    array: tree.Element
    first: PlacedStatement


def second_dims(flow: Flow) -> Iterator[SecondDim]:
    """Yield every DIM that cannot succeed."""
    dims: dict[str, list[tuple[PlacedStatement, tree.Element]]] = defaultdict(list)
    makers: dict[str, set[PlacedStatement]] = defaultdict(set)
    clearing = []
    for step in flow.steps:
        statement = step.statement
        if isinstance(statement, tree.OnError):
            return
        # RUN without a line leads to the start of the program.
        gone = tree.taking(statement, tree.Part.ERASED) or (
            tree.taking(statement, START) != [None] and clears(statement)
        )
        if isinstance(statement, tree.DefType) or gone:
            clearing.append(step)
        for element in _elements(statement):
            makers[_name(element)].add(step)
        for target in chain(*tree.taking(statement, tree.Part.DIMENSIONS)):
            if isinstance(target, tree.Element):
                dims[_name(target)].append((step, target))
    if not any(len(makers[name]) > 1 or len(places) > 1 for name, places in dims.items()):
        return
    first = _firsts(flow, dims, makers, _leading_to(flow, clearing))
    for name, places in dims.items():
        seen: set[PlacedStatement] = set()
        for step, array in places:
            if step in seen:  # twice in one statement
                yield SecondDim(step, array, step)
                continue
            seen.add(step)
            if (maker := first.get((name, step))) is not None:
                yield SecondDim(step, array, maker)


def _elements(statement: tree.Statement | None) -> Iterator[tree.Element]:
    """Yield the elements that a statement itself names; those in the statements of its branches are not its own."""
    # The body of a function is carried out when it is called.
    waiting: list[tree.Node] = [] if statement is None or isinstance(statement, tree.DefFn) else [statement]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tree.Element):
            yield node
        waiting += [part for part in tree.parts(node) if not isinstance(part, tree.Branch)]


def _name(array: tree.Element) -> str:
    return array.name[:2] + (array.suffix or "#")


def _firsts(
    flow: Flow,
    dims: Mapping[str, Iterable[tuple[PlacedStatement, tree.Element]]],
    makers: Mapping[str, set[PlacedStatement]],
    cleared: set[PlacedStatement],
) -> dict[tuple[str, PlacedStatement], PlacedStatement]:
    """Return for a name and a DIM of it the first step that has certainly made it before.

    Args:
        cleared: The arrays that may be cleared.
    """
    made: dict[PlacedStatement, list[str]] = defaultdict(list)
    asked: dict[PlacedStatement, list[str]] = defaultdict(list)
    for name, places in dims.items():
        for step in makers[name]:
            if step not in cleared and step.statement is not None and step.statement.fault is None:
                made[step].append(name)
        for step, _ in places:
            asked[step].append(name)
    found: dict[tuple[str, PlacedStatement], PlacedStatement] = {}
    known: dict[str, PlacedStatement] = {}
    waiting: list[tuple[PlacedStatement, bool]] = [(flow.first[0], False)]
    below = dominated(flow)
    while waiting:
        step, left = waiting.pop()
        if left:
            for name in made[step]:
                if known[name] is step:
                    del known[name]
            continue
        for name in asked.get(step, ()):
            if name in known:
                found.setdefault((name, step), known[name])
        if step in made:
            for name in made[step]:
                known.setdefault(name, step)
            waiting.append((step, True))
        waiting += [(other, False) for other in below.get(step, ())]
    return found


def _leading_to(flow: Flow, goals: Iterable[PlacedStatement]) -> set[PlacedStatement]:
    """Return the steps from which the run can come to one of some, themselves included."""
    before: dict[PlacedStatement | None, list[PlacedStatement | None]] = defaultdict(list)
    for step in flow.steps:
        for other in following(step):
            before[other].append(step)
    for step in flow.behind_calls():
        before[step].append(None)
    found: set[PlacedStatement | None] = set()
    waiting: list[PlacedStatement | None] = list(goals)
    while waiting:
        step_or_none = waiting.pop()
        if step_or_none not in found:
            found.add(step_or_none)
            waiting += before[step_or_none]
    return {step for step in found if step is not None}
