"""Expressions: a tree becomes a typed value, in the order in which the machine computes it.

Where the tree breaks off, what stands before the fault is computed first: it waits in `pending` meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msxkit.basic_errors import SYNTAX
from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.language import tree
from msxkit.program.lower.conversion import compute, is_truth, to_byte, to_integer
from msxkit.program.lower.functions import BARE, FUNCTIONS, FunctionForm
from msxkit.program.lower.names import BY_SUFFIX, LineNames
from msxkit.program.lower.unfinished import UnfinishedError
from msxkit.program.model import Fail
from msxkit.program.operations import Op
from msxkit.program.values import (
    INT16,
    Always,
    Arithmetic,
    Combine,
    Compare,
    Complement,
    Concatenate,
    Convert,
    CopyString,
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

_RELATIONS = {
    frozenset(">"): Relation.GREATER,
    frozenset("="): Relation.EQUAL,
    frozenset(">="): Relation.GREATER_OR_EQUAL,
    frozenset("<"): Relation.LESS,
    frozenset("<>"): Relation.NOT_EQUAL,
    frozenset("<="): Relation.LESS_OR_EQUAL,
}
#: Bytes on the stack of the machine, which FRE(0) sees, while a value is computed: in an assignment, in brackets, as
#: an argument, as a right operand (recorded on an NMS 8250, each alone; that they add up was not recorded).
ASSIGNED, _BRACKETED, _ARGUMENT, _OPERAND = 4, 6, 10, 10
_OPERATIONS = {"/": Op.DIVIDE, "^": Op.POWER, "\\": Op.INTEGER_DIVIDE, "MOD": Op.MODULO}


class Expressions:
    """Lowers the expressions of a line.

    Attributes:
        start: Offset of the line in the program text.
        drawing: How deep in the argument of RND, where TIME is a draw.
        pending: What is already computed, in case of an error further on.
        assigned: Variables that the present statement assigns to.
        waits: Whether the block can stop for a key or a draw.
        located: Whether it looks at memory, where the current line stands.
        stacked: Bytes on the machine's stack.
        sources: The values so far, each with its expression.
    """

    def __init__(self, start: int, names: LineNames) -> None:
        self.start = start
        self.names = names
        self.pending: list[Value] = []
        self.assigned: list[VariableName] = []
        self.waits = False
        self.located = False
        self.stacked = 0
        self.fault: tree.Fault | None = None
        #: Operands that the block has computed before their turn.
        self.computed: dict[tree.Expression, Value] = {}
        self.sources: list[tuple[Value, tree.Expression]] = []
        self.drawing = 0

    # What a context wants

    def expression(self, node: tree.Expression) -> Value:
        """Return the value of any expression. Raise `UnfinishedError` where it breaks off."""
        value = self.computed[node] if node in self.computed else _LOWER[type(node)](self, node)
        self.sources.append((value, node))
        return value

    def within(self, stacked: int, node: tree.Expression) -> Value:
        """Return the value of an expression, with so many bytes more on the machine's stack."""
        self.stacked += stacked
        try:
            return self.expression(node)
        finally:
            self.stacked -= stacked

    def number(self, node: tree.Expression) -> Value:
        """Return an expression that must be a number."""
        return self._as(self.numeric, node)

    def _as(self, convert: Callable[[Value], Value], node: tree.Expression) -> Value:
        """Return the value of an expression as its place wants it, which also a whole operand is before a fault."""
        if isinstance(node, tree.Missing) and node.whole:
            self.pending += [convert(self.expression(part)) for part in node.before]
            raise self.unfinished()
        return convert(self.expression(node))

    def unfinished(self) -> UnfinishedError:
        """Return the error of the statement's fault."""
        return UnfinishedError(Fail(self.fault.error if self.fault else SYNTAX))

    def numeric(self, value: Value) -> Value:
        """Return the value, or Type mismatch if it is a string."""
        return Mismatch(DOUBLE, operands=(value,)) if value.is_string else value

    def string(self, node: tree.Expression) -> Value:
        """Return an expression that must be a string."""
        return self._as(self._text, node)

    def _text(self, value: Value) -> Value:
        return value if value.is_string else Mismatch(STRING, operands=(value,))

    def _integer(self, value: Value) -> Value:
        return to_integer(self.numeric(value))

    def _byte(self, value: Value) -> Value:
        return to_byte(self.numeric(value))

    def integer(self, node: tree.Expression) -> Value:
        """Return a number converted to -32768..32767 as CINT does."""
        return self._as(self._integer, node)

    def byte(self, node: tree.Expression) -> Value:
        """Return a number that must be 0..255."""
        return self._as(self._byte, node)

    def ranged(self, node: tree.Expression, low: int, high: int) -> Value:
        """Return a number that must be an integer of a range."""
        return self._as(lambda value: Op.WITHIN(to_integer(self.numeric(value)), low, high), node)

    def channel(self, node: tree.Expression, *, opened: bool = False) -> Value:
        """Return the number of a file. What is missing after it shows before the file is looked for, unless it must
        be `opened`.
        """
        if isinstance(node, tree.Missing) or opened:
            return self._as(lambda value: Op.CHANNEL(self.numeric(value), opened), node)
        return self.number(node)

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


def _missing(v: Expressions, node: tree.Missing) -> Value:
    for part in node.before:
        v.pending.append(v.expression(part))
    raise v.unfinished()


def _constant(v: Expressions, node: tree.Number) -> Value:
    return constant(number_of(node.constant), v.start + node.start)


def _line_reference(v: Expressions, node: tree.LineReference) -> Value:
    return constant(node.line, v.start + node.start)


def _string_constant(v: Expressions, node: tree.String) -> Value:
    return StringConstant(STRING, text=node.text, offset=v.start + node.start)


def _load(v: Expressions, node: tree.Variable) -> Value:
    variable = v.names.variable(node)
    return Load(variable.type, INT16 if variable.type is INTEGER else None, variable=variable)


def _element(v: Expressions, node: tree.Element) -> Value:
    array = v.names.array(node)
    bound = INT16 if array.type is INTEGER else None
    return LoadElement(array.type, bound, array=array, subscripts=v.subscripts(node))


def _parenthesis(v: Expressions, node: tree.Parenthesis) -> Value:
    return v.within(_BRACKETED, node.inside)


def _unary(v: Expressions, node: tree.Unary) -> Value:
    value = v.expression(node.operand)
    if node.operator == "+":
        return value
    value = v.numeric(value)
    if node.operator == "-":
        if value.bound is None:
            return Negate(DOUBLE, operand=value)
        return Negate(value.type if value.bound < INT16 else DOUBLE, value.bound, operand=value)
    if is_truth(value):
        return Complement(INTEGER, 1, operand=value)
    return Complement(INTEGER, INT16, operand=to_integer(value))


def _binary(v: Expressions, node: tree.Binary) -> Value:
    left = v.expression(node.left)
    with v.held(left):
        right = v.within(_OPERAND, node.right)
    operator = node.operator
    if operator[0] in "<>=":
        return _compare(v, operator, left, right)
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


def _compare(v: Expressions, operator: str, left: Value, right: Value) -> Value:
    if left.is_string != right.is_string:
        return Mismatch(INTEGER, 1, operands=(left, right))
    relation = _RELATIONS.get(frozenset(operator))
    if relation is None:
        return Always(INTEGER, 1, operands=(left, right))
    return Compare(INTEGER, 1, relation=relation, left=left, right=right)


def _function(v: Expressions, node: tree.Function) -> Value:
    form = FUNCTIONS.get(node.name)
    if form is None:
        raise UnfinishedError(Fail(SYNTAX))
    v.drawing += node.name == "RND"
    v.located = v.located or node.name == "PEEK"
    v.stacked += _ARGUMENT
    try:
        arguments = _arguments(v, form, node)
    finally:
        v.drawing -= node.name == "RND"
        v.stacked -= _ARGUMENT
    value = form.make(arguments)
    if node.name == "FRE" and v.stacked and not arguments[0].is_string:
        return compute(Arithmetic.SUBTRACT, value, constant(v.stacked, v.start + node.start))
    return value


def _arguments(v: Expressions, form: FunctionForm, node: tree.Function) -> list[Value]:
    wanted: dict[str, Callable[[tree.Expression], Value]] = {"n": v.number, "t": v.string, "?": v.expression}
    if len(form.kinds) == 1 and len(node.arguments) > 1:
        # The bracket after the one argument is missing, which the machine sees before what the argument is.
        return v.each(node.arguments, [v.expression])
    return v.each(node.arguments, [wanted[kind] for kind in form.takes(len(node.arguments))])


def _reading(v: Expressions, node: tree.Reading) -> Value:
    if node.name == "INKEY$":
        v.waits = True
    elif node.name == "TIME" and v.drawing:
        v.waits = True
        return Op.TIME_DRAWN()
    return BARE[node.name]


def _input_characters(v: Expressions, node: tree.InputCharacters) -> Value:
    count = v.number(node.count)
    v.waits = True
    if node.channel is None:
        return Op.INPUT_CHARACTERS(count)
    with v.held(count):
        return Op.FILE_CHARACTERS(count, v.number(node.channel))


def _variable_pointer(v: Expressions, node: tree.VariablePointer) -> Value:
    target = node.variable
    if isinstance(target, tree.Element):
        subscripts = Subscripts(v.subscripts(target))
        return Op.POINTER(v.names.array(target), subscripts, tuple(v.assigned))
    if isinstance(target, tree.Variable):
        return Op.POINTER(v.names.variable(target), None, tuple(v.assigned))
    return v.expression(target)


def _file_pointer(v: Expressions, node: tree.FilePointer) -> Value:
    return Op.FILE_POINTER(v.number(node.channel))


def _sprite_pattern(v: Expressions, node: tree.SpritePattern) -> Value:
    return Op.SPRITE_PATTERN(v.byte(node.number))


def _point_colour(v: Expressions, node: tree.PointColour) -> Value:
    x, y = v.each((node.x, node.y), [v.integer])
    return Op.POINT(x, y, node.step)


def _machine_function(v: Expressions, node: tree.MachineFunction) -> Value:
    argument = v.expression(node.argument)
    v.waits = True  # a BIOS entry may wait for a key
    return Op.CALL_USR.typed(
        argument.type, None, node.number, _passed_type(node.argument, argument), argument
    )


def _passed_type(node: tree.Expression, value: Value) -> BasicType:
    """Return the type that machine code is told of: a constant may be of single precision, and is one with a sign."""
    while isinstance(node, tree.Unary) and node.operator == "-":
        node = node.operand
    single = isinstance(node, tree.Number) and BY_SUFFIX[node.constant.type] is SINGLE
    return SINGLE if single else value.type


def _user_function(v: Expressions, node: tree.UserFunction) -> Value:
    """Lower FN: the arguments are converted when the function is called."""
    kind = v.names.type_of(node.name, node.suffix)
    v.waits = True  # the body may contain anything
    bound = INT16 if kind is INTEGER else None
    call = partial(Op.CALL_FUNCTION.typed, kind, bound, v.names.function(node))
    place = len(v.pending)
    try:
        arguments = v.each(node.arguments, [v.expression])
    except UnfinishedError:
        # The function is looked for before its arguments are read.
        v.pending.insert(place, call(()))
        raise
    return call(tuple((argument.type, argument) for argument in arguments))


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
    tree.Missing: _missing,
    tree.Number: _constant,
    tree.LineReference: _line_reference,
    tree.String: _string_constant,
    tree.Variable: _load,
    tree.Element: _element,
    tree.Parenthesis: _parenthesis,
    tree.Unary: _unary,
    tree.Binary: _binary,
    tree.Function: _function,
    tree.Reading: _reading,
    tree.InputCharacters: _input_characters,
    tree.VariablePointer: _variable_pointer,
    tree.FilePointer: _file_pointer,
    tree.SpritePattern: _sprite_pattern,
    tree.PointColour: _point_colour,
    tree.MachineFunction: _machine_function,
    tree.UserFunction: _user_function,
}
