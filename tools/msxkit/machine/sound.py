"""The sound chip, an AY-3-8910: its registers, at ports A0H-A2H, and what the BIOS does to them.

Sources: AY-3-8910 data manual (General Instrument 1979); MSX2 Technical Handbook, chapter 5.1; MSX Red Book (GICINI,
BEEP); tests/graphics (registers as recorded).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from msxkit.machine.model import Model

#: Ports: select a register, write it, read it.
SELECT, WRITE, READ = 0xA0, 0xA1, 0xA2
#: Bits that each register has; the others read as 0.
_MASKS = bytes((255, 15, 255, 15, 255, 15, 31, 255, 31, 31, 31, 255, 255, 15, 255, 255))
MIXER, JOYSTICK, OUTPUT = 7, 14, 15
#: The registers that SOUND writes.
SOUND_REGISTERS = 14
VOLUMES = (8, 9, 10)
TONES = ((0, 1), (2, 3), (4, 5))
ENVELOPE_PERIOD = (11, 12)
ENVELOPE_SHAPE = 13
#: Port A of the chip is an input and port B an output: bits 6 and 7 of the mixer.
_PORTS = 0x80
#: What a reset and BEEP leave: all tones off, no volume, the period of the envelope.
_SILENCE = {8: 0, 9: 0, 10: 0, MIXER: 0xB8}
#: The period of the envelope after switching on.
_ENVELOPE = {11: 0x0B, 12: 0}
#: The text in a WAV file which says that it was made from writes into this chip.
MADE_BY = b"ISFT\x08\0\0\0msxkit\0\0"
#: The periods of the channels that a BEEP uses, by the sound of SET BEEP (1 and 2: NMS 8250). What sounds 3 and 4 write
#: is not recorded: here they are high and low too.
_BEEP_PERIODS = {1: (85,), 2: (166, 167, 168), 3: (85,), 4: (166, 167, 168)}


@dataclass
class SoundState:
    """The registers of the sound chip.

    Attributes:
        registers: R0 to R15 as written.
        selected: The register that the ports read and write.
    """

    registers: bytearray = field(default_factory=lambda: bytearray(16))
    selected: int = 0

    @classmethod
    def fresh(cls, model: Model) -> SoundState:
        """Return the chip as a machine of this model has it at its prompt."""
        state = cls()
        for number, value in (_SILENCE | _ENVELOPE).items():
            state.registers[number] = value
        if model.beeps:
            state.registers[0] = _BEEP_PERIODS[1][0]
        return state


@dataclass(frozen=True)
class Beep:
    """What BEEP sounds like: the operands of SET BEEP, each 1 to 4."""

    sound: int = 1
    volume: int = 4

    def registers(self) -> dict[int, int]:
        """Return what BEEP writes. Of the volumes the loudest is recorded, 7; the others are taken to be 5, 3 and 1."""
        periods = _BEEP_PERIODS[self.sound]
        found = {}
        for channel, period in enumerate(periods):
            found[2 * channel], found[2 * channel + 1] = period & 0xFF, period >> 8
        found[MIXER] = _SILENCE[MIXER] | 7 & ~((1 << len(periods)) - 1)
        return found | {VOLUMES[channel]: 2 * self.volume - 1 for channel in range(len(periods))}


#: The beep of a machine that nobody has changed.
USUAL_BEEP = Beep()


class SoundChip:
    """The chip of a machine.

    Args:
        joystick: Returns what its port A reads, given port B (R15).
    """

    def __init__(self, state: SoundState, joystick: Callable[[int], int]) -> None:
        self.state = state
        self._joystick = joystick
        #: Told of every register that is written, and of its value.
        self.listener: Callable[[int, int], None] | None = None

    def write(self, register: int, value: int) -> None:
        """Write a register, as SOUND and the BIOS do: the direction of the ports does not change."""
        self._set(register, value & 0x3F | _PORTS if register == MIXER else value)

    def _set(self, register: int, value: int) -> None:
        self.state.registers[register] = value
        if self.listener is not None:
            self.listener(register, value)

    def sound_beep(self, beep: Beep) -> None:
        """Make the sound of BEEP; `silence` ends it."""
        for number, value in beep.registers().items():
            self._set(number, value)

    def silence(self) -> None:
        """Fall silent: set the registers to what BEEP leaves."""
        for number, value in _SILENCE.items():
            self._set(number, value)

    def read_port(self, port: int) -> int | None:
        """Return what IN reads; None if the port is not the chip's."""
        if port != READ:
            return None
        selected = self.state.selected
        if selected == JOYSTICK:
            return self._joystick(self.state.registers[OUTPUT])
        return self.state.registers[selected] & _MASKS[selected]

    def write_port(self, port: int, value: int) -> bool:
        """Carry out OUT. Return False when the port is not the chip's."""
        if port == SELECT:
            self.state.selected = value & 15
        elif port == WRITE:
            self._set(self.state.selected, value)
        else:
            return False
        return True
