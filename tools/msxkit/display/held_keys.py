"""Which keys are held down, as far as a terminal reports it: by the keyboard protocol of Kitty, or by how keys repeat.

No terminal is touched here, and no clock: the caller says what time it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from msxkit.display.sequences import Piece, Splitter

#: Ask for the protocol (event types, every key as a sequence, its text) and for changes of focus; stop both.
ENTER_PROTOCOL, LEAVE_PROTOCOL = "\x1b[>27u\x1b[?1004h", "\x1b[<u\x1b[?1004l"
#: Seconds that a key is taken to be held: after it came for the first time, and after it came again, as it does some 30
#: times a second when it repeats.
FIRST, AGAIN = 0.2, 0.13
#: A key that comes again within this time repeats.
_REPEATS = 0.75
_DIRECTIONS = frozenset(("UP", "DOWN", "LEFT", "RIGHT"))
_PRESS, _RELEASE = 1, 3
_SHIFT, _ALT, _CONTROL = 1, 2, 4
#: Keys by their number in the protocol, by the last letter of their sequence, and by the number before ~.
_NUMBERED = {
    9: "TAB",
    13: "RETURN",
    27: "ESC",
    32: "SPACE",
    127: "BS",
    57441: "SHIFT",
    57447: "SHIFT",
    57442: "CTRL",
    57448: "CTRL",
    57443: "GRAPH",
    57449: "CODE",
    57417: "LEFT",
    57418: "RIGHT",
    57419: "UP",
    57420: "DOWN",
    57414: "RETURN",
}
_LETTERED = {
    "A": "UP",
    "B": "DOWN",
    "C": "RIGHT",
    "D": "LEFT",
    "H": "HOME",
    "F": "SELECT",
    "P": "F1",
    "Q": "F2",
    "S": "F4",
}
_TILDED = {2: "INS", 3: "DEL", 11: "F1", 12: "F2", 13: "F3", 14: "F4", 15: "F5"}
#: Parameters of a key's sequence: its number, modifiers, type of the event, what it types.
_PARAMETERS = re.compile(r"([0-9]*)(?::[0-9]*)*(?:;([0-9]*)(?::([0-9]+))?)?(?:;([0-9:]*))?")
_FINALS = frozenset("u~ABCDFHPQS")
_FOCUS_LOST, _FOCUS_CAME = "\x1b[O", "\x1b[I"


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """A key that went down, repeats, or went up.

    Attributes:
        key: The key's name in the matrix, None if it has none.
        down: Whether it went down or repeats.
        text: What it types, as a terminal without the protocol would send it.
    """

    key: str | None
    down: bool
    text: str


class Protocol:
    """A reader of Kitty's keyboard protocol."""

    def __init__(self) -> None:
        self._splitter = Splitter(escape_waits=True)

    def events(self, data: str) -> list[KeyEvent | None]:
        """Return the events in order. None: the window lost the focus, so no key is held any more."""
        came = (piece for piece in self._splitter.feed(data) if piece.text != _FOCUS_CAME)
        return [None if piece.text == _FOCUS_LOST else _event(piece) for piece in came]


def _event(piece: Piece) -> KeyEvent:
    event = _PARAMETERS.fullmatch(piece.parameters) if piece.kind == "[" and piece.final in _FINALS else None
    if event is None:
        return KeyEvent(None, True, piece.text)
    number, modifiers, kind, texts = event.groups()
    final = piece.final
    code = int(number or 1)
    held = int(modifiers or 1) - 1
    down = int(kind or _PRESS) != _RELEASE
    if final == "u":
        key = _NUMBERED.get(code)
        if key is None and code < 128 and chr(code).isalnum():
            key = chr(code).upper()
        typed = "".join(chr(int(part)) for part in (texts or "").split(":") if part and int(part) < 0x110000)
        if not typed:
            typed = _plain(code, held)
    else:
        key = _TILDED.get(code) if final == "~" else _LETTERED.get(final)
        shift = f";{held + 1}" if held else ""
        typed = f"\x1b[{code}{shift}~" if final == "~" else f"\x1b[{f'1{shift}' if held else ''}{final}"
        if final in "PQS" and not held:
            typed = f"\x1bO{final}"
    return KeyEvent(key, down, typed if down else "")


def _plain(code: int, held: int) -> str:
    """Return what a key without a text types: control characters, and nothing for SHIFT and its like."""
    if code in (9, 13, 27, 127):
        return chr(code)
    if 57399 <= code <= 57408:
        return str(code - 57399)  # digits of the keypad
    if code > 127 or held & _ALT:
        return ""
    if held & _CONTROL:
        return chr(ord(chr(code).upper()) & 0x1F)
    return chr(code)


class HeldKeys:
    """The keys that are held, by name. Times are in seconds."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}
        self._came: dict[str, float] = {}

    def press(self, key: str) -> None:
        """Note that a key went down; it is held until `release`."""
        self._until[key] = float("inf")

    def release(self, key: str) -> None:
        """Note that a key went up."""
        self._until.pop(key, None)

    def release_all(self) -> None:
        """Release all keys."""
        self._until.clear()

    def typed(self, key: str, now: float) -> None:
        """Note a key from a terminal that does not report when it goes up."""
        repeats = now - self._came.get(key, -_REPEATS) < _REPEATS
        self._came[key] = now
        if key in _DIRECTIONS:
            # Only the key that was pressed last repeats: another direction is the end of this one.
            for other in _DIRECTIONS - {key}:
                self._until.pop(other, None)
        else:
            # A direction that is held stays while another key is tapped, though it does not repeat meanwhile.
            for other in _DIRECTIONS & self._until.keys():
                self._until[other] = max(self._until[other], now + FIRST + AGAIN)
        self._until[key] = now + (AGAIN if repeats else FIRST)

    def held(self, now: float) -> set[str]:
        """Return the keys that are held at this time."""
        self._until = {key: until for key, until in self._until.items() if until > now}
        return set(self._until)
