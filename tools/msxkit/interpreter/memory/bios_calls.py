"""The entries of the BIOS that machine code calls, with their registers for input and output.

Source: MSX2 Technical Handbook, appendix 1. What an entry costs is an estimate: that of a typical instruction for
each byte that it moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msxkit.decimal14 import BasicError
from msxkit.machine.guard import Spend
from msxkit.machine.keyboard import Keyboard
from msxkit.machine.memory_map import MemoryMap
from msxkit.machine.sound import READ, SoundChip
from msxkit.machine.video.access import CONTROL
from msxkit.machine.video.chip import COLLISION, FRAME
from msxkit.machine.video.screens import Screens
from msxkit.machine.video.state import VideoState
from msxkit.machine.video.text_screen import TextScreen
from msxkit.machine.work_area import RomEntry
from msxkit.machine.z80.core import IX, A, B, C, D, E, F, H, L
from msxkit.machine.z80.flags import CARRY, ZERO
from msxkit.machine.z80.processor import Processor

#: T-states of a call, and of each byte that it moves.
_CALL, _BYTE = 120, 29
_SMALL_VRAM = 0x3FFF
#: What a call takes, as `guard` counts it; those that move as many bytes as BC says.
_WORK = 100
_MOVING = (RomEntry.FILVRM, RomEntry.LDIRMV, RomEntry.LDIRVM)

Call = Callable[[Processor], object]


class BiosCalls:
    """The BIOS of one machine, for its processor.

    Attributes:
        entries: Those that take and give nothing, as USR calls them too.
        put_graphic, put_printed: Draw a character on a graphic screen, and print it on paper.
        wait_key: A key, waited for.
        key_missing: Called when one is looked for and none is there.
        stick, strig, pad, pdl: The functions of BASIC.
        spend: Told of each call, and of each byte that it moves.
    """

    def __init__(
        self,
        entries: Mapping[int, Callable[[], object]],
        memory: MemoryMap,
        video: VideoState,
        screens: Screens,
        text: TextScreen,
        sound: SoundChip,
        keyboard: Keyboard,
        *,
        put_graphic: Callable[[int], None],
        put_printed: Callable[[int], None],
        wait_key: Callable[[], int],
        key_missing: Callable[[], None],
        stick: Callable[[int], int],
        strig: Callable[[int], int],
        pad: Callable[[int], int],
        pdl: Callable[[int], int],
        spend: Spend,
    ) -> None:
        self._memory = memory
        self._video = video
        self._screens = screens
        self._text = text
        self._sound = sound
        self._keyboard = keyboard
        self._wait_key = wait_key
        self._key_missing = key_missing
        self._spend = spend
        plain = {entry: lambda _, act=act: act() for entry, act in entries.items()}
        self._calls: dict[int, Call] = {
            **plain,
            **self._of_memory(),
            **self._of_video(),
            RomEntry.WRTPSG: lambda cpu: sound.write(cpu.registers[A] & 15, cpu.registers[E]),
            RomEntry.RDPSG: self._read_sound,
            RomEntry.CHSNS: self._key_there,
            RomEntry.CHGET: lambda cpu: self._give(cpu, self._wait_key()),
            RomEntry.CHPUT: lambda cpu: text.put(cpu.registers[A]),
            RomEntry.OUTDO: lambda cpu: text.put(cpu.registers[A]),
            RomEntry.GRPPRT: lambda cpu: put_graphic(cpu.registers[A]),
            RomEntry.LPTOUT: lambda cpu: put_printed(cpu.registers[A]),
            RomEntry.POSIT: lambda cpu: text.locate(cpu.registers[H] - 1, cpu.registers[L] - 1),
            RomEntry.BREAKX: lambda cpu: self._answer(cpu, cpu.registers[A], 0),
            RomEntry.GTSTCK: lambda cpu: self._give_alone(cpu, stick(cpu.registers[A])),
            RomEntry.GTTRIG: lambda cpu: self._give(cpu, strig(cpu.registers[A]) & 0xFF),
            RomEntry.GTPAD: lambda cpu: self._give(cpu, pad(cpu.registers[A]) & 0xFF),
            RomEntry.GTPDL: lambda cpu: self._give(cpu, pdl(cpu.registers[A])),
            RomEntry.SNSMAT: lambda cpu: self._give(cpu, keyboard.row(cpu.registers[A] & 15)),
        }

    def call(self, cpu: Processor) -> int:
        """Run the entry at PC and return its T-states; another address of the ROM does nothing."""
        entry = cpu.state.pc
        act = self._calls.get(entry)
        moved: object = None
        if act is not None:
            self._spend(_WORK + (cpu.pair(B) if entry in _MOVING else 0))
            try:
                moved = act(cpu)
            except BasicError:
                # Entries that take a wrong mode or joystick raise no error of BASIC.
                if entry == RomEntry.CHKRAM:
                    raise
        return _CALL + _BYTE * (moved if isinstance(moved, int) else 0)

    def frame_done(self) -> None:
        """Set the chip's status when a picture is done and no interrupt has done so."""
        self._video.chip.status[0] |= self._video.last_status & (FRAME | COLLISION)

    def frame_status(self) -> int:
        """Return the chip's status as the handler of the interrupt reads it."""
        return self._video.chip.status[0] | self._video.last_status

    # Memory and slots: of those there is one

    def _of_memory(self) -> dict[int, Call]:
        memory = self._memory

        def write_slot(cpu: Processor) -> None:
            memory.write(cpu.pair(H), cpu.registers[E])

        def call_following(cpu: Processor) -> None:
            behind = cpu.pop()
            cpu.push(behind + 3 & 0xFFFF)
            cpu.push(memory.read(behind + 1 & 0xFFFF) | memory.read(behind + 2 & 0xFFFF) << 8)

        def compare(cpu: Processor) -> None:
            left, right = cpu.pair(H), cpu.pair(D)
            self._answer(cpu, cpu.registers[A], ZERO * (left == right) | CARRY * (left < right))

        return {
            RomEntry.RDSLT: lambda cpu: self._give(cpu, memory.read(cpu.pair(H))),
            RomEntry.WRSLT: write_slot,
            RomEntry.DCOMPR: compare,
            RomEntry.CALSLT: lambda cpu: cpu.push(cpu.pair(IX)),
            RomEntry.CALLF: call_following,
            RomEntry.RSLREG: lambda cpu: self._give(cpu, memory.state.slots),
            RomEntry.ENASLT: lambda cpu: memory.select_slot(cpu.registers[H] >> 6, cpu.registers[A]),
        }

    # Video

    def _of_video(self) -> dict[int, Call]:
        screens, chip = self._screens, self._video.chip

        def write_register(cpu: Processor) -> None:
            chip.write_register(cpu.registers[C], cpu.registers[B], self._spend)

        def write_byte(cpu: Processor) -> None:
            chip.vram[self._place(cpu.pair(H))] = cpu.registers[A]

        def fill(cpu: Processor) -> int:
            start, count = cpu.pair(H), cpu.pair(B)
            for number in range(count):
                chip.vram[self._place(start + number)] = cpu.registers[A]
            return count

        def to_memory(cpu: Processor) -> int:
            source, target, count = cpu.pair(H), cpu.pair(D), cpu.pair(B)
            for number in range(count):
                self._memory.write(target + number & 0xFFFF, chip.vram[self._place(source + number)])
            return count

        def to_video(cpu: Processor) -> int:
            source, target, count = cpu.pair(H), cpu.pair(D), cpu.pair(B)
            for number in range(count):
                chip.vram[self._place(target + number)] = self._memory.read(source + number & 0xFFFF)
            return count

        def set_address(cpu: Processor, write: int) -> None:
            chip.write_control(cpu.registers[L])
            chip.write_control(cpu.registers[H] & 0x3F | write)

        def sprite_bytes() -> int:
            return 32 if chip.registers[1] & 2 else 8

        def sprite_pattern(cpu: Processor) -> None:
            cpu.set_pair(H, screens.sprite_tables()[1] + cpu.registers[A] * sprite_bytes())

        def sprite_attribute(cpu: Processor) -> None:
            cpu.set_pair(H, screens.sprite_tables()[0] + cpu.registers[A] * 4)

        return {
            RomEntry.WRTVDP: write_register,
            RomEntry.RDVRM: lambda cpu: self._give(cpu, chip.vram[self._place(cpu.pair(H))]),
            RomEntry.WRTVRM: write_byte,
            RomEntry.SETRD: lambda cpu: set_address(cpu, 0),
            RomEntry.SETWRT: lambda cpu: set_address(cpu, 0x40),
            RomEntry.FILVRM: fill,
            RomEntry.LDIRMV: to_memory,
            RomEntry.LDIRVM: to_video,
            RomEntry.CHGMOD: lambda cpu: screens.change(cpu.registers[A]),
            RomEntry.CHGCLR: lambda cpu: screens.colours.show(),
            RomEntry.CLRSPR: lambda cpu: screens.set_sprite_size(chip.registers[1] & 3),
            RomEntry.INIGRP: lambda cpu: screens.set_mode(2),
            RomEntry.INIMLT: lambda cpu: screens.set_mode(3),
            RomEntry.TOTEXT: lambda cpu: screens.to_text(),
            RomEntry.CALPAT: sprite_pattern,
            RomEntry.CALATR: sprite_attribute,
            RomEntry.GSPSIZ: lambda cpu: self._answer(cpu, sprite_bytes(), CARRY * (sprite_bytes() == 32)),
            RomEntry.RDVDP: lambda cpu: self._give(cpu, self._memory.read_port(CONTROL)),
        }

    def _place(self, address: int) -> int:
        """Return a byte of video memory: in the modes that an MSX1 has too the entries take 14 bits."""
        vram, mode = self._video.chip.vram, self._video.screen.kind.display
        return (address if mode.is_extended else address & _SMALL_VRAM) % len(vram)

    # Keys and sound

    def _key_there(self, cpu: Processor) -> None:
        there = bool(self._keyboard.state.queue)
        if not there:
            self._key_missing()
        self._answer(cpu, cpu.registers[A], ZERO * (not there))

    def _read_sound(self, cpu: Processor) -> None:
        self._sound.state.selected = cpu.registers[A] & 15
        found = self._memory.read_port(READ)
        self._give(cpu, found)

    @staticmethod
    def _give(cpu: Processor, value: int) -> None:
        cpu.registers[A] = value

    @staticmethod
    def _give_alone(cpu: Processor, value: int) -> None:
        """Return a value where the entry changes all other registers."""
        cpu.registers[A] = value
        cpu.set_pair(H, 0)

    @staticmethod
    def _answer(cpu: Processor, value: int, flags: int) -> None:
        cpu.registers[A] = value
        cpu.registers[F] = cpu.registers[F] & ~(ZERO | CARRY) | flags
