"""The interpreter as a backend of `msxkit.verify`: it runs the original programs themselves."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from msxkit.display.screen import Screen
from msxkit.errors import MachineError, ProgramError
from msxkit.interpreter.coverage import coverage
from msxkit.interpreter.session import DRAW, ERROR, KEY, Session
from msxkit.language.program import Program
from msxkit.machine.model import MSX1, Model
from msxkit.machine.video.shot import Shot
from msxkit.machine.workarea import Cell
from msxkit.recording import EVENTS, ProgramId, Recorder, Recording, Step, tokens_sha1
from msxkit.verify import Run, Seen

#: Statements of a program without an event, after which it is given up.
STATEMENTS = 10_000_000


class _Times:
    """The clock of a replay: it returns what was sent last."""

    def __init__(self) -> None:
        self.values: deque[int] = deque()

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        if not self.values:
            raise StopIteration
        return self.values.popleft()


class InterpreterRun:
    """A program in a `Session`, always stopped at an event.

    Attributes:
        counting: Whether statements are counted, for `line_counts`.
        time: TIME at the start.
        limit: Statements from one event to the next.
    """

    def __init__(
        self,
        program: Program,
        machine: Model | str = MSX1,
        counting: bool = False,
        *,
        time: int | None = None,
        limit: int | None = None,
    ) -> None:
        self._times = _Times()
        self.session = Session(program, clock=self._times, machine=machine, coverage=counting)
        if time is not None:
            self.session.poke(Cell.JIFFY, time & 0xFF)
            self.session.poke(Cell.JIFFY + 1, time >> 8)
        self._limit = limit
        self._event = self.session.step(limit)

    @property
    def time(self) -> int:
        """TIME."""
        return self.session.peek(Cell.JIFFY) + 256 * self.session.peek(Cell.JIFFY + 1)

    def seen(self) -> Seen:
        """Return the event that the program is at."""
        session, event = self.session, self._event
        message = str(session.error) if event.at == ERROR else ""
        screen = session.screen
        # A recording does not say what WIDTH was.
        return Seen(event.at, event.line, replace(screen, width=screen.columns), message)

    def shot(self) -> Shot:
        """Return the state of the video chip."""
        return self.session.shot

    def send(self, value: int) -> Seen:
        """Go on with the TIME of a draw or the code of a key."""
        self.give(value)
        self._event = self.session.step(self._limit)
        return self.seen()

    def give(self, value: int) -> None:
        """Answer the event without going on, for a caller that runs the session itself."""
        if self._event.at == KEY:
            self.session.press(value)
        else:
            self._times.values.append(value)

    def line_counts(self) -> dict[int, int]:
        """Return how often each BASIC line was begun. Remarks and DATA, which do not run, are left out."""
        lines = coverage(self.session.layout, self.session.counts)
        return {line.number: line.runs for line in lines if line.statements}


class InterpreterBackend:
    """Runs any of the programs that it is given, known by the SHA-1 of their tokens."""

    name = "interpreter"

    def __init__(self, programs: Iterable[Program]) -> None:
        self._programs = {tokens_sha1(program): program for program in programs}

    @contextmanager
    def start(self, program: ProgramId) -> Iterator[Run]:
        """Yield a machine at the first event. Raise `ProgramError` for a program that is not among those given."""
        found = self._programs.get(program.tokens_sha1)
        if found is None:
            raise ProgramError(
                f"{program.file} (tokens SHA-1 {program.tokens_sha1}) is not among the programs that the "
                f"interpreter was given; the recording was made with another version of the listing"
            )
        yield InterpreterRun(found)


def record(
    program: Program, keys: Iterable[int], *, file: str, name: str, time: int, machine: Model | str = MSX1
) -> Recording:
    """Play a program from RUN to its end, or until the keys run out. Raise `MachineError` if the program stops with an
    error, or does nothing that a recording holds for a long time.

    Args:
        keys: Character codes, 0-255.
        file: How the recording names the program.
        name: The name of the program.
        time: TIME at the start, 0-65535; with the keys it decides everything.
    """
    run = InterpreterRun(program, machine, time=time, limit=STATEMENTS)
    session = run.session
    recorder, waiting = Recorder(name, ProgramId.of(file, program)), iter(keys)
    while True:
        event = run.seen()
        if event.at not in EVENTS:
            what = f"stopped with {session.error}" if event.at == ERROR else "came to no event for long"
            raise MachineError(f"the program {what}\n{session.screen.text()}")
        screen, shot = event.screen, None
        if session.mode == 1:
            screen = Screen(screen.cells, screen.cursor)
        else:
            shot = run.shot()
            screen = shot.screen(screen.cursor)
        recorder.see(Step(event.at, event.line, screen, shot))
        value = run.time if event.at == DRAW else next(waiting, None) if event.at == KEY else None
        if value is None:
            about = {"backend": "interpreter", "machine": str(machine)}
            return recorder.finish(None, style="keys", recorded_on=about)
        recorder.give(value)
        run.send(value)


class FoundBackend:
    """Runs programs that a function finds.

    Attributes:
        machine: A model or its name; None is an MSX1.
    """

    name = "interpreter"

    def __init__(self, find: Callable[[ProgramId], Program], machine: Model | str | None = None) -> None:
        self._find = find
        self._machine = MSX1 if machine is None else machine

    @contextmanager
    def start(self, program: ProgramId) -> Iterator[Run]:
        """Yield a machine at the first event. Raise what the function raises."""
        yield InterpreterRun(self._find(program), self._machine)
