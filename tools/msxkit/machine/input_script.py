"""A script of what is pressed and when, and the service that presses it while the machine runs.

The format is described in docs/interpreter.md ("Keys and joysticks by script").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from msxkit.charset import UNICODE, encode
from msxkit.errors import CharsetError, MsxError, quoted
from msxkit.machine.clock import SECOND, Clock
from msxkit.machine.key_codes import FIRST_REPEAT, REPEAT, codes_of
from msxkit.machine.keyboard import (
    DOWN,
    LEFT,
    MATRIX,
    PADDLES,
    PADS,
    RIGHT,
    TRIGGER_A,
    TRIGGER_B,
    UP,
    Keyboard,
)

#: The latest moment of a script in seconds: a day.
LAST_SECOND = 86_400
_BITS = {"UP": UP, "DOWN": DOWN, "LEFT": LEFT, "RIGHT": RIGHT, "A": TRIGGER_A, "B": TRIGGER_B}
_NOTHING = "NONE"
_DEVICES = "keys, type, joystick1, joystick2, pdl1 to pdl12, pad0 to pad19"
#: Time, device and value, separated by blanks, tabs or a comma.
_WORD = re.compile(r"[^\s,]+")
_GAP = re.compile(r"[ \t]*,?[ \t]*")
_SECONDS = re.compile(r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+")
_ESCAPES = {"r": b"\r", "n": b"\r", "t": b"\t", "e": b"\x1b", "\\": b"\\"}


@dataclass(frozen=True, slots=True)
class Input:
    """An event of a script.

    Attributes:
        t_states: When it happens, since the start.
        device: `keys`, `type`, `joystick`, `pdl` or `pad`.
        number: Which of them, as STICK, PDL and PAD count.
        keys: All that are held from now on.
        codes: What is typed.
        value: The value of the other devices.
    """

    t_states: int
    device: str
    number: int = 0
    keys: frozenset[str] = frozenset()
    codes: bytes = b""
    value: int = 0


def typed_codes(text: str, option: str = "--type", characters: str = UNICODE) -> bytes:
    r"""Return the MSX codes of typed text with its escapes: \r, \n, \t, \e, \\ and \xHH. Raise `CharsetError` for a
    character that the MSX does not have, `MsxError` for a wrong escape.

    Args:
        option: Where the text comes from, for the message.
        characters: The character of each code, index 0-255.
    """
    out = b""
    for part in re.split(r"(\\(?:x[0-9A-Fa-f]{2}|.))", text, flags=re.DOTALL):
        if not part.startswith("\\") or part == "\\":
            out += encode(part, characters)
        elif part[1] == "x":
            if len(part) != 4:
                raise MsxError(f"{option} {text!r}: two hexadecimal digits must follow \\x, as in \\x1c")
            out += bytes([int(part[2:], 16)])
        else:
            out += _ESCAPES.get(part[1]) or encode(part, characters)
    return out


class _FaultError(Exception):
    """What is wrong with a line, and in which column (from 0)."""

    def __init__(self, column: int, message: str) -> None:
        super().__init__(message)
        self.column = column


def parse(text: str, name: str, characters: str = UNICODE) -> list[Input]:
    """Return the events of a script, in order. Raise `MsxError` that names file, line and column.

    Args:
        characters: The character of each code, index 0-255.
    """
    found: list[Input] = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            event = _event(line, characters)
            if event is not None and found and event.t_states < found[-1].t_states:
                column = len(line) - len(line.lstrip())
                raise _FaultError(
                    column, "this is earlier than the line before; put the lines in order of time"
                )
        except _FaultError as fault:
            raise MsxError(f"{name}:{number}:{fault.column + 1}: {fault}") from None
        if event is not None:
            found.append(event)
    return found


def _event(line: str, characters: str) -> Input | None:
    """Return the event of a line; None for an empty line or a comment."""
    start = len(line) - len(line.lstrip())
    if start == len(line) or line[start] == "#":
        return None
    time = _word(line, start, "the time in seconds")
    if not _SECONDS.fullmatch(time.group()) or float(time.group()) > LAST_SECOND:
        raise _FaultError(
            start, f"{quoted(time.group())} is not a time: write seconds since RUN, such as 1.5"
        )
    t_states = round(float(time.group()) * SECOND)
    device = _word(line, _behind(line, time.end()), f"a device: {_DEVICES}")
    at = _behind(line, device.end())
    name = device.group().lower()
    if name == "type":
        text, width = _string(line, at)
        _no_more(line, at + width)
        try:
            return Input(t_states, "type", codes=typed_codes(text, "type", characters))
        except (CharsetError, MsxError) as error:
            raise _FaultError(at, str(error)) from None
    value = _word(line, at, f"a value for {name}")
    _no_more(line, value.end())
    kind, number = _device(name, device.start())
    if kind == "keys":
        return Input(t_states, kind, keys=frozenset(_names(value, MATRIX, "key")))
    if kind == "joystick":
        pressed = sum(_BITS[each] for each in set(_names(value, _BITS, "direction or button")))
        return Input(t_states, kind, number, value=pressed)
    low = -128 if kind == "pad" else 0
    given = value.group()
    if not re.fullmatch("-?[0-9]{1,3}", given) or not low <= int(given) <= 255:
        raise _FaultError(at, f"{quoted(given)} is not a value for {name}: write a number from {low} to 255")
    return Input(t_states, kind, number, value=int(given))


def _word(line: str, at: int, what: str) -> re.Match[str]:
    found = _WORD.match(line, at)
    if found is None or found.group().startswith("#"):
        raise _FaultError(at, f"expected {what} here")
    return found


def _behind(line: str, at: int) -> int:
    gap = _GAP.match(line, at)
    assert gap is not None
    return gap.end()


def _no_more(line: str, at: int) -> None:
    rest = line[at:].strip()
    if rest and not rest.startswith("#"):
        raise _FaultError(
            _behind(line, at), f"{quoted(rest)} is left over; a line has a time, a device and a value"
        )


def _string(line: str, at: int) -> tuple[str, int]:
    r"""Return the text between quotes, in which \" is a quote, and its width with them."""
    found = re.compile(r'"((?:[^"\\]|\\.)*)"').match(line, at)
    if found is None:
        raise _FaultError(at, 'expected a text in quotes here, such as "HELLO\\r"')
    return found[1].replace('\\"', '"'), found.end() - at


def _device(name: str, column: int) -> tuple[str, int]:
    if name == "keys":
        return name, 0
    found = re.fullmatch(r"(joystick|pdl|pad)([0-9]{1,2})", name)
    if found is not None:
        number = int(found[2])
        if number in {"joystick": range(1, 3), "pdl": range(1, PADDLES + 1), "pad": range(PADS)}[found[1]]:
            return found[1], number
    raise _FaultError(column, f"{quoted(name)} is not a device; choose one of {_DEVICES}")


def _names(value: re.Match[str], known: Mapping[str, object], what: str) -> list[str]:
    """Return the names joined by +; none for NONE."""
    column, names = value.start(), []
    if value.group().upper() == _NOTHING:
        return []
    for part in value.group().split("+"):
        if part.upper() not in known:
            raise _FaultError(
                column, f"{quoted(part)} is not a {what}; choose from {' '.join(known)}, and none"
            )
        names.append(part.upper())
        column += len(part) + 1
    return names


@dataclass
class ScriptState:
    """How far a script has come.

    Attributes:
        position: How many events are over.
        typed: The code that a held key repeats, or None.
        repeat: Interrupts until it repeats.
    """

    position: int = 0
    typed: int | None = None
    repeat: int = 0


class InputScript:
    """A service that presses what a script says. A key that goes down types its code, and repeats it while it is held.

    Args:
        function_key: Returns what function key 0 to 9 types.
    """

    def __init__(
        self,
        state: ScriptState,
        events: Sequence[Input],
        keyboard: Keyboard,
        clock: Clock,
        function_key: Callable[[int], bytes],
    ) -> None:
        self.state = state
        self._events = events
        self._keyboard = keyboard
        self._clock = clock
        self._function_key = function_key

    @property
    def goes_on(self) -> bool:
        """Whether any event or key repeat is still to come."""
        return self.state.position < len(self._events) or self.state.typed is not None

    def interrupt(self) -> None:
        """Press what is due at an interrupt, and repeat a held key."""
        state, events = self.state, self._events
        while state.position < len(events) and events[state.position].t_states <= self._clock.state.t_states:
            self._take(events[state.position])
            state.position += 1
        if state.typed is not None and not self._keyboard.state.queue:
            state.repeat -= 1
            if state.repeat <= 0:
                state.repeat = REPEAT
                self._keyboard.state.queue.append(state.typed)

    def _take(self, event: Input) -> None:
        keyboard = self._keyboard
        if event.device == "keys":
            for key in MATRIX:
                if key not in event.keys and keyboard.held(key):
                    self.release(key)
            for key in sorted(event.keys, key=lambda key: key not in ("SHIFT", "CTRL")):
                if not keyboard.held(key):
                    self.strike(key)
        elif event.device == "type":
            keyboard.state.queue.extend(event.codes)
        elif event.device == "joystick":
            keyboard.move(event.number, event.value)
        elif event.device == "pdl":
            keyboard.state.paddles[event.number - 1] = event.value
        else:
            keyboard.state.pads[event.number] = event.value

    def strike(self, key: str) -> None:
        """Press a key of the matrix and put its code into the queue. Raise `MsxError` for an unknown name."""
        keyboard, key = self._keyboard, key.upper()
        keyboard.hold(key)
        shift = keyboard.held("SHIFT")
        if len(key) == 2 and key[0] == "F":
            codes = self._function_key(int(key[1]) - 1 + 5 * shift)
        else:
            codes = codes_of(key, shift=shift, control=keyboard.held("CTRL"))
        keyboard.state.queue.extend(codes)
        if codes:
            self.state.typed, self.state.repeat = codes[-1], FIRST_REPEAT

    def release(self, key: str) -> None:
        """Release a key of the matrix; nothing repeats any more."""
        self._keyboard.release(key)
        self.state.typed = None
