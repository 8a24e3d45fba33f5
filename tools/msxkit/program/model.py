"""Basic blocks: what a statement, or the part of it between two waits, does.

A block lies at an offset of the program text. It is run as a whole: where it `waits`, nothing in it has an effect
before the wait, so that it can simply start again. Offsets that a block leads to are those of other blocks; the last
line leads to the end of the text.
"""

from __future__ import annotations

from msxkit.basic_errors import UNDEFINED_LINE
from msxkit.language import tree
from msxkit.node_type import NodeBase
from msxkit.program.operation import AnyOperation
from msxkit.program.values import Argument, ArrayName, Value, VariableName

# Where a run goes on


class NoLine(NodeBase):
    """A line that does not exist. A run that gets there ends with an error: Undefined line number, or Syntax error
    where no line number stands.
    """

    number: int
    error: int = UNDEFINED_LINE


#: An offset in the program text, or a line that does not exist.
Target = int | NoLine


class Go(NodeBase):
    """A jump to a target."""

    target: Target


class Branch(NodeBase):
    """A jump to one of two targets.

    Attributes:
        condition: A number; 0 leads to `otherwise`, any other to `then`.
    """

    condition: Value
    then: Target
    otherwise: Target


class GoWhere(NodeBase):
    """A jump to the offset that an operation returns."""

    operation: AnyOperation
    arguments: tuple[Argument, ...]


class Fail(NodeBase):
    """A BASIC error.

    Attributes:
        error: Its number.
        note: Why this machine refuses, where a real one would not.
    """

    error: int
    note: str = ""


#: How a block ends.
End = Go | Branch | GoWhere | Fail

# Instructions


class Evaluate(NodeBase):
    """The computation of a value that nobody uses: it may fail or have an effect."""

    value: Value


class Keep(NodeBase):
    """The computation of a value into temporary `number` of the block."""

    number: int
    value: Value


class FindElement(NodeBase):
    """The computation of subscripts into temporary `number`, which `SetElement` takes. A missing array is made."""

    number: int
    array: ArrayName
    subscripts: tuple[Value, ...]


class SetVariable(NodeBase):
    """An assignment of a value of the variable's type."""

    variable: VariableName
    value: Value


class SetElement(NodeBase):
    """An assignment of a value of the array's type to the element that temporary `number` names."""

    number: int
    array: ArrayName
    value: Value


class Exchange(NodeBase):
    """SWAP of two places: variables, or elements by array and temporary."""

    first: VariableName | tuple[ArrayName, int]
    second: VariableName | tuple[ArrayName, int]


class Do(NodeBase):
    """An operation, carried out for its effect."""

    operation: AnyOperation
    arguments: tuple[Argument, ...] = ()


class LeaveIfNone(NodeBase):
    """An operation whose value is kept in temporary `number`.

    Attributes:
        otherwise: Where the run goes on when the operation returns nothing: a target, or an operation that returns it.
    """

    number: int
    operation: AnyOperation
    arguments: tuple[Argument, ...]
    otherwise: Target | AnyOperation


class LeaveIfFound(NodeBase):
    """A jump out of the block to the offset that an operation returns; no jump if that is negative."""

    operation: AnyOperation


class StepLoop(NodeBase):
    """NEXT with a variable: it adds the step of the variable's innermost loop, and jumps to the loop's body unless the
    loop has ended.
    """

    variable: VariableName


class Choose(NodeBase):
    """ON ... GOTO and ON ... GOSUB: a jump to the target that temporary `number` counts, from 1; no jump otherwise.

    Attributes:
        back: For GOSUB, the offset that RETURN comes back to; None for GOTO.
    """

    number: int
    targets: tuple[Target, ...]
    back: int | None


class Declare(NodeBase):
    """A variable that is named but not used (DIM A)."""

    variable: VariableName


class Raise(NodeBase):
    """A BASIC error in the middle of a statement; what follows in the block is never run."""

    fail: Fail


Instruction = (
    Evaluate
    | Keep
    | FindElement
    | SetVariable
    | SetElement
    | Exchange
    | Do
    | LeaveIfNone
    | LeaveIfFound
    | StepLoop
    | Choose
    | Declare
    | Raise
)


class Block(NodeBase):
    """A basic block of the program model.

    Attributes:
        offset: Where it begins in the program text.
        statement: The offset that RESUME repeats.
        following: The offset at which RESUME NEXT continues.
        first: Whether it begins a statement; the others continue within one.
        waits: Whether it can stop for a key or a draw. It then starts again.
        located: Whether it reads memory, so that the number of the current line must be there.
        idle: Whether it does nothing: a remark, DATA, a colon.
        instructions: What it does.
        end: Where the run goes next.
    """

    offset: int
    statement: int
    following: int
    first: bool
    waits: bool
    located: bool
    idle: bool
    instructions: tuple[Instruction, ...]
    end: End


class FunctionBody(NodeBase):
    """The body of DEF FN at an offset: it computes `before`, then returns `value` or fails."""

    offset: int
    before: tuple[Value, ...]
    value: Value | Fail


class LineModel(NodeBase):
    """A program line.

    Attributes:
        start: The offset of its body.
        functions: The bodies of its DEF FN.
        sources: What expression of the tree a value was made of, for all values.
    """

    number: int
    start: int
    blocks: tuple[Block, ...]
    functions: tuple[FunctionBody, ...]
    sources: tuple[tuple[Value, tree.Expression], ...]
