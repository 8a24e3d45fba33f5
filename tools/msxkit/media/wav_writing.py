"""WAV files as they are written: 8-bit mono, in plain Python."""

from __future__ import annotations

import struct

_PCM = 1
_FMT = struct.Struct("<HHIIHH")


def write(samples: bytes, rate: int) -> bytes:
    """Return a WAV file of unsigned 8-bit mono samples."""
    pad = b"\0" * (len(samples) % 2)
    form = _FMT.pack(_PCM, 1, rate, rate, 1, 8)
    chunks = b"fmt " + struct.pack("<I", len(form)) + form
    chunks += b"data" + struct.pack("<I", len(samples)) + samples + pad
    return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WAVE" + chunks
