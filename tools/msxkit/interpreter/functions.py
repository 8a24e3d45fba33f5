"""DEF FN and DEFUSR: the functions that a program makes itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msxkit import decimal14
from msxkit.decimal14 import Number
from msxkit.interpreter import errors
from msxkit.interpreter.bios import CALLS
from msxkit.interpreter.code import INTEGER, SINGLE, STRING
from msxkit.interpreter.errors import RaisedError

if TYPE_CHECKING:
    from msxkit.interpreter.machine import Machine


class Functions:
    """The functions of one machine.

    defined: name with type -> offset of the DEF FN, parameters (Python name, type). usr: number -> address.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.defined: dict[str, tuple[int, tuple[tuple[str, str], ...]]] = {}
        self.addresses: dict[int, int] = {}

    def define(self, key: str, pc: int, parameters: tuple[str, ...]) -> None:
        """DEF FN. parameters: Python names, which end in the letter of the type."""
        if self._machine.line_number(pc) is None:
            raise RaisedError(errors.ILLEGAL_DIRECT)
        self.defined[key] = (pc, tuple((python, python[-1]) for python in parameters))

    def call_fn(self, key: str, values: tuple[tuple[str, Any], ...]) -> Any:
        """FN: binds the parameters, computes the body, restores the variables."""
        found = self.defined.get(key)
        if found is None:
            raise RaisedError(errors.UNDEFINED_FUNCTION)
        pc, parameters = found
        if len(values) != len(parameters):
            raise RaisedError(errors.SYNTAX)
        names = self._machine.names
        if f"f{pc}" not in names:
            self._machine.compile_at(pc)
        saved = [(python, names[python]) for python, _ in parameters]
        converted = [
            _converted(value, kind == STRING, target)
            for (kind, value), (_, target) in zip(values, parameters, strict=True)
        ]
        for (python, _), value in zip(parameters, converted, strict=True):
            names[python] = value
        try:
            return names[f"f{pc}"]()
        finally:
            names.update(saved)

    def def_usr(self, number: int, address: Number) -> None:
        """DEFUSR."""
        self.addresses[number] = decimal14.to_address(address)

    def usr(self, number: int, value: Any) -> Any:
        """USR of BIOS entries; other machine code is not run: the value comes back as from a lone RET."""
        if number not in self.addresses:
            raise RaisedError(errors.ILLEGAL_CALL)
        address = self.addresses[number]
        self._machine.devices.record("usr", number, address, value)
        if address in CALLS:
            CALLS[address](self._machine)
        return value


def _converted(value: Any, is_string: bool, kind: str) -> Any:
    """An argument as its parameter holds it."""
    if is_string != (kind == STRING):
        raise RaisedError(errors.TYPE_MISMATCH)
    if kind == INTEGER:
        return decimal14.to_int16(value)
    return decimal14.csng(value) if kind == SINGLE else value
