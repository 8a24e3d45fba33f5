"""Faults that people met at the command line, each as they met it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from battleship.cli import main as battleship
from msxkit.cli import main as msxkit
from msxkit.errors import MsxError
from msxkit.testbench.msx import Msx
from tests.conftest import RECORDINGS, ROOT


def _run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", *words],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("columns", ["1", "7"])
def test_narrow_terminal(columns: str) -> None:
    done = _run("battleship", "arena", "--players", "random", "--games", "2", COLUMNS=columns)
    assert (done.returncode, "Error" in done.stderr) == (0, False), done.stderr


def test_source_date_of_5000_digits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "9" * 5000)
    assert msxkit(["disk", "new", "-o", str(tmp_path / "a.dsk"), str(ROOT / "basic" / "battle.bas")]) == 2
    assert "is '99999999999999999999', not a number of seconds since 1970" in capsys.readouterr().err


def test_language_server_closes_its_input() -> None:
    assert _run("msxkit", "lsp").stderr == ""


@pytest.mark.parametrize("words", [["verify"], ["check"]])
def test_exit_code_without_a_reader(words: list[str], tmp_path: Path) -> None:
    if words == ["verify"]:
        data = RECORDINGS[0].read_text("ascii")
        path, kit = tmp_path / "x.json", "battleship"
        path.write_text(
            data.replace('"cursor": [', '"cursor": [1', 1).replace('"cursor":[', '"cursor":[1', 1), "ascii"
        )
    else:
        path, kit = tmp_path / "x.bas", "msxkit"
        path.write_text("10 PIRNT (\n" * 3, "ascii")
    command = [sys.executable, "-m", kit, *words, str(path)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        expected = process.wait()
    reader, pipe = os.pipe()
    os.close(reader)
    with os.fdopen(pipe, "wb") as nobody, subprocess.Popen(command, stdout=nobody) as process:
        assert process.wait() == expected == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("watch density", "name the two players"),
        ("watch density exact random", "name the two players"),
        ("verify --seed 3 GAME", "--seed is that of the games that --games plays"),
        ("replay --chances GAME", "--chances is for games under --rules"),
        ("play --plain --resume GAME", "is a game of the original, which cannot be resumed"),
    ],
)
def test_said_not_ignored(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert battleship([str(RECORDINGS[0]) if word == "GAME" else word for word in words.split()]) == 2
    assert told in capsys.readouterr().err


def test_record_says_where_the_game_is(tmp_path: Path) -> None:
    path = str(tmp_path / "g.json")
    done = _run("battleship", "play", "--plain", "--seed", "3", "--record", path)
    assert f"The game is in {path}" in done.stderr


def test_sprite_that_is_not_seen(msx: Msx) -> None:
    msx.load("10 SCREEN 2\n20 A$=INPUT$(1)")
    msx.run()
    with pytest.raises(MsxError, match="no sprite is seen in plane 0; none is seen"):
        _ = msx.sprites[0]


def test_pipe_without_writer(tmp_path: Path) -> None:
    pipe = tmp_path / "p.bas"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "msxkit", "list", str(pipe)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == f"{pipe}: waits until somebody writes into this pipe\n"
        pipe.write_text("10 END\n", "ascii")
        assert process.communicate()[0] == "10 END\n"


@pytest.mark.parametrize(
    ("server", "message"),
    [
        ("lsp", b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'),
        ("dap", b'{"seq":1,"type":"request","command":"initialize","arguments":{}}'),
    ],
)
def test_port_refuses_a_browser(server: str, message: bytes) -> None:
    """A page on the same machine posts a message of the protocol as text; the next editor is served."""
    command = [sys.executable, "-m", "msxkit", server, "--tcp", "127.0.0.1:0"]
    framed = b"Content-Length: %d\r\n\r\n%s" % (len(message), message)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        port = int(process.stderr.readline().rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as page:
            page.sendall(b"POST / HTTP/1.1\r\nHost: x\r\n\r\n" + framed)
            assert page.makefile("rb").readline() == b"HTTP/1.1 403 Forbidden\r\n"
        assert "refused a request of a browser" in process.stderr.readline()
        with socket.create_connection(("127.0.0.1", port)) as editor:
            editor.sendall(framed)
            assert editor.makefile("rb").readline().startswith(b"Content-Length")
        process.kill()
