"""Points, lines, circles, areas, sprites, and copies of the picture."""

from __future__ import annotations

from functools import partial

from msxkit.language import tree
from msxkit.language.vocabulary.entry import ANY, BYTE, MSX2, SYNTAX, TEXT, Operand, entry

_statement = partial(entry, "statement")
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


def _operation(name: str) -> dict[str, Operand]:
    return {"operation": Operand(needs=MSX2, name=f"{name} with a logical operation", without=SYNTAX)}


def _drawn(statement: str, shown: str = "POINT(10,10)") -> str:
    """Return a program that draws, and prints what it finds."""
    return f"10 SCREEN 2:{statement}:C={shown}\n20 SCREEN 0:PRINT C"


ENTRIES = (
    _statement(
        "PSET",
        "PSET [STEP](x, y)[, colour][, operation]",
        "Draws a point.",
        tree.Pset,
        cost=1800,
        alone=True,
        operands=_operation("PSET"),
        parts=_STEP | _RASTER,
        errors="Illegal function call",
        example=_drawn("PSET(10,10),8"),
    ),
    _statement(
        "PRESET",
        "PRESET [STEP](x, y)[, colour][, operation]",
        "Draws a point in the background colour.",
        tree.Pset,
        cost=1800,
        alone=True,
        operands=_operation("PRESET"),
        parts=_STEP | _RASTER,
        errors="Illegal function call",
        example=_drawn("PSET(10,10),8:PRESET(10,10)"),
    ),
    _statement(
        "LINE",
        "LINE [[STEP](x1, y1)]-[STEP](x2, y2)[, colour][, B][, operation] | LINE (x1, y1)-(x2, y2)[, colour], BF",
        "Draws a line, a box (B) or a filled box (BF).",
        tree.DrawLine,
        cost=0,
        alone=True,
        operands=_operation("LINE"),
        parts={**_STEP, "B": "A box.", "BF": "A filled box.", **_RASTER},
        errors="Illegal function call",
        example=_drawn("LINE(0,0)-(20,20),8,BF"),
        snippet=("line", "LINE(${1:0},${2:0})-(${3:255},${4:191}),${5:15}", "A line"),
    ),
    _statement(
        "CIRCLE",
        "CIRCLE [STEP](x, y), radius[, colour][, start][, end][, aspect]",
        "Draws a circle, an ellipse or a part of one; angles in radians.",
        tree.Circle,
        cost=30000,
        alone=True,
        parts=_STEP,
        errors="Illegal function call",
        example=_drawn("CIRCLE(10,20),10,8"),
    ),
    _statement(
        "PAINT",
        "PAINT [STEP](x, y)[, colour][, border]",
        "Fills an area up to a border.",
        tree.Paint,
        cost=5000,
        parts=_STEP,
        errors="Illegal function call",
        example=_drawn("LINE(0,0)-(20,20),8,B:PAINT(5,5),8"),
    ),
    _statement(
        "DRAW",
        "DRAW commands",
        "Draws what a string of commands says: U D L R E F G H with a number, M x,y, B, N, A, C, S, X.",
        tree.Draw,
        cost=-3000,
        operands={"commands": TEXT},
        errors="Illegal function call",
        example=_drawn('DRAW"C8BM5,10R10"'),
        screen=2,
    ),
    _statement(
        "PUT SPRITE",
        "PUT SPRITE plane[, [STEP](x, y)][, colour][, pattern]",
        "Places a sprite: its plane (0-31), position, colour and pattern. On an MSX2 a colour may have 64, which joins "
        "sprites, and 32, so that they meet unnoticed.",
        tree.PutSprite,
        cost=0,
        operands={"plane": Operand(0, 31), "colour": Operand(0, 127)},
        parts={"SPRITE": "A picture that moves in front of the background.", **_STEP},
        errors="Illegal function call",
        example="10 SCREEN 2:SPRITE$(0)=STRING$(8,255):PUT SPRITE 0,(50,60),8,0\n20 Y=VPEEK(BASE(13)):SCREEN 0:PRINT Y",
        snippet=("sprite", "PUT SPRITE ${1:0},(${2:X},${3:Y}),${4:15},${5:0}", "Places a sprite"),
        screen=1,
    ),
    _statement(
        "SPRITE$ =",
        "SPRITE$(number) = pattern",
        "Sets the pattern of a sprite: 8 characters, 32 where sprites have 16x16 points.",
        tree.SetSprite,
        cost=28000,
        operands={"pattern": TEXT, "number": BYTE},
        errors="Illegal function call",
        example='10 SCREEN 1:SPRITE$(0)="ABCDEFGH":PRINT SPRITE$(0)',
        screen=1,
    ),
    _statement(
        "COPY (x,y)",
        "COPY (x1, y1)-(x2, y2)[, page] TO (x, y)[, page][, operation] | COPY array[, direction] TO (x, y)[, page] | "
        'COPY "file" TO array',
        "Copies a part of the picture to another place, to an array or to a file, or back, in SCREEN 5 to 8, or the "
        "bytes of a file to an array.",
        tree.CopyPicture,
        tree.Area,
        tree.Place,
        operands={"source": ANY, "target": ANY},
        need=MSX2,
        parts={"TO": "Where to copy it.", **_STEP, **_RASTER},
        errors="Illegal function call",
        example="10 SCREEN 5:PSET(1,1),8:COPY(0,0)-(3,3) TO (10,10):C=POINT(11,11)\n20 SCREEN 0:PRINT C",
        late=True,
    ),
    _statement(
        "COPY SCREEN",
        "COPY SCREEN [mode][, page]",
        "Copies the picture of a superimposer.",
        tree.CopyScreen,
        need=MSX2,
        parts={"SCREEN": "The picture of a superimposer."},
        errors="Illegal function call",
        example="10 COPY SCREEN",
    ),
    _statement(
        "PUT KANJI",
        "PUT KANJI [STEP][(x, y)], code[, colour][, operation][, mode]",
        "Draws a Japanese character, on a machine with a Kanji ROM.",
        tree.PutKanji,
        need=MSX2,
        parts={"KANJI": "A Japanese character.", **_STEP, **_RASTER},
        errors="Illegal function call",
        example="10 PUT KANJI (0,0),&H2121",
    ),
)
