"""Statements of variables, arrays, DATA and functions of the program's own."""

from __future__ import annotations

from msxkit.carrying import Trait
from msxkit.language.tree.base import Expression, Statement
from msxkit.language.tree.entry import (
    ADDRESS,
    ANY,
    DISK,
    READ_LINE,
    TEXT,
    TEXT_VARIABLE,
    VARIABLE,
    Operand,
    Part,
    statement,
)
from msxkit.language.tree.expressions import LineReference, Target, Variable
from msxkit.node_type import takes

_LETTERS = "letter[-letter][, ...]"


@statement(
    "[LET] variable = expression",
    name="LET",
    alone=True,
    errors="Type mismatch, Overflow",
    example="10 LET A=5\n20 A=A+1:PRINT A",
)
class Let(Statement):
    """Assigns a value. You can leave out the word.

    Attributes:
        explicit: Whether LET is written.
    """

    target: Target = takes(VARIABLE, Part.ALIKE)
    value: Expression = takes(ANY, Part.ALIKE)
    explicit: bool


@statement(
    "MID$(variable$, first[, count]) = text",
    name="MID$ =",
    errors="Illegal function call",
    example='10 A$="ABCDEF":MID$(A$,2)="xyz":PRINT A$:MID$(A$,5,9)="12345":PRINT A$',
)
class MidLet(Statement):
    """Replaces characters within a string; its length does not change."""

    target: Target = takes(TEXT_VARIABLE)
    first: Expression
    count: Expression | None
    value: Expression = takes(TEXT)


@statement(
    "DIM name(top[, ...])[, ...]",
    errors="Redimensioned array, Out of memory, Illegal function call",
    example="10 DIM A(3):A(1)=5:ERASE A:DIM A(9):PRINT A(1)\n20 P=1:Q=2:SWAP P,Q:PRINT P;Q",
)
class Dim(Statement):
    """Makes arrays with elements from 0 to top. Without DIM, top is 10."""

    targets: tuple[Expression, ...] = takes(VARIABLE, Part.DIMENSIONS)


@statement(
    "ERASE array[, ...]",
    cost=1306,
    errors="Illegal function call",
    example="10 DIM A(3):A(1)=5:ERASE A:DIM A(9):PRINT A(1)\n20 P=1:Q=2:SWAP P,Q:PRINT P;Q",
)
class Erase(Statement):
    """Removes arrays. Name them without brackets."""

    arrays: tuple[Expression, ...] = takes(VARIABLE, Part.ERASED)


@statement(
    "SWAP variable, variable",
    cost=1768,
    errors="Type mismatch, Illegal function call",
    example="10 DIM A(3):A(1)=5:ERASE A:DIM A(9):PRINT A(1)\n20 P=1:Q=2:SWAP P,Q:PRINT P;Q",
)
class Swap(Statement):
    """Exchanges the values of two variables of the same type."""

    first: Expression = takes(VARIABLE, Part.ALIKE)
    second: Expression = takes(VARIABLE, Part.ALIKE)


@statement(
    "CLEAR [string space[, highest address]]",
    cost=6770,
    errors="Out of memory, Illegal function call",
    example='10 A=5:B$="X":CLEAR:PRINT A;B$;"|"',
    whole=True,
    traits=Trait.LONG | Trait.WRITES | Trait.CLEARS,
)
class Clear(Statement):
    """Clears all variables, and sets the size of the string space and the end of BASIC's memory."""

    space: Expression | None = takes(Operand(0, 32767))
    top: Expression | None


@statement(
    f"DEFINT {_LETTERS}",
    "Names that begin with these letters are integers: -32768 to 32767, 2 bytes. This is the fastest type.",
    errors="Syntax error",
    example='10 DEFINT A-C:DEFSTR S:DEFDBL D\n20 A=3.7:B=10/4:S="HI":D=1/3\n30 PRINT A;B;S;D',
)
@statement(
    f"DEFSNG {_LETTERS}",
    "Names that begin with these letters are single precision: 6 digits, 4 bytes.",
    errors="Syntax error",
    example="10 DEFSNG A:A=1/3:PRINT A",
)
@statement(
    f"DEFDBL {_LETTERS}",
    "Names that begin with these letters are double precision: 14 digits, 8 bytes. This is the default.",
    errors="Syntax error",
    example='10 DEFINT A-C:DEFSTR S:DEFDBL D\n20 A=3.7:B=10/4:S="HI":D=1/3\n30 PRINT A;B;S;D',
)
@statement(
    f"DEFSTR {_LETTERS}",
    "Names that begin with these letters are strings.",
    errors="Syntax error",
    example='10 DEFINT A-C:DEFSTR S:DEFDBL D\n20 A=3.7:B=10/4:S="HI":D=1/3\n30 PRINT A;B;S;D',
)
class DefType(Statement):
    """DEFINT, DEFSNG, DEFDBL, DEFSTR.

    Attributes:
        suffix: % ! # $.
        ranges: First and last letter of each.
    """

    suffix: str
    ranges: tuple[tuple[str, str], ...]

    @property
    def letters(self) -> str:
        """The letters whose type it sets."""
        return "".join(chr(each) for first, last in self.ranges for each in range(ord(first), ord(last) + 1))


@statement(
    "DEF FN name[(parameter[, ...])] = expression",
    errors="Illegal direct, Type mismatch",
    example="10 DEF FNA(X)=X*X+1\n20 X=5:PRINT FNA(3);X",
    snippet=("deffn", "DEF FN${1:A}(${2:X})=${3:X*X}", "A function of the program's own"),
)
class DefFn(Statement):
    """Defines a function, which FN calls. While it runs, its parameters hide variables of the same name."""

    name: Variable = takes(ANY)
    parameters: tuple[Expression, ...] = takes(ANY)
    body: Expression = takes(ANY)


@statement(
    "DEF USR[digit] = address",
    errors="Overflow",
    example="10 POKE &HE100,201:DEFUSR=&HE100:X=USR(5):PRINT X;PEEK(&HE100)",
    traits=Trait.QUICK,
)
class DefUsr(Statement):
    """Sets the address of a machine routine, which USR calls."""

    number: int = takes(Part.ROUTINE)
    address: Expression = takes(ADDRESS)


@statement(
    "DATA constant[, ...]",
    example='10 READ A$,B$,C$,D$,E$:PRINT "[";A$;"][";B$;"][";C$;"][";D$;"][";E$;"]"\n'
    '20 DATA  ab c  ,,A"B,"q" ,end',
)
class Data(Statement):
    """Constants for READ. An item needs quotes only for commas, colons and blanks at its ends.

    Attributes:
        text: What follows, as it stands.
        text_start: Its offset in the stored line.
    """

    text: str
    text_start: int


@statement(
    "READ variable[, ...]",
    errors="Out of DATA, Syntax error",
    example="10 READ A,B:PRINT A;B\n20 READ C\n30 DATA 1,2",
)
class Read(Statement):
    """Reads the next items of DATA."""

    targets: tuple[Expression, ...] = takes(VARIABLE, Part.FROM_DATA)


@statement(
    "RESTORE [line]",
    cost=508,
    errors="Undefined line number",
    example="10 READ A,B:RESTORE:READ C:PRINT A;B;C\n20 DATA 1,2",
    traits=Trait.LONG,
)
class Restore(Statement):
    """Makes READ continue with the first item, or with the first one at or after a line."""

    target: LineReference | None = takes(READ_LINE)


@statement(
    "LSET variable$ = text",
    "Puts a text at the left end of a string and fills the rest with blanks.",
    need=DISK,
    example='10 A$="ABCDEF":LSET A$="xy":PRINT A$;"|"',
    traits=Trait.LONG | Trait.WRITES | Trait.KEEPS,
)
@statement(
    "RSET variable$ = text",
    "Puts a text at the right end of a string and fills the rest with blanks.",
    need=DISK,
    example='10 A$="ABCDEF":RSET A$="xy":PRINT A$;"|"',
    traits=Trait.LONG | Trait.WRITES | Trait.KEEPS,
)
class SetField(Statement):
    """LSET and RSET target = value.

    Attributes:
        right: RSET.
    """

    target: Expression = takes(TEXT_VARIABLE)
    value: Expression = takes(TEXT)
    right: bool = takes("RSET", "LSET")
