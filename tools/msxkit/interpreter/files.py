"""Sequential files, the printer and the devices of OPEN, on a mapping from names to bytes."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field

from msxkit import basicerrors
from msxkit.decimal14 import Number, parse_number
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.printing import GraphicPrinter, Printer, ScreenPrinter, TextPrinter
from msxkit.interpreter.store import DISK, Store, file_key
from msxkit.interpreter.store import HostFiles as HostFiles
from msxkit.interpreter.strings import byte

END_OF_FILE = 0x1A
DEVICES = ("CRT", "LPT", "GRP")
RANDOM, RECORD_BYTES = "random", 256
#: Bytes that the printer prints: a program that never stops ends there.
PAPER = 1 << 24


@dataclass
class Channel:
    """An open file. mode: input, output, append or random. data: the whole file.

    position: the next byte read; of a random-access file the record read or written last. column: of PRINT. record: its
    buffer, as long as its records.
    """

    name: str
    mode: str
    data: bytearray
    position: int = 0
    column: int = 0
    record: bytearray = field(default_factory=bytearray)


@dataclass
class Paper:
    """What went to the printer, and its column."""

    data: bytearray = field(default_factory=bytearray)
    column: int = 0


@dataclass
class FileState:
    """limit: MAXFILES. channels: the open ones. reading: number of the one that INPUT # reads. paper: LPRINT."""

    limit: int = 1
    channels: dict[int, Channel] = field(default_factory=dict)
    reading: int = 0
    paper: Paper = field(default_factory=Paper)


class Files:
    """Channels 1-15 over `store`, the files by name, which are no part of the state. Output is stored when the file is
    closed. made: makes a string in the string space.
    """

    def __init__(
        self,
        state: FileState,
        store: MutableMapping[str, bytes],
        screen: ScreenPrinter,
        graphics: GraphicPrinter,
        made: Callable[[str], str],
        drive: bool,
    ) -> None:
        self.state = state
        self.store = Store(store, drive)
        self.screen = screen
        self._graphics = graphics
        self._made = made
        self.line_printer = TextPrinter(
            state.paper, PAPER, lambda: RaisedError(basicerrors.DEVICE_IO, note="the printer is out of paper")
        )

    @property
    def channels(self) -> dict[int, Channel]:
        """The open channels, by number."""
        return self.state.channels

    def open_file(self, name: str, mode: str, number: Number, size: Number = RECORD_BYTES) -> None:
        """OPEN; size: bytes of a record."""
        device, colon, rest = name.partition(":")
        device = device.upper()
        shown = colon and device in DEVICES
        if not shown:
            file_key(rest if colon else name)
        channel = byte(number)
        if not 1 <= channel <= self.state.limit:
            raise RaisedError(basicerrors.BAD_FILE_NUMBER)
        if channel in self.channels:
            raise RaisedError(basicerrors.FILE_ALREADY_OPEN)
        if shown:
            if mode == "input":
                raise RaisedError(basicerrors.BAD_FILE_MODE)
            self.channels[channel] = Channel(name, "output", bytearray())
            return
        if colon and device not in ("A", "B", "C", "D", "E", "F", "G", "H", "CAS", "MEM"):
            raise RaisedError(basicerrors.BAD_FILE_NAME)
        key = self.store.key(name)
        if not mode:
            length = byte(size) if size != RECORD_BYTES else RECORD_BYTES
            if not length:
                raise RaisedError(basicerrors.ILLEGAL_CALL)
            content = bytearray(self.store.get(key) if key in self.store else b"")
            self.channels[channel] = Channel(key, RANDOM, content, record=bytearray(length))
            return
        if mode == "output":
            data = bytearray()
        else:
            data = bytearray(self.store.read(name))
            if mode == "append":
                data = data[: data.find(END_OF_FILE)] if END_OF_FILE in data else data
        self.channels[channel] = Channel(key, mode, data)

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

    def channel(self, number: Number) -> Channel:
        """An open channel. Errors 52 and 59."""
        channel = byte(number)
        if channel > self.state.limit or not channel:
            raise RaisedError(basicerrors.BAD_FILE_NUMBER)
        if channel not in self.channels:
            raise RaisedError(basicerrors.FILE_NOT_OPEN)
        return self.channels[channel]

    def channel_out(self, number: Number) -> Printer:
        """PRINT #."""
        channel = self.channel(number)
        if channel.mode in ("input", RANDOM):
            raise RaisedError(basicerrors.BAD_FILE_NUMBER)
        device = channel.name.partition(":")[0].upper() if ":" in channel.name else ""
        if device == "CRT":
            return self.screen
        if device == "LPT":
            return self.line_printer
        if device == "GRP":
            # It opens on any screen, but prints on the graphic ones only.
            return self._graphics
        return TextPrinter(channel, DISK, lambda: RaisedError(basicerrors.DISK_FULL))

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
            raise RaisedError(basicerrors.BAD_FILE_NUMBER)
        return channel

    def input_from(self, number: Number) -> None:
        """INPUT #: the channel that the following items come from."""
        self._input(number)
        self.state.reading = byte(number)

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
            raise RaisedError(basicerrors.BAD_DRIVE)
        return self.store.free // 1024

    def characters(self, count: int, number: Number) -> str:
        """INPUT$(count, #number)."""
        channel = self.channel(number)
        if channel.mode != "input" or channel.position + count > len(channel.data):
            raise RaisedError(basicerrors.INPUT_PAST_END)
        text = channel.data[channel.position : channel.position + count].decode("latin-1")
        channel.position += count
        return text

    def file_line(self, number: Number) -> str:
        """LINE INPUT #: up to CR LF, at most 254 characters."""
        channel = self._input(number)
        if _ended(channel):
            raise RaisedError(basicerrors.INPUT_PAST_END)
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
        channel = self.channels[self.state.reading]
        self._skip_blanks(channel, b" ")
        if _ended(channel):
            raise RaisedError(basicerrors.INPUT_PAST_END)
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
        channel = self.channels[self.state.reading]
        self._skip_blanks(channel, b" ")
        if _ended(channel):
            raise RaisedError(basicerrors.INPUT_PAST_END)
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
