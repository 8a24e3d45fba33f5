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
from msxkit.recording import DRAW, EVENTS, KEY, REPEAT, ProgramId, Recording, tokens_sha1
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
    """A program, always stopped at an event (the protocol `Run` of `verify`).

    Attributes:
        target: What it runs on.

    Args:
        foreseen: What `send` will be given if all events come as these.
        pictures: Whether the video chip is looked at, too.
    """

    def __init__(
        self,
        target: T,
        program: Program,
        foreseen: Sequence[tuple[StopReason, int]] = (),
        *,
        pictures: bool = False,
    ) -> None:
        self.target = target
        self._foreseen = foreseen
        self._pictures = pictures
        #: How much of what was foreseen has been sent.
        self._sent = 0
        #: What was seen on the way to where the program stands, and there.
        self._seen: deque[Seen] = deque()
        target.start(program)
        self._run()

    def seen(self) -> Seen:
        """Return the event that the program is at."""
        return self._seen[0]

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
        seen = _seen(at, None if at is REPEAT else target.line, target.shown, message)
        self._seen.append(replace(seen, shot=target.shot) if self._pictures else seen)


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
    def start(self, recording: Recording) -> Iterator[TargetRun[T]]:
        """Yield the program at its first event. Raise the package's errors for a missing machine or program."""
        pictures = any(step.shot is not None for step in recording.steps)
        # The picture of an event can be read only while the run stands at it, so nothing is foreseen with pictures.
        answers = (
            () if pictures else [(step.at, given) for step, given in recording.inputs() if given is not None]
        )
        yield TargetRun(self.target, self._find(recording.program), answers, pictures=pictures)

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
