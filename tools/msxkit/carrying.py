"""Operations of the program model, for those that do not see the model: what is true of one, and the methods that carry
one out, each marked with the operation's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Flag, auto
from typing import Any, TypeVar

_Method = TypeVar("_Method", bound=Callable[..., object])
_MARK = "_carries"


class Trait(Flag):
    """What is true of an operation, whatever its operands are. `QUICK`: nothing of this."""

    QUICK = 0
    #: It can take long with what it has to look at: CTRL-C is answered before it.
    LONG = auto()
    #: It asks where the clock stands between two interrupts; for TIME; where strings lie; for keys.
    CLOCK = auto()
    TIME = auto()
    STRINGS = auto()
    KEYS = auto()
    #: Another time it may answer otherwise, or it acts on more than the state of the machine.
    OUTSIDE = auto()
    #: It writes variables without an assignment.
    WRITES = auto()
    #: It names a variable and leaves what that holds alone, or a block says itself what it then holds.
    KEEPS = auto()
    #: It cannot fail.
    SAFE = auto()
    #: It takes away all variables, loops and subroutines, and the run goes on.
    CLEARS = auto()
    #: It reads variables whose names stand in its strings.
    MACROS = auto()
    #: It opens or closes files.
    FILES = auto()
    #: It sets or shows what the function keys hold.
    KEY_TEXTS = auto()
    #: Nothing is done, once the operands have been looked at.
    NOTHING = auto()
    #: It ends the run, unless it fails.
    ENDS = auto()
    #: It takes where the next statement begins, behind its operands.
    BEHIND = auto()
    #: It returns where the run goes on, which is at a line if one is given (`START`).
    LEADS = auto()
    #: It returns whether the statement is over; until then it is carried out again and again.
    UNTIL = auto()
    #: It looks itself for the end of the statement: RESUME NEXT need not.
    LOOKS = auto()
    #: It asks where the run is.
    LOCATED = auto()
    #: It is carried out for each of its operands before the next is looked at, and once if there are none.
    EACH = auto()
    #: It returns what the statement sets its variable to, or each of them: text or a number, as it is told.
    SETS = auto()
    #: It waits for what is typed, and is carried out again from the variable on.
    TYPED = auto()


def carries(*operations: str) -> Callable[[_Method], _Method]:
    """Return what marks a method: it carries out these operations."""

    def mark(method: _Method) -> _Method:
        vars(method)[_MARK] = operations
        return method

    return mark


class _Marked(dict[type, tuple[tuple[str, str], ...]]):
    """Class -> each operation that its methods carry out, with the name of the method."""

    def __missing__(self, kind: type) -> tuple[tuple[str, str], ...]:
        found = self[kind] = tuple(
            (operation, name)
            for name, member in vars(kind).items()
            for operation in getattr(member, _MARK, ())
        )
        return found


_MARKED = _Marked()


def carried(services: Iterable[object]) -> dict[str, Callable[..., Any]]:
    """Return the methods of services by the operations that they carry out."""
    return {
        operation: getattr(service, name)
        for service in services
        for operation, name in _MARKED[type(service)]
    }
