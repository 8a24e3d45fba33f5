"""The modelled pace against the TIME values of genuine machines."""

from __future__ import annotations

from pathlib import Path

import pytest

from battleship.original.game import Game
from battleship.original.match import Match
from battleship.original.pace import Jiffies
from msxkit.recording import END, KEY, load
from tests.conftest import RECORDINGS


@pytest.mark.parametrize("path", RECORDINGS[::5], ids=lambda path: path.stem)
def test_placing_takes_as_long_as_on_the_machine(path: Path) -> None:
    """From the first draw to the last one of the placing, by the TIME values that the machine recorded."""
    recording = load(path)
    hertz = 60 if "60 Hz" in recording.recorded_on["basic"] else 50
    game = Game(recording.program.file.removesuffix(".bas"))
    clock = Jiffies(0)
    modelled = 0.0
    for step, value in recording.inputs():
        if step.at == KEY:
            break
        assert value is not None
        last = value
        before = game.event
        game.send(value)
        if game.event.at != KEY:
            modelled += clock.advance(before, game.event, game.work)
    measured = (last - recording.times[0]) % 65536 / hertz
    assert modelled == pytest.approx(measured, rel=0.15)


def test_time_wraps_and_counts_fifty_a_second() -> None:
    match = Match("battle", 65535)
    clock = Jiffies(65535)
    before = match.event
    match.draw()
    assert clock.time == 65535
    elapsed = clock.advance(before, match.event, match.game.work)
    assert elapsed == pytest.approx(0.022)
    assert clock.time == 0


def test_the_two_draws_of_a_cell_are_at_most_two_jiffies_apart() -> None:
    match = Match("battle", 4000)
    match.skip_draws()
    times = match.recording().times
    assert {second - first for first, second in zip(times[::2], times[1::2], strict=True)} <= {1, 2}
    assert match.event.at != END
