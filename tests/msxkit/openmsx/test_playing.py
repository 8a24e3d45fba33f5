"""The recorder, with msxkit's interpreter in the place of the emulated machine: it must write what was recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest

from msxkit import recording
from msxkit.backends.interpreter import InterpreterTarget
from msxkit.backends.recorder import record
from msxkit.display.screen import Screen
from msxkit.errors import MachineError
from msxkit.language.source import read_program
from msxkit.openmsx.machine import Plan
from msxkit.openmsx.playing import Beginning, Typing
from msxkit.recording import ProgramId
from msxkit.stop_reason import StopReason
from tests.conftest import ROOT


class Interpreted(InterpreterTarget):
    """The interpreter as an emulated machine that takes these TIMEs.

    Attributes:
        times: The TIME of each draw.
    """

    event_limit = 120.0

    def __init__(self, times: Iterable[int]) -> None:
        super().__init__("msx2", polling=True)
        self._draws = iter(times)

    def answer_draw(self, time: int | None) -> int:
        return super().answer_draw(next(self._draws) if time is None else time)

    @property
    def about(self) -> dict[str, Any]:
        return {
            "emulator": "none",
            "machine": "Interpreter",
            "machine_id": "none",
            "basic": "MSX BASIC 1.0, 50 Hz",
            "rom_sha1": "0" * 40,
        }


class Known:
    """Plays given keys, and says what only somebody who knows the program can say."""

    style = "known"

    def __init__(self, keys: tuple[int, ...]) -> None:
        self._keys = keys

    def keys(self, beginning: Beginning) -> Iterator[int]:
        return iter(self._keys)

    def machine_notes(self, beginning: Beginning) -> Mapping[str, Any]:
        return {"placing_seconds": round(beginning.seconds, 2)}

    def notes(self, beginning: Beginning) -> Mapping[str, Any]:
        return {"letters": [beginning.variables["N$()"][kind] for kind in range(1, 5)]}

    def outcome(self, screen: Screen) -> str | None:
        return "player" if "You win" in screen.text() else "computer"


@pytest.mark.parametrize("name", ["game-000", "game-073", "shotdark-001"])
def test_writes_what_was_recorded(name: str) -> None:
    genuine = recording.load(ROOT / "tests" / "recordings" / f"{name}.json")
    program = read_program(ROOT / "basic" / genuine.program.file)
    assert ProgramId.of(genuine.program.file, program) == genuine.program
    machine = Interpreted(genuine.times)
    made = record(machine, program, Known(genuine.keys), file=genuine.program.file, name=name, time=1)
    assert (made.times, made.keys, made.outcome) == (genuine.times, genuine.keys, genuine.outcome)
    assert made.notes == {"letters": ["A", "C", "B", "S"]}
    assert made.steps == genuine.steps
    assert made.style == "known"
    assert set(made.recorded_on) == set(genuine.recorded_on)


def test_where_the_keys_end_so_does_the_recording() -> None:
    genuine = recording.load(ROOT / "tests" / "recordings" / "game-000.json")
    program = read_program(ROOT / "basic" / "battle.bas")
    machine = Interpreted(genuine.times)
    made = record(machine, program, Typing(b"\x1c\x1c"), file="battle.bas", name="x", time=1)
    assert made.keys == (28, 28)
    assert made.steps[-1].at == "key"
    assert made.outcome is None
    assert made.notes == {}
    assert recording.parse(recording.to_json(made)) == made


def test_random_keys_are_those_of_the_seed() -> None:
    keys = Typing.at_random(500, b"ab", 3).codes
    assert len(keys) == 500
    assert set(keys) == {ord("a"), ord("b")}
    assert keys == Typing.at_random(500, b"ab", 3).codes != Typing.at_random(500, b"ab", 4).codes


def test_no_next_event() -> None:
    class Stuck(Interpreted):
        def next_event(self, plan: Plan | None = None) -> StopReason:
            return StopReason.LIMIT

    program = read_program(ROOT / "basic" / "battle.bas")
    with pytest.raises(MachineError, match="reached no event in 120 s"):
        record(Stuck(()), program, Typing(), file="battle.bas", name="x", time=1)
