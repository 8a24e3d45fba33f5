"""The variables and strings as bytes of the machine's memory: what VARPTR points at, computed on demand.

Nothing is stored here. Strings are laid out without gaps from the top of the string space, as they lie there when no
garbage is between them; a string of the program text is found in the text. Sources: MSX Red Book (variable storage
area), MSX2 Technical Handbook, appendix 8.
"""

from __future__ import annotations

from collections.abc import Iterator

from msxkit.basic_type import HEADER_BYTES, INTEGER, STRING, BasicType
from msxkit.decimal14 import decode_integer, decode_real, encode_integer, encode_real
from msxkit.interpreter.code import Lit
from msxkit.interpreter.memory.workspace import Accounts
from msxkit.interpreter.program_text import ProgramState
from msxkit.interpreter.values.arrays import Array, Key, Value
from msxkit.interpreter.values.strings import StringState
from msxkit.interpreter.values.variables import FUNCTION, Variables
from msxkit.machine.guard import Spend
from msxkit.machine.memory_map import switched_on
from msxkit.machine.work_area import Cell
from msxkit.program.layout import TEXT_BASE


class Storage:
    """The bytes from VARTAB to STREND, and those of the string space.

    Attributes:
        memory: What was written there.
        spend: Told of the variables and strings among which one is looked for.
    """

    def __init__(
        self,
        accounts: Accounts,
        text: ProgramState,
        variables: Variables,
        strings: StringState,
        memory: bytearray,
        spend: Spend,
    ) -> None:
        self._accounts = accounts
        self._text = text
        self._variables = variables
        self._strings_state = strings
        self._memory = memory
        self._spend = spend

    def free_top(self) -> int:
        """Return FRETOP: the highest free address of the string space."""
        return self._accounts.top_of_strings() - self._variables.state.live_strings()

    def ranges(self) -> tuple[range, range]:
        """Return the variables, and the string space."""
        variables = range(self._accounts.variables_start(), self._accounts.arrays_end())
        return variables, self._string_space()

    def _string_space(self) -> range:
        top = self._accounts.top_of_strings()
        return range(top - self._strings_state.size + 1, top + 1)

    def _holds_variable(self, address: int) -> bool:
        return self._accounts.variables_start() <= address < self._accounts.arrays_end()

    def looked_at(self, address: int) -> None:
        """Note that the program looks at an address: when a variable lies there, none moves from now on."""
        if self._holds_variable(address):
            self._variables.settle()

    def read(self, address: int) -> int | None:
        """Return the byte at an address; None when no variable and no string lies there."""
        if self._holds_variable(address):
            return self._variable_byte(address)
        if address in self._string_space():
            return self._string_byte(address)
        return None

    def written(self, address: int) -> None:
        """Change a number when one lies at the address, to what has been put into the memory there."""
        if not self._holds_variable(address):
            return
        variables = self._variables
        variables.settle()
        place = address - self._accounts.variables_start()
        for python, offset in variables.offsets().items():
            basic = variables.state.types[python]
            index = place - offset - HEADER_BYTES
            if basic is not STRING and 0 <= index < basic.size:
                names = variables.names
                names[python] = self._changed(basic, names[python], address - index, index)
                return
        for array, offset in variables.array_offsets():
            index = place - offset - array.header_bytes()
            if array.type is not STRING and 0 <= index < len(array) * array.type.size:
                number, index = divmod(index, array.type.size)
                key = array.key(number)
                array[key] = self._changed(array.type, array[key], address - index, index)
                return

    def begin(self) -> None:
        """Begin as RUN does: nothing has been assigned."""
        self._memory[Cell.TEMP : Cell.TEMP + 2] = Cell.TEMP.start

    def assigned(self, place: str | Array, key: Key | None, value: Value) -> Value:
        """Leave in TEMP and DAC what an assignment leaves there. Return the value."""
        made = () if isinstance(place, Array) else (place,)
        address = self._variables.address(self._accounts.variables_start(), place, key, made)
        self._memory[Cell.TEMP : Cell.TEMP + 2] = encode_integer(address)
        if not isinstance(value, str):
            basic = place.type if isinstance(place, Array) else self._variables.state.types[place]
            start = Cell.DAC + 2 * (basic is INTEGER)
            self._memory[start : start + basic.size] = _packed(basic, value)
        return value

    def _changed(self, basic: BasicType, value: Value, start: int, index: int) -> Value:
        """Return the number at `start` when its byte `index` is the one in memory. Zero has many forms, which
        memory keeps.
        """
        memory = self._memory
        kept = [
            code if code != switched_on(at) else 0
            for at, code in enumerate(memory[start : start + basic.size], start)
        ]
        data = bytearray(_packed(basic, value) if value else kept)
        data[index] = memory[start + index]
        return decode_integer(bytes(data)) if basic is INTEGER else decode_real(bytes(data))

    def _variable_byte(self, address: int) -> int:
        place = address - self._accounts.variables_start()
        variables = self._variables
        for python, offset in variables.offsets().items():
            basic = variables.state.types[python]
            if place < offset + HEADER_BYTES + basic.size:
                head = _head(basic, python[1:-1])
                return (head + self._bytes(basic, variables.names[python]))[place - offset]
        for array, offset in variables.array_offsets():
            assert array.tops is not None
            size = array.bytes_for(array.tops)
            if place < offset + size:
                head = _head(array.type, array.name) + encode_integer(size - 5) + bytes([len(array.tops)])
                head += b"".join(encode_integer(top + 1) for top in reversed(array.tops))
                index = place - offset
                if index < len(head):
                    return head[index]
                number, index = divmod(index - len(head), array.type.size)
                return self._bytes(array.type, array[array.key(number)])[index]
        return 0

    def _bytes(self, basic: BasicType, value: Value) -> bytes:
        if isinstance(value, str):
            return bytes([len(value)]) + encode_integer(self._string_address(value))
        return _packed(basic, value)

    def _strings(self) -> Iterator[str]:
        """Yield the strings of the string space, from the top."""
        variables = self._variables
        self._spend(len(variables.state.types))
        for python in variables.offsets():
            if variables.state.types[python] is STRING:
                yield variables.names[python]
        for array, _ in variables.array_offsets():
            if array.type is STRING:
                self._spend(len(array))
                yield from (array[array.key(number)] for number in range(len(array)))  # type: ignore[misc]

    def _string_address(self, text: str) -> int:
        if isinstance(text, Lit):
            raw = text.encode("latin-1")
            data = self._text.program
            found = data.find(b'"' + raw) + 1 or data.find(raw)
            return TEXT_BASE + found if found >= 0 else 0
        address = self._accounts.top_of_strings() + 1
        for other in self._strings():
            if not isinstance(other, Lit):
                address -= len(other)
                if other is text:
                    break
        return address

    def _string_byte(self, address: int) -> int | None:
        start = self._accounts.top_of_strings() + 1
        for text in self._strings():
            if not isinstance(text, Lit):
                start -= len(text)
                if address >= start:
                    return ord(text[address - start])
        return None


def _head(basic: BasicType, name: str) -> bytes:
    function = name.startswith(FUNCTION[1:])
    head = bytearray(name[2:4] if function else name[:2], "latin-1").ljust(2, b"\0")
    head[0] |= 0x80 * function
    return bytes([basic.size]) + head


def _packed(basic: BasicType, value: Value) -> bytes:
    assert not isinstance(value, str)
    return encode_integer(int(value)) if basic is INTEGER else encode_real(value, basic.size)
