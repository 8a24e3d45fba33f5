"""Counts of many squares at once, in bit planes: bit b of plane p is bit p of the count of square b.

Additions, subtractions and comparisons of 64 counts are then a few logical operations on words (bit slicing; the
counting tree is that of carry-save adders, Warren, "Hacker's Delight", chapter 5). planes: (tables, PLANES, words).
"""

from __future__ import annotations

import numpy as np

from battleship.posterior.arrays import Words
from battleship.posterior.compiled import compiled

#: Bits of a count: more layouts than 2**PLANES - 1 cannot be counted.
PLANES = 24


@compiled
def count_planes(
    records: Words, low: int, high: int, planes: Words, at: int, levels: int, words: int
) -> None:
    """Fill the first `levels` planes of planes[at] with how many of the records low to high - 1 have each bit."""
    for word in range(words):
        for level in range(3, levels):
            planes[at, level, word] = np.uint64(0)
        row = low
        ones = twos = fours = np.uint64(0)
        while row + 8 <= high:
            # Carry-save adders: eight words become one of weight 8, with rests of weight 1, 2 and 4.
            ones, twos_a = _add(ones, records[row, word], records[row + 1, word])
            ones, twos_b = _add(ones, records[row + 2, word], records[row + 3, word])
            twos, fours_a = _add(twos, twos_a, twos_b)
            ones, twos_a = _add(ones, records[row + 4, word], records[row + 5, word])
            ones, twos_b = _add(ones, records[row + 6, word], records[row + 7, word])
            twos, fours_b = _add(twos, twos_a, twos_b)
            fours, eights = _add(fours, fours_a, fours_b)
            _carry(planes, at, 3, word, eights)
            row += 8
        planes[at, 0, word] = ones
        if levels > 1:
            planes[at, 1, word] = twos
        if levels > 2:
            planes[at, 2, word] = fours
        while row < high:
            _carry(planes, at, 0, word, records[row, word])
            row += 1


@compiled
def _add(one: np.uint64, other: np.uint64, third: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Add with full adders: for each bit the sum of three and the carry."""
    either = one ^ other
    return either ^ third, (one & other) | (either & third)


@compiled
def _carry(planes: Words, at: int, level: int, word: int, carry: np.uint64) -> None:
    """Add a word of weight 2**level to planes[at]."""
    while carry:
        both = planes[at, level, word] & carry
        planes[at, level, word] ^= carry
        carry = both
        level += 1


@compiled
def take(planes: Words, at: int, levels: int, words: int) -> None:
    """Subtract the counts planes[at + 1] from planes[at]."""
    for word in range(words):
        borrow = np.uint64(0)
        for level in range(levels):
            a, b = planes[at, level, word], planes[at + 1, level, word]
            planes[at, level, word] = a ^ b ^ borrow
            borrow = (~a & (b | borrow)) | (b & borrow)


@compiled
def take_one(planes: Words, at: int, records: Words, row: int, words: int) -> None:
    """Subtract one layout from planes[at]."""
    for word in range(words):
        borrow = records[row, word]
        level = 0
        while borrow:
            planes[at, level, word] ^= borrow
            borrow &= planes[at, level, word]
            level += 1


@compiled
def likeliest(
    planes: Words, at: int, levels: int, unshot: Words, row: int, candidates: Words, words: int
) -> tuple[int, int]:
    """Return the square of unshot[row] that most layouts cover, the first of equal ones, and how many do; or -1, 0."""
    covered = 0
    for word in range(words):
        candidates[word] = unshot[row, word]
    for level in range(levels - 1, -1, -1):
        some = np.uint64(0)
        for word in range(words):
            some |= candidates[word] & planes[at, level, word]
        if some:
            covered += 1 << level
            for word in range(words):
                candidates[word] &= planes[at, level, word]
    word = 0
    while word < words and not candidates[word]:
        word += 1
    if word == words:
        return -1, 0
    square = 64 * word
    rest = candidates[word]
    for step in (32, 16, 8, 4, 2, 1):
        if not rest & ((np.uint64(1) << np.uint64(step)) - np.uint64(1)):
            rest >>= np.uint64(step)
            square += step
    return square, covered
