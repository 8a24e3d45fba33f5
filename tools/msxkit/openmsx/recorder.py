"""Playing a program on the emulator and writing down what went in and what was seen, as a recording."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from msxkit.errors import FileError, MachineError
from msxkit.files import read_bytes
from msxkit.keystyles import SIZE, STYLES, Cell
from msxkit.language.program import Program
from msxkit.language.source import read_program
from msxkit.openmsx.basic import DRAW, END, ERROR, KEY, Basic, Event
from msxkit.openmsx.variables import Array, Variables
from msxkit.recording import ProgramId, Recorder, Recording, Step
from msxkit.screen import Screen

#: Emulated seconds between two events. The slowest in the game is the drawing of both boards, about 10 s.
EVENT_LIMIT = 120.0
#: Source of keys, made at the first key wait; it may look at the variables then.
Keys = Callable[[Variables], Iterator[int]]


@dataclass(frozen=True, slots=True)
class Tape:
    """A program as recordings name it."""

    id: ProgramId
    program: Program

    @classmethod
    def read(cls, path: Path) -> Tape:
        """The program in a file, tokenised or not. Raises `FileError`, `ProgramError`."""
        program = read_program(path)
        return cls(ProgramId(path.name, tokens_sha1(program)), program)


def tokens_sha1(program: Program) -> str:
    """SHA-1 of the tokens at 8001h without the FF byte, by which recordings know a program."""
    return hashlib.sha1(program.memory()).hexdigest()


def find_program(wanted: ProgramId, folders: Iterable[Path]) -> Program:
    """The program that a recording names, from the first folder that has the very same one.

    Raises `FileError` that says where was looked and what was there instead.
    """
    looked = []
    for folder in folders:
        path = folder / wanted.file
        if not path.is_file():
            looked.append(f"{path}: not there")
            continue
        program = read_program(path)
        if tokens_sha1(program) == wanted.tokens_sha1:
            return program
        looked.append(f"{path}: another program, its tokens have the SHA-1 {tokens_sha1(program)}")
    raise FileError(
        f"the recording is of {wanted.file} with the tokens {wanted.tokens_sha1}, which was not found; name the file "
        f"by --program ({'; '.join(looked)})"
    )


def about(basic: Basic, placing_seconds: float | None) -> dict[str, Any]:
    """The field `recorded_on`."""
    machine = basic.machine
    fields: dict[str, Any] = {
        "emulator": machine.emulator.version,
        "machine": basic.machine_title,
        "machine_id": machine.name,
        "basic": basic.version,
        "rom_sha1": basic.rom_sha1(),
    }
    if placing_seconds is not None:
        fields["placing_seconds"] = round(placing_seconds, 2)
    return fields


def styled(style: str, seed: int) -> Keys:
    """The keys of a style of `keystyles`, shooting at what the program has in TJ(x,y,2)."""
    return lambda variables: STYLES[style](Random(seed), _targets(variables))


def from_file(path: Path) -> Keys:
    """Keys from a file, byte by byte; a line end is RETURN. Codes 1-31 can be written as they are."""
    data = read_bytes(path).replace(b"\r\n", b"\r").replace(b"\n", b"\r")
    return lambda variables: iter(data)


def record(basic: Basic, tape: Tape, keys: Keys, *, name: str, style: str, time: int) -> Recording:
    """Plays a program from RUN to its end, or until the keys run out, at a machine that is at its prompt.

    time: what TIME is at the start, 0-65535; with the keys it decides everything. Raises `MachineError` when the
    program stops with an error or shows something that a recording has no place for.
    """
    machine = basic.machine
    basic.load(tape.program)
    basic.start(time=time)
    began = machine.time
    recorder = Recorder(name, tape.id)
    stream: Iterator[int] | None = None
    placing: float | None = None
    fleets: Mapping[str, tuple[str, ...]] = {}
    while True:
        event = basic.go(EVENT_LIMIT, draws=True)
        screen = recordable(event, basic)
        recorder.see(Step(event.at, event.line, screen))
        if event.at == END:
            break
        if event.at == DRAW:
            recorder.give(basic.draw)
            continue
        if stream is None:
            placing = machine.time - began
            fleets = _fleets(basic.variables)
            stream = iter(keys(basic.variables))
        key = next(stream, None)
        if key is None:
            break
        recorder.give(key)
        machine.queue_keys(bytes((key,)))
    outcome = _outcome(screen) if event.at == END else None
    return recorder.finish(outcome, recorded_on=about(basic, placing), style=style, fleets=fleets)


def recordable(event: Event, basic: Basic) -> Screen:
    """The screen at an event. Raises `MachineError` for what recordings of format 1 cannot hold."""
    machine = basic.machine
    if event.at not in (DRAW, KEY, END):
        what = (
            f"stopped with {event.error}" if event.at == ERROR else f"came to no event in {EVENT_LIMIT:g} s"
        )
        raise MachineError(f"the program {what}\n{machine.describe()}")
    screen = machine.screen
    if screen.columns != 32 or screen.mode != 1:
        raise MachineError(
            f"line {event.line}: the program is in SCREEN {screen.mode} with {screen.columns} columns; "
            "recordings hold SCREEN 1, 32 columns, only"
        )
    # A recording does not say what WIDTH was.
    return replace(screen, width=screen.columns)


def _outcome(screen: Screen) -> str | None:
    text = screen.text()
    if "You win" in text:
        return "player"
    return "computer" if "I win" in text else None


def _board(variables: Variables, owner: int) -> tuple[str, ...]:
    """The ships of one player as ten rows: TJ(x,y,owner) is the kind at column x, row y, N$() its letters."""
    ships: Array = variables["TJ()"]
    names: Array = variables["N$()"]

    def letter(x: int, y: int) -> str:
        kind = ships[x, y, owner]
        return str(names[int(kind)]) if kind else "."

    return tuple("".join(letter(x, y) for x in range(1, SIZE + 1)) for y in range(1, SIZE + 1))


def _fleets(variables: Variables) -> dict[str, tuple[str, ...]]:
    try:
        return {"player": _board(variables, 1), "computer": _board(variables, 2)}
    except (KeyError, IndexError, TypeError, ValueError):
        return {}  # another program than the game: nothing is said about fleets


def _targets(variables: Variables) -> list[Cell]:
    rows = _fleets(variables).get("computer", ())
    return [(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != "."]
