"""The commands `referee`, `bot`, `compliance` and `replay` as their users meet them."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from battleship.arena.confine import children
from battleship.cli import main
from msxkit.commands import outputs
from msxkit.files import locked
from tests.conftest import one_in
from tests.terminal import Terminal, command

from .conftest import bot, running

BATTLESHIP = [sys.executable, "-c", "import sys; from battleship.cli import main; sys.exit(main())"]


def test_a_tournament_from_command_line_to_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, result = tmp_path / "record", tmp_path / "result.json"
    bots = ["builtin:random", bot("well"), bot("crash-at-shot")]
    options = ["--games", "2", "--seed", "3", "--record", str(record), "-o", str(result)]
    assert main(["referee", *bots, *options]) == 0
    out = capsys.readouterr().out
    assert "crash-at-shot ended with exit code 1 before it answered" in out
    table = json.loads(result.read_text())
    rows = {row["name"]: row for row in table["bots"]}
    assert rows["crash-at-shot"]["games"] == 4
    assert rows["crash-at-shot"]["lost_by"] == {
        "sunk": 0,
        "illegal board": 0,
        "illegal shot": 0,
        "timeout": 0,
        "crash": 4,
        "noise": 0,
    }
    assert rows["crash-at-shot"]["mean_shots"] is None
    assert rows["crash-at-shot"]["elo"] == min(row["elo"] for row in table["bots"])
    games = [game for pairing in table["pairings"] for game in pairing["games"]]
    assert len(games) == 6
    assert (record / "crash-at-shot.stderr").read_text().count("crashing at shot") == 4
    assert main(["replay", str(record / "random-well" / "game-0001.txt")]) == 0
    shown = capsys.readouterr().out
    assert "sank the Patrol Boat" in shown
    assert (
        shown.rstrip().split("\n")[-1]
        == (record / "random-well" / "game-0001.txt").read_text().split("= ")[1].strip()
    )


@pytest.mark.parametrize("option", ["--record", "--folder"])
def test_a_folder_of_another_tournament_is_left_alone(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(outputs, "locked", lambda path: locked(path, 0.05))
    place = tmp_path / "games"
    place.mkdir()
    tournament = ["referee", "builtin:random", "builtin:density", "--games", "1", option, str(place)]
    with locked(place):
        assert main(tournament) == 2
    assert (
        f"{place}: another command is changing it; wait until that has ended, or choose another folder"
        in capsys.readouterr().err
    )
    assert list(place.iterdir()) == []
    assert main(tournament) == 0
    assert not list(place.glob(".*"))


def test_compliance_tells_by_its_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compliance", bot("board-off")]) == 1
    assert "board-off breaks the protocol" in capsys.readouterr().out


def test_a_player_as_a_bot_answers_each_message() -> None:
    with subprocess.Popen(
        [*BATTLESHIP, "bot", "random", "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.read(1) == ">"
        for message in ["N opponent"] + ["F", "M", "O A0"] * 20:
            print(message, file=process.stdin, flush=True)
            if message[0] in "NF":
                assert process.stdout.readline()
            assert process.stdout.read(1) == ">"
        print("K", file=process.stdin, flush=True)
        assert process.wait(5) == 0


def test_a_player_as_a_bot_survives_nonsense() -> None:
    messages = b"\n\xff\xfe\nH\nS C\nwhat?\nF F\r\nN\r\nF\nS Q\nO Z9\n" + b"F\n" * 120
    done = subprocess.run([*BATTLESHIP, "bot", "random"], input=messages, capture_output=True, timeout=30)
    assert done.returncode == 0
    lines = done.stdout.decode().replace(">", "").split()
    assert len(lines) == 5 + 121
    assert b"is not a message of the protocol" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bot() -> None:
    outputs = [
        subprocess.run(
            [*BATTLESHIP, "bot", "random"],
            input=b"N a\nF\nF\nK\n",
            capture_output=True,
            check=True,
            env={**os.environ, "BATTLESHIP_SEED": seed},
        ).stdout
        for seed in ("5", "5", "6")
    ]
    assert outputs[0] == outputs[1] != outputs[2]


@pytest.mark.parametrize(
    ("number", "jobs"),
    [
        (signal.SIGINT, "1"),
        (signal.SIGTERM, "1"),
        (signal.SIGKILL, "1"),
        (signal.SIGINT, "2"),
        (signal.SIGKILL, "2"),
    ],
)
@pytest.mark.one_in(5)
def test_no_bot_outlives_the_referee(number: signal.Signals, jobs: str, tmp_path: Path) -> None:
    args = ["referee", bot("hang-at-shot"), bot("well"), "builtin:random", "--jobs", jobs]
    process = subprocess.Popen(
        [*BATTLESHIP, *args, "--folder", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    bots = _wait_for_bots(str(tmp_path))
    process.send_signal(number)
    _, error = process.communicate(timeout=10)
    assert b"Traceback" not in error
    deadline = time.monotonic() + 60
    while running(bots) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert running(bots) == []


def _in_folder(folder: str) -> set[int]:
    found = set()
    for parent in children().values():
        for process in parent:
            with contextlib.suppress(OSError):
                if str(Path(f"/proc/{process}/cwd").readlink()).startswith(folder):
                    found.add(process)
    return found


def _wait_for_bots(folder: str) -> set[int]:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        found = _in_folder(folder)
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("no bot was started")


@pytest.mark.parametrize("jobs", one_in(2, ["2", "1"]))
@pytest.mark.slow
def test_ctrl_c_shows_and_writes_what_was_played(jobs: str, tmp_path: Path) -> None:
    """In a terminal: the progress counts games, and a pairing that was under way is not lost."""
    result = tmp_path / "result.json"
    options = ["--games", "100000", "--jobs", jobs, "-o", str(result)]
    argv = command("battleship", "referee", "builtin:random", "builtin:random", "builtin:nxn-brute", *options)
    with Terminal(argv) as terminal:
        end = time.monotonic() + 30
        while not (counted := re.search(r"games .*?\b([1-9]\d*)/300000", "\n".join(terminal.display))):
            assert time.monotonic() < end, terminal.display
            terminal.read(0.1)
        began = time.monotonic()
        assert terminal.ends("\x03") == 130
        assert time.monotonic() - began < 5
        assert terminal.settings_are_restored()
        text = terminal.output.decode()
    assert re.search(r"interrupted: the results are of the \d+\s+games that were finished", text)
    assert "Traceback" not in text
    data = json.loads(result.read_bytes())
    played = sum(len(pairing["games"]) for pairing in data["pairings"])
    assert played >= int(counted[1])
    assert sum(row["games"] for row in data["bots"]) == 2 * played


@pytest.mark.slow
def test_the_table_fits_80_columns() -> None:
    bots = [bot("crash-at-shot"), bot("shot-off"), bot("board-off"), "builtin:random"]
    bots.append(f"{'long' * 8}={bot('well').partition('=')[2]}")
    with Terminal(command("battleship", "referee", *bots, "--games", "4"), rows=60) as terminal:
        assert terminal.ends() == 0
        rows = terminal.display
    heading = next(row for row in rows if "by fault" in row)
    assert heading.split() == ["bot", "games", "won", "drawn", "lost", "by", "fault", "shots", "Elo"]
    for name in ("crash-at-shot", "shot-off", "board-off", "random"):
        row = next(row for row in rows if row.startswith(name))
        assert re.search(r"[+-]\d+ \([+-]\d+ to [+-]\d+\)", row), row
    assert not any("…" in row for row in rows)
    assert re.search(r"\d+ crash", "\n".join(rows))


@pytest.mark.parametrize("name", ["random-density/game-0001.txt", "random.stderr"])
def test_the_referee_replaces_no_file_of_a_person(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "out" / name
    mine.parent.mkdir(parents=True)
    mine.write_bytes(b"what I must not forget")
    command = [
        "referee",
        "builtin:random",
        "builtin:density",
        "--games",
        "1",
        "--record",
        str(tmp_path / "out"),
    ]
    assert main(command) == 2
    assert f"{mine} already exists and is not" in capsys.readouterr().err
    assert mine.read_bytes() == b"what I must not forget"
    mine.unlink()
    assert main(command) == 0
    assert main(command) == 0
