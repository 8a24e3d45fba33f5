"""The picture, made from video memory and registers alone, in every mode of the chip.

Sources: TMS9918A data manual, chapter 2; V9938 technical data book, chapters on the modes, sprites and colours;
V9958 data book, chapter on YJK.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from msxkit.display.palette import GRAPHIC7_SPRITES, TMS9918A, mixed
from msxkit.machine.video.backdrop import border, even_field, palette, shift
from msxkit.machine.video.background import KEPT, Background
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.display_modes import GRAPHIC1, YJK_YAE, DisplayMode, ModeLayout
from msxkit.machine.video.frame import Frame, interlaced
from msxkit.machine.video.scrolling import masked, pages_across, scrolled
from msxkit.machine.video.sprite_lines import WIDTH, SpriteLine, SpriteScan

#: Eight lines of the picture: what a row of the name table makes.
_Row = Sequence[bytes]


def frame(chip: Chip) -> Frame:
    """Return what the chip shows."""
    even = even_field(chip)
    return _picture(chip) if even is None else interlaced(_picture(even), _picture(chip))


def memory(chip: Chip) -> list[Frame]:
    """Return what video memory holds: each page of a bitmap, 256 lines high; in other modes the patterns of all codes,
    32, 40 or 80 in a row. While the screen is off it is empty.
    """
    mode, background = chip.mode, Background.of(chip)
    if not background.shown:
        return []
    if mode.is_bitmap:
        size = 256 * mode.row_bytes
        parts = [bytes(chip.vram[at : at + size]) for at in range(0, len(chip.vram), size)]
    else:
        rows = -(-256 // mode.columns)
        parts = [
            bytes(range(256)).ljust(rows * mode.columns, b" ")
            * (3 if mode.layout is ModeLayout.PATTERNS else 1)
        ]
    found = []
    for names in parts:
        height = 256 if mode.is_bitmap else 8 * len(names) // mode.columns
        field = _field(replace(background, height=height, first=0, names=names, through=None))
        found.append(Frame(len(field) // height // mode.depth, height, field, border(chip), palette(chip)))
    return found


def sprite_patterns(chip: Chip) -> Frame:
    """Return the patterns of the sprites, 16 of 16 by 16 dots or 32 of 8 by 8 in a row; colour 15 on 0."""
    names = list(range(256))
    if chip.registers[1] & 2:
        names = [
            64 * row + 4 * column + 2 * side + half
            for row in range(4)
            for half in range(2)
            for column in range(16)
            for side in range(2)
        ]
    table = chip.sprite_patterns
    shapes, pairs = bytes(chip.vram[table : table + 0x800]), bytes([0xF0]) * 32
    field = _field(Background(GRAPHIC1, 64, 0, True, bytes(names), shapes, pairs, None))
    return Frame(256, 64, field, (0, 0), TMS9918A)


def _picture(chip: Chip) -> Frame:
    mode = chip.mode
    found = scrolled(chip, [_field(Background.of(page)) for page in pages_across(chip)])
    line = len(found) // chip.height
    if chip.sprites_shown:
        pixels = bytearray(found)
        _draw_sprites(chip, mode, line, pixels)
        found = bytes(pixels)
    found = masked(chip, found)
    return Frame(line // mode.depth, chip.height, found, border(chip), palette(chip), shift(chip))


@lru_cache(maxsize=KEPT)
def _field(background: Background) -> bytes:
    """Return the picture without sprites. It has 256 lines, of which R#23 of a V9938 says the first that is shown."""
    if background.shown:
        lines = [(background.first + line) & 0xFF for line in range(background.height)]
        maker = _ROWS[background.mode.layout](background)
        rows = {row: maker(row) for row in {line >> 3 for line in lines}}
        pixels = bytearray().join([rows[line >> 3][line & 7] for line in lines])
    else:
        zero = background.mode.mixed.to_bytes(background.mode.depth, "little")
        pixels = bytearray(zero * (background.height * background.width))
    if background.through is None:
        return bytes(pixels)
    if background.mode.mixed:
        return _deep_through(pixels, background)
    even, odd = background.through
    if even == odd:
        return bytes(pixels.translate(_zero_as(even)))
    for column, colour in enumerate(background.through):
        pixels[column::2] = pixels[column::2].translate(_zero_as(colour))
    return bytes(pixels)


def _deep_through(pixels: bytearray, background: Background) -> bytes:
    """Return pixels of two bytes where the border is seen through colour 0 of the palette."""
    assert background.through is not None
    zero, colour = background.mode.mixed, background.through[0]
    return array("H", [colour if dot == zero else dot for dot in memoryview(pixels).cast("H")]).tobytes()


@lru_cache(maxsize=256)
def _zero_as(colour: int) -> bytes:
    """Return a table for `translate` that replaces colour 0, which lets the border's through."""
    return bytes((colour, *range(1, 256)))


@lru_cache(maxsize=256)
def _dots(pair: int, width: int = 8) -> list[bytes]:
    """Return the dots of each pattern byte in a pair of colours: ink in the upper four bits."""
    colours = bytes((pair & 15, pair >> 4))
    # Any other byte never occurs, but a table of `translate` has 256.
    table = colours + bytes(254)
    return [bits[:width].translate(table) for bits in _BITS]


#: The eight bits of each byte, from the highest.
_BITS = [bytes(byte >> bit & 1 for bit in range(7, -1, -1)) for byte in range(256)]


def _names(background: Background) -> Callable[[int], bytes]:
    """Return a function: row of the name table -> its codes."""
    names, columns = background.names, background.mode.columns
    return lambda row: names[row * columns : row * columns + columns]


def _laid(cells: Sequence[Sequence[bytes]]) -> _Row:
    """Return cells of eight lines side by side."""
    return list(map(b"".join, zip(*cells, strict=True)))


def _tiles(background: Background) -> Callable[[int], _Row]:
    """Return a function that makes a row: a pattern for each code, and a pair of colours for every eight codes; in the
    text modes, whose patterns are six dots wide, there is one pair.
    """
    names, shapes, pairs = _names(background), background.shapes, background.pairs
    width = 8 if len(pairs) > 1 else 6

    @cache
    def cell(code: int) -> list[bytes]:
        dots = _dots(pairs[code >> 3 if width == 8 else 0], width)
        return [dots[byte] for byte in shapes[8 * code : 8 * code + 8]]

    return lambda row: _laid([cell(code) for code in names(row)])


@lru_cache(maxsize=4096)
def _cell(shape: bytes, pairs: bytes) -> list[bytes]:
    """Return eight lines of a pattern, each with its pair of colours. Few of them differ within a picture."""
    return [_dots(pair)[byte] for pair, byte in zip(pairs, shape, strict=True)]


def _patterns(background: Background) -> Callable[[int], _Row]:
    """Return a function that makes a row, with 256 patterns for every eight rows."""
    names, shapes, pairs = _names(background), background.shapes, background.pairs

    def lines(row: int) -> _Row:
        third = row >> 3 << 11
        places = [third | code << 3 for code in names(row)]
        return _laid([_cell(shapes[at : at + 8], pairs[at : at + 8]) for at in places])

    return lines


def _blocks(background: Background) -> Callable[[int], _Row]:
    """Return a function that makes a row: two blocks of four by four dots from each of two bytes of a pattern."""
    names, shapes = _names(background), background.shapes

    def lines(row: int) -> _Row:
        codes, pair = names(row), row % 4 * 2
        upper, lower = (
            b"".join([_dots(shapes[pair + half + 8 * code])[0xF0] for code in codes]) for half in (0, 1)
        )
        return [upper] * 4 + [lower] * 4

    return lines


def _bitmap(background: Background) -> Callable[[int], _Row]:
    page, stride, parts = background.names, background.mode.row_bytes, _PARTS[background.mode.bits]

    def lines(row: int) -> _Row:
        found = page[8 * row * stride : 8 * (row + 1) * stride]
        if len(parts) > 1:
            dots = bytearray(len(parts) * len(found))
            for place, part in enumerate(parts):
                dots[place :: len(parts)] = found.translate(part)
            found = bytes(dots)
        width = len(found) // 8
        return [found[at : at + width] for at in range(0, len(found), width)]

    return lines


@lru_cache(maxsize=1 << 16)
def _four(dots: bytes, palette: bool) -> bytes:
    """Return the numbers of the colours of four pixels of YJK."""
    low = [dot & 7 for dot in dots]
    k, j = (((low[at] | low[at + 1] << 3) ^ 32) - 32 for at in (0, 2))
    return b"".join(
        [
            (0x8000 + (dot >> 4) if palette and dot & 8 else mixed(dot >> 3, j, k)).to_bytes(2, "little")
            for dot in dots
        ]
    )


def _yjk(background: Background) -> Callable[[int], _Row]:
    """Return a function that makes a row of pixels of which four share the lower bits, K and J."""
    page, stride, palette = background.names, background.mode.row_bytes, background.mode is YJK_YAE

    def line(at: int) -> bytes:
        return b"".join([_four(page[four : four + 4], palette) for four in range(at, at + stride, 4)])

    return lambda row: [line(at) for at in range(8 * row * stride, 8 * (row + 1) * stride, stride)]


#: The dots in a byte by the bits of each, from the left: what `translate` makes of it.
_PARTS = {
    bits: [
        bytes(byte >> shift & (1 << bits) - 1 for byte in range(256)) for shift in range(8 - bits, -1, -bits)
    ]
    for bits in (2, 4, 8)
}
#: How the rows of eight lines of a picture are made.
_ROWS: dict[ModeLayout, Callable[[Background], Callable[[int], _Row]]] = {
    ModeLayout.TEXT: _tiles,
    ModeLayout.TILES: _tiles,
    ModeLayout.PATTERNS: _patterns,
    ModeLayout.BLOCKS: _blocks,
    ModeLayout.BITMAP: _bitmap,
    ModeLayout.YJK: _yjk,
}


def _draw_sprites(chip: Chip, mode: DisplayMode, width: int, pixels: bytearray) -> None:
    """Draw the sprites over the picture, line by line; those of low planes last, so that they are on top."""
    solid, may_mix = chip.shows_zero, chip.sprite_mode == 2
    dots = [_sprite_dot(mode, colour) for colour in range(16)]
    size = len(dots[0])
    for line, sprites in SpriteScan.of(chip).lines.items():
        start = line * width
        if may_mix and any(sprite.is_mixed for sprite in sprites):
            sprites = _mixed(sprites)
        for _, left, bits, span, colour in reversed(sprites):
            colour &= 15
            if not (colour or solid):
                continue
            if left < 0:
                left, span = 0, max(span + left, 0)
                bits &= (1 << span) - 1
            elif (over := left + span - WIDTH) > 0:
                span, bits = span - over, bits >> over
            kept, ink = _brush(bits, span, dots[colour])
            first = start + left * size
            last = first + span * size
            below = int.from_bytes(pixels[first:last], "big")
            pixels[first:last] = (below & kept | ink).to_bytes(span * size, "big")


@lru_cache(maxsize=1 << 13)
def _brush(bits: int, span: int, dot: bytes) -> tuple[int, int]:
    """Return what `span` bits, the left one highest, keep of the pixels below, and what they put there, as numbers."""
    digits = f"{bits:0{span}b}" if span else ""
    kept, ink = (
        b"".join([one if digit == "1" else zero for digit in digits])
        for one, zero in ((bytes(len(dot)), b"\xff" * len(dot)), (dot, bytes(len(dot))))
    )
    return int.from_bytes(kept, "big"), int.from_bytes(ink, "big")


def _sprite_dot(mode: DisplayMode, colour: int) -> bytes:
    """Return the pixels of a sprite's dot: in modes of 512 two, in GRAPHIC5 of the two halves of its colour."""
    if mode.halves_colours:
        return bytes((colour >> 2, colour & 3))
    if mode.dots > WIDTH:
        return bytes((colour, colour))
    number = GRAPHIC7_SPRITES[colour] if mode.has_own_colours else mode.mixed + colour
    return number.to_bytes(mode.depth, "little")


def _mixed(sprites: Sequence[SpriteLine]) -> list[SpriteLine]:
    """Return the sprites of a line with those that are mixed with them, a whole line wide, by colour.

    A sprite that is mixed adds its colour to the one before it, and is not seen without one.
    """
    groups: list[dict[int, int]] = []
    for sprite in sprites:
        colour = sprite.colour & 15
        if not sprite.is_mixed:
            groups.append({colour: sprite.dots})
        elif groups:
            left, mixed = sprite.dots, dict[int, int]()
            for other, mask in groups[-1].items():
                mixed[other] = mixed.get(other, 0) | mask & ~sprite.dots
                mixed[other | colour] = mixed.get(other | colour, 0) | mask & sprite.dots
                left &= ~mask
            mixed[colour] = mixed.get(colour, 0) | left
            groups[-1] = mixed
    return [SpriteLine(0, 0, dots, WIDTH, colour) for group in groups for colour, dots in group.items()]
