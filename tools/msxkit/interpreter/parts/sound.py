"""The sound of a session: what the program writes into the sound chip."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from msxkit.interpreter.machine import Machine
from msxkit.machine.sound import SOUND_REGISTERS
from msxkit.stop_reason import Pause

#: Writes into the sound chip that are kept; a program that never stops fills no memory.
WRITES_KEPT = 1_000_000
#: Work of an interrupt.
_INTERRUPT = 10


class Sound:
    """What there is to hear.

    Attributes:
        recorded: What was written into the sound chip since `record`: T-states, register, value.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.recorded: list[tuple[int, int, int]] | None = None
        #: Interrupts before each of them.
        self._interrupts: list[int] = []

    @property
    def registers(self) -> bytes:
        """R0 to R15 of the sound chip, as they were written."""
        return bytes(self._machine.sound.state.registers)

    @property
    def psg(self) -> bytes:
        """Registers 0 to 13 of the sound chip."""
        return bytes(self._machine.sound.state.registers[:SOUND_REGISTERS])

    def record(self) -> list[int]:
        """Keep what is written into the sound chip from now on, for `recorded`. Return the 16 registers as they are.

        When the program ends, time passes until all that PLAY has put into its queues is played.
        """
        found: list[tuple[int, int, int]] = []
        self.recorded, self._interrupts = found, []
        clock = self._machine.state.clock

        def keep(t_states: int, register: int, value: int) -> None:
            if len(found) < WRITES_KEPT:
                found.append((t_states, register, value))
                self._interrupts.append(clock.interrupts)

        self.listen(keep)
        return list(self._machine.sound.state.registers)

    def writes(self) -> list[list[int]]:
        """Return what was written into registers 0-13 since `record`: jiffies since the first write, register,
        value.
        """
        writes = zip(self._interrupts, self.recorded or (), strict=True)
        found = [
            (jiffy, register, value) for jiffy, (_, register, value) in writes if register < SOUND_REGISTERS
        ]
        return [[jiffy - found[0][0], register, value] for jiffy, register, value in found]

    def listen(self, listener: Callable[[int, int, int], None]) -> None:
        """Call a function for each write into the sound chip from now on: T-states, register, value.

        When the program ends, time passes as with `record`.
        """
        clock = self._machine.clock
        self._machine.sound.listener = lambda register, value: listener(clock.now, register, value)

    @property
    def is_heard(self) -> bool:
        """Whether the sound is recorded or played."""
        return self._machine.sound.listener is not None

    @property
    def plays(self) -> bool:
        """Whether a voice of PLAY plays."""
        return self._machine.music.playing

    @property
    def is_on(self) -> bool:
        """Whether the chip makes a sound now: a channel with a volume and a tone or noise."""
        registers = self._machine.sound.state.registers
        return any(registers[8 + channel] & 31 and ~registers[7] >> channel & 9 for channel in range(3))

    def play_out(self, poll: Callable[[], bool] | None = None) -> None:
        """Let time pass until no voice plays, or `poll`, which is asked now and then, returns True."""
        machine = self._machine
        with suppress(Pause), machine.limits.asking(poll):
            machine.clock.listen()
            while machine.music.playing:
                machine.guard.spend(_INTERRUPT)
                machine.clock.skip(1)
