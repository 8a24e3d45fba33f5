"""A program's blocks as Z80 code, one after the other; its tables and variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, zip_longest

from msxkit.basictype import DEFAULT_TYPES, BasicType
from msxkit.language.data_items import items_of_line
from msxkit.native.analysis.loops import Loops
from msxkit.native.analysis.ranges import Ranges, pointers
from msxkit.native.analysis.usr import UsrCalls
from msxkit.native.asm.peephole import without_reloads
from msxkit.native.asm.z80 import Code, Label, jp, named
from msxkit.native.emit.blocks import BlockEmitter
from msxkit.native.emit.data import numbers
from msxkit.native.errors import CompileError, Refusal, RefusedError
from msxkit.program.layout import Layout, Line
from msxkit.program.lower import lower_line
from msxkit.program.model import Block, Choose, Do, Go, GoWhere, LeaveIfFound, LeaveIfNone, LineModel
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import Op
from msxkit.program.values import VariableName


class ProgramEmitter(BlockEmitter):
    """A writer of a whole program: call `emit`, then `source` for a plain ROM."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self.layout = layout
        self.models: list[LineModel] = []
        self.refusals: list[Refusal] = []
        self.starts: list[tuple[str, int]] = []
        self._data: list[tuple[int, str]] = []
        #: Labels of DATA that READ, RESTORE or CLEAR names.
        self.data_labels: set[str] = set()
        #: Code: the blocks, one after the other; the bodies of DEF FN.
        self.code: list[Code] = []
        self.functions: list[Code] = []

    # The program

    def emit(self) -> None:
        """Write everything. Raise `CompileError` with all that a cartridge cannot have."""
        self._lower()
        self._collect_data()
        blocks = [block for line in self.models for block in line.blocks]
        self.blocks = {block.offset: block for block in blocks}
        self.loops = Loops(self.blocks, blocks[0].offset if blocks else self.layout.end)
        self.collect_functions((function for line in self.models for function in line.functions), blocks)
        self.ranges = Ranges(self.blocks, self.loops, numbers(text for _, text in self._data))
        self.asked = frozenset(_asked(blocks))
        self.handles = self.uses(Op.ON_ERROR, Op.RESUME_SAME, Op.RESUME_NEXT, Op.RESUME_AT)
        self.traces = self.uses(Op.TRACE)
        self.traps = self.uses(Op.ON_DEVICE, Op.SWITCH_DEVICE)
        self.devices.study(blocks)
        self.graphic, self.bitmap = self.devices.graphic, self.devices.bitmap
        self.using_elsewhere = self.devices.using_elsewhere
        self.usr = UsrCalls(blocks)
        order = [(line, block) for line in self.models for block in line.blocks]
        for position, (line, block) in enumerate(order):
            following = order[position + 1][1].offset if position + 1 < len(order) else self.layout.end
            self.begins_line = not position or order[position - 1][0] is not line
            if self.begins_line:
                self.starts.append((self.block_label(block.offset), line.number))
            try:
                self.emit_block(block, following)
            except RefusedError as refused:
                self._refuse(line, block.offset, str(refused))
        self.label(self.block_label(self.layout.end))
        self.put(jp("program_end_of_text"))
        self.code, self.lines = self.lines, [Label("code_behind")]
        for line in self.models:
            for function in line.functions:
                try:
                    self.emit_function(function)
                except RefusedError as refused:
                    self._refuse(line, function.offset, str(refused))
        self.functions = self.lines
        if self.refusals:
            raise CompileError(self.refusals)
        if not self.handles:
            # With a handler of errors, RESUME goes to any statement.
            entries = {label for label, _ in self.starts}
            for written in chain(self.code, self.functions):
                entries.update(named(written))
            for constant in self.storage.constants():
                entries.update(constant.words)
            self.code = list(without_reloads(self.code, entries))

    @property
    def data_size(self) -> int:
        """The characters of all DATA: a program writes at most as many bytes from there."""
        return sum(len(text) + 1 for _, text in self._data)

    def _lower(self) -> None:
        types: list[BasicType] = list(DEFAULT_TYPES)
        straight = True
        for line, following in zip_longest(self.layout.lines, self.layout.lines[1:]):
            model = lower_line(self.layout, line, types)
            behind = following.start if following is not None else self.layout.end
            before = list(types)
            straight = _define_types(model, types, behind, straight=straight)
            if types != before:
                model = lower_line(self.layout, line, types)
            self.models.append(model)
        self.types = types

    def _refuse(self, line: LineModel, offset: int, reason: str) -> None:
        stored = self.layout.line_at(line.start)
        column = _column(stored, offset) if stored is not None else 1
        self.refusals.append(Refusal(offset, line.number, column, reason))

    def uses(self, *operations: AnyOperation) -> bool:
        """Return whether any block has one of these operations."""
        return any(
            isinstance(part, Do | LeaveIfNone | LeaveIfFound | GoWhere) and part.operation in operations
            for block in self.blocks.values()
            for part in (*block.instructions, block.end)
        )

    def source(self) -> str:
        """Return the program as parts for the assembler, for a plain ROM."""
        lines = ["        part program", "program:", *map(str, self.code), *map(str, self.functions)]
        for constant in self.storage.constants():
            lines += [f"{constant.label}:", *constant.source()]
        lines += ["line_table:", *self.line_rows(label for label, _ in self.starts)]
        lines.append("data_start:")
        for label, _, item in self.data_items():
            lines += label + item
        lines.append("data_end:")
        if self.handles:
            lines += ["statement_table:", *self.statement_rows(label for label, _ in self.statements)]
        lines += self.common()
        for name in ("line_rows", "statement_rows", "read_item", "data_string"):
            lines.append(f"{name} equ {name}_plain")
        lines.append("keep_bank equ nothing")
        lines += [f"{label}_bank equ 0" for label in sorted(self.data_labels)]
        return "\n".join([*lines, "        ram", *self.storage.memory()]) + "\n"

    def line_rows(self, labels: Iterable[str]) -> list[str]:
        """Return the table of the lines that begin at labels, with a mark at its end."""
        numbers_of = dict(self.starts)
        rows = [f"        dw {label},{numbers_of[label]}" for label in labels if label in numbers_of]
        return [*rows, "        dw 65535,0"]

    def statement_rows(self, labels: Iterable[str], name: Callable[[str], str] = str) -> list[str]:
        """Return the table of the statements at labels: where RESUME and RESUME NEXT go, as `name` calls them."""
        blocks = dict(self.statements)
        rows = [
            f"        dw {label},{name(self.block_label(block.statement))},{name(self.block_label(block.following))}"
            for label in labels
            if (block := blocks.get(label)) is not None
        ]
        return [*rows, "        dw 65535"]

    def data_items(self) -> Iterator[tuple[list[str], str, list[str]]]:
        """Yield the items of DATA: a label if it is the first of its line, the label of the line, its lines."""
        labelled = None
        for number, text in self._data:
            codes = "".join(f"{code}," for code in text.encode("latin-1"))
            label = [] if number == labelled else [f"data_{number}:"]
            yield label, f"data_{number}", [f"        dw {number}", f"        db {len(text)},{codes}0"]
            labelled = number

    def common(self, *before: str) -> list[str]:
        """Return what a cartridge of either kind has: array lists, what CLEAR does, which routines serve."""
        lines = [*self.storage.array_lists(), "clear_parts:"]
        parts = list(before)
        if self.data_labels:
            self.data_labels.add("data_start")
            parts += ["ld hl,data_start", "ld (data_next),hl", "ld a,data_start_bank", "ld (data_bank),a"]
        if self.draws:
            parts.append("call rnd_reset")
        if self.handles:
            parts.append("call error_reset")
        if self.traps:
            parts.append("call traps_reset")
        parts += [f"call {routine}" for routine in self.devices.clears()]
        lines += [f"        {part}" for part in (*parts, "ret")]
        lines.append("start_parts:")
        lines += [f"        call {routine}" for routine in self.devices.starts()]
        lines.append("        ret")
        lines += self.devices.source(self, self.types)
        lines += self.usr.source(graphic=self.graphic)
        return [
            *lines,
            f"error_trap equ {'error_trap_on' if self.handles else 'error_message'}",
            f"program_end_of_text equ {'end_of_text_on' if self.handles else 'program_end'}",
            f"trap_done equ {'trap_done_on' if self.traps else 'trap_done_default'}",
            f"trap_held equ {'error_active' if self.handles else 'trap_held_never'}",
            f"more_messages equ {'disk_messages' if self.devices.disk_errors else 'find_message.none'}",
            f"events_start equ {'traps_start' if self.traps else 'break_start'}",
        ]

    # DATA

    def _collect_data(self) -> None:
        self._data = [
            (line.number, item.raw)
            for line in self.layout.lines
            for item in items_of_line(line.stored.tokens)
        ]
        self.draws = True

    def data_label(self, line: int | None) -> str:
        """Return the label of the first item of DATA in a line or behind it."""
        following = [number for number, _ in self._data if number >= (line or 0)]
        label = "data_start" if line is None else f"data_{following[0]}" if following else "data_end"
        self.data_labels.add(label)
        return label


def _asked(blocks: Iterable[Block]) -> Iterator[VariableName]:
    """Yield the variables that SWAP or VARPTR ask for: there it matters whether they have a value."""
    for block in blocks:
        yield from (
            name for name in pointers((block.instructions, block.end)) if isinstance(name, VariableName)
        )
        for part in block.instructions:
            if isinstance(part, Do) and (named := Op.MUST_EXIST.of(part)):
                yield named[0].variable


def _define_types(model: LineModel, types: list[BasicType], behind: int, *, straight: bool) -> bool:
    """What DEFINT and its kin in a line change, and CLEAR, which takes them back.

    Args:
        straight: Whether the program always comes to the line the straight way from its start; given is whether it
            always leaves it for `behind`. Elsewhere a CLEAR is mostly that of another round (CLEAR: RUN) and
            changes nothing.
    """
    offsets = [block.offset for block in model.blocks[1:]]
    for block, next_block in zip(model.blocks, [*offsets, behind], strict=True):
        for part in block.instructions:
            straight = straight and not isinstance(part, Choose)
            if isinstance(part, Do) and (defined := Op.DEFINE_TYPE.of(part)):
                kind, first, last = defined
                low, high = ord(first) - 65, ord(last) - 65
                types[low : high + 1] = [kind] * (high - low + 1)
            elif straight and isinstance(part, Do) and part.operation is Op.CLEAR:
                types[:] = DEFAULT_TYPES
        straight = straight and block.end == Go(next_block)
    return straight


def _column(line: Line, offset: int) -> int:
    """Return the column, from 1, in the listing of the statement that begins at an offset of the program text, blanks
    aside.
    """
    rest = line.stored.stored[offset - line.start :]
    return line.stored.column(offset - line.start + len(rest) - len(rest.lstrip(b" ")))
