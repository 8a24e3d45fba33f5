"""FOR and NEXT as Z80 code: a loop that is known needs no block on a stack, and often no decimal arithmetic."""

from __future__ import annotations

from collections.abc import Mapping

from msxkit.basictype import INTEGER
from msxkit.native.analysis.interval import Interval
from msxkit.native.analysis.loops import Loop, Loops
from msxkit.native.emit.values import ValueEmitter
from msxkit.native.errors import refused
from msxkit.program.model import Block, Go, LeaveIfFound, Step
from msxkit.program.operations import Op
from msxkit.program.values import Load, NumberConstant, Temporary, Value, VariableName


class LoopEmitter(ValueEmitter):
    """Loops.

    Attributes:
        present: The block that is being written.
        index: The number of its instruction.
    """

    blocks: Mapping[int, Block]
    loops: Loops
    present: Block
    index: int
    #: Whether events may call routines between statements.
    traps: bool
    #: Temporaries of the block that are constants.
    constants: dict[int, NumberConstant]

    def known(self, value: Value) -> Value:
        """Return the value, with a temporary that is a constant replaced by that constant."""
        if isinstance(value, Temporary):
            return self.constants.get(value.number, value)
        return value

    def _counts(self, variable: VariableName) -> bool:
        """Return whether a loop of this variable only ever counts with integers of 16 bits."""
        return variable.type is INTEGER or variable in self.ranges.safe

    def begin_loop(self, variable: VariableName, body: int, limit: Temporary, step: Temporary) -> None:
        """FOR, behind the assignment."""
        loop = self.loops.begins.get((self.present.offset, self.index))
        if self.loops.fixed and loop is not None:
            for name, value in (("limit", limit), ("step", step)):
                if not (isinstance(self.known(value), NumberConstant) and self._counts(variable)):
                    place = self.storage.number(f"{loop.label}_{name}")
                    self._loop_value(value, self._counts(variable), place)
            return
        for place, value in (("loop_limit", limit), ("loop_step", step)):
            self._loop_value(value, variable.type is INTEGER, place)
        self.put(f"ld de,{self.storage.variable(variable)}", f"ld bc,{self.block_label(body)}")
        self.call("for_integer" if variable.type is INTEGER else "for_real")

    def _loop_value(self, value: Value, counts: bool, place: str) -> None:
        if counts:
            self.integer(value)
            self.put(f"ld ({place}),hl")
        else:
            self.hybrid(value)
            self.put(f"ld de,{place}")
            self.call("num_store")

    def step(self, instruction: Step) -> None:
        """NEXT variable."""
        loop = self._loop()
        if loop is not None:
            self._step(loop)
        elif self.loops.fixed:
            self.call("next_error")
        else:
            self.put(f"ld de,{self.storage.variable(instruction.variable)}")
            self.call("next_variable")

    def leave_if_found(self, instruction: LeaveIfFound) -> None:
        """NEXT without a variable."""
        if instruction.operation is not Op.STEP_INNERMOST:
            raise refused(instruction.operation)
        loop = self._loop()
        if loop is not None:
            self._step(loop)
        elif self.loops.fixed:
            self.call("next_error")
        else:
            self.call("next_innermost")

    def _loop(self) -> Loop | None:
        return self.loops.steps.get((self.present.offset, self.index)) if self.loops.fixed else None

    def _step(self, loop: Loop) -> None:
        body = self.block_label(loop.body)
        if self._counts(loop.variable):
            self._count(loop, body)
            return
        place = self.storage.variable(loop.variable)
        self.put(f"ld hl,{loop.label}_limit", f"ld bc,{loop.label}_step", f"ld de,{place}")
        for name in ("limit", "step"):
            self.storage.number(f"{loop.label}_{name}")
        self.call("step_real" if loop.constants(self.blocks)[1] else "step_any")
        self.put(f"jp c,{body}")

    # Loops that count

    def _count(self, loop: Loop, body: str) -> None:
        place = self.variable_integer(loop.variable)
        safe = loop.variable in self.ranges.safe
        limit, step = loop.constants(self.blocks)
        limit_word = str(limit)
        if limit is None:
            limit_word = f"({self.storage.number(f'{loop.label}_limit')})"
        if step in (1, -1) and self._is_empty(loop):
            self._count_on(place, limit_word, step)
        if step is None:
            step_word = self.storage.number(f"{loop.label}_step")
            self.put(f"ld bc,({step_word})", f"ld hl,({place})", "or a", "adc hl,bc", "call pe,overflow")
            self.put(f"ld ({place}),hl", f"ld de,{limit_word}")
            self.call("step_integer_any")
            self.put(f"jp c,{body}")
            return
        if step == 0:
            self.put(f"ld hl,({place})", f"ld de,{limit_word}", "or a", "sbc hl,de", f"jp nz,{body}")
            return
        range_of = self.ranges.of(Load(loop.variable.type, variable=loop.variable))
        natural = safe and range_of is not None and range_of.is_natural
        if step in (1, -1) and natural and limit is not None and range_of is not None and range_of.is_byte:
            self.put(f"ld hl,{place}", "inc (hl)" if step > 0 else "dec (hl)", "ld a,(hl)")
            self.put(f"cp {limit + 1 if step > 0 else limit}", f"jp {'c' if step > 0 else 'nc'},{body}")
            return
        self._add_step(place, step, safe)
        if limit is not None and (natural or step > 0 or limit > -32768):
            self._compare_constant(limit, step, natural, body)
        elif (
            limit is None and natural and (found := self._limit_range(loop)) is not None and found.is_natural
        ):
            if step > 0:
                self.put("ex de,hl", f"ld hl,{limit_word}")
            else:
                self.put(f"ld de,{limit_word}")
            self.put("or a", "sbc hl,de", f"jp nc,{body}")
        else:
            self.put(f"ld de,{limit_word}", f"ld b,{255 if step < 0 else 0}")
            self.call("step_integer")
            self.put(f"jp c,{body}")

    def _add_step(self, place: str, step: int, safe: bool) -> None:
        self.put(f"ld hl,({place})")
        if step in (1, -1):
            self.put("inc hl" if step == 1 else "dec hl")
            if not safe:
                # Past the end of 16 bits is an error.
                edge, name = (0x80, "up") if step == 1 else (0x7F, "down")
                self.put("ld a,h", f"cp {edge}", f"call z,loop_edge_{name}")
        elif safe:
            self.put(f"ld bc,{step}", "add hl,bc")
        else:
            self.put(f"ld bc,{step}", "or a", "adc hl,bc", "call pe,overflow")
        self.put(f"ld ({place}),hl")

    def _compare_constant(self, limit: int, step: int, natural: bool, body: str) -> None:
        """Jump to the body while HL has not passed the limit."""
        if not natural or limit < 0:
            # In steps of 32768 up: as unsigned numbers.
            self.put("ld a,h", "add a,80h", "ld h,a")
            limit += 0x8000
        if step >= 0:
            self.put(f"ld de,{0xFFFF - limit}", "add hl,de", f"jp nc,{body}")
        elif limit:
            self.put(f"ld de,{0x10000 - limit}", "add hl,de", f"jp c,{body}")
        else:
            self.put(f"jp {body}")

    def _limit_range(self, loop: Loop) -> Interval | None:
        self.ranges.enter(self.blocks[loop.place[0]])
        found = self.ranges.of(loop.limit)
        self.ranges.enter(self.present)
        return found

    def _is_empty(self, loop: Loop) -> bool:
        """Return whether there is nothing but this NEXT in a loop, so that it can count in registers."""
        if self.index or self.traps:
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

    def _count_on(self, place: str, limit: str, step: int) -> None:
        """Count up to the limit; the last step is like that of any loop."""
        last, again = self.new_label(), self.new_label()
        self.put(f"ld hl,({place})", f"ld bc,{limit}")
        self.call("int_compare")
        self.put(*([f"jp nc,{last}"] if step > 0 else [f"jp c,{last}", f"jp z,{last}"]))
        self.put(f"ld hl,({place})")
        self.label(again)
        self.put("inc hl" if step > 0 else "dec hl", "ld a,l", "cp c", f"jp nz,{again}")
        self.put("ld a,h", "cp b", f"jp nz,{again}", f"ld ({place}),hl")
        self.label(last)
