"""Pictures of text screens in the colours of the TMS9918A, and of frames of any mode: palette PNG, animated GIF."""

from __future__ import annotations

import io
from typing import Protocol

from PIL import Image

from msxkit.display.palette import RGB

#: The most rows of a picture that is not interlaced.
_LINES = 212


class FrameLike(Protocol):
    """The pixels of a picture: `msxkit.machine.video.frame.Frame`."""

    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def pixels(self) -> bytes: ...
    @property
    def border(self) -> tuple[int, int]: ...
    @property
    def palette(self) -> tuple[RGB, ...]: ...
    @property
    def depth(self) -> int: ...
    def rgb(self) -> bytes: ...
    @property
    def shift(self) -> tuple[int, int]: ...


def draw(frame: FrameLike, scale: int = 2, area: tuple[int, int] | None = None) -> Image.Image:
    """Return a frame of the video chip as a palette image, with a border of eight dots around it; one of more than 256
    colours as an RGB image.

    Args:
        scale: Pixels to a dot of a frame of 256 dots a line; dots of a frame of 512 are half as wide, those of two
            interlaced pages half as high. 0: one pixel to every dot, so that all are as wide as high.
        area: Width and height of a larger picture with the frame in its middle, in dots of a frame of 256.
    """
    fine, tall = (2 if frame.width > 256 else 1), (2 if frame.height > _LINES else 1)
    wide, high = area or (frame.width // fine, frame.height // tall)
    size = (wide + 16) * fine, (high + 16) * tall
    even, odd = frame.border
    if frame.depth == 1:
        picture = Image.new("P", size, even)
        picture.putpalette([channel for colour in frame.palette for channel in colour])
        inside = Image.frombytes("P", (frame.width, frame.height), frame.pixels)
    else:
        picture = Image.new("RGB", size, frame.palette[even])
        inside = Image.frombytes("RGB", (frame.width, frame.height), frame.rgb())
    if odd != even:
        for column in range(1, picture.width, 2):
            picture.paste(odd, (column, 0, column + 1, picture.height))
    across, down = frame.shift
    corner = (
        (picture.width - frame.width) // 2 + across * fine,
        (picture.height - frame.height) // 2 + down * tall,
    )
    picture.paste(inside, corner)
    if not scale:
        return picture
    size = picture.width * scale // fine, picture.height * scale // tall
    return picture.resize(size, Image.Resampling.NEAREST)


def png(picture: Image.Image) -> bytes:
    """Return the picture as a PNG file."""
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def photo(picture: Image.Image, form: str) -> bytes:
    """Return the picture as a JPEG (`jpg`) or WebP (`webp`) file."""
    buffer = io.BytesIO()
    if form == "jpg":
        picture.convert("RGB").save(buffer, "JPEG", quality=95, subsampling=0)
    else:
        picture.convert("RGB").save(buffer, "WEBP", lossless=True)
    return buffer.getvalue()
