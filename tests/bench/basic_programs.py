"""Programs whose compiled speed is compared with that of MSX BASIC, and how much faster they should be."""

from __future__ import annotations

from dataclasses import dataclass

#: The line with which the measured part begins, and that at which it ends.
MEASURED, END = 20, 90


@dataclass(frozen=True, slots=True)
class Timed:
    """A program of which the lines from 20 on, up to but without 90, are measured.

    Attributes:
        bar: How many times as fast as MSX BASIC it should be at least.
    """

    name: str
    bar: float
    source: str

    @property
    def setup(self) -> str:
        """The same without the measured lines."""
        return (
            "".join(f"{line}\n" for line in self._lines if int(line.split()[0]) < MEASURED) + f"{END} END\n"
        )

    @property
    def listing(self) -> str:
        """The program, with an end."""
        return "".join(f"{line}\n" for line in self._lines) + f"{END} END\n"

    @property
    def _lines(self) -> list[str]:
        return self.source.strip().splitlines()


PROGRAMS = (
    Timed(
        "1-D integer array",
        50,
        "10 DEFINT A-Z:DIM A(500)\n20 FOR J=1 TO 5:FOR I=0 TO 500:A(I)=I:NEXT I:NEXT J",
    ),
    Timed(
        "1-D integer array, read and written",
        50,
        "10 DEFINT A-Z:DIM A(500)\n20 FOR J=1 TO 5:FOR I=1 TO 500:A(I)=A(I-1)+J:NEXT I:NEXT J",
    ),
    Timed(
        "sieve",
        45,
        "10 DEFINT A-Z:DIM F(2000)\n"
        "20 FOR I=2 TO 1000:IF F(I)=0 THEN FOR J=I+I TO 1000 STEP I:F(J)=1:NEXT J:C=C+1\n"
        "30 NEXT I",
    ),
    Timed(
        "A=I*3+5:B=A\\7:C=B MOD 9 to 5,000",
        45,
        "10 DEFINT A-Z\n20 FOR I=1 TO 5000:A=I*3+5:B=A\\7:C=B MOD 9:NEXT",
    ),
    Timed(
        "float array",
        20,
        "10 DIM A(100)\n20 FOR I=0 TO 100:A(I)=I*.5:NEXT:FOR I=1 TO 100:A(I)=A(I)+A(I-1):NEXT",
    ),
    Timed("2-D array", 20, "10 DIM B(20,20)\n20 FOR I=0 TO 20:FOR J=0 TO 20:B(I,J)=B(J,I)+I*J:NEXT J:NEXT I"),
    Timed("A*1.01+.5/A", 6, "10 A=1.234567\n20 FOR I=1 TO 200:A=A*1.01+.5/A:NEXT"),
    Timed(
        "trigonometry",
        5,
        "10 A=0\n20 FOR I=1 TO 20:A=SIN(I)+COS(I)*TAN(I)+SQR(I)+LOG(I)+EXP(I/9)+ATN(I):NEXT",
    ),
    Timed("strings", 8, '10 A$=""\n20 FOR I=1 TO 200:A$=LEFT$(STR$(I)+"HELLO",4)+MID$("ABCDEF",2,3):NEXT'),
    Timed(
        "strings in an array",
        8,
        "10 CLEAR 300:DIM A$(20)\n20 FOR J=1 TO 10:FOR I=0 TO 20:A$(I)=STR$(I*J):NEXT:NEXT",
    ),
    Timed("RND", 6, "10 A=0\n20 FOR I=1 TO 300:A=INT(RND(1)*10):NEXT"),
    Timed("LINE", 6, "10 SCREEN 2\n20 FOR I=0 TO 190 STEP 10:LINE(0,I)-(255,191-I),8:NEXT"),
    Timed("CIRCLE", 5, "10 SCREEN 2\n20 FOR I=5 TO 60 STEP 5:CIRCLE(128,96),I:NEXT"),
    Timed("PAINT", 10, "10 SCREEN 2:CIRCLE(128,96),60\n20 PAINT(128,96)"),
    Timed("DRAW", 5, '10 SCREEN 2\n20 FOR I=1 TO 20:DRAW"BM100,90S8U20R20D20L20E9F9G9H9":NEXT'),
    Timed(
        "game loop",
        35,
        "10 SCREEN 1,2:DEFINT A-Z:X=100:Y=80\n"
        "20 FOR N=1 TO 200:S=STICK(0):IF S=3 THEN X=X+2\n"
        "30 IF S=7 THEN X=X-2\n"
        "40 IF STRIG(0) THEN Y=Y-1\n"
        "50 IF X>200 THEN X=10\n"
        "60 X=X+1:IF VPEEK(6144+(Y\\8)*32+X\\8)<>32 THEN C=C+1\n"
        "70 PUT SPRITE 0,(X,Y),8,0:NEXT",
    ),
)
