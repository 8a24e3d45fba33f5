"""The calls of a page: commands and answers as JSON, and pictures."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from msxkit.display.palette import RGB
from msxkit.errors import MsxError
from msxkit.machine.video.frame import Frame


def commands_of(desk: object, names: str) -> dict[str, Callable[..., Any]]:
    """Return the methods of a desk that are commands, by their names, which blanks separate."""
    return {name: getattr(desk, name) for name in names.split()}


def answered(commands: Mapping[str, Callable[..., Any]], text: str) -> str:
    """Return the answer to a command `{"do": NAME, ...arguments}`: `{"answer": ...}` or `{"error": SENTENCE}`."""
    arguments = json.loads(text)
    try:
        answer = commands[arguments.pop("do")](**arguments)
    except MsxError as error:
        return json.dumps({"error": str(error)})
    return json.dumps({"answer": answer})


def parts(frame: Frame | None) -> tuple[int, int, bytes, bytes, int, int] | None:
    """Return width, height, colour numbers (of two bytes where there are more than 256), palette (RGB), and border in
    even and odd columns.
    """
    if frame is None:
        return None
    return frame.width, frame.height, frame.pixels, flat(frame.palette), *frame.border


@lru_cache(maxsize=4)
def flat(palette: tuple[RGB, ...]) -> bytes:
    """Return the bytes of a palette."""
    return bytes(channel for colour in palette for channel in colour)
