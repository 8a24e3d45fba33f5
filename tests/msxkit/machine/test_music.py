"""PLAY and the sound chip: registers as recorded, times of notes, and the frequencies that are heard."""

from __future__ import annotations

import io
import json
import wave
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from msxkit.cli import main
from msxkit.interpreter import Session
from msxkit.machine.clock import FRAME, SECOND
from msxkit.machine.synthesis import RATE, samples, wav

QUIET = [0] * 7 + [0xB8] + [0] * 8
#: Clock of the chip in Hz (AY-3-8910 data manual: tone = clock / 16 N, envelope = clock / 256 N).
CLOCK = 3_579_545 / 2
Writes = list[tuple[int, int, int]]


def played(*statements: str, machine: str = "msx1") -> tuple[Session, Writes]:
    session = Session("10 " + ":".join(statements), machine=machine)
    session.sound.record()
    session.run()
    assert session.sound.recorded is not None
    return session, session.sound.recorded


def notes(writes: Writes, voice: int = 0) -> list[tuple[int, int]]:
    """Interrupts since the first note and volume, whenever that is written."""
    volumes = [(time, value) for time, register, value in writes if register == 8 + voice]
    return [(round((time - volumes[0][0]) / FRAME[50]), value) for time, value in volumes]


def test_sound_is_heard_before_the_first_note() -> None:
    _, writes = played('PLAY "B"', "SOUND 0,12")
    assert [value for _, register, value in writes if register == 0] == [12, 227]


def test_periods_are_those_of_the_handbook() -> None:
    _, writes = played('PLAY "L64O1CO2CO4EO8BN36C#D-"')
    fine = [value for _, register, value in writes if register == 0]
    coarse = [value for _, register, value in writes if register == 1]
    periods = [low + 256 * high for low, high in zip(fine, coarse, strict=True)]
    assert periods == [3421, 1711, 339, 14, 428, 25, 25]


def test_play_waits_while_the_queue_is_full() -> None:
    session, writes = played("T=TIME", f'PLAY "L8{"C" * 60}"', "U=TIME")
    # A note takes five bytes of 127, and 12 interrupts: more than half must be over before the last is in the queue.
    assert 33 * 12 < int(session.variable("U")) - int(session.variable("T")) < 45 * 12
    assert len(notes(writes)) == 61


@pytest.mark.parametrize("voice", [0, 1, 2, 3])
def test_play_of_a_voice_tells_whether_it_plays(voice: int) -> None:
    source = f'10 PLAY "C","D","E":A=PLAY({voice})\n20 IF PLAY({voice}) THEN B=B+1:GOTO 20'
    session = Session(source)
    session.run()
    assert session.variable("A") == -1
    assert int(session.variable("B")) > 50


def test_bad_play_string() -> None:
    session, writes = played('PLAY "CZ"')
    assert session.error is not None
    assert session.error.number == 5
    assert all(register != 8 or value in (7, 0) for _, register, value in writes)


def test_order_of_sound_registers(tmp_path: Path) -> None:
    """corpus/msx1 play-022, shortened: the shape goes into both registers, bit 6 says that a period comes with it."""
    listing, out = tmp_path / "play.bas", tmp_path / "play.json"
    listing.write_text('10 PLAY "S5M7539A","R"\n20 IF PLAY(0) THEN 20\n', "ascii")
    assert main(["run", str(listing), "--machine", "msx1", "--psg", str(out)]) == 0
    assert json.loads(out.read_text("ascii")) == [
        *([0, register, value] for register, value in ((8, 213), (13, 213), (11, 115), (12, 29), (0, 254))),
        [0, 1, 0],
        [0, 9, 128],
        [0, 10, 0],
        [25, 8, 0],
        [25, 9, 0],
    ]


# What is heard


def spectrum(sound: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    found: npt.NDArray[np.float64] = np.abs(np.fft.rfft(sound * np.hanning(len(sound))))
    return found


def loudest(sound: npt.NDArray[np.float64]) -> float:
    """Return frequency in Hz, between the lines of the spectrum by a parabola."""
    lines = spectrum(sound)
    top = int(np.argmax(lines[1:-1])) + 1
    left, middle, right = np.log(lines[top - 1 : top + 2])
    return float((top + (left - right) / (left - 2 * middle + right) / 2) * RATE / len(sound))


@pytest.mark.parametrize("period", [254, 428, 1000, 57, 4095])
def test_a_tone_has_the_frequency_of_its_period(period: int) -> None:
    writes = [(0, 0, period & 255), (0, 1, period >> 8), (0, 8, 15)]
    sound = samples(QUIET, writes, SECOND)
    assert len(sound) == pytest.approx(RATE, abs=2)
    assert loudest(sound[4410:]) == pytest.approx(CLOCK / 16 / period, rel=1e-3)


def test_a_square_wave_has_odd_harmonics_only() -> None:
    lines = spectrum(samples(QUIET, [(0, 0, 254), (0, 8, 15)], SECOND)[4410:])
    tone = CLOCK / 16 / 254 * (RATE - 4410) / RATE
    first, second, third = (lines[round(n * tone) - 2 : round(n * tone) + 3].max() for n in (1, 2, 3))
    assert second < first / 50
    assert third == pytest.approx(first / 3, rel=0.1)


def test_each_step_of_the_volume_is_three_decibels() -> None:
    loud = [
        spectrum(samples(QUIET, [(0, 0, 254), (0, 8, volume)], SECOND // 2)).max() for volume in (15, 14, 9)
    ]
    assert 20 * np.log10(loud[0] / loud[1]) == pytest.approx(3.01, abs=0.05)
    assert 20 * np.log10(loud[0] / loud[2]) == pytest.approx(6 * 3.01, abs=0.1)


def test_noise_by_period() -> None:
    bright, dark = (samples(QUIET, [(0, 7, 0xB7), (0, 6, p), (0, 8, 15)], SECOND)[4410:] for p in (1, 31))
    for sound in (bright, dark):
        lines = spectrum(sound)
        assert lines.max() < 0.02 * lines.sum()
    middle = [np.argmax(np.cumsum(spectrum(s) ** 2) > (spectrum(s) ** 2).sum() / 2) for s in (bright, dark)]
    assert middle[0] > 3 * middle[1]


@pytest.mark.parametrize(
    ("shape", "levels"), [(8, "fall"), (12, "rise"), (10, "both"), (0, "once"), (13, "hold")]
)
def test_shapes_of_the_envelope(shape: int, levels: str) -> None:
    # Sixteen steps in 256 x 700 / clock seconds: ten slopes a second.
    writes = [(0, 0, 20), (0, 11, 700 & 255), (0, 12, 700 >> 8), (0, 13, shape), (0, 8, 16)]
    sound = samples(QUIET, writes, SECOND)
    slope = 256 * 700 / CLOCK * RATE
    steep = np.abs(np.diff(sound))
    power = [float(steep[round(n * slope / 2) :][: round(slope / 2)].mean()) for n in range(8)]
    falls = [power[n] > 3 * power[n + 1] for n in range(0, 8, 2)]
    rises = [3 * power[n] < power[n + 1] for n in range(0, 8, 2)]
    if levels == "fall":
        assert all(falls)
    elif levels == "rise":
        assert all(rises)
    elif levels == "both":
        assert falls == [True, False, True, False]
        assert rises == [False, True, False, True]
    elif levels == "once":
        assert falls[0]
        assert max(power[2:]) < 0.02 * power[0]
    else:
        assert rises[0]
        assert min(power[2:]) > 2 * power[0]


def test_the_command_writes_the_sound(tmp_path: Path) -> None:
    program, out = tmp_path / "a.bas", tmp_path / "a.wav"
    program.write_text('10 PLAY "T120O4L4A"\n', "ascii")
    for _ in range(2):
        assert main(["run", str(program), "-o", str(out)]) == 0
    with wave.open(str(out)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (RATE, 1, 2)
        sound = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32767
    assert loudest(sound[RATE // 10 : RATE // 2]) == pytest.approx(440, rel=2e-3)


def test_no_sound_is_an_empty_file_that_players_take() -> None:
    with wave.open(io.BytesIO(wav(samples(QUIET, [], 0)))) as file:
        assert file.getnframes() == 0
