"""Time: T-states of the processor, and the interrupts of the video chip that come of them.

Sources: MSX2 Technical Handbook, chapter 1 (3.579545 MHz); TMS9918A data manual (228 T-states a line, 262 lines at 60
Hz and 313 at 50 Hz).
"""

from __future__ import annotations

from dataclasses import dataclass

#: T-states of a second, and of a frame by its frequency.
SECOND = 3_579_545
FRAME = {50: 313 * 228, 60: 262 * 228}
#: What a statement of BASIC costs, on average: a machine at 50 Hz runs twelve in a frame.
STATEMENT = FRAME[50] // 12
#: TIME when a run begins: the machine was switched on twelve seconds ago.
START_JIFFY = 600


@dataclass
class ClockState:
    """t_states: since the start. due: T-states of the next interrupt. interrupts: since the start. jiffy: TIME."""

    t_states: int
    due: int
    interrupts: int = 0
    jiffy: int = START_JIFFY

    @classmethod
    def fresh(cls, frequency: int) -> ClockState:
        """The clock at the start of a run, just behind an interrupt."""
        return cls(0, FRAME[frequency])


class Clock:
    """The clock of a machine. frequency: interrupts a second, 50 or 60."""

    def __init__(self, state: ClockState, frequency: int) -> None:
        self.state = state
        self._frame = FRAME[frequency]

    def steps(self, cost: int) -> int:
        """How many steps of `cost` T-states bring the next interrupt: at least 1."""
        return -((self.state.t_states - self.state.due) // cost)

    def spend(self, t_states: int) -> None:
        """T-states pass, and the interrupts that are due by then come."""
        state = self.state
        state.t_states += t_states
        if state.t_states >= state.due:
            count = (state.t_states - state.due) // self._frame + 1
            state.due += count * self._frame
            self._count(count)

    def tick(self, t_states: int, cost: int) -> int:
        """T-states pass, and with them exactly one interrupt comes. Gives what `steps` gives."""
        state = self.state
        now = state.t_states = state.t_states + t_states
        due = state.due = state.due + self._frame
        state.interrupts += 1
        state.jiffy = (state.jiffy + 1) & 0xFFFF
        return -((now - due) // cost)

    def skip(self, interrupts: int) -> None:
        """Waits until so many interrupts have come; what is left of the present frame stays left."""
        time = interrupts * self._frame
        self.state.t_states += time
        self.state.due += time
        self._count(interrupts)

    def _count(self, interrupts: int) -> None:
        state = self.state
        state.interrupts += interrupts
        state.jiffy = (state.jiffy + interrupts) & 0xFFFF
