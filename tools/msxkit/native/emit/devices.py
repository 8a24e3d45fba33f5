"""What a program needs of the screen and of OPEN, known from all its blocks, and which routines that takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum, auto

from msxkit import basic_errors
from msxkit.basic_type import BasicType
from msxkit.carrying import Trait
from msxkit.machine.video.modes import MODES, VARIANTS
from msxkit.machine.work_area import Cell
from msxkit.native.analysis.ranges import pointers
from msxkit.native.analysis.usr import addresses, parts_of
from msxkit.native.emit.variable_places import ProgramStorage
from msxkit.native.emit.written_files import Store
from msxkit.program.model import Block, Do, Exchange, Keep, SetVariable
from msxkit.program.operations import OF_STATEMENT, Op
from msxkit.program.values import (
    Call,
    Concatenate,
    CopyString,
    Load,
    NumberConstant,
    StringConstant,
    StringPlace,
    Temporary,
    Value,
    VariableName,
)

#: Devices that OPEN finds, with their numbers (runtime/io/channels.asm).
DEVICES = {"GRP": 2, "CRT": 3, "LPT": 4}
#: The last error that has a text.
_LAST = basic_errors.RENAME_ACROSS_DISK
#: Drives that a machine can have.
_DRIVES = "ABCDEFGH"


class ShownScreens(IntEnum):
    """What a program may show; each has those before it."""

    TEXT = auto()
    GRAPHIC = auto()
    #: SCREEN 4 to 8 of an MSX2.
    BITMAP = auto()
    #: SCREEN 10 to 12 and SET SCROLL of an MSX2+.
    PLUS = auto()


#: What the routines of the runtime are called for each of `ShownScreens`; the last one serves for the rest too.
_ROUTINES = {
    "set_graphic": ("illegal_call", "graphic_mode", "any_graphic", "plus_graphic"),
    "clear_graphic": ("nothing", "clear_canvas", "any_clear"),
    "leave_bitmap": ("nothing", "nothing", "bitmap_leave", "plus_leave"),
    "page_seek": ("nothing", "nothing", "page_bank"),
    "page_done": ("nothing", "nothing", "first_bank"),
    "fresh_sprites": ("clear_sprites", "clear_sprites", "any_clear_sprites"),
    "sprite_pattern_place": ("sprite_place", "sprite_place", "any_pattern_place"),
    "ready_ink": ("canvas", "canvas", "any_ink"),
    "dot": ("plot_point", "plot_point", "any_dot"),
    "stroke_line": ("stroke", "stroke", "any_stroke"),
    "circle_pixels": ("nothing", "nothing", "circle_flat"),
    "grp_bitmap": ("nothing", "nothing", "bitmap_character", "plus_character"),
}
#: The same for what only SCREEN 5 to 8 do: without SCREEN 10 to 12, and with them.
_PIXELS = {
    "clear_byte": ("pixel_byte", "plus_clear"),
    "fill_byte": ("pixel_byte", "plus_fill"),
    "dot_ready": ("command_wait", "plus_dot"),
    "draw_command": ("command_drawn", "plus_drawn"),
    "point_status": ("vdp_status", "plus_status"),
    "search_pixel": ("pixel_of", "plus_search"),
}
#: Cells that a cartridge keeps where the program names them.
_CELLS = (Cell.VALTYP, Cell.DEFTBL, Cell.MAXFIL, Cell.FNKSTR)
#: VDP(26) to VDP(28): what only an MSX2+ has.
_PLUS_REGISTERS = range(26, 29)


class UsedDevices:
    """The devices of one program, known from all its blocks."""

    def __init__(self, blocks: Iterable[Block], store: Store) -> None:
        #: Its files.
        self.store = store
        self._names: dict[int, str] = {}
        #: Those of them that may be empty.
        self._empty: set[int] = set()
        #: Strings by their variables; None: of more than one value.
        self._texts: dict[VariableName, str | None] = {}
        #: What the routines for each target of PRINT are called.
        self.targets: dict[int, str] = {}
        #: What may be shown; whether PRINT USING may go elsewhere than to a text screen.
        self.screens = ShownScreens.TEXT
        self.using_elsewhere = False
        self._macros = self._music = self.opens = self._keys = False
        #: Whether an error of files may end the program, and one of Disk BASIC.
        self.file_errors = self.disk_errors = False
        known = list(blocks)
        self._cells = _named_cells(known)
        self._keys |= self.names(Cell.FNKSTR)
        self._note_texts(known)
        self._study(known)

    def _study(self, blocks: Iterable[Block]) -> None:
        using = False
        for block in blocks:
            self.store.study(block, self._text)
            kept: dict[int, Value] = {}
            for part in block.instructions:
                if isinstance(part, Do):
                    if screen := OF_STATEMENT["SCREEN_MODE"].of(part):
                        self._may_show(_screens_of(_constant(screen[0])))
                    if (poked := OF_STATEMENT["POKE"].of(part)) and _is_cell(poked[0], Cell.SCRMOD):
                        self._may_show(ShownScreens.GRAPHIC)
                    if part.operation is Op.NEED_MSX2_PLUS or _sets_plus_register(part, kept):
                        self._may_show(ShownScreens.PLUS)
                    if raised := OF_STATEMENT["ERROR"].of(part):
                        number = _constant(raised[0])
                        self.note_error(_LAST if number is None else number)
                    self._macros |= Trait.MACROS in part.operation.traits
                    self._music |= part.operation is OF_STATEMENT["PLAY"]
                    self.opens |= Trait.FILES in part.operation.traits
                    self._keys |= Trait.KEY_TEXTS in part.operation.traits
                elif isinstance(part, Keep) and isinstance(part.value, Call):
                    kept[part.number] = part.value
                    if begun := Op.BEGIN_USING.of(part.value):
                        using = True
                        self.using_elsewhere |= begun[0] is not None
                    self.opens |= part.value.operation is Op.TO_FILE
        self.using_elsewhere |= using and self.graphic

    @property
    def graphic(self) -> bool:
        """Whether a graphic screen may be shown."""
        return self.screens >= ShownScreens.GRAPHIC

    @property
    def bitmap(self) -> bool:
        """Whether one of an MSX2 may be shown."""
        return self.screens >= ShownScreens.BITMAP

    @property
    def plus(self) -> bool:
        """Whether the program asks for what only an MSX2+ has."""
        return self.screens is ShownScreens.PLUS

    def _may_show(self, screens: ShownScreens) -> None:
        self.screens = max(self.screens, screens)

    def come_to(self, screens: ShownScreens, *, opens: bool) -> None:
        """Note what another program may leave: a graphic screen, on which nothing is printed, and open files."""
        self._may_show(screens)
        self.using_elsewhere |= screens >= ShownScreens.GRAPHIC
        self.opens |= opens

    def join(self, other: UsedDevices) -> None:
        """Take what another program needs as well, which runs in the same machine."""
        self.store.join(other.store)
        self._may_show(other.screens)
        self.using_elsewhere |= other.using_elsewhere
        self.file_errors |= other.file_errors
        self.disk_errors |= other.disk_errors
        self._music |= other._music
        self._macros |= other._macros
        self.opens |= other.opens
        self._keys |= other._keys
        self._cells |= other._cells

    def names(self, cell: Cell) -> bool:
        """Return whether a constant of the program may be the address of a cell, which the cartridge does not use."""
        return cell in self._cells

    def note_error(self, number: int) -> None:
        """Note an error that may end the program."""
        self.file_errors |= number >= basic_errors.FIELD_OVERFLOW
        self.disk_errors |= number >= basic_errors.BAD_FAT

    # The names of OPEN

    def begin(self) -> None:
        """Begin a block: no constant name is known."""
        self._names.clear()
        self._empty.clear()

    def keep(self, instruction: Keep) -> None:
        """Remember a name that is a constant."""
        text = self._text(instruction.value)
        if text is not None:
            self._names[instruction.number] = text
        if self.may_be_empty(instruction.value):
            self._empty.add(instruction.number)

    def _text(self, value: Value) -> str | None:
        """Return a string that is always the same: of constants, and of variables that only ever get one."""
        match value:
            case CopyString():
                return self._text(value.operand)
            case StringConstant():
                return value.text
            case Load():
                return self._texts.get(value.variable)
            case Concatenate():
                left, right = self._text(value.left), self._text(value.right)
                return None if left is None or right is None else left + right
        return None

    def _note_texts(self, blocks: Iterable[Block]) -> None:
        """Find the variables that get the same constant wherever they get one."""
        for block in blocks:
            # What VARPTR points to can be written into.
            for name in pointers((block.instructions, block.end)):
                if isinstance(name, VariableName):
                    self._texts[name] = None
            for part in block.instructions:
                if isinstance(part, SetVariable):
                    value = part.value.operand if isinstance(part.value, CopyString) else part.value
                    text = value.text if isinstance(value, StringConstant) else None
                    self._texts[part.variable] = (
                        text if self._texts.get(part.variable, text) == text else None
                    )
                elif isinstance(part, Exchange):
                    for place in (part.first, part.second):
                        if isinstance(place, VariableName):
                            self._texts[place] = None
                elif isinstance(part, Do):
                    for argument in part.arguments:
                        if isinstance(argument, StringPlace) and isinstance(argument.place, VariableName):
                            self._texts[argument.place] = None

    def file_name(self, name: Value) -> str | None:
        """Return the text of a name; None where it is not a constant."""
        if isinstance(name, Temporary):
            return self._names.get(name.number)
        return self._text(name)

    def may_be_empty(self, name: Value) -> bool:
        """Return whether a name is that of a variable, which is empty before it gets its constant and behind CLEAR."""
        if isinstance(name, CopyString):
            return self.may_be_empty(name.operand)
        return isinstance(name, Load) or (isinstance(name, Temporary) and name.number in self._empty)

    def of_name(self, number: int) -> int | None:
        """Return the number of the device that OPEN of a kept name finds; 0: a drive that no machine has; None: a file
        is meant.
        """
        device = device_of(self._names.get(number))
        self.disk_errors |= not device
        self.store.graphic |= device == DEVICES["GRP"]
        return device

    # Source

    def starts(self) -> Iterator[str]:
        """Yield the routines that are called when the machine starts."""
        if self.store.used:
            yield "store_start"
        if self._keys:
            yield "keys_start"
        if self.opens:
            yield "channels_start"
        if self._music:
            yield "play_fresh"
        if self.bitmap:
            yield "bitmap_start"
        if self.plus:
            yield "plus_start"
        if self.names(Cell.MAXFIL) or self.names(Cell.VALTYP):
            yield "cells_start"

    def clears(self) -> Iterator[str]:
        """Yield the routines that RUN and CLEAR call."""
        if self.opens:
            yield "channels_close"
        if self.names(Cell.DEFTBL):
            yield "types_reset"

    def messages(self) -> Iterator[str]:
        """Yield which texts of errors there are."""
        files = self.file_errors or self.disk_errors or self.opens
        yield f"more_messages equ {'file_messages' if files else 'find_message.none'}"
        yield f"rest_messages equ {'disk_messages' if self.disk_errors else 'find_message.none'}"

    def source(self, storage: ProgramStorage, types: Sequence[BasicType]) -> Iterator[str]:
        """Yield lines for the assembler.

        Args:
            types: The types of names, by their first letter.
        """
        for name, routines in _ROUTINES.items():
            yield f"{name} equ {routines[min(self.screens, len(routines)) - 1]}"
        for name, pair in _PIXELS.items():
            yield f"{name} equ {pair[self.plus]}"
        yield f"music_fresh equ {'play_fresh' if self._music else 'nothing'}"
        yield f"music_stop equ {'play_stop' if self._music else 'nothing'}"
        yield f"interrupt_end equ {'play_interrupt' if self._music else 'nothing'}"
        using = ("using_device_put", "using_device_characters", "using_device_blanks")
        plain = ("put", "put_characters", "put_blanks")
        for name, routine in zip(plain, using if self.using_elsewhere else plain, strict=True):
            yield f"using_{name.removeprefix('put_')} equ {routine}"
        yield from self.store.source()
        if self._macros:
            yield from _macro_tables(storage, types)


def _constant(byte: Value) -> int | None:
    """Return the value of a byte, where it is a constant."""
    if isinstance(byte, Call) and (operands := Op.BYTE.of(byte)):
        (byte,) = operands
    return int(byte.number) if isinstance(byte, NumberConstant) else None


def _named_cells(blocks: Iterable[Block]) -> frozenset[Cell]:
    parts = tuple((*block.instructions, block.end) for block in blocks)
    named = set(addresses(parts_of(parts, {}, set())))
    return frozenset(cell for cell in _CELLS if not named.isdisjoint(range(cell, cell + cell.size)))


def _screens_of(mode: int | None) -> ShownScreens:
    """Return what SCREEN may show; None: any mode."""
    if mode is None or mode in VARIANTS:
        return ShownScreens.PLUS
    if mode >= len(MODES) or MODES[mode].is_text:
        return ShownScreens.TEXT
    return ShownScreens.BITMAP if MODES[mode].display.is_extended else ShownScreens.GRAPHIC


def _sets_plus_register(part: Do, kept: Mapping[int, Value]) -> bool:
    written = OF_STATEMENT["SET_VDP"].of(part)
    if not written or not isinstance(written[0], Temporary):
        return False
    register = kept.get(written[0].number)
    return register is not None and is_plus_register(register)


def _is_cell(address: Value, cell: Cell) -> bool:
    return isinstance(address, NumberConstant) and int(address.number) & 0xFFFF == cell


def is_plus_register(register: Value) -> bool:
    """Return whether VDP(n) is a register that only an MSX2+ has."""
    return _constant(register) in _PLUS_REGISTERS


def device_of(name: str | None) -> int | None:
    """Return the number of the device that OPEN names; 0: a drive that no machine has; None: a file."""
    device, colon, _ = (name or "").partition(":")
    if colon and len(device) == 1 and device.upper() not in _DRIVES:
        return 0
    return DEVICES.get(device.upper()) if colon else None


def _macro_tables(storage: ProgramStorage, types: Sequence[BasicType]) -> Iterator[str]:
    """Yield the variables that a macro of DRAW or PLAY may name (runtime/graphics/macro.asm)."""
    yield f"macro_types: db {','.join(str(kind.size) for kind in types)}"
    yield "macro_variables:"
    for labels, mark in ((storage.variables, 0), (storage.arrays, 0x80)):
        for label, kind in labels.items():
            name = label.split("_")[1]
            second = ord(name[1]) if len(name) > 1 else 0
            yield f"        db {ord(name[0])},{second},{kind.size + mark}"
            yield f"        dw {label}"
    yield "        db 0"
