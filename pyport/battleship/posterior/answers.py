"""What listed layouts answer to a shot, and how that parts them, in compiled code."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from battleship.posterior.arrays import Ints, Words
from battleship.posterior.compiled import compiled
from battleship.posterior.listing import Listing, tables, to_words
from battleship.rules import Cell, Rules, Sunk
from battleship.rules.board import mask

Places = NDArray[np.uint16]


class Facts(NamedTuple):
    """What the answers of a list of layouts follow from.

    Attributes:
        places: (layouts listed once, ships), ships of one type side by side.
        masks, kinds: The squares and the type of each placement.
        slots: The first ship of each type, and one more.
        through: (squares, n) the placements through a square, -1 after the last.
        beside: (squares, words) its neighbours above, below, left and right.
        sinking: Room for a row of `through`.
        announced: 0 nothing, 1 the type, 2 the squares of a sunk ship.
        named: A hit tells the type.
        apart: Ships do not touch.
        single: There are ships of one square.
        distinct: Each type counts one ship, or sunk ships are not announced.
    """

    places: Places
    masks: Words
    kinds: Ints
    slots: Ints
    through: Ints
    beside: Words
    sinking: Ints
    announced: int
    named: bool
    apart: bool
    single: bool
    distinct: bool


def facts_of(listing: Listing) -> Facts:
    """Return what the answers to shots follow from, for every layout of the list."""
    rules = listing.rules
    table = tables(rules)
    through, beside = _neighbours(rules)
    return Facts(
        listing.places,
        table.masks,
        table.kinds,
        np.array([0, *accumulate(ship.count for ship in rules.ships)]),
        through,
        beside,
        np.zeros(through.shape[1], dtype=np.int64),
        list(Sunk).index(rules.sunk),
        rules.hit_names_type,
        not rules.touching,
        any(ship.length == 1 for ship in rules.ships),
        rules.sunk is Sunk.NOTHING or all(ship.count == 1 for ship in rules.ships),
    )


@lru_cache(maxsize=16)
def _neighbours(rules: Rules) -> tuple[Ints, Words]:
    masks = tables(rules).masks
    squares = range(rules.width * rules.height)
    found = [
        np.flatnonzero(masks[:, square >> 6] >> np.uint64(square & 63) & np.uint64(1)) for square in squares
    ]
    through = np.full((len(found), max(map(len, found)) + 1), -1, dtype=np.int64)
    beside = np.zeros((len(found), masks.shape[1]), dtype=np.uint64)
    for square, (row, column) in enumerate(rules.cells):
        through[square, : len(found[square])] = found[square]
        near = [Cell(row - 1, column), Cell(row + 1, column), Cell(row, column - 1), Cell(row, column + 1)]
        beside[square] = to_words(rules, mask(rules, filter(rules.contains, near)))
    return through, beside


@compiled
def misses_first(records: Words, begin: int, end: int, word: int, bit: np.uint64, words: int) -> int:
    """Order the records begin to end - 1 by whether they have the bit. Return the first that has it."""
    low, high = begin, end - 1
    while True:
        while low <= high and not records[low, word] & bit:
            low += 1
        while low <= high and records[high, word] & bit:
            high -= 1
        if low >= high:
            return low
        for column in range(words + 1):
            swap = records[low, column]
            records[low, column] = records[high, column]
            records[high, column] = swap
        low += 1
        high -= 1


@compiled
def read_answers(
    facts: Facts, records: Words, codes: Ints, begin: int, end: int, square: int, unshot: Words, at: int
) -> bool:
    """Fill codes[begin:end] with what these layouts, all hit, answer. Return whether all answer alike.

    Args:
        unshot: (tables, words), of which row `at` holds the squares not shot, without `square`.
    """
    announced, named = facts.announced, facts.named
    if begin == end or not (named or announced):
        return True
    places, masks, kinds, slots = facts.places, facts.masks, facts.kinds, facts.slots
    through, beside, sinking = facts.through, facts.beside, facts.sinking
    words = masks.shape[1]
    first = records[begin, words]
    near = False
    for other in range(words):
        if beside[square, other] & records[begin, other] & ~unshot[at, other]:
            near = True
    if named and near and facts.apart and not announced:
        # The ship has been hit before, so its type is known.
        return True
    # Ships that may sink lie wholly on squares that have been shot, and are not known to have sunk before.
    sinks = 0
    for number in range(through.shape[1] if announced and (near or facts.single) else 0):
        place = through[square, number]
        if place < 0:
            break
        open_squares = np.uint64(0)
        for other in range(words):
            open_squares |= masks[place, other] & (unshot[at, other] | ~records[begin, other])
        if open_squares:
            continue
        kind = kinds[place]
        slot = slots[kind]
        if slots[kind + 1] == slot + 1:
            gone = True
            for other in range(words):
                left = unshot[at, other]
                if other == square >> 6:
                    left |= np.uint64(1) << np.uint64(square & 63)
                if masks[places[first, slot], other] & left:
                    gone = False
            if gone:
                continue
        sinking[sinks] = place
        sinks += 1
    if not named and not sinks:
        return True
    word, bit = square >> 6, np.uint64(1) << np.uint64(square & 63)
    same = True
    for row in range(begin, end):
        layout = records[row, words]
        code = 0
        if named:
            for ship in range(places.shape[1]):
                place = np.int64(places[layout, ship])
                if masks[place, word] & bit:
                    code = 1 + kinds[place]
                    break
        for number in range(sinks):
            place = sinking[number]
            for slot in range(slots[kinds[place]], slots[kinds[place] + 1]):
                if places[layout, slot] == place:
                    code = -1 - (place if announced == 2 else kinds[place])
        codes[row] = code
        same = same and code == codes[begin]
    return same


@compiled
def split(
    records: Words, codes: Ints, begin: int, end: int, words: int, bounds: Ints, at: int, groups: int
) -> int:
    """Order the records by their codes; add where each code begins to bounds[at]. Return the number of groups."""
    row = begin
    while row < end:
        bounds[at, groups] = row
        groups += 1
        code = codes[row]
        row += 1
        for other in range(row, end):
            if codes[other] == code:
                if other != row:
                    codes[other] = codes[row]
                    codes[row] = code
                    for column in range(words + 1):
                        swap = records[row, column]
                        records[row, column] = records[other, column]
                        records[other, column] = swap
                row += 1
    return groups


@compiled
def misses_of_two(facts: Facts, records: Words, row: int, unshot: Words, at: int) -> int:
    """Return how many shots miss in both games together if the layouts `row` and `row` + 1 are left; `facts.distinct`.

    First come the squares that both cover, which may already tell which one it is; then one square of the first.
    """
    places, masks, kinds = facts.places, facts.masks, facts.kinds
    announced, named = facts.announced, facts.named
    words = masks.shape[1]
    alike = True
    for word in range(words):
        alike = alike and not (records[row, word] ^ records[row + 1, word]) & unshot[at, word]
    if alike:
        return 0
    layout, another = records[row, words], records[row + 1, words]
    ships = places.shape[1]
    for word in range(words if named else 0):
        both = records[row, word] & records[row + 1, word] & unshot[at, word]
        own = theirs = np.uint64(0)
        for ship in range(ships):
            own |= masks[places[layout, ship], word]
            theirs |= masks[places[another, ship], word]
            if ship + 1 == ships or kinds[places[layout, ship]] != kinds[places[layout, ship + 1]]:
                if (own ^ theirs) & both:
                    return 0
                own = theirs = np.uint64(0)
    for ship in range(ships if announced else 0):
        if places[layout, ship] != places[another, ship]:
            sinks = _sinks_at(masks, places[layout, ship], records, row, unshot, at, words)
            sinks_elsewhere = _sinks_at(masks, places[another, ship], records, row, unshot, at, words)
            if sinks != sinks_elsewhere or (announced == 2 and sinks >= 0):
                return 0
    return 1


@compiled
def _sinks_at(masks: Words, place: int, records: Words, row: int, unshot: Words, at: int, words: int) -> int:
    """Return the square that sinks the ship when those that both layouts cover are shot in order; -1 if none does."""
    last = -1
    for word in range(words):
        own = masks[place, word] & unshot[at, word]
        if own & ~(records[row, word] & records[row + 1, word]):
            return -1
        if own:
            last = 64 * word + _highest(own)
    return last


@compiled
def _highest(bits: np.uint64) -> int:
    """Return the number of the highest bit set; bits is not 0."""
    found = 0
    for step in (32, 16, 8, 4, 2, 1):
        if bits >> np.uint64(step):
            bits >>= np.uint64(step)
            found += step
    return found
