"""Full games as files: left and gone on with, recorded and replayed; bots as opponents; two people; `watch`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
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


def _play(monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> int:
    Path("typed").write_text(typed)
    with Path("typed").open() as lines:
        monkeypatch.setattr(sys, "stdin", lines)
        return main(["play", "--plain", *arguments])


def _game(path: str | Path) -> GameRecord:
    return loads(Path(path).read_bytes(), str(path))


@pytest.mark.parametrize("opponent", ["nxn-brute", SAMPLE])
@pytest.mark.one_in(2)
def test_a_game_that_is_left_goes_on(
    opponent: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = ["--rules", "hasbro", "--player", opponent]
    assert _play(monkeypatch, "a\nB7\nC3\nq\n", *rules, "--seed", "5") == 0
    assert "`battleship play --resume` goes on with it" in capsys.readouterr().out
    (saved,) = saved_games_folder().iterdir()
    before = _game(saved)
    assert len(before.shots) == 4
    assert _play(monkeypatch, "D4\nq\n", "--resume") == 0
    assert "The game goes on." in capsys.readouterr().out
    after = _game(saved)
    assert after.shots[:4] == before.shots
    assert (after.fleets, len(after.shots)) == (before.fleets, 6)
    # The same game without a pause.
    assert _play(monkeypatch, "a\nB7\nC3\nD4\nq\n", *rules, "--seed", "5", "--record", "whole.json") == 0
    assert _game("whole.json") == after
    # To its end: then it is not kept any longer.
    squares = "".join(f"{after.rules.cell_name(cell)}\n" for cell in after.fleets[1].at)
    assert _play(monkeypatch, squares, "--resume") == 0
    assert "You win" in capsys.readouterr().out
    assert not list(saved_games_folder().iterdir())
    assert main(["play", "--resume", "--plain"]) == 2
    assert "no game is saved" in capsys.readouterr().err


def test_a_game_goes_on_in_one_terminal_at_a_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(outputs, "locked", lambda path: locked(path, 0.05))
    assert _play(monkeypatch, "a\n1 1\nq\n", *SMALL) == 0
    with locked(newest()):
        assert _play(monkeypatch, "0 0\nq\n", "--resume") == 2
    assert "another command is changing it" in capsys.readouterr().err
    assert len(_game(newest()).shots) == 2


def test_last_game_with_clock_set_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tomorrow = time.time() + 86400
    for seed in "12":
        assert _play(monkeypatch, "a\n1 1\nq\n", *SMALL, "--seed", seed) == 0
        if seed == "1":
            (first,) = saved_games_folder().iterdir()
            os.utime(first, (tomorrow, tomorrow))
    (second,) = set(saved_games_folder().iterdir()) - {first}
    assert newest() == second
    assert main(["play", "--saved"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told[-2:]] == [str(second), str(first)]
    assert "nxn, against nxn-brute, 2 shots, left " in told[-1]
    os.utime(second, (tomorrow + 1, tomorrow + 1))
    os.utime(first, (tomorrow + 2, tomorrow + 2))
    assert _play(monkeypatch, "q\n", "--resume") == 0
    assert newest() == first


def test_replay_and_resume(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert _play(monkeypatch, "a\n1 1\nq\n", *SMALL, "--record", "g.json") == 0
    assert "--resume g.json` goes on" in capsys.readouterr().out
    assert main(["replay", "g.json"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("you ")
    assert "the game was left after" in out
    squares = "".join(f"{cell.row} {cell.column}\n" for cell in _game("g.json").fleets[1].at)
    assert _play(monkeypatch, squares, "--resume", "g.json") == 0
    capsys.readouterr()
    assert main(["replay", "g.json", "--final"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("you won with ")
    assert main(["play", "--plain", "--resume", "g.json"]) == 2
    assert "this game is over" in capsys.readouterr().err
    assert not saved_games_folder().exists()


def test_saved_games_that_are_damaged_are_refused_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _play(monkeypatch, "a\nB7\nq\n", "--rules", "hasbro", "--record", "g.json") == 0
    text = Path("g.json").read_text()
    data: dict[str, object] = json.loads(text)
    wrong: tuple[object, ...] = (None, [1], "x", {})
    damaged = [text[: len(text) // 2], text.replace('"B7"', '"Z99"'), text.replace('"H"', '"Q"', 1)]
    damaged += [json.dumps({**data, key: value}) for key in data if key != "format" for value in wrong]
    damaged += [json.dumps({name: data[name] for name in data if name != key}) for key in data]
    sound = {json.dumps(data | {"opponent": "x"}), json.dumps(data | {"end": "x"})}
    for piece in damaged:
        capsys.readouterr()
        Path("g.json").write_text(piece)
        for arguments in (["replay", "g.json"], ["play", "--plain", "--resume", "g.json"]):
            if piece in sound and arguments[0] == "replay":
                continue
            assert main(arguments) == 2, (arguments, piece)
            assert "battleship: " in capsys.readouterr().err
            assert Path("g.json").read_text() == piece


def test_an_opponent_that_plays_otherwise_now_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _play(monkeypatch, "a\nB7\nq\n", "--rules", "hasbro", "--record", "g.json") == 0
    record = json.loads(Path("g.json").read_text())
    Path("g.json").write_text(json.dumps(record | {"seed": record["seed"] + 1}))
    assert _play(monkeypatch, "q\n", "--resume", "g.json") == 2
    assert "g.json: nxn-brute does not repeat what it did" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("crash-at-shot", "ended with exit code 1 before it answered"),
        ("shot-off", "shot badly: 'K0' is not a shot"),
        ("crash-at-opponent-shot", "ended with exit code 1"),
    ],
)
@pytest.mark.one_in(3)
def test_a_bot_that_fails_loses_the_game(
    how: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _play(monkeypatch, "a\nB7\n", "--player", bot(how), "--record", "g.json") == 0
    out = capsys.readouterr().out
    assert f"You win: {how} {said}" in out
    assert main(["replay", "g.json"]) == 0
    assert said in capsys.readouterr().out
    assert main(["watch", bot(how), "random"]) == 0
    assert f"random won: {how} {said}" in capsys.readouterr().out


def test_a_bot_that_places_badly_or_floods_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for how, said in (
        ("board-off", "gave an illegal board"),
        ("fill-disk", "File too large"),
        ("noise", "gave an illegal board"),
    ):
        code = _play(monkeypatch, "a\nB7\n", "--player", bot(how))
        out, error = capsys.readouterr()
        assert said in out + error
        assert code == (0 if "You win" in out else 2)


def test_who_cannot_play_is_refused_before_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, said in (
        (["play", "--plain", "--rules", "marmsx", "--player", SAMPLE], "the rules skynet and hasbro"),
        (["watch", "exakt", "random"], "there is no player 'exakt'"),
        (["watch", "random", "/no/such"], "there is no program '/no/such'"),
        (["arena", "--rules", "marmsx", "--players", f"random,{SAMPLE}"], "bot 'sample_bot' does not play"),
        (["arena", "--rules", "skynet", "--players", f"random,{SAMPLE}", "--dask", "x:1"], "use --jobs"),
        (["play", "--plain", "--resume", "--rules", "hasbro"], "is kept with the game"),
    ):
        assert main(arguments) == 2
        assert said in capsys.readouterr().err


@pytest.mark.slow
def test_the_arena_takes_bots_beside_players(capsys: pytest.CaptureFixture[str]) -> None:
    bots = f"random,{bot('always-a0')}"
    arguments = ["arena", "--rules", "skynet", "--games", "2"]
    assert main([*arguments, "--players", f"random,{bot('well')}", "--json", "one.json", "--jobs", "2"]) == 0
    assert main([*arguments, "--players", f"random,{bot('well')}", "--json", "other.json"]) == 0
    one, other = (json.loads(Path(name).read_text())["players"] for name in ("one.json", "other.json"))
    assert one == other
    # It shoots column by column: the last square of the board's last ship says how often.
    assert all(17 <= shots <= 100 for shots in one["well"]["shots"].values())
    capsys.readouterr()
    assert main([*arguments, "--players", bots]) == 1
    out, error = capsys.readouterr()
    assert "always-a0 has not sunk the fleet in 2000 shots (board 0)" in error
    assert "random" in out


def test_two_people_at_one_terminal_do_not_see_each_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small = ["--rules", "nxn", "--size", "4", "--fleet", "2"]
    typed = "A1 H\n\n\nC3 H\n\n\nD4\n\n\nD1\n\n\nC3\n\n\nB1\n\n\nD3\n"
    assert _play(monkeypatch, typed, "--two", *small, "--record", "g.json") == 0
    out = capsys.readouterr().out
    assert "Player 1 wins in 3 moves." in out
    # What stands between two turns is 60 lines, or the code that clears the terminal.
    turns = out.split("Enter hides your board.\n" + "\n" * 60)
    assert len(turns) == 7
    assert "Player 1 shoots at C3: hit" in turns[5]
    for number, turn in enumerate(turns):
        assert ("  1 B " in turn) == (number in (2, 4, 6)), turn
    assert main(["replay", "g.json", "--final"]) == 0
    assert "Player 1 won with 3 shots" in capsys.readouterr().out


def test_two_people_go_on_with_their_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _play(monkeypatch, "a\n\n\na\n\n\nA1\n\nq\n", "--two") == 0
    assert "You left the game after 1 move" in capsys.readouterr().out
    assert _play(monkeypatch, "\n\nB2\n\n\nq\n", "--resume") == 0
    out = capsys.readouterr().out
    assert "Player 2, it is your turn" in out
    assert "Player 1 shoots at A1" in out


def test_watching_is_reproducible_and_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "density", SAMPLE, "--seed", "4", "--record", "g.json"]) == 0
    shown = capsys.readouterr().out
    record = _game("g.json")
    assert record.rules.ships == SKYNET.ships
    assert record.game().over
    assert main(["replay", "g.json"]) == 0
    assert capsys.readouterr().out == shown
    assert main(["watch", "density", SAMPLE, "--seed", "4"]) == 0
    assert capsys.readouterr().out == shown
    assert main(["play", "--plain", "--resume", "g.json"]) == 2
    assert "only computers play in this game" in capsys.readouterr().err
    assert loads(dumps(record).encode(), "it") == record


def test_odds_are_those_of_the_square_before_the_shot(capsys: pytest.CaptureFixture[str]) -> None:
    small = ["--rules", "nxn", "--size", "2", "--fleet", "2"]
    assert main(["watch", "nxn-brute", "nxn-brute", "--seed", "1", "--chances", *small]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    # Four places for a ship of two squares, each square in two of them.
    assert first.endswith("(50 %, the best square had 50 %)")


def test_a_recording_of_the_original_is_replayed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(RECORDINGS[0])]) == 0
    out = capsys.readouterr().out
    keys = len(json.loads(RECORDINGS[0].read_text())["keys"])
    assert out.startswith(f"{keys} keys, the ")
    assert "Aircraft Carrier" in out
    Path("half.json").write_text(RECORDINGS[0].read_text()[:5000])
    assert main(["replay", "half.json"]) == 2
    assert "half.json: " in capsys.readouterr().err


def test_the_sample_bots_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot"]) == 2
    for language, suffix in (("python", "py"), ("c", "c")):
        capsys.readouterr()
        main(["bot", "--sample", language])
        assert capsys.readouterr().out == Path(SAMPLE.split()[1]).with_suffix(f".{suffix}").read_text("utf-8")


@pytest.mark.slow
def test_the_sample_bot_in_python_follows_the_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "--sample", "python"]) == 0
    Path("mine.py").write_text(capsys.readouterr().out)
    assert main(["compliance", f"{sys.executable} mine.py"]) == 0


@pytest.mark.slow
@needs("cc")
def test_the_sample_bot_in_c_follows_the_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    source = ROOT / "pyport" / "battleship" / "arena" / "sample_bot.c"
    compiler = shutil.which("cc")
    assert compiler is not None
    subprocess.run([compiler, "-Wall", "-Werror", "-o", "mine", str(source)], check=True)
    assert main(["compliance", "./mine"]) == 0
    assert main(["watch", "./mine", "random", "--seed", "1"]) == 0
    assert "mine won with" in capsys.readouterr().out


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
def test_saved_game_of_random_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    sample = Path(SAMPLE.split()[-1]).read_text()
    own = tmp_path / "own.py"
    own.write_text(sample.replace("BATTLESHIP_SEED", "NO_SUCH_SEED"))
    assert own.read_text() != sample
    rules = ["--rules", "skynet", "--player", f"{sys.executable} {own}"]
    assert _play(monkeypatch, "a\nB7\nC3\nq\n", *rules, "--record", "g.json") == 0
    out = capsys.readouterr().out
    assert "This game cannot be resumed: own does not repeat what it did." in out
    assert "goes on with it" not in out
    assert "Waiting for own ..." in out
    assert len(_game("g.json").shots) == 4
    assert _play(monkeypatch, "a\nB7\nq\n", *rules) == 0
    assert "cannot be resumed" in capsys.readouterr().out
    assert not list(saved_games_folder().iterdir())
