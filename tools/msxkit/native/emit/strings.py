"""Strings of the program model as Z80 code, and operands for routines of the runtime."""

from __future__ import annotations

from msxkit.basic_errors import TYPE_MISMATCH
from msxkit.native.asm.z80 import BC, DE, HL, A, Address, At, B, C, H, L, Operand, OperandWord, ex, ld, xor
from msxkit.native.emit.part import EmitterPart
from msxkit.program.values import (
    Call,
    Concatenate,
    CopyString,
    Load,
    LoadElement,
    Mismatch,
    StringConstant,
    Temporary,
    Value,
)


class Strings(EmitterPart):
    """Strings: a descriptor in HL."""

    def string(self, value: Value, depth: int | None = None) -> None:
        """Load the string's descriptor into HL; a new one is in the temporary of `depth`, deeper ones are free."""
        depth = self.temporaries.depth if depth is None else depth
        place = self._string_place(value)
        if place is not None:
            self.writer.put(ld(HL, place))
        elif isinstance(value, CopyString):
            self.string(value.operand, depth)
        elif isinstance(value, LoadElement):
            self.load.element(value.array, value.subscripts, depth)
        elif isinstance(value, Concatenate):
            self.pair(value.left, value.right, depth)
            result = self.temporaries.text(depth)
            self.writer.put(ld(BC, result))
            self.writer.call("string_concat")
            if self._string_place(value.left) is None and self._is_made(value.right):
                self.writer.put(xor(A), ld(At(self.temporaries.text(depth + 1)), A))
            self.release((value.left, value.right), result)
        elif isinstance(value, Mismatch):
            for operand in value.operands:
                self.load.any(operand)
            self.writer.fail(TYPE_MISMATCH)
            self.writer.put(ld(HL, self.storage.string_constant("")))
        elif isinstance(value, Call):
            outer, self.temporaries.depth = self.temporaries.depth, depth
            self.load.make(value)
            self.temporaries.depth = outer
        else:
            raise TypeError(value)

    def _string_place(self, value: Value) -> str | None:
        if isinstance(value, StringConstant):
            return self.storage.string_constant(value.text)
        if isinstance(value, Load):
            return self.operands.variable(value.variable)
        if isinstance(value, Temporary):
            return self.operands.kept(value)
        return None

    def _is_made(self, value: Value) -> bool:
        """Return whether a string is made in a temporary of the expression."""
        value = _original(value)
        return self._string_place(value) is None and not isinstance(value, LoadElement | Mismatch)

    def release(self, used: tuple[Value, ...], result: str) -> None:
        """Release the temporaries of the block that a routine has used as operands; its result only replaces a
        temporary of the expression. HL is the result again.
        """
        kept = [original for value in used if isinstance(original := _original(value), Temporary)]
        for value in kept:
            self.writer.put(ld(HL, self.operands.kept(value)))
            self.writer.call("string_release")
        if kept:
            self.writer.put(ld(HL, result))

    def pair(self, left: Value, right: Value, depth: int | None = None) -> None:
        """Load two strings into HL and DE."""
        depth = self.temporaries.depth if depth is None else depth
        place = self._string_place(right)
        if place is not None:
            self.string(left, depth)
            self.writer.put(ld(DE, place))
            return
        place = self._string_place(left)
        if place is not None:
            self.string(right, depth)
            self.writer.put(ex(DE, HL), ld(HL, place))
            return
        self.string(left, depth)
        kept = self.temporaries.word()
        self.writer.put(ld(At(kept), HL))
        self.string(right, depth + 1)
        self.writer.put(ex(DE, HL), ld(HL, At(kept)))
        self.temporaries.free_word()

    def arguments(self, *wanted: tuple[Value, OperandWord | Address]) -> None:
        """Load values into registers or memory: each with a register or the address of a word, in order.

        Strings as descriptors, numbers as integers.
        """
        loads = [(where, simple) for value, where in wanted if (simple := self._loadable(value)) is not None]
        computed = [(value, where) for value, where in wanted if self._loadable(value) is None]
        into_memory = not all(isinstance(where, OperandWord) for where, _ in loads)
        words = 0
        base = self.temporaries.depth
        for index, (value, where) in enumerate(computed):
            if value.is_string:
                self.string(value)
                self.temporaries.depth += 1
            else:
                self.load.integer(value)
            if index == len(computed) - 1 and not (where is HL and into_memory):
                self._move(where)
                continue
            kept = self.temporaries.word()
            words += 1
            into_memory = into_memory or not isinstance(where, OperandWord)
            self.writer.put(ld(At(kept), HL))
            loads.append((where, At(kept)))
        # Memory first: that goes through HL.
        for where, simple in sorted(loads, key=lambda load: isinstance(load[0], OperandWord)):
            if isinstance(where, OperandWord):
                self.writer.put(ld(where, simple))
            else:
                self.writer.put(ld(HL, simple), ld(At(where), HL))
        for _ in range(words):
            self.temporaries.free_word()
        self.temporaries.depth = base

    def _loadable(self, value: Value) -> Operand | None:
        return self._string_place(value) if value.is_string else self.operands.integer(value)

    def _move(self, where: OperandWord | Address) -> None:
        if where is DE:
            self.writer.put(ex(DE, HL))
        elif where is BC:
            self.writer.put(ld(B, H), ld(C, L))
        elif where is not HL:
            self.writer.put(ld(At(where), HL))


def _original(value: Value) -> Value:
    """Return the string of which a value is a copy, or the value itself."""
    return _original(value.operand) if isinstance(value, CopyString) else value
