"""What a command changes, or writes at its end, no other command changes meanwhile."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import click
import pytest

from msxkit.cli import main
from msxkit.commands import outputs
from msxkit.errors import FileError
from msxkit.files import locked
from msxkit.media.disk import Disk

_HOLD = """
import pathlib, sys
from msxkit.files import locked
with locked(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.bas"
    path.write_bytes(b'10 PRINT "HELLO"\n')
    return path


def _left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("."))


@pytest.mark.slow
def test_files_that_are_put_at_once_are_all_there(tmp_path: Path, game: Path) -> None:
    image = tmp_path / "a.dsk"
    assert main(["disk", "new", "-o", str(image)]) == 0
    command = "import sys; from msxkit.cli import main; sys.stdin.read(1); sys.exit(main(sys.argv[1:]))"
    started = [
        subprocess.Popen(
            [sys.executable, "-c", command, "disk", "put", str(image), f"{game}:F{number}.BAS"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
        )
        for number in range(4)
    ]
    for process in started:
        process.communicate(b"go")
    assert [process.returncode for process in started] == [0] * 4
    assert {entry.path for entry in Disk.load(image.read_bytes()).entries()} == {
        f"F{n}.BAS" for n in range(4)
    }
    assert _left(tmp_path) == []


def _holder(path: Path) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    return process


@pytest.mark.parametrize(
    "command",
    [
        "disk put a.dsk game.bas:B.BAS",
        "disk rm a.dsk GAME.BAS",
        "disk new -o a.dsk --force",
        "run game.bas --disk a.dsk --write",
        "tape new -o a.cas game.bas",
        "format game.bas -o out.bas",
    ],
)
@pytest.mark.one_in(3)
def test_a_file_that_another_command_changes_is_left_alone(
    command: str,
    tmp_path: Path,
    game: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(outputs, "locked", lambda path: locked(path, 0.1))
    assert main(["disk", "new", "-o", "a.dsk", str(game)]) == 0
    before = (tmp_path / "a.dsk").read_bytes()
    name = next(word for word in command.split() if word in ("a.dsk", "a.cas", "out.bas"))
    holder = _holder(tmp_path / name)
    try:
        assert main(command.split()) == 2
    finally:
        holder.communicate(b"")
    message = (
        f"msxkit: {name}: another command is changing it; wait until that has ended, or choose another file\n"
    )
    assert capsys.readouterr().err.endswith(message)
    assert (tmp_path / "a.dsk").read_bytes() == before
    assert main(command.split()) == 0
    assert _left(tmp_path) == []


def test_stale_lock(tmp_path: Path) -> None:
    """It is not beside the output, where nobody would know what it is."""
    path = tmp_path / "a.dsk"
    holder = _holder(path)
    with pytest.raises(FileError, match="another command"), locked(path, 0.1):
        pass
    holder.kill()
    holder.communicate()
    with locked(path, 0.1):
        assert list(tmp_path.iterdir()) == []


def test_who_waits_gets_it_when_the_other_has_ended(tmp_path: Path) -> None:
    path, order = tmp_path / "a.dsk", ["first"]

    def second() -> None:
        with locked(path, 10):
            order.append("second")

    with locked(path):
        thread = threading.Thread(target=second)
        thread.start()
        thread.join(0.1)
        order.append("first done")
    thread.join()
    assert order == ["first", "first done", "second"]


def test_a_file_is_locked_once_in_a_command(tmp_path: Path) -> None:
    with click.Context(click.Command("x")):
        outputs.lock(tmp_path / "a")
        outputs.lock(tmp_path / "a")
    with (
        pytest.raises(FileError, match="another command"),
        locked(tmp_path / "b"),
        locked(tmp_path / "b", 0.1),
    ):
        pass


def test_devices_and_missing_folders_are_not_locked(tmp_path: Path) -> None:
    for path in (Path("/dev/null"), tmp_path / "no" / "file"):
        with locked(path), locked(path, 0.1):
            pass
