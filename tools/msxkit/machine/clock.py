"""Time: T-states of the processor, and the interrupts of the video chip that follow from them.

Code that spends time adds to `ClockState.spent`; code that must know of interrupts lets the clock catch up. Each
interrupt takes time itself. Sources: MSX2 Technical Handbook, chapter 1 (3.579545 MHz); TMS9918A data manual (228
T-states a line, 262 lines at 60 Hz and 313 at 50 Hz); tests/timing (what an interrupt takes).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msxkit.machine.costs import costs_of
from msxkit.machine.model import Model

#: T-states of a second, of a line of the screen, and of a frame by its frequency in Hz.
SECOND, LINE = 3_579_545, 228
FRAME = {50: 313 * LINE, 60: 262 * LINE}
#: A moment that never comes.
NEVER = 1 << 62
#: The limit while nobody waits, and the one that everything is past.
_FAR, AT_ONCE = 1 << 29, -1 << 29
#: TIME when a run begins: at 50 Hz the machine was switched on twelve seconds ago.
START_JIFFY = 600


@dataclass
class ClockState:
    """The state of the clock.

    Python is quick with numbers below 2^30, which a machine has counted in five minutes. So what is counted and
    compared at each statement is small: `spent`, `due` and `limit` are T-states since the last `rebase`.

    Attributes:
        due: When the next interrupt comes that has not been counted yet.
        spent: The time now.
        limit: When to ask the caller.
        base: T-states from the start to the last `rebase`.
        listening: Whether a caller waits for interrupts.
        interrupts: Interrupts since the start.
        jiffy: TIME.
    """

    due: int
    spent: int = 0
    limit: int = _FAR
    base: int = 0
    listening: bool = False
    interrupts: int = 0
    jiffy: int = START_JIFFY

    @property
    def t_states(self) -> int:
        """T-states since the start."""
        return self.base + self.spent

    def ask_in(self, t_states: int) -> None:
        """Ask the caller after this time, or earlier if that is long."""
        if self.spent > _FAR:
            self.rebase()
        self.limit = self.spent + min(t_states, _FAR)

    def rebase(self) -> None:
        """Make the numbers small; the caller is not asked."""
        self.base += self.spent
        self.due -= self.spent
        self.spent, self.limit = 0, _FAR

    @classmethod
    def fresh(cls, model: Model) -> ClockState:
        """Return the clock at the start of a run that was typed at the prompt."""
        return cls(costs_of(model).phase)


def _nothing() -> int:
    return 0


def _no_hook() -> None:
    pass


class Clock:
    """The clock of a machine.

    Attributes:
        hook: Called at every interrupt while `listening` is set, before TIME counts it. It runs code of the program,
            and adds its T-states to the clock itself.

    Args:
        tick: Called at the same interrupts; returns the T-states that it takes.
    """

    def __init__(
        self,
        state: ClockState,
        model: Model,
        tick: Callable[[], int] = _nothing,
    ) -> None:
        self.state = state
        self._frame = FRAME[model.frequency]
        costs = costs_of(model)
        self._handler = costs.interrupt
        self._keys = costs.keys
        self._first_scan, self._scan_every = costs.first_scan, costs.scan_every
        self._group = costs.scan_every * self._frame
        self._group_cost = costs.scan_every * costs.interrupt + costs.keys
        self._tick = tick
        self.hook: Callable[[], None] = _no_hook
        #: When the interrupt came that is being handled, as `due` tells it.
        self._moment: int | None = None

    @property
    def now(self) -> int:
        """T-states of this moment, which may be an interrupt within a statement."""
        state = self.state
        return state.base + (state.spent if self._moment is None else self._moment)

    @property
    def lines_left(self) -> int:
        """Lines of the screen that have not been drawn before the next interrupt."""
        self.catch_up()
        now = self.state.spent if self._moment is None else self._moment
        return -((now - self.state.due) // LINE)

    def listen(self) -> None:
        """Call `tick` and the hook at every interrupt from now on."""
        self.catch_up()
        self.state.listening = True
        self.state.limit = min(self.state.limit, self.state.due)

    def catch_up(self, before: int = 0) -> None:
        """Count the interrupts that were due up to `before` T-states ago."""
        state = self.state
        if not state.listening:
            # No caller asks, so interrupts are counted in groups, of which one reads the keyboard.
            while (groups := (state.spent - before - state.due) // self._group) > 0:
                state.due += groups * self._group
                state.spent += groups * self._group_cost
                self._count(groups * self._scan_every)
        while state.spent - before >= state.due:
            self._interrupt()

    def skip(self, interrupts: int) -> None:
        """Wait until so many interrupts have come."""
        state = self.state
        self.catch_up()
        for _ in range(interrupts):
            state.spent = max(state.spent, state.due)
            self._interrupt()

    def _interrupt(self) -> None:
        state = self.state
        state.due += self._frame
        state.spent += self._handler
        if state.interrupts % self._scan_every == self._first_scan:
            state.spent += self._keys
        if not state.listening:
            self._count(1)
            return
        self._moment = state.due - self._frame
        try:
            try:
                self.hook()
            finally:
                self._count(1)
            state.spent += self._tick()
        finally:
            self._moment = None

    def _count(self, interrupts: int) -> None:
        state = self.state
        state.interrupts += interrupts
        state.jiffy = (state.jiffy + interrupts) & 0xFFFF
