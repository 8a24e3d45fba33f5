"""A compiled program in a page: its cartridge in the memory of an MSX1, with as little of a BIOS as it calls."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from msxkit import memory_size
from msxkit.backends.beside import catalog_of, held
from msxkit.display.font import patterns
from msxkit.errors import MsxError
from msxkit.language.check import check
from msxkit.language.program import Program
from msxkit.machine.chip_type import TMS9918A, V9938
from msxkit.machine.key_codes import codes_of
from msxkit.machine.keyboard import MATRIX
from msxkit.machine.memory_map import FONT, switched_on
from msxkit.machine.video.chip import FRAME, Chip
from msxkit.machine.video.raster import frame
from msxkit.machine.video.sprite_lines import status_of_interrupt
from msxkit.machine.work_area import BEHIND_HOOKS, FIRST_HOOK, Cell, Hook, RomEntry
from msxkit.native.compiler import Cartridge, Options, compile_program
from msxkit.native.mappers import BY_NAME
from msxkit.web.calls import parts

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
#: Models by what the ROM says of its version; the copies of R#8 and on as an NMS 8250 has them.
VERSIONS = ("msx1", "msx2")
_COPIES = "0802000000000000 0f000000003b0500"
#: Bytes of a bank; the port of video memory, and the bit of R#1 that lets the chip ask for interrupts.
_BANK, _DATA, _INTERRUPTS = 0x2000, 0x98, 0x20
#: T-states of a command for each dot, about: nobody has measured it here.
_DOT = 12
#: Bytes for video memory, or one for another port.
_RUNS = re.compile(rb"(\x98+)|[^\x98]", re.DOTALL)


def beside(program: Program, machine: str, files: Mapping[str, bytes]) -> dict[str, Any]:
    """Return a machine with a compiled program, for the page. What the program writes goes to SRAM in the cartridge.

    Raise `MsxError` for a program that the machine does not have all for, or that cannot be compiled.

    Args:
        machine: `msx1` or `msx2`.
        files: The disk beside the program.
    """
    memory_size.require(program.size, "the program")
    for finding in check(program, target=machine) if machine == VERSIONS[0] else ():
        if finding.check == "target" and "MSX2" in finding.message:
            raise MsxError(f"Line {finding.line}: {finding.message}; the menu Machine has one")
    sizes = {name: len(data) for name, data in files.items()}
    catalog, options = catalog_of(files, "Files"), Options(folder=held(sizes))
    cartridge = compile_program(program, catalog, options)
    if saves := "disk_hook" in cartridge.image.symbols:
        cartridge = compile_program(program, catalog, replace(options, save="sram"))
    symbols, version = cartridge.image.symbols, VERSIONS.index(machine)
    return {
        "memory": b64encode(memory(cartridge, version)).decode("ascii"),
        "rom": b64encode(cartridge.rom).decode("ascii"),
        "windows": BY_NAME[cartridge.mapper].places() if cartridge.mapper else {},
        "saves": saves,
        "version": version,
        "boot": _BOOT,
        "stack": _STACK,
        "ended": symbols["ended"],
        "program": symbols["program"],
        "keys": MATRIX,
        "codes": {key: list(codes_of(key, shift=False, control=False)) for key in MATRIX if len(key) > 1},
    }


def memory(cartridge: Cartridge, version: int) -> bytes:
    """Return the 64 KB of the machine when it is switched on. Page 2 shows another slot, with nothing in it."""
    rom = cartridge.rom[:_BANK] * 2 if cartridge.mapper else cartridge.rom[:_ROM]
    found = bytearray(_RETURN * _ROM + rom.ljust(_ROM, b"\xff") + b"\xff" * _ROM)
    found += bytes(map(switched_on, range(0xC000, _WORK))) + bytes(0x10000 - _WORK)
    places: dict[int, bytes] = {
        0x38: _JUMP + _INTERRUPT.to_bytes(2, "little"),
        _INTERRUPT: bytes.fromhex(_ROUTINE),
        _BOOT: b"\xcd" + rom[2:4] + b"\xcd" + int(Hook.H_STKE).to_bytes(2, "little") + b"\x18\xfe",
        RomEntry.CALLF: _JUMP + _CALL.to_bytes(2, "little"),
        _CALL: bytes.fromhex(_CALLF),
        RomEntry.CGTABL: FONT.to_bytes(2, "little") + b"\x98\x98",
        FONT: b"".join(patterns()),
        RomEntry.ID_CHARACTERS: bytes((_EUROPE,)),
        RomEntry.ID_VERSION: bytes((version,)),
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
    if version:
        places |= {Cell.MODE: b"\x04", Cell.RG8SAV: bytes.fromhex(_COPIES)}
    for place, code in places.items():
        found[place : place + len(code)] = code
    return bytes(found)


class RomVideo:
    """The video chip of a machine with a compiled program, as the page's processor reaches it."""

    def __init__(self, version: int) -> None:
        self._chip = chip = Chip.fresh((TMS9918A, V9938)[version])
        self._ports: dict[int, Callable[[int], None]] = {
            0x99: partial(chip.write_control, spend=self._work),
            0x9A: chip.write_palette,
            0x9B: partial(chip.write_indirect, spend=self._work),
        }
        self._changed, self._busy = True, 0

    def _work(self, dots: int) -> None:
        self._busy += dots * _DOT

    @property
    def _asks(self) -> bool:
        return bool(self._chip.status[0] & FRAME and self._chip.registers[1] & _INTERRUPTS)

    def write(self, pairs: Any) -> int:
        """Write to ports: a port and a value, and so on. Return whether the chip asks for an interrupt, with the
        T-states of its commands from bit 1 on.
        """
        data = bytes(pairs.to_py())
        ports, values = data[::2], data[1::2]
        for run in _RUNS.finditer(ports):
            if run[1]:
                self._chip.write_block(values[run.start() : run.end()])
            else:
                self._ports[ports[run.start()]](values[run.start()])
        self._changed, busy, self._busy = True, self._busy, 0
        return self._asks | busy << 1

    def read(self, port: int) -> int:
        """Return what is read from a port, with bit 8 where the chip asks for an interrupt then."""
        found = self._chip.read_data() if port == _DATA else self._chip.read_status()
        return found | self._asks << 8

    def end_frame(self) -> bool:
        """End a frame. Return whether the chip asks for an interrupt."""
        self._chip.status[0] |= status_of_interrupt(self._chip)
        return self._asks

    def picture(self) -> tuple[int, int, bytes, bytes, int, int] | None:
        """Return the parts of the picture; None while nothing was written since the last call."""
        changed, self._changed = self._changed, False
        return parts(frame(self._chip)) if changed else None
