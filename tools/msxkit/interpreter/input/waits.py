"""What a program waits for or draws: keys, lines of INPUT, TIME and RND.

A statement that has to wait raises `Pause` and starts again when the wait is over; what it was given before the wait
is given to it again, so nothing is read or drawn twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Context, Decimal

from msxkit import basic_errors, decimal14
from msxkit.carrying import carries
from msxkit.decimal14 import Number
from msxkit.interpreter.errors import RaisedError, Stopped
from msxkit.interpreter.files.fields import ItemReader
from msxkit.interpreter.files.files import Files
from msxkit.interpreter.input.editor import Editor, EditorState, Interrupted, begin
from msxkit.interpreter.values.strings import StringSpace, byte
from msxkit.machine.clock import Clock
from msxkit.machine.keyboard import Keyboard
from msxkit.machine.video.text_screen import TextScreen
from msxkit.rnd import INITIAL
from msxkit.rnd import seed as rnd_seed
from msxkit.rnd import step as rnd_step
from msxkit.stop_reason import Pause, StopReason

#: INKEY$ and STRIG found nothing this many times in a row: the program waits for a key.
IDLE_POLLS = 200_000
#: What a statement takes after the moment at which it reads or sets TIME.
BEHIND_TIME, BEHIND_SET_TIME = 1000, 400
_EXACT = Context(prec=20)


@dataclass
class WaitState:
    """What a statement that waits has been given, and the random numbers.

    Attributes:
        rnd: RNDX.
        stepping: Whether every draw and key wait is an event.
        granted: Whether the next one may pass.
        paused_pc: Where the statement waits that starts again.
        answers: The TIMEs and keys (-1: none) that it was given, answer: the next of them.
        saved_rnd: `rnd` when it began.
        idle: Polls in a row that found no key.
        input_start: Offset of the INPUT that `?Redo from start` repeats.
        editor, fields: Its line while it is entered, and the items of it.
    """

    rnd: int = INITIAL
    stepping: bool = False
    granted: bool = False
    paused_pc: int | None = None
    answers: list[int] = field(default_factory=list)
    answer: int = 0
    saved_rnd: int = INITIAL
    idle: int = 0
    input_start: int = 0
    editor: EditorState | None = None
    fields: ItemReader | None = None


class Waits:
    """What the statements of one machine wait for.

    Attributes:
        times: TIME of each draw (RND of a negative TIME), in order; when there are no more, the machine's own
            clock.
        idle_limit: So many polls that find no key count as a wait for one; None: they never do.
    """

    def __init__(
        self,
        state: WaitState,
        times: Iterator[int],
        clock: Clock,
        keyboard: Keyboard,
        screen: TextScreen,
        files: Files,
        space: StringSpace,
        idle_limit: int | None,
    ) -> None:
        self.state = state
        self._times = times
        self._clock = clock
        self._keys = keyboard.state.queue
        self._screen = screen
        self._files = files
        self._space = space
        self.idle_limit = idle_limit

    def reset(self) -> None:
        """Begin the random numbers again, as RUN and CLEAR do."""
        self.state.rnd = INITIAL

    @carries("ENTER")
    def enter(self, pc: int) -> None:
        """Begin a function that can pause: find out whether it starts again after a pause."""
        state = self.state
        state.answer = 0
        if state.paused_pc == pc:
            state.paused_pc = None
            state.rnd = state.saved_rnd
        else:
            state.answers.clear()
            state.saved_rnd = state.rnd

    def give_up(self) -> None:
        """Forget a pause: what ran until now does not go on."""
        self.state.paused_pc = None
        self.state.editor = None
        self._hide_cursor()

    def _answer(self, at: StopReason) -> int:
        """Return the TIME of a draw or the code of a key: the one given before the pause, or a new one."""
        state = self.state
        index = state.answer
        if index < len(state.answers):
            state.answer += 1
            return state.answers[index]
        if at is StopReason.DRAW:
            if state.stepping and not state.granted:
                raise Pause(at)
            self._clock.catch_up(BEHIND_TIME)
            value = next(self._times, self._clock.state.jiffy) & 0xFFFF
        else:
            value = self._take_key()
        state.granted = False
        state.answers.append(value)
        state.answer += 1
        return value

    def _hide_cursor(self) -> None:
        """End a wait. A cursor that is always on stays."""
        if not self._screen.state.cursor_always:
            self._screen.hide_cursor()

    def _take_key(self) -> int:
        """Return a key for a statement that waits for one, with the cursor drawn meanwhile."""
        state = self.state
        if not self._keys or (state.stepping and not state.granted):
            if not self._keys:
                self._screen.show_cursor()
            raise Pause(StopReason.KEY)
        self._hide_cursor()
        state.granted = False
        state.idle = 0
        self._clock.catch_up()
        self._clock.skip(max(0, self._keys.opens - self._clock.state.interrupts))
        return self._keys.popleft()

    @carries("TIME_DRAWN")
    def draw(self) -> int:
        """Return TIME in the argument of RND."""
        return self._answer(StopReason.DRAW)

    @carries("TIME")
    def now(self) -> int:
        """Return TIME."""
        self._clock.catch_up(BEHIND_TIME)
        return self._clock.state.jiffy

    @carries("SET_TIME")
    def set_time(self, x: Number) -> None:
        """Carry out TIME = x."""
        jiffy = decimal14.to_address(x)
        self._clock.catch_up(BEHIND_SET_TIME)
        self._clock.state.jiffy = jiffy

    @carries("RANDOM")
    def rnd(self, x: Number) -> Number:
        """Return RND."""
        state = self.state
        if x < 0:
            digits = -x if type(x) is int else int("".join(map(str, Decimal(x).as_tuple().digits)))
            state.rnd = rnd_step(rnd_seed(digits))
        elif x > 0:
            state.rnd = rnd_step(state.rnd)
        return _EXACT.scaleb(state.rnd, -14) if state.rnd else 0

    @carries("INKEY")
    def inkey(self) -> str:
        """Return INKEY$. It never waits, but a program that only polls it waits for a key."""
        state = self.state
        index = state.answer
        if index < len(state.answers):
            code = state.answers[index]
        else:
            state.granted = False  # that was for this poll, where it was a wait
            self._clock.catch_up()
            keys = self._keys
            if keys.opens:
                keys.arrive(self._clock.state.interrupts)
            code = keys.popleft() if (keys.put ^ keys.get) & 0xFF else -1
            if code < 0:
                self.polled()
            else:
                state.idle = 0
            state.answers.append(code)
        state.answer += 1
        return "" if code < 0 else self._space.made(chr(code))

    def polled(self) -> None:
        """Note that a key or trigger was looked for and not found."""
        self.state.idle += 1
        if self.idle_limit is not None and self.state.idle > self.idle_limit:
            self.state.idle = 0
            raise Pause(StopReason.KEY)

    def wait_key(self) -> int:
        """Return a key, as CHGET does; wait for one if there is none."""
        return self._answer(StopReason.KEY)

    @carries("INPUT_CHARACTERS")
    def input_characters(self, count: Number) -> str:
        """Return INPUT$ of keys."""
        return self._space.made("".join([chr(self._answer(StopReason.KEY)) for _ in range(_some(count))]))

    @carries("FILE_CHARACTERS")
    def file_characters(self, count: Number, channel: Number) -> str:
        """Return INPUT$ of a file."""
        return self._space.made(self._files.characters(_some(count), channel))

    # INPUT

    @carries("BEGIN_INPUT")
    def input_begin(self, prompt: str) -> None:
        """Begin INPUT: print the prompt and the question mark."""
        self._screen.write(prompt + "? ")
        self.state.editor = None
        self.state.fields = None

    @carries("LINE_INPUT_PROMPT")
    def line_input_begin(self, prompt: str) -> None:
        """Begin LINE INPUT: print the prompt."""
        self._screen.write(prompt)
        self.state.editor = None

    def _edit(self) -> str:
        """Return a line from the screen editor; raises `Pause` whenever a key is missing."""
        state = self.state
        if state.editor is None:
            state.editor = begin(self._screen)
        editor = Editor(self._screen, state.editor)
        while True:
            code = self._take_key()
            try:
                line = editor.key(code)
            except Interrupted:
                state.editor = None
                raise Stopped(StopReason.BREAK) from None
            if line is not None:
                state.editor = None
                return line

    @carries("LINE_INPUT")
    def line_input(self) -> str:
        """Return the line for LINE INPUT."""
        return self._space.made(self._edit())

    @carries("INPUT_LINE")
    def input_line(self, start: int) -> str | None:
        """Return the line for INPUT (None: empty, nothing is assigned)."""
        line = self._edit()
        self.state.input_start = start
        self.state.fields = ItemReader(line)
        return line or None

    def typed_line(self, prompt: str) -> str:
        """Return a line that is typed behind a prompt."""
        if self.state.editor is None:
            self._screen.write(prompt)
        return self._edit()

    def _field(self) -> ItemReader | None:
        """Return the items that are left; None when the line that was asked for is empty."""
        state = self.state
        assert state.fields is not None
        if state.fields.exhausted:
            if state.editor is None and not state.fields.asked:
                self._screen.write("?? ")
                state.fields.asked = True
            line = self._edit()
            state.fields = ItemReader(line)
            if not line:
                return None
        return state.fields

    @carries("FIELD_STRING")
    def field_string(self) -> str | None:
        """Return the next item of INPUT for a string; None: an empty line ends the statement."""
        fields = self._field()
        return None if fields is None else self._space.made(fields.string())

    @carries("FIELD_NUMBER")
    def field_number(self) -> Number | None:
        """Return the next item of INPUT for a number, as much of it as is one; None: an empty line ends the
        statement.
        """
        fields = self._field()
        return None if fields is None else fields.number()

    @carries("FIELD_CHECK")
    def field_check(self) -> bool | None:
        """Check what else stands in the item. None starts the statement again."""
        fields = self.state.fields
        return True if fields is None or fields.sound else None

    @carries("INPUT_AGAIN")
    def input_again(self) -> int:
        """Print `?Redo from start`. Return where the statement starts again."""
        self._screen.write("?Redo from start")
        self._screen.newline()
        return self.state.input_start

    @carries("END_INPUT")
    def input_end(self) -> None:
        """Print `?Extra ignored` if the line has more items than the statement has variables."""
        fields = self.state.fields
        if fields is not None and fields.extra:
            self._screen.write("?Extra ignored")
            self._screen.newline()
        self.state.fields = None


def _some(count: Number) -> int:
    """Return how many characters INPUT$ waits for: at least one."""
    number = byte(count)
    if not number:
        raise RaisedError(basic_errors.ILLEGAL_CALL)
    return number
