"""How the machine's memory is divided: program, variables, stack and string space, and what is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msxkit import basic_errors
from msxkit.carrying import carries
from msxkit.decimal14 import Number, to_address
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.files.files import FileState
from msxkit.interpreter.program_text import ProgramState
from msxkit.interpreter.statements.control import ControlState
from msxkit.interpreter.values.arrays import Array, Key
from msxkit.interpreter.values.strings import DEFAULT_SPACE, StringState, byte
from msxkit.interpreter.values.variables import VariableState
from msxkit.machine.model import Model
from msxkit.machine.work_area import WORK_AREA
from msxkit.program.layout import TEXT_BASE

#: What CLEAR takes as the highest address (MSX Red Book, 64AFH).
LOWEST_TOP, HIGHEST_TOP = 0x8000, WORK_AREA
#: Memory of one file buffer; what must be left below the string space.
BUFFER_BYTES, STACK_ROOM = 267, 160
#: What an array must leave to the stack; 20 bytes are too few (recorded).
ARRAY_ROOM = 120
#: Of these, below HIMEM and in the order of their numbers; the rest are pointers to them, in front of all.
CONTROL_BLOCK = 265
#: What a control block has in front of its buffer.
NAME_BYTES = 9
MAX_FILES = 15


@dataclass
class WorkspaceState:
    """The end of BASIC's memory.

    Attributes:
        top: HIMEM, the first address above BASIC's memory.
    """

    top: int


class Accounts:
    """The accounts of one machine's memory, computed from the state of those that use it."""

    def __init__(
        self,
        state: WorkspaceState,
        model: Model,
        text: ProgramState,
        variables: VariableState,
        control: ControlState,
        strings: StringState,
        files: FileState,
    ) -> None:
        self.state = state
        self._model = model
        self._text = text
        self._variables = variables
        self._control = control
        self._strings = strings
        self._files = files

    def reserve(self, size: int) -> None:
        """Reserve bytes for an array. Raise error 7 when there are not enough."""
        if size > self.free() - ARRAY_ROOM:
            raise RaisedError(basic_errors.OUT_OF_MEMORY)

    def check(self) -> None:
        """Raise error 7 when the stack has grown into the variables; the stack is lost then."""
        if self.free() < 0:
            self._control.stack.clear()
            raise RaisedError(basic_errors.OUT_OF_MEMORY)

    def free(self) -> int:
        """Return FRE(0)."""
        return self.free_if(self._strings.size, self.state.top)

    def free_if(self, space: int, top: int) -> int:
        """Return what FRE(0) would be with another string space and another HIMEM."""
        used = len(self._text.program) - 2 + self.freed_by_clear()
        used += (self._files.limit - 1) * BUFFER_BYTES + space - DEFAULT_SPACE
        return self._model.free + top - self._model.himem - used

    def room_for(self, text: int) -> int:
        """Return the bytes left if a program text of so many bytes were loaded, which clears variables and stack."""
        return self.free() + self.freed_by_clear() + len(self._text.program) - text

    def freed_by_clear(self) -> int:
        """Return the memory of variables, arrays and stack."""
        variables = self._variables
        return self._control.stack_bytes() + variables.simple_bytes() + variables.array_bytes()

    # Addresses

    def bottom_of_strings(self) -> int:
        """Return STKTOP: the string space lies above, the stack below."""
        return self.state.top - (self._files.limit + 1) * BUFFER_BYTES - 2 - self._strings.size

    def top_of_strings(self) -> int:
        """Return MEMSIZ: the highest address of the string space."""
        return self.bottom_of_strings() + self._strings.size

    def max_files(self) -> int:
        """Return MAXFIL."""
        return self._files.limit

    def file_table(self) -> int:
        """Return FILTAB: the pointers to the control blocks."""
        return self.state.top - (self._files.limit + 1) * BUFFER_BYTES

    def control_block(self, number: int) -> int:
        """Return the control block of a file: below HIMEM, in the order of their numbers."""
        return self.state.top - (self._files.limit + 1 - number) * CONTROL_BLOCK

    def variables_start(self) -> int:
        """Return VARTAB."""
        return TEXT_BASE + len(self._text.program)

    def arrays_start(self) -> int:
        """Return ARYTAB."""
        return self.variables_start() + self._variables.simple_bytes()

    def arrays_end(self) -> int:
        """Return STREND: the first address after the variables and arrays."""
        return self.arrays_start() + self._variables.array_bytes()


class MemoryLayout:
    """The statements and functions that divide memory.

    Attributes:
        address: Returns the address of a variable or element.
        free_strings: Bytes free in the string space.
        reset: What RUN clears.
        close: Closes all files.
    """

    def __init__(
        self,
        accounts: Accounts,
        strings: StringState,
        files: FileState,
        *,
        address: Callable[[int, str | Array, Key | None, Sequence[str]], int],
        free_strings: Callable[[], int],
        reset: Callable[[], None],
        close: Callable[[None], None],
    ) -> None:
        self.accounts = accounts
        self._strings = strings
        self._files = files
        self._address = address
        self._free_strings = free_strings
        self._reset = reset
        self._close = close

    @carries("FREE_MEMORY")
    def free_memory(self, _x: Number) -> int:
        """Return FRE(number)."""
        return self.accounts.free()

    @carries("FREE_STRINGS")
    def free_strings(self, _text: str) -> int:
        """Return FRE(string), after a collection."""
        return self._free_strings()

    @carries("CLEAR")
    def clear(self, space: Number | None, top: Number | None) -> None:
        """Carry out CLEAR [string space [, highest address]]."""
        accounts = self.accounts
        size = self._strings.size if space is None else int(space)
        highest = accounts.state.top if top is None else to_address(top)
        if size < 0 or not LOWEST_TOP <= highest <= HIGHEST_TOP:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        if accounts.free_if(size, highest) + accounts.freed_by_clear() < STACK_ROOM:
            raise RaisedError(basic_errors.OUT_OF_MEMORY)
        accounts.state.top = highest
        self._strings.size = size
        self._reset()

    @carries("MAX_FILES")
    def set_maxfiles(self, count: int) -> None:
        """Carry out MAXFILES: make room for the buffers, close all files, clear everything (MSX Red Book, 7E4BH)."""
        if count > MAX_FILES:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        self._close(None)
        more = (count - self._files.limit) * BUFFER_BYTES
        if more > self.accounts.free() + self.accounts.freed_by_clear():
            raise RaisedError(basic_errors.OUT_OF_MEMORY)
        self._files.limit = count
        self._reset()

    @carries("POINTER")
    def pointer(self, place: str | Array, key: Key | None, made: Sequence[str]) -> int:
        """Return VARPTR: an address, as a signed integer.

        Args:
            place: A variable's Python name, or an array.
        """
        address = self._address(self.accounts.variables_start(), place, key, made)
        return address - 0x10000 if address > 32767 else address

    @carries("FILE_POINTER")
    def file_pointer(self, number: Number) -> int:
        """Return VARPTR(#n): the file's control block, which is there whether the file is open or not."""
        if byte(number) > self._files.limit:
            raise RaisedError(basic_errors.BAD_FILE_NUMBER)
        return self.accounts.control_block(byte(number)) - 0x10000

    @carries("FILE_POSITION")
    def fpos(self, _number: Number) -> int:
        """Fail, as FPOS of Disk BASIC does."""
        raise RaisedError(basic_errors.INTERNAL_ERROR)
