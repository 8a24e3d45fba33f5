"""All layouts that agree with a view, one by one: for the later part of a game, up to some millions.

A set of squares is a row of 64-bit words, square s is bit s % 64 of word s // 64. A placement has one number
over all types: those of the first type come first, each type's in the order of `board.placements`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from battleship.errors import PosteriorError
from battleship.posterior import exact
from battleship.posterior.arrays import Ints, Words
from battleship.posterior.compiled import compiled
from battleship.posterior.evidence import Evidence
from battleship.rules import Rules, Sunk
from battleship.rules.board import Outcome, Result, Ship, View, halo, mask, placements

Places = NDArray[np.uint16]

#: Layouts that may be listed: their numbers fit the counters of `playout`.
MOST_LISTED = (1 << 24) - 1


@dataclass(frozen=True)
class Tables:
    """The placements of a rule set.

    Attributes:
        masks: (placements, words).
        closed: The squares closed to other ships.
        kinds: The type of each placement.
        first: The number of each type's first placement.
    """

    ships: tuple[Ship, ...]
    masks: Words
    closed: Words
    kinds: Ints
    first: tuple[int, ...]


def to_words(rules: Rules, bits: int) -> Words:
    """Return a set of squares, given as an integer, in words."""
    count = -(-rules.width * rules.height // 64)
    return np.frombuffer(bits.to_bytes(8 * count, "little"), dtype="<u8").astype(np.uint64)


@lru_cache(maxsize=16)
def tables(rules: Rules) -> Tables:
    """Return every ship in every place, with its squares and those that it keeps free, as words of bits."""
    groups = [placements(rules, kind) for kind in rules.ships]
    ships = tuple(ship for group in groups for ship in group)
    return Tables(
        ships,
        np.array([to_words(rules, mask(rules, ship.cells)) for ship in ships]),
        np.array([to_words(rules, halo(rules, ship)) for ship in ships]),
        np.array([rules.ships.index(ship.type) for ship in ships]),
        tuple(accumulate((len(group) for group in groups), initial=0))[:-1],
    )


@dataclass(frozen=True)
class Listing:
    """Layouts, each equally likely.

    Attributes:
        places: (all layouts listed once, ships) the placement of each ship, in the order of `ship_list(rules)`.
        records: (layouts, words + 1) of those in this list the squares occupied, and the row of `places`.
        view: The shots that they agree with.
    """

    view: View
    places: Places
    records: Words

    def __len__(self) -> int:
        return len(self.records)

    @property
    def rules(self) -> Rules:
        return self.view.rules

    def take(self, chosen: Ints | slice) -> Listing:
        return Listing(self.view, self.places, self.records[chosen])

    def share(self, parts: int) -> Listing:
        """Return about one layout in `parts` (a power of two); which ones depends on their squares alone."""
        found = np.zeros(len(self), dtype=np.uint64)
        for word in self.records[:, :-1].T:
            # Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4): the high bits are well mixed.
            found = (found ^ word) * np.uint64(0x9E3779B97F4A7C15)
            found ^= found >> np.uint64(32)
        return self.take(np.flatnonzero(found & np.uint64(parts - 1) == 0))

    def answers(self, square: int) -> Ints:
        """Return what each layout answers to a shot at `square`, not shot before: equal numbers, equal answers; 0
        is water.
        """
        rules, table = self.rules, tables(self.rules)
        word, bit = square >> 6, np.uint64(1 << (square & 63))
        found = np.zeros(len(self), dtype=np.int64)
        hit = np.flatnonzero(self.records[:, word] & bit)
        if not len(hit):
            return found
        places = self.places[self.records[hit, -1].astype(np.int64)]
        there = np.argmax(table.masks[places, word] & bit != 0, axis=1)
        place = places[np.arange(len(hit)), there].astype(np.int64)
        found[hit] = 1 + table.kinds[place] if rules.hit_names_type else 1
        if rules.sunk is not Sunk.NOTHING:
            shot = to_words(rules, mask(rules, self.view.shots) | 1 << square)
            sunk = ~(table.masks[place] & ~shot).any(axis=1)
            told = place if rules.sunk is Sunk.CELLS else table.kinds[place]
            found[hit[sunk]] = 1 + len(rules.ships) + told[sunk]
        return found

    def after(self, result: Result) -> Listing:
        """Return the layouts that give this answer, with the shot noted."""
        rules = self.rules
        number = 0
        if result.hit:
            kind = rules.ships.index(result.type) if result.type is not None else 0
            number = 1 + kind
            if result.outcome is Outcome.SUNK:
                told = kind
                if rules.sunk is Sunk.CELLS and result.type is not None:
                    cells = set(result.sunk_cells)
                    ships = placements(rules, result.type)
                    own = [place for place, ship in enumerate(ships) if set(ship.cells) == cells]
                    told = tables(rules).first[kind] + own[0]
                number = 1 + len(rules.ships) + told
        chosen = np.flatnonzero(self.answers(rules.index(result.cell)) == number)
        return Listing(self.view.after(result), self.places, self.records[chosen])


def list_agreeing(view: View) -> Listing:
    """Return every layout that agrees with the view.

    Raise `PosteriorError`: the rules are beyond both ways of counting, or there are too many layouts to list.
    """
    total = exact(view).total
    if total > MOST_LISTED:
        raise PosteriorError(f"{total:.0f} layouts are too many to list; at most {MOST_LISTED} are possible")
    rules, table, evidence = view.rules, tables(view.rules), Evidence(view)
    places = np.zeros((int(total), rules.fleet_size), dtype=np.uint16)
    records = np.zeros((int(total), table.masks.shape[1] + 1), dtype=np.uint64)
    if total:
        kinds = range(len(rules.ships))
        unknown = [evidence.unknown[kind] + table.first[kind] for kind in kinds]
        touching = np.concatenate([evidence.touching[kind] + table.first[kind] for kind in kinds])
        hits = [to_words(rules, 1 << int(square)) for square in evidence.hits]
        lists = [places_ + table.first[kind] for kind, places_ in evidence.sunk]
        lists += [touching[(table.masks[touching] & hit).any(axis=1)] for hit in hits]
        lists += unknown
        case = _Case(
            np.concatenate(lists),
            np.cumsum([0, *map(len, lists)]),
            len(evidence.sunk),
            evidence.hits,
            np.bitwise_or.reduce(hits, axis=0) if hits else np.zeros_like(table.masks[0]),
            # The ships with few places first: what they leave is soon known.
            np.array(sorted(kinds, key=lambda kind: len(unknown[kind]))),
            np.array(evidence.left),
            np.array(_first_numbers(rules)),
            table.masks,
            table.closed,
            table.kinds,
        )
        _enumerate(case, _levels(case, rules.fleet_size), places, records)
    return Listing(view, places, records)


def _first_numbers(rules: Rules) -> list[int]:
    """Return for each type the number of its first ship."""
    return [0, *accumulate(kind.count for kind in rules.ships)][:-1]


class _Case(NamedTuple):
    """What is enumerated.

    Attributes:
        pool: Candidates: of each sunk ship, through each hit, of each type in unknown squares; list i is
            pool[ends[i]:ends[i + 1]].
        sunk: How many ships are announced as sunk.
        hits: All `hit_squares` in words.
        order: The types as they are placed.
        left: How many ships of each type are not sunk.
        first_number: The number of each type's first ship.
        masks, closed, kinds: Of all placements, as in `Tables`.
    """

    pool: Ints
    ends: Ints
    sunk: int
    hit_squares: Ints
    hits: Words
    order: Ints
    left: Ints
    first_number: Ints
    masks: Words
    closed: Words
    kinds: Ints


class _Levels(NamedTuple):
    """What is known with each number of ships placed, one row for each.

    Attributes:
        taken, shut, bare: Squares of the ships, squares closed to others, hits that no ship covers.
        remaining: Ships of each type that are left.
        cursor, end: The next candidate in the pool, and where they end.
        free: The type that is placed in unknown squares, or -1.
    """

    taken: Words
    shut: Words
    bare: Words
    remaining: Ints
    cursor: Ints
    end: Ints
    free: Ints


def _levels(case: _Case, ships: int) -> _Levels:
    """Return the levels as they are before the first ship."""
    words = case.masks.shape[1]
    taken, shut, bare = (np.zeros((ships + 1, words), dtype=np.uint64) for _ in range(3))
    cursor, end, free = (np.zeros(ships + 1, dtype=np.int64) for _ in range(3))
    remaining = np.zeros((ships + 1, len(case.left)), dtype=np.int64)
    remaining[0], bare[0] = case.left, case.hits
    return _Levels(taken, shut, bare, remaining, cursor, end, free)


@compiled
def _enumerate(case: _Case, levels: _Levels, places: Places, records: Words) -> None:
    """Fill places and records. The ships that are announced as sunk come first, then for the lowest hit not yet
    covered each placement through it, then the others in unknown squares; the cases exclude each other.
    """
    pool, kinds, masks, closed, sunk = case.pool, case.kinds, case.masks, case.closed, case.sunk
    cursor, end, remaining = levels.cursor, levels.end, levels.remaining
    taken, shut, bare = levels.taken, levels.shut, levels.bare
    first_number, types = case.first_number, len(case.left)
    ships, words = places.shape[1], masks.shape[1]
    depth, found, entering = 0, 0, True
    while depth >= 0:
        if entering:
            entering = False
            some = np.uint64(0)
            for word in range(words):
                some |= bare[depth, word]
            if depth == ships:
                if not some:
                    # One more layout: the ships of a type get its numbers in the order in which they were placed.
                    for kind in range(types):
                        remaining[depth, kind] = first_number[kind]
                    for level in range(ships):
                        place = pool[cursor[level] - 1]
                        places[found, remaining[depth, kinds[place]]] = place
                        remaining[depth, kinds[place]] += 1
                    for word in range(words):
                        records[found, word] = taken[depth, word]
                    records[found, words] = np.uint64(found)
                    found += 1
                depth -= 1
                continue
            _begin(case, levels, depth, some)
        if cursor[depth] == end[depth]:
            depth -= 1
            continue
        place = pool[cursor[depth]]
        cursor[depth] += 1
        kind = kinds[place]
        if depth >= sunk and not remaining[depth, kind]:
            continue
        clash = np.uint64(0)
        for word in range(words):
            clash |= masks[place, word] & shut[depth, word]
        if clash:
            continue
        below = depth + 1
        for word in range(words):
            taken[below, word] = taken[depth, word] | masks[place, word]
            shut[below, word] = shut[depth, word] | closed[place, word]
            bare[below, word] = bare[depth, word] & ~masks[place, word]
        for other in range(types):
            remaining[below, other] = remaining[depth, other]
        if depth >= sunk:
            remaining[below, kind] -= 1
        depth = below
        entering = True


@compiled
def _begin(case: _Case, levels: _Levels, depth: int, some: np.uint64) -> None:
    """Choose the candidates of the next ship.

    Args:
        some: Not 0 while there are hits that no ship covers.
    """
    cursor, free, squares = levels.cursor, levels.free, case.hit_squares
    free[depth] = -1
    if depth < case.sunk:
        part = depth
    elif some:
        hit = 0
        while not levels.bare[depth, squares[hit] >> 6] >> np.uint64(squares[hit] & 63) & np.uint64(1):
            hit += 1
        part = case.sunk + hit
    else:
        number = 0
        while not levels.remaining[depth, case.order[number]]:
            number += 1
        free[depth] = case.order[number]
        part = case.sunk + len(squares) + free[depth]
    cursor[depth], levels.end[depth] = case.ends[part], case.ends[part + 1]
    if depth and free[depth] >= 0 and free[depth - 1] == free[depth]:
        # Ships of one type in ascending order, so that none is listed twice.
        cursor[depth] = cursor[depth - 1]
