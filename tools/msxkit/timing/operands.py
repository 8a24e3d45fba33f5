"""What the operands of a statement add to what is usual, as Python code that computes them before the statement runs.

A sum costs by how far its operands are shifted, a product by its digits. The walk along a statement takes usual
operands; besides, it writes a function which computes the operands that there are and weighs them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

from msxkit import decimal14
from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING
from msxkit.decimal14 import Number
from msxkit.timing import math_pack
from msxkit.timing.function_costs import weighed

#: The name by which the code finds what it calls.
LIBRARY, LOOPS = "W", "LOOPS"
#: Where the lines of the program start.
STARTS = "STARTS"
#: RETURN to the start of a line; what it takes less to the middle of one.
RETURNED, RETURNED_WITHIN = 964, 165
#: The step of a loop is added and compared, by the type of the loop, usually; of a variable with more digits than the
#: step before the point.
STEP_ADDED = {INTEGER: 198, SINGLE: 3100, DOUBLE: 3300, STRING: 0}
STEP_SHIFTED = 950
#: NEXT without a name, of an integer: what it takes more than of a double.
UNNAMED_STEP = 206 + STEP_ADDED[INTEGER] - STEP_ADDED[DOUBLE]
#: What the addition and the comparison do not hold.
_STEP_EQUAL, _STEP_REALS_EQUAL = -22, 23
_STEP = {INTEGER: 198, SINGLE: 1000, DOUBLE: 1218}
#: PRINT USING: a blank before a number of less than two digits.
_BLANK_SHOWN = 682
#: A product of integers: each 1 bit of the second; a zero.
INTEGER_BIT, INTEGER_ZERO = 14, -2064
_COMPUTING = (
    "add",
    "sub",
    "mul",
    "div",
    "power",
    "neg",
    "int_divide",
    "modulo",
    "absolute",
    "sign",
    "int_",
    "fix",
    "to_int16",
    "csng",
    "cdbl",
)


class StatementCode:
    """The code of one statement.

    Attributes:
        usual: The T-states that the walk has added instead.
    """

    def __init__(self) -> None:
        self.usual = 0
        self._lines: list[str] = []
        self._kept = 0
        self._weighs = False

    def weigh(self, usual: int, cost: str) -> None:
        """Add a Python expression of T-states, which replaces the usual ones."""
        self.usual += usual
        self._lines.append(f"c += {cost}")
        self._weighs = True

    def keep(self, code: str) -> str:
        """Compute an expression once. Return the name of its value."""
        self._kept += 1
        self._lines.append(f"n{self._kept} = {code}")
        return f"n{self._kept}"

    def source(self, name: str) -> str:
        """Return the source of a function without arguments: the T-states on top of the usual ones. Empty if the
        operands do not matter.
        """
        if not self._weighs:
            return ""
        body = "\n  ".join([f"c = -{self.usual}", *self._lines, "return c"])
        # A statement that fails is not weighed.
        return f"def {name}():\n try:\n  {body}\n except {LIBRARY}.ERRORS:\n  return 0"


def _element(array: Mapping[Any, Number | str], *subscripts: Number) -> Number:
    """Return the number in an element, or the length of the string."""
    key = tuple(map(int, subscripts))
    found = array.get(key if len(key) > 1 else key[0], 0)
    return len(found) if isinstance(found, str) else found


def _characters(each: int, length: Number) -> int:
    """Return the cost of the characters of a new string; no string has more than 255, whatever number is passed."""
    return each * max(0, min(255, decimal14.to_int16(length)))


def _integer_product(factor: int) -> int:
    """Return what the second operand adds to multiplying integers."""
    return INTEGER_BIT * abs(factor).bit_count() if factor else INTEGER_ZERO


#: An entry of the stack of the run (`interpreter.control`): FOR with its variable first, GOSUB with None.
Loop = tuple[Any, ...]


def _innermost(loops: Sequence[Loop], wanted: Callable[[tuple[Any, ...]], bool]) -> tuple[Any, ...]:
    """Return the loop or subroutine that a statement means. Raise `LookupError` if there is none, and the statement
    will fail.
    """
    for loop in reversed(loops):
        if wanted(loop):
            return loop
    raise LookupError


def _stepped(values: Mapping[str, Any], loops: Sequence[Loop], name: str | None) -> int:
    """Return the cost of NEXT: the step is added to the variable and compared with the last value, less what the run
    adds by itself.
    """
    frame = _innermost(loops, lambda loop: loop[0] is not None and name in (None, loop[0]))
    python, limit, step = frame[0], frame[2], frame[3]
    if python[-1] == INTEGER.letter:
        usual = STEP_ADDED[INTEGER] if name else STEP_ADDED[DOUBLE]
        return usual + _STEP_EQUAL * bool(values[python] + step == limit)
    single = python[-1] == SINGLE.letter
    value: Number = values[python]
    total = decimal14.add(value, step)
    cost = (
        _STEP[SINGLE if single else DOUBLE]
        + math_pack.add(step, value)
        + math_pack.compare(total, limit, single)
    )
    cost += _STEP_REALS_EQUAL * bool(total == limit)
    return cost - STEP_SHIFTED * (not -10 < total < 10)


def _returned(loops: Sequence[Loop], starts: frozenset[int]) -> int:
    """Return the cost of RETURN: to the middle of a line it takes less than to the start of the next one."""
    frame = _innermost(loops, lambda loop: loop[0] is None)
    return RETURNED - RETURNED_WITHIN * (frame[1] not in starts)


def _narrow(x: Number) -> int:
    """Return the digits before the point that a PRINT USING picture of two or three has too many."""
    return _BLANK_SHOWN * ((-10 < x < 10) + (-1 < x < 1))


LIBRARY_NAMES = SimpleNamespace(
    # NameError: a statement that is faulty further on brings no variable into being.
    ERRORS=(decimal14.BasicError, ArithmeticError, LookupError, NameError, TypeError, ValueError),
    number=Decimal,
    element=_element,
    integer_product=_integer_product,
    function=lambda name, x: weighed(name, x)[0],
    returned=_returned,
    characters=_characters,
    shorter=min,
    narrow=_narrow,
    text_length=lambda x: len(decimal14.format_number(x)),
    sum=operator.add,
    complement=lambda x: ~decimal14.to_int16(x),
    and_=lambda x, y: decimal14.to_int16(x) & decimal14.to_int16(y),
    or_=lambda x, y: decimal14.to_int16(x) | decimal14.to_int16(y),
    xor=lambda x, y: decimal14.to_int16(x) ^ decimal14.to_int16(y),
    eqv=lambda x, y: ~(decimal14.to_int16(x) ^ decimal14.to_int16(y)),
    imp=lambda x, y: ~decimal14.to_int16(x) | decimal14.to_int16(y),
    gt=lambda x, y: -(x > y),
    eq=lambda x, y: -(x == y),
    ge=lambda x, y: -(x >= y),
    lt=lambda x, y: -(x < y),
    ne=lambda x, y: -(x != y),
    le=lambda x, y: -(x <= y),
    always=lambda _x, _y: -1,
    integer_to_real=math_pack.integer_to_real,
    real_to_integer=math_pack.real_to_integer,
    number_text=math_pack.number_text,
    compare=math_pack.compare,
    stepped=_stepped,
    added=math_pack.add,
    subtracted=lambda x, y: math_pack.add(x, -y),
    multiplied=math_pack.multiply,
    **{name: getattr(decimal14, name) for name in _COMPUTING},
)


def constant(number: Number) -> str:
    """Return a number as source code."""
    return f"({number})" if isinstance(number, int) else f"{LIBRARY}.number('{number}')"
