"""The keys and joysticks of a session."""

from __future__ import annotations

from collections.abc import Sequence

from msxkit.interpreter.machine import Machine
from msxkit.machine.input_script import Input, InputScript


class Keys:
    """What a user presses.

    Attributes:
        script: What is pressed on keyboard, joysticks and paddles, and when.
    """

    def __init__(self, machine: Machine, script: Sequence[Input]) -> None:
        self._machine = machine
        self._state = machine.state
        self.script = InputScript(
            machine.state.script, script, machine.keyboard, machine.clock, self.function_key
        )

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
            self.script.release(name)

    def strike(self, *names: str, repeat: bool = True) -> None:
        """Press keys of the matrix as `hold` does; they type their codes too, and repeat them until `release`. Raise
        `MsxError` for an unknown name.

        Args:
            repeat: Whether they repeat; else they type once.
        """
        for name in names:
            self.script.strike(name)
        if not repeat:
            self._state.script.typed = None

    def function_key(self, number: int) -> bytes:
        """Return what function key 0 to 9 types: nothing while ON KEY waits for it."""
        trap = self._state.control.traps.get(("KEY", number))
        if trap is not None and trap.state == "ON":
            return b""
        return self._state.video.text.key_texts[number].encode("latin-1")

    def joystick(self, number: int, pressed: int = 0) -> None:
        """Set what is pressed on joystick 1 or 2: a sum of UP ... TRIGGER_B of `msxkit.machine.keyboard`."""
        self._machine.keyboard.move(number, pressed)

    @property
    def unread(self) -> int:
        """How many keys the program has not read."""
        return len(self._state.keyboard.queue)

    def take(self) -> int | None:
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
