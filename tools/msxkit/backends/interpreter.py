"""The interpreter as a backend of `msxkit.verify`: it runs the original programs themselves."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from msxkit.errors import ProgramError
from msxkit.interpreter.coverage import coverage
from msxkit.interpreter.session import ERROR, KEY, Session
from msxkit.language.program import Program
from msxkit.machine.model import MSX1, Model
from msxkit.recording import ProgramId, tokens_sha1
from msxkit.verify import Run, Seen


class _Times:
    """The clock of a replay: gives what was sent last."""

    def __init__(self) -> None:
        self.values: deque[int] = deque()

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        if not self.values:
            raise StopIteration
        return self.values.popleft()


class InterpreterRun:
    """A program in a `Session`, always stopped at an event. counting: count what runs, for `line_counts`."""

    def __init__(self, program: Program, machine: Model | str = MSX1, counting: bool = False) -> None:
        self._times = _Times()
        self.session = Session(program, clock=self._times, machine=machine, coverage=counting)
        self._event = self.session.step()

    def seen(self) -> Seen:
        """The event that the program is at."""
        session, event = self.session, self._event
        message = str(session.error) if event.at == ERROR else ""
        return Seen(event.at, event.line, session.screen, message)

    def send(self, value: int) -> Seen:
        """Goes on with the TIME of a draw or the code of a key."""
        self.give(value)
        self._event = self.session.step()
        return self.seen()

    def give(self, value: int) -> None:
        """Answers the event without going on: for those who then run the session themselves."""
        if self._event.at == KEY:
            self.session.press(value)
        else:
            self._times.values.append(value)

    def line_counts(self) -> dict[int, int]:
        """BASIC line -> how often it was begun; remarks and DATA, which do not run, are left out."""
        lines = coverage(self.session.layout, self.session.counts)
        return {line.number: line.runs for line in lines if line.statements}


class InterpreterBackend:
    """Runs any of the programs that it is given, known by the SHA-1 of their tokens."""

    name = "interpreter"

    def __init__(self, programs: Iterable[Program]) -> None:
        self._programs = {tokens_sha1(program): program for program in programs}

    @contextmanager
    def start(self, program: ProgramId) -> Iterator[Run]:
        """A machine at the first event. Raises `ProgramError` for a program that is not among those given."""
        found = self._programs.get(program.tokens_sha1)
        if found is None:
            raise ProgramError(
                f"{program.file} (tokens SHA-1 {program.tokens_sha1}) is not among the programs that the "
                f"interpreter was given; the recording was made with another version of the listing"
            )
        yield InterpreterRun(found)
