"""The statements of sound, joysticks and the other devices. What they were asked is recorded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from msxkit import basic_errors
from msxkit.carrying import carries
from msxkit.decimal14 import Number
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.values.strings import byte
from msxkit.machine.clock import Clock
from msxkit.machine.clock_chip import PASSWORD, PROMPT, TITLE, ClockChip
from msxkit.machine.costs import costs_of
from msxkit.machine.keyboard import PADDLES, Keyboard
from msxkit.machine.model import Model
from msxkit.machine.music import VOICES, Music
from msxkit.machine.sound import SOUND_REGISTERS, SoundChip

#: Effects that are recorded; a program that plays for ever fills no memory.
EFFECTS_KEPT = 100_000
#: Effects of a chapter: what copies of the state share, and what each of them copies at most.
CHAPTER = 256
#: The sticks and triggers that there are.
STICKS, TRIGGERS = 3, 5

Effect = tuple[str, tuple[object, ...]]


@dataclass
class EffectState:
    """What was asked of the devices, in order: whole chapters, which never change again, and the one that is written.

    Copies of the state share the chapters, so that a debugger may keep many of them.
    """

    chapters: list[tuple[Effect, ...]] = field(default_factory=list)
    open: list[Effect] = field(default_factory=list)

    @property
    def effects(self) -> list[Effect]:
        """All of them."""
        return [effect for chapter in self.chapters for effect in chapter] + self.open


class Devices:
    """The devices of one machine.

    Attributes:
        idle: Called when a trigger is found released, as INKEY$ does when it finds no key.
    """

    #: Effects that are recorded at most.
    kept = EFFECTS_KEPT

    def __init__(
        self,
        state: EffectState,
        model: Model,
        sound: SoundChip,
        music: Music,
        keyboard: Keyboard,
        idle: Callable[[], None],
        made: Callable[[str], str],
        clock: Clock,
        chip: ClockChip,
    ) -> None:
        self.state = state
        self._model = model
        self._sound = sound
        self._music = music
        self._keyboard = keyboard
        self._idle = idle
        self._made = made
        self._clock = clock
        #: Date and time.
        self.chip = chip

    def record(self, what: str, *operands: object) -> None:
        """Keep what a statement asked for."""
        state = self.state
        if len(state.chapters) * CHAPTER + len(state.open) >= self.kept:
            return
        state.open.append((what, operands))
        if len(state.open) == CHAPTER:
            state.chapters.append(tuple(state.open))
            state.open.clear()

    @carries("SOUND")
    def sound(self, register: int, value: int) -> None:
        """Carry out SOUND."""
        if register >= SOUND_REGISTERS:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        self._clock.catch_up()
        self._sound.write(register, value)
        self.record("sound", register, value)

    @carries("PLAY")
    def play(self, *voices: str) -> None:
        """Carry out PLAY."""
        self._music.play(voices)
        self.record("play", *map(str, voices))

    @carries("PLAYING")
    def playing(self, number: Number) -> int:
        """Return PLAY(n): whether voice n plays, or with 0 any of them."""
        if byte(number) > VOICES:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        return -self._music.plays(byte(number))

    @carries("BEEP")
    def beep(self) -> None:
        """Carry out BEEP."""
        self._music.beep(costs_of(self._model).beep, self.chip.beep)
        self.record("beep")

    # What the clock chip keeps

    @carries("SET_CLOCK")
    def set_clock(self, what: str, text: str, alarm: bool) -> None:
        """Carry out SET DATE and SET TIME."""
        chip, now = self.chip, self._need_clock()
        if what == "DATE":
            (chip.set_alarm_date if alarm else chip.set_date)(text, now)
        else:
            (chip.set_alarm_time if alarm else chip.set_time)(text, now)
        self.record("set", what.lower(), text)

    @carries("GET_CLOCK")
    def get_clock(self, what: str, alarm: bool) -> str:
        """Return what GET DATE and GET TIME read."""
        chip, now = self.chip, self._need_clock()
        if what == "DATE":
            return self._made((chip.alarm_date if alarm else chip.date)(now))
        return self._made((chip.alarm_time if alarm else chip.time)(now))

    @carries("SET_BEEP")
    def set_beep(self, sound: int | None, volume: int | None) -> None:
        """Carry out SET BEEP."""
        state = self.chip.state
        state.beep_sound = sound or state.beep_sound
        state.beep_volume = volume or state.beep_volume
        self.record("set", "beep", state.beep_sound, state.beep_volume)

    @carries("SET_TITLE")
    def set_title(self, text: str | None, colour: int | None) -> None:
        """Carry out SET TITLE."""
        if text is not None:
            self._keep(TITLE, text)
        self.chip.state.title_colour = colour or self.chip.state.title_colour

    @carries("SET_PROMPT")
    def set_prompt(self, text: str) -> None:
        """Carry out SET PROMPT."""
        self._keep(PROMPT, text)

    @carries("SET_PASSWORD")
    def set_password(self, text: str) -> None:
        """Carry out SET PASSWORD."""
        self._keep(PASSWORD, text)

    def _keep(self, use: str, text: str) -> None:
        self.chip.keep_text(use, text)
        self.record("set", use, text)

    def _need_clock(self) -> int:
        """Require the clock chip. Return the T-states of this moment."""
        if not self.chip.there:
            raise RaisedError(
                basic_errors.ILLEGAL_CALL, note=f"an {self._model.name.upper()} has no clock chip"
            )
        self._clock.catch_up()
        return self._clock.now

    @carries("STICK")
    def stick(self, number: Number) -> int:
        """Return STICK: 0 asks the cursor keys, 1 and 2 the joysticks."""
        wanted = byte(number)
        if wanted >= STICKS:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        return self._keyboard.stick(wanted)

    @carries("TRIGGER")
    def strig(self, number: Number) -> int:
        """Return STRIG: 0 asks the space bar, 1 to 4 the triggers of the joysticks."""
        wanted = byte(number)
        if wanted >= TRIGGERS:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        if self._keyboard.trigger(wanted):
            return -1
        self._idle()
        return 0

    @carries("PADDLE")
    def pdl(self, number: Number) -> int:
        """Return PDL. Where no paddle is, the count runs to its end (recorded)."""
        wanted = byte(number)
        if not 1 <= wanted <= PADDLES:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        return self._keyboard.state.paddles[wanted - 1]

    @carries("PAD")
    def pad(self, number: Number) -> int:
        """Return PAD, a signed byte."""
        wanted = byte(number)
        if wanted > self._model.highest_pad:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        return (self._keyboard.state.pads[wanted] + 128) % 256 - 128
