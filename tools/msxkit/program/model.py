"""Basic blocks: what a statement, or the part of it between two waits, does.

A block lies at an offset of the program text. It is run as a whole: where it `waits`, nothing in it has an effect
before the wait, so that it can simply start again. Offsets that a block leads to are those of other blocks; the last
line leads to the end of the text.
"""

from __future__ import annotations

from msxkit.node_type import NodeBase
from msxkit.program.operation import AnyOperation
from msxkit.program.values import Argument, ArrayName, Value, VariableName

# Where a run goes on


class NoLine(NodeBase):
    """A line that is not there: Undefined line number when the run would go on at it."""

    number: int


#: An offset in the program text, or a line that is not there.
Target = int | NoLine


class Go(NodeBase):
    """On to a target."""

    target: Target


class Branch(NodeBase):
    """On to one of two targets.

    Attributes:
        condition: Not 0 means `then`.
    """

    condition: Value
    then: Target
    otherwise: Target


class GoWhere(NodeBase):
    """On to the offset that an operation returns."""

    operation: AnyOperation
    arguments: tuple[Argument, ...]


class Fail(NodeBase):
    """A BASIC error.

    Attributes:
        note: Why this machine refuses, where a real one would not.
    """

    error: int
    note: str = ""


#: How a block ends.
End = Go | Branch | GoWhere | Fail

# Instructions


class Evaluate(NodeBase):
    """Computes a value for what may happen by it."""

    value: Value


class Keep(NodeBase):
    """Computes a value into a temporary of the block."""

    number: int
    value: Value


class FindElement(NodeBase):
    """Computes subscripts into a temporary that `SetElement` takes; an array or element that is not there is made."""

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
    """Carries out an operation."""

    operation: AnyOperation
    arguments: tuple[Argument, ...] = ()


class LeaveIfNone(NodeBase):
    """Keeps what an operation returns; when that is nothing, the block is left for a target or where `else_` says."""

    number: int
    operation: AnyOperation
    arguments: tuple[Argument, ...]
    otherwise: Target | AnyOperation


class LeaveIfFound(NodeBase):
    """Leaves the block for the offset that an operation returns, unless that is negative."""

    operation: AnyOperation


class Step(NodeBase):
    """NEXT variable: adds the step of its innermost loop; leaves for the loop's body unless it has ended."""

    variable: VariableName


class Choose(NodeBase):
    """ON ... GOTO and GOSUB: when the temporary is 1, 2, ... leaves for that target.

    Attributes:
        back: For GOSUB, the offset that RETURN comes back to.
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
    | Step
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
        located: Whether it looks at memory, where the current line is stored.
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


class Function(NodeBase):
    """The body of DEF FN at an offset: computes `before`, then returns `value`, or fails."""

    offset: int
    before: tuple[Value, ...]
    value: Value | Fail


class LineModel(NodeBase):
    """A program line.

    Attributes:
        start: Offset of its body.
    """

    number: int
    start: int
    blocks: tuple[Block, ...]
    functions: tuple[Function, ...]
