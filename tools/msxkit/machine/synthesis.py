"""The sound of the chip: register writes with their times become samples.

The chip counts at an eighth of its clock here, half a period of the highest tone: each channel is a square wave of its
period, noise, both or neither, times its volume, which may be the envelope's. A sample is the average over its time,
and the constant part is taken away as the machine's output capacitor does. Source: AY-3-8910 data manual (General
Instrument 1979): counters, shift register of 17 bits, shapes of the envelope, logarithmic volumes of 3 dB a step.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from msxkit.machine.clock import SECOND
from msxkit.machine.sound import ENVELOPE_PERIOD, ENVELOPE_SHAPE, MADE_BY, MIXER, VOLUMES

#: T-states (the processor's; the chip has half its clock), register, value.
SoundWrite = tuple[int, int, int]
Floats = npt.NDArray[np.float64]
RATE = 44_100
#: T-states of the processor in a count of the chip's fastest counters, with its clock of 1.7897725 MHz.
_COUNT = 16
_TICKS = SECOND / _COUNT
_NOISE, _ENVELOPE_VOLUME = 6, 0x10
_CHANNELS = 3
#: Counts that are computed at a time, and the time over which the constant part is averaged, in samples.
_CHUNK, _CAPACITOR = 1 << 18, RATE // 10
_LOUDEST = 0.9 / _CHANNELS
_LEVELS = np.array([0.0, *(2.0 ** ((level - 15) / 2) for level in range(1, 16))])


def _noise() -> npt.NDArray[np.bool_]:
    """Return one period of the shift register: 17 bits, fed by bits 0 and 3."""
    bits = np.empty((1 << 17) - 1, dtype=np.bool_)
    register = 1
    for index in range(len(bits)):
        bits[index] = register & 1
        register = register >> 1 | ((register ^ register >> 3) & 1) << 16
    return bits


class Synthesiser:
    """The chip from one write to the next.

    Args:
        registers: The registers at the start, R0 and on.
    """

    def __init__(self, registers: Sequence[int]) -> None:
        self._registers = bytearray(registers[:16])
        #: Counts since each channel's tone, the noise and the envelope began.
        self._tones = [0] * _CHANNELS
        self._noise = self._envelope = 0
        self._bits = _noise()

    def write(self, register: int, value: int) -> None:
        """Write a register (0-15)."""
        if register < 2 * _CHANNELS:
            channel = register // 2
            before = self._period(channel)
            self._registers[register] = value
            # The tone goes on where it is in its period.
            self._tones[channel] = self._tones[channel] * self._period(channel) // before
            return
        self._registers[register] = value
        if register == ENVELOPE_SHAPE:
            self._envelope = 0

    def _period(self, channel: int) -> int:
        low, high = self._registers[2 * channel : 2 * channel + 2]
        return max(1, low | (high & 15) << 8)

    def counts(self, number: int) -> Floats:
        """Return the output for the next `number` counts, 0 to 0.9."""
        steps = np.arange(number)
        mixer = self._registers[MIXER]
        noise = self._noise_bits(steps)
        total = np.zeros(number)
        for channel in range(_CHANNELS):
            tone = (self._tones[channel] + steps) // self._period(channel) & 1 == 0
            self._tones[channel] = (self._tones[channel] + number) % (2 * self._period(channel))
            heard = np.ones(number, dtype=np.bool_)
            if not mixer >> channel & 1:
                heard &= tone
            if not mixer >> channel + _CHANNELS & 1:
                heard &= noise
            total += heard * self._volume(channel, steps)
        self._noise += number
        self._envelope += number
        return total * _LOUDEST

    def _noise_bits(self, steps: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        period = 2 * max(1, self._registers[_NOISE] & 31)
        found: npt.NDArray[np.bool_] = self._bits[(self._noise + steps) // period % len(self._bits)]
        return found

    def _volume(self, channel: int, steps: npt.NDArray[np.int64]) -> Floats | float:
        register = self._registers[VOLUMES[channel]]
        if not register & _ENVELOPE_VOLUME:
            return float(_LEVELS[register & 15])
        low, high = (self._registers[number] for number in ENVELOPE_PERIOD)
        levels: Floats = _LEVELS[self._shape((self._envelope + steps) // (2 * max(1, low | high << 8)))]
        return levels

    def _shape(self, step: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the levels of the envelope, 16 steps to a slope. Bits: 3 goes on, 2 rises, 1 alternates, 0 holds."""
        shape = self._registers[ENVELOPE_SHAPE] & 15
        if not shape & 8:
            # Once, and then silence.
            shape = 9 if not shape & 4 else 15
        rises = bool(shape & 4)
        level = step % 16 if rises else 15 - step % 16
        if shape & 1:
            last = (15 if rises else 0) ^ (15 if shape & 2 else 0)
            return np.where(step < 16, level, last)
        if shape & 2:
            return np.where(step // 16 % 2 == 0, level, 15 - level)
        return level


def samples(registers: Sequence[int], writes: Iterable[SoundWrite], t_states: int) -> Floats:
    """Return the sound of a run at 44.1 kHz, -1 to 1.

    Args:
        registers: The registers of the chip at the start.
        writes: The writes into registers, in order of time.
        t_states: How long the run took.
    """
    chip = Synthesiser(registers)
    sampler = _Sampler()
    done = 0
    for time, register, value in [*writes, (t_states, -1, 0)]:
        end = min(time, t_states) // _COUNT
        while done < end:
            number = min(_CHUNK, end - done)
            sampler.add(chip.counts(number))
            done += number
        if register >= 0:
            chip.write(register, value)
    return _without_constant(np.diff(np.concatenate(sampler.parts)) / (_TICKS / RATE))


class _Sampler:
    """A converter of counts to samples.

    Attributes:
        parts: The sum of all counts before the edge of each sample.
    """

    def __init__(self) -> None:
        self.parts: list[Floats] = [np.zeros(1)]
        self._edge = 1
        self._done = 0
        self._sum = 0.0

    def add(self, counts: Floats) -> None:
        """Add the output of the next counts."""
        sums = np.concatenate(([self._sum], self._sum + np.cumsum(counts)))
        last = int((self._done + len(counts)) * RATE / _TICKS)
        edges = np.arange(self._edge, last + 1) * (_TICKS / RATE) - self._done
        whole = np.clip(edges.astype(np.int64), 0, len(counts) - 1)
        self.parts.append(sums[whole] + (edges - whole) * counts[whole])
        self._edge = last + 1
        self._done += len(counts)
        self._sum = float(sums[-1])


def _without_constant(sound: Floats) -> Floats:
    """Return the samples less the average of the time before."""
    total = np.concatenate(([0.0], np.cumsum(sound)))
    begin = np.maximum(np.arange(len(sound)) + 1 - _CAPACITOR, 0)
    found: Floats = sound - (total[1:] - total[begin]) / _CAPACITOR
    return found


def wav(sound: Floats) -> bytes:
    """Return samples (-1 to 1, at 44.1 kHz) as a WAV file: one channel of 16 bits."""
    data = (np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes()
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, RATE, 2 * RATE, 2, 16)
    form += b"LIST" + struct.pack("<I", 4 + len(MADE_BY)) + b"INFO" + MADE_BY
    head = b"RIFF" + struct.pack("<I", 4 + len(form) + 8 + len(data)) + b"WAVE"
    return head + form + b"data" + struct.pack("<I", len(data)) + data
