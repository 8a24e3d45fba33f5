"""The way into the interpreter: a program on a machine, run from event to event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from msxkit import basic_errors
from msxkit.basic_errors import Failure
from msxkit.charset import decode
from msxkit.decimal14 import Number
from msxkit.display.screen import Screen
from msxkit.errors import MsxError, ProgramError
from msxkit.interpreter.binding import bind
from msxkit.interpreter.console import command
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.event import Event as Event
from msxkit.interpreter.input.waits import IDLE_POLLS
from msxkit.interpreter.machine import Machine
from msxkit.interpreter.parts.files import SessionFiles
from msxkit.interpreter.parts.keys import Keys
from msxkit.interpreter.parts.memory import SessionMemory
from msxkit.interpreter.parts.notes import Notes
from msxkit.interpreter.parts.sound import Sound
from msxkit.interpreter.parts.source import ProgramSource
from msxkit.interpreter.parts.video import Video
from msxkit.interpreter.snapshot import Snapshot
from msxkit.interpreter.state import RunState
from msxkit.interpreter.watching import Watched, Write
from msxkit.language.lister import listed_offset
from msxkit.language.program import Place, Program
from msxkit.language.scanner import CrunchError, blank_skipped, crunch, take_line_number
from msxkit.machine.clock import SECOND
from msxkit.machine.clock_chip import ClockChipState
from msxkit.machine.costs import costs_of
from msxkit.machine.input_script import Input
from msxkit.machine.model import MODELS, MSX2, Model, model_of
from msxkit.machine.state_codec import copied, put_back
from msxkit.program.layout import Layout
from msxkit.program.model import Block
from msxkit.stop_reason import Pause, StopReason

#: Waits of `Session.step` and `Session.run`.
DRAW, KEY, END, ERROR, LIMIT = (
    StopReason.DRAW,
    StopReason.KEY,
    StopReason.END,
    StopReason.ERROR,
    StopReason.LIMIT,
)


class Session:
    """A BASIC program on an MSX, which runs from event to event.

    Attributes:
        keys: What a user presses.
        video: What the machine shows.
        memory: Memory and variables.
        sound: What there is to hear.
        files: The drive and the printer.
        source: The program as its author edits it.
        noted: What is counted and measured of the run.
        watcher: Called when an interrupt has come, of which there are 50 a second; True ends the run with `limit`.
        breaks: Asked now and then within a statement that takes long: True breaks it off with `limit`, and it starts
            again when the run goes on. Without one the `poll` of `run` is asked.

    Args:
        program: A `Program`, a tokenised file or an ASCII listing in MSX codes.
        clock: The TIME (0-65535) of each draw, in order; when there are no more, a clock that counts with the
            statements run.
        keys: MSX codes typed ahead; INKEY$ finds them keys_after jiffies (1/50 s) after the start.
        machine: A `Model` or its name.
        files: Name -> bytes for OPEN.
        width: The width of the cleared SCREEN 0 at the start, if not the machine's.
        idle_polls: When INKEY$ or STRIG has found nothing so often in a row the program waits for a key; None: it never
            does.
        interactive: Somebody can type lines when AUTO numbers them.
        timing: Measure what each statement would cost on the machine, for `timing`; the clock goes by that, and the run
            takes longer.
        script: What is pressed and when, on keyboard, joysticks and paddles.
        clock_chip: What the machine's clock chip has kept (`clock_chip` of another session).
    """

    def __init__(
        self,
        program: Program | bytes | str,
        *,
        clock: Iterable[int] = (),
        keys: bytes | str = b"",
        machine: Model | str = MSX2,
        files: MutableMapping[str, bytes] | None = None,
        keys_after: int = 0,
        width: int | None = None,
        coverage: bool = False,
        idle_polls: int | None = IDLE_POLLS,
        interactive: bool = False,
        timing: bool = False,
        script: Sequence[Input] = (),
        clock_chip: ClockChipState | None = None,
    ) -> None:
        if isinstance(program, str):
            program = program.encode("latin-1")
        if not isinstance(program, Program):
            program = Program.from_file(program)
        self.program = program
        self._clock: Iterator[int] = iter(clock)
        model = replace(model_of(machine), characters=program.characters)
        if width is not None:
            model = model.in_text(width)
        running = Machine(
            Layout(program),
            model,
            self._clock,
            {} if files is None else files,
            idle_limit=idle_polls,
            interactive=interactive,
            timing=timing,
        )
        bind(running)
        self._machine = running
        self._state = running.state
        self.keys = Keys(running, script)
        self.video = Video(running)
        self.memory = SessionMemory(running)
        self.sound = Sound(running)
        self.files = SessionFiles(running)
        self.source = ProgramSource(running)
        self.noted = Notes(running)
        self.watcher: Callable[[], bool] | None = None
        self.breaks: Callable[[], bool] | None = None
        self._interactive = interactive
        surplus = -self._machine.accounts.free()
        if surplus > 0:
            roomiest = max(MODELS.values(), key=lambda other: other.free)
            fits = roomiest.free - model.free >= surplus
            other = f", or use {roomiest}, which has more room for BASIC" if fits else ""
            raise ProgramError(
                f"the program has {program.size} bytes, {surplus} too many for an {model}; shorten it{other}"
            )
        if clock_chip is not None:
            put_back(self._state.clock_chip, clock_chip)
        self._machine.display.switch_on()
        self._state.keyboard.queue.opens = keys_after
        if coverage:
            self._state.run.counts = {}
        self.keys.press(keys)

    @classmethod
    def at_prompt(
        cls,
        program: Program,
        *,
        machine: Model | str = MSX2,
        files: MutableMapping[str, bytes] | None = None,
        banner: Iterable[str] = (),
        key_line: bool = True,
        clock: Iterable[int] = (),
        clock_chip: ClockChipState | None = None,
    ) -> Session:
        """Return a session that waits at `Ok` with the program loaded, as a machine that was switched on does.

        Args:
            banner: Rows to print first.
            key_line: Show the function keys. INKEY$ may find nothing as often as it likes.
            clock: As for a session.
        """
        session = cls(
            program,
            clock=clock,
            machine=machine,
            files=files,
            idle_polls=None,
            interactive=True,
            clock_chip=clock_chip,
        )
        session._machine.screen.set_keys(key_line)
        for row in banner:
            session._machine.screen.write(row)
            session._machine.screen.newline()
        session.prompt()
        session._arrived(END)
        return session

    # Where the run stands

    @property
    def event(self) -> Event | None:
        """Where the run stands."""
        return self._state.arrival.event

    @property
    def error(self) -> Failure | None:
        """The BASIC error that stopped the program."""
        event = self._state.arrival.event
        if event is None or event.at is not StopReason.ERROR:
            return None
        return self._failure()

    @property
    def place(self) -> Place | None:
        """The place in a modern source of the error that stopped the program, else of what runs next."""
        on_error, pc = self._state.on_error, self._state.run.pc
        if self.error is not None:
            pc = on_error.pc
        line = self._machine.layout.line_at(pc)
        return None if line is None else line.stored.place(max(0, pc - line.start))

    def _failure(self) -> Failure:
        on_error = self._state.on_error
        return Failure(on_error.err, on_error.line, on_error.note, self._machine.model.drive)

    @property
    def steps(self) -> int:
        """Blocks that have run since the start: how far the run has come. It goes back with `restore`."""
        return self._state.run.steps

    @property
    def offset(self) -> int:
        """Offset in the program text of what runs next."""
        return self._machine.pc

    @property
    def line(self) -> int | None:
        """The BASIC line that runs; None at `Ok`."""
        return None if self._state.arrival.ended else self._line()

    def _line(self) -> int | None:
        return self._machine.text.line_number(self._state.run.pc)

    @property
    def statement(self) -> tuple[int | None, str]:
        """The statement that runs next: its line (None in direct mode) and text; behind the end None and nothing."""
        layout, pc = self._machine.layout, self._state.run.pc
        line = layout.line_at(pc)
        if line is None or pc >= layout.end:
            return None, ""
        first = self._machine.code.block(pc).statement
        later = [
            at for at, block in self._machine.code.blocks.items() if block.first and first < at <= line.end
        ]
        text, number = line.stored.listed().rstrip(b"\r\n"), line.number
        begin, end = (
            listed_offset(number, line.stored.stored, at - line.start)
            for at in (first, min(later, default=line.end))
        )
        return self._line(), decode(text[begin:end], self.program.characters).strip(" :")

    def block(self, offset: int) -> Block:
        """Return the block of the program model at an offset."""
        return self._machine.code.block(offset)

    @property
    def layout(self) -> Layout:
        """Where the program's lines lie."""
        return self._machine.layout

    @property
    def t_states(self) -> int:
        """Time of the machine since the start, in T-states."""
        return self._state.clock.t_states

    @property
    def clock_chip(self) -> ClockChipState:
        """What the clock chip would keep if the machine were switched off now."""
        state = copied(self._state.clock_chip)
        state.start += self.t_states // SECOND
        return state

    @property
    def editing(self) -> bool:
        """Whether INPUT waits with a line in the screen editor, which takes CTRL-C itself."""
        return self._state.waits.editor is not None

    @property
    def state(self) -> RunState:
        """The whole state, to be looked at."""
        return self._state

    # What is asked most

    @property
    def screen(self) -> Screen:
        """The text screen now."""
        return self.video.screen

    @property
    def variables(self) -> dict[str, Number | str | dict[Any, Any]]:
        """All variables that exist, by name with type suffix; arrays as `A#()`."""
        return self.memory.variables

    def variable(self, name: str) -> Number | str:
        """Return the value of a variable or an element, as `Memory.variable` does."""
        return self.memory.variable(name)

    # Running

    def start_clean(self) -> None:
        """Begin as the recordings of graphics do: TIME is 0, video memory above 16 KB is clear."""
        vram = self._state.video.chip.vram
        vram[0x4000:] = bytes(len(vram[0x4000:]))
        self._state.clock.jiffy = 0
        self._state.clock.due = costs_of(self._machine.model).phase_cleared

    def step(self, max_steps: int | None = None, until: int | None = None) -> Event:
        """Run to the next event. A wait that is over goes on: a draw takes the next TIME, a key wait a key.

        At the end or an error every further step returns the same event.

        Args:
            until: As in `run`.
        """
        return self._go(True, max_steps, until=until)

    def run(
        self, max_steps: int | None = None, poll: Callable[[], bool] | None = None, until: int | None = None
    ) -> Event:
        """Run to the end, an error, or a wait for a key when none is left and the script has no more.

        Args:
            max_steps: Statements at most.
            poll: Asked now and then, True stops the run.
            until: T-states since the start, of which the first interrupt stops it (all three: event `limit`).
        """
        event = self._go(False, max_steps, poll, until)
        while event.at is KEY and self.keys.script.goes_on:
            if not self.let_pass(until, poll):
                over = until is not None and self.t_states >= until
                return self._arrive(LIMIT) if over or (poll is not None and poll()) else event
            event = self._go(False, max_steps, poll, until)
        return event

    def let_pass(self, until: int | None = None, poll: Callable[[], bool] | None = None) -> bool:
        """Let time pass while the program waits for a key. Return True when the script types one.

        It passes until the interrupt after `until` T-states (None: as long as the script goes on), or as the watcher or
        `poll`, which is asked at each interrupt, say.
        """
        queue = self._state.keyboard.queue
        with suppress(Pause), self._machine.limits.asking(poll):
            while not queue:
                if (poll is not None and poll()) or not (until is not None or self.keys.script.goes_on):
                    return False
                self._machine.clock.skip(1)
                if self._interrupted() or (until is not None and self.t_states >= until):
                    return False
            return True
        return False

    def halt_at(self, offsets: Iterable[int], watched: Iterable[Watched] = ()) -> None:
        """Halt the run from now on before the statements at these offsets of the program text, with the event `limit`,
        and behind the block that writes something watched, which `writes` then returns.

        It passes the statement that it goes on at.
        """
        self._machine.code.halt_at(offsets, watched)

    @property
    def halts_here(self) -> bool:
        """Whether the run halts before the statement that it stands at, when it comes there."""
        return self._machine.code.halts(self.offset)

    @property
    def writes(self) -> list[Write]:
        """The writes since this list was last emptied, which is needed before the run goes on."""
        return self._machine.code.watching.written

    def command(self, line: bytes) -> None:
        """Run a line of direct mode while the program stands, which then goes on where it stood.

        Raise `MsxError`, with nothing changed, for an error and for a line that waits for a key or leads elsewhere.
        """
        command(self._machine, line)

    def jump(self, offset: int) -> None:
        """Let the run go on at an offset of the program text, where a statement begins."""
        self._machine.pc = offset
        self._state.run.resumed = False
        self._machine.waits.give_up()

    def interrupt(self, *, forced: bool = False) -> Event | None:
        """Press CTRL-STOP: the run ends with `Break in N`. Return None when a program with STOP ON goes on in its own
        routine instead.

        Args:
            forced: Whether the run ends even so.
        """
        machine, run = self._machine, self._state.run
        if self._state.arrival.ended:
            return self._state.arrival.event
        trapped = None if forced else machine.control.stop_key(run.pc)
        if trapped is not None:
            run.pc = trapped
            self._state.waits.paused_pc = None
            return None
        if self._line() is not None:
            run.continue_pc = machine.code.statement_at(run.pc)
        machine.waits.give_up()
        return self._arrive(StopReason.BREAK)

    def repeats(self) -> Event:
        """Note that the program only repeats itself from here on."""
        return self._arrive(StopReason.REPEAT)

    def waits_for_key(self) -> Event:
        """Note that the program does the same from here until somebody presses a key."""
        event = self._arrive(KEY)
        self._state.arrival.looping = True
        return event

    def close(self) -> None:
        """Close the files that the program has left open, so that what it wrote is kept. Raise `FileError`.

        Not when it stopped with an error and nobody is at the prompt: as on the machine, what the directory says of
        an open file stays true.
        """
        self.files.close(lost=self.error is not None and not self._interactive)

    # Events

    def _interrupted(self) -> bool:
        self.keys.script.interrupt()
        return self.watcher is not None and self.watcher()

    def _go(
        self,
        stepping: bool,
        max_steps: int | None,
        poll: Callable[[], bool] | None = None,
        until: int | None = None,
    ) -> Event:
        arrival, waits = self._state.arrival, self._state.waits
        if arrival.ended:
            assert arrival.event is not None
            return arrival.event
        waits.stepping = stepping
        self._state.programs.listing = False
        if arrival.event is not None and arrival.event.at in (DRAW, KEY):
            waits.granted = not arrival.looping
        arrival.looping = False
        awaited = self.keys.script.goes_on or self.watcher is not None
        self._machine.limits.at_interrupt = self._interrupted if awaited else None
        self._machine.limits.breaks = self.breaks
        return self._arrive(self._machine.loop.execute(max_steps, poll, until), poll)

    def _arrived(self, at: StopReason) -> Event:
        """Note that the machine is at `Ok`."""
        arrival = self._state.arrival
        arrival.event, arrival.ended = Event(at, None), True
        return arrival.event

    def _arrive(self, what: StopReason, poll: Callable[[], bool] | None = None) -> Event:
        screen = self._machine.screen
        if what in (DRAW, KEY, LIMIT, StopReason.REPEAT):
            event = self._state.arrival.event = Event(what, self._line())
            return event
        self._machine.screens.to_text()
        if self.sound.is_heard:
            self.sound.play_out(poll)
        self._machine.music.stop()
        if what is StopReason.AUTO:
            screen.fresh_line()
            screen.state.waiting = True
            return self._arrived(END)
        if what is ERROR:
            screen.fresh_line()
            failure = self._failure()
            where = "" if failure.line is None else f" in {failure.line}"
            self._machine.beep()
            screen.write(f"{failure.text}{where}")
        elif what is StopReason.BREAK:
            screen.fresh_line()
            line = self._line()
            self._machine.beep()
            screen.write("Break" + ("" if line is None else f" in {line}"))
        self.prompt()
        return self._arrived(ERROR if what is ERROR else END)

    # The prompt

    def prompt(self) -> None:
        """Show `Ok` and the cursor, as the machine does in direct mode."""
        screen = self._machine.screen
        screen.fresh_line()
        screen.write(self._machine.devices.chip.prompt)
        screen.newline()
        screen.state.waiting = True

    def enter(self, line: bytes) -> bool:
        """Enter a line typed at `Ok`: with a number it changes the program, else it is a statement of direct mode.

        Return True when the statement is ready to `run`. What the machine answers at once is on the screen.
        """
        screen, machine, arrival = self._machine.screen, self._machine, self._state.arrival
        screen.state.waiting = False
        taken = take_line_number(line)
        number, body = taken if taken is not None else (0, len(line) - len(line.lstrip(b" ")))
        if taken is not None:
            body += blank_skipped(number, line[body : body + 1])
        try:
            if taken is not None and line[body:].lstrip()[:1].isdigit():
                raise RaisedError(basic_errors.SYNTAX)  # the number passes 65529
            stored = crunch(line[body:])
            if taken is not None:
                machine.programs.enter_line(number, stored)
                self._arrived(END)
            elif stored:
                machine.start_direct(stored)
                arrival.event, arrival.ended = None, False
        except CrunchError as error:
            self._refuse(RaisedError(basic_errors.number_of(error.message)))
        except RaisedError as error:
            self._refuse(error)
        screen.state.waiting = arrival.ended
        return not arrival.ended

    def _refuse(self, error: RaisedError) -> None:
        """Report a typed line as an error, which ON ERROR handles like any other."""
        machine, arrival = self._machine, self._state.arrival
        machine.start_direct(b"")
        handler = machine.on_error.handle(error, machine.pc)
        if handler is None:
            self._arrive(ERROR)
        else:
            machine.pc = handler
            arrival.event, arrival.ended = None, False

    # Keeping

    def snapshot(self) -> Snapshot:
        """Return the state now. Later times of the clock are not part of it, nor are the files in the store."""
        return Snapshot(self._machine.model.name, copied(self._state))

    def restore(self, snapshot: Snapshot) -> None:
        """Go on from a snapshot, with the program that was in memory then. Raise `MsxError` for another machine."""
        model = self._machine.model.name
        if snapshot.model != model:
            raise MsxError(f"the snapshot is of an {snapshot.model}, this is an {model}")
        self._machine.put_back(snapshot.state)
