"""Sequential files, the printer and the devices of OPEN, on a mapping from names to bytes."""

from __future__ import annotations

import copy
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msxkit.decimal14 import Number, parse_number
from msxkit.interpreter import errors
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.printing import Printer, ScreenPrinter, TextPrinter
from msxkit.interpreter.store import DISK, Store, file_key
from msxkit.interpreter.store import HostFiles as HostFiles
from msxkit.interpreter.strings import byte

if TYPE_CHECKING:
    from msxkit.interpreter.records import Field

END_OF_FILE = 0x1A
DEVICES = ("CRT", "LPT", "GRP")
RANDOM, RECORD_BYTES = "random", 256
#: Bytes that the printer prints: a program that never stops ends there.
PAPER = 1 << 24


@dataclass
class Channel:
    """An open file. mode: input, output, append or random. data: the whole file.

    position: the next byte read; of a random-access file the record read or written last. record: its buffer, as
    long as its records; fields: the variables over it.
    """

    name: str
    mode: str
    data: bytearray
    position: int = 0
    printer: Printer | None = None
    record: bytearray = field(default_factory=bytearray)
    fields: list[Field] = field(default_factory=list)


class Files:
    """Channels 1-15 over `store`, the files by name. Output is stored when the file is closed.

    made: makes a string in the string space. limit: MAXFILES. printed: what went to the printer.
    """

    def __init__(
        self, store: MutableMapping[str, bytes], screen: ScreenPrinter, made: Callable[[str], str]
    ) -> None:
        self.store = Store(store)
        self.screen = screen
        self._made = made
        self.printed = bytearray()
        self.limit = 1
        self.channels: dict[int, Channel] = {}
        self.line_printer = TextPrinter(
            self.printed, PAPER, lambda: RaisedError(errors.DEVICE_IO, note="the printer is out of paper")
        )
        self.reading: Channel | None = None

    def open_file(self, name: str, mode: str, number: Number, size: Number = RECORD_BYTES) -> None:
        """OPEN; size: bytes of a record."""
        device, colon, rest = name.partition(":")
        device = device.upper()
        key = "" if colon and device in DEVICES else file_key(rest if colon else name)
        channel = byte(number)
        if not 1 <= channel <= self.limit:
            raise RaisedError(errors.BAD_FILE_NUMBER)
        if channel in self.channels:
            raise RaisedError(errors.FILE_ALREADY_OPEN)
        if not key:
            if mode == "input":
                raise RaisedError(errors.BAD_FILE_MODE)
            self.channels[channel] = Channel(name, "output", bytearray(), printer=self._device(device))
            return
        if colon and device not in ("A", "B", "C", "D", "E", "F", "G", "H", "CAS", "MEM"):
            raise RaisedError(errors.BAD_FILE_NAME)
        if not mode:
            length = byte(size) if size != RECORD_BYTES else RECORD_BYTES
            if not length:
                raise RaisedError(errors.ILLEGAL_CALL)
            content = bytearray(self.store.get(key) if key in self.store else b"")
            self.channels[channel] = Channel(key, RANDOM, content, record=bytearray(length))
            return
        if mode == "output":
            data = bytearray()
        else:
            data = bytearray(self.store.get(key))
            if mode == "append":
                data = data[: data.find(END_OF_FILE)] if END_OF_FILE in data else data
        opened = Channel(key, mode, data)
        if mode != "input":
            opened.printer = self._file_printer(data)
        self.channels[channel] = opened

    def _device(self, device: str) -> Printer:
        """CRT, LPT, or GRP, which opens on any screen but prints on the graphic ones only."""
        if device == "GRP":
            return TextPrinter(
                bytearray(), -1, lambda: RaisedError(errors.ILLEGAL_CALL, note=errors.TEXT_SCREENS_ONLY)
            )
        return self.screen if device == "CRT" else self.line_printer

    def _file_printer(self, data: bytearray) -> TextPrinter:
        return TextPrinter(data, DISK, lambda: RaisedError(errors.DISK_FULL))

    def close_file(self, number: Number | None) -> None:
        """CLOSE: one channel, or all. One that cannot be stored stays open, so that what it holds is not lost."""
        failed: RaisedError | None = None
        for channel in list(self.channels) if number is None else [byte(number)]:
            try:
                self._keep(channel)
            except RaisedError as error:
                failed = failed or error
            else:
                self.channels.pop(channel, None)
        if failed is not None:
            raise failed

    def _keep(self, channel: int) -> None:
        """Stores what an open channel has written."""
        opened = self.channels.get(channel)
        if opened is not None and opened.mode != "input" and ":" not in opened.name:
            end = b"" if opened.mode == RANDOM else bytes([END_OF_FILE])
            self.store.put(opened.name, bytes(opened.data) + end)

    def state(self) -> dict[str, Any]:
        """The open files as plain data. The files that lie in the store are not part of it."""
        return {
            "limit": self.limit,
            "channels": {
                number: (
                    *(channel.name, channel.mode, bytes(channel.data), channel.position),
                    *(bytes(channel.record), [copy.copy(field) for field in channel.fields]),
                )
                for number, channel in self.channels.items()
            },
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Back to what `state` gave."""
        self.limit = state["limit"]
        self.channels.clear()
        for number, (name, mode, content, position, record, fields) in state["channels"].items():
            data = bytearray(content)
            opened = Channel(name, mode, data, position, None, bytearray(record))
            opened.fields = [copy.copy(field) for field in fields]
            if mode not in ("input", RANDOM):
                device = name.partition(":")[0].upper() if ":" in name else ""
                opened.printer = self._device(device) if device in DEVICES else self._file_printer(data)
            self.channels[number] = opened

    def channel(self, number: Number) -> Channel:
        """An open channel. Errors 52 and 59."""
        channel = byte(number)
        if channel > self.limit or not channel:
            raise RaisedError(errors.BAD_FILE_NUMBER)
        if channel not in self.channels:
            raise RaisedError(errors.FILE_NOT_OPEN)
        return self.channels[channel]

    def channel_out(self, number: Number) -> Printer:
        """PRINT #."""
        printer = self.channel(number).printer
        if printer is None:
            raise RaisedError(errors.BAD_FILE_NUMBER)
        return printer

    def printer_out(self) -> Printer:
        """LPRINT."""
        return self.line_printer

    def lpos(self, _number: Number) -> int:
        """LPOS."""
        return self.line_printer.column

    # Reading

    def _input(self, number: Number) -> Channel:
        channel = self.channel(number)
        if channel.mode != "input":
            raise RaisedError(errors.BAD_FILE_NUMBER)
        return channel

    def input_from(self, number: Number) -> None:
        """INPUT #: the channel that the following items come from."""
        self.reading = self._input(number)

    def eof(self, number: Number) -> int:
        """EOF: -1 at the end."""
        channel = self._input(number)
        return -int(_ended(channel))

    def loc(self, number: Number) -> int:
        """LOC: 256-byte records read or written so far; the last record of a random-access file."""
        channel = self.channel(number)
        if channel.mode == RANDOM:
            return channel.position
        size = channel.position if channel.mode == "input" else len(channel.data)
        return (size + 255) // 256

    def lof(self, number: Number) -> int:
        """LOF: bytes of the file."""
        return len(self.channel(number).data)

    def dskf(self, drive: Number) -> int:
        """DSKF: free kilobytes."""
        if byte(drive) > 1:
            raise RaisedError(errors.BAD_DRIVE)
        return self.store.free // 1024

    def characters(self, count: int, number: Number) -> str:
        """INPUT$(count, #number)."""
        channel = self.channel(number)
        if channel.mode != "input" or channel.position + count > len(channel.data):
            raise RaisedError(errors.INPUT_PAST_END)
        text = channel.data[channel.position : channel.position + count].decode("latin-1")
        channel.position += count
        return text

    def file_line(self, number: Number) -> str:
        """LINE INPUT #: up to CR LF, at most 254 characters."""
        channel = self._input(number)
        if _ended(channel):
            raise RaisedError(errors.INPUT_PAST_END)
        text: list[str] = []
        while not _ended(channel) and len(text) < 254:
            code = channel.data[channel.position]
            channel.position += 1
            if code == 13:
                if channel.data[channel.position : channel.position + 1] == b"\n":
                    channel.position += 1
                break
            text.append(chr(code))
        return self._made("".join(text))

    def _skip_blanks(self, channel: Channel, codes: bytes) -> None:
        while not _ended(channel) and channel.data[channel.position] in codes:
            channel.position += 1

    def file_string(self) -> str:
        """A string item of INPUT #: quoted, or up to a comma or line end."""
        channel = self.reading
        assert channel is not None
        self._skip_blanks(channel, b" ")
        if _ended(channel):
            raise RaisedError(errors.INPUT_PAST_END)
        quoted = channel.data[channel.position] == 0x22
        if quoted:
            channel.position += 1
        text: list[str] = []
        while not _ended(channel) and len(text) < 255:
            code = channel.data[channel.position]
            channel.position += 1
            if code == 0x22 and quoted:
                self._skip_blanks(channel, b" ")
                if not _ended(channel) and channel.data[channel.position] in b",\r":
                    self._end_item(channel)
                break
            if not quoted and code in b",\r\n":
                channel.position -= 1
                self._end_item(channel)
                break
            text.append(chr(code))
        return self._made("".join(text))

    def _end_item(self, channel: Channel) -> None:
        code = channel.data[channel.position]
        channel.position += 1
        if code == 13 and channel.data[channel.position : channel.position + 1] == b"\n":
            channel.position += 1

    def file_number(self) -> Number:
        """A numeric item of INPUT #: ended by a blank, comma or line end."""
        channel = self.reading
        assert channel is not None
        self._skip_blanks(channel, b" ")
        if _ended(channel):
            raise RaisedError(errors.INPUT_PAST_END)
        text = ""
        while not _ended(channel):
            code = channel.data[channel.position]
            if code in b" ,\r\n":
                self._skip_blanks(channel, b" ")
                if not _ended(channel) and channel.data[channel.position] in b",\r\n":
                    self._end_item(channel)
                break
            text += chr(code)
            channel.position += 1
        return parse_number(text)[0]


def _ended(channel: Channel) -> bool:
    return channel.position >= len(channel.data) or channel.data[channel.position] == END_OF_FILE
