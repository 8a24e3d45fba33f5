"""FOR and NEXT as Z80 code: a loop that is known needs no block on a stack, and often no decimal arithmetic."""

from __future__ import annotations

from msxkit.basic_type import DOUBLE, INTEGER, SINGLE
from msxkit.native.analysis.interval import Interval
from msxkit.native.analysis.loops import ForLoop
from msxkit.native.asm.z80 import (
    BC,
    DE,
    HL,
    NC,
    NZ,
    PE,
    A,
    Address,
    At,
    B,
    C,
    H,
    L,
    Operand,
    Z,
    adc,
    add,
    call,
    cp,
    dec,
    ex,
    inc,
    jp,
    ld,
    or_,
    sbc,
)
from msxkit.native.emit.emitter import Emitter
from msxkit.native.emit.study import Study
from msxkit.native.emit.writer import block_label
from msxkit.native.errors import refused
from msxkit.program.model import Block, Go, LeaveIfFound, StepLoop
from msxkit.program.operations import Op
from msxkit.program.values import NumberConstant, Temporary, Value, VariableName

#: T-states that MSX BASIC takes for a round of `FOR I=1 TO 1000:NEXT` on a Philips VG 8020 by the type of the variable,
#: and more for `NEXT I` (tests/timing); what a round takes here, about; a round of `pause` (flow/loops.asm).
_ROUNDS = {INTEGER: 1807, SINGLE: 5523, DOUBLE: 5634}
_NAMED = {INTEGER: 1218, SINGLE: 1437, DOUBLE: 1437}
_COUNTED, _COMPUTED, _PAUSE = 150, 1500, 28


class LoopEmitter:
    """Loops.

    Attributes:
        present: The block that is being written.
        index: The number of its instruction.
    """

    present: Block
    index: int

    def __init__(self, e: Emitter, study: Study, *, paced: bool) -> None:
        self._paced = paced
        #: Where the loops end that have nothing in them.
        self.empty: list[int] = []
        self.writer, self.storage, self.operands, self.values = e.writer, e.storage, e.operands, e.values
        self.blocks, self.loops, self.ranges = study.blocks, study.loops, study.ranges
        #: Whether events may call routines between statements.
        self.traps = study.traps

    def _counts(self, variable: VariableName) -> bool:
        """Return whether a loop of this variable only ever counts with integers of 16 bits."""
        return variable.type is INTEGER or variable in self.ranges.safe

    def begin_loop(self, variable: VariableName, body: int, limit: Temporary, step: Temporary) -> None:
        """Write FOR, after the assignment."""
        loop = self.loops.begins.get((self.present.offset, self.index))
        if self.loops.fixed and loop is not None:
            for name, value in (("limit", limit), ("step", step)):
                if not (isinstance(self.operands.known(value), NumberConstant) and self._counts(variable)):
                    place = self.storage.number(f"{loop.label}_{name}")
                    self._loop_value(value, self._counts(variable), place)
            return
        for place, value in (("loop_limit", limit), ("loop_step", step)):
            self._loop_value(value, variable.type is INTEGER, place)
        self.writer.put(ld(DE, self.storage.variable(variable)), ld(BC, block_label(body)))
        self.writer.call("for_integer" if variable.type is INTEGER else "for_real")

    def _loop_value(self, value: Value, counts: bool, place: str) -> None:
        if counts:
            self.values.integer(value)
            self.writer.put(ld(At(place), HL))
        else:
            self.values.hybrid(value)
            self.writer.put(ld(DE, place))
            self.writer.call("num_store")

    def step(self, instruction: StepLoop) -> None:
        """Write NEXT with a variable."""
        loop = self._loop()
        if loop is not None:
            self._step(loop, named=True)
        elif self.loops.fixed:
            self.writer.call("next_without_for")
        else:
            self.writer.put(ld(DE, self.storage.variable(instruction.variable)))
            self.writer.call("next_variable")

    def leave_if_found(self, instruction: LeaveIfFound) -> None:
        """Write NEXT without a variable."""
        if instruction.operation is not Op.STEP_INNERMOST:
            raise refused(instruction.operation)
        loop = self._loop()
        if loop is not None:
            self._step(loop, named=False)
        elif self.loops.fixed:
            self.writer.call("next_without_for")
        else:
            self.writer.call("next_innermost")

    def _loop(self) -> ForLoop | None:
        return self.loops.steps.get((self.present.offset, self.index)) if self.loops.fixed else None

    def _step(self, loop: ForLoop, *, named: bool) -> None:
        body = block_label(loop.body)
        if self._is_empty(loop):
            self.empty.append(self.present.offset)
            if self._paced:
                self._wait(loop.variable, named=named)
        if self._counts(loop.variable):
            self._count(loop, body)
            return
        place = self.storage.variable(loop.variable)
        self.writer.put(ld(HL, f"{loop.label}_limit"), ld(BC, f"{loop.label}_step"), ld(DE, place))
        for name in ("limit", "step"):
            self.storage.number(f"{loop.label}_{name}")
        self.writer.call("step_real" if loop.constants(self.blocks)[1] else "step_any")
        self.writer.put(jp(C, body))

    def _wait(self, variable: VariableName, *, named: bool) -> None:
        """Wait as long as BASIC takes for a round of a loop with nothing in it."""
        kind = INTEGER if variable.type is INTEGER else SINGLE if variable.type is SINGLE else DOUBLE
        counts = self._counts(variable)
        states = _ROUNDS[kind] + named * _NAMED[kind] - (_COUNTED if counts else _COMPUTED)
        self.writer.put(ld(BC, max(1, states // _PAUSE)))
        self.writer.call("pause")

    # Loops that count

    def _count(self, loop: ForLoop, body: str) -> None:
        place = self.operands.variable_integer(loop.variable)
        safe = loop.variable in self.ranges.safe
        limit, step = loop.constants(self.blocks)
        limit_word: Operand = At(self.storage.number(f"{loop.label}_limit")) if limit is None else limit
        if step in (1, -1) and self._is_empty(loop) and not self.traps and not self._paced:
            self._count_on(place, limit_word, step)
        if step is None and self._count_by_natural(loop, body, place, limit):
            return
        if step is None:
            step_word = self.storage.number(f"{loop.label}_step")
            self.writer.put(
                ld(BC, At(step_word)), ld(HL, At(place)), or_(A), adc(HL, BC), call(PE, "overflow")
            )
            self.writer.put(ld(At(place), HL), ld(DE, limit_word))
            self.writer.call("step_integer_any")
            self.writer.put(jp(C, body))
            return
        if step == 0:
            self.writer.put(ld(HL, At(place)), ld(DE, limit_word), or_(A), sbc(HL, DE), jp(NZ, body))
            return
        range_of = self.ranges.ever(loop.variable)
        natural = safe and range_of is not None and range_of.is_natural
        if step in (1, -1) and natural and limit is not None and range_of is not None and range_of.is_byte:
            self.writer.put(ld(HL, place), inc(At(HL)) if step > 0 else dec(At(HL)), ld(A, At(HL)))
            self.writer.put(cp(limit + 1 if step > 0 else limit), jp(C if step > 0 else NC, body))
            return
        self._add_step(place, step, safe)
        if limit is not None and safe and self._stays_within(loop.variable, limit, step):
            behind = limit + step & 0xFFFF
            for register, byte in ((L, behind & 0xFF), (H, behind >> 8)):
                self.writer.put(ld(A, register), cp(byte), jp(NZ, body))
        elif limit is not None and (natural or step > 0 or limit > -32768):
            self._compare_constant(limit, step, natural, body)
        elif (
            limit is None and natural and (found := self._limit_range(loop)) is not None and found.is_natural
        ):
            if step > 0:
                self.writer.put(ex(DE, HL), ld(HL, limit_word))
            else:
                self.writer.put(ld(DE, limit_word))
            self.writer.put(or_(A), sbc(HL, DE), jp(NC, body))
        else:
            self.writer.put(ld(DE, limit_word), ld(B, 255 if step < 0 else 0))
            self.writer.call("step_integer")
            self.writer.put(jp(C, body))

    def _count_by_natural(self, loop: ForLoop, body: str, place: Address, limit: int | None) -> bool:
        """Write a loop with a constant limit whose step is known to be positive. Return whether it is one."""
        found = self.ranges.kept(loop.place[0], loop.step)
        if limit is None or found is None or not found.is_natural or found.low < 1:
            return False
        range_of = self.ranges.ever(loop.variable)
        natural = range_of is not None and range_of.is_natural
        step = self.storage.number(f"{loop.label}_step")
        self.writer.put(ld(HL, At(place)), ld(BC, At(step)))
        if loop.variable in self.ranges.safe:
            self.writer.put(add(HL, BC))
        else:
            self.writer.put(or_(A), adc(HL, BC), call(PE, "overflow"))
        self.writer.put(ld(At(place), HL))
        self._compare_constant(limit, 1, natural, body)
        return True

    def _stays_within(self, variable: VariableName, limit: int, step: int) -> bool:
        """Return whether NEXT finds its variable within the limit, so that only the next number is beyond it."""
        here = self.ranges.variable(variable)
        if here is None or step not in (1, -1):
            return False
        return here.high <= limit if step > 0 else here.low >= limit

    def _add_step(self, place: Address, step: int, safe: bool) -> None:
        self.writer.put(ld(HL, At(place)))
        if step in (1, -1):
            self.writer.put(inc(HL) if step == 1 else dec(HL))
            if not safe:
                # Past the end of 16 bits is an error.
                edge, name = (0x80, "up") if step == 1 else (0x7F, "down")
                self.writer.put(ld(A, H), cp(edge), call(Z, f"loop_edge_{name}"))
        elif safe:
            self.writer.put(ld(BC, step), add(HL, BC))
        else:
            self.writer.put(ld(BC, step), or_(A), adc(HL, BC), call(PE, "overflow"))
        self.writer.put(ld(At(place), HL))

    def _compare_constant(self, limit: int, step: int, natural: bool, body: str) -> None:
        """Jump to the body while HL has not passed the limit."""
        if not natural or limit < 0:
            # In steps of 32768 up: as unsigned numbers.
            self.writer.put(ld(A, H), add(A, 0x80), ld(H, A))
            limit += 0x8000
        if step >= 0:
            self.writer.put(ld(DE, 0xFFFF - limit), add(HL, DE), jp(NC, body))
        elif limit:
            self.writer.put(ld(DE, 0x10000 - limit), add(HL, DE), jp(C, body))
        else:
            self.writer.put(jp(body))

    def _limit_range(self, loop: ForLoop) -> Interval | None:
        return self.ranges.kept(loop.place[0], loop.limit)

    def _is_empty(self, loop: ForLoop) -> bool:
        """Return whether there is nothing but this NEXT in a loop."""
        if self.index:
            return False
        offset = loop.body
        while offset != self.present.offset:
            block = self.blocks.get(offset)
            if block is None or block.instructions or not isinstance(block.end, Go):
                return False
            if not isinstance(block.end.target, int) or block.end.target <= offset:
                return False
            offset = block.end.target
        return True

    def _count_on(self, place: Address, limit: Operand, step: int) -> None:
        """Count up to the limit; the last step is like that of any loop."""
        last, again = self.writer.new_label(), self.writer.new_label()
        self.writer.put(ld(HL, At(place)), ld(BC, limit))
        self.writer.call("int_compare")
        self.writer.put(*([jp(NC, last)] if step > 0 else [jp(C, last), jp(Z, last)]))
        self.writer.put(ld(HL, At(place)))
        self.writer.label(again)
        self.writer.put(inc(HL) if step > 0 else dec(HL), ld(A, L), cp(C), jp(NZ, again))
        self.writer.put(ld(A, H), cp(B), jp(NZ, again), ld(At(place), HL))
        self.writer.label(last)
