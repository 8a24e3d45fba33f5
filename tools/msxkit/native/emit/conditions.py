"""Comparisons and conditions as Z80 code: a jump follows the flags, no truth value is made."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.native.asm.z80 import (
    BC,
    HL,
    NC,
    NZ,
    A,
    B,
    C,
    H,
    L,
    OperandWord,
    Z,
    add,
    cp,
    dec,
    inc,
    jp,
    ld,
    or_,
    sbc,
    sub,
    xor,
)
from msxkit.native.emit.integers import Integers
from msxkit.native.emit.strings import Strings
from msxkit.program.values import Combine, Compare, Complement, Logic, NumberConstant, Relation, Value

_EQUALITIES = (Relation.EQUAL, Relation.NOT_EQUAL)


@dataclass(frozen=True, slots=True)
class Flags:
    """How flags tell that a relation holds: any of these conditions is set.

    Attributes:
        every: Whether all of them must be set.
    """

    conditions: tuple[OperandWord, ...]
    every: bool = False

    @property
    def opposites(self) -> tuple[OperandWord, ...]:
        """The conditions when they are not set."""
        return tuple(_OPPOSITE[condition] for condition in self.conditions)


_OPPOSITE = {Z: NZ, NZ: Z, C: NC, NC: C}
#: Z when the sides are equal, C when the left one is less.
_BOTH = {
    Relation.EQUAL: Flags((Z,)),
    Relation.NOT_EQUAL: Flags((NZ,)),
    Relation.LESS: Flags((C,)),
    Relation.GREATER_OR_EQUAL: Flags((NC,)),
    Relation.LESS_OR_EQUAL: Flags((C, Z)),
    Relation.GREATER: Flags((NC, NZ), every=True),
}


class Conditions:
    """Comparisons."""

    def __init__(self, integers: Integers, strings: Strings) -> None:
        self.integers = integers
        self.strings = strings
        self.writer, self.operands, self.load = integers.writer, integers.operands, integers.load

    def truth(self, value: Compare) -> bool:
        """Load the truth value, -1 or 0, into HL."""
        flags = self._flags(value, value.relation)
        done = self.writer.new_label()
        if flags.every:
            self.writer.put(ld(HL, 0), *(jp(condition, done) for condition in flags.opposites), dec(HL))
        else:
            self.writer.put(ld(HL, -1), *(jp(condition, done) for condition in flags.conditions), inc(HL))
        self.writer.label(done)
        return True

    def jump(self, value: Value, sense: bool, target: str) -> None:
        """Jump to a label when the value's truth is `sense`, else go on."""
        if isinstance(value, Compare):
            self._jump_if(self._flags(value, value.relation if sense else value.relation.opposite), target)
        elif isinstance(value, Complement) and is_truth(value):
            self.jump(value.operand, not sense, target)
        elif (
            isinstance(value, Combine)
            and is_truth(value)
            and value.operator in (Logic.AND, Logic.OR)
            and value.right.is_pure
        ):
            # The right side cannot be missed where the left one decides.
            if (value.operator is Logic.AND) is sense:
                skip = self.writer.new_label()
                self.jump(value.left, not sense, skip)
                self.jump(value.right, sense, target)
                self.writer.label(skip)
            else:
                self.jump(value.left, sense, target)
                self.jump(value.right, sense, target)
        elif isinstance(value, NumberConstant):
            if bool(value.number) is sense:
                self.writer.put(jp(target))
        else:
            self._jump_by_value(value, sense, target)

    def _jump_by_value(self, value: Value, sense: bool, target: str) -> None:
        if self.operands.is_byte(value):
            self.integers.low_byte(value)
            self.writer.put(or_(A))
        elif self.load.number(value):
            self.writer.put(ld(A, H), or_(L))
        else:
            self.writer.call("num_sign")
        self.writer.put(jp(NZ if sense else Z, target))

    def _jump_if(self, flags: Flags, target: str) -> None:
        if not flags.every:
            self.writer.put(*(jp(condition, target) for condition in flags.conditions))
            return
        skip = self.writer.new_label()
        *first, last = flags.conditions
        self.writer.put(*(jp(_OPPOSITE[condition], skip) for condition in first), jp(last, target))
        self.writer.label(skip)

    # Flags

    def _flags(self, value: Compare, relation: Relation) -> Flags:
        """Compute both sides. Return how the flags tell the relation."""
        left, right = map(self.operands.known, (value.left, value.right))
        if left.is_string:
            self.strings.pair(left, right)
            self.writer.call("string_compare")
            return _BOTH[relation]
        if self.operands.fits(left) and self.operands.fits(right):
            if isinstance(left, NumberConstant) and not isinstance(right, NumberConstant):
                left, right, relation = right, left, relation.mirrored
            if isinstance(right, NumberConstant):
                return self._with_constant(left, int(right.number), relation)
            return self._of_integers(left, right, relation)
        if self.operands.is_simple(left) and not self.operands.is_simple(right):
            left, right, relation = right, left, relation.mirrored
        self.load.pair(left, right, "num_compare", commutes=False)
        return _BOTH[relation]

    def _with_constant(self, left: Value, number: int, relation: Relation) -> Flags:
        if relation in (Relation.GREATER, Relation.LESS_OR_EQUAL) and number < 32767:
            number += 1
            relation = Relation.GREATER_OR_EQUAL if relation is Relation.GREATER else Relation.LESS
        if self.operands.is_byte(left) and 0 <= number <= 255:
            self.integers.low_byte(left)
            self.writer.put(cp(number) if number or relation not in _EQUALITIES else or_(A))
            return _BOTH[relation]
        self.load.integer(left)
        if relation in _EQUALITIES:
            if not number:
                self.writer.put(ld(A, H), or_(L))
            elif 0 < number <= 255:
                self.writer.put(ld(A, L), xor(number), or_(H))
            else:
                self.writer.put(ld(BC, number), or_(A), sbc(HL, BC))
            return _BOTH[relation]
        if not number and relation in (Relation.LESS, Relation.GREATER_OR_EQUAL):
            self.writer.put(add(HL, HL))
            return _BOTH[relation]
        if relation in (Relation.GREATER, Relation.LESS_OR_EQUAL) or number == -32768:
            self.writer.put(ld(BC, number))
            self.writer.call("int_compare")
            return _BOTH[relation]
        if number < 0 or not self.operands.is_natural(left):
            # In steps of 32768 up: as unsigned numbers.
            self.writer.put(ld(A, H), add(A, 0x80), ld(H, A))
            number += 0x8000
        self.writer.put(ld(BC, -number) if number <= 32768 else ld(BC, 0x10000 - number), add(HL, BC))
        return Flags((NC if relation is Relation.LESS else C,))

    def _of_integers(self, left: Value, right: Value, relation: Relation) -> Flags:
        if relation not in _EQUALITIES and not (
            self.operands.is_natural(left) and self.operands.is_natural(right)
        ):
            if self.operands.integer(left) is not None and self.operands.integer(right) is None:
                left, right, relation = right, left, relation.mirrored
            self.integers.pair(left, right)
            self.writer.call("int_compare")
            return _BOTH[relation]
        self.integers.pair(left, right)
        if relation in (Relation.GREATER, Relation.LESS_OR_EQUAL):
            self.writer.put(ld(A, C), sub(L), ld(A, B), sbc(A, H))
            return Flags((C if relation is Relation.GREATER else NC,))
        self.writer.put(or_(A), sbc(HL, BC))
        return _BOTH[relation]


def is_truth(value: Value) -> bool:
    """Return whether a value is certain to be -1 or 0."""
    return isinstance(value, Compare) or (isinstance(value, Complement | Combine) and value.bound == 1)
