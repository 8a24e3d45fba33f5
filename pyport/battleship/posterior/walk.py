"""How many shots the greedy player still needs, over every layout of a list at once.

The player cannot tell layouts apart that have answered alike: they make a group and get the same shot, the
square that most of them cover. One walk through the tree of groups gives the shots of all layouts. Three things
make it fast enough for a million layouts:

- How many layouts of a group cover each square is kept in bit planes (bit p of the count of 64 squares is one
  word), so 64 counters are added, subtracted or compared at once.
- Only the smaller groups after a shot are counted; the largest is what they leave of the whole.
- A group reached again, by other shots or from another move of the game, is looked up: what follows depends on
  its layouts and on the squares hit alone. Several threads share what they know: a row of `known` is the name of a
  group XOR its shots, and its shots, so that a row half written by another is taken for none (Hyatt and Mann, "A
  lockless transposition table implementation for parallel search", 2002).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from battleship.posterior.answers import Facts, misses_first, misses_of_two, read_answers, split
from battleship.posterior.arrays import Ints, Words
from battleship.posterior.compiled import compiled
from battleship.posterior.planes import PLANES, count_planes, likeliest, take, take_one

#: Groups of at least so many layouts are looked up and kept.
KEPT_FROM = 40
#: Tells the hash of a square from that of a layout.
SQUARE = np.uint64(1 << 40)


class Frames(NamedTuple):
    """Room for a line of play, one row for each of its shots.

    Attributes:
        planes: (shots, PLANES, words) how many layouts of the group cover each square.
        unshot: (shots, words).
        candidates: (words,).
        bounds: (shots, answers) where the group of each answer begins.
        key, hits: Hashes of the layouts and of the squares hit.
        entry: Their sum when the group was met.
        total: Shots of all its layouts.
        number: Layouts.
        afloat: Ship squares that each has left.
        levels: Planes in use.
        groups: Different answers to `shot`.
        largest: The group with most layouts.
        current: The next to be played.
    """

    planes: Words
    unshot: Words
    candidates: Words
    bounds: Ints
    key: Words
    hits: Words
    entry: Words
    total: Ints
    number: Ints
    afloat: Ints
    levels: Ints
    groups: Ints
    largest: Ints
    current: Ints
    shot: Ints


class Desk(NamedTuple):
    """What a walk works with.

    Attributes:
        root: Frames of its own for the square that comes first and for its replies.
        known: The groups met.
        records: (layouts, words + 1), which a walk leaves in another order.
        codes: Room for an answer of each.
    """

    facts: Facts
    frames: Frames
    root: Frames
    known: Words
    records: Words
    codes: Ints


def frames_of(squares: int, words: int, answers: int) -> Frames:
    """Return empty frames for a game of as many shots as there are squares."""
    shots = squares + 2
    hashes: list[Any] = [np.zeros(shots, dtype=np.uint64) for _ in range(3)]
    numbers: list[Any] = [np.zeros(shots, dtype=np.int64) for _ in range(8)]
    return Frames(
        np.zeros((shots, PLANES, words), dtype=np.uint64),
        np.zeros((shots, words), dtype=np.uint64),
        np.zeros(words, dtype=np.uint64),
        np.zeros((shots, answers), dtype=np.int64),
        *hashes,
        *numbers,
    )


@compiled
def _mixed(number: np.uint64) -> np.uint64:
    """Return a scrambled 64-bit number (the finaliser of SplitMix64, Steele, Lea and Flood 2014)."""
    z = number * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def hits_name_of(squares: Words) -> np.uint64:
    """Return the sum of the hashes of squares hit."""
    found = np.uint64(0)
    for square in squares:
        found += _mixed(square | SQUARE)
    return found


@compiled
def _play_out(
    desk: Desk, begin: int, end: int, left: int, first: int, name: np.uint64, hits_name: np.uint64
) -> int:
    """Return the shots, summed over the records begin to end - 1, when square `first` is next and the player greedy
    after it.

    The first frame has the counts of these records and the squares not shot.

    Args:
        left: Ship squares of each layout not yet shot.
        name: The sum of the hashes of the records.
        hits_name: The sum of the hashes of the squares hit.
    """
    facts, frames, known, records, codes = desk.facts, desk.frames, desk.known, desk.records, desk.codes
    words = records.shape[1] - 1
    planes, unshot, candidates, bounds = frames.planes, frames.unshot, frames.candidates, frames.bounds
    key, hits, entry, total, number = frames.key, frames.hits, frames.entry, frames.total, frames.number
    afloat, levels, groups, largest = frames.afloat, frames.levels, frames.groups, frames.largest
    current, shot = frames.current, frames.shot
    entries = np.uint64(len(known) - 1)
    one = np.uint64(1)

    depth = 0
    afloat[0], key[0], hits[0] = left, name, hits_name
    entering = True
    while True:
        if entering:
            entering = False
            count = end - begin
            number[depth] = count
            entry[depth] = key[depth] + hits[depth]
            total[depth] = groups[depth] = current[depth] = 0
            if count >= KEPT_FROM and depth:
                slot = np.int64(entry[depth] & entries)
                shots = known[slot, 1]
                if known[slot, 0] ^ shots == entry[depth]:
                    depth -= 1
                    total[depth] += np.int64(shots)
                    continue
            level = 0
            while count >> level:
                level += 1
            levels[depth] = level
            forced = first if depth == 0 else -1
            while afloat[depth]:
                square, covered = forced, 0
                if forced < 0:
                    square, covered = likeliest(planes, depth, level, unshot, depth, candidates, words)
                forced = -1
                word, bit = square >> 6, one << np.uint64(square & 63)
                total[depth] += count
                shot[depth] = square
                unshot[depth, word] &= ~bit
                middle = begin
                if covered < count:
                    middle = misses_first(records, begin, end, word, bit, words)
                same = read_answers(facts, records, codes, middle, end, square, unshot, depth)
                if middle == begin and same:
                    # A certain hit that told nothing: the same group goes on.
                    afloat[depth] -= 1
                    hits[depth] += _mixed(np.uint64(square) | SQUARE)
                    continue
                some = 0
                if middle > begin:
                    bounds[depth, 0] = begin
                    some = 1
                if same and middle < end:
                    bounds[depth, some] = middle
                    some += 1
                elif middle < end:
                    some = split(records, codes, middle, end, words, bounds, depth, some)
                bounds[depth, some] = end
                groups[depth] = some
                chosen, longest = 0, 0
                for group in range(some):
                    length = bounds[depth, group + 1] - bounds[depth, group]
                    if length > longest:
                        chosen, longest = group, length
                largest[depth] = chosen
                break
        # The next group after the shot; the largest one last, with the counts that the others left.
        group = current[depth]
        if group < groups[depth] and group == largest[depth]:
            group += 1
        last = group == groups[depth]
        if group > groups[depth] or groups[depth] == 0:
            if depth == 0:
                return int(total[0])
            if number[depth] >= KEPT_FROM:
                slot = np.int64(entry[depth] & entries)
                known[slot, 0] = entry[depth] ^ np.uint64(total[depth])
                known[slot, 1] = np.uint64(total[depth])
            depth -= 1
            total[depth] += total[depth + 1]
            continue
        current[depth] = group + 1
        if last:
            group = largest[depth]
        begin, end = bounds[depth, group], bounds[depth, group + 1]
        count = end - begin
        square = shot[depth]
        below = depth + 1
        hit = records[begin, square >> 6] >> np.uint64(square & 63) & one
        afloat[below] = afloat[depth]
        hits[below] = hits[depth]
        if hit:
            afloat[below] -= 1
            hits[below] += _mixed(np.uint64(square) | SQUARE)
        alone = afloat[below] == 0 or count == 1
        if alone:
            total[depth] += count * afloat[below]
        if last and alone:
            continue
        key[below] = key[depth]
        if not last and number[depth] >= KEPT_FROM:
            key[below] = np.uint64(0)
            for row in range(begin, end):
                key[below] += _mixed(records[row, words])
            key[depth] -= key[below]
        if count == 1:
            take_one(planes, depth, records, begin, words)
            continue
        if last:
            level = 0
            while count >> level:
                for word in range(words):
                    planes[below, level, word] = planes[depth, level, word]
                level += 1
        else:
            if count == 2 and facts.distinct:
                take_one(planes, depth, records, begin, words)
                take_one(planes, depth, records, begin + 1, words)
            else:
                count_planes(records, begin, end, planes, below, levels[depth], words)
                take(planes, depth, levels[depth], words)
            if alone:
                continue
        if count == 2 and facts.distinct:
            total[depth] += 2 * afloat[below] + misses_of_two(facts, records, begin, unshot, depth)
            continue
        for word in range(words):
            unshot[below, word] = unshot[depth, word]
        depth = below
        entering = True


@compiled
def play_first(
    desk: Desk, begin: int, end: int, left: int, at: int, square: int, hits_name: np.uint64
) -> int:
    """Do as `_play_out`, with the first frame made: the counts of the records, and the squares not shot of root row
    `at`.
    """
    frames, root, records = desk.frames, desk.root, desk.records
    words = records.shape[1] - 1
    count_planes(records, begin, end, frames.planes, 0, PLANES, words)
    for word in range(words):
        frames.unshot[0, word] = root.unshot[at, word]
    name = np.uint64(0)
    for row in range(begin, end):
        name += _mixed(records[row, words])
    return _play_out(desk, begin, end, left, square, name, hits_name)


@compiled
def _after_best_reply(
    desk: Desk, begin: int, end: int, left: int, compared: int, hits_name: np.uint64
) -> int:
    """Return the shots, summed over a group, after the best of its likeliest squares. Uses row 1 of root, and row 2."""
    root, records = desk.root, desk.records
    words = records.shape[1] - 1
    count_planes(records, begin, end, root.planes, 1, PLANES, words)
    for word in range(words):
        root.unshot[2, word] = root.unshot[1, word]
    best = -1
    for number in range(compared):
        square, covered = likeliest(root.planes, 1, PLANES, root.unshot, 2, root.candidates, words)
        if square < 0 or covered == 0:
            break
        shots = play_first(desk, begin, end, left, 1, square, hits_name)
        if best < 0 or shots < best:
            best = shots
        if number == 0 and covered == end - begin:
            break
        root.unshot[2, square >> 6] &= ~(np.uint64(1) << np.uint64(square & 63))
    return best


@compiled
def look_ahead(desk: Desk, left: int, square: int, compared: int, hits_name: np.uint64) -> int:
    """Return the shots, summed over all records, when `square` is next and the best of `compared` squares after its
    answer.
    """
    facts, root, records, codes = desk.facts, desk.root, desk.records, desk.codes
    words = records.shape[1] - 1
    size = len(records)
    word, bit = square >> 6, np.uint64(1) << np.uint64(square & 63)
    for other in range(words):
        root.unshot[1, other] = root.unshot[0, other]
    root.unshot[1, word] &= ~bit
    middle = misses_first(records, 0, size, word, bit, words)
    groups = 0
    if middle:
        root.bounds[0, 0] = 0
        groups = 1
    if middle < size:
        if read_answers(facts, records, codes, middle, size, square, root.unshot, 1):
            root.bounds[0, groups] = middle
            groups += 1
        else:
            groups = split(records, codes, middle, size, words, root.bounds, 0, groups)
    root.bounds[0, groups] = size
    total = size
    for group in range(groups):
        begin, end = root.bounds[0, group], root.bounds[0, group + 1]
        remaining, name = left, hits_name
        if begin >= middle:
            remaining -= 1
            name += _mixed(np.uint64(square) | SQUARE)
        if remaining == 0 or end - begin == 1:
            total += remaining * (end - begin)
        else:
            total += _after_best_reply(desk, begin, end, remaining, compared, name)
    return total
