"""`msxkit run`: run a program on the interpreter and show the screen that it leaves."""

from __future__ import annotations

import itertools
import json
import random
import re
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from msxkit.cli import FiniteRange
from msxkit.commands.drives import disk_options, ejected, inserted
from msxkit.commands.outputs import (
    FILM,
    PICTURE,
    PSG,
    SCREEN,
    SOUND,
    STATES,
    TEXT,
    TIMING,
    claim,
    claim_print,
    force_option,
    keep_distinct,
)
from msxkit.commands.progress import Progress
from msxkit.commands.run_shown import CODES, deadline_after, shown
from msxkit.errors import MsxError, ProgramError, quoted
from msxkit.files import decode_json, read_bytes, write_all, write_atomic
from msxkit.interpreter import Session
from msxkit.interpreter.session import KEY
from msxkit.language.source import read_program
from msxkit.machine.clock import SECOND
from msxkit.machine.inputscript import Input, parse, typed_codes
from msxkit.machine.model import MODELS

#: Three seconds of 50 Hz: typed keys arrive when the program has started, as if somebody typed them.
TYPED_AFTER = 150
#: Seconds of the longest sound that is written.
_LONGEST_SOUND = 1800
_KINDS = {"png": PICTURE, "gif": FILM, "wav": SOUND, "json": SCREEN}
#: Forms that are no text, by the ending of the file that asks for them.
_PICTURES = {".png": "png", ".gif": "gif", ".wav": "wav"}


@click.command()
@click.argument("program", type=click.Path(path_type=Path))
@click.option("--keys", "keys_file", type=click.Path(path_type=Path), help="File of MSX codes to type.")
@click.option("--type", "typed", help=r"Text to type; \r is RETURN, \xHH a code, \\ a backslash.")
@click.option(
    "--input",
    "input_file",
    type=click.Path(path_type=Path),
    help="Script of keys, joysticks and paddles: time, device, value.",
)
@click.option("--times", "times_file", type=click.Path(path_type=Path), help="TIME of each RND(-TIME).")
@click.option("--seed", type=int, help="Random TIME values; the same number gives the same values.")
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
    type=click.Choice(["text", "ansi", "json", "png", "gif", "wav"]),
    help="What is shown: the screen; gif is a film of the run, wav its sound. [default: as -o ends, or text]",
)
@click.option(
    "--from", "begin", type=FiniteRange(min=0), help="The film begins at this second of the machine."
)
@click.option("--to", "end", type=FiniteRange(min=0), help="The film ends there, and the run.")
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
@click.option(
    "--psg",
    "psg_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write each write into the sound chip as JSON: jiffies since the first, register, value.",
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
@disk_options
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
    input_file: Path | None,
    times_file: Path | None,
    seed: int | None,
    max_steps: int | None,
    max_seconds: float,
    form: str | None,
    begin: float | None,
    end: float | None,
    output: Path | None,
    show_variables: bool,
    show_coverage: bool,
    show_profile: bool,
    timing_file: Path | None,
    states_file: Path | None,
    psg_file: Path | None,
    max_emulated_seconds: float | None,
    machine: str,
    folder: Path | None,
    image: Path | None,
    written: bool,
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
    if input_file is not None and states_file is None and (keys_file is not None or typed is not None):
        raise click.UsageError(
            '--input takes the keys too: a line `3 type "TEXT"`, without --keys and --type'
        )
    if form is None:
        form = _PICTURES.get("" if output is None else output.suffix.lower(), "text")
    if form in _PICTURES.values() and output is None:
        raise click.UsageError(f"--screen {form} needs -o FILE")
    if form != "gif" and not begin is end is None:
        raise click.UsageError("--from and --to are of a film: --screen gif")
    if begin is not None and end is not None and end <= begin:
        raise click.UsageError(f"a film from {begin:g} to {end:g} seconds shows nothing")
    outputs = {"-o": output, "--printer": printer, "--timing": timing_file, "--states": states_file}
    keep_distinct(outputs | {"--psg": psg_file})
    given = [program, keys_file, times_file, input_file]
    claim(output, _KINDS.get(form, TEXT), force=force, inputs=given)
    claim(timing_file, TIMING, force=force, inputs=given)
    claim(states_file, STATES, force=force, inputs=given)
    claim(psg_file, PSG, force=force, inputs=given)
    claim_print(printer, force=force, inputs=given)
    keys = b"" if typed is None else typed_codes(typed)
    if keys_file is not None:
        keys = read_bytes(keys_file)
    script = _script(input_file)
    loaded, clock = read_program(program, encoding, cut_numbers=True), _clock(times_file, seed)
    if place == "cartridge":
        measured = timing_file or psg_file or max_emulated_seconds is not None
        if form in ("gif", "wav") or input_file:
            measured = True
        if (
            show_variables
            or show_coverage
            or show_profile
            or folder
            or image
            or printer
            or max_steps
            or measured
        ):
            raise click.UsageError(
                "--on cartridge takes keys, times, --max-seconds, --machine, --screen and --states only"
            )
        from msxkit.commands.run_cartridge import run_cartridge

        waits: list[dict[str, Any]] | None = None if states_file is None else []
        at, seen = run_cartridge(
            loaded, keys=keys, times=clock, model=machine, seconds=max_seconds, form=form, recorded=waits
        )
        if states_file is not None:
            write_atomic(states_file, json.dumps(waits, separators=(",", ":")).encode("ascii") + b"\n")
        if output is not None:
            write_atomic(output, seen)
        else:
            click.echo(seen.decode("utf-8"), nl=False)
        return CODES.get(at, 0)
    medium = inserted(folder, image, written)
    try:
        session = Session(
            loaded,
            clock=clock,
            keys=b"" if states_file else keys,
            keys_after=TYPED_AFTER,
            machine=machine,
            files=medium,
            coverage=show_coverage or show_profile,
            timing=timing_file is not None or show_profile,
            script=script,
        )
    except ProgramError as error:
        raise ProgramError(f"{program}: {error}") from None
    deadline = deadline_after(max_seconds)
    limit = None if max_emulated_seconds is None else int(max_emulated_seconds * SECOND)

    film = None
    if form == "gif":
        # It takes Pillow and numpy, whose import would slow every start down.
        from msxkit.interpreter.filming import Filming

        film = Filming(session, begin or 0.0, end)
    registers = session.record_sound() if form == "wav" or psg_file is not None else []
    progress = Progress("seconds of the machine", end or max_emulated_seconds)

    def over() -> bool:
        progress.tell(session.t_states / SECOND)
        return deadline()

    recorded = []
    if states_file is not None:
        from msxkit.interpreter.recorded_states import states

        recorded = states(session, keys, over, limit)
        reached = session.event
        assert reached is not None
        event = reached
    else:
        event = session.run(max_steps, over, limit)
    progress.close()
    session.close()
    ejected(medium, written)
    if film is not None:
        made = film.finish()
    elif form == "wav":
        made = _sound(session, registers)
    else:
        made = shown(
            session, event, form, variables=show_variables, coverage=show_coverage, profile=show_profile
        )
    files = {output: made, printer: session.printed}
    if timing_file is not None:
        files[timing_file] = json.dumps(session.timing).encode("ascii") + b"\n"
    if psg_file is not None:
        files[psg_file] = json.dumps(session.sound_writes(), separators=(",", ":")).encode("ascii") + b"\n"
    if states_file is not None:
        files[states_file] = json.dumps(recorded, separators=(",", ":")).encode("ascii") + b"\n"
    write_all({path: data for path, data in files.items() if path is not None})
    if output is None:
        click.echo(made.decode("utf-8"), nl=False, color=True)  # ANSI also through a pipe
    if event.at == KEY and form in ("text", "ansi"):
        click.echo(f"play it yourself: msxkit play {shlex.quote(str(program))}", err=True)
    if form in _PICTURES.values() and session.error is not None:
        click.echo(f"the program stopped: {session.error}", err=True)
    if film is not None:
        if film.full:
            click.echo(
                f"the film ends after {film.seconds:.1f} s: a larger one needs --from and --to", err=True
            )
        elif end is not None and film.seconds >= end:
            return 0
    return CODES.get(event.at, 0)


def _sound(session: Session, registers: list[int]) -> bytes:
    """Return the sound of a run as a WAV file; what is longer than the longest one is cut."""
    # It takes numpy, whose import would slow every start down.
    from msxkit.machine.synthesis import samples, wav

    if session.event is not None and session.event.at == KEY:
        session.play_out()
    assert session.sound is not None
    longest = _LONGEST_SOUND * SECOND
    if session.t_states > longest:
        click.echo(f"the sound ends after {_LONGEST_SOUND} seconds of the machine", err=True)
    return wav(samples(registers, session.sound, min(session.t_states, longest)))


def _script(path: Path | None) -> list[Input]:
    if path is None:
        return []
    try:
        return parse(read_bytes(path).decode("utf-8-sig"), str(path))
    except UnicodeDecodeError as error:
        raise MsxError(f"{path}: is not UTF-8 text at byte {error.start}") from None


def _clock(times_file: Path | None, seed: int | None) -> Iterable[int]:
    if times_file is not None:
        return read_times(times_file)
    if seed is None:
        return ()
    source = random.Random(seed)
    return (source.randrange(1, 65536) for _ in itertools.count())


def read_times(path: Path) -> list[int]:
    """Return the TIME values in a file: numbers, a JSON list of them, or a recording. Raise `MsxError`."""
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
            raise MsxError(f"{path}: {quoted(value)} is not a TIME value (0-65535)")
    return found
