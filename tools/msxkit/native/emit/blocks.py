"""The blocks of the program model as Z80 code: instructions, and where a block leads to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basicerrors import CANT_CONTINUE, UNDEFINED_LINE
from msxkit.basictype import DOUBLE, INTEGER, SINGLE, STRING
from msxkit.native.asm.z80 import BC, DE, HL, A, At, B, D, E, Operand, Plus, Z, dw, ex, inc, jp, ld, xor
from msxkit.native.emit.devices import Devices
from msxkit.native.emit.functions import FunctionEmitter
from msxkit.native.emit.graphics import GRAPHIC_VALUES, GRAPHICS, KEPT
from msxkit.native.emit.loops import LoopEmitter
from msxkit.native.emit.operations import VALUES
from msxkit.native.emit.statements import STATEMENTS, Doer
from msxkit.native.errors import refused
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
    Keep,
    LeaveIfFound,
    LeaveIfNone,
    NoLine,
    Raise,
    SetElement,
    SetVariable,
    Step,
    Target,
)
from msxkit.program.operation import AnyOperation, Operation
from msxkit.program.operations import Op
from msxkit.program.values import (
    Call,
    CopyString,
    Load,
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
    Op.RUN_AGAIN: "run_again",
}


class BlockEmitter(LoopEmitter, FunctionEmitter):
    """Writes blocks.

    Attributes:
        statements: Label and block of each statement that has been written.
    """

    def __init__(self) -> None:
        super().__init__({**VALUES, **GRAPHIC_VALUES})
        self.devices = Devices()
        self._doers: dict[AnyOperation, Doer] = {
            **STATEMENTS,
            **GRAPHICS,
            **self.devices.doers,
            **dict((Op.BEGIN_LOOP.by(LoopEmitter.begin_loop),)),
        }
        self.statements: list[tuple[str, Block]] = []
        self._missing: list[str] = []
        #: Whether the program has TRON; whether the next block is the first of its line.
        self.traces = self.begins_line = False

    # Labels

    def block_label(self, offset: int) -> str:
        """Return the label of the block at an offset."""
        return f"l_{offset}"

    def target(self, target: Target) -> str:
        """Return the label of a target; for a line that does not exist, the label of code that reports it."""
        if isinstance(target, NoLine):
            label = self.new_label()
            self._missing.append(label)
            return label
        return self.block_label(target)

    # Blocks

    def emit_block(self, block: Block, following: int) -> None:
        """Write one block.

        Args:
            following: Offset of the block behind it.
        """
        self.present = block
        self.ranges.enter(block)
        self.constants = {}
        self.devices.begin()
        self._missing = []
        self.label(self.block_label(block.offset))
        if block.first and self.traps:
            self.call("trap_check")
            self.put(dw(self.block_label(block.offset)))
        if self.begins_line and self.traces:
            self.call("trace_line")
        if block.first:
            self.statements.append((self.block_label(block.offset), block))
        for self.index, instruction in enumerate(block.instructions):
            _INSTRUCTIONS[type(instruction)](self, instruction)
        self._end(block, following)
        for label in self._missing:
            self.label(label)
            self.fail(UNDEFINED_LINE)

    def _end(self, block: Block, following: int) -> None:
        end = block.end
        if isinstance(end, Go):
            self._go(end.target, following)
        elif isinstance(end, Branch):
            if isinstance(end.then, int) and end.then == following:
                self.jump(end.condition, False, self.target(end.otherwise))
            else:
                self.jump(end.condition, True, self.target(end.then))
                self._go(end.otherwise, following)
        elif isinstance(end, GoWhere):
            self._go_where(end)
        else:
            self._fail(end)

    def _go(self, target: Target, following: int) -> None:
        if isinstance(target, NoLine):
            self.fail(UNDEFINED_LINE)
        elif target != following or self._missing:
            self.put(jp(self.block_label(target)))

    def _go_where(self, end: GoWhere) -> None:
        if traced := Op.TRACE.of(end):
            on, behind = traced
            self.put(ld(A, int(on)), ld(At("tracing"), A), jp(self.block_label(behind)))
            return
        if end.operation is Op.CONTINUE:
            self.fail(CANT_CONTINUE)
            return
        routine = _ENDS.get(end.operation)
        if routine is None:
            raise refused(end.operation)
        self.call(routine)
        if end.operation is Op.RUN_AGAIN:
            self.put(jp("program"))

    def _fail(self, fail: Fail) -> None:
        self.fail(fail.error)

    # Instructions

    def simple_integer(self, value: Value) -> Operand | None:
        return super().simple_integer(self.known(value))

    def simple_number(self, value: Value) -> str | None:
        return super().simple_number(self.known(value))

    def evaluate(self, instruction: Evaluate) -> None:
        self.any(instruction.value)

    def keep(self, instruction: Keep) -> None:
        value = instruction.value
        if isinstance(value, Call) and value.operation in KEPT:
            target = Temporary(value.type, value.bound, number=instruction.number)
            KEPT[value.operation](self, target, *value.arguments)
            return
        self.devices.keep(instruction)
        if isinstance(value, NumberConstant):
            self.constants[instruction.number] = value
            return
        place = self.kept(Temporary(value.type, value.bound, number=instruction.number))
        if value.type is STRING:
            self.string(value)
            self.put(ld(DE, place))
            self.call("string_assign")
        elif self.fits(value):
            self.integer(value)
            self.put(ld(At(place), HL))
        else:
            self.hybrid(value)
            self.put(ld(DE, place))
            self.call("num_store")

    def _element_word(self, number: int) -> str:
        return self.storage.word(f"k{self.prefix}_w{number}")

    def find_element(self, instruction: FindElement) -> None:
        self.element(instruction.array, instruction.subscripts)
        self.put(ld(At(self._element_word(instruction.number)), HL))

    def set_variable(self, instruction: SetVariable) -> None:
        # Made before the value is computed: it is there though that fails.
        self.assigned(instruction.variable)
        self._set(instruction)

    def _set(self, instruction: SetVariable) -> None:
        value = instruction.value
        place = self.variable(instruction.variable)
        if self._replaced(value, place):
            return
        kind = instruction.variable.type
        if kind is STRING:
            self.string(value)
            self.put(ld(DE, place))
            self.call("string_assign")
        elif kind is INTEGER:
            self.integer(value)
            self.put(ld(At(place), HL))
        elif self.number(value):
            self.put(ld(At(Plus(place, 1)), HL))
            if not self.fits(Load(kind, variable=instruction.variable)):
                self.put(xor(A), ld(At(place), A))
        else:
            self.put(ld(DE, place))
            self.call("num_store")

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

    def set_element(self, instruction: SetElement) -> None:
        value = instruction.value
        place = self._element_word(instruction.number)
        if self._replaced(value, At(place)):
            return
        kind = instruction.array.type
        if kind is STRING:
            self.string(value)
            self.put(ld(DE, At(place)))
            self.call("string_assign")
        elif kind is INTEGER:
            self.integer(value)
            self.put(ex(DE, HL), ld(HL, At(place)), ld(At(HL), E), inc(HL), ld(At(HL), D))
        elif self.number(value):
            self.put(
                ex(DE, HL), ld(HL, At(place)), ld(At(HL), 0), inc(HL), ld(At(HL), E), inc(HL), ld(At(HL), D)
            )
        else:
            self.put(ld(DE, At(place)))
            self.call("num_store" if kind is DOUBLE else "single_store")

    def _replace(self, place: Operand, first: Value, count: Value, new: Value) -> None:
        """Replace a part of a string in place: MID$(...) = ...."""
        self.string(new)
        kept = self.word()
        self.put(ld(At(kept), HL))
        self.arguments((first, BC), (count, "mid_count"))
        self.put(ld(HL, place), ld(DE, At(kept)))
        self.free_word()
        self.call("string_replace")

    def exchange(self, instruction: Exchange) -> None:
        sizes = []
        for place, register in ((instruction.first, HL), (instruction.second, DE)):
            if isinstance(place, VariableName):
                self.put(ld(register, self.variable(place)))
                sizes.append(8 if place.type in (SINGLE, DOUBLE) else place.type.size)
            else:
                array, number = place
                self.put(ld(register, At(self._element_word(number))))
                sizes.append(array.type.size)
        self.put(ld(B, min(sizes)))
        self.call("swap_bytes")

    def do(self, instruction: Do) -> None:
        doer = self._doers.get(instruction.operation)
        if doer is None:
            raise refused(instruction.operation)
        doer(self, *instruction.arguments)

    def declare(self, instruction: Declare) -> None:
        self.storage.variable(instruction.variable)
        self.assigned(instruction.variable)

    def leave_if_none(self, instruction: LeaveIfNone) -> None:
        if (asked := Op.INPUT_LINE.of(instruction)) and not isinstance(instruction.otherwise, Operation):
            self.put(ld(HL, self.block_label(asked[0])))
            self.call("input_line")
            self.put(jp(Z, self.target(instruction.otherwise)))
        elif instruction.operation is Op.FIELD_STRING:
            place = self.storage.text(f"k{self.prefix}_t{instruction.number}")
            self.put(ld(DE, place))
            self.call("field_string")
        elif instruction.operation is Op.FIELD_NUMBER:
            self.call("field_number")
            self.put(ld(DE, self.storage.number(f"k{self.prefix}_n{instruction.number}")))
            self.call("num_store")
        elif instruction.operation is not Op.FIELD_CHECK:  # looked at before the next item and at the end
            raise refused(instruction.operation)

    def choose(self, instruction: Choose) -> None:
        # A line that is not there fails before the subroutine is remembered.
        targets = [
            "0" if isinstance(target, NoLine) else self.block_label(target) for target in instruction.targets
        ]
        table = self.storage.table(targets, str(len(targets)))
        self.put(ld(HL, At(self._element_word(instruction.number))))
        if instruction.number in self.constants:
            self.lines.pop()
            self.put(ld(HL, self.constants[instruction.number].number))
        self.put(ld(DE, table))
        if instruction.back is None:
            self.call("choose")
        else:
            self.put(ld(BC, self.block_label(instruction.back)))
            self.call("choose_gosub")

    def fail_here(self, instruction: Raise) -> None:
        self._fail(instruction.fail)


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
    LeaveIfFound: BlockEmitter.leave_if_found,
    Step: BlockEmitter.step,
    Choose: BlockEmitter.choose,
    Raise: BlockEmitter.fail_here,
}
