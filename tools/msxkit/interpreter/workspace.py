"""How the machine's memory is divided: program, variables, stack and string space, and what is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msxkit.decimal14 import Number, to_address
from msxkit.interpreter import errors
from msxkit.interpreter.arrays import Array, Key
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.strings import DEFAULT_SPACE, byte
from msxkit.machine.workarea import Cell

if TYPE_CHECKING:
    from msxkit.interpreter.machine import Machine


#: What CLEAR takes as the highest address (MSX Red Book, 64AFH).
LOWEST_TOP, HIGHEST_TOP = 0x8000, 0xF380
#: Memory of one file buffer; what must be left below the string space.
BUFFER_BYTES, STACK_ROOM = 267, 160
MAX_FILES = 15


class Workspace:
    """The accounts of one machine's memory. top: the address behind the last one that BASIC uses."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        #: HIMEM.
        self.top = machine.model.himem

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
        return self._free(self._machine.space.size, self.top)

    def _free(self, space: int, top: int) -> int:
        machine = self._machine
        used = len(machine.layout.data) - 2 + machine.control.stack_bytes() + self._variable_bytes()
        used += (machine.files.limit - 1) * BUFFER_BYTES + space - DEFAULT_SPACE
        return machine.model.free + top - machine.model.himem - used

    def room_for(self, text: int) -> int:
        """Bytes left if a program text of so many bytes were loaded, which clears variables and stack."""
        machine = self._machine
        cleared = self._variable_bytes() + machine.control.stack_bytes()
        return self.free_bytes() + cleared + len(machine.layout.data) - text

    def bottom_of_strings(self) -> int:
        """STKTOP: the string space lies above, the stack below."""
        return self.top - (self._machine.files.limit + 1) * BUFFER_BYTES - 2 - self._machine.space.size

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
        machine = self._machine
        size = machine.space.size if space is None else int(space)
        highest = self.top if top is None else to_address(top)
        if size < 0 or not LOWEST_TOP <= highest <= HIGHEST_TOP:
            raise RaisedError(errors.ILLEGAL_CALL)
        left = self._free(size, highest) + self._variable_bytes() + machine.control.stack_bytes()
        if left < STACK_ROOM:
            raise RaisedError(errors.OUT_OF_MEMORY)
        self.top = highest
        machine.space.size = size
        machine.reset_variables()

    def set_maxfiles(self, count: Number) -> None:
        """MAXFILES: room for the buffers; closes all files and clears everything (MSX Red Book, 7E4BH)."""
        limit = byte(count)
        if limit > MAX_FILES:
            raise RaisedError(errors.ILLEGAL_CALL)
        machine = self._machine
        machine.files.close_file(None)
        more = (limit - machine.files.limit) * BUFFER_BYTES
        if more > self.free_bytes() + self._variable_bytes() + machine.control.stack_bytes():
            raise RaisedError(errors.OUT_OF_MEMORY)
        machine.files.limit = limit
        machine.reset_variables()

    def pointer(self, place: str | Array, key: Key | None, made: Sequence[str]) -> int:
        """VARPTR: an address, as a signed integer. place: a variable's Python name, or an array."""
        memory = self._machine.memory
        base = memory.peek(Cell.VARTAB) | memory.peek(Cell.VARTAB + 1) << 8
        address = self._machine.variables.address(base, place, key, made)
        return address - 0x10000 if address > 32767 else address

    def file_pointer(self, number: Number) -> int:
        """VARPTR(#n)."""
        self._machine.files.channel(number)
        return self.top - 0x10000

    def fpos(self, _number: Number) -> int:
        """FPOS."""
        raise RaisedError(errors.ILLEGAL_CALL)
