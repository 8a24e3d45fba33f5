"""A compiled program in a page: its cartridge in the memory of an MSX1, with as little of a BIOS as it calls."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

from msxkit.display.font import patterns
from msxkit.errors import MsxError
from msxkit.language.check import check
from msxkit.language.program import Program
from msxkit.machine.chip_type import TMS9918A
from msxkit.machine.key_codes import codes_of
from msxkit.machine.keyboard import MATRIX
from msxkit.machine.memory_map import FONT, switched_on
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.frame import Frame
from msxkit.machine.video.raster import frame
from msxkit.machine.video.sprite_lines import status_of_interrupt
from msxkit.machine.work_area import BEHIND_HOOKS, FIRST_HOOK, Cell, Hook, RomEntry
from msxkit.native.compiler import compile_program

_ROM, _WORK, _STACK = 0x4000, 0xF380, 0xF300
#: Where the machine calls INIT of the cartridge and then H.STKE, where its interrupt routine is, and that routine:
#: it keeps the status of the video chip, counts JIFFY and calls H.TIMI.
_BOOT, _INTERRUPT = 0x3E00, 0x3F00
_ROUTINE = "F5C5D5E5 DB99 32E7F3 2A9EFC 23 229EFC CD9FFD E1D1C1F1 FB C9"
#: CALLF: POP HL / INC HL / LD E,(HL) / INC HL / LD D,(HL) / INC HL / PUSH HL / EX DE,HL / JP (HL).
_CALL, _CALLF = 0x3E10, "E1 23 5E 23 56 23 E5 EB E9"
#: Ports by which the page does what an entry is for: OUT (port),A / RET.
PORTS = {RomEntry.ENASLT: 0x20, RomEntry.GTSTCK: 0x21, RomEntry.GTTRIG: 0x22}
_RETURN, _JUMP, _ZERO = b"\xc9", b"\xc3", b"\xaf\xc9"
_EUROPE = 0x91


def beside(program: Program) -> dict[str, Any]:
    """Return a machine with a compiled program, for the page.

    Raise `MsxError` for a program that needs more than an MSX1 without a disk drive, or that cannot be compiled.
    """
    for finding in check(program, target="msx1"):
        if finding.check == "target":
            raise MsxError(f"Compiled programs run on an MSX1 here. Line {finding.line}: {finding.message}")
    cartridge = compile_program(program)
    if cartridge.mapper:
        raise MsxError(
            "Compiled, this program is a MegaROM, which does not run here: download it for an emulator."
        )
    symbols = cartridge.image.symbols
    return {
        "memory": b64encode(memory(cartridge.rom)).decode("ascii"),
        "upper": b64encode(cartridge.rom[_ROM:]).decode("ascii"),
        "boot": _BOOT,
        "stack": _STACK,
        "ended": symbols["ended"],
        "program": symbols["program"],
        "size": len(cartridge.rom),
        "keys": MATRIX,
        "codes": {key: list(codes_of(key, shift=False, control=False)) for key in MATRIX if len(key) > 1},
    }


def memory(rom: bytes) -> bytes:
    """Return the 64 KB of the machine when it is switched on. Page 2 shows another slot, with nothing in it."""
    found = bytearray(_RETURN * _ROM + rom[:_ROM].ljust(_ROM, b"\xff") + b"\xff" * _ROM)
    found += bytes(map(switched_on, range(0xC000, _WORK))) + bytes(0x10000 - _WORK)
    parts: dict[int, bytes] = {
        0x38: _JUMP + _INTERRUPT.to_bytes(2, "little"),
        _INTERRUPT: bytes.fromhex(_ROUTINE),
        _BOOT: b"\xcd" + rom[2:4] + b"\xcd" + int(Hook.H_STKE).to_bytes(2, "little") + b"\x18\xfe",
        RomEntry.CALLF: _JUMP + _CALL.to_bytes(2, "little"),
        _CALL: bytes.fromhex(_CALLF),
        RomEntry.CGTABL: FONT.to_bytes(2, "little") + b"\x98\x98",
        FONT: b"".join(patterns()),
        RomEntry.ID_CHARACTERS: bytes((_EUROPE,)),
        RomEntry.ID_VERSION: b"\0",
        RomEntry.RSLREG: _ZERO,
        RomEntry.GTPAD: _ZERO,
        RomEntry.GTPDL: b"\x3e\xff\xc9",
        FIRST_HOOK: _RETURN * (BEHIND_HOOKS - FIRST_HOOK),
        Cell.HIMEM: _WORK.to_bytes(2, "little"),
        Cell.GETPNT: int(Cell.KEYBUF).to_bytes(2, "little"),
        Cell.PUTPNT: int(Cell.KEYBUF).to_bytes(2, "little"),
        Cell.NEWKEY: b"\xff" * 11,
        **{entry: b"\xd3" + bytes((port,)) + _RETURN for entry, port in PORTS.items()},
    }
    for place, code in parts.items():
        found[place : place + len(code)] = code
    return bytes(found)


def seen(vram: str, registers: list[int]) -> tuple[Frame, int]:
    """Return the picture that a video chip makes, and its status at the interrupt.

    Args:
        vram: Its memory, in base64.
    """
    chip = Chip.fresh(TMS9918A)
    chip.vram[:] = b64decode(vram)
    chip.registers[:] = bytes(registers)
    return frame(chip), status_of_interrupt(chip)
