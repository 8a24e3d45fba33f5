"""Lists of layouts played out after several squares, on more than one core: see `walk` for how."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from battleship.posterior.answers import facts_of
from battleship.posterior.arrays import Ints
from battleship.posterior.listing import Listing, to_words
from battleship.posterior.planes import PLANES, count_planes
from battleship.posterior.walk import Desk, frames_of, hits_name_of, look_ahead, play_first
from battleship.rules.board import mask

#: Threads at work on lists of at least so many layouts; shorter ones are done before a thread begins.
THREADS = 2
SHARED_FROM = 4_000


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
        self._desks = [self._desk(listing) for _ in range(THREADS if len(listing) >= SHARED_FROM else 1)]

    def _desk(self, listing: Listing) -> Desk:
        """Return a desk for each thread. The records change from call to call."""
        facts, rules = facts_of(listing), self._rules
        # The type or the placement of what sank, the type of what was hit, or water.
        answers = 3 + facts.through.shape[1] + 2 * len(rules.ships)
        words = facts.masks.shape[1]
        return Desk(
            facts,
            frames_of(rules.width * rules.height, words, answers),
            frames_of(1, words, answers),
            self._known,
            listing.records,
            np.zeros(len(listing), dtype=np.int64),
        )

    def covered(self, listing: Listing) -> Ints:
        """Return for each square in how many layouts of the list a ship is on it."""
        words = listing.records.shape[1] - 1
        planes = self._desks[0].root.planes
        count_planes(listing.records, 0, len(listing), planes, 0, PLANES, words)
        data = planes[0].astype("<u8").view(np.uint8).reshape(PLANES, -1)
        bits = np.unpackbits(data, axis=1, bitorder="little")[:, : self._rules.width * self._rules.height]
        weights = np.int64(1) << np.arange(PLANES, dtype=np.int64)
        return np.asarray((bits.astype(np.int64) * weights[:, None]).sum(axis=0))

    def shots(self, listing: Listing, squares: Ints) -> Ints:
        """Return for each of these squares, not yet shot, the shots, summed over the layouts, that finish the game when
        it is next and the player then greedy on the exact posterior, with ties going to the first square.
        """
        left, name = self._begin(listing)

        def after(desk: Desk, square: int) -> int:
            return play_first(desk, 0, len(desk.records), left, 0, square, name)

        return self._for_each(listing, squares, after)

    def shots_ahead(self, listing: Listing, squares: Ints, compared: int) -> Ints:
        """Return the same when the player, after the answer, shoots the best of the `compared` likeliest squares
        first.
        """
        left, name = self._begin(listing)

        def after(desk: Desk, square: int) -> int:
            return look_ahead(desk, left, square, compared, name)

        return self._for_each(listing, squares, after)

    def _for_each(self, listing: Listing, squares: Ints, after: Callable[[Desk, int], int]) -> Ints:
        """Call after(desk, square) for every square; each thread takes the next square when it is done with one."""
        found = np.zeros(len(squares), dtype=np.int64)
        queue = iter(range(len(squares)))  # `next` of a range is one step of the interpreter

        def work(desk: Desk) -> None:
            desk = desk._replace(records=listing.records.copy())
            for number in queue:
                found[number] = after(desk, int(squares[number]))

        if len(self._desks) == 1 or len(listing) < SHARED_FROM or len(squares) < 2:
            work(self._desks[0])
            return found
        with ThreadPoolExecutor(len(self._desks) - 1) as pool:
            others = [pool.submit(work, desk) for desk in self._desks[1:]]
            work(self._desks[0])
        for other in others:
            other.result()
        return found

    def _begin(self, listing: Listing) -> tuple[int, np.uint64]:
        """Note the squares not shot. Return the number of ship squares left in each layout, and the hash of
        those hit.
        """
        rules, view = self._rules, listing.view
        for desk in self._desks:
            desk.root.unshot[0] = to_words(rules, mask(rules, view.unshot))
        hits = [rules.index(result.cell) for result in view.results if result.hit]
        name = np.uint64(hits_name_of(np.array(hits, dtype=np.uint64)))
        return rules.fleet_cells - len(hits), name
