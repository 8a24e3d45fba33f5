"""Sequential files, the printer and the devices of OPEN."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

from msxkit import basic_errors
from msxkit.carrying import carries
from msxkit.decimal14 import Number, parse_number, to_int16
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.files.drive import CONSOLE, DISK, PRINTERS, Drive, key_of
from msxkit.interpreter.files.media import HostFiles as HostFiles
from msxkit.interpreter.statements.printing import BlockPrinter, Printer, ScreenPrinter, TextPrinter
from msxkit.interpreter.values.strings import byte
from msxkit.machine.guard import Spend
from msxkit.machine.memory_map import MemoryState

END_OF_FILE = 0x1A
DEVICES = ("CRT", "LPT", "GRP")
RANDOM, RECORD_BYTES = "random", 256
#: Bytes that the printer prints: a program that never stops ends there.
PAPER = 1 << 24
#: In a file's control block: what PRINT # takes for its column, and where the buffer begins, of 256 bytes.
COLUMN, BUFFER = 6, 9


def device_of(name: str) -> str:
    """Return which device without files a name means: CRT, LPT, GRP, or none."""
    device, colon, _ = name.partition(":")
    return device.upper() if colon and device.upper() in DEVICES else ""


@dataclass
class Channel:
    """An open file.

    Attributes:
        mode: Input, output, append or random.
        data: The whole file, as it will be when it is closed.
        position: The next byte read; of a random-access file the record read or written last.
        looked: How many bytes were looked at.
        length: The length of a record.
        size: Bytes of the file when it was opened.
        base: Where what is written begins.
    """

    name: str
    mode: str
    data: bytearray
    position: int = 0
    looked: int = 0
    length: int = RECORD_BYTES
    size: int = 0
    base: int = 0

    @property
    def device(self) -> str:
        """The device without files that it is: CRT, LPT or GRP. A file has none."""
        return device_of(self.name)


@dataclass
class Paper:
    """What went to the printer, and its column."""

    data: bytearray = field(default_factory=bytearray)
    column: int = 0


@dataclass
class FileState:
    """The state of the channels.

    Attributes:
        limit: MAXFILES.
        channels: The open channels, by number.
        reading: The number of the channel that INPUT # reads.
        paper: What LPRINT prints on.
        sector: The content of the drive's buffer: a file, and the number of a sector in it.
    """

    limit: int = 1
    channels: dict[int, Channel] = field(default_factory=dict)
    reading: int = 0
    paper: Paper = field(default_factory=Paper)
    sector: tuple[str, int] = ("", 0)


class Files:
    """Channels 1-15 over `drive`, whose files are not part of the state. What is written is there after CLOSE.

    Attributes:
        graphics: Draws a character code.
        made: Makes a string in the string space.
        block: The address of a file's control block.
        spend: Told of the blanks that are skipped.
    """

    def __init__(
        self,
        state: FileState,
        drive: Drive,
        screen: ScreenPrinter,
        graphics: Callable[[int], None],
        made: Callable[[str], str],
        memory: MemoryState,
        block: Callable[[int], int],
        spend: Spend,
    ) -> None:
        self.state = state
        self.drive = drive
        self.screen = screen
        self._graphics = graphics
        self._made = made
        self._memory = memory
        self._block = block
        self._spend = spend
        drive.show = self._show_file
        self.line_printer = TextPrinter(
            state.paper,
            PAPER,
            lambda: RaisedError(basic_errors.DEVICE_IO, note="the printer is out of paper"),
        )

    @property
    def channels(self) -> dict[int, Channel]:
        """The open channels, by number."""
        return self.state.channels

    @property
    def memory(self) -> bytearray:
        """The machine's memory, in which the buffers lie."""
        return self._memory.memory

    def buffer(self, number: int) -> int:
        """Return the address of a file's buffer."""
        return self._block(number) + BUFFER

    @carries("OPEN")
    def open_file(self, name: str, mode: str, number: Number, size: Number | None) -> None:
        """Carry out OPEN.

        Args:
            size: Bytes of a record, if they are said. What is wrong with the name itself comes first, the disk last.
        """
        spec = None if device_of(name) else self.drive.spec(name)
        if spec is not None and not self.drive.exists:
            self._need_direction(mode)
        length = RECORD_BYTES if size is None else to_int16(size)
        if not 1 <= length <= RECORD_BYTES:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        channel = byte(number)
        if not 1 <= channel <= self.state.limit:
            raise RaisedError(basic_errors.BAD_FILE_NUMBER)
        if channel in self.channels:
            raise RaisedError(basic_errors.FILE_ALREADY_OPEN)
        if spec is None:
            if mode == "input":
                raise RaisedError(basic_errors.BAD_FILE_MODE)
            self.channels[channel] = Channel(name, "output", bytearray())
            return
        is_read = mode in ("input", "append")
        key = self.drive.found(name) if is_read else key_of(spec.name)
        data = bytearray()
        size_now = 0
        if is_read:
            data += self.drive.get(key)
            size_now = len(data)
            if mode == "append" and END_OF_FILE in data:
                del data[data.index(END_OF_FILE) :]
        elif not mode and key in self.drive:
            data += self.drive.get(key)
        else:
            # The file is in the directory from now on, and has its length when it is closed.
            self.drive.put(key, b"")
        base = len(data) if mode == "append" else 0
        self.channels[channel] = Channel(key, mode or RANDOM, data, length=length, size=size_now, base=base)

    @staticmethod
    def _need_direction(mode: str) -> None:
        """Require a direction, as a cassette does: error 2 without one, 56 for APPEND (recorded)."""
        if not mode:
            raise RaisedError(basic_errors.SYNTAX)
        if mode == "append":
            raise RaisedError(basic_errors.BAD_FILE_NAME)

    @carries("CLOSE")
    def close_file(self, number: Number | None) -> None:
        """Close one channel, or all (CLOSE). One that cannot be stored stays open, so that its data is not lost.

        Raise error 52 for a number above MAXFILES, as the manuals say.
        """
        if number is not None and byte(number) > self.state.limit:
            raise RaisedError(basic_errors.BAD_FILE_NUMBER)
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

    def leave(self) -> None:
        """Leave open files as the directory has them: what was written since OPEN is lost, as on the machine."""
        self.channels.clear()

    def _keep(self, channel: int) -> None:
        """Store what an open channel has written."""
        opened = self.channels.get(channel)
        if opened is None or opened.device:
            return
        if opened.mode == RANDOM:
            # What did not change is not written again: a file of the host may be larger than a disk.
            if opened.name not in self.drive or self.drive.get(opened.name) != opened.data:
                self.drive.put(opened.name, bytes(opened.data))
        elif opened.mode == "input":
            end = -(-opened.looked // RECORD_BYTES) * RECORD_BYTES
            self._leave_buffer(channel, opened.data[:end])
        else:
            opened.data.append(END_OF_FILE)
            try:
                self.drive.put(opened.name, bytes(opened.data))
                self._leave_buffer(channel, opened.data[opened.base :])
            finally:
                opened.data.pop()

    def _leave_buffer(self, channel: int, codes: bytes | bytearray) -> None:
        """Leave in memory what went through a file's buffer, of which the last pieces are still there."""
        buffer, last = self.buffer(channel), max(0, len(codes) - 1) // RECORD_BYTES * RECORD_BYTES
        for piece in (codes[max(0, last - RECORD_BYTES) : last], codes[last:]):
            self.memory[buffer : buffer + len(piece)] = piece

    def channel(self, number: Number) -> Channel:
        """Return an open channel. Errors 52 and 59."""
        return self.channels[self.number(number, True)]

    @carries("CHANNEL")
    def number(self, number: Number, opened: bool) -> int:
        """Return the number of a file, which must be open if `opened`; no file is number 0."""
        channel = byte(number)
        if channel > self.state.limit:
            raise RaisedError(basic_errors.BAD_FILE_NUMBER)
        if opened and channel not in self.channels:
            raise RaisedError(basic_errors.FILE_NOT_OPEN)
        return channel

    @carries("TO_FILE")
    def channel_out(self, number: Number) -> Printer:
        """Return where PRINT # prints."""
        channel = self.channel(number)
        if channel.mode == RANDOM:
            raise RaisedError(basic_errors.BAD_FILE_MODE)
        if channel.mode == "input":
            raise RaisedError(basic_errors.BAD_FILE_NUMBER)
        column = self.memory[self._block(byte(number)) + COLUMN]
        if channel.device:
            return self.device_out(channel.device, column)
        return BlockPrinter(partial(self._write, channel), column)

    def device_out(self, device: str, column: int = 0) -> Printer:
        """Return what prints on a device without files; the screen and graphics take a column from its block."""
        if device == "LPT":
            return self.line_printer
        # GRP: opens on any screen, but prints on the graphic ones only.
        return BlockPrinter(self._draw if device == "GRP" else self._show, column)

    def _show(self, codes: bytes) -> None:
        self.screen.string(codes.decode("latin-1"))

    def _draw(self, codes: bytes) -> None:
        for code in codes:
            self._graphics(code)

    def _write(self, channel: Channel, codes: bytes) -> None:
        if len(channel.data) + len(codes) > DISK:
            raise RaisedError(basic_errors.DISK_FULL)
        channel.data += codes

    def _show_file(self, device: str, data: bytes) -> None:
        """Show what is written to a file that is a device, up to its end."""
        text = data.partition(bytes((END_OF_FILE,)))[0].decode("latin-1")
        if device == CONSOLE:
            self.screen.string(text)
        elif device in PRINTERS:
            self.line_printer.string(text)

    @carries("TO_PRINTER")
    def printer_out(self) -> Printer:
        """Return where LPRINT prints."""
        return self.line_printer

    @carries("PRINTER_COLUMN")
    def lpos(self, _number: Number) -> int:
        """Return LPOS."""
        return self.line_printer.column

    # Reading

    def _input(self, number: Number, wrong: int = basic_errors.BAD_FILE_NUMBER) -> Channel:
        channel = self.channel(number)
        if channel.mode != "input":
            raise RaisedError(wrong)
        return channel

    @carries("INPUT_FILE_CHANNEL")
    def input_from(self, number: Number) -> None:
        """Begin INPUT #: the items that follow come from this channel."""
        self._input(number)
        self.state.reading = byte(number)

    @carries("END_OF_FILE")
    def eof(self, number: Number) -> int:
        """Return EOF: -1 at the end, else 0."""
        return -int(_ended(self._input(number, basic_errors.BAD_FILE_MODE)))

    def _file(self, number: Number) -> Channel:
        """Return an open file. Raise error 5 for a device that has none."""
        channel = self.channel(number)
        if channel.device:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        return channel

    @carries("FILE_PLACE")
    def loc(self, number: Number) -> int:
        """Return LOC: how many bytes went through the buffer of 256; of a random-access file, its last record."""
        channel = self._file(number)
        if channel.mode == RANDOM:
            return channel.position
        if channel.mode == "input":
            return min(len(channel.data), -(-channel.looked // RECORD_BYTES) * RECORD_BYTES)
        return _flushed(channel)

    @carries("FILE_SIZE")
    def lof(self, number: Number) -> int:
        """Return LOF: the bytes of the file; of one that is written, as many as went through the buffer of 256."""
        channel = self._file(number)
        return (
            len(channel.data) if channel.mode in ("input", RANDOM) else max(channel.size, _flushed(channel))
        )

    @carries("DISK_FREE")
    def dskf(self, drive: Number) -> int:
        """Return DSKF: how many clusters of a kilobyte are free."""
        if byte(drive) > 1:
            raise RaisedError(basic_errors.BAD_DRIVE)
        return self.drive.free

    def characters(self, count: int, number: Number) -> str:
        """Return INPUT$(count, #number). It reads one character after the other: where there are fewer, they are gone
        when the error comes. No recording shows that.
        """
        channel = self.channel(number)
        data, start = channel.data, channel.position
        end = start + count
        last = data.find(END_OF_FILE, start, end)
        stop = min(end, len(data)) if last < 0 else last
        channel.looked = max(channel.looked, stop)
        if channel.mode != "input":
            raise RaisedError(basic_errors.INPUT_PAST_END)
        channel.position = stop
        if stop < end:
            raise RaisedError(basic_errors.INPUT_PAST_END)
        return data[start:end].decode("latin-1")

    @carries("LINE_INPUT_FILE")
    def file_line(self, number: Number) -> str:
        """Return the line that LINE INPUT # reads: up to CR LF, at most 254 characters. CR right behind LF is one of
        them.
        """
        channel = self._input(number)
        if _ended(channel):
            raise RaisedError(basic_errors.INPUT_PAST_END)
        text: list[str] = []
        while not _ended(channel) and len(text) < 254:
            code = channel.data[channel.position]
            channel.position += 1
            if code == 13 and text[-1:] != ["\n"]:
                if channel.data[channel.position : channel.position + 1] == b"\n":
                    channel.position += 1
                break
            text.append(chr(code))
        return self._made("".join(text))

    def _skip_blanks(self, channel: Channel) -> int | None:
        """Return the first code that is not a blank, None at the end."""
        while not _ended(channel):
            code = channel.data[channel.position]
            if code != 0x20:
                return code
            self._spend(1)
            channel.position += 1
        return None

    def _item(self, ends: bytes) -> Iterator[int]:
        """Yield the codes of an item of INPUT #, up to one that ends it. LF is not seen, nor CR right behind it."""
        channel = self.channels[self.state.reading]
        before = 0
        while not _ended(channel):
            code = channel.data[channel.position]
            hidden = code == 10 or (code == 13 and before == 10)
            if code in ends and not hidden:
                return
            self._spend(1)
            channel.position += 1
            if not hidden:
                yield code
            before = code

    @carries("INPUT_FILE")
    def input_file(self, text: bool) -> str | Number:
        """Return an item of INPUT #."""
        return self._string() if text else self._number()

    def _string(self) -> str:
        """Return a string item of INPUT #: quoted, or up to a comma or line end."""
        channel = self.channels[self.state.reading]
        code = self._skip_blanks(channel)
        if code == 10:
            channel.position += 1
        if code is None or _ended(channel):
            raise RaisedError(basic_errors.INPUT_PAST_END)
        quoted = channel.data[channel.position] == 0x22
        channel.position += quoted
        text = "".join(map(chr, islice(self._item(b'"' if quoted else b",\r"), 255)))
        if len(text) < 255 and not _ended(channel):
            if quoted:
                channel.position += 1
            if not quoted or self._skip_blanks(channel) in (0x2C, 13):
                self._end_item(channel)
        return self._made(text)

    def _end_item(self, channel: Channel) -> None:
        code = channel.data[channel.position]
        channel.position += 1
        if code == 13 and channel.data[channel.position : channel.position + 1] == b"\n":
            channel.position += 1

    def _number(self) -> Number:
        """Return a numeric item of INPUT #: ended by a blank, comma or line end."""
        channel = self.channels[self.state.reading]
        if self._skip_blanks(channel) is None:
            raise RaisedError(basic_errors.INPUT_PAST_END)
        text = "".join(map(chr, islice(self._item(b" ,\r"), 255)))
        if len(text) < 255 and self._skip_blanks(channel) in (0x2C, 13):
            self._end_item(channel)
        return parse_number(text)[0]


def _ended(channel: Channel) -> bool:
    channel.looked = max(channel.looked, channel.position + 1)
    return channel.position >= len(channel.data) or channel.data[channel.position] == END_OF_FILE


def _flushed(channel: Channel) -> int:
    return channel.base + (len(channel.data) - channel.base) // RECORD_BYTES * RECORD_BYTES
