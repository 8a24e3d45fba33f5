"""The places where the program of a page stops by itself: breakpoints, watched values, the end of a step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msxkit.dap.debuggee import Goal
from msxkit.dap.places import Places
from msxkit.dap.watching import Watch, watch
from msxkit.errors import MsxError
from msxkit.interpreter.session import LIMIT, Event, Session
from msxkit.program.layout import Layout

#: How many blocks of one statement run before the page gets control again.
_BLOCKS = 1000


class Halts:
    """What stops the run of a session.

    Attributes:
        why: Why the run stands, as a sentence; empty for a pause.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lines: frozenset[int] = frozenset()
        self._names: tuple[str, ...] = ()
        self._layout: Layout | None = None
        self._places: Places | None = None
        self._offsets: frozenset[int] = frozenset()
        self._watches: list[Watch] = []
        self._goal = Goal.RUN
        self._depth = 0
        self._back: int | None = None
        self.why = ""

    # What is asked for

    def set(self, lines: Iterable[int], names: Sequence[str]) -> list[str]:
        """Stop at these lines, and when one of these is written: a variable, an element, `VRAM(address)`.

        Return for each name what is wrong with it; empty if nothing is.
        """
        self._lines, self._names, self._layout = frozenset(lines), tuple(names), None
        return self.arm()

    def arm(self) -> list[str]:
        """Look up the places again if another program is in memory. Return what `set` returns; nothing if none is."""
        session = self._session
        if session.layout is self._layout:
            return []
        self._layout = session.layout
        self._places = None
        firsts: dict[int, int] = {}
        if self._lines:
            for place in self.places.all:
                firsts.setdefault(place.line, place.offset)
        self._offsets = frozenset(offset for line, offset in firsts.items() if line in self._lines)
        told = self._watch()
        self._halt()
        return told

    def _watch(self) -> list[str]:
        told: list[str] = []
        self._watches = []
        for name in self._names:
            try:
                self._watches.append(watch(self._session, name))
                told.append("")
            except MsxError as error:
                told.append(str(error))
        return told

    @property
    def places(self) -> Places:
        """The statements of the program in memory."""
        if self._places is None:
            self._places = Places(self._session.layout)
        return self._places

    def _halt(self) -> None:
        own = () if self._back is None else (self._back,)
        self._session.halt_at({*self._offsets, *own}, [each.watched for each in self._watches])

    @property
    def _level(self) -> int:
        """The number of subroutines that the run is in."""
        return sum(frame[0] is None for frame in self._session.state.control.stack)

    def _return(self) -> int | None:
        stack = self._session.state.control.stack
        return next((int(frame[1]) for frame in reversed(stack) if frame[0] is None), None)

    # Going on

    def go(self, goal: Goal) -> bool:
        """Begin to run towards a goal. Return True if it is reached at once."""
        self.why = ""
        self.arm()
        self._goal, self._depth, self._back = goal, self._level, None
        if goal is Goal.OUT:
            self._back = self._return()
        elif goal is not Goal.RUN:
            self.statement()
            if self._session.writes:
                self.why = self._written()
                self._goal = Goal.RUN
                return True
            if goal is Goal.IN or self._level <= self._depth:
                self._goal = Goal.RUN
                return True
            self._back = self._return()
        self._halt()
        return False

    def statement(self) -> Event:
        """Run the next statement, and return the event at which that ended."""
        event = self._session.run(max_steps=1)
        for _ in range(_BLOCKS):
            if event.at is not LIMIT or self._session.offset in self.places.by_offset:
                break
            event = self._session.run(max_steps=1)
        return event

    def run(self, late: Callable[[], bool], until: int | None) -> Event:
        """Run on as `Session.run` does with `late` as `poll`, and return its event. `stands` then tells whether the run
        has come to a place to stop at.
        """
        self.arm()
        return self._session.run(poll=late, until=until)

    def stands(self) -> bool:
        """Return whether the run, which has halted, has come to a place to stop at. First run a statement that has
        written what is watched to its end.
        """
        if self._session.writes:
            return self._arrived(self._written())
        offset = self._session.offset
        if offset == self._back and self._level <= self._depth - (self._goal is Goal.OUT):
            return self._arrived("")
        return offset in self._offsets and self._arrived("Breakpoint")

    def _written(self) -> str:
        """Return what the statement that the run is in has written."""
        told: list[str] = []
        self._tell(told)
        while self._session.offset not in self.places.by_offset and not self._over:
            if self._session.run(max_steps=1).at is not LIMIT:
                break
            self._tell(told)
        return "; ".join(told)

    @property
    def _over(self) -> bool:
        return self._session.offset == self._session.layout.end

    def _tell(self, told: list[str]) -> None:
        for write in self._session.writes:
            place = self.places.at(write.offset)
            told.append(self._watches[write.watched].told(write, place.line if place is not None else 0))
        self._session.writes.clear()

    def _arrived(self, why: str) -> bool:
        self.why, self._goal, self._back = why, Goal.RUN, None
        self._halt()
        return True
