"""Values of the program model as Z80 code: numbers and arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basic_errors import TYPE_MISMATCH
from msxkit.basic_type import INTEGER
from msxkit.native.analysis.dimensions import Dimensions
from msxkit.native.asm.z80 import (
    BC,
    DE,
    HL,
    PE,
    A,
    At,
    B,
    C,
    H,
    L,
    adc,
    call,
    cpl,
    jp,
    ld,
    or_,
    sbc,
    sub,
    xor,
)
from msxkit.native.emit import whole_parts
from msxkit.native.emit.addresses import Addresses
from msxkit.native.emit.arrays import ArrayEmitter
from msxkit.native.emit.conditions import Conditions
from msxkit.native.emit.constants import Constants
from msxkit.native.emit.integers import BITWISE, Integers
from msxkit.native.emit.operands import OperandEmitter, Temporaries
from msxkit.native.emit.strings import Strings
from msxkit.native.emit.variable_places import ProgramStorage
from msxkit.native.emit.writer import Writer
from msxkit.program import values
from msxkit.program.values import (
    Always,
    Arithmetic,
    ArrayName,
    Call,
    Combine,
    Compare,
    Complement,
    Compute,
    Convert,
    LoadElement,
    Logic,
    Mismatch,
    Negate,
    NumberConstant,
    Value,
)


class Z80ValueEmitter:
    """Any value: numbers here, the rest by the parts that it holds.

    Attributes:
        make: Writes an operation that returns a value; True when that is in HL.
    """

    def __init__(
        self,
        writer: Writer,
        storage: ProgramStorage,
        temporaries: Temporaries,
        operands: OperandEmitter,
        make: Callable[[Call], bool],
        dimensions: Dimensions,
    ) -> None:
        self.writer, self.temporaries, self.operands = writer, temporaries, operands
        self.make = make
        self.integers = Integers(writer, storage, temporaries, operands, self)
        self.constants = Constants(writer, storage, temporaries, operands, self)
        self.strings = Strings(writer, storage, temporaries, operands, self)
        self.arrays = ArrayEmitter(writer, storage, temporaries, operands, self, dimensions, self.integers)
        self.addresses = Addresses(writer, storage, temporaries, operands, self)
        self.addresses.integers = self.integers
        self.conditions = Conditions(self.integers, self.strings)

    def string(self, value: Value, depth: int | None = None) -> None:
        """Load the string's descriptor into HL; a new one is in the temporary of `depth`, deeper ones are free."""
        self.strings.string(value, depth)

    def element(self, array: ArrayName, subscripts: tuple[Value, ...], depth: int = 0) -> None:
        """Load the address of an element into HL."""
        self.arrays.element(array, subscripts, depth)

    def integer(self, value: Value) -> None:
        """Load the number into HL; error 6 beyond 16 bits."""
        if isinstance(value, Convert) and value.type is INTEGER:
            self.integer(value.operand)
        elif (whole := whole_parts.cut(value, self.operands)) is not None:
            self.integer(whole)
        elif (
            isinstance(value, Compute)
            and not self.operands.fits(value)
            and self.operands.fits(value.left)
            and self.operands.fits(value.right)
        ):
            self.integers.pair(value.left, value.right)
            if value.operator is Arithmetic.MULTIPLY:
                self.writer.call("int_mul")
                self.writer.call("num_integer")
            else:
                self.writer.put(or_(A), adc(HL, BC) if value.operator is Arithmetic.ADD else sbc(HL, BC))
                self.writer.put(call(PE, "overflow"))
        elif not self.number(value):
            self.writer.call("num_integer")

    def address(self, value: Value) -> None:
        """Load the number as an address into HL: -32768 to 65535."""
        value = whole_parts.cut(value, self.operands) or value
        slow, done = self.addresses.quickly(value), self.writer.new_label()
        if slow is not None:
            self.writer.put(jp(done))
            self.writer.label(slow)
        if not self.number(value):
            self.writer.call("num_address")
        if slow is not None:
            self.writer.label(done)

    def byte(self, value: Value) -> None:
        """Load the number into L, 0 to 255, else raise error 5 or 6."""
        value = whole_parts.cut(value, self.operands) or value
        if self.operands.is_byte(value):
            self.integer(value)
        elif self.number(value):
            self.writer.call("byte_check")
        else:
            self.writer.call("num_byte")

    def hybrid(self, value: Value) -> None:
        """Load the number into HL or FAC, as the carry says."""
        if self.number(value):
            self.writer.put(or_(A))

    def number(self, value: Value) -> bool:
        """Load the number. Return True if it is in HL, whatever the carry is."""
        simple = self.operands.integer(value)
        if simple is not None:
            self.writer.put(ld(HL, simple))
            return True
        place = self.operands.number(value)
        if place is not None:
            self.writer.put(ld(HL, place))
            self.writer.call("load_real" if isinstance(value, NumberConstant) else "num_load")
            return False
        if _NUMBERS[type(value)](self, value):
            return True
        if not self.operands.fits(value):
            return False
        self.writer.call("num_integer")
        return True

    def pair(self, left: Value, right: Value, routine: str, commutes: bool) -> None:
        """Call a routine of two numbers; the name with `_word` behind it takes the second in BC."""
        place = self.operands.number(right)
        if place is not None:
            first = self.operands.number(left)
            if routine in _THERE and first is not None:
                self.writer.put(ld(HL, first))
                routine += "_there"
            else:
                self.hybrid(left)
            self.writer.put(ld(DE, place))
            self.writer.call(routine)
            return
        simple = self.operands.integer(right)
        if simple is not None and routine in _WITH_WORD:
            self.hybrid(left)
            self.writer.put(ld(BC, simple))
            self.writer.call(f"{routine}_word")
            return
        place = self.operands.number(left)
        if place is not None and commutes:
            self.hybrid(right)
            self.writer.put(ld(DE, place))
            self.writer.call(routine)
            return
        if isinstance(right, LoadElement) and self.arrays.is_pointed(right):
            self._pair_pointed(left, right, routine)
            return
        first = None
        if self.operands.integer(left) is None and place is None:
            self.hybrid(left)
            first = self.temporaries.number()
            self._keep_number(first)
        self.hybrid(right)
        if first is not None and commutes:
            self.writer.put(ld(DE, first))
            self.writer.call(routine)
            self.temporaries.free_number()
            return
        second = self.temporaries.number()
        self._keep_number(second)
        if first is None:
            self.hybrid(left)
        else:
            self.writer.put(ld(HL, first))
            self.writer.call("num_load")
        self.writer.put(ld(DE, second))
        self.writer.call(routine)
        self.temporaries.free_number()
        if first is not None:
            self.temporaries.free_number()

    def _pair_pointed(self, left: Value, right: LoadElement, routine: str) -> None:
        """Call a routine of a number and an element, which it takes from the array."""
        kept = self.temporaries.word()
        self.element(right.array, right.subscripts)
        self.writer.put(ld(At(kept), HL))
        if routine == "num_add" and isinstance(left, LoadElement) and self.arrays.is_pointed(left):
            self.element(left.array, left.subscripts)
            routine = "num_add_there"
        else:
            self.hybrid(left)
        self.writer.put(ld(DE, At(kept)))
        self.writer.call(routine)
        self.temporaries.free_word()

    def _keep_number(self, place: str) -> None:
        self.writer.put(ld(DE, place))
        self.writer.call("num_store")

    def _compute(self, value: Compute) -> bool:
        left, right, operator = value.left, value.right, value.operator
        name, commutes = _ARITHMETIC[operator]
        if operator is Arithmetic.MULTIPLY and self.integers.decimal_product(left, right):
            return False
        if not (self.operands.fits(left) and self.operands.fits(right)):
            if operator is not Arithmetic.MULTIPLY or not self.constants.product(left, right):
                self.pair(left, right, f"num_{name}", commutes)
            return False
        if self.operands.fits(value):
            if operator is not Arithmetic.MULTIPLY:
                self.integers.sum(left, right, 1 if operator is Arithmetic.ADD else -1)
                return True
            if self.integers.product(left, right):
                return True
        self.integers.pair(left, right)
        self.writer.call(f"int_{name}")
        return False

    def _negate(self, value: Negate) -> bool:
        if self.operands.fits(value) and self.operands.fits(value.operand):
            self.integer(value.operand)
            self.writer.put(xor(A), sub(L), ld(L, A), sbc(A, A), sub(H), ld(H, A))
            return True
        self.hybrid(value.operand)
        self.writer.call("num_neg")
        return False

    def _complement(self, value: Complement) -> bool:
        self.integer(value.operand)
        self.writer.put(ld(A, H), cpl(), ld(H, A), ld(A, L), cpl(), ld(L, A))
        return True

    def _combine(self, value: Combine) -> bool:
        left, right, operate = value.left, value.right, BITWISE.get(value.operator)
        if self.operands.is_byte(value) and self.integers.of_bytes(value):
            self.integers.low_byte(value)
            self.writer.put(ld(L, A), ld(H, 0))
            return True
        if operate is not None:
            left, right = self.integers.simple_last(left, right)
        other = self.operands.integer(right)
        if operate is not None and isinstance(other, int):
            self.integer(left)
            self._combine_constant(value.operator, other)
            return True
        if operate is not None and isinstance(other, At):
            self.integer(left)
            for offset, register in enumerate((L, H)):
                self.writer.put(ld(A, other.beside(offset)), operate(register), ld(register, A))
            return True
        self.integers.pair(value.left, value.right)
        for register, beside in ((L, C), (H, B)):
            self.writer.put(ld(A, register))
            match value.operator:
                case Logic.EQV:
                    self.writer.put(xor(beside), cpl())
                case Logic.IMP:
                    self.writer.put(cpl(), or_(beside))
                case operator:
                    self.writer.put(BITWISE[operator](beside))
            self.writer.put(ld(register, A))
        return True

    def _combine_constant(self, operator: Logic, number: int) -> None:
        """Combine HL with a constant; a byte of 0 or 255 needs no operation or no look at the register."""
        for register, byte in ((L, number & 0xFF), (H, number >> 8 & 0xFF)):
            match operator, byte:
                case (Logic.AND, 255) | (Logic.OR | Logic.XOR, 0):
                    pass
                case (Logic.AND, 0) | (Logic.OR, 255):
                    self.writer.put(ld(register, byte))
                case _:
                    self.writer.put(ld(A, register), BITWISE[operator](byte), ld(register, A))

    def _convert(self, value: Convert) -> bool:
        if value.type is INTEGER:
            self.integer(value.operand)
            return True
        if self.number(value.operand):
            return True
        self.writer.call("num_single")
        return False

    def _mismatch(self, value: Mismatch | Always) -> bool:
        for operand in value.operands:
            self.any(operand)
        if isinstance(value, Mismatch):
            self.writer.fail(TYPE_MISMATCH)
        self.writer.put(ld(HL, -1))
        return True

    def any(self, value: Value) -> None:
        """Compute a value for its side effects."""
        if value.is_string:
            self.string(value)
            self.writer.call("string_release")
        else:
            self.number(value)


#: Routines that have a form for a second operand in BC.
_WITH_WORD = frozenset(("num_add", "num_sub", "num_mul", "num_compare"))
#: Routines that have a form for a first operand in memory, at HL.
_THERE = frozenset(("num_add", "num_div"))
_ARITHMETIC = {
    Arithmetic.ADD: ("add", True),
    Arithmetic.SUBTRACT: ("sub", False),
    Arithmetic.MULTIPLY: ("mul", True),
}
_NUMBERS: dict[type[values.Value], Callable[[Z80ValueEmitter, Any], bool]] = {
    Compute: Z80ValueEmitter._compute,
    Negate: Z80ValueEmitter._negate,
    Complement: Z80ValueEmitter._complement,
    Combine: Z80ValueEmitter._combine,
    Compare: lambda self, value: self.conditions.truth(value),
    Convert: Z80ValueEmitter._convert,
    LoadElement: lambda self, value: self.arrays.number(value),
    Mismatch: Z80ValueEmitter._mismatch,
    Always: Z80ValueEmitter._mismatch,
    Call: lambda self, value: self.make(value),
}
