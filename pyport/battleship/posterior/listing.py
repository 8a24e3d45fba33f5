"""All layouts that agree with a view, one by one: for the end of a game, when few are left."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from battleship.errors import PosteriorError
from battleship.posterior import rows
from battleship.posterior.layouts import Count, Group, join, refuses, select
from battleship.rules import Rules, Sunk
from battleship.rules.board import Outcome, Result, View, placements, ship_list

Array = NDArray[np.int64]


@dataclass(frozen=True)
class Listing:
    """Layouts, each equally likely. A ship's number is its place in `ship_list(rules)`.

    squares: (layouts, squares) the number of the ship on a square, -1 for water. places: (layouts, ships) the
    number of the ship's placement among `placements(rules, type)`. afloat: (layouts, ships) squares not hit.
    """

    rules: Rules
    squares: NDArray[np.int8]
    places: Array
    afloat: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.squares)

    def take(self, chosen: Array) -> Listing:
        return Listing(self.rules, self.squares[chosen], self.places[chosen], self.afloat[chosen])

    def answers(self, square: int) -> Array:
        """What each layout answers to a shot at `square`, not shot before: equal numbers, equal answers; 0 is water."""
        return answer_numbers(self.rules, self.squares[:, square], self.places, self.afloat)

    def after(self, result: Result) -> Listing:
        """The layouts that give this answer, with the shot noted."""
        rules = self.rules
        square = rules.index(result.cell)
        ships = self.squares[:, square]
        if not result.hit:
            return self.take(np.flatnonzero(ships < 0))
        fits = ships >= 0
        sinks = np.take_along_axis(self.afloat, np.maximum(ships, 0)[:, None], axis=1)[:, 0] == 1
        types = np.array([rules.ships.index(kind) for kind in ship_list(rules)])[ships]
        if rules.sunk is not Sunk.NOTHING:
            fits &= sinks == (result.outcome is Outcome.SUNK)
        if result.type is not None:
            fits &= types == rules.ships.index(result.type)
        for cell in result.sunk_cells:
            fits &= self.squares[:, rules.index(cell)] == ships
        found = self.take(np.flatnonzero(fits))
        afloat = found.afloat.copy()
        afloat[np.arange(len(found)), found.squares[:, square]] -= 1
        return Listing(rules, found.squares, found.places, afloat)


def answer_numbers(rules: Rules, ships: NDArray[np.int8], places: Array, afloat: NDArray[np.int8]) -> Array:
    """For each layout (row) the answer to a shot at a square where ship `ships` lies, as a number; 0 is water."""
    hit = ships >= 0
    if rules.sunk is Sunk.NOTHING and not rules.hit_names_type:
        return hit.astype(np.int64)
    every = np.arange(len(ships))
    types = np.array([rules.ships.index(kind) for kind in ship_list(rules)])[ships]
    named = types + 2
    found = named if rules.hit_names_type else np.ones(len(ships), dtype=np.int64)
    if rules.sunk is not Sunk.NOTHING:
        kinds = len(rules.ships)
        sunk = named + kinds
        if rules.sunk is Sunk.CELLS:
            most = 2 * rules.width * rules.height
            sunk = sunk + kinds * (1 + places[every, ships] % most)
        found = np.where(afloat[every, ships] == 1, sunk, found)
    return np.where(hit, found, 0)


def list_agreeing(view: View) -> Listing:
    """Every layout that agrees with the view. Memory and time grow with their number: count them first.

    Raises `PosteriorError` when the rules are beyond both ways of counting.
    """
    if rows.refuses(view.rules) is None:
        places = _by_rows(view)
    else:
        reason = refuses(view.rules)
        if reason is not None:
            raise PosteriorError(f"the rules {view.rules.name!r} cannot be counted exactly: {reason}")
        places = _by_placements(view)
    return _listing(view, places)


def _listing(view: View, places: Array) -> Listing:
    rules = view.rules
    types = ship_list(rules)
    squares = np.full((len(places), rules.width * rules.height), -1, dtype=np.int8)
    every = np.arange(len(places))
    for number, kind in enumerate(types):
        cells = np.array([[rules.index(cell) for cell in ship.cells] for ship in placements(rules, kind)])
        squares[every[:, None], cells[places[:, number]]] = number
    afloat = np.tile(np.array([kind.length for kind in types], dtype=np.int8), (len(places), 1))
    for result in view.results:
        if result.hit:
            afloat[every, squares[:, rules.index(result.cell)]] -= 1
    return Listing(rules, squares, places, afloat)


def _first_numbers(rules: Rules) -> list[int]:
    """For each type the number of its first ship."""
    return [0, *accumulate(kind.count for kind in rules.ships)][:-1]


def _by_rows(view: View) -> Array:
    """(layouts, ships) placements, row by row from the top; only what can be completed is followed."""
    rules = view.rules
    programme = rows.Programme(view)
    if not programme.possible:
        return np.zeros((0, rules.fleet_size), dtype=np.int64)
    table = programme.table
    state = np.array([programme.states - 1])
    closed = np.zeros(1, dtype=np.int64)
    chosen = np.zeros((1, 0), dtype=np.int64)
    for row in range(rules.height):
        own = programme.ways_on(row, state) * ((table.wide[programme.rows[row]] & closed[:, None]) == 0)
        before, mask = np.nonzero(own)
        state = state[before] - programme.shift[row][mask]
        masks = programme.rows[row][mask]
        closed = table.masks[masks]
        chosen = np.concatenate((chosen[before], masks[:, None]), axis=1)
    lengths = [kind.length for kind in rules.ships]
    first = _first_numbers(rules)
    places = np.zeros((len(chosen), rules.fleet_size), dtype=np.int64)
    used = np.zeros((len(chosen), len(lengths)), dtype=np.int64)
    for row in range(rules.height):
        for mask in np.unique(chosen[:, row]):
            these = np.flatnonzero(chosen[:, row] == mask)
            run = table.run[mask]
            column = 0
            while column < rules.width:
                length = int(run[column])
                if length:
                    kind = lengths.index(length)
                    places[these, first[kind] + used[these, kind]] = row * (rules.width - length + 1) + column
                    used[these, kind] += 1
                column += length or 1
    return places


def _by_placements(view: View) -> Array:
    """(layouts, ships) placements: sunk ships, then those on hits, then the others, as `layouts` counts them."""
    count = Count(view)
    rules = view.rules
    if min(count.left) < 0:
        return np.zeros((0, rules.fleet_size), dtype=np.int64)
    start = count.start()
    pending = {start.left: [start]}
    done: list[Array] = []
    while pending:
        left = max(pending, key=sum)
        group = join(pending.pop(left))
        bare = group.bare.any(axis=1)
        covered = select(group, np.flatnonzero(~bare))
        if len(covered.bare):
            done.append(_in_order(rules, _place_free(count, covered)))
        for grown in count.cover_next(select(group, np.flatnonzero(bare))):
            pending.setdefault(grown.left, []).append(grown)
    return np.concatenate([np.zeros((0, rules.fleet_size), dtype=np.int64), *done])


def _place_free(count: Count, group: Group) -> Group:
    """The other ships in unknown squares; ships of one type in ascending order, so that none is listed twice."""
    left = group.left
    for kind in sorted(range(len(left)), key=lambda kind: len(count.unknown[kind])):
        candidates = count.unknown[kind]
        for number in range(left[kind]):
            free = count.free(group, kind, candidates)
            if number:
                free &= candidates[None, :] > group.chosen[-1][1][:, None]
            before, column = np.nonzero(free)
            group = count.grow(group, before, kind, candidates[column], left)
    return group


def _in_order(rules: Rules, group: Group) -> Array:
    """(layouts, ships) of a group in which every ship has its place."""
    next_number = _first_numbers(rules)
    places = np.zeros((len(group.bare), rules.fleet_size), dtype=np.int64)
    for kind, numbers in group.chosen:
        places[:, next_number[kind]] = numbers
        next_number[kind] += 1
    return places
