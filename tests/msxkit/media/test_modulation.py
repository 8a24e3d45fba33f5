"""The sound that we make, read by a second reader that counts as the ROM does."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from msxkit.errors import TapeError
from msxkit.media import modulation

DATA = bytes(range(256)) + b"\0" * 20 + b"\xff" * 20


def transitions(samples: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """Return the samples at which the comparator of a tape input changes."""
    return np.flatnonzero(np.diff((samples > 128).astype(np.int8))) + 1


def read_as_the_rom_does(samples: npt.NDArray[np.uint8]) -> tuple[int, float, bytes]:
    """Header cycles, samples per bit and bytes: 1111 equal cycles, 256 for the speed, then changes per bit."""
    changes = transitions(samples)
    cycles = np.diff(changes[::2])
    header = int(np.argmax(cycles > 1.5 * cycles[0]))
    assert header >= 1111
    bit = 2 * float(np.mean(cycles[:256]))
    data = bytearray()
    position = int(np.argmax(np.diff(changes) > 0.4 * bit))
    while position < len(changes) - 20:
        at = changes[position]
        bits = []
        for number in range(11):
            # From a quarter to almost the end of the bit: one change for a 0, three for a 1.
            window = (changes > at + (number + 0.12) * bit) & (changes < at + (number + 0.88) * bit)
            bits.append(int(np.count_nonzero(window) >= 2))
        assert bits[0] == 0
        assert bits[9:] == [1, 1]
        data.append(sum(bit << place for place, bit in enumerate(bits[1:9])))
        later = np.flatnonzero(changes > at + 10.8 * bit)
        if not len(later):
            break
        position = int(later[0])
    return header, bit, bytes(data)


@pytest.mark.parametrize("rate", [44100, 48000, 96000])
@pytest.mark.parametrize("baud", [1200, 2400])
@pytest.mark.one_in(3)
def test_the_rom_would_read_it(baud: int, rate: int) -> None:
    samples = np.frombuffer(modulation.sound([(False, DATA)], baud, rate), np.uint8)
    header, bit, data = read_as_the_rom_does(samples)
    assert header == pytest.approx(4000 * baud / 1200, abs=2)
    assert bit == pytest.approx(rate / baud, rel=0.002)
    assert data == DATA


@pytest.mark.parametrize("baud", [1200, 2400])
def test_headers_and_silences(baud: int) -> None:
    samples = np.frombuffer(modulation.sound([(True, b"A"), (False, b"B")], baud, 44100), np.uint8)
    silent = samples == 128
    edges = np.flatnonzero(np.diff(np.concatenate(([0], silent.astype(np.int8), [0]))))
    lengths = [(last - first) / 44100 for first, last in zip(edges[::2], edges[1::2], strict=True)]
    assert [round(length, 1) for length in lengths if length > 0.1] == [2.0, 1.0, 1.0]
    # 16000 and 4000 cycles of 2400 Hz, or twice as many of 4800, then one byte of 11 bits.
    seconds = 2 + 16000 / 2400 + 11 / baud + 1 + 4000 / 2400 + 11 / baud + 1
    assert len(samples) / 44100 == pytest.approx(seconds, abs=0.001)


def test_a_cycle_begins_with_its_low_half() -> None:
    samples = modulation.sound([(False, b"")], 1200, 48000)
    # 48000 / 2400 = 20 samples to a cycle.
    assert list(samples[48000 : 48000 + 40]) == ([26] * 10 + [230] * 10) * 2


@pytest.mark.parametrize(
    ("baud", "rate", "reason"),
    [
        (300, 44100, "not 300"),
        (1200, 8000, "choose 9600"),
        (2400, 11025, "choose 19200"),
        (1200, 10**6, "to 192000"),
    ],
)
def test_speeds_and_rates_that_cannot_work(baud: int, rate: int, reason: str) -> None:
    with pytest.raises(TapeError, match=reason):
        modulation.sound([(True, b"")], baud, rate)
