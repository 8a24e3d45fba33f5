"""What a program needs of the screen and of OPEN, known from all its blocks, and which routines that takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msxkit import basic_errors
from msxkit.basic_type import BasicType
from msxkit.machine.video.modes import MODES, ScreenMode
from msxkit.machine.work_area import Cell
from msxkit.native.analysis.ranges import pointers
from msxkit.native.emit.variable_places import ProgramStorage
from msxkit.native.emit.written_files import Store
from msxkit.program.model import Block, Do, Exchange, Keep, SetVariable
from msxkit.program.operations import Op
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
#: What a routine of the runtime is called that sees to SCREEN 4 to 8 too, and what stands for it without them.
_BITMAP = {
    "leave_bitmap": ("bitmap_leave", "nothing"),
    "page_seek": ("page_bank", "nothing"),
    "page_done": ("first_bank", "nothing"),
    "fresh_sprites": ("any_clear_sprites", "clear_sprites"),
    "sprite_pattern_place": ("any_pattern_place", "sprite_place"),
    "ready_ink": ("any_ink", "canvas"),
    "dot": ("any_dot", "plot_point"),
    "stroke_line": ("any_stroke", "stroke"),
    "circle_pixels": ("circle_flat", "nothing"),
    "grp_bitmap": ("bitmap_character", "nothing"),
}


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
        #: Whether a graphic screen may be shown, and one of an MSX2; whether PRINT USING may go elsewhere than to a
        #: text screen.
        self.graphic = self.bitmap = False
        self.using_elsewhere = False
        self._macros = self._music = self.opens = self._keys = False
        #: Whether an error of files may end the program, and one of Disk BASIC.
        self.file_errors = self.disk_errors = False
        known = list(blocks)
        self._note_texts(known)
        self._study(known)

    def _study(self, blocks: Iterable[Block]) -> None:
        using = False
        for block in blocks:
            self.store.study(block, self._text)
            for part in block.instructions:
                if isinstance(part, Do):
                    if screen := Op.SCREEN_MODE.of(part):
                        self.graphic |= _may_be(screen[0], lambda mode: not mode.is_text)
                        self.bitmap |= _may_be(screen[0], lambda mode: mode.display.is_extended)
                    if (poked := Op.POKE.of(part)) and isinstance(poked[0], NumberConstant):
                        self.graphic |= int(poked[0].number) & 0xFFFF == Cell.SCRMOD
                    if raised := Op.RAISE_ERROR.of(part):
                        number = _constant(raised[0])
                        self.note_error(_LAST if number is None else number)
                    self._macros |= part.operation in (Op.DRAW_MACRO, Op.PLAY)
                    self._music |= part.operation is Op.PLAY
                    self.opens |= part.operation in (Op.OPEN, Op.CLOSE, Op.MAX_FILES)
                    self._keys |= part.operation in (Op.SHOW_KEYS, Op.SET_KEY, Op.LIST_KEYS)
                elif isinstance(part, Keep) and isinstance(part.value, Call):
                    if begun := Op.BEGIN_USING.of(part.value):
                        using = True
                        self.using_elsewhere |= begun[0] is not None
                    self.opens |= part.value.operation is Op.TO_FILE
        self.using_elsewhere |= using and self.graphic

    def come_to(self, *, graphic: bool, bitmap: bool, opens: bool) -> None:
        """Note what another program may leave: a graphic screen, on which nothing is printed, and open files."""
        self.graphic |= graphic
        self.bitmap |= bitmap
        self.using_elsewhere |= graphic
        self.opens |= opens

    def join(self, other: UsedDevices) -> None:
        """Take what another program needs as well, which runs in the same machine."""
        self.store.join(other.store)
        self.graphic |= other.graphic
        self.bitmap |= other.bitmap
        self.using_elsewhere |= other.using_elsewhere
        self.file_errors |= other.file_errors
        self.disk_errors |= other.disk_errors
        self._music |= other._music
        self._macros |= other._macros
        self.opens |= other.opens
        self._keys |= other._keys

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
        device = _device(self._names.get(number))
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

    def clears(self) -> Iterator[str]:
        """Yield the routines that RUN and CLEAR call."""
        if self.opens:
            yield "channels_close"

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
        modes, clears = ("any_graphic", "any_clear") if self.bitmap else ("graphic_mode", "clear_canvas")
        yield f"set_graphic equ {modes if self.graphic else 'illegal_call'}"
        yield f"clear_graphic equ {clears if self.graphic else 'nothing'}"
        for name, (full, without) in _BITMAP.items():
            yield f"{name} equ {full if self.bitmap else without}"
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


def _may_be(mode: Value, such: Callable[[ScreenMode], bool]) -> bool:
    """Return whether SCREEN may choose such a mode."""
    number = _constant(mode)
    return number is None or any(such(each) for each in MODES if each.number == number)


def _device(name: str | None) -> int | None:
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
