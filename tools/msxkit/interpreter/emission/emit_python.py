"""Blocks of the program model as Python functions: `o<offset>` runs a block and returns the offset to go on at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from types import CodeType
from typing import Any

from msxkit import basic_errors
from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.interpreter.code import CompiledLine
from msxkit.interpreter.emission.emit_values import SMALL, ValueEmitter
from msxkit.interpreter.statements.printing import Printer
from msxkit.interpreter.statements.using import Using
from msxkit.interpreter.watching import WROTE
from msxkit.program import model
from msxkit.program.layout import Layout, MemoryLine
from msxkit.program.lower import lower_line
from msxkit.program.model import (
    Block,
    Branch,
    Choose,
    Declare,
    Do,
    Evaluate,
    Exchange,
    Fail,
    FindElement,
    FunctionBody,
    Go,
    GoWhere,
    Keep,
    LeaveIfFound,
    LeaveIfNone,
    NoLine,
    Raise,
    SetElement,
    SetVariable,
    StepLoop,
    Target,
)
from msxkit.program.operation import AnyOperation, Operation
from msxkit.program.operations import Op
from msxkit.program.values import Argument, ArrayName, Call, Convert, Load, Value, VariableName
from msxkit.timing.figure import kept_name
from msxkit.timing.stack import STEP_SHIFTED
from msxkit.timing.statement import Priced, kept_names

#: Operations of PRINT: what they are of a `Printer`. Without one they go to the screen.
_OF_PRINTER: dict[AnyOperation, str] = {
    Op.PRINT_STRING: Printer.string.__name__,
    Op.PRINT_NUMBER: Printer.number.__name__,
    Op.PRINT_COMMA: Printer.comma.__name__,
    Op.PRINT_TAB: Printer.tab.__name__,
    Op.PRINT_SPACES: Printer.blanks.__name__,
    Op.PRINT_LINE: Printer.newline.__name__,
}
_OF_USING: dict[AnyOperation, str] = {
    Op.USING_STRING: Using.string.__name__,
    Op.USING_NUMBER: Using.number.__name__,
    Op.END_USING: Using.finish.__name__,
}
#: Below this magnitude a loop's variable goes by plain addition.
_STEP_LIMITS = {DOUBLE: SMALL, SINGLE: 10**6}
#: The clock's state and what the ways of statements add to it, in the namespace of compiled code.
NOW, WAYS = "NOW", "WAYS"
#: What compiled code calls for an assignment when the program reads the cells that it changes.
ASSIGNED = "ASSIGNED"
#: How Python says that an expression is nested deeper than it can compile.
_TOO_DEEP = (SyntaxError, MemoryError, RecursionError)


def compile_line(
    layout: Layout,
    line: MemoryLine,
    types: Sequence[BasicType],
    costs: Mapping[int, Priced],
    watched: Set[str] = frozenset(),
    timing: bool = False,
    traced: bool = False,
) -> CompiledLine:
    """Return a line as Python code.

    Args:
        types: Default type of each letter, A first.
        watched: Names of variables and arrays whose assignments are reported.
        costs: What the statements cost.
        timing: Whether values of expressions are kept that say what the statement took.
        traced: Whether the program reads the cells of memory that an assignment changes.
    """
    lowered = lower_line(layout, line, types)
    emitter = _LineEmitter(watched, traced)
    kept = kept_names(costs.values()) if timing else frozenset()
    emitter.values.kept = {
        id(value): name
        for value, node in reversed(lowered.sources)
        if (name := kept_name(lowered.start + node.start, lowered.start + node.end)) in kept
    }
    for block in lowered.blocks:
        emitter.block(block)
    for function in lowered.functions:
        emitter.function(function)
    return CompiledLine(
        _compiled(emitter.source, f"<line {line.number}>"), emitter.values.unit, lowered.blocks, costs
    )


def _compiled(functions: Sequence[str], name: str) -> CodeType:
    """Return the functions as Python code; one that is nested too deep for Python is out of memory."""
    try:
        return compile("\n".join(functions), name, "exec")
    except _TOO_DEEP as error:
        _check_depth(error)
    sound = []
    for function in functions:
        try:
            compile(function, name, "exec")
        except _TOO_DEEP as error:
            _check_depth(error)
            head = function.partition("\n")[0]
            sound.append(f"{head}\n {Op.FAIL.name}({basic_errors.OUT_OF_MEMORY})")
        else:
            sound.append(function)
    return compile("\n".join(sound), name, "exec")


def _check_depth(error: BaseException) -> None:
    """Raise a syntax error, which is a defect of this module, unless something is nested too deeply."""
    if isinstance(error, SyntaxError) and "nested" not in str(error.msg):
        raise error


class _LineEmitter:
    """The emitter of one line. Its `source` is the functions of the line."""

    def __init__(self, watched: Set[str], traced: bool) -> None:
        self.values = ValueEmitter()
        self._watched = watched
        self._traced = traced
        self.source: list[str] = []
        self._body: list[str] = []
        self._set: set[str] = set()
        self._offset, self._first = 0, False

    def block(self, block: Block) -> None:
        """Write a block."""
        self._body, self._set = [], set(self.values.kept.values())
        self._offset, self._first = block.offset, block.first
        for instruction in block.instructions:
            _INSTRUCTIONS[type(instruction)](self, instruction)
        self._end(block.end)
        lines = [f"def o{block.offset}():"]
        if self._set:
            lines.append(f"global {', '.join(sorted(self._set))}")
        if block.waits:
            lines.append(f"{Op.ENTER.name}({block.offset})")
        if block.located:
            lines.append(f"{Op.AT.name}({block.offset})")
        self.source.append("\n ".join([*lines, *self._body]))

    def function(self, function: FunctionBody) -> None:
        """Write the body of DEF FN as `f<offset>`."""
        lines = [f"def f{function.offset}():", *map(self.values.value, function.before)]
        if isinstance(function.value, Fail):
            lines.append(self._fail(function.value))
        else:
            lines.append(f"return {self.values.value(function.value)}")
        self.source.append("\n ".join(lines))

    def write(self, line: str) -> None:
        """Write a line of the function's body."""
        self._body.append(line)

    # Ends

    def _end(self, end: model.End) -> None:
        if isinstance(end, Go):
            self.write(f"return {self._target(end.target)}")
        elif isinstance(end, Branch):
            then, otherwise = self._target(end.then), self._target(end.otherwise)
            self.write(f"if {self.values.condition(end.condition)}:")
            self.way(1, " ")
            self.write(f" return {then}")
            self.write(f"return {otherwise}")
        elif isinstance(end, GoWhere):
            self.write(f"return {self.operation(end.operation, end.arguments)}")
        else:
            self.write(self._fail(end))

    def _target(self, target: Target) -> str:
        if isinstance(target, NoLine):
            return f"{Op.FAIL.name}({target.error})"
        return str(target)

    def way(self, number: int, indent: str = "") -> None:
        """Write that a way of the statement is taken, which takes its time."""
        if self._first:
            self.write(f"{indent}{NOW}.spent += {WAYS}[{self._offset}, {number}]")

    def _fail(self, fail: Fail) -> str:
        return f"{Op.FAIL.name}({fail.error}, {fail.note!r})"

    # Instructions

    def operation(self, operation: AnyOperation, arguments: tuple[Argument, ...]) -> str:
        """Return a call of an operation; of a printer when one is given."""
        method = _OF_PRINTER.get(operation) or _OF_USING.get(operation)
        if method is None:
            return self.values.call(operation, arguments)
        out, *rest = arguments
        inside = ", ".join(map(self.values.argument, rest))
        if out is None:
            return f"{operation.name}({inside})"
        return f"{self.values.argument(out)}.{method}({inside})"

    def evaluate(self, instruction: Evaluate) -> None:
        self.write(self.values.value(instruction.value))

    def keep(self, instruction: Keep) -> None:
        self.write(f"t{instruction.number} = {self.values.value(instruction.value)}")

    def find_element(self, instruction: FindElement) -> None:
        array, name = self.values.array(instruction.array), f"t{instruction.number}"
        self.write(f"{name} = {self.values.key(instruction.subscripts)}")
        self.write(f"if {name} not in {array}: {name} = {array}.place({name})")

    def set_variable(self, instruction: SetVariable) -> None:
        name = self.values.variable(instruction.variable)
        self._set.add(name)
        self.write(f"{name} = {self._written(name, name, None, self._plain(instruction.value))}")

    def set_element(self, instruction: SetElement) -> None:
        array, key = self.values.array(instruction.array), f"t{instruction.number}"
        place = f"{array}[{key}]"
        self.write(f"{place} = {self._written(array, place, key, self._plain(instruction.value))}")

    def _written(self, name: str, place: str, key: str | None, value: str) -> str:
        """Return a new value; of a place that is watched or traced, one that is reported."""
        if self._traced:
            value = f"{ASSIGNED}({name if key else repr(name)}, {key}, {value})"
        return f"{WROTE}({name!r}, {key}, {place}, {value})" if name in self._watched else value

    def _plain(self, value: Value) -> str:
        """Return a value to store; a variable that nothing was assigned to is a plain 0, by way of a function too."""
        text = self.values.value(value)
        return f"+{text}" if isinstance(value, (Load, Convert, Call)) and value.type is not STRING else text

    def exchange(self, instruction: Exchange) -> None:
        first, second = self._place(instruction.first), self._place(instruction.second)
        self.write(f"{first}, {second} = {second}, {first}")
        for place, old in ((first, second), (second, first)):
            name, _, key = place.removesuffix("]").partition("[")
            if name in self._watched:
                self.write(self._written(name, old, key or None, place))

    def _place(self, place: VariableName | tuple[ArrayName, int]) -> str:
        if isinstance(place, VariableName):
            name = self.values.variable(place)
            self._set.add(name)
            return name
        array, number = place
        return f"{self.values.array(array)}[t{number}]"

    def do(self, instruction: Do) -> None:
        self.write(self.operation(instruction.operation, instruction.arguments))

    def declare(self, instruction: Declare) -> None:
        name = self.values.variable(instruction.variable)
        self._set.add(name)
        self.write(f"{name} = {Op.MADE.name}({name})")

    def leave_if_none(self, instruction: LeaveIfNone) -> None:
        name = f"t{instruction.number}"
        self.write(f"{name} = {self.values.call(instruction.operation, instruction.arguments)}")
        otherwise = instruction.otherwise
        where = f"{otherwise.name}()" if isinstance(otherwise, Operation) else self._target(otherwise)
        self.write(f"if {name} is None: return {where}")

    def leave_if_found(self, instruction: LeaveIfFound) -> None:
        self.write(f"t = {instruction.operation.name}()")
        self.write("if t >= 0: return t")
        self.way(1)

    def step(self, instruction: StepLoop) -> None:
        """Write NEXT: the machine's own loop on the stack, in line because programs do it most."""
        variable = instruction.variable
        name = self.values.variable(variable)
        self._set.add(name)
        find = f"{Op.FIND_LOOP.name}({name!r})"
        self.write(f"f = LOOPS[-1] if LOOPS and LOOPS[-1][0] == {name!r} else {find}")
        self.write("s = f[3]")
        self.write(f"t = {name} + s")
        if variable.type is INTEGER:
            self.write(f"if not -32768 <= t <= 32767: {Op.FAIL.name}({basic_errors.OVERFLOW})")
        else:
            add = f"{Op.ADD.name}({name}, s)"
            limit = _STEP_LIMITS[variable.type]
            if variable.type is SINGLE:
                add = f"{Op.TO_SINGLE.name}({add})"
            self.write(f"if type(t) is not int or not -{limit} < t < {limit}: t = {add}")
            self.write(f"if not -10 < t < 10: {NOW}.spent += {STEP_SHIFTED}")
        self.write(f"{name} = {self._written(name, name, None, 't')}")
        self.write("if t <= f[2] if s > 0 else t >= f[2] if s else t != f[2]: return f[1]")
        self.write("LOOPS.pop()")
        self.way(1)

    def choose(self, instruction: Choose) -> None:
        for index, target in enumerate(instruction.targets, 1):
            self.write(f"if t{instruction.number} == {index}:")
            self.way(index, "    ")
            self.write(f"    t = {self._target(target)}")
            if instruction.back is not None:
                self.write(f"    {Op.CALL_SUBROUTINE.name}({instruction.back})")
            self.write("    return t")

    def fail(self, instruction: Raise) -> None:
        self.write(self._fail(instruction.fail))


_INSTRUCTIONS: dict[type[Any], Callable[[_LineEmitter, Any], None]] = {
    Evaluate: _LineEmitter.evaluate,
    Keep: _LineEmitter.keep,
    FindElement: _LineEmitter.find_element,
    SetVariable: _LineEmitter.set_variable,
    SetElement: _LineEmitter.set_element,
    Exchange: _LineEmitter.exchange,
    Do: _LineEmitter.do,
    LeaveIfNone: _LineEmitter.leave_if_none,
    LeaveIfFound: _LineEmitter.leave_if_found,
    StepLoop: _LineEmitter.step,
    Choose: _LineEmitter.choose,
    Declare: _LineEmitter.declare,
    Raise: _LineEmitter.fail,
}
