"""Time: T-states of the processor, and the interrupts of the video chip that follow from them.

Code that spends time adds to `ClockState.spent`; code that must know of interrupts lets the clock catch up. Each
interrupt takes time itself. Sources: MSX2 Technical Handbook, chapter 1 (3.579545 MHz); TMS9918A data manual (228
T-states a line, 262 lines at 60 Hz and 313 at 50 Hz); tests/timing (what an interrupt takes).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from msxkit.machine.costs import costs_of
from msxkit.machine.model import Model

#: T-states of a second, and of a frame by its frequency in Hz.
SECOND = 3_579_545
FRAME = {50: 313 * 228, 60: 262 * 228}
#: The alarm while no caller waits for one.
NEVER = 1 << 62
#: What `ClockState.limit` is at most.
_SMALL = 10**9
#: TIME when a run begins: at 50 Hz the machine was switched on twelve seconds ago.
START_JIFFY = 600


class ClockState:
    """The state of the clock.

    Python is quick with numbers below 2^30, which a machine has counted in five minutes. So what is counted and
    compared at each statement is small: `spent` and `limit` are T-states since the last `rebase`.

    Attributes:
        spent: T-states since then.
        limit: When to ask the caller that has set the alarm.
        due: The T-states of the next interrupt that has not been counted yet.
        listening: Whether a caller waits for interrupts.
        interrupts: Interrupts since the start.
        jiffy: TIME.
    """

    def __init__(
        self,
        t_states: int,
        due: int,
        alarm: int = NEVER,
        listening: bool = False,
        interrupts: int = 0,
        jiffy: int = START_JIFFY,
    ) -> None:
        self.spent, self._begun = 0, t_states
        self.due = due
        self.listening = listening
        self.interrupts = interrupts
        self.jiffy = jiffy
        self.alarm = alarm

    @property
    def t_states(self) -> int:
        """T-states since the start."""
        return self._begun + self.spent

    @t_states.setter
    def t_states(self, value: int) -> None:
        self.spent = value - self._begun

    @property
    def alarm(self) -> int:
        """The T-states at which a caller wants to be asked."""
        return self._alarm

    @alarm.setter
    def alarm(self, value: int) -> None:
        self._alarm = value
        self.limit = min(value - self._begun, _SMALL)

    def rebase(self) -> None:
        """Make the numbers small again if they have grown large."""
        if self.spent < _SMALL:
            return
        self._begun += self.spent
        self.spent = 0
        self.alarm = self._alarm

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ClockState) and self.parts() == other.parts()

    __hash__ = None  # type: ignore[assignment]

    def parts(self) -> tuple[int, int, int, bool, int, int]:
        """Return what `of_parts` makes the state of."""
        return self.t_states, self.due, self._alarm, self.listening, self.interrupts, self.jiffy

    @classmethod
    def of_parts(cls, *parts: Any) -> Self:
        """Return the state of these parts."""
        return cls(*parts)

    def take_over(self, parts: tuple[Any, ...]) -> None:
        """Become the state of these parts."""
        self.__init__(*parts)  # type: ignore[misc]

    @classmethod
    def fresh(cls, model: Model) -> ClockState:
        """Return the clock at the start of a run that was typed at the prompt."""
        return cls(0, costs_of(model).phase)


def _nothing() -> int:
    return 0


def _no_hook() -> None:
    pass


class Clock:
    """The clock of a machine.

    Args:
        tick: Called at every interrupt while `listening` is set; returns the T-states that it takes.
        hook: Called at the same interrupts, before TIME counts them. It runs code of the program, and adds its T-states
            to the clock itself.
    """

    def __init__(
        self,
        state: ClockState,
        model: Model,
        tick: Callable[[], int] = _nothing,
        hook: Callable[[], None] = _no_hook,
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
        self._hook = hook
        #: T-states of the interrupt that is being handled.
        self._moment: int | None = None

    @property
    def now(self) -> int:
        """T-states of this moment, which may be an interrupt within a statement."""
        return self.state.t_states if self._moment is None else self._moment

    def listen(self) -> None:
        """Call `tick` and the hook at every interrupt from now on."""
        self.catch_up()
        self.state.listening = True
        self.state.alarm = min(self.state.alarm, self.state.due)

    def catch_up(self, before: int = 0) -> None:
        """Count the interrupts that were due up to `before` T-states ago."""
        state = self.state
        if not state.listening:
            # No caller asks, so interrupts are counted in groups, of which one reads the keyboard.
            while (groups := (state.t_states - before - state.due) // self._group) > 0:
                state.due += groups * self._group
                state.spent += groups * self._group_cost
                self._count(groups * self._scan_every)
        while state.t_states - before >= state.due:
            self._interrupt()

    def skip(self, interrupts: int) -> None:
        """Wait until so many interrupts have come."""
        state = self.state
        self.catch_up()
        for _ in range(interrupts):
            state.t_states = max(state.t_states, state.due)
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
                self._hook()
            finally:
                self._count(1)
            state.spent += self._tick()
        finally:
            self._moment = None

    def _count(self, interrupts: int) -> None:
        state = self.state
        state.interrupts += interrupts
        state.jiffy = (state.jiffy + interrupts) & 0xFFFF
