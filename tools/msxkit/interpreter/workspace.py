"""How the machine's memory is divided: program, variables, stack and string space, and what is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msxkit.decimal14 import Number, to_address
from msxkit.interpreter import errors
from msxkit.interpreter.arrays import Key
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.memory import FREE_MEMORY, HIMEM, VARTAB
from msxkit.interpreter.strings import DEFAULT_SPACE

if TYPE_CHECKING:
    from msxkit.interpreter.machine import Machine


class Workspace:
    """The accounts of one machine's memory."""

    WORDS = "clear pointer file_pointer free_strings free_memory fpos"

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def reserve(self, size: int) -> None:
        """Memory for an array. Raises when there is none."""
        if size > self.free_bytes():
            raise RaisedError(errors.OUT_OF_MEMORY)
        self._machine.variables.array_bytes += size

    def check(self) -> None:
        """Raises when the stack has grown into the variables; the stack is lost then."""
        if self.free_bytes() < 0:
            self._machine.control.stack.clear()
            raise RaisedError(errors.OUT_OF_MEMORY)

    def free_bytes(self) -> int:
        """FRE(0)."""
        machine = self._machine
        used = len(machine.layout.data) - 2 + machine.control.stack_bytes() + self._variable_bytes()
        return FREE_MEMORY[machine.kind] - used - (machine.space.size - DEFAULT_SPACE)

    def _variable_bytes(self) -> int:
        return self._machine.variables.array_bytes + self._machine.variables.simple_bytes()

    def free_memory(self, _x: Number) -> int:
        """FRE(number)."""
        return self.free_bytes()

    def free_strings(self, _text: str) -> int:
        """FRE(string): after a collection."""
        return self._machine.space.free()

    def clear(self, space: Number | None, top: Number | None) -> None:
        """CLEAR [string space [, highest address]]."""
        if space is not None:
            if space < 0:
                raise RaisedError(errors.ILLEGAL_CALL)
            if space - self._machine.space.size > self.free_bytes() + self._variable_bytes():
                raise RaisedError(errors.OUT_OF_MEMORY)
        if top is not None and to_address(top) > HIMEM[self._machine.kind]:
            raise RaisedError(errors.ILLEGAL_CALL)
        if space is not None:
            self._machine.space.size = int(space)
        self._machine.reset_variables()

    def pointer(self, python: str, key: Key | None = None, *, made: bool = False) -> int:
        """VARPTR: an address, as a signed integer."""
        memory = self._machine.memory
        base = memory.peek(VARTAB) | memory.peek(VARTAB + 1) << 8
        address = self._machine.variables.address(base, python, key, made)
        return address - 0x10000 if address > 32767 else address

    def file_pointer(self, number: Number) -> int:
        """VARPTR(#n)."""
        self._machine.files.channel(number)
        return HIMEM[self._machine.kind] - 0x10000

    def fpos(self, _number: Number) -> int:
        """FPOS."""
        raise RaisedError(errors.ILLEGAL_CALL)
