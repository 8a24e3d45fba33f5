"""The picture out of video memory and registers alone, in every mode of the chip.

Sources: TMS9918A data manual, chapter 2; V9938 technical data book, chapters on the modes, sprites and colours.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from msxkit.machine.video.backdrop import border, palette
from msxkit.machine.video.chip import Chip, DisplayMode
from msxkit.machine.video.frame import Frame
from msxkit.machine.video.spritelines import EARLY, LAST_ROW, PER_LINE, PLANES, WIDTH, SpriteScan
from msxkit.palette import GRAPHIC7_SPRITES

Pixels = npt.NDArray[np.uint8]
#: R#1: the screen is on. R#8: colour 0 is a colour as others.
_ON, _SOLID_ZERO = 0x40, 0x20


def frame(chip: Chip) -> Frame:
    """What the chip shows."""
    mode = chip.mode
    edge = border(chip)
    pixels = _field(chip, mode, edge)
    if chip.sprites_shown:
        if chip.sprite_mode == 1:
            _draw_plain_sprites(chip, pixels)
        else:
            _draw_sprites(chip, mode, pixels)
    return Frame(pixels.shape[1], chip.height, pixels.tobytes(), edge, palette(chip))


def _field(chip: Chip, mode: DisplayMode, edge: tuple[int, int]) -> Pixels:
    """The picture without sprites. It has 256 lines, of which R#23 of a V9938 says the first that is shown."""
    wide = 2 if mode in (DisplayMode.GRAPHIC5, DisplayMode.GRAPHIC6) else 1
    if chip.registers[1] & _ON:
        first = chip.registers[23] if chip.is_v9938 else 0
        lines = (np.arange(chip.height) + first) & 0xFF
        pixels: Pixels = _LINES.get(mode, _bitmap)(chip, np.frombuffer(chip.vram, np.uint8))[lines]
        if mode is DisplayMode.GRAPHIC7 or (chip.is_v9938 and chip.registers[8] & _SOLID_ZERO):
            return pixels
    else:
        pixels = np.zeros((chip.height, WIDTH * wide), np.uint8)
    for column, colour in enumerate(edge):
        # Colour 0 lets the border's through.
        part = pixels[:, column::2]
        part[part == 0] = colour
    return pixels


def _names(chip: Chip, vram: Pixels, columns: int) -> npt.NDArray[np.intp]:
    """32 rows of the name table."""
    places = (chip.name_table + np.arange(columns * 32)) & (len(vram) - 1)
    names: npt.NDArray[np.intp] = vram[places].reshape(32, columns).astype(np.intp)
    return names


def _text(chip: Chip, vram: Pixels) -> Pixels:
    columns = 80 if chip.mode is DisplayMode.TEXT2 else 40
    table = chip.pattern_table
    shapes = np.unpackbits(vram[table : table + 2048]).reshape(256, 8, 8)[:, :, :6]
    ink, paper = chip.registers[7] >> 4, chip.registers[7] & 15
    colours = np.where(shapes, np.uint8(ink), np.uint8(paper)).astype(np.uint8)
    return _laid(colours[_names(chip, vram, columns)])


def _coloured(bits: Pixels, pairs: Pixels) -> Pixels:
    """Eight pixels for each byte of a pattern and its pair of colours; the last axis is new."""
    dots = np.unpackbits(bits[..., np.newaxis], axis=-1)
    paper = pairs & 15
    # Without a choice for each dot: ink where it is 1, paper where it is 0.
    dots *= (paper ^ pairs >> 4)[..., np.newaxis]
    dots ^= paper[..., np.newaxis]
    return dots


def _laid(cells: Pixels) -> Pixels:
    """Rows, columns, lines, dots -> lines and dots of a picture."""
    rows, columns, lines, dots = cells.shape
    return np.ascontiguousarray(cells.transpose(0, 2, 1, 3)).reshape(rows * lines, columns * dots)


def _tiles(chip: Chip, vram: Pixels) -> Pixels:
    table, colours = chip.pattern_table, chip.colour_table
    shapes = vram[table : table + 2048].reshape(256, 8)
    pairs = np.repeat(vram[colours : colours + 32], 8)[:, np.newaxis].repeat(8, axis=1)
    return _laid(_coloured(shapes, pairs)[_names(chip, vram, 32)])


def _patterns(chip: Chip, vram: Pixels) -> Pixels:
    """256 patterns for every eight rows, unless the masks in R#3 and R#4 make them fall together."""
    third = np.arange(32)[:, np.newaxis, np.newaxis] // 8 * 0x800
    offsets = third + _names(chip, vram, 32)[:, :, np.newaxis] * 8 + np.arange(8)
    patterns = chip.pattern_table + (offsets & ((chip.registers[4] & 3) << 11 | 0x7FF))
    colours = chip.colour_table + (offsets & ((chip.registers[3] & 0x7F) << 6 | 0x3F))
    return _laid(_coloured(vram[patterns], vram[colours]))


def _blocks(chip: Chip, vram: Pixels) -> Pixels:
    names = _names(chip, vram, 32)
    rows = np.arange(32)[:, np.newaxis, np.newaxis] % 4 * 2 + np.arange(2)
    pairs = vram[chip.pattern_table + names[:, :, np.newaxis] * 8 + rows]
    dots = np.stack((pairs >> 4, pairs & 15), axis=-1).transpose(0, 2, 1, 3).reshape(64, 64)
    return np.ascontiguousarray(dots.repeat(4, axis=0).repeat(4, axis=1))


def _bitmap(chip: Chip, vram: Pixels) -> Pixels:
    mode = chip.mode
    stride = 256 if mode.is_planar else 128
    start = chip.name_table
    page: Pixels = vram[start : start + 256 * stride].reshape(256, stride)
    if mode is DisplayMode.GRAPHIC7:
        return page
    shifts = (6, 4, 2, 0) if mode is DisplayMode.GRAPHIC5 else (4, 0)
    mask = 3 if mode is DisplayMode.GRAPHIC5 else 15
    parts = [page >> shift & mask for shift in shifts]
    return np.stack(parts, axis=-1).reshape(256, stride * len(parts)).astype(np.uint8)


#: How the 256 lines of each mode are made; the others are bitmaps.
_LINES = {
    DisplayMode.TEXT1: _text,
    DisplayMode.TEXT2: _text,
    DisplayMode.GRAPHIC1: _tiles,
    DisplayMode.GRAPHIC2: _patterns,
    DisplayMode.GRAPHIC3: _patterns,
    DisplayMode.MULTICOLOUR: _blocks,
}


def _draw_plain_sprites(chip: Chip, pixels: Pixels) -> None:
    """Sprites of mode 1, a plane at once: which of its lines are shown, then all of them from the back to the front."""
    solid = bool(chip.is_v9938 and chip.registers[8] & _SOLID_ZERO)
    counts = np.zeros(256, np.uint8)
    height = chip.height
    planes: list[tuple[int, int, npt.NDArray[np.intp] | slice, npt.NDArray[np.bool_]]] = []
    for colour, top, left, dots in _plain_sprites(chip):
        bottom = top + len(dots)
        if bottom <= height and (counts[top:bottom] < PER_LINE[1]).all():
            # The usual one: all of it is shown.
            counts[top:bottom] += 1
            planes.append((colour, left, slice(top, bottom), dots))
            continue
        lines = np.arange(top, bottom) & 0xFF
        shown = (counts[lines] < PER_LINE[1]) & (lines < height)
        counts[lines] += 1
        planes.append((colour, left, lines[shown], dots[shown]))
    for colour, left, where, dots in reversed(planes):
        first, last = max(left, 0), min(left + dots.shape[1], WIDTH)
        if (colour or solid) and first < last:
            part = pixels[where, first:last]
            np.copyto(part, np.uint8(colour), where=dots[:, first - left : last - left])
            if not isinstance(where, slice):
                # Lines that do not follow one another were copied.
                pixels[where, first:last] = part


def _plain_sprites(chip: Chip) -> Iterator[tuple[int, int, int, npt.NDArray[np.bool_]]]:
    """Colour, first line (0-255), left column and dots of each sprite of mode 1 in the list."""
    size, zoom = (16 if chip.registers[1] & 2 else 8), chip.registers[1] & 1
    scroll = chip.registers[23] if chip.is_v9938 else 0
    vram = np.frombuffer(chip.vram, np.uint8)
    table = chip.sprite_attributes
    places = vram[table : table + 4 * PLANES].reshape(PLANES, 4)
    listed = places.tolist()
    # The dots of all planes at once.
    starts = chip.sprite_patterns + (places[:, 2].astype(np.intp) & (0xFC if size == 16 else 0xFF)) * 8
    halves = vram[starts[:, np.newaxis] + np.arange(size * size // 8)].reshape(PLANES, size // 8, size)
    dots = np.unpackbits(halves.transpose(0, 2, 1), axis=2).astype(bool)
    if zoom:
        dots = dots.repeat(2, axis=1).repeat(2, axis=2)
    for plane, (row, column, _, attribute) in enumerate(listed):
        if row == LAST_ROW[1]:
            return
        left = column - 32 * bool(attribute & EARLY)
        yield attribute & 15, (row + 1 - scroll) & 0xFF, left, dots[plane]


def _draw_sprites(chip: Chip, mode: DisplayMode, pixels: Pixels) -> None:
    """The sprites, the lowest plane on top: the first of every line at once, then the second, and so on."""
    scan = SpriteScan(chip).lines
    lines = list(scan)
    layers = _Layers(len(lines), solid=bool(chip.is_v9938 and chip.registers[8] & _SOLID_ZERO))
    for depth in range(max(map(len, scan.values()), default=0)):
        places = [place for place, line in enumerate(lines) if len(scan[line]) > depth]
        sprites = [scan[lines[place]][depth] for place in places]
        packed = b"".join(sprite.dots.to_bytes(WIDTH // 8, "big") for sprite in sprites)
        dots = np.unpackbits(np.frombuffer(packed, np.uint8)).reshape(len(places), WIDTH).astype(bool)
        colours = np.array([sprite.colour & 15 for sprite in sprites], np.uint8)
        mixed = np.array([sprite.is_mixed for sprite in sprites])
        layers.add(np.array(places), dots, colours, mixed)
    layers.flush(np.arange(len(lines)))
    for place, line in enumerate(lines):
        _put_line(mode, pixels[line], layers.colours[place], layers.covered[place])


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
        """One more sprite for each of some lines."""
        fresh = places[~mixed]
        self.flush(fresh)
        self._top[fresh] = 0
        self._touched[fresh] = False
        self._based[fresh] = True
        dots &= self._based[places][:, np.newaxis]
        self._top[places] |= dots * colours[:, np.newaxis]
        self._touched[places] |= dots

    def flush(self, places: npt.NDArray[np.intp]) -> None:
        """Puts what was added last under what is there already."""
        top = self._top[places]
        seen = self._touched[places] & ~self.covered[places]
        if not self._solid:
            seen &= top > 0
        self.colours[places] = np.where(seen, top, self.colours[places])
        self.covered[places] |= seen


def _put_line(mode: DisplayMode, target: Pixels, row: Pixels, covered: npt.NDArray[np.bool_]) -> None:
    if mode is DisplayMode.GRAPHIC5:
        # A dot of a sprite is two pixels, of the two halves of its colour.
        target[::2][covered] = row[covered] >> 2
        target[1::2][covered] = row[covered] & 3
    elif mode is DisplayMode.GRAPHIC6:
        target[::2][covered] = target[1::2][covered] = row[covered]
    elif mode is DisplayMode.GRAPHIC7:
        target[covered] = np.frombuffer(GRAPHIC7_SPRITES, np.uint8)[row[covered]]
    else:
        target[covered] = row[covered]
