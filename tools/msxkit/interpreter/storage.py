"""The variables and strings as bytes of the machine's memory: what VARPTR points at, computed when someone looks.

Nothing is stored here. Strings are laid out without gaps from the top of the string space, as they lie there when no
garbage is between them; a string of the program text is found in the text. Sources: MSX Red Book (variable storage
area), MSX2 Technical Handbook, appendix 8.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msxkit.decimal14 import decode_integer, decode_real, encode_integer, encode_real
from msxkit.interpreter.arrays import SIZES, Value
from msxkit.interpreter.code import DOUBLE, INTEGER, SINGLE, STRING, Lit
from msxkit.interpreter.variables import HEADER_BYTES
from msxkit.program.layout import TEXT_BASE

if TYPE_CHECKING:
    from msxkit.interpreter.machine import Machine

#: The type byte of a record.
TYPE_BYTES = {INTEGER: 2, STRING: 3, SINGLE: 4, DOUBLE: 8}


class Storage:
    """The bytes from VARTAB to STREND, and those of the string space."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def start(self) -> int:
        """VARTAB."""
        return TEXT_BASE + len(self._machine.layout.data)

    def end(self) -> int:
        """STREND: the first address behind the variables and arrays."""
        variables = self._machine.variables
        return self.start() + variables.simple_bytes() + variables.array_bytes

    def top(self) -> int:
        """MEMSIZ: the highest address of the string space."""
        return self._machine.workspace.bottom_of_strings() + self._machine.space.size

    def free_top(self) -> int:
        """FRETOP: the highest free address of the string space."""
        return self.top() - self._machine.variables.live_strings()

    def look(self, address: int) -> None:
        """The program looks at an address: when a variable lies there, none moves from now on."""
        if self.start() <= address < self.end():
            self._machine.variables.settle()

    def peek(self, address: int) -> int | None:
        """The byte at an address; None when no variable and no string lies there."""
        if self.start() <= address < self.end():
            return self._variable_byte(address)
        if self.top() - self._machine.space.size < address <= self.top():
            return self._string_byte(address)
        return None

    def poke(self, address: int) -> None:
        """Changes a number when one lies at the address, to what has been put into the memory there."""
        if not self.start() <= address < self.end():
            return
        self._machine.variables.settle()
        place = address - self.start()
        variables = self._machine.variables
        for python, offset in variables.offsets().items():
            kind = variables.kinds[python]
            index = place - offset - HEADER_BYTES
            if kind != STRING and 0 <= index < SIZES[kind]:
                names = self._machine.names
                names[python] = self._changed(kind, names[python], address - index, index)
                return
        for array, offset in variables.array_offsets():
            index = place - offset - array.header_bytes()
            if array.kind != STRING and 0 <= index < len(array) * SIZES[array.kind]:
                number, index = divmod(index, SIZES[array.kind])
                key = array.key(number)
                array[key] = self._changed(array.kind, array[key], address - index, index)
                return

    def _changed(self, kind: str, value: Value, start: int, index: int) -> Value:
        """The number at `start` when its byte `index` is the one in memory. Zero has many forms, which memory keeps."""
        ram = self._machine.memory.ram
        data = bytearray(_packed(kind, value) if value else ram[start : start + SIZES[kind]])
        data[index] = ram[start + index]
        return decode_integer(bytes(data)) if kind == INTEGER else decode_real(bytes(data))

    def _variable_byte(self, address: int) -> int:
        place = address - self.start()
        variables = self._machine.variables
        for python, offset in variables.offsets().items():
            kind = variables.kinds[python]
            if place < offset + HEADER_BYTES + SIZES[kind]:
                head = _head(kind, python[1:-1])
                return (head + self._bytes(kind, self._machine.names[python]))[place - offset]
        for array, offset in variables.array_offsets():
            assert array.tops is not None
            size = array.bytes_for(array.tops)
            if place < offset + size:
                head = _head(array.kind, array.name) + encode_integer(size - 5) + bytes([len(array.tops)])
                head += b"".join(encode_integer(top + 1) for top in reversed(array.tops))
                index = place - offset
                if index < len(head):
                    return head[index]
                number, index = divmod(index - len(head), SIZES[array.kind])
                return self._bytes(array.kind, array[array.key(number)])[index]
        return 0

    def _bytes(self, kind: str, value: Value) -> bytes:
        if isinstance(value, str):
            return bytes([len(value)]) + encode_integer(self._string_address(value))
        return _packed(kind, value)

    def _strings(self) -> Iterator[str]:
        """The strings of the string space, from the top."""
        variables = self._machine.variables
        for python in variables.offsets():
            if variables.kinds[python] == STRING:
                yield self._machine.names[python]
        for array, _ in variables.array_offsets():
            if array.kind == STRING:
                yield from (array[array.key(number)] for number in range(len(array)))  # type: ignore[misc]

    def _string_address(self, text: str) -> int:
        if isinstance(text, Lit):
            raw = text.encode("latin-1")
            data = self._machine.layout.data
            found = data.find(b'"' + raw) + 1 or data.find(raw)
            return TEXT_BASE + found if found >= 0 else 0
        address = self.top() + 1
        for other in self._strings():
            if not isinstance(other, Lit):
                address -= len(other)
                if other is text:
                    break
        return address

    def _string_byte(self, address: int) -> int | None:
        start = self.top() + 1
        for text in self._strings():
            if not isinstance(text, Lit):
                start -= len(text)
                if address >= start:
                    return ord(text[address - start])
        return None


def _head(kind: str, name: str) -> bytes:
    return bytes([TYPE_BYTES[kind]]) + name[:2].encode("latin-1").ljust(2, b"\0")


def _packed(kind: str, value: Value) -> bytes:
    assert not isinstance(value, str)
    return encode_integer(int(value)) if kind == INTEGER else encode_real(value, SIZES[kind])
