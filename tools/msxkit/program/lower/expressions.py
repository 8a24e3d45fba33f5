"""Expressions: a tree becomes a typed value, in the order in which the machine computes it.

Where the tree breaks off, what stands before the fault is computed first: it waits in `pending` meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msxkit.basicerrors import SYNTAX
from msxkit.basictype import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.language import tree
from msxkit.program.lower.conversion import compute, is_truth, to_byte, to_integer
from msxkit.program.lower.functions import BARE, FUNCTIONS, Form
from msxkit.program.lower.unfinished import UnfinishedError
from msxkit.program.model import Fail
from msxkit.program.operations import Op
from msxkit.program.values import (
    INT16,
    Always,
    Arithmetic,
    ArrayName,
    Combine,
    Compare,
    Complement,
    Concatenate,
    Convert,
    CopyString,
    FunctionName,
    Load,
    LoadElement,
    Logic,
    Mismatch,
    Negate,
    Relation,
    StringConstant,
    Subscripts,
    Value,
    VariableName,
    constant,
    number_of,
)

_BY_SUFFIX = {kind.suffix: kind for kind in BasicType}
_RELATIONS = {
    frozenset(">"): Relation.GREATER,
    frozenset("="): Relation.EQUAL,
    frozenset(">="): Relation.GREATER_OR_EQUAL,
    frozenset("<"): Relation.LESS,
    frozenset("<>"): Relation.NOT_EQUAL,
    frozenset("<="): Relation.LESS_OR_EQUAL,
}
_OPERATIONS = {"/": Op.DIVIDE, "^": Op.POWER, "\\": Op.INTEGER_DIVIDE, "MOD": Op.MODULO}


class ExpressionLowering:
    """Lowers the expressions of a line.

    Attributes:
        start: Offset of the line in the program text.
        types: Default type of each letter, A first.
        pending: What is already computed, in case of an error further on.
        assigned: Variables that the present statement assigns to.
        waits: Whether the block can stop for a key or a draw.
        located: Whether it looks at memory, where the current line stands.
    """

    def __init__(self, start: int, types: Sequence[BasicType]) -> None:
        self.start = start
        self.types = types
        self.pending: list[Value] = []
        self.assigned: list[VariableName] = []
        self.waits = False
        self.located = False
        self.fault: tree.Fault | None = None
        #: Operands that the block has computed before their turn.
        self.computed: dict[tree.Expression, Value] = {}
        #: Inside the argument of RND, where TIME is a draw.
        self._drawing = 0

    # Names

    def type_of(self, name: str, suffix: str) -> BasicType:
        """Return the type of a variable by its suffix or first letter."""
        return _BY_SUFFIX[suffix] if suffix else self.types[ord(name[0]) - 65]

    def variable(self, node: tree.Variable) -> VariableName:
        """Return the variable that a name means."""
        return VariableName(node.name[:2], self.type_of(node.name, node.suffix))

    def array(self, node: tree.Element | tree.Variable) -> ArrayName:
        """Return the array that a name means."""
        return ArrayName(node.name[:2], self.type_of(node.name, node.suffix))

    # What a context wants

    def expression(self, node: tree.Expression) -> Value:
        """Return the value of any expression. Raise `UnfinishedError` where it breaks off."""
        if node in self.computed:
            return self.computed[node]
        return _LOWER[type(node)](self, node)

    def number(self, node: tree.Expression) -> Value:
        """Return an expression that must be a number."""
        return self.numeric(self.expression(node))

    def numeric(self, value: Value) -> Value:
        """Return the value, or Type mismatch if it is a string."""
        return Mismatch(DOUBLE, operands=(value,)) if value.is_string else value

    def string(self, node: tree.Expression) -> Value:
        """Return an expression that must be a string."""
        value = self.expression(node)
        return value if value.is_string else Mismatch(STRING, operands=(value,))

    def integer(self, node: tree.Expression) -> Value:
        """Return a number converted to -32768..32767 as CINT does."""
        return to_integer(self.number(node))

    def byte(self, node: tree.Expression) -> Value:
        """Return a number that must be 0..255."""
        return to_byte(self.number(node))

    def optional_byte(self, node: tree.Expression | None) -> Value | None:
        """Return a number that must be 0..255, or nothing."""
        return None if node is None else self.byte(node)

    def converted(self, value: Value, kind: BasicType) -> Value:
        """Return the value as a variable of that type holds it."""
        if value.is_string != kind.is_string:
            return Mismatch(kind, operands=(value,))
        if kind is STRING:
            return value if value.is_fresh else CopyString(STRING, operand=value)
        if kind is INTEGER:
            return to_integer(value)
        if kind is SINGLE:
            if value.type in (INTEGER, SINGLE) or (value.bound is not None and value.bound < 1000000):
                return value
            return Convert(SINGLE, operand=value)
        return value

    # Lists

    def held(self, *values: Value) -> _Held:
        """Keep these values in `pending` while the block runs."""
        return _Held(self.pending, values)

    def each(
        self, nodes: Sequence[tree.Expression], lower: Sequence[Callable[[tree.Expression], Value]]
    ) -> list[Value]:
        """Lower several operands in turn; the last function serves all the rest."""
        depth = len(self.pending)
        found: list[Value] = []
        for index, node in enumerate(nodes):
            value = lower[min(index, len(lower) - 1)](node)
            found.append(value)
            self.pending.append(value)
        del self.pending[depth:]
        return found

    def subscripts(self, node: tree.Element) -> tuple[Value, ...]:
        """Return the subscripts of an element."""
        return tuple(self.each(node.subscripts, [self.number]))

    # Forms

    def missing(self, node: tree.Missing) -> Value:
        for part in node.before:
            self.pending.append(self.expression(part))
        fault = self.fault
        raise UnfinishedError(Fail(fault.error if fault else SYNTAX))

    def constant(self, node: tree.Number) -> Value:
        return constant(number_of(node.constant), self.start + node.start)

    def line_reference(self, node: tree.LineReference) -> Value:
        return constant(node.line, self.start + node.start)

    def string_constant(self, node: tree.String) -> Value:
        return StringConstant(STRING, text=node.text, offset=self.start + node.start)

    def load(self, node: tree.Variable) -> Value:
        variable = self.variable(node)
        return Load(variable.type, INT16 if variable.type is INTEGER else None, variable=variable)

    def element(self, node: tree.Element) -> Value:
        array = self.array(node)
        bound = INT16 if array.type is INTEGER else None
        return LoadElement(array.type, bound, array=array, subscripts=self.subscripts(node))

    def parenthesis(self, node: tree.Parenthesis) -> Value:
        return self.expression(node.inside)

    def unary(self, node: tree.Unary) -> Value:
        value = self.expression(node.operand)
        if node.operator == "+":
            return value
        value = self.numeric(value)
        if node.operator == "-":
            if value.bound is None:
                return Negate(DOUBLE, operand=value)
            return Negate(value.type if value.bound < INT16 else DOUBLE, value.bound, operand=value)
        if is_truth(value):
            return Complement(INTEGER, 1, operand=value)
        return Complement(INTEGER, INT16, operand=to_integer(value))

    def binary(self, node: tree.Binary) -> Value:
        left = self.expression(node.left)
        with self.held(left):
            right = self.expression(node.right)
        operator = node.operator
        if operator[0] in "<>=":
            return self._compare(operator, left, right)
        if left.is_string or right.is_string:
            if operator == "+" and left.is_string and right.is_string:
                return Concatenate(STRING, left=left, right=right)
            return Mismatch(left.type if left.is_string else DOUBLE, operands=(left, right))
        if operator in "+-*":
            return compute(Arithmetic(operator), left, right)
        if operator in ("MOD", "\\"):
            # The left operand is made an integer before the right one is looked at.
            left = to_integer(left)
        if operator in _OPERATIONS:
            return _OPERATIONS[operator](left, right)
        left, right = to_integer(left), to_integer(right)
        logic = Logic(operator)
        truth = logic in (Logic.AND, Logic.OR) and is_truth(left) and is_truth(right)
        return Combine(INTEGER, 1 if truth else INT16, operator=logic, left=left, right=right)

    def _compare(self, operator: str, left: Value, right: Value) -> Value:
        if left.is_string != right.is_string:
            return Mismatch(INTEGER, 1, operands=(left, right))
        relation = _RELATIONS.get(frozenset(operator))
        if relation is None:
            return Always(INTEGER, 1, operands=(left, right))
        return Compare(INTEGER, 1, relation=relation, left=left, right=right)

    def function(self, node: tree.Function) -> Value:
        form = FUNCTIONS.get(node.name)
        if form is None:
            raise UnfinishedError(Fail(SYNTAX))
        self._drawing += node.name == "RND"
        self.located = self.located or node.name == "PEEK"
        try:
            arguments = self._arguments(form, node)
        finally:
            self._drawing -= node.name == "RND"
        return form.make(arguments)

    def _arguments(self, form: Form, node: tree.Function) -> list[Value]:
        wanted: dict[str, Callable[[tree.Expression], Value]] = {
            "n": self.number,
            "t": self.string,
            "?": self.expression,
        }
        if len(form.kinds) == 1 and len(node.arguments) > 1:
            # The bracket behind the one argument is missing, which the machine sees before what the argument is.
            return self.each(node.arguments, [self.expression])
        return self.each(node.arguments, [wanted[kind] for kind in form.takes(len(node.arguments))])

    def reading(self, node: tree.Reading) -> Value:
        if node.name == "INKEY$":
            self.waits = True
        elif node.name == "TIME" and self._drawing:
            self.waits = True
            return Op.DRAW()
        return BARE[node.name]

    def input_characters(self, node: tree.InputCharacters) -> Value:
        count = self.number(node.count)
        self.waits = True
        if node.channel is None:
            return Op.INPUT_CHARACTERS(count)
        with self.held(count):
            return Op.FILE_CHARACTERS(count, self.number(node.channel))

    def variable_pointer(self, node: tree.VariablePointer) -> Value:
        target = node.variable
        if isinstance(target, tree.Element):
            subscripts = Subscripts(self.subscripts(target))
            return Op.POINTER(self.array(target), subscripts, tuple(self.assigned))
        if isinstance(target, tree.Variable):
            return Op.POINTER(self.variable(target), None, tuple(self.assigned))
        return self.expression(target)

    def file_pointer(self, node: tree.FilePointer) -> Value:
        return Op.FILE_POINTER(self.number(node.channel))

    def sprite_pattern(self, node: tree.SpritePattern) -> Value:
        return Op.SPRITE_PATTERN(self.byte(node.number))

    def point_colour(self, node: tree.PointColour) -> Value:
        x, y = self.each((node.x, node.y), [self.integer])
        return Op.POINT(x, y, node.step)

    def machine_function(self, node: tree.MachineFunction) -> Value:
        argument = self.expression(node.argument)
        self.waits = True  # a BIOS entry may wait for a key
        return Op.CALL_USR.typed(argument.type, None, node.number, argument.type, argument)

    def user_function(self, node: tree.UserFunction) -> Value:
        """Lower FN: the arguments are converted when the function is called."""
        kind = self.type_of(node.name, node.suffix)
        self.waits = True  # the body may contain anything
        arguments = self.each(node.arguments, [self.expression])
        values = tuple((argument.type, argument) for argument in arguments)
        bound = INT16 if kind is INTEGER else None
        return Op.CALL_FUNCTION.typed(kind, bound, FunctionName(node.name[:2], kind), values)


def operands(node: tree.Node) -> Iterator[tree.Expression]:
    """Yield the expressions of a statement, as they follow one another."""
    if isinstance(node, tree.Expression):
        yield node
    else:
        for part in tree.parts(node):
            yield from operands(part)


_WAITING = (tree.InputCharacters, tree.MachineFunction, tree.UserFunction)


def can_wait(node: tree.Expression) -> bool:
    """Return whether a block that computes the expression may have to wait, for a key or a draw."""
    return any(
        isinstance(part, _WAITING) or (isinstance(part, tree.Reading) and part.name in ("INKEY$", "TIME"))
        for part in tree.walk(node)
    )


class _Held:
    """Keeps values in a list as long as a `with` block runs; an error leaves them there."""

    def __init__(self, pending: list[Value], values: tuple[Value, ...]) -> None:
        self._pending = pending
        self._values = values

    def __enter__(self) -> None:
        self._depth = len(self._pending)
        self._pending.extend(self._values)

    def __exit__(self, kind: type[BaseException] | None, *_rest: object) -> None:
        if kind is None:
            del self._pending[self._depth :]


_LOWER: dict[type[tree.Expression], Callable[..., Value]] = {
    tree.Missing: ExpressionLowering.missing,
    tree.Number: ExpressionLowering.constant,
    tree.LineReference: ExpressionLowering.line_reference,
    tree.String: ExpressionLowering.string_constant,
    tree.Variable: ExpressionLowering.load,
    tree.Element: ExpressionLowering.element,
    tree.Parenthesis: ExpressionLowering.parenthesis,
    tree.Unary: ExpressionLowering.unary,
    tree.Binary: ExpressionLowering.binary,
    tree.Function: ExpressionLowering.function,
    tree.Reading: ExpressionLowering.reading,
    tree.InputCharacters: ExpressionLowering.input_characters,
    tree.VariablePointer: ExpressionLowering.variable_pointer,
    tree.FilePointer: ExpressionLowering.file_pointer,
    tree.SpritePattern: ExpressionLowering.sprite_pattern,
    tree.PointColour: ExpressionLowering.point_colour,
    tree.MachineFunction: ExpressionLowering.machine_function,
    tree.UserFunction: ExpressionLowering.user_function,
}
