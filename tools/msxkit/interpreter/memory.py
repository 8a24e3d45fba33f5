"""PEEK, POKE, ports and the VDP: the system variables that programs use, at the machine's addresses.

Sources: MSX2 Technical Handbook, appendix 8 (work area); MSX Red Book (BASE, VDP registers).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from msxkit.decimal14 import Number, to_address
from msxkit.interpreter import errors
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.lexemes import TEXT_BASE
from msxkit.interpreter.screencells import PATTERN_BYTES, font
from msxkit.interpreter.storage import Storage
from msxkit.interpreter.strings import byte
from msxkit.interpreter.textscreen import TextScreen

if TYPE_CHECKING:
    from msxkit.interpreter.machine import Machine

#: BASE(0) to BASE(19): the VDP tables of the four MSX1 screen modes; to BASE(44) those of SCREEN 4 to 8.
BASES = (
    *(0x0000, 0, 0x0800, 0, 0),
    *(0x1800, 0x2000, 0x0000, 0x1B00, 0x3800),
    *(0x1800, 0x2000, 0x0000, 0x1B00, 0x3800),
    *(0x0800, 0, 0x0000, 0x1B00, 0x3800),
    *(0x1800, 0x2000, 0x0000, 0x1E00, 0x3800),
    *(0, 0, 0, 0x7600, 0x7800) * 2,
    *(0, 0, 0, 0xFA00, 0xF000) * 2,
)
BASE_COUNT = {"msx1": 20, "msx2": 45}
#: VDP(-1) to VDP(-9) of an MSX2 read the status registers 1 to 9.
STATUS_REGISTERS = 9
#: VDP registers 0-7 in SCREEN 0 and 1.
REGISTERS = {0: (0, 0xF0, 0, 0, 1, 0, 0, 0xF4), 1: (0, 0xE0, 6, 0x80, 0, 0x36, 7, 4)}
#: The same for the 80 columns of an MSX2: tables at 0, 0800H and 1000H (MSX2 Technical Handbook, 4.3).
WIDE_REGISTERS = (4, *REGISTERS[0][1:2], 3, 0x27, 2, *REGISTERS[0][5:])
HIMEM = {"msx1": 0xF380, "msx2": 0xDE77}
#: Memory for program, variables and stack with 200 bytes of string space, after a reset.
FREE_MEMORY = {"msx1": 28815, "msx2": 23432}

#: Where the ROM has the character patterns (MSX Red Book).
FONT = 0x1BBF
#: Bytes of the ROM and the work area that programs look at: address -> bytes as a European machine has them. VDP ports,
#: character set and keyboard, MSX version, slot of the sub-ROM, keyboard matrix (nothing pressed), hooks (RET).
_COMMON = {
    0x0004: FONT.to_bytes(2, "little") + b"\x98\x98",
    0x002B: b"\xa1\x11",
    0xFBDA: b"\xff" * 22,
    0xFCC1: b"\x80",
    0xFD9A: b"\xc9" * (0xFFCA - 0xFD9A),
}
FIXED = {
    "msx1": {**_COMMON, 0x002D: b"\0"},
    "msx2": {**_COMMON, 0x002D: b"\1", 0xFAF8: b"\x83", 0xFFE7: b"\x08\x02"},
}

#: Ports of the VDP and the sound chip (MSX2 Technical Handbook, appendix 9).
VIDEO_DATA, VIDEO_CONTROL = 0x98, 0x99
SOUND_SELECT, SOUND_WRITE, SOUND_READ = 0xA0, 0xA1, 0xA2
#: Where the work area says that the variables begin.
VARTAB = 0xF6C2
#: What USRTAB holds before DEFUSR: the routine that raises an illegal function call.
UNDEFINED_USR = 0x475A

Read = Callable[[], int]
Write = Callable[[int], None]


class Memory:
    """64 KB of address space. Bytes of the work area that mirror the machine's state are computed."""

    WORDS = "peek poke vpeek vpoke base set_base vdp set_vdp inp out wait_port"

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.screen = machine.screen
        self.storage = Storage(machine)
        self.ram = bytearray(0x10000)
        self.ram[FONT : FONT + PATTERN_BYTES] = font()
        for place, codes in FIXED[machine.kind].items():
            self.ram[place : place + len(codes)] = codes
        self.ports: dict[int, int] = {}
        self.registers: dict[int, int] = {}
        #: What the ports of the VDP have been told: the first byte of two, the address in VRAM.
        self.video_first: int | None = None
        self.video_place = 0
        self.key_click = 1
        #: The second operand of SCREEN: 0 and 1 are sprites of 8x8 dots, 2 and 3 of 16x16.
        self.sprite_size = 0
        self._bytes = _mapped(machine, self)
        self._himem = HIMEM[machine.kind]

    def put_text(self, data: bytes) -> None:
        """The program text at TXTTAB."""
        room = HIMEM[self.machine.kind] - TEXT_BASE
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

    # VDP

    def _video_address(self, address: Number) -> int:
        if self.machine.kind == "msx1":
            whole = to_address(address)
            if whole >= 0x4000:
                raise RaisedError(errors.ILLEGAL_CALL)
            return whole
        return to_address(address)

    def vpeek(self, address: Number) -> int:
        """VPEEK."""
        if type(address) is int and 0 <= address < 0x4000:
            return self.screen.vram[address]
        return self.screen.vram[self._video_address(address)]

    def vpoke(self, address: Number, value: Number) -> None:
        """VPOKE."""
        place = self._video_address(address)
        self.screen.vram[place] = byte(value)

    def base(self, index: Number) -> int:
        """BASE(n)."""
        number = byte(index)
        if number >= BASE_COUNT[self.machine.kind]:
            raise RaisedError(errors.ILLEGAL_CALL)
        if number == 2:
            return 0x800 if self.screen.widths[0] <= 40 else 0x1000
        return BASES[number]

    def set_base(self, index: Number, value: Number) -> None:
        """BASE(n) = address: the tables of the text screens stay where they are."""
        self.base(index)
        if to_address(value) >= (0x4000 if self.machine.kind == "msx1" else 0x10000):
            raise RaisedError(errors.ILLEGAL_CALL)

    def vdp(self, index: Number) -> int:
        """VDP(n): registers 0-7 as last written, 8 the status register, -1 to -9 those of an MSX2."""
        if -STATUS_REGISTERS <= index < 0 and self.machine.kind == "msx2":
            return 0
        number = byte(index)
        if number > (8 if self.machine.kind == "msx1" else 46):
            raise RaisedError(errors.ILLEGAL_CALL)
        if number == 8:
            return 0x9F
        if number == 7 and 7 not in self.registers:
            colours = self.screen.colours
            return colours[2] | (colours[0] << 4 if self.screen.mode == 0 else 0)
        default = (
            WIDE_REGISTERS
            if self.screen.mode == 0 and self.screen.widths[0] > 40
            else REGISTERS[self.screen.mode]
        )
        return self.registers.get(number, default[number] if number < 8 else 0)

    def set_vdp(self, index: Number, value: Number) -> None:
        """VDP(n) = value."""
        number = byte(index)
        self.vdp(index)
        self.registers[number] = byte(value)

    # Keeping

    def state(self) -> dict[str, Any]:
        """Everything that is not computed, as plain data."""
        return {
            "ram": bytes(self.ram),
            "ports": dict(self.ports),
            "registers": dict(self.registers),
            "hardware": (self.key_click, self.sprite_size, self.video_first, self.video_place),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Back to what `state` gave."""
        self.ram[:] = state["ram"]
        self.ports = dict(state["ports"])
        self.registers = dict(state["registers"])
        self.key_click, self.sprite_size, self.video_first, self.video_place = state["hardware"]

    # Ports

    def inp(self, port: Number) -> int:
        """INP: what was last written there, or to the register of the sound chip; 255 where nothing answers."""
        place = to_address(port) & 0xFF
        if place == VIDEO_DATA:
            return self.screen.vram[self._next_video_address()]
        return self.ports.get(self._sound_register() if place == SOUND_READ else place, 0xFF)

    def out(self, port: Number, value: Number) -> None:
        """OUT."""
        place, code = to_address(port) & 0xFF, byte(value)
        if place == VIDEO_DATA:
            self.screen.vram[self._next_video_address()] = code
        elif place == VIDEO_CONTROL:
            self._control_video(code)
        elif place == SOUND_WRITE:
            self.ports[self._sound_register()] = code
        self.ports[place] = code

    def _control_video(self, code: int) -> None:
        """Two bytes to the VDP: an address in VRAM (bit 6: to write there), or a value and its register (bit 7)."""
        first, self.video_first = self.video_first, code
        if first is None:
            return
        self.video_first = None
        if code & 0x80:
            self.registers[code & 0x3F] = first
        else:
            self.video_place = (code & 0x3F) << 8 | first

    def _next_video_address(self) -> int:
        """The address in VRAM that the VDP's data port is at; it goes on by one. The first byte of two is forgotten."""
        place = self.video_place
        self.video_place = (place + 1) & 0x3FFF
        self.video_first = None
        return place

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
            lambda: int(getattr(screen, name)) + offset,
            lambda code: setattr(screen, name, code - offset),
        )

    def colour(address: int, index: int) -> None:
        found[address] = (lambda: screen.colours[index], lambda code: screen.colours.__setitem__(index, code))

    def width(address: int, mode: int) -> None:
        found[address] = (lambda: screen.widths[mode], lambda code: screen.widths.__setitem__(mode, code))

    width(0xF3AE, 0)
    width(0xF3AF, 1)
    found[0xF3B0] = (lambda: screen.width, screen.poke_width)
    found[0xF3B1] = (lambda: screen.row_count, screen.poke_rows)
    attribute(0xF3B2, "limit")
    found[0xF3DB] = (lambda: memory.key_click, lambda code: setattr(memory, "key_click", code))
    attribute(0xF3DC, "y")
    attribute(0xF3DD, "x")
    found[0xF3DE] = (lambda: 255 * screen.keys_shown, None)
    for index in range(8):
        found[0xF3DF + index] = (partial(_register, memory, index), None)
    for index in range(10):
        word(0xF39A + 2 * index, partial(_usr, machine, index), partial(_set_usr, machine, index))
    for index in range(3):
        colour(0xF3E9 + index, index)
    word(0xF3F8, lambda: 0xFBF0 + len(machine.events.keys) % 40)
    word(0xF3FA, lambda: 0xFBF0)
    word(0xF41C, lambda: machine.current_line())
    found[0xF661] = (lambda: screen.column, lambda code: setattr(screen, "column", code))
    word(0xF672, memory.storage.top)
    word(0xF674, lambda: machine.workspace.bottom_of_strings())
    word(0xF676, lambda: TEXT_BASE)
    word(0xF69B, memory.storage.free_top)
    word(VARTAB, memory.storage.start)
    word(0xF6C4, lambda: memory.storage.start() + machine.variables.simple_bytes())
    word(0xF6C6, memory.storage.end)
    word(0xF6B3, lambda: machine.faults.erl)
    found[0xF414] = (lambda: machine.faults.err, None)
    for index in range(26):
        found[0xF6CA + index] = (partial(_letter_type, machine, index), None)
    for index in range(8):
        found[0xF857 + index] = (partial(_rndx, machine, index), None)
    for index in range(24):
        found[0xFBB2 + index] = (partial(_link, screen, index), None)
    word(0xF922, lambda: screen.base)
    word(0xF3B3, lambda: 0)
    word(0xF3BD, lambda: 0x1800)
    word(0xF3BF, lambda: 0x2000)
    word(0xF3C3, lambda: 0x1B00)
    word(0xF3C5, lambda: 0x3800)
    word(0xFC4A, lambda: machine.workspace.top)
    word(0xFC9E, lambda: machine.events.jiffy, lambda value: setattr(machine.events, "jiffy", value))
    found[0xFCA9] = (
        lambda: int(screen.cursor_always),
        lambda code: setattr(screen, "cursor_always", bool(code)),
    )
    attribute(0xFCAA, "cursor_style")
    found[0xFCAF] = (lambda: screen.mode, None)
    found[0xFCB0] = (lambda: screen.mode, None)
    return found


def _usr(machine: Machine, index: int) -> int:
    return machine.functions.addresses.get(index, UNDEFINED_USR)


def _set_usr(machine: Machine, index: int, address: int) -> None:
    machine.functions.addresses[index] = address


def _register(memory: Memory, index: int) -> int:
    return memory.vdp(index)


def _rndx(machine: Machine, index: int) -> int:
    return (b"\x40" + bytes.fromhex(f"{machine.events.rnd_state:014d}"))[index]


def _letter_type(machine: Machine, index: int) -> int:
    return {"i": 2, "t": 3, "s": 4, "d": 8}[machine.types[index]]


def _link(screen: TextScreen, index: int) -> int:
    return int(not screen.links[index])
