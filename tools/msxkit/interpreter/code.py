"""What an expression compiles to, and what a line needs beside its Python source."""

from __future__ import annotations

from dataclasses import dataclass, field

INTEGER, SINGLE, DOUBLE, STRING = "i", "s", "d", "t"
SUFFIX_TYPES = {"%": INTEGER, "!": SINGLE, "#": DOUBLE, "$": STRING}
TYPE_SUFFIXES = {kind: suffix for suffix, kind in SUFFIX_TYPES.items()}
#: All letters double: DEFTBL after RUN.
DEFAULT_TYPES = DOUBLE * 26
INT16 = 32768


class Lit(str):
    """A string that lies in the program text: it takes no string space until something is done to it."""

    __slots__ = ()


class StatementError(Exception):
    """The statement cannot go on from here: the BASIC error that the machine raises when it gets here."""

    def __init__(self, number: int, note: str = "") -> None:
        super().__init__(number)
        self.number = number
        self.note = note


@dataclass(frozen=True, slots=True)
class Code:
    """A compiled expression.

    text: Python source. kind: i, s, d or t. bound: the value is an `int` of at most this magnitude (None: not
    known). test: Python source that is true when the value is not 0. pure: cannot fail and has no effect.
    fresh: a string that is newly made (a temporary of the machine), not a variable's or the program's.
    simple: a plain variable or constant, evaluating which takes no string space.
    """

    text: str
    kind: str
    bound: int | None = None
    test: str | None = None
    pure: bool = False
    fresh: bool = False
    simple: bool = False

    @property
    def is_string(self) -> bool:
        return self.kind == STRING

    @property
    def condition(self) -> str:
        return self.test or self.text


@dataclass
class Unit:
    """What one line compiles to beside its Python source: constants and names that it needs.

    constants: name -> value. variables: name -> type. arrays: name -> (BASIC name, type).
    """

    constants: dict[str, object] = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)
    arrays: dict[str, tuple[str, str]] = field(default_factory=dict)
