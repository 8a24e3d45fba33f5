"""Statements of screen, keyboard, sound, memory and ports."""

from __future__ import annotations

from msxkit.language.tree.base import Expression, Node, Raster, Statement
from msxkit.language.tree.expressions import Point, Target


class PrintComma(Node):
    """`,` between items: on to the next print zone."""


class PrintSemicolon(Node):
    """`;` between items."""


class PrintTab(Node):
    """TAB(column)."""

    column: Expression


class PrintSpaces(Node):
    """SPC(count)."""

    count: Expression


class PrintUsing(Node):
    """USING format; values.

    Attributes:
        open: Whether a `;` or `,` ends it, so that no new line follows.
    """

    format: Expression
    values: tuple[Expression, ...]
    open: bool


class Print(Statement):
    """PRINT, LPRINT, PRINT #channel.

    Attributes:
        items: Expressions and the Print... nodes above, in order.
    """

    channel: Expression | None
    items: tuple[Node, ...]
    printer: bool


class Input(Statement):
    """INPUT ["prompt";] targets.

    Attributes:
        prompt: MSX codes as characters.
    """

    prompt: str | None
    targets: tuple[Expression, ...]


class LineInput(Statement):
    """LINE INPUT ["prompt";] target."""

    prompt: str | None
    target: Expression


class Locate(Statement):
    """LOCATE [x][,[y][,cursor]]."""

    x: Expression | None
    y: Expression | None
    cursor: Expression | None


class Width(Statement):
    """WIDTH columns."""

    columns: Expression


class Screen(Statement):
    """SCREEN [mode][,[sprites][,[click][,[baud][,[printer][,interlace]]]]]."""

    mode: Expression | None
    sprites: Expression | None
    click: Expression | None
    baud: Expression | None
    printer: Expression | None
    interlace: Expression | None


class Cls(Statement):
    """CLS."""


class Color(Statement):
    """COLOR [ink][,[paper][,border]]; with nothing at all it resets the palette of an MSX2."""

    ink: Expression | None
    paper: Expression | None
    border: Expression | None


class ColorPalette(Statement):
    """COLOR=(colour[, red][, green][, blue])."""

    colour: Expression
    red: Expression | None
    green: Expression | None
    blue: Expression | None


class ColorNew(Statement):
    """COLOR=NEW."""


class ColorRestore(Statement):
    """COLOR=RESTORE."""


class ColorSprite(Statement):
    """COLOR SPRITE(number)=colour."""

    number: Expression
    colour: Expression


class ColorSpriteRows(Statement):
    """COLOR SPRITE$(number)=colours of its rows, a string."""

    number: Expression
    rows: Expression


class Key(Statement):
    """KEY number, text."""

    number: Expression
    text: Expression


class KeyDisplay(Statement):
    """KEY ON, KEY OFF."""

    on: bool


class KeyList(Statement):
    """KEY LIST."""


class Poke(Statement):
    """POKE address, value."""

    address: Expression
    value: Expression


class Vpoke(Statement):
    """VPOKE address, value."""

    address: Expression
    value: Expression


class Out(Statement):
    """OUT port, value."""

    port: Expression
    value: Expression


class Wait(Statement):
    """WAIT port, mask [, flip]."""

    port: Expression
    mask: Expression
    flip: Expression | None


class SetVdp(Statement):
    """VDP(register) = value."""

    register: Expression
    value: Expression


class SetBase(Statement):
    """BASE(table) = address."""

    table: Expression
    address: Expression


class SetTime(Statement):
    """TIME = value, in jiffies."""

    value: Expression


class SetSprite(Statement):
    """SPRITE$(number) = pattern."""

    number: Expression
    pattern: Expression


class Sound(Statement):
    """SOUND register, value."""

    register: Expression
    value: Expression


class Beep(Statement):
    """BEEP."""


class Play(Statement):
    """PLAY voice [, voice [, voice]].

    Attributes:
        device: The device of MSX-MUSIC (PLAY #device, voices).
    """

    device: Expression | None
    voices: tuple[Expression, ...]


class Motor(Statement):
    """MOTOR [ON | OFF]; None turns it over."""

    on: bool | None


class PutSprite(Statement):
    """PUT SPRITE plane [, point][, [colour][, pattern]]."""

    plane: Expression
    point: Point | None
    colour: Expression | None
    pattern: Expression | None


class Pset(Statement):
    """PSET and PRESET point [, colour][, operation].

    Attributes:
        reset: PRESET.
    """

    point: Point
    colour: Expression | None
    operation: Raster | None
    reset: bool


class DrawLine(Statement):
    """LINE [from]-to [, [colour][, [box][, operation]]].

    Attributes:
        box: "", "B" or "BF".
    """

    first: Point | None
    last: Point
    colour: Expression | None
    box: str
    operation: Raster | None


class Circle(Statement):
    """CIRCLE centre, radius [, [colour][, [from angle][, [to angle][, aspect]]]]."""

    centre: Point
    radius: Expression
    colour: Expression | None
    first: Expression | None
    last: Expression | None
    aspect: Expression | None


class Paint(Statement):
    """PAINT point [, [colour][, border]]."""

    point: Point
    colour: Expression | None
    border: Expression | None


class Draw(Statement):
    """DRAW commands."""

    commands: Expression


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


class CopyPicture(Statement):
    """COPY of a part of a picture: from an area, an array or a file, to a place, an array or a file. A target that is
    neither a place nor an array is a name of DEFSTR: files are copied.

    Attributes:
        direction: 0-3, of an array or file that is copied to the screen.
    """

    source: Area | Expression
    direction: Expression | None
    target: Place | Expression


class CopyScreen(Statement):
    """COPY SCREEN [mode][, page] (of a superimposer)."""

    arguments: tuple[Expression, ...]


class SetPage(Statement):
    """SET PAGE [shown][, drawn on]."""

    shown: Expression | None
    active: Expression | None


class SetScroll(Statement):
    """SET SCROLL [x][, [y][, [mask][, pages]]] (of the MSX2+)."""

    x: Expression | None
    y: Expression | None
    mask: Expression | None
    pages: Expression | None


class SetOption(Statement):
    """SET ADJUST, BEEP, PASSWORD, PROMPT, SCREEN, TITLE, VIDEO. None: an argument left out."""

    option: str
    point: Point | None
    arguments: tuple[Expression | None, ...]


class SetClock(Statement):
    """SET DATE and SET TIME value [, A].

    Attributes:
        alarm: Whether it is for the alarm (A).
    """

    option: str
    value: Expression
    alarm: bool


class GetClock(Statement):
    """GET DATE and GET TIME variable [, A].

    Attributes:
        alarm: Whether it is for the alarm (A).
    """

    option: str
    target: Target
    alarm: bool


class PutKanji(Statement):
    """PUT KANJI [point], code [, [colour][, [operation][, mode]]]."""

    point: Point | None
    code: Expression
    colour: Expression | None
    operation: Raster | None
    mode: Expression | None
