"""What NEXT and RETURN cost, by the loop or subroutine that they mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msxkit import decimal14
from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING
from msxkit.timing import math_pack

#: The stack of the run in the globals of compiled code, and where the lines of the program start.
LOOPS, STARTS = "LOOPS", "STARTS"
#: RETURN to the start of a line; what it takes less to the middle of one.
RETURNED, _RETURNED_WITHIN = 964, 165
#: The step of a loop is added and compared, by the type of the loop, usually; of a variable with more digits than the
#: step before the point.
STEP_ADDED = {INTEGER: 198, SINGLE: 3100, DOUBLE: 3300, STRING: 0}
STEP_SHIFTED = 950
#: NEXT without a name, of an integer: what it takes more than of a double.
UNNAMED_STEP = 206 + STEP_ADDED[INTEGER] - STEP_ADDED[DOUBLE]
#: What the addition and the comparison do not hold.
_STEP_EQUAL, _STEP_REALS_EQUAL = -22, 23
_STEP = {INTEGER: 198, SINGLE: 1000, DOUBLE: 1218}

#: An entry of the stack of the run (`interpreter.control`): FOR with its variable first, GOSUB with None.
Loop = tuple[Any, ...]


def _innermost(loops: Sequence[Loop], wanted: Callable[[Loop], bool]) -> Loop | None:
    """Return the loop or subroutine that a statement means; None if there is none, and the statement will fail."""
    return next(filter(wanted, reversed(loops)), None)


def stepped(values: Mapping[str, Any], name: str | None = None) -> int:
    """Return what the step and the end of a loop add to NEXT.

    Args:
        values: The globals of compiled code.
        name: The Python name of the variable, if it is named.
    """
    frame = _innermost(values[LOOPS], lambda loop: loop[0] is not None and name in (None, loop[0]))
    if frame is None:
        return 0
    python, limit, step = frame[0], frame[2], frame[3]
    if python[-1] == INTEGER.letter:
        return _STEP_EQUAL * bool(values[python] + step == limit)
    single = python[-1] == SINGLE.letter
    value = values[python]
    total = decimal14.add(value, step)
    cost = (
        _STEP[SINGLE if single else DOUBLE]
        + math_pack.add(step, value)
        + math_pack.compare(total, limit, single)
    )
    cost -= STEP_ADDED[SINGLE if single and name else DOUBLE]
    return cost + _STEP_REALS_EQUAL * bool(total == limit) - STEP_SHIFTED * (not -10 < total < 10)


def returned(values: Mapping[str, Any]) -> int:
    """Return what RETURN takes less to the middle of a line than to the start of the next one."""
    frame = _innermost(values[LOOPS], lambda loop: loop[0] is None)
    return 0 if frame is None or frame[1] in values[STARTS] else -_RETURNED_WITHIN
