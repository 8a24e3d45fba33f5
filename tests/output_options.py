"""Every option that writes a file, with a command line for it and the files that this one reads."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from battleship.cli import main as battleship
from msxkit.cli import main as msxkit
from tests.conftest import RECORDINGS, ROOT

#: Command and option -> the rest of a command line that writes OUT; what the name ends with, if it matters.
WRITERS = {
    "msxkit tokenise -o": ("p.bas -o OUT", ""),
    "msxkit list -o": ("p.bas -o OUT", ""),
    "msxkit modernise -o": ("p.bas -o OUT", ""),
    "msxkit format -o": ("p.bas -o OUT", ""),
    "msxkit renumber -o": ("p.bas -o OUT", ""),
    "msxkit run -o": ("p.bas -o OUT", ".txt"),
    "msxkit run --printer": ("p.bas --printer OUT", ""),
    "msxkit run --timing": ("p.bas --timing OUT", ""),
    "msxkit run --states": ("p.bas --states OUT", ""),
    "msxkit run --psg": ("p.bas --psg OUT", ""),
    "msxkit disk new -o": ("-o OUT p.bas --tokenise", ""),
    "msxkit disk get -o": ("d.dsk P.BAS -o OUT", ""),
    "msxkit tape new -o": ("-o OUT p.bas", ".cas"),
    "msxkit tape get -o": ("t.cas -o OUT", ""),
    "msxkit tape convert -o": ("t.cas -o OUT --baud 2400 --rate 22050", ".wav"),
    "msxkit cartridge -o": ("-o OUT p.bas", ""),
    "msxkit compile -o": ("p.bas -o OUT", ""),
    "msxkit compile --listing": ("p.bas -o c.rom --listing OUT", ""),
    "msxkit compile --symbols": ("p.bas -o c.rom --symbols OUT", ""),
    "battleship play --record": ("--plain --seed 3 --record OUT", ""),
    "battleship watch --record": ("random random --seed 1 --record OUT", ""),
    "battleship verify -o": ("game.json -o OUT", ""),
    "battleship verify --report": ("game.json --report OUT", ""),
    "battleship arena -o": ("--players random --games 1 -o OUT", ""),
    "battleship arena --plot": ("--players random --games 1 --plot OUT", ".png"),
    "battleship hint --plot": ("board.txt --rules hasbro --plot OUT", ".png"),
    "battleship referee -o": ("builtin:random builtin:random --games 1 -o OUT", ""),
    "battleship batch -o": ("Player1.txt Player2.txt Player1.in Player2.in -o OUT", ""),
}
#: It waits for somebody who plays.
PLAY = "battleship play --record"
#: Somebody else's files.
LISTING = b'10 PRINT "A PROGRAM OF SOMEBODY ELSE"\n'
NOTES = b"\xff\xfe\0what I must not forget\0\0"

#: What they write, and another file of the same kind, which people write themselves.
OWN = {
    "msxkit list -o": LISTING,
    "msxkit modernise -o": b"my notes\n",
    "msxkit format -o": LISTING,
    "msxkit renumber -o": LISTING,
    "msxkit run -o": b"my notes\n",
    "msxkit run --printer": b"my notes\n",
    "battleship batch -o": b"my notes\n",
    PLAY: RECORDINGS[0].read_bytes(),
    "battleship watch --record": RECORDINGS[0].read_bytes(),
}


def furnish() -> None:
    """Write what the commands read into the current folder."""
    Path("p.bas").write_bytes(b'10 PRINT "HERE":LPRINT "PAPER"\n20 END\n')
    Path("board.txt").write_bytes(b"..........\n" * 9 + b"...X......\n")
    shutil.copy(RECORDINGS[0], "game.json")
    for file in (ROOT / "tests" / "battle-of-ships" / "draw").iterdir():
        shutil.copy(file, file.name)
    assert msxkit(["disk", "new", "-o", "d.dsk", "p.bas", "--tokenise"]) == 0
    assert msxkit(["tape", "new", "-o", "t.cas", "p.bas"]) == 0


def command(writer: str, out: str) -> tuple[Callable[[list[str]], int], list[str]]:
    """Return the program of an option and the arguments that write `out`."""
    kit, *words = writer.split()[:-1]
    rest = [out if word == "OUT" else word for word in WRITERS[writer][0].split()]
    return msxkit if kit == "msxkit" else battleship, [*words, *rest]
