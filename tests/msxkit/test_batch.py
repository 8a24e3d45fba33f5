"""Commands in a shell: several files, JSON, standard input, and names that are nearly right."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from msxkit.cli import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        (tmp_path / f"{name}.bas").write_text(f'5 GOTO 7\n7 PRINT"{name}"\n')
    return tmp_path


def test_a_tape_of_several_programs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tape", "new", "-o", "t.cas", "one.bas", "two.bas"]) == 0
    capsys.readouterr()
    assert main(["tape", "ls", "t.cas", "--json"]) == 0
    files = json.loads(capsys.readouterr().out)
    assert [(file["name"], file["kind"]) for file in files] == [("ONE", "basic"), ("TWO", "basic")]
    assert main(["run", "t.cas", "--file", "two"]) == 0
    assert capsys.readouterr().out.startswith("two")
    assert main(["tape", "new", "-o", "t.cas", "one.bas", "two.bas", "--name", "X", "--force"]) == 2


def test_a_disk_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["disk", "new", "-o", "d.dsk", "one.bas", "two.bas"]) == 0
    capsys.readouterr()
    assert main(["disk", "ls", "d.dsk", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [file["name"] for file in shown["files"]] == ["ONE.BAS", "TWO.BAS"]
    assert shown["files"][0]["size"] == len((folder / "one.bas").read_bytes())
    assert main(["xref", "one.bas", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lines"].keys() == {"7"}


def test_renumber(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["renumber", "one.bas", "--start", "100", "--step", "5"]) == 0
    assert capsys.readouterr().out == '100 GOTO 105\n105 PRINT"one"\n'
    assert main(["renumber", "one.bas", "-o", "one.bas"]) == 2
    assert main(["renumber", "one.bas", "-o", "one.bas", "--force"]) == 0
    assert (folder / "one.bas").read_text() == '10 GOTO 20\n20 PRINT"one"\n'


def test_did_you_mean(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["renumbr", "x"]) == 2
    assert "No such command 'renumbr'; did you mean renumber?" in capsys.readouterr().err
    assert main(["qqqq"]) == 2
    assert "did you mean" not in capsys.readouterr().err


def test_media_says_how_to_start_each_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["media", "one.bas"]) == 0
    rows = dict(row.split(": ", 1) for row in capsys.readouterr().out.splitlines())
    assert rows["build/one.dsk"].endswith("; insert it and switch on")
    assert rows["build/one.cas"].endswith("; CLOAD, then RUN")
    assert rows["build/one-native.rom"].endswith("any MSX with 32 KB of RAM")


def test_a_list_of_players_needs_no_compiler() -> None:
    code = "import sys; from battleship.cli import main; main(['players']); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


@pytest.mark.slow
def test_several_programs_to_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = folder / "out"
    for words, ending in (
        (["tokenise"], ".bas"),
        (["list"], ".asc"),
        (["renumber"], ".bas"),
        (["compile"], ".rom"),
        (["run", "--screen", "png"], ".png"),
    ):
        out.mkdir()
        assert main([*words, "one.bas", "no.bas", "-o", "out"]) == 2
        assert not [*out.iterdir()]
        assert "out/" not in capsys.readouterr().out
        assert main([*words, "one.bas", "two.bas", "-o", "out"]) == 0
        assert sorted(path.name for path in out.iterdir()) == [f"one{ending}", f"two{ending}"]
        for path in out.iterdir():
            path.unlink()
        out.rmdir()
        assert main([*words, "one.bas", "two.bas", "-o", "out"]) == 2
        assert "-o FOLDER" in capsys.readouterr().err


def test_several_programs_are_shown_below_their_names(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["renumber", "one.bas", "two.bas"]) == 0
    shown = b'%s.bas:\n10 GOTO 20\n20 PRINT"%s"\n'
    assert capsysbinary.readouterr().out == shown % (b"one", b"one") + b"\n" + shown % (b"two", b"two")
    assert main(["run", "one.bas", "two.bas", "--screen", "json"]) == 0
    rows = [json.loads(row)["screen"][0] for row in capsysbinary.readouterr().out.splitlines()]
    assert rows == ["one", "two"]
    assert main(["run", "one.bas", "two.bas", "--psg", "x.json"]) == 2
    assert main(["compile", "one.bas", "-o", "-"]) == 0
    assert capsysbinary.readouterr().out[:2] == b"AB"


def test_several_media_are_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two"):
        assert main(["disk", "new", "-o", f"{name}.dsk", f"{name}.bas"]) == 0
        assert main(["tape", "new", "-o", f"{name}.cas", f"{name}.bas"]) == 0
    for medium, ending in (("disk", "dsk"), ("tape", "cas")):
        both = [f"one.{ending}", f"two.{ending}"]
        capsys.readouterr()
        assert main([medium, "ls", *both, "--json"]) == 0
        assert [*json.loads(capsys.readouterr().out)] == both
        assert main([medium, "ls", *both]) == 0
        assert [row for row in capsys.readouterr().out.splitlines() if row.endswith(":")] == [
            f"{name}:" for name in both
        ]
