"""The commands of the V9938, which writing R#46 starts: dots and bytes that the chip moves by itself.

A command takes no time here: it is done when the next byte is written or read, unless the processor has to send or
fetch its data. Source: V9938 technical data book, chapter on the commands (registers R#32 to R#46, S#2, S#7 to S#9);
what it leaves open, such as columns beyond the edge, is as emulators of the chip have it.
"""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.machine.guard import Spend, unguarded
from msxkit.machine.video.operations import LogicalOperation, combine

#: The first register of the engine, and those of the colour or data and of the command.
_FIRST, DATA, COMMAND = 32, 44, 46
#: Bits of S#2: the processor may send or fetch, SRCH has found its colour, a command is executed; two are always set.
TRANSFER, FOUND, EXECUTING, ALWAYS = 0x80, 0x10, 0x01, 0x0C
#: Bits of R#45: the longer side of a line is upright; SRCH looks for another colour; leftwards; upwards; the source,
#: the target is expansion memory, which is not there.
_UPRIGHT, _OTHER, _LEFT, _UP, _FAR_SOURCE, _FAR_TARGET = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20
_STOP, _POINT, _PSET, _SRCH, _LINE, _LMMV, _LMMM, _LMCM, _LMMC, _HMMV, _HMMM, _YMMM, _HMMC = (
    0x0,
    0x4,
    0x5,
    0x6,
    0x7,
    0x8,
    0x9,
    0xA,
    0xB,
    0xC,
    0xD,
    0xE,
    0xF,
)
_MOST_ROWS = 1024
_OPERATIONS = {int(operation) for operation in LogicalOperation}


@dataclass
class Transfer:
    """A command that waits for the processor.

    Attributes:
        code: LMCM, LMMC or HMMC.
        x, y: Where it goes on.
        left: How many dots (HMMC: bytes) of the row are still to come.
        rows: How many rows are still to come, this one included.
    """

    code: int
    x: int
    y: int
    left: int
    rows: int


class Engine:
    """One command on video memory.

    Args:
        registers, status: The registers of the chip.
        vram: Video memory as the processor sees it in the mode.
        width: Dots of a line.
        bits: Bits of a dot.
        spend: Told of each row, before it is moved.
    """

    def __init__(
        self,
        registers: bytearray,
        status: bytearray,
        vram: bytearray,
        width: int,
        bits: int,
        spend: Spend = unguarded,
    ) -> None:
        self._spend = spend
        self._registers = registers
        self._status = status
        self._vram = vram
        self._width = width
        self._bits = bits
        self._mask = (1 << bits) - 1
        #: Dots in a byte, as a shift.
        self._shift = {2: 2, 4: 1, 8: 0}[bits]
        self._stride = width >> self._shift
        self._lines = len(vram) // self._stride
        self._flags = registers[COMMAND - 1]
        self._operation = registers[COMMAND] & 15

    # Registers

    def _word(self, number: int, bits: int) -> int:
        at = _FIRST + number
        return (self._registers[at] | self._registers[at + 1] << 8) & (1 << bits) - 1

    def _set_word(self, number: int, value: int) -> None:
        at = _FIRST + number
        self._registers[at], self._registers[at + 1] = value & 0xFF, value >> 8 & 3

    @property
    def _source(self) -> tuple[int, int]:
        return self._word(0, 9), self._word(2, 10)

    @property
    def _target(self) -> tuple[int, int]:
        return self._word(4, 9), self._word(6, 10)

    @property
    def _side(self) -> int:
        return -1 if self._flags & _LEFT else 1

    @property
    def _way(self) -> int:
        return -1 if self._flags & _UP else 1

    def _columns(self, *columns: int, whole: bool = False) -> int:
        """Return how many dots (bytes: whole) of a row there are from these columns on, no further than the edge."""
        shift = self._shift if whole else 0
        width, count = self._width >> shift, self._word(8, 9) >> shift
        if any(column >= self._width for column in columns):
            return 1
        rooms = [width - (x >> shift) if self._side > 0 else (x >> shift) + 1 for x in columns]
        return min(count or width, *rooms)

    def _rows(self, *lines: int) -> int:
        """Return how many rows there are from these lines on; upwards no further than the first."""
        count = self._word(10, 10) or _MOST_ROWS
        return count if self._way > 0 else min(count, *(line + 1 for line in lines))

    def _done(self, rows: int, *, source: bool = False, target: bool = False) -> None:
        """Count the finished rows in SY, DY and NY."""
        if source:
            self._set_word(2, self._word(2, 10) + rows * self._way)
        if target:
            self._set_word(6, self._word(6, 10) + rows * self._way)
        self._set_word(10, self._word(10, 10) - rows)

    # Dots and bytes

    def _place(self, x: int, y: int) -> tuple[int, int]:
        x &= self._width - 1
        at = y % self._lines * self._stride + (x >> self._shift)
        return at, (~x & (1 << self._shift) - 1) * self._bits

    def _dot(self, x: int, y: int) -> int:
        if self._flags & _FAR_SOURCE:
            return self._mask
        at, shift = self._place(x, y)
        return self._vram[at] >> shift & self._mask

    def _put(self, x: int, y: int, colour: int) -> None:
        operation = self._operation
        colour &= self._mask
        if self._flags & _FAR_TARGET or operation not in _OPERATIONS or (operation & 8 and not colour):
            return
        at, shift = self._place(x, y)
        held = self._vram[at]
        if operation:
            colour = combine(operation, colour, held >> shift & self._mask, self._mask)
        self._vram[at] = held & ~(self._mask << shift) | colour << shift

    def _byte(self, column: int, y: int) -> int:
        if self._flags & _FAR_SOURCE:
            return 0xFF
        return self._vram[y % self._lines * self._stride + (column & self._stride - 1)]

    def _put_byte(self, column: int, y: int, value: int) -> None:
        if not self._flags & _FAR_TARGET:
            self._vram[y % self._lines * self._stride + (column & self._stride - 1)] = value

    # Commands

    def start(self) -> Transfer | None:
        """Run the command in R#46. Return what waits for the processor, None if it is done."""
        code = self._registers[COMMAND] >> 4
        self._status[2] &= ~(TRANSFER | EXECUTING)
        run = _COMMANDS.get(code)
        transfer = run(self) if run else None
        if transfer is None:
            self._registers[COMMAND] &= 0x0F
        else:
            self._status[2] |= TRANSFER | EXECUTING
        return transfer

    def _point(self) -> None:
        self._status[7] = self._dot(*self._source)

    def _pset(self) -> None:
        self._put(*self._target, self._registers[DATA])

    def _search(self) -> None:
        (x, y), wanted = self._source, self._registers[DATA] & self._mask
        other = bool(self._flags & _OTHER)
        self._status[2] &= ~FOUND
        self._spend(self._width)
        while 0 <= x < self._width:
            if (self._dot(x, y) == wanted) != other:
                self._status[2] |= FOUND
                break
            x += self._side
        self._status[8], self._status[9] = x & 0xFF, 0xFE | x >> 8 & 1

    def _line(self) -> None:
        (x, y), colour = self._target, self._registers[DATA]
        longer, shorter = self._word(8, 9), self._word(10, 10)
        self._spend(longer)
        upright = self._flags & _UPRIGHT
        left = (longer - 1) >> 1
        for _ in range(longer + 1):
            self._put(x, y, colour)
            aside = left < shorter
            if aside:
                left += longer
            left = (left - shorter) & 1023
            x += self._side if aside or not upright else 0
            y += self._way if aside or upright else 0
            if not 0 <= x < self._width:
                break
        self._set_word(6, y)

    def _fill_dots(self) -> None:
        (x, y), colour = self._target, self._registers[DATA]
        count, rows = self._columns(x), self._rows(y)
        for row in range(rows):
            self._spend(count)
            for column in range(count):
                self._put(x + column * self._side, y + row * self._way, colour)
        self._done(rows, target=True)

    def _copy_dots(self) -> None:
        (from_x, from_y), (x, y) = self._source, self._target
        count, rows = self._columns(from_x, x), self._rows(from_y, y)
        for row in range(rows):
            self._spend(2 * count)
            down = row * self._way
            for column in range(count):
                across = column * self._side
                self._put(x + across, y + down, self._dot(from_x + across, from_y + down))
        self._done(rows, source=True, target=True)

    def _fill_bytes(self) -> None:
        (x, y), value = self._target, self._registers[DATA]
        count, rows, first = self._columns(x, whole=True), self._rows(y), x >> self._shift
        for row in range(rows):
            self._spend(count)
            for column in range(count):
                self._put_byte(first + column * self._side, y + row * self._way, value)
        self._done(rows, target=True)

    def _copy_bytes(self) -> None:
        (from_x, _), (x, _) = self._source, self._target
        count = self._columns(from_x, x, whole=True)
        self._move_bytes(from_x >> self._shift, x >> self._shift, count)

    def _copy_rows(self) -> None:
        """Carry out YMMM: copy from a column to the edge, straight up or down."""
        first = self._target[0] >> self._shift
        count = self._stride - (first & self._stride - 1) if self._side > 0 else first + 1
        self._move_bytes(first, first, count)

    def _move_bytes(self, source: int, target: int, count: int) -> None:
        from_y, y = self._source[1], self._target[1]
        rows = self._rows(from_y, y)
        for row in range(rows):
            self._spend(2 * count)
            down = row * self._way
            for column in range(count):
                across = column * self._side
                self._put_byte(target + across, y + down, self._byte(source + across, from_y + down))
        self._done(rows, source=True, target=True)

    # Commands that wait for the processor

    def _fetch(self) -> Transfer:
        """Begin LMCM: the first dot can be fetched. Return what waits."""
        x, y = self._source
        transfer = Transfer(_LMCM, x, y, self._columns(x), self._rows(y))
        self._status[7] = self._dot(x, y)
        return transfer

    def _send_dots(self) -> Transfer | None:
        """Begin LMMC: the first dot is in R#44 already. Return what waits."""
        x, y = self._target
        return self.send(Transfer(_LMMC, x, y, self._columns(x), self._rows(y)))

    def _send_bytes(self) -> Transfer | None:
        """Begin HMMC: the first byte is in R#44 already. Return what waits."""
        x, y = self._target
        return self.send(Transfer(_HMMC, x >> self._shift, y, self._columns(x, whole=True), self._rows(y)))

    def send(self, transfer: Transfer) -> Transfer | None:
        """Take a dot or byte from R#44. Return what still waits, None if the command is done."""
        value = self._registers[DATA]
        if transfer.code == _LMMC:
            self._put(transfer.x, transfer.y, value)
        elif transfer.code == _HMMC:
            self._put_byte(transfer.x, transfer.y, value)
        else:
            return transfer
        return self._next(transfer)

    def fetched(self, transfer: Transfer) -> Transfer | None:
        """Fetch the next dot after S#7 was read. Return what still waits, None if the command is done."""
        if transfer.code != _LMCM:
            return transfer
        following = self._next(transfer)
        if following:
            self._status[7] = self._dot(following.x, following.y)
        return following

    def _next(self, transfer: Transfer) -> Transfer | None:
        whole, source = transfer.code == _HMMC, transfer.code == _LMCM
        transfer.left -= 1
        transfer.x += self._side
        if transfer.left:
            return transfer
        self._done(1, source=source, target=not source)
        transfer.rows -= 1
        if transfer.rows:
            first = (self._source if source else self._target)[0]
            transfer.x, transfer.left = (
                first >> (self._shift if whole else 0),
                self._columns(first, whole=whole),
            )
            transfer.y += self._way
            return transfer
        self._status[2] &= ~(TRANSFER | EXECUTING)
        self._registers[COMMAND] &= 0x0F
        return None


#: What each command does; STOP and the codes that no book names do nothing.
_COMMANDS = {
    _POINT: Engine._point,
    _PSET: Engine._pset,
    _SRCH: Engine._search,
    _LINE: Engine._line,
    _LMMV: Engine._fill_dots,
    _LMMM: Engine._copy_dots,
    _LMCM: Engine._fetch,
    _LMMC: Engine._send_dots,
    _HMMV: Engine._fill_bytes,
    _HMMM: Engine._copy_bytes,
    _YMMM: Engine._copy_rows,
    _HMMC: Engine._send_bytes,
}
