"""The requests of a page to its worker: commands and answers as JSON, with bytes beside them."""

from __future__ import annotations

import base64
import itertools
import json
import random
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from msxkit import memory_size
from msxkit.dap.debuggee import Goal
from msxkit.errors import FileError, MsxError
from msxkit.language.check import check
from msxkit.language.program import Program
from msxkit.language.source import decode_program, encode_program, fitting, is_modern
from msxkit.machine.video.frame import Frame
from msxkit.machine.video.raster import memory, sprite_patterns
from msxkit.machine.video.shown import sprites
from msxkit.media import cartridge, cassette
from msxkit.media.disk import format_disk
from msxkit.media.fat12 import Stamp
from msxkit.web import drawing
from msxkit.web.calls import answered, commands_of, flat, parts
from msxkit.web.console import Console, StopRow
from msxkit.web.gallery import BY_NAME, EXAMPLES
from msxkit.web.loading import load

#: Time stamp of files on a disk that is made here: never the clock, so that the same program gives the same bytes.
_STAMP = Stamp.from_epoch(1514764800)
_NAME = "program"
#: Methods that are commands.
_COMMANDS = """open write run key type joystick pause on stop step letters breaks disk give running back state check who
    video palette"""
#: The name that a disk starts by itself.
_AUTOSTART = "AUTOEXEC.BAS"


class Desk:
    """A machine and the program on its desk.

    Attributes:
        files: The disk beside the program: name -> bytes.
        sources: What a modern source can include: name -> bytes. These files are not on the disk.
        main: The name of the program on that disk; empty if it did not come from there.
        console: The machine; None before the first run.
        commands: The commands: name -> function of keyword arguments.
    """

    def __init__(self) -> None:
        self.program = Program([])
        self.files: dict[str, bytes] = {}
        self.sources: dict[str, bytes] = {}
        self.console: Console | None = None
        self.main = ""
        self._breaks: tuple[list[StopRow], list[str]] = [], []
        self._runs = 0
        self._has_run = False
        self._has_clear_letters = False
        self._told: dict[str, Any] = {}
        self._disk = self._listed = 0
        self._disk_seen: tuple[object, ...] = ()
        self._layout: object = None
        self.commands = commands_of(self, _COMMANDS) | {
            "examples": examples,
            "halt": lambda: self.stop(forced=True),
            "tune": lambda: self._console.tune(),
            "over": lambda: self.step(Goal.OVER),
            "out": lambda: self.step(Goal.OUT),
            "variables": lambda: self._console.variables(),
            "assign": lambda name, value: self._console.assign(name, value),
            "frames": lambda: self._console.frames(),
            "compiled": lambda machine: _compiled(self.program, machine, self.files),
            "pattern": lambda text, row, name="": drawing.read(
                text, row, name, partial(_included, self.sources)
            ),
            "drawn": drawing.written,
        }

    def call(self, text: str) -> str:
        """Return the answer to a command, both as JSON (`calls.answered`)."""
        return answered(self.commands, text)

    # The program

    def load(self, name: str, data: bytes, encoding: str = "auto") -> str:
        """Load a file of the user's. Return an answer as `call` does, with the listing and `main`.

        Args:
            encoding: Of `ENCODINGS`, as for commands.
        """
        try:
            program, files, main = load(name, bytes(data), encoding)
        except MsxError as error:
            return json.dumps({"error": str(error)})
        self.program, self.files, self.main = program, files, main
        return json.dumps({"answer": {"listing": listing(program), "main": main}})

    def open(self, name: str) -> dict[str, Any]:
        """Open one of the programs that come with the page, and return its listing.

        Raise `MsxError` that lists them for any other name.
        """
        if name not in self.shelf():
            raise MsxError(
                f"no program {name!r} comes with this page; choose one of {', '.join(self.shelf())}"
            )
        self.program, self.files, self.main = decode_program(self.taken(name), name), {}, ""
        return {"listing": listing(self.program)}

    def shelf(self) -> list[str]:
        """Return the names of the programs that come with the page."""
        return list(BY_NAME)

    def taken(self, name: str) -> bytes:
        """Return the listing of one of these programs."""
        return BY_NAME[name].listing

    def write(self, text: str, name: str = _NAME) -> None:
        """Take the program from the editor: a modern source if its name is that of one. Raise `MsxError` for lines that
        BASIC would not load.

        A number alone that deletes nothing is a line that is still to be written.
        """
        name = Path(name).name if is_modern(name) else _NAME
        encoding, files = fitting(text), partial(_included, self.sources)

        def read(lenient: bool) -> Program:
            return decode_program(text.encode("utf-8"), name, encoding, lenient=lenient, files=files)

        program = read(lenient=True)
        if not (program.is_whole and all(problem.is_number_alone for problem in program.problems)):
            program = read(lenient=False)
        self.program = program
        if self.main:
            self.files[self.main] = self.program.file()

    # The disk

    def add(self, name: str, data: bytes) -> str:
        """Put a file of the user's onto the disk. Return an answer as `call` does, with its name there."""
        stem, _, suffix = name.upper().rpartition(".") if "." in name else (name.upper(), "", "")
        kept = [re.sub(r"[^A-Z0-9_$#&@!%()~^{}-]", "", part) for part in (stem, suffix)]
        short = kept[0][:8] + (f".{kept[1][:3]}" if kept[1] else "")
        if not kept[0]:
            return json.dumps({"error": f"{name}: a file on a disk has a name of up to 8 letters and digits"})
        self.files[short] = bytes(data)
        return json.dumps({"answer": {"name": short}})

    def disk(self) -> dict[str, str]:
        """Return the files of the disk, in base64."""
        return {name: base64.b64encode(data).decode("ascii") for name, data in self.files.items()}

    def give(self, files: dict[str, str], main: str = "") -> None:
        """Put another disk beside the program; no modern source is on it. Raise `MsxError` for what is not base64."""
        try:
            found = {name: base64.b64decode(data, validate=True) for name, data in files.items()}
        except ValueError:
            raise MsxError("the files of this link or program are damaged") from None
        self.sources = {name: data for name, data in found.items() if is_modern(name)}
        self.files.clear()
        self.files.update({name: data for name, data in found.items() if not is_modern(name)})
        self.main = main

    def running(self) -> dict[str, Any]:
        """Return the listing in the machine's memory, which LOAD, RUN or the user at `Ok` may have changed."""
        session = self._console.session
        lines = [line.stored for line in session.layout.lines]
        return {"listing": listing(Program(lines, characters=session.program.characters))}

    def check(self, text: str, target: str = "disk") -> dict[str, Any]:
        """Return the checker's findings, and the bytes left."""
        program = decode_program(text.encode("utf-8"), _NAME, fitting(text), lenient=True)
        return {
            "findings": [asdict(finding) for finding in check(program, target=target)],
            "room": memory_size.sentence(program.size),
        }

    def made(self, kind: str, name: str = "") -> bytes:
        """Return the program as a file of that kind: bas, asc, dsk, cas, wav, rom or native (a compiled ROM).

        Raise `MsxError` if it cannot be made.

        Args:
            name: What its author calls the program, for the names on disk and tape.
        """
        program = self.program
        stem = re.sub(r"[^A-Z0-9]", "", name.upper())[:8].lower() or _NAME
        memory_size.require(program.size, _NAME)
        if kind == "bas":
            return program.file()
        if kind == "asc":
            return program.listed()
        if kind == "dsk":
            return self._image(stem)
        if kind == "rom":
            return cartridge.build(program)
        if kind == "native":
            from msxkit.native.compiler import compile_program

            return compile_program(program).rom
        blocks = cassette.from_program(program, cassette.name_codes(stem.upper()[:6])).blocks()
        return cassette.build_cas(blocks) if kind == "cas" else cassette.build_wav(blocks, 1200, 44100)

    def _image(self, stem: str) -> bytes:
        """Return a disk with the program, which starts by itself, and the files beside it."""
        name = self.main or f"{stem}.bas"
        others = [(other, data) for other, data in self.files.items() if other.upper() != name.upper()]
        own = name.upper() != _AUTOSTART and _AUTOSTART not in self.files
        return format_disk(720, [(name, self.program.file()), *others], _STAMP, boot=name if own else None)

    def file(self, kind: str, name: str = "") -> tuple[bytes, str]:
        """Return a file and an empty sentence, or no bytes and the sentence that says why it cannot be made.

        Args:
            kind: As for `made`, or `file:NAME` for a file of the disk.
            name: As for `made`.
        """
        try:
            wanted = kind.removeprefix("file:")
            found = self.files.get(wanted) if wanted != kind else None
            return (self.made(kind, name) if found is None else found), ""
        except MsxError as error:
            return b"", str(error)

    # The machine

    def on(self, machine: str = "msx2") -> dict[str, Any]:
        """Switch a machine on, without a program, and return its state."""
        self._switched(Console(None, time.perf_counter, machine=machine, files=self.files))
        self._has_run = False
        return self.state()

    def _switched(self, console: Console) -> None:
        self.console = console
        console.halt_at(*self._breaks)
        console.has_clear_letters = self._has_clear_letters
        self._layout = console.session.layout
        self._listed = 0

    def run(
        self,
        seed: int | None = None,
        times: Sequence[int] | None = None,
        machine: str = "msx2",
        hurry: float = 0,
        paused: bool = False,
    ) -> dict[str, Any]:
        """RUN the program on a machine that was just switched on, and return its state.

        Args:
            seed, times: As in `msxkit run`; without them draws take the machine's clock.
            machine: The name of a model.
            hurry: Seconds for which it runs as fast as it can, up to its first wait for a key.
            paused: Whether it stands before its first statement.
        """
        clock: Iterable[int] = times or ()
        if times is None and seed is not None:
            source = random.Random(seed)
            clock = (source.randrange(1, 65536) for _ in itertools.count())
        console = Console(self.program, time.perf_counter, times=clock, machine=machine, files=self.files)
        self._switched(console)
        self._runs += 1
        self._has_run = True
        if hurry:
            console.hurry(hurry)
        console.paused = paused
        return self.state()

    def letters(self, clear: bool) -> None:
        """Show text in clear letters, or in the letters of C-BIOS, in this run and later ones."""
        self._has_clear_letters = clear
        if self.console is not None:
            self.console.has_clear_letters = clear

    def breaks(self, lines: list[StopRow], names: list[str]) -> list[str]:
        """Set where this run and later ones stop, as `Console.halt_at` does. Return what that returns."""
        self._breaks = lines, names
        return [] if self.console is None else self.console.halt_at(*self._breaks)

    @property
    def _console(self) -> Console:
        if self.console is None:
            raise MsxError("no program is running yet; RUN starts one")
        return self.console

    def key(self, name: str, down: bool, text: str = "", repeated: bool = False) -> None:
        """Press or release a key, as `Console.key` does."""
        if self.console is not None:
            self.console.key(name, down, text, repeated)

    def type(self, text: str) -> None:
        """Type characters at once."""
        self._console.type(text)

    def joystick(self, number: int, pressed: int) -> None:
        """Set what is pressed on a joystick."""
        if self.console is not None:
            self.console.joystick(number, pressed)

    def pause(self, on: bool) -> dict[str, Any]:
        """Stop time, or let it go on."""
        if on:
            self._console.paused = True
        else:
            self._console.go_on()
        return self.state()

    def stop(self, forced: bool = False) -> dict[str, Any]:
        """Press CTRL-STOP, or stop even a program that traps it."""
        self._console.stop(forced=forced)
        return self.state()

    def step(self, goal: Goal = Goal.IN) -> dict[str, Any]:
        """Go one statement forward, or to the end of what it calls or what it is in."""
        self._console.step(goal)
        return self.state()

    def back(self) -> dict[str, Any]:
        """Go one statement back."""
        kept = self._console.back()
        return self.state() | {"kept": kept}

    def who(self, name: str) -> dict[str, Any]:
        """Go back to where a name was written, as `Console.who_wrote` does."""
        self._console.who_wrote(name)
        return self.state()

    def state(self) -> dict[str, Any]:
        """Return the state of the machine, as `Console.state`, with three more: `run`, the number of the run (0 before
        the first), and `disk` and `listed`, how often the disk and the program in memory have changed.
        """
        console = self._console
        if console.session.layout is not self._layout:
            self._layout = console.session.layout
            self._listed += 1
        seen = tuple((name, id(data), len(data)) for name, data in self.files.items())
        if seen != self._disk_seen:
            self._disk_seen = seen
            self._disk += 1
        return console.state() | {
            "run": self._runs if self._has_run else 0,
            "disk": self._disk,
            "listed": self._listed,
        }

    def video(self) -> dict[str, Any]:
        """Return what video memory holds, the patterns of the sprites, and the sprites that are seen."""
        chip = self._console.session.state.video.chip
        return {
            "pages": [_packed(page) for page in memory(chip)],
            "patterns": _packed(sprite_patterns(chip)),
            "size": 16 if chip.registers[1] & 2 else 8,
            "sprites": [asdict(sprite) for sprite in sprites(chip).values()],
        }

    def palette(self) -> list[tuple[int, int, int]]:
        """Return the palette: red, green, blue from 0 to 7; empty on an MSX1."""
        palette = self._console.session.state.video.chip.palette
        colours = zip(palette[::2], palette[1::2], strict=True)
        return [(red_blue >> 4, green, red_blue & 7) for red_blue, green in colours]

    def advance(self, seconds: float, speed: float | None) -> bool:
        """Run a slice of time, as `Console.advance` does."""
        return self.console is not None and self.console.advance(seconds, speed)

    def picture(self) -> tuple[int, int, bytes, bytes, int, int] | None:
        """Return the parts of the picture; None if nothing changed."""
        return None if self.console is None else parts(self.console.picture())

    def told(self) -> str:
        """Return `state` as JSON, or nothing while only time has passed since the last call."""
        state = {} if self.console is None else self.state()
        seen = {name: value for name, value in state.items() if name != "seconds"}
        if seen == self._told:
            return ""
        self._told = seen
        return json.dumps(state)

    def sounds(self) -> str:
        """Return the writes into the sound chip since the last call, as JSON: [[seconds, register, value], ...]."""
        return "[]" if self.console is None else json.dumps(self.console.take_sounds())


def _included(sources: Mapping[str, bytes], path: Path) -> bytes:
    """Return a file that a modern source includes. Raise `FileError`."""
    found = sources.get(str(path))
    if found is None:
        raise FileError(f"{path}: the program has no such file; add it in the tab Files")
    return found


def _compiled(program: Program, machine: str, files: Mapping[str, bytes]) -> dict[str, Any]:
    # Imported late: most visits compile nothing.
    from msxkit.web.compiled import beside

    return beside(program, machine, files)


def _packed(frame: Frame) -> dict[str, Any]:
    """Return a frame for JSON: its bytes in base64."""
    parts = {"pixels": frame.pixels, "palette": flat(frame.palette)}
    packed = {name: base64.b64encode(data).decode("ascii") for name, data in parts.items()}
    return {"width": frame.width, "height": frame.height, **packed}


def examples() -> list[dict[str, str]]:
    """Return name, title and sentence of each program that comes with the page."""
    return [{"name": each.name, "title": each.title, "about": each.about} for each in EXAMPLES]


def listing(program: Program) -> str:
    """Return the program as an editor has it: Unicode, LF."""
    return encode_program(program, "utf-8").decode("utf-8")
