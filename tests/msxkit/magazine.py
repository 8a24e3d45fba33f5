"""Twenty-four programs in the ways of magazines, written for the tests: pictures that hold themselves, checksums in
DATA, machine code in DATA, music, sprites, disks in two parts, misprints, and listings typed on other computers.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Typed:
    """A program as a reader would have it.

    Attributes:
        text: The listing.
        stop: How `msxkit run` says it ends.
        shows: Text on the screen at the end; nothing for a picture.
        keys: What the reader types.
        encoding: How the listing is stored.
        misprint: Words of what `check` finds; nothing: it finds no error.
        compiles: Whether a cartridge of it can be made.
        medium: What it is on: nothing, or a file name's ending.
        others: More programs or files on the same disk.
        machine: The machine it is for.
    """

    text: str
    stop: str = "ok"
    shows: str = ""
    keys: str = ""
    encoding: str = "utf-8"
    misprint: str = ""
    compiles: bool = True
    medium: str = ""
    others: dict[str, str] = field(default_factory=dict)
    machine: str = "msx2"


MAGAZINE: dict[str, Typed] = {
    # Pictures and what holds them
    "rings": Typed(
        (
            "10 REM *** RINGS ***\n"
            "20 COLOR 15,1,1:SCREEN 2\n"
            "30 FOR R=10 TO 90 STEP 10\n"
            "40 CIRCLE(128,96),R,R/10+2\n"
            "50 NEXT R\n"
            "60 GOTO 60\n"
        ),
        stop="repeat",
    ),
    "starfield": Typed(
        (
            "10 SCREEN 2:COLOR 15,1,1:CLS:A=RND(-7)\n"
            "20 FOR I=1 TO 60:PSET(INT(RND(1)*256),INT(RND(1)*192)),15:NEXT\n"
            '30 LINE(20,150)-(235,190),12,BF:DRAW "BM60,150C8R30U20L30D20BR40R60U30L60D30"\n'
            "40 IF STRIG(0)=0 THEN 40\n"
            "50 SCREEN 0\n"
        ),
        stop="key",
    ),
    "palette": Typed(
        (
            "10 SCREEN 5:SET PAGE 0,0\n"
            "20 FOR I=0 TO 15:COLOR=(I,I MOD 8,7-I MOD 8,I\\2):LINE(I*16,0)-(I*16+15,211),I,BF:NEXT\n"
            '30 OPEN"GRP:"AS#1:PRESET(8,8):PRINT#1,"MSX2":CLOSE\n'
            "40 GOTO 40\n"
        ),
        stop="repeat",
    ),
    "eight": Typed(
        (
            "10 DEFINT A-Z:SCREEN 8\n"
            "20 FOR Y=0 TO 15:FOR X=0 TO 15:LINE(X*16,Y*13)-STEP(15,12),Y*16+X,BF:NEXT X,Y\n"
            "30 A$=INPUT$(1)\n"
        ),
        stop="key",
    ),
    # Music
    "tune": Typed(
        (
            "10 '** TUNE **\n"
            '20 A$="T180O4L8CDEFGABO5C":B$="T180O3L4CGCG"\n'
            "30 PLAY A$,B$\n"
            '40 PRINT "PLAYING"\n'
            "50 GOTO 50\n"
        ),
        stop="repeat",
        shows="PLAYING",
    ),
    "jukebox": Typed(
        (
            "10 READ N:RESTORE 100\n"
            "20 FOR I=1 TO 3:READ M$:NEXT\n"
            "30 PLAY M$:IF PLAY(0) THEN GOTO 30 ELSE 30\n"
            "100 DATA L16CEG,L16DFA,L16EGB\n"
        ),
        stop="error",
        shows="Syntax error in 100",
    ),
    "siren": Typed(
        (
            "10 SOUND 7,&B10111110:SOUND 8,12\n"
            "20 FOR I=200 TO 100 STEP -4:SOUND 0,I:NEXT\n"
            "30 FOR I=100 TO 200 STEP 4:SOUND 0,I:NEXT\n"
            "40 N=N+1:IF N<4 THEN 20\n"
            '50 BEEP:PRINT "END"\n'
        ),
        shows="END",
    ),
    # DATA and machine code
    "checksum": Typed(
        (
            "100 RESTORE 1000:FOR L=1000 TO 1010 STEP 10:S=0\n"
            '110 FOR I=1 TO 8:READ A$:S=S+VAL("&H"+A$):NEXT\n'
            '120 READ C:IF S<>C THEN PRINT "CHECK LINE";L:END\n'
            '130 NEXT L:PRINT "DATA OK":END\n'
            "1000 DATA 3E,41,32,00,E1,C9,00,00,603\n"
            "1010 DATA 01,02,03,04,05,06,07,08,36\n"
        ),
        shows="DATA OK",
    ),
    "badsum": Typed(
        (
            '100 FOR I=1 TO 4:READ A$:S=S+VAL("&H"+A$):NEXT:READ C\n'
            '110 IF S<>C THEN PRINT "CHECK LINE 1000":END\n'
            '120 PRINT "DATA OK"\n'
            "1000 DATA 3E,4l,32,C9,378\n"
        ),
        shows="CHECK LINE 1000",
    ),
    "loader": Typed(
        (
            "10 CLEAR 200,&HDFFF:FOR I=&HE000 TO &HE008:READ A:POKE I,A:S=S+A:NEXT\n"
            '20 IF S<>758 THEN PRINT"ERROR":STOP\n'
            "30 DEFUSR=&HE000:A=USR(0):PRINT PEEK(&HE100)\n"
            "40 DATA 62,42,50,0,225,175,0,0,201\n"
        ),
        stop="break",
        shows="ERROR",
        compiles=False,
    ),
    "usr": Typed(
        (
            "10 CLEAR 200,&HDFFF:FOR I=&HE000 TO &HE005:READ A:POKE I,A:NEXT\n"
            "20 DEFUSR=&HE000:A=USR(0):PRINT PEEK(&HE100)\n"
            "30 DATA 62,42,50,0,225,201\n"
        ),
        shows=" 42",
    ),
    # Dialogues and games
    "quiz": Typed(
        (
            '10 CLS:INPUT "YOUR NAME";N$\n'
            '20 PRINT "HELLO ";N$:INPUT "6 X 7";A\n'
            '30 IF A=42 THEN PRINT "RIGHT" ELSE PRINT "WRONG"\n'
        ),
        shows="RIGHT",
        keys="ANN\\r42\\r",
    ),
    "adventure": Typed(
        (
            "10 DIM D$(3):FOR I=0 TO 3:READ D$(I):NEXT:R=0\n"
            '20 PRINT D$(R):LINE INPUT ">";C$\n'
            '30 IF C$="N" AND R<3 THEN R=R+1:GOTO 20\n'
            '40 IF C$="S" AND R>0 THEN R=R-1:GOTO 20\n'
            '50 IF C$="QUIT" THEN END\n'
            '60 PRINT "I CAN\'T DO THAT":GOTO 20\n'
            "70 DATA A CAVE,A HALL,A BRIDGE,THE GARDEN\n"
        ),
        shows="THE GARDEN",
        keys="N\\rXYZZY\\rN\\rN\\rQUIT\\r",
    ),
    "catcher": Typed(
        (
            '10 DEFINT A-Z:SCREEN 2,2:FOR I=1 TO 32:READ A$:S$=S$+CHR$(VAL("&H"+A$)):NEXT:SPRITE$(0)=S$\n'
            "20 X=120:ON SPRITE GOSUB 90:SPRITE ON\n"
            "30 D=STICK(0):X=X+(D=7)*4-(D=3)*4\n"
            "40 PUT SPRITE 0,(X,160),11,0\n"
            "50 PUT SPRITE 1,(60,40),8,0\n"
            "60 IF STRIG(0) THEN END\n"
            "70 GOTO 30\n"
            "90 SPRITE OFF:BEEP:RETURN\n"
            "100 DATA 03,0F,1F,3F,7F,7F,FF,FF,FF,FF,7F,7F,3F,1F,0F,03\n"
            "110 DATA C0,F0,F8,FC,FE,FE,FF,FF,FF,FF,FE,FE,FC,F8,F0,C0\n"
        ),
        stop="limit",
    ),
    "snake": Typed(
        (
            "10 SCREEN 1:WIDTH 32:KEY OFF:CLS\n"
            "20 X=15:Y=10\n"
            '30 LOCATE X,Y:PRINT "O";\n'
            '40 A$=INKEY$:IF A$="" THEN 40\n'
            "50 IF A$=CHR$(28) THEN X=X+1\n"
            "60 IF A$=CHR$(29) THEN X=X-1\n"
            '70 IF X<0 OR X>30 THEN PRINT "CRASH":END\n'
            "80 GOTO 30\n"
        ),
        stop="key",
        shows="OOOO",
        keys="\\x1c\\x1c\\x1c",
    ),
    # Misprints
    "ell": Typed(
        ('10 PR1NT "HELLO"\n20 G0TO 40\n30 END\n40 END\n'),
        stop="error",
        shows="Syntax error in 10",
        misprint="PRINT",
    ),
    "twonumbers": Typed(
        ('100 GOSUB 200\n110 END\n200280 RETURN\n200 PRINT "SUB"\n210 GOTO 900\n'),
        stop="error",
        shows="Undefined line number in 210",
        misprint="900",
        compiles=False,
    ),
    # Other computers' characters
    "latin": Typed(('10 PRINT "CAFÉ À LA CARTE"\n20 REM © 1986\n'), shows="CAFÉ", encoding="latin-1"),
    "dos": Typed(('10 PRINT "┌──┐"\n20 PRINT "│OK│"\n30 PRINT "ÄÖÜ"\n'), shows="OK", encoding="cp437"),
    # Media
    "twoparts": Typed(
        '10 PRINT "PART 1":RUN"PART2.BAS"\n',
        shows="PART 2  7",
        medium=".dsk",
        others={
            "PART2.BAS": '10 OPEN"SCORES.DAT"FOR INPUT AS#1:INPUT#1,A:CLOSE\n20 PRINT "PART 2 ";A\n',
            "SCORES.DAT": "7\r\n\x1a",
        },
    ),
    "cassette": Typed('10 PRINT "FROM TAPE"\n', shows="FROM TAPE", medium=".cas"),
    "recorded": Typed('10 FOR I=1 TO 3:PRINT I:NEXT:PRINT "FROM SOUND"\n', shows="FROM SOUND", medium=".wav"),
    "rom": Typed(('10 PRINT "FROM ROM"\n20 GOTO 20\n'), stop="repeat", shows="FROM ROM", medium=".rom"),
    "tokens": Typed(('10 PRINT "SAVED":A=&HFF:B=1.5:IF A>B THEN 20\n20 END\n'), shows="SAVED", medium=".bas"),
}
