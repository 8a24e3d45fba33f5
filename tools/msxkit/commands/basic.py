"""`msxkit basic`: MSX BASIC at its prompt, in the terminal."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import click

from msxkit.charset import encode
from msxkit.cli import FiniteRange, ask
from msxkit.errors import CharsetError, MsxError, ProgramError
from msxkit.interpreter.files import HostFiles
from msxkit.interpreter.prompt import CONTROL_C, HOW_TO_LEAVE, Prompt
from msxkit.interpreter.rescue import rescue
from msxkit.language.source import read_program
from msxkit.machine.model import MODELS
from msxkit.terminal import ENTER, ESCAPE, LEAVE, Painter, Typist

#: Seconds between two pictures, and between two lines of a LIST: as fast as a machine scrolls.
FRAME = 0.04
#: Seconds in which the rest of an escape sequence comes.
SEQUENCE = 0.02
#: Seconds after which a line that came through a pipe is broken off.
LINE_SECONDS = 30.0
#: Statements that a real machine runs in a second.
REAL_SPEED = 600


@click.command()
@click.argument("program", type=click.Path(path_type=Path), required=False)
@click.option("--run", "at_once", is_flag=True, help="RUN the program at once.")
@click.option(
    "--machine", type=click.Choice(list(MODELS)), default="msx2", show_default=True, help="Which machine."
)
@click.option(
    "--files",
    "folder",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    default=Path(),
    help="Folder of LOAD, SAVE, FILES and OPEN; the present one by default.",
)
@click.option(
    "--speed",
    type=FiniteRange(min=0),
    default=0.0,
    help="Times a real MSX: 1 plays games as they were; as fast as it can by default.",
)
@click.option("--encoding", type=click.Choice(["auto", "utf-8", "msx"]), default="auto", show_default=True)
def basic(
    program: Path | None, at_once: bool, machine: str, folder: Path, speed: float, encoding: str
) -> int:
    """MSX BASIC at its prompt, with PROGRAM loaded if one is named: direct mode, LOAD, SAVE, LIST, RUN.

    The screen is the machine's: move the cursor to a line, change it, press RETURN. CTRL-C stops a program, CTRL-S
    pauses it, CTRL-D or SYSTEM leaves. Lines that come through a pipe are run one by one and answered.
    """
    if at_once and program is None:
        raise click.UsageError("--run needs a program")
    loaded = None if program is None else read_program(program, encoding)
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    painted = terminal and os.environ.get("TERM", "") not in ("", "dumb")
    try:
        prompt = Prompt(loaded, machine=machine, files=HostFiles(folder), key_line=painted)
    except ProgramError as error:
        raise ProgramError(f"{program}: {error}") from None
    try:
        if painted:
            _play(prompt, speed, at_once)
        else:
            _answer(prompt, terminal, at_once)
    except BaseException:
        # A signal, a terminal that is gone, a fault of ours: the person has not decided to lose the program.
        kept = rescue(prompt.session, [folder, Path.home()]) if terminal else None
        if kept is not None:
            with contextlib.suppress(OSError):  # nobody may be there to read it
                click.echo(f"the program was not saved; it is in {kept}", err=True)
        raise
    finally:
        prompt.session.close()
    return 0


def _answer(prompt: Prompt, person: bool, at_once: bool) -> None:
    """Lines of standard input, one by one. person: they are typed, at a terminal that cannot paint."""
    click.echo(prompt.banner)
    if at_once:
        _show(prompt, b"RUN", person)
    number = 0
    while not prompt.left:
        number += 1
        line = _line(prompt, person)
        if not line:
            question = "\nThe program is not saved. Leave all the same?"
            if not person or not prompt.session.unsaved or ask(question, at_end=True):
                break
            continue
        text = line.rstrip(b"\r\n")
        try:
            codes = encode(text.decode("utf-8"))
        except UnicodeDecodeError:
            codes = text
        except CharsetError as error:
            if not person:
                raise MsxError(f"standard input, line {number}: {error}") from None
            click.echo(str(error))
            continue
        _show(prompt, codes, person)


def _line(prompt: Prompt, person: bool) -> bytes:
    """The next line, empty at the end of the input."""
    while True:
        try:
            return sys.stdin.buffer.readline()
        except KeyboardInterrupt:
            if not person:
                raise
            click.echo("\n".join(["", *prompt.stop()]))
            click.echo(f"-- {HOW_TO_LEAVE}")


def _show(prompt: Prompt, codes: bytes, person: bool) -> None:
    """Runs a line and shows what the machine answers."""
    signals, end = _Signals(), time.monotonic() + LINE_SECONDS
    if person:
        with signals.handled():
            rows = prompt.enter(codes, lambda: signals.interrupted, None)
    else:
        rows = prompt.enter(codes, lambda: time.monotonic() > end)
    for row in rows:
        click.echo(row)
    if prompt.notice:
        click.echo(f"-- {prompt.notice}")


class _Signals:
    """What the terminal tells while the machine has it: CTRL-C from another program, and that it is ours again."""

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


def _play(prompt: Prompt, speed: float, at_once: bool) -> None:
    """The machine on the whole terminal until it is left."""
    painter = Painter(*shutil.get_terminal_size(), colour=not os.environ.get("NO_COLOR"))
    typist, signals = Typist(), _Signals()
    owed = 0.0
    prompt.session.pace_listing()
    with signals.handled(), _raw(sys.stdin.fileno()) as set_raw:
        for code in b"RUN\r" if at_once else b"":
            prompt.key(code)
        while not prompt.left:
            if signals.resumed:
                signals.resumed = False
                set_raw()
                painter.forget()
            painter.resize(*shutil.get_terminal_size())
            notice = prompt.notice or painter.too_small(prompt.screen)
            _write(painter.paint(prompt.screen, prompt.session.colours[:2], notice))
            started = time.monotonic()
            waiting = not prompt.busy or prompt.listing or speed > 0
            for code in _typed(typist, prompt, FRAME if waiting else 0):
                prompt.key(code)
            if signals.interrupted:
                signals.interrupted = False
                prompt.key(CONTROL_C)
            if speed:
                owed = min(owed + (time.monotonic() - started) * REAL_SPEED * speed, REAL_SPEED * speed)
                prompt.advance(max(1, int(owed)))
                owed -= int(owed)
            else:
                end = time.monotonic() + FRAME
                prompt.advance(poll=lambda end=end: time.monotonic() > end)  # type: ignore[misc]


def _typed(typist: Typist, prompt: Prompt, seconds: float) -> list[int]:
    """The keys that come within some seconds. Raises `MsxError` when the terminal is gone."""
    descriptor = sys.stdin.fileno()
    if not select.select([descriptor], [], [], seconds)[0]:
        return []
    data = _read(descriptor)
    # The key ESC, or the begin of a sequence that a slow line has cut.
    if data.endswith(ESCAPE.encode()) and select.select([descriptor], [], [], SEQUENCE)[0]:
        data += _read(descriptor)
    return typist.codes(data, prompt.session.text_screen.state.function_keys)


def _read(descriptor: int) -> bytes:
    try:
        data = os.read(descriptor, 1024)
    except OSError:
        data = b""
    if not data:
        raise MsxError("the terminal is gone")
    return data


def _write(text: str) -> None:
    if text:
        sys.stdout.write(text)
        sys.stdout.flush()


@contextlib.contextmanager
def _raw(descriptor: int) -> Iterator[Callable[[], None]]:
    """Every key at once and none echoed, on a screen of its own; afterwards all as it was."""
    try:
        import termios
        import tty
    except ImportError:
        raise MsxError(
            "this system has no terminals that give single keys; pipe the lines in: msxkit basic < lines"
        ) from None
    before = termios.tcgetattr(descriptor)

    def enter() -> None:
        tty.setraw(descriptor)
        _write(ENTER)

    try:
        enter()
        yield enter
    finally:
        # A terminal that is gone needs no care.
        with contextlib.suppress(termios.error, OSError):
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
        with contextlib.suppress(OSError):
            _write(LEAVE)
