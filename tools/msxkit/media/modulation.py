"""Bytes into the sound of an MSX cassette: FSK of whole cycles, as the ROM writes it.

Bit 0 is one cycle of the baud rate, bit 1 two cycles of twice that; a byte is a start bit 0, eight data bits
from the lowest, two stop bits 1; a header is a run of bit-1 cycles. Each cycle begins with its low half.
Source: MSX2 Technical Handbook chapter 5 section 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from msxkit.errors import TapeError

#: Bits per second that the ROM can write.
BAUD_RATES = (1200, 2400)
DEFAULT_RATE = 44100

#: Cycles of a header at 1200 baud; twice as many at 2400.
LONG_HEADER, SHORT_HEADER = 16000, 4000
#: Seconds of silence before a header, and after the last byte.
LONG_SILENCE, SHORT_SILENCE, END_SILENCE = 2.0, 1.0, 1.0

_AMPLITUDE = 102
_MIDDLE = 128
# A cycle of the fastest tone must have this many samples, or its halves become too uneven.
_SAMPLES_PER_CYCLE = 4
_MAX_RATE = 192000

Halves = npt.NDArray[np.uint8]
_BYTE_BITS = np.array(
    [[0, *(value >> bit & 1 for bit in range(8)), 1, 1] for value in range(256)], dtype=np.uint8
)


def check_speed(baud: int, rate: int) -> None:
    """Raises `TapeError` for a speed in baud that no MSX reads, or a rate in Hz that cannot hold it."""
    if baud not in BAUD_RATES:
        raise TapeError(f"the MSX reads tapes of 1200 and 2400 baud, not {baud}")
    lowest = 2 * baud * _SAMPLES_PER_CYCLE
    if not lowest <= rate <= _MAX_RATE:
        raise TapeError(f"{rate} samples per second: for {baud} baud choose {lowest} to {_MAX_RATE}")


def sound(
    blocks: Iterable[tuple[bool, bytes]], baud: int = 1200, rate: int = DEFAULT_RATE
) -> npt.NDArray[np.uint8]:
    """Unsigned 8-bit samples, at `rate` Hz, of blocks (has a long header, bytes) with their silences.

    Raises `TapeError` for a speed or a rate that cannot work.
    """
    check_speed(baud, rate)
    pieces = []
    for long, data in blocks:
        pieces.append(_silence(LONG_SILENCE if long else SHORT_SILENCE, rate))
        cycles = (LONG_HEADER if long else SHORT_HEADER) * baud // 1200
        pieces.append(_render(_halves(cycles, data), baud, rate))
    pieces.append(_silence(END_SILENCE, rate))
    return np.concatenate(pieces)


def _silence(seconds: float, rate: int) -> npt.NDArray[np.uint8]:
    return np.full(round(seconds * rate), _MIDDLE, dtype=np.uint8)


def _halves(header_cycles: int, data: bytes) -> Halves:
    """The lengths of all half cycles of a block, in quarters of a bit: 1 for bit 1 and the header, 2 for bit
    0.
    """
    bits = _BYTE_BITS[np.frombuffer(data, np.uint8)].ravel()
    # Bit 0 is two halves of 2 quarters, bit 1 four halves of 1 quarter.
    halves = np.repeat(2 - bits, 2 + 2 * bits)
    return np.concatenate((np.ones(2 * header_cycles, np.uint8), halves))


def _render(halves: Halves, baud: int, rate: int) -> npt.NDArray[np.uint8]:
    """Square waves with edges placed more finely than a sample: each sample is the mean over its own time."""
    samples_per_quarter = rate / baud / 4
    edges = np.concatenate(([0], np.cumsum(halves, dtype=np.int64)))
    levels = np.where(np.arange(len(halves)) % 2, 1, -1)
    integral = np.concatenate(([0], np.cumsum(levels * halves, dtype=np.int64)))
    count = -(-int(edges[-1] * rate) // (4 * baud))
    output = []
    # In slices: a tape of ten minutes has 26 million samples.
    for first, last in pairwise([*range(0, count, 1 << 20), count]):
        at = np.arange(first, last + 1) / samples_per_quarter
        mean = np.diff(np.interp(at, edges, integral)) * samples_per_quarter
        output.append(np.rint(_MIDDLE + _AMPLITUDE * mean).astype(np.uint8))
    return np.concatenate(output)
