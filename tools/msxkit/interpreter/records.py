"""Random-access files: FIELD, LSET, RSET, GET # and PUT #. Source: the Disk BASIC manuals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msxkit.decimal14 import Number
from msxkit.interpreter import errors
from msxkit.interpreter.arrays import Key
from msxkit.interpreter.code import Lit
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.files import RANDOM, Channel, Files
from msxkit.interpreter.store import DISK
from msxkit.interpreter.strings import StringSpace, byte, justified

#: The highest record number.
LAST_RECORD = 32767


@dataclass
class Field:
    """A string variable over `size` bytes of a record from `start` on.

    array: Python name of the array that it is an element of, empty for a simple variable; key: the element, or the
    Python name. value: what it was given last: another value means that the variable is a field no more.
    """

    array: str
    key: Key | str
    start: int
    size: int
    value: str = ""


class Records:
    """Records of the random-access files of a machine. names: the namespace of its variables; space: its strings."""

    def __init__(self, files: Files, names: dict[str, Any], space: StringSpace) -> None:
        self._files = files
        self._space = space
        self._names = names

    def _channel(self, number: Number) -> Channel:
        channel = self._files.channel(number)
        if channel.mode != RANDOM:
            raise RaisedError(errors.BAD_FILE_MODE)
        return channel

    def _variables(self, array: str) -> Any:
        return self._names[array] if array else self._names

    def field_file(self, number: Number, *parts: tuple[Number, str, Key | str]) -> None:
        """FIELD: each part is a size, an array or "", and an element or a variable."""
        channel = self._channel(number)
        fields = []
        start = 0
        for width, array, key in parts:
            size = byte(width)
            if start + size > len(channel.record):
                raise RaisedError(errors.FIELD_OVERFLOW)
            fields.append(Field(array, key, start, size))
            start += size
        channel.fields += fields
        self._show(channel, fields)

    def _show(self, channel: Channel, fields: list[Field]) -> None:
        """Gives the variables of fields what stands in the record."""
        for field in fields:
            text = channel.record[field.start : field.start + field.size].decode("latin-1")
            field.value = Lit(text)
            self._variables(field.array)[field.key] = field.value

    def lset(self, array: str, key: Key | str, text: str, right: bool, fresh: bool, same: bool) -> None:
        """LSET and RSET: the text goes into a string as long as the variable's, filled up with blanks.

        fresh: the text is a temporary; same: it is the variable itself.
        """
        variables = self._variables(array)
        old = variables[key]
        for channel in self._files.channels.values():
            for field in channel.fields:
                if (field.array, field.key) == (array, key) and field.value is old:
                    new = Lit(justified(text, field.size, right))
                    variables[key] = field.value = new
                    channel.record[field.start : field.start + field.size] = new.encode("latin-1")
                    # Other fields may lie over the same bytes.
                    self._show(channel, [other for other in self._attached(channel) if other is not field])
                    return
        if type(old) is str:
            variables[key] = justified(text, len(old), right)
        elif old:
            variables[key] = self._space.settled(text, len(old), right, fresh, same)

    def _attached(self, channel: Channel) -> list[Field]:
        return [field for field in channel.fields if self._variables(field.array)[field.key] is field.value]

    def _turn_to(self, channel: Channel, record: Number | None) -> int:
        """The offset of a record: the one named, or the next."""
        number = channel.position + 1 if record is None else int(record)
        if not 1 <= number <= LAST_RECORD:
            raise RaisedError(errors.BAD_RECORD)
        channel.position = number
        return (number - 1) * len(channel.record)

    def get_record(self, number: Number, record: Number | None) -> None:
        """GET #: what lies behind the end of the file is zeros."""
        channel = self._channel(number)
        at = self._turn_to(channel, record)
        size = len(channel.record)
        channel.record[:] = channel.data[at : at + size].ljust(size, b"\0")
        self._show(channel, self._attached(channel))

    def put_record(self, number: Number, record: Number | None) -> None:
        """PUT #."""
        channel = self._channel(number)
        at = self._turn_to(channel, record)
        size = len(channel.record)
        if at + size > DISK:
            raise RaisedError(errors.DISK_FULL)
        if len(channel.data) < at:
            channel.data += bytes(at - len(channel.data))
        channel.data[at : at + size] = channel.record
