"""What the key queue of an emulated machine is filled with."""

from __future__ import annotations

from msxkit.charset import encode


def codes(text: str | bytes) -> bytes:
    """Return what the key queue holds for a text: MSX codes, a line end is RETURN."""
    if isinstance(text, bytes):
        return text
    return encode(text.replace("\r\n", "\r").replace("\n", "\r"))
