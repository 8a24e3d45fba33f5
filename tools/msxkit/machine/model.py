"""The models of machines: everything that differs from one to another is a value here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from msxkit.errors import MsxError
from msxkit.machine.chiptype import ChipType
from msxkit.room import FREE


@dataclass(frozen=True, slots=True)
class Model:
    """A model of MSX.

    name: what options call it. title: for people. generation: byte 002DH of the ROM (0: MSX1, 1: MSX2). chip: its
    video chip. drive: it has a disk drive, and Disk BASIC. clock_chip: it keeps date and time. beeps: when it is
    switched on. himem: HIMEM after a reset. free: bytes for program, variables and stack then, with 200 bytes of
    string space. frequency: interrupts of the video chip a second. highest_screen: of SCREEN. widest: WIDTH of
    SCREEN 0 and 1. highest_pad: of PAD. memory: other bytes of ROM and work area that programs look at, with their
    addresses.
    """

    name: str
    title: str
    generation: int
    chip: ChipType
    drive: bool
    clock_chip: bool
    beeps: bool
    himem: int
    free: int
    frequency: int
    highest_screen: int
    widest: tuple[int, int]
    highest_pad: int
    memory: tuple[tuple[int, bytes], ...] = ()

    def __str__(self) -> str:
        return self.name


#: The keyboard and character set of Europe; the slot of the ROM (MSX Red Book; MSX2 Technical Handbook, appendix 8).
_EUROPE = ((0x002B, b"\xa1\x11"), (0xFCC1, b"\x80"))
#: The Philips VG 8020/20 of tests/conformance/borders-msx1.json.
MSX1 = Model(
    name="msx1",
    title="MSX1 without a disk drive",
    generation=0,
    chip=ChipType.TMS9918A,
    drive=False,
    clock_chip=False,
    beeps=False,
    himem=0xF380,
    free=FREE["msx1"],
    frequency=50,
    highest_screen=3,
    widest=(40, 32),
    highest_pad=7,
    memory=(*_EUROPE, (0x002D, b"\0")),
)
#: The Philips NMS 8250 of the other files there, with room for two drives. The slot of the sub-ROM; register 8 and 9.
MSX2 = Model(
    name="msx2",
    title="MSX2 with a disk drive",
    generation=1,
    chip=ChipType.V9938,
    drive=True,
    clock_chip=True,
    beeps=True,
    himem=0xDE77,
    free=FREE["disk"],
    frequency=50,
    highest_screen=8,
    widest=(80, 32),
    highest_pad=19,
    memory=(*_EUROPE, (0x002D, b"\1"), (0xFAF8, b"\x83"), (0xFFE7, b"\x08\x02")),
)
#: Every model, by name. Another one is added by adding a value.
MODELS: Mapping[str, Model] = MappingProxyType({model.name: model for model in (MSX1, MSX2)})


def model_of(model: Model | str) -> Model:
    """A model by its name; a model is itself. Raises `MsxError` that names those that there are."""
    if isinstance(model, Model):
        return model
    try:
        return MODELS[model]
    except KeyError:
        raise MsxError(f"machine {model!r} is not known; there are {', '.join(MODELS)}") from None
