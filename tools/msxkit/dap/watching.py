"""Data break points: what the name that the client wants to watch means, and which statements can write it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msxkit.dap.breaks import Watch
from msxkit.dap.places import Places
from msxkit.display.screen import ROWS
from msxkit.errors import MsxError
from msxkit.interpreter import Session


class Watched(NamedTuple):
    """A data break point of the run.

    Attributes:
        watch: What is watched.
        is_cell: Whether it is a cell of the screen or video memory, which any statement may change.
        writers: The offsets of the statements that write it.
    """

    watch: Watch
    is_cell: bool
    writers: frozenset[int]


def watched(session: Session, places: Places, name: str) -> Watched:
    """Return what is watched under a name in capitals: a variable, an array, an element, a cell. Raise `MsxError`."""
    head, bracket, rest = name.partition("(")
    if head in ("VRAM", "SCREEN") and bracket:
        look = _cell(session, name, head, rest.removesuffix(")"))
        return Watched(Watch(name, look, look()), True, frozenset())
    whole = rest in ("", ")")
    session.memory.evaluate(head if bracket and whole else name)
    value = _array(session, head) if bracket and whole else _value(session, name)
    writers = {place.offset for place in places.writing(head.rstrip("$%!#")[:2], array=bool(bracket))}
    return Watched(Watch(name, value, value()), False, frozenset(writers))


def _cell(session: Session, name: str, head: str, inside: str) -> Callable[[], object]:
    """Return a function that reads a cell of the screen or a byte of video memory."""
    found = [session.memory.evaluate(part) for part in inside.split(",")]
    numbers = [number for number in found if isinstance(number, int)]
    if len(numbers) != len(found) or len(numbers) != 1 + (head == "SCREEN"):
        raise MsxError(f"{name}: write VRAM(address) or SCREEN(column,row)")
    if head == "VRAM":
        (address,) = numbers
        if not 0 <= address < len(session.state.video.chip.vram):
            raise MsxError(f"{name}: there is no such address in video memory")
        return lambda: session.state.video.chip.vram[address]
    x, y = numbers
    if not (0 <= x < session.screen.columns and 0 <= y < ROWS):
        raise MsxError(f"{name}: there is no such cell on the screen")
    return lambda: session.screen.cells[y * session.screen.columns + x]


def _array(session: Session, head: str) -> Callable[[], object]:
    """Return a function that reads all elements of the arrays of that name."""

    def value() -> object:
        arrays = session.variables.items()
        return {name: held for name, held in arrays if name.startswith(head[:2]) and name.endswith("()")}

    return value


def _value(session: Session, name: str) -> Callable[[], object]:
    """Return a function that reads a variable or an element; it returns None while there is none."""

    def value() -> object:
        try:
            return session.memory.evaluate(name)
        except MsxError:
            return None

    return value
