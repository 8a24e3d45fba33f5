"""Pictures in terminals: what a terminal makes of them is the picture."""

from __future__ import annotations

import base64
import re
import zlib

import numpy as np
import numpy.typing as npt
import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from msxkit.display.pixels import (
    ColourDepth,
    PixelPainter,
    Way,
    ability,
    answered,
    braille,
    half_blocks,
    indexed,
    sixel,
)

PALETTE = [(value, (value * 7) % 256, 255 - value) for value in range(0, 256, 16)]


def picture(width: int = 32, height: int = 24, seed: int = 1) -> Image.Image:
    values = np.random.default_rng(seed).integers(0, 16, (height, width), np.uint8)
    made = Image.frombytes("P", (width, height), values.tobytes())
    made.putpalette([channel for colour in PALETTE for channel in colour])
    return made


def rgb(image: Image.Image) -> npt.NDArray[np.uint8]:
    return np.asarray(image.convert("RGB"))


def on_terminal(text: str, columns: int, rows: int) -> npt.NDArray[np.uint8]:
    """Return two pixels for each cell, as pyte understands the text."""
    screen = pyte.Screen(columns, rows)
    pyte.Stream(screen).feed(text)
    pixels = np.zeros((rows * 2, columns, 3), np.uint8)
    for y in range(rows):
        for x in range(columns):
            cell = screen.buffer[y][x]
            ink, paper = (
                tuple(bytes.fromhex(colour)) if re.fullmatch("[0-9a-f]{6}", colour) else (0, 0, 0)
                for colour in (cell.fg, cell.bg)
            )
            pixels[2 * y, x] = ink if cell.data == "▀" else paper
            pixels[2 * y + 1, x] = paper
    return pixels


def test_half_blocks_are_the_pixels() -> None:
    painter = PixelPainter(32, 12, Way.BLOCKS, ColourDepth.TRUE)
    assert np.array_equal(on_terminal(painter.paint(picture()), 32, 12), rgb(picture()))
    larger = on_terminal(PixelPainter(70, 25, Way.BLOCKS, ColourDepth.TRUE).paint(picture()), 70, 25)
    assert np.array_equal(larger[0:48, 3:67], rgb(picture()).repeat(2, 0).repeat(2, 1))


def test_only_what_changed_is_written() -> None:
    painter = PixelPainter(32, 12, Way.BLOCKS, ColourDepth.TRUE)
    first = painter.paint(picture())
    assert painter.paint(picture()) == ""
    other = picture()
    other.putpixel((5, 7), (other.getpixel((5, 7)) + 1) % 16)  # type: ignore[operator]
    second = painter.paint(other)
    assert len(second) < 120
    assert np.array_equal(on_terminal(first + second, 32, 12), rgb(other))
    painter.forget()
    assert np.array_equal(on_terminal(first + painter.paint(other), 32, 12), rgb(other))


def test_a_smaller_terminal_shows_the_means_of_the_pixels() -> None:
    shown = on_terminal(PixelPainter(16, 6, Way.BLOCKS, ColourDepth.TRUE).paint(picture()), 16, 6)
    means = rgb(picture()).reshape(12, 2, 16, 2, 3).mean(axis=(1, 3))
    assert np.abs(shown - means).max() <= 1


def test_a_notice_takes_the_last_row() -> None:
    painter = PixelPainter(32, 13, Way.BLOCKS, ColourDepth.TRUE)
    screen = pyte.Screen(32, 13)
    stream = pyte.Stream(screen)
    stream.feed(painter.paint(picture(), "a word"))
    assert screen.display[12].startswith("a word")
    stream.feed(painter.paint(picture(), ""))
    assert not screen.display[12].strip()


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (1, 40), (120, 2), (90, 30)])
@pytest.mark.parametrize("way", list(Way))
@pytest.mark.parametrize("colours", list(ColourDepth))
def test_a_terminal_of_any_size_gets_something(size: tuple[int, int], way: Way, colours: ColourDepth) -> None:
    painter = PixelPainter(*size, way, colours)
    assert painter.paint(picture(544, 228), "notice")


def test_256_colours_are_the_nearest() -> None:
    levels = (0, 95, 135, 175, 215, 255)
    table = [(r, g, b) for r in levels for g in levels for b in levels]
    table += [(8 + 10 * step,) * 3 for step in range(24)]
    colours = np.random.default_rng(1).integers(0, 256, (500, 3), np.uint8)
    far = ((colours[:, np.newaxis].astype(int) - np.array(table)) ** 2).sum(axis=-1)
    chosen = far[np.arange(500), indexed(colours) - 16]
    assert (chosen == far.min(axis=1)).mean() > 0.95
    assert (np.sqrt(chosen) <= np.sqrt(far.min(axis=1)) + 6).all()


def decoded(text: str) -> npt.NDArray[np.uint8]:
    """A Sixel picture, read as the manual says."""
    head = re.match(r'\x1bP0;1q"1;1;(\d+);(\d+)', text)
    assert head is not None
    assert text.endswith("\x1b\\")
    width, height = int(head[1]), int(head[2])
    colours: dict[int, tuple[int, ...]] = {}
    pixels = np.full((height + 6, width, 3), 255, np.uint8)
    x = y = colour = 0
    for part in re.finditer(
        r"#(\d+)(?:;2;(\d+);(\d+);(\d+))?|!(\d+)([?-~])|([?-~])|([$-])", text[head.end() : -2]
    ):
        if part[2]:
            colours[int(part[1])] = tuple(int(part[index]) for index in (2, 3, 4))
        elif part[1]:
            colour = int(part[1])
        elif part[8]:
            x, y = 0, y + 6 * (part[8] == "-")
        else:
            bits, count = ord(part[6] or part[7]) - 63, int(part[5] or 1)
            for bit in range(6):
                if bits >> bit & 1:
                    pixels[y + bit, x : x + count] = colours[colour]
            x += count
    return pixels[:height]


@pytest.mark.parametrize("size", [(32, 24), (7, 13), (1, 1)])
def test_sixel_is_the_picture(size: tuple[int, int]) -> None:
    wanted = (rgb(picture(*size)).astype(int) * 100 + 127) // 255
    assert np.array_equal(decoded(sixel(picture(*size))), wanted)
    painted = PixelPainter(80, 24, Way.SIXEL, ColourDepth.TRUE).paint(picture(*size))
    assert "\x1bP0;1q" in painted


def test_sixel_shortens_runs() -> None:
    plain = Image.new("P", (500, 60), 0)
    plain.putpalette([1, 2, 3])
    assert len(sixel(plain)) < 200


def test_kitty_gets_the_picture_whole() -> None:
    text = PixelPainter(80, 24, Way.KITTY, ColourDepth.TRUE).paint(picture(272, 208))
    parts = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", text)
    parts = [(head, data) for head, data in parts if data]
    assert all(len(data) <= 4096 for _, data in parts)
    assert [head[-3:] for head, _ in parts] == ["m=1"] * (len(parts) - 1) + ["m=0"] or len(parts) == 1
    keys = dict(pair.split("=") for pair in parts[0][0].split(","))
    assert (keys["s"], keys["v"], keys["o"], keys["f"]) == ("272", "208", "z", "24")
    # A cell is 10 x 20 pixels: the picture keeps its shape.
    assert int(keys["c"]) * 10 / (int(keys["r"]) * 20) == pytest.approx(272 / 208, rel=0.05)
    pixels = zlib.decompress(base64.b64decode("".join(data for _, data in parts)))
    assert pixels == rgb(picture(272, 208)).tobytes()


def test_braille_shows_what_is_not_the_ground() -> None:
    plain = Image.new("P", (16, 16), 4)
    plain.putpalette([channel for colour in PALETTE for channel in colour])
    assert braille(plain, 80, 24) == ["⠀" * 8] * 4
    plain.putpixel((0, 0), 7)
    plain.putpixel((15, 15), 7)
    shown = braille(plain, 80, 24)
    assert (shown[0], shown[3]) == ("⠁" + "⠀" * 7, "⠀" * 7 + "⢀")


def test_answers_of_terminals() -> None:
    kitty, rest = ability(b"\x1b[?0u\x1b_Gi=31;OK\x1b\\\x1b[6;18;9tx\x1b[?62;c")
    assert (kitty.kitty, kitty.sixel, kitty.keyboard, kitty.cell, rest) == (True, False, True, (9, 18), b"x")
    assert kitty.way is Way.KITTY
    vt340, rest = ability(b"\x1b[?63;1;2;4;6c")
    assert (vt340.way, vt340.keyboard, vt340.cell, rest) == (Way.SIXEL, False, None, b"")
    plain, _ = ability(b"\x1b[?64;1;2;6;22c")
    assert plain.way is Way.BLOCKS
    silent, typed = ability(b"ab")
    assert (silent.way, typed) == (Way.BLOCKS, b"ab")
    assert not answered(b"\x1b[?0u\x1b_Gi=31;OK\x1b\\")
    assert answered(b"\x1b[?64c")


def test_lines_of_half_blocks_are_the_pixels() -> None:
    text = "\r\n".join(half_blocks(picture(), 32, 12))
    assert np.array_equal(on_terminal(text, 32, 12), rgb(picture()))


@given(st.text(alphabet="\x1b[]?0123456789;:uctG_\\i=OKPx", max_size=40))
def test_any_answer_can_be_taken_apart(text: str) -> None:
    _, typed = ability(text.encode("latin-1"))
    assert len(typed) <= len(text)
