"""What the user wants to debug, and how: a launch configuration."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msxkit.backends.cartridge import MACHINE, MACHINES
from msxkit.backends.interpreter import InterpreterTarget
from msxkit.charset import characters_of
from msxkit.dap.debuggee import Debuggee
from msxkit.dap.debugger import Debugger
from msxkit.errors import MsxError
from msxkit.interpreter.files.media import HostFiles
from msxkit.language.program import Program
from msxkit.language.source import ENCODINGS, encode_program, read_program
from msxkit.machine.input_script import typed_codes
from msxkit.machine.model import MODELS
from msxkit.recording import load, tokens_sha1

#: Where a program can run -> the machine that it runs on unless another one is named. For openMSX it is the first one
#: with BASIC (None).
TARGETS: dict[str, str | None] = {"interpreter": "msx2", "cartridge": "msx1", "openmsx": None}
_TEXTS = frozenset(("program", "on", "machine", "keys", "files", "recording", "cwd", "shownAs", "encoding"))
_SWITCHES = frozenset(("stopOnEntry", "stopAtEnd", "noDebug", "screen"))
_KNOWN = {
    *_TEXTS,
    *_SWITCHES,
    "speed",
    "times",
    "name",
    "type",
    "request",
    "preLaunchTask",
    "postDebugTask",
    "presentation",
    "internalConsoleOptions",
    "debugServer",
}
#: The longest path or text of a configuration.
_LONGEST = 4000
#: Characters that no name has: a zero, and unpaired surrogates.
_NO_NAME = re.compile(r"[\x00\ud800-\udfff]")


@dataclass(frozen=True)
class Launch:
    """A launch configuration.

    Attributes:
        path: The program file.
        on: One of `TARGETS`.
        typed: The keys typed ahead.
        machine: `msx1`, `msx2` or a name of openMSX; None for any with BASIC.
        times, keys: The TIME of each draw and the key of each wait in a recording.
        sha1: The SHA-1 of the recorded program's tokens; empty without a recording.
        folder: The folder of the program's files; None for none.
        speed: 1 is as fast as an MSX, 0 as fast as it goes.
        screen: Whether pictures of the screen are sent.
        encoding: Of `ENCODINGS`; for the program's text, and for what is typed and shown.
        shown_as: The URI under which the client shows a tokenised program; empty if it does not.
    """

    path: Path
    on: str = "interpreter"
    machine: str | None = "msx2"
    stop_on_entry: bool = False
    stop_at_end: bool = False
    no_debug: bool = False
    typed: bytes = b""
    times: tuple[int, ...] = ()
    keys: tuple[int, ...] = ()
    sha1: str = ""
    folder: Path | None = None
    speed: float = 0
    screen: bool = True
    shown_as: str = ""
    encoding: str = "auto"

    @classmethod
    def of(cls, data: dict[str, Any]) -> Launch:
        """Return the configuration that the client sent. Raise `MsxError` that names the field that is wrong."""
        unknown = [name for name in data if name not in _KNOWN and not name.startswith("__")]
        if unknown:
            raise MsxError(f"{unknown[0][:40]}: is not a field of a launch configuration")
        data = {name: value for name, value in data.items() if value is not None}
        _check_types(data)
        program = data.get("program")
        if not isinstance(program, str) or not program:
            raise MsxError(
                "program: the launch configuration names no program; write the path of a .bas file"
            )
        base = Path(data.get("cwd", ""))
        path = base / program
        encoding = data.get("encoding") or _of_project(path.parent)
        if encoding not in ENCODINGS:
            raise MsxError(f"encoding: {encoding!r} is not known; choose one of {', '.join(ENCODINGS)}")
        on = data.get("on", "interpreter")
        if on not in TARGETS:
            raise MsxError(f"on: {on!r} cannot run a program; choose one of {', '.join(TARGETS)}")
        machine = data.get("machine", TARGETS[on])
        if on == "interpreter" and machine not in MODELS:
            raise MsxError(f"machine: {machine!r} is not known; choose one of {', '.join(MODELS)}")
        if machine == "":
            raise MsxError("machine: is empty; leave it out, or write the name of a machine")
        if on == "cartridge" and (model := MODELS.get(machine or "")):
            machine = MACHINES[model.chip.name]
        speed = data.get("speed", 0)
        if isinstance(speed, bool) or not isinstance(speed, int | float) or not 0 <= speed <= 1000:
            raise MsxError(f"speed: {speed!r} is not a speed; 1 is that of an MSX, 0 is as fast as it goes")
        times = data.get("times", [])
        if not isinstance(times, list) or not all(type(time) is int and 0 <= time <= 65535 for time in times):
            raise MsxError("times: must be a list of TIME values, 0 to 65535")
        folder = base / data["files"] if "files" in data else None
        if folder is not None and not _is_directory(folder):
            raise MsxError(f"files: {str(folder)[:200]} is not a directory")
        if folder is not None and on != "interpreter":
            raise MsxError(f"files: a program on {on} has no folder of files; leave files out")
        keys: tuple[int, ...] = ()
        sha1 = ""
        if data.get("recording"):
            recording = load(base / data["recording"])
            times, keys, sha1 = list(recording.times), recording.keys, recording.program.tokens_sha1
        return cls(
            path=path,
            on=on,
            machine=machine,
            stop_on_entry=data.get("stopOnEntry", False),
            stop_at_end=data.get("stopAtEnd", bool(sha1)),
            no_debug=data.get("noDebug", False),
            typed=typed_codes(data.get("keys", ""), "keys", characters_of(encoding)),
            times=tuple(times),
            keys=keys,
            sha1=sha1,
            folder=folder,
            speed=speed,
            screen=data.get("screen", True),
            shown_as=data.get("shownAs", ""),
            encoding=encoding,
        )

    def read_files(self) -> dict[str, bytes]:
        """Return the program's files as they are now. The run works with copies, so that it can go back."""
        if self.folder is None:
            return {}
        files = HostFiles(self.folder)
        return {name: files[name] for name in files}

    def write_back(self, files: Mapping[str, bytes]) -> None:
        """Write the files that the program has changed into the folder."""
        if self.folder is None:
            return
        host = HostFiles(self.folder)
        for name, data in files.items():
            if name not in host or host[name] != data:
                host[name] = data

    def is_source(self, path: str) -> bool:
        """Return whether a path has the name of the program's file. An empty path counts as that."""
        return not path or path == self.shown_as or Path(path).name == self.path.name

    def source(self, included: str = "") -> dict[str, Any]:
        """Return the program as a source of the protocol, or a file that it includes. The client has to request the
        text of a tokenised one that it does not show.
        """
        if included:
            return {"name": Path(included).name, "path": str(Path(included).absolute())}
        if self.shown_as:
            return {"name": self.path.name, "path": self.shown_as}
        found: dict[str, Any] = {"name": self.path.name, "path": str(self.path.absolute())}
        with contextlib.suppress(OSError), self.path.open("rb") as file:
            if file.read(1) == b"\xff":
                found["sourceReference"] = 1
        return found

    def listing(self) -> str:
        """Return the program as text. Raise `MsxError` if it cannot be read."""
        return encode_program(read_program(self.path, self.encoding, lenient=True), "utf-8").decode("utf-8")


def _is_directory(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # such as a name that is too long for the system
        return False


def _of_project(folder: Path) -> str:
    """Return the encoding of the project that a folder is in; `auto` without one. Raise `MsxError`."""
    from msxkit.project import project_of  # with all that is made of programs

    project = project_of(folder)
    return "auto" if project is None else project.encoding


def _check_types(data: dict[str, Any]) -> None:
    """Raise `MsxError` that names a field whose value is not of its type."""
    for name, value in data.items():
        if name in _SWITCHES and not isinstance(value, bool):
            raise MsxError(f"{name}: must be true or false")
        if name in _TEXTS and not isinstance(value, str):
            raise MsxError(f"{name}: must be a text in quotes")
        if name in _TEXTS and (len(value) > _LONGEST or _NO_NAME.search(value)):
            raise MsxError(f"{name}: is longer than {_LONGEST} characters, or holds one that no name has")


def begun(launch: Launch, program: Program, tell: Callable[[str], None]) -> Debuggee:
    """Return the program at its first statement, where the configuration wants it to run.

    Raise `MsxError` for what the compiler cannot do, and for a missing emulator or machine.

    Args:
        tell: Called with each line for the console.
    """
    if launch.on == "interpreter":
        target = InterpreterTarget(launch.machine or "msx2", times=launch.times)
        target.files = launch.read_files()
        target.start(program)
        debugger = Debugger(target, keys=launch.keys, tell=tell, paced=bool(launch.speed))
        if launch.typed:
            debugger.type(launch.typed)
        return debugger
    # An emulator is needed for these alone.
    from msxkit.dap.emulated import Emulated, Wish

    wish = Wish(launch.times, launch.keys, launch.typed, paced=bool(launch.speed))
    if launch.on == "cartridge":
        from msxkit.dap.compiled import Compiled

        return Emulated(Compiled(program, launch.machine or MACHINE), wish, tell)
    from msxkit.dap.interpreted import InBasic
    from msxkit.openmsx.settings import choose

    return Emulated(InBasic(program, choose(launch.machine, folder=launch.path.parent)), wish, tell)


def loaded(launch: Launch) -> Program:
    """Return the program. Raise `MsxError` if it cannot be read, or is not the recorded one."""
    program = read_program(launch.path, launch.encoding)
    if launch.sha1 and tokens_sha1(program) != launch.sha1:
        raise MsxError(f"the recording is not of {launch.path}, but of another program")
    return program
