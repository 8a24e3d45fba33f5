"""WAV files: what the standard library writes is read, what we write it reads."""

from __future__ import annotations

import io
import struct
import wave

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.errors import TapeError
from msxkit.media import wav, wav_writing


def recorded(frames: bytes, *, width: int, channels: int = 1, rate: int = 44100) -> bytes:
    """Return a WAV file as Python's own module writes it."""
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(channels)
        out.setsampwidth(width)
        out.setframerate(rate)
        out.writeframes(frames)
    return file.getvalue()


def with_format(kind: int, bits: int, body: bytes, *, channels: int = 1, extra: bytes = b"") -> bytes:
    """Return a WAV file of any format, chunk by chunk, with a comment before the samples."""
    frame = channels * bits // 8
    form = struct.pack("<HHIIHH", kind, channels, 44100, 44100 * frame, frame, bits) + extra
    chunks = b"".join(
        name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)
        for name, data in ((b"LIST", b"odd"), (b"fmt ", form), (b"data", body))
    )
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WAVE" + chunks


@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_integer_samples(width: int) -> None:
    full = 2 ** (8 * width - 1)
    values = [0, full // 2, -full // 2, full - 1, -full]
    if width == 1:
        frames = bytes(value + 128 for value in values)
    else:
        frames = b"".join(value.to_bytes(width, "little", signed=True) for value in values)
    sound = wav.read(recorded(frames, width=width, rate=22050))
    assert sound.rate == 22050
    assert sound.channels[0] == pytest.approx([0, 0.5, -0.5, 1, -1], abs=0.01)


@pytest.mark.parametrize(("bits", "code"), [(32, "<f4"), (64, "<f8")])
def test_float_samples(bits: int, code: str) -> None:
    body = np.array([0, 0.5, -0.5, 3, np.nan, -np.inf]).astype(code).tobytes()
    assert wav.read(with_format(3, bits, body)).channels[0] == pytest.approx([0, 0.5, -0.5, 1, 0, -1])


def test_channels_and_extensible_format() -> None:
    extra = struct.pack("<HHIH", 22, 16, 3, 1) + bytes(14)
    body = struct.pack("<4h", 16384, -16384, 0, 8192)
    sound = wav.read(with_format(0xFFFE, 16, body, channels=2, extra=extra))
    assert sound.channels.tolist() == [[0.5, 0], [-0.5, 0.25]]
    assert sound.seconds == pytest.approx(2 / 44100)


def test_truncated_wav() -> None:
    whole = recorded(struct.pack("<1000h", *range(1000)), width=2)
    sound = wav.read(whole[:-301])
    assert sound.channels.shape == (1, 849)
    assert "ends 301 bytes too early" in sound.note


@pytest.mark.parametrize("length", [0, 0xFFFFFFFF])
def test_a_length_that_the_recorder_never_filled_in(length: int) -> None:
    whole = bytearray(recorded(bytes(100), width=1))
    whole[40:44] = struct.pack("<I", length)
    sound = wav.read(bytes(whole))
    assert sound.channels.shape == (1, 100)
    assert sound.note == ""


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not a WAV file"),
        (b"RIFF\0\0\0\0AVI ", "not a WAV file"),
        (recorded(b"", width=1)[:30], "ends before its samples"),
        (recorded(b"", width=1), "no samples"),
        (with_format(85, 16, bytes(8)), "compressed"),
        (with_format(1, 16, bytes(8), channels=0), "makes no sense"),
        (with_format(1, 12, bytes(8)), "makes no sense"),
    ],
)
def test_unreadable_input(data: bytes, reason: str) -> None:
    with pytest.raises(TapeError, match=reason):
        wav.read(data)


def test_read_by_the_standard_library() -> None:
    samples = np.arange(101, dtype=np.uint8)
    with wave.open(io.BytesIO(wav_writing.write(samples.tobytes(), 22050))) as file:
        assert file.getparams()[:4] == (1, 1, 22050, 101)
        assert file.readframes(200) == samples.tobytes()


@given(st.binary(max_size=200), st.integers(0, 60))
def test_any_bytes_are_sound_or_refused(tail: bytes, keep: int) -> None:
    try:
        sound = wav.read(recorded(bytes(20), width=1)[:keep] + tail)
    except TapeError:
        return
    assert np.isfinite(sound.channels).all()
