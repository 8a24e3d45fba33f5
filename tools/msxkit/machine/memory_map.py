"""What a processor sees: 64 KB of addresses, with ROM below 8000H, and 256 ports.

Some addresses are computed: they show, and a write changes, state that is kept elsewhere. Source: MSX2 Technical
Handbook, appendix 9 (ports) and chapter 1 (memory).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from msxkit.display.font import font
from msxkit.machine.model import Model
from msxkit.machine.work_area import BEHIND_HOOKS, FIRST_HOOK, WORK_AREA, Cell, RomEntry

SIZE = 0x10000
#: RAM begins here; below is ROM.
RAM = 0x8000
#: Where page 1 begins, in which machine code may have RAM instead of ROM; the port of the slots, two bits a page from
#: page 0 on; what it holds while BASIC runs: ROM is in slot 0, RAM in slot 3 (NMS 8250).
PAGE_1, SLOTS, _BASIC_SLOTS, _RAM_SLOT = 0x4000, 0xA8, 0xF0, 3
#: Where the ROM has the character patterns (MSX Red Book).
FONT = 0x1BBF
#: Ports of the video chip, as the ROM names them; the instruction that an untaken hook holds.
_VIDEO_PORTS, _RETURN = b"\x98\x98", b"\xc9"
#: What RAM holds when it is switched on (NMS 8250): bytes 0 and 255 in turn, the other way round in every other page.
_PAGES = b"\x00\xff" * 128 + b"\xff\x00" * 128
#: What a port reads where no device answers.
_NOTHING = 0xFF

#: How computed bytes are read and written: the number of the byte comes first.
Read = Callable[[int], int]
Write = Callable[[int, int], None]


def switched_on(address: int) -> int:
    """Return what RAM holds at an address before anybody has written there."""
    return _PAGES[address % len(_PAGES)]


class Area(Protocol):
    """Addresses that are computed, as many as there are at the moment."""

    def ranges(self) -> Sequence[range]:
        """Return where they are."""

    def looked_at(self, address: int) -> None:
        """Note that the program is about to read this address."""

    def read(self, address: int) -> int | None:
        """Return the byte at an address; None when it is not the area's. Reading changes nothing."""

    def written(self, address: int) -> None:
        """Note that a byte was put into memory at this address."""


class PortDevice(Protocol):
    """A device at ports."""

    def read_port(self, port: int) -> int | None:
        """Return what IN reads; None if the port is not this device's."""

    def write_port(self, port: int, value: int) -> bool:
        """Carry out OUT. Return False if the port is not this device's."""


def _fresh(model: Model) -> bytearray:
    memory = bytearray(SIZE)
    memory[RAM:WORK_AREA] = (_PAGES * (SIZE // len(_PAGES)))[RAM:WORK_AREA]
    shapes = font(model.characters)
    memory[FONT : FONT + len(shapes)] = shapes
    memory[RomEntry.CGTABL : RomEntry.CGTABL + 4] = FONT.to_bytes(2, "little") + _VIDEO_PORTS
    memory[FIRST_HOOK:BEHIND_HOOKS] = _RETURN * (BEHIND_HOOKS - FIRST_HOOK)
    for cell in Cell:
        memory[cell : cell + len(cell.start)] = cell.start
    for place, codes in model.memory:
        memory[place : place + len(codes)] = codes
    return memory


@dataclass
class MemoryState:
    """Memory and ports.

    Attributes:
        memory: All 64 KB as written.
        ports: What was last written to ports without a device.
        slots: The slots of the four pages, as their port has them.
    """

    memory: bytearray
    ports: dict[int, int] = field(default_factory=dict)
    slots: int = _BASIC_SLOTS

    @classmethod
    def fresh(cls, model: Model) -> MemoryState:
        """Return memory as a machine of this model has it when it is switched on."""
        return cls(_fresh(model))


class MemoryMap:
    """Memory and ports of a machine."""

    def __init__(self, state: MemoryState, devices: Sequence[PortDevice]) -> None:
        self.state = state
        self._devices = tuple(devices)
        self._cells: dict[int, tuple[int, Read, Write | None]] = {}
        self._areas: list[Area] = []

    # Where computed bytes are

    def map_bytes(self, cell: Cell, read: Read, write: Write | None = None) -> None:
        """Compute the bytes of a cell; without `write` what is written is lost."""
        for number in range(cell.size):
            self._cells[cell + number] = (number, read, write)

    def map_words(self, cell: Cell, read: Read, write: Write | None = None) -> None:
        """Do the same for words, the low byte first; `read` and `write` take the number of the word."""

        def read_byte(number: int) -> int:
            return read(number >> 1) >> 8 * (number & 1)

        def write_byte(number: int, code: int) -> None:
            assert write is not None
            old = read(number >> 1)
            write(number >> 1, old & 0xFF | code << 8 if number & 1 else old & 0xFF00 | code)

        self.map_bytes(cell, read_byte, write_byte if write else None)

    def map_area(self, area: Area) -> None:
        """Add an area of computed bytes."""
        self._areas.append(area)

    @contextmanager
    def mapped(self, area: Area) -> Iterator[None]:
        """Map an area of computed bytes in this context."""
        self._areas.append(area)
        try:
            yield
        finally:
            self._areas.remove(area)

    # Slots

    def select_slot(self, page: int, slot: int) -> None:
        """Switch a page to a slot (0-3). RAM that comes into page 1 is there; other pages stay as they are."""
        self.state.slots = self.state.slots & ~(3 << 2 * page) | (slot & 3) << 2 * page

    def is_ram(self, address: int) -> bool:
        """Return whether RAM is at an address."""
        return address >= RAM or (address >= PAGE_1 and self.state.slots >> 2 & 3 == _RAM_SLOT)

    def show_basic(self) -> None:
        """Switch the slots to those with which BASIC runs."""
        self.state.slots = _BASIC_SLOTS

    # Memory

    def plain(self) -> bytearray:
        """Return for each address 1 if it is RAM that is not computed at the moment, else 0."""
        found = bytearray(RAM) + b"\1" * (SIZE - RAM)
        for area in self._areas:
            for addresses in area.ranges():
                start, stop = max(addresses.start, 0), min(addresses.stop, SIZE)
                found[start:stop] = bytes(max(0, stop - start))
        for address in self._cells:
            found[address] = 0
        return found

    def read(self, address: int) -> int:
        """Return a byte; reading changes nothing."""
        cell = self._cells.get(address)
        if cell:
            number, read, _ = cell
            return read(number) & 0xFF
        if address >= RAM:
            for area in self._areas:
                code = area.read(address)
                if code is not None:
                    return code
        elif address >= PAGE_1 and not self.is_ram(address):
            return 0
        return self.state.memory[address]

    def look(self, address: int) -> int:
        """Return a byte that the program itself reads; areas are told of it first."""
        for area in self._areas:
            area.looked_at(address)
        return self.read(address)

    def write(self, address: int, code: int) -> None:
        """Write a byte into memory; ROM does not change."""
        if not self.is_ram(address):
            return
        self.state.memory[address] = code
        for area in self._areas:
            area.written(address)
        cell = self._cells.get(address)
        if cell:
            number, _, put = cell
            if put:
                put(number, code)

    # Ports

    def read_port(self, port: int) -> int:
        """Return what IN reads: from the device that answers, else what was written there last, or 255."""
        if port == SLOTS:
            return self.state.slots
        for device in self._devices:
            code = device.read_port(port)
            if code is not None:
                return code
        return self.state.ports.get(port, _NOTHING)

    def write_port(self, port: int, code: int) -> None:
        """Carry out OUT: the device that answers takes the byte, else it is kept."""
        if port == SLOTS:
            self.state.slots = code
        for device in self._devices:
            if device.write_port(port, code):
                return
        self.state.ports[port] = code
