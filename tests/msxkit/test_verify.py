"""The replay loop finds the first difference, whatever kind it is, and shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from msxkit.display.screen import Screen
from msxkit.recording import Recording, Step, load
from msxkit.verify import Run, Seen, describe, key_name, replay, to_json
from tests.conftest import RECORDINGS

Change = Callable[[int, Seen], Seen]


class Tape:
    """A backend that plays a recording back with a change, like a slightly broken machine."""

    name = "tape"

    def __init__(self, recording: Recording, change: Change = lambda _, seen: seen) -> None:
        self._recording = recording
        self._change = change
        self.sent: list[int] = []
        self.closed = False

    is_emulator = False

    def close(self) -> None:
        pass

    @contextmanager
    def start(self, recording: Recording) -> Iterator[Run]:
        assert recording is self._recording
        try:
            yield self
        finally:
            self.closed = True

    def seen(self) -> Seen:
        return self._at(0)

    def send(self, value: int) -> Seen:
        self.sent.append(value)
        return self._at(len(self.sent))

    def _at(self, index: int) -> Seen:
        step: Step = self._recording.steps[index]
        return self._change(index, Seen(step.at, step.line, step.screen))


@pytest.fixture(scope="module")
def recording() -> Recording:
    return load(RECORDINGS[0])


def test_equal(recording: Recording) -> None:
    tape = Tape(recording)
    result = replay(recording, tape)
    assert result.equal
    assert result.steps == len(recording.steps)
    assert result.cells == 768 * len(recording.steps)
    assert len(tape.sent) == len(recording.times) + len(recording.keys)
    assert tape.closed
    assert to_json(result)["equal"] is True


def cell(seen: Seen, offset: int, code: int) -> Seen:
    cells = bytearray(seen.screen.cells)
    cells[offset] = code
    return replace(seen, screen=replace(seen.screen, cells=bytes(cells)))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda seen: cell(seen, 3 * 32 + 5, 1), "column 5, row 3: recorded ' ' (32), tape '☺' (1)"),
        (
            lambda seen: replace(seen, screen=replace(seen.screen, cursor=(9, 9))),
            "cursor (column, row): recorded (20, 1), tape (9, 9)",
        ),
        (lambda seen: replace(seen, line=120), "BASIC line: recorded 110, tape 120"),
        (
            lambda seen: replace(seen, at="error", message="Syntax error in 110"),
            "event: recorded key, tape error (Syntax error in 110)",
        ),
        (lambda seen: replace(seen, screen=Screen.blank(40, mode=0)), "columns: recorded 32, tape 40"),
    ],
)
def test_first_difference_is_shown(recording: Recording, change: Callable[[Seen], Seen], told: str) -> None:
    first = next(index for index, step in enumerate(recording.steps) if step.at == "key")
    result = replay(recording, Tape(recording, lambda index, seen: change(seen) if index >= first else seen))
    assert result.difference is not None
    assert result.difference.step == first
    assert result.steps == first + 1
    text = describe(result.difference, recording.name, "tape")
    assert text.startswith(
        f"game-000: step {first}, at the start, TIME {recording.times[first - 1]}, BASIC line 110"
    )
    assert told in text
    assert to_json(result)["difference"]["step"] == first


def test_differing_cells_are_marked_under_their_row(recording: Recording) -> None:
    result = replay(recording, Tape(recording, lambda _, seen: cell(seen, 3 * 32 + 5, 1)))
    assert result.difference is not None
    lines = describe(result.difference, recording.name, "tape").splitlines()
    marks = next(index for index, line in enumerate(lines) if "^" in line)
    assert lines[marks - 1].startswith("   3|")
    assert [i for i, c in enumerate(lines[marks]) if c == "^"] == [5 + 5, 5 + 5 + 32 + 3]


def test_a_key_is_named(recording: Recording) -> None:
    spaces = [index for index, step in enumerate(recording.steps) if step.at == "draw" and step.line == 660]
    result = replay(
        recording, Tape(recording, lambda index, seen: cell(seen, 0, 65) if index == spaces[0] else seen)
    )
    assert result.difference is not None
    assert "after SPACE, BASIC line 660" in describe(result.difference, "x", "tape")


def test_backend_without_line(recording: Recording) -> None:
    assert replay(recording, Tape(recording, lambda _, seen: replace(seen, line=None))).equal


def test_key_names() -> None:
    assert [key_name(code) for code in (28, 32, 13, 65, 200)] == [
        "RIGHT",
        "SPACE",
        "RETURN",
        "'A'",
        "code 200",
    ]
