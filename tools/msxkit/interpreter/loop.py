"""The loop that runs compiled code, from the offset where the run stands until something happens.

The state between two statements is plain data; a statement that has to wait raises `Pause` and starts again.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import length_hint

from msxkit import basic_errors
from msxkit.decimal14 import BasicError
from msxkit.interpreter.code import python_variable
from msxkit.interpreter.emission.program_code import ProgramCode, Uncompiled, uncompiled
from msxkit.interpreter.errors import Jump, RaisedError, Stopped
from msxkit.interpreter.limits import RunLimits
from msxkit.interpreter.memory.machine_code import MachineCode
from msxkit.interpreter.program_text import ProgramText
from msxkit.interpreter.state import RunState
from msxkit.interpreter.statements.control import SPRITES_MET, Control
from msxkit.interpreter.statements.onerror import OnError
from msxkit.interpreter.values.strings import StringSpace
from msxkit.machine.clock import AT_ONCE, SECOND, Clock
from msxkit.machine.keyboard import Keyboard
from msxkit.machine.music import Music
from msxkit.machine.video.access import VideoAccess
from msxkit.machine.video.text_screen import TextScreen
from msxkit.program.model import SetVariable
from msxkit.stop_reason import Halted, Pause, StopReason
from msxkit.timing.block_costs import BlockCosts
from msxkit.timing.printing import end_of_run
from msxkit.timing.stopwatch import Stopwatch

#: Statements between two polls for a stop request.
ROUND = 1000


class RunLoop:
    """The loop that runs the code of one machine.

    Attributes:
        stopwatch: Measures each statement, if there is one.
    """

    def __init__(
        self,
        state: RunState,
        text: ProgramText,
        code: ProgramCode,
        costs: BlockCosts,
        stopwatch: Stopwatch | None,
        limits: RunLimits,
        *,
        clock: Clock,
        control: Control,
        on_error: OnError,
        space: StringSpace,
        screen: TextScreen,
        video: VideoAccess,
        keyboard: Keyboard,
        music: Music,
        machine_code: MachineCode,
    ) -> None:
        self._state = state
        self._run = state.run
        self._text = text
        self._code = code
        self._costs = costs
        self._stopwatch = stopwatch
        self._limits = limits
        self._clock = clock
        self._control = control
        self._on_error = on_error
        self._space = space
        self._screen = screen
        self._video = video
        self._keyboard = keyboard
        self._music = music
        self._machine_code = machine_code

    def _continue_at(self, pc: int) -> None:
        """Let CONT go on there, unless that is in direct mode."""
        if self._text.line_number(pc) is not None:
            self._run.continue_pc = pc

    def execute(
        self, budget: int | None = None, poll: Callable[[], bool] | None = None, until: int | None = None
    ) -> StopReason:
        """Run on from `pc` until something happens.

        Args:
            budget: Statements at most.
            poll: Called now and then; True stops the run with `limit`.
            until: T-states since the start, of which the first interrupt does so.
        """
        try:
            with self._limits.run(budget, poll, until):
                return self._execute(budget, poll)
        except Pause as pause:  # by code of the program in an interrupt between two statements
            return pause.at
        finally:
            self._state.clock.rebase()

    def _execute(self, budget: int | None, poll: Callable[[], bool] | None) -> StopReason:
        code, cost, run, clock = self._code.functions, self._costs.fixed, self._run, self._state.clock
        traps, interrupt, limits = self._state.control.traps, self._interrupt, self._limits
        written = self._code.watching.written
        pc = run.pc
        clock.listening = False
        limits.look = AT_ONCE
        interrupt()
        if traps:
            clock.limit = AT_ONCE
        resumed = run.resumed
        run.resumed = False
        self._code.go_on_at(pc)
        at, begun = pc, clock.t_states
        while budget is None or budget > 0:
            count = ROUND if budget is None or budget > ROUND else budget
            ticks = iter(range(count))
            limits.worked = undone = 0
            stop: StopReason | None = None
            interrupts = clock.interrupts
            try:
                if run.trace or run.counts is not None or self._stopwatch is not None:
                    for _ in ticks:
                        if code[pc] is uncompiled:
                            self._code.compile_at(pc)
                        if not resumed:
                            self._watch(pc)
                        resumed = False
                        at, begun = pc, clock.t_states
                        clock.spent += cost[pc]
                        pc = code[pc]()
                        self._time(at, begun, pc)
                        if clock.spent >= clock.limit and interrupt():
                            break
                else:
                    for _ in ticks:
                        clock.spent += cost[pc]
                        pc = code[pc]()
                        if clock.spent >= clock.limit and interrupt():
                            break
            except Uncompiled:
                undone = 1
                self._code.compile_at(pc)
                if code[pc] is uncompiled and not self._returned(pc):
                    stop = StopReason.END
            except (BasicError, RecursionError, MemoryError) as error:
                run.pc = pc
                known = error if isinstance(error, BasicError) else RaisedError(basic_errors.OUT_OF_MEMORY)
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
                clock.spent -= cost[pc]
                stop = StopReason.LIMIT
            except Pause as pause:
                undone = 1
                clock.spent -= cost[pc]
                self._state.waits.paused_pc = pc
                run.resumed = True
                stop = pause.at
            except Stopped as stopped:
                if stopped.reason is StopReason.NEW:
                    pc = self._text.start()
                run.pc = pc
                if stopped.following is not None:
                    self._continue_at(stopped.following)
                elif stopped.reason is StopReason.BREAK:  # INPUT begins again
                    self._continue_at(self._code.statement_at(pc))
                stop = stopped.reason
            done = count - length_hint(ticks) - undone
            run.steps += done
            if budget is not None:
                budget -= done
            run.pc = pc
            self._clock.catch_up()
            if limits.hook_error is not None and not stop:
                failure, limits.hook_error = limits.hook_error, None
                handler = self._failed(failure, pc)
                if handler is None:
                    stop = StopReason.ERROR
                else:
                    pc = handler
            if stop:
                if not undone:
                    self._ended(at, begun, stop)
                return stop
            came = clock.interrupts != interrupts
            if came and limits.stops():
                budget = 0
            if written:
                budget = 0
            if traps and not undone:
                pc = self._trapped(pc, came)
            if poll is not None and poll():
                budget = 0
        run.pc = pc
        return StopReason.LIMIT

    def _interrupt(self) -> bool:
        """Handle interrupts, and say when the next ones are looked at. Return whether to look at traps and stops."""
        clock, limits = self._state.clock, self._limits
        self._clock.catch_up()
        now = clock.t_states
        looks = limits.looked(now)
        left = limits.until - now
        awaited = bool(self._state.control.traps) or limits.at_interrupt is not None or left < SECOND
        watched = self._state.video.status is not None
        clock.listening = awaited or watched or self._music.playing or self._machine_code.hooked
        # Interrupts that nobody waits for are counted later, and take an eighth of the time at most. So a statement in
        # which half of what is left passes begins long before the end: one that outlasts the end meets an interrupt.
        ahead = clock.due - clock.spent if clock.listening else left // 2
        clock.ask_in(min(ahead, limits.look - now))
        return awaited or looks

    def _time(self, at: int, begun: int, target: int | None) -> None:
        """Charge the time that the block at `at` has taken since `begun`.

        Args:
            target: Where the run goes on, unless it has stopped.
        """
        self._clock.catch_up()
        block = self._code.blocks.get(at)
        if self._stopwatch is not None and block is not None:
            self._stopwatch.spent(self._text.layout, block, target, self._state.clock.t_states - begun)

    def _ended(self, at: int, begun: int, stop: StopReason) -> None:
        """Report the end of the run in the block at `at`, or behind the program, and show `Ok`."""
        self._time(at, begun, None)
        clock, on_error = self._state.clock, self._state.on_error
        failed = stop is StopReason.ERROR
        begun = clock.t_states
        message = basic_errors.text_of(on_error.err) if failed else ""
        line = on_error.line if failed else None
        clock.spent += end_of_run(self._costs.error, message, line, self._screen.state.column > 0)
        self._clock.catch_up()
        if self._stopwatch is not None:
            self._stopwatch.add(clock.t_states - begun)

    def _trapped(self, pc: int, interrupted: bool) -> int:
        """Look at traps between two statements. Return where the run goes on.

        Args:
            interrupted: An interrupt has come.
        """
        if interrupted:
            for source in self._keyboard.pressed():
                self._control.signal(source)
            if SPRITES_MET in self._state.control.traps and self._video.sprites_met():
                self._control.signal(SPRITES_MET)
        if self._state.on_error.handling:
            self._state.clock.limit = AT_ONCE  # what has happened is due right behind RESUME
            return pc
        if self._text.line_number(pc) is None:
            return pc
        return self._control.trapped(pc)

    def _watch(self, pc: int) -> None:
        """Watch each function before it runs, while tracing or counting."""
        run = self._run
        if run.trace:
            line = self._text.layout.line_at(pc)
            if line is not None and line.start == pc and line is not self._text.layout.direct:
                self._screen.write(f"[{line.number}]")
        if run.counts is not None:
            block = self._code.blocks.get(pc)
            if block is None or block.first:
                run.counts[pc] = run.counts.get(pc, 0) + 1

    def _returned(self, pc: int) -> bool:
        """Return whether a line of direct mode goes on at a place where no statement begins."""
        goes_on = self._text.return_to_direct(pc)
        if goes_on:
            self._code.forget()
        return goes_on

    def _make_target(self, pc: int) -> None:
        """Make the variable of an assignment. The machine makes it before the value, whose computation has failed."""
        block, variables = self._code.blocks.get(pc), self._state.variables
        for instruction in block.instructions if block is not None else ():
            if isinstance(instruction, SetVariable):
                python = python_variable(instruction.variable)
                if not variables.exists(python):
                    variables.make(python)
                    return

    def _failed(self, error: BasicError, pc: int) -> int | None:
        """Handle an error. Return where the run goes on, or None when it ends."""
        self._space.drop_held()
        self._make_target(pc)
        self._state.waits.editor = None
        handler = self._on_error.handle(error, pc)
        failed = self._on_error.state.line
        if failed is not None:
            self._text.state.current = failed
        # CONT tries the statement again (MSX Red Book, 406FH).
        self._continue_at(self._code.statement_at(pc))
        return handler
