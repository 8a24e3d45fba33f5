"""Recordings made here in other ways than ours, and spoilt in the ways of recorders, are read without a
fault.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msxkit.errors import TapeError
from msxkit.media import demodulation, modulation, plain_demodulation, wav_writing
from msxkit.media.wav import WavSound
from tests.conftest import examples

Wave = npt.NDArray[np.float64]
RATE = 44100
BLOCKS = [b"\xd3" * 10 + b"BATTLE", bytes(range(256)) + b"\0" * 30 + b"\xff" * 30]


def signal(
    blocks: Sequence[bytes] = BLOCKS,
    *,
    baud: float = 1200,
    rate: int = RATE,
    header: int = 2000,
    shape: str = "sine",
    wow: float = 0,
    pause: float = 0.5,
    stops: int = 2,
) -> Wave:
    """FSK by a phase that runs at the frequency of each bit; `wow`: the share by which the speed swings."""
    pieces = [np.zeros(int(pause * rate))]
    for block in blocks:
        bits = [1] * (header // 2)
        for value in block:
            bits += [0, *(value >> place & 1 for place in range(8)), *([1] * stops)]
        cycles = np.concatenate(([0], np.cumsum(np.array(bits) + 1)))
        # A little longer, so that no swing of the speed cuts the end off.
        time = np.arange(int(len(bits) * rate / baud + wow * rate)) / rate
        time = time + wow / (2 * np.pi * 2) * np.sin(2 * np.pi * 2 * time)
        phase = np.interp(time, np.arange(len(cycles)) / baud, cycles)
        wave = -np.sin(2 * np.pi * phase)
        if shape == "square":
            wave = np.sign(wave)
        elif shape == "triangle":
            wave = np.arcsin(wave) * 2 / np.pi
        pieces += [wave, np.zeros(int(pause * rate))]
    return np.concatenate(pieces)


def heard(*channels: Wave, rate: int = RATE) -> list[demodulation.TapeBlock]:
    return demodulation.blocks(WavSound(rate, np.array(channels, dtype=np.float32)))


def check(
    *channels: Wave, rate: int = RATE, blocks: Sequence[bytes] = BLOCKS
) -> list[demodulation.TapeBlock]:
    found = heard(*channels, rate=rate)
    assert [block.data for block in found] == list(blocks)
    assert [block.faults for block in found] == [()] * len(blocks)
    return found


def noise(size: int, deviation: float, seed: int = 1) -> Wave:
    return np.random.default_rng(seed).normal(0, deviation, size)


@pytest.mark.parametrize("shape", ["sine", "square", "triangle"])
@pytest.mark.parametrize("rate", [22050, 44100, 48000, 96000])
@pytest.mark.parametrize("baud", [1200, 2400])
def test_shapes_rates_and_speeds(baud: int, rate: int, shape: str) -> None:
    found = check(signal(baud=baud, rate=rate, shape=shape), rate=rate)
    assert [block.baud for block in found] == pytest.approx([baud, baud], rel=0.01)
    assert found[0].start == pytest.approx(0.5, abs=0.02)
    assert [block.header for block in found] == pytest.approx([2000, 2000], abs=20)


@pytest.mark.parametrize("rate", [11025, 16000])
def test_low_rates_at_1200_baud(rate: int) -> None:
    check(signal(rate=rate), rate=rate)


@pytest.mark.parametrize("factor", [0.92, 0.96, 1.04, 1.08, 1.56])
@pytest.mark.parametrize("baud", [1200, 2400])
def test_tapes_that_run_too_slowly_or_too_fast(baud: int, factor: float) -> None:
    found = check(signal(baud=baud * factor))
    assert found[1].baud == pytest.approx(baud * factor, rel=0.01)


@pytest.mark.parametrize("baud", [1200, 2400])
def test_speed_that_swings(baud: int) -> None:
    check(signal(baud=baud, wow=0.04))


@pytest.mark.parametrize("deviation", [0.05, 0.1, 0.2, 0.3])
@pytest.mark.parametrize("sign", [1, -1])
def test_noise_and_polarity(sign: int, deviation: float) -> None:
    wave = sign * signal(shape="square")
    check(wave + noise(len(wave), deviation))


@pytest.mark.parametrize("sign", [1, -1])
def test_noise_at_2400_baud(sign: int) -> None:
    wave = sign * signal(baud=2400)
    check(wave + noise(len(wave), 0.1))


def test_hum_offset_and_low_level() -> None:
    wave = signal()
    time = np.arange(len(wave)) / RATE
    check(wave + 0.5 * np.sin(2 * np.pi * 50 * time))
    check(0.3 * wave + 0.6)
    check(0.005 * wave + noise(len(wave), 0.0005))


def test_level_that_fades() -> None:
    wave = signal()
    check(wave * np.linspace(1, 0.15, len(wave)))


def test_clipped_and_lopsided_signals() -> None:
    wave = signal()
    check(np.clip(wave * 5, -1, 1))
    # A comparator off its middle: high halves twice as long as low ones.
    check(np.where(wave > -0.5, 1.0, -1.0))


@pytest.mark.parametrize("corner", [300.0, 1200.0])
def test_coupling_capacitors(corner: float) -> None:
    wave = signal(shape="square")
    keep = 1 / (1 + 2 * np.pi * corner / RATE)
    steps = np.diff(wave, prepend=0)
    out, last = np.empty_like(wave), 0.0
    for index, step in enumerate(steps.tolist()):
        last = keep * (last + step)
        out[index] = last
    check(out)


def test_muffled_sound() -> None:
    wave = signal(shape="square")
    check(np.convolve(wave, np.hanning(25) / np.hanning(25).sum(), "same"))


def test_stereo_of_every_kind() -> None:
    wave = signal()
    silent = np.zeros_like(wave)
    check(wave, wave)
    check(wave, silent)
    check(silent, wave)
    check(wave, -wave)
    check(noise(len(wave), 1), wave)


def test_writers_with_one_stop_bit_or_three() -> None:
    for stops in (1, 3):
        check(signal(stops=stops))


@given(st.lists(st.binary(min_size=4, max_size=60), min_size=1, max_size=3), st.sampled_from([1200, 2400]))
@settings(max_examples=examples(25), deadline=None)
def test_any_bytes(blocks: list[bytes], baud: int) -> None:
    check(signal(blocks, baud=baud, header=400, pause=0.1), blocks=blocks)


def test_silence_and_noise() -> None:
    with pytest.raises(TapeError, match=r"the recording of 2\.0 s is silent"):
        heard(np.zeros(2 * RATE))
    with pytest.raises(TapeError, match="no MSX tape signal"):
        heard(noise(2 * RATE, 0.3))
    with pytest.raises(TapeError, match="no MSX tape signal"):
        heard(np.sin(np.arange(2 * RATE) * 440 * 2 * np.pi / RATE))
    with pytest.raises(TapeError):
        heard(np.ones(3))


def test_a_recording_that_stops_in_a_byte() -> None:
    wave = signal()
    # The last 50 bytes of 11 bits, and half a byte more, are missing.
    cut = len(wave) - RATE // 2 - int(50.5 * 11 * RATE / 1200)
    found = heard(wave[:cut])
    assert found[1].data == BLOCKS[1][:-51]


def test_a_dropout_is_reported_and_what_follows_is_read() -> None:
    block = bytes(range(100))
    wave = signal([block])
    first = int((0.5 + 2000 / 2400 + 40 * 11 / 1200) * RATE)
    wave[first : first + 500] *= 0.01
    (found,) = heard(wave)
    assert found.faults
    assert found.data[:40] == block[:40]
    assert found.data[-50:] == block[-50:]
    index, second = found.faults[0]
    assert 38 <= index <= 41
    assert second == pytest.approx(first / RATE, abs=0.02)


@given(st.integers(0, 2**32 - 1), st.integers(1, 200))
@settings(max_examples=examples(15), deadline=None)
def test_nothing_that_is_heard_makes_more_than_an_error(seed: int, cuts: int) -> None:
    generator = np.random.default_rng(seed)
    wave = signal([b"\xea" * 10 + b"ABCDEF", bytes(range(40))], header=600, pause=0.05)
    for _ in range(cuts):
        first = generator.integers(0, len(wave))
        wave[first : first + generator.integers(1, 300)] *= generator.normal(0, 1)
    try:
        found = heard(wave)
    except TapeError:
        return
    assert all(block.data or block.faults for block in found)


@pytest.mark.parametrize(("baud", "rate"), [(1200, 44100), (2400, 44100), (1200, 22050), (2400, 96000)])
def test_clean_sound_needs_no_numpy(baud: int, rate: int) -> None:
    sound = wav_writing.write(modulation.sound([(True, BLOCKS[0]), (False, BLOCKS[1])], baud, rate), rate)
    assert [data for data, _, _ in plain_demodulation.blocks(sound)] == BLOCKS


@pytest.mark.parametrize("data", [b"", b"RIFF1234WAVE", wav_writing.write(bytes((128,)) * 9000, RATE)])
def test_other_sound_is_refused_without_numpy(data: bytes) -> None:
    with pytest.raises(TapeError):
        plain_demodulation.blocks(data)
