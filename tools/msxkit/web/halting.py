"""Where the program of a page stops by itself: break points, watched values, the end of a step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msxkit.dap.breaks import Watch
from msxkit.dap.debuggee import Goal
from msxkit.dap.places import Places
from msxkit.dap.watching import watched
from msxkit.errors import MsxError
from msxkit.interpreter.session import LIMIT, Event, Session
from msxkit.program.layout import Layout

#: Blocks that one statement has at most before somebody is asked again.
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
        self._cells: list[Watch] = []
        self._writers: frozenset[int] = frozenset()
        self._goal = Goal.RUN
        self._depth = 0
        self._back: int | None = None
        self.why = ""

    # What is asked for

    def set(self, lines: Iterable[int], names: Sequence[str]) -> list[str]:
        """Stop at these lines, and when one of these is written: a variable, an element, `VRAM(address)`.

        Return for each name what is wrong with it, or nothing.
        """
        self._lines, self._names, self._layout = frozenset(lines), tuple(names), None
        return self.arm()

    def arm(self) -> list[str]:
        """Look up the places again when another program is in memory. Return what is wrong with each name."""
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
        writers: set[int] = set()
        self._watches, self._cells = [], []
        for name in self._names:
            try:
                found = watched(self._session, self.places, name.strip().upper())
            except MsxError as error:
                told.append(str(error))
                continue
            (self._cells if found.is_cell else self._watches).append(found.watch)
            writers |= found.writers
            told.append("")
        self._writers = frozenset(writers)
        return told

    @property
    def places(self) -> Places:
        """The statements of the program in memory."""
        if self._places is None:
            self._places = Places(self._session.layout)
        return self._places

    def _halt(self) -> None:
        own = () if self._back is None else (self._back,)
        self._session.halt_at({*self._offsets, *self._writers, *own})

    @property
    def _level(self) -> int:
        """Subroutines that the run is in."""
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
            if goal is Goal.IN or self._level <= self._depth:
                self._goal = Goal.RUN
                return True
            self._back = self._return()
        self._halt()
        return False

    def statement(self) -> Event:
        """Run the next statement."""
        event = self._session.run(max_steps=1)
        for _ in range(_BLOCKS):
            if event.at is not LIMIT or self._session.offset in self.places.by_offset:
                break
            event = self._session.run(max_steps=1)
        return event

    def run(self, late: Callable[[], bool], until: int | None) -> Event:
        """Run on as `Session.run` does. `stands` says whether the run has come to a place to stop at."""
        self.arm()
        if not self._cells:
            return self._session.run(poll=late, until=until)
        event = self._session.run(max_steps=1)
        while event.at is LIMIT and not late() and not self._changed():
            if self._session.offset in self._offsets or (
                until is not None and self._session.t_states >= until
            ):
                break
            event = self._session.run(max_steps=1)
        return event

    def _changed(self) -> bool:
        for cell in self._cells:
            now = cell.look()
            if now != cell.last:
                self.why, cell.last = f"{cell.name}: {cell.last} -> {now}", now
        return bool(self.why)

    def stands(self) -> bool:
        """Whether the run, which has halted, has come to a place to stop at. A statement that writes what is watched is
        run.
        """
        offset = self._session.offset
        if self.why:
            return True
        if offset == self._back and self._level <= self._depth - (self._goal is Goal.OUT):
            return self._arrived("")
        if offset in self._offsets:
            return self._arrived("Break point")
        if offset in self._writers:
            before = [watch.look() for watch in self._watches]
            place = self.places.by_offset[offset]
            self.statement()
            for watch, old in zip(self._watches, before, strict=True):
                if (new := watch.look()) != old:
                    return self._arrived(f"{watch.name}: {old} -> {new}, by line {place.line}")
        return False

    def _arrived(self, why: str) -> bool:
        self.why, self._goal, self._back = why, Goal.RUN, None
        self._halt()
        return True
