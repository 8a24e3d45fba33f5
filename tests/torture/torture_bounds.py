"""Programs without end, and inputs as large as they get

Some BASIC programs never stop and take all they can get of strings, arrays, stack, screen, printer, files, sound and
errors. `msxkit run --max-seconds 3` must end by itself, within 10 seconds and 300 MB. Then every format gets files that
are endless, or larger than any of their kind. There must be a message or a result within 60 seconds and 1,000 MB.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from msxkit.cli import main
from msxkit.media import cassette, wav_writing
from msxkit.media.disk import format_disk
from msxkit.media.fat12 import Stamp
from tests.conftest import RECORDINGS
from tests.torture import Effort, Row, Trial, child, rows

BOMB_SECONDS, BOMB_MEGABYTES = 10.0, 300.0
SECONDS, MEGABYTES = 60.0, 1000.0
BOMBS = """
10 A$=A$+"X":GOTO 10
10 CLEAR 20000:DIM A$(90)|20 A$(N)=STRING$(255,"X"):N=N+1:GOTO 20
10 DIM A(3000)|20 ERASE A:GOTO 10
10 ON ERROR GOTO 20|20 N=N+1:DIM A(N):RESUME 10
10 PRINT STRING$(200,"A");:GOTO 10
10 LPRINT STRING$(200,"A"):GOTO 10
10 N=N+1:OPEN "F"+MID$(STR$(N),2) FOR OUTPUT AS #1:CLOSE:GOTO 10
10 OPEN "F" FOR OUTPUT AS #1|20 PRINT #1,STRING$(200,"A"):GOTO 20
10 MAXFILES=9:FOR I=1 TO 9:OPEN HEX$(I) FOR OUTPUT AS #I:NEXT|20 FOR I=1 TO 9:PRINT #I,STRING$(200,"A"):NEXT:GOTO 20
10 OPEN "F" AS #1 LEN=256:FIELD #1,255 AS A$|20 N=N+1:LSET A$="X":PUT #1,N:GOTO 20
10 OPEN "F" AS #1:PUT #1,4E9
10 ON ERROR GOTO 20|20 N=N*2+1:PUT #1,N:RESUME 10
10 GOSUB 10
10 FOR I=1 TO 2:GOTO 10
10 DEF FNA(X)=FNA(X+1):PRINT FNA(1)
10 DEF FNA(X)=FNB(X)+FNB(X):DEF FNB(X)=FNA(X)+FNA(X):PRINT FNA(1)
10 ON ERROR GOTO 10:ERROR 5
10 ON ERROR GOTO 20:ERROR 5|20 RESUME 10
10 RUN
10 SAVE "A":RUN "A"
10 SAVE "A",A:MERGE "A"
10 SAVE "A":LOAD "A",R
10 N=N+1:BSAVE "F"+MID$(STR$(N),2),0,&HFFFE:GOTO 10
10 OPEN "A" FOR OUTPUT AS #1:CLOSE|20 N=N+1:COPY "A" TO "F"+MID$(STR$(N),2):GOTO 20
10 BEEP:GOTO 10
10 SOUND 8,15:GOTO 10
10 PLAY "V15L64CDEFGAB":GOTO 10
10 A$="XA$;":PLAY A$
10 A$="XA$;XA$;":DRAW A$
10 SPRITE$(0)=STRING$(8,255):PUT SPRITE 0,(10,10),15,0:GOTO 10
10 PRINT USING STRING$(200,"#");1E62:GOTO 10
10 A=RND(-TIME):PRINT A^A;EXP(SIN(A)):GOTO 10
10 SCREEN 0:SCREEN 1:WIDTH 1:WIDTH 32:GOTO 10
10 ON INTERVAL=1 GOSUB 20:INTERVAL ON|15 GOTO 15|20 INTERVAL ON:GOTO 20
10 DATA 1|20 RESTORE:READ A:GOTO 20
10 FOR I=-32768 TO 65535:POKE I,255:NEXT:GOTO 10
10 FOR I=0 TO 16383:VPOKE I,RND(1)*255:NEXT:GOTO 10
10 A$=STRING$(255,"9"):A=VAL(A$):B$=HEX$(VAL("&H"+A$)):GOTO 10
10 TRON:GOTO 10
10 X=1E62:FOR I=0 TO X STEP 1E-30:NEXT
10 IF INKEY$="" THEN 10
10 A$=INPUT$(1):GOTO 10
10 INPUT A$:GOTO 10
10 WAIT 0,1
10 DEFINT A|20 CLEAR:DEFSTR A:GOTO 10
10 SCREEN 2:PAINT(0,0):CIRCLE(128,96),32767:LINE(-32768,-32768)-(32767,32767),,BF:GOTO 10
10 CIRCLE(0,0),-1:GOTO 10
10 LIST:GOTO 10
10 SWAP A,B:A=A+1:B=-A:MID$(A$,1)="X":GOTO 10
""".strip().splitlines()


def torture(effort: Effort) -> Iterator[Row]:
    """Programs, then files."""
    bombs = [("BASIC programs without end", bomb) for bomb in _some(BOMBS, effort)]
    yield from rows(effort, _bomb, bombs)
    typed = [("the same at the prompt, through a pipe", bomb) for bomb in _some(BOMBS[::4], effort)]
    yield from rows(effort, _typed, typed)
    files = [(line[0], line) for line in LARGE if effort.scale >= 1 or line[0] in _QUICK]
    yield from rows(effort, _large, files)


def _some(items: list[str], effort: Effort) -> list[str]:
    if effort.scale >= 1:
        return items
    return random.Random(effort.seed).sample(items, max(1, round(len(items) * effort.scale)))


def _bomb(bomb: str) -> Trial:
    with child.folder() as folder:
        (folder / "bomb.bas").write_text(bomb.replace("|", "\n") + "\n", "ascii")
        argv = ["run", "--max-seconds", "3", "bomb.bas", "--printer", "out.txt"]
        return _run(bomb, argv, folder, BOMB_SECONDS, BOMB_MEGABYTES)


def _typed(bomb: str) -> Trial:
    with child.folder() as folder:
        lines = (bomb.replace("|", "\n") + "\nRUN\nPRINT 1\n").encode("ascii")
        return _run(bomb, ["basic"], folder, SECONDS, BOMB_MEGABYTES, lines)


def _large(case: tuple[str, str, Callable[[Path], None], str]) -> Trial:
    what, name, make, commands = case
    row = Row(what)
    with child.folder() as folder:
        make(folder / name)
        (folder / "game.bas").write_bytes(b"10 END\n")
        for command in commands.split("|"):
            row.add(_run(command, command.replace("IN", name).split(), folder, SECONDS, MEGABYTES))
    return Trial(row.failures, row.seconds, row.megabytes, row.tried)


def _run(what: str, argv: list[str], folder: Path, seconds: float, peak: float, stdin: bytes = b"") -> Trial:
    """Run a command within limits."""
    outcome = child.run(lambda: main(argv), folder, patience=4 * seconds, stdin=stdin)
    found = outcome.complaints()
    found += [f"{outcome.seconds:.0f} s"] * (outcome.seconds > seconds)
    found += [f"{outcome.peak:.0f} MB"] * (outcome.peak > peak)
    return Trial([f"{what}: {complaint}" for complaint in found], outcome.seconds, outcome.peak)


def _zeros(path: Path) -> None:
    """A file of a terabyte, without taking the room."""
    with path.open("wb") as file:
        file.truncate(1 << 40)


def _lines(path: Path) -> None:
    path.write_text("".join(f"{number} GOTO {number // 2}\n" for number in range(65530)), "ascii")


def _variables(path: Path) -> None:
    rows = (
        f"{number} A{number % 10}=B+{number}:IF C>{number % 300} THEN PRINT D(1)\n" for number in range(65530)
    )
    path.write_text("".join(rows), "ascii")


def _same(path: Path) -> None:
    path.write_bytes(b"10 PRINT 1\n" * 1_000_000)


def _long(path: Path) -> None:
    path.write_bytes(b"10 PRINT " + b"1+" * 10_000_000 + b"1\n")


def _nested(path: Path) -> None:
    rows = (f"{number} PRINT {'(' * 110}1{')' * 110}\n" for number in range(10, 1000))
    path.write_text("".join(rows), "ascii")


def _tokens(path: Path) -> None:
    path.write_bytes(b"\xff" + random.Random(1).randbytes(1 << 20))


def _folders(path: Path) -> None:
    """A disk whose folders hold each other."""
    image = bytearray(
        format_disk(720, [(f"F{n}.X", bytes(1024)) for n in range(100)], Stamp.from_epoch(1514764800))
    )
    for number in range(100):
        image[7 * 512 + 32 * number + 11] = 0x10  # a folder
    cluster = image[7 * 512 : 7 * 512 + 32 * 30]
    image[14 * 512 :] = (bytes(cluster) * 1000)[: len(image) - 14 * 512]
    path.write_bytes(image)


def _headers(path: Path) -> None:
    path.write_bytes((cassette.MAGIC + b"\xd3" * 10 + b"NAME  ") * 40_000)


def _noise(path: Path) -> None:
    """Ten minutes."""
    path.write_bytes(wav_writing.write(random.Random(1).randbytes(26_460_000), 44100))


def _numbers(path: Path) -> None:
    path.write_bytes(b"[" + b"1," * 8_000_000 + b"1]")


def _recording(path: Path) -> None:
    text = RECORDINGS[0].read_bytes()
    path.write_bytes(text.replace(b'"steps": [', b'"steps": [' + b'{"at": "key"},' * 1_000_000))


#: What, the file's name, what makes it, the commands that read it.
LARGE: tuple[tuple[str, str, Callable[[Path], None], str], ...] = (
    (
        "a terabyte of zeros, in every format",
        "in.wav",
        _zeros,
        "tokenise IN -o o|check IN|list --lenient IN|xref IN|run IN|basic IN|run game.bas --keys IN|"
        "run game.bas --times IN|disk ls IN|disk new -o o.dsk IN|tape ls IN|tape new -o o.cas IN|"
        "cartridge -o o.rom IN|media IN",
    ),
    (
        "a listing of 65,530 lines",
        "in.bas",
        _lines,
        "xref IN|check IN|tokenise IN -o o|format --renum IN -o o|list IN",
    ),
    ("65,530 lines with variables", "in.bas", _variables, "xref IN|check IN"),
    ("a million times the same line", "in.bas", _same, "tokenise IN -o o|check IN"),
    ("a line of 20 MB", "in.bas", _long, "tokenise IN -o o|check IN"),
    ("brackets within brackets", "in.bas", _nested, "check IN|xref IN|run IN"),
    ("a megabyte of noise as a program", "in.bas", _tokens, "check IN|list --lenient IN|xref IN|run IN"),
    (
        "a disk of folders that hold each other",
        "in.dsk",
        _folders,
        "disk ls IN|disk check IN|disk get IN -o o",
    ),
    (
        "a tape of 40,000 headers",
        "in.cas",
        _headers,
        "tape ls IN|tape get IN -o o|tape convert --force IN -o o.cas",
    ),
    ("ten minutes of noise as a tape", "in.wav", _noise, "tape ls IN|tape convert --force IN -o o.cas"),
    ("eight million TIME values", "in.json", _numbers, "run game.bas --times IN"),
    ("a recording of a million steps", "in.json", _recording, "run game.bas --times IN"),
)
_QUICK = ("brackets within brackets", "a disk of folders that hold each other")
