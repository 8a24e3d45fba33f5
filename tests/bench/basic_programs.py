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
        c: The same in C: functions `setup` and `work`.
    """

    name: str
    bar: float
    source: str
    c: str = ""

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
        "int a[501]; void setup(void) {}\n"
        "void work(void) { int i, j; for (j = 1; j <= 5; j++) for (i = 0; i <= 500; i++) a[i] = i; }",
    ),
    Timed(
        "1-D integer array, read and written",
        50,
        "10 DEFINT A-Z:DIM A(500)\n20 FOR J=1 TO 5:FOR I=1 TO 500:A(I)=A(I-1)+J:NEXT I:NEXT J",
        "int a[501]; void setup(void) { memset(a, 0, sizeof a); }\n"
        "void work(void) { int i, j; for (j = 1; j <= 5; j++) for (i = 1; i <= 500; i++) a[i] = a[i - 1] + j; }",
    ),
    Timed(
        "sieve",
        45,
        "10 DEFINT A-Z:DIM F(2000)\n"
        "20 FOR I=2 TO 1000:IF F(I)=0 THEN FOR J=I+I TO 1000 STEP I:F(J)=1:NEXT J:C=C+1\n"
        "30 NEXT I",
        """int f[2001], c; void setup(void) { memset(f, 0, sizeof f); c = 0; }
void work(void) {
  int i, j;
  for (i = 2; i <= 1000; i++) if (f[i] == 0) { for (j = i + i; j <= 1000; j += i) f[j] = 1; c++; }
}""",
    ),
    Timed(
        "A=I*3+5:B=A\\7:C=B MOD 9 to 5,000",
        45,
        "10 DEFINT A-Z\n20 FOR I=1 TO 5000:A=I*3+5:B=A\\7:C=B MOD 9:NEXT",
        """int c; void setup(void) {}
void work(void) { int i, a, b; for (i = 1; i <= 5000; i++) { a = i * 3 + 5; b = a / 7; c = b % 9; } }""",
    ),
    Timed(
        "nested loops",
        60,
        "10 DEFINT A-Z\n20 FOR I=1 TO 60:FOR J=1 TO 60:IF I AND J THEN S=S+1\n30 T=T XOR (I-J):NEXT J:NEXT I",
        """int s, t; void setup(void) { s = t = 0; }
void work(void) { int i, j; for (i = 1; i <= 60; i++) for (j = 1; j <= 60; j++) { if (i & j) s++; t ^= i - j; } }""",
    ),
    Timed(
        "array of bytes, by POKE and PEEK",
        90,
        "10 DEFINT A-Z:CLEAR 200,&HC7FF:B=&HC800\n"
        "20 FOR I=0 TO 999:POKE B+I,I AND 255:NEXT:FOR I=0 TO 999:S=S+PEEK(B+I) AND 1023:NEXT",
        """unsigned char b[1000]; int sum; void setup(void) {}
void work(void) {
  int i, s = 0;
  for (i = 0; i <= 999; i++) b[i] = i;
  for (i = 0; i <= 999; i++) s = (s + b[i]) & 1023;
  sum = s;
}""",
    ),
    Timed(
        "string search, INSTR",
        1.5,
        '10 CLEAR 500:DEFINT A-Z:A$=STRING$(200,"A")+"NEEDLE"\n20 FOR N=1 TO 20:P=INSTR(A$,"NEEDLE"):NEXT',
        """char a[210]; const char *p;
void setup(void) { memset(a, 'A', 200); strcpy(a + 200, "NEEDLE"); }
void work(void) { int n; for (n = 1; n <= 20; n++) p = strstr(a, "NEEDLE"); }""",
    ),
    Timed(
        "ships placed as by the original, in integers",
        25,
        """10 DEFINT A-Z:DIM T(10,10,2),C(4),M(4):FOR I=1 TO 4:READ C(I),M(I):NEXT:DATA 4,1,3,2,2,3,1,4:R=7:B=10
20 FOR I=1 TO 4:C=C(I):FOR N=1 TO M(I):FOR P=1 TO 2
30 R=(R*75+74) MOD 257:X=R MOD (B-C+1)+1:R=(R*75+74) MOD 257:Y=R MOD B+1
40 GOSUB 80:IF F THEN 60
50 X=X+1:IF X+C-1>B THEN X=1:Y=Y+1
55 IF Y>B THEN Y=1
58 GOTO 40
60 FOR K=0 TO C-1:T(X+K,Y,P)=I:NEXT
70 NEXT P,N,I:GOTO 90
80 F=1:FOR K=0 TO C-1:IF T(X+K,Y,P)<>0 THEN F=0
85 NEXT:RETURN""",
        """int t[11][11][3], c[5], m[5], p, x, y, f, z;
void setup(void) { int i; memset(t, 0, sizeof t); for (i = 1; i <= 4; i++) { c[i] = 5 - i; m[i] = i; } }
void room(void) { int k; f = 1; for (k = 0; k <= z - 1; k++) if (t[x + k][y][p] != 0) f = 0; }
void work(void) {
  int i, n, k, r = 7, b = 10;
  for (i = 1; i <= 4; i++) {
    z = c[i];
    for (n = 1; n <= m[i]; n++) for (p = 1; p <= 2; p++) {
      r = (r * 75 + 74) % 257; x = r % (b - z + 1) + 1; r = (r * 75 + 74) % 257; y = r % b + 1;
      for (room(); !f; room()) { x++; if (x + z - 1 > b) { x = 1; y++; } if (y > b) y = 1; }
      for (k = 0; k <= z - 1; k++) t[x + k][y][p] = i;
    }
  }
}""",
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
