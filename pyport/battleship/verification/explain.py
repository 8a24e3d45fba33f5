"""The first difference of a replay told in words, and what the original did there.

The original listing is run again on the interpreter up to the step, then statement by statement until the cell that
differs is written: that is the BASIC line to look at, and its variables are those of that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from battleship.original.state import BT, MARK
from battleship.verification.sources import listings
from msxkit.backends.interpreter import InterpreterTarget
from msxkit.backends.replaying import TargetRun
from msxkit.charset import decode
from msxkit.display.screen import Screen
from msxkit.language.program import Program
from msxkit.recording import KEY, Recording, Step
from msxkit.verify import Difference, Result, Seen, key_name

#: Statements between two events of the original: the overlap check of a ship takes some thousands.
_MOST_STATEMENTS = 1_000_000
#: Left edges of the two boards on the screen (lines 230, 260, 670).
_OWN, _ENEMY = 2, 20


@dataclass(frozen=True, slots=True)
class Moment:
    """Where the original did what the backend did not: BASIC line, its text, and the variables behind it."""

    line: int
    text: str
    variables: Mapping[str, str]


def explain(result: Result, backend: str) -> tuple[str, int | None]:
    """Return an explanation of the first difference of a result that has one, and the BASIC line to look at.

    The explanation has several lines.
    """
    recording, difference = result.recording, result.difference
    assert difference is not None
    before = recording.steps[difference.step - 1].screen if difference.step else Screen.blank()
    moment, why_not = _moment(recording, difference, before)
    line = moment.line if moment else difference.expected.line
    where = [f"step {difference.step}", *_given(recording, difference)]
    if line is not None:
        where.append(f"line {line}")
    facts = list(_facts(difference, before, backend))
    words = [f"{recording.name}: {', '.join(where)}: {facts[0]}"]
    words += [f"  also, {fact}" for fact in facts[1:]]
    if moment is None:
        return "\n".join([*words, f"  {why_not}"]), line
    words.append(f"  {moment.text}")
    shown = "  ".join(f"{name}={value}" for name, value in sorted(moment.variables.items()))
    return "\n".join([*words, f"  variables of the original at that line: {shown}"]), line


def cell_name(column: int, row: int) -> str:
    """Return a cell as the game calls it: (X,Y) on the player's board, letter and row on the computer's."""
    if 1 <= row <= BT:
        if _OWN <= column < _OWN + BT:
            return f"({column - _OWN + 1},{row})"
        if _ENEMY <= column < _ENEMY + BT:
            return f"{chr(ord('A') + column - _ENEMY)}{row}"
    return f"column {column}, row {row}"


def _given(recording: Recording, difference: Difference) -> Iterable[str]:
    """Yield what went into the original last: `after SPACE at B7`, `TIME 1234`."""
    if difference.key is not None:
        keys = [step for step in recording.steps[: difference.step] if step.at == KEY]
        yield f"after {key_name(difference.key)} at {cell_name(*keys[-1].screen.cursor)}"
    if difference.time is not None:
        yield f"TIME {difference.time}"


def _facts(difference: Difference, before: Screen, backend: str) -> Iterable[str]:
    """Yield what the original and the backend do, the most useful first."""
    expected, actual = difference.expected, difference.actual
    if actual.message:
        yield f"the {backend} stops: {actual.message}"
    if expected.screen.columns != actual.screen.columns:
        yield f"the original shows {expected.screen.columns} columns, the {backend} {actual.screen.columns}"
    else:
        cells = [cell.column + cell.row * 32 for cell in expected.screen.differences(actual.screen)]
        if cells:
            yield _deeds(before, expected.screen, actual.screen, cells, backend)
    if (expected.at, expected.line) != (actual.at, actual.line if actual.line is not None else expected.line):
        yield f"the original {_event(expected)}, the {backend} {_event(actual)}"
    if expected.screen.cursor != actual.screen.cursor:
        one, other = (cell_name(*screen.cursor) for screen in (expected.screen, actual.screen))
        yield f"the original's cursor is at {one}, that of the {backend} at {other}"


def _event(step: Step | Seen) -> str:
    line = "" if step.line is None else f" in line {step.line}"
    return {"draw": "draws RND(-TIME)", "key": "waits for a key", "end": "has ended"}.get(
        step.at, "stops with an error"
    ) + line


def _deeds(before: Screen, expected: Screen, actual: Screen, cells: list[int], backend: str) -> str:
    """Return `the original marks (6,4), the port (7,4)`: the cells that differ and were changed by either."""
    did, other = (_changes(before, screen, cells) for screen in (expected, actual))
    first = " and ".join(f"{verb} {_list(places)}" for verb, places in did.items()) or "does nothing"
    if not other:
        second = "does not"
    elif did.keys() == other.keys() and len(did) == 1:
        second = _list(next(iter(other.values())))
    else:
        second = " and ".join(f"{verb} {_list(places)}" for verb, places in other.items())
    return f"the original {first}, the {backend} {second}"


def _changes(before: Screen, screen: Screen, cells: list[int]) -> dict[str, list[str]]:
    """Return verb -> places, for the differing cells that the screen has changed."""
    deeds: dict[str, list[str]] = {}
    rows = set()
    for offset in cells:
        code = screen.cells[offset]
        if code == before.cells[offset]:
            continue
        row, column = divmod(offset, screen.columns)
        place = cell_name(column, row)
        if place.startswith("column"):
            if row not in rows:
                deeds.setdefault("prints", []).append(f'"{screen[row].strip()}" in row {row}')
            rows.add(row)
        elif code == MARK:
            deeds.setdefault("marks", []).append(place)
        else:
            sight = "water" if code == 32 and column >= _ENEMY else screen.row(row)[column]
            verb = "blanks" if sight == " " else f"shows {sight} at"
            deeds.setdefault(verb, []).append(place)
    return deeds


def _list(places: list[str]) -> str:
    return ", ".join(places[:6]) + (f" and {len(places) - 6} more" if len(places) > 6 else "")


def _moment(recording: Recording, difference: Difference, before: Screen) -> tuple[Moment | None, str]:
    """Return the statement of the original that wrote the first differing cell; else the state at the step."""
    program = listings().get(recording.program.tokens_sha1)
    if program is None:
        return None, f"{recording.program.file} is not one of the listings in basic/: nothing to run"
    run = TargetRun(InterpreterTarget(), program)
    values = [value for _, value in recording.inputs() if value is not None][: difference.step]
    for value in values[:-1]:
        run.send(value)
    session, expected = run.target.session, difference.expected.screen
    written = [
        cell.row * 32 + cell.column
        for cell in (expected.differences(difference.actual.screen) if expected.columns == 32 else ())
        if expected.cells[cell.row * 32 + cell.column] != before.cells[cell.row * 32 + cell.column]
    ]
    line = session.line
    if values:
        run.give(values[-1])
        line = _run_to(
            lambda: bool(written) and session.screen.cells[written[0]] == expected.cells[written[0]], run
        )
    if line is None:
        line = difference.expected.line or 0
    return Moment(line, _text(program, line), _variables(session.variables)), ""


def _run_to(reached: Callable[[], bool], run: TargetRun[InterpreterTarget]) -> int | None:
    """Run statement by statement until something is reached or the next event comes. Return the line that did it."""
    session = run.target.session
    for _ in range(_MOST_STATEMENTS):
        line = session.line
        event = session.step(max_steps=1)
        if reached() or event.at != "limit":
            return line
    return session.line


def _text(program: Program, line: int) -> str:
    for stored in program.lines:
        if stored.number == line:
            return decode(stored.listed()).rstrip("\r\n")
    return ""


def _variables(values: Mapping[str, object]) -> dict[str, str]:
    """Return simple variables by name; the # of the default type is left out."""
    return {
        name.rstrip("#"): _string(value) if isinstance(value, str) else str(value)
        for name, value in values.items()
        if not isinstance(value, dict)
    }


def _string(value: str) -> str:
    """Return a string as BASIC would write it; keys are often single control codes."""
    if len(value) == 1 and not value.isprintable():
        return f"CHR$({ord(value)})"
    return f'"{value}"'
