"""Differences in words: what the original does, what the broken port does, and the line of BASIC behind it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battleship.original import backend, computer, player
from battleship.original.backend import PortBackend
from battleship.original.state import State
from battleship.verification.explain import cell_name, explain
from msxkit.recording import KEY, ProgramId, Recording, load
from msxkit.verify import Difference, Result, Seen, replay
from tests.conftest import RECORDINGS


@pytest.fixture(scope="module")
def recording() -> Recording:
    return load(RECORDINGS[0])


def _broken(recording: Recording) -> list[str]:
    return explain(replay(recording, PortBackend()), "port")[0].splitlines()


def test_missing_marks(recording: Recording, monkeypatch: pytest.MonkeyPatch) -> None:
    """What game-000 shows at step 69 was read off its recording: the carrier at (7,1) to (10,1) is sunk."""
    monkeypatch.setattr(computer, "mark_surround", lambda state: None)
    words = _broken(recording)
    assert words[0] == (
        "game-000: step 69, after SPACE at I1, line 840: "
        "the original marks (6,1), (6,2), (7,2), (10,2), the port does not"
    )
    assert words[1].startswith(
        '  840 IF PX<1 OR PY<1 OR PX>10 OR PY>10 THEN 850 ELSE LOCATE PX+1,PY:PRINT"X"'
    )
    # The first cell that is missing has just been printed.
    assert "PX=6  PY=1  " in words[2]
    assert "CX=28  CY=1  " in words[2]


def test_another_cell_is_marked(recording: Recording, monkeypatch: pytest.MonkeyPatch) -> None:
    fire = computer._fire

    def beside(state: State) -> None:
        if state.shots == 3:
            state.y += 1 if state.y < 10 else -1
        fire(state)

    monkeypatch.setattr(computer, "_fire", beside)
    words = _broken(recording)
    assert ", line 690: the original marks (" in words[0]
    assert words[1].lstrip().startswith("690 LOCATE X+1,Y:PRINT")
    marked = words[0].split("marks (")[1].split(")")[0].split(",")
    assert f"X={marked[0]}  Y={marked[1]}" in words[2]


def test_water_and_ships_have_their_names(recording: Recording, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "shoot", lambda state: state.console.locate(state.cx, state.cy) or True)
    assert ", line 620: the original shows water at A1, the port does not" in _broken(recording)[0]


def test_a_crash_is_told(recording: Recording, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(state: State) -> None:
        raise IndexError("row 11")

    monkeypatch.setattr(computer, "mark_surround", crash)
    words = _broken(recording)
    assert "the port stops: IndexError: row 11" in words[0]
    assert f"({__file__}, line {crash.__code__.co_firstlineno + 1})" in words[0]
    assert any(
        "the original waits for a key in line 110, the port stops with an error" in line for line in words
    )


def test_endless_loop(recording: Recording, monkeypatch: pytest.MonkeyPatch) -> None:
    def loop(state: State) -> None:
        while True:
            state.shots += 0

    monkeypatch.setattr(backend, "EVENT_LIMIT", 0.2)
    monkeypatch.setattr(computer, "mark_surround", loop)
    (words, line) = explain(replay(recording, PortBackend()), "port")
    assert line == 840
    assert "line 840: the port stops: EndlessLoopError: no event within 0.2 s" in words
    assert f"({__file__}, line" in words


def test_cursor_line_and_event(recording: Recording) -> None:
    index = next(number for number, step in enumerate(recording.steps) if step.at == "key") + 1
    step = recording.steps[index]
    moved = replace(step.screen, cursor=(30, 5))

    def told(seen: Seen) -> str:
        return explain(
            Result(recording, index, 0, Difference(index, step, seen, recording.keys[0], None)), "port"
        )[0]

    assert "that of the port at column 30, row 5" in told(Seen(KEY, 110, moved))
    assert "the original draws RND(-TIME) in line 660, the port waits for a key in line 110" in told(
        Seen(KEY, 110, step.screen)
    )


def test_explain_unknown_program(recording: Recording) -> None:
    step = recording.steps[0]
    unknown = replace(recording, program=ProgramId("mine.bas", "0" * 40))
    result = Result(unknown, 1, 768, Difference(0, step, Seen(KEY, None, step.screen), None, None))
    assert "mine.bas is not one of the listings in basic/" in explain(result, "interpreter")[0]


def test_cells_have_the_names_of_the_game() -> None:
    assert cell_name(2, 1) == "(1,1)"
    assert cell_name(11, 10) == "(10,10)"
    assert cell_name(20, 1) == "A1"
    assert cell_name(29, 10) == "J10"
    assert cell_name(12, 3) == "column 12, row 3"
    assert cell_name(4, 0) == "column 4, row 0"
