"""An MSX around a bare Z80, as little of it as a compiled program needs: BIOS entries, video memory, keys, interrupts.

It is much faster than an emulator, so thousands of programs can be run; openMSX with C-BIOS has the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast
from weakref import WeakMethod

from z80 import Z80Machine

from msxkit.display.font import patterns
from msxkit.display.screen import Screen
from msxkit.machine.chip_type import TMS9918A, V9938, V9958
from msxkit.machine.memory_map import switched_on
from msxkit.machine.sound import SOUND_REGISTERS
from msxkit.machine.video.chip import FRAME as FRAME_DONE
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.sprite_lines import status_of_interrupt
from msxkit.machine.work_area import Cell, RomEntry
from msxkit.native.compiler import Cartridge
from msxkit.native.mappers import BY_NAME
from msxkit.openmsx.vdp import text_mode

from . import bdos
from .bdos import Bdos

#: T-states of a frame at 50 Hz.
FRAME = 71_590
#: T-states after which a request is told again that the processor has not taken: the chip holds it.
_HELD = 20
_FONT = 0x1BBF
_GETPNT, _PUTPNT, _KEYBUF = 0xF3FA, 0xF3F8, 0xFBF0
#: Byte 002BH of the ROM: 50 Hz, dates with the day first.
_EUROPE = 0x91
#: Where a run stops to be looked at.
_STOPS = ("ended", "key_wait", "error_message")
#: Port by which the stand-in for ENASLT says that page 2 shows the cartridge.
_SLOT = 0x2E
#: Port by which the stand-in for LPTOUT says what is printed.
_PAPER = 0x2D
#: Ports by which the stand-ins for RDVRM, WRTVRM, FILVRM, LDIRMV and LDIRVM ask for what they do.
_VIDEO, _VIDEO_ENTRIES = (
    0x20,
    {RomEntry.RDVRM: 0, RomEntry.WRTVRM: 1, RomEntry.FILVRM: 2, RomEntry.LDIRMV: 3, RomEntry.LDIRVM: 4},
)
#: DCOMPR: LD A,H / SUB D / RET NZ / LD A,L / SUB E / RET. WRTPSG: OUT (A0h),A / LD A,E / OUT (A1h),A / RET.
_ENTRIES = {RomEntry.DCOMPR: "7C92C07D93C9", RomEntry.WRTPSG: "D3A07BD3A1C9"}
#: Where the machine calls the cartridge.
_BOOT = 0x3E00
#: Interrupt routine: keeps the status of the video chip, counts JIFFY and calls H.TIMI.
_INTERRUPT = bytes.fromhex("F5C5D5E5DB9932E7F32A9EFC23229EFCCD9FFDE1D1C1F1FBC9")


def _weakly(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that does not keep its object: the processor keeps what it calls, and no collector sees it."""
    held = WeakMethod(method)

    def call(*given: int) -> Any:
        called = held()
        assert called is not None
        return called(*given)

    return call


class Msx:
    """A cartridge in a machine that has just been switched on.

    Attributes:
        version: 0 MSX1, 1 MSX2, 2 MSX2+.
        disk: What Disk BASIC has at F37Dh; None: the machine has no disk drive.
        sram: 8 KB that the cartridge keeps, where it has any.
    """

    def __init__(
        self, cartridge: Cartridge, version: int = 0, disk: Bdos | None = None, sram: bytearray | None = None
    ) -> None:
        self.symbols = cartridge.image.symbols
        cpu = self.cpu = Z80Machine()
        self.memory = cast(memoryview, cpu.memory)
        cpu.set_memory_block(0, b"\xc9" * 0x4000)
        cpu.set_memory_block(0x38, b"\xc3\x00\x3f")
        cpu.set_memory_block(0x3F00, _INTERRUPT)
        cpu.set_memory_block(0x4, _FONT.to_bytes(2, "little"))
        cpu.set_memory_block(_FONT, b"".join(patterns()))
        self.memory[0x2B:0x2E:2] = bytes((_EUROPE, version))
        self.memory[0x138] = 0x3E  # RSLREG: LD A,0 / RET
        cpu.set_memory_block(0x138, b"\xaf\xc9")
        self._rom = cartridge.rom
        for entry in (0xD5, 0xD8, 0xDB):  # GTSTCK, GTTRIG, GTPAD: nothing is there
            cpu.set_memory_block(entry, b"\xaf\xc9")
        cpu.set_memory_block(0xDE, b"\x3e\xff\xc9")  # GTPDL: nothing ends the count
        cpu.set_memory_block(0x24, bytes((0xD3, _SLOT, 0xC9)))  # ENASLT
        cpu.set_memory_block(0xA5, bytes((0xD3, _PAPER, 0xB7, 0xC9)))  # LPTOUT
        for entry, what in _VIDEO_ENTRIES.items():
            cpu.set_memory_block(entry, bytes((0xD3, _VIDEO + what, 0xC9)))
        for place, (entry, code) in zip((0x3D00, 0x3D10), _ENTRIES.items(), strict=True):
            cpu.set_memory_block(entry, b"\xc3" + place.to_bytes(2, "little"))
            cpu.set_memory_block(place, bytes.fromhex(code))
        self.printed = bytearray()
        # At the start page 2 shows another slot, with nothing in it.
        cpu.set_memory_block(0x4000, cartridge.rom[:0x4000])
        cpu.set_memory_block(0x8000, b"\xff" * 0x4000)
        self._page2: bytearray | None = bytearray(cartridge.rom[0x4000:0x8000])
        #: The size of a bank, and its window by the address that chooses it.
        self._bank, self._windows = 0, dict[int, int]()
        if cartridge.mapper:
            mapper = BY_NAME[cartridge.mapper]
            if mapper.registers[0]:  # an ASCII mapper begins with its first bank everywhere
                cpu.set_memory_block(0x4000, cartridge.rom[: mapper.bank] * (0x4000 // mapper.bank))
            self._bank, self._windows = mapper.bank, mapper.places()
            for register in self._windows:
                cpu.mark_addr(register, Z80Machine.WRITE_MARK)
            cpu.set_write_callback(_weakly(self._choose_bank))
        cpu.set_memory_block(0xF380, bytes(0x10000 - 0xF380))
        for cell in set(Cell) - {Cell.EXPTBL}:
            cpu.set_memory_block(cell, cell.start)
        cpu.set_memory_block(0xFD9A, b"\xc9" * (0xFFCA - 0xFD9A))
        self.set_word(0xFC4A, 0xF380)
        self.set_word(_GETPNT, _KEYBUF)
        self.set_word(_PUTPNT, _KEYBUF)
        self.memory[0xFBE5:0xFBF0] = b"\xff" * 11
        #: Whether the status register tells of sprites that meet.
        self.sprites = False
        self.chip = Chip.fresh((TMS9918A, V9938, V9958)[version])
        self.vram, self.registers = self.chip.vram, self.chip.registers
        self._v9938 = bool(version)
        if version:
            self.memory[Cell.MODE] = 4  # 128 KB of video memory
            # The copies of R#8 to R#23 as an NMS 8250 has them.
            self.memory[0xFFE7:0xFFF7] = bytes.fromhex("0802000000000000 0f000000003b0500")
        self._status = FRAME_DONE
        self._latch: int | None = None
        self._address = 0
        self.psg = bytearray(16)
        self._psg_register = self._clock_register = 0
        #: Frame, register and value of each write into registers 0 to 13 of the sound chip.
        self.sounds: list[tuple[int, int, int]] = []
        #: The registers of the clock chip, four bits each, in four blocks: time, alarm, and what a battery keeps.
        self.clock = tuple(bytearray(16) for _ in range(4))
        # It is the first of January 1988.
        self.clock[0][7:13] = bytes((1, 0, 1, 0, 8, 0))
        # Tells of an interrupt, and returns whether the processor takes it.
        self._interrupt = cast("Callable[[], bool]", cpu.on_handle_active_int)
        cpu.set_input_callback(_weakly(self._in))
        cpu.set_output_callback(_weakly(self._out))
        for name in _STOPS:
            if name in self.symbols:
                cpu.set_breakpoint(self.symbols[name])
        # INIT is called, and H.STKE when all cartridges are ready. RST 30h calls another slot.
        cpu.set_memory_block(_BOOT, b"\xcd" + cartridge.rom[2:4] + bytes.fromhex("CDDAFE18FE"))
        cpu.set_memory_block(_BOOT + 16, bytes.fromhex("E1235E235623E5EBE9"))
        cpu.set_memory_block(0x30, b"\xc3" + (_BOOT + 16).to_bytes(2, "little"))
        cpu.pc = _BOOT
        self._disk, self._sram = disk, sram
        self._sram_window = 0
        if disk is not None:
            disk.install(cpu.set_memory_block)
        cpu.sp = 0xF300
        self.keys: list[int] = []
        #: Frames before the first key is typed.
        self.keys_from = 0
        self.frames = 0
        #: Number and line of the error that ended the program.
        self.error: tuple[int, int] | None = None

    def set_word(self, address: int, value: int) -> None:
        """Write the word at an address."""
        self.cpu.set_memory_block(address, value.to_bytes(2, "little"))

    def word(self, address: int) -> int:
        """Return the word at an address."""
        return self.memory[address] | self.memory[address + 1] << 8

    def _choose_bank(self, address: int, value: int) -> None:
        if address in self._windows:
            if self._sram is not None:
                self._choose_sram(self._windows[address], value)
                if value & len(self._rom) // self._bank:
                    return
            bank, place = self._rom[value * self._bank :][: self._bank], self._windows[address]
            if place >= 0x8000 and self._page2 is not None:
                self._page2[place - 0x8000 : place - 0x8000 + self._bank] = bank
            else:
                self.cpu.set_memory_block(place, bank)

    def _choose_sram(self, place: int, value: int) -> None:
        assert self._sram is not None
        if self._sram_window == place:
            self._sram[:] = self.memory[place : place + self._bank]
            self._sram_window = 0
        if value & len(self._rom) // self._bank:
            self._sram_window = place
            self.cpu.set_memory_block(place, bytes(self._sram))

    def set_ram(self) -> None:
        """Fill memory from C000h on as it is when a machine is switched on, below that of the disk ROM."""
        codes = bytes(switched_on(address) for address in range(0xC000, bdos.HIMEM))
        self.cpu.set_memory_block(0xC000, codes)

    def _out_video(self, what: int) -> None:
        """Do what an entry of the BIOS for video memory does, in the modes of an MSX1."""
        cpu, vram = self.cpu, self.vram
        if what == 0:
            cpu.a = vram[cpu.hl & 0x3FFF]
        elif what == 1:
            vram[cpu.hl & 0x3FFF] = cpu.a
        else:
            for number in range(cpu.bc):
                source, target = cpu.hl + number & 0xFFFF, cpu.de + number & 0xFFFF
                if what == 2:
                    vram[source & 0x3FFF] = cpu.a
                elif what == 3:
                    cpu.set_memory_block(target, bytes((vram[source & 0x3FFF],)))
                else:
                    vram[target & 0x3FFF] = self.memory[source]

    def _out_disk(self, port: int) -> None:
        cpu, disk = self.cpu, self._disk
        assert disk is not None
        if port == bdos.ENTER:
            self._page1 = bytes(self.memory[0x4000:0x8000])
            assert cpu.sp >= 0xC000, hex(cpu.sp)
            cpu.set_memory_block(cpu.sp - bdos.STACK, b"\xa5" * bdos.STACK)
            cpu.set_memory_block(0x4000, bytes((bdos.HALT,)) * 0x4000)
        elif port == bdos.WORK:
            cpu.a, cpu.hl = disk.call(self.memory, cpu.c, cpu.de, cpu.hl)
            for name in ("bc", "de", "ix", "iy", "alt_bc", "alt_de", "alt_hl"):
                setattr(cpu, name, 0x5A5A)
        else:
            cpu.set_memory_block(0x4000, self._page1)

    # Ports

    @property
    def _clock(self) -> bytearray:
        """The registers that the ports of the clock chip reach."""
        return self.clock[self.clock[0][13] & 3] if self._clock_register < 13 else self.clock[0]

    def _in(self, port: int) -> int:
        port &= 0xFF
        if self._v9938 and port in (0x98, 0x99):
            return self._in_v9938(port)
        if port == 0x98:
            value = self.vram[self._address]
            self._address = (self._address + 1) & 0x3FFF
            self._latch = None
            return value
        if port == 0x99:
            self._latch = None
            return self._take_status()
        if port == 0xA2:
            return self.psg[self._psg_register]
        if port == 0xB5:
            return self._clock[self._clock_register] | 0xF0
        return 0xFF

    def _in_v9938(self, port: int) -> int:
        if port == 0x98:
            return self.chip.read_data()
        if self.registers[15] & 15:
            return self.chip.read_status()
        self.chip.first = None
        return self._take_status()

    def _take_status(self) -> int:
        """Return status register 0, whose flags a read clears."""
        found, self._status = self._status, self._status & 0x1F
        return found

    def _out_v9938(self, port: int, value: int) -> None:
        chip = self.chip
        if port == 0x98:
            chip.write_data(value)
        elif port == 0x99:
            chip.write_control(value)
        elif port == 0x9A:
            chip.write_palette(value)
        else:
            chip.write_indirect(value)

    def _out(self, port: int, value: int) -> None:
        port &= 0xFF
        if port in (bdos.ENTER, bdos.WORK, bdos.LEAVE) and self._disk is not None:
            self._out_disk(port)
        elif port == _SLOT and self.cpu.h < 0x80:
            self.cpu.set_memory_block(0x4000, self._page1)
        elif port == _SLOT and self._page2 is not None:
            self.cpu.set_memory_block(0x8000, bytes(self._page2))
            self._page2 = None
        elif self._v9938 and 0x98 <= port < 0x9C:
            self._out_v9938(port, value)
        elif port == 0x98:
            self.vram[self._address] = value
            self._address = (self._address + 1) & 0x3FFF
            self._latch = None
        elif port == 0x99:
            if self._latch is None:
                self._latch = value
            elif value & 0x80:
                self.registers[value & 7] = self._latch
                self._latch = None
            else:
                self._address = (value & 0x3F) << 8 | self._latch
                self._latch = None
        elif _VIDEO <= port < _VIDEO + len(_VIDEO_ENTRIES):
            self._out_video(port - _VIDEO)
        elif port == 0xB4:
            self._clock_register = value & 15
        elif port == 0xB5:
            self._clock[self._clock_register] = value & 15
        elif port == _PAPER:
            self.printed.append(value)
        elif port == 0xA0:
            self._psg_register = value & 15
        elif port == 0xA1:
            self.psg[self._psg_register] = value
            if self._psg_register < SOUND_REGISTERS:
                self.sounds.append((self.frames, self._psg_register, value))

    # Running

    def run(self, keys: Iterable[int] = (), seconds: float = 60) -> str:
        """Run to the end: `ended`, `key` (waits for one, none is left) or `limit`."""
        self.keys += keys
        cpu = self.cpu
        ended, key_wait = self.symbols["ended"], self.symbols.get("key_wait")
        last = self.frames + int(seconds * 50)
        left = FRAME
        requested = False
        while self.frames < last:
            step = min(left, _HELD) if requested else left
            cpu.ticks_to_stop = step
            cpu.run()
            left += cpu.ticks_to_stop - step
            if cpu.pc == ended:
                return "ended"
            if cpu.pc == key_wait and self.word(_GETPNT) == self.word(_PUTPNT):
                if not self.keys:
                    return "key"
                self.frames = max(self.frames, self.keys_from)
                self._type(self.keys.pop(0))
            if cpu.ticks_to_stop > 0 and cpu.pc != ended:
                if cpu.pc == self.symbols["error_message"]:
                    self._note_error()
                self._step()
                continue
            if left > 0:
                requested = not self._interrupt()
                continue
            self.frames += 1
            left = FRAME
            if self.keys and self.frames >= self.keys_from and self.word(_GETPNT) == self.word(_PUTPNT):
                self._type(self.keys.pop(0))
            self._end_frame()
            requested = not self._interrupt()
        return "limit"

    def begin(self) -> None:
        """Run to the first statement of the program."""
        self.advance(self.symbols["program"])
        self.sounds.clear()

    def advance(self, stop: int) -> bool:
        """Run without interrupts until an address comes next (but not where it stands); False: the program ended."""
        cpu, ended = self.cpu, self.symbols["ended"]
        self._step()
        while cpu.pc not in (stop, ended):
            cpu.set_breakpoint(stop)
            cpu.ticks_to_stop = FRAME
            cpu.run()
            cpu.clear_breakpoint(stop)
            if cpu.pc == self.symbols["error_message"]:
                self._note_error()
                self._step()
        return cpu.pc == stop

    def interrupt(self, here: int) -> None:
        """Let an interrupt come, and run until it is over and `here` comes next again."""
        self._end_frame()
        assert self._interrupt()
        self.advance(here)

    def _end_frame(self) -> None:
        """Set the status as the chip has it when a picture is done."""
        self._status |= status_of_interrupt(self.chip) if self.sprites else FRAME_DONE

    def _step(self) -> None:
        """Carry out one instruction, whether or not the run stops there."""
        cpu, at = self.cpu, self.cpu.pc
        cpu.clear_breakpoint(at)
        cpu.ticks_to_stop = 1
        cpu.run()
        if at in (self.symbols[name] for name in _STOPS if name in self.symbols):
            cpu.set_breakpoint(at)

    def _note_error(self) -> None:
        self.error = self.memory[Cell.ERRFLG], self.word(Cell.ERRLIN)

    def settle(self, frames: int = 0) -> None:
        """At a wait for a key: on until the cursor is shown, and so many frames more."""
        waits = self.symbols["key_wait.wait"]
        self.cpu.clear_breakpoint(self.symbols["key_wait"])
        self.cpu.set_breakpoint(waits)
        while self.cpu.pc != waits:
            self.cpu.ticks_to_stop = FRAME
            self.cpu.run()
        self.cpu.clear_breakpoint(waits)
        for _ in range(frames):
            self._interrupt()
            self.cpu.ticks_to_stop = FRAME
            self.cpu.run()
        self.cpu.set_breakpoint(self.symbols["key_wait"])

    def _type(self, code: int) -> None:
        put = self.word(_PUTPNT)
        self.memory[put] = code
        self.set_word(_PUTPNT, _KEYBUF if put + 1 == _KEYBUF + 40 else put + 1)

    @property
    def screen(self) -> Screen:
        """The text screen."""
        mode = text_mode(bytes(self.registers), len(self.vram))
        cells = bytes(self.vram[mode.address : mode.address + mode.size])
        row, column = self.memory[0xF3DC], self.memory[0xF3DD]
        return Screen(
            cells, (column - 1, row - 1), columns=mode.columns, mode=mode.mode, width=self.memory[0xF3B0]
        )
