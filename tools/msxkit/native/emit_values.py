"""Values of the program model as Z80 code.

A number comes out in HL when it is known to fit 16 bits, else in HL or FAC, as the carry says (runtime/number.asm);
a string as its descriptor in HL. What is kept meanwhile lies in temporaries in memory, never on the stack: the word
below the top of the stack always tells where in the program a routine of the runtime was called.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from msxkit.basictype import DOUBLE, INTEGER, SINGLE, STRING
from msxkit.native.errors import RefusedError
from msxkit.native.storage import Storage
from msxkit.program import values
from msxkit.program.operations import Op
from msxkit.program.values import (
    INT16,
    Always,
    Argument,
    Arithmetic,
    ArrayName,
    Call,
    Combine,
    Compare,
    Complement,
    Compute,
    Concatenate,
    Convert,
    CopyString,
    FunctionName,
    Load,
    LoadElement,
    Logic,
    Mismatch,
    Negate,
    NumberConstant,
    Relation,
    StringConstant,
    Temporary,
    Value,
    VariableName,
)

_ARITHMETIC = {
    Arithmetic.ADD: ("add", True),
    Arithmetic.SUBTRACT: ("sub", False),
    Arithmetic.MULTIPLY: ("mul", True),
}
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
_SIZES = {INTEGER: 2, SINGLE: 4, DOUBLE: 8, STRING: 3}
TYPE_MISMATCH = 13
#: What makes a value of an operation: emits it; true when the number fits 16 bits.
Maker = Callable[["ValueEmitter", Call], bool]


def fits(value: Value) -> bool:
    """Whether a number is known to be an integer of 16 bits."""
    return value.type is INTEGER or (value.bound is not None and value.bound < INT16)


def is_truth(value: Value) -> bool:
    """Whether a value is -1 or 0 by what it is."""
    return isinstance(value, Compare) or (isinstance(value, Complement | Combine) and value.bound == 1)


class ValueEmitter(ABC):
    """Writes code line by line. operations: how the value of each operation is made (see `emit_operations`)."""

    # What the emitter of the program knows

    @abstractmethod
    def block_label(self, offset: int) -> str:
        """Label of the block at an offset."""

    @abstractmethod
    def data_label(self, line: int | None) -> str:
        """Label of the first item of DATA in a line or behind it."""

    @abstractmethod
    def define_function(self, function: FunctionName, offset: int) -> None:
        """DEF FN: from here on the name means the body at an offset."""

    @abstractmethod
    def call_function(self, function: FunctionName, values: tuple[Value, ...], call: Call) -> bool:
        """FN: the arguments into the parameters, then the body."""

    def __init__(self, operations: dict[Op, Maker]) -> None:
        self.storage = Storage()
        self.lines: list[str] = []
        self._operations = operations
        self._labels = 0
        self._words = self._numbers = self._texts = 0
        #: Parameters of the DEF FN whose body is being written, and what its temporaries begin with.
        self.parameters: dict[str, str] = {}
        self.prefix = ""

    # Lines

    def put(self, *lines: str) -> None:
        """Instructions."""
        self.lines += [f"        {line}" for line in lines]

    def call(self, routine: str) -> None:
        """A call of the runtime."""
        self.lines.append(f"        call {routine}")

    def label(self, label: str) -> None:
        """A label."""
        self.lines.append(f"{label}:")

    def new_label(self) -> str:
        """A label that nobody has."""
        self._labels += 1
        return f"x_{self._labels}"

    def fail(self, error: int) -> None:
        """A BASIC error here."""
        self.put(f"ld a,{error}", "call error")

    # Temporaries of an expression

    def word(self) -> str:
        """A word that is free until `free_word`."""
        self._words += 1
        return self.storage.word(f"w{self.prefix}_{self._words}")

    def free_word(self) -> None:
        self._words -= 1

    def number_place(self) -> str:
        """A number that is free until `free_number`."""
        self._numbers += 1
        return self.storage.number(f"m{self.prefix}_{self._numbers}")

    def free_number(self) -> None:
        self._numbers -= 1

    def text_place(self, depth: int) -> str:
        """The temporary string of a depth."""
        return self.storage.text(f"e{self.prefix}_{depth}")

    # Simple operands

    def _variable(self, variable: VariableName) -> str:
        label = self.storage.variable(variable)
        return self.parameters.get(label, label)

    def simple_integer(self, value: Value) -> str | None:
        """What `ld hl,` takes for an integer that is a constant or in memory; None for anything else."""
        if isinstance(value, NumberConstant) and fits(value):
            return str(value.number)
        if isinstance(value, Load) and value.type is INTEGER:
            return f"({self._variable(value.variable)})"
        if isinstance(value, Temporary) and value.type is not STRING and fits(value):
            return f"({self.kept(value)})"
        return None

    def simple_number(self, value: Value) -> str | None:
        """Label of a number in memory; None for anything else."""
        if isinstance(value, NumberConstant) and not fits(value):
            return self.storage.number_constant(value.number)
        if isinstance(value, Load) and value.type in (SINGLE, DOUBLE):
            return self._variable(value.variable)
        if isinstance(value, Temporary) and value.type is not STRING and not fits(value):
            return self.kept(value)
        return None

    def kept(self, value: Temporary) -> str:
        """Label of a temporary of the block."""
        if value.type is STRING:
            return self.storage.text(f"k{self.prefix}_t{value.number}")
        if fits(value):
            return self.storage.word(f"k{self.prefix}_w{value.number}")
        return self.storage.number(f"k{self.prefix}_n{value.number}")

    # Numbers

    def integer(self, value: Value) -> None:
        """The number in HL; error 6 beyond 16 bits."""
        if isinstance(value, Convert) and value.type is INTEGER:
            self.integer(value.operand)
        elif isinstance(value, Compute) and not fits(value) and fits(value.left) and fits(value.right):
            self._integers(value.left, value.right)
            if value.operator is Arithmetic.MULTIPLY:
                self.call("int_mul")
                self.call("num_integer")
            else:
                self.put("or a", f"{'adc' if value.operator is Arithmetic.ADD else 'sbc'} hl,bc")
                self.put("call pe,overflow")
        elif not self.number(value):
            self.call("num_integer")

    def address(self, value: Value) -> None:
        """The number as an address in HL: -32768 to 65535."""
        if not self.number(value):
            self.call("num_address")

    def byte(self, value: Value) -> None:
        """The number in L, 0 to 255, else error 5 or 6."""
        if value.bound is not None and value.bound <= 255 and _never_negative(value):
            self.integer(value)
        elif self.number(value):
            self.call("byte_check")
        else:
            self.call("num_byte")

    def hybrid(self, value: Value) -> None:
        """The number in HL or FAC, as the carry says."""
        if self.number(value):
            self.put("or a")

    def number(self, value: Value) -> bool:
        """The number; true: it is in HL, whatever the carry is."""
        simple = self.simple_integer(value)
        if simple is not None:
            self.put(f"ld hl,{simple}")
            return True
        place = self.simple_number(value)
        if place is not None:
            self.put(f"ld hl,{place}")
            self.call("load_real" if isinstance(value, NumberConstant) else "num_load")
            return False
        return _NUMBERS[type(value)](self, value)

    def _integers(self, left: Value, right: Value) -> None:
        """Two integers in HL and BC."""
        simple = self.simple_integer(right)
        if simple is not None:
            self.integer(left)
            self.put(f"ld bc,{simple}")
            return
        simple = self.simple_integer(left)
        if simple is not None:
            self.integer(right)
            self.put("ld b,h", "ld c,l", f"ld hl,{simple}")
            return
        self.integer(left)
        kept = self.word()
        self.put(f"ld ({kept}),hl")
        self.integer(right)
        self.put("ld b,h", "ld c,l", f"ld hl,({kept})")
        self.free_word()

    def _pair(self, left: Value, right: Value, routine: str, commutes: bool) -> None:
        """A routine of two numbers; the name with `_word` behind it takes the second in BC."""
        place = self.simple_number(right)
        if place is not None:
            self.hybrid(left)
            self.put(f"ld de,{place}")
            self.call(routine)
            return
        simple = self.simple_integer(right)
        if simple is not None and routine in _WITH_WORD:
            self.hybrid(left)
            self.put(f"ld bc,{simple}")
            self.call(f"{routine}_word")
            return
        place = self.simple_number(left)
        if place is not None and commutes:
            self.hybrid(right)
            self.put(f"ld de,{place}")
            self.call(routine)
            return
        first = None
        if self.simple_integer(left) is None and place is None:
            self.hybrid(left)
            first = self.number_place()
            self._keep_number(first)
        self.hybrid(right)
        if first is not None and commutes:
            self.put(f"ld de,{first}")
            self.call(routine)
            self.free_number()
            return
        second = self.number_place()
        self._keep_number(second)
        if first is None:
            self.hybrid(left)
        else:
            self.put(f"ld hl,{first}")
            self.call("num_load")
        self.put(f"ld de,{second}")
        self.call(routine)
        self.free_number()
        if first is not None:
            self.free_number()

    def _keep_number(self, place: str) -> None:
        self.put(f"ld de,{place}")
        self.call("num_store")

    def operation(self, left: Value, right: Value, routine: str) -> None:
        """A routine of two numbers that gives a number."""
        self._pair(left, right, routine, commutes=False)

    def integers(self, left: Value, right: Value) -> None:
        """Two integers in HL and BC, error 6 beyond 16 bits."""
        self._integers(left, right)

    def _compute(self, value: Compute) -> bool:
        name, commutes = _ARITHMETIC[value.operator]
        left, right = value.left, value.right
        if fits(left) and fits(right):
            self._integers(left, right)
            if fits(value) and name != "mul":
                self.put("add hl,bc" if name == "add" else "or a")
                if name == "sub":
                    self.put("sbc hl,bc")
                return True
            self.call(f"int_{name}")
            return fits(value)
        self._pair(left, right, f"num_{name}", commutes)
        return False

    def _negate(self, value: Negate) -> bool:
        self.hybrid(value.operand)
        self.call("num_neg")
        return fits(value)

    def _complement(self, value: Complement) -> bool:
        self.integer(value.operand)
        self.put("ld a,h", "cpl", "ld h,a", "ld a,l", "cpl", "ld l,a")
        return True

    def _combine(self, value: Combine) -> bool:
        self._integers(value.left, value.right)
        for register, other in (("l", "c"), ("h", "b")):
            self.put(f"ld a,{register}")
            match value.operator:
                case Logic.AND:
                    self.put(f"and {other}")
                case Logic.OR:
                    self.put(f"or {other}")
                case Logic.XOR:
                    self.put(f"xor {other}")
                case Logic.EQV:
                    self.put(f"xor {other}", "cpl")
                case Logic.IMP:
                    self.put("cpl", f"or {other}")
            self.put(f"ld {register},a")
        return True

    def _compare(self, value: Compare) -> bool:
        done = self.new_label()
        relation = self.flags(value)
        if relation is Relation.LESS_OR_EQUAL:
            self.put("ld hl,-1", f"jp c,{done}", f"jp z,{done}", "inc hl")
        else:
            self.put("ld hl,0", *(f"jp {condition},{done}" for condition in _FALSE[relation]), "dec hl")
        self.label(done)
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
        if value.type is INTEGER:
            self.put("ld a,(hl)", "inc hl", "ld h,(hl)", "ld l,a")
            return True
        self.call("num_load" if value.type is DOUBLE else "single_load")
        return False

    def _mismatch(self, value: Mismatch | Always) -> bool:
        for operand in value.operands:
            self.any(operand)
        if isinstance(value, Mismatch):
            self.fail(TYPE_MISMATCH)
        self.put("ld hl,-1")
        return True

    def _call(self, value: Call) -> bool:
        return self.maker(value)(self, value)

    def maker(self, value: Call) -> Maker:
        """How the value of an operation is made. Raises `RefusedError`."""
        maker = self._operations.get(value.operation)
        if maker is None:
            raise RefusedError(f"a cartridge has no {value.operation.name.replace('_', ' ').lower()}")
        return maker

    def any(self, value: Value) -> None:
        """Computes a value for what may happen by it."""
        if value.is_string:
            self.string(value)
            self.call("string_release")
        else:
            self.number(value)

    # Comparisons and conditions

    def flags(self, value: Compare) -> Relation:
        """Z and C as the sides compare; the relation that they tell of (it may be the mirrored one)."""
        left, right, relation = value.left, value.right, value.relation
        if left.is_string:
            self.strings(left, right)
            self.call("string_compare")
            return relation
        if fits(left) and fits(right):
            if self.simple_integer(left) is not None and self.simple_integer(right) is None:
                left, right, relation = right, left, _MIRRORED[relation]
            equality = relation in (Relation.EQUAL, Relation.NOT_EQUAL)
            if equality and isinstance(right, NumberConstant) and not right.number:
                self.integer(left)
                self.put("ld a,h", "or l")
                return relation
            self._integers(left, right)
            if equality:
                self.put("or a", "sbc hl,bc")
            else:
                self.call("int_compare")
            return relation
        if self._is_simple(left) and not self._is_simple(right):
            left, right, relation = right, left, _MIRRORED[relation]
        self._pair(left, right, "num_compare", commutes=False)
        return relation

    def _is_simple(self, value: Value) -> bool:
        return self.simple_integer(value) is not None or self.simple_number(value) is not None

    def jump(self, value: Value, sense: bool, target: str) -> None:
        """Jumps to a label when the value's truth is `sense`, else goes on."""
        if isinstance(value, Compare):
            relation = self.flags(value)
            self._jump_if(relation if sense else _NEGATED[relation], target)
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
            if self.number(value):
                self.put("ld a,h", "or l")
            else:
                self.call("num_sign")
            self.put(f"jp {'nz' if sense else 'z'},{target}")

    def _jump_if(self, relation: Relation, target: str) -> None:
        false = _FALSE[relation]
        if len(false) == 1:
            self.put(f"jp {_OPPOSITE[false[0]]},{target}")
        elif relation is Relation.LESS_OR_EQUAL:
            self.put(f"jp c,{target}", f"jp z,{target}")
        else:
            skip = self.new_label()
            self.put(f"jp c,{skip}", f"jp nz,{target}")
            self.label(skip)

    # Strings

    def string(self, value: Value, depth: int | None = None) -> None:
        """The string's descriptor in HL; a new one is in the temporary of `depth`, deeper ones are free."""
        depth = self._texts if depth is None else depth
        place = self._string_place(value)
        if place is not None:
            self.put(f"ld hl,{place}")
        elif isinstance(value, CopyString):
            self.string(value.operand, depth)
        elif isinstance(value, LoadElement):
            self.element(value.array, value.subscripts, depth)
        elif isinstance(value, Concatenate):
            self.strings(value.left, value.right, depth)
            self.put(f"ld bc,{self.text_place(depth)}")
            self.call("string_concat")
        elif isinstance(value, Mismatch):
            for operand in value.operands:
                self.any(operand)
            self.fail(TYPE_MISMATCH)
            self.put(f"ld hl,{self.storage.string_constant('')}")
        elif isinstance(value, Call):
            outer, self._texts = self._texts, depth
            self.maker(value)(self, value)
            self._texts = outer
        else:
            raise TypeError(value)

    def _string_place(self, value: Value) -> str | None:
        if isinstance(value, StringConstant):
            return self.storage.string_constant(value.text)
        if isinstance(value, Load):
            return self._variable(value.variable)
        if isinstance(value, Temporary):
            return self.kept(value)
        return None

    def strings(self, left: Value, right: Value, depth: int | None = None) -> None:
        """Two strings in HL and DE."""
        depth = self._texts if depth is None else depth
        place = self._string_place(right)
        if place is not None:
            self.string(left, depth)
            self.put(f"ld de,{place}")
            return
        place = self._string_place(left)
        if place is not None:
            self.string(right, depth)
            self.put("ex de,hl", f"ld hl,{place}")
            return
        self.string(left, depth)
        kept = self.word()
        self.put(f"ld ({kept}),hl")
        self.string(right, depth + 1)
        self.put("ex de,hl", f"ld hl,({kept})")
        self.free_word()

    @property
    def depth(self) -> int:
        """The temporary string that the operation being made may use, for its result or before that."""
        return self._texts

    def result(self) -> str:
        """Label of the temporary string for the result of the operation being made."""
        return self.text_place(self._texts)

    def arguments(self, *wanted: tuple[Argument, str]) -> None:
        """Values into registers or memory: each with `hl`, `bc`, `de` or the label of a word, in order.

        Strings as descriptors, numbers as integers.
        """
        loads = [(where, simple) for value, where in wanted if (simple := self._loadable(value)) is not None]
        computed = [(value, where) for value, where in wanted if self._loadable(value) is None]
        into_memory = any(where not in _REGISTERS for where, _ in loads)
        words = 0
        base = self._texts
        for index, (value, where) in enumerate(computed):
            assert isinstance(value, Value)
            if value.is_string:
                self.string(value)
                self._texts += 1
            else:
                self.integer(value)
            if index == len(computed) - 1 and not (where == "hl" and into_memory):
                self._move(where)
                continue
            kept = self.word()
            words += 1
            into_memory = into_memory or where not in _REGISTERS
            self.put(f"ld ({kept}),hl")
            loads.append((where, f"({kept})"))
        # Memory first: that goes through HL.
        for where, simple in sorted(loads, key=lambda load: load[0] in _REGISTERS):
            if where in _REGISTERS:
                self.put(f"ld {where},{simple}")
            else:
                self.put(f"ld hl,{simple}", f"ld ({where}),hl")
        for _ in range(words):
            self.free_word()
        self._texts = base

    def _loadable(self, value: Argument) -> str | None:
        if isinstance(value, Value):
            return self._string_place(value) if value.is_string else self.simple_integer(value)
        if isinstance(value, int):
            return str(int(value))
        return None

    def _move(self, where: str) -> None:
        if where == "de":
            self.put("ex de,hl")
        elif where == "bc":
            self.put("ld b,h", "ld c,l")
        elif where != "hl":
            self.put(f"ld ({where}),hl")

    # Arrays

    def element(self, array: ArrayName, subscripts: tuple[Value, ...], depth: int = 0) -> None:
        """Address of an element in HL."""
        self.subscripts(subscripts, depth)
        self.put(
            f"ld de,{self.storage.array(array)}", f"ld b,{len(subscripts)}", f"ld a,{_SIZES[array.type]}"
        )
        self.call("array_element")

    def subscripts(self, subscripts: tuple[Value, ...], depth: int = 0) -> None:
        """Subscripts, as integers, to where the runtime takes them."""
        outer, self._texts = self._texts, max(depth, self._texts)
        kept: list[tuple[int, str]] = []
        for index, value in enumerate(subscripts):
            self.integer(value)
            if all(self._is_flat(later) for later in subscripts[index + 1 :]):
                self.put(f"ld (subscripts+{2 * index}),hl")
            else:
                word = self.word()
                self.put(f"ld ({word}),hl")
                kept.append((index, word))
        for index, word in kept:
            self.put(f"ld hl,({word})", f"ld (subscripts+{2 * index}),hl")
            self.free_word()
        self._texts = outer

    def _is_flat(self, value: Value) -> bool:
        """Whether computing it leaves `subscripts` alone: no array and no function of the program in it."""
        match value:
            case Compute() | Combine() | Compare():
                return self._is_flat(value.left) and self._is_flat(value.right)
            case Negate() | Complement() | Convert():
                return self._is_flat(value.operand)
        return self._is_simple(value)


def _never_negative(value: Value) -> bool:
    """Whether a number with a bound is known to be 0 at least."""
    if isinstance(value, NumberConstant):
        return value.number >= 0
    return isinstance(value, Call) and value.operation not in (
        Op.SIGN,
        Op.TRIGGER,
        Op.END_OF_FILE,
        Op.PLAYING,
    )


_REGISTERS = frozenset(("hl", "bc", "de"))
#: Routines that have a form for a second operand in BC.
_WITH_WORD = frozenset(("num_add", "num_sub", "num_mul", "num_compare"))
_OPPOSITE = {"z": "nz", "nz": "z", "c": "nc", "nc": "c"}
#: Conditions of which any says that the relation does not hold; of <= both must be looked at the other way.
_FALSE = {
    Relation.EQUAL: ("nz",),
    Relation.NOT_EQUAL: ("z",),
    Relation.LESS: ("nc",),
    Relation.GREATER_OR_EQUAL: ("c",),
    Relation.GREATER: ("c", "z"),
    Relation.LESS_OR_EQUAL: (),
}
_NUMBERS: dict[type[values.Value], Callable[[ValueEmitter, Any], bool]] = {
    Compute: ValueEmitter._compute,
    Negate: ValueEmitter._negate,
    Complement: ValueEmitter._complement,
    Combine: ValueEmitter._combine,
    Compare: ValueEmitter._compare,
    Convert: ValueEmitter._convert,
    LoadElement: ValueEmitter._element,
    Mismatch: ValueEmitter._mismatch,
    Always: ValueEmitter._mismatch,
    Call: ValueEmitter._call,
}
