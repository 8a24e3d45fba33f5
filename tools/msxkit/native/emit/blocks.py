"""The blocks of the program model as Z80 code: instructions, and where a block leads to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basic_errors import CANT_CONTINUE
from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING
from msxkit.native.asm.z80 import BC, DE, HL, A, At, B, D, E, Operand, Plus, Z, ex, inc, jp, ld, xor
from msxkit.native.emit.disk import DISK
from msxkit.native.emit.emitter import Doer, Emitter
from msxkit.native.emit.files import FILES, run_program
from msxkit.native.emit.graphics import GRAPHICS, KEPT, put_whole_sprite
from msxkit.native.emit.loops import LoopEmitter
from msxkit.native.emit.program_text import PROGRAM_TEXT, load
from msxkit.native.emit.routines import call_routine
from msxkit.native.emit.statements import STATEMENTS
from msxkit.native.emit.study import Study
from msxkit.native.emit.writer import block_label
from msxkit.native.errors import RefusedError, refused
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
    Go,
    GoWhere,
    Instruction,
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
from msxkit.program.operations import OF_STATEMENT, Does, Op
from msxkit.program.values import (
    Call,
    CopyString,
    Load,
    LoadElement,
    NumberConstant,
    StringConstant,
    Temporary,
    Value,
    VariableName,
)

#: The routines that know where the run goes on.
_ENDS: dict[AnyOperation, str] = {
    Op.RETURN: "return",
    Op.RESUME_SAME: "resume_same",
    Op.RESUME_NEXT: "resume_next",
    OF_STATEMENT["CONT"]: "continue_statement",
    OF_STATEMENT["RUN"]: "run_statement",
}


class BlockEmitter:
    """Writes blocks.

    Attributes:
        statements: Label and block of each statement that has been written, and of a part that RESUME NEXT leaves
            for another place.
    """

    def __init__(self, e: Emitter, study: Study, *, paced: bool) -> None:
        self.e = e
        self.writer, self.storage, self.temporaries = e.writer, e.storage, e.temporaries
        self.operands, self.values, self.devices = e.operands, e.values, e.devices
        self.loops = LoopEmitter(e, study, paced=paced)
        self.statements: list[tuple[str, Block]] = []
        self._dimensions = study.dimensions
        self._ranges, self._traps, self._traces = study.ranges, study.traps, study.traces
        self._handles = study.handles
        #: Labels of code that reports a line that does not exist, and the error.
        self._missing: list[tuple[str, int]] = []
        #: What the next instruction, an assignment, finds itself.
        self._found: FindElement | None = None

    # Labels

    def target(self, target: Target) -> str:
        """Return the label of a target; for a line that does not exist, the label of code that reports it."""
        if isinstance(target, NoLine):
            label = self.writer.new_label()
            self._missing.append((label, target.error))
            return label
        return block_label(target)

    # Blocks

    def emit(self, block: Block, following: int, begins_line: bool) -> None:
        """Write one block.

        Args:
            following: Offset of the block behind it.
            begins_line: Whether it is the first of its line.
        """
        self.loops.present = block
        self._ranges.enter(block)
        self._dimensions.enter(block)
        self.operands.constants = {}
        self.devices.begin()
        self._missing = []
        self.writer.label(block_label(block.offset))
        if block.first and self._traps:
            self.writer.call("trap_check")
        if begins_line and self._traces:
            self.writer.call("trace_line")
        if block.first or block.following != self.statements[-1][1].following:
            self.statements.append((block_label(block.offset), block))
        try:
            self._inside(block)
            self._end(block, following)
        except RefusedError as error:
            if not self.e.lenient:
                raise
            self.temporaries.forget()
            self.e.fails(str(error), error.number)
        for label, number in self._missing:
            self.writer.label(label)
            self.writer.fail(number)

    def _inside(self, block: Block) -> None:
        done = 0
        for self.loops.index, instruction in enumerate(block.instructions):
            if self.loops.index < done:
                continue
            if many := put_whole_sprite(self.e, block.instructions[self.loops.index :]):
                done = self.loops.index + many
                continue
            _INSTRUCTIONS[type(instruction)](self, instruction)
            self._ranges.passed(instruction)

    def _end(self, block: Block, following: int) -> None:
        end = block.end
        if isinstance(end, Go):
            self._go(end.target, following)
        elif isinstance(end, Branch):
            if isinstance(end.then, int) and end.then == following:
                self.values.conditions.jump(end.condition, False, self.target(end.otherwise))
            else:
                self.values.conditions.jump(end.condition, True, self.target(end.then))
                self._go(end.otherwise, following)
        elif isinstance(end, GoWhere):
            self._go_where(end)
        else:
            self._fail(end)

    def _go(self, target: Target, following: int) -> None:
        if isinstance(target, NoLine):
            self.writer.fail(target.error)
        elif target != following or self._missing:
            self.writer.put(jp(block_label(target)))

    def _go_where(self, end: GoWhere) -> None:
        if end.operation is OF_STATEMENT["CONT"] and not self._handles:
            self.writer.fail(CANT_CONTINUE)
            return
        asked = OF_STATEMENT["LOAD"].of(end) or OF_STATEMENT["CLOAD"].of(end)
        if asked and not any(asked[1:]):
            load(self.e, asked[0])
            return
        if run_program(self.e, end):
            return
        routine = _ENDS.get(end.operation)
        if routine is None:
            raise refused(end.operation)
        self.writer.call(routine)
        if end.operation is OF_STATEMENT["RUN"]:
            self.writer.put(jp("program"))

    def _fail(self, fail: Fail) -> None:
        self.writer.fail(fail.error)

    # Instructions

    def evaluate(self, instruction: Evaluate) -> None:
        self.values.any(instruction.value)

    def keep(self, instruction: Keep) -> None:
        value = instruction.value
        if isinstance(value, Call) and value.operation in KEPT:
            target = Temporary(value.type, value.bound, number=instruction.number)
            KEPT[value.operation](self.e, target, *value.arguments)
            return
        self.devices.keep(instruction)
        if isinstance(value, NumberConstant):
            self.operands.constants[instruction.number] = value
            return
        place = self.operands.kept(Temporary(value.type, value.bound, number=instruction.number))
        if value.type is STRING:
            self.values.string(value)
            self.writer.put(ld(DE, place))
            self.writer.call("string_assign")
        elif self.operands.fits(value):
            self.values.integer(value)
            self.writer.put(ld(At(place), HL))
        else:
            self.values.hybrid(value)
            self.writer.put(ld(DE, place))
            self.writer.call("num_store")

    def find_element(self, instruction: FindElement) -> None:
        following = self.loops.present.instructions[self.loops.index + 1 :][:1]
        if following and self._is_quick(instruction, following[0]):
            self._found = instruction
            return
        self.values.element(instruction.array, instruction.subscripts)
        self.writer.put(ld(At(self.temporaries.kept_word(instruction.number)), HL))

    def set_variable(self, instruction: SetVariable) -> None:
        # Made before the value is computed: it is there though that fails.
        self.operands.assigned(instruction.variable)
        self._set(instruction)

    def _set(self, instruction: SetVariable) -> None:
        value = instruction.value
        place = self.operands.variable(instruction.variable)
        if self._replaced(value, place):
            return
        kind = instruction.variable.type
        if kind is STRING:
            self.values.string(value)
            self.writer.put(ld(DE, place))
            self.writer.call("string_assign")
        elif kind is INTEGER:
            self.values.integer(value)
            self.writer.put(ld(At(place), HL))
        elif self.values.number(value):
            self.writer.put(ld(At(Plus(place, 1)), HL))
            if not self.operands.fits(Load(kind, variable=instruction.variable)):
                self.writer.put(xor(A), ld(At(place), A))
        else:
            self.writer.put(ld(DE, place))
            self.writer.call("num_store")

    def _replaced(self, value: Value, place: Operand) -> bool:
        """Return whether the new value can replace the old one in place; if so, it is done. A string of the program
        stays where it is.
        """
        if isinstance(value, Call) and (replaced := Op.REPLACED.of(value)):
            _, first, count, new, _ = replaced
            self._replace(place, first, count, new)
            return True
        if isinstance(value, CopyString) and isinstance(value.operand, StringConstant):
            self.storage.retained.add(self.storage.string_constant(value.operand.text))
        return False

    def _is_quick(self, found: FindElement, following: Instruction) -> bool:
        """Return whether an element can be found behind the value that goes into it."""
        return (
            isinstance(following, SetElement)
            and following.number == found.number
            and found.array.type is not STRING
            and (
                self._is_plain(found, following.value)
                or self.e.arrays.is_quick(found.array, found.subscripts, following.value)
            )
        )

    def _is_plain(self, found: FindElement, value: Value) -> bool:
        """Return whether a value is loaded without HL, behind the address of the element."""
        return found.array.type is INTEGER and self.operands.integer(value) is not None

    def _set_found(self, found: FindElement, value: Value) -> None:
        """Set an element that is found behind the value."""
        kind, arrays = found.array.type, self.e.arrays
        if not self.operands.fits(value):
            place = arrays.place(found.array, found.subscripts)
            assert place is not None
            self.values.hybrid(value)
            self.writer.put(ld(DE, place))
            self.writer.call("num_store" if kind is DOUBLE else "single_store")
            return
        plain = self.operands.integer(value) if self._is_plain(found, value) else None
        if plain is not None and arrays.place(found.array, found.subscripts) is None:
            arrays.element(found.array, found.subscripts)
            self.writer.put(ld(DE, plain), ld(At(HL), E), inc(HL), ld(At(HL), D))
            return
        behind = int(kind is not INTEGER)
        mixed = behind and not self.operands.fits(LoadElement(kind, array=found.array, subscripts=()))
        self.values.integer(value)
        place = arrays.place(found.array, found.subscripts, behind)
        if place is not None:
            self.writer.put(ld(At(place), HL))
            if mixed:
                first = arrays.place(found.array, found.subscripts)
                assert first is not None
                self.writer.put(xor(A), ld(At(first), A))
            return
        self.writer.put(ex(DE, HL))
        arrays.element(found.array, found.subscripts, behind=0 if mixed else behind)
        if mixed:
            self.writer.put(ld(At(HL), 0), inc(HL))
        self.writer.put(ld(At(HL), E), inc(HL), ld(At(HL), D))

    def set_element(self, instruction: SetElement) -> None:
        value = instruction.value
        found, self._found = self._found, None
        if found is not None:
            self._set_found(found, value)
            return
        place = self.temporaries.kept_word(instruction.number)
        if self._replaced(value, At(place)):
            return
        kind = instruction.array.type
        if kind is STRING:
            self.values.string(value)
            self.writer.put(ld(DE, At(place)))
            self.writer.call("string_assign")
        elif kind is INTEGER:
            self.values.integer(value)
            self.writer.put(ex(DE, HL), ld(HL, At(place)), ld(At(HL), E), inc(HL), ld(At(HL), D))
        elif self.values.number(value):
            self.writer.put(
                ex(DE, HL), ld(HL, At(place)), ld(At(HL), 0), inc(HL), ld(At(HL), E), inc(HL), ld(At(HL), D)
            )
        else:
            self.writer.put(ld(DE, At(place)))
            self.writer.call("num_store" if kind is DOUBLE else "single_store")

    def _replace(self, place: Operand, first: Value, count: Value, new: Value) -> None:
        """Replace a part of a string in place: MID$(...) = ...."""
        self.values.string(new)
        kept = self.temporaries.word()
        self.writer.put(ld(At(kept), HL))
        self.e.strings.arguments((first, BC), (count, "mid_count"))
        self.writer.put(ld(HL, place), ld(DE, At(kept)))
        self.temporaries.free_word()
        self.writer.call("string_replace")

    def exchange(self, instruction: Exchange) -> None:
        sizes = []
        for place, register in ((instruction.first, HL), (instruction.second, DE)):
            if isinstance(place, VariableName):
                self.writer.put(ld(register, self.operands.variable(place)))
                sizes.append(8 if place.type in (SINGLE, DOUBLE) else place.type.size)
            else:
                array, number = place
                self.writer.put(ld(register, At(self.temporaries.kept_word(number))))
                sizes.append(array.type.size)
        self.writer.put(ld(B, min(sizes)))
        self.writer.call("swap_bytes")

    def do(self, instruction: Do) -> None:
        if begun := Op.BEGIN_LOOP.of(instruction):
            self.loops.begin_loop(*begun)
            return
        doer = _DOERS.get(instruction.operation)
        if doer is not None:
            doer(self.e, *instruction.arguments)
        elif isinstance(instruction.operation, Does) and instruction.operation.statement is not None:
            call_routine(self.e, instruction.operation, instruction.arguments)
        else:
            raise refused(instruction.operation)

    def declare(self, instruction: Declare) -> None:
        self.storage.variable(instruction.variable)
        self.operands.assigned(instruction.variable)

    def leave_if_none(self, instruction: LeaveIfNone) -> None:
        if (asked := Op.INPUT_LINE.of(instruction)) and not isinstance(instruction.otherwise, Operation):
            self.writer.put(ld(HL, block_label(asked[0])))
            self.writer.call("input_line")
            self.writer.put(jp(Z, self.target(instruction.otherwise)))
        elif instruction.operation is Op.FIELD_STRING:
            place = self.temporaries.kept_text(instruction.number)
            self.writer.put(ld(DE, place))
            self.writer.call("field_string")
        elif instruction.operation is Op.FIELD_NUMBER:
            self.writer.call("field_number")
            self.writer.put(ld(DE, self.temporaries.kept_number(instruction.number)))
            self.writer.call("num_store")
        elif instruction.operation is not Op.FIELD_CHECK:  # looked at before the next item and at the end
            raise refused(instruction.operation)

    def choose(self, instruction: Choose) -> None:
        # A line that is not there fails before the subroutine is remembered.
        targets = [
            str(target.error) if isinstance(target, NoLine) else block_label(target)
            for target in instruction.targets
        ]
        table = self.storage.table(targets, str(len(targets)))
        kept = self.temporaries.kept_word(instruction.number)
        constant = self.operands.constants.get(instruction.number)
        self.writer.put(ld(HL, At(kept) if constant is None else int(constant.number)))
        self.writer.put(ld(DE, table))
        if instruction.back is None:
            self.writer.call("choose")
        else:
            self.writer.put(ld(BC, block_label(instruction.back)))
            self.writer.call("choose_gosub")

    def fail_here(self, instruction: Raise) -> None:
        self._fail(instruction.fail)


_DOERS: dict[AnyOperation, Doer] = {**STATEMENTS, **GRAPHICS, **FILES, **DISK, **PROGRAM_TEXT}
_INSTRUCTIONS: dict[type[Any], Callable[[BlockEmitter, Any], None]] = {
    Evaluate: BlockEmitter.evaluate,
    Keep: BlockEmitter.keep,
    FindElement: BlockEmitter.find_element,
    SetVariable: BlockEmitter.set_variable,
    SetElement: BlockEmitter.set_element,
    Exchange: BlockEmitter.exchange,
    Do: BlockEmitter.do,
    Declare: BlockEmitter.declare,
    LeaveIfNone: BlockEmitter.leave_if_none,
    LeaveIfFound: lambda self, instruction: self.loops.leave_if_found(instruction),
    StepLoop: lambda self, instruction: self.loops.step(instruction),
    Choose: BlockEmitter.choose,
    Raise: BlockEmitter.fail_here,
}
