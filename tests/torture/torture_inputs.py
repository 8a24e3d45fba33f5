"""Inputs nobody meant

Every command that reads a format gets damaged files of it: valid files with bytes flipped, cut, repeated and spliced,
pieces that mean something to one reader or another, and noise. Some programs write any numbers into the work area of
the machine and the registers of its video chip. There must be no traceback, no exit code but 0 to 3, and no bad input
without a message. The input file must be unchanged, no output may be incomplete, and nothing else may be left over.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from msxkit.cli import main
from msxkit.language.source import decode_program
from msxkit.language.vocabulary import ENTRIES
from msxkit.media import cassette
from msxkit.media.disk import format_disk
from msxkit.media.fat12 import Stamp
from tests.conftest import RECORDINGS, ROOT
from tests.torture import Effort, Row, Trial, child, rows
from tests.torture.damage import damaged

#: What a command may take for an input of a megabyte.
SECONDS, MEGABYTES = 30.0, 700.0
_LISTING = (ROOT / "basic" / "battle.bas").read_bytes()
_SHORT = b'10 REM short\n20 FOR I=1 TO 3:PRINT I,"A";A$(2):NEXT\n30 DATA 1,"x":READ A,B$\n40 IF A THEN 20 ELSE END\n'
_DISK_STATEMENTS = (
    b'10 OPEN "A.DAT" FOR OUTPUT AS #1:PRINT #1,"X":CLOSE\n20 FILES:KILL "A.DAT":SAVE "B",A:LOAD "B",R\n'
)


@dataclass(frozen=True, slots=True)
class _Case:
    """A file, and the command that reads it.

    Attributes:
        made: Makes the file, from a source of this seed. Thousands of files would count as memory of every child.
    """

    number: int
    name: str
    made: Callable[[random.Random], bytes]
    seed: str
    command: str


def torture(effort: Effort) -> Iterator[Row]:
    """Yield one row for each format."""
    listings = [_LISTING, _SHORT, _DISK_STATEMENTS]
    programs = [decode_program(text, "seed") for text in listings]
    tokenised = [program.file() for program in programs]
    stamp = Stamp.from_epoch(1514764800)
    disks = [format_disk(360, [("A.BAS", tokenised[0]), ("B.ASC", _SHORT)], stamp, boot="A.BAS")]
    blocks = [cassette.from_program(program, b"GAME  ").blocks() for program in programs]
    tapes = [cassette.build_cas(block) for block in blocks]
    waves = [cassette.build_wav(block, 2400, 22050) for block in blocks[1:]]
    recordings = [path.read_bytes() for path in RECORDINGS[:2]]
    plan: tuple[tuple[str, str, int, Callable[[random.Random], bytes], tuple[str, ...]], ...] = (
        ("listings", ".bas", 3000, _damages(listings), _PROGRAM_COMMANDS),
        ("tokenised programs", ".bas", 3000, _damages(tokenised), _PROGRAM_COMMANDS),
        ("programs that change the work area", ".bas", 1000, _poking, _RUN_COMMANDS),
        ("disk images", ".dsk", 2000, _damages(disks), _DISK_COMMANDS),
        ("tape images", ".cas", 2000, _damages(tapes), _TAPE_COMMANDS),
        ("tape recordings", ".wav", 300, _damages(waves), _TAPE_COMMANDS),
        ("recorded games and TIME values", ".json", 1000, _damages(recordings), _TIMES_COMMANDS),
        ("keys to type", ".keys", 1000, _damages([b"ABC\r", b"10\r20\r\x03"]), _KEYS_COMMANDS),
    )
    with child.folder() as folder:
        for name in ("in.bas", "more.bas"):
            (folder / name).write_bytes(_SHORT)
        for command in sorted({command for *_, commands in plan for command in commands}):
            child.warm(main, command.replace("IN", "in.bas").replace("OUT", "out"), folder)
    yield from rows(effort, _tried, chain.from_iterable(_cases(*line, effort) for line in plan))
    lines = b'PRINT 1\nLIST\nRUN\nSAVE"A"\nFILES\nLOAD"A"\nRENUM\nAUTO\n10 A\n\nSYSTEM\n'
    yield from rows(effort, _prompt, _lines(effort, [*listings, lines]))


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


def _damages(seeds: list[bytes]) -> Callable[[random.Random], bytes]:
    return lambda source: damaged(source, seeds)


def _poking(source: random.Random) -> bytes:
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


def _cases(
    what: str,
    suffix: str,
    count: int,
    made: Callable[[random.Random], bytes],
    commands: tuple[str, ...],
    effort: Effort,
) -> Iterator[tuple[str, _Case]]:
    for number in range(effort.of(count)):
        seed = f"{effort.seed} {what} {number}"
        case = _Case(number, f"in{suffix}", made, seed, commands[number % len(commands)])
        yield f"{what} (`{suffix}`)", case


def _tried(case: _Case) -> Trial:
    with child.folder() as folder:
        (folder / "game.bas").write_bytes(_SHORT)
        (folder / "more.bas").write_bytes(_SHORT)
        (folder / case.name).write_bytes(case.made(random.Random(case.seed)))
        before = child.tree(folder)
        argv = case.command.replace("IN", case.name).replace("OUT", "out").split()
        outcome = child.run(lambda: main(argv), folder)
        found = outcome.complaints() + _left(folder, before, case.command, case.name, outcome.code)
    found += [f"took {outcome.seconds:.0f} s"] * (outcome.seconds > SECONDS)
    found += [f"took {outcome.peak:.0f} MB"] * (outcome.peak > MEGABYTES)
    found = [f"try {case.number}, {case.command}: {complaint}" for complaint in found]
    return Trial(found, outcome.seconds, outcome.peak)


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


def _lines(effort: Effort, seeds: list[bytes]) -> Iterator[tuple[str, tuple[int, bytes]]]:
    source = random.Random(f"{effort.seed} prompt")
    for number in range(effort.of(1000)):
        yield "lines at the prompt of `msxkit basic`", (number, damaged(source, seeds)[:3000])


def _prompt(case: tuple[int, bytes]) -> Trial:
    """Try lines at the prompt, through a pipe."""
    number, data = case
    with child.folder() as folder:
        outcome = child.run(lambda: main(["basic"]), folder, stdin=data, patience=SECONDS * 4)
        found = outcome.complaints()
        found += [f"{name} was left" for name in child.tree(folder) if name.startswith(".")]
    return Trial([f"try {number}: {complaint}" for complaint in found], outcome.seconds, outcome.peak)
