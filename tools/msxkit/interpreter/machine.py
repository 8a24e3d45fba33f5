"""The running machine: compiled program and its parts, and the loop that runs it.

The state between two statements is plain data; a statement that has to wait raises `Pause` and starts again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping
from operator import length_hint

from msxkit import basicerrors
from msxkit.basictype import DEFAULT_TYPES, BasicType
from msxkit.decimal14 import BasicError
from msxkit.interpreter import bios
from msxkit.interpreter.blockcosts import BlockCosts
from msxkit.interpreter.code import CompiledLine
from msxkit.interpreter.codecache import CODE_CACHE, CompiledLines
from msxkit.interpreter.control import SPRITES_MET, Control
from msxkit.interpreter.data import DataReader
from msxkit.interpreter.devices import Devices
from msxkit.interpreter.diskbasic import DiskBasic
from msxkit.interpreter.display import Display
from msxkit.interpreter.emit_python import compile_line
from msxkit.interpreter.errors import Halted, Pause, RaisedError, Stopped
from msxkit.interpreter.files import Files
from msxkit.interpreter.functions import Functions
from msxkit.interpreter.macrovariables import MacroVariables
from msxkit.interpreter.memory import Memory, map_devices, map_program, map_screen, put_text
from msxkit.interpreter.meters import Meters
from msxkit.interpreter.onerror import OnError
from msxkit.interpreter.pictures import Pictures
from msxkit.interpreter.printing import GraphicPrinter, ScreenPrinter
from msxkit.interpreter.programfiles import ProgramFiles
from msxkit.interpreter.programtext import ProgramText
from msxkit.interpreter.records import Records
from msxkit.interpreter.state import RunState
from msxkit.interpreter.stopwatch import Stopwatch
from msxkit.interpreter.storage import Storage
from msxkit.interpreter.strings import StringSpace
from msxkit.interpreter.variables import Variables
from msxkit.interpreter.waits import IDLE_POLLS, Waits
from msxkit.interpreter.workspace import Accounts, Workspace
from msxkit.machine.clock import NEVER, SECOND, Clock
from msxkit.machine.cost.printing import end_of_run
from msxkit.machine.graphics.graphics import Graphics
from msxkit.machine.keeping import put_back
from msxkit.machine.keyboard import Keyboard
from msxkit.machine.memorymap import MemoryMap
from msxkit.machine.model import Model
from msxkit.machine.music import Music
from msxkit.machine.sound import SoundChip
from msxkit.machine.video.access import VideoAccess
from msxkit.machine.video.screens import Screens
from msxkit.machine.video.textscreen import TextScreen
from msxkit.machine.workarea import DIRECT_MODE
from msxkit.program.layout import Layout, Line
from msxkit.program.model import Block
from msxkit.stopreason import StopReason


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
#: Statements between two looks at whoever wants to stop the run.
ROUND = 1000
#: T-states between two of them: statements that take long are no reason to wait.
LOOK = 5 * SECOND


class Machine:
    """One MSX with a program. Everything that goes in is an argument.

    state: everything it knows; whatever else is here works on it, or is made of it. times: TIME for each draw (RND of
    a negative TIME), in order; when there are no more, the machine's own clock. idle_limit: see `Waits`. interactive:
    somebody is at the prompt. names: the globals of compiled code: variables, arrays, and what it
    calls, which `binding.bind` puts there. code: offset -> function.
    blocks: offset -> the block of the program model that the function runs.
    """

    def __init__(
        self,
        layout: Layout,
        model: Model,
        times: Iterator[int],
        files: MutableMapping[str, bytes],
        *,
        idle_limit: int | None = IDLE_POLLS,
        interactive: bool = False,
        timing: bool = False,
    ) -> None:
        self.model = model
        self.text = ProgramText(layout)
        self.state = state = RunState.fresh(model, self.text)
        self._run = state.run
        # The machine
        self.keyboard = Keyboard(state.keyboard)
        self.sound = SoundChip(state.sound, self.keyboard.joystick_port)
        self.screen = TextScreen(state.video, lambda: self.devices.beep())
        self.screens = Screens(model, state.video, self.screen)
        self.video_access = VideoAccess(state.video, self.screens)
        self.clock = Clock(state.clock, model, lambda: self.music.tick())
        self.memory_map = MemoryMap(state.memory, (self.video_access, self.sound, self.keyboard))
        # The program
        self.accounts = Accounts(
            *(state.workspace, model, state.text, state.variables, state.control, state.strings, state.files)
        )
        self.variables = Variables(state.variables, self.accounts.reserve)
        self.names = self.variables.names
        self.control = Control(state.control, self.variables.names, self.clock, self.accounts.check)
        self.space = StringSpace(
            *(state.strings, state.variables.live_strings, self.variables.strings),
            lambda temporaries: self._collected(temporaries),
        )
        self.screen_out = ScreenPrinter(self.screen)
        macros = MacroVariables(self.variables, state.run, self._busy)
        self.graphics = Graphics(
            *(state.video, self.screens, macros, lambda work, count: self.meters.drawn(work, count))
        )
        self.music: Music = Music(state.music, self.sound, self.clock, macros)
        graphic_out = GraphicPrinter(self.graphics.text.put)
        self.files = Files(state.files, files, self.screen_out, graphic_out, self.space.made, model.drive)
        self.records = Records(self.files, self.variables.names, self.space, self.variables.places_of_strings)
        self.disk_basic = DiskBasic(model.drive, self.space.made)
        self.pictures = Pictures(self.graphics.copying, self.files.store, self.disk_basic.need_disk)
        self.data = DataReader(state.data, self.text)
        self.on_error = OnError(state.on_error, self.text.line_number, self.block)
        self.waits = Waits(
            *(state.waits, times, self.clock, self.keyboard, self.screen, self.files, self.space, idle_limit)
        )
        self.devices = Devices(
            *(state.effects, model, self.sound, self.music, self.keyboard, self.waits.polled)
        )
        entries = bios.entries(
            *(self.screens, self.screen, self.keyboard, self.waits.wait_key),
            *(self.devices.beep, self.music.start_anew),
        )
        self.functions = Functions(
            *(state.functions, self.variables.names, self.body, self.text.line_number),
            *(entries, self.devices.record),
        )
        self.workspace = Workspace(
            self.accounts,
            state.strings,
            state.files,
            address=self.variables.address,
            free_strings=self.space.free,
            reset=self.reset_variables,
            close=self.files.close_file,
        )
        self.memory = Memory(self.memory_map)
        storage = Storage(self.accounts, state.text, self.variables, state.strings, state.memory.memory)
        map_screen(self.memory_map, state.video, self.screen)
        map_devices(self.memory_map, state.keyboard, state.clock)
        map_program(
            *(self.memory_map, self.accounts, storage, state.functions, state.on_error, state.waits),
            *(self.current_line, self.letter_type),
        )
        self.display = Display(model, self.screens, self.screen, state.keyboard)
        self.programs = ProgramFiles(
            *(state.programs, self.text, state.run, self.take),
            accounts=self.accounts,
            waits=self.waits,
            files=self.files,
            screen=self.screen_out,
            memory=self.memory,
            video=self.video_access,
            interactive=interactive,
        )
        #: Offsets at which a run halts, with `limit`, before the statement; it passes the one that it goes on at.
        self.halts: frozenset[int] = frozenset()
        self._passes = -1
        #: Asked now and then whether to stop; T-states at which that is due.
        self._poll: Callable[[], bool] | None = None
        self._look = NEVER
        #: Called when interrupts have come, before the traps are looked at; True ends the run with `limit`.
        self.at_interrupt: Callable[[], bool] | None = None
        # The code, which is made of the program
        self.code: list[Code] = []
        self.blocks: dict[int, Block] = {}
        self.costs = BlockCosts(*(state.costs, model, state.clock, state.variables, self.code), timing=timing)
        self.meters: Meters = Meters(
            model, state.clock, self.screen, lambda: self.layout, self.data.ahead, self._busy
        )
        self.stopwatch = Stopwatch(self.costs) if timing else None
        self._cache: CompiledLines = {}
        self.load(layout)

    @property
    def layout(self) -> Layout:
        """Where the program's lines lie."""
        return self.text.layout

    @property
    def pc(self) -> int:
        """Offset of what runs next."""
        return self._run.pc

    @pc.setter
    def pc(self, value: int) -> None:
        self._run.pc = value

    # Program

    def load(self, layout: Layout) -> None:
        """Takes a program; nothing else changes."""
        self.text.load(layout)
        put_text(self.state.memory.memory, layout.data, self.model.himem)
        self.state.costs.known.clear()
        self.state.costs.weighed.clear()
        if self._run.counts is not None:
            self._run.counts.clear()
        self._take_code()

    def take(self, layout: Layout) -> None:
        """Takes a program, as LOAD and NEW do: variables are cleared."""
        self.load(layout)
        self.reset_variables()

    def put_back(self, state: RunState) -> None:
        """Goes on from another state, which is copied."""
        put_back(self.state, state)
        self.text.adopt()
        self.variables.adopt()
        self._take_code()

    def _take_code(self) -> None:
        """Code is made anew: of this program."""
        self._cache = CODE_CACHE.get(self.layout.data)
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
        self.costs.begin(self.layout)

    def compile_at(self, pc: int) -> None:
        """Compiles the line that offset `pc` lies in."""
        line = self.layout.line_at(pc)
        if line is None:
            raise RuntimeError(f"the run left the program: offset {pc}")
        if line is self.layout.direct:
            compiled = self._compile(line)
        else:
            key = (line.start, self._run.types)
            found = self._cache.get(key)
            if found is None:
                found = self._cache[key] = self._compile(line)
            compiled = found
        names = self.names
        names.update(compiled.unit.constants)
        self.variables.declare(compiled.unit)
        exec(compiled.code, names)
        for block in compiled.blocks:
            self.blocks[block.offset] = block
        self.costs.add(line, compiled, lambda offset: self._halting(offset, names[f"o{offset}"]))

    def halt_at(self, offsets: Iterable[int]) -> None:
        """From now on the run halts at these offsets, and at no others."""
        self.halts = frozenset(offsets)
        self._forget_code()

    def _halting(self, offset: int, code: Code) -> Code:
        """The function of a block; where the run is to halt it does so first."""
        if offset not in self.halts:
            return code

        def halt() -> int:
            if self._passes != offset:
                raise Halted
            self._passes = -1
            return code()

        return halt

    def _compile(self, line: Line) -> CompiledLine:
        return compile_line(self.layout, line, self._run.types)

    def body(self, pc: int) -> Code:
        """The compiled body of the DEF FN at an offset."""
        name = f"f{pc}"
        if pc not in self.blocks or name not in self.names:
            self.compile_at(pc)
        body: Code = self.names[name]
        return body

    def block(self, pc: int) -> Block:
        """The block at an offset."""
        if pc not in self.blocks:
            self.compile_at(pc)
        return self.blocks[pc]

    def run_is_at(self, pc: int) -> None:
        """The block that runs; whoever asks for the current line in it finds it."""
        self._run.pc = pc

    def current_line(self) -> int:
        """CURLIN."""
        number = self.text.line_number(self._run.pc)
        return DIRECT_MODE if number is None else number

    def letter_type(self, letter: int) -> int:
        """The type byte of the variables that begin with a letter (A is 0)."""
        return self._run.types[letter].size

    def reset_variables(self) -> None:
        """RUN, NEW, CLEAR: variables, arrays, functions, types, DATA, RND, traps, stack, files."""
        self.variables.reset()
        self.costs.clear()
        self.state.functions.defined.clear()
        self.control.reset()
        self.space.reset(self.state.strings.size)
        self.data.restore(None)
        self.waits.reset()
        self.on_error.reset()
        self.files.close_file(None)
        self.set_types(DEFAULT_TYPES)

    def set_types(self, types: tuple[BasicType, ...]) -> None:
        """Default types of the 26 letters; other types are other code."""
        if types != self._run.types:
            self._run.types = types
            self._forget_code()

    def deftype(self, basic: BasicType, first: str, last: str) -> None:
        """DEFINT, DEFSNG, DEFDBL, DEFSTR."""
        start, end = ord(first) - 65, ord(last) - 65
        if end < start:
            raise RaisedError(basicerrors.SYNTAX)
        types = self._run.types
        self.set_types((*types[:start], *[basic] * (end - start + 1), *types[end + 1 :]))

    # Running on and stopping

    def end(self, pc: int) -> None:
        """END."""
        self.files.close_file(None)
        self._continue_at(pc)
        raise Stopped(StopReason.END)

    def _continue_at(self, pc: int) -> None:
        if self.text.line_number(pc) is not None:
            self._run.continue_pc = pc

    def stop(self, pc: int) -> None:
        """STOP."""
        self._continue_at(pc)
        raise Stopped(StopReason.BREAK)

    def _off_the_end(self) -> int:
        if self.state.on_error.handling:
            raise RaisedError(basicerrors.NO_RESUME)
        self.files.close_file(None)
        self._run.continue_pc = None
        raise Stopped(StopReason.END)

    def _end_of_direct(self) -> int:
        raise Stopped(StopReason.END)

    def start_direct(self, stored: bytes) -> None:
        """Makes a line of direct mode the next thing to run; variables and the program stay."""
        line = self.text.set_direct(stored)
        self._forget_code()
        self.pc = line.start
        self.waits.give_up()

    def statement_at(self, pc: int) -> int:
        """Offset of the statement that offset `pc` lies in."""
        return self.block(pc).statement if self.code[pc] != self._off_the_end else pc

    def run_again(self) -> int:
        """RUN: everything is cleared; where the program starts."""
        self.reset_variables()
        return self.text.start()

    def run_file(self, name: str, keep: bool) -> int:
        """RUN "file" [,R]: with R the files stay open."""
        channels = dict(self.files.channels) if keep else {}
        start = self.programs.load(name, True)
        self.files.channels.update(channels)
        return start

    def cont(self) -> int:
        """CONT."""
        if self._run.continue_pc is None or self.text.line_number(self.pc) is not None:
            raise RaisedError(basicerrors.CANT_CONTINUE)
        return self._run.continue_pc

    def set_trace(self, on: bool, pc: int) -> None:
        """TRON, TROFF: the loop that runs `pc` on watches every statement, or none."""
        self._run.trace = on
        raise Jump(pc)

    # The loop

    def execute(self, budget: int | None = None, poll: Callable[[], bool] | None = None) -> StopReason:
        """Runs on from `pc` until something happens.

        budget: statements at most. poll: asked now and then; True stops with `limit`.
        """
        code, cost, run, clock = self.code, self.costs.fixed, self._run, self.state.clock
        traps, interrupt = self.state.control.traps, self._interrupt
        pc = run.pc
        self._poll = poll
        self._look = clock.alarm = NEVER if poll is None else clock.t_states + LOOK
        clock.listening = False
        if self._awaited() or self.music.playing:
            self.clock.listen()
        resumed = run.resumed
        run.resumed = False
        self._passes = pc
        while budget is None or budget > 0:
            count = ROUND if budget is None or budget > ROUND else budget
            ticks = iter(range(count))
            undone = 0
            stop: StopReason | None = None
            at, begun, interrupts = pc, clock.t_states, clock.interrupts
            try:
                if run.trace or run.counts is not None or self.stopwatch is not None:
                    for _ in ticks:
                        if code[pc] is _uncompiled:
                            self.compile_at(pc)
                        if not resumed:
                            self._watch(pc)
                        resumed = False
                        at, begun = pc, clock.t_states
                        clock.t_states += cost[pc]
                        pc = code[pc]()
                        self._time(at, begun, pc)
                        if clock.interrupts != interrupts and self._awaited():
                            break
                else:
                    for _ in ticks:
                        clock.t_states += cost[pc]
                        pc = code[pc]()
                        if clock.t_states >= clock.alarm and interrupt():
                            break
            except Uncompiled:
                undone = 1
                self.compile_at(pc)
                if code[pc] is _uncompiled:
                    raise RuntimeError(f"the run came to offset {pc}, where no statement begins") from None
            except (BasicError, RecursionError, MemoryError) as error:
                run.pc = pc
                known = error if isinstance(error, BasicError) else RaisedError(basicerrors.OUT_OF_MEMORY)
                handler = self._failed(known, pc)
                if handler is None:
                    stop = StopReason.ERROR
                else:
                    self._time(at, begun, handler)
                    pc = handler
            except Jump as jump:
                pc = jump.pc
                self._time(at, begun, pc)
            except Halted:
                undone = 1
                clock.t_states -= cost[pc]
                stop = StopReason.LIMIT
            except Pause as pause:
                undone = 1
                clock.t_states -= cost[pc]
                self.state.waits.paused_pc = pc
                run.resumed = True
                stop = pause.at
            except Stopped as stopped:
                if stopped.reason is StopReason.NEW:
                    pc = self.text.start()
                run.pc = pc
                if stopped.reason is StopReason.BREAK and self._run.continue_pc is None:
                    self._continue_at(self.statement_at(pc))
                stop = stopped.reason
            done = count - length_hint(ticks) - undone
            run.steps += done
            if budget is not None:
                budget -= done
            self.clock.catch_up()
            if stop:
                run.pc = pc
                if not undone:
                    self._ended(at, begun, stop)
                return stop
            if clock.interrupts != interrupts:
                if self.at_interrupt is not None and self.at_interrupt():
                    budget = 0
                if traps:
                    pc = self._trapped(pc)
            if poll is not None:
                self._look = clock.t_states + LOOK
                clock.alarm = min(clock.alarm, self._look)
                if poll():
                    budget = 0
        run.pc = pc
        return StopReason.LIMIT

    def _interrupt(self) -> bool:
        """An interrupt is due, or a look at whoever may stop the run: whether somebody waits for that."""
        clock = self.state.clock
        self.clock.catch_up()
        awaited = self._awaited()
        clock.listening = awaited or self.music.playing
        clock.alarm = min(clock.due if clock.listening else NEVER, self._look)
        return awaited or clock.t_states >= self._look

    def _busy(self) -> None:
        """Within a statement that takes long: whoever may stop the run is asked."""
        if self._poll is not None and self._poll():
            raise Pause(StopReason.LIMIT)

    def _collected(self, temporaries: int) -> None:
        """The garbage of the string space was collected, while so many temporaries were in use."""
        strings = sum(1 for _ in self.variables.places_of_strings()) + temporaries
        self.meters.collected(strings, sum(1 for _ in self.variables.strings()) + temporaries)

    def _awaited(self) -> bool:
        """Whether somebody waits for interrupts."""
        return bool(self.state.control.traps) or self.at_interrupt is not None

    def _time(self, at: int, begun: int, target: int | None) -> None:
        """The block at `at` has run since `begun`. target: where the run goes on, unless it has stopped."""
        self.clock.catch_up()
        block = self.blocks.get(at)
        if self.stopwatch is not None and block is not None:
            self.stopwatch.spent(self.layout, block, target, self.state.clock.t_states - begun)

    def _ended(self, at: int, begun: int, stop: StopReason) -> None:
        """The run has stopped in the block at `at`, or behind the program; the machine says so, and `Ok`."""
        self._time(at, begun, None)
        clock, on_error = self.state.clock, self.state.on_error
        failed = stop is StopReason.ERROR
        begun = clock.t_states
        message = basicerrors.text_of(on_error.err) if failed else ""
        clock.t_states += end_of_run(message, on_error.line if failed else None, self.screen.column > 0)
        self.clock.catch_up()
        if self.stopwatch is not None:
            self.stopwatch.add(clock.t_states - begun)

    def _trapped(self, pc: int) -> int:
        """At an interrupt with traps: where the run goes on."""
        for source in self.keyboard.pressed():
            self.control.signal(source)
        if SPRITES_MET in self.state.control.traps and self.video_access.sprites_met():
            self.control.signal(SPRITES_MET)
        if self.state.on_error.handling or self.text.line_number(pc) is None:
            return pc
        return self.control.trapped(pc)

    def _watch(self, pc: int) -> None:
        """Before each function while tracing or counting."""
        run = self._run
        if run.trace:
            line = self.layout.line_at(pc)
            if line is not None and line.start == pc and line is not self.layout.direct:
                self.screen.write(f"[{line.number}]")
        if run.counts is not None:
            block = self.blocks.get(pc)
            if block is None or block.first:
                run.counts[pc] = run.counts.get(pc, 0) + 1

    def _failed(self, error: BasicError, pc: int) -> int | None:
        """An error: where the run goes on, or None when it ends."""
        self.space.drop_held()
        self.state.waits.editor = None
        handler = self.on_error.handle(error, pc)
        if handler is None:
            # CONT tries the statement again (MSX Red Book, 406FH).
            self._continue_at(self.statement_at(pc))
        return handler
