"""The running machine: its parts, and the statements that end a run or begin another."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping

from msxkit import basic_errors
from msxkit.basic_type import DEFAULT_TYPES, BasicType
from msxkit.carrying import carries
from msxkit.interpreter.emission.macro_variables import MacroVariables
from msxkit.interpreter.emission.program_code import Code, ProgramCode
from msxkit.interpreter.errors import Jump, RaisedError, Stopped
from msxkit.interpreter.files.disk_basic import DiskBasic
from msxkit.interpreter.files.drive import Drive
from msxkit.interpreter.files.files import Files
from msxkit.interpreter.files.pictures import Pictures
from msxkit.interpreter.files.records import Records
from msxkit.interpreter.files.turbo import Turbo
from msxkit.interpreter.input.waits import IDLE_POLLS, Waits
from msxkit.interpreter.limits import RunLimits
from msxkit.interpreter.loop import RunLoop
from msxkit.interpreter.memory import bios
from msxkit.interpreter.memory.bios_calls import BiosCalls
from msxkit.interpreter.memory.machine_code import HookArea, MachineCode
from msxkit.interpreter.memory.memory import Memory, map_devices, map_program, map_screen, put_text
from msxkit.interpreter.memory.variable_bytes import Storage
from msxkit.interpreter.memory.workspace import Accounts, MemoryLayout
from msxkit.interpreter.program_files import ProgramFiles
from msxkit.interpreter.program_text import ProgramText
from msxkit.interpreter.state import RunState
from msxkit.interpreter.statements.control import Control
from msxkit.interpreter.statements.data import DataReader
from msxkit.interpreter.statements.devices import Devices
from msxkit.interpreter.statements.display import Display
from msxkit.interpreter.statements.functions import Functions
from msxkit.interpreter.statements.onerror import OnError
from msxkit.interpreter.statements.printing import ScreenPrinter
from msxkit.interpreter.values.strings import StringSpace
from msxkit.interpreter.values.variables import Variables
from msxkit.machine.clock import Clock
from msxkit.machine.clock_chip import ClockChip
from msxkit.machine.graphics.graphics import Graphics
from msxkit.machine.guard import Guard
from msxkit.machine.keyboard import Keyboard
from msxkit.machine.memory_map import MemoryMap
from msxkit.machine.model import Model
from msxkit.machine.music import Music
from msxkit.machine.sound import SoundChip
from msxkit.machine.state_codec import put_back
from msxkit.machine.video.access import VideoAccess
from msxkit.machine.video.screens import Screens
from msxkit.machine.video.text_screen import TextScreen
from msxkit.machine.work_area import DIRECT_MODE
from msxkit.program.layout import Layout
from msxkit.stop_reason import StopReason
from msxkit.timing import math_pack
from msxkit.timing.block_costs import BlockCosts
from msxkit.timing.meters import Meters
from msxkit.timing.stopwatch import Stopwatch


class Machine:
    """One MSX with a program. Everything that goes in is an argument.

    Attributes:
        state: Everything that the machine knows; all other fields work on it or are made from it.
        times: TIME for each draw (RND of a negative TIME), in order; when there are no more, the machine's own clock.
        idle_limit: See `Waits`.
        interactive: Whether a user is at the prompt.
        guard: What every loop passes that a program can lengthen.
        names: The globals of compiled code: variables, arrays, and what it calls, which `binding.bind` puts there.
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
        self.limits = RunLimits(state.clock)
        self.guard = Guard(self.limits.overdue)
        # The machine
        self.keyboard = Keyboard(state.keyboard)
        self.sound = SoundChip(state.sound, self.keyboard.joystick_port)
        self.meters = Meters(model, state.clock, state.video, self.guard.spend)
        self.screen = TextScreen(state.video, self.meters.scrolled)
        self.screens = Screens(model, state.video, self.screen)
        self.clock = Clock(state.clock, model, self._tick)
        self.video_access = VideoAccess(model, state.video, self.screens, self.clock, self.guard.spend)
        self.memory_map = MemoryMap(state.memory, (self.video_access, self.sound, self.keyboard))
        # The program
        self.accounts = Accounts(
            state.workspace, model, state.text, state.variables, state.control, state.strings, state.files
        )
        self.variables = Variables(state.variables, self.accounts.reserve)
        self.names = self.variables.names
        functions: list[Code] = []
        self.costs = BlockCosts(state.costs, model, state.clock, state.variables, functions, timing=timing)
        self.code = ProgramCode(
            functions,
            self.text,
            state.run,
            self.variables,
            self.costs,
            off_the_end=self._off_the_end,
            end_of_direct=self._end_of_direct,
        )
        self.control = Control(state.control, self.variables.names, self.clock, self.accounts.check)
        self.space = StringSpace(
            state.strings,
            state.variables.live_strings,
            self.variables.strings,
            self._collected,
        )
        # What statements draw, play, read and write
        self.screen_out = ScreenPrinter(self.screen, state.accumulator)
        macros = MacroVariables(self.variables, state.run, self.guard.spend)
        self.graphics = Graphics(state.video, self.screens, macros, self.meters.drawn)
        self.music: Music = Music(
            state.music,
            state.accumulator,
            self.sound,
            self.clock,
            macros,
            math_pack.whole_quotient,
            macros.reals,
            self.guard.spend,
        )
        self.files = Files(
            state.files,
            Drive(files, model.drive, self.guard.spend),
            self.screen_out,
            self.graphics.text.put,
            self.space.made,
            state.memory,
            self.accounts.control_block,
            self.guard.spend,
        )
        self.records = Records(self.files, self.variables.names, self.space, self.variables.places_of_strings)
        self.disk_basic = DiskBasic(self.files.drive, self.space.made, self.memory_map)
        self.pictures = Pictures(self.graphics.copying, self.files.drive, self.disk_basic.need_disk)
        self.turbo = Turbo(model, self.files.drive, self.costs)
        self.data = DataReader(state.data, self.text)
        self.on_error = OnError(state.on_error, self.text.line_number, self.code.known)
        # Keys, devices and time
        self.waits = Waits(
            state.waits, times, self.clock, self.keyboard, self.screen, self.files, self.space, idle_limit
        )
        self.devices = Devices(
            state.effects,
            model,
            self.sound,
            self.music,
            self.keyboard,
            self.waits.polled,
            self.space.made,
            self.clock,
            ClockChip(state.clock_chip, model),
        )
        # Machine code, and the memory that programs see
        entries = bios.entries(
            self.screens,
            self.screen,
            self.keyboard,
            self.waits.wait_key,
            self.devices.beep,
            self.music.start_anew,
        )
        calls = BiosCalls(
            entries,
            self.memory_map,
            state.video,
            self.screens,
            self.screen,
            self.sound,
            self.keyboard,
            put_graphic=self.graphics.text.put,
            put_printed=lambda code: self.files.line_printer.string(chr(code)),
            wait_key=self.waits.wait_key,
            key_missing=self.waits.polled,
            stick=self.devices.stick,
            strig=self.devices.strig,
            pad=self.devices.pad,
            pdl=self.devices.pdl,
            spend=self.guard.spend,
        )
        self.machine_code = MachineCode(
            state.machine_code,
            self.memory_map,
            self.accounts,
            self.clock,
            calls,
            self.limits,
            state.run,
            self.guard.spend,
        )
        self.functions = Functions(
            state.functions,
            self.variables,
            self.code.body,
            self.code.parameters,
            self.text.line_number,
            entries,
            self.machine_code.usr,
            self._spend_body,
            self.devices.record,
            self.guard.spend,
        )
        self.workspace = MemoryLayout(
            self.accounts,
            state.strings,
            state.files,
            address=self.variables.address,
            free_strings=self.space.free,
            reset=self.reset_variables,
            close=self.files.close_file,
        )
        self.memory = Memory(self.memory_map)
        self.storage = Storage(
            self.accounts, state.text, self.variables, state.strings, state.memory.memory, self.guard.spend
        )
        map_screen(self.memory_map, state.video, self.screen)
        map_devices(self.memory_map, state.keyboard, state.clock)
        self.memory_map.map_area(HookArea(self.clock.listen))
        map_program(
            self.memory_map,
            self.accounts,
            self.storage,
            state.functions,
            state.on_error,
            state.waits,
            self.current_line,
            self.letter_type,
        )
        # The run
        self.display = Display(model, self.screens, self.screen, state.keyboard, state.clock_chip)
        self.programs = ProgramFiles(
            state.programs,
            self.text,
            state.run,
            self.load,
            self.take,
            self.put_direct,
            accounts=self.accounts,
            waits=self.waits,
            files=self.files,
            screen=self.screen_out,
            memory=self.memory,
            video=self.video_access,
            code=self.machine_code,
            turbo=self.turbo,
            interactive=interactive,
            spend=self.guard.spend,
        )
        self.stopwatch = Stopwatch(self.costs) if timing else None
        self.loop: RunLoop = RunLoop(
            state,
            self.text,
            self.code,
            self.costs,
            self.stopwatch,
            self.limits,
            clock=self.clock,
            control=self.control,
            on_error=self.on_error,
            space=self.space,
            screen=self.screen,
            video=self.video_access,
            keyboard=self.keyboard,
            music=self.music,
            machine_code=self.machine_code,
        )
        # What calls back
        self.screen.bell = self.devices.beep
        self.clock.hook = self.machine_code.interrupt
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
        """Take a program; nothing else changes."""
        self.text.load(layout)
        put_text(self.state.memory.memory, layout.data, self.model.himem)
        self.state.costs.known.clear()
        self.state.costs.weighed.clear()
        if self._run.counts is not None:
            self._run.counts.clear()
        self.code.begin()

    def take(self, layout: Layout) -> None:
        """Take a program, as LOAD and NEW do: variables are cleared."""
        self.load(layout)
        self.reset_variables()

    def put_back(self, state: RunState) -> None:
        """Go on from another state, which is copied."""
        put_back(self.state, state)
        self.text.adopt()
        self.variables.adopt()
        self.code.begin()

    @carries("AT")
    def run_is_at(self, pc: int) -> None:
        """Note the block that runs, so that the current line can be found in it."""
        self._run.pc = pc

    def current_line(self) -> int:
        """Return CURLIN."""
        number = self.text.line_number(self._run.pc)
        return DIRECT_MODE if number is None else number

    def _spend_body(self, pc: int) -> None:
        self.state.clock.spent += self.costs.body(pc)

    def letter_type(self, letter: int) -> int:
        """Return the type byte of the variables that begin with a letter (A is 0)."""
        return self._run.types[letter].size

    def reset_variables(self) -> None:
        """Reset what RUN, NEW and CLEAR reset: variables, functions, types, DATA, RND, traps, stack, files, CONT."""
        self._run.continue_pc = None
        self.variables.reset()
        self.costs.clear()
        self.state.functions.defined.clear()
        self.control.reset()
        self.space.reset(self.state.strings.size)
        self.data.restore(None)
        self.waits.reset()
        self.machine_code.give_up()
        self.on_error.reset()
        self.files.close_file(None)
        self.set_types(DEFAULT_TYPES)

    def set_types(self, types: tuple[BasicType, ...]) -> None:
        """Set the default types of the 26 letters. Code is compiled again for them."""
        if types != self._run.types:
            self._run.types = types
            self.code.forget()

    @carries("DEFINE_TYPE")
    def deftype(self, basic: BasicType, first: str, last: str) -> None:
        """Carry out DEFINT, DEFSNG, DEFDBL and DEFSTR."""
        start, end = ord(first) - 65, ord(last) - 65
        if end < start:
            raise RaisedError(basic_errors.SYNTAX)
        types = self._run.types
        self.set_types((*types[:start], *[basic] * (end - start + 1), *types[end + 1 :]))

    # Running on and stopping

    def _tick(self) -> int:
        """Carry out what an interrupt does. Return the T-states that it takes."""
        self.video_access.interrupted()
        return self.music.tick()

    def beep(self) -> None:
        """Sound as the machine does when a program fails."""
        self.music.beep(sound=self.devices.chip.beep)

    @carries("END")
    def end(self, pc: int) -> None:
        """Carry out END."""
        self.files.close_file(None)
        raise Stopped(StopReason.END, pc)

    @carries("STOP")
    def stop(self, pc: int) -> None:
        """Carry out STOP."""
        raise Stopped(StopReason.BREAK, pc)

    def _off_the_end(self) -> int:
        if self.state.on_error.handling:
            raise RaisedError(basic_errors.NO_RESUME)
        self.files.close_file(None)
        raise Stopped(StopReason.END)

    def _end_of_direct(self) -> int:
        raise Stopped(StopReason.END)

    def put_direct(self, stored: bytes) -> int:
        """Put a line of direct mode after the program; returns its offset."""
        line = self.text.set_direct(stored)
        self.code.forget()
        return line.start

    def start_direct(self, stored: bytes) -> None:
        """Make a line of direct mode the next thing to run; variables and the program stay."""
        self.pc = self.put_direct(stored)
        self.waits.give_up()
        self.machine_code.give_up()

    @carries("RUN")
    def run_again(self) -> int:
        """Carry out RUN: clear everything. Return where the program starts."""
        self.reset_variables()
        self.storage.begin()
        return self.text.start()

    @carries("RUN_FILE")
    def run_file(self, name: str, keep: bool) -> int:
        """Carry out RUN "file" [,R]: with R the files stay open. Return where the program starts."""
        channels = dict(self.files.channels) if keep else {}
        start = self.programs.load(name, True)
        self.files.channels.update(channels)
        return start

    @carries("CONT")
    def cont(self) -> int:
        """Carry out CONT. Return where the run goes on."""
        if self._run.continue_pc is None:
            raise RaisedError(basic_errors.CANT_CONTINUE)
        return self._run.continue_pc

    @carries("TRACE")
    def set_trace(self, on: bool, pc: int) -> None:
        """Carry out TRON and TROFF: the loop that runs `pc` on watches every statement, or none."""
        self._run.trace = on
        raise Jump(pc)

    def _collected(self, temporaries: int) -> None:
        """Charge a collection of the string space, with so many temporaries in use."""
        strings = sum(1 for _ in self.variables.places_of_strings()) + temporaries
        self.guard.spend(2 * strings)
        self.meters.collected(strings, sum(1 for _ in self.variables.strings()) + temporaries)
