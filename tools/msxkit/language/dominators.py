"""Which steps of a program are on every way to which others.

Source: T. Lengauer and R. E. Tarjan, "A fast algorithm for finding dominators in a flowgraph", ACM TOPLAS 1, 1979; with
path compression.
"""

from __future__ import annotations

from collections import defaultdict

from msxkit.language import tree
from msxkit.language.flow import Flow, PlacedStatement

#: Where all RETURNs meet; from here the run goes after every GOSUB.
_RETURNED = None
_Node = PlacedStatement | None


def following(step: PlacedStatement) -> list[_Node]:
    """Return what can run right after a step. None: what follows any GOSUB (no error is trapped)."""
    found: list[_Node] = [*step.targets]
    if step.falls and step.next is not None:
        found.append(step.next)
    if isinstance(step.statement, tree.Return) and not step.targets:
        found.append(_RETURNED)
    return found


def dominated(flow: Flow) -> dict[PlacedStatement, list[PlacedStatement]]:
    """Map each step to those that it precedes on every way from the start of the program, with no such step between."""
    order, parent, before = _walk(flow)
    count = len(order)
    semi, label, ancestor = list(range(count)), list(range(count)), [-1] * count
    nearest = [0] * count
    bucket: list[list[int]] = [[] for _ in range(count)]

    def least(node: int) -> int:
        """Return the node with the least semi-dominator on the way up the forest."""
        way = []
        while ancestor[node] >= 0 and ancestor[ancestor[node]] >= 0:
            way.append(node)
            node = ancestor[node]
        for each in reversed(way):
            above = ancestor[each]
            if semi[label[above]] < semi[label[each]]:
                label[each] = label[above]
            ancestor[each] = ancestor[above]
        return label[way[0]] if way else label[node]

    for node in range(count - 1, 0, -1):
        semi[node] = min(semi[least(origin)] for origin in before[node])
        bucket[semi[node]].append(node)
        above = parent[node]
        ancestor[node] = above
        for other in bucket[above]:
            found = least(other)
            nearest[other] = found if semi[found] < semi[other] else above
        bucket[above].clear()
    for node in range(1, count):
        if nearest[node] != semi[node]:
            nearest[node] = nearest[nearest[node]]
    return _tree(order, nearest)


def _walk(flow: Flow) -> tuple[list[_Node], list[int], list[list[int]]]:
    """Return everything that can run, in depth-first order; where each was reached from; what leads to each."""
    behind: list[_Node] = [*flow.behind_calls()]
    number: dict[_Node, int] = {}
    order: list[_Node] = []
    parent: list[int] = []
    edges: list[tuple[int, list[_Node]]] = []
    waiting: list[tuple[_Node, int]] = [(flow.first[0], 0)]
    while waiting:
        node, origin = waiting.pop()
        if node in number:
            continue
        place = number[node] = len(order)
        order.append(node)
        parent.append(origin)
        nodes = behind if node is None else following(node)
        edges.append((place, nodes))
        waiting += [(other, place) for other in nodes]
    before: list[list[int]] = [[] for _ in order]
    for place, nodes in edges:
        for other in nodes:
            before[number[other]].append(place)
    return order, parent, before


def _tree(order: list[_Node], nearest: list[int]) -> dict[PlacedStatement, list[PlacedStatement]]:
    """Return the tree without the place where RETURNs meet, whose steps hang where it hangs."""
    below: dict[PlacedStatement, list[PlacedStatement]] = defaultdict(list)
    for node in range(1, len(order)):
        step, above = order[node], order[nearest[node]]
        if step is None:
            continue
        if above is None:
            above = order[nearest[nearest[node]]]
        assert above is not None
        below[above].append(step)
    return below
