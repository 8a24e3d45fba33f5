"""A DIM that certainly finds its array there already.

Every way from the start of the program to it leads over another DIM of the array, or a use, which makes it with
subscripts to 10; and nothing that could take the array away can run in between. Programs that trap errors are left
alone: they may count on this one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from msxkit.language import tree
from msxkit.language.flow import Flow, Step

#: Statements after which an array may be gone, or a name mean another one.
_CLEARING = (
    *(tree.Clear, tree.MaxFiles, tree.New, tree.Load, tree.Merge, tree.Cload, tree.RunFile, tree.Delete),
    *(tree.DefType, tree.Erase),
)


class SecondDim(NamedTuple):
    """step, array: the DIM that fails and what it names. first: the step that makes the array."""

    step: Step
    array: tree.Element
    first: Step


def second_dims(flow: Flow) -> Iterator[SecondDim]:
    """Every DIM that cannot succeed."""
    dims: dict[str, list[tuple[Step, tree.Element]]] = defaultdict(list)
    makers: dict[str, set[Step]] = defaultdict(set)
    clearing = []
    for step in flow.steps:
        statement = step.statement
        if isinstance(statement, tree.OnError):
            return
        if isinstance(statement, _CLEARING) or (isinstance(statement, tree.Run) and statement.target):
            clearing.append(step)
        for element in _elements(statement):
            makers[_name(element)].add(step)
        if isinstance(statement, tree.Dim):
            for target in statement.targets:
                if isinstance(target, tree.Element):
                    dims[_name(target)].append((step, target))
    for name, places in dims.items():
        seen: set[Step] = set()
        for step, array in places:
            if step in seen:  # twice in one statement
                yield SecondDim(step, array, step)
                continue
            seen.add(step)
            # A step that is on every way is on this one, too.
            for maker in _way(flow, step):
                if maker in makers[name] and _always_before(flow, maker, step, clearing):
                    yield SecondDim(step, array, maker)
                    break


def _elements(statement: tree.Statement | None) -> Iterator[tree.Element]:
    """The elements that a statement itself names; those in the statements of its branches are not its own."""
    # The body of a function is carried out when it is called.
    waiting: list[tree.Node] = [] if statement is None or isinstance(statement, tree.DefFn) else [statement]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tree.Element):
            yield node
        waiting += [part for part in tree.parts(node) if not isinstance(part, tree.Branch)]


def _name(array: tree.Element) -> str:
    return array.name[:2] + (array.suffix or "#")


def _always_before(flow: Flow, maker: Step, dim: Step, clearing: list[Step]) -> bool:
    """Whether the maker has run, and nothing has cleared, whenever the run comes to the DIM."""
    if maker.statement is None or maker.statement.fault is not None:
        return False
    if dim in _reachable(flow, flow.first[0], without=maker):
        return False
    after = _reachable(flow, maker)
    return not any(step in after for step in clearing)


def _way(flow: Flow, goal: Step) -> list[Step]:
    """The steps of one way from the start of the program to a step, without it; empty when there is none."""
    before = _reachable(flow, flow.first[0])
    way: list[Step] = []
    step = before.get(goal)
    while step is not None:
        way.append(step)
        step = before[step]
    return way[::-1]


def _reachable(flow: Flow, start: Step, without: Step | None = None) -> dict[Step, Step | None]:
    """Everything that can run after a step, itself included, on ways that do not lead over `without`: from where.

    No way is missed, where no error is trapped: RETURN leads behind every GOSUB.
    """
    calls = (tree.Gosub, tree.OnGosub, tree.OnDevice)
    behind = [step.next for step in flow.steps if step.next and isinstance(step.statement, calls)]
    found: dict[Step, Step | None] = {}
    waiting: list[tuple[Step, Step | None]] = [(start, None)]
    while waiting:
        step, origin = waiting.pop()
        if step in found or step is without:
            continue
        found[step] = origin
        following = list(step.targets)
        if step.falls and step.next is not None:
            following.append(step.next)
        if isinstance(step.statement, tree.Return) and not step.targets:
            following += behind
            behind = []
        waiting += [(other, step) for other in following]
    return found
