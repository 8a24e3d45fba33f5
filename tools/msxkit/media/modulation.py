"""Bytes into the sound of an MSX cassette: FSK of whole cycles, as the ROM writes it.

Bit 0 is one cycle of the baud rate, bit 1 two cycles of twice that; a byte is a start bit 0, eight data bits
from the lowest, two stop bits 1; a header is a run of bit-1 cycles. Each cycle begins with its low half.
Source: MSX2 Technical Handbook chapter 5 section 2.
"""

from __future__ import annotations

from collections.abc import Iterable

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

#: The half cycles of a bit and of a byte with its start and stop bits: their lengths in quarters of a bit.
_BIT_HALVES = (bytes((2, 2)), bytes((1, 1, 1, 1)))
_BYTE_HALVES = [
    b"".join(_BIT_HALVES[bit] for bit in (0, *(value >> bit & 1 for bit in range(8)), 1, 1))
    for value in range(256)
]


def check_speed(baud: int, rate: int) -> None:
    """Raise `TapeError` for a speed in baud that no MSX reads, or a rate in Hz that cannot hold it."""
    if baud not in BAUD_RATES:
        raise TapeError(f"the MSX reads tapes of 1200 and 2400 baud, not {baud}")
    lowest = 2 * baud * _SAMPLES_PER_CYCLE
    if not lowest <= rate <= _MAX_RATE:
        raise TapeError(f"{rate} samples per second: for {baud} baud choose {lowest} to {_MAX_RATE}")


def sound(blocks: Iterable[tuple[bool, bytes]], baud: int = 1200, rate: int = DEFAULT_RATE) -> bytes:
    """Return unsigned 8-bit samples, at `rate` Hz, of blocks (has a long header, bytes) with their silences.

    Raise `TapeError` for a speed or a rate that cannot work.
    """
    check_speed(baud, rate)
    pieces = []
    for long, data in blocks:
        pieces.append(_silence(LONG_SILENCE if long else SHORT_SILENCE, rate))
        cycles = (LONG_HEADER if long else SHORT_HEADER) * baud // 1200
        pieces.append(_render(_halves(cycles, data), baud, rate))
    pieces.append(_silence(END_SILENCE, rate))
    return b"".join(pieces)


def _silence(seconds: float, rate: int) -> bytes:
    return bytes((_MIDDLE,)) * round(seconds * rate)


def _halves(header_cycles: int, data: bytes) -> bytes:
    """Return the lengths of all half cycles of a block, in quarters of a bit: 1 for bit 1 and the header, 2 for bit
    0.
    """
    return bytes((1,)) * (2 * header_cycles) + b"".join([_BYTE_HALVES[value] for value in data])


def _render(halves: bytes, baud: int, rate: int) -> bytes:
    """Return square waves with edges placed more finely than a sample: each sample is the mean over its own time.

    Time is counted in parts of a sample: a sample has 4 * `baud` of them, a quarter of a bit `rate`.
    """
    sample = 4 * baud
    out = bytearray()
    # What is known of the sample that an edge cuts: how many of its parts, and the sum of their levels.
    parts = total = 0
    level = -1
    for half in halves:
        # A half cycle has two samples or more, so that no sample is cut twice.
        missing = sample - parts
        out.append(_value(total + level * missing, sample))
        whole, parts = divmod(half * rate - missing, sample)
        out += _LEVELS[level] * whole
        total = level * parts
        level = -level
    if parts:
        out.append(_value(total, sample))
    return bytes(out)


def _value(total: int, parts: int) -> int:
    """Return the sample whose parts have this sum of levels, each 1 or -1."""
    return round(_MIDDLE + _AMPLITUDE * total / parts)


_LEVELS = {level: bytes((_MIDDLE + _AMPLITUDE * level,)) for level in (-1, 1)}
