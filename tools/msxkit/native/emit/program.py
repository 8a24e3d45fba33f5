"""A program's blocks as Z80 code, one after the other; its tables and variables."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from msxkit.language.program import Place
from msxkit.language.scanner import spelt
from msxkit.machine.work_area import Cell
from msxkit.native.asm.peephole import without_reloads
from msxkit.native.asm.z80 import Code, jp, named
from msxkit.native.emit.blocks import BlockEmitter
from msxkit.native.emit.devices import ShownScreens
from msxkit.native.emit.disk import DISK_VALUES
from msxkit.native.emit.emitter import Emitter
from msxkit.native.emit.files import FILE_VALUES
from msxkit.native.emit.graphics import GRAPHIC_VALUES
from msxkit.native.emit.operations import VALUES
from msxkit.native.emit.study import Study
from msxkit.native.emit.writer import block_label
from msxkit.native.emit.written_files import Store
from msxkit.native.errors import CompileError, Refusal, RefusedError
from msxkit.native.files import RomFiles
from msxkit.native.mappers import Mapper
from msxkit.program.layout import TEXT_BASE, MemoryLine
from msxkit.program.model import Block, Do, LineModel
from msxkit.program.operations import Op
from msxkit.program.values import ArrayName, NumberConstant


@dataclass(frozen=True, slots=True)
class CartridgeKind:
    """What kind of cartridge is to be made.

    Attributes:
        memory: Where its RAM begins.
        paced: Loops with nothing in them take as long as under BASIC.
        traced: Whether another program may have turned TRON on.
        screens: What another program may have left on the screen.
        opens: Whether another program may have left a file open.
        room: Bytes that arrays with a place of their own may take.
        quick: Whether tables may make code faster that could do without.
        save: Where files are kept: `sram`, or empty for the disk of the machine.
        written: The files that other programs of the cartridge write.
        lenient: What a cartridge cannot have is an error when the run comes to it.
        changeable: Whether a debugger may change variables.
    """

    memory: int
    paced: bool = False
    traced: bool = False
    screens: ShownScreens = ShownScreens.TEXT
    opens: bool = False
    room: int = 0
    quick: bool = False
    save: str = ""
    written: frozenset[str] = frozenset()
    lenient: bool = False
    changeable: bool = False


#: What a program names that looks at its own text, and how long a text may be to lie in memory beside the variables.
_TEXT = spelt((Cell.TXTTAB, Cell.TXTTAB + 1, Cell.VARTAB, Cell.VARTAB + 1))
_LONGEST_TEXT = 0x2000


class ProgramEmitter:
    """A writer of a whole program: call `emit`, then `source` for a plain ROM.

    Attributes:
        files: The files of the cartridge.
        starts: Label and line number of the first block of each line.
        code, functions: The blocks, one after the other; the bodies of DEF FN.
        remarks: What an author should know of its statements.
    """

    def __init__(self, study: Study, files: RomFiles, name: str, target: CartridgeKind) -> None:
        self.layout, self.files, self._name = study.layout, files, name
        self._changeable = target.changeable
        self.study = study.beginning(Store(target.save or "disk", target.written))
        self.study.traces |= target.traced
        self.study.devices.come_to(target.screens, opens=target.opens)
        makers = {**VALUES, **GRAPHIC_VALUES, **FILE_VALUES, **DISK_VALUES}
        self.emitter = Emitter(
            makers, self.study, files, target.memory, quick=target.quick, lenient=target.lenient
        )
        self._text = self._text_in_memory(target.memory)
        self.storage = self.emitter.storage
        self._blocks = BlockEmitter(self.emitter, self.study, paced=target.paced)
        self._refusals: list[Refusal] = []
        self.remarks: list[Refusal] = []
        self.starts: list[tuple[str, int]] = []
        self.code: list[Code] = []
        self.functions: list[Code] = []

    @property
    def statements(self) -> list[tuple[str, Block]]:
        """Label and block of each statement that has been written."""
        return self._blocks.statements

    @property
    def pauses(self) -> tuple[int, ...]:
        """The numbers of the lines that end loops with nothing in them."""
        lines = (self.layout.line_at(offset) for offset in self._blocks.loops.empty)
        return tuple(sorted({line.number for line in lines if line is not None}))

    @property
    def dimensions(self) -> tuple[Dimension, ...]:
        """The DIMs whose subscripts are constants, in the order of the listing."""
        placed = self.study.dimensions.counts
        return tuple(_dimensions(self.study.models, self.study.blocks, placed))

    @property
    def clears(self) -> tuple[ConstantClear, ...]:
        """The CLEARs of constants, in the order of the listing."""
        return tuple(ConstantClear(line, *given) for line, given in self.study.clears() if given is not None)

    def _text_in_memory(self, memory: int) -> bytes:
        """Return the program text where it lies in memory: the program looks at it, and there is room."""
        start, size, usr = TEXT_BASE - 1, self.layout.program.size, self.emitter.usr
        if self._name or memory != start or size > _LONGEST_TEXT:
            return b""
        data = self.layout.data
        if not _TEXT.search(data) and not any(place < TEXT_BASE + size for place in usr.code):
            return b""
        usr.reserve(start, TEXT_BASE + size, self._name)
        return data

    # The program

    def emit(self) -> None:
        """Write everything. Raise `CompileError` with all that a cartridge cannot have."""
        self._emit_blocks()
        self._emit_functions()
        if self._refusals:
            raise CompileError(self._refusals)

    def shortened(self, *, banked: bool) -> list[Code]:
        """Return the code without needless loads.

        Args:
            banked: Whether another bank may begin with any line: what leads there changes registers.
        """
        entries = {label for label, _ in self.starts} if banked else set[str]()
        if self.study.handles or self._changeable:
            # RESUME goes to any statement; a debugger may change variables there.
            entries.update(map(block_label, self.study.blocks))
        for written in self.functions if not banked else (*self.code, *self.functions):
            entries.update(named(written))
        for constant in self.storage.constants():
            entries.update(constant.words)
        return list(without_reloads(self.code, entries))

    def _emit_blocks(self) -> None:
        writer, end = self.emitter.writer, self.layout.end
        order = [(line, block) for line in self.study.models for block in line.blocks]
        last = None
        for (line, block), behind in zip_longest(order, order[1:]):
            begins = line is not last
            last = line
            if begins:
                self.starts.append((block_label(block.offset), line.number))
                self.remarks += [self._at(line, block.offset, text) for text in self._unsure(line)]
            if block.offset not in self.study.blocks:
                writer.label(block_label(block.offset))
                continue
            try:
                self._blocks.emit(block, end if behind is None else behind[1].offset, begins)
            except RefusedError as refused:
                self._refusals.append(self._at(line, block.offset, str(refused)))
            self.remarks += [self._at(line, block.offset, text) for text in self.emitter.remarks]
            self.emitter.remarks.clear()
        writer.label(block_label(end))
        writer.put(jp("program_end_of_text"))
        self.code = writer.take()

    def _unsure(self, line: LineModel) -> Iterator[str]:
        """Yield that names in a line have several types."""
        for taken in self.study.unsure.get(line.start, ()):
            yield f"DEFINT and similar change what {taken[0]} is in this line; the cartridge takes {taken}"

    def _emit_functions(self) -> None:
        writer = self.emitter.writer
        writer.label("code_behind")
        for line in self.study.models:
            for function in line.functions:
                if not self.emitter.functions.has(function):
                    continue
                try:
                    self.emitter.functions.emit(function)
                except RefusedError as refused:
                    self._refusals.append(self._at(line, function.offset, str(refused)))
        self.functions = writer.take()

    def _at(self, line: LineModel, offset: int, reason: str) -> Refusal:
        stored = self.layout.line_at(line.start)
        column = _column(stored, offset) if stored is not None else 1
        place = None
        if stored is not None:
            at, listing = offset - stored.start, self._name or self.layout.program.listing
            span = stored.stored.span(at, at)
            place = span.place or (Place(listing, span.row, column, 1) if listing and span.row else None)
        return Refusal(offset, line.number, column, reason, self._name, place)

    # Source

    def source(self, mapper: Mapper | None = None) -> list[str | Code]:
        """Return the program as parts for the assembler, for code that is always in sight.

        Args:
            mapper: That of a MegaROM which has only the files in its banks; None: a plain ROM.
        """
        lines: list[str | Code] = ["        part program", "program:"]
        lines += [*self.shortened(banked=False), *self.functions]
        for constant in self.storage.constants():
            lines += [f"{constant.label}:", *constant.source()]
        lines += ["line_table:", *self.line_rows(label for label, _ in self.starts)]
        lines.append("data_start:")
        for label, _, item in self.study.data.source():
            lines += label + item
        lines.append("data_end:")
        if self.study.handles:
            lines += ["statement_table:", *self.statement_rows(label for label, _ in self.statements)]
        lines += self.common()
        for name in ("line_rows", "statement_rows", "read_item", "data_string"):
            lines.append(f"{name} equ {name}_plain")
        lines += [
            "trap_call equ gosub_trap",
            f"trap_done equ trap_done_{'on' if self.study.traps else 'default'}",
        ]
        if mapper is None:
            lines += ["rom_show equ nothing", "rom_hide equ nothing", "WINDOW equ 0", "WINDOW_END equ 0C000h"]
        else:
            lines += ["rom_show equ rom_show_bank", "rom_hide equ rom_hide_beside", *mapper.source_beside()]
        lines += ["keep_bank equ nothing", "chain_0 equ 0", "chain_program equ chain_self"]
        lines += self.files.source(mapper.bank if mapper else 0)
        lines += [f"{label}_bank equ 0" for label in sorted(self.study.data.labels)]
        return [*lines, "        ram", *self.storage.memory()]

    def line_rows(self, labels: Iterable[str]) -> list[str]:
        """Return the table of the lines that begin at labels, with a mark at its end."""
        numbers_of = dict(self.starts)
        rows = [f"        dw {label},{numbers_of[label]}" for label in labels if label in numbers_of]
        return [*rows, "        dw 65535,0"]

    def statement_rows(self, labels: Iterable[str], name: Callable[[str], str] = str) -> list[str]:
        """Return the table of the statements at labels: where RESUME and RESUME NEXT go, as `name` calls them."""
        blocks = dict(self.statements)
        rows = [
            f"        dw {label},{name(block_label(block.statement))},{name(block_label(block.following))}"
            for label in labels
            if (block := blocks.get(label)) is not None
        ]
        return [*rows, "        dw 65535"]

    def common(self, *before: str) -> list[str]:
        """Return what a cartridge of either kind has: array lists, what CLEAR does, which routines serve."""
        lines = [*self.storage.array_lists(), "clear_parts:"]
        parts = list(before)
        if self.study.data.labels:
            self.study.data.labels.add("data_start")
            parts += ["ld hl,data_start", "ld (data_next),hl", "ld a,data_start_bank", "ld (data_bank),a"]
        parts.append("call rnd_reset")
        if self.study.handles:
            parts.append("call error_reset")
        if self.study.traps:
            parts.append("call traps_reset")
        parts += [f"call {routine}" for routine in self.study.devices.clears()]
        lines += [f"        {part}" for part in (*parts, "ret")]
        lines.append("start_parts:")
        lines += [f"        call {routine}" for routine in self.study.devices.starts()]
        if self._text:
            lines += [
                f"        ld hl,{TEXT_BASE}",
                "        ld (TXTTAB),hl",
                "        ex de,hl",
                "        ld hl,basic_text",
            ]
            lines += [f"        ld bc,{len(self._text)}", "        ldir", "        ld (VARTAB),de"]
        lines.append("        ret")
        if self._text:
            lines += ["basic_text:", f"        db {','.join(map(str, self._text))}"]
        lines += self.study.devices.source(self.storage, self.study.types)
        lines += self.emitter.usr.source(graphic=self.study.devices.graphic)
        return [
            *lines,
            f"error_trap equ {'error_trap_on' if self.study.handles else 'error_message'}",
            f"direct_trap equ {'direct_trap_on' if self.study.handles else 'nothing'}",
            f"program_end_of_text equ {'end_of_text_on' if self.study.handles else 'program_end'}",
            f"trap_held equ {'ONEFLG' if self.study.handles else 'trap_held_never'}",
            *self.study.devices.messages(),
            f"events_start equ {'traps_start' if self.study.traps else 'break_start'}",
        ]


@dataclass(frozen=True, slots=True)
class Dimension:
    """A DIM of constants: its line, the array, and the bytes that it takes."""

    line: int
    array: str
    size: int


@dataclass(frozen=True, slots=True)
class ConstantClear:
    """A CLEAR of constants: its line, the bytes for strings, and the address at which memory ends."""

    line: int
    space: int | None
    top: int | None


def _dimensions(
    models: Iterable[LineModel], reached: Container[int], placed: Container[ArrayName]
) -> Iterator[Dimension]:
    """Yield the DIMs of constants that a run can come to, without those of arrays that have a place of their own."""
    for model in models:
        for block in model.blocks:
            for part in block.instructions if block.offset in reached else ():
                if isinstance(part, Do) and (made := Op.DIMENSION.of(part)):
                    array, subscripts = made
                    if array in placed:
                        continue
                    tops = [value.number for value in subscripts.values if isinstance(value, NumberConstant)]
                    if len(tops) == len(subscripts.values):
                        size = math.prod(int(top) + 1 for top in tops) * array.type.size
                        yield Dimension(
                            model.number, array.name + array.type.suffix, size + 3 + 2 * len(tops)
                        )


def _column(line: MemoryLine, offset: int) -> int:
    """Return the column, from 1, in the listing of the statement that begins at an offset of the program text, blanks
    aside.
    """
    rest = line.stored.stored[offset - line.start :]
    return line.stored.column(offset - line.start + len(rest) - len(rest.lstrip(b" ")))
