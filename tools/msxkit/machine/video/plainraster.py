"""What `raster` does in plain Python: pages in a browser have no numpy. A test holds both to the same pictures.

Sources: TMS9918A data manual, chapter 2; V9938 technical data book, chapters on the modes, sprites and colours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from msxkit.machine.video.backdrop import border, palette
from msxkit.machine.video.chip import Chip, DisplayMode
from msxkit.machine.video.frame import Frame
from msxkit.machine.video.spritelines import WIDTH, SpriteLine, SpriteScan
from msxkit.palette import GRAPHIC7_SPRITES

#: R#1: the screen is on. R#8: colour 0 is a colour as others.
_ON, _SOLID_ZERO = 0x40, 0x20
#: Eight lines of the picture: what a row of the name table makes.
_Row = Sequence[bytes]


def frame(chip: Chip) -> Frame:
    """What the chip shows."""
    mode = chip.mode
    edge = border(chip)
    width, pixels = _field(chip, mode, edge)
    if chip.sprites_shown:
        _draw_sprites(chip, mode, width, pixels)
    return Frame(width, chip.height, bytes(pixels), edge, palette(chip))


def _field(chip: Chip, mode: DisplayMode, edge: tuple[int, int]) -> tuple[int, bytearray]:
    """Width and dots of the picture without sprites.

    The picture has 256 lines, of which R#23 of a V9938 says the first that is shown.
    """
    height = chip.height
    if chip.registers[1] & _ON:
        first = chip.registers[23] if chip.is_v9938 else 0
        lines = [(first + line) & 0xFF for line in range(height)]
        maker = _ROWS.get(mode, _bitmap)(chip)
        rows = {row: maker(row) for row in {line >> 3 for line in lines}}
        pixels = bytearray().join([rows[line >> 3][line & 7] for line in lines])
        if mode is DisplayMode.GRAPHIC7 or (chip.is_v9938 and chip.registers[8] & _SOLID_ZERO):
            return len(pixels) // height, pixels
    else:
        pixels = bytearray(height * WIDTH * (2 if mode in _FINE else 1))
    if mode is DisplayMode.GRAPHIC5:
        for column, colour in enumerate(edge):
            pixels[column::2] = pixels[column::2].translate(_zero_as(colour))
    else:
        pixels = pixels.translate(_zero_as(edge[0]))
    return len(pixels) // height, pixels


@lru_cache(maxsize=256)
def _zero_as(colour: int) -> bytes:
    """Colour 0 lets the border's through."""
    return bytes((colour, *range(1, 256)))


@lru_cache(maxsize=256)
def _dots(pair: int, width: int = 8) -> list[bytes]:
    """The dots of each pattern byte in a pair of colours: ink in the upper four bits."""
    colours = bytes((pair & 15, pair >> 4))
    # Any other byte never occurs, but a table of `translate` has 256.
    table = colours + bytes(254)
    return [bits[:width].translate(table) for bits in _BITS]


#: The eight bits of each byte, from the highest.
_BITS = [bytes(byte >> bit & 1 for bit in range(7, -1, -1)) for byte in range(256)]


def _names(chip: Chip, columns: int) -> Callable[[int], bytes]:
    """The codes of a row of the name table."""
    vram, table, size = chip.vram, chip.name_table, len(chip.vram)

    def row(number: int) -> bytes:
        start = table + number * columns
        if start + columns <= size:
            return bytes(vram[start : start + columns])
        return bytes(vram[at % size] for at in range(start, start + columns))

    return row


def _laid(cells: Sequence[Sequence[bytes]]) -> _Row:
    """Cells of eight lines side by side."""
    return list(map(b"".join, zip(*cells, strict=True)))


def _text(chip: Chip) -> Callable[[int], _Row]:
    names = _names(chip, 80 if chip.mode is DisplayMode.TEXT2 else 40)
    vram, table, dots = chip.vram, chip.pattern_table, _dots(chip.registers[7], 6)
    known: dict[int, list[bytes]] = {}

    def cell(code: int) -> list[bytes]:
        if code not in known:
            known[code] = [dots[byte] for byte in vram[table + 8 * code : table + 8 * code + 8]]
        return known[code]

    return lambda row: _laid([cell(code) for code in names(row)])


def _tiles(chip: Chip) -> Callable[[int], _Row]:
    """A pattern for each code, a pair of colours for every eight codes."""
    names, vram = _names(chip, 32), chip.vram
    table, colours = chip.pattern_table, chip.colour_table
    known: dict[int, list[bytes]] = {}

    def cell(code: int) -> list[bytes]:
        if code not in known:
            dots = _dots(vram[colours + (code >> 3)])
            known[code] = [dots[byte] for byte in vram[table + 8 * code : table + 8 * code + 8]]
        return known[code]

    return lambda row: _laid([cell(code) for code in names(row)])


@lru_cache(maxsize=4096)
def _cell(shape: bytes, pairs: bytes) -> list[bytes]:
    """Eight lines of a pattern, each with its pair of colours. Pictures have few that differ."""
    return [_dots(pair)[byte] for pair, byte in zip(pairs, shape, strict=True)]


def _patterns(chip: Chip) -> Callable[[int], _Row]:
    """256 patterns for every eight rows, unless the masks in R#3 and R#4 make them fall together."""
    names, vram = _names(chip, 32), chip.vram
    table, colours = chip.pattern_table, chip.colour_table
    shape_mask = (chip.registers[4] & 3) << 11 | 0x7FF
    colour_mask = (chip.registers[3] & 0x7F) << 6 | 0x3F

    def cell(code: int, third: int) -> list[bytes]:
        offset = third << 11 | code << 3
        shape, pair = table + (offset & shape_mask), colours + (offset & colour_mask)
        # The masks end above the three bits of the line, so that the eight lines stand together.
        return _cell(bytes(vram[shape : shape + 8]), bytes(vram[pair : pair + 8]))

    return lambda row: _laid([cell(code, row >> 3) for code in names(row)])


def _blocks(chip: Chip) -> Callable[[int], _Row]:
    """Two blocks of four by four dots from each of two bytes of a pattern."""
    names, vram, table = _names(chip, 32), chip.vram, chip.pattern_table

    def lines(row: int) -> _Row:
        codes, pair = names(row), table + row % 4 * 2
        upper, lower = (
            b"".join([_dots(vram[pair + half + 8 * code])[0xF0] for code in codes]) for half in (0, 1)
        )
        return [upper] * 4 + [lower] * 4

    return lines


def _bitmap(chip: Chip) -> Callable[[int], _Row]:
    mode, vram, start = chip.mode, chip.vram, chip.name_table
    stride = 256 if mode.is_planar else 128

    def lines(row: int) -> _Row:
        first = start + 8 * row * stride
        found = bytes(vram[first : first + 8 * stride])
        if mode is not DisplayMode.GRAPHIC7:
            parts = _QUARTERS if mode is DisplayMode.GRAPHIC5 else _HALVES
            dots = bytearray(len(parts) * len(found))
            for place, part in enumerate(parts):
                dots[place :: len(parts)] = found.translate(part)
            found = bytes(dots)
        width = len(found) // 8
        return [found[at : at + width] for at in range(0, len(found), width)]

    return lines


#: The dots in a byte of two or four bits each, from the left: what `translate` makes of it.
_HALVES = [bytes(byte >> shift & 15 for byte in range(256)) for shift in (4, 0)]
_QUARTERS = [bytes(byte >> shift & 3 for byte in range(256)) for shift in (6, 4, 2, 0)]
#: Modes with 512 dots in a line.
_FINE = (DisplayMode.GRAPHIC5, DisplayMode.GRAPHIC6)
#: How the rows of eight lines of each mode are made; the others are bitmaps.
_ROWS: dict[DisplayMode, Callable[[Chip], Callable[[int], _Row]]] = {
    DisplayMode.TEXT1: _text,
    DisplayMode.TEXT2: _text,
    DisplayMode.GRAPHIC1: _tiles,
    DisplayMode.GRAPHIC2: _patterns,
    DisplayMode.GRAPHIC3: _patterns,
    DisplayMode.MULTICOLOUR: _blocks,
}


def _draw_sprites(chip: Chip, mode: DisplayMode, width: int, pixels: bytearray) -> None:
    """The sprites over the picture, line by line; those of low planes last, so that they are on top."""
    solid = bool(chip.is_v9938 and chip.registers[8] & _SOLID_ZERO)
    dots = [_sprite_dot(mode, colour) for colour in range(16)]
    size = len(dots[0])
    for line, sprites in SpriteScan(chip).lines.items():
        end = line * width + width
        for group in reversed(_groups(sprites)):
            for colour, mask in group.items():
                dot = dots[colour]
                while mask and (colour or solid):
                    # A run of dots: from the highest bit down to the next that is not set.
                    left = mask.bit_length()
                    right = (~mask & (1 << left) - 1).bit_length()
                    pixels[end - left * size : end - right * size] = dot * (left - right)
                    mask &= (1 << right) - 1


def _sprite_dot(mode: DisplayMode, colour: int) -> bytes:
    """The pixels of a sprite's dot: in modes of 512 two, in GRAPHIC5 of the two halves of its colour."""
    if mode is DisplayMode.GRAPHIC5:
        return bytes((colour >> 2, colour & 3))
    if mode is DisplayMode.GRAPHIC6:
        return bytes((colour, colour))
    return bytes((GRAPHIC7_SPRITES[colour] if mode is DisplayMode.GRAPHIC7 else colour,))


def _groups(sprites: Sequence[SpriteLine]) -> list[dict[int, int]]:
    """Each sprite of a line with those that are mixed with it, as dots (256 bits) by colour.

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
    return groups
