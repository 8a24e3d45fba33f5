"""Expressions as a user writes them, in Unicode, and as the machine stores them."""

from __future__ import annotations

from msxkit import charset
from msxkit.errors import CharsetError, MsxError

#: A line of MSX BASIC has no more.
LONGEST = 255


def codes(text: str) -> bytes:
    """Return an expression in MSX codes. Raise `MsxError` for a character that the MSX lacks, and for one that fits on
    no line.
    """
    if len(text) > LONGEST:
        raise MsxError(
            f"{text[:20]}...: is longer than a line of MSX BASIC; write at most {LONGEST} characters"
        )
    try:
        return charset.encode(text)
    except CharsetError as error:
        raise MsxError(str(error)) from None
