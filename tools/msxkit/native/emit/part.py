"""What the parts that write values have in common: where they write, and whom they ask."""

from __future__ import annotations

from typing import Protocol

from msxkit.native.emit.operands import OperandEmitter, Temporaries
from msxkit.native.emit.variable_places import ProgramStorage
from msxkit.native.emit.writer import Writer
from msxkit.program.values import ArrayName, Call, Value


class ValueLoader(Protocol):
    """Loads any value, whichever part writes it (see `values.Values`)."""

    def integer(self, value: Value) -> None:
        """Load the number into HL; error 6 beyond 16 bits."""

    def number(self, value: Value) -> bool:
        """Load the number. Return True if it is in HL, whatever the carry is."""

    def hybrid(self, value: Value) -> None:
        """Load the number into HL or FAC, as the carry says."""

    def string(self, value: Value, depth: int | None = None) -> None:
        """Load the string's descriptor into HL; a new one is in the temporary of `depth`, deeper ones are free."""

    def element(self, array: ArrayName, subscripts: tuple[Value, ...], depth: int = 0) -> None:
        """Load the address of an element into HL."""

    def make(self, value: Call) -> bool:
        """Write an operation that returns a value. Return whether it is in HL."""

    def any(self, value: Value) -> None:
        """Compute a value for its side effects."""

    def pair(self, left: Value, right: Value, routine: str, commutes: bool) -> None:
        """Call a routine of two numbers; the name with `_word` behind it takes the second in BC."""


class EmitterPart:
    """A part of what writes values.

    Attributes:
        load: Writes the values inside.
    """

    def __init__(
        self,
        writer: Writer,
        storage: ProgramStorage,
        temporaries: Temporaries,
        operands: OperandEmitter,
        load: ValueLoader,
    ) -> None:
        self.writer = writer
        self.storage = storage
        self.temporaries = temporaries
        self.operands = operands
        self.load = load
