"""`battleship play` and `battleship verify` as processes: what they print, write and exit with."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from battleship.cli import COMMANDS, main
from tests.conftest import LEFT_OUT, RECORDINGS, ROOT, one_in
from tests.terminal import Terminal, command


def _battleship(*args: str) -> subprocess.CompletedProcess[str]:
    """Run the command in this process, in the project's folder and without a terminal."""
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(ROOT),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(sys, "stdin", io.StringIO())
        code = main([*args])
    return subprocess.CompletedProcess(args, code, out.getvalue(), err.getvalue())


def _process(*args: str, stdin: str = "", cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-c",
        "import sys; from battleship.cli import COMMANDS, main; sys.exit(main())",
        *args,
    ]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, cwd=cwd, timeout=60)
    assert "Traceback" not in done.stderr
    return done


def test_verify_on_a_terminal() -> None:
    terminal = pytest.importorskip("tests.terminal")
    for options, lines in (((), 0), (("--verbose",), 1)):
        with terminal.Terminal(
            terminal.command("battleship", "verify", str(RECORDINGS[0]), *options), columns=120
        ) as run:
            assert run.ends() == 0
        assert run.output.count(b"steps  equal") == lines
        assert b"port: 1 of 1 recordings equal" in run.output


def test_verify_without_arguments() -> None:
    done = _battleship("verify")
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert len(lines) == 89
    assert lines[-1].startswith("port: 88 of 88 recordings equal; 35,443 steps, 27,220,224 cells compared")


def test_a_difference_is_shown_and_exits_with_1(tmp_path: Path) -> None:
    # One cell of one step is changed: what a wrong mark at B2 of the player's board would look like.
    data = json.loads(RECORDINGS[0].read_bytes())
    index = next(i for i, step in enumerate(data["steps"]) if step["at"] == "key") + 3
    data["steps"][index]["changes"].append([2 * 32 + 3, "?"])
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(data))
    report = tmp_path / "report.json"
    done = _battleship("verify", str(RECORDINGS[1]), str(changed), "-o", str(report))
    assert done.returncode == 1
    assert f"game-000: step {index}, after " in done.stdout
    assert "column 3, row 2: recorded '?' (63), port ' ' (32)" in done.stdout
    assert "port: 1 of 2 recordings equal" in done.stdout
    written = json.loads(report.read_bytes())
    assert (written["equal"], written["total"]) == (1, 2)
    assert [entry["equal"] for entry in written["recordings"]] == [True, False]
    assert written["recordings"][1]["difference"]["cells"] == [
        {"column": 3, "row": 2, "expected": 63, "actual": 32}
    ]


def test_bad_input_exits_with_2_and_compares_nothing(tmp_path: Path) -> None:
    cut = tmp_path / "cut.json"
    cut.write_bytes(RECORDINGS[0].read_bytes()[:5000])
    done = _battleship("verify", str(RECORDINGS[0]), str(cut))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"battleship: {cut}: not a recording: it is not JSON")


def test_another_program_is_refused_by_name(tmp_path: Path) -> None:
    data = json.loads(RECORDINGS[0].read_bytes())
    data["program"] = {"file": "other.bas", "tokens_sha1": "0" * 40}
    other = tmp_path / "other.json"
    other.write_text(json.dumps(data))
    done = _battleship("verify", str(other))
    assert done.returncode == 2
    assert "the port is not of this program: other.bas" in done.stderr


def test_recordings_are_not_overwritten_by_results(tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    game.write_bytes(RECORDINGS[0].read_bytes())
    for option in ("-o", "--report"):
        done = _battleship("verify", str(game), option, str(game))
        assert (done.returncode, "is an input too" in done.stderr) == (2, True)
    assert game.read_bytes() == RECORDINGS[0].read_bytes()
    both = str(tmp_path / "both")
    assert _battleship("verify", str(game), "-o", both, "--report", both).returncode == 2
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_hostile_names(tmp_path: Path) -> None:
    """Names are any text: they are neither paths nor markup, and two games may have the same one."""
    original = RECORDINGS[0].read_bytes()
    hostile = {"file": "../[/red]", "tokens_sha1": json.loads(original)["program"]["tokens_sha1"]}
    changed = json.loads(original)
    changed["times"][0] += 1
    names = {"a": {}, "b": {"program": hostile}, "c": {"name": "<!--<script>"}, "d": changed}
    for name, fields in names.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(json.loads(original) | fields))
    report = tmp_path / "report.html"
    done = _battleship("verify", "--jobs", "1", str(tmp_path), "--report", str(report))
    assert done.returncode == 1
    text = report.read_text("utf-8")
    data = json.loads(re.search(r'type="application/json">(.*?)</script>', text, re.S)[1])  # type: ignore[index]
    games = {game["name"]: game for game in data["games"]}
    assert list(games) == ["game-000", "<!--<script>", "game-000 (2)"]
    assert "<!--<" not in text
    assert [games[name]["replays"]["port"]["difference"] is None for name in games] == [True, True, False]
    assert list(data["programs"]) == ["battle.bas"]


@pytest.mark.slow
def test_failing_emulator() -> None:
    environment = {**os.environ, "MSXKIT_OPENMSX": "/bin/false"}
    code = "import sys; from battleship.cli import COMMANDS, main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, "verify", "--on", "all", "--jobs", "1", str(RECORDINGS[0])],
        capture_output=True,
        text=True,
        env=environment,
        timeout=60,
    )
    assert done.returncode == 2
    assert "port equal  interpreter equal" in done.stdout
    assert "openmsx: openMSX has ended with status 1" in done.stdout


def test_plain_game_is_recorded_and_verified(tmp_path: Path) -> None:
    game = tmp_path / "game.json"
    shots = "".join(f"{letter}{row}\n" for row in range(1, 11) for letter in "ABCDEFGHIJ")
    for program in ("battle", "shotdark"):
        options = ("--plain", "--seed", "7", "--program", program, "--force", "--record")
        done = _process("play", *options, str(game), stdin=shots)
        assert done.returncode == 0
        assert "win the game !! **" in done.stdout
        assert _battleship("verify", str(game)).returncode == 0
        again = tmp_path / "again.json"
        _process("play", *options, str(again), stdin=shots)
        assert again.read_bytes() == game.read_bytes()


def test_every_command_has_help() -> None:
    listed = _battleship("--help").stdout
    for name in COMMANDS:
        assert name in listed
        assert _battleship(name, "--help").stdout.startswith(f"Usage: battleship {name}")


def test_players_without_a_compiler() -> None:
    code = "import sys; from battleship.cli import main; main(['players']); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("no_colour", [False, pytest.param(True, marks=LEFT_OUT)])
@pytest.mark.slow
def test_the_app_in_a_real_terminal(tmp_path: Path, no_colour: bool) -> None:
    """In a pseudo-terminal of 80x24, seen through a terminal emulator."""
    record = tmp_path / "game.json"
    argv = command("battleship", "play", "--seed", "1", "--record", str(record))
    with Terminal(argv, environment={"NO_COLOR": "1" if no_colour else None}) as terminal:
        terminal.until("10..........")
        terminal.type("\x1b[C\x1b[B\x01 ")
        terminal.until("X")
        terminal.type("q")
        terminal.until("Quit? (y/n)")
        assert terminal.ends("y") == 0
        assert terminal.settings_are_restored()
        assert (b"[38;" in terminal.output) is not no_colour
    assert json.loads(record.read_bytes())["keys"] == [28, 31, 1, 32]


@pytest.mark.parametrize("words", [("--seed", "3"), pytest.param(("--two",), marks=LEFT_OUT)])
def test_suspended(words: tuple[str, ...]) -> None:
    """Ctrl-Z, and `fg`, in a shell with job control."""
    game = shlex.join(command("battleship", "play", *words))
    with Terminal(["bash", "-c", f"set -m; {game}; echo suspended; read x; fg"]) as terminal:
        terminal.until("q quit")
        terminal.type("\x1a")
        terminal.until("suspended")
        assert terminal.settings_are_restored()
        terminal.wait_for("\x1b[?1049l")
        terminal.type("\n")
        terminal.wait_for("\x1b[?1049h")
        terminal.wait_for("quit")


PLAY = ("play", "--seed", "1")


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize(
    "how", ["closed", *(pytest.param(how, marks=LEFT_OUT) for how in ("SIGTERM", "SIGHUP", "SIGINT"))]
)
@pytest.mark.slow
def test_game_kept_at_any_end(plain: bool, how: str, tmp_path: Path) -> None:
    """The recording is whole and the terminal as it was; the exit code tells the signal."""
    record = tmp_path / "game.json"
    argv = command("battleship", *PLAY, "--record", str(record), *(["--plain"] if plain else []))
    with Terminal(argv) as terminal:
        terminal.until("10..........")
        terminal.type("A1\n" if plain else " ")
        if plain:
            terminal.until("I shoot at")
        else:
            terminal.until("X")
        if how == "closed":
            assert terminal.hang_up() == 128 + signal.SIGHUP
        else:
            terminal.process.send_signal(signal.Signals[how])
            assert terminal.ends() == 128 + signal.Signals[how]
            assert terminal.settings_are_restored()
            assert b"Traceback" not in terminal.output
    data = json.loads(record.read_bytes())
    assert data["keys"] == [32]
    assert data["outcome"] is None
    assert _battleship("verify", str(record)).returncode == 0


@pytest.mark.slow
def test_a_full_game_leaves_the_terminal_as_it_was() -> None:
    with Terminal(command("battleship", "play", "--rules", "hasbro", "--seed", "1")) as terminal:
        terminal.until("Place your ships")
        terminal.process.terminate()
        assert terminal.ends() == 128 + signal.SIGTERM
        assert terminal.settings_are_restored()


@pytest.mark.parametrize("rules", [(), ("--rules", "hasbro")])
@pytest.mark.one_in(2)
def test_a_dumb_terminal_is_told_of_plain(rules: tuple[str, ...]) -> None:
    with Terminal(command("battleship", "play", *rules), environment={"TERM": "dumb"}) as terminal:
        assert terminal.ends() == 2
        text = terminal.output.decode()
    assert "use --plain" in text
    assert "\x1b" not in text
    with Terminal(command("battleship", *PLAY, "--plain"), environment={"TERM": "dumb"}) as terminal:
        terminal.until("10..........")
        assert terminal.ends("q\n") == 0
        assert b"\x1b" not in terminal.output


@pytest.mark.parametrize(
    "environment", [{"NO_COLOR": "1"}, pytest.param({"TERM": "dumb"}, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(
    "argv",
    one_in(
        2,
        [
            ["hint", "tests/battleship/ui/half-played.txt", "--rules", "marmsx"],
            ["arena", "--players", "random,shotdark", "--games", "2"],
            ["players"],
            ["referee", "builtin:random", "builtin:random", "--games", "2"],
            ["verify", "tests/recordings/game-012.json", "--on", "port"],
        ],
        lambda argv: argv[0],
    ),
)
@pytest.mark.one_in(3)
def test_colours_are_left_out_where_nobody_wants_them(
    environment: dict[str, str], argv: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    with Terminal(command("battleship", *argv), environment=environment) as terminal:
        assert terminal.ends() == 0, terminal.output
        assert not re.search(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]", terminal.output)
