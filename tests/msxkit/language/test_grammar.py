"""Every form of every statement, as the manuals of MSX BASIC 1.0-2.1 and Disk BASIC give them, is accepted."""

from __future__ import annotations

import pytest

from msxkit.language.program import Program
from tests.msxkit.language.test_parser import faulty

FORMS = r"""
DEFUSR0=&HC000:A=USR(1):A=USR1("x"):A$=USR2(A$)
LINE -(10,10),1:LINE(0,0)-STEP(1,1),2,BF:LINE STEP(1,1)-(2,2),,B:LINE(0,0)-(1,1),2,BF,AND:LINE(0,0)-(1,1),,,XOR
PSET STEP(1,1):PSET(1,1),2,XOR:PSET(1,1),,TPSET:PRESET(1,1):PRESET STEP(1,1),3
CIRCLE STEP(1,1),5:CIRCLE(1,2),3,4,0,3.14,.5:CIRCLE(1,1),5,,,,2
PAINT(1,1),2,3:PAINT STEP(0,0),1:PAINT(1,1)
PUT SPRITE 0,STEP(1,1),1:PUT SPRITE 0,(1,2),3,4:PUT SPRITE 1,(1,2),,3:PUT SPRITE 1,,3
COPY (0,0)-(10,10),0 TO (1,1),1,XOR:COPY(0,0)-(1,1)TO A:COPY"A"TO(0,0),0:COPY A,1 TO(1,1)
COLOR=(1,2,3,4):COLOR=NEW:COLOR=RESTORE:COLOR SPRITE(0)=1:COLOR SPRITE$(0)=A$:COLOR:COLOR 1:COLOR ,,1
SET PAGE 0,1:SET ADJUST(0,0):SET DATE"87/01/01":SET TIME"10:00:00":SET BEEP 1,2:SET SCREEN:SET TITLE"X",1:SET PROMPT"ok"
SET PASSWORD"X":SET VIDEO 1,2
GET DATE A$:GET TIME A$,A:SET SCROLL 1,2
KEY (1) ON:KEY(2)STOP:KEY 1,"x"+CHR$(13):KEY LIST:KEY ON:KEY OFF
ON STRIG GOSUB ,,10:ON KEY GOSUB 10,,10:ON SPRITE GOSUB 10:ON STOP GOSUB 10
ON INTERVAL=60 GOSUB 10:ON INTERVAL=A GOSUB 10
INTERVAL OFF:INTERVAL ON:INTERVAL STOP:SPRITE ON:STOP ON:STRIG(0)ON:STRIG(1)STOP
OPEN"A"FOR INPUT AS#1:OPEN"A"AS #1 LEN=30:OPEN A$ FOR APPEND AS 2:OPEN"GRP:"FOR OUTPUT AS#1
PRINT#1,USING"##";A:PRINT #1,:PRINT#1,A;B$,C:INPUT#1,A$,B:LINE INPUT#1,A$:CLOSE:CLOSE#1,#2:CLOSE 1
MAXFILES=3:BLOAD"X",S:BLOAD"X",R,100:BLOAD"X":BSAVE"X",0,100,S:BSAVE"X",1,2,3
CALL KANJI:CALL MEMINI(100):_SYSTEM:_MKILL("A"):CALL FORMAT:_TURBO ON(A,B)
WIDTH 80:SCREEN ,2:SCREEN 1,,0:SCREEN 5:LOCATE ,5:LOCATE,,1:LOCATE 1:LOCATE 1,2,0
CLEAR:CLEAR 200:CLEAR 200,&HD000
ERASE A,B:SWAP A$(1),A$(2):MID$(A$,2)="x":MID$(A$(1),2,3)=B$:VDP(7)=1:TIME=0:BASE(5)=0:SPRITE$(1)=A$
RESUME 0:RESUME NEXT:RESUME 10:RETURN 10:ERROR 5:DSKO$ 0,1:A$=DSKI$(0,1):A=DSKF(0)
PLAY"A","B","C":PLAY A$,"",B$:SOUND 7,&B10111000:MOTOR:MOTOR ON:OUT &H98,1:WAIT 1,2:WAIT 1,2,3:BEEP
DEF FNA$(X$)=X$:DEF FNB(X,Y)=X*Y:DEF FNC=1:A=FNB(1,2):A$=FNA$("x"):A=FNC
PRINT USING "###";A;B:PRINT USING A$;B,C:PRINT A,B,:PRINT:?:PRINT A;:PRINT "A"B"C"TAB(3)SPC(2)D:LPRINT A:LPRINT
INPUT "x";A,B$:INPUT A(1):LINE INPUT "x";A$:LINE INPUT A$:INPUT"";A
IF A=1 GOTO 10 ELSE 20
IF A THEN 10 ELSE IF B THEN 20 ELSE PRINT
IF A THEN ELSE PRINT
IF A THEN IF B THEN 10 ELSE 20 ELSE 10
IF A THEN GOTO 10 ELSE GOTO 20
FORI=1TO10STEP-1:NEXT:FOR A%=B TO C STEP D:NEXT A%:FORI=1TO2:FORJ=1TO2:NEXTJ,I
ON A GOTO 10,,20:ON A+1 GOSUB 10,20:GOSUB 10:GOTO 10
A$=INPUT$(1):A$=INPUT$(1,1):A$=INPUT$(1,#1):A=INSTR(2,A$,"x"):A=INSTR(A$,"x"):A$=STRING$(3,"x"):A$=STRING$(3,65)
A=POINT(1,1):A=POINT STEP(1,1):A=VARPTR(A(0)):A=VARPTR(#1):A=PAD(0):A=STICK(0)ORSTRIG(0)
DRAW"XA$;":DRAW A$+"U5":NAME"A"AS"B":KILL"A":COPY"A"TO"B"
FIELD #1,10 AS A$,5 AS B$:PUT #1,2:GET#1:GET 1,2:LSET A$=B$:RSET A$=B$:PUT#1
MERGE"A":SAVE"A",A:LOAD"A",R:RUN"A":RUN"A",R:RUN 10:CSAVE"A",1:CLOAD:CLOAD?"A":CLOAD"A":FILES"*.*":LFILES
A=NOT B AND C OR D XOR E EQV F IMP G:A=-B^-C:A=(B)MOD(C)\D:A=B=C:A=B<>C:A=A$<B$
DEFINT A-Z:DEFSTR A,B-C:DEFDBL X:DEFSNG Y:LET A=1:LET A$(1)="x":DIM A(1),B$(2,3),C%(10)
LIST:LIST 10:LIST 10-20:LIST -20:LIST 10-:LLIST:DELETE 10-20:RENUM:RENUM 100:RENUM 100,10,5:AUTO:NEW:CONT:TRON:TROFF
A=ERL:A=ERR:A=CSRLIN:A$=INKEY$:A=TIME:A=RND(1):A=FRE(""):A=FRE(0):A=EOF(1):A=LOC(1):A=LOF(1):A=LPOS(0):A=POS(0):A=FPOS(1)
A=PLAY(0):IF PLAY(0) THEN 10
A(1)=2:A[1]=2:A#(B%(1),C!)=3
VPOKE BASE(2)+1,VPEEK(BASE(2)):POKE &HF3DB,PEEK(&HF3DB)XOR1
A$="x"+CHR$(&H1B)+"Y":PRINT CHR$(27);"x5":PRINT"a";:PRINT,,"b"
PRINT#1,"a";A$:PRINT USING"& & &";A$;B$:CIRCLE(128,96),50,15,-1,-2
CALL AQ:CMD RENUM:IPL
' comment:REM x
:::A=1:
SET ADJUST (3,-3):SET SCREEN
KEY 1,CHR$(12)+"list"+CHR$(13)
FOR I=0TO1STEP.1:NEXTI
A=B+-C--D:A=2*-3:A=NOT-1:A=-NOT1
PRINT-1;+2:PRINT(1)(2):PRINT A"x"B
IFA=1ORB=2THEN10
IFA$=""THENPRINT"X":GOTO10:ELSE20
PRINT HEX$(10);OCT$(8);BIN$(2);CVI("ab");MKI$(1):LSET A$=MKS$(1)
"""


@pytest.mark.parametrize("text", FORMS.strip("\n").split("\n"))
def test_every_form_is_read(text: str) -> None:
    (line,) = Program.from_ascii(b"10 " + text.encode()).lines
    assert [node.fault for node in faulty(line.statements)] == []


#: The same forms with one thing wrong, and the column where the machine stops.
WRONG = [
    ("LINE(0,0)", 10),
    ("CIRCLE 1,2,3", 8),
    ("PUT SPRITE(1,1)", 13),
    ("ON A 10,20", 8),
    ('OPEN"A"FOR READ AS#1', 12),
    ("FOR I 1 TO 2", 9),
    ("IF A PRINT", 6),
    ("NEXT 1", 6),
    ("SWAP A", 7),
    ("DEF FN=1", 7),
    ("MID$(A$)B$", 8),
    ("COLOR=1,2,3", 7),
    ("SET PAGE 0 1", 12),
    ("INPUT 5", 7),
    ('NAME"A","B"', 8),
    ("LOCATE 1;2", 9),
    ("PRINT USING", 12),
    ("LOCATE 1,2,3,4", 13),
    ("COLOR 1,2,3,4", 12),
    ("CLEAR 1,2,3", 10),
    ("WIDTH", 6),
    ("PLAY", 5),
    ("PLAY A$,,B$", 9),
    ("PLAY A$,B$,C$,D$", 14),
    ("LOCATE 1,", 10),
    ("SCREEN 2,", 10),
    ("COLOR ,", 8),
    ("CIRCLE(1,1),5,", 15),
    ('KEY (1),"X"', 8),
    ("KEY(1)", 7),
    ("DEFINT Z-A", 10),
    ("DEFINT A,AB", 11),
    ("DEFSTR A$", 9),
    ("SET BEEP 1,2,3", 13),
    ("SET TIME A$,B", 13),
    ("SET ADJUST 1,2", 12),
    ("FIELD #1,N AS A$", 17),
    ("ON ERROR GOTO 10,20", 17),
    ("RESUME 0,1", 9),
    ("A=USR", 6),
    ("A=USR10(1)", 6),
    ("DEFUSR10=1", 7),
    ("DEFUSR1.5=1", 7),
    ("DEFUSR&H1=1", 7),
    ("MAXFILES 3", 10),
]


@pytest.mark.parametrize(("text", "column"), WRONG)
def test_a_wrong_form_has_its_fault_where_it_is(text: str, column: int) -> None:
    (line,) = Program.from_ascii(b"10 " + text.encode()).lines
    (statement,) = faulty(line.statements)
    assert statement.fault is not None
    assert line.column(statement.fault.start) == column + 3
