"""A program's blocks as Z80 code, one after the other; its tables and variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msxkit.basictype import DEFAULT_TYPES, BasicType
from msxkit.native.data import items, numbers
from msxkit.native.emit_blocks import BlockEmitter
from msxkit.native.errors import CompileError, Refusal, RefusedError
from msxkit.native.loops import Loops
from msxkit.native.ranges import Ranges, pointers
from msxkit.program.layout import Layout, Line
from msxkit.program.lower import lower_line
from msxkit.program.model import Block, Do, GoWhere, LeaveIfFound, LeaveIfNone, LineModel
from msxkit.program.operations import Op
from msxkit.program.values import Load, VariableName


class ProgramEmitter(BlockEmitter):
    """Writes a whole program. lines: its code; use `source()` when `emit` has been called."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self.layout = layout
        self.models: list[LineModel] = []
        self.refusals: list[Refusal] = []
        self.starts: list[tuple[str, int]] = []
        self._data: list[tuple[int, str]] = []

    # The program

    def emit(self) -> None:
        """Writes everything. Raises `CompileError` with all that a cartridge cannot have."""
        self._lower()
        self._collect_data()
        blocks = [block for line in self.models for block in line.blocks]
        self.blocks = {block.offset: block for block in blocks}
        self.loops = Loops(self.blocks, blocks[0].offset if blocks else self.layout.end)
        self.collect_functions((function for line in self.models for function in line.functions), blocks)
        self.ranges = Ranges(self.blocks, self.loops, numbers(text for _, text in self._data))
        self.asked = frozenset(_asked(blocks))
        self.traps = self.uses(Op.ON_DEVICE, Op.SWITCH_DEVICE)
        self.devices.study(blocks)
        self.graphic, self.using_elsewhere = self.devices.graphic, self.devices.using_elsewhere
        order = [(line, block) for line in self.models for block in line.blocks]
        for position, (line, block) in enumerate(order):
            following = order[position + 1][1].offset if position + 1 < len(order) else self.layout.end
            if not position or order[position - 1][0] is not line:
                self.starts.append((self.block_label(block.offset), line.number))
            try:
                self.emit_block(block, following)
            except RefusedError as refused:
                self._refuse(line, block.offset, str(refused))
        self.label(self.block_label(self.layout.end))
        self.put("jp program_end_of_text")
        self.label("code_behind")
        for line in self.models:
            for function in line.functions:
                try:
                    self.emit_function(function)
                except RefusedError as refused:
                    self._refuse(line, function.offset, str(refused))
        if self.refusals:
            raise CompileError(self.refusals)

    def _lower(self) -> None:
        types: list[BasicType] = list(DEFAULT_TYPES)
        for line in self.layout.lines:
            model = lower_line(self.layout, line, types)
            if _define_types(model, types):
                model = lower_line(self.layout, line, types)
            self.models.append(model)
        self.types = types

    def _refuse(self, line: LineModel, offset: int, reason: str) -> None:
        stored = self.layout.line_at(line.start)
        column = _column(stored, offset) if stored is not None else 1
        self.refusals.append(Refusal(offset, line.number, column, reason))

    def uses(self, *operations: Op) -> bool:
        """Whether any block has one of these operations."""
        return any(
            isinstance(part, Do | LeaveIfNone | LeaveIfFound | GoWhere) and part.operation in operations
            for block in self.blocks.values()
            for part in (*block.instructions, block.end)
        )

    def source(self) -> str:
        """The program as parts for the assembler."""
        handled = self.uses(Op.ON_ERROR, Op.RESUME_SAME, Op.RESUME_NEXT, Op.RESUME_AT)
        lines = ["        part program", "program:", *self.lines]
        lines += self.storage.constants()
        lines.append("line_table:")
        lines += [f"        dw {label},{number}" for label, number in self.starts]
        lines.append("        dw 65535,0")
        lines.append("data_start:")
        labelled = None
        for number, text in self._data:
            if number != labelled:
                lines.append(f"data_{number}:")
                labelled = number
            codes = "".join(f"{code}," for code in text.encode("latin-1"))
            lines.append(f"        dw {number}\n        db {len(text)},{codes}0")
        lines.append("data_end:")
        lines.append("clear_parts:")
        parts = ["ld hl,data_start", "ld (data_next),hl"] if self._data or self.reads else []
        if self.draws:
            parts.append("call rnd_reset")
        if handled:
            parts.append("call error_reset")
        if self.traps:
            parts.append("call traps_reset")
        parts += [f"call {routine}" for routine in self.devices.clears()]
        lines += [f"        {part}" for part in (*parts, "ret")]
        lines.append("start_parts:")
        lines += [f"        call {routine}" for routine in self.devices.starts()]
        lines.append("        ret")
        lines += self.devices.source(self, self.types)
        if handled:
            lines.append("statement_table:")
            for label, block in self.statements:
                lines.append(
                    f"        dw {label},{self.block_label(block.statement)},{self.block_label(block.following)}"
                )
            lines.append("        dw 65535")
        lines += [
            f"error_trap equ {'error_trap_on' if handled else 'error_message'}",
            f"program_end_of_text equ {'end_of_text_on' if handled else 'program_end'}",
            f"trap_done equ {'trap_done_on' if self.traps else 'trap_done_default'}",
            f"events_start equ {'traps_start' if self.traps else 'break_start'}",
        ]
        lines.append("        ram")
        lines += self.storage.memory()
        return "\n".join(lines) + "\n"

    # DATA

    def _collect_data(self) -> None:
        self._data = [item for line in self.layout.lines for item in items(line)]
        self.reads = False
        self.draws = True

    def data_label(self, line: int | None) -> str:
        """Label of the first item of DATA in a line or behind it."""
        self.reads = True
        if line is None:
            return "data_start"
        following = [number for number, _ in self._data if number >= line]
        return f"data_{following[0]}" if following else "data_end"


def _asked(blocks: Iterable[Block]) -> Iterator[VariableName]:
    """Variables that SWAP or VARPTR ask for: there it matters whether they have a value."""
    for block in blocks:
        yield from (
            name for name in pointers((block.instructions, block.end)) if isinstance(name, VariableName)
        )
        for part in block.instructions:
            if isinstance(part, Do) and part.operation is Op.MUST_EXIST:
                (value,) = part.arguments
                assert isinstance(value, Load)
                yield value.variable


def _define_types(model: LineModel, types: list[BasicType]) -> bool:
    """What DEFINT and its kin in a line change; whether it has any."""
    found = False
    for block in model.blocks:
        for part in block.instructions:
            if isinstance(part, Do) and part.operation is Op.DEFINE_TYPE:
                kind, first, last = part.arguments
                assert isinstance(kind, BasicType)
                low, high = ord(str(first)) - 65, ord(str(last)) - 65
                types[low : high + 1] = [kind] * (high - low + 1)
                found = True
    return found


def _column(line: Line, offset: int) -> int:
    """Column, from 1, in the listed line of what stands at an offset of the program text."""
    before = [token.text for token in line.stored.tokens if line.start + token.start < offset]
    return len(f"{line.number} ") + len("".join(before)) + 1
