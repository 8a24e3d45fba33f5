"""The music macro language of PLAY: only whether a string is good, since nothing sounds.

Source: the PLAY chapter of the MSX BASIC manuals (PSG; `<` and `>` came with MSX-MUSIC).
"""

from __future__ import annotations

import re

#: Command -> the numbers it takes. A number must follow, but for notes and rests.
RANGES = {
    "O": (1, 8),
    "L": (1, 64),
    "T": (32, 255),
    "V": (0, 15),
    "S": (0, 15),
    "M": (0, 65535),
    "N": (0, 96),
}
NOTE_LENGTH = (1, 64)
_TOKEN = re.compile(r"([A-G])([#+-]?)([0-9]*)\.*|R([0-9]*)\.*|([OLTVSMN])([0-9]+)\.*|;")


def is_music(text: str) -> bool:
    """Whether PLAY takes the string. What stands in a variable (`X`, `=`) is not looked at, nor what follows."""
    text = text.replace(" ", "").upper()
    position = 0
    while position < len(text):
        if text[position] == "X" or text[position + 1 : position + 2] == "=":
            return True
        match = _TOKEN.match(text, position)
        if match is None:
            return False
        length = match[3] or match[4]
        if length and not NOTE_LENGTH[0] <= int(length) <= NOTE_LENGTH[1]:
            return False
        if match[5]:
            low, high = RANGES[match[5]]
            if not low <= int(match[6]) <= high:
                return False
        position = match.end()
    return True
