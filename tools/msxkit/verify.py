"""The replay of a recording on any backend, step by step, and the first difference.

A backend is anything that claims to behave as the machine does: a port of one program, the interpreter, a live
emulator. It starts a program, returns what the program shows, and takes the next TIME value or key.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from msxkit.charset import UNICODE
from msxkit.display.screen import ROWS, Screen
from msxkit.errors import MsxError
from msxkit.machine.video.shot import SHOWN_REGISTERS, Shot
from msxkit.recording import KEY, Recording, Step
from msxkit.stop_reason import StopReason

#: The event of a backend when the program has stopped with an error; recordings have none.
ERROR = StopReason.ERROR


@dataclass(frozen=True, slots=True)
class Seen:
    """What a backend shows: the event, the BASIC line where the backend knows it, the screen.

    Attributes:
        shot: The video chip, where the recording holds it and the backend can show it.
        message: With the event `error`, what stopped the run.
    """

    at: StopReason
    line: int | None
    screen: Screen
    message: str = ""
    shot: Shot | None = None


class Run(Protocol):
    """A running program, always stopped at an event."""

    def seen(self) -> Seen:
        """Return the event that the program is at."""

    def send(self, value: int) -> Seen:
        """Go on to the next event, and return it.

        Args:
            value: The TIME of a draw (0-65535) or the code of a key (0-255).
        """


class Backend(Protocol):
    """Something that starts programs.

    Attributes:
        name: What `--on` and the tables call it.
        is_emulator: Whether a process stays open behind it, which takes one recording after the other.
    """

    name: str
    is_emulator: bool

    def close(self) -> None:
        """End what runs, such as an emulator."""

    def start(self, recording: Recording) -> AbstractContextManager[Run]:
        """Return a run of the recorded program at its first event, for a `with` block. What the recording holds may
        make it faster, but changes nothing. Raise the package's own error for an unknown program.
        """


@dataclass(frozen=True, slots=True)
class Difference:
    """The first step at which backend and recording differ.

    Attributes:
        step: The index of the recorded step, from 0.
        expected, actual: What the recording has there, and what the backend shows.
        key, time: The last key before it, and the last TIME since that key; None if there was none.
    """

    step: int
    expected: Step
    actual: Seen
    key: int | None
    time: int | None


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one replay.

    Attributes:
        steps, cells: How many were compared.
        difference: The first difference; None if all was equal.
        recorded: How many steps the recording had, if the result was shortened; else None.
    """

    recording: Recording
    steps: int
    cells: int
    difference: Difference | None
    recorded: int | None = None

    @property
    def equal(self) -> bool:
        return self.difference is None

    @property
    def total(self) -> int:
        """The number of steps that the recording has, or had before the result was shortened."""
        return len(self.recording.steps) if self.recorded is None else self.recorded

    def shortened(self) -> Result:
        """Return the result without the recording's steps, which take half a megabyte of memory a game."""
        return replace(self, recording=replace(self.recording, steps=()), recorded=self.total)


def replay(recording: Recording, backend: Backend) -> Result:
    """Feed the recording's times and keys to the backend and compare each step. Stop at the first difference."""
    steps = cells = 0
    key: int | None = None
    time: int | None = None
    with backend.start(recording) as run:
        seen = _guarded(run.seen, Screen.blank())
        for index, (expected, value) in enumerate(recording.inputs()):
            steps += 1
            cells += len(expected.screen.cells)
            if not _equal(expected, seen):
                return Result(recording, steps, cells, Difference(index, expected, seen, key, time))
            if value is None:
                break
            if expected.at == KEY:
                key, time = value, None
            else:
                time = value
            seen = _guarded(partial(run.send, value), seen.screen)
    return Result(recording, steps, cells, None)


def _same_picture(expected: Step, seen: Seen) -> bool:
    return expected.shot == seen.shot and expected.screen.cursor == seen.screen.cursor


def _guarded(go_on: Callable[[], Seen], before: Screen) -> Seen:
    """Return what the backend shows next. A backend that crashes there differs from the recording; it does not end the
    comparison.
    """
    try:
        return go_on()
    except MsxError:
        raise  # the emulator died, a file is bad: nothing was compared
    except Exception as crash:
        place = traceback.extract_tb(crash.__traceback__)[-1]
        told = f"{type(crash).__name__}: {crash} ({place.filename}, line {place.lineno})"
        return Seen(ERROR, None, before, told)


def _equal(expected: Step, seen: Seen) -> bool:
    return (
        expected.at == seen.at
        and (expected.screen == seen.screen if expected.shot is None else _same_picture(expected, seen))
        and (seen.line is None or expected.line is None or seen.line == expected.line)
    )


def key_name(code: int) -> str:
    """Return the name that people have for a key: RIGHT, SPACE, 'A', code 200."""
    names = {8: "BS", 13: "RETURN", 27: "ESC", 28: "RIGHT", 29: "LEFT", 30: "UP", 31: "DOWN", 32: "SPACE"}
    if code in names:
        return names[code]
    return repr(chr(code)) if 33 <= code <= 126 else f"code {code}"


def describe(difference: Difference, name: str, backend: str) -> str:
    """Return the difference in words and as two screens side by side, with marks below cells that differ.

    Args:
        name: The name of the recording.
        backend: The name of the backend.
    """
    expected, actual = difference.expected, difference.actual
    before = "at the start" if difference.key is None else f"after {key_name(difference.key)}"
    if difference.time is not None:
        before += f", TIME {difference.time}"
    lines = [f"{name}: step {difference.step}, {before}, BASIC line {_line(expected.line)}"]
    if expected.at != actual.at:
        message = f" ({actual.message})" if actual.message else ""
        lines.append(f"  event: recorded {expected.at}, {backend} {actual.at}{message}")
    if actual.line is not None and expected.line is not None and actual.line != expected.line:
        lines.append(f"  BASIC line: recorded {expected.line}, {backend} {actual.line}")
    if expected.screen.cursor != actual.screen.cursor:
        lines.append(
            f"  cursor (column, row): recorded {expected.screen.cursor}, {backend} {actual.screen.cursor}"
        )
    if expected.shot is not None:
        return "\n".join([*lines, *_video(expected.shot, actual.shot, backend)])
    if expected.screen.columns != actual.screen.columns:
        lines.append(f"  columns: recorded {expected.screen.columns}, {backend} {actual.screen.columns}")
        return "\n".join(lines)
    found = expected.screen.differences(actual.screen)
    lines.append(f"  {len(found)} of {len(expected.screen.cells)} cells differ" + (":" if found else ""))
    for cell in found[:8]:
        lines.append(
            f"    column {cell.column}, row {cell.row}: recorded {_cell(cell.expected)}, {backend} {_cell(cell.actual)}"
        )
    if len(found) > 8:
        lines.append(f"    and {len(found) - 8} more")
    lines += _side_by_side(expected.screen, actual.screen, backend)
    return "\n".join(lines)


def _video(expected: Shot, actual: Shot | None, backend: str) -> Iterator[str]:
    """Yield what differs in the video chip."""
    if actual is None:
        yield f"  {backend} shows text only, the recording has pictures"
        return
    if expected.chip is not actual.chip:
        yield f"  chip: recorded {expected.chip.name}, {backend} {actual.chip.name}"
        return
    for name, old, new in (
        ("SCREEN", expected.mode, actual.mode),
        ("palette", expected.palette.hex(), actual.palette.hex()),
    ):
        if old != new:
            yield f"  {name}: recorded {old}, {backend} {new}"
    for number, old, new in zip(SHOWN_REGISTERS, expected.shown, actual.shown, strict=False):
        if old != new:
            yield f"  register {number}: recorded {old:02X}h, {backend} {new:02X}h"
    wrong = [at for at, (old, new) in enumerate(zip(expected.vram, actual.vram, strict=True)) if old != new]
    yield f"  {len(wrong)} of {len(expected.vram)} bytes of video memory differ" + (":" if wrong else "")
    for at in wrong[:8]:
        yield f"    {at:05X}h: recorded {expected.vram[at]:02X}h, {backend} {actual.vram[at]:02X}h"
    if len(wrong) > 8:
        yield f"    and {len(wrong) - 8} more"


def _side_by_side(expected: Screen, actual: Screen, backend: str) -> Iterator[str]:
    width = expected.columns
    marked: dict[int, set[int]] = {}
    for cell in expected.differences(actual):
        marked.setdefault(cell.row, set()).add(cell.column)
    yield f"     {'recorded':<{width + 3}}{backend}"
    for y in range(ROWS):
        yield f"  {y:2}|{expected.row(y)}| |{actual.row(y)}|"
        if y in marked:
            marks = "".join("^" if x in marked[y] else " " for x in range(width))
            yield f"    |{marks}| |{marks}|"


def _line(line: int | None) -> str:
    return "none" if line is None else str(line)


def _cell(code: int) -> str:
    return f"{UNICODE[code]!r} ({code})"


def to_json(result: Result) -> dict[str, Any]:
    """Return the result as JSON: name, program, equal, steps, cells, and the difference with both screens as rows."""
    data: dict[str, Any] = {
        "name": result.recording.name,
        "program": result.recording.program.file,
        "equal": result.equal,
        "steps": result.steps,
        "steps_recorded": result.total,
        "cells": result.cells,
    }
    difference = result.difference
    if difference is not None:
        expected, actual = difference.expected, difference.actual
        data["difference"] = {
            "step": difference.step,
            "key": difference.key,
            "time": difference.time,
            "expected": _side(expected.at, expected.line, expected.screen),
            "actual": _side(actual.at, actual.line, actual.screen) | {"message": actual.message},
            "cells": [
                {"column": cell.column, "row": cell.row, "expected": cell.expected, "actual": cell.actual}
                for cell in expected.screen.differences(actual.screen)
            ]
            if expected.screen.columns == actual.screen.columns
            else None,
        }
    return data


def _side(at: str, line: int | None, screen: Screen) -> dict[str, Any]:
    return {"at": at, "line": line, "cursor": list(screen.cursor), "screen": screen.rows()}
