"""The commands of a V9938 as its data book describes them, pixel by pixel, done as soon as they are given."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msxkit.machine.video.chip import Chip, DisplayMode

#: Bits of a pixel, and pixels in a row.
_LAYOUT = {
    DisplayMode.GRAPHIC4: (4, 256),
    DisplayMode.GRAPHIC5: (2, 512),
    DisplayMode.GRAPHIC6: (4, 512),
    DisplayMode.GRAPHIC7: (8, 256),
}
_OPERATIONS: dict[int, Callable[[int, int], int]] = {
    0: lambda source, _: source,
    1: lambda source, target: source & target,
    2: lambda source, target: source | target,
    3: lambda source, target: source ^ target,
    4: lambda source, _: ~source,
}
#: Bits of S#2.
READY, FOUND, BUSY = 0x80, 0x10, 0x01
_TALL, _NOT, _LEFT, _UP = 1, 2, 4, 8


class Commands:
    """What a chip does with R#32 to R#46: `written` is told of every register."""

    def __init__(self, chip: Chip) -> None:
        self.chip = chip
        #: Pixels that a command still takes from the processor, or gives to it.
        self._taken: Iterator[None] | None = None
        self._given: Iterator[int] | None = None

    def written(self, number: int) -> None:
        """A register has its new value."""
        if number == 46:
            self._start()
        elif number == 44 and self._taken is not None and next(self._taken, self) is self:
            self._end()

    def read(self, number: int) -> None:
        """A status register has been read."""
        if number == 7 and self._given is not None:
            found = next(self._given, None)
            if found is None:
                self._end()
            else:
                self.chip.status[7] = found

    def _end(self) -> None:
        self._taken = self._given = None
        self.chip.status[2] &= ~(READY | BUSY)

    def _word(self, number: int, bits: int) -> int:
        return (self.chip.registers[number] | self.chip.registers[number + 1] << 8) & (1 << bits) - 1

    def _place(self, x: int, y: int) -> tuple[int, int]:
        bits, width = self._bits, self._width
        at = (y * width + x) * bits // 8 % len(self.chip.vram)
        return at, 8 - bits - x * bits % 8

    def _get(self, x: int, y: int) -> int:
        at, shift = self._place(x, y)
        return self.chip.vram[at] >> shift & (1 << self._bits) - 1

    def _put(self, x: int, y: int, colour: int) -> None:
        mask = (1 << self._bits) - 1
        colour &= mask
        if self._operation & 8 and not colour:
            return
        at, shift = self._place(x, y)
        held = self.chip.vram[at]
        mixed = _OPERATIONS[self._operation & 7](colour, held >> shift & mask) & mask
        self.chip.vram[at] = held & ~(mask << shift) | mixed << shift

    def _start(self) -> None:
        chip = self.chip
        registers = chip.registers
        self._end()
        self._bits, self._width = _LAYOUT[chip.mode]
        command, self._operation = registers[46] & 0xF0, registers[46] & 15
        way, colour = registers[45], registers[44]
        self._side, self._down = -1 if way & _LEFT else 1, -1 if way & _UP else 1
        sx, sy, dx, dy = self._word(32, 9), self._word(34, 10), self._word(36, 9), self._word(38, 10)
        if command == 0x40:
            chip.status[7] = self._get(sx, sy)
        elif command == 0x50:
            self._put(dx, dy, colour)
        elif command == 0x60:
            self._search(sx, sy, colour & (1 << self._bits) - 1, bool(way & _NOT))
        elif command == 0x70:
            self._line(dx, dy, colour, bool(way & _TALL))
        elif command == 0x80:
            for x, y in self._area(dx, dy):
                self._put(x, y, colour)
        elif command == 0x90:
            for (x, y), (to_x, to_y) in zip(
                self._area(sx, sy, (dx, dy)), self._area(dx, dy, (sx, sy)), strict=True
            ):
                self._put(to_x, to_y, self._get(x, y))
        elif command == 0xA0:
            self._given = iter([self._get(x, y) for x, y in self._area(sx, sy)])
            chip.status[2] |= READY | BUSY
            self.read(7)
        elif command == 0xB0:
            self._taken = self._take(dx, dy)
            next(self._taken)
            chip.status[2] |= READY | BUSY
            self.written(44)
        elif command == 0xC0:
            for y, left, right in self._rows(dx, dy):
                at, end = self._place(left, y)[0], self._place(right, y)[0] + 1
                chip.vram[at:end] = bytes((colour,)) * (end - at)
        else:
            raise AssertionError(f"command {command:02X}h")

    def _take(self, dx: int, dy: int) -> Iterator[None]:
        yield
        area = list(self._area(dx, dy))
        for x, y in area[:-1]:
            self._put(x, y, self.chip.registers[44])
            yield
        self._put(*area[-1], self.chip.registers[44])

    def _rows(self, x: int, y: int) -> Iterator[tuple[int, int, int]]:
        """The rows of a rectangle with their first and last pixels."""
        columns, rows = self._word(40, 10) or 1024, self._word(42, 10) or 1024
        for row in range(rows):
            yield y + row & 1023, x, min(x + columns, self._width) - 1

    def _area(self, x: int, y: int, other: tuple[int, int] | None = None) -> Iterator[tuple[int, int]]:
        """The pixels of a rectangle; other: where another one begins, which ends at the edge as well."""
        columns, rows = self._word(40, 10) or 1024, self._word(42, 10) or 1024
        for column, row in ((x, y), other or (x, y)):
            columns = min(columns, column + 1 if self._side < 0 else self._width - column)
            if self._down < 0:
                rows = min(rows, row + 1)
        for row in range(rows):
            for column in range(columns):
                yield x + self._side * column, y + self._down * row & 1023

    def _search(self, x: int, y: int, colour: int, other: bool) -> None:
        status = self.chip.status
        status[2] &= ~FOUND
        while 0 <= x < self._width:
            if (self._get(x, y) == colour) != other:
                status[2] |= FOUND
                status[8], status[9] = x & 0xFF, x >> 8 | 0xFE
                return
            x += self._side

    def _line(self, x: int, y: int, colour: int, tall: bool) -> None:
        longer, shorter = self._word(40, 10), self._word(42, 10)
        left = (longer - 1) >> 1
        for _ in range(longer + 1):
            self._put(x, y & 1023, colour)
            x, y = (x, y + self._down) if tall else (x + self._side, y)
            if left < shorter:
                left += longer
                x, y = (x + self._side, y) if tall else (x, y + self._down)
            left = left - shorter & 1023
            if not 0 <= x < self._width:
                return
