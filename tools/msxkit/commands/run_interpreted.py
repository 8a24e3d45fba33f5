"""`msxkit run` on the interpreter: the run, its output and its files."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

import click

from msxkit.commands.battery import keep, kept
from msxkit.commands.drives import ejected, inserted
from msxkit.commands.endings import film_with_sound
from msxkit.commands.outputs import print_made, write
from msxkit.commands.progress import progress
from msxkit.commands.run_options import FILMS, RunOptions
from msxkit.commands.run_shown import CODES, compact, deadline_after, repeats, reports, shown
from msxkit.errors import ProgramError, naming
from msxkit.interpreter import Event, Session
from msxkit.interpreter.files.drive import Medium
from msxkit.interpreter.repeating import run_until_repeat
from msxkit.interpreter.session import KEY
from msxkit.machine.clock import SECOND
from msxkit.stop_reason import StopReason

if TYPE_CHECKING:
    from msxkit.interpreter.filming import Filming

#: Three seconds of 50 Hz: typed keys arrive when the program has started, as if somebody typed them.
TYPED_AFTER = 150
#: Seconds of the longest sound that is written, and of a tone that never ends.
_LONGEST_SOUND, _HELD = 1800, 2


def run_interpreted(options: RunOptions) -> int:
    """Run the program and return the exit code. Raise `MsxError`."""
    keys = options.keys()
    session, medium = _begun(options, keys)
    film = _film(session, options)
    recording = options.form in ("wav", "mp4") or options.psg_file is not None
    registers = session.sound.record() if recording else []
    event, states = _played(session, options, keys)
    session.close()
    ejected(medium, options.written)
    keep(options.clock_file, session.clock_chip)
    if film is not None:
        made = film.finish()
        if options.form == "mp4":
            made = film_with_sound(made, _sound(session, registers, options))
    elif options.form == "wav":
        made = _sound(session, registers, options)
    else:
        made = shown(
            session,
            event,
            options.form,
            variables=options.show_variables,
            coverage=options.show_coverage,
            profile=options.show_profile,
        )
    _write(session, options, made, states)
    _tell(session, options, event)
    if film is not None:
        return _filmed(film, options, event)
    return 0 if _has_sound(session, options) else CODES.get(event.at, 0)


def _begun(options: RunOptions, keys: bytes) -> tuple[Session, Medium]:
    """Return the run before its first statement, and what is in its drive."""
    script, found, times = options.script(), options.found(), options.times()
    medium = inserted(options.folder, options.image, options.written, found, options.program)
    with naming(options.program, ProgramError):
        session = Session(
            found.program,
            clock=times,
            keys=b"" if options.states_file else keys,
            keys_after=TYPED_AFTER,
            machine=options.model,
            files=medium,
            coverage=options.show_coverage or options.show_profile,
            timing=options.timing_file is not None or options.show_profile,
            script=script,
            clock_chip=kept(options.clock_file),
        )
    return session, medium


def _film(session: Session, options: RunOptions) -> Filming | None:
    if options.form not in FILMS:
        return None
    # It takes Pillow and numpy, whose import would slow every start down.
    from msxkit.interpreter.filming import Filming

    return Filming(session, options.begin or 0.0, options.end)


def _played(session: Session, options: RunOptions, keys: bytes) -> tuple[Event, list[dict[str, Any]]]:
    """Return why the run stopped, and its states where they are wanted."""
    deadline = deadline_after(options.max_seconds)
    seconds = options.sound_end if options.max_emulated_seconds is None else options.max_emulated_seconds
    limit = None if seconds is None else int(seconds * SECOND)
    with progress("seconds of the machine", options.end or seconds) as tell:

        def over() -> bool:
            tell(session.t_states / SECOND)
            return deadline()

        if options.states_file is None:
            if options.endures:
                return session.run(options.max_steps, over, limit), []
            return run_until_repeat(session, over, limit), []
        from msxkit.interpreter.recorded_states import states

        found = states(session, keys, over, limit)
        assert session.event is not None
        return session.event, found


def _has_sound(session: Session, options: RunOptions) -> bool:
    """Return whether the sound that was asked for is complete, though the program runs on."""
    end = options.sound_end
    return end is not None and session.t_states >= end * SECOND


def _sound(session: Session, registers: list[int], options: RunOptions) -> bytes:
    """Return the sound of a run as a WAV file, from --from to --to; what is longer than the longest one is cut."""
    # It takes numpy, whose import would slow every start down.
    from msxkit.machine.synthesis import RATE, samples, wav

    at = None if session.event is None else session.event.at
    if at is KEY:
        session.sound.play_out()
    assert session.sound.recorded is not None
    end = session.t_states if options.end is None else min(session.t_states, int(options.end * SECOND))
    if at is StopReason.REPEAT and session.sound.is_on and not session.sound.plays:
        end += _HELD * SECOND
    if end > _LONGEST_SOUND * SECOND:
        end = _LONGEST_SOUND * SECOND
        click.echo(f"the sound ends after {_LONGEST_SOUND} seconds of the machine", err=True)
    heard = samples(registers, session.sound.recorded, end)
    return wav(heard[round((options.begin or 0.0) * RATE) :])


def _write(session: Session, options: RunOptions, made: bytes, states: list[dict[str, Any]]) -> None:
    """Write the files that are asked for, all or none, and print what goes into no file."""
    files = {options.output: made, options.printer: session.files.printed}
    if options.timing_file is not None:
        files[options.timing_file] = json.dumps(session.noted.timing).encode("ascii") + b"\n"
    if options.psg_file is not None:
        files[options.psg_file] = compact(session.sound.writes())
    if options.states_file is not None:
        files[options.states_file] = compact(states)
    write({path: data for path, data in files.items() if path is not None})
    if options.output is None:
        print_made(made, is_text=not options.is_picture)
    if options.is_picture:
        for text in reports(
            session,
            variables=options.show_variables,
            coverage=options.show_coverage,
            profile=options.show_profile,
        ):
            click.echo(text, err=options.output is None)


def _tell(session: Session, options: RunOptions, event: Event) -> None:
    """Say on standard error what the output does not."""
    if event.at == KEY and options.form in ("text", "ansi"):
        click.echo(f"play it yourself: msxkit play {shlex.quote(str(options.program))}", err=True)
    if not options.is_picture:
        return
    if session.error is not None:
        place = "" if session.place is None else f"{session.place}: "
        click.echo(f"the program stopped: {place}{session.error}", err=True)
    elif event.at is StopReason.REPEAT:
        click.echo(f"{repeats(event)}; --wait runs on", err=True)
    elif event.at is StopReason.LIMIT and not _is_complete(session, options):
        click.echo(f"stopped in line {event.line} at the limit of {_limit(session, options)}", err=True)


def _is_complete(session: Session, options: RunOptions) -> bool:
    return options.end is not None and session.t_states >= options.end * SECOND


def _limit(session: Session, options: RunOptions) -> str:
    steps, seconds = options.max_steps, options.max_emulated_seconds
    if steps is not None and session.steps >= steps:
        return f"--max-steps {steps}"
    if seconds is not None and session.t_states >= seconds * SECOND:
        return f"--max-emulated-seconds {seconds:g}"
    return f"--max-seconds {options.max_seconds:g}"


def _filmed(film: Filming, options: RunOptions, event: Event) -> int:
    if film.full:
        click.echo(
            f"the film ends after {film.seconds:.1f} s: it would be too large; choose a part with --from and --to",
            err=True,
        )
    elif options.end is not None and film.seconds >= options.end:
        return 0
    return CODES.get(event.at, 0)
