"""Programs of every class, recorded on genuine machines, and what interpreter and cartridge make of them.

`python -m tests.corpus` prints the number equal of all, class by class. The `.jsonl` files hold one recording a line;
those that both machines share name it. docs/proof.md says how they were made.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msxkit.display.screen import CURSOR_CODE, Screen
from msxkit.interpreter import Session
from msxkit.interpreter.prompt import Prompt
from msxkit.language.program import Program
from msxkit.machine.clock import SECOND
from msxkit.machine.model import MODELS
from msxkit.machine.work_area import Cell
from tests.corpus.music import by_queue

if TYPE_CHECKING:
    from msxkit.native.compiler import Cartridge

Entry = dict[str, Any]

FOLDER = Path(__file__).parent
MACHINES = ("msx1", "msx2")
#: Classes whose programs write files.
STORED = ("files", "disk", "faulty", "newcomer")
#: Classes that a cartridge can run.
COMPILED = (
    "crunch",
    "data",
    "errors",
    "faulty",
    "files",
    "disk",
    "flow",
    "fn",
    "input",
    "listed",
    "mixed",
    "newcomer",
    "num",
    "peek",
    "play",
    "set",
    "sprite",
    "strs",
    "text",
    "traps",
    "tron",
    "types",
    "using",
    "usr",
    "vdp",
    "wide",
)
#: What the disk holds before each program.
DISK = {"HELLO.TXT": b"hello"}
#: Seconds of the machine after which the recorder left a program.
SECONDS = 25
#: Files larger than this are not in the recordings.
LARGEST_FILE = 4000
#: What a recording says of the screen.
SCREEN = ("at", "error", "screen_mode", "width", "columns", "screen", "cursor")


@cache
def entries(machine: str) -> tuple[Entry, ...]:
    """Return the recordings of a machine (`msx1` or `msx2`)."""
    return tuple(
        entry
        for file in sorted(FOLDER.glob("*.jsonl"))
        for line in file.read_text("utf-8").splitlines()
        if (entry := json.loads(line)).get("machine", file.stem.rpartition("-")[2]) == machine
    )


def class_of(entry: Entry) -> str:
    """Return the class of a recording, which its name begins with."""
    name: str = entry["name"]
    return name.rpartition("-")[0]


def interpreted(entry: Entry, machine: str) -> Entry:
    """Run a program on the interpreter. Return the result with the keys of the recordings."""
    name = class_of(entry)
    if name == "session":
        return _session(entry, machine)
    if name == "play":
        return _play(entry, machine)
    files = _disk(machine)
    session = _begun(entry, machine, files)
    # A program that reads the keyboard ends at a wait for a key, where no time passes.
    event = session.run(until=None if "typed" in entry else SECONDS * SECOND)
    found = _screen(session, str(event.at))
    if "files" in entry:
        session.close()
        found["files"] = {
            name: data.hex() for name, data in sorted(files.items()) if len(data) <= LARGEST_FILE
        }
    return found


def _disk(machine: str) -> dict[str, bytes]:
    return dict(DISK) if machine == "msx2" else {}


def _begun(entry: Entry, machine: str, files: dict[str, bytes] | None = None) -> Session:
    return Session(
        entry["program"],
        machine=machine,
        files=_disk(machine) if files is None else files,
        keys=entry.get("typed", ""),
        keys_after=150,
        idle_polls=None,
    )


def _session(entry: Entry, machine: str) -> Entry:
    prompt = Prompt(machine=machine, files=_disk(machine), key_line=False, banner=False)
    prompt.type(entry["typed"].encode("latin-1"))
    found = _screen(prompt.session, "key" if prompt.running else "end")
    return {key: found[key] for key in SCREEN[2:]}


def _play(entry: Entry, machine: str) -> Entry:
    session = Session(entry["program"], machine=machine)
    session.sound.record()
    session.run(until=SECONDS * SECOND)
    return {"psg": session.sound.writes()}


def _screen(session: Session, at: str) -> Entry:
    screen = session.screen
    rows = _stripped(_waiting(screen) if at == "key" else screen.rows())
    return {
        "at": at,
        "error": None if session.error is None else session.error.number,
        "screen_mode": session.video.mode,
        "width": screen.width,
        "columns": screen.columns,
        "screen": rows,
        "cursor": list(screen.cursor),
    }


def _stripped(rows: list[str]) -> list[str]:
    """Return rows as the recorder wrote them: without what Python calls white space at their ends (codes 9-13 too)."""
    found = [row.rstrip() for row in rows]
    while found and not found[-1]:
        found.pop()
    return found


def _waiting(screen: Screen) -> list[str]:
    """Return the rows with the cursor, which the machine shows within a wait for a key."""
    rows, (x, y) = screen.rows(), screen.cursor
    rows += [""] * (y + 1 - len(rows))
    rows[y] = rows[y].ljust(x)[:x] + chr(CURSOR_CODE) + rows[y][x + 1 :]
    return rows


def compiled(entry: Entry, machine: str) -> Entry:
    """Run a compiled program on the bare Z80, or with C-BIOS where its machine code calls the BIOS. Return the result;
    `refused` says why there is none.
    """
    from msxkit.backends.beside import catalog_of
    from msxkit.native.compiler import Options, compile_program
    from msxkit.native.errors import CompileError
    from tests.msxkit.native.bdos import Bdos
    from tests.msxkit.native.msx import Msx
    from tests.msxkit.native.pace import keep_pace, statements

    name = class_of(entry)
    # What is not beside the listing is looked for on the disk.
    options = Options(lenient=name in STORED, paced=name == "sprite")
    try:
        cartridge = compile_program(
            Program.from_file(entry["program"].encode("latin-1")), catalog_of({}, "here"), options
        )
    except CompileError as refused:
        return {"refused": str(refused)}
    if name == "usr":
        return _on_c_bios(cartridge, machine)
    disk = Bdos() if name in STORED and machine == "msx2" else None
    if disk is not None:
        for file, data in DISK.items():
            disk.add(file, data)
    msx = Msx(cartridge, int(machine == "msx2"), disk=disk)
    msx.sprites = name == "sprite"
    if name == "play":
        msx.begin()
        msx.run(seconds=SECONDS)
        return {"music": by_queue(msx.sounds)}
    if name == "traps":
        stopped = keep_pace(msx, statements(lambda: _begun(entry, machine), SECONDS * SECOND))
    else:
        msx.keys_from = 150
        stopped = msx.run(map(ord, entry.get("typed", "")), seconds=SECONDS)
    at = "error" if msx.error else {"ended": "end"}.get(stopped, stopped)
    screen = msx.screen
    found: Entry = {
        "at": at,
        "error": msx.error and msx.error[0],
        "screen_mode": msx.memory[Cell.SCRMOD],
        "width": screen.width,
        "columns": screen.columns,
        "screen": _stripped(_waiting(screen) if at == "key" else screen.rows()),
        "cursor": list(screen.cursor),
    }
    # BSAVE writes what memory had when the machine was switched on.
    if disk is not None and "files" in entry and "BSAVE" not in entry["program"]:
        found["files"] = {
            name: data.hex() for name, data in sorted(disk.files.items()) if len(data) <= LARGEST_FILE
        }
    return found


def _on_c_bios(cartridge: Cartridge, machine: str) -> Entry:
    from msxkit.backends.cartridge import MACHINES as EMULATED
    from msxkit.backends.cartridge import running

    with running(cartridge, EMULATED[MODELS[machine].chip.name]) as run:
        at, screen = run.go(SECONDS), run.screen
        return {
            "at": str(at),
            "error": run.failure and run.failure.number,
            "screen_mode": run.machine.peek(Cell.SCRMOD),
            "width": screen.width,
            "columns": screen.columns,
            "screen": _stripped(screen.rows()),
            "cursor": list(screen.cursor),
        }


TARGETS: dict[str, Callable[[Entry, str], Entry]] = {"interpreter": interpreted, "cartridge": compiled}


def differing(entry: Entry, found: Entry) -> list[str]:
    """Return the keys in which what was found differs from the recording; `refused` for a program that was refused."""
    if "refused" in found:
        return ["refused"]
    # A program that the recorder left while it ran stood anywhere.
    left = entry.get("at") == "limit"
    if entry.get("at") == "end" and found.get("at") == "error" and "ON ERROR GOTO 0" in entry["program"]:
        # The recorder did not see the error that ON ERROR GOTO 0 raises again; the screen tells of it.
        found = {**found, "at": "end", "error": None}
    # Error 57 comes in direct mode; the recorder noted ERR, which is 0 once a handler has resumed, for an error.
    if entry.get("error") == 0:
        entry = {**entry, "at": "end", "error": None}
    if "music" in found:
        entry = {**entry, "music": by_queue(entry["psg"])}
    return [
        key for key in found if key in entry and found[key] != entry[key] and not (left and key in SCREEN[5:])
    ]


def cases(machine: str, classes: tuple[str, ...] = ()) -> Iterator[Entry]:
    """Yield the recordings of a machine, all or those of some classes."""
    return (entry for entry in entries(machine) if not classes or class_of(entry) in classes)
