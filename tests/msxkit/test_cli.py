"""The command line as a process: what happens when its streams are full, closed or left, and when files meet."""

from __future__ import annotations

import errno
import os
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from msxkit.cli import main, run
from msxkit.errors import MsxError
from tests.conftest import ROOT

LISTING = ROOT / "basic" / "battle.bas"
COMMAND = f'{shlex.quote(sys.executable)} -c "import sys; from msxkit.cli import main; sys.exit(main())"'


def _shell(line: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Return a line of shell; `msxkit` in it is the command."""
    script = "set -o pipefail; " + line.replace("msxkit", COMMAND, 1)
    done = subprocess.run(["bash", "-c", script], input=stdin, capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")  # noqa: PTH110
@pytest.mark.parametrize("command", [f"list {LISTING}", "check --checks", "--help"])
@pytest.mark.one_in(2)
def test_a_full_disk_behind_standard_output_is_told(command: str) -> None:
    done = _shell(f"msxkit {command} > /dev/full")
    assert (done.returncode, done.stderr) == (2, "msxkit: standard output: No space left on device\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")  # noqa: PTH110
@pytest.mark.parametrize("full", ["2> /dev/full", "> /dev/full 2>&1"])
def test_exit_code_with_closed_streams(full: str) -> None:
    assert _shell(f"msxkit list nowhere.bas {full}").returncode == 2


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="this system has no /dev/stdout")  # noqa: PTH110
@pytest.mark.parametrize(
    ("command", "named"),
    [
        (f"list {LISTING} -o", "/dev/stdout >>"),
        (f"list {LISTING} -o", "/dev/stderr 2>>"),
        (f"list {LISTING} -o", "/dev/fd/7 7>>"),
        (f"list {LISTING} -o", "/proc/self/fd/7 7>>"),
        (f"run {LISTING} --timing", "/dev/fd/7 7>>"),
        (f"tape new --force -o /dev/stdout {LISTING}", ">>"),
        (f"cartridge -o /dev/stdout {LISTING}", ">>"),
    ],
)
@pytest.mark.one_in(4)
def test_redirected_stream(command: str, named: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.bas"
    made = []
    for before in (b"", b"10 REM MINE\n"):
        file.write_bytes(before)
        there = file.stat().st_ino
        _shell(f"msxkit {command} {named} {file}")
        assert file.stat().st_ino == there
        assert file.read_bytes().startswith(before)
        made.append(file.read_bytes().removeprefix(before))
    assert made[0] == made[1] != b""
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="this system has no /dev/stdout")  # noqa: PTH110
@pytest.mark.parametrize(
    "command",
    [
        "check p.bas FILE",
        "xref FILE --json",
        "list FILE",
        "list FILE -o -",
        "list FILE -o /dev/stdout",
        "format FILE --renum",
        "tokenise FILE -o -",
        "run FILE",
        "run p.bas --printer /dev/stdout --input FILE",
        "disk new -o - FILE",
    ],
)
@pytest.mark.one_in(4)
def test_no_command_prints_into_a_file_that_it_reads(command: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.bas"
    file.write_bytes(b"10 REM MINE\n")
    Path(tmp_path, "p.bas").write_bytes(b"10 END\n")
    done = _shell(f"cd {tmp_path}; msxkit {command.replace('FILE', file.name)} >> {file.name}")
    assert (done.returncode, file.read_bytes()) == (2, b"10 REM MINE\n"), done.stderr
    assert "is an input too" in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="this system has no /dev/stdout")  # noqa: PTH110
def test_a_stream_that_is_not_open_is_told() -> None:
    done = _shell(f"msxkit tokenise {LISTING} -o /dev/fd/97")
    assert (done.returncode, done.stderr) == (
        2,
        "msxkit: /dev/fd/97: cannot be written: Bad file descriptor\n",
    )


def test_error_not_blamed_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    @click.command()
    def work() -> None:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found")

    assert run(click.Group("kit", {"work": work}), ["work"], "1", MsxError) == 2
    assert capsys.readouterr().err == "kit: No usable temporary directory found\n"


@pytest.mark.parametrize("command", [f"list {LISTING}", "check --checks", "--help", "list --help"])
@pytest.mark.one_in(3)
def test_closed_reader(command: str) -> None:
    done = _shell(f"msxkit {command} | true")
    assert (done.returncode, done.stderr) == (0, "")


def test_closed_streams_are_empty() -> None:
    assert "Ok" in _shell("msxkit basic <&-").stdout
    assert _shell("msxkit list nowhere.bas 2>&-").returncode == 2
    assert _shell("PYTHONWARNINGS=error msxkit list nowhere.bas <&-").stderr.count("\n") == 1


@pytest.mark.parametrize("command", [f"list {LISTING}", f"tokenise {LISTING} -o -", "list --help"])
@pytest.mark.one_in(3)
def test_closed_standard_output_is_told(command: str) -> None:
    done = _shell(f"msxkit {command} >&-")
    assert (done.returncode, done.stderr) == (2, "msxkit: standard output: Bad file descriptor\n")
    assert _shell(f"msxkit {command} >&- 2>&-").returncode == 2


@pytest.mark.parametrize("command", ["run", "check"])
@pytest.mark.one_in(2)
def test_an_encoding_without_hearts_is_told(command: str, tmp_path: Path) -> None:
    listing = tmp_path / "a.bas"
    listing.write_text('10 PRINT "♥é♥":FOR\n', "utf-8")
    script = f"cd {tmp_path}; PYTHONIOENCODING=cp1252 {COMMAND} {command} a.bas"
    done = subprocess.run(["bash", "-c", script], capture_output=True, timeout=60, check=False)
    assert "?é?" in done.stdout.decode("cp1252")
    told = done.stderr.decode("cp1252")
    assert told.startswith("standard output is cp1252, which cannot show ")
    assert told.endswith("and writes ? instead; set PYTHONIOENCODING=utf-8\n")
    assert done.returncode == 1


@pytest.mark.slow
def test_name_not_in_utf8(tmp_path: Path) -> None:
    with open(os.fsencode(tmp_path) + b"/\xff\xfe.bas", "wb") as file:  # noqa: PTH123
        file.write(b"10 END\n")
    script = f"cd {tmp_path}; {COMMAND} media $'\\xff\\xfe.bas' && ls build"
    done = subprocess.run(["bash", "-c", script], capture_output=True, timeout=60, check=False)
    assert b".dsk: not made: " in done.stderr
    assert b"Traceback" not in done.stderr
    assert (tmp_path / "build" / "SHA1SUMS").exists()


@pytest.mark.parametrize(
    "command",
    [
        "tokenise FILE -o out",
        "check FILE",
        "list FILE",
        "xref FILE",
        "format FILE --renum",
        "run FILE",
        "run game.bas --keys FILE",
        "run game.bas --times FILE",
        "disk ls FILE",
        "disk put d.dsk FILE",
        "disk new -o out.dsk FILE",
        "tape ls FILE",
        "tape convert FILE -o out.cas",
        "tape new -o out.cas FILE",
        "cartridge -o out.rom FILE",
        "media FILE -o out",
        "media game.bas FILE -o out",
        "basic FILE",
    ],
)
@pytest.mark.parametrize("kind", ["/dev/zero", "huge.wav"])
@pytest.mark.one_in(4)
def test_reading_ends(
    kind: str,
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.bas").write_bytes(b"10 END\n")
    with Path("huge.wav").open("wb") as file:
        file.write(b"RIFF")
        file.truncate(1 << 40)
    assert main(["disk", "new", "-o", "d.dsk"]) == 0
    before = sorted(path.name for path in tmp_path.iterdir())
    assert main(command.replace("FILE", kind).split()) == 2
    assert f"{kind}: is larger than the " in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == before


@pytest.mark.parametrize("name", ["msxkit", "battleship"])
def test_the_package_is_the_command(name: str) -> None:
    told = [
        subprocess.run([*command, *arguments], capture_output=True, timeout=60, check=False)
        for command in ([sys.executable, "-m", name], [Path(sys.executable).parent / name])
        for arguments in (["--help"], ["nothing-like-it"])
    ]
    assert [done.returncode for done in told] == [0, 2, 0, 2]
    assert [done.stdout + done.stderr for done in told[:2]] == [
        done.stdout + done.stderr for done in told[2:]
    ]
    assert f"Usage: {name} " in told[0].stdout.decode()


def test_too_little_memory_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    @click.group("kit")
    def kit() -> None: ...

    @kit.command()
    def large() -> None:
        raise MemoryError

    assert run(kit, ["large"], "1", MsxError) == 2
    assert capsys.readouterr().err.startswith("kit: there is not enough memory")
