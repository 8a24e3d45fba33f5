"""The music macro language of PLAY: strings become packets for the queues of the voices.

Sources: MSX Red Book (73E5H-7754H); MSX2 Technical Handbook, chapter 5.1 (periods of the notes); tests/graphics
(lengths of notes, dots, and what parsing takes).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msxkit.decimal14 import IllegalFunctionCallError
from msxkit.machine.macro import MacroReader

#: Period of the sound chip for each note of the first octave, C first.
_PERIODS = (3421, 3228, 3047, 2876, 2715, 2562, 2419, 2283, 2155, 2034, 1920, 1812)
_NOTES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_SHARPS = {"+": 1, "#": 1, "-": -1}
#: Interrupts of a whole note, times tempo.
_WHOLE = 12_000
#: Interrupts of the shortest note or rest, dots included.
_SHORTEST = 5
#: Length of a rest without a number, whatever L says.
_REST = 4
#: Command -> lowest and highest number, and the one that it takes when none is given.
_RANGES: dict[str, tuple[int, int, int | None]] = {
    "O": (1, 8, 4),
    "L": (1, 64, 4),
    "T": (32, 255, 120),
    "V": (0, 15, 8),
    "S": (0, 15, 1),
    "M": (0, 65535, 255),
    "N": (0, 96, None),
}
#: The bits that go to the chip with a volume, and with a shape of the envelope.
#: A note that takes a new period of the envelope along has the bit PERIOD in it as well; a rest is volume 0.
VOLUME, SHAPE, ENVELOPE, PERIOD = 0x80, 0x90, 0x10, 0x40
#: T-states that parsing takes: a PLAY, besides the statement; each string; each character; each command; each digit of
#: a number; each variable; each note or rest besides its division; each byte of it.
PLAY, STRING, CHARACTER, COMMAND, DIGIT, NAMED, NOTE, BYTE = 3_460, 1_020, 66, 768, 100, 1_760, 6_090, 155


@dataclass(frozen=True, slots=True)
class Packet:
    """A note or rest as it lies in a queue.

    Attributes:
        duration: The duration in interrupts.
        period: The period of the tone, for the chip; None for a rest.
        amplitude: The value that goes to the chip's volume register.
        envelope: The period of the envelope, when M has changed it.
    """

    duration: int
    period: int | None = None
    amplitude: int = VOLUME
    envelope: int | None = None

    @property
    def size(self) -> int:
        """Bytes in the queue."""
        return 3 + (0 if self.period is None else 2) + (0 if self.envelope is None else 2)


@dataclass
class VoiceState:
    """What a voice keeps from one PLAY to the next.

    Attributes:
        amplitude: What V or S has set, as it goes to the chip.
        envelope: The period of the envelope that M has set, until a note has used it.
    """

    octave: int = 4
    length: int = 4
    tempo: int = 120
    amplitude: int = VOLUME | 8
    envelope: int | None = None


class Composer:
    """A reader of the string of one voice, a packet at a time.

    Args:
        division: Returns the T-states that the quotient of two whole numbers takes.
        fetched: Called when a variable has been read: its value is the real that was computed last.

    Attributes:
        spent: T-states since it was last set to 0.
    """

    def __init__(
        self,
        reader: MacroReader,
        voice: VoiceState,
        division: Callable[[int, int], int],
        fetched: Callable[[], object],
    ) -> None:
        self._reader = reader
        self._voice = voice
        self._division = division
        self._fetched = fetched
        self.spent = 0

    @property
    def ended(self) -> bool:
        """Whether the string has been read."""
        return self._reader.ended

    def packet(self) -> Packet | None:
        """Return the next note or rest; None at the end. Raise error 5 for what is not music."""
        reader = self._reader
        taken = reader.taken
        packet = self._packet()
        self.spent += CHARACTER * (reader.taken - taken)
        if packet is not None:
            self.spent += BYTE * packet.size
        return packet

    def _packet(self) -> Packet | None:
        reader = self._reader
        while command := reader.command():
            self.spent += COMMAND
            if command in _NOTES:
                return self._note(command)
            if command == "R":
                return Packet(self._duration(self._length(_REST)))
            if command == "N":
                number = self._number("N")
                duration = self._duration(self._voice.length)
                return self._sounding(number, duration) if number else Packet(duration)
            if command == "X":
                self.spent += NAMED
                reader.insert()
            elif command in _RANGES:
                self._set(command, self._number(command))
            elif command != ";":
                raise IllegalFunctionCallError
        return None

    def _set(self, command: str, number: int) -> None:
        voice = self._voice
        if command == "O":
            voice.octave = number
        elif command == "L":
            voice.length = number
        elif command == "T":
            voice.tempo = number
        elif command == "M":
            voice.envelope = number
        else:
            voice.amplitude = (VOLUME if command == "V" else SHAPE) | number

    def _note(self, letter: str) -> Packet:
        sign = self._reader.take()
        shift = _SHARPS.get(sign, 0)
        if not shift:
            self._reader.back(sign)
        number = (self._voice.octave - 1) * 12 + (_NOTES[letter] + shift) % 12
        return self._sounding(number, self._duration(self._length(self._voice.length)))

    def _sounding(self, number: int, duration: int) -> Packet:
        """Return a note by its number, 0 the C of the first octave."""
        voice = self._voice
        octave, note = divmod(number, 12)
        # Halved for each octave, and rounded.
        period = ((_PERIODS[note] << 1 >> octave) + 1) >> 1
        envelope, voice.envelope = voice.envelope, None
        amplitude = voice.amplitude if envelope is None else voice.amplitude | PERIOD
        return Packet(duration, period, amplitude, envelope)

    def _length(self, usual: int) -> int:
        number = self._given()
        if number is None:
            return usual
        low, high, _ = _RANGES["L"]
        return _within(number, low, high)

    def _duration(self, length: int) -> int:
        """Return the duration in interrupts, with the dots that follow: each adds half of what the one before
        added.
        """
        divisor = self._voice.tempo * length
        self.spent += NOTE + self._division(_WHOLE, divisor)
        once, dots = _WHOLE // divisor, 0
        while (character := self._reader.take()) == ".":
            dots += 1
        self._reader.back(character)
        return max(_SHORTEST, 2 * once - (once >> dots))

    def _number(self, command: str) -> int:
        low, high, usual = _RANGES[command]
        number = self._given()
        if number is None:
            number = usual
        if number is None:
            raise IllegalFunctionCallError
        if command == "M":
            number &= 0xFFFF
        return _within(number, low, high)

    def _given(self) -> int | None:
        """Return the number at this position, None if there is none."""
        character = self._reader.take()
        if character == "=":
            self.spent += NAMED
            self._fetched()
        elif not character.isdecimal():
            self._reader.back(character)
            return None
        number = self._reader.number(character)
        if character != "=":
            self.spent += DIGIT * len(str(number))
        return number


def _within(number: int, low: int, high: int) -> int:
    if not low <= number <= high:
        raise IllegalFunctionCallError
    return number
