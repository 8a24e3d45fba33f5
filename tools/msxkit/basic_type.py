"""The four types of a value in MSX BASIC."""

from __future__ import annotations

from enum import Enum


class BasicType(Enum):
    """A type. The value of the enum is the suffix that names the type in a program.

    Attributes:
        letter: The letter of the type in the names of variables in generated code.
        size: Bytes that a value takes in a variable, which is also the type byte of the variable's record. Of a string
            these are its length and address. Source: The MSX Red Book, 5EA4h.
        is_string: Whether it is the type of strings.
    """

    INTEGER = "%"
    SINGLE = "!"
    DOUBLE = "#"
    STRING = "$"

    letter: str
    size: int
    is_string: bool

    def __init__(self, suffix: str) -> None:
        self.letter = {"%": "i", "!": "s", "#": "d", "$": "t"}[suffix]
        self.size = {"%": 2, "!": 4, "#": 8, "$": 3}[suffix]
        self.is_string = suffix == "$"

    @property
    def suffix(self) -> str:
        """The suffix: `%`, `!`, `#` or `$`."""
        return str(self.value)


INTEGER, SINGLE, DOUBLE, STRING = BasicType
#: DEFDBL A-Z, as after RUN: the type of a name without a suffix by its first letter, A first.
DEFAULT_TYPES: tuple[BasicType, ...] = (DOUBLE,) * 26
#: Bytes of a simple variable besides its value: type and name.
HEADER_BYTES = 3
