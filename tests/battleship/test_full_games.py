"""Full games as files: left and gone on with, recorded and replayed; bots as opponents; two people; `watch`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest

from battleship.cli import main
from battleship.commands.saved_games import newest, saved_games_folder
from battleship.notation.games import GameRecord, dumps, loads
from battleship.rules import SKYNET
from msxkit.commands import outputs
from msxkit.files import locked
from tests.battleship.arena.conftest import bot
from tests.conftest import RECORDINGS, ROOT
from tests.programs import needs
from tests.terminal import Terminal, command

SMALL = ("--rules", "nxn", "--size", "6", "--fleet", "3,2")
SAMPLE = f"{sys.executable} {ROOT / 'pyport' / 'battleship' / 'arena' / 'sample_bot.py'}"


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


class Shell:
    """Commands of the game, one after another, and what they print."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def run(self, *words: str, code: int = 0) -> str:
        """Return what a command prints, or why it fails."""
        assert main([*words]) == code, words
        out, error = self._capsys.readouterr()
        return error if code == 2 else out + error

    def play(self, typed: str, *words: str, code: int = 0) -> str:
        """Play with what is typed."""
        self._monkeypatch.setattr(sys, "stdin", StringIO(typed))
        return self.run("play", "--plain", *words, code=code)


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)


def _game(path: str | Path) -> GameRecord:
    return loads(Path(path).read_bytes(), str(path))


@pytest.mark.parametrize("opponent", ["nxn-brute", SAMPLE])
@pytest.mark.one_in(2)
def test_a_game_that_is_left_goes_on(opponent: str, shell: Shell) -> None:
    rules = ["--rules", "hasbro", "--player", opponent]
    assert "`battleship play --resume` goes on with it" in shell.play("a\nB7\nC3\nq\n", *rules, "--seed", "5")
    (saved,) = saved_games_folder().iterdir()
    before = _game(saved)
    assert len(before.shots) == 4
    assert "The game goes on." in shell.play("D4\nq\n", "--resume")
    after = _game(saved)
    assert after.shots[:4] == before.shots
    assert (after.fleets, len(after.shots)) == (before.fleets, 6)
    # The same game without a pause.
    shell.play("a\nB7\nC3\nD4\nq\n", *rules, "--seed", "5", "--record", "whole.json")
    assert _game("whole.json") == after
    # To its end: then it is not kept any longer.
    squares = "".join(f"{after.rules.cell_name(cell)}\n" for cell in after.fleets[1].at)
    assert "You win" in shell.play(squares, "--resume")
    assert not list(saved_games_folder().iterdir())
    assert "no game is saved" in shell.run("play", "--resume", "--plain", code=2)


def test_a_game_goes_on_in_one_terminal_at_a_time(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs, "locked", lambda path: locked(path, 0.05))
    shell.play("a\n1 1\nq\n", *SMALL)
    with locked(newest()):
        assert "another command is changing it" in shell.play("0 0\nq\n", "--resume", code=2)
    assert len(_game(newest()).shots) == 2


def test_last_game_with_clock_set_back(shell: Shell) -> None:
    tomorrow = time.time() + 86400
    for seed in "12":
        shell.play("a\n1 1\nq\n", *SMALL, "--seed", seed)
        if seed == "1":
            (first,) = saved_games_folder().iterdir()
            os.utime(first, (tomorrow, tomorrow))
    (second,) = set(saved_games_folder().iterdir()) - {first}
    assert newest() == second
    told = shell.run("play", "--saved").splitlines()
    assert [line.partition(":")[0] for line in told[-2:]] == [str(second), str(first)]
    assert "nxn, against nxn-brute, 2 shots, left " in told[-1]
    os.utime(second, (tomorrow + 1, tomorrow + 1))
    os.utime(first, (tomorrow + 2, tomorrow + 2))
    shell.play("q\n", "--resume")
    assert newest() == first


def test_replay_and_resume(shell: Shell) -> None:
    assert "--resume g.json` goes on" in shell.play("a\n1 1\nq\n", *SMALL, "--record", "g.json")
    out = shell.run("replay", "g.json")
    assert out.startswith("you ")
    assert "the game was left after" in out
    squares = "".join(f"{cell.row} {cell.column}\n" for cell in _game("g.json").fleets[1].at)
    shell.play(squares, "--resume", "g.json")
    assert shell.run("replay", "g.json", "--final").splitlines()[-1].startswith("you won with ")
    assert "this game is over" in shell.run("play", "--plain", "--resume", "g.json", code=2)
    assert not saved_games_folder().exists()


def test_saved_games_that_are_damaged_are_refused_in_words(shell: Shell) -> None:
    shell.play("a\nB7\nq\n", "--rules", "hasbro", "--record", "g.json")
    text = Path("g.json").read_text()
    data: dict[str, object] = json.loads(text)
    wrong: tuple[object, ...] = (None, [1], "x", {})
    damaged = [text[: len(text) // 2], text.replace('"B7"', '"Z99"'), text.replace('"H"', '"Q"', 1)]
    damaged += [json.dumps({**data, key: value}) for key in data if key != "format" for value in wrong]
    damaged += [json.dumps({name: data[name] for name in data if name != key}) for key in data]
    sound = {json.dumps(data | {"opponent": "x"}), json.dumps(data | {"end": "x"})}
    for piece in damaged:
        Path("g.json").write_text(piece)
        for arguments in (["replay", "g.json"], ["play", "--plain", "--resume", "g.json"]):
            if piece in sound and arguments[0] == "replay":
                continue
            assert "battleship: " in shell.run(*arguments, code=2)
            assert Path("g.json").read_text() == piece


def test_an_opponent_that_plays_otherwise_now_is_told(shell: Shell) -> None:
    shell.play("a\nB7\nq\n", "--rules", "hasbro", "--record", "g.json")
    record = json.loads(Path("g.json").read_text())
    Path("g.json").write_text(json.dumps(record | {"seed": record["seed"] + 1}))
    assert "g.json: nxn-brute does not repeat what it did" in shell.play("q\n", "--resume", "g.json", code=2)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("crash-at-shot", "ended with exit code 1 before it answered"),
        ("shot-off", "shot badly: 'K0' is not a shot"),
        ("crash-at-opponent-shot", "ended with exit code 1"),
    ],
)
@pytest.mark.one_in(3)
def test_a_bot_that_fails_loses_the_game(how: str, said: str, shell: Shell) -> None:
    out = shell.play("a\nB7\n", "--player", bot(how), "--record", "g.json")
    assert f"You win: {how} {said}" in out
    assert said in shell.run("replay", "g.json")
    assert f"random won: {how} {said}" in shell.run("watch", bot(how), "random")


def test_a_bot_that_places_badly_or_floods_is_told(shell: Shell) -> None:
    for how, said in (
        ("board-off", "gave an illegal board"),
        ("fill-disk", "File too large"),
        ("noise", "gave an illegal board"),
    ):
        assert said in shell.play("a\nB7\n", "--player", bot(how), code=2)


def test_who_cannot_play_is_refused_before_the_game(shell: Shell) -> None:
    for arguments, said in (
        (["play", "--plain", "--rules", "marmsx", "--player", SAMPLE], "the rules skynet and hasbro"),
        (["watch", "exakt", "random"], "there is no player 'exakt'"),
        (["watch", "random", "/no/such"], "there is no program '/no/such'"),
        (["arena", "--rules", "marmsx", "--players", f"random,{SAMPLE}"], "bot 'sample_bot' does not play"),
        (["arena", "--rules", "skynet", "--players", f"random,{SAMPLE}", "--dask", "x:1"], "use --jobs"),
        (["play", "--plain", "--resume", "--rules", "hasbro"], "is kept with the game"),
    ):
        assert said in shell.run(*arguments, code=2)


@pytest.mark.slow
def test_the_arena_takes_bots_beside_players(shell: Shell) -> None:
    arguments = ["arena", "--rules", "skynet", "--games", "2"]
    well = [*arguments, "--players", f"random,{bot('well')}", "--json"]
    shell.run(*well, "one.json", "--jobs", "2")
    shell.run(*well, "other.json")
    one, other = (json.loads(Path(name).read_text())["players"] for name in ("one.json", "other.json"))
    assert one == other
    # It shoots column by column: the last square of the board's last ship says how often.
    assert all(17 <= shots <= 100 for shots in one["well"]["shots"].values())
    said = shell.run(*arguments, "--players", f"random,{bot('always-a0')}", code=1)
    assert "always-a0 has not sunk the fleet in 2000 shots (board 0)" in said
    assert "random" in said


def test_two_people_at_one_terminal_do_not_see_each_other(shell: Shell) -> None:
    small = ["--rules", "nxn", "--size", "4", "--fleet", "2"]
    typed = "A1 H\n\n\nC3 H\n\n\nD4\n\n\nD1\n\n\nC3\n\n\nB1\n\n\nD3\n"
    out = shell.play(typed, "--two", *small, "--record", "g.json")
    assert "Player 1 wins in 3 moves." in out
    # What stands between two turns is 60 lines, or the code that clears the terminal.
    turns = out.split("Enter hides your board.\n" + "\n" * 60)
    assert len(turns) == 7
    assert "Player 1 shoots at C3: hit" in turns[5]
    for number, turn in enumerate(turns):
        assert ("  1 B " in turn) == (number in (2, 4, 6)), turn
    assert "Player 1 won with 3 shots" in shell.run("replay", "g.json", "--final")


def test_two_people_go_on_with_their_game(shell: Shell) -> None:
    assert "You left the game after 1 move" in shell.play("a\n\n\na\n\n\nA1\n\nq\n", "--two")
    out = shell.play("\n\nB2\n\n\nq\n", "--resume")
    assert "Player 2, it is your turn" in out
    assert "Player 1 shoots at A1" in out


def test_watching_is_reproducible_and_recorded(shell: Shell) -> None:
    shown = shell.run("watch", "density", SAMPLE, "--seed", "4", "--record", "g.json")
    record = _game("g.json")
    assert record.rules.ships == SKYNET.ships
    assert record.game().over
    assert shell.run("replay", "g.json") == shown
    assert shell.run("watch", "density", SAMPLE, "--seed", "4") == shown
    assert "only computers play in this game" in shell.run("play", "--plain", "--resume", "g.json", code=2)
    assert loads(dumps(record).encode(), "it") == record


def test_odds_are_those_of_the_square_before_the_shot(shell: Shell) -> None:
    small = ["--rules", "nxn", "--size", "2", "--fleet", "2"]
    first = shell.run("watch", "nxn-brute", "nxn-brute", "--seed", "1", "--chances", *small).splitlines()[0]
    # Four places for a ship of two squares, each square in two of them.
    assert first.endswith("(50 %, the best square had 50 %)")


def test_a_recording_of_the_original_is_replayed(shell: Shell) -> None:
    out = shell.run("replay", str(RECORDINGS[0]))
    keys = len(json.loads(RECORDINGS[0].read_text())["keys"])
    assert out.startswith(f"{keys} keys, the ")
    assert "Aircraft Carrier" in out
    Path("half.json").write_text(RECORDINGS[0].read_text()[:5000])
    assert "half.json: " in shell.run("replay", "half.json", code=2)


def test_the_sample_bots_are_printed(shell: Shell) -> None:
    shell.run("bot", code=2)
    for language, suffix in (("python", "py"), ("c", "c")):
        sample = Path(SAMPLE.split()[1]).with_suffix(f".{suffix}").read_text("utf-8")
        assert shell.run("bot", "--sample", language) == sample


@pytest.mark.slow
def test_the_sample_bot_in_python_follows_the_protocol(shell: Shell) -> None:
    Path("mine.py").write_text(shell.run("bot", "--sample", "python"))
    shell.run("compliance", f"{sys.executable} mine.py")


@pytest.mark.slow
@needs("cc")
def test_the_sample_bot_in_c_follows_the_protocol(shell: Shell) -> None:
    source = ROOT / "pyport" / "battleship" / "arena" / "sample_bot.c"
    compiler = shutil.which("cc")
    assert compiler is not None
    subprocess.run([compiler, "-Wall", "-Werror", "-o", "mine", str(source)], check=True)
    shell.run("compliance", "./mine")
    assert "mine won with" in shell.run("watch", "./mine", "random", "--seed", "1")


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 20), (200, 60)])
@pytest.mark.slow
def test_watching_on_a_terminal(columns: int, rows: int) -> None:
    words = command(
        "battleship", "watch", "density", "random", "--seed", "3", "--delay", "60", "--record", "g.json"
    )
    with Terminal(words, columns, rows) as terminal:
        terminal.until("density (0 shots)")
        terminal.until("layouts left")
        terminal.type("  ")
        for _ in range(3):
            terminal.type("\x1b[C")
        terminal.until("of 3, paused")
        terminal.type("\x1b[D")
        terminal.until("2 of 3, paused")
        terminal.type("h\x03")
        terminal.until("q quits, ? helps")
        terminal.resize(rows, columns)
        terminal.type("q")
        assert terminal.ends() == 0
        assert terminal.settings_are_restored()
    assert len(_game("g.json").shots) == 3


@pytest.mark.slow
def test_saved_game_of_random_bot(shell: Shell, tmp_path: Path) -> None:
    sample = Path(SAMPLE.split()[-1]).read_text()
    own = tmp_path / "own.py"
    own.write_text(sample.replace("BATTLESHIP_SEED", "NO_SUCH_SEED"))
    assert own.read_text() != sample
    rules = ["--rules", "skynet", "--player", f"{sys.executable} {own}"]
    out = shell.play("a\nB7\nC3\nq\n", *rules, "--record", "g.json")
    assert "This game cannot be resumed: own does not repeat what it did." in out
    assert "goes on with it" not in out
    assert "Waiting for own ..." in out
    assert len(_game("g.json").shots) == 4
    assert "cannot be resumed" in shell.play("a\nB7\nq\n", *rules)
    assert not list(saved_games_folder().iterdir())
