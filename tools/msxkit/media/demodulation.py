"""The sound of an MSX cassette back into bytes, tolerant of what recorders, phones and other programs do to
it.

The signal is freed from hum and hiss, and reduced to the times at which it crosses zero. A long run of equal
cycles is a header; it tells the speed (any, not only 1200 and 2400 baud), the level and the balance of the
half cycles, which are followed as they drift. Whole cycles begin every bit, so polarity does not
matter. Where the crossings of a bit make no sense, the bit is decided by correlation with its two possible
shapes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from msxkit.errors import TapeError
from msxkit.media.wav import Samples, WavSound

PulseTimes = npt.NDArray[np.float64]

# Seconds.
_HUM_WINDOW = 0.004
_LEVEL_WINDOW = 0.02
_SMOOTHING = 60e-6
_LONGEST_PAUSE = 0.05
_LONGEST_DROPOUT = 0.5
# A half cycle of bit 1: 2400 baud played too fast, 1200 baud played too slowly.
_SHORTEST_HALF, _LONGEST_HALF = 1 / 20000, 1 / 2800

# Shares of the local level.
_HYSTERESIS = 0.3
_CARRIER = 0.3
_SILENCE = 1e-3

_HEADER_HALVES = 256
_HEADER_GLITCH = 64
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class TapeBlock:
    """The bytes after one header.

    Attributes:
        start: Second at which the header begins.
        baud: Bits per second measured.
        header: The length of the header in cycles.
        faults: (index of the byte, second) of every place that could not be read.
    """

    data: bytes
    start: float
    baud: float
    header: int
    faults: tuple[tuple[int, float], ...] = ()


def blocks(sound: WavSound) -> list[TapeBlock]:
    """Return all blocks of a recording. Raise `TapeError` when there is no tape signal in it.

    Several ways to hear it are tried (channels together or alone, more or less smoothing) until one has no fault;
    else the best counts.
    """
    middle = np.median(sound.channels[:, ::101], axis=1)
    peak = float(
        max(np.max(sound.channels.max(axis=1) - middle), np.max(middle - sound.channels.min(axis=1)))
    )
    if peak < _SILENCE:
        raise TapeError(f"the recording of {sound.seconds:.1f} s is silent")
    best: list[TapeBlock] = []
    best_score = (-1, 0)
    for signal, smoothing in _ways(sound):
        found = _Decoder(signal, sound.rate, smoothing).blocks()
        faults = sum(len(block.faults) for block in found)
        score = (sum(len(block.data) for block in found) - 20 * faults, -faults)
        if score > best_score:
            best, best_score = found, score
        if found and not faults:
            break
    if not best:
        raise TapeError(
            f"no MSX tape signal in {sound.seconds:.1f} s of sound: nowhere are {_HEADER_HALVES // 2} equal "
            "cycles in a row; is it an MSX tape? If so record it again, louder and without effects"
        )
    return best


def _ways(sound: WavSound) -> Iterator[tuple[Samples, float]]:
    signals = list(sound.channels)
    if len(signals) > 1:
        signals.insert(0, np.mean(sound.channels, axis=0, dtype=np.float32))
    for smoothing in (_SMOOTHING, 2 * _SMOOTHING, 0.0):
        for signal in signals:
            yield signal, smoothing


def _moving_mean(values: npt.NDArray[np.float64], width: int) -> npt.NDArray[np.float64]:
    """Return the mean over `width` (odd) samples around each; the ends are continued."""
    if width <= 1:
        return values
    half = width // 2
    total = np.cumsum(np.concatenate(([0.0], np.pad(values, half, mode="edge"))))
    return np.asarray((total[width:] - total[:-width]) / width, dtype=np.float64)


def _typical(lengths: PulseTimes) -> float:
    """Return the mean of the lengths that are near the middle one: finer than a sample, and blind to glitches."""
    middle = np.median(lengths)
    return float(np.mean(lengths[np.abs(lengths - middle) <= 0.75 * middle]))


def _odd(samples: float) -> int:
    return int(samples) // 2 * 2 + 1


@dataclass
class _Decoder:
    """One way to hear a recording: the filtered signal, its zero crossings and the halves between them."""

    signal: Samples
    rate: int
    smoothing: float
    clean: Samples = field(init=False)
    crossings: PulseTimes = field(init=False)
    levels: Samples = field(init=False)

    def __post_init__(self) -> None:
        self.clean = np.empty_like(self.signal)
        self.crossings = np.concatenate([np.empty(0), *self._find_crossings()])
        chunks = range(0, len(self.crossings) - 1, _CHUNK)
        self.levels = np.concatenate([np.empty(0, np.float32), *map(self._peaks, chunks)])

    def _peaks(self, first: int) -> Samples:
        """Return the highest level after each of a chunk of crossings."""
        starts = self.crossings[first : first + _CHUNK + 1].astype(np.int64)
        heard = np.abs(self.clean[starts[0] : starts[-1] + 1])
        return np.asarray(np.maximum.reduceat(heard, starts - starts[0])[:-1])

    def _find_crossings(self) -> Iterator[PulseTimes]:
        """Yield the times, in samples, at which the filtered signal changes its sign for good."""
        margin = _odd(_LEVEL_WINDOW * self.rate)
        floor = 0.02 * float(np.percentile(np.abs(self.signal[::97] - np.median(self.signal[::97])), 95))
        last_index, last_sign = 0, 0
        for first in range(0, len(self.signal), _CHUNK):
            last = min(first + _CHUNK, len(self.signal))
            left = max(0, first - 2 * margin)
            raw = self.signal[left : last + 2 * margin].astype(np.float64)
            raw -= _moving_mean(raw, _odd(_HUM_WINDOW * self.rate))
            raw = _moving_mean(raw, _odd(self.smoothing * self.rate))
            level = np.sqrt(np.maximum(_moving_mean(raw * raw, margin), 0))
            core = slice(first - left, last - left)
            self.clean[first:last] = raw[core]
            threshold = np.maximum(_HYSTERESIS * level[core], floor)
            sure = np.flatnonzero(np.abs(raw[core]) > threshold) + first
            if not len(sure):
                continue
            signs = np.sign(self.clean[sure]).astype(np.int8)
            sure = np.concatenate(([last_index], sure))
            signs = np.concatenate(([last_sign], signs))
            changes = np.flatnonzero(signs[1:] != signs[:-1]) + 1
            if not last_sign:
                changes = changes[1:]
            last_index, last_sign = int(sure[-1]), int(signs[-1])
            yield self._refine(sure[changes - 1], sure[changes], signs[changes])

    def _refine(
        self, old: npt.NDArray[np.int64], new: npt.NDArray[np.int64], signs: npt.NDArray[np.int8]
    ) -> PulseTimes:
        """Return the crossings between the last sure sample of the old sign and the first of the new one."""
        at = new.copy()
        moving = np.ones(len(at), bool)
        while moving.any():
            moving &= (at - 1 > old) & (np.sign(self.clean[at - 1]) == signs)
            at[moving] -= 1
        after = self.clean[at].astype(np.float64)
        before = self.clean[at - 1].astype(np.float64)
        step = after - before
        share = np.divide(after, step, out=np.full(len(at), 0.5), where=step != 0)
        return np.asarray(at - np.clip(share, 0, 1), dtype=np.float64)

    def _headers(self) -> list[tuple[int, int]]:
        """Return the index of the first half cycle of each header, and the index after its last."""
        if len(self.crossings) - 2 < _HEADER_HALVES:
            return []
        regular = np.concatenate(
            [self._regular(first) for first in range(0, len(self.crossings) - 2, _CHUNK)]
        )
        edges = np.flatnonzero(np.diff(regular, prepend=False, append=False))
        runs: list[tuple[int, int]] = []
        for first, last in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            if last - first < _HEADER_HALVES:
                continue
            if runs and first - runs[-1][1] < _HEADER_GLITCH:
                runs[-1] = (runs[-1][0], last)
            else:
                runs.append((first, last))
        return runs

    def _regular(self, first: int) -> npt.NDArray[np.bool_]:
        """Return which cycles of a chunk of crossings are as long as those around them."""
        margin = 16
        left = max(0, first - margin)
        times = self.crossings[left : first + _CHUNK + 2 + margin]
        core = slice(first - left, first - left + _CHUNK)
        periods = times[2:] - times[:-2]
        mean = _moving_mean(periods, 2 * margin + 1)[core]
        periods = periods[core]
        regular = np.abs(periods - mean) < 0.25 * mean
        regular &= (periods > 2 * _SHORTEST_HALF * self.rate) & (periods < 2 * _LONGEST_HALF * self.rate)
        return np.asarray(regular)

    def blocks(self) -> list[TapeBlock]:
        """Return the blocks in order; headers without a byte after them are left out."""
        headers = self._headers()
        found = []
        for number, (first, last) in enumerate(headers):
            end = headers[number + 1][0] if number + 1 < len(headers) else len(self.crossings)
            block = self._read_block(first, last, end)
            if block.data:
                found.append(block)
        return found

    def _read_block(self, first: int, last: int, end: int) -> TapeBlock:
        halves = np.diff(self.crossings[first : last + 1])
        even, odd = _typical(halves[::2]), _typical(halves[1::2])
        lead = last - 8
        times = self.crossings[lead:end].copy()
        # A signal off its middle has longer halves on one side: every other crossing moves until they are
        # equal.
        begins_odd = slice((first + 1 - lead) % 2, None, 2)
        times[begins_odd] -= (even - odd) / 2
        reader = _Reader(times.tolist(), self.levels[lead:end].tolist(), self.clean, self.rate)
        reader.read((even + odd) / 2, float(np.median(self.levels[first:last])))
        return TapeBlock(
            bytes(reader.data),
            float(self.crossings[first]) / self.rate,
            self.rate / (2 * (even + odd)),
            (last - first) // 2,
            tuple((index, at / self.rate) for index, at in reader.faults),
        )


class _Reader:
    """A reader of the bytes of one block from its crossings.

    Positions are indices of crossings. As crossings alternate, all with an even index have the same direction.

    Args:
        times: The crossings, in samples.
        levels: The peak of the half cycle that begins at each.
        clean: The filtered signal.
        rate: Samples a second.

    Attributes:
        data: The bytes.
        faults: (index of the byte, sample) of every place that could not be read.
    """

    def __init__(self, times: list[float], levels: list[float], clean: Samples, rate: int) -> None:
        self._times = times
        self._levels = levels
        self._clean = clean
        self._rate = rate
        self._quarter = 0.0
        self._level = 0.0
        self.data = bytearray()
        self.faults: list[tuple[int, float]] = []

    def read(self, quarter: float, level: float) -> None:
        """Fill `data` and `faults`.

        Args:
            quarter: Samples in a quarter of a bit.
            level: Peak of the header.
        """
        self._quarter = quarter
        self._level = level
        good = 0
        position = self._search(0)
        while position is not None:
            began = position
            sure = True
            bits: list[int] = []
            # The start bit, eight data bits, one stop bit; nothing depends on the second stop bit.
            for _ in range(10):
                bit = self._bit(position)
                if bit is None:
                    break
                # Nothing follows the stop bit of the last byte, so where that ends may be anywhere.
                sure = sure and (bit[2] or len(bits) == 9)
                bits.append(bit[0])
                position = bit[1]
            if len(bits) < 10:
                # The recording or its carrier ends in this byte.
                self._fault(began)
                position = self._search(max(position, began + 1))
                continue
            value = sum(bit << place for place, bit in enumerate(bits[1:9]))
            self.data.append(value)
            if bits[0] or not bits[9] or not sure:
                self.faults.append((len(self.data) - 1, self._times[began]))
            else:
                good = len(self.data)
            position = self._next_start(position) if bits[9] else self._search(position)
        # What is heard when the carrier stops is not data.
        if len(self.data) - good <= 3:
            del self.data[good:]
            self.faults = [fault for fault in self.faults if fault[0] < good]

    def _fault(self, position: int) -> None:
        self.faults.append((len(self.data), self._times[position]))

    def _next_start(self, position: int) -> int | None:
        """Return the start bit of the byte after a good stop bit: any number of bits 1, then a 0."""
        limit = self._times[position] + _LONGEST_PAUSE * self._rate
        while self._times[position] < limit:
            bit = self._bit(position)
            if bit is None:
                return self._search(position)
            if bit[0] == 0:
                return position
            if bit[1] <= position:
                return None
            position = bit[1]
        return None

    def _search(self, position: int) -> int | None:
        """Return the next bit 0 in a place where the bits are not known: two long halves of full level."""
        times, levels = self._times, self._levels
        low, high = 1.5 * self._quarter, 2.8 * self._quarter
        began = times[position] if position < len(times) else 0.0
        for index in range(position, len(times) - 2):
            first, second = times[index + 1] - times[index], times[index + 2] - times[index + 1]
            if (
                low < first < high
                and low < second < high
                and min(levels[index], levels[index + 1]) > _CARRIER * self._level
            ):
                waited = (times[index] - began) / self._rate
                if waited > _LONGEST_DROPOUT:
                    return None
                if waited > _LONGEST_PAUSE and self.data:
                    self._fault(position)
                return index
        return None

    def _bit(self, position: int) -> tuple[int, int, bool] | None:
        """Return the bit at `position`, where the next one begins, and whether it is certain; None without
        a carrier.
        """
        times, quarter = self._times, self._quarter
        if position + 4 >= len(times):
            # The last crossings may be missing where the recording ends.
            return self._correlate(position) if position < len(times) else None
        at = times[position]
        low, high = 0.4 * quarter, 1.5 * quarter
        first = times[position + 1] - at
        second = times[position + 2] - times[position + 1]
        if first > high and second > high:
            length = first + second
            if length < 5 * quarter and self._levels[position] > _CARRIER * self._level:
                self._follow(position, length)
                return 0, position + 2, True
        elif low < first < high and low < second < high:
            third = times[position + 3] - times[position + 2]
            fourth = times[position + 4] - times[position + 3]
            if low < third < high and low < fourth < high and self._levels[position] > _CARRIER * self._level:
                self._follow(position, times[position + 4] - at)
                return 1, position + 4, True
        return self._correlate(position)

    def _follow(self, position: int, length: float) -> None:
        self._quarter += 0.03 * (length / 4 - self._quarter)
        self._level += 0.03 * (self._levels[position] - self._level)

    def _correlate(self, position: int) -> tuple[int, int, bool] | None:
        """Return what `_bit` does where crossings were spoilt, by comparing the signal with both shapes of a bit."""
        at, quarter = self._times[position], self._quarter
        edges = [round(at + number * quarter) for number in range(5)]
        if edges[-1] > len(self._clean) + quarter:
            return None
        a, b, c, d = (float(self._clean[edges[n] : edges[n + 1]].sum()) for n in range(4))
        zero, one = abs(a + b - c - d), abs(a - b + c - d)
        if max(zero, one) < _CARRIER * self._level * 4 * quarter * 0.5:
            return None
        # The next bit begins at the crossing of the same direction that is nearest to where it should be.
        target = at + 4 * quarter
        near = bisect_left(self._times, target, position)
        candidates = [n for n in range(near - 3, near + 3) if n > position and (n - position) % 2 == 0]
        candidates = [n for n in candidates if n < len(self._times)]
        if not candidates:
            return int(one > zero), len(self._times) - 1, True
        best = min(candidates, key=lambda n: abs(self._times[n] - target))
        close = abs(self._times[best] - target) < quarter
        return int(one > zero), best, close and abs(one - zero) > 0.2 * max(one, zero)
