"""The text screen, the keyboard, the printer, sound, memory and ports."""

from __future__ import annotations

from functools import partial

from msxkit.language import tree
from msxkit.language.vocabulary.entry import (
    ADDRESS,
    BYTE,
    EXTENSION,
    MSX2,
    MSX2_PLUS,
    SYNTAX,
    Operand,
    entry,
)

_statement = partial(entry, "statement")
_ITEMS = "Shows values. ; goes on at once, a comma at the next column of 14; at the end they keep the row."
_USING = (
    "# digits, . point, + - signs, ** $$ fills, a comma for thousands, ^^^^ exponent, ! first character, "
    "\\ \\ so many characters, & whole text, _ the next character as it is."
)

ENTRIES = (
    _statement(
        "PRINT",
        "PRINT [expression][; ...] | ? [expression][; ...]",
        f"{_ITEMS} ? is short for it.",
        tree.Print,
        tree.PrintComma,
        tree.PrintSemicolon,
        errors="Type mismatch",
        example='10 PRINT "A";1;"B";-1;"C";1.5;"D"\n20 PRINT 1;-2;3:PRINT -1;"X";2',
    ),
    _statement(
        "PRINT USING",
        "PRINT USING format; expression[; ...]",
        f"Shows values by a format: {_USING}",
        tree.PrintUsing,
        errors="Type mismatch, Illegal function call",
        parts={"USING": f"The format: {_USING}"},
        example='10 PRINT USING "###.##";1.5;-22.456\n20 PRINT USING "!-&";"ABC";"DEF"',
    ),
    _statement(
        "PRINT #",
        "PRINT #channel, [expression][; ...] | PRINT #channel, USING format; expression[; ...]",
        "Writes values to a file or device, as PRINT shows them.",
        errors="Bad file number, File not OPEN",
        example='10 OPEN "CRT:" FOR OUTPUT AS #1:PRINT #1,"HELLO";5:CLOSE',
    ),
    _statement(
        "LPRINT",
        "LPRINT [expression][; ...] | LPRINT USING format; expression[; ...]",
        "Prints on the printer.",
        errors="Type mismatch",
        example='10 LPRINT "ON PAPER":PRINT LPOS(0)',
    ),
    _statement(
        "INPUT",
        'INPUT ["prompt";] variable[, ...]',
        "Shows a question mark and reads values from the keyboard.",
        tree.Input,
        errors="Illegal direct",
        example='10 INPUT "NAME";A$:PRINT "HELLO ";A$',
        typed="ANNA\r",
    ),
    _statement(
        "LINE INPUT",
        'LINE INPUT ["prompt";] variable$',
        "Reads a whole line from the keyboard, commas and quotes included.",
        tree.LineInput,
        errors="Type mismatch, Illegal direct",
        example='10 LINE INPUT "? ";A$:PRINT LEN(A$)',
        typed='A,"B"\r',
    ),
    _statement(
        "LOCATE",
        "LOCATE x[, y][, cursor] | LOCATE , y[, cursor] | LOCATE , , cursor",
        "Places the cursor; 0,0 is the top left corner. The third number switches the cursor on (1) or off (0).",
        tree.Locate,
        operands=dict.fromkeys(("x", "y", "cursor"), BYTE),
        errors="Illegal function call",
        example='10 CLS:LOCATE 5,2:PRINT "X"',
    ),
    _statement(
        *("CLS", "CLS", "Clears the screen.", tree.Cls), example='10 PRINT "GONE":CLS:PRINT "HERE":BEEP'
    ),
    _statement(
        "WIDTH",
        "WIDTH columns",
        "Columns of the text screen: up to 40 in SCREEN 0 (80 on an MSX2), 32 in SCREEN 1. Clears the screen.",
        tree.Width,
        operands={"columns": Operand(1, 80, needs=MSX2, beyond=40, name="WIDTH {}")},
        errors="Illegal function call",
        example='10 WIDTH 20:PRINT STRING$(45,"*")',
    ),
    _statement(
        "SCREEN",
        "SCREEN mode[, sprite size][, key click][, speed][, printer][, interlace] | SCREEN , sprite size[, ...]",
        "Screen mode: 0 and 1 text, 2 graphics 256x192, 3 blocks; 4 to 8 on an MSX2. Sprite size 0-3.",
        tree.Screen,
        operands={
            "mode": Operand(needs=MSX2, beyond=3, name="SCREEN {}"),
            "interlace": Operand(needs=MSX2, name="SCREEN with an interlace mode", without=SYNTAX),
        },
        errors="Illegal function call",
        example="10 COLOR 15,4,7:SCREEN 1:PRINT PEEK(&HF3E9);PEEK(&HF3EA);PEEK(&HF3EB)",
        snippet=("screen2", 'SCREEN 2:OPEN "GRP:" AS #1', "A graphic screen with text"),
    ),
    _statement(
        "COLOR",
        "COLOR [ink][, paper][, border]",
        "Sets colours: 0-15, 0-255 in SCREEN 8. With nothing behind it resets the palette of an MSX2.",
        tree.Color,
        operands=dict.fromkeys(("ink", "paper", "border"), BYTE),
        errors="Illegal function call, Missing operand",
        example="10 COLOR 15,4,7:SCREEN 1:PRINT PEEK(&HF3E9);PEEK(&HF3EA);PEEK(&HF3EB)",
    ),
    _statement(
        "COLOR =",
        "COLOR=(colour, red, green, blue)",
        "Sets a colour of the palette, each part 0-7.",
        tree.ColorPalette,
        need=MSX2,
        without=SYNTAX,
        errors="Illegal function call",
        example='10 COLOR=(4,0,0,7):PRINT "BLUE"',
    ),
    _statement(
        *(
            "COLOR=NEW",
            "COLOR=NEW",
            "Gives the palette the colours that the machine starts with.",
            tree.ColorNew,
        ),
        need=MSX2,
        without=SYNTAX,
        parts={"NEW": "The colours that the machine starts with."},
        example='10 COLOR=(4,0,0,7):COLOR=NEW:PRINT "AS IT WAS"',
    ),
    _statement(
        "COLOR=RESTORE",
        "COLOR=RESTORE",
        "Sets the palette from video memory, where BLOAD ,S may have put another one.",
        tree.ColorRestore,
        need=MSX2,
        without=SYNTAX,
        parts={"RESTORE": "The colours that stand in video memory."},
        example='10 COLOR=RESTORE:PRINT "FROM VIDEO MEMORY"',
    ),
    _statement(
        "COLOR SPRITE",
        "COLOR SPRITE(plane) = colour",
        "Sets one colour for all rows of a sprite, in SCREEN 4 to 8.",
        tree.ColorSprite,
        need=MSX2,
        without=SYNTAX,
        parts={"SPRITE": "The plane of the sprite, 0-31."},
        errors="Illegal function call",
        example="10 SCREEN 5:COLOR SPRITE(0)=8",
    ),
    _statement(
        "COLOR SPRITE$",
        "COLOR SPRITE$(plane) = rows",
        "Sets the colour of each row of a sprite, in SCREEN 4 to 8: a character for each, up to 16.",
        tree.ColorSpriteRows,
        need=MSX2,
        without="Type mismatch",
        parts={"SPRITE$": "The plane of the sprite, 0-31."},
        errors="Illegal function call",
        example="10 SCREEN 5:COLOR SPRITE$(0)=STRING$(16,8)",
    ),
    _statement(
        *("KEY", "KEY number, text", "Puts a text of up to 15 characters on a function key.", tree.Key),
        operands={"number": Operand(1, 10)},
        errors="Illegal function call",
        example='10 SCREEN 1:WIDTH 32:KEY 1,"HELLO":KEY ON:PRINT "A"',
    ),
    _statement(
        *(
            "KEY ON",
            "KEY ON | KEY OFF",
            "Shows or hides the texts of the function keys in the last row.",
            tree.KeyDisplay,
        ),
        parts={"ON": "Shows the texts.", "OFF": "Hides the texts."},
        example='10 SCREEN 1:WIDTH 32:KEY 1,"HELLO":KEY ON:PRINT "A"',
    ),
    _statement(
        *("KEY LIST", "KEY LIST", "Lists the texts of the function keys.", tree.KeyList),
        parts={"LIST": "All ten texts."},
        example="10 KEY LIST",
    ),
    _statement("BEEP", "BEEP", "Sounds the beep.", tree.Beep, example='10 PRINT "HERE":BEEP'),
    _statement(
        "PLAY",
        "PLAY voice1$[, voice2$][, voice3$]",
        "Plays music: A-G with + # -, O octave, L length, T tempo, V volume, R rest, M S envelope, N note, X.",
        tree.Play,
        operands={"device": Operand(needs=EXTENSION, name="PLAY #", without=SYNTAX)},
        errors="Illegal function call",
        example='10 PLAY "T120L8CDE","O3L4C"\n20 IF PLAY(0) THEN 20\n30 PRINT "OVER"',
    ),
    _statement(
        *("SOUND", "SOUND register, value", "Writes a register (0-13) of the sound chip.", tree.Sound),
        operands={"register": Operand(0, 13), "value": BYTE},
        errors="Illegal function call",
        example='10 SOUND 8,0:PRINT "SILENCE"',
    ),
    _statement(
        *(
            "MOTOR",
            "MOTOR [ON | OFF]",
            "Switches the motor of the cassette recorder; without a word turns it over.",
            tree.Motor,
        ),
        parts={"ON": "The motor runs.", "OFF": "The motor stands."},
        example="10 MOTOR ON:MOTOR OFF",
    ),
    _statement(
        *("POKE", "POKE address, value", "Writes a byte of memory.", tree.Poke),
        operands={"address": ADDRESS, "value": BYTE},
        errors="Illegal function call, Overflow",
        example="10 POKE &HE000,65:PRINT PEEK(&HE000)",
    ),
    _statement(
        *("VPOKE", "VPOKE address, value", "Writes a byte of video memory.", tree.Vpoke),
        operands={"value": BYTE},
        errors="Illegal function call",
        example="10 VPOKE 0,65:PRINT VPEEK(0)",
    ),
    _statement(
        *("OUT", "OUT port, value", "Writes a byte to a port.", tree.Out),
        operands={"port": ADDRESS, "value": BYTE},
        errors="Illegal function call",
        example="10 OUT &HA0,8:OUT &HA1,0",
    ),
    _statement(
        *("WAIT", "WAIT port, mask[, invert]", "Waits until a port shows a bit of the mask.", tree.Wait),
        errors="Illegal function call",
        example='10 WAIT &H99,128:PRINT "A PICTURE IS SHOWN"',
    ),
    _statement(
        *("VDP =", "VDP(register) = value", "Writes a register of the video chip.", tree.SetVdp),
        errors="Illegal function call",
        example="10 VDP(7)=&HF4:PRINT VDP(7)",
    ),
    _statement(
        "BASE =",
        "BASE(table) = address",
        "Sets the address in video memory of a table of a screen mode: five for each mode.",
        tree.SetBase,
        errors="Illegal function call",
        example="10 BASE(0)=0:PRINT BASE(0)",
    ),
    _statement(
        *("TIME =", "TIME = jiffies", "Sets the counter of interrupts, 50 or 60 a second.", tree.SetTime),
        operands={"value": ADDRESS},
        errors="Overflow",
        example="10 TIME=1234:X=RND(-1234):PRINT X;INT(10*X)+1;INT(7*X)+1",
    ),
    *(
        _statement(
            *(f"SET {option}", form, does, tree.SetOption),
            need=MSX2_PLUS if option == "SCROLL" else MSX2,
            without=SYNTAX if option == "SCROLL" else "Illegal function call",
            errors="Illegal function call",
            parts={option: does},
            example=example,
        )
        for option, form, does, example in (
            (
                "ADJUST",
                "SET ADJUST(x, y)",
                "Moves the picture on the screen; kept when the power is off.",
                "10 SET ADJUST(0,0)",
            ),
            (
                "BEEP",
                "SET BEEP sound[, volume]",
                "Chooses the sound (1-4) and the volume (1-4) of BEEP; kept.",
                "10 SET BEEP 1,4",
            ),
            (
                "TITLE",
                'SET TITLE "text"[, colour]',
                "The text and colour shown at start; kept.",
                '10 SET TITLE "MSX",1',
            ),
            ("PROMPT", 'SET PROMPT "text"', "What stands in place of Ok; kept.", '10 SET PROMPT "Ok"'),
            (
                "PASSWORD",
                'SET PASSWORD "text"',
                "The word that the machine asks for at start; kept.",
                '10 SET PASSWORD ""',
            ),
            (
                "SCREEN",
                "SET SCREEN",
                "Keeps the screen mode, colours and key click for the next start.",
                "10 SET SCREEN",
            ),
            ("VIDEO", "SET VIDEO [mode][, ...]", "Settings of a superimposer.", "10 SET VIDEO 0"),
            (
                "SCROLL",
                "SET SCROLL x[, y][, mask][, pages]",
                "Moves the picture smoothly.",
                "10 SET SCROLL 0,0",
            ),
        )
    ),
    _statement(
        *("SET PAGE", "SET PAGE shown[, active] | SET PAGE , active"),
        "Chooses the page of video memory that is shown and the one that is drawn on, in SCREEN 5 to 8.",
        tree.SetPage,
        need=MSX2,
        errors="Illegal function call",
        parts={"PAGE": "A screen in video memory: 0-3 in SCREEN 5 and 6, 0-1 in SCREEN 7 and 8."},
        example="10 SCREEN 5:SET PAGE 0,1:PSET(1,1),8:C=POINT(1,1)\n20 SCREEN 0:PRINT C",
    ),
    *(
        _statement(
            *(
                f"SET {what}",
                f"SET {what} text[, A]",
                f"Sets the {what.lower()} of the clock, or of its alarm (A).",
                tree.SetClock,
            ),
            need=MSX2,
            errors="Illegal function call",
            parts={what: f"The {what.lower()} of the clock.", "A": "Of the alarm."},
            example=f'10 SET {what} "{text}":GET {what} A$:PRINT A$',
        )
        for what, text in (("DATE", "24/12/88"), ("TIME", "12:30:00"))
    ),
    *(
        _statement(
            *(
                f"GET {what}",
                f"GET {what} variable$[, A]",
                f"Reads the {what.lower()} of the clock, or of its alarm (A).",
                tree.GetClock,
            ),
            need=MSX2,
            errors="Type mismatch",
            parts={what: f"The {what.lower()} of the clock.", "A": "Of the alarm."},
            example=f'10 SET {what} "{text}":GET {what} A$:PRINT A$',
        )
        for what, text in (("DATE", "24/12/88"), ("TIME", "12:30:00"))
    ),
    _statement(
        *(
            "CALL",
            "CALL name[(arguments)] | _name[(arguments)]",
            "Calls a statement of an extension. _ is short for it.",
        ),
        tree.Call,
        errors="Syntax error",
        example="10 CALL NOBODY",
    ),
    _statement(
        *("CMD", "CMD", "Not in use: extensions have taken it.", tree.Extension),
        need=EXTENSION,
        errors="Illegal function call",
        example="10 CMD",
    ),
    _statement(
        *("IPL", "IPL", "Not in use.", tree.Extension),
        need=EXTENSION,
        errors="Illegal function call",
        example="10 IPL",
    ),
)
