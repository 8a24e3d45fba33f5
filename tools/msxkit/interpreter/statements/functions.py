"""DEF FN and DEFUSR: the functions that a program makes itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msxkit import basic_errors, decimal14
from msxkit.basic_type import INTEGER, SINGLE, BasicType
from msxkit.carrying import carries
from msxkit.decimal14 import Number
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.values.variables import Variables
from msxkit.machine.guard import Spend

#: What a call of FN takes, as `guard` counts it.
_WORK = 12


@dataclass
class FunctionState:
    """The functions that the program has defined.

    Attributes:
        defined: Name with type -> the offset of its DEF FN.
        usr: Number of USR -> address.
    """

    defined: dict[str, int] = field(default_factory=dict)
    usr: dict[int, int] = field(default_factory=dict)


class Functions:
    """The functions of one machine.

    Attributes:
        variables: The variables of the program.
        body: The compiled body of the DEF FN at an offset.
        parameters: Its parameters, with the types that they have now.
        line_number: Returns the line of an offset, None in direct mode.
        entries: What calls of BIOS entries do.
        run: Runs machine code.
        spend: The time of the body at an offset.
        record: Keeps that one was called.
        guard: Told of each call: functions that call functions make a statement as long as they like.
    """

    def __init__(
        self,
        state: FunctionState,
        variables: Variables,
        body: Callable[[int], Callable[[], Any]],
        parameters: Callable[[int], Sequence[tuple[str, BasicType]]],
        line_number: Callable[[int], int | None],
        entries: Mapping[int, Callable[[], object]],
        run: Callable[[int, BasicType, Any], Any],
        spend: Callable[[int], None],
        record: Callable[..., None],
        guard: Spend,
    ) -> None:
        self.state = state
        self._variables = variables
        self._names = variables.names
        self._body = body
        self._parameters = parameters
        self._line_number = line_number
        self._entries = entries
        self._run = run
        self._spend = spend
        self._record = record
        self._guard = guard
        #: Variables that the function which is being computed hides, with their values.
        self._hidden: dict[str, Any] = {}

    @carries("DEFINE_FUNCTION")
    def define(self, key: str, pc: int, _parameters: tuple[str, ...]) -> None:
        """Carry out DEF FN. The parameters are looked at when it is called."""
        if self._line_number(pc) is None:
            raise RaisedError(basic_errors.ILLEGAL_DIRECT)
        self._variables.define(key, next(basic for basic in BasicType if basic.letter == key[-1]))
        self.state.defined[key] = pc

    @carries("CALL_FUNCTION")
    def call_fn(self, key: str, values: tuple[tuple[BasicType, Any], ...]) -> Any:
        """Return FN: bind the parameters, compute the body, restore the variables."""
        pc = self.state.defined.get(key)
        if pc is None:
            raise RaisedError(basic_errors.UNDEFINED_FUNCTION)
        self._guard(_WORK)
        parameters = self._parameters(pc)
        if len(values) != len(parameters):
            raise RaisedError(basic_errors.SYNTAX)
        body = self._body(pc)
        names = self._names
        outer = self._hidden
        own = {python: names[python] for python in outer}
        converted = {
            python: _converted(value, given, wanted)
            for (given, value), (python, wanted) in zip(values, parameters, strict=True)
        }
        # The body sees the variables of the program, not the parameters of who calls it.
        names.update(outer)
        # The call makes the variables of the parameters.
        self._hidden = {python: self._variables.made(names[python]) for python in converted}
        names.update(converted)
        try:
            value = body()
            self._spend(pc)
            return value
        finally:
            names.update(self._hidden)
            names.update(own)
            self._hidden = outer

    @carries("DEF_USR")
    def def_usr(self, number: int, address: Number) -> None:
        """Carry out DEFUSR."""
        self.state.usr[number] = decimal14.to_address(address)

    @carries("CALL_USR")
    def usr(self, number: int, basic: BasicType, value: Any) -> Any:
        """Call a BIOS entry, which returns the value, or machine code in memory (USR)."""
        address = self.state.usr.get(number)
        if address is None:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        self._record("usr", number, address, value)
        entry = self._entries.get(address)
        if entry is None:
            return self._run(address, basic, value)
        entry()
        return value


def _converted(value: Any, given: BasicType, wanted: BasicType) -> Any:
    """Return an argument as its parameter holds it."""
    if given.is_string != wanted.is_string:
        raise RaisedError(basic_errors.TYPE_MISMATCH)
    if wanted is INTEGER:
        return decimal14.to_int16(value)
    return decimal14.csng(value) if wanted is SINGLE else value
