"""What is known of a value before the program runs: its type, and the value itself or a usual one."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from msxkit.basic_type import STRING, BasicType
from msxkit.decimal14 import Number

#: Digits of a number that a division or a function has made.
ALL_DIGITS = 14
#: A number that stands for those of which nothing is known; for those of so many digits.
_USUAL = 4
_DIGITS = "17481625374816"


@dataclass(slots=True)
class Figure:
    """What is known about a value, to estimate the time that it takes.

    Attributes:
        type: The machine's type.
        usual: The value of a constant; of others, a number or string that takes a usual time.
        name: Where the run keeps the value; empty for a constant, None as long as nothing has been said of it.
    """

    type: BasicType
    usual: Any
    name: str | None = None

    @classmethod
    def unknown(cls, type_: BasicType) -> Figure:
        """Return a value of which only the type is known."""
        return cls(type_, "" if type_ is STRING else _USUAL)

    @property
    def number(self) -> Number:
        """The usual number; 0 of a string, which no statement takes for one."""
        return 0 if self.type is STRING else self.usual

    @property
    def digits(self) -> int:
        """The significant digits of the number."""
        return len(Decimal(self.number).normalize().as_tuple().digits)

    @property
    def length(self) -> int:
        """The length of the string."""
        return len(self.usual) if self.type is STRING else 0


def number_of(digits: int) -> int:
    """Return a number to stand for an unknown one of so many digits."""
    return int(_DIGITS[:digits])


def kept_name(start: int, end: int) -> str:
    """Return the name in which compiled code keeps the value of an expression, by its offsets in the program text."""
    return f"n{start}_{end}"


def higher(left: BasicType, right: BasicType) -> BasicType:
    """Return the type in which two numbers are computed."""
    return left if left.size >= right.size else right
