"""Pictures and films of a program in openMSX."""

from __future__ import annotations

from PIL.Image import Image

from msxkit.backends.emulated import EmulatedTarget
from msxkit.commands.run_shown import drawn
from msxkit.display.film import Film
from msxkit.display.picture import draw, photo, png
from msxkit.machine.video.raster import frame

#: Seconds between two pictures of a film, how long its last one is shown, and bytes that it may have.
PICTURE, _HOLD, _FILM_BYTES = 0.1, 1.0, 64 << 20


def picture(target: EmulatedTarget, form: str) -> bytes:
    """Return what the machine shows, as PNG, JPEG or WebP."""
    shown = draw(frame(target.chip))
    return png(shown) if form == "png" else photo(shown, form)


def text(target: EmulatedTarget) -> str:
    """Return what the machine shows as text; a picture in braille."""
    return drawn(frame(target.chip)) if target.text is None else target.text.text()


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
