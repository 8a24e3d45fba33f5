"""A program's blocks as Z80 code, one after the other; its tables and variables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basictype import DEFAULT_TYPES, DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.native.data import items
from msxkit.native.emit_operations import VALUES
from msxkit.native.emit_statements import STATEMENTS
from msxkit.native.emit_values import ValueEmitter, fits
from msxkit.native.errors import CompileError, Refusal, RefusedError
from msxkit.native.loops import Loop, Loops
from msxkit.program.layout import Layout, Line
from msxkit.program.lower import lower_line
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
    Function,
    Go,
    GoWhere,
    Keep,
    LeaveIfFound,
    LeaveIfNone,
    LineModel,
    NoLine,
    Raise,
    SetElement,
    SetVariable,
    Step,
    Target,
)
from msxkit.program.operations import Op
from msxkit.program.values import (
    Call,
    FunctionName,
    LoadElement,
    NumberConstant,
    Temporary,
    Value,
    VariableName,
)

UNDEFINED_LINE, CANNOT_CONTINUE, UNDEFINED_FUNCTION = 8, 17, 18


class ProgramEmitter(ValueEmitter):
    """Writes a whole program. lines: its code; use `source()` when `emit` has been called."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(VALUES)
        self.layout = layout
        self.models: list[LineModel] = []
        self.refusals: list[Refusal] = []
        self.statements: list[tuple[str, Block]] = []
        self.starts: list[tuple[str, int]] = []
        self._blocks: dict[int, Block] = {}
        self._constants: dict[int, NumberConstant] = {}
        self._block: Block | None = None
        self._index = 0
        self._functions: dict[str, list[tuple[FunctionName, Function, tuple[VariableName, ...]]]] = {}
        self._bodies: dict[int, Function] = {}
        self._data: list[tuple[int, str]] = []
        self._loops = Loops({}, 0)
        #: Whether events may call routines between statements.
        self.traps = False

    # The program

    def emit(self) -> None:
        """Writes everything. Raises `CompileError` with all that a cartridge cannot have."""
        self._lower()
        self._collect_data()
        blocks = [block for line in self.models for block in line.blocks]
        self._blocks = {block.offset: block for block in blocks}
        self._loops = Loops(self._blocks, blocks[0].offset if blocks else self.layout.end)
        self._collect_functions()
        self.traps = self.uses(Op.ON_DEVICE, Op.SWITCH_DEVICE)
        order = [(line, block) for line in self.models for block in line.blocks]
        for position, (line, block) in enumerate(order):
            following = order[position + 1][1].offset if position + 1 < len(order) else self.layout.end
            if not position or order[position - 1][0] is not line:
                self.starts.append((self.block_label(block.offset), line.number))
            try:
                self._emit_block(block, following)
            except RefusedError as refused:
                self._refuse(line, block.offset, str(refused))
        self.label(self.block_label(self.layout.end))
        self.put("jp program_end_of_text")
        self.label("code_behind")
        for line in self.models:
            for function in line.functions:
                try:
                    self._emit_function(function)
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

    def _refuse(self, line: LineModel, offset: int, reason: str) -> None:
        stored = self.layout.line_at(line.start)
        column = _column(stored, offset) if stored is not None else 1
        self.refusals.append(Refusal(offset, line.number, column, reason))

    def uses(self, *operations: Op) -> bool:
        """Whether any block has one of these operations."""
        return any(
            isinstance(part, Do | LeaveIfNone | LeaveIfFound | GoWhere) and part.operation in operations
            for block in self._blocks.values()
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
        keys = self.uses(Op.SHOW_KEYS, Op.SET_KEY, Op.LIST_KEYS)
        lines.append(f"start_parts equ {'keys_start' if keys else 'nothing'}")
        lines += [f"        {part}" for part in (*parts, "ret")]
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

    # Labels

    def block_label(self, offset: int) -> str:
        """Label of the block at an offset."""
        return f"l_{offset}"

    def target(self, target: Target) -> str:
        """Label of a target; of a line that is not there, of code that says so."""
        if isinstance(target, NoLine):
            label = self.new_label()
            self._missing.append(label)
            return label
        return self.block_label(target)

    _missing: list[str]

    # Blocks

    def _emit_block(self, block: Block, following: int) -> None:
        self._block = block
        self._constants = {}
        self._missing = []
        self.label(self.block_label(block.offset))
        if block.first and self.traps:
            self.call("trap_check")
        if block.first:
            self.statements.append((self.block_label(block.offset), block))
        for self._index, instruction in enumerate(block.instructions):
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
            self.put(f"jp {self.block_label(target)}")

    def _go_where(self, end: GoWhere) -> None:
        if end.operation is Op.CONTINUE:
            self.fail(CANNOT_CONTINUE)
            return
        routine = {
            Op.RETURN: "return",
            Op.RESUME_SAME: "resume_same",
            Op.RESUME_NEXT: "resume_next",
            Op.RUN_AGAIN: "run_again",
        }.get(end.operation)
        if routine is None:
            raise RefusedError(f"a cartridge cannot {end.operation.name.replace('_', ' ').lower()}")
        self.call(routine)
        if end.operation is Op.RUN_AGAIN:
            self.put("jp program")

    def _fail(self, fail: Fail) -> None:
        self.fail(fail.error)

    # Instructions

    def simple_integer(self, value: Value) -> str | None:
        return super().simple_integer(self._known(value))

    def simple_number(self, value: Value) -> str | None:
        return super().simple_number(self._known(value))

    def _known(self, value: Value) -> Value:
        """A temporary that is a constant as that."""
        if isinstance(value, Temporary):
            return self._constants.get(value.number, value)
        return value

    def evaluate(self, instruction: Evaluate) -> None:
        self.any(instruction.value)

    def keep(self, instruction: Keep) -> None:
        value = instruction.value
        if isinstance(value, Call) and value.operation is Op.TO_PRINTER:
            return
        if isinstance(value, Call) and value.operation is Op.TO_FILE:
            raise RefusedError("printing to a file: a cartridge has no files")
        if isinstance(value, Call) and value.operation is Op.BEGIN_USING:
            out, text = value.arguments
            if out is not None:
                raise RefusedError("LPRINT USING: a cartridge has PRINT USING on the screen only")
            assert isinstance(text, Value)
            self.string(text)
            self.call("using_begin")
            return
        if isinstance(value, NumberConstant):
            self._constants[instruction.number] = value
            return
        place = self.kept(Temporary(value.type, value.bound, number=instruction.number))
        if value.type is STRING:
            self.string(value)
            self.put(f"ld de,{place}")
            self.call("string_assign")
        elif fits(value):
            self.integer(value)
            self.put(f"ld ({place}),hl")
        else:
            self.hybrid(value)
            self.put(f"ld de,{place}")
            self.call("num_store")

    def _element_word(self, number: int) -> str:
        return self.storage.word(f"k{self.prefix}_w{number}")

    def find_element(self, instruction: FindElement) -> None:
        self.element(instruction.array, instruction.subscripts)
        self.put(f"ld ({self._element_word(instruction.number)}),hl")

    def set_variable(self, instruction: SetVariable) -> None:
        value = instruction.value
        if isinstance(value, Call) and value.operation is Op.REPLACED:
            self._replace(value)
            return
        place = self._variable(instruction.variable)
        kind = instruction.variable.type
        if kind is STRING:
            self.string(value)
            self.put(f"ld de,{place}")
            self.call("string_assign")
        elif kind is INTEGER:
            self.integer(value)
            self.put(f"ld ({place}),hl")
        elif self.number(value):
            self.put(f"ld ({place}+1),hl", "xor a", f"ld ({place}),a")
        else:
            self.put(f"ld de,{place}")
            self.call("num_store")

    def set_element(self, instruction: SetElement) -> None:
        value = instruction.value
        if isinstance(value, Call) and value.operation is Op.REPLACED:
            self._replace(value)
            return
        place = self._element_word(instruction.number)
        kind = instruction.array.type
        if kind is STRING:
            self.string(value)
            self.put(f"ld de,({place})")
            self.call("string_assign")
        elif kind is INTEGER:
            self.integer(value)
            self.put("ex de,hl", f"ld hl,({place})", "ld (hl),e", "inc hl", "ld (hl),d")
        else:
            self.hybrid(value)
            self.put(f"ld de,({place})")
            self.call("num_store" if kind is DOUBLE else "single_store")

    def _replace(self, value: Call) -> None:
        """MID$(...) = ...: in place."""
        old, first, count, new, _ = value.arguments
        assert isinstance(old, Value)
        assert isinstance(new, Value)
        self.string(new)
        kept = self.word()
        self.put(f"ld ({kept}),hl")
        self.arguments((first, "bc"), (count, "mid_count"))
        if isinstance(old, LoadElement):
            (temporary,) = old.subscripts
            assert isinstance(temporary, Temporary)
            self.put(f"ld hl,({self._element_word(temporary.number)})")
        else:
            self.string(old)
        self.put(f"ld de,({kept})")
        self.free_word()
        self.call("string_replace")

    def exchange(self, instruction: Exchange) -> None:
        sizes = []
        for place, register in ((instruction.first, "hl"), (instruction.second, "de")):
            if isinstance(place, VariableName):
                self.put(f"ld {register},{self._variable(place)}")
                sizes.append(8 if place.type in (SINGLE, DOUBLE) else place.type.size)
            else:
                array, number = place
                self.put(f"ld {register},({self._element_word(number)})")
                sizes.append(array.type.size)
        self.put(f"ld b,{min(sizes)}")
        self.call("swap_bytes")

    def do(self, instruction: Do) -> None:
        operation, arguments = instruction.operation, instruction.arguments
        if operation is Op.BEGIN_LOOP:
            self._begin_loop(instruction)
            return
        doer = STATEMENTS.get(operation)
        if doer is None:
            raise RefusedError(f"a cartridge has no {operation.name.replace('_', ' ').lower()}")
        doer(self, arguments)

    def declare(self, instruction: Declare) -> None:
        self.storage.variable(instruction.variable)

    def leave_if_none(self, instruction: LeaveIfNone) -> None:
        if instruction.operation is Op.INPUT_LINE:
            (begun,) = instruction.arguments
            self.put(f"ld hl,{self.block_label(int(str(begun)))}")
            self.call("input_line")
            assert not isinstance(instruction.otherwise, Op)
            self.put(f"jp z,{self.target(instruction.otherwise)}")
        elif instruction.operation is Op.FIELD_STRING:
            place = self.storage.text(f"k{self.prefix}_t{instruction.number}")
            self.put(f"ld de,{place}")
            self.call("field_string")
        elif instruction.operation is Op.FIELD_NUMBER:
            self.call("field_number")
            self.put(f"ld de,{self.storage.number(f'k{self.prefix}_n{instruction.number}')}")
            self.call("num_store")
        else:
            raise RefusedError(f"a cartridge has no {instruction.operation.name.replace('_', ' ').lower()}")

    def choose(self, instruction: Choose) -> None:
        targets = [self.target(target) for target in instruction.targets]
        table = self.storage.table(targets, str(len(targets)))
        self.put(f"ld hl,({self._element_word(instruction.number)})")
        if instruction.number in self._constants:
            self.lines.pop()
            self.put(f"ld hl,{self._constants[instruction.number].number}")
        self.put(f"ld de,{table}")
        if instruction.back is None:
            self.call("choose")
        else:
            self.call("choose_gosub")

    def fail_here(self, instruction: Raise) -> None:
        self._fail(instruction.fail)

    # Loops

    def _begin_loop(self, instruction: Do) -> None:
        variable, body, limit, step = instruction.arguments
        assert isinstance(variable, VariableName)
        assert isinstance(limit, Temporary)
        assert isinstance(step, Temporary)
        assert self._block is not None
        loop = self._loops.begins.get((self._block.offset, self._index))
        if self._loops.fixed and loop is not None:
            loop.limit, loop.step = self._known(limit), self._known(step)
            for name, value in (("limit", limit), ("step", step)):
                place = f"{loop.label}_{name}"
                if isinstance(self._known(value), NumberConstant) and variable.type is INTEGER:
                    continue
                self._loop_value(value, variable, self.storage.number(place))
            return
        self._loop_value(limit, variable, "loop_limit")
        self._loop_value(step, variable, "loop_step")
        self.put(f"ld de,{self.storage.variable(variable)}", f"ld bc,{self.block_label(int(str(body)))}")
        self.call("for_integer" if variable.type is INTEGER else "for_real")

    def _loop_value(self, value: Value, variable: VariableName, place: str) -> None:
        if variable.type is INTEGER:
            self.integer(value)
            self.put(f"ld ({place}),hl")
        else:
            self.hybrid(value)
            self.put(f"ld de,{place}")
            self.call("num_store")

    def step(self, instruction: Step) -> None:
        loop = self._loop()
        if loop is not None:
            self._step(loop)
        elif self._loops.fixed:
            self.call("next_error")
        else:
            self.put(f"ld de,{self.storage.variable(instruction.variable)}")
            self.call("next_variable")

    def leave_if_found(self, instruction: LeaveIfFound) -> None:
        if instruction.operation is not Op.STEP_INNERMOST:
            raise RefusedError(f"a cartridge has no {instruction.operation.name.replace('_', ' ').lower()}")
        loop = self._loop()
        if loop is not None:
            self._step(loop)
        elif self._loops.fixed:
            self.call("next_error")
        else:
            self.call("next_innermost")

    def _loop(self) -> Loop | None:
        assert self._block is not None
        return self._loops.steps.get((self._block.offset, self._index)) if self._loops.fixed else None

    def _step(self, loop: Loop) -> None:
        place = self.storage.variable(loop.variable)
        body = self.block_label(loop.body)
        if loop.variable.type is not INTEGER:
            self.put(f"ld hl,{loop.label}_limit", f"ld bc,{loop.label}_step", f"ld de,{place}")
            for name in ("limit", "step"):
                self.storage.number(f"{loop.label}_{name}")
            self.call("step_real")
            self.put(f"jp c,{body}")
            return
        limit, step = loop.constants(self._blocks)
        if step is None:
            for name in ("limit", "step"):
                self.storage.number(f"{loop.label}_{name}")
            self.put(
                f"ld bc,({loop.label}_step)", f"ld hl,({place})", "or a", "adc hl,bc", "call pe,overflow"
            )
            self.put(f"ld ({place}),hl")
            self.put(f"ld de,{limit}" if limit is not None else f"ld de,({loop.label}_limit)")
            self.call("step_integer")
            self.put(f"jp c,{body}")
            return
        self.put(f"ld hl,({place})")
        if step in (1, -1):
            self.put("inc hl" if step == 1 else "dec hl")
            # Past the end of 16 bits is an error.
            edge = 0x80 if step == 1 else 0x7F
            self.put("ld a,h", f"cp {edge}")
            self.put(f"call z,loop_edge_{'up' if step == 1 else 'down'}")
        else:
            self.put(f"ld bc,{step}", "or a", "adc hl,bc", "call pe,overflow")
        self.put(f"ld ({place}),hl")
        if limit is not None:
            # In steps of 32768 up: as unsigned numbers.
            biased = limit + 0x8000
            if step >= 0:
                self.put(
                    "ld a,h", "xor 80h", "ld h,a", f"ld de,{0xFFFF - biased}", "add hl,de", f"jp nc,{body}"
                )
            else:
                self.put("ld a,h", "xor 80h", "ld h,a", f"ld de,{(0x10000 - biased) & 0xFFFF}", "add hl,de")
                self.put(f"jp {'c' if biased else 'nc'},{body}")
        else:
            self.storage.number(f"{loop.label}_limit")
            self.put(f"ld de,({loop.label}_limit)", f"ld b,{255 if step < 0 else 0}")
            self.call("step_integer")
            self.put(f"jp c,{body}")

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

    # DEF FN

    def _collect_functions(self) -> None:
        self._bodies = {function.offset: function for line in self.models for function in line.functions}
        for block in self._blocks.values():
            for part in block.instructions:
                if isinstance(part, Do) and part.operation is Op.DEFINE_FUNCTION:
                    name, offset, parameters, _ = part.arguments
                    assert isinstance(name, FunctionName)
                    assert isinstance(parameters, tuple)
                    names = tuple(one for one in parameters if isinstance(one, VariableName))
                    known = self._functions.setdefault(self.storage.function(name), [])
                    known.append((name, self._bodies[int(str(offset))], names))

    def define_function(self, function: FunctionName, offset: int) -> None:
        """DEF FN: from here on the name means the body at an offset."""
        self.put(f"ld hl,fn_{offset}", f"ld ({self.storage.function(function)}),hl")

    def call_function(self, function: FunctionName, values: tuple[Value, ...], call: Call) -> bool:
        """FN: the arguments into the parameters, then the body."""
        label = self.storage.function(function)
        known = self._functions.get(label)
        if not known:
            for value in values:
                self.any(value)
            self.fail(UNDEFINED_FUNCTION)
            if call.is_string:
                self.put(f"ld hl,{self.storage.string_constant('')}")
            return True
        signatures = {tuple(one.type for one in names) for _, _, names in known}
        if len(signatures) > 1:
            raise RefusedError("DEF FN of one name with different parameters")
        (kinds,) = signatures
        if len(kinds) != len(values):
            self.fail(2)
            return True
        places = [_parameter(label, index) for index in range(len(kinds))]
        kept: list[str] = []
        for value, kind in zip(values, kinds, strict=True):
            kept.append(self._argument(value, kind, last=len(kept) == len(values) - 1))
        for place, kind, source in zip(places, kinds, kept, strict=True):
            self._pass(place, kind, source)
        result = self.result() if call.is_string else None
        self.put(f"ld hl,({label})")
        self.call("call_function")
        if result is not None:
            self.put(f"ld de,{result}")
            self.call("string_result")
        return fits(call)

    def _argument(self, value: Value, kind: BasicType, last: bool) -> str:
        """Computes an argument into a temporary, whose label it gives."""
        if value.is_string is not kind.is_string:
            self.any(value)
            self.fail(13)
            return ""
        if kind is STRING:
            place = self.text_place(self.depth)
            self.string(value)
            self.put(f"ld de,{place}")
            self.call("string_copy")
            self._texts += 1
            return place
        place = self.number_place()
        if kind is INTEGER:
            self.integer(value)
            self.put(f"ld ({place}),hl")
        else:
            self.hybrid(value)
            if kind is SINGLE:
                self.call("num_single")
            self.put(f"ld de,{place}")
            self.call("num_store")
        return place

    def _pass(self, place: str, kind: BasicType, source: str) -> None:
        if not source:
            return
        if kind is STRING:
            self.put(f"ld hl,{source}", f"ld de,{self.storage.text(place)}")
            self.call("string_assign")
            self._texts -= 1
            return
        self.free_number()
        self.put(
            f"ld hl,{source}", f"ld de,{self.storage.number(place)}", f"ld bc,{2 if kind is INTEGER else 8}"
        )
        self.put("ldir")

    def _emit_function(self, function: Function) -> None:
        names: tuple[VariableName, ...] = ()
        label = ""
        for label_of, known in self._functions.items():
            for _, body, parameters in known:
                if body is function:
                    names, label = parameters, label_of
        self.prefix = f"f{function.offset}"
        self._constants = {}
        self.parameters = {
            self.storage.variable(name): _parameter(label, index) for index, name in enumerate(names)
        }
        for index, name in enumerate(names):
            place = _parameter(label, index)
            if name.type is STRING:
                self.storage.text(place)
            else:
                self.storage.number(place)
        self.label(f"fn_{function.offset}")
        for value in function.before:
            self.any(value)
        if isinstance(function.value, Fail):
            self._fail(function.value)
        elif function.value.is_string:
            self.string(function.value)
        elif self.number(function.value):
            self.put("or a")
        self.put("ret")
        self.parameters, self.prefix = {}, ""


def _parameter(function: str, index: int) -> str:
    return f"p_{function}_{index}"


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


_INSTRUCTIONS: dict[type[Any], Callable[[ProgramEmitter, Any], None]] = {
    Evaluate: ProgramEmitter.evaluate,
    Keep: ProgramEmitter.keep,
    FindElement: ProgramEmitter.find_element,
    SetVariable: ProgramEmitter.set_variable,
    SetElement: ProgramEmitter.set_element,
    Exchange: ProgramEmitter.exchange,
    Do: ProgramEmitter.do,
    Declare: ProgramEmitter.declare,
    LeaveIfNone: ProgramEmitter.leave_if_none,
    LeaveIfFound: ProgramEmitter.leave_if_found,
    Step: ProgramEmitter.step,
    Choose: ProgramEmitter.choose,
    Raise: ProgramEmitter.fail_here,
}
