"""How many shots the greedy player still needs, over every layout of a list at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from battleship.posterior.listing import Listing, answer_numbers

Ints = NDArray[np.int64]


def greedy_shots(listing: Listing, shot: NDArray[np.bool_], first: Ints) -> Ints:
    """For each square of `first`: the shots, summed over all layouts, that finish the game when that square is next.

    shot: (squares) those shot already. After the first shot the player is greedy on the exact posterior, with
    ties going to the first square. All squares of `first` are played out side by side; rows that the player
    cannot tell apart make a group and get the same shot.
    """
    rules, size = listing.rules, len(listing)
    # Every layout has the same number of ship squares not yet shot.
    ahead = np.nonzero((listing.squares >= 0) & ~shot)[1].reshape(size, -1)
    totals = np.zeros(len(first), dtype=np.int64)
    layout = np.tile(np.arange(size), len(first))
    start = np.repeat(np.arange(len(first)), size)
    group = start
    shots = np.tile(shot, (len(first), 1))
    cell = first
    afloat = listing.afloat[layout]
    left = afloat.sum(axis=1)
    while len(layout):
        totals += np.bincount(start, minlength=len(first))
        shots[np.arange(len(shots)), cell] = True
        at = cell[group]
        ships = listing.squares[layout, at]
        answer = answer_numbers(rules, ships, listing.places[layout], afloat)
        hit = np.flatnonzero(ships >= 0)
        afloat[hit, ships[hit]] -= 1
        left[hit] -= 1
        # New groups: same group, same answer. Alone, a layout is known, and each further shot hits.
        key = group * (int(answer.max()) + 1) + answer
        order = np.argsort(key, kind="stable")
        key = key[order]
        begins = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1])))
        sizes = np.diff(np.append(begins, len(key)))
        alone = np.repeat(sizes == 1, sizes)
        totals += np.bincount(
            start[order], weights=np.where(alone, left[order], 0), minlength=len(first)
        ).astype(np.int64)
        keep = ~alone & (left[order] > 0)
        old = group[order][begins]
        number = np.repeat(np.arange(len(begins)), sizes)[keep]
        order = order[keep]
        layout, start, afloat, left = layout[order], start[order], afloat[order], left[order]
        if not len(layout):
            break
        kept, group = np.unique(number, return_inverse=True)
        shots = shots[old[kept]]
        numbers = (group * shots.shape[1])[:, None] + ahead[layout]
        covered = np.bincount(numbers.ravel(), minlength=shots.size).reshape(shots.shape)
        covered[shots] = -1
        cell = np.argmax(covered, axis=1)
    return totals
