"""Comparisons and conditions as Z80 code: a jump follows the flags, no truth value is made."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.native.emit.integers import IntegerEmitter
from msxkit.native.emit.strings import StringEmitter
from msxkit.program.values import (
    Combine,
    Compare,
    Complement,
    Logic,
    NumberConstant,
    Relation,
    Value,
)

_MIRRORED = {
    Relation.GREATER: Relation.LESS,
    Relation.LESS: Relation.GREATER,
    Relation.GREATER_OR_EQUAL: Relation.LESS_OR_EQUAL,
    Relation.LESS_OR_EQUAL: Relation.GREATER_OR_EQUAL,
    Relation.EQUAL: Relation.EQUAL,
    Relation.NOT_EQUAL: Relation.NOT_EQUAL,
}
_NEGATED = {
    Relation.GREATER: Relation.LESS_OR_EQUAL,
    Relation.LESS: Relation.GREATER_OR_EQUAL,
    Relation.GREATER_OR_EQUAL: Relation.LESS,
    Relation.LESS_OR_EQUAL: Relation.GREATER,
    Relation.EQUAL: Relation.NOT_EQUAL,
    Relation.NOT_EQUAL: Relation.EQUAL,
}
_EQUALITIES = (Relation.EQUAL, Relation.NOT_EQUAL)


@dataclass(frozen=True, slots=True)
class Flags:
    """How flags tell that a relation holds: any of these conditions is set.

    Attributes:
        every: Whether all of them must be set.
    """

    conditions: tuple[str, ...]
    every: bool = False

    @property
    def opposites(self) -> tuple[str, ...]:
        """The conditions when they are not set."""
        return tuple(_OPPOSITE[condition] for condition in self.conditions)


_OPPOSITE = {"z": "nz", "nz": "z", "c": "nc", "nc": "c", "m": "p", "p": "m"}
#: Z when the sides are equal, C when the left one is less.
_BOTH = {
    Relation.EQUAL: Flags(("z",)),
    Relation.NOT_EQUAL: Flags(("nz",)),
    Relation.LESS: Flags(("c",)),
    Relation.GREATER_OR_EQUAL: Flags(("nc",)),
    Relation.LESS_OR_EQUAL: Flags(("c", "z")),
    Relation.GREATER: Flags(("nc", "nz"), every=True),
}


class ConditionEmitter(IntegerEmitter, StringEmitter):
    """Comparisons."""

    def truth(self, value: Compare) -> bool:
        """Load the truth value, -1 or 0, into HL."""
        flags = self._flags(value, value.relation)
        done = self.new_label()
        if flags.every:
            self.put("ld hl,0", *(f"jp {condition},{done}" for condition in flags.opposites), "dec hl")
        else:
            self.put("ld hl,-1", *(f"jp {condition},{done}" for condition in flags.conditions), "inc hl")
        self.label(done)
        return True

    def jump(self, value: Value, sense: bool, target: str) -> None:
        """Jump to a label when the value's truth is `sense`, else go on."""
        if isinstance(value, Compare):
            self._jump_if(self._flags(value, value.relation if sense else _NEGATED[value.relation]), target)
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
                skip = self.new_label()
                self.jump(value.left, not sense, skip)
                self.jump(value.right, sense, target)
                self.label(skip)
            else:
                self.jump(value.left, sense, target)
                self.jump(value.right, sense, target)
        elif isinstance(value, NumberConstant):
            if bool(value.number) is sense:
                self.put(f"jp {target}")
        else:
            self._jump_by_value(value, sense, target)

    def _jump_by_value(self, value: Value, sense: bool, target: str) -> None:
        if self.is_byte(value):
            self.low_byte(value)
            self.put("or a")
        elif self.number(value):
            self.put("ld a,h", "or l")
        else:
            self.call("num_sign")
        self.put(f"jp {'nz' if sense else 'z'},{target}")

    def _jump_if(self, flags: Flags, target: str) -> None:
        if not flags.every:
            self.put(*(f"jp {condition},{target}" for condition in flags.conditions))
            return
        skip = self.new_label()
        *first, last = flags.conditions
        self.put(*(f"jp {_OPPOSITE[condition]},{skip}" for condition in first), f"jp {last},{target}")
        self.label(skip)

    # Flags

    def _flags(self, value: Compare, relation: Relation) -> Flags:
        """Compute both sides. Return how the flags tell the relation."""
        left, right = value.left, value.right
        if left.is_string:
            self.strings(left, right)
            self.call("string_compare")
            return _BOTH[relation]
        if self.fits(left) and self.fits(right):
            if isinstance(left, NumberConstant) and not isinstance(right, NumberConstant):
                left, right, relation = right, left, _MIRRORED[relation]
            if isinstance(right, NumberConstant):
                return self._with_constant(left, int(right.number), relation)
            return self._of_integers(left, right, relation)
        if self.is_simple(left) and not self.is_simple(right):
            left, right, relation = right, left, _MIRRORED[relation]
        self.pair(left, right, "num_compare", commutes=False)
        return _BOTH[relation]

    def _with_constant(self, left: Value, number: int, relation: Relation) -> Flags:
        if relation in (Relation.GREATER, Relation.LESS_OR_EQUAL) and number < 32767:
            number += 1
            relation = Relation.GREATER_OR_EQUAL if relation is Relation.GREATER else Relation.LESS
        if self.is_byte(left) and 0 <= number <= 255:
            self.low_byte(left)
            self.put(f"cp {number}" if number or relation not in _EQUALITIES else "or a")
            return _BOTH[relation]
        self.integer(left)
        if relation in _EQUALITIES:
            if not number:
                self.put("ld a,h", "or l")
            elif 0 < number <= 255:
                self.put("ld a,l", f"xor {number}", "or h")
            else:
                self.put(f"ld bc,{number}", "or a", "sbc hl,bc")
            return _BOTH[relation]
        if not number and relation in (Relation.LESS, Relation.GREATER_OR_EQUAL):
            self.put("add hl,hl")
            return _BOTH[relation]
        if relation in (Relation.GREATER, Relation.LESS_OR_EQUAL) or number == -32768:
            self.put(f"ld bc,{number}")
            self.call("int_compare")
            return _BOTH[relation]
        if number < 0 or not self.is_natural(left):
            # In steps of 32768 up: as unsigned numbers.
            self.put("ld a,h", "add a,80h", "ld h,a")
            number += 0x8000
        self.put(f"ld bc,{-number}" if number <= 32768 else f"ld bc,{0x10000 - number}", "add hl,bc")
        return Flags(("nc" if relation is Relation.LESS else "c",))

    def _of_integers(self, left: Value, right: Value, relation: Relation) -> Flags:
        if relation not in _EQUALITIES and not (self.is_natural(left) and self.is_natural(right)):
            if self.simple_integer(left) is not None and self.simple_integer(right) is None:
                left, right, relation = right, left, _MIRRORED[relation]
            self.integers(left, right)
            self.call("int_compare")
            return _BOTH[relation]
        self.integers(left, right)
        if relation in (Relation.GREATER, Relation.LESS_OR_EQUAL):
            self.put("ld a,c", "sub l", "ld a,b", "sbc a,h")
            return Flags(("c" if relation is Relation.GREATER else "nc",))
        self.put("or a", "sbc hl,bc")
        return _BOTH[relation]


def is_truth(value: Value) -> bool:
    """Return whether a value is certain to be -1 or 0."""
    return isinstance(value, Compare) or (isinstance(value, Complement | Combine) and value.bound == 1)
