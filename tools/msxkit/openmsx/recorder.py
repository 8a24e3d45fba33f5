"""Playing a program on the emulator and writing down what went in and what was seen, as a recording."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Protocol

from msxkit.display.screen import Screen
from msxkit.errors import FileError, MachineError
from msxkit.language.program import Program
from msxkit.language.source import read_program
from msxkit.openmsx.basic import DRAW, END, ERROR, KEY, Basic, Event
from msxkit.openmsx.variables import Variables
from msxkit.recording import ProgramId, Recorder, Recording, Step, tokens_sha1

#: Emulated seconds between two events. The slowest that is known, the drawing of two boards, takes about 10 s.
EVENT_LIMIT = 120.0


@dataclass(frozen=True, slots=True)
class Beginning:
    """A program at its first wait for a key.

    Attributes:
        seconds: Emulated seconds since RUN.
    """

    variables: Variables
    seconds: float


class Playing(Protocol):
    """How a program is played for a recording, and what is noted in it for people."""

    @property
    def style(self) -> str:
        """How the keys were chosen: the field `style`."""

    def keys(self, beginning: Beginning) -> Iterator[int]:
        """Return the character codes (0-255) to press, in order; where they end before the program, so does the
        recording.
        """

    def machine_notes(self, beginning: Beginning) -> Mapping[str, Any]:
        """Return what to add to the field `recorded_on`."""

    def notes(self, beginning: Beginning) -> Mapping[str, Any]:
        """Further fields of the file, as JSON."""

    def outcome(self, screen: Screen) -> str | None:
        """Return how the program ended, by its last screen; None when that says nothing."""


@dataclass(frozen=True)
class Typing:
    """Plays any program: types codes that are known beforehand, and notes nothing."""

    codes: bytes = b""
    style: str = "keys"

    @classmethod
    def at_random(cls, number: int, choice: bytes, seed: int) -> Typing:
        """Make keys at random: so many codes, each drawn from `choice` (not empty)."""
        random = Random(f"keys {seed}")
        return cls(bytes(random.choice(choice) for _ in range(number)), "random")

    def keys(self, beginning: Beginning) -> Iterator[int]:
        return iter(self.codes)

    def machine_notes(self, beginning: Beginning) -> Mapping[str, Any]:
        return {}

    def notes(self, beginning: Beginning) -> Mapping[str, Any]:
        return {}

    def outcome(self, screen: Screen) -> str | None:
        return None


def find_program(wanted: ProgramId, folders: Iterable[Path]) -> Program:
    """Return the program that a recording names, from the first folder that has the very same one.

    Raise `FileError` that names the folders searched and what was there instead.
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


def about(basic: Basic) -> dict[str, Any]:
    """Return the field `recorded_on`, as far as the machine can tell."""
    machine = basic.machine
    return {
        "emulator": machine.emulator.version,
        "machine": basic.machine_title,
        "machine_id": machine.name,
        "basic": basic.version,
        "rom_sha1": basic.rom_sha1(),
    }


def start_time(seed: int) -> int:
    """Return the TIME at RUN (1-65535) in the recording of this seed."""
    return Random(f"time {seed}").randrange(1, 65536)


def record(basic: Basic, program: Program, playing: Playing, *, file: str, name: str, time: int) -> Recording:
    """Play a program from RUN to its end, or until the keys run out, at a machine that is at its prompt. Raise
    `MachineError` if the program stops with an error or shows something that a recording has no place for.

    Args:
        file: How the recording names the program.
        name: The name of the program.
        time: TIME at the start, 0-65535; with the keys it decides everything.
    """
    machine = basic.machine
    basic.load(program)
    basic.start(time=time)
    began = machine.time
    recorder = Recorder(name, ProgramId.of(file, program))
    keys: Iterator[int] | None = None
    recorded_on = about(basic)
    notes: Mapping[str, Any] = {}
    while True:
        event = basic.go(EVENT_LIMIT, draws=True)
        step = recordable(event, basic)
        screen = step.screen
        recorder.see(step)
        if event.at == END:
            break
        if event.at == DRAW:
            recorder.give(basic.draw)
            continue
        if keys is None:
            beginning = Beginning(basic.variables, machine.time - began)
            recorded_on |= playing.machine_notes(beginning)
            notes = playing.notes(beginning)
            keys = iter(playing.keys(beginning))
        key = next(keys, None)
        if key is None:
            break
        recorder.give(key)
        machine.queue_keys(bytes((key,)))
    outcome = playing.outcome(screen) if event.at == END else None
    return recorder.finish(outcome, recorded_on=recorded_on, style=playing.style, notes=notes)


def recordable(event: Event, basic: Basic) -> Step:
    """Return the step of an event. Raise `MachineError` for an error, because recordings have no place for one."""
    machine = basic.machine
    if event.at not in (DRAW, KEY, END):
        what = (
            f"stopped with {event.error}" if event.at == ERROR else f"came to no event in {EVENT_LIMIT:g} s"
        )
        raise MachineError(f"the program {what}\n{machine.describe()}")
    screen = machine.screen_or_none()
    if screen is not None and screen.mode == 1 and screen.columns == 32:
        # A recording does not say what WIDTH was.
        return Step(event.at, event.line, replace(screen, width=32))
    shot = machine.shot
    return Step(event.at, event.line, shot.screen(machine.cursor), shot)
