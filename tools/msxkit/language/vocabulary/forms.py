"""The forms of the vocabulary as small automata, which tell in which operand the text typed so far ends.

`LINE [[STEP](x1, y1)]-[STEP](x2, y2)[, colour]` after `LINE(1,2)-(3,` is at y2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

_PIECE = re.compile(
    r"(?P<dots>\.\.\.)|(?P<word>[A-Z]+\$?)(?![a-z])|(?P<operand>\"[^\"]*\"|[a-z][a-z0-9]*(?: [a-z][a-z0-9]*)*\$?|[0-9])"
    r"|(?P<sign>[^ ])"
)
#: Options of one letter or two, which stand where an operand could.
_FLAGS = frozenset(("A", "B", "BF", "R", "S"))
#: What no operand holds outside of brackets, and what none begins with.
_DIVIDERS, _SECOND = frozenset((",", ";")), frozenset(("=", "TO"))
#: What an operand that is about to begin may have before it.
_BEFORE_OPERAND = frozenset(("(", "STEP", "#", "["))
_DEPTH = {"(": 1, "[": 1, ")": -1, "]": -1}


@dataclass(eq=False)
class _Node:
    """A word or sign of a form (texts), or an operand (its index)."""

    texts: frozenset[str] = frozenset()
    operand: int = -1
    stops: frozenset[str] = frozenset()
    next: list[_Node] = field(default_factory=list)


_Starts = list[_Node]


class _Place(NamedTuple):
    """Where a beginning has come to in a form.

    Attributes:
        entered: Part of the operand is there.
        depth: Its open brackets.
    """

    node: _Node
    entered: bool = False
    depth: int = 0


class Operands(NamedTuple):
    """The operands of a form.

    Attributes:
        places: For each, where it begins and ends in the form.
    """

    places: tuple[tuple[int, int], ...]
    starts: tuple[_Node, ...]

    def active(self, words: Iterable[str]) -> int | None:
        """Return the number, from 0, of the operand that these words have begun or that comes next; the number of
        operands if none does. None: the words do not fit the form.
        """
        places = [_Place(node) for node in self.starts]
        for word in words:
            places = [after for place in places for after in _after(place, word)]
            if not places:
                return None
        entered = [place.node.operand for place in places if place.entered]
        if entered:
            return max(entered)
        coming = [index for place in places if (index := _coming(place.node)) is not None]
        return min(coming, default=len(self.places))


def _after(place: _Place, word: str) -> list[_Place]:
    """Return where a place is after a word."""
    node = place.node
    following = [_Place(other) for other in node.next]
    if node.texts:
        return (following or [_END]) if word in node.texts else []
    if node.operand < 0 or (not place.entered and word in _SECOND):
        return [found for other in following for found in _after(other, word)] if node.operand >= 0 else []
    found: list[_Place] = []
    if not place.depth and place.entered:
        found += [after for other in following for after in _after(other, word)]
    depth = place.depth + _DEPTH.get(word, 0)
    if depth >= 0 and (place.depth or not (word in node.stops or word in _DIVIDERS)):
        found.append(_Place(node, True, depth))
    return found


_END = _Place(_Node())


def _coming(node: _Node) -> int | None:
    """Return the operand that begins at a node, or after a bracket that stands before it."""
    while node.texts and node.texts & _BEFORE_OPERAND and node.next:
        node = node.next[0]
    return node.operand if node.operand >= 0 else None


@lru_cache(maxsize=512)
def operands_of(form: str) -> Operands:
    """Return the operands of a form."""
    reader = _FormReader(form)
    starts = reader.chain(reader.items(), [])
    return Operands(tuple(reader.places), tuple(starts))


class _Item(NamedTuple):
    """A piece of a form: a word, an operand, a group in brackets, or dots."""

    kind: str
    texts: frozenset[str] = frozenset()
    operand: int = -1
    group: tuple[_Item, ...] = ()


class _FormReader:
    """A form on its way to nodes."""

    def __init__(self, form: str) -> None:
        self.places: list[tuple[int, int]] = []
        self._pieces = [*_PIECE.finditer(form)]
        self._at = 0
        self._last = -1

    def items(self) -> list[_Item]:
        """Read up to the end, or the bracket that closes a group."""
        found: list[_Item] = []
        while self._at < len(self._pieces):
            piece = self._pieces[self._at]
            self._at += 1
            kind, text = piece.lastgroup or "", piece.group()
            if text == "]":
                break
            if text == "[":
                found.append(_Item("group", group=tuple(self.items())))
            elif text == "/":
                other = self._pieces[self._at].group()
                self._at += 1
                found[-1] = found[-1]._replace(texts=found[-1].texts | {other})
            elif kind == "operand" or (text in _FLAGS and (not found or found[-1].texts == {","})):
                self.places.append(piece.span())
                found.append(_Item("operand", operand=len(self.places) - 1))
            else:
                found.append(_Item("dots" if kind == "dots" else "word", frozenset((text,))))
        return found

    def chain(self, items: Sequence[_Item], follow: _Starts) -> _Starts:
        """Return the nodes at which the items can begin, when `follow` can come after them."""
        self._last = max((item.operand for item in items), default=self._last)
        starts = follow
        behind: _Starts | None = None  # what follows a run of groups that begin with a comma
        for place in range(len(items) - 1, -1, -1):
            item = items[place]
            if item.kind == "group" and item.group and item.group[0].texts & {",", ";"}:
                behind = starts if behind is None else behind
                before = max((other.operand for other in items[:place]), default=self._last)
                starts = [*self._divided(item, starts, before), *behind]
                continue
            behind = None
            if item.kind == "group":
                starts = [*self.chain(item.group, starts), *starts]
            elif item.kind == "operand":
                node = _Node(operand=item.operand, stops=_stops(starts), next=starts)
                starts = [node, *starts]
            else:
                starts = [_Node(item.texts, next=starts)]
        return starts

    def _divided(self, item: _Item, follow: _Starts, before: int) -> _Starts:
        """Return the sign at which a group with its own divider begins; what it holds can be left out."""
        sign = _Node(item.group[0].texts)
        content = item.group[1:]
        if content and content[0].kind == "dots":
            again = _Node(operand=max(before, 0), stops=_stops(follow), next=[sign, *follow])
            sign.next = [again, sign, *follow]
        else:
            sign.next = [*self.chain(content, follow), *follow]
        return [sign]


def _stops(starts: _Starts) -> frozenset[str]:
    return frozenset(text for node in starts for text in node.texts)
