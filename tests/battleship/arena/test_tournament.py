"""The arena: the same result for any number of workers, what Ctrl-C leaves, statistics."""

from __future__ import annotations

import contextlib
import json
import math
import os
import pty
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import Any

import pytest

from battleship.arena.match import points
from battleship.arena.report import as_json
from battleship.arena.statistics import elo, paired, percentile, rating, summarise
from battleship.arena.tournament import Plan, run
from battleship.cli import main
from battleship.rules import BBM103, HASBRO, MARMSX
from battleship.workers import InProcess, workers


def test_any_number_of_workers_gives_the_same_bytes() -> None:
    plan = Plan(MARMSX, ("marmsx", "random"), 24, 5)
    with workers(1) as one, workers(2) as two:
        assert as_json(run(plan, one)) == as_json(run(plan, two))


@pytest.fixture
def cluster() -> Iterator[str]:
    """The address of a Dask scheduler with one worker, each a process of its own."""
    pytest.importorskip("distributed", reason="pip install '.[dask]' to test the cluster")
    python = [sys.executable, "-m"]
    local = ["--host", "127.0.0.1", "--no-dashboard"]
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
    port = address.rpartition(":")[2]
    started = [
        subprocess.Popen([*python, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for command in (
            ["distributed.cli.dask_scheduler", *local, "--port", port],
            ["distributed.cli.dask_worker", address, *local, "--no-nanny", "--nthreads", "1"],
        )
    ]
    yield address
    for process in started:
        process.terminate()
        process.wait(20)


def test_a_dask_cluster_gives_the_same_bytes(cluster: str) -> None:
    plan = Plan(MARMSX, ("marmsx",), 12, 5)
    with workers(1, cluster) as executor:
        assert as_json(run(plan, executor)) == as_json(run(plan, InProcess()))


def test_a_dask_scheduler_that_is_not_there_is_a_message(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("battleship.workers.CONNECT", "1s")
    assert main(["arena", "--players", "random", "--games", "2", "--dask", "tcp://127.0.0.1:1"]) == 2
    assert re.search("needs the package distributed|no Dask scheduler answers", capsys.readouterr().err)


class Interrupted(InProcess):
    """Ctrl-C comes at the third piece of work."""

    pieces = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.pieces += 1
        if self.pieces == 3:
            raise KeyboardInterrupt
        return super().submit(fn, *args, **kwargs)


def test_an_interrupt_keeps_what_is_done() -> None:
    heard: list[int] = []
    table = run(Plan(MARMSX, ("marmsx", "random"), 100, 5), Interrupted(), heard.append)
    assert not table.complete
    assert len(table.values("marmsx")) == len(table.values("random")) == 10
    assert heard == [10, 10]
    assert json.loads(as_json(table))["complete"] is False


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_shows_and_writes_what_is_done(jobs: str, tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    arena = "import sys; from battleship.cli import main; sys.exit(main(sys.argv[1:]))"
    options = ["--players", "random,density", "--games", "5000", "--jobs", jobs, "--json", str(file)]
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", arena, "arena", *options],
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        start_new_session=True,
    )
    os.close(theirs)
    shown = b""
    while not re.search(rb"[1-9][0-9]*/10000", shown):  # the progress bar
        shown += os.read(ours, 4096)
    # To the whole group, as the terminal does.
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    with contextlib.suppress(OSError):  # Linux: the other end is closed
        while part := os.read(ours, 4096):
            shown += part
    os.close(ours)
    assert process.returncode == 130
    assert b"interrupted" in shown
    assert b"Traceback" not in shown
    assert "Shots to finish" in out
    data = json.loads(file.read_text())
    assert data["complete"] is False
    # What was played is what an uninterrupted tournament has on these boards.
    kept = {int(board): shots for board, shots in data["players"]["random"]["shots"].items()}
    whole = run(Plan(MARMSX, ("random",), 20, 1), InProcess()).shots["random"]
    assert kept
    assert all(shots == kept.get(board, shots) for board, shots in whole.items())


def test_who_wins() -> None:
    assert [points(40, 41, False), points(41, 41, False), points(42, 41, False)] == [1, 1, 0]
    assert [points(40, 41, True), points(41, 41, True), points(42, 41, True)] == [1, 0.5, 0]


def test_games_are_pairs_with_the_seats_swapped() -> None:
    table = run(Plan(HASBRO, ("density", "random"), 20, 5), InProcess())
    duel = table.duel("density", "random")
    assert duel is not None
    assert duel.games == 20
    assert duel.count(1.0) + duel.count(0.5) + duel.count(0.0) == 20
    back = table.duel("random", "density")
    assert back is not None
    assert back.score == 20 - duel.score
    # Played out in turns, the games end as the two numbers of shots say.
    first, second = table.shots["density"][1], table.shots["random"][0]
    assert duel.pairs[0][0] == (1.0 if first <= second else 0.0)


def test_the_last_shot_rule_makes_draws() -> None:
    table = run(Plan(BBM103, ("random", "shotdark"), 200, 5), InProcess())
    duel = table.duel("random", "shotdark")
    assert duel is not None
    assert duel.count(0.5) > 0


def test_statistics_against_known_values() -> None:
    summary = summarise([1, 2, 3, 4])
    assert (summary.mean, summary.median, summary.least, summary.most) == (2.5, 2.5, 1, 4)
    assert summary.se == pytest.approx(0.645497, abs=1e-6)
    assert percentile([10, 20], 25) == 12.5
    difference = paired([3, 5, 9], [1, 4, 6])
    assert (difference.mean, difference.n) == (2, 3)
    assert difference.se == pytest.approx(1 / math.sqrt(3))
    assert rating(10 / 11) == pytest.approx(400)


def test_elo_intervals_cover_the_truth() -> None:
    """A coin of 64 % has about +100 Elo; the 95 % interval must hold that about 95 times in 100."""
    random = Random(1)
    true = rating(0.64)
    covered = 0
    for _ in range(400):
        found = elo([((random.random() < 0.64) + (random.random() < 0.64)) / 2 for _ in range(60)])
        covered += found.low <= true <= found.high
    assert 0.91 < covered / 400 < 0.99


def test_a_perfect_record_has_a_finite_lower_bound() -> None:
    found = elo([1.0] * 20)
    assert found.difference == found.high == math.inf
    assert 200 < found.low < 800


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "result.json"
    picture = tmp_path / "result.png"
    arguments = ["--players", "marmsx,random", "--games", "10", "--json", str(file), "--plot", str(picture)]
    assert main(["arena", "--rules", "marmsx", *arguments]) == 0
    assert "marmsx - random" in capsys.readouterr().out
    assert json.loads(file.read_text())["players"]["marmsx"]["boards"] == 10
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--players", "nobody"], "no player 'nobody'"),
        (["--players", "marmsx", "--rules", "hasbro"], "horizontally"),
        (["--players", "exact", "--rules", "bbm103"], "too large"),
        (["--players", ","], "at least one"),
        (["--players", "random,random"], "named twice"),
        (["--players", "random", "--rules", "nxn", "--size", "x"], "--size is"),
        (["--players", "random", "--rules", "nxn", "--fleet", "5,,4"], "--fleet is"),
        (["--players", "random", "--rules", "nosuch.toml"], "nosuch.toml"),
        (["--players", "random", "--placement", "react"], "touch|vertically"),
    ],
)
def test_bad_arguments_are_messages(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "--games", "2", *arguments]) == 2
    assert re.search(reason, capsys.readouterr().err)
