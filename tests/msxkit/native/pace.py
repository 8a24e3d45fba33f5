"""A compiled program at the pace of the machine: interrupts come at the statements where the interpreter has them.

So it shows whether it follows the rules of traps, and not how fast it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import wraps
from unittest.mock import patch

from msxkit.interpreter import Session
from msxkit.interpreter.input.waits import Waits
from msxkit.machine.work_area import Cell
from msxkit.program.model import Do
from msxkit.program.operations import OF_STATEMENT, Op

from .msx import Msx

_SWITCHES = (Op.ON_DEVICE, OF_STATEMENT["DEVICE_SWITCH"])


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that the interpreter has carried out.

    Attributes:
        offset: Where it begins in the program text.
        interrupts: How many came while it was carried out.
        switches: Whether it is ON INTERVAL or INTERVAL ON, OFF or STOP: what it does, it does after they came.
        time: What it saw of TIME, if it asked.
    """

    offset: int
    interrupts: int
    switches: bool
    time: int | None


def statements(begin: Callable[[], Session], until: int) -> Iterator[Statement]:
    """Yield what a run that `begin` begins carries out, to its end or until so many T-states have passed."""
    seen: list[int] = []
    now = Waits.now

    @wraps(now)
    def watched(waits: Waits) -> int:
        seen.append(now(waits))
        return seen[-1]

    with patch.object(Waits, "now", watched):
        session = begin()
    clock = session.state.clock
    statement: Statement | None = None
    while clock.t_states < until and (offset := session.offset) < session.layout.end:
        block, before = session.block(offset), clock.interrupts
        switches = any(isinstance(part, Do) and part.operation in _SWITCHES for part in block.instructions)
        at = session.run(max_steps=1).at
        came, time = clock.interrupts - before, seen[-1] if seen else None
        seen.clear()
        if statement is None or block.first:
            if statement is not None:
                yield statement
            statement = Statement(offset, came, switches, time)
        else:
            statement = replace(
                statement, interrupts=statement.interrupts + came, time=time or statement.time
            )
        if at != "limit":
            break
    if statement is not None:
        yield statement


def keep_pace(msx: Msx, run: Iterator[Statement]) -> str:
    """Run a program with traps through these statements. Return `ended`, `limit`, or which one it did not come to."""
    msx.begin()
    check = msx.symbols["trap_check"]
    due = 0
    for statement in run:
        if not msx.advance(check):
            return "ended"
        for _ in range(due):
            msx.interrupt(check)
        expected = msx.symbols[f"l_{statement.offset}"]
        if _next(msx) != expected and not (msx.advance(check) and _next(msx) == expected):
            return f"not at {statement.offset}"
        if statement.time is not None:
            msx.set_word(Cell.JIFFY, statement.time)
        due = statement.interrupts
        if statement.switches:
            body = msx.word(msx.cpu.sp)
            msx.advance(body)
            for _ in range(due):
                msx.interrupt(body)
            due = 0
    return "limit" if msx.advance(check) else "ended"


def _next(msx: Msx) -> int:
    """Return the statement that the call of `trap_check` begins."""
    return msx.word(msx.cpu.sp) - 3
