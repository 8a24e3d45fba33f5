"""Values of the program model as Python expressions.

What an expression calls are the operations by their names; variables, arrays and constants are names that the unit
of the line lists.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from msxkit.basic_type import INTEGER, BasicType
from msxkit.interpreter.code import LineNeeds, Lit, python_array, python_variable
from msxkit.program import values
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import Op
from msxkit.program.values import (
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
    StringPlace,
    Subscripts,
    Temporary,
    Value,
    VariableName,
)

#: Whole numbers below this are added in line. Python is quick with them: in a browser three times as quick as with
#: others, which are left to the operations.
SMALL = 10**9
_ARITHMETIC = {Arithmetic.ADD: Op.ADD, Arithmetic.SUBTRACT: Op.SUBTRACT, Arithmetic.MULTIPLY: Op.MULTIPLY}
_RELATIONS = {
    Relation.GREATER: ">",
    Relation.EQUAL: "==",
    Relation.GREATER_OR_EQUAL: ">=",
    Relation.LESS: "<",
    Relation.NOT_EQUAL: "!=",
    Relation.LESS_OR_EQUAL: "<=",
}
_LOGIC = {
    Logic.AND: "({} & {})",
    Logic.OR: "({} | {})",
    Logic.XOR: "({} ^ {})",
    Logic.EQV: "~({} ^ {})",
    Logic.IMP: "(~{} | {})",
}


class ValueEmitter:
    """A writer of the values of one line.

    Attributes:
        unit: Collects the names that the values need.
        kept: The global name in which a value stays for `timing`, by the id of the value.
    """

    def __init__(self) -> None:
        self.unit = LineNeeds()
        self.kept: dict[int, str] = {}

    def value(self, value: Value) -> str:
        """Return a Python expression."""
        text = _EMIT[type(value)](self, value)
        return f"({self.kept[id(value)]} := {text})" if id(value) in self.kept else text

    def condition(self, value: Value) -> str:
        """Return a Python expression that is true when the value is not 0."""
        return self.test(value) if values_truth(value) else self.value(value)

    # Names

    def variable(self, variable: VariableName) -> str:
        """Return the Python name of a variable."""
        name = python_variable(variable)
        self.unit.variables[name] = variable.type
        return name

    def array(self, array: ArrayName) -> str:
        """Return the Python name of an array."""
        name = python_array(array)
        self.unit.arrays[name] = (array.name, array.type)
        return name

    def key(self, subscripts: tuple[Value, ...]) -> str:
        """Return subscripts as the key of an array."""
        if len(subscripts) == 1:
            return self.value(subscripts[0])
        return f"({', '.join(map(self.value, subscripts))})"

    # Values

    def number(self, value: NumberConstant) -> str:
        if isinstance(value.number, int):
            return str(value.number) if value.number >= 0 else f"({value.number})"
        name = f"k{value.offset}"
        self.unit.constants[name] = value.number
        return name

    def text(self, value: StringConstant) -> str:
        name = f"k{value.offset}"
        self.unit.constants[name] = Lit(value.text)
        return name

    def load(self, value: Load) -> str:
        return self.variable(value.variable)

    def element(self, value: LoadElement) -> str:
        return f"{self.array(value.array)}[{self.key(value.subscripts)}]"

    def temporary(self, value: Temporary) -> str:
        return f"t{value.number}"

    def compute(self, value: Compute) -> str:
        left, right = self.value(value.left), self.value(value.right)
        if value.bound is not None:
            return f"({left} {value.operator.value} {right})"
        name = _ARITHMETIC[value.operator].name
        if value.left.is_simple and value.right.is_simple and value.left.is_pure and value.right.is_pure:
            return (
                f"(t if type(t := {left} {value.operator.value} {right}) is int and -{SMALL} < t < {SMALL} "
                f"else {name}({left}, {right}))"
            )
        return f"{name}({left}, {right})"

    def negate(self, value: Negate) -> str:
        operand = self.value(value.operand)
        return f"{Op.NEGATE.name}({operand})" if value.bound is None else f"(-{operand})"

    def truth(self, value: Value) -> str:
        return f"-{self.test(value)}"

    def complement(self, value: Complement) -> str:
        return self.truth(value) if values_truth(value) else f"(~{self.value(value.operand)})"

    def combine(self, value: Combine) -> str:
        if values_truth(value):
            return self.truth(value)
        return _LOGIC[value.operator].format(self.value(value.left), self.value(value.right))

    def test(self, value: Value) -> str:
        """Return a truth value as a Python truth value."""
        if isinstance(value, Complement):
            return f"(not {self.test(value.operand)})"
        if isinstance(value, Combine):
            left, right = self.test(value.left), self.test(value.right)
            if value.is_pure and not self.kept:
                return f"({left} {value.operator.value.lower()} {right})"
            # Both sides are computed, as on the machine.
            return f"({left} {'&' if value.operator is Logic.AND else '|'} {right})"
        assert isinstance(value, Compare)
        left, right = self.value(value.left), self.value(value.right)
        relation = _RELATIONS[value.relation]
        if value.left.is_fresh and not value.right.is_simple:
            return f"{Op.RELEASE.name}({Op.HOLD.name}({left}), {right}, {relation!r})"
        return f"({left} {relation} {right})"

    def concatenate(self, value: Concatenate) -> str:
        left, right = self.value(value.left), self.value(value.right)
        fresh = int(value.right.is_fresh)
        if value.left.is_fresh and not value.right.is_simple:
            return f"{Op.JOIN_HELD.name}({Op.HOLD.name}({left}), {right}, {fresh})"
        return f"{Op.JOIN.name}({left}, {right}, {int(value.left.is_fresh)}, {fresh})"

    def convert(self, value: Convert) -> str:
        operation = Op.TO_INTEGER if value.type is INTEGER else Op.TO_SINGLE
        return f"{operation.name}({self.value(value.operand)})"

    def copy(self, value: CopyString) -> str:
        return f"{Op.COPY.name}({self.value(value.operand)})"

    def mismatch(self, value: Mismatch) -> str:
        return f"{Op.MISMATCH.name}({', '.join(map(self.value, value.operands))})"

    def always(self, value: Always) -> str:
        return f"{Op.ALWAYS.name}({', '.join(map(self.value, value.operands))})"

    def call_value(self, value: Call) -> str:
        return self.call(value.operation, value.arguments)

    # Operations

    def call(self, operation: AnyOperation, arguments: tuple[Argument, ...]) -> str:
        """Return a call of an operation."""
        if operation is Op.BYTE:
            (operand,) = arguments
            if isinstance(operand, NumberConstant) and operand.number in _BYTES:
                return str(operand.number)
        return f"{operation.name}({', '.join(map(self.argument, arguments))})"

    def argument(self, argument: Argument) -> str:
        """Return an argument of an operation as Python source: a variable by its name, an array itself."""
        if isinstance(argument, Value):
            return self.value(argument)
        if isinstance(argument, Subscripts):
            return self.key(argument.values)
        if isinstance(argument, StringPlace):
            return self.place(argument)
        if isinstance(argument, VariableName):
            return repr(self.variable(argument))
        if isinstance(argument, ArrayName):
            return self.array(argument)
        if isinstance(argument, FunctionName):
            return repr(argument.name + argument.type.letter)
        if isinstance(argument, BasicType):
            return argument.name
        if isinstance(argument, Enum):
            return repr(argument.value)
        if isinstance(argument, tuple):
            inside = "".join(f"{self.argument(part)}, " for part in argument)
            return f"({inside})"
        return repr(argument)

    def place(self, place: StringPlace) -> str:
        """Return a variable or element as two arguments: the name of an array, or "", and a key in it."""
        found = place.place
        if isinstance(found, VariableName):
            return f"'', {self.variable(found)!r}"
        array = self.array(found.array)
        return f"{array!r}, {array}.place({self.key(found.subscripts)})"


#: Numbers that are bytes as they stand.
_BYTES = range(256)


def values_truth(value: Value) -> bool:
    """Return whether a value is certain to be -1 or 0."""
    return isinstance(value, Compare) or (isinstance(value, Complement | Combine) and value.bound == 1)


_EMIT: dict[type[values.Value], Callable[[ValueEmitter, Any], str]] = {
    NumberConstant: ValueEmitter.number,
    StringConstant: ValueEmitter.text,
    Load: ValueEmitter.load,
    LoadElement: ValueEmitter.element,
    Temporary: ValueEmitter.temporary,
    Compute: ValueEmitter.compute,
    Negate: ValueEmitter.negate,
    Complement: ValueEmitter.complement,
    Combine: ValueEmitter.combine,
    Compare: ValueEmitter.truth,
    Concatenate: ValueEmitter.concatenate,
    Convert: ValueEmitter.convert,
    CopyString: ValueEmitter.copy,
    Mismatch: ValueEmitter.mismatch,
    Always: ValueEmitter.always,
    Call: ValueEmitter.call_value,
}
