"""Statements that draw: points, lines, circles, areas, sprites, and copies of the picture."""

from __future__ import annotations

from msxkit.carrying import Trait
from msxkit.language.tree.base import Expression, Node, Raster, Statement
from msxkit.language.tree.entry import (
    ANY,
    BYTE,
    DRAWING,
    DRAWN,
    INTEGER,
    MSX2,
    SYNTAX,
    TEXT,
    VARIABLE,
    Operand,
    Part,
    statement,
)
from msxkit.language.tree.expressions import Point
from msxkit.node_type import takes

_STEP = {"STEP": "The place is relative to the last point."}
_OPERATIONS = {
    "PSET": "The new colour replaces the old one.",
    "PRESET": "The new colour with all its bits inverted.",
    "AND": "The bits that both colours have.",
    "OR": "The bits that either colour has.",
    "XOR": "The bits that exactly one of the colours has.",
}
_TRANSPARENT = {f"T{word}": f"{text} Colour 0 is not drawn." for word, text in _OPERATIONS.items()}
#: How a point meets the one that is there (MSX2).
_RASTER = _OPERATIONS | _TRANSPARENT
_MSX2_OPERATION = Operand(needs=MSX2, name="{word} with a logical operation", without=SYNTAX)


def _drawn(statement: str, shown: str = "POINT(10,10)") -> str:
    """Return a program that draws, and prints what it finds."""
    return f"10 SCREEN 2:{statement}:C={shown}\n20 SCREEN 0:PRINT C"


@statement(
    "PSET [STEP](x, y)[, colour][, operation]",
    "Draws a point.",
    cost=1800,
    alone=True,
    parts=_STEP | _RASTER,
    errors="Illegal function call",
    example=_drawn("PSET(10,10),8"),
    late_screen=2,
)
@statement(
    "PRESET [STEP](x, y)[, colour][, operation]",
    "Draws a point in the background colour.",
    cost=1800,
    alone=True,
    parts=_STEP | _RASTER,
    errors="Illegal function call",
    example=_drawn("PSET(10,10),8:PRESET(10,10)"),
    late_screen=2,
    traits=Trait.QUICK,
)
class Pset(Statement):
    """PSET and PRESET point [, colour][, operation].

    Attributes:
        reset: PRESET.
    """

    point: Point
    colour: Expression | None = takes(DRAWN)
    operation: Raster | None = takes(_MSX2_OPERATION)
    reset: bool = takes("PRESET", "PSET", Part.BACKGROUND)


@statement(
    "LINE [[STEP](x1, y1)]-[STEP](x2, y2)[, colour][, B / BF][, operation]",
    cost=0,
    alone=True,
    parts={**_STEP, "B": "A box.", "BF": "A filled box.", **_RASTER},
    errors="Illegal function call",
    example=_drawn("LINE(0,0)-(20,20),8,BF"),
    late_screen=2,
    traits=Trait.LONG,
    snippet=("line", "LINE(${1:0},${2:0})-(${3:255},${4:191}),${5:15}", "A line"),
)
class DrawLine(Statement):
    """Draws a line, a box (B) or a filled box (BF).

    Attributes:
        box: "B" or "BF".
    """

    first: Point | None
    last: Point
    colour: Expression | None = takes(DRAWN)
    box: str | None = takes("B", "BF")
    operation: Raster | None = takes(_MSX2_OPERATION)


@statement(
    "CIRCLE [STEP](x, y), radius[, colour][, start][, end][, aspect]",
    cost=30000,
    alone=True,
    parts=_STEP,
    errors="Illegal function call",
    example=_drawn("CIRCLE(10,20),10,8"),
    late_screen=2,
    traits=Trait.LONG,
)
class Circle(Statement):
    """Draws a circle, an ellipse or a part of one; angles in radians."""

    centre: Point
    radius: Expression = takes(INTEGER, Part.DONE, Part.BEGINS)
    colour: Expression | None = takes(DRAWN, Part.WHOLE)
    first: Expression | None = takes(Operand(), Part.DONE)
    last: Expression | None = takes(Operand(), Part.DONE)
    aspect: Expression | None = takes(Operand(), Part.DONE)


@statement(
    "PAINT [STEP](x, y)[, colour][, border]",
    cost=5000,
    parts=_STEP,
    errors="Illegal function call",
    example=_drawn("LINE(0,0)-(20,20),8,B:PAINT(5,5),8"),
    late_screen=2,
    traits=Trait.LONG,
)
class Paint(Statement):
    """Fills an area up to a border."""

    point: Point
    colour: Expression | None = takes(DRAWN)
    border: Expression | None = takes(BYTE)


@statement(
    "DRAW commands",
    cost=-3000,
    errors="Illegal function call",
    example=_drawn('DRAW"C8BM5,10R10"'),
    screen=2,
    traits=Trait.LONG | Trait.MACROS,
)
class Draw(Statement):
    """Draws what a string of commands says: U D L R E F G H with a number, M x,y, B, N, A, C, S, X."""

    commands: Expression = takes(DRAWING)


@statement(
    "PUT SPRITE plane, [STEP](x, y)[, colour][, pattern] | PUT SPRITE plane, , colour[, pattern]",
    cost=0,
    figure="put_sprite",
    parts={"SPRITE": "A picture that moves in front of the background.", **_STEP},
    errors="Illegal function call",
    example="10 SCREEN 2:SPRITE$(0)=STRING$(8,255):PUT SPRITE 0,(50,60),8,0\n20 Y=VPEEK(BASE(13)):SCREEN 0:PRINT Y",
    traits=Trait.LONG | Trait.NOTHING,
    snippet=("sprite", "PUT SPRITE ${1:0},(${2:X},${3:Y}),${4:15},${5:0}", "Places a sprite"),
    screen=1,
)
class PutSprite(Statement):
    """Places a sprite: its plane (0-31), position, colour and pattern. On an MSX2 a colour may have 64, which joins
    sprites, and 32, so that they meet unnoticed.
    """

    plane: Expression = takes(Operand(0, 31), Part.DONE)
    point: Point | None = takes(Part.DONE)
    colour: Expression | None = takes(Operand(0, 127), Part.DONE)
    pattern: Expression | None = takes(BYTE, Part.DONE)


@statement(
    "SPRITE$(number) = pattern",
    name="SPRITE$ =",
    cost=28000,
    errors="Illegal function call",
    example='10 SCREEN 1:SPRITE$(0)="ABCDEFGH":PRINT SPRITE$(0)',
    screen=1,
    traits=Trait.LONG,
)
class SetSprite(Statement):
    """Sets the pattern of a sprite: 8 characters, 32 where sprites have 16x16 points."""

    number: Expression = takes(BYTE, Part.PATTERN)
    pattern: Expression = takes(TEXT)


class Area(Node):
    """A rectangle of a graphic screen: first-last [, page]."""

    first: Point
    last: Point
    page: Expression | None


class Place(Node):
    """Where COPY puts a picture: point [, page][, operation]."""

    point: Point
    page: Expression | None
    operation: Raster | None


@statement(
    "COPY (x1, y1)-(x2, y2)[, page] TO (x, y)[, page][, operation] | COPY array[, direction] TO (x, y)[, page] | "
    'COPY "file" TO array',
    also=(
        Area,
        Place,
    ),
    name="COPY (x,y)",
    need=MSX2,
    parts={"TO": "Where to copy it.", **_STEP, **_RASTER},
    errors="Illegal function call",
    example="10 SCREEN 5:PSET(1,1),8:COPY(0,0)-(3,3) TO (10,10):C=POINT(11,11)\n20 SCREEN 0:PRINT C",
    late=True,
    late_screen=5,
)
class CopyPicture(Statement):
    """Copies a part of the picture to another place, to an array or to a file, or back, in SCREEN 5 to 8, or the bytes
    of a file to an array.

    Attributes:
        direction: 0-3, of an array or file that is copied to the screen.
    """

    source: Area | Expression = takes(ANY)
    direction: Expression | None
    target: Place | Expression = takes(VARIABLE)


@statement(
    "COPY SCREEN [mode][, page]",
    need=MSX2,
    parts={"SCREEN": "The picture of a superimposer."},
    errors="Illegal function call",
    example="10 COPY SCREEN",
    traits=Trait.NOTHING,
)
class CopyScreen(Statement):
    """Copies the picture of a superimposer."""

    mode: Expression | None
    page: Expression | None


@statement(
    "PUT KANJI [[STEP](x, y)], code[, colour][, operation][, mode]",
    need=MSX2,
    parts={"KANJI": "A Japanese character.", **_STEP, **_RASTER},
    errors="Illegal function call",
    example="10 PUT KANJI (0,0),&H2121",
    absent="Kanji ROM",
)
class PutKanji(Statement):
    """Draws a Japanese character, on a machine with a Kanji ROM."""

    point: Point | None
    code: Expression
    colour: Expression | None
    operation: Raster | None
    mode: Expression | None
