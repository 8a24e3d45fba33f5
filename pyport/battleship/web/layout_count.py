"""Layouts that agree with the answers, in plain Python: all of them where few ships are left, else some at random.

Both ways go down the tree of `posterior.layouts`. First the sunk ships go where the announcements allow. Then each ship
that can covers the lowest hit that is not covered. Then the other ships go on unknown squares. Sets of squares and of
placements are integers, a bit for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial, prod

from battleship.layouts.search import masks
from battleship.players import BasePlayer, nxn
from battleship.players.density import votes
from battleship.rules import Cell, Sunk
from battleship.rules.board import Outcome, View, mask
from battleship.rules.draws import Draws
from battleship.rules.sunk import Afloat

#: Samples for each shot, as in `players.sampled`.
SAMPLES = 1000
#: The most ships of a fleet for which the nxn player also places the sunk ships, where only their names are told.
MOST_SHIPS = 6

#: A placement: its squares, and the squares that it closes to other ships.
Place = tuple[int, int]


class FleetCount:
    """The count of layouts that agree with the answers.

    Attributes:
        total: The number of layouts, or an estimate.
        weights: For each square, how many of them have a ship there.
        orders: The factor by which both are too large: ships of one type are counted in every order, which keeps the
            numbers whole.
    """

    def __init__(self, view: View) -> None:
        rules = view.rules
        every = [masks(rules, kind) for kind in rules.ships]
        misses = mask(rules, (result.cell for result in view.results if not result.hit))
        self.hits = mask(rules, (result.cell for result in view.results if result.hit))
        closed = [misses] * len(every)
        #: The placements in which each ship announced as sunk may lie.
        self.sunk: list[list[Place]] = []
        left = [ship.count for ship in rules.ships]
        before = 0
        for result in view.results:
            if not result.hit:
                continue
            bit = mask(rules, [result.cell])
            before |= bit
            if result.type is None:
                continue
            kind = rules.ships.index(result.type)
            if rules.hit_names_type:
                closed = [shut | (bit if other != kind else 0) for other, shut in enumerate(closed)]
            if result.outcome is Outcome.SUNK:
                known, left[kind] = mask(rules, result.sunk_cells), left[kind] - 1
                self.sunk.append(
                    [
                        place
                        for place in every[kind]
                        if (place[0] == known if known else place[0] & bit and not place[0] & ~before)
                    ]
                )
        self.left = tuple(left)
        told = rules.sunk is not Sunk.NOTHING
        open_ = [
            [place for place in places if not place[0] & shut and not (told and not place[0] & ~self.hits)]
            for places, shut in zip(every, closed, strict=True)
        ]
        self.touching = [[place for place in places if place[0] & self.hits] for places in open_]
        self.unknown = [[place for place in places if not place[0] & self.hits] for places in open_]
        self.orders = prod(factorial(max(number, 0)) for number in left)
        self.total = 0
        self.weights = [0] * (rules.width * rules.height)
        self._beside: dict[tuple[int, int, int], int] = {}

    # All of them

    def run(self) -> None:
        """Count every layout."""
        if min(self.left) >= 0:
            self._place_sunk(0, 0, 0)

    def _place_sunk(self, number: int, covered: int, closed: int) -> int:
        if number == len(self.sunk):
            return self._cover(self.left, covered, closed)
        found = 0
        for squares, shut in self.sunk[number]:
            if not squares & closed:
                found += self._weighed(
                    squares, self._place_sunk(number + 1, covered | squares, closed | shut)
                )
        return found

    def _cover(self, left: tuple[int, ...], covered: int, closed: int) -> int:
        bare = self.hits & ~covered
        if not bare:
            return self._free(left, closed)
        found = 0
        for kind, (squares, shut) in self._covering(left, bare & -bare, closed):
            fewer = (*left[:kind], left[kind] - 1, *left[kind + 1 :])
            found += self._weighed(squares, self._cover(fewer, covered | squares, closed | shut))
        return found

    def _covering(self, left: Sequence[int], hit: int, closed: int) -> list[tuple[int, Place]]:
        return [
            (kind, place)
            for kind, number in enumerate(left)
            if number
            for place in self.touching[kind]
            if place[0] & hit and not place[0] & closed
        ]

    def _free(self, left: tuple[int, ...], closed: int) -> int:
        """Return the number of ways to put the other ships on unknown squares. A placement is a bit, by its number."""
        kinds = sorted(
            (kind for kind, number in enumerate(left) for _ in range(number)),
            key=lambda kind: len(self.unknown[kind]),
        )
        sets = {
            kind: sum(
                1 << number for number, (squares, _) in enumerate(self.unknown[kind]) if not squares & closed
            )
            for kind in set(kinds)
        }
        share = self.orders // prod(factorial(number) for number in left)
        planes: dict[int, list[int]] = {kinds[-1]: []} if kinds else {}
        found = self._counted(kinds, sets, share, planes)
        for kind, counters in planes.items():
            for number, (squares, _) in enumerate(self.unknown[kind]):
                times = sum((plane >> number & 1) << digit for digit, plane in enumerate(counters))
                self._weighed(squares, times * share)
        self.total += found
        return found

    def _counted(
        self, kinds: Sequence[int], sets: dict[int, int], share: int, planes: dict[int, list[int]]
    ) -> int:
        if not kinds:
            return share
        kind, rest = kinds[0], kinds[1:]
        free = sets[kind]
        if not rest:
            # Counters of all placements at once: digit by digit.
            counters, carry, digit = planes[kind], free, 0
            while carry:
                if digit == len(counters):
                    counters.append(0)
                counters[digit], carry, digit = counters[digit] ^ carry, counters[digit] & carry, digit + 1
            return free.bit_count() * share
        found = 0
        others = set(rest)
        while free:
            number = (free & -free).bit_length() - 1
            free &= free - 1
            fewer = {other: sets[other] & self._compatible(kind, number, other) for other in others}
            found += self._weighed(self.unknown[kind][number][0], self._counted(rest, fewer, share, planes))
        return found

    def _compatible(self, kind: int, number: int, other: int) -> int:
        """Return the unknown placements of another type that a placement leaves room for."""
        key = kind, number, other
        if key not in self._beside:
            shut = self.unknown[kind][number][1]
            self._beside[key] = sum(
                1 << place for place, (squares, _) in enumerate(self.unknown[other]) if not squares & shut
            )
        return self._beside[key]

    def _weighed(self, squares: int, number: int) -> int:
        """Note that `number` layouts have a ship on these squares, and return that number."""
        if number:
            while squares:
                self.weights[(squares & -squares).bit_length() - 1] += number
                squares &= squares - 1
        return number

    # Some at random

    def sample(self, random: Draws) -> None:
        """Go one way down the tree at random. The layout there counts as often as there were choices on the way."""
        if min(self.left) < 0:
            return
        weight, closed, covered, left = 1, 0, 0, list(self.left)
        chosen: list[int] = []
        for places in self.sunk:
            choices = [place for place in places if not place[0] & closed]
            if not choices:
                return
            squares, shut = choices[random.randrange(len(choices))]
            weight, closed, covered = weight * len(choices), closed | shut, covered | squares
            chosen.append(squares)
        while bare := self.hits & ~covered:
            options = self._covering(left, bare & -bare, closed)
            if not options:
                return
            kind, (squares, shut) = options[random.randrange(len(options))]
            weight, closed, covered = weight * len(options), closed | shut, covered | squares
            left[kind] -= 1
            chosen.append(squares)
        share = self.orders // prod(factorial(number) for number in left)
        kinds = [kind for kind, number in enumerate(left) for _ in range(number)]
        for kind in sorted(kinds, key=lambda kind: len(self.unknown[kind])):
            choices = [place for place in self.unknown[kind] if not place[0] & closed]
            if not choices:
                return
            squares, shut = choices[random.randrange(len(choices))]
            weight, closed = weight * len(choices), closed | shut
            chosen.append(squares)
        self.total += weight * share
        for squares in chosen:
            self._weighed(squares, weight * share)


class SampledCount(BasePlayer):
    """A player that shoots where most sampled layouts have a ship; when no sample fits the answers, by density."""

    about = "like exact, but from random layouts instead of all: plays any rules"

    def shoot(self, view: View) -> Cell:
        count = FleetCount(view)
        for _ in range(SAMPLES):
            count.sample(self.random)
        if not count.total:
            return nxn.best(view, votes(view), self.random)
        index = view.rules.index
        return max(view.unshot, key=lambda cell: (count.weights[index(cell)], -index(cell)))


class Brute(BasePlayer):
    """A player that shoots as `players.nxn:NxnBrute` does, but counts the last ships in plain Python."""

    about = nxn.NxnBrute.about

    def shoot(self, view: View) -> Cell:
        return nxn.shoot(view, self.random, counts)


def counts(view: View, state: Afloat) -> dict[Cell, int]:
    """Return for every square the number of layouts that have a ship there, as `players.nxn.matrix` does."""
    rules = view.rules
    whole = rules.sunk is Sunk.NAME and not rules.hit_names_type and rules.fleet_size <= MOST_SHIPS
    count = FleetCount(view if whole else nxn.ships_left(view, state))
    count.run()
    return {cell: count.weights[rules.index(cell)] // count.orders for cell in rules.cells}
