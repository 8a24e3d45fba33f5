"""The modelled pace against the TIME values of genuine machines."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from battleship.original.game import OriginalGame
from battleship.original.match import Match
from battleship.original.pace import MACHINES, PLACING_DRAWS, Jiffies
from msxkit.recording import END, load
from tests.conftest import RECORDINGS


@pytest.mark.parametrize("path", RECORDINGS[::5], ids=lambda path: path.stem)
def test_times_of_the_draws(path: Path) -> None:
    """From each draw to the next one, by the TIME values that the machine recorded: whole interrupts, so that an
    exact model is up to one off.
    """
    recording = load(path)
    speed = MACHINES[recording.recorded_on["machine"]]
    game = OriginalGame(recording.program.file.removesuffix(".bas"))
    clock = Jiffies(0, speed)
    times = recording.times[:PLACING_DRAWS]
    for time, following in pairwise(times):
        before = game.event
        game.send(time)
        jiffies = clock.advance(before, game.event, game.work) * speed.hertz
        assert abs((following - time) % 65536 - jiffies) < 1.3 + jiffies / 500


def test_time_wraps_and_counts_fifty_a_second() -> None:
    match = Match("battle", 65533)
    clock = Jiffies(65533)
    before = match.event
    match.draw()
    assert clock.time == 65533
    elapsed = clock.advance(before, match.event, match.game.work)
    assert elapsed == pytest.approx(0.0985)
    assert clock.time == 1


def test_draws_of_a_cell() -> None:
    match = Match("battle", 4000)
    match.skip_draws()
    times = match.recording().times
    assert {second - first for first, second in zip(times[2::2], times[3::2], strict=True)} <= {1, 2}
    assert match.event.at != END
