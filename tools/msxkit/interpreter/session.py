"""The way into the interpreter: a program on a machine, run from event to event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from functools import cache
from typing import Any

from msxkit.basicerrors import Failure
from msxkit.basictype import BasicType
from msxkit.charset import decode
from msxkit.decimal14 import Number
from msxkit.errors import FileError, MsxError, ProgramError
from msxkit.interpreter.binding import bind
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.evaluation import adopt, assign, evaluate
from msxkit.interpreter.event import Event as Event
from msxkit.interpreter.machine import Machine
from msxkit.interpreter.snapshot import Snapshot
from msxkit.interpreter.state import RunState
from msxkit.interpreter.waits import IDLE_POLLS
from msxkit.language.lister import listed_offset
from msxkit.language.program import Program
from msxkit.language.scanner import CrunchError, blank_skipped, crunch, take_line_number
from msxkit.machine.cost.machines import costs_of
from msxkit.machine.inputscript import Input, InputScript
from msxkit.machine.keeping import copied
from msxkit.machine.model import MODELS, MSX2, Model, model_of
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.frame import Frame
from msxkit.machine.video.shot import Shot
from msxkit.machine.video.textscreen import TextScreen
from msxkit.program.layout import Layout
from msxkit.program.model import Block
from msxkit.screen import Screen
from msxkit.stopreason import StopReason

#: Writes into the sound chip that are kept; a program that never stops fills no memory.
WRITES_KEPT = 1_000_000
#: Waits of `Session.step` and `Session.run`.
DRAW, KEY, END, ERROR, LIMIT = (
    *(StopReason.DRAW, StopReason.KEY, StopReason.END),
    *(StopReason.ERROR, StopReason.LIMIT),
)


@cache
def _raster() -> Callable[[Chip], Frame]:
    """How pictures are made. numpy's import would slow every start down."""
    try:
        from msxkit.machine.video.raster import frame
    except ModuleNotFoundError:
        from msxkit.machine.video.plainraster import frame
    return frame


class Session:
    """A BASIC program on a text-screen MSX.

    program: a `Program`, a tokenised file or an ASCII listing in MSX codes. clock: the TIME (0-65535) of each
    draw, in order; when there are no more, a clock that counts with the statements run. keys: MSX codes typed
    ahead; INKEY$ finds them keys_after jiffies (1/50 s) after the start. machine: a `Model` or its name.
    files: name -> bytes for OPEN. width: of the cleared SCREEN 0 it starts on. idle_polls: when INKEY$ or STRIG has
    found nothing so often in a row the program waits for a key; None: it never does. interactive: somebody can type
    lines when AUTO numbers them. timing: measure what each statement would cost on the machine, for `timing`; the clock
    goes by that, and the run takes longer. script: what is pressed and when, on keyboard, joysticks and paddles.
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
        width: int = 40,
        coverage: bool = False,
        idle_polls: int | None = IDLE_POLLS,
        interactive: bool = False,
        timing: bool = False,
        script: Sequence[Input] = (),
    ) -> None:
        if isinstance(program, str):
            program = program.encode("latin-1")
        if not isinstance(program, Program):
            program = Program.from_file(program)
        self.program = program
        self._clock: Iterator[int] = iter(clock)
        model = model_of(machine)
        self._machine = Machine(
            Layout(program),
            model,
            self._clock,
            {} if files is None else files,
            idle_limit=idle_polls,
            interactive=interactive,
            timing=timing,
        )
        bind(self._machine)
        self._state = self._machine.state
        self._script = InputScript(
            *(self._state.script, script, self._machine.keyboard, self._machine.clock),
            self.function_key,
        )
        #: Called when an interrupt has come, of which there are 50 a second; True ends the run with `limit`.
        self.watcher: Callable[[], bool] | None = None
        self._until: int | None = None
        #: What was written into the sound chip since `record_sound`: T-states, register, value.
        self.sound: list[tuple[int, int, int]] | None = None
        surplus = -self._machine.accounts.free()
        if surplus > 0:
            roomiest = max(MODELS.values(), key=lambda other: other.free)
            fits = roomiest.free - model.free >= surplus
            other = f", or take {roomiest}, which has more room for BASIC" if fits else ""
            raise ProgramError(
                f"the program has {program.size} bytes, {surplus} too many for an {model}; shorten it{other}"
            )
        self._machine.screens.power_on(width)
        self._state.waits.keys_from = keys_after
        if coverage:
            self._state.run.counts = {}
        self.press(keys)

    @classmethod
    def at_prompt(
        cls,
        program: Program,
        *,
        machine: Model | str = MSX2,
        files: MutableMapping[str, bytes] | None = None,
        banner: Iterable[str] = (),
        key_line: bool = True,
    ) -> Session:
        """A session that waits at `Ok` with the program loaded, as a machine that was switched on does.

        banner: rows to print first. key_line: show the function keys. INKEY$ may find nothing as often as it likes.
        """
        session = cls(program, machine=machine, files=files, idle_polls=None, interactive=True)
        session._machine.screen.set_keys(key_line)
        for row in banner:
            session._machine.screen.write(row)
            session._machine.screen.newline()
        session.prompt()
        session._arrived(END)
        return session

    # Running

    def start_clean(self) -> None:
        """Begins as the recordings of graphics do: TIME is 0, video memory above 16 KB is clear."""
        vram = self._state.video.chip.vram
        vram[0x4000:] = bytes(len(vram[0x4000:]))
        self._state.clock.jiffy = 0
        self._state.clock.due = costs_of(self._machine.model).phase_cleared

    def step(self, max_steps: int | None = None, until: int | None = None) -> Event:
        """Runs to the next event. A wait that is over goes on: a draw takes the next TIME, a key wait a key.

        At the end or an error every further step gives the same event. until: as of `run`.
        """
        self._until = until
        return self._go(stepping=True, max_steps=max_steps, poll=None)

    def run(
        self,
        max_steps: int | None = None,
        poll: Callable[[], bool] | None = None,
        until: int | None = None,
    ) -> Event:
        """Runs to the end, an error, or a wait for a key when none is left and the script has no more.

        max_steps: statements at most; poll: asked now and then, True stops the run; until: T-states since the start, of
        which the first interrupt stops it (all three: event `limit`).
        """
        self._until = until
        event = self._go(stepping=False, max_steps=max_steps, poll=poll)
        while event.at is KEY and self._script.goes_on:
            if not self.let_pass(until, poll):
                return self._arrive(LIMIT) if self._over() or (poll is not None and poll()) else event
            event = self._go(stepping=False, max_steps=max_steps, poll=poll)
        return event

    def let_pass(self, until: int | None = None, poll: Callable[[], bool] | None = None) -> bool:
        """While the program waits for a key: time passes until the script types one, which gives True.

        It passes until the interrupt after `until` T-states (None: as long as the script goes on), or as the watcher or
        `poll`, which is asked at each interrupt, say.
        """
        self._until = until
        queue = self._state.keyboard.queue
        while not queue:
            if (poll is not None and poll()) or not (until is not None or self._script.goes_on):
                return False
            self._machine.clock.skip(1)
            if self._interrupted():
                return False
        return True

    def halt_at(self, offsets: Iterable[int]) -> None:
        """From now on the run halts before the statements at these offsets of the program text, with the event `limit`.

        It passes the statement that it goes on at.
        """
        self._machine.halt_at(offsets)

    @property
    def steps(self) -> int:
        """Blocks that have run since the start: how far the run has come. It goes back with `restore`."""
        return self._state.run.steps

    @property
    def offset(self) -> int:
        """Offset in the program text of what runs next."""
        return self._machine.pc

    def _interrupted(self) -> bool:
        self._script.interrupt()
        stop = self.watcher is not None and self.watcher()
        return stop or self._over()

    def _over(self) -> bool:
        return self._until is not None and self._state.clock.t_states >= self._until

    def _go(self, stepping: bool, max_steps: int | None, poll: Callable[[], bool] | None) -> Event:
        arrival, waits = self._state.arrival, self._state.waits
        if arrival.ended:
            assert arrival.event is not None
            return arrival.event
        waits.stepping = stepping
        self._state.programs.listing = False
        if arrival.event is not None and arrival.event.at in (DRAW, KEY):
            waits.granted = True
        awaited = self._script.goes_on or self.watcher is not None or self._until is not None
        self._machine.at_interrupt = self._interrupted if awaited else None
        return self._arrive(self._machine.execute(max_steps, poll))

    def _arrived(self, at: StopReason) -> Event:
        """The machine is at `Ok`."""
        arrival = self._state.arrival
        arrival.event, arrival.ended = Event(at, None), True
        return arrival.event

    def _arrive(self, what: StopReason) -> Event:
        screen = self._machine.screen
        if what in (DRAW, KEY, LIMIT):
            event = self._state.arrival.event = Event(what, self._line())
            return event
        self._machine.screens.to_text()
        if self._machine.sound.listener is not None:
            self.play_out()
        self._machine.music.stop()
        if what is StopReason.AUTO:
            screen.fresh_line()
            screen.waiting = True
            return self._arrived(END)
        if what is ERROR:
            screen.fresh_line()
            failure = self._failure()
            where = "" if failure.line is None else f" in {failure.line}"
            self._machine.music.beep()
            screen.write(f"{failure.text}{where}")
        elif what is StopReason.BREAK:
            screen.fresh_line()
            line = self._line()
            self._machine.music.beep()
            screen.write("Break" + ("" if line is None else f" in {line}"))
        self.prompt()
        return self._arrived(ERROR if what is ERROR else END)

    def _line(self) -> int | None:
        return self._machine.text.line_number(self._state.run.pc)

    def interrupt(self) -> Event | None:
        """CTRL-STOP: `Break in N`; a program with STOP ON goes on in its own routine (None) instead."""
        machine, run = self._machine, self._state.run
        if self._state.arrival.ended:
            return self._state.arrival.event
        trapped = machine.control.stop_key(run.pc)
        if trapped is not None:
            run.pc = trapped
            self._state.waits.paused_pc = None
            return None
        if self._line() is not None:
            run.continue_pc = machine.statement_at(run.pc)
        machine.waits.give_up()
        return self._arrive(StopReason.BREAK)

    def enter(self, line: bytes) -> bool:
        """A line typed at `Ok`: with a number it changes the program, else it is a statement of direct mode.

        True: the statement is ready to `run`. What the machine answers at once is on the screen.
        """
        screen, machine = self._machine.screen, self._machine
        screen.waiting, self._state.arrival.remark = False, ""
        taken = take_line_number(line)
        number, body = taken if taken is not None else (0, len(line) - len(line.lstrip(b" ")))
        if taken is not None:
            body += blank_skipped(number, line[body : body + 1])
        try:
            stored = crunch(line[body:])
            if taken is None:
                if not stored:
                    screen.waiting = True
                    return False
                machine.start_direct(stored)
            else:
                machine.programs.enter_line(number, stored)
        except (CrunchError, RaisedError) as error:
            self._state.arrival.remark = error.note if isinstance(error, RaisedError) else ""
            screen.write(error.message if isinstance(error, CrunchError) else str(error))
            self.prompt()
            return False
        arrival = self._state.arrival
        if taken is None:
            arrival.event, arrival.ended = None, False
        else:
            self._arrived(END)
        screen.waiting = arrival.ended
        return not arrival.ended

    @property
    def numbering(self) -> tuple[int, int] | None:
        """AUTO: the number of the next line and the step, while lines are typed."""
        return self._state.programs.numbering

    @numbering.setter
    def numbering(self, value: tuple[int, int] | None) -> None:
        self._state.programs.numbering = value

    @property
    def remark(self) -> str:
        """Why `enter` refused a line, where BASIC's own error is not enough."""
        return self._state.arrival.remark

    @property
    def unsaved(self) -> bool:
        """Whether there is a program that was neither loaded nor saved as it is now."""
        return self._machine.programs.unsaved

    def keep(self) -> None:
        """The program is safe as it is now: somebody has saved it in another way."""
        self._machine.programs.keep()

    @property
    def listing(self) -> bool:
        """Whether the run stopped between two lines of LIST, as `pace_listing` wants it."""
        return self._state.programs.listing

    def pace_listing(self) -> None:
        """From now on LIST stops after each line, with the event `limit`."""
        self._state.programs.paced = True

    def prompt(self) -> None:
        """`Ok` and the cursor, as the machine shows them in direct mode."""
        screen = self._machine.screen
        screen.fresh_line()
        screen.write("Ok")
        screen.newline()
        screen.waiting = True

    def press(self, keys: bytes | str | int) -> None:
        """Puts keys (MSX codes) into the keyboard buffer."""
        if isinstance(keys, int):
            keys = bytes([keys])
        self._state.keyboard.queue.extend(keys.encode("latin-1") if isinstance(keys, str) else keys)

    def hold(self, *names: str) -> None:
        """Presses keys of the matrix (`SPACE`, `LEFT`, `F1`, `A`), which STICK, STRIG and ON KEY look at.

        Raises `MsxError` for a name that is none.
        """
        for name in names:
            self._machine.keyboard.hold(name)

    def release(self, *names: str) -> None:
        """Releases keys of the matrix. Raises `MsxError` for a name that is none."""
        for name in names:
            self._script.release(name)

    def function_key(self, number: int) -> bytes:
        """What function key 0 to 9 types: nothing while ON KEY waits for it."""
        trap = self._state.control.traps.get(("KEY", number))
        if trap is not None and trap.state == "ON":
            return b""
        return self._state.video.text.function_keys[number].encode("latin-1")

    def strike(self, *names: str, repeat: bool = True) -> None:
        """Presses keys of the matrix as `hold` does; they type their codes too, and repeat them until `release`.

        repeat: without it they type once. Raises `MsxError` for a name that is none.
        """
        for name in names:
            self._script.strike(name)
        if not repeat:
            self._state.script.typed = None

    def joystick(self, number: int, pressed: int = 0) -> None:
        """What is pressed on joystick 1 or 2: a sum of UP ... TRIGGER_B of `msxkit.machine.keyboard`."""
        self._machine.keyboard.move(number, pressed)

    def unread_key(self) -> int | None:
        """Takes a key that the program has not read."""
        queue = self._state.keyboard.queue
        return queue.popleft() if queue else None

    @property
    def unread_keys(self) -> int:
        """How many keys the program has not read."""
        return len(self._state.keyboard.queue)

    @property
    def sound_registers(self) -> bytes:
        """R0 to R15 of the sound chip, as they were written."""
        return bytes(self._state.sound.registers)

    def close(self) -> None:
        """Closes the files that the program has left open, so that what it wrote is kept. Raises `FileError`."""
        try:
            self._machine.files.close_file(None)
        except RaisedError as error:
            raise FileError(error.note or str(error)) from None

    # Looking

    @property
    def screen(self) -> Screen:
        """The screen now."""
        return self._machine.screen.picture()

    @property
    def text_screen(self) -> TextScreen:
        """The screen as the machine has it, for a screen editor that works on it."""
        return self._machine.screen

    @property
    def editing(self) -> bool:
        """Whether INPUT waits with a line in the screen editor, which takes CTRL-C itself."""
        return self._state.waits.editor is not None

    @property
    def colours(self) -> tuple[int, int, int]:
        """Foreground, background and border, 0-15."""
        ink, paper, border = self._state.video.screen.colours
        return ink, paper, border

    @property
    def frame(self) -> Frame:
        """The picture that the video chip shows now, in any mode: pixels, border and palette."""
        return _raster()(self._seen_chip())

    @property
    def shot(self) -> Shot:
        """The video chip now, for a recording."""
        return Shot.of(self._seen_chip(), self.mode)

    def _seen_chip(self) -> Chip:
        """The chip with the cursor that stands in video memory at `Ok`."""
        video = self._state.video
        if self._machine.screen.waiting:
            video = copied(video)
            TextScreen(video).show_cursor()
        return video.chip

    @property
    def video_bytes(self) -> bytes:
        """All that the picture is made of: video memory, registers and palette. It is the same while they are."""
        chip = self._state.video.chip
        return bytes(chip.vram) + bytes(chip.registers) + bytes(chip.palette)

    @property
    def chip(self) -> Chip:
        """The video chip, to be looked at."""
        return self._state.video.chip

    @property
    def psg(self) -> bytes:
        """Registers 0 to 13 of the sound chip."""
        return bytes(self._state.sound.registers[:14])

    @property
    def mode(self) -> int:
        """SCRMOD: the screen mode, 0-8."""
        return self._state.video.screen.mode

    @property
    def code_colours(self) -> list[tuple[int, int]]:
        """Ink and paper, 0-15, of each of the 256 codes: SCREEN 1 has them for every eight codes."""
        return self._machine.screen.code_colours()

    @property
    def shapes(self) -> dict[int, bytes]:
        """The patterns of 8 bytes that the program has given to codes."""
        return self._machine.screen.shapes()

    @property
    def line(self) -> int | None:
        """The BASIC line that runs; None at `Ok`."""
        return None if self._state.arrival.ended else self._line()

    @property
    def statement(self) -> tuple[int | None, str]:
        """The statement that runs next: its line (None in direct mode) and text; behind the end None and nothing."""
        layout, pc = self._machine.layout, self._state.run.pc
        line = layout.line_at(pc)
        if line is None or pc >= layout.end:
            return None, ""
        first = self._machine.block(pc).statement
        later = [at for at, block in self._machine.blocks.items() if block.first and first < at <= line.end]
        text, number = line.stored.listed().rstrip(b"\r\n"), line.number
        begin, end = (
            listed_offset(number, line.stored.stored, at - line.start)
            for at in (first, min(later, default=line.end))
        )
        return self._line(), decode(text[begin:end]).strip(" :")

    @property
    def idle_polls(self) -> int | None:
        """How often in a row INKEY$ or STRIG may find nothing before that is a wait for a key; None: it never is."""
        return self._machine.waits.idle_limit

    @idle_polls.setter
    def idle_polls(self, value: int | None) -> None:
        self._machine.waits.idle_limit = value

    @property
    def event(self) -> Event | None:
        """Where the run stands."""
        return self._state.arrival.event

    @property
    def error(self) -> Failure | None:
        """The BASIC error that stopped the program."""
        event = self._state.arrival.event
        if event is None or event.at is not ERROR:
            return None
        return self._failure()

    def _failure(self) -> Failure:
        on_error = self._state.on_error
        return Failure(on_error.err, on_error.line, on_error.note)

    @property
    def variables(self) -> dict[str, Number | str | dict[Any, Any]]:
        """All variables that exist, by name with type suffix (# may be left out in `variable`); arrays as `A#()`."""
        return self._machine.variables.values()

    @property
    def default_types(self) -> str:
        """The type suffix that each letter A-Z stands for at this moment: 26 of %!#$."""
        return "".join(basic.suffix for basic in self._state.run.types)

    def variable(self, name: str) -> Number | str:
        """The value of a simple variable (`A`, `N$`, `I%`) or of an element (`A(1,2)`); 0 or "" if there is none."""
        base, bracket, rest = name.upper().partition("(")
        suffix = base[-1] if base[-1] in "%!#$" else "#"
        letters = base.rstrip("%!#$")[:2] + suffix
        if not bracket:
            value = self.variables.get(letters, "" if suffix == "$" else 0)
            assert not isinstance(value, dict)
            return value
        array = self.variables.get(letters + "()", {})
        numbers = tuple(int(part) for part in rest.rstrip(")").split(","))
        assert isinstance(array, dict)
        found: Number | str = array.get(
            numbers[0] if len(numbers) == 1 else numbers, "" if suffix == "$" else 0
        )
        return found

    def evaluate(self, expression: str | bytes) -> Number | str:
        """The value of any MSX BASIC expression at this moment. Asking changes nothing, not even what RND gives next.

        Raises `MsxError` for what is no expression, what waits for a key, and a BASIC error.
        """
        return evaluate(
            self._machine, expression.encode("latin-1") if isinstance(expression, str) else expression
        )

    def assign(self, target: str | bytes, expression: str | bytes) -> None:
        """Gives a variable or an element (`A$`, `B%(1,2)`) the value of an expression, as LET does.

        Raises `MsxError` for what is no variable, no expression, or a BASIC error.
        """
        assign(
            self._machine,
            target.encode("latin-1") if isinstance(target, str) else target,
            expression.encode("latin-1") if isinstance(expression, str) else expression,
        )

    def adopt(
        self,
        values: Mapping[str, Number | str | Mapping[tuple[int, ...], Number | str]],
        types: Sequence[BasicType],
    ) -> None:
        """Takes over the variables of another machine, so that `evaluate` computes with them.

        values: as `variables` has them, with tuples as subscripts. types: of names without a suffix, A first.
        """
        self._state.run.types = tuple(types)
        adopt(self._machine, values)

    def jump(self, offset: int) -> None:
        """The run goes on at an offset of the program text, where a statement begins."""
        self._machine.pc = offset
        self._state.run.resumed = False
        self._machine.waits.give_up()

    def block(self, offset: int) -> Block:
        """The block of the program model at an offset."""
        return self._machine.block(offset)

    @property
    def state(self) -> RunState:
        """The whole state, to be looked at."""
        return self._state

    @property
    def data_items(self) -> list[tuple[int, str]]:
        """Line and text of the items of DATA; `state.data.position` is the index of the next."""
        return [(found.line, found.item.text) for found in self._machine.data.items]

    def peek(self, address: int) -> int:
        """A byte of memory."""
        return self._machine.memory_map.read(address)

    def poke(self, address: int, value: int) -> None:
        """Writes a byte of memory (not ROM)."""
        self._machine.memory_map.write(address, value)

    def vpeek(self, address: int) -> int:
        """A byte of video memory."""
        return self._machine.video_access.vpeek(address)

    def vpoke(self, address: int, value: int) -> None:
        """Writes a byte of video memory."""
        self._machine.video_access.vpoke(address, value)

    @property
    def printed(self) -> bytes:
        """What LPRINT and LLIST printed."""
        return bytes(self._state.files.paper.data)

    def record_sound(self) -> list[int]:
        """From now on `sound` keeps what is written into the sound chip; gives the 16 registers as they are.

        When the program ends, time passes until all that PLAY has put into its queues is played.
        """
        found: list[tuple[int, int, int]] = []
        self.sound = found

        def keep(t_states: int, register: int, value: int) -> None:
            if len(found) < WRITES_KEPT:
                found.append((t_states, register, value))

        self.listen(keep)
        return list(self._machine.sound.state.registers)

    def listen(self, listener: Callable[[int, int, int], None]) -> None:
        """From now on a function is told of what is written into the sound chip: T-states, register, value.

        When the program ends, time passes as of `record_sound`.
        """
        clock = self._machine.clock
        self._machine.sound.listener = lambda register, value: listener(clock.now, register, value)

    def play_out(self) -> None:
        """Time passes until no voice plays."""
        machine = self._machine
        machine.clock.listen()
        while machine.music.playing:
            machine.clock.skip(1)

    @property
    def effects(self) -> list[tuple[str, tuple[object, ...]]]:
        """SOUND, PLAY, BEEP, USR and sprite statements in the order in which they ran."""
        return self._state.effects.effects

    @property
    def effects_kept(self) -> int:
        """How many of `effects` are recorded; later ones are not."""
        return self._machine.devices.kept

    @effects_kept.setter
    def effects_kept(self, value: int) -> None:
        self._machine.devices.kept = value

    @property
    def counts(self) -> dict[int, int]:
        """Offset of a statement -> how often it ran, when the session was made with `coverage`."""
        return dict(self._state.run.counts or {})

    @property
    def timing(self) -> list[tuple[int, int, int]]:
        """Line, offset in the program text, and T-states of each statement that ran, when the session was made with it.

        The T-states are those until the next statement at 3.579545 MHz, with the interrupts in between.
        """
        watch = self._machine.stopwatch
        return [] if watch is None else watch.records

    @property
    def line_times(self) -> dict[int, int]:
        """Line -> T-states of its statements, when the session was made with `timing`."""
        watch = self._machine.stopwatch
        return {} if watch is None else dict(watch.lines)

    @property
    def t_states(self) -> int:
        """Time of the machine since the start, in T-states."""
        return self._state.clock.t_states

    @property
    def layout(self) -> Layout:
        """Where the program's lines lie."""
        return self._machine.layout

    # Keeping

    def snapshot(self) -> Snapshot:
        """The state now. What the clock has not given yet is not part of it, nor are the files in the store."""
        return Snapshot(self._machine.model.name, copied(self._state))

    def restore(self, snapshot: Snapshot) -> None:
        """Goes on from a snapshot, with the program that was in memory then. Raises `MsxError` for another machine."""
        model = self._machine.model.name
        if snapshot.model != model:
            raise MsxError(f"the snapshot is of an {snapshot.model}, this is an {model}")
        self._machine.put_back(snapshot.state)
