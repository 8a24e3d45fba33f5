"""Values of the program model as Z80 code: numbers and arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basicerrors import TYPE_MISMATCH
from msxkit.basictype import DOUBLE, INTEGER, SINGLE, STRING
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
    Plus,
    adc,
    and_,
    call,
    cpl,
    inc,
    ld,
    or_,
    sbc,
    sub,
    xor,
)
from msxkit.native.emit.conditions import ConditionEmitter
from msxkit.native.emit.strings import Maker
from msxkit.native.errors import refused
from msxkit.program import values
from msxkit.program.operation import AnyOperation
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

_SIZES = {INTEGER: 2, SINGLE: 4, DOUBLE: 8, STRING: 3}


class ValueEmitter(ConditionEmitter):
    """Numbers and arrays.

    Attributes:
        operations: How the value of each operation is made (see `emit_operations`).
    """

    def __init__(self, operations: dict[AnyOperation, Maker]) -> None:
        super().__init__()
        self._operations = operations

    # Numbers

    def integer(self, value: Value) -> None:
        """Load the number into HL; error 6 beyond 16 bits."""
        if isinstance(value, Convert) and value.type is INTEGER:
            self.integer(value.operand)
        elif (
            isinstance(value, Compute)
            and not self.fits(value)
            and self.fits(value.left)
            and self.fits(value.right)
        ):
            self.integers(value.left, value.right)
            if value.operator is Arithmetic.MULTIPLY:
                self.call("int_mul")
                self.call("num_integer")
            else:
                self.put(or_(A), adc(HL, BC) if value.operator is Arithmetic.ADD else sbc(HL, BC))
                self.put(call(PE, "overflow"))
        elif not self.number(value):
            self.call("num_integer")

    def address(self, value: Value) -> None:
        """Load the number as an address into HL: -32768 to 65535."""
        if not self.number(value):
            self.call("num_address")

    def byte(self, value: Value) -> None:
        """Load the number into L, 0 to 255, else raise error 5 or 6."""
        if self.is_byte(value):
            self.integer(value)
        elif self.number(value):
            self.call("byte_check")
        else:
            self.call("num_byte")

    def hybrid(self, value: Value) -> None:
        """Load the number into HL or FAC, as the carry says."""
        if self.number(value):
            self.put(or_(A))

    def number(self, value: Value) -> bool:
        """Load the number. Return True if it is in HL, whatever the carry is."""
        simple = self.simple_integer(value)
        if simple is not None:
            self.put(ld(HL, simple))
            return True
        place = self.simple_number(value)
        if place is not None:
            self.put(ld(HL, place))
            self.call("load_real" if isinstance(value, NumberConstant) else "num_load")
            return False
        if _NUMBERS[type(value)](self, value):
            return True
        if not self.fits(value):
            return False
        self.call("num_integer")
        return True

    def pair(self, left: Value, right: Value, routine: str, commutes: bool) -> None:
        """Call a routine of two numbers; the name with `_word` behind it takes the second in BC."""
        place = self.simple_number(right)
        if place is not None:
            self.hybrid(left)
            self.put(ld(DE, place))
            self.call(routine)
            return
        simple = self.simple_integer(right)
        if simple is not None and routine in _WITH_WORD:
            self.hybrid(left)
            self.put(ld(BC, simple))
            self.call(f"{routine}_word")
            return
        place = self.simple_number(left)
        if place is not None and commutes:
            self.hybrid(right)
            self.put(ld(DE, place))
            self.call(routine)
            return
        first = None
        if self.simple_integer(left) is None and place is None:
            self.hybrid(left)
            first = self.number_place()
            self._keep_number(first)
        self.hybrid(right)
        if first is not None and commutes:
            self.put(ld(DE, first))
            self.call(routine)
            self.free_number()
            return
        second = self.number_place()
        self._keep_number(second)
        if first is None:
            self.hybrid(left)
        else:
            self.put(ld(HL, first))
            self.call("num_load")
        self.put(ld(DE, second))
        self.call(routine)
        self.free_number()
        if first is not None:
            self.free_number()

    def _keep_number(self, place: str) -> None:
        self.put(ld(DE, place))
        self.call("num_store")

    def operation(self, left: Value, right: Value, routine: str) -> None:
        """Call a routine that makes a number of two numbers."""
        self.pair(left, right, routine, commutes=False)

    def _compute(self, value: Compute) -> bool:
        left, right, operator = value.left, value.right, value.operator
        name, commutes = _ARITHMETIC[operator]
        if not (self.fits(left) and self.fits(right)):
            self.pair(left, right, f"num_{name}", commutes)
            return False
        if self.fits(value):
            if operator is not Arithmetic.MULTIPLY:
                self.sum(left, right, 1 if operator is Arithmetic.ADD else -1)
                return True
            if self.product(left, right):
                return True
        self.integers(left, right)
        self.call(f"int_{name}")
        return False

    def _negate(self, value: Negate) -> bool:
        if self.fits(value) and self.fits(value.operand):
            self.integer(value.operand)
            self.put(xor(A), sub(L), ld(L, A), sbc(A, A), sub(H), ld(H, A))
            return True
        self.hybrid(value.operand)
        self.call("num_neg")
        return False

    def _complement(self, value: Complement) -> bool:
        self.integer(value.operand)
        self.put(ld(A, H), cpl(), ld(H, A), ld(A, L), cpl(), ld(L, A))
        return True

    def _combine(self, value: Combine) -> bool:
        self.integers(value.left, value.right)
        for register, other in ((L, C), (H, B)):
            self.put(ld(A, register))
            match value.operator:
                case Logic.AND:
                    self.put(and_(other))
                case Logic.OR:
                    self.put(or_(other))
                case Logic.XOR:
                    self.put(xor(other))
                case Logic.EQV:
                    self.put(xor(other), cpl())
                case Logic.IMP:
                    self.put(cpl(), or_(other))
            self.put(ld(register, A))
        return True

    def _convert(self, value: Convert) -> bool:
        if value.type is INTEGER:
            self.integer(value.operand)
            return True
        if self.number(value.operand):
            return True
        self.call("num_single")
        return False

    def _element(self, value: LoadElement) -> bool:
        self.element(value.array, value.subscripts)
        if self.fits(value):
            if value.type is not INTEGER:
                self.put(inc(HL))
            self.put(ld(A, At(HL)), inc(HL), ld(H, At(HL)), ld(L, A))
            return True
        self.call("num_load" if value.type is DOUBLE else "single_load")
        return False

    def _mismatch(self, value: Mismatch | Always) -> bool:
        for operand in value.operands:
            self.any(operand)
        if isinstance(value, Mismatch):
            self.fail(TYPE_MISMATCH)
        self.put(ld(HL, -1))
        return True

    def _call(self, value: Call) -> bool:
        return self.maker(value)(self, *value.arguments)

    def maker(self, value: Call) -> Maker:
        """Return the maker of an operation's value. Raise `RefusedError`."""
        maker = self._operations.get(value.operation)
        if maker is None:
            raise refused(value.operation)
        return maker

    def any(self, value: Value) -> None:
        """Compute a value for its side effects."""
        if value.is_string:
            self.string(value)
            self.call("string_release")
        else:
            self.number(value)

    # Arrays

    def element(self, array: ArrayName, subscripts: tuple[Value, ...], depth: int = 0) -> None:
        """Load the address of an element into HL."""
        self.subscripts(subscripts, depth)
        self.put(ld(DE, self.storage.array(array)), ld(B, len(subscripts)), ld(A, _SIZES[array.type]))
        self.call("array_element")

    def subscripts(self, subscripts: tuple[Value, ...], depth: int = 0) -> None:
        """Store subscripts, as integers, where the runtime takes them."""
        outer, self._texts = self._texts, max(depth, self._texts)
        kept: list[tuple[int, str]] = []
        for index, value in enumerate(subscripts):
            self.integer(value)
            if all(self._is_flat(later) for later in subscripts[index + 1 :]):
                self.put(ld(At(Plus("subscripts", 2 * index)), HL))
            else:
                word = self.word()
                self.put(ld(At(word), HL))
                kept.append((index, word))
        for index, word in kept:
            self.put(ld(HL, At(word)), ld(At(Plus("subscripts", 2 * index)), HL))
            self.free_word()
        self._texts = outer

    def _is_flat(self, value: Value) -> bool:
        """Return whether a value leaves `subscripts` alone while it is computed: it has no array and no function of the
        program.
        """
        match value:
            case Compute() | Combine() | Compare():
                return self._is_flat(value.left) and self._is_flat(value.right)
            case Negate() | Complement() | Convert():
                return self._is_flat(value.operand)
        return self.is_simple(value)


#: Routines that have a form for a second operand in BC.
_WITH_WORD = frozenset(("num_add", "num_sub", "num_mul", "num_compare"))
_ARITHMETIC = {
    Arithmetic.ADD: ("add", True),
    Arithmetic.SUBTRACT: ("sub", False),
    Arithmetic.MULTIPLY: ("mul", True),
}
_NUMBERS: dict[type[values.Value], Callable[[ValueEmitter, Any], bool]] = {
    Compute: ValueEmitter._compute,
    Negate: ValueEmitter._negate,
    Complement: ValueEmitter._complement,
    Combine: ValueEmitter._combine,
    Compare: ValueEmitter.truth,
    Convert: ValueEmitter._convert,
    LoadElement: ValueEmitter._element,
    Mismatch: ValueEmitter._mismatch,
    Always: ValueEmitter._mismatch,
    Call: ValueEmitter._call,
}
