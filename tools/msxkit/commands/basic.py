"""`msxkit basic`: MSX BASIC at its prompt, in the terminal."""

from __future__ import annotations

import contextlib
import sys
import time
from pathlib import Path

import click

from msxkit.charset import characters_of, encode
from msxkit.cli import FILE, FiniteRange, ask
from msxkit.commands.battery import clock_option, keep, kept
from msxkit.commands.drives import disk_options, ejected, files_option, inserted
from msxkit.commands.live import FRAME, Signals, TerminalCanvas, is_person, raw, read, write
from msxkit.commands.machines import machine_options, speed_option
from msxkit.commands.programs import STANDARD_INPUT, find, program_options
from msxkit.commands.run_shown import CODES, deadline_after, shown
from msxkit.display.terminal import Typist
from msxkit.errors import CharsetError, MsxError, ProgramError, naming
from msxkit.interpreter.files.drive import Medium
from msxkit.interpreter.prompt import CONTROL_C, HOW_TO_LEAVE, Prompt
from msxkit.interpreter.rescue import rescue
from msxkit.language.program import Program
from msxkit.machine.input_script import typed_codes
from msxkit.machine.model import Model
from msxkit.media.programs import Found

#: Seconds after which a line that came through a pipe is broken off.
LINE_SECONDS = 30.0
#: Statements that a real machine runs in a second.
REAL_SPEED = 600


@click.command()
@click.argument("program", type=FILE, required=False)
@click.option("--run", "at_once", is_flag=True, help="RUN the program at once.")
@machine_options
@files_option("Folder of LOAD, SAVE, FILES and OPEN; by default the current one.")
@speed_option(0)
@click.option(
    "--type", "typed", help=r"Type TEXT and show the screen at the end; escapes as in `msxkit run`."
)
@click.option("--screen", "form", type=click.Choice(["text", "ansi", "json"]), help="How to show the screen.")
@click.option(
    "--max-seconds", type=FiniteRange(min=0), default=60.0, help="Stop the session after this many seconds."
)
@clock_option
@disk_options
@program_options
def basic(
    program: Path | None,
    at_once: bool,
    model: Model,
    folder: Path | None,
    clock_file: Path | None,
    image: Path | None,
    written: bool,
    speed: float,
    typed: str | None,
    form: str | None,
    max_seconds: float,
    file: str | None,
    encoding: str,
) -> int:
    """Use MSX BASIC at its prompt, with PROGRAM loaded if one is named: direct mode, LOAD, SAVE, LIST, RUN.

    The screen is the machine's: move the cursor to a line, change it, press RETURN. CTRL-C stops a program, CTRL-S
    pauses it, CTRL-D or SYSTEM leaves. Lines that come through a pipe are run one by one and answered. With --type the
    exit code is 1 when the last line ended with an error of BASIC, and 3 after the limit. It takes one program; LOAD
    fetches others from the folder of --files.
    """
    if at_once and program is None:
        raise click.UsageError("--run needs a program")
    if form is not None and typed is None:
        raise click.UsageError("--screen needs --type TEXT")
    keys = None if typed is None else typed_codes(typed, characters=characters_of(encoding))
    found = None if program is None else find(program, encoding, file, cut_numbers=True)
    terminal = keys is None and sys.stdin.isatty() and sys.stdout.isatty()
    painted = terminal and is_person()
    medium = _medium(folder, image, written, found, program)
    with naming(program, ProgramError):
        prompt = Prompt(
            Program([], characters=characters_of(encoding)) if found is None else found.program,
            machine=model,
            files=medium,
            key_line=painted,
            banner=keys is None,
            clock_chip=kept(clock_file),
        )
    try:
        if keys is not None:
            return _type(prompt, (b"RUN\r" if at_once else b"") + keys, form or "text", max_seconds)
        if painted:
            _play(prompt, speed, at_once)
        else:
            _answer(prompt, terminal, at_once)
    except BaseException:
        # A signal, a terminal that is gone, a fault of ours: the person has not decided to lose the program.
        rescued = rescue(prompt.session, [folder or Path(), Path.home()]) if terminal else None
        if rescued is not None:
            with contextlib.suppress(OSError):  # nobody may be there to read it
                click.echo(f"the program had not been saved; it is now in {rescued}", err=True)
        raise
    finally:
        prompt.session.close()
        ejected(medium, written)
        keep(clock_file, prompt.session.clock_chip)
    return 0


def _medium(
    folder: Path | None, image: Path | None, written: bool, found: Found | None, program: Path | None
) -> Medium:
    """Return what is in the drive: the disk or tape of the program, or the current folder."""
    beside = found is not None and bool(found.files)
    if folder is None and image is None and not beside:
        folder = Path()
    return inserted(folder, image, written, found, program or STANDARD_INPUT)


def _type(prompt: Prompt, keys: bytes, form: str, seconds: float) -> int:
    prompt.type(keys, deadline_after(seconds))
    event = prompt.session.event
    assert event is not None
    click.echo(shown(prompt.session, event, form).decode("utf-8"), nl=False, color=True)
    return CODES.get(event.at, 0)


def _answer(prompt: Prompt, person: bool, at_once: bool) -> None:
    """Run the lines of standard input one by one.

    Args:
        person: Whether a person types them, at a terminal that cannot paint.
    """
    click.echo(prompt.banner)
    if at_once:
        _show(prompt, b"RUN", person)
    number = 0
    while not prompt.left:
        number += 1
        line = _line(prompt, person)
        if not line:
            question = "\nThe program is not saved. Leave anyway?"
            if not person or not prompt.session.source.unsaved or ask(question, at_end=True):
                break
            continue
        text = line.rstrip(b"\r\n")
        try:
            codes = encode(text.decode("utf-8"), prompt.session.program.characters)
        except UnicodeDecodeError:
            codes = text
        except CharsetError as error:
            if not person:
                raise MsxError(f"standard input, line {number}: {error}") from None
            click.echo(str(error))
            continue
        _show(prompt, codes, person)


def _line(prompt: Prompt, person: bool) -> bytes:
    """Return the next line, empty at the end of the input."""
    while True:
        try:
            return sys.stdin.buffer.readline()
        except KeyboardInterrupt:
            if not person:
                raise
            click.echo("\n".join(["", *prompt.stop()]))
            click.echo(f"-- {HOW_TO_LEAVE}")


def _show(prompt: Prompt, codes: bytes, person: bool) -> None:
    signals, end = Signals(), time.monotonic() + LINE_SECONDS
    if person:
        with signals.handled():
            rows = prompt.enter(codes, lambda: signals.interrupted, None)
    else:
        rows = prompt.enter(codes, lambda: time.monotonic() > end)
    for row in rows:
        click.echo(row)
    if prompt.notice:
        click.echo(f"-- {prompt.notice}")


def _play(prompt: Prompt, speed: float, at_once: bool) -> None:
    canvas, typist, signals = TerminalCanvas(), Typist(prompt.session.program.characters), Signals()
    owed = 0.0
    typed: list[int] = []

    def breaks() -> bool:
        typed.extend(_typed(typist, prompt, 0))
        return CONTROL_C in typed or signals.interrupted

    prompt.session.breaks = breaks
    prompt.session.source.pace_listing()
    with signals.handled(), raw() as set_raw:
        for code in b"RUN\r" if at_once else b"":
            prompt.key(code)
        while not prompt.left:
            if signals.resumed:
                signals.resumed = False
                set_raw()
                canvas.forget()
            write(canvas.paint(prompt.session, prompt.notice))
            started = time.monotonic()
            waiting = not prompt.busy or prompt.listing or speed > 0
            typed += _typed(typist, prompt, FRAME if waiting and not typed else 0)
            while typed:
                prompt.key(typed.pop(0))
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
    """Return the keys that come within some seconds. Raise `MsxError` when the terminal is gone."""
    return typist.codes(read(seconds), prompt.session.video.text.state.key_texts)
