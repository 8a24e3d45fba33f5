"""PLAY: the queues of the three voices, which the interrupt empties into the sound chip.

Sources: MSX Red Book (0C3CH, 0D27H, 73E5H-7754H); tests/graphics (the moment at which notes begin and end).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from msxkit.decimal14 import Number
from msxkit.machine.accumulator import Accumulator
from msxkit.machine.clock import Clock
from msxkit.machine.guard import Spend, unguarded
from msxkit.machine.macro import MacroReader, VariableAccess
from msxkit.machine.mml import ENVELOPE, PLAY, STRING, Composer, Packet, VoiceState
from msxkit.machine.sound import ENVELOPE_PERIOD, ENVELOPE_SHAPE, TONES, USUAL_BEEP, VOLUMES, Beep, SoundChip

VOICES = 3
#: Bytes of a queue; a string is read on while so many are free.
_QUEUE, _FREE = 127, 8
#: What the end of a string takes in a queue.
_END = 1
#: T-states that the interrupt takes while music plays, for each voice that plays, and for each note that it begins.
_PLAYING, _VOICE, _TAKEN = 30, 176, 2_343
#: T-states of BEEP after its silence.
_INITIALISING = 27_000
#: What a wait for an interrupt takes, as `guard` counts it.
_WORK = 20


@dataclass
class QueueState:
    """The queue of a voice.

    Attributes:
        packets: The notes that wait. None ends the notes of one PLAY.
        left: Interrupts until the next note is taken.
        playing: Whether the voice is playing.
    """

    packets: deque[Packet | None] = field(default_factory=deque)
    left: int = 0
    playing: bool = False


@dataclass
class MusicState:
    """The state of PLAY.

    Attributes:
        voices: The settings of the three voices.
        queues: The queues of the three voices.
        waiting: How many PLAYs have not begun.
        reals: The values of the real variables at the last PLAY.
    """

    voices: list[VoiceState] = field(default_factory=lambda: [VoiceState() for _ in range(VOICES)])
    queues: list[QueueState] = field(default_factory=lambda: [QueueState() for _ in range(VOICES)])
    waiting: int = 0
    reals: tuple[Number, ...] = ()


class Music:
    """PLAY of one machine.

    Args:
        variables: Returns the variables that `X` and `=` in its strings name.
        division: Given dividend, divisor and the accumulator's last eight digits, returns the T-states that the
            quotient takes, and its own last eight digits.
        reals: Returns the values of the real variables.
    """

    def __init__(
        self,
        state: MusicState,
        accumulator: Accumulator,
        chip: SoundChip,
        clock: Clock,
        variables: VariableAccess,
        division: Callable[[int, int, int], tuple[int, int]],
        reals: Callable[[], tuple[Number, ...]],
        spend: Spend = unguarded,
    ) -> None:
        self.state = state
        self._accumulator = accumulator
        self._chip = chip
        self._clock = clock
        self._variables = variables
        self._division = division
        self._reals = reals
        self._spend = spend

    @property
    def playing(self) -> bool:
        """Whether any voice plays."""
        return any(queue.playing for queue in self.state.queues)

    def plays(self, voice: int) -> bool:
        """Return whether voice 1 to 3 plays, or for 0 whether any voice does, as PLAY(n) tells."""
        self._clock.catch_up()
        return self.state.queues[voice - 1].playing if voice else self.playing

    def play(self, strings: Sequence[str]) -> None:
        """Queue the strings of PLAY; return when all is in the queues. Raise error 5 for what is not music."""
        clock = self._clock
        clock.state.spent += PLAY + STRING * len(strings)
        clock.listen()
        self._look_at_reals()
        composers: dict[int, Composer] = {
            number: Composer(
                MacroReader(strings[number] if number < len(strings) else "", self._variables),
                self.state.voices[number],
                self._divided,
                self._accumulator.clear,
            )
            for number in range(VOICES)
        }
        begun = False
        while composers:
            self._spend(_WORK)
            for number in list(composers):
                if self._fill(self.state.queues[number], composers[number]):
                    del composers[number]
            clock.catch_up()
            if composers:
                # A queue is full: what is in it begins to play.
                if not self.playing:
                    self._begin()
                    begun = True
                clock.skip(1)
        if not begun:
            self.state.waiting += 1
            if not self.playing:
                self._next()

    def _look_at_reals(self) -> None:
        """Clear the accumulator if a real variable has changed: then a real was computed since the last PLAY."""
        reals = self._reals()
        if reals != self.state.reals:
            self.state.reals = reals
            self._accumulator.clear()

    def _divided(self, dividend: int, divisor: int) -> int:
        """Return the T-states that a quotient takes, and keep its last digits."""
        accumulator = self._accumulator
        spent, accumulator.left = self._division(dividend, divisor, accumulator.left)
        return spent

    def _fill(self, queue: QueueState, composer: Composer) -> bool:
        """Read on while there is room; the end needs a byte. Return whether the string is at its end."""
        room = _QUEUE - sum(_END if packet is None else packet.size for packet in queue.packets)
        while room >= (_END if composer.ended else _FREE):
            try:
                packet = composer.packet()
            finally:
                self._clock.state.spent += composer.spent
                composer.spent = 0
            queue.packets.append(packet)
            if packet is None:
                return True
            room -= packet.size
        return False

    def _next(self) -> None:
        """Begin the next PLAY that waits."""
        if self.state.waiting:
            self.state.waiting -= 1
            self._begin()

    def _begin(self) -> None:
        for queue in self.state.queues:
            queue.playing, queue.left = True, 1

    def tick(self) -> int:
        """Handle an interrupt. Return the T-states that it takes."""
        queues = self.state.queues
        spent = _PLAYING if self.playing else 0
        for number, queue in enumerate(queues):
            if queue.playing:
                spent += _VOICE
                queue.left -= 1
                if queue.left <= 0:
                    spent += _TAKEN
                    self._take(number, queue)
        if spent and not self.playing:
            self._next()
        return spent

    def _take(self, number: int, queue: QueueState) -> None:
        packet = queue.packets.popleft() if queue.packets else None
        if packet is None:
            queue.playing = False
            self._chip.write(VOLUMES[number], 0)
            return
        queue.left = packet.duration
        self._chip.write(VOLUMES[number], packet.amplitude)
        if packet.amplitude & ENVELOPE:
            self._chip.write(ENVELOPE_SHAPE, packet.amplitude)
        for registers, period in ((ENVELOPE_PERIOD, packet.envelope), (TONES[number], packet.period)):
            if period is not None:
                for register, value in zip(registers, divmod(period, 256)[::-1], strict=True):
                    self._chip.write(register, value)

    def beep(self, length: int = 0, sound: Beep = USUAL_BEEP) -> None:
        """Beep for so many T-states: whatever plays ends; GICINI follows."""
        self._clock.catch_up()
        self._chip.sound_beep(sound)
        self._clock.state.spent += max(0, length - _INITIALISING)
        self._clock.catch_up()
        self.start_anew()
        self._clock.state.spent += min(length, _INITIALISING)

    def start_anew(self) -> None:
        """Fall silent; the voices are as after switching on (GICINI)."""
        self._chip.silence()
        fresh = MusicState()
        for queue in self.state.queues:
            queue.packets.clear()
            queue.playing = False
        self.state.voices[:] = fresh.voices
        self.state.waiting = fresh.waiting

    def stop(self) -> None:
        """End whatever plays, at `Ok` (recorded)."""
        for number, queue in enumerate(self.state.queues):
            if queue.playing:
                self._chip.write(VOLUMES[number], 0)
            queue.packets.clear()
            queue.playing = False
        self.state.waiting = 0
