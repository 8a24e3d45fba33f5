"""Elements of arrays as Z80 code.

An array whose place is known (`analysis.dimensions`) needs no search: its elements are counted from an address, and a
subscript is only compared with its limit where it could be beyond it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING
from msxkit.native.analysis.dimensions import Dimensions
from msxkit.native.asm.z80 import (
    BC,
    DE,
    HL,
    A,
    Address,
    At,
    B,
    C,
    H,
    L,
    Operand,
    Plus,
    add,
    call,
    dec,
    ex,
    inc,
    ld,
)
from msxkit.native.emit.integers import Integers
from msxkit.native.emit.operands import OperandEmitter, Temporaries
from msxkit.native.emit.part import EmitterPart, ValueLoader
from msxkit.native.emit.variable_places import ProgramStorage, head_size
from msxkit.native.emit.writer import Writer
from msxkit.program.values import (
    Arithmetic,
    ArrayName,
    Combine,
    Compare,
    Complement,
    Compute,
    Convert,
    LoadElement,
    Negate,
    NumberConstant,
    Value,
)

_SIZES = {INTEGER: 2, SINGLE: 4, DOUBLE: 8, STRING: 3}
#: Up to so many, a constant is added to a subscript by INC or DEC.
_NEAR = 3


class ArrayEmitter(EmitterPart):
    """Arrays: the address of an element in HL."""

    def __init__(
        self,
        writer: Writer,
        storage: ProgramStorage,
        temporaries: Temporaries,
        operands: OperandEmitter,
        load: ValueLoader,
        dimensions: Dimensions,
        integers: Integers,
    ) -> None:
        super().__init__(writer, storage, temporaries, operands, load)
        self._integers = integers
        self._dimensions = dimensions

    def element(
        self, array: ArrayName, subscripts: tuple[Value, ...], depth: int = 0, behind: int = 0
    ) -> None:
        """Load the address of an element, or of one of its bytes, into HL."""
        counts = self._dimensions.of(array, len(subscripts))
        if counts is not None:
            self._placed(array, counts, subscripts, depth, behind)
            return
        self.subscripts(subscripts, depth)
        self.writer.put(ld(DE, self.storage.array(array)), ld(B, len(subscripts)), ld(A, _SIZES[array.type]))
        self.writer.call("array_element")
        self.writer.put(*[inc(HL)] * behind)

    def dimension(self, array: ArrayName, subscripts: tuple[Value, ...]) -> None:
        """Make an array (DIM)."""
        counts = self._dimensions.counts.get(array)
        word = self.storage.array(array)
        if counts is None:
            self.subscripts(subscripts)
            self.writer.put(ld(DE, word), ld(B, len(subscripts)), ld(A, array.type.size))
            self.writer.call("array_dim")
            return
        size = prod(counts) * array.type.size + head_size(len(counts))
        place = self.storage.elements(array, size)
        head = (size & 0xFF, size >> 8, len(counts))
        table = self.storage.table([str(count) for count in counts], ",".join(map(str, head)))
        self.writer.put(ld(HL, table), ld(BC, place), ld(DE, word), ld(A, head_size(len(counts))))
        self.writer.call("array_place")

    def subscripts(self, subscripts: tuple[Value, ...], depth: int = 0, stored: Sequence[bool] = ()) -> None:
        """Store subscripts, as integers, where the runtime takes them: all, or those of `stored`."""
        outer, self.temporaries.depth = self.temporaries.depth, max(depth, self.temporaries.depth)
        kept: list[tuple[int, str]] = []
        for index, value in enumerate(subscripts):
            if stored and not stored[index]:
                continue
            self.load.integer(value)
            if all(self._is_flat(later) for later in subscripts[index + 1 :]):
                self._check_sign(value)
                self.writer.put(ld(At(Plus("subscripts", 2 * index)), HL))
            else:
                word = self.temporaries.word()
                self.writer.put(ld(At(word), HL))
                kept.append((index, word))
        for index, word in kept:
            self.writer.put(ld(HL, At(word)))
            self._check_sign(subscripts[index])
            self.writer.put(ld(At(Plus("subscripts", 2 * index)), HL))
            self.temporaries.free_word()
        self.temporaries.depth = outer

    def _check_sign(self, subscript: Value) -> None:
        """Write an error for HL below 0, if the subscript can be."""
        if not self.operands.is_natural(subscript):
            self.writer.put(ld(A, H), add(A, A), call(C, "illegal_call"))

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
        fits = self.operands.fits(value)
        behind = int(fits and value.type is not INTEGER)
        place = self.place(value.array, value.subscripts, behind)
        if fits and place is not None:
            self.writer.put(ld(HL, At(place)))
            return True
        self.element(value.array, value.subscripts, behind=behind)
        if fits:
            self.writer.put(ld(A, At(HL)), inc(HL), ld(H, At(HL)), ld(L, A))
            return True
        self.writer.call("num_load" if value.type is DOUBLE else "single_load")
        return False

    # Arrays that have a place

    def is_pointed(self, value: LoadElement) -> bool:
        """Return whether an element of double precision can stay in its array while another number is computed: its
        address needs nothing that could fail or change.
        """
        counts = self._dimensions.of(value.array, len(value.subscripts))
        if counts is None or value.type is not DOUBLE or self.operands.fits(value):
            return False
        return all(
            self._is_within(subscript, count)
            and self.operands.integer(self._shifted(subscript)[0]) is not None
            for subscript, count in zip(value.subscripts, counts, strict=True)
        )

    def place(self, array: ArrayName, subscripts: tuple[Value, ...], behind: int = 0) -> Address | None:
        """Return the address of an element, or of one of its bytes, if that is known."""
        counts = self._dimensions.of(array, len(subscripts))
        if counts is None:
            return None
        offset, step = behind, array.type.size
        for count, value in zip(counts, map(self.operands.known, subscripts), strict=True):
            if not isinstance(value, NumberConstant) or not isinstance(value.number, int):
                return None
            if not 0 <= value.number < count:
                return None
            offset += value.number * step
            step *= count
        return self._address(array, counts, offset)

    def is_quick(self, array: ArrayName, subscripts: tuple[Value, ...], value: Value) -> bool:
        """Return whether the address of an element can be computed behind a value that goes into it: it leaves DE
        alone, and no error of the one could come before one of the other.
        """
        counts = self._dimensions.of(array, len(subscripts))
        if counts is None:
            return False
        if self.place(array, subscripts) is not None:
            return True
        if len(subscripts) > 1 or not self.operands.fits(value):
            return False
        rest, _ = self._shifted(subscripts[0])
        if self.operands.integer(rest) is None:
            return False
        return self._is_within(subscripts[0], counts[0]) or self.is_safe(value)

    def _address(self, array: ArrayName, counts: tuple[int, ...], offset: int) -> Address:
        """Return an address so many bytes behind the first element."""
        size = prod(counts) * array.type.size + head_size(len(counts))
        offset = (offset + 0x8000) % 0x10000 - 0x8000
        return Plus(self.storage.elements(array, size), head_size(len(counts)) + offset)

    def _placed(
        self,
        array: ArrayName,
        counts: tuple[int, ...],
        subscripts: tuple[Value, ...],
        depth: int,
        behind: int,
    ) -> None:
        """Load the address of an element, or of one of its bytes, of an array that has a place."""
        place = self.place(array, subscripts, behind)
        if place is not None:
            self.writer.put(ld(HL, place))
            return
        size = array.type.size
        if len(subscripts) == 1:
            offset = self._index(subscripts[0], counts[0], depth)
        elif all(self.operands.is_natural(value) and self.is_safe(value) for value in subscripts):
            offset = self._index_of_safe(subscripts, counts)
        else:
            stored = [
                not (self.operands.is_natural(value) and self.operands.integer(value) is not None)
                for value in subscripts
            ]
            self.subscripts(subscripts, depth, stored)
            offset = self._index_of_stored(subscripts, counts, stored)
        self._scale(size)
        base = self._address(array, counts, offset * size + behind)
        self.writer.put(ld(BC, base), add(HL, BC))

    def _index(self, value: Value, count: int, depth: int = 0) -> int:
        """Load a subscript into HL, less the number that is returned. Keeps DE if the subscript is simple."""
        within = self._is_within(value, count)
        rest, offset = self._shifted(value)
        if not within and offset:
            if abs(offset) > _NEAR or self.operands.integer(rest) is None:
                rest, offset = value, 0
            else:
                self.writer.put(ld(HL, self._simple(rest)))
                self.writer.put(*[inc(HL) if offset > 0 else dec(HL)] * abs(offset))
                return self._check(count)
        outer, self.temporaries.depth = self.temporaries.depth, max(depth, self.temporaries.depth)
        self.load.integer(rest)
        self.temporaries.depth = outer
        return offset if within else self._check(count)

    def _simple(self, value: Value) -> Operand:
        found = self.operands.integer(value)
        assert found is not None
        return found

    def _check(self, count: int) -> int:
        """Write an error for HL outside of a dimension. Return what HL is less than before."""
        self.writer.put(ld(BC, -count & 0xFFFF), add(HL, BC), call(C, "bad_subscript"))
        return count

    def _index_of_safe(self, subscripts: tuple[Value, ...], counts: tuple[int, ...]) -> int:
        """Load the number of an element into HL, less what is returned, by subscripts without errors of their own: the
        last counts most, and is looked at first.
        """
        offset = self._index(subscripts[-1], counts[-1])
        for value, count in zip(subscripts[-2::-1], counts[-2::-1], strict=True):
            offset *= count
            self._integers.times(count)
            if self.operands.integer(self._shifted(value)[0]) is not None:
                self.writer.put(ex(DE, HL))
                offset += self._index(value, count)
                self.writer.put(add(HL, DE))
                continue
            word = self.temporaries.word()
            self.writer.put(ld(At(word), HL))
            offset += self._index(value, count)
            self.writer.put(ld(DE, At(word)), add(HL, DE))
            self.temporaries.free_word()
        return offset

    def _index_of_stored(
        self, subscripts: tuple[Value, ...], counts: tuple[int, ...], stored: Sequence[bool]
    ) -> int:
        """Load the number of an element into HL, less what is returned, by what is stored and what is in memory."""
        offset = 0
        for index in range(len(counts) - 1, -1, -1):
            count = counts[index]
            last = index == len(counts) - 1
            if not last:
                offset *= count
                self._integers.times(count)
                self.writer.put(ex(DE, HL))
            if stored[index]:
                self.writer.put(ld(HL, At(Plus("subscripts", 2 * index))))
                offset += self._check(count)
            else:
                offset += self._index(subscripts[index], count)
            if not last:
                self.writer.put(add(HL, DE))
        return offset

    def _scale(self, size: int) -> None:
        """Multiply HL by the size of an element."""
        if size == _SIZES[STRING]:
            self.writer.put(ld(B, H), ld(C, L), add(HL, HL), add(HL, BC))
        else:
            self.writer.put(*[add(HL, HL)] * (size.bit_length() - 1))

    # What is known of values

    def _is_within(self, value: Value, count: int) -> bool:
        found = self.operands.limits(value)
        return found is not None and found.is_natural and found.high < count

    def _shifted(self, value: Value) -> tuple[Value, int]:
        """Return a value as another one and a constant that is added to it, if neither the sum nor a part of it can
        be beyond 16 bits.
        """
        value = self.operands.known(value)
        if isinstance(value, Compute) and self.operands.fits(value) and self.operands.fits(value.left):
            number = self.operands.integer(value.right)
            if isinstance(number, int) and value.operator is not Arithmetic.MULTIPLY:
                return value.left, number if value.operator is Arithmetic.ADD else -number
        return value, 0

    def is_safe(self, value: Value) -> bool:
        """Return whether computing an integer cannot fail, leaves `subscripts` alone, and needs no decimal
        arithmetic.
        """
        if not self.operands.fits(value):
            return False
        match value:
            case Compute():
                return self.is_safe(value.left) and self.is_safe(value.right)
            case Negate() | Convert():
                return self.is_safe(value.operand)
        return self.operands.integer(value) is not None
