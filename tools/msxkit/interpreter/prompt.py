"""`Ok`: the interactive machine, one key or one line at a time. Pure: the caller shows the screen."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping

from msxkit import __version__
from msxkit.charset import glyphs
from msxkit.display.screen import CURSOR_CODE, Screen
from msxkit.interpreter.input.editor import Editor, Interrupted, begin
from msxkit.interpreter.input.waits import IDLE_POLLS
from msxkit.interpreter.session import KEY, LIMIT, Session
from msxkit.language.program import Program
from msxkit.language.scanner import take_line_number
from msxkit.language.tokens import LAST_LINE
from msxkit.machine.clock import SECOND
from msxkit.machine.clock_chip import ClockChipState
from msxkit.machine.model import MSX2, Model

CONTROL_C, CONTROL_D, RETURN, CONTROL_Q, CONTROL_S = 3, 4, 13, 17, 19
#: Leaves the prompt. MSX-DOS has it as CALL SYSTEM.
LEAVE = ("SYSTEM", "CALLSYSTEM", "_SYSTEM")
#: Statements after which `enter` gives up waiting for a line to end.
ENTER_LIMIT = 10_000_000
#: Polls that found no key after which a program that only polls gets the next key.
TYPED_POLLS = 1000
#: Rows that one line may print there: they are kept until it ends.
ROWS_LIMIT = 100_000

#: Notices; short, for narrow terminals.
UNSAVED = 'Not saved: CTRL-D or Y leaves anyway, SAVE"NAME" saves it'
HOW_TO_LEAVE = "CTRL-D or SYSTEM leaves"
PAUSED = "Paused: CTRL-S continues, CTRL-C stops"


class Prompt:
    """A machine at `Ok`.

    Attributes:
        left: Whether SYSTEM was entered.
        banner: What it showed at first: our name, unless that is unwanted, and `Ok`.
        running: Whether a statement or program runs; `advance` goes on with it, as long as it is neither waiting for a
            key nor paused by CTRL-S, which is STOP.
        notice: What to show beside the machine's screen until the next key.
    """

    def __init__(
        self,
        program: Program | None = None,
        *,
        machine: Model | str = MSX2,
        files: MutableMapping[str, bytes] | None = None,
        key_line: bool = True,
        banner: bool = True,
        clock_chip: ClockChipState | None = None,
    ) -> None:
        session = Session.at_prompt(
            Program([]) if program is None else program,
            machine=machine,
            files=files,
            key_line=key_line,
            clock_chip=clock_chip,
            banner=(f"msxkit {__version__}: MSX BASIC", "SYSTEM or CTRL-D leaves") if banner else (),
        )
        self._take_over(session)
        self.banner = session.screen.text().replace(glyphs([CURSOR_CODE]), "").rstrip()

    @classmethod
    def of(cls, session: Session) -> Prompt:
        """Return the prompt of a session whose program has come to `Ok`."""
        prompt = cls.__new__(cls)
        prompt._take_over(session)
        return prompt

    def _take_over(self, session: Session) -> None:
        self.session = session
        self.banner = ""
        self.running = False
        self.left = False
        self.notice = ""
        self._waiting = False
        self._paused = False
        self._begin()

    @property
    def screen(self) -> Screen:
        """The screen now, with the cursor block while the machine waits at `Ok`."""
        return self.session.screen

    @property
    def busy(self) -> bool:
        """Whether `advance` has something to do."""
        return self.running and not self._waiting and not self._paused

    @property
    def listing(self) -> bool:
        """Whether `advance` stopped between two lines of a LIST that `Session.pace_listing` slows down."""
        return self.busy and self.session.source.listing

    def _begin(self) -> None:
        """Begin a new line; AUTO writes its number."""
        self._editor = Editor(self.session.video.text, begin(self.session.video.text, cut=False))
        numbering = self.session.source.numbering
        if numbering is not None:
            self.session.video.text.write(self.session.layout.program.auto_prompt(numbering[0]))

    def key(self, code: int) -> None:
        """Handle a key: give it to the line that is being written, or to the program. CTRL-D leaves, CTRL-S pauses a
        run.
        """
        asked, self.notice = self.notice == UNSAVED, ""
        if code == CONTROL_D or (asked and code in b"Yy"):
            self._leave(asked)
        elif self._paused and code in (CONTROL_S, CONTROL_Q):
            self._paused = False
        elif self.busy and code == CONTROL_S:
            self._paused, self.notice = True, PAUSED
        else:
            self._take(code)
            if self._paused:
                self.notice = PAUSED

    def _leave(self, asked: bool) -> None:
        """Leave, unless a program would be lost and the user has not been asked."""
        if asked or not self.session.source.unsaved:
            self.left = True
        else:
            self.notice = UNSAVED

    def _take(self, code: int) -> None:
        if self.running:
            if code == CONTROL_C and not self.session.editing:
                self.interrupt()
            else:
                self.session.keys.press(code)
                self._waiting = False
            return
        try:
            line = self._editor.key(code)
        except Interrupted:
            if self.session.source.numbering is not None:
                self.session.source.numbering = None
            else:
                self.notice = HOW_TO_LEAVE
            self._begin()
            return
        if line is not None:
            self._line(line.encode("latin-1"))

    def _line(self, line: bytes) -> None:
        if line.translate(None, b" ").upper() in (word.encode("ascii") for word in LEAVE):
            self.left = True
            return
        if self.session.source.numbering is not None and not self._numbered(line):
            self._begin()
            return
        self.running = self.session.enter(line.replace(b"*", b" ", 1) if self._marked(line) else line)
        self._waiting = False
        if not self.running:
            self._told()

    def _marked(self, line: bytes) -> bool:
        """Return whether AUTO's asterisk stands after the number."""
        taken = take_line_number(line)
        return (
            self.session.source.numbering is not None
            and taken is not None
            and line[taken[1] : taken[1] + 1] == b"*"
        )

    def _numbered(self, line: bytes) -> bool:
        """Turn to the next number of AUTO. Return False when nothing stands after this one."""
        taken = take_line_number(line)
        if taken is None or self.session.source.numbering is None:
            return True
        step = self.session.source.numbering[1]
        following = taken[0] + step
        self.session.source.numbering = (following, step) if following <= LAST_LINE else None
        return bool(line[taken[1] :].strip(b" *"))

    def advance(self, max_steps: int | None = None, poll: Callable[[], bool] | None = None) -> None:
        """Run on: some statements, or until `poll` says so, `Ok`, or a wait for a key."""
        if not self.busy:
            return
        event = self.session.run(max_steps, poll)
        if event.at == LIMIT:
            return
        if event.at == KEY:
            self._waiting = True
        else:
            self.arrived()

    def interrupt(self) -> None:
        """Press CTRL-STOP, which is CTRL-C here."""
        self._paused = False
        if self.running and self.session.interrupt() is not None:
            self.arrived()
        self._waiting = False

    def arrived(self) -> None:
        """Begin a line at `Ok`, to which the run has come, and type what was typed meanwhile."""
        self.running = self._waiting = False
        self._told()
        while not self.running and (code := self.session.keys.take()) is not None:
            self._take(code)

    def _told(self) -> None:
        """Begin a new line after the machine's answer."""
        if self.session.error is not None and self.session.error.note:
            self.notice = self.session.error.note
        self._begin()

    def type(self, keys: bytes, over: Callable[[], bool] = lambda: False) -> None:
        """Type keys, each when the machine waits for one, and run on until it waits for more.

        INKEY$ and STRIG that find nothing `TYPED_POLLS` times in a row wait, too. CTRL-C stops what runs for a
        second without waiting.

        Args:
            over: Called now and then; True ends it.
        """
        for code in keys:
            self.session.keys.idle_polls = TYPED_POLLS
            self._rest(over, SECOND if code == CONTROL_C else None)
            if self.left or (self.busy and over()):
                return
            self.key(code)
        self.session.keys.idle_polls = IDLE_POLLS
        self._rest(over)

    def _rest(self, over: Callable[[], bool], patience: int | None = None) -> None:
        """Run on until the machine waits, `over` says so, or so many T-states are over."""
        end = None if patience is None else self.session.t_states + patience
        while self.busy and not over() and (end is None or self.session.t_states < end):
            self.advance(poll=lambda: over() or (end is not None and self.session.t_states >= end))

    def enter(
        self, text: bytes, stop: Callable[[], bool] = lambda: False, limit: int | None = ENTER_LIMIT
    ) -> list[str]:
        """Type a line of MSX codes and run it. Return the rows that the machine answers, as characters.

        While a program waits for a key the line is typed to it, and its row comes back too. A line that goes on for
        more than `limit` statements, or prints more than `ROWS_LIMIT` rows, is broken off.

        Args:
            stop: Asked now and then, True is CTRL-C.
        """
        screen = self.session.video.text
        first = screen.state.y - 1 if self.running else 0
        self.notice = ""

        def answer() -> None:
            if self.running:
                for code in (*text, RETURN):
                    self._take(code)
            else:
                screen.clear()
                self._line(text)
            if not self.left:
                self.advance(limit, lambda: len(screen.state.scrolled or ()) > ROWS_LIMIT or stop())
                if self.busy:
                    self.interrupt()

        return self._rows(answer, first)

    def stop(self) -> list[str]:
        """Press CTRL-C while a line is awaited. Return the rows that the machine answers, as characters."""
        return self._rows(self.interrupt, self.session.video.text.state.y - 1)

    def _rows(self, answer: Callable[[], None], first: int) -> list[str]:
        """Return what `answer` shows from a row of the screen on, and what has scrolled away."""
        screen = self.session.video.text
        screen.state.scrolled = []
        answer()
        # Without the cursor block, which is not an answer.
        waiting, screen.state.waiting = screen.state.waiting, False
        rows = [*screen.state.scrolled, *self.screen][first:]
        screen.state.waiting, screen.state.scrolled = waiting, None
        while rows and not rows[-1]:
            rows.pop()
        return rows
