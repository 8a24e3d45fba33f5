"""Targets as backends of `msxkit.verify`: they replay recordings, from event to event, or many of them at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from msxkit.backends.target import Target
from msxkit.display.screen import Screen
from msxkit.errors import ProgramError
from msxkit.language.program import Program
from msxkit.machine.video.shot import Shot
from msxkit.recording import DRAW, EVENTS, KEY, REPEAT, ProgramId, tokens_sha1
from msxkit.stop_reason import StopReason
from msxkit.verify import ERROR, Seen

if TYPE_CHECKING:
    from msxkit.openmsx.machine import Plan

#: Events that a machine goes through without a word to Python: more save little, and a dead emulator is told later.
_AT_ONCE = 64

T = TypeVar("T", bound=Target)
#: Finds the program that a recording names. Raises the package's own error when there is none.
Find = Callable[[ProgramId], Program]


class TargetRun(Generic[T]):
    """A program, always stopped at an event (the protocols `Run`, `PictureRun` and `ForesightedRun` of `verify`).

    Attributes:
        target: What it runs on.
    """

    def __init__(self, target: T, program: Program) -> None:
        self.target = target
        #: What will be sent, and how much of it has been.
        self._foreseen: Sequence[tuple[StopReason, int]] = ()
        self._sent = 0
        #: What was seen on the way to where the program stands, and there.
        self._seen: deque[Seen] = deque()
        target.start(program)
        self._run()

    def foresee(self, inputs: Sequence[tuple[StopReason, int]]) -> None:
        """Note what `send` will be given if all events come as these."""
        self._foreseen = inputs

    def seen(self) -> Seen:
        """Return the event that the program is at."""
        return self._seen[0]

    def shot(self) -> Shot:
        """Return the state of the video chip."""
        return self.target.shot

    def give(self, value: int) -> None:
        """Answer the event with a TIME or a key, without going on."""
        if self._seen[0].at == KEY:
            self.target.press(value)
        else:
            self.target.answer_draw(value)

    def send(self, value: int) -> Seen:
        """Answer the event, and go on to the next one."""
        before = self._seen[0]
        self._sent += 1
        if len(self._seen) > 1:
            assert self._foreseen[self._sent - 1] == (before.at, value), "another answer was expected"
            self._seen.popleft()
            return self._seen[0]
        coming = self._foreseen[self._sent : self._sent + _AT_ONCE]
        plan = self.target.plan(coming) if coming else None
        if before.at in (DRAW, KEY):
            self.give(value)
        self._seen.popleft()
        self._run(plan)
        return self._seen[0]

    def _run(self, plan: Plan | None = None) -> None:
        target = self.target
        at = target.next_event(plan)
        if plan is not None:
            self._seen += [_seen(*passed) for passed in target.passed(plan)]
        failure = target.failure
        message = "" if failure is None else str(failure)
        if at not in EVENTS:
            at, message = ERROR, message or f"no event within {target.event_limit:g} emulated seconds"
        self._seen.append(_seen(at, None if at is REPEAT else target.line, target.shown, message))


def _seen(at: StopReason, line: int | None, screen: Screen, message: str = "") -> Seen:
    # A recording does not say what WIDTH was.
    return Seen(at, line, replace(screen, width=screen.columns), message)


class TargetBackend(Generic[T]):
    """Replays recordings on a target, one after the other. Close it after use, or use it in a `with` block."""

    def __init__(self, target: T, find: Find) -> None:
        self.name, self.is_emulator = target.name, target.is_emulator
        self.target = target
        self._find = cache(find)

    @contextmanager
    def start(self, program: ProgramId) -> Iterator[TargetRun[T]]:
        """Yield the program at its first event. Raise the package's errors for a missing machine or program."""
        yield TargetRun(self.target, self._find(program))

    def close(self) -> None:
        self.target.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def among(programs: Iterable[Program]) -> Find:
    """Return what finds a program among those given, by the SHA-1 of its tokens. Raise `ProgramError` for another."""
    known = {tokens_sha1(program): program for program in programs}

    def find(wanted: ProgramId) -> Program:
        found = known.get(wanted.tokens_sha1)
        if found is None:
            raise ProgramError(
                f"{wanted.file} (tokens SHA-1 {wanted.tokens_sha1}) is not among the programs that the "
                f"interpreter was given; the recording was made with another version of the listing"
            )
        return found

    return find
