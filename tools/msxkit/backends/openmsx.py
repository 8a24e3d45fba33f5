"""MSX BASIC in openMSX as a target: the genuine ROM runs the program."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msxkit.backends.emulated import EmulatedTarget
from msxkit.backends.target import POLLS
from msxkit.errors import MachineError
from msxkit.interpreter.files.media import ImageFiles, image_of
from msxkit.language.program import Program
from msxkit.media.fat12 import Stamp
from msxkit.media.host_files import source_date
from msxkit.openmsx.basic import Basic, BasicEvent
from msxkit.openmsx.machine import Plan
from msxkit.openmsx.variables import VariableTable
from msxkit.recording import END
from msxkit.stop_reason import StopReason

#: What makes the screen the one on which the interpreter starts.
_TIDY = "SCREEN0:WIDTH40:KEYOFF:COLOR15,4,4"


class OpenmsxTarget(EmulatedTarget):
    """A program on MSX BASIC: TIME goes into RND's argument, a key into the key queue.

    The machine is started once, and goes back to its prompt for each program.

    Attributes:
        boot: Returns a machine at its prompt.
        tidy: Whether to run as tests do: the program starts on a cleared SCREEN 0, WIDTH 40, without function keys;
            lines that run are noted; one that polls for keys waits for one after a second.
        files: What is on the disk that each program finds in the drive; None: no disk.
        lent: Whether the machine serves others too, so that `close` leaves it on.
    """

    name = "openmsx"

    def __init__(self, boot: Callable[[], Basic], *, tidy: bool = False, lent: bool = False) -> None:
        super().__init__()
        self._boot = boot
        self._tidy = tidy
        self._lent = lent
        self._basic: Basic | None = None
        self._prompt: Path | None = None
        self._disk: Path | None = None

    @property
    def basic(self) -> Basic:
        """MSX BASIC on the machine, which is started if it has not been."""
        return self.switch_on()

    def start(self, program: Program, time: int | None = None) -> None:
        basic = self._at_prompt()
        basic.machine.characters = program.characters
        self._line = self._failure = None
        # No files need no drive.
        if self.files or (self.files is not None and self.machine.command("info commands diska")):
            self._insert(self.files)
        if self._tidy:
            basic.cover()
        basic.load(program)
        basic.start("CLS:RUN" if self._tidy else "RUN", time)

    def _insert(self, files: Mapping[str, bytes]) -> None:
        """Put a disk with these files into the drive. Raise `MsxError`."""
        image = files.image if isinstance(files, ImageFiles) else image_of(files, source_date(os.environ))
        with tempfile.TemporaryDirectory(prefix="msxkit-") as folder:
            path = Path(folder) / "program.dsk"
            path.write_bytes(image)
            self._disk = self.machine.insert_disk(path)

    def take_files(self) -> None:
        """Let `files` be what is on the disk now. Raise `MsxError`."""
        if self.files is None or self._disk is None:
            return
        self.machine.eject_disk()
        found = ImageFiles(self._disk, Stamp(0, 0))
        for name in self.files.keys() - found.keys():
            del self.files[name]
        for name, data in found.items():
            if self.files.get(name) != data:
                self.files[name] = data

    def switch_on(self) -> Basic:
        """Start the machine, if that has not been done. Return its BASIC."""
        if self._basic is None or self._basic.machine.emulator.closed:
            self._basic, self._prompt = self._boot(), None
            self._machine = self._basic.machine
        return self._basic

    def _at_prompt(self) -> Basic:
        basic = self.switch_on()
        if self._prompt is None:
            if self._tidy and basic.run(_TIDY, limit=10).at != END:
                raise MachineError(f"the prompt did not take {_TIDY}\n{basic.machine.describe()}")
            self._prompt = basic.machine.save_state()
        else:
            # Whatever the last run left, and even if it still runs.
            if self._tidy:
                basic.cover(False)
            basic.machine.load_state(self._prompt)
        return basic

    def go(self, limit: float | None = None, plan: Plan | None = None) -> StopReason:
        seconds = self.event_limit if limit is None else limit
        return self._noted(self.basic.go(seconds, draws=True, polls=POLLS if self._tidy else 0, plan=plan))

    def _pass(self, seconds: float) -> StopReason:
        return self._noted(self.basic.go(seconds, draws=True))

    def _noted(self, event: BasicEvent) -> StopReason:
        self._line, self._failure = event.line, event.error
        return event.at

    def answer_draw(self, time: int | None) -> int:
        if time is None:
            return self.basic.draw
        self.basic.set_draw(time)
        return time

    def plan(self, answers: Sequence[tuple[StopReason, int]]) -> Plan | None:
        return self.basic.plan(answers)

    def _noted_line(self, numbers: Sequence[int]) -> int | None:
        return numbers[0]

    @property
    def variables(self) -> VariableTable:
        return self.basic.variables

    @property
    def covered(self) -> set[int]:
        return self.basic.covered

    @property
    def about(self) -> dict[str, Any]:
        machine = self.machine
        return {
            "emulator": machine.emulator.version,
            "machine": self.basic.machine_title,
            "machine_id": machine.name,
            "basic": self.basic.version,
            "rom_sha1": self.basic.rom_sha1(),
        }

    def close(self) -> None:
        """Switch the machine off, or give it back."""
        if self._lent:
            if self._prompt is not None:
                self._prompt.unlink(missing_ok=True)
            self._prompt = self._machine = None
        super().close()
