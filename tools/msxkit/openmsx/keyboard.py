"""The keys of the MSX: the matrix that programs read with STICK and STRIG, and the codes in the key queue.

Source: MSX2 Technical Handbook, table 5.x, international keyboard; rows 6-8 are the same on every layout.
"""

from __future__ import annotations

from msxkit.charset import encode
from msxkit.errors import MsxError

#: Name -> row and bit of the matrix.
MATRIX: dict[str, tuple[int, int]] = {
    **{str(digit): (digit // 8, digit % 8) for digit in range(10)},
    **{
        letter: ((ord(letter) - 65 + 22) // 8, (ord(letter) - 65 + 22) % 8)
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    },
    **{
        name: (6, bit)
        for bit, name in enumerate(("SHIFT", "CTRL", "GRAPH", "CAPS", "CODE", "F1", "F2", "F3"))
    },
    **{
        name: (7, bit)
        for bit, name in enumerate(("F4", "F5", "ESC", "TAB", "STOP", "BS", "SELECT", "RETURN"))
    },
    **{
        name: (8, bit)
        for bit, name in enumerate(("SPACE", "HOME", "INS", "DEL", "LEFT", "UP", "DOWN", "RIGHT"))
    },
}


def position(name: str) -> tuple[int, int]:
    """Row and bit mask of a key. Raises `MsxError` that lists the names."""
    try:
        row, bit = MATRIX[name.upper()]
    except KeyError:
        raise MsxError(f"no key {name!r}; there are: {' '.join(MATRIX)}") from None
    return row, 1 << bit


def codes(text: str | bytes) -> bytes:
    """What the key queue holds for a text: MSX codes, a line end is RETURN."""
    if isinstance(text, bytes):
        return text
    return encode(text.replace("\r\n", "\r").replace("\n", "\r"))
