"""Elements of arrays as Z80 code."""

from __future__ import annotations

from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING
from msxkit.native.asm.z80 import DE, HL, A, At, B, H, L, Plus, inc, ld
from msxkit.native.emit.part import Part
from msxkit.program.values import (
    ArrayName,
    Combine,
    Compare,
    Complement,
    Compute,
    Convert,
    LoadElement,
    Negate,
    Value,
)

_SIZES = {INTEGER: 2, SINGLE: 4, DOUBLE: 8, STRING: 3}


class Arrays(Part):
    """Arrays: the address of an element in HL."""

    def element(self, array: ArrayName, subscripts: tuple[Value, ...], depth: int = 0) -> None:
        """Load the address of an element into HL."""
        self.subscripts(subscripts, depth)
        self.writer.put(ld(DE, self.storage.array(array)), ld(B, len(subscripts)), ld(A, _SIZES[array.type]))
        self.writer.call("array_element")

    def subscripts(self, subscripts: tuple[Value, ...], depth: int = 0) -> None:
        """Store subscripts, as integers, where the runtime takes them."""
        outer, self.temporaries.depth = self.temporaries.depth, max(depth, self.temporaries.depth)
        kept: list[tuple[int, str]] = []
        for index, value in enumerate(subscripts):
            self.load.integer(value)
            if all(self._is_flat(later) for later in subscripts[index + 1 :]):
                self.writer.put(ld(At(Plus("subscripts", 2 * index)), HL))
            else:
                word = self.temporaries.word()
                self.writer.put(ld(At(word), HL))
                kept.append((index, word))
        for index, word in kept:
            self.writer.put(ld(HL, At(word)), ld(At(Plus("subscripts", 2 * index)), HL))
            self.temporaries.free_word()
        self.temporaries.depth = outer

    def _is_flat(self, value: Value) -> bool:
        """Return whether a value leaves `subscripts` alone while it is computed: it has no array and no function of the
        program.
        """
        match value:
            case Compute() | Combine() | Compare():
                return self._is_flat(value.left) and self._is_flat(value.right)
            case Negate() | Complement() | Convert():
                return self._is_flat(value.operand)
        return self.operands.is_simple(value)

    def number(self, value: LoadElement) -> bool:
        """Load an element that is a number. Return True if it is in HL."""
        self.element(value.array, value.subscripts)
        if self.operands.fits(value):
            if value.type is not INTEGER:
                self.writer.put(inc(HL))
            self.writer.put(ld(A, At(HL)), inc(HL), ld(H, At(HL)), ld(L, A))
            return True
        self.writer.call("num_load" if value.type is DOUBLE else "single_load")
        return False
