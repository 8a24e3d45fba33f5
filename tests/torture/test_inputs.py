"""Inputs nobody meant

Every command that reads a format gets damaged files of it: valid files with bytes flipped, cut, repeated and spliced,
pieces that mean something to one reader or another, and noise. Some programs write any numbers into the work area of
the machine and the registers of its video chip. There must be no traceback, no exit code but 0 to 3, and no bad input
without a message. The input file must be unchanged, no output may be incomplete, and nothing else may be left over.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from msxkit.cli import main
from msxkit.language.source import decode_program
from msxkit.language.vocabulary import ENTRIES
from msxkit.media import cassette
from msxkit.media.disk import format_disk
from msxkit.media.fat12 import Stamp
from tests.conftest import RECORDINGS, ROOT
from tests.torture import child, tries

pytestmark = pytest.mark.nightly
#: What a command may take for an input of a megabyte.
SECONDS, MEGABYTES = 30.0, 600.0
_LISTING = (ROOT / "basic" / "battle.bas").read_bytes()
_SHORT = b'10 REM short\n20 FOR I=1 TO 3:PRINT I,"A";A$(2):NEXT\n30 DATA 1,"x":READ A,B$\n40 IF A THEN 20 ELSE END\n'
_DISK_STATEMENTS = (
    b'10 OPEN "A.DAT" FOR OUTPUT AS #1:PRINT #1,"X":CLOSE\n20 FILES:KILL "A.DAT":SAVE "B",A:LOAD "B",R\n'
)
_PROGRAM_COMMANDS = (
    "tokenise IN -o OUT.bas",
    "list IN",
    "list --lenient IN -o OUT.bas",
    "list --format msx IN -o OUT.bas",
    "check IN",
    "check --output-format json --machine msx1 IN",
    "xref IN",
    "xref --json IN",
    "format --renum IN -o OUT.bas",
    "run --max-steps 2000 IN",
    "run --max-steps 2000 --screen json --variables --coverage IN -o OUT.json",
    "run --max-steps 2000 --files . --printer OUT.txt IN",
    "cartridge -o OUT.rom IN",
    "cartridge --force -o OUT.rom IN",
    "tape new -o OUT.cas IN",
    "disk new -o OUT.dsk --boot IN:A.BAS --size 360",
    "disk new -o OUT.dsk IN:A.BAS --tokenise",
    "media IN -o OUT --baud 2400 --rate 22050",
)
_RUN_COMMANDS = (
    "run --max-steps 3000 IN",
    "run --max-steps 3000 --screen json --variables IN -o OUT.json",
    "run --max-steps 3000 --keys more.bas --screen png IN -o OUT.png",
)
_DISK_COMMANDS = (
    "disk ls IN",
    "disk check IN",
    "disk get IN -o OUT",
    "disk rm IN A.BAS",
    "disk put IN more.bas --force",
)
_TAPE_COMMANDS = (
    "tape ls IN",
    "tape get IN -o OUT",
    "tape convert IN -o OUT.cas",
    "tape convert --force IN -o OUT.cas",
)
_TIMES_COMMANDS = ("run --max-steps 500 --times IN game.bas",)
_KEYS_COMMANDS = ("run --max-steps 2000 --keys IN game.bas",)
#: Commands that change the file they are given.
_CHANGING = ("disk rm", "disk put")
#: Values that break what counts or points.
_EXTREMES = (b"\0", b"\xff", b"\0\0", b"\xff\xff", b"\x7f\xff", b"\0\x80", b"\0\0\0\0", b"\xff\xff\xff\xff")
#: Pieces that mean something to one reader or another.
_PIECES = (
    b"[" * 5000,
    b'{"a":' * 5000,
    b"(" * 300,
    b'"',
    b"\x1a",
    b"\r",
    b"\n",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"99999999999999999999",
    b"65529",
    b"65530",
    b"1E63",
    b"&HFFFF",
    b"-1",
    b"nan",
    b"GOTO",
    b"\xe2\x99\xa5",
    b"10 FOR I=1 TO 1E63:NEXT\n",
    b"10 CLEAR 60000\n",
    b'10 A$=STRING$(255,"A")+A$:GOTO 10\n',
    b"\x1b[5~",
)
LARGEST = 1 << 20


def _damaged(source: Random, seeds: list[bytes]) -> bytes:
    """Return one of the seeds with one to five things done to it, or noise."""
    if source.random() < 0.05:
        return source.randbytes(source.choice((0, 1, 3, 100, 5000)))
    data = bytearray(source.choice(seeds))
    for _ in range(source.choice((1, 1, 2, 3, 5))):
        _hurt(source, data, seeds)
    return bytes(data[:LARGEST])


def _hurt(source: Random, data: bytearray, seeds: list[bytes]) -> None:
    start = source.randrange(len(data) + 1)
    length = source.choice((1, 2, 4, 16, 200, 5000))
    how = source.randrange(8)
    if how == 0:
        for place in range(start, min(len(data), start + source.choice((1, 1, 4)))):
            data[place] ^= 1 << source.randrange(8)
    elif how == 1:
        del data[start:]
    elif how == 2:
        del data[start : start + length]
    elif how == 3:
        data[start:start] = source.randbytes(length)
    elif how == 4:
        data[start:start] = data[source.randrange(len(data) + 1) :][:length]
    elif how == 5:
        extreme = source.choice(_EXTREMES)
        data[start : start + len(extreme)] = extreme
    elif how == 6:
        data[start:start] = source.choice(_PIECES)
    else:
        other = source.choice(seeds)
        data[start:] = other[source.randrange(len(other) + 1) :]


def _poking(source: Random) -> bytes:
    """Return a program that writes numbers into the work area and the video chip, then runs an example."""
    example = source.choice([entry.example for entry in ENTRIES if entry.example])
    pokes = source.choice(
        (
            "FOR I=&HF380 TO &HFFFF:POKE I,RND(1)*256:NEXT",
            f"FOR I=&HF380 TO &HFD99:POKE I,{source.choice((0, 1, 2, 40, 128, 254, 255))}:NEXT",
            ":".join(f"POKE {source.randrange(0xF380, 0xFD9A)},{source.randrange(256)}" for _ in range(12)),
            "FOR I=1 TO 60:VDP(I MOD 25)=RND(1)*256:POKE &HF3B0+I,RND(1)*256:NEXT",
        )
    )
    screen = source.choice(("KEY OFF", "SCREEN 0:WIDTH 80", "SCREEN 1:KEY OFF", "SCREEN 2", "SCREEN 8"))
    return (
        f"1 X=RND(-{source.randrange(10000)}):{screen}:ON ERROR GOTO 60000\n5 {pokes}\n6 N=N+1:IF N>3 THEN 50000\n"
        f'{example.strip()}\n49999 GOTO 5\n50000 PRINT 1;CHR$(27);"L";CHR$(27);"M";STRING$(99,10):LOCATE 9,9,1\n'
        "50010 INPUT B$\n60000 RESUME NEXT\n"
    ).encode("latin-1")


_TOKENISED = [decode_program(text, "seed") for text in (_LISTING, _SHORT, _DISK_STATEMENTS)]
_BLOCKS = [cassette.from_program(program, b"GAME  ").blocks() for program in _TOKENISED]
_STAMP = Stamp.from_epoch(1514764800)
_FILES = [program.file() for program in _TOKENISED]
#: The ending of an input, how often it is tried, what makes one, and the commands that read it.
FORMATS: dict[str, tuple[str, int, list[bytes] | None, tuple[str, ...]]] = {
    "listings": (".bas", 3000, [_LISTING, _SHORT, _DISK_STATEMENTS], _PROGRAM_COMMANDS),
    "tokenised programs": (".bas", 3000, _FILES, _PROGRAM_COMMANDS),
    "programs that change the work area": (".bas", 1000, None, _RUN_COMMANDS),
    "disk images": (
        ".dsk",
        2000,
        [format_disk(360, [("A.BAS", _FILES[0]), ("B.ASC", _SHORT)], _STAMP, boot="A.BAS")],
        _DISK_COMMANDS,
    ),
    "tape images": (".cas", 2000, [cassette.build_cas(block) for block in _BLOCKS], _TAPE_COMMANDS),
    "tape recordings": (
        ".wav",
        300,
        [cassette.build_wav(block, 2400, 22050) for block in _BLOCKS[1:]],
        _TAPE_COMMANDS,
    ),
    "recordings": (".json", 1000, [path.read_bytes() for path in RECORDINGS[:2]], _TIMES_COMMANDS),
    "keys": (".keys", 1000, [b"ABC\r", b"10\r20\r\x03"], _KEYS_COMMANDS),
}


@pytest.mark.parametrize(
    ("what", "command"), [(what, command) for what, (*_, commands) in FORMATS.items() for command in commands]
)
def test_damaged_file(what: str, command: str) -> None:
    ending, count, seeds, commands = FORMATS[what]
    name = f"in{ending}"
    argv = command.replace("IN", name).replace("OUT", "out").split()
    for seed in tries(count // len(commands), f"{what} {command}"):
        with child.folder() as folder:
            (folder / "game.bas").write_bytes(_SHORT)
            (folder / "more.bas").write_bytes(_SHORT)
            source = Random(seed)
            (folder / name).write_bytes(_poking(source) if seeds is None else _damaged(source, seeds))
            before = child.tree(folder)
            outcome = child.run(lambda: main(argv), folder)
            left = _left(folder, before, command, name, outcome.code)
        assert outcome.complaints(seconds=SECONDS, megabytes=MEGABYTES) + left == [], seed


def _left(folder: Path, before: dict[str, str], command: str, given: str, code: int) -> list[str]:
    """Return what is not as it should be in the folder of a trial."""
    after = child.tree(folder)
    found = []
    for name, contents in before.items():
        may_change = name == given and command.startswith(_CHANGING) and code == 0
        if after.get(name) != contents and not may_change:
            found.append(f"{name} was changed")
    for name in after.keys() - before.keys():
        program_file = "--files" in command and name.isupper()
        if not name.startswith("out") and not program_file:
            found.append(f"{name} was left")
        elif code == 2 and not program_file and after[name] != "folder":
            found.append(f"{name} was written by a command that failed")
    return found


def test_damaged_lines_at_the_prompt() -> None:
    lines = b'PRINT 1\nLIST\nRUN\nSAVE"A"\nFILES\nLOAD"A"\nRENUM\nAUTO\n10 A\n\nSYSTEM\n'
    for seed in tries(1000, "prompt"):
        data = _damaged(Random(seed), [_LISTING, _SHORT, _DISK_STATEMENTS, lines])[:3000]
        with child.folder() as folder:
            outcome = child.run(lambda: main(["basic"]), folder, stdin=data, patience=SECONDS * 4)
            left = [name for name in child.tree(folder) if name.startswith(".")]
        assert outcome.complaints() + left == [], seed
