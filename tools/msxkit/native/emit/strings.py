"""Strings of the program model as Z80 code, and operands for routines of the runtime."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from msxkit.basicerrors import TYPE_MISMATCH
from msxkit.native.asm.z80 import BC, DE, HL, Address, At, B, C, H, L, Operand, Word, ex, ld
from msxkit.native.emit.code import CodeWriter
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

#: What makes a value of an operation, called with its arguments: true when the number is in HL.
Maker = Callable[..., bool]


class StringEmitter(CodeWriter):
    """Strings: a descriptor in HL."""

    @abstractmethod
    def maker(self, value: Call) -> Maker:
        """Return the maker of an operation's value. Raise `RefusedError`."""

    @abstractmethod
    def any(self, value: Value) -> None:
        """Compute a value for its side effects."""

    # Strings

    def string(self, value: Value, depth: int | None = None) -> None:
        """Load the string's descriptor into HL; a new one is in the temporary of `depth`, deeper ones are free."""
        depth = self._texts if depth is None else depth
        place = self._string_place(value)
        if place is not None:
            self.put(ld(HL, place))
        elif isinstance(value, CopyString):
            self.string(value.operand, depth)
        elif isinstance(value, LoadElement):
            self.element(value.array, value.subscripts, depth)
        elif isinstance(value, Concatenate):
            self.strings(value.left, value.right, depth)
            self.put(ld(BC, self.text_place(depth)))
            self.call("string_concat")
        elif isinstance(value, Mismatch):
            for operand in value.operands:
                self.any(operand)
            self.fail(TYPE_MISMATCH)
            self.put(ld(HL, self.storage.string_constant("")))
        elif isinstance(value, Call):
            outer, self._texts = self._texts, depth
            self.maker(value)(self, *value.arguments)
            self._texts = outer
        else:
            raise TypeError(value)

    def _string_place(self, value: Value) -> str | None:
        if isinstance(value, StringConstant):
            return self.storage.string_constant(value.text)
        if isinstance(value, Load):
            return self.variable(value.variable)
        if isinstance(value, Temporary):
            return self.kept(value)
        return None

    def strings(self, left: Value, right: Value, depth: int | None = None) -> None:
        """Load two strings into HL and DE."""
        depth = self._texts if depth is None else depth
        place = self._string_place(right)
        if place is not None:
            self.string(left, depth)
            self.put(ld(DE, place))
            return
        place = self._string_place(left)
        if place is not None:
            self.string(right, depth)
            self.put(ex(DE, HL), ld(HL, place))
            return
        self.string(left, depth)
        kept = self.word()
        self.put(ld(At(kept), HL))
        self.string(right, depth + 1)
        self.put(ex(DE, HL), ld(HL, At(kept)))
        self.free_word()

    @property
    def depth(self) -> int:
        """The temporary string that the operation being made may use, for its result or before that."""
        return self._texts

    def result(self) -> str:
        """Return the label of the temporary string for the result of the operation being made."""
        return self.text_place(self._texts)

    def arguments(self, *wanted: tuple[Value, Word | Address]) -> None:
        """Load values into registers or memory: each with a register or the address of a word, in order.

        Strings as descriptors, numbers as integers.
        """
        loads = [(where, simple) for value, where in wanted if (simple := self._loadable(value)) is not None]
        computed = [(value, where) for value, where in wanted if self._loadable(value) is None]
        into_memory = not all(isinstance(where, Word) for where, _ in loads)
        words = 0
        base = self._texts
        for index, (value, where) in enumerate(computed):
            if value.is_string:
                self.string(value)
                self._texts += 1
            else:
                self.integer(value)
            if index == len(computed) - 1 and not (where is HL and into_memory):
                self._move(where)
                continue
            kept = self.word()
            words += 1
            into_memory = into_memory or not isinstance(where, Word)
            self.put(ld(At(kept), HL))
            loads.append((where, At(kept)))
        # Memory first: that goes through HL.
        for where, simple in sorted(loads, key=lambda load: isinstance(load[0], Word)):
            if isinstance(where, Word):
                self.put(ld(where, simple))
            else:
                self.put(ld(HL, simple), ld(At(where), HL))
        for _ in range(words):
            self.free_word()
        self._texts = base

    def _loadable(self, value: Value) -> Operand | None:
        return self._string_place(value) if value.is_string else self.simple_integer(value)

    def _move(self, where: Word | Address) -> None:
        if where is DE:
            self.put(ex(DE, HL))
        elif where is BC:
            self.put(ld(B, H), ld(C, L))
        elif where is not HL:
            self.put(ld(At(where), HL))
