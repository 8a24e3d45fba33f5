"""What `msxkit run` shows of a run: text, ANSI, JSON, a picture."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from msxkit.basic_errors import Failure
from msxkit.charset import UNICODE, decode
from msxkit.display.palette import TMS9918A
from msxkit.display.screen import ROWS, Screen
from msxkit.interpreter import Event, Session
from msxkit.interpreter import coverage as report
from msxkit.interpreter.session import ERROR, LIMIT
from msxkit.language.program import Place
from msxkit.stop_reason import StopReason

if TYPE_CHECKING:
    from msxkit.display.picture import FrameLike

STOPS = {"end": "ok", "error": "error", "key": "key", "limit": "limit", "repeat": "repeat"}
#: Exit codes of ends that are not failures of the command.
CODES = {ERROR: 1, LIMIT: 3}


def deadline_after(seconds: float) -> Callable[[], bool]:
    """Return a function that tells whether so many seconds are over, counted from now."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def compact(data: object) -> bytes:
    """Return JSON in one line, as short as it gets."""
    return json.dumps(data, separators=(",", ":")).encode("ascii") + b"\n"


def repeats(event: Event) -> str:
    """Return what there is to say of a program that only repeats itself."""
    return f"only repeats itself from line {event.line} on: the run ends here"


def shown(
    session: Session,
    event: Event,
    form: str,
    *,
    variables: bool = False,
    coverage: bool = False,
    profile: bool = False,
) -> bytes:
    """Return what the command prints or writes."""
    if form in ("png", "jpg", "webp"):
        from msxkit.display.picture import draw, photo, png

        picture = draw(session.video.frame)
        return png(picture) if form == "png" else photo(picture, form)
    screen, place = session.screen, session.place
    if form == "json":
        data = as_json(event.at, session.error, session.video.mode, screen, screen.cursor, place)
        if variables:
            data["variables"] = {name: plain(value) for name, value in _variables(session).items()}
        if coverage or profile:
            data["coverage"] = report.as_json(_counted(session))
        return (json.dumps(data) + "\n").encode("ascii")
    parts = [_text(session, form)]
    parts += unended(event.at, event.line, place, session.error, session.program.characters)
    if event.at is StopReason.REPEAT:
        parts.append(f"-- {repeats(event)}")
    if session.error is not None and session.error.note:
        parts.append(f"-- {session.error.note}")
    parts += reports(session, variables=variables, coverage=coverage, profile=profile)
    return ("\n".join(parts) + "\n").encode("utf-8")


def as_json(
    at: StopReason,
    failure: Failure | None,
    mode: int,
    screen: Screen | None,
    cursor: tuple[int, int],
    place: Place | None,
) -> dict[str, Any]:
    """Return what there is to say of a run that has stopped; without a text screen in a graphic mode of an emulator."""
    error = failure and {name: getattr(failure, name) for name in ("number", "text", "line", "note")}
    data = {
        "stop": STOPS[at],
        "error": error,
        "screen_mode": mode,
        "width": screen and screen.width,
        "columns": screen and screen.columns,
        "screen": screen.rows() if screen else [],
        "cursor": list(cursor),
    }
    return data if place is None else data | {"place": str(place)}


def reports(session: Session, *, variables: bool, coverage: bool, profile: bool) -> list[str]:
    """Return what is asked for beside the screen."""
    parts = []
    if variables:
        characters = session.program.characters
        parts.append(
            listed({name: _text_of(value, characters) for name, value in _variables(session).items()})
        )
    if coverage:
        parts.append(report.as_text(_counted(session)))
    if profile:
        parts.append(report.profile(_counted(session)))
    return parts


def _counted(session: Session) -> list[report.LineCount]:
    """Return how often each line ran, and how long; of a modern source each row."""
    rows = session.layout.program.is_modern
    return report.coverage(session.layout, session.noted.counts, session.noted.times, rows=rows)


def _variables(session: Session) -> dict[str, Any]:
    """Return the variables by the names that the source has for them."""
    name = session.layout.program.long_name
    return {name(short): value for short, value in session.variables.items()}


def _text_of(value: Any, characters: str) -> Any:
    """Return a value with its texts as characters instead of codes."""
    if isinstance(value, dict):
        return {key: _text_of(element, characters) for key, element in value.items()}
    return decode(value.encode("latin-1"), characters) if isinstance(value, str) else value


def unended(
    at: StopReason,
    line: int | None,
    place: Place | None = None,
    failure: Failure | None = None,
    characters: str = UNICODE,
) -> list[str]:
    """Return what stands below the screen of a program that has not ended, or that a row of a modern source has ended:
    at most one row.
    """
    said = {StopReason.KEY: "waits for a key", StopReason.LIMIT: "stopped at the limit"}
    if failure is not None and place is not None:
        # The screen has the line number alone.
        return [f"-- {place}: {failure}: {decode(place.text, characters).strip()}"]
    return [f"-- {said[at]} in {where(line, place)}"] if at in said else []


def where(line: int | None, place: Place | None) -> str:
    """Return a place of the source, or the line of a classic listing."""
    return f"line {line}" if place is None else str(place)


def stopped(failure: Failure, place: Place | None) -> str:
    """Return that a program whose picture is shown has failed."""
    return f"{'' if place is None else f'{place}: '}the program stopped: {failure}"


def _text(session: Session, form: str) -> str:
    if not session.video.shows_text:
        return drawn(session.video.frame, form)
    return _ansi(session) if form == "ansi" else session.screen.text()


def drawn(frame: FrameLike, form: str = "text") -> str:
    """Return the picture of a graphic mode, half as large: half blocks in colour, or braille without."""
    from msxkit.display.picture import draw
    from msxkit.display.pixels import braille, half_blocks

    picture = draw(frame, scale=0)
    rows = braille(picture, 68, 29) if form == "text" else half_blocks(picture, 136, 57)
    return "\n".join(row.rstrip("⠀") for row in rows).strip("\n")


def listed(variables: Mapping[str, object]) -> str:
    """Return variables with their values, a line each."""
    return "\n".join(f"{name} = {plain(value)!r}" for name, value in sorted(variables.items()))


def plain(value: Any) -> Any:
    """Return a value as JSON: numbers that are not integers as BASIC prints them, arrays as nested lists."""
    from msxkit.decimal14 import format_number

    if isinstance(value, dict):
        return {
            ",".join(map(str, key)) if isinstance(key, tuple) else str(key): plain(element)
            for key, element in value.items()
        }
    if isinstance(value, str):
        return value
    if value == int(value) and abs(value) < 10**14:
        return int(value)
    return float(format_number(value))


def _ansi(session: Session) -> str:
    colours, screen = session.video.code_colours, session.screen
    rows = []
    for y in range(ROWS):
        row, last = "", None
        for code, character in zip(screen.codes(y), screen.row(y), strict=True):
            if colours[code] != last:
                last = colours[code]
                ink, paper = (TMS9918A[colour] for colour in last)
                row += "\x1b[38;2;{};{};{}m\x1b[48;2;{};{};{}m".format(*ink, *paper)
            row += character
        rows.append(row + "\x1b[0m")
    return "\n".join(rows)
