"""The screen modes of MSX BASIC: how SCREEN n sets the chip up, and where its tables lie.

Sources: MSX2 Technical Handbook, chapter 4; tests/graphics.
"""

from __future__ import annotations

from dataclasses import dataclass

#: Rows of the sprite attributes that put a sprite off the screen: below 192 and below 212 rows.
OFF_192, OFF_212 = 0xD1, 0xD9


@dataclass(frozen=True, slots=True)
class ScreenMode:
    """One of SCREEN 0-8.

    Attributes:
        mode_bits: For R#0 and R#1.
        width, height: The size in pixels (0: a text mode).
        bits: The bits of a pixel, for a mode that has its pixels in memory row by row (0: another mode).
        tables: The name, colour, pattern, sprite attribute and sprite pattern tables as BASE tells them; BASE can move
            those of SCREEN 0-3.
        registers: What an MSX2 writes to R#2-R#6 for the modes whose tables cannot be moved (None: the register keeps
            its value).
        palette: Where an MSX2 has a copy of the palette.
        off: The row that hides a sprite.
    """

    number: int
    mode_bits: tuple[int, int]
    width: int
    height: int
    bits: int
    tables: tuple[int, int, int, int, int]
    registers: tuple[int | None, int | None, int | None, int | None, int | None]
    palette: int
    off: int = OFF_192

    @property
    def is_text(self) -> bool:
        return self.number < 2

    @property
    def row_bytes(self) -> int:
        """Bytes of a row of pixels."""
        return self.width * self.bits // 8

    @property
    def page_size(self) -> int:
        """Bytes from one page to the next, as SET PAGE counts them."""
        return 0x8000 if self.row_bytes == 128 else 0x10000


_FREE = (None, None, None, None, None)
_BITMAP_A = (0, 0, 0, 0x7600, 0x7800)
_BITMAP_B = (0, 0, 0, 0xFA00, 0xF000)
_REGISTERS_A = (0x1F, None, None, 0xEF, 0x0F)
_REGISTERS_B = (0x1F, None, None, 0xF7, 0x1E)

MODES = (
    ScreenMode(0, (0x00, 0x10), 0, 0, 0, (0x0000, 0, 0x0800, 0, 0), _FREE, 0x0400),
    ScreenMode(1, (0x00, 0x00), 0, 0, 0, (0x1800, 0x2000, 0, 0x1B00, 0x3800), _FREE, 0x2020),
    ScreenMode(2, (0x02, 0x00), 256, 192, 0, (0x1800, 0x2000, 0, 0x1B00, 0x3800), _FREE, 0x1B80),
    ScreenMode(3, (0x00, 0x08), 256, 192, 0, (0x0800, 0, 0, 0x1B00, 0x3800), _FREE, 0x2020),
    ScreenMode(
        4,
        (0x04, 0x00),
        256,
        192,
        0,
        (0x1800, 0x2000, 0, 0x1E00, 0x3800),
        (0x06, 0xFF, 0x03, 0x3F, 0x07),
        0x1B80,
        OFF_212,
    ),
    ScreenMode(5, (0x06, 0x00), 256, 212, 4, _BITMAP_A, _REGISTERS_A, 0x7680, OFF_212),
    ScreenMode(6, (0x08, 0x00), 512, 212, 2, _BITMAP_A, _REGISTERS_A, 0x7680, OFF_212),
    ScreenMode(7, (0x0A, 0x00), 512, 212, 4, _BITMAP_B, _REGISTERS_B, 0xFA80, OFF_212),
    ScreenMode(8, (0x0E, 0x00), 256, 212, 8, _BITMAP_B, _REGISTERS_B, 0xFA80, OFF_212),
)
#: SCREEN 0 with more than 40 columns, on an MSX2.
WIDE_TEXT = ScreenMode(
    0, (0x04, 0x10), 0, 0, 0, (0x0000, 0, 0x1000, 0, 0), (0x03, 0x27, 0x02, None, None), 0x0F00
)
