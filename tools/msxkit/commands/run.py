"""`msxkit run`: run a program on the interpreter and show the screen that it leaves."""

from __future__ import annotations

import itertools
import json
import math
import random
import re
import shlex
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from msxkit.cli import FiniteRange
from msxkit.commands.outputs import PICTURE, SCREEN, STATES, TEXT, TIMING, claim, claim_print, force_option
from msxkit.errors import MsxError, ProgramError
from msxkit.files import decode_json, read_bytes, write_atomic
from msxkit.interpreter import Event, Session
from msxkit.interpreter.files import HostFiles
from msxkit.interpreter.session import ERROR, KEY, LIMIT
from msxkit.language.source import read_program
from msxkit.machine.clock import SECOND
from msxkit.machine.inputscript import typed_codes
from msxkit.machine.model import MODELS
from msxkit.palette import TMS9918A
from msxkit.screen import ROWS

#: Three seconds of 50 Hz: typed keys arrive when the program has started, as if somebody typed them.
TYPED_AFTER = 150
_STOPS = {"end": "ok", "error": "error", "key": "key", "limit": "limit"}
#: Exit codes of what else is no failure of the command.
_CODES = {ERROR: 1, LIMIT: 3}
_KINDS = {"png": PICTURE, "json": SCREEN}


@click.command()
@click.argument("program", type=click.Path(path_type=Path))
@click.option("--keys", "keys_file", type=click.Path(path_type=Path), help="File of MSX codes to type.")
@click.option("--type", "typed", help=r"Text to type; \r is RETURN, \xHH a code, \\ a backslash.")
@click.option("--times", "times_file", type=click.Path(path_type=Path), help="TIME of each RND(-TIME).")
@click.option("--seed", type=int, help="TIME values of a random game of that number.")
@click.option("--max-steps", type=click.IntRange(min=1), help="Stop after this many statements.")
@click.option(
    "--max-seconds",
    type=FiniteRange(min=0),
    default=60.0,
    show_default=True,
    help="Stop after this time.",
)
@click.option(
    "--screen",
    "form",
    type=click.Choice(["text", "ansi", "json", "png"]),
    default="text",
    show_default=True,
    help="How the screen is shown.",
)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")
@click.option("--variables", "show_variables", is_flag=True, help="Show the variables too.")
@click.option("--coverage", "show_coverage", is_flag=True, help="Show which statements ran, and how often.")
@click.option(
    "--profile",
    "show_profile",
    is_flag=True,
    help="Show the lines that take longest on the machine, in milliseconds.",
)
@click.option(
    "--timing",
    "timing_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write line, offset and T-states of each statement that ran, as JSON.",
)
@click.option(
    "--states",
    "states_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the machine's state at each wait for a key, which a character of --type ends, as JSON.",
)
@click.option("--max-emulated-seconds", type=FiniteRange(min=0), help="Stop after this time of the machine.")
@click.option(
    "--machine", type=click.Choice(list(MODELS)), default="msx2", show_default=True, help="Which machine."
)
@click.option(
    "--files",
    "folder",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="Folder of the files that OPEN reads and writes; without it they are kept in memory.",
)
@click.option(
    "--on",
    "place",
    type=click.Choice(["interpreter", "cartridge"]),
    default="interpreter",
    show_default=True,
    help="What runs it: cartridge is the compiled program in openMSX with C-BIOS.",
)
@click.option("--printer", type=click.Path(dir_okay=False, path_type=Path), help="Where LPRINT prints.")
@click.option("--encoding", type=click.Choice(["auto", "utf-8", "msx"]), default="auto", show_default=True)
@force_option
def run(
    program: Path,
    keys_file: Path | None,
    typed: str | None,
    times_file: Path | None,
    seed: int | None,
    max_steps: int | None,
    max_seconds: float,
    form: str,
    output: Path | None,
    show_variables: bool,
    show_coverage: bool,
    show_profile: bool,
    timing_file: Path | None,
    states_file: Path | None,
    max_emulated_seconds: float | None,
    machine: str,
    folder: Path | None,
    place: str,
    printer: Path | None,
    encoding: str,
    force: bool,
) -> int:
    """Run PROGRAM (tokenised or a listing) from a cleared SCREEN 0 of 40 columns, and show the screen at the end.

    It stops at `Ok`, at an error, at a wait for a key when no more are given, or at a limit. The exit code is 1
    after an error of BASIC and 3 after a limit.
    """
    if keys_file is not None and typed is not None:
        raise click.UsageError("--keys and --type exclude each other")
    if times_file is not None and seed is not None:
        raise click.UsageError("--times and --seed exclude each other")
    if form == "png" and output is None:
        raise click.UsageError("--screen png needs -o FILE")
    if output is not None and printer is not None and output.resolve() == printer.resolve():
        raise click.UsageError("-o and --printer name the same file")
    if timing_file is not None and timing_file.resolve() in [
        path.resolve() for path in (output, printer) if path is not None
    ]:
        raise click.UsageError("--timing names a file that another option names")
    given = [program, keys_file, times_file]
    claim(output, _KINDS.get(form, TEXT), force=force, inputs=given)
    claim(timing_file, TIMING, force=force, inputs=given)
    claim(states_file, STATES, force=force, inputs=given)
    claim_print(printer, force=force, inputs=given)
    keys = b"" if typed is None else typed_codes(typed)
    if keys_file is not None:
        keys = read_bytes(keys_file)
    loaded, clock = read_program(program, encoding), _clock(times_file, seed)
    if place == "cartridge":
        measured = timing_file or states_file or max_emulated_seconds is not None
        if show_variables or show_coverage or show_profile or folder or printer or max_steps or measured:
            raise click.UsageError(
                "--on cartridge takes keys, times, --max-seconds, --machine and --screen only"
            )
        from msxkit.commands.run_cartridge import run_cartridge

        at, shown = run_cartridge(
            loaded, keys=keys, times=clock, model=machine, seconds=max_seconds, form=form
        )
        if output is not None:
            write_atomic(output, shown)
        else:
            click.echo(shown.decode("utf-8"), nl=False)
        return _CODES.get(at, 0)
    try:
        session = Session(
            loaded,
            clock=clock,
            keys=b"" if states_file else keys,
            keys_after=TYPED_AFTER,
            machine=machine,
            files=None if folder is None else HostFiles(folder),
            coverage=show_coverage or show_profile,
            timing=timing_file is not None
            or states_file is not None
            or show_profile
            or max_emulated_seconds is not None,
        )
    except ProgramError as error:
        raise ProgramError(f"{program}: {error}") from None
    deadline = _deadline(max_seconds)
    limit = math.inf if max_emulated_seconds is None else max_emulated_seconds * SECOND

    def over() -> bool:
        return deadline() or session.t_states >= limit

    seen = []
    if states_file is not None:
        from msxkit.interpreter.states import states

        seen = states(session, keys, over)
        reached = session.event
        assert reached is not None
        event = reached
    else:
        event = session.run(max_steps, over)
    session.close()
    shown = _shown(session, event, form, show_variables, show_coverage, show_profile)
    if timing_file is not None:
        write_atomic(timing_file, json.dumps(session.timing).encode("ascii") + b"\n")
    if states_file is not None:
        write_atomic(states_file, json.dumps(seen, separators=(",", ":")).encode("ascii") + b"\n")
    if printer is not None:
        write_atomic(printer, session.printed)
    if output is not None:
        write_atomic(output, shown)
    else:
        click.echo(shown.decode("utf-8"), nl=False, color=True)  # ANSI also through a pipe
    if event.at == KEY and form in ("text", "ansi"):
        click.echo(f"play it yourself: msxkit basic {shlex.quote(str(program))} --run", err=True)
    return _CODES.get(event.at, 0)


def _deadline(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def _clock(times_file: Path | None, seed: int | None) -> Iterable[int]:
    if times_file is not None:
        return read_times(times_file)
    if seed is None:
        return ()
    source = random.Random(seed)
    return (source.randrange(1, 65536) for _ in itertools.count())


def read_times(path: Path) -> list[int]:
    """TIME values of a file: numbers, a JSON list of them, or a recording. Raises `MsxError`."""
    text = read_bytes(path).decode("utf-8", errors="replace")
    found: Any = None
    if text.lstrip().startswith(("[", "{")):
        try:
            found = decode_json(text)
        except ValueError as error:
            raise MsxError(f"{path}: not JSON: {error}") from None
        if isinstance(found, dict):
            found = found.get("times")
    else:
        found = [
            int(word) if re.fullmatch("[0-9]{1,6}", word) else word for word in text.replace(",", " ").split()
        ]
    if not isinstance(found, list):
        raise MsxError(f"{path}: no list of TIME values; write numbers 0-65535 separated by blanks")
    for value in found:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 65535:
            raise MsxError(f"{path}: {value!r} is not a TIME value (0-65535)")
    return found


def _shown(
    session: Session, event: Event, form: str, variables: bool, coverage: bool, profile: bool
) -> bytes:
    """What the command prints or writes."""
    screen = session.screen
    if form == "png":
        from msxkit.picture import draw, png, render

        if session.mode > 1:
            return png(draw(session.frame))
        ink, paper, border = session.colours
        picture = render(
            screen, ink=ink, paper=paper, border=border, colours=session.code_colours, shapes=session.shapes
        )
        return png(picture)
    lines = []
    if coverage or profile:
        from msxkit.interpreter import coverage as report

        lines = report.coverage(session.layout, session.counts)
    if form == "json":
        failure = session.error
        data: dict[str, Any] = {
            "stop": _STOPS[event.at],
            "error": None
            if failure is None
            else {"number": failure.number, "text": failure.text, "line": failure.line, "note": failure.note},
            "screen_mode": session.mode,
            "width": screen.width,
            "columns": screen.columns,
            "screen": screen.rows(),
            "cursor": list(screen.cursor),
        }
        if variables:
            data["variables"] = {name: _plain(value) for name, value in session.variables.items()}
        if lines:
            data["coverage"] = report.as_json(lines)
        return (json.dumps(data) + "\n").encode("ascii")
    text = _ansi(session) if form == "ansi" else screen.text()
    parts = [text]
    if event.at == "key":
        parts.append(f"-- waits for a key in line {event.line}")
    elif event.at == "limit":
        parts.append(f"-- stopped at the limit in line {event.line}")
    if session.mode > 1:
        parts.append(f"-- SCREEN {session.mode} shows a picture: --screen png -o FILE")
    if session.error is not None and session.error.note:
        parts.append(f"-- {session.error.note}")
    if variables:
        parts.append(
            "\n".join(f"{name} = {_plain(value)!r}" for name, value in sorted(session.variables.items()))
        )
    if coverage:
        parts.append(report.as_text(lines))
    if profile:
        parts.append(report.profile(lines, session.line_times))
    return ("\n".join(parts) + "\n").encode("utf-8")


def _plain(value: Any) -> Any:
    """A value as JSON: numbers as BASIC prints them where they are no integers, arrays as nested lists."""
    from msxkit.decimal14 import format_number

    if isinstance(value, dict):
        return {
            ",".join(map(str, key)) if isinstance(key, tuple) else str(key): _plain(element)
            for key, element in value.items()
        }
    if isinstance(value, str):
        return value
    if value == int(value) and abs(value) < 10**14:
        return int(value)
    return float(format_number(value))


def _ansi(session: Session) -> str:
    """The screen in its colours for a terminal."""
    colours, screen = session.code_colours, session.screen
    rows = []
    for y in range(ROWS):
        row, last = "", None
        for code, character in zip(screen.codes(y), screen.row(y), strict=True):
            if colours[code] != last:
                last = colours[code]
                ink, paper = (TMS9918A[colour] for colour in last)
                row += "\x1b[38;2;{};{};{}m\x1b[48;2;{};{};{}m".format(*ink, *paper)
            row += character
        rows.append(row + "\x1b[0m")
    return "\n".join(rows)
