"""BASIC errors of a run: raising, handling, and going on after them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msxkit.decimal14 import BasicError
from msxkit.interpreter import errors
from msxkit.interpreter.errors import RaisedError

if TYPE_CHECKING:
    from msxkit.interpreter.machine import Machine


class Faults:
    """ERR, ERL, ON ERROR and RESUME of one machine.

    line: where the last error was, None in direct mode; pc: the offset that ran; note: why this machine refused.
    handler: offset that ON ERROR GOTO named; handling: its routine runs.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.err = self.erl = 0
        self.note = ""
        self.line: int | None = None
        self.pc = 0
        self.handler: int | None = None
        self.handling = False

    def fail(self, number: int, note: str = "") -> int:
        """Raises a BASIC error."""
        raise RaisedError(number, note=note)

    def mismatch(self, *_values: object) -> Any:
        """Type mismatch, after the operands are computed."""
        raise RaisedError(errors.TYPE_MISMATCH)

    def always(self, *_values: object) -> int:
        """A relation that always holds."""
        return -1

    def raise_error(self, number: int) -> None:
        """ERROR n."""
        if not number:
            raise RaisedError(errors.ILLEGAL_CALL)
        raise RaisedError(number)

    def on_error(self, target: int | None) -> None:
        """ON ERROR GOTO; 0 inside a handler raises the error again."""
        self.handler = target
        if target is None and self.handling:
            self.handling = False
            raise RaisedError(self.err, line=self.erl)

    def resume(self, how: str) -> int:
        """RESUME, RESUME NEXT, RESUME line."""
        if not self.handling:
            raise RaisedError(errors.RESUME_WITHOUT_ERROR)
        self.handling = False
        block = self._machine.block(self.pc)
        return block.following if how == "next" else block.statement

    def handle(self, error: BasicError, pc: int) -> int | None:
        """An error: where the program's own handler is, or None when it has none."""
        line = self._machine.line_number(pc)
        stated = getattr(error, "line", None)
        number = line if stated is None else stated
        self.err = error.number
        self.erl = 65535 if number is None else number
        self.line = number
        self.note = getattr(error, "note", "")
        self.pc = pc
        if self.handler is not None and not self.handling and line is not None:
            self.handling = True
            return self.handler
        self.handling = False
        return None

    def reset(self) -> None:
        """RUN, CLEAR: nobody handles errors."""
        self.handler = None
        self.handling = False

    # Keeping

    def state(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {name: value for name, value in self.__dict__.items() if name != "_machine"}

    def restore(self, state: dict[str, Any]) -> None:
        """Back to what `state` gave."""
        self.__dict__.update(state)
