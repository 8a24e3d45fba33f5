"""What the full-screen games have in common: help and leaving, signals, a terminal that is too small."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import stat
import sys
import textwrap
from collections.abc import Callable
from typing import ClassVar, TextIO

from textual import events
from textual.app import App
from textual.binding import Binding
from textual.containers import VerticalScroll

from battleship.ui.notice import Notice

#: What asks a program to end: Ctrl-C elsewhere, `kill`, a terminal that is closed. Not every system has all.
_SIGNALS: list[signal.Signals] = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)
]
#: Seconds for which a remark stays.
_REMARK = 4.0
#: Seconds between two looks whether the terminal is still there.
_LOOK = 0.5


def hung_up(stream: TextIO | None) -> bool:
    """Return whether the other end of a terminal has gone."""
    if stream is None or stream.closed:
        return True
    if not stat.S_ISCHR(os.fstat(stream.fileno()).st_mode):
        return False  # a pipe of the tests
    look = select.poll()
    look.register(stream.fileno(), select.POLLHUP)
    return bool(look.poll(0))


def folded(items: str, width: int) -> str:
    """Return what stands between two blanks on as few lines as it takes, no item broken."""
    lines: list[str] = []
    for item in items.split("  "):
        if lines and len(lines[-1]) + 2 + len(item) <= width:
            lines[-1] += f"  {item}"
        else:
            lines.append(item)
    return "\n".join(lines)


class GameApp(App[None]):
    """`?` helps, `q` and CTRL+Q leave, and ask first when a game would be lost; CTRL+C says so, CTRL+Z suspends.

    A subclass gives `HELP`, says whether a game is `running`, shows `remark` where its keys stand (`show_keys`),
    takes all other keys in `play_key` and keeps in `left` what is not to be lost.

    Attributes:
        colour: False leaves the colours to the terminal (NO_COLOR).
    """

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [Binding("ctrl+z", "suspend_process", priority=True)]
    HELP = ""

    def __init__(self, colour: bool) -> None:
        super().__init__(ansi_color=not colour)
        self.colour = colour
        #: What is said for a moment in the place of the keys.
        self.remark = ""
        #: The terminal is too small for the game: it shows a notice and takes no keys but `?` and `q`.
        self.too_small = False

    # What a game says

    @property
    def running(self) -> bool:
        """Whether a game is under way that would be lost."""
        raise NotImplementedError

    def play_key(self, pressed: events.Key) -> None:
        """Handle a key for the game."""
        raise NotImplementedError

    def show_keys(self) -> None:
        """Show the keys that work now, or the remark."""
        raise NotImplementedError

    def left(self) -> bool:
        """Keep what is not to be lost when the game is left. Return False if it could not be kept, and the app has
        ended.
        """
        return True

    def leave_room(self, texts: str) -> None:
        """Let the boards scroll in what the texts below them leave of the terminal."""
        lines = (textwrap.wrap(line, max(self.size.width, 1)) or [""] for line in texts.splitlines())
        rows = sum(map(len, lines))
        self.screen_stack[0].query_one(VerticalScroll).styles.max_height = max(self.size.height - rows, 1)

    # Keys

    def on_key(self, pressed: events.Key) -> None:
        """Take every key: none is left for Textual's own bindings."""
        pressed.stop()
        if pressed.key == "question_mark":
            self.push_screen(Notice(self.HELP))
        elif pressed.key == "q":
            self.leave()
        elif pressed.key != "ctrl+c" and not self.too_small:
            self.play_key(pressed)

    def action_help_quit(self) -> None:
        """Say how to quit: CTRL+C ends other programs."""
        self.remark = "q quits, ? helps"
        self.show_keys()
        self.set_timer(_REMARK, self._forget)

    def _forget(self) -> None:
        self.remark = ""
        self.show_keys()

    async def action_quit(self) -> None:
        """Quit as `q` does, so that no game is lost unasked. Textual takes CTRL+Q from every app."""
        if len(self.screen_stack) == 1 or (isinstance(self.screen, Notice) and self.screen.leave is not None):
            self.leave()

    # Leaving

    def leave(self) -> None:
        """End the app, after a question when a game is running."""
        if self.running:
            self.ask("A game is running. Quit? (y/n)", self._leave_now)
        else:
            self.exit()

    def ask(self, question: str, yes: Callable[[], None]) -> None:
        """Ask something that y answers with `yes`."""
        self.push_screen(Notice(question, question=True), lambda answer: yes() if answer else None)

    def _leave_now(self) -> None:
        if self.left():
            self.exit()

    def on_mount(self) -> None:
        """Let signals end the game as `q` does, without a question: there may be no person to answer it."""
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                loop.add_signal_handler(number, self._ended_by, number)
        if sys.platform != "win32":
            self.set_interval(_LOOK, self._look_for_terminal)

    def _look_for_terminal(self) -> None:
        """End the game when its terminal has gone: under `nohup` no signal says so, and reading it returns nothing."""
        if hung_up(sys.__stdin__):
            self._ended_by(signal.SIGHUP)

    def _ended_by(self, number: int) -> None:
        if not self.running or self.left():
            self.exit(return_code=128 + number)
