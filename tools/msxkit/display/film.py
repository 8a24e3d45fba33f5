"""A film as an animated GIF, written frame by frame: only the compressed frames are kept in memory."""

from __future__ import annotations

import io

from PIL import GifImagePlugin, Image, ImageChops

#: A GIF counts in 1/100 s; browsers show frames of less than two of these much longer.
_SHORTEST, _LONGEST = 2, 60_000


class Film:
    """Pictures with their times.

    Args:
        limit: The size of the file, in bytes, at which `full` becomes true.

    Attributes:
        frames: The number of frames written so far.
    """

    def __init__(self, limit: int) -> None:
        self._out = io.BytesIO()
        self._limit = limit
        self._written: Image.Image | None = None
        self._next: Image.Image | None = None
        self._since = 0
        self.frames = 0

    @property
    def has_pictures(self) -> bool:
        """Whether a picture was shown."""
        return self._next is not None

    @property
    def full(self) -> bool:
        """Whether the limit is reached."""
        return self._out.tell() >= self._limit

    def show(self, picture: Image.Image, seconds: float) -> None:
        """Show a picture from this time on, in seconds. All have the same size, and come in order. One of more colours
        than a GIF has, 256, gets the nearest ones.

        A picture that another one follows within 20 ms is left out.
        """
        now = round(seconds * 100)
        if self._next is not None and now - self._since >= _SHORTEST:
            self._write(self._next, now - self._since)
            self._next = None
        if self._next is None:
            self._since = now
        self._next = picture if picture.mode == "P" else picture.quantize(256)

    def finish(self, seconds: float) -> bytes:
        """Return the file; the last picture is shown until this time. Raise `ValueError` for a film of no pictures."""
        if self._next is None:
            raise ValueError("a film has at least one picture")
        self._write(self._next, max(round(seconds * 100) - self._since, _SHORTEST))
        self._out.write(b";")
        return self._out.getvalue()

    def _write(self, picture: Image.Image, duration: int) -> None:
        """Write a picture, as far as it differs from the one before it."""
        before, self._written = self._written, picture
        if before is None:
            header, _ = GifImagePlugin.getheader(picture.copy(), info={"loop": 0})
            self._out.write(b"".join(header))
        box = (0, 0, *picture.size) if before is None else _changed(before, picture)
        part = picture.crop(box or (0, 0, 1, 1))
        while duration:
            shown = min(duration, _LONGEST)
            duration -= shown
            data = GifImagePlugin.getdata(
                part, box[:2] if box else (0, 0), duration=shown * 10, disposal=1, include_color_table=True
            )
            self._out.write(b"".join(data))
            self.frames += 1


def _changed(before: Image.Image, after: Image.Image) -> tuple[int, int, int, int] | None:
    """Return the rectangle in which the colours of two pictures differ: left, top, right, bottom; None: nowhere."""
    same = before.getpalette() == after.getpalette()
    old, new = (
        Image.frombytes("L", each.size, each.tobytes()) if same else each.convert("RGB")
        for each in (before, after)
    )
    return ImageChops.difference(old, new).getbbox()
