"""Functions, and words that are values."""

from __future__ import annotations

from functools import partial

from msxkit.language import tree
from msxkit.language.vocabulary.entry import ADDRESS, BYTE, COUNT, DISK, INTEGER, Operand, entry

_function = partial(entry, "function")
_TRIGONOMETRY = "10 PRINT SIN(1);COS(1);TAN(1);ATN(1)"
_TEXT = '10 A$="MSX BASIC":PRINT LEFT$(A$,3);"|";RIGHT$(A$,5);"|";MID$(A$,5,2)'
_HEX = '10 PRINT HEX$(0);" ";HEX$(-32768);" ";HEX$(32768);" ";OCT$(-1);" ";BIN$(5)'
_PACKED = "10 PRINT CVI(MKI$(5));CVS(MKS$(1.5));CVD(MKD$(1/3));LEN(MKD$(0))"
_FILE = '10 OPEN "A.TXT" FOR OUTPUT AS #1:PRINT #1,"12":CLOSE\n20 OPEN "A.TXT" FOR INPUT AS #1:PRINT EOF(1);LOF(1)'

ENTRIES = (
    _function(
        *("ABS", "ABS(number)", "The number without its sign."),
        errors="Type mismatch",
        example="10 PRINT 0^0;(-8)^2;2^-2;-32768\\1\n20 PRINT ABS(-32768);-(-32768)\n30 A%=-32768:PRINT ABS(A%)",
    ),
    _function(
        *("ASC", "ASC(text)", "The code of the first character."),
        errors="Illegal function call",
        example='10 PRINT ASC("A");CHR$(65.4);CHR$(66.6)\n20 PRINT ASC("")',
    ),
    _function(*("ATN", "ATN(number)", "The angle, in radians, of a tangent."), example=_TRIGONOMETRY),
    _function("ATTR$", "ATTR$", "Not in use.", errors="Illegal function call"),
    _function(
        *("BASE", "BASE(table)", "The address in video memory of a table of a screen mode."),
        errors="Illegal function call",
        example="10 PRINT BASE(0);BASE(5);BASE(10)",
    ),
    _function(
        *("BIN$", "BIN$(number)", "The number in binary digits."),
        operands={"number": ADDRESS},
        errors="Overflow",
        example=_HEX,
    ),
    _function(
        *("CDBL", "CDBL(number)", "The number in double precision."),
        example="10 PRINT CSNG(1.2345650);CSNG(1.2345649);CSNG(999999.5);CDBL(1.5)",
    ),
    _function(
        *("CHR$", "CHR$(code)", "The character of a code, 0-255."),
        operands={"code": BYTE},
        errors="Illegal function call",
        example='10 PRINT ASC("A");CHR$(65.4);CHR$(66.6)\n20 PRINT ASC("")',
    ),
    _function(
        *("CINT", "CINT(number)", "The number as an integer, its fraction cut off."),
        operands={"number": INTEGER},
        errors="Overflow",
        example="10 PRINT CINT(2.7);CINT(-2.7)",
    ),
    _function(*("COS", "COS(angle)", "The cosine of an angle in radians."), example=_TRIGONOMETRY),
    _function(
        *("CSNG", "CSNG(number)", "The number in single precision."),
        example="10 PRINT CSNG(1.2345650);CSNG(1.2345649);CSNG(999999.5);CDBL(1.5)",
    ),
    _function(
        *("CSRLIN", "CSRLIN", "The row of the cursor, from 0."), example='10 PRINT POS(0);CSRLIN;FRE("")'
    ),
    _function(
        *("CVD", "CVD(text)", "The double that MKD$ made eight characters of."),
        need=DISK,
        errors="Illegal function call",
        example=_PACKED,
    ),
    _function(
        *("CVI", "CVI(text)", "The integer that MKI$ made two characters of."),
        need=DISK,
        errors="Illegal function call",
        example=_PACKED,
    ),
    _function(
        *("CVS", "CVS(text)", "The single that MKS$ made four characters of."),
        need=DISK,
        errors="Illegal function call",
        example=_PACKED,
    ),
    _function(
        *("DSKF", "DSKF(drive)", "Free clusters of a disk."),
        need=DISK,
        errors="Bad drive name",
        example="10 PRINT DSKF(0)",
    ),
    _function("DSKI$", "DSKI$(drive, sector)", "Reads a sector of a disk.", need=DISK, errors="Disk offline"),
    _function(*("EOF", "EOF(channel)", "-1 at the end of a file."), errors="Bad file number", example=_FILE),
    _function(
        *("ERL", "ERL", "The line of the last error."),
        example="10 ON ERROR GOTO 20:ERROR 9\n20 PRINT ERR;ERL",
    ),
    _function(
        *("ERR", "ERR", "The number of the last error."),
        example="10 ON ERROR GOTO 20:ERROR 9\n20 PRINT ERR;ERL",
    ),
    _function(
        *("EXP", "EXP(number)", "e to the power of the number."),
        errors="Overflow",
        example="10 PRINT EXP(1);LOG(2);SQR(2)",
    ),
    _function(
        *("FIX", "FIX(number)", "The number without its fraction."),
        example="10 PRINT INT(-1.5);FIX(-1.5);INT(1.5);FIX(1.5)",
    ),
    _function(
        *(
            "FN",
            "FN name | FN name(argument[, ...])",
            "The value of a function that DEF FN defined.",
            tree.UserFunction,
        ),
        errors="Undefined user function",
        example="10 DEF FNA(X)=X*X+1\n20 X=5:PRINT FNA(3);X",
    ),
    _function("FPOS", "FPOS(channel)", "The place in a file.", errors="Illegal function call"),
    _function(
        *("FRE", 'FRE(0) | FRE("")', "Free bytes of memory, or of the string space after collecting it."),
        example='10 PRINT POS(0);CSRLIN;FRE("")',
    ),
    _function(
        *("HEX$", "HEX$(number)", "The number in hexadecimal digits."),
        operands={"number": ADDRESS},
        errors="Overflow",
        example=_HEX,
    ),
    _function(
        *("INKEY$", "INKEY$", "The key that was pressed, or nothing. Never waits."),
        example='10 A$=INKEY$:PRINT "[";A$;"]";LEN(A$)',
        snippet=("inkey", '${1:A}\\$=INKEY\\$:IF $1\\$="" THEN ${2:100}', "Waits in a loop of its own line"),
    ),
    _function(
        *("INP", "INP(port)", "Reads a port."),
        operands={"port": ADDRESS},
        errors="Illegal function call",
        example="10 PRINT INP(&HA8)>=0",
    ),
    _function(
        "INPUT$",
        "INPUT$(count[, [#]channel])",
        "So many characters from the keyboard, which it waits for, or from a file.",
        tree.InputCharacters,
        operands={"count": COUNT},
        errors="Illegal function call, Input past end",
        example='10 OPEN "A.TXT" FOR OUTPUT AS #1:PRINT #1,"12345":CLOSE\n'
        '20 OPEN "A.TXT" FOR INPUT AS #1:PRINT INPUT$(3,#1)',
        snippet=("key", "${1:A}\\$=INPUT\\$(1)", "Waits for a key"),
    ),
    _function(
        *("INSTR", "INSTR([first,] text, part)", "Where a part is in a text, from 1; 0 if nowhere."),
        errors="Illegal function call",
        example='10 PRINT INSTR("ABC","");INSTR(2,"ABC","");INSTR(4,"ABC","A");INSTR("","A")',
    ),
    _function(
        *("INT", "INT(number)", "The largest whole number that is not above it."),
        example="10 PRINT INT(-1.5);FIX(-1.5);INT(1.5);FIX(1.5)",
    ),
    _function(
        *("LEFT$", "LEFT$(text, count)", "The first characters of a text."),
        operands={"count": BYTE},
        errors="Illegal function call",
        example=_TEXT,
    ),
    _function(
        *("LEN", "LEN(text)", "The characters of a text."),
        errors="Type mismatch",
        example='10 A$=INKEY$:PRINT "[";A$;"]";LEN(A$)',
    ),
    _function(
        *("LOC", "LOC(channel)", "The place in a file: the record used last, or how many were read."),
        need=DISK,
        errors="Bad file number",
        example='10 OPEN "A.TXT" FOR OUTPUT AS #1:PRINT LOC(1)',
    ),
    _function(
        *("LOF", "LOF(channel)", "The bytes of a file."), need=DISK, errors="Bad file number", example=_FILE
    ),
    _function(
        *("LOG", "LOG(number)", "The natural logarithm."),
        errors="Illegal function call",
        example="10 PRINT EXP(1);LOG(2);SQR(2)",
    ),
    _function(*("LPOS", "LPOS(0)", "The column of the printer."), example='10 LPRINT "ABC";:PRINT LPOS(0)'),
    _function(
        "MID$",
        "MID$(text, first[, count])",
        "Characters from the middle of a text. In front of = it replaces them.",
        operands={"first": COUNT, "count": BYTE},
        errors="Illegal function call",
        example=_TEXT,
    ),
    _function(*("MKD$", "MKD$(number)", "Eight characters that hold a double."), need=DISK, example=_PACKED),
    _function(
        *("MKI$", "MKI$(number)", "Two characters that hold an integer."),
        need=DISK,
        errors="Overflow",
        example=_PACKED,
    ),
    _function(*("MKS$", "MKS$(number)", "Four characters that hold a single."), need=DISK, example=_PACKED),
    _function(
        *("OCT$", "OCT$(number)", "The number in octal digits."),
        operands={"number": ADDRESS},
        errors="Overflow",
        example=_HEX,
    ),
    _function(
        *("PAD", "PAD(number)", "The touch pad, light pen or mouse."),
        errors="Illegal function call",
        example="10 PRINT PAD(0)",
    ),
    _function(
        *("PDL", "PDL(number)", "A paddle, 0-255."),
        operands={"number": Operand(1, 12)},
        errors="Illegal function call",
    ),
    _function(
        *("PEEK", "PEEK(address)", "A byte of memory."),
        operands={"address": ADDRESS},
        errors="Overflow",
        example="10 POKE &HE000,65:PRINT PEEK(&HE000)",
    ),
    _function(
        *("PLAY()", "PLAY(voice)", "-1 while a voice (0: any) plays."),
        errors="Illegal function call",
        example='10 PLAY "L64C":PRINT PLAY(1)\n20 IF PLAY(0) THEN 20\n30 PRINT PLAY(1)',
    ),
    _function(
        *(
            "POINT",
            "POINT(x, y) | POINT STEP(x, y)",
            "The colour of a point; -1 off the screen.",
            tree.PointColour,
        ),
        errors="Illegal function call",
        parts={"STEP": "The place is relative to the last point."},
        example="10 SCREEN 2:PSET(5,5),8:C=POINT(5,5)\n20 SCREEN 0:PRINT C",
    ),
    _function(
        *("POS", "POS(0)", "The column of the cursor, from 0."), example='10 PRINT POS(0);CSRLIN;FRE("")'
    ),
    _function(
        *("RIGHT$", "RIGHT$(text, count)", "The last characters of a text."),
        operands={"count": BYTE},
        errors="Illegal function call",
        example=_TEXT,
    ),
    _function(
        "RND",
        "RND(number)",
        "A random number below 1: the next one (above 0), the last one again (0), or the first one of a series "
        "(negative, such as -TIME).",
        example="10 PRINT RND(1);RND(1);RND(1);RND(1);RND(1)",
    ),
    _function(*("SGN", "SGN(number)", "-1, 0 or 1: the sign."), example="10 PRINT SGN(-5);SGN(0);SGN(5)"),
    _function(*("SIN", "SIN(angle)", "The sine of an angle in radians."), example=_TRIGONOMETRY),
    _function(
        *("SPACE$", "SPACE$(count)", "So many blanks."),
        operands={"count": BYTE},
        errors="Illegal function call",
        example='10 PRINT "A";SPACE$(5);"B";STRING$(3,"-");STRING$(2,42)',
    ),
    _function(
        *("SPC", "SPC(count)", "In PRINT: so many blanks.", tree.PrintSpaces),
        operands={"count": BYTE},
        errors="Illegal function call",
        example='10 PRINT "A";SPC(3);"B";TAB(10);"C"',
    ),
    _function(
        *("SPRITE$", "SPRITE$(number)", "The pattern of a sprite.", tree.SpritePattern),
        errors="Illegal function call",
        example='10 SCREEN 1:SPRITE$(0)="ABCDEFGH":PRINT SPRITE$(0)',
    ),
    _function(
        *("SQR", "SQR(number)", "The square root."),
        errors="Illegal function call",
        example="10 PRINT EXP(1);LOG(2);SQR(2)",
    ),
    _function(
        "STICK",
        "STICK(number)",
        "A direction from 1 (up) clockwise to 8, or 0: cursor keys (0), joystick 1 or 2.",
        operands={"number": Operand(0, 2)},
        errors="Illegal function call",
        example="10 PRINT STICK(0);STRIG(0)",
    ),
    _function(
        *("STR$", "STR$(number)", "The number as PRINT shows it, with a blank or a sign in front."),
        example='10 PRINT STR$(5);"|";STR$(-5);LEN(STR$(5))',
    ),
    _function(
        "STRIG",
        "STRIG(number)",
        "-1 while a trigger is pressed: space bar (0), joystick 1 or 2 (3 and 4: second button).",
        operands={"number": Operand(0, 4)},
        errors="Illegal function call",
        example="10 PRINT STICK(0);STRIG(0)",
    ),
    _function(
        *("STRING$", "STRING$(count, code) | STRING$(count, text)", "So many equal characters."),
        operands={"count": BYTE, "code": BYTE},
        errors="Illegal function call",
        example='10 PRINT "A";SPACE$(5);"B";STRING$(3,"-");STRING$(2,42)',
    ),
    _function(
        *("TAB", "TAB(column)", "In PRINT: blanks up to a column.", tree.PrintTab),
        operands={"column": BYTE},
        errors="Illegal function call",
        example='10 PRINT "A";SPC(3);"B";TAB(10);"C"',
    ),
    _function(
        *("TAN", "TAN(angle)", "The tangent of an angle in radians."),
        errors="Overflow",
        example=_TRIGONOMETRY,
    ),
    _function(
        *("TIME", "TIME", "The counter of interrupts, 0-65535: 50 or 60 a second."),
        example="10 TIME=0:FOR I=1 TO 500:NEXT:PRINT TIME>10",
    ),
    _function(
        *("USR", "USR[digit](argument)", "Calls a machine routine.", tree.MachineFunction),
        errors="Illegal function call",
        example="10 POKE &HE100,201:DEFUSR=&HE100:X=USR(5):PRINT X;PEEK(&HE100)",
    ),
    _function(
        *("VAL", "VAL(text)", "The number that a text begins with."),
        errors="Overflow, Syntax error",
        example='10 PRINT VAL("1E5");VAL("1 2 3");VAL("-");VAL("&HFFFF");VAL(".5.5");VAL("1D2")',
    ),
    _function(
        "VARPTR",
        "VARPTR(variable) | VARPTR(#channel)",
        "The address of a variable, or of the control block of a file.",
        tree.VariablePointer,
        tree.FilePointer,
        errors="Illegal function call",
        example='10 X=VARPTR(X):PRINT X>0\n20 CLEAR 500:PRINT FRE("")',
    ),
    _function(
        *("VDP", "VDP(register)", "A register of the video chip."),
        errors="Illegal function call",
        example="10 VDP(7)=&HF4:PRINT VDP(7)",
    ),
    _function(
        *("VPEEK", "VPEEK(address)", "A byte of video memory."),
        errors="Illegal function call",
        example="10 VPOKE 0,65:PRINT VPEEK(0)",
    ),
)
