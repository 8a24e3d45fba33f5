"""What is known of a value before the program runs: its type, perhaps the number itself, and how long it will be."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.decimal14 import Number

#: Digits that a number of each type has where nothing is known of it.
_USUAL_DIGITS = {INTEGER: 2, SINGLE: 3, DOUBLE: 2, STRING: 0}
#: Digits of a number that a division or a function has made.
ALL_DIGITS = 14


@dataclass(frozen=True, slots=True)
class Figure:
    """What is known about a value, to estimate the time that it takes.

    Attributes:
        type: The machine's type.
        number: The value, if it is a constant.
        digits: How many significant digits it probably has.
        length: The length of a string.
        code: A Python expression that computes the number, or the length of the string, at run time (see `operands`);
            None if it cannot be computed twice.
    """

    type: BasicType
    number: Number | None = None
    digits: int = 2
    length: int = 4
    code: str | None = None

    @classmethod
    def unknown(cls, type_: BasicType, code: str | None = None) -> Figure:
        """Return a value of which only the type is known."""
        return cls(type_, None, _USUAL_DIGITS[type_], code=code)


def higher(left: BasicType, right: BasicType) -> BasicType:
    """Return the type in which two numbers are computed."""
    return left if left.size >= right.size else right
