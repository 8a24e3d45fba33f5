"""DRAW of a constant: its steps, scaled where the scale is known, for `draw_list` (runtime/graphics/draw.asm).

Only what cannot go wrong is translated; the runtime reads any other text when it comes to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msxkit.machine.graphics.draw import DIRECTIONS

_COMMAND = re.compile(r"([BN])|M([+-]?)(\d+),([+-]?\d+);?|([UDLREFGHASC])(?:([+-]?\d+);?|(;)?)")
#: What a byte of the list says: a step, of words, to be scaled, or absolute; or which other command it is.
_STEP, _WORDS, _SCALE, _ABSOLUTE = 0x80, 1, 2, 4
_FLAG, _OTHERS = 1, {"A": 2, "S": 3, "C": 4}
_FLAGS = {"B": 0x80, "N": 0x40}
#: The greatest numbers behind A, S and C.
_GREATEST = {"A": 3, "S": 255, "C": 15}
_HIGHEST = 32767


def steps(text: str) -> bytes | None:
    """Return the list of a text; None where only the runtime can tell what it does."""
    text = text.replace(" ", "")
    text = re.sub("[a-z]+", lambda letters: letters[0].upper(), text)
    made, scale, at = bytearray(), None, 0
    while at < len(text):
        found = _COMMAND.match(text, at)
        if found is None:
            return None
        at = found.end()
        flag, sign, right, down, letter, number, nothing = found.groups()
        if flag:
            made += bytes((_FLAG, _FLAGS[flag]))
            continue
        if right:
            place = int(sign + right), int(down)
            if max(map(abs, place)) > _HIGHEST:
                return None
            made += bytes(_step(place, scale) if sign else _pair(_ABSOLUTE, place))
            continue
        value = int(number) if number else 0 if nothing else 1
        if letter in DIRECTIONS:
            if abs(value) > _HIGHEST:
                return None
            across, along = DIRECTIONS[letter]
            made += bytes(_step((across * value, along * value), scale))
        elif 0 <= value <= _GREATEST[letter]:
            made += bytes((_OTHERS[letter], value))
            scale = value if letter == "S" else scale
        else:
            return None
    return bytes((*made, 0))


def _step(by: tuple[int, int], scale: int | None) -> Iterator[int]:
    """Yield a step, with the scale of the text if it has set one."""
    if scale is None or max(map(abs, by)) * scale > _HIGHEST:
        return _pair(_SCALE, by)
    return _pair(0, (_scaled(by[0], scale), _scaled(by[1], scale)))


def _scaled(by: int, scale: int) -> int:
    """Return a way times the scale, in quarters, toward 0; scale 0 is the plain one."""
    return int(by * scale / 4) if scale else by


def _pair(kind: int, by: tuple[int, int]) -> Iterator[int]:
    if all(-128 <= each <= 127 for each in by):
        yield from (_STEP | kind, by[0] & 0xFF, by[1] & 0xFF)
        return
    yield _STEP | kind | _WORDS
    for each in by:
        yield from (each & 0xFFFF).to_bytes(2, "little")
