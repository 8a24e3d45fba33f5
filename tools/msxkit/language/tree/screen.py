"""Statements of screen, keyboard, printer, sound, memory and ports."""

from __future__ import annotations

from dataclasses import replace

from msxkit.carrying import Trait
from msxkit.language.tree.base import Expression, Node, Statement
from msxkit.language.tree.entry import (
    ADDRESS,
    ANY,
    BORDER,
    BYTE,
    DISK,
    EXTENSION,
    INK,
    MSX2,
    MSX2_PLUS,
    MUSIC,
    REGISTER,
    SYNTAX,
    TEXT,
    TEXT_VARIABLE,
    VARIABLE,
    WRITTEN_CHANNEL,
    Declaration,
    Operand,
    Part,
    statement,
)
from msxkit.language.tree.expressions import Target
from msxkit.node_type import takes

_USING = (
    "In it # is a digit, . the point, + - signs, ** $$ fill, a comma for thousands, ^^^^ exponent, ! first character, "
    "\\ \\ as many characters as its width, & whole text, _ the next character as it is."
)


#: One of four: sounds and volumes of BEEP, colours of the title.
_CHOICE = Operand(1, 4, at_once=True)
_ADJUST = Operand(-7, 8, at_once=True)
_BYTE, _BIT, _TWO_BITS = replace(BYTE, at_once=True), Operand(0, 1, at_once=True), Operand(0, 3, at_once=True)


def _option(
    form: str, part: str, example: str, traits: Trait = Trait.LONG, whole: bool = False
) -> Declaration:
    """Return the entry of a SET."""
    parts = {form.split()[1].partition("(")[0]: part}
    refusal = "Illegal function call"
    return statement(
        form, need=MSX2, errors=refusal, parts=parts, example=example, traits=traits, whole=whole
    )


def _clock(
    word: str, operand: str, does: str, facts: tuple[str, Trait | None], what: str, text: str, order: str
) -> Declaration:
    errors, traits = facts
    return statement(
        f"{word} {what} {operand}[, A]",
        f"{does} the {what.lower()} of the clock, or of its alarm (A): {order}.",
        need=MSX2,
        parts={what: f"The {what.lower()} of the clock.", "A": "The alarm instead of the clock."},
        example=f'10 SET {what} "{text}":GET {what} A$:PRINT A$',
        errors=errors,
        traits=traits,
    )


_DATE = "DATE", "12/24/88", "month first on the NMS 8250, year first on Japanese machines"
_TIME = "TIME", "12:30:00", "hour, minute and second"
_SET = "SET", "text", "Sets", ("Illegal function call, Syntax error", Trait.LONG)
_GET = "GET", "variable$", "Reads", ("Type mismatch", Trait.LONG | Trait.OUTSIDE | Trait.SETS)


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


@statement(
    "PRINT USING format; expression[; ...]",
    f"Shows values by a format. {_USING}",
    alone=True,
    errors="Type mismatch, Illegal function call",
    parts={"USING": f"The format follows. {_USING}"},
    example='10 PRINT USING "###.##";1.5;-22.456\n20 PRINT USING "!-&";"ABC";"DEF"',
)
class PrintUsing(Node):
    """USING format; values.

    Attributes:
        open: Whether a `;` or `,` ends it, so that no new line follows.
    """

    format: Expression = takes(TEXT)
    values: tuple[Expression, ...] = takes(ANY)
    open: bool


@statement(
    "PRINT [expression][; ...] | ? [expression][; ...]",
    "Shows values. ; goes on at once, a comma at the next column of 14; at the end they keep the row. ? is short for "
    "it.",
    also=(
        PrintComma,
        PrintSemicolon,
    ),
    alone=True,
    errors="Type mismatch",
    example='10 PRINT "A";1;"B";-1;"C";1.5;"D"\n20 PRINT 1;-2;3:PRINT -1;"X";2',
)
@statement(
    "PRINT #channel, [expression][; ...] | PRINT #channel, USING format; expression[; ...]",
    "Writes values to a file or device, as PRINT shows them.",
    name="PRINT #",
    errors="Bad file number, File not OPEN",
    example='10 OPEN "CRT:" FOR OUTPUT AS #1:PRINT #1,"HELLO";5:CLOSE',
)
@statement(
    "LPRINT [expression][; ...] | LPRINT USING format; expression[; ...]",
    "Writes values to the printer.",
    errors="Type mismatch",
    example='10 LPRINT "ON PAPER":PRINT LPOS(0)',
)
class Print(Statement):
    """PRINT, LPRINT, PRINT #channel.

    Attributes:
        items: Expressions and the Print... nodes above, in order.
    """

    channel: Expression | None = takes(WRITTEN_CHANNEL)
    items: tuple[Node, ...] = takes(ANY)
    printer: bool = takes("LPRINT")


@statement(
    'INPUT ["prompt";] variable[, ...]',
    errors="Illegal direct",
    example='10 INPUT "NAME";A$:PRINT "HELLO ";A$',
    typed="ANNA\r",
)
class Input(Statement):
    """Shows a question mark and reads values from the keyboard.

    Attributes:
        prompt: MSX codes as characters.
    """

    prompt: str | None
    targets: tuple[Expression, ...] = takes(VARIABLE)


@statement(
    'LINE INPUT ["prompt";] variable$',
    errors="Type mismatch, Illegal direct",
    example='10 LINE INPUT "? ";A$:PRINT LEN(A$)',
    typed='A,"B"\r',
    traits=Trait.SETS | Trait.TYPED,
)
class LineInput(Statement):
    """Reads a whole line from the keyboard, commas and quotes included."""

    prompt: str | None = takes(Part.DONE)
    target: Expression = takes(VARIABLE)


@statement(
    "LOCATE x[, y][, cursor] | LOCATE , y[, cursor] | LOCATE , , cursor",
    cost=5860,
    alone=True,
    errors="Illegal function call",
    example='10 CLS:LOCATE 5,2:PRINT "X"',
    traits=Trait.QUICK,
)
class Locate(Statement):
    """Places the cursor; 0,0 is the top left corner. The third number switches the cursor on (1) or off (0)."""

    x: Expression | None = takes(BYTE)
    y: Expression | None = takes(BYTE)
    cursor: Expression | None = takes(BYTE, Part.LAST)


@statement(
    "CLS",
    cost=0,
    figure="clear",
    alone=True,
    example='10 PRINT "GONE":CLS:PRINT "HERE":BEEP',
    whole=True,
    traits=Trait.LONG | Trait.SAFE,
)
class Cls(Statement):
    """Clears the screen."""


@statement(
    "WIDTH columns",
    cost=500,
    errors="Illegal function call",
    example='10 WIDTH 20:PRINT STRING$(45,"*")',
    traits=Trait.LONG,
)
class Width(Statement):
    """Sets the columns of the text screen: up to 40 in SCREEN 0 (80 on an MSX2), 32 in SCREEN 1. Clears the screen."""

    columns: Expression = takes(Operand(1, 80, above=((40, MSX2),), name="WIDTH {}"))


@statement(
    "SCREEN mode[, sprite size][, key click][, speed][, printer][, interlace] | SCREEN , sprite size[, ...]",
    cost=500,
    alone=True,
    errors="Illegal function call",
    example="10 COLOR 15,4,7:SCREEN 1:PRINT PEEK(&HF3E9);PEEK(&HF3EA);PEEK(&HF3EB)",
    traits=Trait.LONG | Trait.NOTHING,
    snippet=("screen2", 'SCREEN 2:OPEN "GRP:" AS #1', "A graphic screen with text"),
)
class Screen(Statement):
    """Sets the screen mode: 0 and 1 text, 2 graphics 256x192, 3 blocks; 4 to 8 on an MSX2, 10 to 12 on an MSX2+.
    Sprite size 0-3.
    """

    mode: Expression | None = takes(
        Operand(0, 12, above=((3, MSX2), (8, MSX2_PLUS)), name="SCREEN {}", lacks=(9,)),
        Part.SCREEN_MODE,
        Part.DONE,
    )
    sprites: Expression | None = takes(Operand(0, 3), Part.DONE)
    click: Expression | None = takes(BYTE, Part.DONE)
    baud: Expression | None = takes(Operand(1, 2), Part.DONE)
    printer: Expression | None = takes(replace(BYTE, ignored=True))
    interlace: Expression | None = takes(
        replace(BYTE, needs=MSX2, name="SCREEN with an interlace mode", without=SYNTAX), Part.DONE
    )


@statement(
    "COLOR ink[, paper][, border] | COLOR , paper[, border] | COLOR , , border",
    cost=300,
    figure="colour",
    alone=True,
    errors="Illegal function call, Missing operand",
    example="10 COLOR 15,4,7:SCREEN 1:PRINT PEEK(&HF3E9);PEEK(&HF3EA);PEEK(&HF3EB)",
    traits=Trait.QUICK,
)
class Color(Statement):
    """Sets colours: 0-15, 0-255 in SCREEN 8, 11 and 12."""

    ink: Expression | None = takes(INK)
    paper: Expression | None = takes(INK)
    border: Expression | None = takes(BORDER, Part.LAST)


@statement(
    "COLOR",
    name="COLOR without operands",
    need=MSX2,
    without="Missing operand",
    cost=300,
    figure="colour",
    alone=True,
    example='10 COLOR=(4,0,0,7):COLOR:PRINT "AS IT WAS"',
    traits=Trait.LONG,
)
class ColorAlone(Statement):
    """Resets the palette to the colours at the start of the machine, as COLOR=NEW does."""


@statement(
    "COLOR=(colour[, red][, green][, blue])",
    name="COLOR =",
    need=MSX2,
    without=SYNTAX,
    errors="Illegal function call",
    example='10 COLOR=(4,0,0,7):PRINT "BLUE"',
    traits=Trait.LONG,
)
class ColorPalette(Statement):
    """Sets a colour of the palette, each part 0-7."""

    colour: Expression = takes(Operand(0, 15))
    red: Expression | None = takes(Operand(0, 7))
    green: Expression | None = takes(Operand(0, 7))
    blue: Expression | None = takes(Operand(0, 7))


@statement(
    "COLOR=NEW",
    name="COLOR=NEW",
    need=MSX2,
    without=SYNTAX,
    parts={"NEW": "The colours at the start of the machine."},
    example='10 COLOR=(4,0,0,7):COLOR=NEW:PRINT "AS IT WAS"',
    traits=Trait.LONG,
)
class ColorNew(Statement):
    """Resets the palette to the colours at the start of the machine."""


@statement(
    "COLOR=RESTORE",
    name="COLOR=RESTORE",
    need=MSX2,
    without=SYNTAX,
    parts={"RESTORE": "The colours in video memory."},
    example='10 COLOR=RESTORE:PRINT "FROM VIDEO MEMORY"',
    traits=Trait.LONG,
)
class ColorRestore(Statement):
    """Sets the palette from video memory, where BLOAD ,S may have loaded another one."""


@statement(
    "COLOR SPRITE(plane) = colour",
    need=MSX2,
    without=SYNTAX,
    parts={"SPRITE": "The plane of the sprite, 0-31."},
    errors="Illegal function call",
    example="10 SCREEN 5:COLOR SPRITE(0)=8",
    screen=4,
    traits=Trait.LONG,
)
class ColorSprite(Statement):
    """Sets one colour for all rows of a sprite, in SCREEN 4 to 8."""

    number: Expression = takes(BYTE)
    colour: Expression = takes(BYTE)


@statement(
    "COLOR SPRITE$(plane) = rows",
    name="COLOR SPRITE$",
    need=MSX2,
    without="Type mismatch",
    parts={"SPRITE$": "The plane of the sprite, 0-31."},
    errors="Illegal function call",
    example="10 SCREEN 5:COLOR SPRITE$(0)=STRING$(16,8)",
    late=True,
    screen=1,
    late_screen=4,
    traits=Trait.LONG,
)
class ColorSpriteRows(Statement):
    """Sets the colour of each row of a sprite, in SCREEN 4 to 8: one character for each row, up to 16."""

    number: Expression = takes(BYTE)
    rows: Expression = takes(TEXT)


@statement(
    "KEY number, text",
    errors="Illegal function call",
    example='10 SCREEN 1:WIDTH 32:KEY 1,"HELLO":KEY ON:PRINT "A"',
    traits=Trait.KEY_TEXTS,
)
class Key(Statement):
    """Assigns a text of up to 15 characters to a function key."""

    number: Expression = takes(Operand(1, 10))
    text: Expression = takes(TEXT)


@statement(
    "KEY ON | KEY OFF",
    cost=3577,
    parts={"ON": "Shows the texts.", "OFF": "Hides the texts."},
    example='10 SCREEN 1:WIDTH 32:KEY 1,"HELLO":KEY ON:PRINT "A"',
    traits=Trait.LONG | Trait.KEY_TEXTS,
)
class KeyDisplay(Statement):
    """Shows or hides the texts of the function keys in the last row of the screen."""

    on: bool = takes("ON", "OFF")


@statement(
    "KEY LIST", parts={"LIST": "All ten texts."}, example="10 KEY LIST", traits=Trait.LONG | Trait.KEY_TEXTS
)
class KeyList(Statement):
    """Lists the texts of the function keys."""


@statement("BEEP", cost=0, whole=True, example='10 PRINT "HERE":BEEP', traits=Trait.LONG)
class Beep(Statement):
    """Sounds the beep."""


@statement(
    "PLAY voice1$[, voice2$[, voice3$]] | PLAY #device, voice$[, ...]",
    cost=2500,
    errors="Illegal function call",
    example='10 PLAY "T120L8CDE","O3L4C"\n20 IF PLAY(0) THEN 20\n30 PRINT "OVER"',
    whole=True,
    traits=Trait.LONG | Trait.MACROS,
)
class Play(Statement):
    """Plays music: A-G with + # -, O octave, L length, T tempo, V volume, R rest, M S envelope, N note, X.

    Attributes:
        device: The device of MSX-MUSIC (PLAY #device, voices).
    """

    device: Expression | None = takes(Operand(needs=EXTENSION, name="PLAY #", without=SYNTAX, ignored=True))
    voices: tuple[Expression, ...] = takes(MUSIC)


@statement(
    "SOUND register, value",
    cost=683,
    alone=True,
    errors="Illegal function call",
    example='10 SOUND 8,0:PRINT "SILENCE"',
    traits=Trait.QUICK,
)
class Sound(Statement):
    """Writes a register (0-13) of the sound chip."""

    register: Expression = takes(Operand(0, 13))
    value: Expression = takes(BYTE)


@statement(
    "MOTOR [ON / OFF]",
    parts={"ON": "The motor runs.", "OFF": "The motor stops."},
    traits=Trait.NOTHING | Trait.LOOKS,
    example="10 MOTOR ON:MOTOR OFF",
)
class Motor(Statement):
    """Switches the motor of the cassette recorder on or off; without ON or OFF it changes the state."""

    on: bool | None = takes("ON", "OFF")


@statement(
    "POKE address, value",
    cost=1074,
    errors="Illegal function call, Overflow",
    example="10 POKE &HE000,65:PRINT PEEK(&HE000)",
    traits=Trait.WRITES,
)
class Poke(Statement):
    """Writes a byte of memory."""

    address: Expression = takes(ADDRESS, Part.POKED)
    value: Expression = takes(BYTE)


@statement(
    "VPOKE address, value",
    cost=428,
    figure="vpoke",
    errors="Illegal function call",
    example="10 VPOKE 0,65:PRINT VPEEK(0)",
    traits=Trait.QUICK,
)
class Vpoke(Statement):
    """Writes a byte of video memory."""

    address: Expression = takes(Part.VIDEO_POKED)
    value: Expression = takes(BYTE)


@statement(
    "OUT port, value",
    cost=412,
    errors="Illegal function call",
    example="10 OUT &HA0,8:OUT &HA1,0",
    traits=Trait.OUTSIDE,
)
class Out(Statement):
    """Writes a byte to a port."""

    port: Expression = takes(ADDRESS)
    value: Expression = takes(BYTE)


@statement(
    "WAIT port, mask[, invert]",
    errors="Illegal function call",
    example='10 WAIT &H99,128:PRINT "A PICTURE IS SHOWN"',
    whole=True,
    traits=Trait.OUTSIDE | Trait.UNTIL,
)
class Wait(Statement):
    """Waits until a port has a bit of the mask set."""

    port: Expression
    mask: Expression = takes(_BYTE)
    flip: Expression | None = takes(_BYTE)


@statement(
    "VDP(register) = value",
    name="VDP =",
    errors="Illegal function call",
    example="10 VDP(7)=&HF4:PRINT VDP(7)",
    traits=Trait.LONG,
)
class SetVdp(Statement):
    """Writes a register of the video chip."""

    register: Expression = takes(replace(REGISTER, low=0))
    value: Expression = takes(BYTE)


@statement(
    "BASE(table) = address",
    name="BASE =",
    errors="Illegal function call",
    example="10 BASE(0)=0:PRINT BASE(0)",
    traits=Trait.LONG,
)
class SetBase(Statement):
    """Sets the address of a table of a screen mode in video memory. Each mode has five tables."""

    table: Expression = takes(BYTE)
    address: Expression


@statement(
    "TIME = jiffies",
    name="TIME =",
    errors="Overflow",
    example="10 TIME=1234:X=RND(-1234):PRINT X;INT(10*X)+1;INT(7*X)+1",
    traits=Trait.QUICK,
)
class SetTime(Statement):
    """Sets the counter of interrupts, 50 or 60 a second."""

    value: Expression = takes(ADDRESS)


@_option("SET ADJUST(x, y)", "The place of the picture.", "10 SET ADJUST(0,0)")
class SetAdjust(Statement):
    """Moves the picture on the screen. The machine keeps this when the power is off."""

    x: Expression = takes(_ADJUST)
    y: Expression = takes(_ADJUST)


@_option(
    "SET BEEP sound[, volume] | SET BEEP , volume",
    "What BEEP sounds like.",
    "10 SET BEEP 1,4",
)
class SetBeep(Statement):
    """Chooses the sound (1-4) and the volume (1-4) of BEEP. The machine keeps them when the power is off."""

    sound: Expression | None = takes(_CHOICE)
    volume: Expression | None = takes(_CHOICE)


@_option(
    "SET TITLE text[, colour] | SET TITLE , colour",
    "What the machine shows at its start.",
    '10 SET TITLE "MSX",1',
)
class SetTitle(Statement):
    """Sets the text (6 characters) and the colour (1-4) at the start of the machine, which keeps them when the power is
    off.
    """

    text: Expression | None = takes(TEXT)
    colour: Expression | None = takes(_CHOICE)


@_option("SET PROMPT text", "The text in place of Ok.", '10 SET PROMPT "Ok"')
class SetPrompt(Statement):
    """Sets the text in place of Ok, up to 6 characters. The machine keeps it when the power is off, until SET TITLE or
    SET PASSWORD takes its place.
    """

    text: Expression = takes(TEXT)


@_option(
    "SET PASSWORD text",
    "What the machine asks for at its start.",
    '10 SET PASSWORD ""',
)
class SetPassword(Statement):
    """Sets the password for the start of the machine, which keeps it when the power is off."""

    text: Expression = takes(TEXT)


@_option("SET SCREEN", "What the machine starts with.", "10 SET SCREEN", whole=True)
class SetScreen(Statement):
    """Saves the screen mode, colours and key click for the next start."""


@_option(
    "SET VIDEO mode[, brightness][, bus][, sync][, voice][, input][, control] | SET VIDEO , brightness[, ...]",
    "The picture of a superimposer.",
    "10 SET VIDEO 0",
    traits=Trait.NOTHING,
)
class SetVideo(Statement):
    """Sets a superimposer. Without one, nothing is seen of it."""

    mode: Expression | None = takes(_TWO_BITS)
    brightness: Expression | None = takes(_BIT)
    bus: Expression | None = takes(_BIT)
    sync: Expression | None = takes(_BIT)
    voice: Expression | None = takes(_TWO_BITS)
    input: Expression | None = takes(_BIT)
    control: Expression | None = takes(_BIT)


@statement(
    "SET SCROLL x[, y][, mask][, pages] | SET SCROLL , y[, mask][, pages]",
    need=MSX2_PLUS,
    without=SYNTAX,
    errors="Illegal function call",
    parts={"SCROLL": "How far the picture has moved."},
    example="10 SCREEN 12:SET SCROLL 20,5:A=VDP(27):SCREEN 0\n20 PRINT A",
    traits=Trait.LONG,
)
class SetScroll(Statement):
    """Moves the picture left by 0-511 dots and up by 0-255 lines. mask 1 hides its left eight dots in the border,
    pages 1 puts the page before the shown one at its left, so that 512 dots go round.
    """

    x: Expression | None = takes(Operand(0, 511))
    y: Expression | None = takes(BYTE)
    mask: Expression | None = takes(Operand(0, 1))
    pages: Expression | None = takes(Operand(0, 1))


@statement(
    "SET PAGE shown[, active] | SET PAGE , active",
    need=MSX2,
    errors="Illegal function call",
    parts={"PAGE": "A screen in video memory: 0-3 in SCREEN 5 and 6, 0-1 in SCREEN 7 and 8."},
    example="10 SCREEN 5:SET PAGE 0,1:PSET(1,1),8:C=POINT(1,1)\n20 SCREEN 0:PRINT C",
    late_screen=5,
    traits=Trait.LONG,
)
class SetPage(Statement):
    """Chooses the page of video memory that is shown and the one that is drawn on, in SCREEN 5 to 8."""

    shown: Expression | None = takes(BYTE)
    active: Expression | None = takes(BYTE)


@_clock(*_SET, *_DATE)
@_clock(*_SET, *_TIME)
class SetClock(Statement):
    """SET DATE and SET TIME value [, A].

    Attributes:
        alarm: Whether it is for the alarm (A).
    """

    option: str = takes("DATE", "TIME")
    value: Expression = takes(TEXT)
    alarm: bool = takes("A")


@_clock(*_GET, *_DATE)
@_clock(*_GET, *_TIME)
class GetClock(Statement):
    """GET DATE and GET TIME variable [, A].

    Attributes:
        alarm: Whether it is for the alarm (A).
    """

    option: str = takes("DATE", "TIME")
    target: Target = takes(TEXT_VARIABLE)
    alarm: bool = takes("A")


@statement(
    "CALL name[(arguments)] | _name[(arguments)]",
    "Calls a statement of an extension. _ is short for it.",
    errors="Syntax error",
    example="10 CALL NOBODY",
)
@statement("CALL MEMINI[(size)]", "Makes a RAM disk of at most so many bytes.", need=MSX2, without=SYNTAX)
@statement("CALL MFILES", "Lists the files of the RAM disk.", need=MSX2, without=SYNTAX)
@statement("CALL MKILL(name)", "Deletes a file of the RAM disk.", need=MSX2, without=SYNTAX)
@statement("CALL MNAME(old AS new)", "Gives a file of the RAM disk another name.", need=MSX2, without=SYNTAX)
@statement("CALL FORMAT", "Formats a disk, after asking for drive and kind.", need=DISK, without=SYNTAX)
@statement("CALL SYSTEM", "Leaves Disk BASIC for MSX-DOS.", need=DISK, without=SYNTAX)
class Call(Statement):
    """CALL and _: an extended statement.

    Attributes:
        name: Its word; the extension reads what follows.
        short: `_`.
    """

    name: str
    short: bool


@statement(
    "CMD",
    "Not used by the machine itself, only by extensions.",
    need=EXTENSION,
    errors="Illegal function call",
    example="10 CMD",
    traits=Trait.NOTHING,
)
@statement("IPL", "Not used.", need=EXTENSION, errors="Illegal function call", example="10 IPL")
class Extension(Statement):
    """CMD and IPL, which a ROM or disk can take over.

    Attributes:
        word: Which of them it is.
    """

    word: str = takes("CMD", "IPL")
