"""PEEK, POKE and ports: the system variables that programs use, at the machine's addresses.

Sources: MSX2 Technical Handbook, appendix 8 (work area).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from msxkit.decimal14 import Number, to_address
from msxkit.font import font
from msxkit.interpreter import errors
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.storage import Storage
from msxkit.interpreter.strings import byte
from msxkit.machine.video.state import TABLES
from msxkit.machine.video.textscreen import TextScreen
from msxkit.machine.workarea import BEHIND_HOOKS, FIRST_HOOK, Cell, Entry
from msxkit.program.layout import TEXT_BASE

if TYPE_CHECKING:
    from msxkit.interpreter.machine import Machine


#: Where the ROM has the character patterns (MSX Red Book).
FONT = 0x1BBF
#: Ports of the video chip, as the ROM names them; the instruction that an untaken hook holds.
VIDEO_PORTS, RETURN = b"\x98\x98", b"\xc9"
#: Ports of the sound chip (MSX2 Technical Handbook, appendix 9).
SOUND_SELECT, SOUND_WRITE, SOUND_READ = 0xA0, 0xA1, 0xA2
#: What USRTAB holds before DEFUSR: the routine that raises an illegal function call.
UNDEFINED_USR = 0x475A

Read = Callable[[], int]
Write = Callable[[int], None]


class Memory:
    """64 KB of address space. Bytes of the work area that mirror the machine's state are computed."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.storage = Storage(machine)
        self.ram = bytearray(0x10000)
        self.ram[FONT : FONT + len(font())] = font()
        self.ram[Entry.CGTABL : Entry.CGTABL + 4] = FONT.to_bytes(2, "little") + VIDEO_PORTS
        self.ram[FIRST_HOOK:BEHIND_HOOKS] = RETURN * (BEHIND_HOOKS - FIRST_HOOK)
        self.ram[Cell.OLDKEY : Cell.NEWKEY + Cell.NEWKEY.size] = b"\xff" * (
            Cell.OLDKEY.size + Cell.NEWKEY.size
        )
        for place, codes in machine.model.memory:
            self.ram[place : place + len(codes)] = codes
        self.ports: dict[int, int] = {}
        self.key_click = 1
        self._bytes = _mapped(machine, self)

    def put_text(self, data: bytes) -> None:
        """The program text at TXTTAB."""
        room = self.machine.model.himem - TEXT_BASE
        self.ram[TEXT_BASE - 1 : TEXT_BASE + min(len(data), room)] = b"\0" + data[:room]

    def peek(self, address: Number) -> int:
        """PEEK."""
        place = to_address(address)
        if place > TEXT_BASE:
            self.storage.look(place)
        return self.byte_at(place)

    def byte_at(self, place: int) -> int:
        """A byte as PEEK shows it; looking changes nothing."""
        mapped = self._bytes.get(place)
        if mapped:
            return mapped[0]() & 0xFF
        if place > TEXT_BASE and (code := self.storage.peek(place)) is not None:
            return code
        return self.ram[place]

    def poke(self, address: Number, value: Number) -> None:
        """POKE: ROM does not change."""
        place = to_address(address)
        code = byte(value)
        if place < 0x8000:
            return
        self.ram[place] = code
        self.storage.poke(place)
        mapped = self._bytes.get(place)
        if mapped and mapped[1]:
            mapped[1](code)

    # Keeping

    def state(self) -> dict[str, Any]:
        """Everything that is not computed, as plain data."""
        return {
            "ram": bytes(self.ram),
            "ports": dict(self.ports),
            "key_click": self.key_click,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Back to what `state` gave."""
        self.ram[:] = state["ram"]
        self.ports = dict(state["ports"])
        self.key_click = state["key_click"]

    # Ports

    def inp(self, port: Number) -> int:
        """INP: what was last written there, or to the register of the sound chip; 255 where nothing answers."""
        place = to_address(port) & 0xFF
        code = self.machine.video_access.read_port(place)
        if code is not None:
            return code
        return self.ports.get(self._sound_register() if place == SOUND_READ else place, 0xFF)

    def out(self, port: Number, value: Number) -> None:
        """OUT."""
        place, code = to_address(port) & 0xFF, byte(value)
        if self.machine.video_access.write_port(place, code):
            return
        if place == SOUND_WRITE:
            self.ports[self._sound_register()] = code
        self.ports[place] = code

    def _sound_register(self) -> int:
        """Where `ports` keeps the register of the sound chip that OUT has selected."""
        return 0x100 + (self.ports.get(SOUND_SELECT, 0) & 15)

    def wait_port(self, port: Number, mask: int, flip: int) -> None:
        """WAIT: a port here never changes, so a wait that is not over at once never is."""
        if not (self.inp(port) ^ flip) & mask:
            raise RaisedError(errors.ILLEGAL_CALL, note="this machine has no device whose port would change")


def _mapped(machine: Machine, memory: Memory) -> dict[int, tuple[Read, Write | None]]:
    """Address -> how the byte is read, and what a POKE to it does."""
    screen: TextScreen = machine.screen
    text = machine.video.text
    found: dict[int, tuple[Read, Write | None]] = {}

    def word(address: int, read: Read, write: Write | None = None) -> None:
        def low(code: int) -> None:
            assert write is not None
            write(read() & 0xFF00 | code)

        def high(code: int) -> None:
            assert write is not None
            write(read() & 0xFF | code << 8)

        found[address] = (read, low if write else None)
        found[address + 1] = (lambda: read() >> 8, high if write else None)

    def attribute(address: int, name: str, offset: int = 0) -> None:
        found[address] = (
            lambda: int(getattr(text, name)) + offset,
            lambda code: setattr(text, name, code - offset),
        )

    def colour(address: int, index: int) -> None:
        modes = machine.video.screen
        found[address] = (lambda: modes.colours[index], lambda code: modes.colours.__setitem__(index, code))

    def width(address: int, mode: int) -> None:
        found[address] = (lambda: text.widths[mode], lambda code: text.widths.__setitem__(mode, code))

    width(Cell.LINL40, 0)
    width(Cell.LINL32, 1)
    found[Cell.LINLEN] = (lambda: screen.width, screen.poke_width)
    found[Cell.CRTCNT] = (lambda: text.row_count, screen.poke_rows)
    attribute(Cell.CLMLST, "limit")
    found[Cell.CLIKSW] = (lambda: memory.key_click, lambda code: setattr(memory, "key_click", code))
    attribute(Cell.CSRY, "y")
    attribute(Cell.CSRX, "x")
    found[Cell.CNSDFG] = (lambda: 255 * text.keys_shown, None)
    for index in range(8):
        found[Cell.RG0SAV + index] = (partial(_register, machine, index), None)
    for index in range(10):
        word(Cell.USRTAB + 2 * index, partial(_usr, machine, index), partial(_set_usr, machine, index))
    for index in range(3):
        colour(Cell.FORCLR + index, index)
    word(Cell.PUTPNT, lambda: Cell.KEYBUF + len(machine.events.keys) % 40)
    word(Cell.GETPNT, lambda: Cell.KEYBUF)
    word(Cell.CURLIN, lambda: machine.current_line())
    found[Cell.TTYPOS] = (lambda: text.column, lambda code: setattr(text, "column", code))
    word(Cell.MEMSIZ, memory.storage.top)
    word(Cell.STKTOP, lambda: machine.workspace.bottom_of_strings())
    word(Cell.TXTTAB, lambda: TEXT_BASE)
    word(Cell.FRETOP, memory.storage.free_top)
    word(Cell.VARTAB, memory.storage.start)
    word(Cell.ARYTAB, lambda: memory.storage.start() + machine.variables.simple_bytes())
    word(Cell.STREND, memory.storage.end)
    word(Cell.ERRLIN, lambda: machine.faults.erl)
    found[Cell.ERRFLG] = (lambda: machine.faults.err, None)
    for index in range(26):
        found[Cell.DEFTBL + index] = (partial(_letter_type, machine, index), None)
    for index in range(8):
        found[Cell.RNDX + index] = (partial(_rndx, machine, index), None)
    for index in range(24):
        found[Cell.LINTTB + index] = (partial(_link, screen, index), None)
    word(Cell.NAMBAS, lambda: text.names)
    for index in range(len(TABLES)):
        word(Cell.TXTNAM + 2 * index, partial(_table, machine, index))
    word(Cell.HIMEM, lambda: machine.workspace.top)
    word(Cell.JIFFY, lambda: machine.events.jiffy, lambda value: setattr(machine.events, "jiffy", value))
    found[Cell.CSRSW] = (
        lambda: int(text.cursor_always),
        lambda code: setattr(text, "cursor_always", bool(code)),
    )
    attribute(Cell.CSTYLE, "cursor_style")
    found[Cell.SCRMOD] = (lambda: machine.video.screen.mode, None)
    found[Cell.OLDSCR] = (lambda: machine.video.screen.text_mode, None)
    return found


def _usr(machine: Machine, index: int) -> int:
    return machine.functions.addresses.get(index, UNDEFINED_USR)


def _set_usr(machine: Machine, index: int, address: int) -> None:
    machine.functions.addresses[index] = address


def _register(machine: Machine, index: int) -> int:
    return machine.video.chip.registers[index]


def _table(machine: Machine, index: int) -> int:
    return machine.video.screen.tables[index]


def _rndx(machine: Machine, index: int) -> int:
    return (b"\x40" + bytes.fromhex(f"{machine.events.rnd_state:014d}"))[index]


def _letter_type(machine: Machine, index: int) -> int:
    return machine.types[index].size


def _link(screen: TextScreen, index: int) -> int:
    return int(not screen.links[index])
