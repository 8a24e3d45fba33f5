"""What a user does to a machine while its program runs: keys, joysticks, memory, variables; and listening."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msxkit.basictype import BasicType
from msxkit.decimal14 import Number
from msxkit.interpreter.evaluation import adopt, assign
from msxkit.interpreter.machine import Machine
from msxkit.interpreter.view import View
from msxkit.machine.inputscript import Input, InputScript
from msxkit.machine.sound import SOUND_REGISTERS

#: Writes into the sound chip that are kept; a program that never stops fills no memory.
WRITES_KEPT = 1_000_000


class Handling(View):
    """A machine with a user.

    Attributes:
        script: What is pressed on keyboard, joysticks and paddles, and when.
    """

    def __init__(self, machine: Machine, script: Sequence[Input]) -> None:
        super().__init__(machine)
        self._script = InputScript(
            self._state.script,
            script,
            machine.keyboard,
            machine.clock,
            self.function_key,
        )
        #: What was written into the sound chip since `record_sound`: T-states, register, value.
        self.sound: list[tuple[int, int, int]] | None = None
        #: Interrupts before each of them.
        self._interrupts: list[int] = []

    # Keys and joysticks

    def press(self, keys: bytes | str | int) -> None:
        """Put keys (MSX codes) into the keyboard buffer."""
        if isinstance(keys, int):
            keys = bytes([keys])
        self._state.keyboard.queue.extend(keys.encode("latin-1") if isinstance(keys, str) else keys)

    def hold(self, *names: str) -> None:
        """Press keys of the matrix (`SPACE`, `LEFT`, `F1`, `A`), which STICK, STRIG and ON KEY look at.

        Raise `MsxError` for an unknown name.
        """
        for name in names:
            self._machine.keyboard.hold(name)

    def release(self, *names: str) -> None:
        """Release keys of the matrix. Raise `MsxError` for an unknown name."""
        for name in names:
            self._script.release(name)

    def strike(self, *names: str, repeat: bool = True) -> None:
        """Press keys of the matrix as `hold` does; they type their codes too, and repeat them until `release`. Raise
        `MsxError` for an unknown name.

        Args:
            repeat: Without it they type once.
        """
        for name in names:
            self._script.strike(name)
        if not repeat:
            self._state.script.typed = None

    def function_key(self, number: int) -> bytes:
        """Return what function key 0 to 9 types: nothing while ON KEY waits for it."""
        trap = self._state.control.traps.get(("KEY", number))
        if trap is not None and trap.state == "ON":
            return b""
        return self._state.video.text.function_keys[number].encode("latin-1")

    def joystick(self, number: int, pressed: int = 0) -> None:
        """Set what is pressed on joystick 1 or 2: a sum of UP ... TRIGGER_B of `msxkit.machine.keyboard`."""
        self._machine.keyboard.move(number, pressed)

    def unread_key(self) -> int | None:
        """Take a key that the program has not read."""
        queue = self._state.keyboard.queue
        return queue.popleft() if queue else None

    @property
    def idle_polls(self) -> int | None:
        """How often in a row INKEY$ or STRIG may find nothing before that is a wait for a key; None: it never is."""
        return self._machine.waits.idle_limit

    @idle_polls.setter
    def idle_polls(self, value: int | None) -> None:
        self._machine.waits.idle_limit = value

    # Memory and variables

    def poke(self, address: int, value: int) -> None:
        """Write a byte of memory (not ROM)."""
        self._machine.memory_map.write(address, value)

    def vpoke(self, address: int, value: int) -> None:
        """Write a byte of video memory."""
        self._machine.video_access.vpoke(address, value)

    def assign(self, target: str | bytes, expression: str | bytes) -> None:
        """Assign the value of an expression to a variable or an element (`A$`, `B%(1,2)`), as LET does.

        Raise `MsxError` for a target that is not a variable, a bad expression, or a BASIC error.
        """
        assign(
            self._machine,
            target.encode("latin-1") if isinstance(target, str) else target,
            expression.encode("latin-1") if isinstance(expression, str) else expression,
        )

    def adopt(
        self,
        values: Mapping[str, Number | str | Mapping[tuple[int, ...], Number | str]],
        types: Sequence[BasicType],
    ) -> None:
        """Take over the variables of another machine, so that `evaluate` computes with them.

        Args:
            values: As `variables` has them, with tuples as subscripts.
            types: The types of names without a suffix, A first.
        """
        self._state.run.types = tuple(types)
        adopt(self._machine, values)

    # What the program does

    def record_sound(self) -> list[int]:
        """Keep what is written into the sound chip from now on, for `sound`. Return the 16 registers as they are.

        When the program ends, time passes until all that PLAY has put into its queues is played.
        """
        found: list[tuple[int, int, int]] = []
        self.sound, self._interrupts = found, []
        clock = self._state.clock

        def keep(t_states: int, register: int, value: int) -> None:
            if len(found) < WRITES_KEPT:
                found.append((t_states, register, value))
                self._interrupts.append(clock.interrupts)

        self.listen(keep)
        return list(self._machine.sound.state.registers)

    def sound_writes(self) -> list[list[int]]:
        """Return what was written into registers 0-13 since `record_sound`: jiffies since the first write, register,
        value.
        """
        writes = zip(self._interrupts, self.sound or (), strict=True)
        found = [
            (jiffy, register, value) for jiffy, (_, register, value) in writes if register < SOUND_REGISTERS
        ]
        return [[jiffy - found[0][0], register, value] for jiffy, register, value in found]

    def listen(self, listener: Callable[[int, int, int], None]) -> None:
        """Call a function for each write into the sound chip from now on: T-states, register, value.

        When the program ends, time passes as with `record_sound`.
        """
        clock = self._machine.clock
        self._machine.sound.listener = lambda register, value: listener(clock.now, register, value)

    def play_out(self) -> None:
        """Let time pass until no voice plays."""
        machine = self._machine
        machine.clock.listen()
        while machine.music.playing:
            machine.clock.skip(1)

    @property
    def effects_kept(self) -> int:
        """How many of `effects` are recorded; later ones are not."""
        return self._machine.devices.kept

    @effects_kept.setter
    def effects_kept(self, value: int) -> None:
        self._machine.devices.kept = value
