"""The models of machines: everything that differs from one to another is a value here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from msxkit.charset import UNICODE
from msxkit.errors import MsxError
from msxkit.machine.chip_type import TMS9918A, V9938, V9958, ChipType
from msxkit.machine.work_area import WORK_AREA, Cell, DiskArea, RomEntry
from msxkit.memory_size import FREE


@dataclass(frozen=True, slots=True)
class BasicVersion:
    """A version of MSX BASIC and its BIOS, with all that differs from others.

    Attributes:
        is_extended: Whether it knows the statements and operands of the MSX2.
        keeps_registers: Whether SCREEN leaves alone the registers that a mode makes no use of (`ScreenMode.kept`).
        text_colours: What BASE(1) is, a table that SCREEN 0 does not have.
        base_sets: The modes whose registers BASE sets in SCREEN 0-3.
        sets_status: Whether it takes a value for the status register, VDP(8), which changes nothing.
        scrolls: Whether it knows SET SCROLL.
        reads_text_dots: Whether POINT reads a text screen, as if it were SCREEN 3; else it is 0 there.
    """

    is_extended: bool
    keeps_registers: bool
    text_colours: int
    base_sets: tuple[int, int, int, int]
    sets_status: bool
    reads_text_dots: bool
    scrolls: bool = False


#: Sources: MSX Red Book (7B99H, BASE; 15D9H, POINT); tests/graphics.
BASIC1 = BasicVersion(
    is_extended=False,
    keeps_registers=False,
    text_colours=0,
    base_sets=(0, 2, 3, 3),
    sets_status=True,
    reads_text_dots=True,
)
BASIC2 = BasicVersion(
    is_extended=True,
    keeps_registers=True,
    text_colours=0x800,
    base_sets=(0, 1, 2, 3),
    sets_status=False,
    reads_text_dots=False,
)
BASIC3 = replace(BASIC2, scrolls=True)


#: Orders of dates, by bits 4 to 6 of the byte at 002BH (MSX2 Technical Handbook, appendix 8).
_DATES = (("year", "month", "day"), ("month", "day", "year"), ("day", "month", "year"))


@dataclass(frozen=True, slots=True)
class Model:
    """A model of MSX.

    Attributes:
        name: Its name in options.
        title: The name that users see.
        generation: 0: MSX1, 1: MSX2 and what came after it, as far as costs and BASIC go.
        chip: Its video chip.
        basic: Its MSX BASIC.
        drive: Whether it has a disk drive, and Disk BASIC.
        clock_chip: Whether it keeps date and time.
        beeps: Whether it beeps when it is switched on.
        himem: HIMEM after a reset.
        free: Bytes for program, variables and stack then, with 200 bytes of string space.
        frequency: Interrupts of the video chip a second.
        highest_screen: The highest mode that SCREEN takes.
        widest: The highest WIDTH of SCREEN 0 and 1.
        highest_pad: The highest argument that PAD takes.
        width, width_32: The widths that SCREEN 0 and 1 start with. The default of the first is that of the recordings;
            a genuine machine has its own.
        screen: The mode that it starts in, 0 or 1.
        colours: Ink, paper and border that it starts with.
        click: What CLIKSW holds when it is switched on; 0 is no key click.
        turbo: Whether XBASIC is in memory, for CALL TURBO.
        function_keys: Number (from 0) and text of those that do not hold the usual text.
        memory: Other bytes of ROM and work area that programs look at, with their addresses.
        characters: The character of each code, index 0-255.
        boot_registers: Registers of the video chip that nothing sets after starting: number, value.
        boot_vram: What starting leaves in video memory: address, bytes.
    """

    name: str
    title: str
    generation: int
    chip: ChipType
    basic: BasicVersion
    drive: bool
    clock_chip: bool
    beeps: bool
    himem: int
    free: int
    frequency: int
    highest_screen: int
    widest: tuple[int, int]
    highest_pad: int
    width: int = 40
    width_32: int = 29
    screen: int = 0
    colours: tuple[int, int, int] = (15, 4, 4)
    function_keys: tuple[tuple[int, str], ...] = ()
    click: int = 1
    turbo: bool = False
    memory: tuple[tuple[int, bytes], ...] = ()
    characters: str = UNICODE
    boot_registers: tuple[tuple[int, int], ...] = ()
    boot_vram: tuple[tuple[int, bytes], ...] = ()

    def __str__(self) -> str:
        return self.name

    @property
    def date_order(self) -> tuple[str, str, str]:
        """The parts of a date in the order in which the clock chip's statements take and return them."""
        codes = next(codes for place, codes in self.memory if place == RomEntry.ID_CHARACTERS)
        return _DATES[codes[0] >> 4 & 7]

    def in_text(self, width: int) -> Model:
        """Return it as it is after `SCREEN 0:WIDTH width`, where the border has the colour of the paper."""
        ink, paper, _ = self.colours
        return replace(self, width=width, screen=0, colours=(ink, paper, paper))


#: The keyboard and character set of Europe; the slot of the ROM (MSX Red Book; MSX2 Technical Handbook, appendix 8).
_EUROPE = ((RomEntry.ID_CHARACTERS, b"\x91\x11"), (Cell.SLTTBL, b"\0\0\0\xa0"))
#: The Philips VG 8020/20 of tests/conformance/borders-msx1.json.
MSX1 = Model(
    name="msx1",
    title="MSX1 without a disk drive",
    generation=0,
    chip=TMS9918A,
    basic=BASIC1,
    drive=False,
    clock_chip=False,
    beeps=False,
    himem=WORK_AREA,
    free=FREE["msx1"],
    frequency=50,
    highest_screen=3,
    widest=(40, 32),
    highest_pad=7,
    memory=(*_EUROPE, (RomEntry.ID_VERSION, b"\0"), (0xF345, b"\xff\0")),
    # What it shows in SCREEN 1.
    boot_vram=((0x194B, b"MSX  system"), (0x196B, b"version 1.0"), (0x19A3, b"Copyright 1983 by Microsoft")),
)
#: What starting leaves in the memory of an NMS 8250 where files get their control blocks and the drive has its buffer,
#: as far as it is known. A program sees it in records that it never filled (tests/corpus).
_LEFT_BEHIND = tuple(
    (at, bytes.fromhex(left))
    for at, left in (
        (0xDB64, "0b"),
        (0xDB67, "2b609c9f"),
        (0xDB75, "1a12ae0ce80c7866000054fcfc00030067dc"),
        (0xDC6D, "06"),
        (
            0xDC70,
            "09bb0c29002500bf2392f354f32220bb2592f314f008f008f814032902fffc7902acfc017c7e5e00"
            "00038bc4fc4001c65992f314f01403c8fcc0f0a0f3cffe9d62237d000000",
        ),
        (0xDD7F, "83dd8cde"),
        (0xDD8A, "00"),
        (
            0xEE62,
            "001a12ae0ce80c38000000bcfcfc0303fc7d01acebea00dc1400fadf050202d0"
            "7f4207fa054400d00707ef3b0092f354ffea5f005f",
        ),
        (
            0xEE97,
            "b65f9bec00fecb5efe58000292f314f01403c8fcc0f0a0f3cffe9d62237d00000000210193eed6ff"
            "cb5e7b58a00255f392f314f01403c8fcc0f0a0f3a37d8f00044006fdc4fc177d000000",
        ),
        (DiskArea.DISK_SECTOR, "97eb"),
        (0xEF81, "85ef8ef0"),
        (0xEF8C, "00"),
    )
)
#: The Philips NMS 8250 of the other files in tests/conformance, with room for two drives. `memory` also has the slot of
#: the sub-ROM, and registers 8 and 9.
MSX2 = Model(
    name="msx2",
    title="MSX2 with a disk drive",
    generation=1,
    chip=V9938,
    basic=BASIC2,
    drive=True,
    clock_chip=True,
    beeps=True,
    himem=0xDE79,
    free=FREE["disk"],
    frequency=50,
    highest_screen=8,
    widest=(80, 32),
    highest_pad=19,
    click=0xFF,
    memory=(
        *_EUROPE,
        (RomEntry.ID_VERSION, b"\1"),
        (Cell.EXBRSA, b"\x83"),
        (Cell.MODE, b"\4"),
        (Cell.SLTTBL, b"\0\0\0\xac"),
        # The slots of RAM in pages 0 to 3: 3-2.
        (DiskArea.RAM_SLOTS, b"\x8b" * 4),
        (0xF345, b"\7\0"),
        (Cell.RG8SAV, b"\x08\x02"),
        *_LEFT_BEHIND,
    ),
    boot_registers=((8, 0x08), (9, 0x02), (16, 0x0F), (21, 0x3B), (22, 0x05)),
    # A part of the picture that it boots with.
    boot_vram=((0x4000, b"\x55"),),
)


def _characters(*bytes_: int) -> tuple[tuple[int, bytes], ...]:
    """Return the memory of an MSX1 with these bytes for character set and keyboard."""
    return ((RomEntry.ID_CHARACTERS, bytes(bytes_)), *MSX1.memory[1:])


#: Genuine machines, with the values that they start with (tests/power-on.json); the rest is that of the model above.
NAMED = (
    replace(MSX1, name="vg8020", title="Philips VG 8020", width=37),
    replace(MSX1, name="phc28p", title="Sanyo PHC-28P", width=37, memory=_characters(0xA1, 0x14)),
    replace(MSX1, name="svi728", title="Spectravideo SVI-728 SE", width=37, memory=_characters(0xA1, 0x17)),
    replace(
        MSX1,
        name="gpc1",
        title="Gradiente Expert GPC-1",
        colours=(15, 1, 1),
        function_keys=((5, "color 15,1,1\r"), (8, "list\r"), (9, "run ")),
        frequency=60,
        memory=_characters(0x21, 0x11),
    ),
    replace(MSX2, name="nms8250", title="Philips NMS 8250", width=37),
    replace(MSX2, name="nms8255", title="Philips NMS 8255", width=37),
    replace(MSX2, name="msx2_eu", title="European MSX2", width=37),
    replace(
        MSX2,
        name="msx2plus",
        title="Japanese MSX2+",
        chip=V9958,
        basic=BASIC3,
        highest_screen=12,
        boot_registers=tuple((number, value) for number, value in MSX2.boot_registers if number != 9),
        boot_vram=(),
        width=39,
        screen=1,
        colours=(15, 4, 7),
        function_keys=((5, "color 15,4,7\r"), (6, 'load"')),
        frequency=60,
        himem=56935,
        free=FREE["msx2plus"],
        memory=(
            (RomEntry.ID_CHARACTERS, b"\0\0"),
            *MSX2.memory[1:2],
            (RomEntry.ID_VERSION, b"\2"),
            *MSX2.memory[3:],
        ),
    ),
)
#: Every model, by name. Another one is added by adding a value.
MODELS: Mapping[str, Model] = MappingProxyType({model.name: model for model in (MSX1, MSX2, *NAMED)})


def model_of(model: Model | str) -> Model:
    """Return the model of a name; a model stays itself. Raise `MsxError`, which lists the names, for another."""
    if isinstance(model, Model):
        return model
    try:
        return MODELS[model]
    except KeyError:
        raise MsxError(f"machine {model!r} is not known; choose one of {', '.join(MODELS)}") from None
