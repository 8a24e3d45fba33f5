"""Commands replace what they have written and nothing else; no file on a medium is lost."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from msxkit.cli import main
from msxkit.files import write_atomic
from msxkit.language.source import read_program
from tests.conftest import ROOT

BATTLE = str(ROOT / "basic" / "battle.bas")
SHOTDARK = str(ROOT / "basic" / "shotdark.bas")
OTHER = b'10 PRINT "ANOTHER LISTING"\n'
NOTES = "what I must not forget: é\n".encode()


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("command", "out"),
    [
        ("list p.bas -o a.asc", "a.asc"),
        ("renumber p.bas -o a.bas", "a.bas"),
        ("run p.bas -o a.txt", "a.txt"),
        ("run p.bas -o a.png", "a.png"),
        ("run p.bas -o a.gif", "a.gif"),
        ("run p.bas -o a.wav", "a.wav"),
        ("run p.bas -o a.json", "a.json"),
        ("run p.bas --printer a.prn", "a.prn"),
        ("tokenise p.bas -o a.bas", "a.bas"),
        ("disk new -o a.dsk p.bas", "a.dsk"),
        ("tape new -o a.cas p.bas", "a.cas"),
        ("cartridge -o a.rom p.bas", "a.rom"),
        ("compile p.bas -o a.rom --listing a.lst", "a.lst"),
    ],
)
def test_second_run(command: str, out: str) -> None:
    """A command replaces its own output after an edit of the input, and never one that somebody has edited."""
    for text in ("ONE", "TWO"):
        Path("p.bas").write_text(f'10 PRINT "{text}":LPRINT "{text}":PLAY "{text[0:1]}"\n', "ascii")
        assert main(command.replace("PLAY", "BEEP").split()) in (0, 1)
    edited = Path(out).read_bytes() + b"mine"
    Path(out).write_bytes(edited)
    assert main(command.split()) == 2
    assert Path(out).read_bytes() == edited
    assert main([*command.split(), "--force"]) in (0, 1)
    assert Path(out).read_bytes() != edited


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become somebody else"
)
@pytest.mark.parametrize("user", [0, 65534])
def test_file_stays_whose_it_is(user: int) -> None:
    """Root keeps owner and group of a file, a member of the group the group."""
    groups = os.getgroups()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a"
        path.write_bytes(b"old")
        for each in (path, path.parent):
            os.chown(each, 65534, 65533)
        path.chmod(0o660)
        os.setgroups([65533])
        os.setegid(user)
        os.seteuid(user)
        try:
            write_atomic(path, b"new")
        finally:
            os.seteuid(0)
            os.setegid(0)
            os.setgroups(groups)
        now = path.stat()
        assert (path.read_bytes(), now.st_uid, now.st_gid) == (b"new", 65534, 65533)
        assert now.st_mode & 0o777 == 0o660


def test_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the note the second run asks for --force."""
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null")
    assert [main(["list", BATTLE, "-o", "a.asc", *more]) for more in ([], [], ["--force"])] == [0, 2, 0]


def test_get_is_all_or_nothing() -> None:
    assert main(["disk", "new", "-o", "m.dsk", BATTLE, SHOTDARK]) == 0
    Path("SHOTDARK.BAS").mkdir()
    assert main(["disk", "get", "m.dsk"]) == 2
    assert not Path("BATTLE.BAS").exists()


def test_get_asks_at_a_terminal(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty", reason="a system without pseudo-terminals; use Linux or macOS")
    assert main(["disk", "new", "-o", "m.dsk", BATTLE, SHOTDARK]) == 0
    for name in ("BATTLE.BAS", "SHOTDARK.BAS"):
        Path(name).write_bytes(OTHER)
    master, slave = pty.openpty()
    command = "import sys; from msxkit.cli import main; sys.exit(main(['disk', 'get', 'm.dsk']))"
    process = subprocess.Popen([sys.executable, "-c", command], stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    os.write(master, b"y\nn\n")
    assert process.wait(30) == 0
    shown = os.read(master, 4096).decode()
    os.close(master)
    assert "BATTLE.BAS already exists. Replace it?" in shown
    assert Path("BATTLE.BAS").read_bytes() == Path(BATTLE).read_bytes()
    assert Path("SHOTDARK.BAS").read_bytes() == OTHER


# Room


def _long(size: int) -> bytes:
    """Return a listing of so many bytes when it is stored, end mark included."""
    rows, left = [], size - 2
    number = 10
    while left:
        take = min(left, 200) if left - min(left, 200) not in range(1, 7) else 100
        rows.append(f"{number} '{'x' * (take - 8)}\n")  # link, number, the three bytes of ', and the end
        number += 10
        left -= take
    return "".join(rows).encode()


@pytest.mark.parametrize("command", ["tokenise FILE -o out", "disk new -o out FILE", "media FILE -o out"])
def test_a_program_that_fits_nowhere_is_refused(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    argv = command.replace("FILE", "long.bas").split()
    Path("long.bas").write_bytes(_long(28817 + 1))
    assert read_program(Path("long.bas")).size == 28818
    assert main(argv) == 2
    assert (
        "28818 bytes, and no MSX has room for more than 28817; shorten it by 1\n" in capsys.readouterr().err
    )
    assert not Path("out").exists()
    Path("long.bas").write_bytes(_long(28817))
    assert main(argv) in (0, 1)
    assert Path("out").exists()


def test_a_long_program_goes_on_no_medium(capsys: pytest.CaptureFixture[str]) -> None:
    for size in (28818, 40000):
        Path("long.bas").write_bytes(_long(size))
        Path("out.dsk").unlink(missing_ok=True)
        assert main(["disk", "new", "-o", "out.dsk"]) == 0
        before = Path("out.dsk").read_bytes()
        for command in (
            "tape new -o out.cas FILE",
            "tape new -o out.cas FILE --ascii",
            "disk put out.dsk FILE",
            "disk put out.dsk FILE --tokenise",
            "disk new -o new.dsk --boot FILE",
        ):
            assert main(command.replace("FILE", "long.bas").split()) == 2, command
            assert f"has {size} bytes, and no MSX has room" in capsys.readouterr().err
        assert Path("out.dsk").read_bytes() == before


def test_check_tokenise_and_media_tell_where_it_fits(capsys: pytest.CaptureFixture[str]) -> None:
    Path("p.bas").write_bytes(_long(25000))
    fits = "p.bas: fits: 3817 bytes free on MSX1, 3817 bytes free on MSX2, 1566 bytes too big for MSX2 with disk\n"
    assert main(["check", "p.bas"]) == 0
    shown = capsys.readouterr().out
    assert fits in shown
    assert "p.bas: warning: the program is 1566 bytes too long for the target, MSX2 with disk" in shown
    assert "p.bas: 0 errors, 1 warning\n" in shown
    assert main(["check", "p.bas", "--machine", "msx1"]) == 0
    assert "nothing found" in capsys.readouterr().out
    assert main(["media", "p.bas", "-o", "build"]) == 1
    assert fits in capsys.readouterr().out
    assert main(["tokenise", "p.bas", "-o", "tokens"]) == 0
    assert fits.replace("p.bas", "tokens") in capsys.readouterr().out


def test_check_refuses_what_fits_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    Path("p.bas").write_bytes(_long(30000))
    assert main(["check", "p.bas"]) == 1
    assert "error: the program has 30000 bytes, and no MSX has room" in capsys.readouterr().out
    assert main(["check", "p.bas", "--ignore", "memory"]) == 0


def test_media_makes_what_can_be_made(capsys: pytest.CaptureFixture[str]) -> None:
    Path("long.bas").write_bytes(_long(17000))
    Path("build").mkdir()
    Path("build/long.rom").write_bytes(b"AB" + bytes(16382))
    assert main(["media", "long.bas"]) == 1
    kinds = ("-native.rom", ".asc", ".bas", ".cas", ".dsk", ".rom", ".wav")
    names = ["SHA1SUMS", *(f"long{kind}" for kind in kinds)]
    assert sorted(path.name for path in Path("build").iterdir()) == names
    assert "long.rom" not in Path("build/SHA1SUMS").read_text("ascii")
    shown = capsys.readouterr().err
    assert "build/long.rom: not made: the program does not fit: it has 17000 bytes" in shown
    assert "shorten it by 633 (the existing build/long.rom is from another run)" in shown
