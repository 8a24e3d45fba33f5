"""Positions that are known already: what a player that works from the answers alone shot in them before.

A tree of answers. It begins as the opening book in the package, if there is one for player and rules, and
grows while games are played.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import Any, TypeAlias

from battleship.rules import NAMED, Cell, Rules
from battleship.rules.board import Outcome, Result, View

#: Positions kept per player and rule set: bounds the memory (about 0.3 KB each).
MOST_KEPT = 200_000
#: A square, and the shots that it saves on average compared with a weaker player's choice.
Choice: TypeAlias = tuple[Cell, float]


@dataclass(slots=True)
class Tree:
    """The positions of one player under one rule set: the first one, and how many there are."""

    root: Position = field(init=False)
    size: int = 1

    def __post_init__(self) -> None:
        self.root = Position(self, 0)


@dataclass(slots=True)
class Position:
    """A position reached by the player's own shots: how many, and once known the next square (its index) and the
    shots that it saves on average compared with a weaker player's choice.
    """

    tree: Tree
    length: int
    cell: int | None = None
    saved: float = 0.0
    answers: dict[str, Position] = field(default_factory=dict)

    def after(self, rules: Rules, result: Result) -> Position | None:
        """Return the position after the answer; None if the shot was not the one known here, or nothing
        more is kept.
        """
        if self.cell != rules.index(result.cell):
            return None
        key = answer_key(rules, result)
        found = self.answers.get(key)
        if found is None and self.tree.size < MOST_KEPT:
            found = self.answers[key] = Position(self.tree, self.length + 1)
            self.tree.size += 1
        return found


class Memory:
    """What a player shot before in the positions of the game that it is in."""

    def __init__(self, rules: Rules, start: Position) -> None:
        self._rules = rules
        #: None once the game has left the positions that are kept.
        self._position: Position | None = start

    def recall(self, view: View, choose: Callable[[View], Choice]) -> Choice:
        """Return what is known of this position; else what `choose` returns, and note it."""
        position = self._position
        if position is None or position.length != len(view.results):
            return choose(view)
        if position.cell is None:
            cell, position.saved = choose(view)
            position.cell = self._rules.index(cell)
        return self._rules.cells[position.cell], position.saved

    def shoot(self, view: View, choose: Callable[[View], Cell]) -> Cell:
        """Do the same for a player that does not know what a square saves. Return the square."""
        return self.recall(view, lambda view: (choose(view), 0.0))[0]

    def observe(self, result: Result) -> None:
        """Go on to the position after the answer."""
        if self._position is not None:
            self._position = self._position.after(self._rules, result)


_TREES: dict[tuple[str, Rules], Tree] = {}


def first_position(player: str, book: str, rules: Rules) -> Position:
    """Return the player's first position in this process; what follows it begins as the opening book of the player
    `book`.
    """
    key = (player, rules)
    if key not in _TREES:
        tree = _TREES[key] = Tree()
        text = book_text(book, rules)
        if text is not None:
            _read(json.loads(text), tree.root)
    return _TREES[key].root


def answer_key(rules: Rules, result: Result) -> str:
    """Return the answer as a short text: M, H, S with the type's symbol and the announced squares."""
    letter = {Outcome.MISS: "M", Outcome.HIT: "H", Outcome.SUNK: "S"}[result.outcome]
    symbol = result.type.symbol if result.type else ""
    return letter + symbol + ",".join(str(rules.index(cell)) for cell in result.sunk_cells)


def book_name(player: str, rules: Rules) -> str | None:
    """Return the file name of the opening book: after the first named rule set that plays the same."""
    for name, make in NAMED.items():
        if replace(rules, name=name) == make():
            return f"{player}-{name}.json"
    return None


def book_text(player: str, rules: Rules) -> str | None:
    """Return the opening book of the player for these rules, as JSON; None when there is none."""
    name = book_name(player, rules)
    if name is None:
        return None
    file = resources.files("battleship.players") / name
    return file.read_text("utf-8") if file.is_file() else None


def _read(data: list[Any], position: Position) -> None:
    """Read a book: [square index, {answer: book}]."""
    position.cell = data[0]
    for key, rest in data[1].items():
        position.answers[key] = Position(position.tree, position.length + 1)
        position.tree.size += 1
        _read(rest, position.answers[key])


def write(position: Position) -> list[Any]:
    """Return the position and all that follow it, as a book."""
    return [
        position.cell,
        {key: write(rest) for key, rest in sorted(position.answers.items()) if rest.cell is not None},
    ]
