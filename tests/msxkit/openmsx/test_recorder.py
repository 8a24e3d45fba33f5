"""The recorder, with msxkit's interpreter in the place of the emulated machine: it must write what was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any, cast

import pytest

from msxkit import recording
from msxkit.display.screen import Screen
from msxkit.errors import MachineError
from msxkit.language.source import read_program
from msxkit.openmsx.basic import KEY, Basic, Event
from msxkit.openmsx.recorder import Beginning, Typing, record
from msxkit.recording import ProgramId
from msxkit.stopreason import StopReason
from msxkit.testbench.interpreter import InterpreterMsx
from tests.conftest import ROOT


class Interpreted:
    """What the recorder uses of `Basic`, on the interpreter.

    Attributes:
        times: The TIME of each draw.
    """

    version, machine_title = "MSX BASIC 1.0, 50 Hz", "Interpreter"

    def __init__(self, times: tuple[int, ...]) -> None:
        self._times = iter(times)
        self._msx = InterpreterMsx()
        self._at = ""
        self.draw = 0
        self.machine = SimpleNamespace(
            time=0.0, name="none", emulator=SimpleNamespace(version="none"), queue_keys=self._queue
        )

    def rom_sha1(self) -> str:
        return "0" * 40

    def load(self, program: Any) -> None:
        self._msx.load(program)

    def start(self, time: int) -> None:
        assert self._msx.program is not None
        self._msx._start(self._msx.program)

    def _queue(self, data: bytes) -> None:
        assert self._at == KEY
        self._msx._press(data[0])

    def go(self, limit: float, draws: bool) -> Event:
        if self._at == "draw":
            self._msx._draw(self.draw)
        self._at = self._msx._advance(limit)
        if self._at == "draw":
            self.draw = next(self._times)
        self.machine.screen_or_none = lambda: self._msx.screen
        self.machine.time += 1.0
        return Event(self._at, self._msx.line)

    @property
    def variables(self) -> Any:
        return self._msx.variables


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
    machine = cast(Basic, Interpreted(genuine.times))
    made = record(machine, program, Known(genuine.keys), file=genuine.program.file, name=name, time=1)
    assert (made.times, made.keys, made.outcome) == (genuine.times, genuine.keys, genuine.outcome)
    assert made.notes == {"letters": ["A", "C", "B", "S"]}
    assert made.steps == genuine.steps
    assert made.style == "known"
    assert set(made.recorded_on) == set(genuine.recorded_on)


def test_where_the_keys_end_so_does_the_recording() -> None:
    genuine = recording.load(ROOT / "tests" / "recordings" / "game-000.json")
    program = read_program(ROOT / "basic" / "battle.bas")
    machine = cast(Basic, Interpreted(genuine.times))
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


def test_without_a_next_event_there_is_no_recording() -> None:
    class Stuck(Interpreted):
        def go(self, limit: float, draws: bool) -> Event:
            self.machine.describe = lambda: "the screen"
            return Event(StopReason.LIMIT, 10)

    program = read_program(ROOT / "basic" / "battle.bas")
    with pytest.raises(MachineError, match="came to no event in 120 s"):
        record(cast(Basic, Stuck(())), program, Typing(), file="battle.bas", name="x", time=1)
