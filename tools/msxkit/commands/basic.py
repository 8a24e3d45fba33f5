"""`msxkit basic`: MSX BASIC at its prompt, in the terminal."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click

from msxkit.charset import encode
from msxkit.cli import FiniteRange
from msxkit.errors import CharsetError, MsxError
from msxkit.interpreter.files import HostFiles
from msxkit.interpreter.prompt import Prompt
from msxkit.language.source import read_program
from msxkit.machine.model import MODELS
from msxkit.terminal import ENTER, LEAVE, Painter, Typist

CONTROL_D = 4
#: Seconds between two pictures.
FRAME = 0.04
#: Statements that a real machine runs in a second.
REAL_SPEED = 600


@click.command()
@click.argument("program", type=click.Path(path_type=Path), required=False)
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
def basic(program: Path | None, machine: str, folder: Path, speed: float, encoding: str) -> int:
    """MSX BASIC at its prompt, with PROGRAM loaded if one is named: direct mode, LOAD, SAVE, LIST, RUN.

    The screen is the machine's: move the cursor to a line, change it, press RETURN. CTRL-C stops a program,
    CTRL-D or SYSTEM leaves. Lines that come through a pipe are run one by one and answered.
    """
    loaded = None if program is None else read_program(program, encoding)
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    prompt = Prompt(loaded, machine=machine, files=HostFiles(folder), key_line=terminal)
    if terminal:
        _play(prompt, speed)
    else:
        _answer(prompt)
    return 0


def _answer(prompt: Prompt) -> None:
    """Lines of standard input, one by one."""
    click.echo(prompt.banner)
    for number, line in enumerate(sys.stdin.buffer, 1):
        text = line.rstrip(b"\r\n")
        try:
            codes = encode(text.decode("utf-8"))
        except UnicodeDecodeError:
            codes = text
        except CharsetError as error:
            raise MsxError(f"standard input, line {number}: {error}") from None
        for row in prompt.enter(codes):
            click.echo(row)
        if prompt.left:
            break


def _play(prompt: Prompt, speed: float) -> None:
    """The machine on the whole terminal until it is left."""
    painter, typist = Painter(*shutil.get_terminal_size()), Typist()
    owed = 0.0
    with _raw(sys.stdin.fileno()):
        while not prompt.left:
            painter.resize(*shutil.get_terminal_size())
            _write(painter.paint(prompt.screen, prompt.session.colours[:2]))
            started = time.monotonic()
            waiting = not prompt.busy or speed > 0
            if select.select([sys.stdin], [], [], FRAME if waiting else 0)[0]:
                data = os.read(sys.stdin.fileno(), 1024)
                for code in typist.codes(data, prompt.session.text_screen.state.function_keys):
                    if code == CONTROL_D:
                        return
                    prompt.key(code)
                if not data:
                    return
            if speed:
                owed = min(owed + (time.monotonic() - started) * REAL_SPEED * speed, REAL_SPEED * speed)
                prompt.advance(max(1, int(owed)))
                owed -= int(owed)
            else:
                end = time.monotonic() + FRAME
                prompt.advance(poll=lambda end=end: time.monotonic() > end)  # type: ignore[misc]


def _write(text: str) -> None:
    if text:
        sys.stdout.write(text)
        sys.stdout.flush()


@contextlib.contextmanager
def _raw(descriptor: int) -> Iterator[None]:
    """Every key at once and none echoed, on a screen of its own; afterwards all as it was."""
    try:
        import termios
        import tty
    except ImportError:
        raise MsxError(
            "this system has no terminals that give single keys; pipe the lines in: msxkit basic < lines"
        ) from None
    before = termios.tcgetattr(descriptor)
    _write(ENTER)
    try:
        tty.setraw(descriptor)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
        _write(LEAVE)
