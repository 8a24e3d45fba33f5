"""WAV files as numpy arrays: whatever recorders and phones write is read."""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from msxkit.errors import TapeError

Samples = npt.NDArray[np.float32]

#: The highest rate that is read, in samples a second: no sound card has a higher one, and filters grow with it.
_FASTEST = 768_000
_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_FMT = struct.Struct("<HHIIHH")


@dataclass(frozen=True, slots=True)
class WavSound:
    """A sound file that was read.

    Attributes:
        rate: Samples a second.
        channels: Float32, shape (channels, frames), -1 to 1.
        note: What is odd about the file, or "".
    """

    rate: int
    channels: Samples
    note: str = ""

    @property
    def seconds(self) -> float:
        """Length in seconds."""
        return float(self.channels.shape[1] / self.rate)


def is_wav(data: bytes) -> bool:
    """Return whether the bytes begin like a WAV file."""
    return data[:4] == b"RIFF" and data[8:12] == b"WAVE"


def read(data: bytes) -> WavSound:
    """Return a WAV file: PCM of 8 to 32 bits or float, any rate and number of channels.

    A file that was cut off is read as far as it goes. Raise `TapeError` when it is not a WAV file, is compressed or
    has no samples.
    """
    if not is_wav(data):
        raise TapeError("not a WAV file: it does not begin with RIFF....WAVE")
    form: bytes | None = None
    position = 12
    while position + 8 <= len(data):
        name = data[position : position + 4]
        (length,) = struct.unpack_from("<I", data, position + 4)
        position += 8
        if name == b"fmt ":
            form = data[position : position + length]
        elif name == b"data":
            if form is None:
                raise TapeError("the WAV file has its samples before their format")
            body = memoryview(data)[position : position + length]
            # A recorder that could not go back to fill in the length leaves 0 or all ones.
            if length in (0, 0xFFFFFFFF):
                body = memoryview(data)[position:]
            missing = length - len(body) if length != 0xFFFFFFFF else 0
            return _decode(form, body, f"the WAV file ends {missing} bytes too early" if missing > 0 else "")
        position += length + length % 2
    raise TapeError("the WAV file ends before its samples begin")


def _decode(form: bytes, body: memoryview, note: str) -> WavSound:
    if len(form) < _FMT.size:
        raise TapeError("the WAV file has a format block that is too short")
    kind, channels, rate, _, frame, bits = _FMT.unpack_from(form)
    if kind == _EXTENSIBLE and len(form) >= 26:
        (kind,) = struct.unpack_from("<H", form, 24)
    width = bits // 8
    if not channels or not 0 < rate <= _FASTEST or bits % 8 or frame != width * channels:
        raise TapeError(f"the WAV format makes no sense: {channels} channels, {rate} Hz, {bits} bits")
    flat = _samples(kind, width, body[: len(body) - len(body) % frame] if frame else body)
    if not flat.size:
        raise TapeError("the WAV file has no samples")
    return WavSound(rate, np.ascontiguousarray(flat.reshape(-1, channels).T), note)


def _samples(kind: int, width: int, body: memoryview) -> Samples:
    if kind == _PCM and width == 1:
        return _scaled(np.frombuffer(body, np.uint8).astype(np.float32), 7, zero=128)
    if kind == _PCM and width == 2:
        return _scaled(np.frombuffer(body, "<i2").astype(np.float32), 15)
    if kind == _PCM and width == 3:
        # The low byte of 24 bits is far below any tape's noise: the upper two are read as 16 bits.
        upper = np.ascontiguousarray(np.frombuffer(body, np.uint8).reshape(-1, 3)[:, 1:])
        return _scaled(upper.view("<i2")[:, 0].astype(np.float32), 15)
    if kind == _PCM and width == 4:
        return _scaled(np.frombuffer(body, "<i4").astype(np.float32), 31)
    if kind == _FLOAT and width in (4, 8):
        values = np.nan_to_num(np.frombuffer(body, f"<f{width}"), posinf=1, neginf=-1)
        return np.asarray(np.clip(values, -1, 1), dtype=np.float32)
    raise TapeError(f"the WAV file is compressed (format {kind}, {8 * width} bits): save it as 16-bit PCM")


def _scaled(values: Samples, bits: int, zero: int = 0) -> Samples:
    """Return the values as -1 to 1, in their own place: ten minutes are a hundred megabytes."""
    if zero:
        values -= np.float32(zero)
    values *= np.float32(2.0**-bits)
    return values
