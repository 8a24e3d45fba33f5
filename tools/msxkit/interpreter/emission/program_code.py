"""The code of the program in memory: a function for each block, compiled a line at a time when the run reaches it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from msxkit.basic_type import BasicType
from msxkit.interpreter.code import CompiledLine, python_variable
from msxkit.interpreter.emission.code_cache import CODE_CACHE, CompiledLines
from msxkit.interpreter.emission.emit_python import compile_line
from msxkit.interpreter.loop_state import LoopState
from msxkit.interpreter.program_text import ProgramText
from msxkit.interpreter.values.variables import Variables
from msxkit.interpreter.watching import Watched, Watching
from msxkit.language.scanner import spelt
from msxkit.machine.work_area import Cell
from msxkit.program.layout import MemoryLine
from msxkit.program.model import Block, Do
from msxkit.program.operations import Op
from msxkit.stop_reason import Halted
from msxkit.timing.block_costs import BlockCosts

#: Runs a block; returns the offset of the next.
Code = Callable[[], int]


#: How programs write the addresses of cells that an assignment changes: TEMP, and DAC without the integer in it, which
#: the argument of PEEK changes.
_CELLS = spelt((*range(Cell.TEMP, Cell.TEMP + 2), *range(Cell.DAC, Cell.DAC + 8)))
#: What a line of direct mode takes at most.
BUFFER = 1000


class Uncompiled(Exception):  # noqa: N818 - a request, not an error
    """What stands in a place that has no code yet."""


def uncompiled() -> int:
    """Stand in for code that has not been compiled yet."""
    raise Uncompiled


class ProgramCode:
    """Compiled code by offset in the program text.

    Attributes:
        functions: Offset -> function; the list stays the same object.
        blocks: Offset -> the block of the program model that the function runs.
        off_the_end, end_of_direct: What runs after the program, and after a line of direct mode.
        watching: The variables whose writes stop the run.
    """

    def __init__(
        self,
        functions: list[Code],
        text: ProgramText,
        run: LoopState,
        variables: Variables,
        costs: BlockCosts,
        *,
        off_the_end: Code,
        end_of_direct: Code,
    ) -> None:
        self.functions = functions
        self.blocks: dict[int, Block] = {}
        self._parameters: dict[int, tuple[tuple[str, BasicType], ...]] = {}
        self._text = text
        self._run = run
        self._variables = variables
        self._names = variables.names
        self._costs = costs
        self.watching = Watching(variables, lambda: run.types)
        self._off_the_end = off_the_end
        self._end_of_direct = end_of_direct
        self._cache: CompiledLines = {}
        self._traced = False
        #: Offsets at which a run halts, with `limit`, before the statement; it passes the one that it goes on at.
        self._halts: frozenset[int] = frozenset()
        self._passes = -1
        self._alone = False

    def begin(self) -> None:
        """Take another program; its code is made again."""
        data = self._text.layout.data
        self._cache = CODE_CACHE.get(data)
        self._traced = _CELLS.search(data) is not None
        self.forget()

    def forget(self) -> None:
        """Drop all compiled code: other types of variables, or places to halt, need other code."""
        layout = self._text.layout
        size = layout.end + 1 if layout.direct is None else layout.direct.start + BUFFER
        self.functions[:] = [uncompiled] * size
        self.functions[layout.end] = self._off_the_end
        if layout.direct is not None:
            self.functions[layout.direct.end + 1] = self._end_of_direct
        self.blocks.clear()
        self._parameters.clear()
        self._costs.begin(layout)

    def compile_at(self, pc: int) -> None:
        """Compile the line that offset `pc` lies in."""
        layout = self._text.layout
        line = layout.line_at(pc)
        if line is None:
            raise RuntimeError(f"the run left the program: offset {pc}")
        compiled, code = self._entered(line, self._costs.exact)
        for block in compiled.blocks:
            self.blocks[block.offset] = block
        self._costs.add(line, compiled, code, lambda offset: self._entered(line, False)[1](offset))

    def _entered(self, line: MemoryLine, timing: bool) -> tuple[CompiledLine, Callable[[int], Code]]:
        """Return a compiled line, and what returns the function of the block at an offset.

        Args:
            timing: Whether the code keeps values for the costs.
        """
        names, run, watched, layout = self._names, self._run, self.watching.names, self._text.layout
        key = (line.start, run.types, watched, self._costs.generation, timing)
        compiled = self._cache.get(key) if line is not layout.direct else None
        if compiled is None:
            costs = self._costs.priced(line, run.types)
            compiled = compile_line(layout, line, run.types, costs, watched, timing, self._traced)
            if line is not layout.direct:
                self._cache[key] = compiled
        names.update(compiled.unit.constants)
        self._variables.declare(compiled.unit)
        exec(compiled.code, names)
        return compiled, lambda offset: self._halting(offset, names[f"o{offset}"])

    def body(self, pc: int) -> Code:
        """Return the compiled body of the DEF FN at an offset."""
        name = f"f{pc}"
        if pc not in self.blocks or name not in self._names:
            self.compile_at(pc)
        body: Code = self._names[name]
        return body

    def parameters(self, pc: int) -> tuple[tuple[str, BasicType], ...]:
        """Return the parameters of the DEF FN at an offset, Python name and type."""
        found = self._parameters.get(pc)
        if found is None:
            (names,) = (
                defined[2]
                for part in self.block(pc).instructions
                if isinstance(part, Do) and (defined := Op.DEFINE_FUNCTION.of(part)) and defined[1] == pc
            )
            found = tuple((python_variable(name), name.type) for name in names)
            self._parameters[pc] = found
        return found

    def block(self, pc: int) -> Block:
        """Return the block at an offset."""
        if pc not in self.blocks:
            self.compile_at(pc)
        return self.blocks[pc]

    def known(self, pc: int) -> Block | None:
        """Return the block at an offset; None where another line of direct mode was."""
        if pc not in self.blocks:
            self.compile_at(pc)
        return self.blocks.get(pc)

    def statement_at(self, pc: int) -> int:
        """Return the offset of the statement that offset `pc` lies in."""
        return self.block(pc).statement if self.functions[pc] != self._off_the_end else pc

    # Halts

    def halt_at(self, offsets: Iterable[int], watched: Iterable[Watched] = ()) -> None:
        """Halt the run at these offsets and after writes to what is watched from now on, and nowhere else."""
        self._halts = frozenset(offsets)
        self.watching.watch(watched)
        self.forget()

    def halts(self, offset: int) -> bool:
        """Return whether the run halts at an offset."""
        return offset in self._halts

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Run a line of direct mode alone: the run halts before every statement of the program, and for no write."""
        halts, watched, self._alone = self._halts, self.watching.watched, True
        self.halt_at(())
        try:
            yield
        finally:
            self._alone = False
            self.halt_at(halts, watched)

    def go_on_at(self, pc: int) -> None:
        """Go on at an offset without halting there."""
        self._passes = pc

    def _halting(self, offset: int, code: Code) -> Code:
        """Return the function of a block, with a halt in front if the run has to halt there."""
        code = self.watching.around(offset, code)
        if offset not in self._halts and not (self._alone and offset <= self._text.layout.end):
            return code

        def halt() -> int:
            if self._passes != offset:
                raise Halted
            self._passes = -1
            return code()

        return halt
