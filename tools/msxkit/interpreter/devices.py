"""Sound, joysticks and the other devices: what is not there is recorded, or says that nothing is pressed."""

from __future__ import annotations

from collections.abc import Callable

from msxkit.decimal14 import Number
from msxkit.interpreter import errors
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.music import is_music
from msxkit.interpreter.strings import byte
from msxkit.machine.model import Model

#: Effects that are recorded; a program that plays for ever fills no memory.
EFFECTS_KEPT = 100_000
SOUND_REGISTERS = 14


class Devices:
    """The devices of one machine. effects: what was asked of those that are not there, in order.

    idle: called when a trigger is found released, as INKEY$ does when it finds no key.
    """

    def __init__(self, model: Model, idle: Callable[[], None]) -> None:
        self._model = model
        self._idle = idle
        self.effects: list[tuple[str, tuple[object, ...]]] = []

    def record(self, what: str, *operands: object) -> None:
        """Keeps what a statement asked for."""
        if len(self.effects) < EFFECTS_KEPT:
            self.effects.append((what, operands))

    def sound(self, register: Number, value: Number) -> None:
        """SOUND."""
        if byte(register) >= SOUND_REGISTERS:
            raise RaisedError(errors.ILLEGAL_CALL)
        self.record("sound", byte(register), byte(value))

    def play(self, *voices: str) -> None:
        """PLAY: the strings are checked and recorded."""
        if not all(map(is_music, voices)):
            raise RaisedError(errors.ILLEGAL_CALL)
        self.record("play", *map(str, voices))

    def playing(self, number: Number) -> int:
        """PLAY(n): nothing plays."""
        if byte(number) > 3:
            raise RaisedError(errors.ILLEGAL_CALL)
        return 0

    def beep(self) -> None:
        """BEEP."""
        self.record("beep")

    def set_clock(self) -> None:
        """SET of an MSX2: the clock chip keeps it."""
        self._need_clock()
        self.record("set")

    def date(self) -> str:
        """GET DATE: the clock chip was never set."""
        self._need_clock()
        return "01/01/80"

    def time_of_day(self, jiffy: int) -> str:
        """GET TIME: since the machine was switched on."""
        self._need_clock()
        seconds = jiffy // 50
        return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"

    def _need_clock(self) -> None:
        if not self._model.clock_chip:
            raise RaisedError(errors.ILLEGAL_CALL, note=f"an {self._model.name.upper()} has no clock chip")

    def stick(self, number: Number) -> int:
        """STICK: nobody moves it. The number of the stick is not checked, nor is that of STRIG."""
        byte(number)
        return 0

    def strig(self, number: Number) -> int:
        """STRIG: nobody presses it."""
        byte(number)
        self._idle()
        return 0

    def pdl(self, number: Number) -> int:
        """PDL."""
        if not 1 <= byte(number) <= 12:
            raise RaisedError(errors.ILLEGAL_CALL)
        return 0

    def pad(self, number: Number) -> int:
        """PAD."""
        if byte(number) > self._model.highest_pad:
            raise RaisedError(errors.ILLEGAL_CALL)
        return 0
