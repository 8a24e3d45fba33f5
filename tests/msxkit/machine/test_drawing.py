"""The graphic statements as services: last points, errors, DRAW, COPY, text, sprites, as the recordings show them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.decimal14 import IllegalFunctionCallError, Number
from msxkit.interpreter import Session
from msxkit.machine.graphics.circle import Circle
from msxkit.machine.graphics.copying import Copying
from msxkit.machine.graphics.draw import Draw
from msxkit.machine.graphics.drawing import Drawing
from msxkit.machine.graphics.graphic_text import GraphicText
from msxkit.machine.graphics.paint import Painting
from msxkit.machine.graphics.sprites import Sprites
from msxkit.machine.model import MSX1, MSX2, Model
from msxkit.machine.video.operations import Operation
from msxkit.machine.video.screens import Screens
from msxkit.machine.video.state import VideoState
from msxkit.machine.video.text_screen import TextScreen


@dataclass
class Named:
    """Variables of a macro."""

    values: dict[str, Number | str] = field(default_factory=dict)

    def macro_value(self, name: str) -> Number | str:
        return self.values[name]


class Easel:
    """A machine's graphics in a mode."""

    def __init__(self, mode: int, model: Model = MSX2, **values: Number | str) -> None:
        self.video = VideoState.fresh(model.chip)
        self.screens = Screens(model, self.video, TextScreen(self.video))
        self.screens.power_on()
        self.screens.select(mode)
        self.drawing = Drawing(self.video, model.basic)
        self.variables = Named({f"{name}": value for name, value in values.items()})
        self.turtle = Draw(self.drawing, self.variables)
        self.copying = Copying(self.drawing)
        self.text = GraphicText(self.video, self.drawing)
        self.sprites = Sprites(self.video, self.screens, self.drawing)

    def line(self, x1: int, y1: int, x2: int, y2: int, colour: int = 15, shape: str = "line") -> None:
        self.drawing.move(x1, y1)
        start = self.drawing.place()
        self.drawing.move(x2, y2)
        self.drawing.set_ink(colour)
        self.drawing.set_operation(Operation.PSET)
        getattr(self.drawing, shape)(start)

    def drawn(self, ground: int = 4) -> set[tuple[int, int]]:
        canvas = self.drawing.canvas()
        return {
            (x, y) for y in range(canvas.height) for x, pixel in enumerate(canvas.row(y)) if pixel != ground
        }

    @property
    def grp(self) -> tuple[int, int, int, int]:
        """GXPOS, GYPOS, GRPACX, GRPACY."""
        state = self.video.graphics
        return state.to_x, state.to_y, state.x, state.y


def test_points_outside_the_screen_are_not_set_and_have_no_colour() -> None:
    easel = Easel(2, MSX1)
    easel.drawing.set_ink(9)
    for x, y in ((-1, 5), (256, 5), (5, 192), (5, -1)):
        easel.drawing.move(x, y)
        easel.drawing.pset()
        assert easel.drawing.point(x, y) == -1
    assert easel.drawn() == set()
    easel.drawing.move(5, 5)
    easel.drawing.pset()
    assert (easel.drawing.point(5, 5), easel.drawing.point(6, 5)) == (9, 4)


def test_steps_wrap() -> None:
    easel = Easel(2, MSX1)
    easel.drawing.move(32767, 5)
    easel.drawing.move(1, -6, step=True)
    assert easel.drawing.place() == (-32768, -1)


@pytest.mark.parametrize("mode", [0, 1])
def test_the_text_screens_take_no_graphics(mode: int) -> None:
    easel = Easel(mode)
    for statement in (
        easel.drawing.require_graphics,
        lambda: easel.drawing.set_ink(None),
        lambda: easel.text.put(65),
        lambda: easel.copying.capture((0, 0), (1, 1), None),
        lambda: easel.turtle.draw("R5"),
    ):
        with pytest.raises(IllegalFunctionCallError):
            statement()


def test_point_of_a_text_screen_reads_it_as_a_screen_3() -> None:
    easel = Easel(0, MSX1)
    assert easel.drawing.point(1, 1) == 2  # the blank in the corner is 20H


@pytest.mark.parametrize(("mode", "highest"), [(2, 15), (5, 15), (8, 255)])
def test_the_highest_colour(mode: int, highest: int) -> None:
    easel = Easel(mode)
    easel.drawing.set_ink(highest)
    if highest < 255:
        with pytest.raises(IllegalFunctionCallError):
            easel.drawing.set_ink(highest + 1)


def test_where_lines_and_boxes_leave_the_last_point() -> None:
    easel = Easel(2, MSX1)
    easel.line(-10, -10, 300, 250, 7, "box")
    assert easel.grp == (300, 250, 300, 250)
    easel.line(200, 180, 400, 400, 3, "filled_box")
    assert easel.grp == (255, 191, 400, 400)
    easel = Easel(5)
    easel.line(200, 180, 400, 400, 3, "filled_box")
    assert easel.grp == (400, 400, 400, 400)


def test_the_corners_of_a_box_are_drawn_once_in_a_bitmap() -> None:
    easel = Easel(5)
    easel.drawing.move(10, 10)
    easel.drawing.move(20, 20)
    easel.drawing.set_ink(15)
    easel.drawing.set_operation(Operation.XOR)
    easel.drawing.box((10, 10))
    assert len(easel.drawn()) == 40


@pytest.mark.parametrize("radius", [0, 1, 2, 3, 10, 40, 90])
def test_a_circle_is_one(radius: int) -> None:
    easel = Easel(2, MSX1)
    easel.drawing.move(128, 96)
    circle = Circle(easel.drawing, radius)
    easel.drawing.set_ink(9)
    circle.draw()
    drawn = easel.drawn()
    assert drawn
    assert all(abs(math.hypot(x - 128, y - 96) - radius) <= 0.5 + 1e-9 for x, y in drawn)
    # Every direction is there, and the same mirrored.
    assert drawn == {(256 - x, y) for x, y in drawn} == {(x, 192 - y) for x, y in drawn}
    assert easel.grp == (radius, 96, 128, 96)


def test_the_parts_of_circle_that_fail() -> None:
    circle = Circle(Easel(2).drawing, 40)
    with pytest.raises(IllegalFunctionCallError):
        circle.set_start(7)
    for aspect in (0, -1):
        with pytest.raises(IllegalFunctionCallError):
            circle.set_aspect(aspect)


def test_paint_begins_on_the_screen() -> None:
    easel = Easel(2)
    for x, y in ((256, 10), (-1, 10)):
        easel.drawing.move(x, y)
        easel.drawing.set_ink(3)
        with pytest.raises(IllegalFunctionCallError):
            Painting(easel.drawing).paint(None)


# DRAW


def end_of(macro: str, **values: Number | str) -> tuple[int, int]:
    easel = Easel(2, MSX1, **values)
    easel.drawing.move(100, 100)
    easel.turtle.draw(macro)
    return easel.drawing.place()


@pytest.mark.parametrize(
    ("macro", "end"),
    [
        ("U10R5D2L1", (104, 92)),
        ("E9F9G9H9", (100, 100)),
        ("URDLEFGH", (100, 100)),
        ("bm90, 90 r 1 0 ; d5", (100, 95)),
        ("BM90,90R-10", (80, 90)),
        ("M+3,-2M-1,+5", (102, 103)),
        ("NU20NR20R3", (103, 100)),
        ("NBR9R3", (103, 100)),
        ("S8R10", (120, 100)),
        ("S3R3", (102, 100)),
        ("S3L3", (98, 100)),
        ("S0R3", (103, 100)),
        ("A1R10", (100, 90)),
        ("A2R10", (90, 100)),
        ("A3R10", (100, 110)),
        # A semicolon in place of the number is the number 0.
        ("R;D", (100, 101)),
        ("F;", (100, 100)),
        ("R=N;XB$;D=N(2);", (125, 99)),
    ],
)
def test_where_draw_ends(macro: str, end: tuple[int, int]) -> None:
    values: dict[str, Number | str] = {"N": 20, "N(2)": 9, "B$": "U10R5"}
    assert end_of(macro, **values) == end


@pytest.mark.parametrize(
    ("macro", "end"),
    [
        ("BM90,90Q", (90, 90)),
        ("BM90,90R10.5", (100, 90)),
        (";R5", (100, 100)),
        ("R5;;R5", (105, 100)),
        ("A4", (100, 100)),
        ("S256", (100, 100)),
        ("C16", (100, 100)),
        ("M5", (100, 100)),
        ("R=N", (100, 100)),
        ("XN;", (100, 100)),
        ("R70000", (100, 100)),
        ("M5,", (100, 100)),
    ],
)
def test_a_faulty_macro_is_drawn_up_to_its_fault(macro: str, end: tuple[int, int]) -> None:
    easel = Easel(2, MSX1, N=1)
    easel.drawing.move(100, 100)
    with pytest.raises(IllegalFunctionCallError):
        easel.turtle.draw(macro)
    assert easel.drawing.place() == end


def test_a_string_that_draws_itself_comes_to_an_end() -> None:
    easel = Easel(2, MSX1, **{"A$": "XA$;"})
    with pytest.raises(IllegalFunctionCallError):
        easel.turtle.draw("XA$;")


# GRP:


def test_text_wraps_and_comes_back_at_the_top() -> None:
    easel = Easel(2, MSX1)
    easel.drawing.move(250, 190)
    easel.text.put(65)
    assert easel.drawing.place() == (0, 0)
    easel.drawing.move(3, 100)
    for code in (1, 0x41, 10, 9, 7, 12, 66):
        easel.text.put(code)
    assert easel.drawing.place() == (19, 100)
    easel.text.put(13)
    assert easel.drawing.place() == (0, 108)
    easel.drawing.move(83, -19)
    easel.text.put(65)
    assert easel.drawing.place() == (83, -19)


def test_text_of_a_bitmap_has_a_ground_and_takes_the_operation() -> None:
    easel = Easel(5)
    easel.line(0, 0, 80, 80, 6, "filled_box")
    easel.drawing.set_operation(Operation.XOR)
    easel.drawing.move(20, 20)
    easel.text.put(ord("H"))
    row = easel.drawing.canvas().row(20)
    # 15 XOR 6 and 4 XOR 6, as recorded.
    assert bytes(row[18:30]).hex() == "06060902020209020202" + "0606"


# COPY


def corners(draw: st.DrawFn) -> tuple[int, int, int, int, int, int]:
    x, y = draw(st.integers(0, 100)), draw(st.integers(0, 40))
    width, height = draw(st.integers(1, 50)), draw(st.integers(1, 20))
    return x, y, width, height, draw(st.integers(0, 100)), draw(st.integers(70, 150))


areas = st.composite(corners)()


@pytest.mark.parametrize("mode", [5, 6, 7, 8])
@given(area=areas, seed=st.binary(min_size=3, max_size=30), flip=st.tuples(st.booleans(), st.booleans()))
def test_a_copied_area_is_the_same(
    mode: int, area: tuple[int, int, int, int, int, int], seed: bytes, flip: tuple[bool, bool]
) -> None:
    x, y, width, height, to_x, to_y = area
    easel = Easel(mode)
    easel.video.chip.vram[:] = (seed * 65536)[: len(easel.video.chip.vram)]
    canvas = easel.drawing.page(0)
    before = [canvas.row(row) for row in range(212)]
    left, top, right, bottom = x, y, x + width - 1, y + height - 1
    x1, x2 = (right, left) if flip[0] else (left, right)
    y1, y2 = (bottom, top) if flip[1] else (top, bottom)
    # The copy goes on from its point in the direction of the corners.
    to = (to_x + (width - 1) * flip[0], to_y + (height - 1) * flip[1])
    easel.copying.area((x1, y1), (x2, y2), None, to, None, Operation.PSET)
    for row in range(height):
        before[to_y + row][to_x : to_x + width] = before[y + row][x : x + width]
    assert [canvas.row(row) for row in range(212)] == before


@pytest.mark.parametrize("mode", [5, 6, 7, 8])
@given(area=areas, seed=st.binary(min_size=3, max_size=30), direction=st.integers(0, 3))
def test_an_area_through_the_bytes_of_an_array(
    mode: int, area: tuple[int, int, int, int, int, int], seed: bytes, direction: int
) -> None:
    x, y, width, height, to_x, to_y = area
    easel = Easel(mode)
    easel.video.chip.vram[:] = (seed * 65536)[: len(easel.video.chip.vram)]
    data = easel.copying.capture((x, y), (x + width - 1, y + height - 1), None)
    canvas = easel.drawing.page(0)
    bits = {5: 4, 6: 2, 7: 4, 8: 8}[mode]
    assert len(data) == (bits * width * height + 7) // 8 + 4
    source = [canvas.row(y + row)[x : x + width] for row in range(height)]
    to = (to_x + (width - 1) * (direction & 1), to_y + (height - 1) * (direction >> 1))
    easel.copying.place(data, direction, to, None, Operation.PSET)
    if direction & 1:
        source = [row[::-1] for row in source]
    if direction & 2:
        source.reverse()
    assert [canvas.row(to_y + row)[to_x : to_x + width] for row in range(height)] == source


def test_size_of_an_array() -> None:
    easel = Easel(5)
    for data in (b"", b"\5\0\5\0", b"\5\0\5\0" + bytes(12)):
        with pytest.raises(IllegalFunctionCallError):
            easel.copying.place(data, 0, (0, 0), None, Operation.PSET)
    with pytest.raises(IllegalFunctionCallError):
        easel.copying.place(b"\1\0\1\0\0", 4, (0, 0), None, Operation.PSET)
    with pytest.raises(IllegalFunctionCallError):
        easel.copying.capture((0, 0), (1, 1), 4)


def test_a_copy_goes_on_below_the_picture() -> None:
    easel = Easel(5)
    easel.line(0, 0, 50, 50, 7, "filled_box")
    easel.copying.area((0, 0), (60, 60), None, (230, 190), None, Operation.PSET)
    assert easel.video.chip.vram[212 * 128 + 115] == 0x77


# Sprites


def test_attributes_of_sprites_of_an_msx1() -> None:
    easel = Easel(2, MSX1)
    vram = easel.video.chip.vram
    easel.drawing.move(-5, -7)
    easel.sprites.put(1)
    easel.sprites.put_colour(1, 9)
    easel.sprites.put_pattern(1, 3, placed=True)
    assert bytes(vram[0x1B04:0x1B08]) == bytes((0xF9, 27, 3, 0x89))
    for plane, colour in ((32, 1), (1, 16)):
        with pytest.raises(IllegalFunctionCallError):
            easel.sprites.put_colour(easel.sprites.select(plane), colour)
    easel.screens.set_sprite_size(2)
    with pytest.raises(IllegalFunctionCallError):
        easel.sprites.put_pattern(1, 64, placed=True)


def test_attributes_of_sprites_of_an_msx2() -> None:
    easel = Easel(5)
    vram = easel.video.chip.vram
    easel.drawing.move(70, 80)
    easel.sprites.put(3)
    easel.sprites.put_colour(3, 9)
    easel.sprites.put_pattern(3, 1, placed=True)
    assert bytes(vram[0x760C:0x7610]) == bytes((80, 70, 1, 15))
    assert vram[0x7430:0x7440] == b"\x09" * 16
    easel.drawing.move(-5, 100)
    easel.sprites.put(3)
    assert vram[0x7430:0x7440] == b"\x89" * 16
    easel.sprites.set_colour(3, 0xC5)
    assert vram[0x7430:0x7440] == b"\x45" * 16
    easel.sprites.set_line_colours(3, "\1\2\3")
    assert vram[0x7430:0x7434] == b"\1\2\3\x45"
    # MSX BASIC 2.1 takes the pattern for the row where there are no coordinates.
    easel.sprites.put_pattern(4, 6, placed=False)
    assert vram[0x7610] == 6


def test_patterns_of_sprites() -> None:
    easel = Easel(2, MSX1)
    easel.sprites.set_pattern(0, "Z" * 40)
    assert easel.sprites.pattern(0) == "Z" * 8
    easel.sprites.set_pattern(0, "AB")
    assert easel.sprites.pattern(0) == "AB" + "\0" * 6
    easel.screens.set_sprite_size(2)
    # A number that is too high reaches low memory.
    easel.sprites.set_pattern(64, "Q")
    assert easel.video.chip.vram[0] == ord("Q")
    for number in (0, 1, 2, 3):
        with pytest.raises(IllegalFunctionCallError):
            Easel(number, MSX1).sprites.set_colour(0, 1)
    with pytest.raises(IllegalFunctionCallError):
        Easel(0, MSX1).sprites.require()


@pytest.mark.parametrize("mode", range(2, 9))
def test_colours_from_the_work_area(mode: int) -> None:
    source = (
        '10 POKE &HF3E9,200:POKE &HF3EA,201:POKE &HF3EB,202:SCREEN {}:OPEN"GRP:" AS #1:PSET(8,8):LINE-(90,60),,BF\n'
        '20 CIRCLE(60,60),30:PRINT#1,"AB":DRAW"U9":PAINT(60,60):CLS:LINE(1,1)-(9,9):COLOR 3,4,5:CLS\n'
    )
    session = Session(source.format(mode))
    assert session.run().at == "end"


def test_such_colours_are_shown_in_a_text_mode_too() -> None:
    assert Session("10 POKE &HF3E9,200:POKE &HF3EA,201:SCREEN 1:CLS:COLOR ,,202\n").run().at in (
        "end",
        "error",
    )
