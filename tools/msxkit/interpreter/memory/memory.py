"""PEEK, POKE and ports, and the cells of the work area that programs use, at the machine's addresses.

Sources: MSX2 Technical Handbook, appendix 8 (work area).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msxkit.basic_type import INTEGER
from msxkit.carrying import carries
from msxkit.decimal14 import Number, encode_integer, to_address
from msxkit.display.screen import ROWS
from msxkit.interpreter.input.waits import WaitState
from msxkit.interpreter.memory.variable_bytes import Storage
from msxkit.interpreter.memory.workspace import NAME_BYTES, Accounts
from msxkit.interpreter.statements.functions import FunctionState
from msxkit.interpreter.statements.onerror import OnErrorState
from msxkit.interpreter.values.strings import byte
from msxkit.machine.clock import ClockState
from msxkit.machine.keyboard import KeyboardState, KeyQueue
from msxkit.machine.memory_map import MemoryMap, Read, Write
from msxkit.machine.video.cells import poke_names, poke_patterns
from msxkit.machine.video.state import VideoState
from msxkit.machine.video.text_screen import TextScreen
from msxkit.machine.work_area import Cell
from msxkit.program.layout import TEXT_BASE

#: Where DAC has an integer; what the argument of PEEK changes.
_INTEGER = Cell.DAC + 2
_OF_ARGUMENT = frozenset((Cell.VALTYP.value, _INTEGER, _INTEGER + 1))
#: What USRTAB holds before DEFUSR: the routine that raises an illegal function call.
UNDEFINED_USR = 0x475A


#: Cells of graphics, and what holds them in the state of graphics.
_GRAPHIC_BYTES = {
    Cell.ATRBYT: "ink",
    Cell.LOGOPR: "operation",
    Cell.DPPAGE: "shown_page",
    Cell.ACPAGE: "active_page",
    Cell.DRWSCL: "turtle_scale",
    Cell.DRWANG: "turtle_angle",
}
_POINTS = {Cell.GXPOS: "to_x", Cell.GYPOS: "to_y", Cell.GRPACX: "x", Cell.GRPACY: "y"}


class Memory:
    """What statements and functions do to memory and ports."""

    def __init__(self, memory: MemoryMap) -> None:
        self._map = memory

    @carries("PEEK")
    def peek(self, address: Number) -> int:
        """Return PEEK, whose argument is an integer: VALTYP says so, and DAC holds it."""
        place = to_address(address)
        if place in _OF_ARGUMENT:
            memory = self._map.state.memory
            memory[Cell.VALTYP] = INTEGER.size
            memory[_INTEGER : _INTEGER + 2] = encode_integer(place)
        return self._map.look(place)

    @carries("POKE")
    def poke(self, address: Number, value: Number) -> None:
        """Carry out POKE. ROM does not change."""
        place = to_address(address)
        self._map.write(place, byte(value))

    @carries("INP")
    def inp(self, port: Number) -> int:
        """Return INP: what was last written there, or to the register of the sound chip; 255 where nothing answers."""
        return self._map.read_port(to_address(port) & 0xFF)

    @carries("OUT")
    def out(self, port: Number, value: Number) -> None:
        """Carry out OUT."""
        self._map.write_port(to_address(port) & 0xFF, byte(value))

    @carries("WAIT")
    def wait(self, port: Number, mask: int, flip: int | None) -> int:
        """Return the bits of a port that WAIT waits for; 0 while none of them is set."""
        return (self.inp(port) ^ (flip or 0)) & mask


def put_text(memory: bytearray, data: bytes, himem: int) -> None:
    """Put the program text at TXTTAB, as far as there is room below HIMEM."""
    room = himem - TEXT_BASE
    memory[TEXT_BASE - 1 : TEXT_BASE + min(len(data), room)] = b"\0" + data[:room]


def _attribute(state: object, name: str) -> tuple[Read, Write]:
    """Return a byte that is an attribute."""

    def read(_: int) -> int:
        return int(getattr(state, name))

    def write(_: int, code: int) -> None:
        setattr(state, name, code)

    return read, write


def _signed(state: object, name: str) -> tuple[Read, Write]:
    """Return a word that is a signed attribute."""
    read, _ = _attribute(state, name)
    return lambda number: read(number) & 0xFFFF, lambda _, word: setattr(
        state, name, (word ^ 0x8000) - 0x8000
    )


def _item(values: list[int], index: int) -> tuple[Read, Write]:
    """Return a byte that stands in a list."""
    return lambda _: values[index], lambda _, code: values.__setitem__(index, code)


def map_screen(memory: MemoryMap, video: VideoState, screen: TextScreen) -> None:
    """Map the cells of the screen."""
    text, modes = video.text, video.screen
    bytes_at, words_at = memory.map_bytes, memory.map_words
    for cell, name in ((Cell.CLMLST, "limit"), (Cell.TTYPOS, "column"), (Cell.CSTYLE, "cursor_style")):
        bytes_at(cell, *_attribute(text, name))
    bytes_at(Cell.CSRX, lambda _: text.x, lambda _, code: screen.poke_cursor(code, text.y))
    bytes_at(Cell.CSRY, lambda _: text.y, lambda _, code: screen.poke_cursor(text.x, code))
    bytes_at(Cell.LINL40, *_item(text.widths, 0))
    bytes_at(Cell.LINL32, *_item(text.widths, 1))
    bytes_at(Cell.LINLEN, lambda _: text.width, lambda _, code: screen.poke_width(code))
    bytes_at(Cell.CRTCNT, lambda _: text.row_count, lambda _, code: screen.poke_rows(code))
    bytes_at(
        Cell.CNSDFG,
        lambda _: 255 * text.keys_shown,
        lambda _, code: setattr(text, "keys_shown", bool(code)),
    )
    bytes_at(Cell.FNKSTR, text.key_byte, text.poke_key)
    bytes_at(Cell.RG0SAV, video.chip.registers.__getitem__)
    bytes_at(Cell.STATFL, lambda _: video.last_status)
    for index, cell in enumerate((Cell.FORCLR, Cell.BAKCLR, Cell.BDRCLR)):
        bytes_at(cell, *_item(modes.colours, index))
    bytes_at(Cell.LINTTB, lambda row: 0 if text.links[row] else ROWS - row)
    words_at(Cell.NAMBAS, lambda _: text.names, lambda _, address: poke_names(screen, address))
    words_at(Cell.CGPBAS, lambda _: text.patterns, lambda _, address: poke_patterns(screen, address))
    words_at(Cell.TXTNAM, modes.tables.__getitem__)
    words_at(Cell.ATRBAS, *_item(modes.sprites, 0))
    words_at(Cell.PATBAS, *_item(modes.sprites, 1))
    for cell, name in _GRAPHIC_BYTES.items():
        bytes_at(cell, *_attribute(video.graphics, name))
    for cell, name in _POINTS.items():
        words_at(cell, *_signed(video.graphics, name))
    bytes_at(
        Cell.CSRSW,
        lambda _: int(text.cursor_always),
        lambda _, code: setattr(text, "cursor_always", bool(code)),
    )
    bytes_at(Cell.SCRMOD, lambda _: modes.mode, lambda _, code: screen.poke_mode(code))
    bytes_at(Cell.OLDSCR, lambda _: modes.text_mode, lambda _, code: setattr(modes, "text_mode", code & 1))


def map_devices(memory: MemoryMap, keyboard: KeyboardState, clock: ClockState) -> None:
    """Map the cells of keyboard and clock."""
    memory.map_bytes(Cell.CLIKSW, *_attribute(keyboard, "click"))
    memory.map_bytes(Cell.NEWKEY, keyboard.rows.__getitem__)
    _map_keys(memory, keyboard.queue, clock)
    memory.map_words(Cell.JIFFY, *_attribute(clock, "jiffy"))


def _map_keys(memory: MemoryMap, queue: KeyQueue, clock: ClockState) -> None:
    def key(number: int) -> int:
        queue.arrive(clock.interrupts)
        return queue.ring[number]

    def pointer(name: str, _: int) -> int:
        queue.arrive(clock.interrupts)
        return int(getattr(queue, name))

    def point(name: str, _: int, word: int) -> None:
        setattr(queue, name, word)
        queue.settle()

    memory.map_bytes(Cell.KEYBUF, key, queue.ring.__setitem__)
    for cell, name in ((Cell.PUTPNT, "put"), (Cell.GETPNT, "get")):
        memory.map_words(cell, partial(pointer, name), partial(point, name))


def map_program(
    memory: MemoryMap,
    accounts: Accounts,
    storage: Storage,
    functions: FunctionState,
    on_error: OnErrorState,
    waits: WaitState,
    current_line: Callable[[], int],
    letter_type: Callable[[int], int],
) -> None:
    """Map the cells of the program that runs, and its variables.

    Args:
        current_line: CURLIN.
        letter_type: The type byte of a letter's variables, A is 0.
    """
    memory.map_bytes(Cell.ERRFLG, *_attribute(on_error, "err"))
    memory.map_words(Cell.ERRLIN, *_attribute(on_error, "erl"))
    memory.map_bytes(Cell.ONEFLG, lambda _: int(on_error.handling))
    memory.map_bytes(Cell.MAXFIL, lambda _: accounts.max_files())
    memory.map_bytes(Cell.DEFTBL, letter_type)
    memory.map_bytes(Cell.RNDX, lambda number: (b"\0" + bytes.fromhex(f"{waits.rnd:014d}"))[number])
    for cell, read in (
        (Cell.CURLIN, current_line),
        (Cell.MEMSIZ, accounts.top_of_strings),
        (Cell.STKTOP, accounts.bottom_of_strings),
        (Cell.TXTTAB, lambda: TEXT_BASE),
        (Cell.FRETOP, storage.free_top),
        (Cell.VARTAB, accounts.variables_start),
        (Cell.ARYTAB, accounts.arrays_start),
        (Cell.STREND, accounts.arrays_end),
        (Cell.HIMEM, lambda: accounts.state.top),
        (Cell.FILTAB, accounts.file_table),
        (Cell.NULBUF, lambda: accounts.control_block(0) + NAME_BYTES),
    ):
        memory.map_words(cell, _only(read))
    memory.map_words(
        Cell.USRTAB, lambda number: functions.usr.get(number, UNDEFINED_USR), functions.usr.__setitem__
    )
    memory.map_area(storage)


def _only(read: Callable[[], int]) -> Read:
    """Return the reader of a cell of one word."""
    return lambda _: read()
