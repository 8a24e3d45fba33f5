"""What `msxkit run` shows of a program in openMSX: text, JSON, pictures, films."""

from __future__ import annotations

import json
from collections.abc import Mapping

import click
from PIL.Image import Image

from msxkit.backends.emulated import EmulatedTarget
from msxkit.basic_errors import Failure
from msxkit.commands.run_options import PICTURES, RunOptions
from msxkit.commands.run_shown import (
    CODES,
    as_json,
    drawn,
    listed,
    plain,
    stopped,
    unended,
    where,
)
from msxkit.display.film import Film
from msxkit.display.picture import draw, photo, png
from msxkit.language.program import Place
from msxkit.machine.video.raster import frame
from msxkit.stop_reason import StopReason

#: Seconds between two pictures of a film, how long its last one is shown, and bytes that it may have.
PICTURE, _HOLD, _FILM_BYTES = 0.1, 1.0, 64 << 20


def picture(target: EmulatedTarget, form: str) -> bytes:
    """Return what the machine shows, as PNG, JPEG or WebP."""
    shown = draw(frame(target.chip))
    return png(shown) if form == "png" else photo(shown, form)


def text(target: EmulatedTarget) -> str:
    """Return what the machine shows as text; a picture in braille."""
    return drawn(frame(target.chip)) if target.text is None else target.text.text()


def shown(
    target: EmulatedTarget,
    at: StopReason,
    form: str,
    place: Place | None,
    characters: str,
    variables: Mapping[str, object] | None = None,
) -> bytes:
    """Return the screen as text, JSON or a picture, with variables if they are asked for."""
    if form in PICTURES:
        return picture(target, form)
    if form == "json":
        data = as_json(at, target.failure, target.shot.mode, target.text, target.cursor, place)
        if variables is not None:
            data["variables"] = {name: plain(value) for name, value in variables.items()}
        return (json.dumps(data) + "\n").encode("ascii")
    rows = [text(target), *unended(at, target.line, place, target.failure, characters)]
    if variables is not None:
        rows.append(listed(variables))
    return ("\n".join(rows) + "\n").encode("utf-8")


def ended(
    options: RunOptions, at: StopReason, line: int | None, failure: Failure | None, place: Place | None
) -> int:
    """Say on standard error what a picture does not, and return the exit code."""
    if at is StopReason.LIMIT and options.end is not None:
        return 0
    if options.is_picture and failure is not None:
        click.echo(stopped(failure, place), err=True)
    elif options.is_picture and at is StopReason.LIMIT:
        limit = f"--max-emulated-seconds {options.max_emulated_seconds:g}"
        click.echo(f"stopped in {where(line, place)} at the limit of {limit}", err=True)
    return CODES.get(at, 0)


class RunFilm:
    """A film of a run, which begins now.

    Args:
        begin: The second of the machine from which on there are pictures.
    """

    def __init__(self, target: EmulatedTarget, begin: float) -> None:
        self._target, self._begin = target, begin
        self._film = Film(_FILM_BYTES)
        self._start = target.seconds

    @property
    def _seconds(self) -> float:
        return self._target.seconds - self._start - self._begin

    def take(self) -> None:
        """Take a picture, if it is time."""
        if self._seconds >= 0:
            self._film.show(self._drawn, self._seconds)

    @property
    def _drawn(self) -> Image:
        """All pictures of a film have the size of the largest."""
        chip = self._target.chip
        return draw(frame(chip), area=(256, chip.type.lines))

    def finish(self) -> bytes:
        """Return the film."""
        if not self._film.has_pictures:
            self._film.show(self._drawn, 0.0)
        return self._film.finish(max(0.0, self._seconds) + _HOLD)
