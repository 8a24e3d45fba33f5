"""A machine in the terminal, live: what `msxkit basic` and `msxkit play` share."""

from __future__ import annotations

import contextlib
import os
import re
import select
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from types import FrameType

from msxkit.display.terminal import ENTER, ESCAPE, LEAVE, Painter
from msxkit.errors import MsxError
from msxkit.interpreter import Session
from msxkit.machine.video.shown import sprites

#: Seconds between two pictures.
FRAME = 0.04
#: Seconds in which the rest of an escape sequence comes, and the answer of a terminal that is asked what it can do.
SEQUENCE, ANSWER = 0.02, 0.4
#: Seconds for which a picture stays when its last sprite has gone.
_BLINK = 1.0
#: Terminals that have 24-bit colour but may not say so in COLORTERM.
_TRUE_COLOUR = re.compile(r"direct|kitty|ghostty|wezterm|foot|alacritty|iterm")


def is_person() -> bool:
    """Return whether standard input and output are a terminal that pictures can be painted on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


class Signals:
    """What the terminal reports while the machine has it: CTRL-C from another program, and that the terminal is ours
    again.
    """

    def __init__(self) -> None:
        self.interrupted = self.resumed = False

    def interrupt(self, _number: int, _frame: FrameType | None) -> None:
        self.interrupted = True

    def resume(self, _number: int, _frame: FrameType | None) -> None:
        self.resumed = True

    @contextlib.contextmanager
    def handled(self) -> Iterator[None]:
        wanted = {"SIGINT": self.interrupt, "SIGCONT": self.resume}
        before = {
            number: signal.signal(number, handler)
            for number, handler in ((getattr(signal, name, None), each) for name, each in wanted.items())
            if number is not None
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def read(seconds: float) -> bytes:
    """Return what is typed within some seconds. Raise `MsxError` when the terminal is gone."""
    descriptor = sys.stdin.fileno()
    if not select.select([descriptor], [], [], seconds)[0]:
        return b""
    data = _read(descriptor)
    # The key ESC, or the start of a sequence that a slow line has cut.
    if data.endswith(ESCAPE.encode()) and select.select([descriptor], [], [], SEQUENCE)[0]:
        data += _read(descriptor)
    return data


def _read(descriptor: int) -> bytes:
    try:
        data = os.read(descriptor, 1024)
    except OSError:
        data = b""
    if not data:
        raise MsxError("the terminal is gone")
    return data


def write(text: str) -> None:
    """Write to the terminal at once."""
    if text:
        sys.stdout.write(text)
        sys.stdout.flush()


def ask(question: str, answered: Callable[[bytes], bool]) -> bytes:
    """Send a query to the terminal. Return what came until the answer was complete, or soon after."""
    write(question)
    data, end = b"", time.monotonic() + ANSWER
    while not answered(data) and (left := end - time.monotonic()) > 0:
        data += read(left)
    return data


@contextlib.contextmanager
def raw(*, leave: str = "") -> Iterator[Callable[[], None]]:
    """Switch the terminal to raw keys without echo, on a screen of its own. Restore it at the end.

    Yield a function that switches again after another program had the terminal.

    Args:
        leave: What else to write at the end.
    """
    if sys.platform == "win32":
        raise MsxError(
            "reading single keys needs a terminal on Linux, macOS or WSL; use a pipe: msxkit basic < lines"
        )
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)

    def enter() -> None:
        tty.setraw(descriptor)
        write(ENTER)

    try:
        enter()
        yield enter
    finally:
        # A terminal that is gone needs no care.
        with contextlib.suppress(termios.error, OSError):
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
        with contextlib.suppress(OSError):
            write(leave + LEAVE)


class TerminalCanvas:
    """The machine's screen in the terminal: text as text, graphic modes and text with sprites as pictures.

    Attributes:
        way: How pictures are shown, as `msxkit.display.pixels.Way` names it.
        cell: Width and height of a character in pixels; None: unknown.
    """

    def __init__(self, way: str = "blocks", cell: tuple[int, int] | None = None) -> None:
        self._colour = not os.environ.get("NO_COLOR")
        self._text = Painter(*shutil.get_terminal_size(), colour=self._colour)
        self._way, self._cell = way, cell
        # It takes numpy and Pillow: programs in text modes never need them.
        self._pixels: _Pictures | None = None
        self._graphic: bool | None = None
        self._sprites_until = 0.0

    def forget(self) -> None:
        """Draw the next picture from nothing, because the terminal shows something else now."""
        self._graphic = None

    def paint(self, session: Session, notice: str = "") -> str:
        """Return what to write so that the terminal shows what the machine does.

        Args:
            notice: A row below the picture.
        """
        columns, rows = shutil.get_terminal_size()
        graphic = not session.video.shows_text or self._has_sprites(session)
        changed, self._graphic = graphic is not self._graphic, graphic
        if not graphic:
            self._text.resize(columns, rows)
            if changed:
                self._text.forget()
            screen = session.screen
            shown = self._text.paint(
                screen, session.video.colours[:2], notice or self._text.too_small(screen)
            )
            return (self._to_text() if changed else "") + shown
        if self._pixels is None:
            self._pixels = _Pictures(columns, rows, self._way, self._cell, self._colour)
        if changed:
            self._pixels.forget()
        shown = self._pixels.paint(session, columns, rows, notice)
        return ("\x1b[?25l" if changed else "") + shown

    def _has_sprites(self, session: Session) -> bool:
        """Return whether sprites are seen, or were a moment ago: some blink. While a line is typed, its text counts."""
        video = session.video
        if session.editing or video.text.state.waiting or not video.chip.sprites_shown:
            self._sprites_until = 0.0
        elif any(sprite.colour for sprite in sprites(video.chip).values()):
            self._sprites_until = time.monotonic() + _BLINK
        return time.monotonic() < self._sprites_until

    def _to_text(self) -> str:
        """Return what removes the picture and shows the cursor again."""
        if self._pixels is None or self._way != "kitty":
            return "\x1b[?25h"
        from msxkit.display.pixels import FORGET_PICTURES

        return FORGET_PICTURES + "\x1b[?25h"


class _Pictures:
    """Graphic modes, drawn only when video memory has changed."""

    def __init__(self, columns: int, rows: int, way: str, cell: tuple[int, int] | None, colour: bool) -> None:
        from msxkit.display.pixels import ColourDepth, PixelPainter, Way

        if not colour:
            colours = ColourDepth.NONE
        elif os.environ.get("COLORTERM") in ("truecolor", "24bit") or _TRUE_COLOUR.search(
            os.environ.get("TERM", "").lower()
        ):
            colours = ColourDepth.TRUE
        else:
            colours = ColourDepth.INDEXED
        self._painter = PixelPainter(columns, rows, Way(way), colours, cell or (10, 20))
        self._size = columns, rows
        self._seen: tuple[bytes, str] | None = None

    def forget(self) -> None:
        self._seen = None
        self._painter.forget()

    def paint(self, session: Session, columns: int, rows: int, notice: str) -> str:
        from msxkit.display.picture import draw

        if (columns, rows) != self._size:
            self._size, self._seen = (columns, rows), None
            self._painter.resize(columns, rows)
        seen = session.video.content, notice
        if seen == self._seen:
            return ""
        self._seen = seen
        return self._painter.paint(draw(session.video.frame, scale=0), notice)
