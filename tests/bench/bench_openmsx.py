"""Driving openMSX: start, round trip, speed"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from msxkit.backends.openmsx import OpenmsxTarget
from msxkit.backends.replaying import TargetBackend
from msxkit.errors import EmulatorError
from msxkit.openmsx.machine import FRAME, EmulatedMachine
from msxkit.openmsx.playing import find_program
from msxkit.openmsx.settings import choose
from msxkit.recording import load
from msxkit.verify import replay
from tests.bench import Figure, best_of

_ROUNDS = 500
_GAMES = sorted(Path("tests/recordings").glob("game-*.json"))[:5]


def _start() -> None:
    EmulatedMachine("C-BIOS_MSX1").close()


def _frames(machine: EmulatedMachine) -> None:
    for _ in range(100):
        machine.run(FRAME)


def measure() -> Iterator[Figure]:
    try:
        yield Figure("start and stop", f"{best_of(_start, 5) * 1000:.0f} ms", "C-BIOS_MSX1")
    except EmulatorError as error:
        yield Figure("openMSX", "-", str(error).splitlines()[0])
        return
    with EmulatedMachine("C-BIOS_MSX1") as machine:
        machine.run(5)
        trip = best_of(lambda: [machine.command("set x 1") for _ in range(_ROUNDS)]) / _ROUNDS
        yield Figure("round trip of a command", f"{trip * 1000:.2f} ms")
        frame = best_of(lambda: _frames(machine)) / 100
        yield Figure("run one frame and stop", f"{frame * 1000:.2f} ms")
        yield Figure("emulated seconds per second", f"{50 / best_of(lambda: machine.run(50)):.0f}")
    try:
        choice = choose()
    except EmulatorError:
        yield Figure("replayed games per minute", "-", "no machine with BASIC: msxkit openmsx doctor")
        return
    with TargetBackend(
        OpenmsxTarget(choice.boot), lambda wanted: find_program(wanted, [Path("basic")])
    ) as backend:
        begin = time.perf_counter()
        equal = sum(replay(load(path), backend).equal for path in _GAMES)
        minutes = (time.perf_counter() - begin) / 60
    yield Figure(
        "replayed games per minute",
        f"{len(_GAMES) / minutes:.0f}",
        f"{equal} of {len(_GAMES)} equal, {choice.machine}",
    )
