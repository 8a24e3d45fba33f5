"""Pictures in a terminal: what to write so that it shows the pixels of a frame.

Half blocks, which every terminal has, in 24-bit colour, in the 256 colours of xterm, or as braille without colour;
Sixel (DEC VT340) and the graphics protocol of Kitty where the terminal says that it has them. No terminal is touched
here.
"""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
import numpy.typing as npt
from PIL import Image

from msxkit.display.sequences import Piece, pieces

Pixels = npt.NDArray[np.uint8]
#: What a terminal is asked: Kitty's keyboard and graphics, the size of a cell in pixels, and what it is.
QUERY = "\x1b[?u\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[16t\x1b[c"
#: In the answer to what the terminal is (DA1): it has Sixel.
_SIXEL = "4"
#: Between these a terminal that knows mode 2026 holds the picture back, then shows it at once; others ignore them.
_BEGIN, _END = "\x1b[?2026h", "\x1b[?2026l"
#: Kitty: characters of a part of a picture, and what takes all pictures away.
_CHUNK = 4096
FORGET_PICTURES = "\x1b_Ga=d,d=A,q=2\x1b\\"
#: Levels of the colour cube of xterm, colours 16 to 231; the greys are 232 to 255.
_LEVELS = np.array((0, 95, 135, 175, 215, 255))
#: Dots of braille, U+2800: bits of the left and right column from the top.
_BRAILLE = np.array(((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80)))


class Way(Enum):
    """How pictures are shown."""

    BLOCKS = "blocks"
    SIXEL = "sixel"
    KITTY = "kitty"


class ColourDepth(Enum):
    """What colours the half blocks may have."""

    TRUE = 2**24
    INDEXED = 256
    NONE = 0


@dataclass(frozen=True, slots=True)
class Ability:
    """What a terminal said it supports.

    Attributes:
        sixel, kitty: Whether it has these graphics.
        keyboard: Whether it has Kitty's keyboard protocol.
        cell: Width and height of a character in pixels, None if it did not say.
    """

    sixel: bool = False
    kitty: bool = False
    keyboard: bool = False
    cell: tuple[int, int] | None = None

    @property
    def way(self) -> Way:
        """The best way of showing pictures."""
        return Way.KITTY if self.kitty else Way.SIXEL if self.sixel else Way.BLOCKS


def answered(data: bytes) -> bool:
    """Return whether the answer to `QUERY` is complete."""
    return any(_answer(piece) == "?c" for piece in pieces(data.decode("latin-1")))


def ability(data: bytes) -> tuple[Ability, bytes]:
    """Return what a terminal answered to `QUERY`, and what was typed meanwhile."""
    found, typed = Ability(), ""
    for piece in pieces(data.decode("latin-1")):
        parameters = piece.parameters.lstrip("?").split(";")
        match _answer(piece):
            case "":
                typed += piece.text
            case "?c":
                found = replace(found, sixel=_SIXEL in parameters[1:])
            case "?u" if parameters[0]:
                found = replace(found, keyboard=True)
            case "_" if piece.parameters.startswith("Gi=31;OK"):
                found = replace(found, kitty=True)
            case "t" if parameters[0] == "6" and len(parameters) == 3:
                height, width = (int(size) if 0 < len(size) <= 4 else 0 for size in parameters[1:])
                found = replace(found, cell=(width, height) if width and height else None)
    return found, typed.encode("latin-1")


def _answer(piece: Piece) -> str:
    """Return what a sequence answers: `?c` what the terminal is, `?u` its keyboard, `_` graphics, `t` a size.

    Return "" for what was typed.
    """
    if piece.kind == "_":
        return "_"
    asked, numbers = piece.parameters[:1] == "?", piece.parameters.lstrip("?").replace(";", "")
    if piece.kind != "[" or not (numbers.isdecimal() or not numbers):
        return ""
    answer = "?" * asked + piece.final
    return answer if answer in ("?c", "?u", "t") else ""


class PixelPainter:
    """A painter that writes only what changed since the last picture.

    Args:
        columns, rows: The size of the terminal in characters.
        cell: Width and height of a character in pixels.
    """

    def __init__(
        self, columns: int, rows: int, way: Way, colours: ColourDepth, cell: tuple[int, int] = (10, 20)
    ) -> None:
        self._way, self._colours, self._cell = way, colours, cell
        self.resize(columns, rows)

    def resize(self, columns: int, rows: int) -> None:
        """Take a new size; everything is drawn again."""
        self._columns, self._rows = columns, rows
        self.forget()

    def forget(self) -> None:
        """Draw the next picture from nothing, because the terminal shows something else now."""
        self._picture: tuple[bytes, int] | None = None
        self._notice: str | None = None
        self._cells: npt.NDArray[np.int32] | None = None

    def paint(self, picture: Image.Image, notice: str = "") -> str:
        """Return what to write for a picture. One with more than 400 columns has pixels half as wide.

        Args:
            notice: The text of the last row; "" leaves that row to the picture.
        """
        out = []
        if self._picture is None:
            out.append("\x1b[0m\x1b[2J" + (FORGET_PICTURES if self._way is Way.KITTY else ""))
        palette = bytes(picture.getpalette() or ())
        seen = (picture.tobytes() + palette, picture.width)
        if notice != self._notice:
            # Where the picture is as high as the terminal, the row is the picture's again.
            self._notice, self._cells = notice, None
            self._picture = None
            out.append(f"\x1b[{self._rows};1H\x1b[0m\x1b[K")
        if seen != self._picture:
            self._picture = seen
            out.append(self._drawn(picture))
            if notice:
                out.append(f"\x1b[{self._rows};1H\x1b[0m\x1b[7m{notice[: self._columns]}\x1b[0m")
        return _BEGIN + "".join(out) + _END if out else ""

    def _drawn(self, picture: Image.Image) -> str:
        rows = max(1, self._rows - bool(self._notice))
        wide = picture.width // 2 if picture.width > 400 else picture.width
        width, height = self._columns * self._cell[0], rows * self._cell[1]
        if self._way is Way.KITTY:
            scale = min(width / wide, height / picture.height)
            across = max(1, int(wide * scale / self._cell[0]))
            down = max(1, int(picture.height * scale / self._cell[1]))
            corner = f"\x1b[{(rows - down) // 2 + 1};{(self._columns - across) // 2 + 1}H"
            return corner + _kitty(picture, across, down)
        scale = min(width // wide, height // picture.height)
        if self._way is Way.SIXEL and scale:
            size = (wide * scale, picture.height * scale)
            left, top = (width - size[0]) // 2 // self._cell[0], (height - size[1]) // 2 // self._cell[1]
            return f"\x1b[{top + 1};{left + 1}H" + sixel(picture.resize(size, Image.Resampling.NEAREST))
        if self._colours is ColourDepth.NONE:
            return self._braille(picture, wide, rows)
        return self._blocks(picture, wide, rows)

    def _blocks(self, picture: Image.Image, wide: int, rows: int) -> str:
        """Return what draws two pixels in each cell: the ink of an upper half block, and its paper."""
        pixels = _fitted(picture, wide, self._columns, rows * 2, 2)
        if self._colours is ColourDepth.INDEXED:
            codes = indexed(pixels)
        else:
            codes = pixels.astype(np.int32) @ np.array((65536, 256, 1), np.int32)
        cells = np.stack((codes[::2], codes[1::2]), axis=-1)
        if self._cells is None or self._cells.shape != cells.shape:
            changed = np.ones(cells.shape[:2], bool)
        else:
            changed = (cells != self._cells).any(axis=-1)
        self._cells = cells
        top, left = (rows - cells.shape[0]) // 2, (self._columns - cells.shape[1]) // 2
        out: list[str] = []
        ink = paper = -1
        for row in np.flatnonzero(changed.any(axis=1)):
            last = -2
            for column in np.flatnonzero(changed[row]):
                if column != last + 1:
                    out.append(f"\x1b[{top + row + 1};{left + column + 1}H")
                last = int(column)
                upper, lower = int(cells[row, column, 0]), int(cells[row, column, 1])
                if lower != paper:
                    paper = lower
                    out.append(self._colour(48, lower))
                if upper not in (lower, ink):
                    ink = upper
                    out.append(self._colour(38, upper))
                out.append(" " if upper == lower else "▀")
        return "".join((*out, "\x1b[0m"))

    def _colour(self, which: int, code: int) -> str:
        """Return the sequence that selects a colour: 38 is the ink, 48 the paper."""
        if self._colours is ColourDepth.INDEXED:
            return f"\x1b[{which};5;{code}m"
        return f"\x1b[{which};2;{code >> 16};{code >> 8 & 255};{code & 255}m"

    def _braille(self, picture: Image.Image, wide: int, rows: int) -> str:
        lines = braille(picture, self._columns, rows)
        top, left = (rows - len(lines)) // 2, (self._columns - len(lines[0])) // 2
        return "".join(f"\x1b[{top + y + 1};{left + 1}H{line}" for y, line in enumerate(lines))


def _fitted(picture: Image.Image, wide: int, columns: int, lines: int, even: int) -> Pixels:
    """Return the picture as RGB, as large as it can be in `columns` x `lines` pixels; its height is a multiple of
    `even`.

    It is enlarged by whole numbers only.

    Args:
        wide: Its width in square pixels.
    """
    scale = min(columns / wide, lines / picture.height)
    scale = int(scale) if scale >= 1 else scale
    size = (max(1, int(wide * scale)), max(even, int(picture.height * scale) // even * even))
    how = Image.Resampling.NEAREST if scale >= 1 else Image.Resampling.BOX
    return np.asarray(picture.convert("RGB").resize(size, how))


def indexed(pixels: Pixels) -> npt.NDArray[np.int32]:
    """Return the nearest of colours 16 to 255 of xterm for each pixel; the last axis is red, green and blue."""
    values = pixels.astype(np.int32)
    steps = np.abs(values[..., np.newaxis] - _LEVELS).argmin(axis=-1)
    cube = 16 + steps @ np.array((36, 6, 1))
    far = ((values - _LEVELS[steps]) ** 2).sum(axis=-1)
    grey = np.clip((values.mean(axis=-1) - 8 + 5) // 10, 0, 23).astype(np.int32)
    far_grey = ((values - (8 + 10 * grey)[..., np.newaxis]) ** 2).sum(axis=-1)
    nearest: npt.NDArray[np.int32] = np.where(far_grey < far, 232 + grey, cube).astype(np.int32)
    return nearest


def half_blocks(picture: Image.Image, columns: int, rows: int) -> list[str]:
    """Return a picture in 24-bit colour, in at most so many columns and rows: lines to print one after the
    other.
    """
    wide = picture.width // 2 if picture.width > 400 else picture.width
    pixels = _fitted(picture, wide, columns, rows * 2, 2)
    lines = []
    for upper, lower in zip(pixels[::2].tolist(), pixels[1::2].tolist(), strict=True):
        line, before = [], None
        for pair in zip(upper, lower, strict=True):
            if pair != before:
                before = pair
                line.append("\x1b[38;2;{};{};{};48;2;{};{};{}m".format(*pair[0], *pair[1]))
            line.append("▀")
        lines.append("".join((*line, "\x1b[0m")))
    return lines


def braille(picture: Image.Image, columns: int, rows: int) -> list[str]:
    """Return a picture as braille without colour, in at most so many columns and rows. Dots mark every pixel that does
    not have the most frequent colour, or brightness where there is no palette.
    """
    values = np.asarray(picture if picture.mode == "P" else picture.convert("L"))
    if picture.width > 400:
        values = np.stack((values[:, ::2], values[:, 1::2])).max(axis=0)
    ground = np.bincount(values.ravel()).argmax()
    lit = Image.fromarray(((values != ground) * 255).astype(np.uint8))
    scale = min(columns * 2 / lit.width, rows * 4 / lit.height, 1.0)
    size = (max(2, int(lit.width * scale) // 2 * 2), max(4, int(lit.height * scale) // 4 * 4))
    dots = np.asarray(lit.resize(size, Image.Resampling.BOX)) > 60
    cells = dots.reshape(size[1] // 4, 4, size[0] // 2, 2).transpose(0, 2, 1, 3)
    codes = 0x2800 + (cells * _BRAILLE).sum(axis=(2, 3))
    return ["".join(map(chr, row)) for row in codes]


def sixel(picture: Image.Image) -> str:
    """Return a picture as Sixel graphics: bands of six rows, colour by colour (VT330/VT340 programmer reference, 14).
    It has the 256 nearest colours where there are more.
    """
    if picture.mode != "P":
        picture = picture.quantize(256)
    values = np.asarray(picture)
    height, width = values.shape
    palette = np.array(picture.getpalette(), np.int32).reshape(-1, 3)
    used = np.unique(values)
    out = [f'\x1bP0;1q"1;1;{width};{height}']
    for colour in used:
        red, green, blue = (palette[colour] * 100 + 127) // 255
        out.append(f"#{colour};2;{red};{green};{blue}")
    padded = np.full((-(-height // 6) * 6, width), -1, np.int16)
    padded[:height] = values
    weights = (1 << np.arange(6))[:, np.newaxis]
    for band in padded.reshape(-1, 6, width):
        parts = []
        for colour in np.unique(band[band >= 0]):
            bits = ((band == colour) * weights).sum(axis=0).astype(np.uint8) + 63
            parts.append(f"#{colour}" + _runs(bits.tobytes().decode("ascii").rstrip("?")))
        out.append("$".join(parts))
        out.append("-")
    return "".join((*out, "\x1b\\"))


def _runs(text: str) -> str:
    """Return the text with repeated characters as !number and the character."""
    return re.sub(r"(.)\1{3,}", lambda run: f"!{run.end() - run.start()}{run[1]}", text)


def _kitty(picture: Image.Image, columns: int, rows: int) -> str:
    """Return what shows a picture in place of the one before it, as large as so many cells (Kitty graphics
    protocol).
    """
    data = base64.standard_b64encode(zlib.compress(picture.convert("RGB").tobytes(), 1)).decode("ascii")
    parts = [data[at : at + _CHUNK] for at in range(0, len(data), _CHUNK)]
    head = f"a=T,f=24,o=z,s={picture.width},v={picture.height},c={columns},r={rows},i=1,p=1,C=1,q=2,"
    out = []
    for number, part in enumerate(parts):
        out.append(f"\x1b_G{head if not number else ''}m={int(number + 1 < len(parts))};{part}\x1b\\")
    return "".join(out)
