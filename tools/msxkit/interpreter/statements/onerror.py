"""BASIC errors of a run: raising, handling, and going on after them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from msxkit import basic_errors
from msxkit.carrying import carries
from msxkit.decimal14 import BasicError
from msxkit.interpreter.errors import RaisedError
from msxkit.machine.work_area import DIRECT_MODE


class Resumable(Protocol):
    """What is compiled at an offset: the statement that RESUME repeats, and where RESUME NEXT goes on."""

    @property
    def statement(self) -> int: ...
    @property
    def following(self) -> int: ...


@dataclass
class OnErrorState:
    """The state of error handling.

    Attributes:
        err, erl: ERR and ERL.
        line: The line of the last error, or None in direct mode.
        pc: The offset that ran when it happened.
        note: Why this machine refused, in words.
        handler: The offset that ON ERROR GOTO named, or None.
        handling: Whether the handler is running.
    """

    err: int = 0
    erl: int = 0
    line: int | None = None
    pc: int = 0
    note: str = ""
    handler: int | None = None
    handling: bool = False


class OnError:
    """ERR, ERL, ON ERROR and RESUME of one machine.

    Attributes:
        line_number: Returns the line of an offset, None in direct mode.
        block: What is compiled at an offset, if it is still there.
    """

    def __init__(
        self,
        state: OnErrorState,
        line_number: Callable[[int], int | None],
        block: Callable[[int], Resumable | None],
    ) -> None:
        self.state = state
        self._line_number = line_number
        self._block = block

    @property
    def err(self) -> int:
        """ERR."""
        return self.state.err

    @property
    def erl(self) -> int:
        """ERL."""
        return self.state.erl

    @carries("FAIL")
    def fail(self, number: int, note: str = "") -> int:
        """Raise a BASIC error."""
        raise RaisedError(number, note=note)

    @carries("MISMATCH")
    def mismatch(self, *_values: object) -> Any:
        """Type mismatch, after the operands are computed."""
        raise RaisedError(basic_errors.TYPE_MISMATCH)

    @carries("ILLEGAL")
    def illegal(self, *_values: object) -> Any:
        """Raise Illegal function call, after the operands are computed."""
        raise RaisedError(basic_errors.ILLEGAL_CALL)

    @carries("ALWAYS")
    def always(self, *_values: object) -> int:
        """Return the value of a relation that always holds."""
        return -1

    @carries("ERROR")
    def raise_error(self, number: int) -> None:
        """Carry out ERROR n."""
        if not number:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        raise RaisedError(number)

    @carries("ON_ERROR")
    def set_handler(self, target: int | None) -> None:
        """Carry out ON ERROR GOTO; 0 inside a handler raises the error again."""
        state = self.state
        state.handler = target
        if target is None and state.handling:
            state.handling = False
            raise RaisedError(state.err, line=state.erl)

    def resume(self, how: str) -> int:
        """Carry out RESUME, RESUME NEXT and RESUME line: ERR is 0 from then on. Without an error, RESUME raises one."""
        state = self.state
        self.must_handle()
        state.handling = False
        state.err = 0
        block = self._block(state.pc)
        if block is None:
            return state.pc
        return block.following if how == "next" else block.statement

    @carries("MUST_HANDLE")
    def must_handle(self) -> None:
        """Require that an error is being handled. Without one, nothing handles this error either."""
        if not self.state.handling:
            self.state.handler = None
            raise RaisedError(basic_errors.RESUME_WITHOUT_ERROR)

    def handle(self, error: BasicError, pc: int) -> int | None:
        """Handle an error. Return where the program's own handler is, or None when it has none."""
        state = self.state
        at = getattr(error, "at", None)
        pc = pc if at is None else at
        line = self._line_number(pc)
        stated = getattr(error, "line", None)
        number = line if stated is None else None if stated == DIRECT_MODE else stated
        state.err = error.number
        state.erl = DIRECT_MODE if number is None else number
        state.line = number
        state.note = getattr(error, "note", "")
        state.pc = pc
        if state.handler is not None and not state.handling:
            state.handling = True
            return state.handler
        state.handling = False
        return None

    def reset(self) -> None:
        """Handle errors no longer, as after RUN and CLEAR."""
        self.state.handler = None
        self.state.handling = False
