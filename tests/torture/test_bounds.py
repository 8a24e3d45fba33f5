"""Programs without end, and inputs as large as they get

Some BASIC programs never stop and take all they can get of strings, arrays, stack, screen, printer, files, sound and
errors. `msxkit run --max-seconds 3` must end by itself, within 10 seconds and 300 MB. Then every format gets files that
are endless, or larger than any of their kind. There must be a message or a result within 60 seconds and 1,000 MB.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from msxkit.cli import main
from msxkit.media import cassette, wav_writing
from msxkit.media.disk import format_disk
from msxkit.media.fat12 import Stamp
from tests.conftest import RECORDINGS
from tests.torture import EFFORT, child, some

pytestmark = pytest.mark.nightly
BOMB_SECONDS, BOMB_MEGABYTES = 10.0, 210.0
SECONDS, MEGABYTES = 60.0, 900.0
#: Programs; `|` ends a line.
BOMBS = Path(__file__).with_name("bombs.txt").read_text("ascii").splitlines()


@pytest.mark.parametrize("bomb", some(BOMBS, "bombs"))
def test_program_without_end(bomb: str) -> None:
    argv = ["run", "--max-seconds", "3", "bomb.bas", "--printer", "out.txt"]
    with child.folder() as folder:
        (folder / "bomb.bas").write_text(bomb.replace("|", "\n") + "\n", "ascii")
        outcome = child.run(lambda: main(argv), folder)
    assert outcome.complaints(seconds=BOMB_SECONDS, megabytes=BOMB_MEGABYTES) == []


@pytest.mark.parametrize("bomb", some(BOMBS[::4], "typed"))
def test_program_without_end_at_the_prompt(bomb: str) -> None:
    lines = (bomb.replace("|", "\n") + "\nRUN\nPRINT 1\n").encode("ascii")
    with child.folder() as folder:
        outcome = child.run(lambda: main(["basic"]), folder, stdin=lines, patience=4 * SECONDS)
    assert outcome.complaints(megabytes=BOMB_MEGABYTES) == []


def _lines(form: str, numbers: range = range(65530)) -> bytes:
    return "".join(form.format(n, n // 2, n % 10, n % 300) for n in numbers).encode()


def _folders() -> bytes:
    """A disk whose folders hold each other."""
    image = bytearray(
        format_disk(720, [(f"F{n}.X", bytes(1024)) for n in range(100)], Stamp.from_epoch(1514764800))
    )
    for number in range(100):
        image[7 * 512 + 32 * number + 11] = 0x10  # a folder
    cluster = image[7 * 512 : 7 * 512 + 32 * 30]
    image[14 * 512 :] = (bytes(cluster) * 1000)[: len(image) - 14 * 512]
    return bytes(image)


def _recording() -> bytes:
    text = RECORDINGS[0].read_bytes()
    return text.replace(b'"steps": [', b'"steps": [' + b'{"at": "key"},' * 1_000_000)


#: What a file is like, its name, what makes it, the commands that read it. Zeros are made without taking the room.
LARGE: dict[str, tuple[str, Callable[[], bytes] | None, str]] = {
    "a terabyte of zeros": (
        "in.wav",
        None,
        "tokenise IN -o o|check IN|list --lenient IN|xref IN|run IN|basic IN|run game.bas --keys IN|"
        "run game.bas --times IN|disk ls IN|disk new -o o.dsk IN|tape ls IN|tape new -o o.cas IN|"
        "cartridge -o o.rom IN|media IN",
    ),
    "a listing of 65,530 lines": (
        "in.bas",
        lambda: _lines("{0} GOTO {1}\n"),
        "xref IN|check IN|tokenise IN -o o|format --renum IN -o o|list IN",
    ),
    "65,530 lines with variables": (
        "in.bas",
        lambda: _lines("{0} A{2}=B+{0}:IF C>{3} THEN PRINT D(1)\n"),
        "xref IN|check IN",
    ),
    "a million times the same line": (
        "in.bas",
        lambda: b"10 PRINT 1\n" * 1_000_000,
        "tokenise IN -o o|check IN",
    ),
    "a line of 20 MB": (
        "in.bas",
        lambda: b"10 PRINT " + b"1+" * 10_000_000 + b"1\n",
        "tokenise IN -o o|check IN",
    ),
    "brackets within brackets": (
        "in.bas",
        lambda: _lines("{0} PRINT " + "(" * 110 + "1" + ")" * 110 + "\n", range(10, 1000)),
        "check IN|xref IN|run IN",
    ),
    "a megabyte of noise as a program": (
        "in.bas",
        lambda: b"\xff" + random.Random(1).randbytes(1 << 20),
        "check IN|list --lenient IN|xref IN|run IN",
    ),
    "a disk of folders that hold each other": (
        "in.dsk",
        _folders,
        "disk ls IN|disk check IN|disk get IN -o o",
    ),
    "a tape of 40,000 headers": (
        "in.cas",
        lambda: (cassette.MAGIC + b"\xd3" * 10 + b"NAME  ") * 40_000,
        "tape ls IN|tape get IN -o o|tape convert --force IN -o o.cas",
    ),
    "ten minutes of noise as a tape": (
        "in.wav",
        lambda: wav_writing.write(random.Random(1).randbytes(26_460_000), 44100),
        "tape ls IN|tape convert --force IN -o o.cas",
    ),
    "eight million TIME values": (
        "in.json",
        lambda: b"[" + b"1," * 8_000_000 + b"1]",
        "run game.bas --times IN",
    ),
    "a recording of a million steps": ("in.json", _recording, "run game.bas --times IN"),
}


@pytest.mark.parametrize("what", LARGE if EFFORT >= 1 else list(LARGE)[5:8:2])
def test_large_file(what: str) -> None:
    name, made, commands = LARGE[what]
    with child.folder() as folder:
        with (folder / name).open("wb") as file:
            if made is None:
                file.truncate(1 << 40)
            else:
                file.write(made())
        (folder / "game.bas").write_bytes(b"10 END\n")
        for command in commands.split("|"):
            argv = command.replace("IN", name).split()
            outcome = child.run(lambda: main(argv), folder, patience=4 * SECONDS)  # noqa: B023
            assert outcome.complaints(seconds=SECONDS, megabytes=MEGABYTES) == [], command
