"""The codes that keys of the matrix put into the key queue.

Sources: MSX2 Technical Handbook, chapter 5.2 (international keyboard, codes of the control keys); MSX Red Book, KEYINT
(0C3CH: a key that is held repeats after 780 ms, then every 60 ms, while the queue is empty).
"""

from __future__ import annotations

#: Interrupts of 50 Hz between the press of a key and its first repetition, and between two of them.
FIRST_REPEAT, REPEAT = 39, 3
#: Keys that have a code of their own, without and with SHIFT.
_CODES = {
    "SPACE": (32, 32),
    "RETURN": (13, 13),
    "ESC": (27, 27),
    "TAB": (9, 9),
    "BS": (8, 8),
    "SELECT": (24, 24),
    "HOME": (11, 12),
    "INS": (18, 18),
    "DEL": (127, 127),
    "RIGHT": (28, 28),
    "LEFT": (29, 29),
    "UP": (30, 30),
    "DOWN": (31, 31),
}
_SHIFTED_DIGITS = ")!@#$%^&*("
_KEY_OF = {chr(plain): name for name, (plain, _) in _CODES.items()}


def codes_of(key: str, *, shift: bool, control: bool) -> bytes:
    """Return what the press of a key of the matrix types; SHIFT, STOP and the like, and function keys, type nothing
    here.
    """
    if key in _CODES:
        return bytes((_CODES[key][shift],))
    if len(key) == 1:
        if control and key.isalpha():
            return bytes((ord(key) & 0x1F,))
        if key.isdigit():
            return (_SHIFTED_DIGITS[int(key)] if shift else key).encode("ascii")
        return (key if shift else key.lower()).encode("ascii")
    return b""


def key_of(code: int) -> str | None:
    """Return the key of the matrix that types a code when it is pressed, with or without SHIFT; None if there is
    none.
    """
    character = chr(code).upper()
    if character in _KEY_OF:
        return _KEY_OF[character]
    if character.isascii() and character.isalnum():
        return character
    found = _SHIFTED_DIGITS.find(character)
    return None if found < 0 else str(found)
