"""openMSX as a backend of `msxkit.verify`: the genuine ROM replays a recording, with its TIME values and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msxkit.backends.emulated import EmulatedRun
from msxkit.language.program import Program
from msxkit.openmsx.basic import Basic
from msxkit.openmsx.machine import Plan
from msxkit.openmsx.recorder import EVENT_LIMIT
from msxkit.openmsx.settings import Choice
from msxkit.recording import ProgramId
from msxkit.stopreason import StopReason


class RunningProgram(EmulatedRun):
    """A program on MSX BASIC: TIME goes into RND's argument, a key into the key queue."""

    limit = EVENT_LIMIT

    def __init__(self, basic: Basic) -> None:
        self._basic = basic
        super().__init__(basic.machine)

    def _go(self, plan: Plan | None) -> tuple[StopReason, int | None, str]:
        event = self._basic.go(self.limit, draws=True, plan=plan)
        return event.at, event.line, "" if event.error is None else str(event.error)

    def _answering(self, at: StopReason, value: int) -> str:
        return self._basic.answering(at, value)

    def _plan(self, answers: Sequence[tuple[StopReason, int]]) -> Plan | None:
        return self._basic.plan(answers)

    def _line(self, numbers: Sequence[int]) -> int | None:
        return numbers[0]


class OpenmsxBackend:
    """Replays on an emulated machine, which is started once and goes back to its prompt for each recording.

    Attributes:
        find: Returns the program that a recording names. Close it after use, or use it in a `with` block.
    """

    name = "openmsx"

    def __init__(self, choice: Choice, find: Callable[[ProgramId], Program]) -> None:
        self._choice = choice
        self._find = find
        self._basic: Basic | None = None
        self._prompt: Path | None = None

    @contextmanager
    def start(self, program: ProgramId) -> Iterator[RunningProgram]:
        """Yield the program at its first event. Raise the package's errors for a missing machine or program."""
        found = self._find(program)
        if self._basic is None or self._basic.machine.emulator.closed:
            self._basic = self._choice.boot()
            self._prompt = self._basic.machine.save_state()
        else:
            assert self._prompt is not None
            self._basic.machine.load_state(self._prompt)
        self._basic.load(found)
        self._basic.start()
        yield RunningProgram(self._basic)

    def close(self) -> None:
        """End the emulator."""
        if self._basic is not None:
            self._basic.machine.close()

    def __enter__(self) -> OpenmsxBackend:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
