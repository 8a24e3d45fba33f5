"""Random-access files: FIELD, LSET, RSET, GET # and PUT #. Source: the Disk BASIC manuals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Self

from msxkit import basicerrors
from msxkit.decimal14 import Number
from msxkit.interpreter.arrays import Key
from msxkit.interpreter.code import Lit
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.files import RANDOM, Channel, Files
from msxkit.interpreter.store import DISK
from msxkit.interpreter.strings import StringSpace, byte, justified

#: The highest record number.
LAST_RECORD = 32767


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
        """What it is made of."""
        return str.__str__(self), self.channel, self.start


class Records:
    """Records of the random-access files of a machine. names: the namespace of its variables; space: its strings.

    places: every string variable and element, as the dictionary that it is in, its key, and its value.
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
        if channel.mode != RANDOM:
            raise RaisedError(basicerrors.BAD_FILE_MODE)
        return channel

    def _variables(self, array: str) -> Any:
        return self._names[array] if array else self._names

    def field_file(self, number: Number, *parts: tuple[Number, str, Key | str]) -> None:
        """FIELD: each part is a size, an array or "", and an element or a variable."""
        channel = self._channel(number)
        start = 0
        for width, array, key in parts:
            size = byte(width)
            if start + size > len(channel.record):
                raise RaisedError(basicerrors.FIELD_OVERFLOW)
            text = channel.record[start : start + size].decode("latin-1")
            self._variables(array)[key] = FieldText.of_parts(text, byte(number), start)
            start += size

    def _show(self, number: int) -> None:
        """Gives the variables that are fields of a channel what stands in its record."""
        record = self._files.channels[number].record
        for variables, key, text in list(self._places()):
            if type(text) is FieldText and text.channel == number:
                shown = record[text.start : text.start + len(text)].decode("latin-1").ljust(len(text), "\0")
                variables[key] = FieldText.of_parts(shown, number, text.start)

    def lset(self, array: str, key: Key | str, text: str, right: bool, fresh: bool, same: bool) -> None:
        """LSET and RSET: the text goes into a string as long as the variable's, filled up with blanks.

        fresh: the text is a temporary; same: it is the variable itself.
        """
        variables = self._variables(array)
        old = variables[key]
        if type(old) is FieldText:
            new = justified(text, len(old), right)
            variables[key] = FieldText.of_parts(new, old.channel, old.start)
            channel = self._files.channels.get(old.channel)
            if channel is not None and old.start + len(old) <= len(channel.record):
                channel.record[old.start : old.start + len(old)] = new.encode("latin-1")
                # Other fields may lie over the same bytes.
                self._show(old.channel)
        elif type(old) is str:
            variables[key] = justified(text, len(old), right)
        elif old:
            variables[key] = self._space.settled(text, len(old), right, fresh, same)

    def _turn_to(self, channel: Channel, record: Number | None) -> int:
        """The offset of a record: the one named, or the next."""
        number = channel.position + 1 if record is None else int(record)
        if not 1 <= number <= LAST_RECORD:
            raise RaisedError(basicerrors.BAD_RECORD)
        channel.position = number
        return (number - 1) * len(channel.record)

    def get_record(self, number: Number, record: Number | None) -> None:
        """GET #: what lies behind the end of the file is zeros."""
        channel = self._channel(number)
        at = self._turn_to(channel, record)
        size = len(channel.record)
        channel.record[:] = channel.data[at : at + size].ljust(size, b"\0")
        self._show(byte(number))

    def put_record(self, number: Number, record: Number | None) -> None:
        """PUT #."""
        channel = self._channel(number)
        at = self._turn_to(channel, record)
        size = len(channel.record)
        if at + size > DISK:
            raise RaisedError(basicerrors.DISK_FULL)
        if len(channel.data) < at:
            channel.data += bytes(at - len(channel.data))
        channel.data[at : at + size] = channel.record
