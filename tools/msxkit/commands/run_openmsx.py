"""`msxkit run --on openmsx`: the program on an emulated machine with its own ROM."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from msxkit.backends.openmsx import OpenmsxTarget
from msxkit.commands.drives import ejected, inserted
from msxkit.commands.filming import PICTURE, RunFilm, ended, shown
from msxkit.commands.outputs import print_made, write
from msxkit.commands.run_options import RunOptions
from msxkit.openmsx.settings import choose
from msxkit.stop_reason import StopReason


def run_openmsx(options: RunOptions) -> int:
    """Run the program for at most --max-emulated-seconds, and return the exit code.

    Raise `EmulatorMissingError` without openMSX or a machine with BASIC.
    """
    found, keys, times = options.found(), iter(options.keys()), iter(options.times())
    program = found.program
    medium = inserted(options.folder, options.image, options.written, found, options.program)
    with closing(OpenmsxTarget(choose(options.emulated).boot, tidy=True)) as target:
        if options.folder or options.image or found.files:
            target.files = medium
        target.start(program)
        film = RunFilm(target, options.begin or 0.0) if options.form == "gif" else None
        at = _played(target, film, options, keys, times)
        place = program.place(target.line)
        made = film.finish() if film else shown(target, at, options.form, place, program.characters)
        line, failure = target.line, target.failure
        target.take_files()
    ejected(medium, options.written)
    if options.output is None:
        print_made(made, is_text=not options.is_picture)
    else:
        write({options.output: made})
    return ended(options, at, line, failure, place)


def _played(
    target: OpenmsxTarget,
    film: RunFilm | None,
    options: RunOptions,
    keys: Iterator[int],
    times: Iterator[int],
) -> StopReason:
    limit = options.max_emulated_seconds if options.end is None else options.end
    assert limit is not None
    end = target.seconds + limit
    while True:
        left = end - target.seconds
        at = StopReason.LIMIT if left <= 0 else target.go(left if film is None else PICTURE)
        if film is not None:
            film.take()
        if at is StopReason.DRAW:
            target.answer_draw(next(times, None))
        elif at is StopReason.KEY and (key := next(keys, None)) is not None:
            target.press(key)
        elif at is not StopReason.LIMIT or left <= 0 or film is None:
            return at
