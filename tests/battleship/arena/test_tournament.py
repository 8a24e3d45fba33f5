"""The arena: the same result for any number of workers, what Ctrl-C leaves, statistics."""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from multiprocessing import active_children
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest
from rich.console import Console

from battleship.arena.cluster import cluster
from battleship.arena.journal import Journal, boards
from battleship.arena.match import MatchOutcome
from battleship.arena.plan import Plan, Task
from battleship.arena.report import as_json, show, verdict_text
from battleship.arena.sequential import FIRST_LOOK, Sequential, Trial
from battleship.arena.statistics import paired, percentile, rating, summarise
from battleship.arena.tournament import run
from battleship.arena.worker_pool import DEATHS, Crew, Keep, in_process, play_game, processes
from battleship.cli import main
from battleship.errors import JournalError
from battleship.rules import BBM103, HASBRO, MARMSX, Rules, ShipType
from tests.conftest import LEFT_OUT
from tests.terminal import Terminal, command

SMALL = Rules("small", 5, 5, (ShipType("C", "C", 3), ShipType("P", "P", 2)))


def test_one_board() -> None:
    table = run(Plan(SMALL, ("density", "random"), 1, 5))
    console = Console(width=80, file=StringIO())
    show(table, 1.0, console)
    assert isinstance(console.file, StringIO)
    shown = console.file.getvalue()
    assert "There are no ratings because there are no games" in shown
    assert not re.search(r"nan|inf|Elo|0\.00", shown)
    rows = [line.split() for line in shown.splitlines() if line.startswith((" density", " random"))]
    assert [row[3] for row in rows] == ["-", "-", "1"]
    assert rows[2][-2:] == ["-", "-"]
    data = json.loads(as_json(table), parse_constant=pytest.fail)
    assert data["players"]["random"]["se"] is data["pairs"][0]["difference"]["se"] is None


@pytest.mark.slow
def test_any_number_of_workers_gives_the_same_bytes() -> None:
    plan = Plan(MARMSX, ("marmsx", "random"), 24, 5)
    assert as_json(run(plan)) == as_json(run(plan, processes(2)))


@pytest.fixture
def scheduler() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a Dask scheduler, and the processes: itself and two workers."""
    distributed = pytest.importorskip("distributed", reason="pip install '.[dask]' to test the cluster")
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
            ["distributed.cli.dask_worker", address, *local, "--no-nanny", "--nthreads", "1"],
        )
    ]
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", int(port)), 1):
            break
        time.sleep(0.1)
    # On a busy computer the workers take longer than a tournament waits for them.
    with distributed.Client(address, timeout="60s") as client:
        client.wait_for_workers(2, timeout=60)
    yield address, started
    for process in started:
        process.kill()
        process.wait(20)


Cluster = tuple[str, list[subprocess.Popen[bytes]]]


@pytest.mark.nightly
def test_dask_loses_a_worker(scheduler: Cluster) -> None:
    address, (_, one, _) = scheduler
    plan = Plan(MARMSX, ("marmsx", "density"), 60, 5)
    heard: list[int] = []

    def advance(games: int) -> None:
        heard.append(games)
        if sum(heard) >= 20 and one.poll() is None:
            one.kill()
            one.wait()

    assert as_json(run(plan, cluster(address), advance)) == as_json(run(plan))
    assert one.returncode == -signal.SIGKILL
    assert sum(heard) == 120


@pytest.mark.slow
def test_a_lost_dask_scheduler_keeps_what_was_played(scheduler: Cluster, tmp_path: Path) -> None:
    address, (server, *_) = scheduler
    plan = Plan(MARMSX, ("density",), 2000, 5)
    journal = Journal.open(tmp_path / "games", boards(MARMSX, "uniform", 5), resume=False)
    heard: list[int] = []

    def advance(games: int) -> None:
        heard.append(games)
        if sum(heard) >= 10 and server.poll() is None:
            server.kill()
            server.wait()
            killed.append(time.monotonic())

    killed: list[float] = []
    table = run(plan, cluster(address), advance, journal)
    journal.close()
    assert time.monotonic() - killed[0] < 30
    assert "Dask" in table.stopped
    again = Journal.open(tmp_path / "games", boards(MARMSX, "uniform", 5), resume=True)
    assert len(again.outcomes["density"]) == len(table.values("density")) >= 10
    again.close()


@pytest.mark.slow
def test_a_dask_scheduler_without_workers_says_so(
    scheduler: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, (_, *its_workers) = scheduler
    for worker in its_workers:
        worker.kill()
        worker.wait()
    monkeypatch.setattr("battleship.arena.cluster.CONNECT", "2s")
    table = run(Plan(MARMSX, ("density",), 2, 5), cluster(address))
    assert f"has no workers; start some with `dask worker {address}`" in table.stopped


@pytest.mark.slow
def test_run_without_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, games = tmp_path / "result.json", tmp_path / "result.json.games"
    arguments = ["arena", "--players", "random", "--games", "2", "-o", str(file)]
    monkeypatch.setattr("battleship.arena.cluster.CONNECT", "1s")
    assert main([*arguments, "--dask", "tcp://127.0.0.1:1"]) == 2
    assert not games.exists()
    # Killed outright, with other rules, before a game was played.
    games.write_text(json.dumps(boards(HASBRO, "uniform", 5)) + "\n")
    assert main(arguments) == 0
    assert not games.exists()


def interrupted(plan: Plan, tasks: Iterable[Task], keep: Keep) -> None:
    """Ctrl-C comes in the middle of the third task."""
    for number, (name, numbers) in enumerate(tasks):
        for board in numbers:
            if number == 2 and board % 10 == 4:
                raise KeyboardInterrupt
            keep(name, board, play_game(plan, name, board))


def test_an_interrupt_keeps_every_game_that_was_played() -> None:
    heard: list[int] = []
    table = run(Plan(MARMSX, ("marmsx", "random"), 100, 5), interrupted, heard.append)
    assert not table.complete
    assert table.stopped == "interrupted"
    assert len(table.values("marmsx")) == 14
    assert len(table.values("random")) == 10
    assert heard == [0] + [1] * 24  # each game by itself
    assert json.loads(as_json(table))["complete"] is False


def test_resumed_tournament(tmp_path: Path) -> None:
    plan = Plan(MARMSX, ("marmsx", "random"), 30, 5)
    path, head = tmp_path / "games", boards(MARMSX, "uniform", 5)
    first = Journal.open(path, head, resume=False)
    run(plan, interrupted, journal=first)
    first.close()
    with path.open("a") as file:  # the power goes in the middle of a line
        file.write('["marmsx",14,5')
    played: list[tuple[str, int]] = []

    def counting(plan: Plan, tasks: Iterable[Task], keep: Keep) -> None:
        def keep_and_count(name: str, number: int, outcome: MatchOutcome) -> None:
            played.append((name, number))
            keep(name, number, outcome)

        in_process(plan, tasks, keep_and_count)

    second = Journal.open(path, head, resume=True)
    table = run(plan, counting, journal=second)
    second.close()
    assert len(played) == len(set(played)) == 60 - 24
    assert ("marmsx", 14) in played
    assert as_json(table) == as_json(run(plan))
    third = Journal.open(path, head, resume=True)
    assert sum(map(len, third.outcomes.values())) == 60
    third.close()


@pytest.mark.parametrize(
    ("content", "resume", "reason"),
    [
        (None, False, "with --resume"),
        (b"", False, ""),
        (b"what?\n", True, "is not the journal"),
        (b"[1]\n", True, "other rules"),
    ],
)
def test_a_journal_of_another_run_is_left_alone(
    content: bytes | None, resume: bool, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "games"
    head = boards(MARMSX, "uniform", 5)
    if content is None:
        journal = Journal.open(path, head, resume=False)
        journal.add("random", 0, MatchOutcome(90))
        journal.close()
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    if not reason:
        Journal.open(path, head, resume).close()
        return
    with pytest.raises(JournalError, match=reason):
        Journal.open(path, head, resume)
    with pytest.raises(JournalError, match=r"other rules|not the journal"):
        Journal.open(path, boards(HASBRO, "uniform", 5), resume=True)
    assert path.read_bytes() == before


@pytest.mark.slow
def test_a_killed_workers_games_are_played_again() -> None:
    plan = Plan(MARMSX, ("density",), 60, 5)
    killed: list[int] = []

    def advance(games: int) -> None:
        if games and len(killed) < 3:
            oldest = min(active_children(), key=lambda process: process.pid or 0)
            killed.append(oldest.pid or 0)
            oldest.kill()

    assert as_json(run(plan, processes(2), advance)) == as_json(run(plan))
    assert len(killed) == 3


@pytest.mark.slow
def test_a_game_that_kills_every_worker_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battleship.arena.worker_pool._work", _deadly_work)
    table = run(Plan(MARMSX, ("random",), 20, 5), processes(2))
    assert f"{DEATHS} processes ended while random played board" in table.stopped
    assert "code 7" in table.stopped


def _deadly_work(pipe: Any, plan: Plan) -> None:
    pipe.recv()
    os._exit(7)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        ["referee", "builtin:random", "builtin:density", "--games", "2"],
        ["arena", "--players", "random,density", "--games", "2"],
    ],
    ids=["referee", "arena"],
)
def test_no_modules_from_folder(options: list[str], tmp_path: Path) -> None:
    strange = tmp_path / "strange"
    strange.mkdir()
    (strange / "multiprocessing.py").write_text("raise SystemExit('taken')\n")
    script = tmp_path / "start.py"
    script.write_text(
        "from battleship.cli import main\nif __name__ == '__main__':\n    raise SystemExit(main())\n"
    )
    done = subprocess.run(
        [sys.executable, script, *options, "--jobs", "2"],
        cwd=strange,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "taken" in done.stderr) == (0, False), done.stderr


@pytest.mark.parametrize(
    ("jobs", "term", "wanted"),
    [
        ("1", "xterm-256color", rb"[1-9]\d+/10000"),
        pytest.param("2", "xterm-256color", rb"[1-9]\d+/10000", marks=LEFT_OUT),
        # Where nothing can be written over there is a line every ten seconds.
        pytest.param("1", "dumb", rb"\d of 10000, about ", marks=pytest.mark.slow),
    ],
)
def test_ctrl_c_shows_and_writes_what_is_done(jobs: str, term: str, wanted: bytes, tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    options = ["--players", "random,density", "--games", "5000", "--jobs", jobs, "-o", str(file)]
    with Terminal(command("battleship", "arena", *options), environment={"TERM": term}) as terminal:
        end = time.monotonic() + 60
        while not re.search(wanted, terminal.output):
            assert time.monotonic() < end, terminal.output
            terminal.read(0.1)
        # To the whole group, as the terminal does.
        os.killpg(terminal.process.pid, signal.SIGINT)
        assert terminal.ends() == 130
        shown = terminal.output.decode()
    assert "interrupted" in shown
    assert "Traceback" not in shown
    assert "Shots to finish" in shown
    data = json.loads(file.read_text())
    assert data["complete"] is False
    # What was played is what an uninterrupted tournament has on these boards.
    kept = {int(board): shots for board, shots in data["players"]["random"]["shots"].items()}
    whole = run(Plan(MARMSX, ("random",), 20, 1)).shots("random")
    assert kept or data["players"]["density"]["shots"]
    assert all(shots == kept.get(board, shots) for board, shots in whole.items())


def test_a_sequential_test_is_wrong_as_seldom_as_it_says() -> None:
    for saved, wrong in ((0.0, True), (1.0, False)):
        random = Random(f"sequential:{saved}")
        verdicts = []
        for _ in range(400):
            trial = Trial(Sequential("a", "b", 1.0))
            while trial.verdict.better is None:
                trial.add(random.gauss(saved, 6.0))
            verdicts.append(trial.verdict)
        assert sum(verdict.better is wrong for verdict in verdicts) <= 400 * 0.05 + 3 * math.sqrt(
            400 * 0.05 * 0.95
        )
        # Wald: about 2 (1 - 2 error) log(1 / error - 1) variances over the squared saving.
        assert 130 < fmean(verdict.boards for verdict in verdicts) < 260


@pytest.mark.parametrize(
    "crew",
    [pytest.param(in_process, id="here"), pytest.param(processes(2), marks=pytest.mark.slow, id="processes")],
)
@pytest.mark.slow
def test_decided_comparison(crew: Crew) -> None:
    plan = Plan(HASBRO, ("density", "random", "react"), 400, 5)
    table = run(plan, crew, test=Sequential("density", "random", 10.0))
    assert table.verdict is not None
    assert table.verdict.better is True
    assert table.verdict.boards == table.boards == FIRST_LOOK
    assert table.complete
    assert len(table.values("react")) == FIRST_LOOK
    assert "decided after 40 boards: density saves 10 shots compared with random" in verdict_text(table)


@pytest.mark.nightly
def test_exact_expectation() -> None:
    pytest.importorskip("numba", reason="pip install '.[fast]' to test rollout")
    plan = Plan(SMALL, ("exact", "rollout"), 4, 5)
    table = run(plan)
    expected, back = table.expected("rollout", "exact"), table.expected("exact", "rollout")
    assert expected is not None
    assert back is not None
    assert expected.mean == -back.mean < 0
    assert table.expected("exact", "random") is None
    data = json.loads(as_json(table))
    assert data["pairs"][0]["expected"]["mean"] == back.mean
    assert len(data["players"]["rollout"]["saved"]) == 4


def test_games_are_pairs_with_the_seats_swapped() -> None:
    table = run(Plan(HASBRO, ("density", "random"), 20, 5))
    duel = table.duel("density", "random")
    assert duel is not None
    assert duel.games == 20
    assert duel.count(1.0) + duel.count(0.5) + duel.count(0.0) == 20
    back = table.duel("random", "density")
    assert back is not None
    assert back.score == 20 - duel.score
    # Played out in turns, the games end as the two numbers of shots say.
    first, second = table.shots("density")[1], table.shots("random")[0]
    assert duel.pairs[0][0] == (1.0 if first <= second else 0.0)


@pytest.mark.slow
def test_the_last_shot_rule_makes_draws() -> None:
    table = run(Plan(BBM103, ("random", "shotdark"), 200, 5))
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


@pytest.mark.parametrize("option", ["-o", "--plot"])
@pytest.mark.parametrize("name", ["", "no/such/folder/file", "file/below"])
def test_outputs_are_checked_before_the_first_game(
    option: str,
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("battleship.arena.tournament.run", lambda *_: pytest.fail("a game was played"))
    (tmp_path / "file").write_bytes(b"mine")
    assert main(["arena", "--players", "random", option, str(tmp_path / name)]) == 2
    assert "cannot be written" in capsys.readouterr().err or not name
    assert (tmp_path / "file").read_bytes() == b"mine"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_missing_matplotlib(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("battleship.arena.tournament.run", lambda *_: pytest.fail("a game was played"))
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main(["arena", "--players", "random", "--plot", str(tmp_path / "picture.png")]) == 2
    assert "pip install" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "begins"), [("p", b"\x89PNG"), ("p.PNG", b"\x89PNG"), ("p.svg", b"<?xml"), ("p.pdf", b"%PDF-")]
)
@pytest.mark.one_in(4)
def test_picture_ending(name: str, begins: bytes, tmp_path: Path) -> None:
    picture, board = tmp_path / name, tmp_path / "board.txt"
    board.write_text("\n".join(["." * 10] * 10))
    for command_line in (["arena", "--players", "random", "--games", "3"], ["hint", str(board)]):
        assert main([*command_line, "--plot", str(picture)]) == 0
        assert picture.read_bytes().startswith(begins)
        assert (b"<svg" in picture.read_bytes()) is name.endswith("svg")
        picture.unlink()
    picture.write_bytes(b"a letter to mother")
    assert main(["arena", "--players", "random", "--games", "3", "--plot", str(picture)]) == 2
    assert picture.read_bytes() == b"a letter to mother"


@pytest.mark.slow
def test_a_command_killed_outright_goes_on_where_it_was(tmp_path: Path) -> None:
    file, games = tmp_path / "result.json", tmp_path / "result.json.games"
    arguments = ["arena", "--players", "density,random", "--games", "400", "-o", str(file)]
    with subprocess.Popen(command("battleship", *arguments), stdout=subprocess.DEVNULL) as process:
        limit = time.monotonic() + 60
        while not (games.exists() and games.read_bytes().count(b"\n") > 30) and time.monotonic() < limit:
            time.sleep(0.02)
        process.kill()
    kept = games.read_bytes().count(b"\n")
    assert kept > 30
    assert not file.exists()
    assert main(arguments) == 2  # what is kept is not overwritten unasked
    short = [*arguments[:4], "60", *arguments[5:], "--resume"]
    assert main(short) == 0
    fresh = tmp_path / "fresh.json"
    assert main([*short[:-2], str(fresh)]) == 0
    assert file.read_bytes() == fresh.read_bytes()


@pytest.mark.slow
def test_full_disk(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    arguments = ["arena", "--players", "random", "--games", "300", "-o", str(file)]

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    full = subprocess.run(
        command("battleship", *arguments), capture_output=True, text=True, preexec_fn=small_disk
    )
    assert full.returncode == 1
    assert f"{file}.games: cannot be written: File too large: the figures are of" in full.stderr
    assert "Traceback" not in full.stderr
    assert "standard output" not in full.stderr
    assert "random" in full.stdout
    assert main([*arguments, "--resume"]) == 0
    fresh = tmp_path / "fresh.json"
    assert main([*arguments[:-1], str(fresh)]) == 0
    assert file.read_bytes() == fresh.read_bytes()


def test_games_beyond_a_shorter_run_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, games = tmp_path / "result.json", tmp_path / "result.json.games"
    journal = Journal.open(games, boards(MARMSX, "uniform", 1), resume=False)
    for number in range(8):
        journal.add("random", number, MatchOutcome(90 + number))
    journal.add("density", 0, MatchOutcome(50))
    journal.close()
    before = games.read_bytes()
    arguments = ["arena", "-o", str(file), "--resume", "--players"]
    assert main([*arguments, "random", "--games", "5"]) == 0
    assert "4 games of other players or boards stay in" in capsys.readouterr().err
    assert games.read_bytes() == before
    assert json.loads(file.read_bytes())["players"]["random"]["boards"] == 5
    assert main([*arguments, "random,density", "--games", "8"]) == 0
    assert not games.exists()
    assert "stay in" not in capsys.readouterr().err
    assert json.loads(file.read_bytes())["players"]["random"]["mean"] == 93.5


@pytest.mark.parametrize("player", ["density", pytest.param("rollout", marks=LEFT_OUT)])
def test_a_finished_run_is_resumed_from_its_results(
    player: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of a player that knows what it saves."""
    if player == "rollout":
        pytest.importorskip("numba", reason="pip install '.[fast]' to test rollout")
    (tmp_path / "small.toml").write_text("width = 5\nheight = 5\n[[ships]]\nname = 'C'\nlength = 3\n")
    file, fresh, games = (tmp_path / name for name in ("result.json", "fresh.json", "result.json.games"))
    arguments = ["arena", "--rules", str(tmp_path / "small.toml"), "--players"]
    assert main([*arguments, player, "--games", "3", "-o", str(file), "--resume"]) == 0
    assert "this is its first run" in capsys.readouterr().err
    whole = file.read_bytes()

    def counting(plan: Plan, name: str, number: int) -> MatchOutcome:
        played.append((name, number))
        return play_game(plan, name, number)

    played: list[tuple[str, int]] = []
    monkeypatch.setattr("battleship.arena.worker_pool.play_game", counting)
    # The same again: nothing is played, the result is shown once more.
    assert main([*arguments, player, "--games", "3", "-o", str(file), "--resume"]) == 0
    said = capsys.readouterr()
    assert played == []
    assert player in said.out
    assert "nothing was left to play" in said.err
    assert file.read_bytes() == whole
    assert not games.exists()
    # More boards and another player: only those are played.
    assert main([*arguments, f"{player},random", "--games", "4", "-o", str(file), "--resume"]) == 0
    assert sorted(played) == sorted([(player, 3), *(("random", n) for n in range(4))])
    assert main([*arguments, f"{player},random", "--games", "4", "-o", str(fresh)]) == 0
    assert file.read_bytes() == fresh.read_bytes()
    assert not games.exists()
    # Fewer: those that the new results do not have go back beside them.
    assert main([*arguments, player, "--games", "4", "-o", str(file), "--resume"]) == 0
    assert "4 games of other players or boards stay in" in capsys.readouterr().err
    assert games.read_bytes().count(b"\n") == 1 + 8


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data | {"boards": data["boards"] | {"seed": 2}}, "another seed"),
        (
            lambda data: {key: value for key, value in data.items() if key != "boards"},
            "no games that --resume",
        ),
        (lambda data: data | {"players": {"random": {"shots": {"x": 1}}}}, "no games that --resume"),
        (lambda data: data | {"players": {"random": {"shots": [1]}}}, "no games that --resume"),
    ],
)
def test_results_that_cannot_be_resumed_are_left_alone(
    change: Callable[[dict[str, Any]], dict[str, Any]],
    reason: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "result.json"
    arguments = ["arena", "--players", "random", "--games", "3", "-o", str(file)]
    assert main(arguments) == 0
    file.write_text(json.dumps(change(json.loads(file.read_bytes()))))
    before = file.read_bytes()
    assert main([*arguments, "--resume"]) == 2
    assert reason in capsys.readouterr().err
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["result.json"]


@pytest.mark.slow
def test_ctrl_c_does_not_wait_for_the_games_under_way(tmp_path: Path) -> None:
    """A game of `sampled` on a large board takes many seconds."""
    arguments = ["--rules", "react", "--size", "40x40", "--fleet", "5,5,5,4,4,4", "--players", "sampled"]
    with Terminal(command("battleship", "arena", *arguments, "--games", "8", "--jobs", "2")) as terminal:
        terminal.until("0/8")
        time.sleep(4)
        begun = time.monotonic()
        os.killpg(terminal.process.pid, signal.SIGINT)
        assert terminal.ends() == 130
        assert time.monotonic() - begun < 4
        assert b"Traceback" not in terminal.output
