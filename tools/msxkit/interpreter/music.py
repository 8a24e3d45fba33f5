"""The music macro language of PLAY: only whether a string is good, since nothing sounds.

Source: MSX Red Book (744DH to 763EH); `<` and `>` came with MSX-MUSIC.
"""

from __future__ import annotations

import re

#: Command -> the numbers it takes; S and N need one, the others have a default.
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
_TOKEN = re.compile(r"[A-G][#+-]?([0-9]*)\.*|R([0-9]*)\.*|([OLTVM])([0-9]*)|(S)([0-9]+)|(N)([0-9]+)\.*|;")


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
        length = match[1] or match[2]
        if length and not NOTE_LENGTH[0] <= int(length) <= NOTE_LENGTH[1]:
            return False
        command, number = match[3] or match[5] or match[7], match[4] or match[6] or match[8]
        if command and number:
            low, high = RANGES[command]
            if not low <= int(number) <= high:
                return False
        position = match.end()
    return True
