from __future__ import annotations

import pytest
from hypothesis import given

from msxkit.language import ast
from msxkit.language.parser import Fault, parse
from msxkit.language.program import Program
from msxkit.language.scanner import CrunchError, crunch, scan
from tests.msxkit.language.conftest import RUN, Recorded
from tests.msxkit.language.test_scanner import lines


def tree(text: str) -> tuple[ast.Statement, ...]:
    result = parse(scan(crunch(text.encode("latin-1"))))
    assert not isinstance(result, Fault), (text, result)
    return result


def fault(text: str) -> Fault:
    result = parse(scan(crunch(text.encode("latin-1"))))
    assert isinstance(result, Fault), text
    return result


@pytest.mark.parametrize("entry", RUN, ids=lambda entry: entry.name)
def test_faults_are_where_the_machine_stops(entry: Recorded) -> None:
    """A program that ran without a syntax error has none; one that stopped at one has it in that line."""
    faults = {
        line.number: result
        for line in Program.from_ascii(entry.program).lines
        if isinstance(result := parse(line.tokens), Fault)
    }
    stops = [row for row in entry.screen if row.startswith(("Syntax error in", "Missing operand in"))]
    if entry.name == "statements/data-type-mismatch":
        # The machine's words for a DATA item that is no number.
        assert stops == ["Syntax error in 30"]
        assert not faults
        return
    assert [f"{found.message} in {number}" for number, found in faults.items()] == stops


# Every statement of the manuals, in spellings that public listings use.
VALID = """
KEY(1)ON:KEY(2) OFF:KEY(3)STOP:KEY OFF:KEYON:KEY LIST:KEY1,"A"+CHR$(13):KEY (1),"X"
PUT SPRITE 0,(X,Y),15,0:PUTSPRITE0,STEP(1,1),,3:PUT SPRITE 1,,5:PUTSPRITE 2,(X,Y):PUT SPRITE 1,,,4
LINE(0,0)-(255,191),4,BF:LINE-(1,2),3:LINE -STEP(1,2):LINE STEP(1,1)-STEP(3,4),,B:LINE(1,2)-(3,4),8,BF,XOR
CIRCLE(100,100),50,15,,,1.4:CIRCLE STEP(0,0),R:CIRCLE(X,Y),R,C,-1,2:PAINT(1,2):PAINT STEP(1,2),3,4
PSET(1,2),3:PRESET(1,2):PSET STEP(1,2),C,XOR:PSET(X,Y),5,TAND:PSET(X,Y),,TOR
COPY(0,0)-(10,10),0 TO (5,5),1,TPSET:COPY (1,2)-STEP(3,4) TO(5,6):COPY"A.SCR"TO(0,0),1:COPY A TO (1,2),0,AND
COPY(1,2)-(3,4),1 TO"B":COPY "A" TO "B":COPY A,1 TO (3,4),0,PSET:COPY(1,2)-(3,4)TO A:COPY"A"
SET PAGE 0,1:SETPAGE1,0:SET ADJUST(1,2):SET BEEP 1,2:SET TIME "00:00:00",A:SET DATE"1/1/88":SET TITLE "X",2
SET PROMPT "OK":SET PASSWORD "X":SET SCREEN:SET VIDEO 1,2:SET SCROLL X,Y,1,1:GET DATE A$:GET TIME T$
GET DATE A$,A
COLOR=(1,7,7,7):COLOR=NEW:COLOR=RESTORE:COLOR15,4,7:COLOR,,4:COLOR SPRITE(1)=3:COLOR SPRITE$(1)=CHR$(3)
COLOR 15
ON INTERVAL=60GOSUB100:INTERVALON:INTERVAL OFF:INTERVAL STOP:ONKEYGOSUB100,,200:ON STRIG GOSUB ,100
ON SPRITE GOSUB 100:ONSTOPGOSUB100:STOPON:STOP OFF:SPRITE ON:SPRITEOFF:STRIG(0)ON:STRIG(1)STOP
ONERRORGOTO100
OPEN"GRP:"AS#1:OPEN "A:X.DAT" FOR OUTPUT AS #1:OPEN"CAS:"FORINPUTAS1:OPEN A$ FOR APPEND AS F
OPEN"X"AS#1LEN=128
PRINT#1,"X":PRINT#1,USING"##";A:INPUT#1,A$,B:LINE INPUT#1,A$:LINEINPUT"X";A$:INPUT A,B$,C(1):CLOSE
CLOSE#1,#2
FIELD#1,10 AS A$,20ASB$:LSETA$=B$:RSET A$=C$:GET#1,R:PUT#1:PUT 1,2:GET #F,X+1:CLOSE 1,2
DEFINTA-Z:DEFSTR A,B,C-D:DEF FNA(X,Y)=X+Y:DEFFNB$(X$)=X$:DEF FNC=5:DEFUSR=&HC000:DEFUSR1=X:A=USR(0)
A=USR1(A)
IFA=1THENB=2ELSEC=3:IF A THEN 100:IF A GOTO 100 ELSE 200:IFA=1THENIFB=2THENC=3ELSED=4ELSEE=5
IF A THEN ELSE B=1
A=NOT B:A=-NOT B:A=A=B:A=A><B:A=A=>B:A=A< >B:A=A AND NOT B:A=A+-B:A=2^-3:A=--B:A=A*-B
A=&HFF00 OR &O17 XOR &B11
POKE&HF3DB,0:A=PEEK(&HF3DB)ANDNOT7:VPOKE BASE(2)+I,A:VDP(1)=VDP(1)OR2:BASE(2)=A:TIME=0:A=TIME MOD 60
MID$(A$,2,3)="X":MID$(A$(1),2)=B$:A$=LEFT$(A$,LEN(A$)-1)+INPUT$(1):A$=INPUT$(2,#1):SPRITE$(0)=A$
A$=SPRITE$(0)
PRINT A$B$;:PRINT"A"A"B"B;TAB(5)"X"SPC(3):PRINT A;B,C:?:?"X",,"Y":LPRINT"X":PRINT USING"###.##";A;B
PRINT A(1)(2)
PLAY"CDE","EFG":PLAY A$:PLAY#2,A$,B$:DRAW"BM10,10":SOUND7,&B10111000:SCREEN2,2,,,1:SCREEN,,0:LOCATE,5
LOCATE 1
READ A,B$,C(I),D(I,J):RESTORE:RESTORE 210:DATA 1,2,"A:B",X:DIM A(10),B$(2,3),C:ERASE A,B$:SWAP A(1),A(2)
BSAVE"X",&HC000,&HD000,&HC000:BSAVE"X",0,1,S:BLOAD"X",R:BLOAD"CAS:",R,100:LOAD"X",R:SAVE"X",A:RUN"X",R
RUN 10:RUN
CLOAD:CLOAD"X":CLOAD?:CLOAD?"X":CSAVE"X",2:MOTOR:MOTOR ON:CALL MUSIC(1,0,1,1):_TURBO ON:CALL VOICE(@1,@2)
CMD X,Y
CLEAR 200,&HD000:CLEAR:CLEAR,&HC000:MAXFILES=2:WAIT 1,2:WAIT 1,2,3:OUT &H98,A:RESUME NEXT:RESUME:RESUME 0
RETURN 9
A=STRIG(0):A=POINT(1,2):A=VARPTR(A(0)):A=VARPTR(#1):A=LOC(#1):A$=DSKI$(0,1):DSKO$0,1:A=INSTR(2,A$,B$)
A=FRE("")
NAME"A"AS"B":KILL"A":FILES:FILES"*.BAS":NEW:AUTO 10,10:DELETE 10-20:RENUM 10,20,5:LIST 10-:LLIST -20
LIST.:TRON
A B=5:X Y$="A":PRINT A B;X Y$:A [1]=5:B[1,2]=A[3]:LETB$="X":PUT KANJI(1,2),&H3021,15,PSET
GOTO 300 THIS IS NEVER READ:GOSUB 100 TOO:ON STRIG(0)+1 GOTO 100:ON INSTR("YN",A$) GOTO 100,200
IF(A=1)AND(B=2)THEN340ELSE:IFA=2THEN'X
ELSE PRINT:FOR I=0 TO 10 STEP .5:NEXT I:FORJ=ATOBSTEPC:NEXTJ:NEXT:NEXT I,J
"""


@pytest.mark.parametrize("text", VALID.strip().splitlines())
def test_reads_every_statement(text: str) -> None:
    tree(text)


@pytest.mark.parametrize(
    ("text", "message", "found", "expected"),
    [
        ("PRINT 1+", "Missing operand", "the end of the line", "an expression"),
        ("POKE 1,", "Syntax error", "", ""),
        ("IF A=0 PRINT", "Syntax error", "PRINT", "THEN"),
        ("PRINT (1+2", "Syntax error", "the end of the line", "')'"),
        ("FOO", "Syntax error", "the end of the line", "'='"),
        ('LEN("A")=1', "Syntax error", "LEN", "a statement"),
        ("FOR I=1:NEXT", "Syntax error", "':'", "TO"),
    ],
)
def test_says_what_was_expected(text: str, message: str, found: str, expected: str) -> None:
    if not found:
        tree(text)  # left to the check of arguments
        return
    result = fault(text)
    assert (result.message, result.found) == (message, found)
    assert expected in result.expected


def test_precedence() -> None:
    def shape(node: ast.Expression) -> str:
        if isinstance(node, ast.Binary):
            return f"({shape(node.left)}{node.operator}{shape(node.right)})"
        if isinstance(node, ast.Unary):
            return f"({node.operator}{shape(node.operand)})"
        assert isinstance(node, ast.Variable)
        return node.name

    for text, expected in {
        "-A^B": "(-(A^B))",
        "A+B*C^D": "(A+(B*(C^D)))",
        "A-B-C": "((A-B)-C)",
        "A*-B+C": "((A*(-B))+C)",
        "A\\B MOD C": "((A\\B)MODC)",
        "A/B\\C": "((A/B)\\C)",
        "NOT A=B AND C": "((NOT(A=B))ANDC)",
        "A OR B AND C": "(AOR(BANDC))",
        "A=B=C": "((A=B)=C)",
        "A EQV B IMP C": "((AEQVB)IMPC)",
    }.items():
        (statement,) = tree("X=" + text)
        assert isinstance(statement, ast.Assign)
        assert shape(statement.value) == expected, text


def test_else_belongs_to_the_nearest_if() -> None:
    (outer,) = tree("IF A THEN IF B THEN C=1 ELSE D=1")
    assert isinstance(outer, ast.If)
    assert outer.otherwise is None
    (inner,) = outer.then.statements
    assert isinstance(inner, ast.If)
    assert inner.otherwise is not None


def test_names_with_blanks_and_flags_that_are_no_variables() -> None:
    variables = [
        node.name
        for statement in tree('A B 1=2:LINE(X,Y)-(3,4),5,BF:BLOAD"X",R')
        for node in ast.walk(statement)
        if isinstance(node, ast.Variable)
    ]
    assert variables == ["AB1", "X", "Y"]


@given(lines)
def test_any_line_parses_or_has_a_fault_inside_it(text: bytes) -> None:
    try:
        stored = crunch(text)
    except CrunchError:
        return
    result = parse(scan(stored))
    if isinstance(result, Fault):
        assert 0 <= result.start <= result.end <= len(stored)
        assert result.message in ("Syntax error", "Missing operand")
