"""The blocks of a line as they grow: instructions, temporaries, and where a block is cut."""

from __future__ import annotations

from collections.abc import Sequence

from msxkit.basic_errors import ILLEGAL_CALL
from msxkit.basic_errors import number_of as number_of_text
from msxkit.basic_type import BasicType
from msxkit.language import tree
from msxkit.language.vocabulary import DISK, EXTENSION, MSX2, MSX2_PLUS, Need, entry_of
from msxkit.node_type import nodes_in
from msxkit.program.lower.expressions import Expressions, can_wait, operands
from msxkit.program.lower.names import LineNames
from msxkit.program.lower.text import LineText
from msxkit.program.lower.unfinished import UnfinishedError
from msxkit.program.model import (
    Block,
    Branch,
    Declare,
    Do,
    End,
    Evaluate,
    Fail,
    FindElement,
    FunctionBody,
    Go,
    GoWhere,
    Instruction,
    Keep,
    Raise,
    SetElement,
    SetVariable,
    Target,
)
from msxkit.program.operations import Op
from msxkit.program.values import Argument, ArrayName, Call, Temporary, Value, VariableName

#: A variable, or an element by its array and the temporary with its subscripts.
PlaceOf = VariableName | tuple[ArrayName, int]


class BlockBuilder:
    """A builder of the blocks of one line.

    Attributes:
        offset: The offset of the block that is being built.
        statement: The offset of the statement it belongs to.
        open: Whether it can take instructions.
        uncarried: The error of a statement that is not carried out because text follows it; None for others.
        idle: Whether it does nothing, like a remark.
        following: Where RESUME NEXT goes on, if not behind the statement.
        made: The blocks that are done.
    """

    def __init__(self, text: LineText, values: Expressions) -> None:
        self._text = text
        self._values = values
        self.made: list[Block] = []
        self.offset = self.statement = text.line.start
        self.open = self.idle = False
        self.uncarried: Fail | None = None
        self.following: int | None = None
        self._first = True
        self._instructions: list[Instruction] = []
        self._temporaries = 0

    def begin(self, offset: int, first: bool = True) -> None:
        """Start the block of an offset."""
        self.offset, self._first = offset, first
        self._instructions, self._values.assigned = [], []
        self._values.waits = self._values.located = self.idle = False
        self.following = None
        self._temporaries = 0
        self.open = True

    def finish(self, end: End) -> None:
        """End the block."""
        if not self.open:
            return
        if self.uncarried is not None and isinstance(end, GoWhere | Branch):
            self._refuse(end.arguments if isinstance(end, GoWhere) else (end.condition,))
        self.open = False
        self.made.append(
            Block(
                self.offset,
                self.statement,
                self.following or self._text.following(self.statement),
                self._first,
                self._values.waits,
                self._values.located,
                self.idle,
                tuple(self._instructions),
                end,
            )
        )

    def go(self, target: Target) -> None:
        """End the block and go on at a target."""
        self.finish(Go(target))

    def split(self, offset: int) -> None:
        """End the block here and go on with a new one at `offset` within the same statement."""
        offset = self._text.inside(offset)
        self.go(offset)
        self.begin(offset, first=False)

    @property
    def is_empty(self) -> bool:
        """Whether the block has no instructions yet."""
        return not self._instructions

    # Instructions

    def add(self, instruction: Instruction) -> None:
        """Append an instruction; behind an error none is run."""
        if self._instructions and isinstance(self._instructions[-1], Raise):
            return
        if self.uncarried is not None and isinstance(instruction, Do):
            self._refuse(instruction.arguments)
        self._instructions.append(instruction)

    def _refuse(self, arguments: tuple[Argument, ...]) -> None:
        """End a statement before it is carried out, when its operands have been computed."""
        fail, self.uncarried = self.uncarried, None
        assert fail is not None
        self._values.pending += [
            value for value in arguments if isinstance(value, Value) and not isinstance(value, Temporary)
        ]
        raise UnfinishedError(fail)

    def new_temporary(self) -> int:
        """Return the number of a temporary that the block has not used yet."""
        self._temporaries += 1
        return self._temporaries - 1

    def keep(self, value: Value) -> Temporary:
        """Compute a value now, for an instruction further on."""
        number = self.new_temporary()
        self.add(Keep(number, value))
        return Temporary(value.type, value.bound, number=number)

    def fail(self, error: int, note: str = "") -> None:
        """Raise a BASIC error when the run comes here."""
        self.add(Raise(Fail(error, note)))

    def give_up(self, fail: Fail) -> None:
        """End the statement: compute what waits, then raise the error."""
        if not self.open:
            raise AssertionError("a statement that is finished cannot fail")
        for value in self._values.pending:
            self.add(Evaluate(value))
        self._values.pending.clear()
        self.finish(fail)


class Lowering:
    """What statements are lowered with: names and values, the block that grows, the text of the line."""

    def __init__(self, text: LineText, types: Sequence[BasicType]) -> None:
        self.text = text
        self.names = LineNames(types)
        self.values = Expressions(text.line.start, self.names)
        self.block = BlockBuilder(text, self.values)
        self.functions: list[FunctionBody] = []

    def begin(self, statement: tree.Statement) -> None:
        """Look at what the machine looks at before the operands of a statement, which its entry says."""
        self.values.pending.clear()
        fault = self.values.fault = statement.fault
        self.block.uncarried = None
        entry = entry_of(statement)
        if entry is None:
            return
        if entry.need is not None and not entry.need.late:
            self._look_for(entry.need)
        if entry.absent:
            raise UnfinishedError(Fail(ILLEGAL_CALL, f"this machine has no {entry.absent}"))
        if entry.screen:
            self.block.add(Op.NEED_SCREEN(entry.screen))
        if entry.whole and fault is not None:
            self.block.uncarried = Fail(fault.error)

    def look_late(self, statement: tree.Statement) -> None:
        """Look at what the machine looks at behind the first operand."""
        entry = entry_of(statement)
        if entry is not None and entry.need is not None and entry.need.late:
            self._look_for(entry.need)
        if entry is not None and entry.late_screen:
            self.block.add(Op.NEED_SCREEN(entry.late_screen))

    def _look_for(self, need: Need) -> None:
        if need.what == DISK:
            self.block.add(Op.NEED_DISK())
        elif need.what == MSX2:
            self.block.add(Op.NEED_MSX2(number_of_text(need.machine)))
        elif need.what == EXTENSION:
            raise UnfinishedError(
                Fail(
                    number_of_text(need.machine),
                    f"{need.name} does nothing unless machine code takes it over",
                )
            )
        elif need.what == MSX2_PLUS:
            self.block.add(Op.NEED_MSX2(ILLEGAL_CALL))
            self.block.add(Op.NEED_MSX2_PLUS())

    # Operands

    def keep_optional(self, value: Value | None) -> Temporary | None:
        """Return the same for an operand that may be left out."""
        return None if value is None else self.block.keep(value)

    def compute_waits(self, *nodes: tree.Node) -> None:
        """Compute all operands now if one of them can wait, for statements that do something between their operands. So
        nothing is done twice when the block starts again.
        """
        found = [operand for node in nodes for operand in operands(node)]
        if any(map(can_wait, found)):
            for operand in found:
                self.values.computed[operand] = self.block.keep(self.values.expression(operand))

    def require_end(self) -> None:
        """Require the end of the statement, for statements that look for it before they do something."""
        if self.values.fault is not None:
            raise UnfinishedError(Fail(self.values.fault.error))

    # Targets

    def place(self, node: tree.Expression) -> PlaceOf:
        """Return the place to assign to: a variable or element. The element is found before the value is computed."""
        if isinstance(node, tree.Variable):
            variable = self.names.variable(node)
            self.values.assigned.append(variable)
            return variable
        if isinstance(node, tree.Element):
            return self.element_place(node)
        self.values.expression(node)
        raise AssertionError(f"{node} is not a target")

    def element_place(self, node: tree.Element) -> tuple[ArrayName, int]:
        """Return the array of the element that a node names, and the temporary that holds its subscripts."""
        array = self.names.array(node)
        subscripts = self.values.subscripts(node)
        number = self.block.new_temporary()
        self.block.add(FindElement(number, array, subscripts))
        return array, number

    def make_for(self, variable: VariableName, value: Value) -> None:
        """Make a new variable before its value is computed, which FRE sees (MSX Red Book, 4880H)."""
        if any(isinstance(node, Call) and node.operation is Op.FREE_MEMORY for node in nodes_in(value)):
            self.block.add(Declare(variable))

    def store(self, place: PlaceOf, value: Value) -> None:
        """Put a value into a place; it must have the place's type."""
        if isinstance(place, VariableName):
            self.block.add(SetVariable(place, value))
        else:
            array, number = place
            self.block.add(SetElement(number, array, value))


def type_of(place: PlaceOf) -> BasicType:
    """Return the type of a place."""
    return place.type if isinstance(place, VariableName) else place[0].type
