"""What `check` says of types, ranges and arrays comes true: the interpreter stops there, and nowhere else."""

from __future__ import annotations

import pytest

from msxkit.interpreter.session import Session
from msxkit.language.check import Finding, check
from msxkit.language.program import Program
from tests.msxkit.test_agreement import KEYS

CERTAIN = ("type-mismatch", "out-of-range", "second-dim")


def certain(text: str) -> list[Finding]:
    return [found for found in check(Program.from_ascii(text.encode())) if found.check in CERTAIN]


def errors(text: str) -> set[str]:
    """Return what a program stops with on each machine; "" when it does not."""
    found = set()
    for model in ("msx1", "msx2"):
        session = Session(text, machine=model, keys=KEYS)
        session.run(max_steps=2000)
        found.add("" if session.error is None else session.error.text)
    return found


#: A statement with a constant @ in it, and the least and the greatest that it takes (None: that depends).
RANGES = [
    *((f"A$={name}(@)", 0, 255) for name in ("CHR$", "SPACE$")),
    ("CLEAR 999:A$=STRING$(@,65)", 0, 255),
    ("A$=STRING$(1,@)", 0, 255),
    *((f'A$={name}("A",@)', 0, 255) for name in ("LEFT$", "RIGHT$")),
    ('A$=MID$("A",@)', 1, 255),
    ('A$=MID$("A",1,@)', 0, 255),
    ('A=INSTR(@,"A","A")', 1, 255),
    *((f"A$={name}(@)", -32768, 65535) for name in ("HEX$", "OCT$", "BIN$")),
    *((f"A={name}(@)", -32768, 65535) for name in ("PEEK", "INP")),
    ("A=STICK(@)", 0, 2),
    ("A=STRIG(@)", 0, 4),
    ("A=PDL(@)", 1, 12),
    ("A=CINT(@)", -32768, 32767),
    ("POKE @,0", -32768, 65535),
    ("POKE 50000,@", 0, 255),
    ("VPOKE 0,@", 0, 255),
    ("OUT @,0", -32768, 65535),
    ("OUT 168,@", 0, 255),
    ("SOUND @,0", 0, 13),
    ("SOUND 8,@", 0, 255),
    ("ON @ GOTO 20", 0, 255),
    ("ON @ GOSUB 20", 0, 255),
    ('KEY @,"A"', 1, 10),
    ("MAXFILES=@", 0, 15),
    ("LOCATE @", 0, 255),
    ("LOCATE 0,@", 0, 255),
    ("LOCATE 0,0,@", 0, 255),
    ("SCREEN 1:PUT SPRITE @,(0,0)", 0, 31),
    ("DEFUSR=@", -32768, 65535),
    ("TIME=@", -32768, 65535),
    ("PRINT TAB(@)", 0, 255),
    ("PRINT SPC(@)", 0, 255),
    ("A$=INPUT$(@)", 1, 255),
    ("A%=@", -32768, 32767),
    ("A%(1)=@", -32768, 32767),
    ("FOR I%=1 TO @:NEXT", -32768, None),
    ("A=1 AND @", -32768, 32767),
    ("A=@ OR 1", -32768, 32767),
    ("A=NOT @", -32768, 32767),
    ("A=9 MOD @", -32768, 32767),
    ("A=@\\9", -32768, 32767),
    ("DIM A(@)", 0, None),
    ("A(@)=1", 0, None),
]


@pytest.mark.parametrize(
    ("statement", "least", "most"), RANGES, ids=[statement for statement, _, _ in RANGES]
)
@pytest.mark.one_in(3)
def test_constants_at_the_border(statement: str, least: int, most: int | None) -> None:
    def program(value: object) -> str:
        return f"10 {statement.replace('@', str(value))}\n20 END\n"

    good = [least, f"({least})", least + 1] + (
        [] if most is None else [most, f"+{most}.9", (least + most) // 2]
    )
    for value in good:
        assert certain(program(value)) == [], program(value)
    for number in (least - 1, -40000, 70000, *([] if most is None else [most + 1])):
        text = program(number)
        (found,) = certain(text)
        assert {found.machine.removesuffix(" in 10")} == errors(text), text
        assert (found.check, found.severity, found.line) == ("out-of-range", "error", 10)


@pytest.mark.parametrize(
    ("statement", "flagged"),
    [
        ("A=1/0", True),
        ("A=B/0", True),
        ("A=1\\.5", True),
        ("A=1/.5", False),
        ("A=1 MOD 0", True),
        ("A=1/(-0)", True),
        ("A=SQR(-1)", True),
        ("A=SQR(0)", False),
        ("A=LOG(0)", True),
        ("A=LOG(1)", False),
        ("A%=&HFFFF", False),
        ("A=&H8000 AND 1", False),
        ("A=POINT(1,1)", False),
        ("IF 0 THEN A=1/0", True),
        ("A=B+CHR$(300)", True),
        ("DEFFNA(X)=1/0", True),
    ],
)
def test_values_that_cannot_be(statement: str, flagged: bool) -> None:
    assert bool(certain(f"10 {statement}\n")) == flagged


TYPES = [
    'A=+"x"',
    "A$=+1",
    'A="x"',
    'A%="x"',
    "A$=1",
    'A(1)="x"',
    "A$(1)=B",
    'A=1+"x"',
    'A$="x"+1',
    'A=1="x"',
    'A=-"x"',
    'A=NOT "x"',
    'A="x"*2',
    "A=LEN(1)",
    "A=ASC(1)",
    "A=VAL(1)",
    'A$=CHR$("x")',
    'A$=STR$("x")',
    "A$=LEFT$(1,1)",
    'A$=LEFT$("x","y")',
    'A$=MID$("x","y")',
    'A$=STRING$("x",1)',
    'A=SQR("x")',
    'A=PEEK("x")',
    "A(B$)=1",
    'FOR I="x" TO 2',
    'FOR I=1 TO "x"',
    'FOR I=1 TO 2 STEP "x"',
    'IF "x" THEN',
    'ON "x" GOTO 10',
    'POKE "x",1',
    'POKE 1,"x"',
    'LOCATE "x"',
    'COLOR "x"',
    'SCREEN "x"',
    'WIDTH "x"',
    'PRINT TAB("x")',
    "PRINT USING 1;2",
    'PRINT USING "###";"A"',
    'PRINT USING "&";5',
    'PRINT USING "#";A;B$',
    'SOUND "x",1',
    "PLAY 1",
    "KEY 1,2",
    'KEY "x","y"',
    'VPOKE 0,"x"',
    'OUT 168,"x"',
    "OPEN 1 AS #1",
    'DIM A("x")',
    'B$="x":SWAP A,B$',
    "MID$(A$,1)=2",
    'MID$(A$,"x")="y"',
    'ERROR "x"',
    "KILL 1",
    "LOAD 1",
    "SAVE 1",
    "FILES 1",
    'TIME="x"',
    'MAXFILES="x"',
    'CLEAR "x"',
    'DEFUSR="x"',
    'A=STICK("x")',
    'A$=INPUT$("x")',
    "A=INKEY$",
    "A$=TIME",
    "A$=ERL",
    "A=HEX$(1)",
    'WAIT "x",1',
    "BSAVE 1,1,1",
    "IF A$=1 THEN",
    "IF A=B$ THEN",
    "A=(B$)",
    'A=FRE(B$)+"x"',
]
FINE = [
    'A$=+"x"',
    "A$=+(+B$)",
    'PRINT +"x"',
    'A$="x"',
    "A=1",
    'A$="x"+B$',
    'A=B$="x"',
    'A=("x"="y")+1',
    "PRINT A;B$",
    'PRINT USING "#&";A;B$',
    "A=FRE(B$)",
    "A=FRE(1)",
    "SWAP A$,B$",
    "A=INSTR(B$,C$)",
    "A=INSTR(1,B$,C$)",
    'A$=STRING$(3,"x")',
    "READ A,B$",
    "INPUT A$",
    "LINE INPUT A$",
    "A=VARPTR(B$)",
    "DIM A$(3),B(3)",
    "ERASE A$",
    'A$=USR("x")',
    "A=USR(1)",
    "A$=FNA$(1)",
    "NEXT",
    "A=LEN(B$+C$(1))",
    "A$=MID$(B$,A,LEN(C$))",
    "ON A GOTO 10",
    'A=VAL("1"+A$)',
    "PRINT #1,A$",
    "FIELD #1,5 AS A$",
    "DEFSTR A:A=B$",
    'DEFSTR A:A="x"',
    "DEFSTR A:A=1",
    "DEFSTR Q-Z:X=Y",
    "DEFINT A:A=1",
]


@pytest.mark.parametrize("statement", TYPES)
def test_types_that_cannot_be(statement: str) -> None:
    text = f"10 {statement}\n20 END\n"
    (found,) = certain(text)
    assert found.check == "type-mismatch"
    assert found.machine == "Type mismatch in 10"
    # An MSX1 without a drive does not have KILL and FILES.
    assert errors(text) - {"Illegal function call"} == {"Type mismatch"}


@pytest.mark.parametrize("statement", FINE)
def test_types_that_can_be(statement: str) -> None:
    assert certain(f"10 {statement}\n20 END\n") == []


SECOND = [
    "10 DIM A(5)\n20 DIM A(6)",
    "10 DIM A(5),B(3),A(6)",
    "10 A(1)=5\n20 DIM A(20)",
    "10 PRINT A(1):DIM A(20)",
    "10 CLEAR 500:DIM A(5)\n20 FOR I=1 TO 3:NEXT\n30 DIM A#(6)",
    "10 DIM A$(5):IF B THEN 30\n20 PRINT 1\n30 DIM A$(1)",
    "10 DIM LIVES(5)\n20 DIM LIVID(6)",
    "10 DIM A(5):GOSUB 100:END\n100 DIM A(5):RETURN",
    "10 DIM A(5)\n20 IF 1 THEN DIM A(5)",
    "10 DIM A(5),B(A(1))\n20 DIM B(5)",
]
NO_SECOND = [
    "10 DIM A(5)\n20 DIM B(6)",
    "10 DIM A(5)\n20 ERASE A:DIM A(6)",
    "10 DIM A(5):CLEAR:DIM A(6)",
    "10 DIM A(5)\n20 DIM A%(6)",
    "10 DIM A(5),A$(5)",
    "10 IF B THEN DIM A(5) ELSE DIM A(6)",
    "10 IF B THEN 30\n20 DIM A(5):END\n30 DIM A(6)",
    "10 GOTO 30\n20 DIM A(5)\n30 DIM A(6)",
    "10 GOSUB 100:DIM A(5):END\n100 IF B THEN DIM A(6)\n110 RETURN",
    "10 DIM A(5):RUN 20\n20 DIM A(6)",
    "10 DIM A(5):DEFINT A\n20 DIM A(6)",
    "10 ON ERROR GOTO 50:DIM A(5):DIM A(6)\n50 END",
    "10 DIM A(5)\n20 MAXFILES=2:DIM A(6)",
    "10 DEF FNA(X)=A(X)\n20 DIM A(6)",
    "10 GOSUB 100:DIM A(5)\n20 END\n100 RETURN",
    "10 IF B THEN A(1)=1\n20 DIM A(5)",
]


@pytest.mark.parametrize("text", SECOND)
def test_a_second_dim(text: str) -> None:
    (found,) = certain(text + "\n")
    assert found.check == "second-dim"
    assert errors(text + "\n") == {"Redimensioned array"}


@pytest.mark.parametrize("text", NO_SECOND)
def test_no_second_dim(text: str) -> None:
    assert [found for found in certain(text + "\n") if found.check == "second-dim"] == []


def test_where_errors_are_trapped_they_are_warnings() -> None:
    text = "10 ON ERROR GOTO 30\n20 A=1/0\n30 END\n"
    assert [found.severity for found in certain(text)] == ["warning"]
    assert [found.severity for found in certain(text.replace("GOTO 30", "GOTO 0"))] == ["error"]
