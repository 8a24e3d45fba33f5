"""What `demodulation` does in plain Python, for clean sound as `modulation` writes it: pages in a browser have no
numpy.

Half cycles are runs of samples on one side of the middle. A header tells how long those of bit 1 are.
"""

from __future__ import annotations

import io
import re
import wave
from collections.abc import Iterator

from msxkit.errors import TapeError

#: Samples of 8 bits this near to the middle are silence.
_QUIET = 8
_SIDES = bytes(0x30 if abs(value - 128) <= _QUIET else 0x2B if value > 128 else 0x2D for value in range(256))
#: A half cycle, or a silence; fewer quiet samples are the slope between two halves.
_RUNS = re.compile(rb"\++|-+|0{4,}")
#: Half cycles of a header at least, and how much of its length one of bit 0 has at least and at most.
_HEADER, _LONG, _LONGEST = 256, 1.5, 3.0


def blocks(data: bytes) -> list[tuple[bytes, float, float]]:
    """Return data, second of the start and baud of each block of a WAV file. Raise `TapeError` if there is none, or if
    the sound is not as clean as what is written here.
    """
    samples, rate = _samples(data)
    found = list(_blocks(samples, rate))
    if not found:
        raise TapeError("no clean MSX tape signal in this sound; `msxkit tape` also reads real recordings")
    return found


def _samples(data: bytes) -> tuple[bytes, int]:
    """Return the first channel of a WAV file as samples of 8 bits, and their rate."""
    try:
        with wave.open(io.BytesIO(data)) as sound:
            width, channels, rate = sound.getsampwidth(), sound.getnchannels(), sound.getframerate()
            frames = sound.readframes(sound.getnframes())
    except (wave.Error, EOFError) as error:
        raise TapeError(f"not a WAV file that can be read here: {error}") from None
    upper = frames[width - 1 :: width * channels]
    return (upper if width == 1 else bytes(value ^ 0x80 for value in upper)), rate


def _blocks(samples: bytes, rate: int) -> Iterator[tuple[bytes, float, float]]:
    runs = [
        (run.start(), run.end() - run.start(), run[0][:1])
        for run in _RUNS.finditer(samples.translate(_SIDES))
    ]
    for first, last in _signals([side for _, _, side in runs]):
        halves = [length for _, length, _ in runs[first:last]]
        if len(halves) < _HEADER:
            continue
        short = sum(halves[8:_HEADER]) / (_HEADER - 8)
        content = _bytes([length > _LONG * short for length in halves], _HEADER // 2 * 2)
        if max(halves[8:-8], default=0) > _LONGEST * short:
            raise TapeError("this sound has gaps; `msxkit tape` reads such recordings")
        if content:
            yield content, runs[first][0] / rate, rate / (4 * short)


def _signals(sides: list[bytes]) -> Iterator[tuple[int, int]]:
    """Yield where a stretch of half cycles without a silence begins and ends."""
    first = 0
    for place, side in enumerate([*sides, b"0"]):
        if side == b"0":
            yield first, place
            first = place + 1


def _bytes(long: list[bool], place: int) -> bytes:
    """Return the bytes after a header.

    Args:
        long: Whether each half cycle is one of bit 0.
    """
    found = bytearray()
    while True:
        while place < len(long) and not long[place]:
            place += 1
        bits: list[bool] = []
        while len(bits) < 9 and place + 1 < len(long):
            bits.append(not long[place])
            if long[place] != long[place + 1]:
                raise TapeError("this sound is not clean enough; `msxkit tape` reads such recordings")
            place += 4 if bits[-1] else 2
        if len(bits) < 9:
            return bytes(found)
        found.append(sum(bit << at for at, bit in enumerate(bits[1:])))
