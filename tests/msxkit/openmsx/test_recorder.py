"""The recorder, with msxkit's interpreter in the place of the emulated machine: it must write what was recorded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from msxkit import recording
from msxkit.errors import MachineError
from msxkit.openmsx.basic import KEY, Basic, Event
from msxkit.openmsx.recorder import Tape, record, styled
from msxkit.testbench.interpreter import InterpreterMsx
from tests.conftest import ROOT


class Interpreted:
    """What the recorder uses of `Basic`, on the interpreter. times: the TIME of each draw."""

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
        self.machine.screen = self._msx.screen
        self.machine.time += 1.0
        return Event(self._at, self._msx.line)

    @property
    def variables(self) -> Any:
        return self._msx.variables


@pytest.mark.parametrize("name", ["game-000", "game-073", "shotdark-001"])
def test_writes_what_was_recorded(name: str) -> None:
    genuine = recording.load(ROOT / "tests" / "recordings" / f"{name}.json")
    tape = Tape.read(ROOT / "basic" / genuine.program.file)
    assert tape.id == genuine.program
    machine = cast(Basic, Interpreted(genuine.times))
    made = record(machine, tape, lambda _: iter(genuine.keys), name=name, style=genuine.style, time=1)
    assert (made.times, made.keys, made.outcome) == (genuine.times, genuine.keys, genuine.outcome)
    assert made.fleets == genuine.fleets
    assert made.steps == genuine.steps
    assert set(made.recorded_on) == set(genuine.recorded_on)


@pytest.mark.parametrize(("style", "outcome"), [("perfect", "player"), ("sweep", None)])
def test_a_style_knows_where_the_ships_are(style: str, outcome: str | None) -> None:
    genuine = recording.load(ROOT / "tests" / "recordings" / "game-000.json")
    tape = Tape.read(ROOT / "basic" / "battle.bas")
    # Other keys than the recorded ones need as many TIMEs as there are draws.
    times = (*genuine.times, *(n * 97 % 65536 for n in range(1, 2000)))
    made = record(cast(Basic, Interpreted(times)), tape, styled(style, 5), name="x", style=style, time=1)
    assert made.outcome == outcome if outcome else made.outcome in ("player", "computer")
    if style == "perfect":
        # Twenty cells, no shot beside them.
        assert made.keys.count(32) == 20


def test_without_a_next_event_there_is_no_recording(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stuck(Interpreted):
        def go(self, limit: float, draws: bool) -> Event:
            self.machine.describe = lambda: "the screen"
            return Event("running", 10)

    def none(_: object) -> Iterator[int]:
        return iter(())

    with pytest.raises(MachineError, match="came to no event in 120 s"):
        record(
            cast(Basic, Stuck(())),
            Tape.read(Path(ROOT / "basic" / "battle.bas")),
            none,
            name="x",
            style="",
            time=1,
        )
