"""The keyboard matrix, the queue of codes that the interrupt fills, joysticks, paddles and touch pads.

Sources: MSX2 Technical Handbook, chapters 5.2 and 5.3, international keyboard (rows 6-8 are the same on every layout);
MSX Red Book (GTSTCK, GTTRIG).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from msxkit.errors import MsxError
from msxkit.machine.work_area import Cell

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
ROWS = 11
#: How many paddles PDL knows, and how many arguments PAD takes on an MSX2.
PADDLES, PADS = 12, 20
#: Ports of the PPI: read the keys of a row, select the row.
READ_ROW, SELECT_ROW = 0xA9, 0xAA
_CURSOR_ROW = 8
#: Bits of a joystick, 0 when pressed: up, down, left, right, triggers A and B.
UP, DOWN, LEFT, RIGHT, TRIGGER_A, TRIGGER_B = (1 << bit for bit in range(6))
_NOTHING = 0x3F
#: The key queue: its first address, and its bytes.
_FIRST, _SIZE = Cell.KEYBUF.value, Cell.KEYBUF.size
#: What ON STRIG and ON KEY watch: F6 to F10 are F1 to F5 with SHIFT.
_WATCHED = (*(("STRIG", number) for number in range(5)), *(("KEY", number) for number in range(10)))
#: Up, down, left, right (opposites cancel each other) -> direction, clockwise from 1 (up).
_DIRECTIONS = {
    (0, -1): 1,
    (1, -1): 2,
    (1, 0): 3,
    (1, 1): 4,
    (0, 1): 5,
    (-1, 1): 6,
    (-1, 0): 7,
    (-1, -1): 8,
    (0, 0): 0,
}


def position(name: str) -> tuple[int, int]:
    """Return row and bit mask of a key. Raise `MsxError`, which lists the names, for an unknown one."""
    try:
        row, bit = MATRIX[name.upper()]
    except KeyError:
        raise MsxError(f"there is no key {name!r}; the keys are: {' '.join(MATRIX)}") from None
    return row, 1 << bit


@dataclass
class KeyQueue:
    """Codes that were typed and have not been read yet: a ring of 40, in which there is room for 39.

    Attributes:
        ring: KEYBUF.
        put, get: PUTPNT and GETPNT. The ring is empty where their low bytes are the same.
        waiting: Codes that go in as soon as there is room.
        opens: The interrupt before which none goes in; 0 once it has come.
    """

    ring: bytearray = field(default_factory=lambda: bytearray(_SIZE))
    put: int = _FIRST
    get: int = _FIRST
    waiting: deque[int] = field(default_factory=deque)
    opens: int = 0

    def __bool__(self) -> bool:
        return self.is_ready or bool(self.waiting)

    def __len__(self) -> int:
        return (_slot(self.put) - _slot(self.get)) % _SIZE + len(self.waiting)

    def __iter__(self) -> Iterator[int]:
        start, inside = _slot(self.get), len(self) - len(self.waiting)
        yield from (self.ring[(start + place) % _SIZE] for place in range(inside))
        yield from self.waiting

    def append(self, code: int) -> None:
        """Type a key."""
        self.extend((code,))

    def extend(self, codes: Iterable[int]) -> None:
        """Type keys."""
        self.waiting.extend(codes)
        self.settle()

    def popleft(self) -> int:
        """Take the next key, one that waits if need be; there must be one."""
        if not self.is_ready:
            self.opens = 0
            self.settle()
        slot = _slot(self.get)
        self.get = _FIRST + (slot + 1) % _SIZE
        code = self.ring[slot]
        if self.waiting:
            self.settle()
        return code

    def clear(self) -> None:
        """Drop all keys that were typed until now."""
        if not self.opens:
            self.waiting.clear()
        self.get = self.put

    @property
    def is_ready(self) -> bool:
        """Whether there is a key in the ring."""
        return (self.put ^ self.get) & 0xFF != 0

    def arrive(self, interrupts: int) -> None:
        """Open the queue when it is time: so many interrupts have been."""
        if self.opens and interrupts >= self.opens:
            self.opens = 0
            self.settle()

    def settle(self) -> None:
        """Move what waits into the ring, as far as there is room."""
        while not self.opens and self.waiting:
            slot = _slot(self.put)
            following = (slot + 1) % _SIZE
            if following == _slot(self.get):
                break
            self.ring[slot] = self.waiting.popleft()
            self.put = _FIRST + following


def _slot(pointer: int) -> int:
    """Return the place in the ring that a pointer means, by its low byte."""
    return (pointer - _FIRST & 0xFF) % _SIZE


@dataclass
class KeyboardState:
    """The state of keyboard, joysticks, paddles and pads.

    Attributes:
        queue: Codes that were typed and have not been read yet.
        rows: The matrix. A bit is 0 while its key is pressed.
        row: The row that the PPI selects.
        joysticks: Their bits, 0 when pressed.
        click: CLIKSW, not 0 while keys click.
        seen: The triggers and function keys that were pressed when the program last looked, as bits.
        paddles: What PDL(1) to PDL(12) return: 255 without a paddle (recorded).
        pads: What PAD(0) to PAD(19) return: 0 without a touch pad; without a mouse -1 for the port, and 1 and 1 for how
            far it was moved (recorded).
    """

    queue: KeyQueue = field(default_factory=KeyQueue)
    rows: bytearray = field(default_factory=lambda: bytearray(b"\xff" * ROWS))
    row: int = 0
    joysticks: bytearray = field(default_factory=lambda: bytearray((_NOTHING, _NOTHING)))
    click: int = 1
    seen: int = 0
    paddles: bytearray = field(default_factory=lambda: bytearray(b"\xff" * PADDLES))
    pads: list[int] = field(default_factory=lambda: [0] * 12 + [-1, 1, 1, 0] * 2)


class Keyboard:
    """Keyboard, joysticks, paddles and touch pads of a machine."""

    def __init__(self, state: KeyboardState) -> None:
        self.state = state

    def hold(self, name: str) -> None:
        """Press a key of the matrix. Raise `MsxError` for an unknown name."""
        row, mask = position(name)
        self.state.rows[row] &= ~mask

    def release(self, name: str) -> None:
        """Release a key of the matrix. Raise `MsxError` for an unknown name."""
        row, mask = position(name)
        self.state.rows[row] |= mask

    def held(self, name: str) -> bool:
        """Return whether a key is pressed."""
        row, mask = position(name)
        return not self.state.rows[row] & mask

    def move(self, joystick: int, pressed: int) -> None:
        """Set what is pressed on joystick 1 or 2: a sum of UP, DOWN, LEFT, RIGHT, TRIGGER_A, TRIGGER_B."""
        self.state.joysticks[joystick - 1] = _NOTHING & ~pressed

    def stick(self, number: int) -> int:
        """Return STICK of 0 (cursor keys), 1 or 2 (joysticks): direction 1 (up) to 8 clockwise, 0 for none."""
        if number == 0:
            keys = ~self.state.rows[_CURSOR_ROW]
            left, up, down, right = (keys >> bit & 1 for bit in (4, 5, 6, 7))
        else:
            lines = ~self.state.joysticks[number - 1]
            up, down, left, right = (lines >> bit & 1 for bit in range(4))
        return _DIRECTIONS[right - left, down - up]

    def trigger(self, number: int) -> bool:
        """Return whether a trigger of STRIG is pressed: 0 the space bar, 1 and 3 joystick 1, 2 and 4 joystick 2."""
        if number == 0:
            return not self.state.rows[_CURSOR_ROW] & 1
        button = TRIGGER_A if number < 3 else TRIGGER_B
        return not self.state.joysticks[1 - number % 2] & button

    def pressed(self) -> list[tuple[str, int]]:
        """Return the triggers ("STRIG", 0-4) and function keys ("KEY", 0-9) that went down since the last call."""
        first = 5 if self.held("SHIFT") else 0
        down = sum(
            1 << bit
            for bit, (device, number) in enumerate(_WATCHED)
            if (
                self.trigger(number)
                if device == "STRIG"
                else first <= number < first + 5 and self.held(f"F{number % 5 + 1}")
            )
        )
        fresh = down & ~self.state.seen
        self.state.seen = down
        return [device for bit, device in enumerate(_WATCHED) if fresh >> bit & 1]

    def joystick_port(self, selection: int) -> int:
        """Return port A of the sound chip: the joystick that bit 6 of port B selects; no cassette is heard."""
        return self.state.joysticks[selection >> 6 & 1] | 0x40

    def read_port(self, port: int) -> int | None:
        """Return what IN reads; None if the port is not the keyboard's."""
        if port != READ_ROW:
            return None
        return self.row(self.state.row)

    def row(self, number: int) -> int:
        """Return a row of the matrix; where there is none, nothing is pressed."""
        return self.state.rows[number] if number < ROWS else 0xFF

    def write_port(self, port: int, value: int) -> bool:
        """Carry out OUT. Return False always: the other bits of the PPI's port are kept elsewhere."""
        if port == SELECT_ROW:
            self.state.row = value & 15
        return False
