"""The stack of loops and subroutines, and the traps of ON ... GOSUB."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from msxkit import basic_errors, decimal14
from msxkit.carrying import carries
from msxkit.decimal14 import Number
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.values.strings import byte
from msxkit.machine.clock import AT_ONCE, Clock
from msxkit.timing.stack import STEP_SHIFTED, UNNAMED_STEP

#: FOR: variable, offset after it, limit, step. GOSUB: None, offset to return to, and the trap that called, if one did.
StackFrame = tuple[Any, ...]
#: What a block of FOR or GOSUB takes on the machine's stack.
FOR_BYTES, GOSUB_BYTES = 25, 7
#: T-states that it takes to find the trap that calls its routine: fitted to tests/corpus.
_DISPATCH = 5_000
#: A device and its number: the key of a trap.
EventSource = tuple[str, int]
STOP_KEY: EventSource = ("STOP", 0)
SPRITES_MET: EventSource = ("SPRITE", 0)
_INTERVAL: EventSource = ("INTERVAL", 0)
#: Devices in the order in which the machine looks at them.
DEVICES = ("KEY", "STOP", "SPRITE", "STRIG", "INTERVAL")


@dataclass
class Trap:
    """ON ... GOSUB.

    Attributes:
        on: Whether what happens is remembered and acted on.
        stopped: Whether it is only remembered.
        target: Offset of its routine.
        period, due: The period of INTERVAL and when it is due, in interrupts.
    """

    on: bool = False
    stopped: bool = False
    target: int | None = None
    period: int = 0
    due: int = 0
    pending: bool = False

    @property
    def state(self) -> str:
        """ON, OFF or STOP, as the statement that led there is called."""
        if not self.on:
            return "OFF"
        return "STOP" if self.stopped else "ON"


@dataclass
class ControlState:
    """The state of loops, subroutines and traps.

    Attributes:
        stack: Loops and subroutines, the innermost last.
        traps: The traps, by device and number.
        switched: Whether the last statement switched a trap. The machine then runs one more statement before it checks
            the traps.
    """

    stack: list[StackFrame] = field(default_factory=list)
    traps: dict[EventSource, Trap] = field(default_factory=dict)
    switched: bool = False

    def stack_bytes(self) -> int:
        """Return the memory of the stack."""
        return sum(GOSUB_BYTES if frame[0] is None else FOR_BYTES for frame in self.stack)


class Control:
    """Loops, subroutines and traps of a run.

    Attributes:
        names: The variables of compiled code.
        clock: Time so far.
        check: Raises when the stack has grown into the variables.
    """

    def __init__(
        self, state: ControlState, names: dict[str, Any], clock: Clock, check: Callable[[], None]
    ) -> None:
        self.state = state
        #: The same list for ever: compiled code looks at it.
        self.stack = state.stack
        self._names = names
        self._clock = clock
        self._check = check

    def reset(self) -> None:
        """Forget loops, subroutines and traps, as RUN and CLEAR do."""
        self.stack.clear()
        self.state.traps.clear()

    # Loops and subroutines

    @carries("BEGIN_LOOP")
    def push_for(self, name: str, pc: int, limit: Number, step: Number) -> None:
        """Carry out FOR. A loop that starts again at the same place drops what it left on the stack."""
        stack = self.stack
        for index in range(len(stack) - 1, -1, -1):
            frame = stack[index]
            if frame[0] is None:
                break
            if frame[1] == pc and frame[0] == name:
                del stack[index:]
                break
        stack.append((name, pc, limit, step))
        if not len(stack) & 63:
            self._check()

    @carries("CALL_SUBROUTINE")
    def push_gosub(self, pc: int) -> None:
        """Carry out GOSUB."""
        self.stack.append((None, pc))
        if not len(self.stack) & 63:
            self._check()

    @carries("RETURN")
    def pop_gosub(self) -> int:
        """Carry out RETURN: drop the loops of the subroutine. Return where the run goes on."""
        stack = self.stack
        while stack:
            frame = stack.pop()
            if frame[0] is None:
                if len(frame) > 2:
                    self._done(frame[2])
                return int(frame[1])
        raise RaisedError(basic_errors.RETURN_WITHOUT_GOSUB)

    @carries("MUST_BE_CALLED")
    def check_gosub(self) -> None:
        """Begin RETURN with a line number: there must be a subroutine before the line is looked for."""
        if all(frame[0] is not None for frame in self.stack):
            raise RaisedError(basic_errors.RETURN_WITHOUT_GOSUB)

    @carries("FIND_LOOP")
    def find_for(self, name: str) -> StackFrame:
        """Return the nearest loop of the variable of NEXT, and drop the loops inside it."""
        stack = self.stack
        for index in range(len(stack) - 1, -1, -1):
            frame = stack[index]
            if frame[0] is None:
                break
            if frame[0] == name:
                del stack[index + 1 :]
                return frame
        raise RaisedError(basic_errors.NEXT_WITHOUT_FOR)

    @carries("STEP_INNERMOST")
    def next_unnamed(self) -> int:
        """Carry out NEXT without a variable. Return the offset of the loop's body, -1 when the loop has ended."""
        stack = self.stack
        if not stack or stack[-1][0] is None:
            raise RaisedError(basic_errors.NEXT_WITHOUT_FOR)
        name, pc, limit, step = stack[-1]
        names = self._names
        value = names[name] + step
        if type(value) is not int or not -99999 < value < 99999:
            value = decimal14.add(names[name], step)
            if name[-1] == "s":
                value = decimal14.csng(value)
        if name[-1] == "i":
            self._clock.state.spent += UNNAMED_STEP
            if not -32768 <= value <= 32767:
                raise RaisedError(basic_errors.OVERFLOW)
        elif not -10 < value < 10:
            self._clock.state.spent += STEP_SHIFTED
        names[name] = value
        if value <= limit if step > 0 else value >= limit if step else value != limit:
            return int(pc)
        stack.pop()
        return -1

    # Traps

    @carries("ON_DEVICE")
    def on_trap(self, name: str, period: Number, targets: list[int | None]) -> None:
        """Carry out ON INTERVAL, KEY, STOP, STRIG and SPRITE GOSUB."""
        if name == "INTERVAL" and not period:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        self._clock.listen()
        self._count()
        for index, target in enumerate(targets):
            if target is None and name != "INTERVAL":
                continue
            trap = self._trap((name, index))
            if period:
                trap.period = decimal14.to_address(period)
                trap.due = self._clock.state.interrupts + trap.period
            if target is not None:
                trap.target = target

    @carries("DEVICE_SWITCH")
    def switch_trap(self, name: str, number: Number | None, state: str) -> None:
        """Carry out ON, OFF and STOP of a trap."""
        index = byte(number or 0)
        if name == "KEY":
            if not 1 <= index <= 10:
                raise RaisedError(basic_errors.ILLEGAL_CALL)
            index -= 1
        elif name == "STRIG" and index > 4:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        self._clock.listen()
        self._count()
        trap = self._trap((name, index))
        if state != "STOP":
            trap.on = state == "ON"
            trap.pending &= trap.on
        trap.stopped = state == "STOP"
        self.state.switched = True
        self._look_soon()

    def _look_soon(self) -> None:
        """Look at traps after this statement, whether an interrupt comes or not."""
        self._clock.state.limit = AT_ONCE

    def _trap(self, source: EventSource) -> Trap:
        return self.state.traps.setdefault(source, Trap())

    def signal(self, source: EventSource) -> bool:
        """Note what happened to a device. Return whether a trap takes it, now or when it is switched on again."""
        trap = self.state.traps.get(source)
        if trap is None or not trap.on:
            return False
        trap.pending = True
        return True

    def _count(self) -> None:
        """Note whether INTERVAL is due."""
        now, trap = self._clock.state.interrupts, self.state.traps.get(_INTERVAL)
        if trap is not None and trap.period and now >= trap.due:
            trap.due += ((now - trap.due) // trap.period + 1) * trap.period
            trap.pending |= trap.on

    def trapped(self, pc: int) -> int:
        """Return where the run goes on between two statements: at `pc`, or in the routine of what has happened."""
        traps = self.state.traps
        self._count()
        if self.state.switched:
            self.state.switched = False
            self._look_soon()
            return pc
        for source in sorted(traps, key=lambda source: (DEVICES.index(source[0]), source[1])):
            trap = traps[source]
            if trap.pending and not trap.stopped and trap.target is not None:
                trap.pending = False
                return self._call(source, trap, pc)
        return pc

    def stop_key(self, pc: int) -> int | None:
        """Return where the run goes on when CTRL-STOP is pressed at `pc`; None when no routine takes the key."""
        trap = self.state.traps.get(STOP_KEY)
        if trap is None or not trap.on or trap.target is None:
            return None
        if not trap.stopped:
            return self._call(STOP_KEY, trap, pc)
        trap.pending = True
        return pc

    def _call(self, source: EventSource, trap: Trap, pc: int) -> int:
        # The trap stops itself until its RETURN.
        trap.stopped = True
        self._look_soon()
        self._clock.state.spent += _DISPATCH
        self.stack.append((None, pc, source))
        assert trap.target is not None
        return trap.target

    def _done(self, source: EventSource) -> None:
        trap = self.state.traps.get(source)
        if trap is not None:
            trap.stopped = False
            self._look_soon()
