"""What a program waits for or draws: keys, lines of INPUT, TIME and RND.

A statement that has to wait raises `Pause` and starts again when the wait is over; what it was given before the wait
is given to it again, so nothing is read or drawn twice.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterator
from decimal import Context, Decimal
from typing import Any

from msxkit import decimal14
from msxkit.decimal14 import Number
from msxkit.interpreter import errors
from msxkit.interpreter.editor import Editor, Interrupted
from msxkit.interpreter.errors import Pause, RaisedError, Stopped
from msxkit.interpreter.fields import Fields
from msxkit.interpreter.files import Files
from msxkit.interpreter.strings import StringSpace, byte
from msxkit.machine.video.textscreen import TextScreen
from msxkit.rnd import INITIAL
from msxkit.rnd import seed as rnd_seed
from msxkit.rnd import step as rnd_step
from msxkit.stopreason import StopReason

#: TIME when the run begins: the machine was switched on twelve seconds ago.
START_JIFFY = 600
#: INKEY$ and STRIG found nothing this many times in a row: the program waits for a key.
IDLE_POLLS = 200_000
_EXACT = Context(prec=20)


class Events:
    """Clock, keyboard and random numbers of a machine.

    times: TIME of each draw (RND of a negative TIME), in order; when there are no more, the machine's own clock.
    stepping: every draw and key wait is an event; granted: the next one may pass.
    """

    def __init__(self, times: Iterator[int], screen: TextScreen, files: Files, space: StringSpace) -> None:
        self._times = times
        self._screen = screen
        self._files = files
        self._space = space
        self.keys: deque[int] = deque()
        #: INKEY$ finds no key before this interrupt; a wait for a key jumps there.
        self.keys_from = 0
        #: TIME, and the interrupts since the start: TIME can be set, they go on.
        self.jiffy = START_JIFFY
        self.interrupts = 0
        self.rnd_state = INITIAL
        self.stepping = False
        self.granted = False
        self.paused_pc: int | None = None
        self.idle = 0
        #: Polls in vain that count as a wait for a key; None: they never do.
        self.idle_limit: int | None = IDLE_POLLS
        self.editor: Editor | None = None
        self.fields: Fields | None = None
        self._answers: list[int] = []
        self._answer_index = 0
        self._saved_rnd = INITIAL
        self._input_start = 0

    def enter(self, pc: int) -> None:
        """At the start of a function that can pause: knows whether it starts again after a pause."""
        self._answer_index = 0
        if self.paused_pc == pc:
            self.paused_pc = None
            self.rnd_state = self._saved_rnd
        else:
            self._answers.clear()
            self._saved_rnd = self.rnd_state

    def give_up(self) -> None:
        """Nobody waits any more: what ran until now does not go on where it paused."""
        self.paused_pc = None
        self.editor = None

    def _answer(self, at: StopReason) -> int:
        """The TIME of a draw or the code of a key: the one given before the pause, or a new one."""
        index = self._answer_index
        if index < len(self._answers):
            self._answer_index += 1
            return self._answers[index]
        if self.stepping and not self.granted:
            raise Pause(at)
        if at is StopReason.DRAW:
            value = next(self._times, self.jiffy) & 0xFFFF
        elif self.keys:
            value = self._take_key()
        else:
            raise Pause(at)
        self.granted = False
        self._answers.append(value)
        self._answer_index += 1
        return value

    def _take_key(self) -> int:
        """A key for a statement that waits for one."""
        self.idle = 0
        self.tick(max(0, self.keys_from - self.interrupts))
        return self.keys.popleft()

    def tick(self, count: int = 1) -> None:
        """Interrupts pass."""
        self.interrupts += count
        self.jiffy = (self.jiffy + count) & 0xFFFF

    def elapsed(self) -> int:
        """Interrupts since the start."""
        return self.interrupts

    def draw(self) -> int:
        """TIME in the argument of RND."""
        return self._answer(StopReason.DRAW)

    def now(self) -> int:
        """TIME."""
        return self.jiffy

    def set_time(self, x: Number) -> None:
        """TIME =."""
        self.jiffy = decimal14.to_address(x)

    def rnd(self, x: Number) -> Number:
        """RND."""
        if x < 0:
            digits = -x if type(x) is int else int("".join(map(str, Decimal(x).as_tuple().digits)))
            self.rnd_state = rnd_step(rnd_seed(digits))
        elif x > 0:
            self.rnd_state = rnd_step(self.rnd_state)
        return _EXACT.scaleb(self.rnd_state, -14) if self.rnd_state else 0

    def inkey(self) -> str:
        """INKEY$: never waits; but a program that only polls it waits for a key."""
        index = self._answer_index
        if index < len(self._answers):
            self._answer_index += 1
            code = self._answers[index]
        else:
            code = self.keys.popleft() if self.keys and self.interrupts >= self.keys_from else -1
            if code < 0:
                self.polled()
            else:
                self.idle = 0
            self._answers.append(code)
            self._answer_index += 1
        return "" if code < 0 else self._space.made(chr(code))

    def polled(self) -> None:
        """A key or trigger was looked for and not found."""
        self.idle += 1
        if self.idle_limit is not None and self.idle > self.idle_limit:
            self.idle = 0
            raise Pause(StopReason.KEY)

    def wait_key(self) -> int:
        """CHGET: a key, waited for."""
        return self._answer(StopReason.KEY)

    def input_characters(self, count: Number, channel: Number | None = None) -> str:
        """INPUT$."""
        number = byte(count)
        if not number:
            raise RaisedError(errors.ILLEGAL_CALL)
        if channel is not None:
            return self._space.made(self._files.characters(number, channel))
        codes = []
        for _ in range(number):
            codes.append(chr(self._answer(StopReason.KEY)))
        return self._space.made("".join(codes))

    # INPUT

    def input_begin(self, prompt: str) -> None:
        """INPUT: the prompt and the question mark."""
        self._screen.write(prompt + "? ")
        self.editor = None
        self.fields = None

    def line_input_begin(self, prompt: str) -> None:
        """LINE INPUT: the prompt."""
        self._screen.write(prompt)
        self.editor = None

    def _edit(self) -> str:
        """A line from the screen editor; raises `Pause` whenever a key is missing."""
        if self.editor is None:
            self.editor = Editor(self._screen)
        while True:
            if self.stepping and not self.granted:
                raise Pause(StopReason.KEY)
            if not self.keys:
                raise Pause(StopReason.KEY)
            self.granted = False
            try:
                line = self.editor.key(self._take_key())
            except Interrupted:
                self.editor = None
                raise Stopped(StopReason.BREAK) from None
            if line is not None:
                self.editor = None
                return line

    def input_line(self, start: int, whole: bool = False) -> str | None:
        """The line for INPUT (None: empty, nothing is assigned) or LINE INPUT (whole)."""
        line = self._edit()
        if whole:
            return self._space.made(line)
        self._input_start = start
        self.fields = Fields(line)
        return line or None

    def _field(self) -> Fields:
        assert self.fields is not None
        while self.fields.exhausted:
            if self.editor is None and not self.fields.asked:
                self._screen.write("?? ")
                self.fields.asked = True
            self.fields = Fields(self._edit())
        return self.fields

    def field_string(self) -> str | None:
        """The next item of INPUT for a string; None: start again."""
        text = self._field().string()
        return None if text is None else self._space.made(text)

    def field_number(self) -> Number | None:
        """The next item of INPUT for a number; None: start again."""
        return self._field().number()

    def input_again(self) -> int:
        """?Redo from start."""
        self._screen.write("?Redo from start")
        self._screen.newline()
        return self._input_start

    def input_end(self) -> None:
        """?Extra ignored, if the line has more items than the statement has variables."""
        if self.fields is not None and not self.fields.exhausted:
            self._screen.write("?Extra ignored")
            self._screen.newline()
        self.fields = None

    # Keeping

    def state(self) -> dict[str, Any]:
        """Everything as plain data, but for the times that the clock has not given yet."""
        editor = self.editor
        data = {name: copy.deepcopy(getattr(self, name)) for name in _PLAIN}
        data["editor"] = None if editor is None else (editor.start, editor.insert)
        return data

    def restore(self, state: dict[str, Any]) -> None:
        """Back to what `state` gave."""
        for name in _PLAIN:
            setattr(self, name, copy.deepcopy(state[name]))
        self.editor = None
        if state["editor"] is not None:
            self.editor = Editor(self._screen, cut=False)
            self.editor.start, self.editor.insert = state["editor"]


#: Attributes that are kept as they are.
_PLAIN = (
    *("keys", "keys_from", "jiffy", "interrupts", "rnd_state", "paused_pc", "idle", "fields"),
    *("_answers", "_answer_index", "_saved_rnd", "_input_start"),
)
