"""The running machine: compiled program and its parts, and the loop that runs it.

The state between two statements is plain data; a statement that has to wait raises `Pause` and starts again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from operator import length_hint
from typing import Any

from msxkit.basictype import DEFAULT_TYPES, BasicType
from msxkit.decimal14 import BasicError
from msxkit.interpreter import errors
from msxkit.interpreter.code import CompiledLine
from msxkit.interpreter.codecache import CODE_CACHE, CompiledLines
from msxkit.interpreter.control import Control
from msxkit.interpreter.data import DataReader
from msxkit.interpreter.devices import Devices
from msxkit.interpreter.diskbasic import DiskBasic
from msxkit.interpreter.display import Display
from msxkit.interpreter.emit_python import compile_line
from msxkit.interpreter.errors import Pause, RaisedError, Stopped
from msxkit.interpreter.events import Events
from msxkit.interpreter.faults import Faults
from msxkit.interpreter.files import Files
from msxkit.interpreter.functions import Functions
from msxkit.interpreter.memory import Memory
from msxkit.interpreter.printing import ScreenPrinter
from msxkit.interpreter.programfiles import ProgramFiles
from msxkit.interpreter.records import Records
from msxkit.interpreter.sprites import Sprites
from msxkit.interpreter.strings import StringSpace
from msxkit.interpreter.variables import Variables
from msxkit.interpreter.workspace import Workspace
from msxkit.language.program import Line as StoredLine
from msxkit.machine.model import Model
from msxkit.machine.video.access import VideoAccess
from msxkit.machine.video.screens import Screens
from msxkit.machine.video.state import VideoState
from msxkit.machine.video.textscreen import TextScreen
from msxkit.program.layout import Layout, Line
from msxkit.program.model import Block
from msxkit.rnd import INITIAL
from msxkit.stopreason import StopReason

#: Statements that a real machine runs in one interrupt of the video chip, on average (1.6 ms each at 50 Hz).
STATEMENTS_PER_JIFFY = 12


class Uncompiled(Exception):  # noqa: N818 - a request, not an error
    """The run came to a place that has no code yet."""


class Jump(Exception):  # noqa: N818 - a request, not an error
    """The statement is done and the run goes on at `pc`, with tracing on or off."""

    def __init__(self, pc: int) -> None:
        super().__init__(pc)
        self.pc = pc


def _uncompiled() -> int:
    raise Uncompiled


Code = Callable[[], int]


class Machine:
    """One MSX with a program. Everything that goes in is an argument.

    times: TIME for each draw (RND of a negative TIME), in order; when there are no more, the machine's own clock.
    names: the namespace of compiled code: variables, arrays, and the operations that `binding.bind` puts there.
    code: offset -> function. blocks: offset -> the block of the program model that the function runs.
    """

    def __init__(
        self, layout: Layout, model: Model, times: Iterator[int], files: MutableMapping[str, bytes]
    ) -> None:
        self.model = model
        self.layout = layout
        self.names: dict[str, Any] = {}
        self.types: tuple[BasicType, ...] = DEFAULT_TYPES
        self.video = VideoState.fresh(model.chip)
        self.screen: TextScreen = TextScreen(self.video)
        self.screens: Screens = Screens(model, self.video, self.screen)
        self.video_access: VideoAccess = VideoAccess(self.video, self.screens)
        self.screen_out = ScreenPrinter(self.screen)
        self.workspace: Workspace = Workspace(self)
        self.faults: Faults = Faults(self)
        self.variables: Variables = Variables(self.names, self.workspace.reserve)
        self.space = StringSpace(self.variables.live_strings, self.variables.strings)
        self.files = Files(files, self.screen_out, self.space.made)
        self.disk_basic = DiskBasic(model.drive, self.space.made)
        self.events: Events = Events(times, self.screen, self.files, self.space)
        self.control = Control(self.names, self.events.elapsed, self.workspace.check)
        self.functions = Functions(self)
        self.devices: Devices = Devices(model, self.events.polled)
        self.memory = Memory(self)
        self.display = Display(model, self.screens, self.screen, self.memory)
        self.sprites = Sprites(self.video, self.space.made)
        self.programs = ProgramFiles(self)
        self.records = Records(self.files, self.names, self.space)
        self.data = DataReader(layout)
        # The run
        self.code: list[Code] = []
        self.blocks: dict[int, Block] = {}
        self.pc = layout.lines[0].start if layout.lines else layout.end
        #: Statements until the next jiffy.
        self.ticks = STATEMENTS_PER_JIFFY
        #: The statement at `pc` has begun already: it is neither counted nor traced again.
        self.resumed = False
        self.continue_pc: int | None = None
        self.trace = False
        self.counts: dict[int, int] | None = None
        self._cache: CompiledLines = {}
        self.load(layout)

    # Program

    def load(self, layout: Layout) -> None:
        """Takes a program; nothing else changes."""
        self.layout = layout
        self.memory.put_text(layout.data)
        if self.counts is not None:
            self.counts.clear()
        self._cache = CODE_CACHE.get(layout.data)
        self.data.load(layout)
        self._forget_code()

    def _forget_code(self) -> None:
        size = self.layout.end + 1
        if self.layout.direct is not None:
            size = self.layout.direct.end + 2
        self.code[:] = [_uncompiled] * size
        self.code[self.layout.end] = self._off_the_end
        if self.layout.direct is not None:
            self.code[self.layout.direct.end + 1] = self._end_of_direct
        self.blocks.clear()

    def compile_at(self, pc: int) -> None:
        """Compiles the line that offset `pc` lies in."""
        line = self.layout.line_at(pc)
        if line is None:
            raise RuntimeError(f"the run left the program: offset {pc}")
        if line is self.layout.direct:
            compiled = self._compile(line)
        else:
            key = (line.start, self.types)
            found = self._cache.get(key)
            if found is None:
                found = self._cache[key] = self._compile(line)
            compiled = found
        self.variables.declare(compiled.unit)
        exec(compiled.code, self.names)
        for block in compiled.blocks:
            self.code[block.offset] = self.names[f"o{block.offset}"]
            self.blocks[block.offset] = block

    def _compile(self, line: Line) -> CompiledLine:
        return compile_line(self.layout, line, self.types)

    def block(self, pc: int) -> Block:
        """The block at an offset."""
        if pc not in self.blocks:
            self.compile_at(pc)
        return self.blocks[pc]

    def run_is_at(self, pc: int) -> None:
        """The block that runs; whoever asks for the current line in it finds it."""
        self.pc = pc

    def line_number(self, pc: int) -> int | None:
        """The line that an offset lies in; None in direct mode."""
        line = self.layout.line_at(pc)
        if line is None and pc == self.layout.end and self.layout.lines:
            # CURLIN still names the last line when the run goes off the end.
            line = self.layout.lines[-1]
        return None if line is None or line is self.layout.direct else line.number

    def current_line(self) -> int:
        """CURLIN."""
        number = self.line_number(self.pc)
        return 0xFFFF if number is None else number

    def reset_variables(self) -> None:
        """RUN, NEW, CLEAR: variables, arrays, functions, types, DATA, RND, traps, stack, files."""
        self.variables.reset()
        self.functions.defined.clear()
        self.control.reset()
        self.space.reset(self.space.size)
        self.data.restore(None)
        self.events.rnd_state = INITIAL
        self.faults.reset()
        self.files.close_file(None)
        self.set_types(DEFAULT_TYPES)

    def set_types(self, types: tuple[BasicType, ...]) -> None:
        """Default types of the 26 letters; other types are other code."""
        if types != self.types:
            self.types = types
            self._forget_code()

    def deftype(self, kind: str, first: str, last: str) -> None:
        """DEFINT, DEFSNG, DEFDBL, DEFSTR."""
        start, end = ord(first) - 65, ord(last) - 65
        if end < start:
            raise RaisedError(errors.SYNTAX)
        wanted = next(basic for basic in BasicType if basic.letter == kind)
        self.set_types((*self.types[:start], *[wanted] * (end - start + 1), *self.types[end + 1 :]))

    # Running on and stopping

    def end(self, pc: int) -> None:
        """END."""
        self.files.close_file(None)
        self._continue_at(pc)
        raise Stopped(StopReason.END)

    def _continue_at(self, pc: int) -> None:
        if self.line_number(pc) is not None:
            self.continue_pc = pc

    def stop(self, pc: int) -> None:
        """STOP."""
        self._continue_at(pc)
        raise Stopped(StopReason.BREAK)

    def _off_the_end(self) -> int:
        if self.faults.handling:
            raise RaisedError(errors.NO_RESUME)
        self.files.close_file(None)
        self.continue_pc = None
        raise Stopped(StopReason.END)

    def _end_of_direct(self) -> int:
        raise Stopped(StopReason.END)

    def start_direct(self, stored: StoredLine) -> None:
        """Makes a line of direct mode the next thing to run; variables and the program stay."""
        line = self.layout.set_direct(stored)
        self._forget_code()
        self.pc = line.start
        self.events.give_up()

    def statement_at(self, pc: int) -> int:
        """Offset of the statement that offset `pc` lies in."""
        return self.block(pc).statement if self.code[pc] != self._off_the_end else pc

    def start_pc(self) -> int:
        """Offset of the first statement."""
        return self.layout.lines[0].start if self.layout.lines else self.layout.end

    def run_again(self) -> int:
        """RUN: everything is cleared; where the program starts."""
        self.reset_variables()
        return self.start_pc()

    def run_file(self, name: str, keep: bool) -> int:
        """RUN "file" [,R]: with R the files stay open."""
        channels = dict(self.files.channels) if keep else {}
        start = self.programs.load(name, True)
        self.files.channels.update(channels)
        return start

    def cont(self) -> int:
        """CONT."""
        if self.continue_pc is None or self.line_number(self.pc) is not None:
            raise RaisedError(errors.CANT_CONTINUE)
        return self.continue_pc

    def set_trace(self, on: bool, pc: int) -> None:
        """TRON, TROFF: the loop that runs `pc` on watches every statement, or none."""
        self.trace = on
        raise Jump(pc)

    # The loop

    def execute(self, budget: int | None = None, poll: Callable[[], bool] | None = None) -> StopReason:
        """Runs on from `pc` until something happens.

        budget: statements at most. poll: asked now and then; True stops with `limit`.
        """
        code = self.code
        pc = self.pc
        rounds = 0
        resumed = self.resumed
        self.resumed = False
        while True:
            count = self.ticks if budget is None or budget > self.ticks else budget
            ticks = iter(range(count))
            undone = 0
            stop: StopReason | None = None
            try:
                if self.trace or self.counts is not None:
                    for _ in ticks:
                        if code[pc] is _uncompiled:
                            self.compile_at(pc)
                        if not resumed:
                            self._watch(pc)
                        resumed = False
                        pc = code[pc]()
                else:
                    for _ in ticks:
                        pc = code[pc]()
            except Uncompiled:
                undone = 1
                self.compile_at(pc)
                if code[pc] is _uncompiled:
                    raise RuntimeError(f"the run came to offset {pc}, where no statement begins") from None
            except (BasicError, RecursionError, MemoryError) as error:
                self.pc = pc
                known = error if isinstance(error, BasicError) else RaisedError(errors.OUT_OF_MEMORY)
                handler = self._failed(known, pc)
                if handler is None:
                    stop = StopReason.ERROR
                else:
                    pc = handler
            except Jump as jump:
                pc = jump.pc
            except Pause as pause:
                undone = 1
                self.events.paused_pc = pc
                self.resumed = True
                stop = pause.at
            except Stopped as stopped:
                if stopped.reason is StopReason.NEW:
                    pc = self.start_pc()
                self.pc = pc
                if stopped.reason is StopReason.BREAK and self.continue_pc is None:
                    self._continue_at(self.statement_at(pc))
                stop = stopped.reason
            done = count - length_hint(ticks) - undone
            self.ticks -= done
            if budget is not None:
                budget -= done
            if stop:
                self.pc = pc
                return stop
            if not self.ticks:
                self.ticks = STATEMENTS_PER_JIFFY
                self.events.tick()
                if self.control.traps and not self.faults.handling and self.line_number(pc) is not None:
                    pc = self.control.trapped(pc)
                rounds += 1
                if poll is not None and not rounds & 127 and poll():
                    budget = 0
            if budget is not None and budget <= 0:
                self.pc = pc
                return StopReason.LIMIT

    def _watch(self, pc: int) -> None:
        """Before each function while tracing or counting."""
        if self.trace:
            line = self.layout.line_at(pc)
            if line is not None and line.start == pc and line is not self.layout.direct:
                self.screen.write(f"[{line.number}]")
        if self.counts is not None:
            block = self.blocks.get(pc)
            if block is None or block.first:
                self.counts[pc] = self.counts.get(pc, 0) + 1

    def _failed(self, error: BasicError, pc: int) -> int | None:
        """An error: where the run goes on, or None when it ends."""
        self.space.held.clear()
        self.events.editor = None
        handler = self.faults.handle(error, pc)
        if handler is None:
            # CONT tries the statement again (MSX Red Book, 406FH).
            self._continue_at(self.statement_at(pc))
        return handler
