"""The loop that runs compiled code, from the offset where the run stands until something happens.

The state between two statements is plain data; a statement that has to wait raises `Pause` and starts again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import length_hint

from msxkit import basic_errors
from msxkit.decimal14 import BasicError
from msxkit.interpreter.code import python_variable
from msxkit.interpreter.emission.program_code import ProgramCode, Uncompiled, uncompiled
from msxkit.interpreter.errors import Jump, RaisedError, Stopped
from msxkit.interpreter.memory.machine_code import MachineCode
from msxkit.interpreter.program_text import ProgramText
from msxkit.interpreter.state import RunState
from msxkit.interpreter.statements.control import SPRITES_MET, Control
from msxkit.interpreter.statements.onerror import OnError
from msxkit.interpreter.values.strings import StringSpace
from msxkit.machine.clock import AT_ONCE, NEVER, SECOND, Clock
from msxkit.machine.guard import QUOTA
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
#: T-states between two of them, so that long statements do not delay them.
LOOK = 5 * SECOND
#: Work that a single statement may do (`guard.Guard`) where the statements are limited, beside one for each of them.
LONGEST = 1_000_000


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
        self._clock = clock
        self._control = control
        self._on_error = on_error
        self._space = space
        self._screen = screen
        self._video = video
        self._keyboard = keyboard
        self._music = music
        self._machine_code = machine_code
        #: Asked now and then whether to stop; T-states at which that is due, and of which the first interrupt stops the
        #: run.
        self._poll: Callable[[], bool] | None = None
        self._look = self._until = NEVER
        #: The work that the statement has done which runs, and what it may do.
        self._worked = 0
        self._most: int | None = None
        #: The error of what the program has put into a hook of the interrupt.
        self._hook_error: BasicError | None = None
        #: Asked within a statement that takes long whether it is broken off; None: whether to stop is.
        self.breaks: Callable[[], bool] | None = None
        #: Called when interrupts have come, before the traps are looked at; True ends the run with `limit`.
        self.at_interrupt: Callable[[], bool] | None = None

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
        self._poll, self._worked, self._hook_error = poll, 0, None
        self._until = NEVER if until is None else until
        # A target that can break off a statement needs no limit here.
        self._most = None if budget is None or self.breaks is not None else LONGEST + budget
        try:
            return self._execute(budget, poll)
        except Pause as pause:  # by code of the program in an interrupt between two statements
            return pause.at
        finally:
            self._poll = self._most = None
            self._until = NEVER
            self._state.clock.rebase()

    def _execute(self, budget: int | None, poll: Callable[[], bool] | None) -> StopReason:
        code, cost, run, clock = self._code.functions, self._costs.fixed, self._run, self._state.clock
        traps, interrupt = self._state.control.traps, self._interrupt
        written = self._code.watching.written
        pc = run.pc
        clock.listening = False
        self._look = AT_ONCE
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
            self._worked = undone = 0
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
            if self._hook_error is not None and not stop:
                failure, self._hook_error = self._hook_error, None
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
            if came and self._stops():
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
        clock = self._state.clock
        self._clock.catch_up()
        now = clock.t_states
        looks = now >= self._look
        if looks:
            self._look = NEVER if self._poll is None else now + LOOK
        left = self._until - now
        awaited = bool(self._state.control.traps) or self.at_interrupt is not None or left < SECOND
        watched = self._state.video.status is not None
        clock.listening = awaited or watched or self._music.playing or self._machine_code.hooked
        # Interrupts that nobody waits for are counted later, and take an eighth of the time at most. So a statement in
        # which half of what is left passes begins long before the end: one that outlasts the end meets an interrupt.
        ahead = clock.due - clock.spent if clock.listening else left // 2
        clock.ask_in(min(ahead, self._look - now))
        return awaited or looks

    def overdue(self) -> None:
        """Break off a statement that takes too long, if a stop was requested; else look for a request after it."""
        self._worked += QUOTA
        asked = self.breaks or self._poll
        if (asked is not None and asked()) or (self._most is not None and self._worked > self._most):
            raise Pause(StopReason.LIMIT)
        if self._poll is not None or self._most is not None:
            self._look = self._state.clock.limit = AT_ONCE

    @contextmanager
    def limited(self) -> Iterator[None]:
        """Let an expression that a debugger computes take no longer than a statement may."""
        self._most, self._worked = LONGEST, 0
        try:
            yield
        finally:
            self._most = None

    @contextmanager
    def asking(self, poll: Callable[[], bool] | None) -> Iterator[None]:
        """Let code of the program in interrupts take no longer than a statement may, while no statement runs."""
        self._poll, self._worked = poll, 0
        self._most = LONGEST if poll is None and self.breaks is None else None
        try:
            yield
        finally:
            self._poll = self._most = None

    def hook_failed(self, error: BasicError) -> None:
        """Note that code of the program in an interrupt has failed: the statement that runs then is the last."""
        self._hook_error = error
        self._look = self._state.clock.limit = AT_ONCE

    def busy(self) -> bool:
        """Poll for a stop request within machine code, which can pause. Return whether a caller is polling."""
        if self._poll is not None and self._poll():
            raise Pause(StopReason.LIMIT)
        return self._poll is not None

    def interrupted(self) -> None:
        """Handle interrupts within a statement that takes long."""
        if self._stops():
            raise Pause(StopReason.LIMIT)

    def _stops(self) -> bool:
        """Report that interrupts have come. Return whether the run ends there."""
        told = self.at_interrupt is not None and self.at_interrupt()
        return told or self._state.clock.t_states >= self._until

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
        clock.spent += end_of_run(self._costs.error, message, line, self._screen.column > 0)
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
