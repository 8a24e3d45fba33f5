"""Bots and games

Every misbehaving bot of the tests meets a good one. It must lose, the match must go on, none of its processes may be
left running, and nothing may be written outside its folder. Games that are being recorded are ended by each signal and
by closing the window. The recording must be complete and the terminal as it was before.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from battleship.arena.confine import Limits, descendants
from battleship.arena.round_robin import Settings, play_pairing
from battleship.arena.seats import parse_bots
from tests.conftest import ROOT
from tests.processes import alive
from tests.terminal import Terminal, command
from tests.torture import Effort, Row, Trial, rows

#: What a bot does wrong, by kind: how the bot of `tests/bots/misbehaving.py` is told, and whether it loses by it.
_BOTS = {
    "illegal boards": ["board-four-ships", "board-off", "board-overlap", "board-words"],
    "illegal shots": ["shot-off", "shot-lowercase", "shot-sentence", "shot-two"],
    "silence": ["hang-at-board", "hang-at-shot", "ignore-kill"],
    "crashes": ["crash-at-board", "crash-at-shot", "close-at-shot"],
    "floods": ["flood-at-board", "flood-at-shot"],
    "processes left behind": ["fork", "daemon"],
    "files by the hundred": ["many-files", "many-folders", "much"],
}
#: These go wrong only after a game that was played well.
_HARMLESS = {"ignore-kill", "fork", "daemon"}
_SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT", "closed")


def torture(effort: Effort) -> Iterator[Row]:
    """Yield a row for each kind of bot, then one for the games."""
    bots = [
        (f"bots: {what}", kinds[(number + effort.seed) % len(kinds)])
        for what, kinds in _BOTS.items()
        for number in range(effort.of(4 * len(kinds)))
    ]
    yield from rows(effort, _match, bots)
    games = [
        (f"recorded games ended by a signal, {way}", (_SIGNALS[(number + effort.seed) % len(_SIGNALS)], way))
        for way in ("full screen", "line by line")
        for number in range(effort.of(12))
    ]
    yield from rows(effort, _ended, games)


def _match(how: str) -> Trial:
    began = time.monotonic()
    found = [f"{how}: {text}" for text in _lost(how)]
    return Trial(found, time.monotonic() - began)


def _ended(case: tuple[str, str]) -> Trial:
    how, way = case
    return Trial([f"{how}: {text}" for text in _game(how, plain=way == "line by line")])


def _lost(how: str) -> Iterator[str]:
    """Yield what did not hold when a bot met a good one."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        words = [sys.executable, "-S", str(ROOT / "tests/bots/misbehaving.py"), how, "xxxxxxxx"]
        specs = parse_bots([f"{how}={shlex.join(words)}", "builtin:random"])
        before = set(descendants(os.getpid()))
        limits = Limits(file=1, files=50, size=3)
        pairing = play_pairing(specs, (0, 1), Settings(folder / "bots", 2, 1.0, limits=limits))
        if len(pairing.games) != 2:
            yield f"{len(pairing.games)} of 2 games"
        if how not in _HARMLESS and any(game.winner != 1 for game in pairing.games):
            yield "it did not lose"
        left = [process for process in set(descendants(os.getpid())) - before if alive(process)]
        if left:
            yield f"{len(left)} processes left"
        if {path.name for path in folder.iterdir()} != {"bots"}:
            yield "files outside its folder"


def _game(how: str, *, plain: bool) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as name:
        record = Path(name) / "game.json"
        argv = command("battleship", "play", "--seed", "1", "--record", str(record))
        with Terminal(argv + ["--plain"] * plain) as terminal:
            terminal.until("10..........")
            terminal.type("A1\n" if plain else " ")
            terminal.until("I shoot at" if plain else "X")
            if how == "closed":
                code, wanted = terminal.hang_up(), 128 + signal.SIGHUP
            else:
                terminal.process.send_signal(signal.Signals[how])
                code, wanted = terminal.ends(), 128 + signal.Signals[how]
                if not terminal.settings_are_restored():
                    yield "the terminal is not as it was"
            if code != wanted:
                yield f"exit code {code}, not {wanted}"
        try:
            keys = json.loads(record.read_bytes())["keys"]
        except (OSError, ValueError) as error:
            yield f"no recording: {error}"
        else:
            if keys != [32]:
                yield f"the recording has the keys {keys}"
