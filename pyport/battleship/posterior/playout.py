"""Lists of layouts played out after several squares, on more than one core: see `walk` for how."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from battleship.posterior.answers import Facts, facts_of
from battleship.posterior.listing import Listing, to_words
from battleship.posterior.planes import PLANES, count_planes
from battleship.posterior.walk import Frames, frames_of, hits_name_of, look_ahead, play_first
from battleship.rules.board import mask

Words = NDArray[np.uint64]
Ints = NDArray[np.int64]

#: Threads at work on lists of at least so many layouts; shorter ones are done before a thread begins.
THREADS = 2
SHARED_FROM = 4_000


class Lane(NamedTuple):
    """What one thread writes to, beside its own copy of the records."""

    facts: Facts
    frames: Frames
    root: Frames
    codes: Ints


class Playout:
    """Plays out lists of the layouts of one game, which all come from one `list_agreeing`.

    The groups met are remembered from one call to the next (up to 16 MB), so that a later position costs less.
    """

    def __init__(self, listing: Listing) -> None:
        """listing: the first of them, and the longest."""
        rules = listing.rules
        self._rules = rules
        # About as many groups are remembered as there are layouts.
        self._known = np.zeros((1 << min(20, max(10, len(listing).bit_length())), 2), dtype=np.uint64)
        self._lanes = [self._lane(listing) for _ in range(THREADS if len(listing) >= SHARED_FROM else 1)]

    def _lane(self, listing: Listing) -> Lane:
        facts, rules = facts_of(listing), self._rules
        # The type or the placement of what sank, the type of what was hit, or water.
        answers = 3 + facts.through.shape[1] + 2 * len(rules.ships)
        words = facts.masks.shape[1]
        return Lane(
            facts,
            frames_of(rules.width * rules.height, words, answers),
            frames_of(1, words, answers),
            np.zeros(len(listing), dtype=np.int64),
        )

    def covered(self, listing: Listing) -> Ints:
        """For each square, in how many layouts of the list a ship is on it."""
        words = listing.records.shape[1] - 1
        planes = self._lanes[0].root.planes
        count_planes(listing.records, 0, len(listing), planes, 0, PLANES, words)
        data = planes[0].astype("<u8").view(np.uint8).reshape(PLANES, -1)
        bits = np.unpackbits(data, axis=1, bitorder="little")[:, : self._rules.width * self._rules.height]
        weights = np.int64(1) << np.arange(PLANES, dtype=np.int64)
        return np.asarray((bits.astype(np.int64) * weights[:, None]).sum(axis=0))

    def shots(self, listing: Listing, squares: Ints) -> Ints:
        """For each of these squares, not yet shot: the shots, summed over the layouts, that finish the game when it is
        next and the player then greedy on the exact posterior, with ties going to the first square.
        """
        left, name = self._begin(listing)

        def after(lane: Lane, records: Words, square: int) -> int:
            facts, frames, root, codes = lane
            return play_first(
                facts, frames, root, self._known, records, codes, 0, len(records), left, 0, square, name
            )

        return self._for_each(listing, squares, after)

    def shots_ahead(self, listing: Listing, squares: Ints, compared: int) -> Ints:
        """The same when the player, after the answer, shoots the best of the `compared` likeliest squares first."""
        left, name = self._begin(listing)

        def after(lane: Lane, records: Words, square: int) -> int:
            facts, frames, root, codes = lane
            return look_ahead(facts, frames, root, self._known, records, codes, left, square, compared, name)

        return self._for_each(listing, squares, after)

    def _for_each(self, listing: Listing, squares: Ints, after: Callable[[Lane, Words, int], int]) -> Ints:
        """after(lane, records, square) for every square; the lanes take the next square when they are done with one."""
        found = np.zeros(len(squares), dtype=np.int64)
        queue = iter(range(len(squares)))  # `next` of a range is one step of the interpreter

        def work(lane: Lane) -> None:
            records = listing.records.copy()
            for number in queue:
                found[number] = after(lane, records, int(squares[number]))

        if len(self._lanes) == 1 or len(listing) < SHARED_FROM or len(squares) < 2:
            work(self._lanes[0])
            return found
        with ThreadPoolExecutor(len(self._lanes) - 1) as pool:
            others = [pool.submit(work, lane) for lane in self._lanes[1:]]
            work(self._lanes[0])
        for other in others:
            other.result()
        return found

    def _begin(self, listing: Listing) -> tuple[int, np.uint64]:
        """Notes the squares not shot; gives the ship squares that each layout has left, and the hash of those hit."""
        rules, view = self._rules, listing.view
        for lane in self._lanes:
            lane.root.unshot[0] = to_words(rules, mask(rules, view.unshot))
        hits = [rules.index(result.cell) for result in view.results if result.hit]
        name = np.uint64(hits_name_of(np.array(hits, dtype=np.uint64)))
        return rules.fleet_cells - len(hits), name
