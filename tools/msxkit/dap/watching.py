"""Data breakpoints: what the name that the client wants to watch means, and how a write to it is described."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msxkit.basic_type import BasicType
from msxkit.dap.breaks import Evaluate
from msxkit.dap.expressions import codes
from msxkit.dap.views import shown
from msxkit.display.screen import ROWS
from msxkit.errors import MsxError
from msxkit.interpreter import Session
from msxkit.interpreter.evaluation import parsed
from msxkit.interpreter.watching import Watched, WatchedName, WatchedPlace, Write
from msxkit.language import tree


@dataclass(frozen=True, slots=True)
class Watch:
    """A data breakpoint.

    Attributes:
        name: Its name, with numbers as subscripts.
    """

    name: str
    watched: Watched

    def told(self, write: Write, line: int, characters: str) -> str:
        """Return the description of a write by a line, for the user."""
        name = self.name
        if write.key is not None:
            keys = write.key if isinstance(write.key, tuple) else (write.key,)
            name = f"{name.partition('(')[0]}({','.join(map(str, keys))})"
        elif isinstance(write.old, dict) or isinstance(write.new, dict):
            return f"{name}: {'erased' if write.new is None else 'made'}, by line {line}"
        old, new = (shown_value(value, name, characters) for value in (write.old, write.new))
        return f"{name}: {old} -> {new}, by line {line}"


def shown_value(value: object, name: str, characters: str) -> str:
    """Return a value as descriptions of writes show it; None stands for one that does not exist yet."""
    if value is None:
        return '""' if name.partition("(")[0].endswith("$") else "0"
    return shown(value, characters) if isinstance(value, str) else str(value).strip()


def watch(session: Session, text: str) -> Watch:
    """Return the watch that a name means: as `named` has it, `VRAM(address)` or `SCREEN(column,row)`.

    Raise `MsxError` for anything else.
    """
    name = text.strip().upper()
    head, bracket, rest = name.partition("(")
    evaluate = session.memory.evaluate
    if head in ("VRAM", "SCREEN") and bracket:
        return Watch(name, WatchedPlace(_cell(session, name, head, rest.removesuffix(")"))))
    return Watch(*named(evaluate, text))


def named(evaluate: Evaluate, text: str) -> tuple[str, WatchedName]:
    """Return what a name means: a variable, `A()` for an array, or an element; with the name in capitals, and numbers
    as subscripts.

    Raise `MsxError` for anything else.
    """
    name = text.strip().upper()
    head, bracket, rest = name.partition("(")
    whole = bool(bracket) and rest.strip(" )") == ""
    node = parsed(codes(head if whole else name))
    if isinstance(node, tree.Variable):
        return name, _named(node, is_array=whole)
    if isinstance(node, tree.Element):
        subscripts = _numbers(evaluate, rest.strip()[:-1])
        found = _named(node, is_array=True)
        key = subscripts[0] if len(subscripts) == 1 else subscripts
        return (
            f"{head}({','.join(map(str, subscripts))})",
            WatchedName(found.letters, found.type, is_array=True, key=key),
        )
    raise MsxError(
        f"{name}: is not a variable, an array A(), an element, VRAM(address) or SCREEN(column,row)"
    )


def _named(node: tree.Variable | tree.Element, *, is_array: bool) -> WatchedName:
    return WatchedName(node.name[:2], BasicType(node.suffix) if node.suffix else None, is_array)


def _numbers(evaluate: Evaluate, inside: str) -> tuple[int, ...]:
    """Return the present values of subscripts, as whole numbers."""
    depth, parts = 0, [""]
    for sign in inside:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    found = [evaluate(codes(f"INT({part})")) for part in parts]
    return tuple(int(number) for number in found if not isinstance(number, str))


def _cell(session: Session, name: str, head: str, inside: str) -> Callable[[], object]:
    """Return a function that reads a cell of the screen or a byte of video memory."""
    numbers = _numbers(session.memory.evaluate, inside)
    if len(numbers) != 1 + (head == "SCREEN"):
        raise MsxError(f"{name}: write VRAM(address) or SCREEN(column,row)")
    if head == "VRAM":
        (address,) = numbers
        if not 0 <= address < len(session.state.video.chip.vram):
            raise MsxError(f"{name}: there is no such address in video memory")
        return lambda: session.state.video.chip.vram[address]
    x, y = numbers
    if not (0 <= x < session.screen.columns and 0 <= y < ROWS):
        raise MsxError(f"{name}: there is no such cell on the screen")
    return lambda: _code(session, x, y)


def _code(session: Session, x: int, y: int) -> int | None:
    """Return the code of a cell; None in a graphic mode."""
    if not session.video.shows_text:
        return None
    screen = session.screen
    return screen.cells[y * screen.columns + x] if x < screen.columns else None
