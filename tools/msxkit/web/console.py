"""The machine with a user: a session that runs against the clock on the wall, a slice at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping
from typing import Any

from msxkit import __version__, charset
from msxkit.backends.history import History, Times
from msxkit.backends.interpreter import InterpreterTarget
from msxkit.dap.breaks import Breakpoint
from msxkit.dap.debuggee import Goal
from msxkit.dap.debugger import Debugger
from msxkit.dap.places import Places
from msxkit.dap.routines import Routines
from msxkit.errors import CharsetError
from msxkit.interpreter.prompt import CONTROL_C, Prompt
from msxkit.interpreter.session import KEY, Session
from msxkit.language.program import Program
from msxkit.machine.clock import SECOND
from msxkit.machine.video.frame import Frame

#: Seconds that one slice may take, so that the page can send something in between. The slices of a machine that runs as
#: fast as it can are longer, and show fewer pictures.
SLICE, LONG_SLICE = 0.012, 0.03
#: Seconds of the machine that a slow browser may be behind before the machine stops catching up.
_DEBT = 0.25
#: How many moments are kept to step back to.
_KEPT = 60
#: How many blocks of one statement run before the page gets control again.
_BLOCKS = 1000
#: Checks within one statement (`guard.QUOTA`) until it is broken off and begins again. They take many seconds, because
#: a PAINT that begins again stops at what it has drawn. Without a limit, nothing would answer the Stop button.
_LONGEST = 500
#: How many registers of the sound chip are heard, and how many writes to them are reported at once.
_SOUNDS, _TOLD = 14, 2000
#: What a machine that is only switched on shows above its first `Ok`.
_BANNER = (f"msxkit {__version__}: MSX BASIC",)
#: The volumes of the three channels.
_VOLUMES = (8, 9, 10)


#: A line to stop at, or the row of a modern source; a condition, or nothing; an included file, or nothing.
StopRow = tuple[int, str, str]


class Console:
    """A program that runs at a chosen speed.

    Attributes:
        files: The disk, name -> bytes. What the program writes is in it.
        debugger: What stops the run by itself.
        has_clear_letters: Whether text is shown in `font.clear_patterns`.
        paused: Whether time stands still, so that the user can step.
        stopped: Whether the user has broken the program off.

    Args:
        program: None for a machine that is only switched on: it waits at `Ok`.
        clock: Returns seconds, from any start, such as `time.perf_counter`.
        times: The TIME of each draw, as `clock` of `Session`.
    """

    def __init__(
        self,
        program: Program | None,
        clock: Callable[[], float],
        *,
        times: Iterable[int] = (),
        machine: str = "msx2",
        files: MutableMapping[str, bytes] | None = None,
    ) -> None:
        self._clock = clock
        draws = Times(times)
        self.files = {} if files is None else files
        if program is None:
            self.session = Session.at_prompt(
                Program([]), machine=machine, files=self.files, clock=draws, banner=_BANNER
            )
        else:
            self.session = Session(
                program,
                clock=draws,
                machine=machine,
                files=self.files,
                idle_polls=None,
                interactive=True,
            )
        self._looks = 0
        self.has_clear_letters = False
        self._prompt: Prompt | None = None
        self.paused = False
        self.stopped = False
        self._due = 0.0
        self._shown: bytes | None = None
        self._sounds: list[tuple[float, int, int]] = []
        self.session.sound.listen(self._hear)
        self.tune()
        self.session.noted.effects_kept = 0
        self._arrive()
        self._history = History(self.session, draws, self.files, _KEPT)
        self.debugger = Debugger(InterpreterTarget(history=self._history))
        self.debugger.set_filters(uncaught=False, errors=False, stops=False)
        self.debugger.asked = self.session.breaks = self._is_endless
        self._layout = self.session.layout
        self._breaks: tuple[list[StopRow], list[str]] = [], []
        #: Why the run has halted, as a sentence; empty for a pause.
        self._why = ""

    @property
    def _program(self) -> Program:
        return self.session.layout.program

    # Running

    @property
    def ended(self) -> bool:
        """Whether the machine is at `Ok`."""
        return self.session.state.arrival.ended

    @property
    def status(self) -> str:
        """The state: `running`, `key` (waits for one), `paused`, `stopped` (broken off), `error` or `end`."""
        if self.ended:
            return "error" if self.session.error else "stopped" if self.stopped else "end"
        if self.paused:
            return "paused"
        event = self.session.event
        return "key" if event is not None and event.at is KEY else "running"

    def advance(self, seconds: float, speed: float | None) -> bool:
        """Run the machine for the time that has passed. Return True if there is more to do at once.

        Args:
            seconds: The user's seconds since the last call.
            speed: A factor of the machine's own speed; None: as fast as it can.
        """
        if self.paused or self.ended:
            return False
        end = self._clock() + (SLICE if speed is not None else LONG_SLICE)
        self._due += seconds * (speed or 1) * SECOND
        until = int(self._due) if speed is not None else None
        if until is not None and until <= self.session.t_states:
            # Runs end at an interrupt, or after a statement that took long: the user's time is not there yet.
            return False

        late = self._ends_at(end)
        self._look_up()
        if self._halts(late, until):
            self.paused = True
            self._due = self.session.t_states
            return False
        if self.debugger.waiting and self.session.t_states < self._due:
            # While no key is pressed, time goes at the machine's pace at most.
            self.session.let_pass(int(self._due), late)
        if speed is None:
            self._due = self.session.t_states
        self._due = min(self._due, self.session.t_states + _DEBT * SECOND)
        self._arrive()
        return speed is None and self.status == "running"

    def follow(self, keys: Iterable[int], events: int) -> None:
        """Run at once to the event of that number (from 1): a draw, a wait for a key or the end.

        Args:
            keys: The codes that are typed at the waits before it, one for each.
        """
        typed = iter(keys)
        for number in range(events):
            event = self.session.step()
            if event.at is KEY and number < events - 1:
                self.session.keys.press(next(typed))
        self._due = self.session.t_states
        self._sounds.clear()
        self.tune()
        self._history.keep()

    def hurry(self, seconds: float) -> None:
        """Run as fast as possible to the first wait for a key, for at most so many of the user's seconds."""
        late = self._ends_at(self._clock() + seconds)
        event = self.session.run(poll=late)
        while event.at is not KEY and not self.ended and not late():
            event = self.session.run(poll=late)
        self._due = self.session.t_states
        self._sounds.clear()
        self.tune()
        self._history.keep()

    def _ends_at(self, end: float) -> Callable[[], bool]:
        """Return a function, called between two statements, that tells whether the clock has come to `end`."""

        def late() -> bool:
            self._looks = 0
            return self._clock() >= end

        return late

    def _is_endless(self) -> bool:
        """Return, within a statement, whether it has taken so long that it may never end."""
        self._looks += 1
        return self._looks > _LONGEST

    def _arrive(self) -> None:
        """Give the user a prompt when the machine has come to `Ok`, and take it away when it runs."""
        if not self.ended:
            self._prompt = None
        elif self._prompt is None:
            self._prompt = Prompt.of(self.session)
            self._prompt.arrived()
        elif self._prompt.running:
            self._prompt.arrived()

    def step(self, goal: Goal = Goal.IN) -> None:
        """Run the next statement, or to the end of what it calls or what it is in; while the program waits for a key,
        run to the next interrupt.
        """
        self.paused = True
        if self.ended:
            return
        self._begin(goal)
        for _ in range(_BLOCKS):
            self.paused = self.debugger.stepping
            if not self.paused or self._halts() or self.ended:
                break
            if self.debugger.waiting:
                self.session.let_pass(self.session.t_states + 1)
                break
        self._due = self.session.t_states
        self._arrive()

    def go_on(self) -> None:
        """End a pause."""
        self.paused = False
        self._begin(Goal.RUN)

    def _begin(self, goal: Goal) -> None:
        self._why, self._looks = "", 0
        self._look_up()
        self.debugger.go(goal)

    def _halts(self, late: Callable[[], bool] | None = None, until: int | None = None) -> bool:
        """Run on, as `Session.run` does. Return whether the run has come to a place to stop at."""
        stopped = self.debugger.slice(late, until)
        if stopped is None or self.ended:
            return False
        met = stopped.points and not self.debugger.stepping
        self._why = stopped.text or ("Breakpoint" if met else "")
        return True

    def halt_at(self, lines: list[StopRow], names: list[str]) -> list[str]:
        """Stop at these lines, or rows of modern sources, where their condition is true (an expression; empty for
        always), and when one of these is written: a variable, an element, `VRAM(address)`.

        Return for each name what is wrong with it; empty if nothing is.
        """
        self._breaks = lines, names
        return self._look_up(anew=True)

    def _look_up(self, *, anew: bool = False) -> list[str]:
        """Look up the places to stop at if another program is in memory. Return what `halt_at` returns."""
        layout = self.session.layout
        if layout is self._layout and not anew:
            return []
        self._layout = layout
        places, (lines, names) = Places(layout), self._breaks
        program = self._program
        firsts = {place.line: place for place in reversed(places.all)} if lines else {}
        points: list[Breakpoint] = []
        for line, condition, file in lines:
            place = places.in_row(line, file=file) if program.is_modern else firsts.get(line)
            if place is not None:
                points.append(Breakpoint(len(points), place, program.classic_names(condition)))
        self.debugger.breaks.places, self.debugger.breaks.points = places, points
        return self.debugger.watch([program.classic_names(name) for name in names])

    def frames(self) -> list[tuple[str, int | None, str]]:
        """Return the stack, innermost first: what each row is called, its line, or row of a modern source, and the
        included file that it is in.
        """
        found = []
        for frame in self.debugger.frames(Routines(self.session.program)):
            place, name = frame.place, frame.name
            if self._program.is_modern:
                name = "Ok" if place is None else " ".join(filter(None, (place.file, f"row {place.row}")))
            line = None if place is None else place.row if self._program.is_modern else place.line
            found.append((name, line, "" if place is None else place.file))
        return found

    def who_wrote(self, name: str) -> None:
        """Go back to the statement that wrote a variable, an element or `VRAM(address)` last. Raise `MsxError` if none
        has, as far as the past is kept.
        """
        self.paused, self.stopped = True, False
        try:
            self._why = self.debugger.past.who_wrote(self._program.classic_names(name)).text
        finally:
            self._went_back()

    def back(self) -> bool:
        """Go to the statement, or row of a modern source, before. Return False if no state before is kept."""
        self.paused, self.stopped = True, False
        before = self.session.steps
        self.debugger.past.step_back()
        self._begin(Goal.RUN)
        self._went_back()
        return self.session.steps < before

    def _went_back(self) -> None:
        self._history.keep()
        self._prompt = None
        self._due = self.session.t_states
        self._sounds.clear()
        self.tune()
        self._arrive()

    def stop(self, *, forced: bool = False) -> None:
        """Press CTRL-STOP, which ends AUTO too. Music that plays on after the program's end stops.

        Args:
            forced: Whether a program with STOP ON stops as well.
        """
        self.paused = False
        if not self.ended and self.session.interrupt(forced=forced) is not None:
            self.stopped = True
        if self.ended:
            self._arrive()
            if self._prompt is not None and self.session.source.numbering is not None:
                self._prompt.key(CONTROL_C)
            self._sounds.clear()
            for register in _VOLUMES:
                self._hear(self.session.t_states, register, 0)

    # Keys

    def key(self, name: str, down: bool, text: str = "", repeated: bool = False) -> None:
        """Press or release a key.

        Characters come from the user's own keyboard; all other keys type what the machine's keys do.

        Args:
            name: The key's name in the matrix; empty if it has none.
            down: Whether it is pressed.
            text: The character that it types; empty if it types none.
            repeated: Whether it types again because it is held. The user's time decides that, not the machine's.
        """
        session = self.session
        if not down:
            if name:
                session.keys.release(name)
            return
        if text:
            if name:
                session.keys.hold(name)
            self.type(text, unless_waiting=repeated)
        elif not (repeated and session.keys.unread):
            session.keys.strike(name, repeat=False)
            self._enter()
        self._history.keep()

    def type(self, text: str, unless_waiting: bool = False) -> None:
        """Put characters into the key queue; LF is RETURN. A text with a character that the MSX lacks types nothing.

        Args:
            unless_waiting: Whether to type nothing while the program has not read the keys before.
        """
        try:
            codes = charset.encode(
                text.replace("\r\n", "\r").replace("\n", "\r"), self.session.program.characters
            )
        except CharsetError:
            return
        if not (unless_waiting and self.session.keys.unread):
            self.give(codes)
        else:
            self._history.keep()

    def give(self, codes: bytes) -> None:
        """Put codes of keys into the key queue."""
        self.session.keys.press(codes)
        self._enter()
        self._history.keep()

    def assign(self, name: str, value: str) -> None:
        """Set a variable or element to the value of an expression. Raise `MsxError` if that fails."""
        self.session.memory.assign(self._program.classic_names(name), self._program.classic_names(value))
        self._history.keep()

    def _enter(self) -> None:
        """Put the keys at `Ok` into the line that is being typed, until one of them starts something."""
        prompt = self._prompt
        while prompt is not None and self.ended and (code := self.session.keys.take()) is not None:
            self.paused = self.stopped = False
            prompt.key(code)
            prompt.left = False
        if not self.ended:
            self._due = self.session.t_states

    def joystick(self, number: int, pressed: int) -> None:
        """Set what is pressed on joystick 1 or 2, as `joystick` of `Session.keys` does."""
        self.session.keys.joystick(number, pressed)
        self._history.keep()

    # What is seen and heard

    def picture(self) -> Frame | None:
        """Return the picture; None while it is the same as at the last call."""
        seen = self.session.video.content + bytes((self.ended, self.has_clear_letters))
        if seen == self._shown:
            return None
        self._shown = seen
        video = self.session.video
        return video.clear_frame if self.has_clear_letters else video.frame

    def _hear(self, t_states: int, register: int, value: int) -> None:
        """Note a write into the sound chip. Of more than `_TOLD` writes keep the last one to each register."""
        if register < _SOUNDS:
            self._sounds.append((t_states / SECOND, register, value))
            if len(self._sounds) > _TOLD:
                self._sounds = list({write[1]: write for write in self._sounds}.values())

    def tune(self) -> None:
        """Note the sound chip's registers at this moment: somebody begins to listen."""
        for register, value in enumerate(self.session.sound.registers[:_SOUNDS]):
            self._hear(self.session.t_states, register, value)

    def take_sounds(self) -> list[tuple[float, int, int]]:
        """Return the writes into the sound chip since the last call: seconds of the machine, register, value."""
        taken, self._sounds = self._sounds, []
        return taken

    def state(self) -> dict[str, Any]:
        """Return the state of the machine for JSON. In it, `asks` tells whether the program asks for a line, `row` is
        the row of a modern source, from 1, and `file` the included file that it is in.
        """
        session, program = self.session, self._program
        text = session.video.shows_text
        place = session.place if program.is_modern else None
        return {
            "status": self.status,
            "line": session.line,
            "row": None if place is None else place.row,
            "file": "" if place is None or place.file == program.modern_file else place.file,
            "steps": session.steps,
            "mode": session.video.mode,
            "asks": session.editing and not self.ended,
            "why": program.in_source(self._why) if self.paused else "",
            "part": self._part() if self.status == "paused" else None,
            "seconds": session.t_states / SECOND,
            "message": f"{place}: {session.error}" if place and session.error else str(session.error or ""),
            "cells": session.screen.cells.hex() if text else "",
            "cursor": list(session.screen.cursor) if text else [],
            "text": session.screen.text() if text else "",
        }

    def _part(self) -> tuple[int, int] | None:
        """Return the columns, from 0, of the statement that runs next, in the row of its line."""
        place = self.debugger.place
        return None if place is None or place.line != self.session.line else (place.column - 1, place.end - 1)

    def variables(self) -> list[tuple[str, str]]:
        """Return the names and values of the variables as text, arrays element by element."""
        rows = [each for row in self.debugger.variables() for each in row.children or (row,)]
        return [(self._program.long_name(row.target), row.value) for row in rows if row.target]
