"""Random-access files: FIELD, LSET, RSET, GET # and PUT #. Source: the Disk BASIC manuals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Self

from msxkit import basic_errors
from msxkit.carrying import carries
from msxkit.decimal14 import Number
from msxkit.interpreter.code import Lit
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.files.drive import DISK
from msxkit.interpreter.files.files import RANDOM, Channel, Files
from msxkit.interpreter.values.arrays import Key
from msxkit.interpreter.values.strings import StringSpace, byte, justified
from msxkit.media.fat12 import SECTOR

#: The highest record number.
LAST_RECORD = 32767
#: Where the drive keeps a sector, of which a program writes a part (NMS 8250).
SECTOR_BUFFER = 0xED97


class FieldText(Lit):
    """The value of a string variable that is a field: it lies in the record of a channel, from `start` on."""

    __slots__ = ("channel", "start")

    channel: int
    start: int

    @classmethod
    def of_parts(cls, *parts: Any) -> Self:
        """parts: text, channel, start."""
        text, channel, start = parts
        field = cls(text)
        field.channel, field.start = channel, start
        return field

    def parts(self) -> tuple[Any, ...]:
        """Return its parts."""
        return str.__str__(self), self.channel, self.start


class Records:
    """Records of the random-access files of a machine.

    Attributes:
        names: The namespace of its variables.
        space: Its strings.
        places: Every string variable and element, as the dictionary that it is in, its key, and its value.
    """

    def __init__(
        self,
        files: Files,
        names: dict[str, Any],
        space: StringSpace,
        places: Callable[[], Iterable[tuple[dict[Any, Any], Any, str]]],
    ) -> None:
        self._files = files
        self._names = names
        self._space = space
        self._places = places

    def _channel(self, number: Number) -> Channel:
        channel = self._files.channel(number)
        if not self._files.drive.exists:
            raise RaisedError(basic_errors.ILLEGAL_CALL, note="this machine has no disk drive")
        if channel.mode != RANDOM:
            raise RaisedError(basic_errors.BAD_FILE_MODE)
        return channel

    def _variables(self, array: str) -> Any:
        return self._names[array] if array else self._names

    @carries("FIELD")
    def field_file(self, number: Number, *parts: tuple[Number, str, Key | str]) -> None:
        """Carry out FIELD. Each part is a size, an array or "", and an element or a variable."""
        length = self._channel(number).length
        start = 0
        for width, array, key in parts:
            size = byte(width)
            if start + size > length:
                raise RaisedError(basic_errors.FIELD_OVERFLOW)
            text = self._text(byte(number), start, size)
            self._variables(array)[key] = FieldText.of_parts(text, byte(number), start)
            start += size

    def _text(self, number: int, start: int, size: int) -> str:
        """Return a section of a channel's buffer."""
        at = self._files.buffer(number) + start
        return self._files.memory[at : at + size].decode("latin-1")

    def _show(self, number: int) -> None:
        """Set the variables that are fields of a channel to what stands in its record."""
        for variables, key, text in list(self._places()):
            if type(text) is FieldText and text.channel == number:
                shown = self._text(number, text.start, len(text))
                variables[key] = FieldText.of_parts(shown, number, text.start)

    @carries("SET_FIELD")
    def lset(self, array: str, key: Key | str, text: str, right: bool, fresh: bool, same: bool) -> None:
        """Carry out LSET and RSET: put the text into a string as long as the variable's, filled up with blanks.

        Args:
            fresh: The text is a temporary.
            same: It is the variable itself.
        """
        variables = self._variables(array)
        old = variables[key]
        if type(old) is FieldText:
            new = justified(text, len(old), right)
            variables[key] = FieldText.of_parts(new, old.channel, old.start)
            if old.channel in self._files.channels:
                at = self._files.buffer(old.channel) + old.start
                self._files.memory[at : at + len(old)] = new.encode("latin-1")
                # Other fields may lie over the same bytes.
                self._show(old.channel)
        elif type(old) is str:
            variables[key] = justified(text, len(old), right)
        elif old:
            variables[key] = self._space.settled(text, len(old), right, fresh, same)

    def _turn_to(self, channel: Channel, record: Number | None) -> int:
        """Go to a record, the one named or the next, and return its number."""
        number = channel.position + 1 if record is None else int(record)
        if not 1 <= number <= LAST_RECORD:
            raise RaisedError(basic_errors.BAD_RECORD)
        return number

    @carries("GET_RECORD")
    def get_record(self, number: int, record: Number | None) -> None:
        """Carry out GET #. What the file does not fill of its last record is zeros; after that comes error 55."""
        channel = self._channel(number)
        place = self._turn_to(channel, record)
        at, size = (place - 1) * channel.length, channel.length
        if at >= len(channel.data):
            raise RaisedError(basic_errors.INPUT_PAST_END)
        channel.position = place
        buffer = self._files.buffer(byte(number))
        self._files.memory[buffer : buffer + size] = channel.data[at : at + size].ljust(size, b"\0")
        self._show(byte(number))

    @carries("PUT_RECORD")
    def put_record(self, number: int, record: Number | None) -> None:
        """Carry out PUT #. What was never written of a sector is what the drive's own buffer held."""
        channel = self._channel(number)
        place = self._turn_to(channel, record)
        at, size = (place - 1) * channel.length, channel.length
        if at + size > DISK:
            raise RaisedError(basic_errors.DISK_FULL)
        buffer = self._files.buffer(byte(number))
        self._put(channel, at, bytes(self._files.memory[buffer : buffer + size]))
        channel.position = place

    def _put(self, channel: Channel, at: int, codes: bytes) -> None:
        """Write codes into a file, sector by sector through the drive's buffer."""
        memory, data = self._files.memory, channel.data
        while codes:
            number, start = divmod(at, SECTOR)
            piece, first = codes[: SECTOR - start], number * SECTOR
            last, held = divmod(len(data), SECTOR)
            if len(data) < first and self._files.state.sector == (channel.name, last):
                data += memory[SECTOR_BUFFER + held : SECTOR_BUFFER + SECTOR]
            if self._files.state.sector != (channel.name, number) and first < len(data):
                memory[SECTOR_BUFFER : SECTOR_BUFFER + SECTOR] = data[first : first + SECTOR].ljust(
                    SECTOR, b"\0"
                )
            self._files.state.sector = channel.name, number
            memory[SECTOR_BUFFER + start : SECTOR_BUFFER + start + len(piece)] = piece
            if len(data) < first:
                data += bytes(first - len(data))
            filled = max(min(len(data) - first, SECTOR), start + len(piece))
            data[first : first + filled] = memory[SECTOR_BUFFER : SECTOR_BUFFER + filled]
            at, codes = at + len(piece), codes[len(piece) :]
