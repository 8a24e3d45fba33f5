"""COPY between pages of the screen, and between the screen and the bytes of an array or a file.

Sources: MSX2 Technical Handbook 2.5 and figures 2.3 and 2.4, V9938 technical data book (LMMM, LMMC); tests/graphics.
"""

from __future__ import annotations

from msxkit.decimal14 import IllegalFunctionCallError
from msxkit.machine.graphics.bitmap import BitmapCanvas
from msxkit.machine.graphics.drawing import Drawing, Place
from msxkit.machine.video.operations import LogicalOperation, combine
from msxkit.machine.work import Work

#: Bytes before the pixels: width and height.
_HEADER = 4
#: Rows of a page, seen or not.
LINES = 256
_SPARED = bytes((0,)) + b"\xff" * 255


class Copying:
    """COPY of a machine's graphic screens. A page that is None is the one that is drawn on."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing

    def _locate(self, point: Place, page: int | None) -> Place:
        """Return a point as the chip counts: the lines of all pages follow one another."""
        number = self._drawing.state.active_page if page is None else page
        x, y, _ = self._drawing.page(number).scale(*point)
        return x, number * LINES + y

    def area(
        self,
        first: Place,
        last: Place,
        page: int | None,
        to: Place,
        to_page: int | None,
        operation: LogicalOperation,
    ) -> None:
        """Carry out COPY (x,y)-(x,y),page TO (x,y),page,operation: from the first corner on towards the last one.

        The chip ends a row at the edge of the screen, but goes on below row 211 and into the next page. Raise error 5
        in a mode without pages, and for a page that does not exist.
        """
        x1, y1 = self._locate(first, page)
        x2, y2 = self._locate(last, page)
        x, y = self._locate(to, to_page)
        canvas = self._drawing.page(0)
        self._drawing.set_operation(operation)
        side, way = (1 if x2 >= x1 else -1), (1 if y2 >= y1 else -1)
        count = min(abs(x2 - x1) + 1, canvas.width - x if side > 0 else x + 1)
        rows = min(abs(y2 - y1) + 1, canvas.lines - y if way > 0 else y + 1)
        self._drawing.meter(Work.COPY, 1)
        self._drawing.meter(Work.COPY_ROW, rows)
        self._drawing.meter(Work.COPY_PIXEL, rows * count)
        for row in range(rows):
            pixels = canvas.row(y1 + row * way)
            if y1 == y:
                self._smear(canvas, x1, x, y + row * way, side, count, operation)
                continue
            start, stop = (x1, x1 + count) if side > 0 else (x1 - count + 1, x1 + 1)
            self._write(
                canvas, pixels[start:stop], x if side > 0 else x - count + 1, y + row * way, operation
            )

    @staticmethod
    def _smear(
        canvas: BitmapCanvas, x1: int, x: int, y: int, side: int, count: int, operation: LogicalOperation
    ) -> None:
        """Copy a row onto itself, pixel by pixel: one that was just written may be copied."""
        canvas.operation = operation
        for _ in range(count):
            canvas.ink = canvas.pixel(x1, y)
            canvas.plot(x, y)
            x1, x = x1 + side, x + side

    @staticmethod
    def _write(
        canvas: BitmapCanvas, pixels: bytes | bytearray, x: int, y: int, operation: LogicalOperation
    ) -> None:
        row = canvas.row(y)
        here = slice(x, x + len(pixels))
        if operation:
            mask = int.from_bytes(bytes(((1 << canvas.bits) - 1,)) * len(pixels), "big")
            source, target = int.from_bytes(pixels, "big"), int.from_bytes(row[here], "big")
            mixed = combine(operation, source, target, mask)
            if operation.spares_zero:
                seen = int.from_bytes(pixels.translate(_SPARED), "big")
                mixed = mixed & seen | target & ~seen
            pixels = mixed.to_bytes(len(pixels), "big")
        row[here] = pixels
        canvas.set_row(y, row)

    def capture(self, first: Place, last: Place, page: int | None) -> bytes:
        """Return what COPY puts into an array or a file: two words, width and height, then all pixels without gaps."""
        x1, y1 = self._locate(first, page)
        x2, y2 = self._locate(last, page)
        source = self._drawing.page(0)
        left, right, top, bottom = min(x1, x2), max(x1, x2), min(y1, y2), max(y1, y2)
        width, height = right - left + 1, bottom - top + 1
        self._drawing.meter(Work.CAPTURED_PIXEL, width * height)
        pixels = b"".join(bytes(source.row(y)[left : right + 1]) for y in range(top, bottom + 1))
        per_byte = 8 // source.bits
        pixels += bytes(-len(pixels) % per_byte)
        packed = 0
        for place in range(per_byte):
            packed |= int.from_bytes(pixels[place::per_byte], "big") << (per_byte - 1 - place) * source.bits
        size = len(pixels) // per_byte
        return width.to_bytes(2, "little") + height.to_bytes(2, "little") + packed.to_bytes(size, "big")

    def place(
        self, data: bytes, direction: int, to: Place, page: int | None, operation: LogicalOperation
    ) -> None:
        """Carry out COPY of an array or a file,direction TO (x,y),page,operation.

        Raise error 5 if the data are too short.

        Args:
            data: What `capture` returns.
            direction: 0 draws to the right and down, 1 to the left, 2 up, 3 both. Raise error 5 above that.
        """
        x, y = self._locate(to, page)
        target = self._drawing.page(0)
        if direction > 3 or len(data) < _HEADER:
            raise IllegalFunctionCallError
        width, height = int.from_bytes(data[:2], "little"), int.from_bytes(data[2:4], "little")
        per_byte = 8 // target.bits
        size = _HEADER + -(-width * height // per_byte)
        if len(data) < size:
            raise IllegalFunctionCallError
        self._drawing.meter(Work.PLACED_PIXEL, width * height)
        self._drawing.set_operation(operation)
        mask = (1 << target.bits) - 1
        pixels = bytes(
            byte >> shift & mask
            for byte in data[_HEADER:size]
            for shift in range(8 - target.bits, -1, -target.bits)
        )
        left, up = direction & 1, direction & 2
        count = min(width, x + 1 if left else target.width - x)
        rows = min(height, y + 1 if up else target.lines - y)
        for row in range(rows):
            part = pixels[row * width : row * width + count]
            if left:
                part = part[::-1]
            self._write(target, part, x - count + 1 if left else x, y - row if up else y + row, operation)
