"""What is known of a whole program before its code is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy

from msxkit.basic_type import DEFAULT_TYPES, BasicType
from msxkit.native.analysis.dimensions import Dimensions
from msxkit.native.analysis.loops import Loops
from msxkit.native.analysis.name_types import NameTypes
from msxkit.native.analysis.ranges import Ranges, pointers
from msxkit.native.analysis.reached import reached
from msxkit.native.emit.data import DataTable
from msxkit.native.emit.devices import UsedDevices
from msxkit.native.emit.written_files import Store
from msxkit.program.layout import Layout
from msxkit.program.lower import lower_line
from msxkit.program.model import Block, Do, GoWhere, LeaveIfFound, LeaveIfNone, LineModel
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import OF_STATEMENT, Op
from msxkit.program.values import NumberConstant, Value, VariableName

#: The bytes for strings until CLEAR says otherwise.
STRING_SPACE = 200


class Study:
    """A program, looked through.

    Args:
        room: Bytes that arrays with a place of their own may take.
        changeable: Whether a debugger may change variables.

    Attributes:
        blocks: Those that a run can come to, by offset.
        functions: The bodies of DEF FN, by offset.
        types: The types of names without a suffix, A first, in the last line.
        unsure: Lines, by their start, with what is taken for letters that may have several types there (`X#`).
        asked: Variables of which the program asks whether they have been assigned to.
        handles, traces, traps: Whether it handles errors, has TRON, and has events.
        data, devices: What the code that is written for it names and uses.
    """

    def __init__(self, layout: Layout, room: int, *, changeable: bool = False) -> None:
        self.layout = layout
        self.models: list[LineModel] = []
        self.types: tuple[BasicType, ...] = DEFAULT_TYPES
        self.unsure: dict[int, list[str]] = {}
        self._lower()
        self.data = DataTable(layout.lines)
        every = {block.offset: block for line in self.models for block in line.blocks}
        start = next(iter(every), layout.end)
        come_to = reached(every, start, debugged=changeable)
        self.blocks = {offset: block for offset, block in every.items() if offset in come_to}
        blocks = list(self.blocks.values())
        self.functions = {function.offset: function for line in self.models for function in line.functions}
        self.loops = Loops(self.blocks, start)
        self.ranges = Ranges(self.blocks, self.loops, self.data.limits(), changeable=changeable)
        self.handles = self._uses(Op.ON_ERROR, Op.RESUME_SAME, Op.RESUME_NEXT, Op.RESUME_AT, Op.MUST_HANDLE)
        self.dimensions = Dimensions(
            self.blocks, self.functions.values(), start, handles=self.handles, room=room
        )
        self.asked = frozenset(_asked(blocks))
        self.traps = self._uses(Op.ON_DEVICE, OF_STATEMENT["DEVICE_SWITCH"])
        if blocks and self.loops.fixed and not (self.handles or self.traps or changeable):
            self.ranges.follow_places(start)
        self.traces = self._uses(OF_STATEMENT["TRACE"])
        self.devices: UsedDevices

    def beginning(self, store: Store) -> Study:
        """Return the same study for code that is written anew.

        Args:
            store: The files that the program has at run time; nothing is known of them yet.
        """
        study = copy(self)
        study.data, study.devices = DataTable(self.layout.lines), UsedDevices(self.blocks.values(), store)
        return study

    def _lower(self) -> None:
        names = NameTypes(self.layout.program)
        for line in self.layout.lines:
            self.types, several = names.of(line.stored)
            model = lower_line(self.layout, line, self.types)
            self.models.append(model)
            if several:
                self.unsure[model.start] = several

    def limit(self, top: int) -> int:
        """Return up to where variables may lie in a memory that ends at `top`: below that CLEAR sets aside what it
        says. 0: what it says is not known.
        """
        space = STRING_SPACE
        for _, clear in self.clears():
            if clear is None:
                return 0
            space = max(space, clear[0] or 0)
            top = min(top, clear[1] or top)
        return max(top - space, 0)

    def clears(self) -> Iterator[tuple[int, tuple[int | None, int | None] | None]]:
        """Yield the number of the line of each CLEAR, and what it says of strings and of the end of memory. No pair:
        that is not known.
        """
        for line in self.models:
            for block in line.blocks:
                for part in block.instructions if block.offset in self.blocks else ():
                    if isinstance(part, Do) and (cleared := OF_STATEMENT["CLEAR"].of(part)):
                        space, top = (None if value is None else _constant(value) for value in cleared)
                        known = (space, top).count(None) == cleared.count(None)
                        yield line.number, (space, None if top is None else top & 0xFFFF) if known else None

    def _uses(self, *operations: AnyOperation) -> bool:
        """Return whether any block has one of these operations."""
        return any(
            isinstance(part, Do | LeaveIfNone | LeaveIfFound | GoWhere) and part.operation in operations
            for block in self.blocks.values()
            for part in (*block.instructions, block.end)
        )


def _constant(value: Value) -> int | None:
    """Return the number of a constant that is whole."""
    return value.number if isinstance(value, NumberConstant) and isinstance(value.number, int) else None


def _asked(blocks: Iterable[Block]) -> Iterator[VariableName]:
    """Yield the variables that SWAP or VARPTR ask for: there it matters whether they have a value."""
    for block in blocks:
        yield from (
            name for name in pointers((block.instructions, block.end)) if isinstance(name, VariableName)
        )
        for part in block.instructions:
            if isinstance(part, Do) and (named := Op.MUST_EXIST.of(part)):
                yield named[0]
