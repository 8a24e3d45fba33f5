"""Variables, arrays, DATA and functions of the program's own."""

from __future__ import annotations

from functools import partial

from msxkit.language import tree
from msxkit.language.vocabulary.entry import ADDRESS, ANY, DISK, TEXT, entry

_statement = partial(entry, "statement")
_LETTERS = "letter[-letter][, ...]"

ENTRIES = (
    _statement(
        "LET",
        "[LET] variable = expression",
        "Assigns a value. You can leave out the word.",
        tree.Let,
        alone=True,
        errors="Type mismatch, Overflow",
        example="10 LET A=5\n20 A=A+1:PRINT A",
    ),
    _statement(
        "MID$ =",
        "MID$(variable$, first[, count]) = text",
        "Replaces characters within a string; its length does not change.",
        tree.MidLet,
        operands={"target": TEXT, "value": TEXT},
        errors="Illegal function call",
        example='10 A$="ABCDEF":MID$(A$,2)="xyz":PRINT A$:MID$(A$,5,9)="12345":PRINT A$',
    ),
    _statement(
        "DIM",
        "DIM name(top[, ...])[, ...]",
        "Makes arrays with elements from 0 to top. Without DIM, top is 10.",
        tree.Dim,
        operands={"targets": ANY},
        errors="Redimensioned array, Out of memory, Illegal function call",
        example="10 DIM A(3):A(1)=5:ERASE A:DIM A(9):PRINT A(1)\n20 P=1:Q=2:SWAP P,Q:PRINT P;Q",
    ),
    _statement(
        "ERASE",
        "ERASE array[, ...]",
        "Removes arrays. Name them without brackets.",
        tree.Erase,
        cost=1306,
        operands={"arrays": ANY},
        errors="Illegal function call",
        example="10 DIM A(3):A(1)=5:ERASE A:DIM A(9):PRINT A(1)\n20 P=1:Q=2:SWAP P,Q:PRINT P;Q",
    ),
    _statement(
        "SWAP",
        "SWAP variable, variable",
        "Exchanges the values of two variables of the same type.",
        tree.Swap,
        cost=1768,
        errors="Type mismatch, Illegal function call",
        example="10 DIM A(3):A(1)=5:ERASE A:DIM A(9):PRINT A(1)\n20 P=1:Q=2:SWAP P,Q:PRINT P;Q",
    ),
    _statement(
        "CLEAR",
        "CLEAR [string space[, highest address]]",
        "Clears all variables, and sets the size of the string space and the end of BASIC's memory.",
        tree.Clear,
        cost=6770,
        errors="Out of memory, Illegal function call",
        example='10 A=5:B$="X":CLEAR:PRINT A;B$;"|"',
        whole=True,
    ),
    _statement(
        "DEFINT",
        f"DEFINT {_LETTERS}",
        "Names that begin with these letters are integers: -32768 to 32767, 2 bytes. This is the fastest type.",
        tree.DefType,
        errors="Syntax error",
        example='10 DEFINT A-C:DEFSTR S:DEFDBL D\n20 A=3.7:B=10/4:S="HI":D=1/3\n30 PRINT A;B;S;D',
    ),
    _statement(
        "DEFSNG",
        f"DEFSNG {_LETTERS}",
        "Names that begin with these letters are single precision: 6 digits, 4 bytes.",
        tree.DefType,
        errors="Syntax error",
        example="10 DEFSNG A:A=1/3:PRINT A",
    ),
    _statement(
        "DEFDBL",
        f"DEFDBL {_LETTERS}",
        "Names that begin with these letters are double precision: 14 digits, 8 bytes. This is the default.",
        tree.DefType,
        errors="Syntax error",
        example='10 DEFINT A-C:DEFSTR S:DEFDBL D\n20 A=3.7:B=10/4:S="HI":D=1/3\n30 PRINT A;B;S;D',
    ),
    _statement(
        "DEFSTR",
        f"DEFSTR {_LETTERS}",
        "Names that begin with these letters are strings.",
        tree.DefType,
        errors="Syntax error",
        example='10 DEFINT A-C:DEFSTR S:DEFDBL D\n20 A=3.7:B=10/4:S="HI":D=1/3\n30 PRINT A;B;S;D',
    ),
    _statement(
        "DEF FN",
        "DEF FN name[(parameter[, ...])] = expression",
        "Defines a function, which FN calls. While it runs, its parameters hide variables of the same name.",
        tree.DefFn,
        errors="Illegal direct, Type mismatch",
        example="10 DEF FNA(X)=X*X+1\n20 X=5:PRINT FNA(3);X",
        snippet=("deffn", "DEF FN${1:A}(${2:X})=${3:X*X}", "A function of the program's own"),
    ),
    _statement(
        "DEF USR",
        "DEF USR[digit] = address",
        "Sets the address of a machine routine, which USR calls.",
        tree.DefUsr,
        operands={"address": ADDRESS},
        errors="Overflow",
        example="10 POKE &HE100,201:DEFUSR=&HE100:X=USR(5):PRINT X;PEEK(&HE100)",
    ),
    _statement(
        "DATA",
        "DATA constant[, ...]",
        "Constants for READ. An item needs quotes only for commas, colons and blanks at its ends.",
        tree.Data,
        example='10 READ A$,B$,C$,D$,E$:PRINT "[";A$;"][";B$;"][";C$;"][";D$;"][";E$;"]"\n'
        '20 DATA  ab c  ,,A"B,"q" ,end',
    ),
    _statement(
        "READ",
        "READ variable[, ...]",
        "Reads the next items of DATA.",
        tree.Read,
        operands={"targets": ANY},
        errors="Out of DATA, Syntax error",
        example="10 READ A,B:PRINT A;B\n20 READ C\n30 DATA 1,2",
    ),
    _statement(
        "RESTORE",
        "RESTORE [line]",
        "Makes READ continue with the first item, or with the first one at or after a line.",
        tree.Restore,
        cost=508,
        errors="Undefined line number",
        example="10 READ A,B:RESTORE:READ C:PRINT A;B;C\n20 DATA 1,2",
    ),
    _statement(
        "LSET",
        "LSET variable$ = text",
        "Puts a text at the left end of a string and fills the rest with blanks.",
        tree.SetField,
        operands={"target": TEXT, "value": TEXT},
        need=DISK,
        example='10 A$="ABCDEF":LSET A$="xy":PRINT A$;"|"',
    ),
    _statement(
        "RSET",
        "RSET variable$ = text",
        "Puts a text at the right end of a string and fills the rest with blanks.",
        tree.SetField,
        need=DISK,
        example='10 A$="ABCDEF":RSET A$="xy":PRINT A$;"|"',
    ),
)
