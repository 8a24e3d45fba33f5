"""The picture a second time, in arrays: what `msxkit.machine.video.raster` makes is held to it.

Sources: TMS9918A data manual, chapter 2; V9938 technical data book, chapters on the modes, sprites and colours;
V9958 data book, chapter on YJK.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from msxkit.display.palette import GRAPHIC7_SPRITES
from msxkit.machine.video.backdrop import border, even_field, palette, shift
from msxkit.machine.video.background import KEPT, Background
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.display_modes import YJK_YAE, DisplayMode, ModeLayout
from msxkit.machine.video.frame import Frame, interlaced
from msxkit.machine.video.scrolling import masked, pages_across, scrolled
from msxkit.machine.video.sprite_lines import (
    EARLY,
    LAST_ROW,
    MIXED,
    PER_LINE,
    PLANES,
    WIDTH,
    SpriteScan,
    SpriteTables,
)

#: Numbers of colours, or bytes of tables: 8 bits, in YJK 16.
Pixels = npt.NDArray[Any]


def frame(chip: Chip) -> Frame:
    """Return what the chip shows."""
    even = even_field(chip)
    return _picture(chip) if even is None else interlaced(_picture(even), _picture(chip))


def _picture(chip: Chip) -> Frame:
    mode = chip.mode
    found = scrolled(chip, [_field(Background.of(page)) for page in pages_across(chip)])
    if chip.sprites_shown:
        pixels = np.frombuffer(bytearray(found), _dtype(mode)).reshape(chip.height, -1)
        _draw_sprites(chip, mode, pixels)
        found = pixels.tobytes()
    found = masked(chip, found)
    width = len(found) // chip.height // mode.depth
    return Frame(width, chip.height, found, border(chip), palette(chip), shift(chip))


def _dtype(mode: DisplayMode) -> npt.DTypeLike:
    """Return the type of a pixel."""
    return "<u2" if mode.mixed else np.uint8


@lru_cache(maxsize=KEPT)
def _field(background: Background) -> bytes:
    """Return the picture without sprites. It has 256 lines, of which R#23 of a V9938 says the first that is shown."""
    if background.shown:
        lines = (np.arange(background.height) + background.first) & 0xFF
        pixels: Pixels = _LINES[background.mode.layout](background)[lines]
    else:
        mode = background.mode
        pixels = np.full((background.height, background.width), mode.mixed, _dtype(mode))
    for column, colour in enumerate(background.through or ()):
        # Colour 0 lets the border's through.
        part = pixels[:, column::2]
        part[part == background.mode.mixed] = colour
    return pixels.tobytes()


def _bytes(table: bytes) -> Pixels:
    return np.frombuffer(table, np.uint8)


def _names(background: Background) -> npt.NDArray[np.intp]:
    """Return the rows of the name table."""
    return _bytes(background.names).reshape(-1, background.mode.columns).astype(np.intp)


def _text(background: Background) -> Pixels:
    shapes = np.unpackbits(_bytes(background.shapes)).reshape(256, 8, 8)[:, :, :6]
    ink, paper = background.pairs[0] >> 4, background.pairs[0] & 15
    colours = np.where(shapes, np.uint8(ink), np.uint8(paper)).astype(np.uint8)
    return _laid(colours[_names(background)])


def _coloured(bits: Pixels, pairs: Pixels) -> Pixels:
    """Return eight pixels for each byte of a pattern and its pair of colours; the last axis is new."""
    dots = np.unpackbits(bits[..., np.newaxis], axis=-1)
    paper = pairs & 15
    # Without a choice for each dot: ink where it is 1, paper where it is 0.
    dots *= (paper ^ pairs >> 4)[..., np.newaxis]
    dots ^= paper[..., np.newaxis]
    return dots


def _laid(cells: Pixels) -> Pixels:
    """Return cells (rows, columns, lines, dots) as a picture (lines, dots)."""
    rows, columns, lines, dots = cells.shape
    return np.ascontiguousarray(cells.transpose(0, 2, 1, 3)).reshape(rows * lines, columns * dots)


def _tiles(background: Background) -> Pixels:
    shapes = _bytes(background.shapes).reshape(256, 8)
    pairs = np.repeat(_bytes(background.pairs), 8)[:, np.newaxis].repeat(8, axis=1)
    return _laid(_coloured(shapes, pairs)[_names(background)])


def _patterns(background: Background) -> Pixels:
    """Return the picture of a mode that has 256 patterns for every eight rows."""
    places = np.arange(background.rows)[:, np.newaxis] // 8 * 256 + _names(background)
    shapes = _bytes(background.shapes).reshape(-1, 8)[places]
    return _laid(_coloured(shapes, _bytes(background.pairs).reshape(-1, 8)[places]))


def _blocks(background: Background) -> Pixels:
    names = _names(background)
    rows = np.arange(background.rows)[:, np.newaxis, np.newaxis] % 4 * 2 + np.arange(2)
    pairs = _bytes(background.shapes)[names[:, :, np.newaxis] * 8 + rows]
    dots = np.stack((pairs >> 4, pairs & 15), axis=-1).transpose(0, 2, 1, 3).reshape(-1, 64)
    return np.ascontiguousarray(dots.repeat(4, axis=0).repeat(4, axis=1))


def _bitmap(background: Background) -> Pixels:
    bits = background.mode.bits
    page = _bytes(background.names).reshape(-1, background.mode.row_bytes)
    if bits == 8:
        return page
    parts = [page >> shift & (1 << bits) - 1 for shift in range(8 - bits, -1, -bits)]
    return np.stack(parts, axis=-1).reshape(len(page), -1).astype(np.uint8)


def _yjk(background: Background) -> Pixels:
    """Return the numbers of colours: the lower three bits of four pixels are K and J, their low halves first."""
    page = _bytes(background.names).reshape(-1, background.mode.row_bytes // 4, 4).astype(np.int16)
    low = page & 7
    k, j = ((low[..., at] | low[..., at + 1] << 3) for at in (0, 2))
    k, j = (((part ^ 32) - 32)[..., np.newaxis] for part in (k, j))
    brightness = page >> 3
    red, green = (np.clip(brightness + part, 0, 31) for part in (j, k))
    blue = np.clip((5 * brightness - 2 * j - k + 2) >> 2, 0, 31)
    found = red << 10 | green << 5 | blue
    if background.mode is YJK_YAE:
        found = np.where(page & 8, background.mode.mixed + (page >> 4).astype(np.int32), found)
    pixels: Pixels = found.astype("<u2").reshape(len(page), -1)
    return pixels


#: How the 256 lines of a picture are made.
_LINES = {
    ModeLayout.TEXT: _text,
    ModeLayout.TILES: _tiles,
    ModeLayout.PATTERNS: _patterns,
    ModeLayout.BLOCKS: _blocks,
    ModeLayout.BITMAP: _bitmap,
    ModeLayout.YJK: _yjk,
}


class _Plane(NamedTuple):
    """A sprite whose lines all begin in one column, and are not mixed.

    Attributes:
        top: Its first line (0-255).
        left: Its first column.
        dots: The dots of its lines.
        colours: The colour of each line.
    """

    top: int
    left: int
    dots: npt.NDArray[np.bool_]
    colours: Pixels


def _draw_planes(planes: list[_Plane], limit: int, height: int, dots: Pixels, pixels: Pixels) -> None:
    """Draw the sprites, a plane at once: which of its lines are shown, then all of them from the back to the front.

    Args:
        limit: How many sprites a line shows.
        dots: The pixels of a dot of each colour, one or two.
        pixels: The picture.
    """
    counts = np.zeros(256, np.uint8)
    shown: list[tuple[_Plane, npt.NDArray[np.intp] | slice, npt.NDArray[np.intp] | slice]] = []
    for plane in planes:
        bottom = plane.top + len(plane.dots)
        if bottom <= height and counts[plane.top : bottom].max() < limit:
            # The usual one: all of it is shown.
            counts[plane.top : bottom] += 1
            shown.append((plane, slice(plane.top, bottom), slice(None)))
            continue
        lines = np.arange(plane.top, bottom) & 0xFF
        rows = np.flatnonzero((counts[lines] < limit) & (lines < height))
        counts[lines] += 1
        shown.append((plane, lines[rows], rows))
    size = dots.shape[1]
    for plane, lines, rows in reversed(shown):
        left, mask = plane.left, plane.dots[rows]
        first, last = max(left, 0), min(left + mask.shape[1], WIDTH)
        if first >= last:
            continue
        mask = mask[:, first - left : last - left]
        for column in range(size):
            where = slice(first * size + column, last * size, size)
            part = pixels[lines, where]
            np.copyto(part, dots[plane.colours[rows], column, np.newaxis], where=mask)
            if not isinstance(lines, slice):
                # Lines that do not follow one another were copied.
                pixels[lines, where] = part


def _planes(tables: SpriteTables, solid: bool) -> list[_Plane] | None:
    """Return the sprites in the list, or None when there is one that is mixed with others, or begins in two columns."""
    size, mode = tables.size, tables.mode
    listed = _bytes(tables.attributes).reshape(PLANES, 4)
    (ends,) = np.nonzero(listed[:, 0] == LAST_ROW[mode])
    listed = listed[: ends[0]] if len(ends) else listed
    count = len(listed)
    # The lines and dots of all planes at once.
    starts = (listed[:, 2].astype(np.intp) & (0xFC if size == 16 else 0xFF)) * 8
    halves = _bytes(tables.patterns)[starts[:, np.newaxis] + np.arange(size * size // 8)]
    dots = np.unpackbits(halves.reshape(count, size // 8, size).transpose(0, 2, 1), axis=2).astype(bool)
    if mode == 2:
        bits = _bytes(tables.colours).reshape(PLANES, 16)[:count, :size]
        early = bits & EARLY
        if (bits & MIXED).any() or (early != early[:, :1]).any():
            return None
        early = early[:, 0]
    else:
        bits = listed[:, 3:].repeat(size, axis=1)
        early = bits[:, 0] & EARLY
    colours = bits & 15
    if not solid:
        dots &= (colours > 0)[:, :, np.newaxis]
    if tables.zoom:
        dots, colours = dots.repeat(2, axis=1).repeat(2, axis=2), colours.repeat(2, axis=1)
    tops = ((listed[:, 0].astype(int) + 1 - tables.scroll) & 0xFF).tolist()
    lefts = (listed[:, 1].astype(int) - (early > 0) * 32).tolist()
    return [_Plane(*parts) for parts in zip(tops, lefts, dots, colours, strict=True)]


def _draw_sprites(chip: Chip, mode: DisplayMode, pixels: Pixels) -> None:
    """Draw the sprites, the lowest plane on top."""
    solid = chip.shows_zero
    tables = SpriteTables.of(chip)
    planes = _planes(tables, solid)
    if planes is not None:
        _draw_planes(planes, PER_LINE[tables.mode], tables.height, _sprite_dots(mode), pixels)
        return
    scan = SpriteScan.of(chip).lines
    lines = list(scan)
    layers = _Layers(len(lines), solid)
    # The first of every line at once, then the second, and so on.
    for depth in range(max(map(len, scan.values()), default=0)):
        places = [place for place, line in enumerate(lines) if len(scan[line]) > depth]
        sprites = [scan[lines[place]][depth] for place in places]
        packed = b"".join(sprite.dots.to_bytes(WIDTH // 8, "big") for sprite in sprites)
        dots = np.unpackbits(np.frombuffer(packed, np.uint8)).reshape(len(places), WIDTH).astype(bool)
        colours = np.array([sprite.colour & 15 for sprite in sprites], np.uint8)
        mixed = np.array([sprite.is_mixed for sprite in sprites])
        layers.add(np.array(places), dots, colours, mixed)
    layers.flush(np.arange(len(lines)))
    table = _sprite_dots(mode)
    for column in range(table.shape[1]):
        part = pixels[lines, column :: table.shape[1]]
        np.copyto(part, table[layers.colours, column], where=layers.covered)
        pixels[lines, column :: table.shape[1]] = part


@cache
def _sprite_dots(mode: DisplayMode) -> Pixels:
    """Return the pixels of a sprite's dot by its colour: in modes of 512 two, in GRAPHIC5 of the two halves of its
    colour.
    """
    colours = np.arange(16, dtype=np.uint8)
    if mode.halves_colours:
        return np.stack((colours >> 2, colours & 3), axis=1)
    if mode.dots > WIDTH:
        return np.stack((colours, colours), axis=1)
    if mode.has_own_colours:
        colours = np.frombuffer(GRAPHIC7_SPRITES, np.uint8)
    if mode.mixed:
        colours = (colours + np.uint16(mode.mixed)).astype("<u2")
    return colours[:, np.newaxis]


class _Layers:
    """Lines of sprites on top of each other. A sprite that is mixed adds its colour to the one before it."""

    def __init__(self, count: int, solid: bool) -> None:
        self.colours = np.zeros((count, WIDTH), np.uint8)
        self.covered = np.zeros((count, WIDTH), bool)
        self._solid = solid
        # The sprite, with those mixed into it, that is not on the lines yet.
        self._top = np.zeros((count, WIDTH), np.uint8)
        self._touched = np.zeros((count, WIDTH), bool)
        # Lines with a sprite that others can be mixed into; those that have none are not seen.
        self._based = np.zeros(count, bool)

    def add(
        self,
        places: npt.NDArray[np.intp],
        dots: npt.NDArray[np.bool_],
        colours: Pixels,
        mixed: npt.NDArray[np.bool_],
    ) -> None:
        """Add one more sprite to each of the lines in `places`."""
        fresh = places[~mixed]
        self.flush(fresh)
        self._top[fresh] = 0
        self._touched[fresh] = False
        self._based[fresh] = True
        dots &= self._based[places][:, np.newaxis]
        self._top[places] |= dots * colours[:, np.newaxis]
        self._touched[places] |= dots

    def flush(self, places: npt.NDArray[np.intp]) -> None:
        """Put what was added last to these lines under what is there already."""
        top = self._top[places]
        seen = self._touched[places] & ~self.covered[places]
        if not self._solid:
            seen &= top > 0
        self.colours[places] = np.where(seen, top, self.colours[places])
        self.covered[places] |= seen
