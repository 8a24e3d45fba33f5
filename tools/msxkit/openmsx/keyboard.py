"""The codes that fill the key queue of an emulated machine."""

from __future__ import annotations

from msxkit.charset import encode


def codes(text: str | bytes) -> bytes:
    """Return the MSX codes of a text as the key queue holds them; a line end is RETURN, bytes stay as they are.

    Raise `CharsetError` for a character that the MSX does not have.
    """
    if isinstance(text, bytes):
        return text
    return encode(text.replace("\r\n", "\r").replace("\n", "\r"))
