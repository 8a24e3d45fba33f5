"""The commands in a shell: several files, standard output by name, man pages, the nearest word."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from battleship.cli import GROUP as BATTLESHIP
from battleship.cli import main as battleship
from msxkit.cli import GROUP as MSXKIT
from msxkit.cli import main
from msxkit.language.program import Program


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.bas").write_text('10 A=1:GOTO 30\n30 PRINT "ONE"\n')
    Path("two.bas").write_text('10 PRINT "TWO"\n')


@pytest.mark.parametrize("command", ["list", "format", "renumber", "tokenise"])
def test_a_dash_is_standard_output(command: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main([command, "one.bas", "-o", "-"]) == 0
    out, error = capfdbinary.readouterr()
    assert error == b""
    assert Program.from_file(out, "it").lines[0].number == 10
    assert b"ONE" in out
    assert not Path("-").exists()


def test_a_dash_is_no_file_where_files_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cartridge", "-", "one.bas"]) == 2
    assert "does not write to standard output" in capsys.readouterr().err
    assert not Path("-").exists()


def test_several_files_are_listed_each_below_its_name(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "one.bas", "two.bas"]) == 0
    assert capfd.readouterr().out == (
        'one.bas:\n10 A=1:GOTO 30\n30 PRINT "ONE"\n\ntwo.bas:\n10 PRINT "TWO"\n'
    )
    assert main(["list", "one.bas", "two.bas", "-o", "three.bas"]) == 2
    assert "several programs need -o FOLDER" in capfd.readouterr().err
    assert not Path("three.bas").exists()


def test_several_files_have_a_cross_reference_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["xref", "one.bas", "two.bas", "--json"]) == 0
    reports = json.loads(capsys.readouterr().out)
    assert [report["file"] for report in reports] == ["one.bas", "two.bas"]
    assert reports[0]["lines"] == {"30": [{"statement": "GOTO", "line": 10}]}
    assert main(["xref", "one.bas", "two.bas"]) == 0
    assert capsys.readouterr().out.startswith("one.bas:\n\nLines\n")


def _names(command: click.Command, name: str) -> Iterator[str]:
    yield name
    if isinstance(command, click.Group):
        context = click.Context(command)
        for word in command.list_commands(context):
            below = command.get_command(context, word)
            assert below is not None
            yield from _names(below, f"{name}-{word}")


def test_every_command_has_a_man_page(tmp_path: Path) -> None:
    for command in (main, battleship):
        assert command(["man", "-o", str(tmp_path / "man")]) == 0
    made = {path.stem: path.read_text() for path in (tmp_path / "man").iterdir()}
    assert made.keys() == {*_names(MSXKIT, "msxkit"), *_names(BATTLESHIP, "battleship")}
    for name, text in made.items():
        assert text.startswith(f'.TH "{name.upper()}" 1 ')
        # A line that begins with a dot or an apostrophe would be a request that roff does not know.
        requests = {line.split()[0] for line in text.splitlines() if line[:1] in (".", "'")}
        assert requests <= {".TH", ".SH", ".TP", ".PP"}, (name, requests)
    assert "\\-\\-coverage" in made["msxkit-run"]
    assert "battleship\\-watch" in made["battleship"]


def test_without_its_file_turbo_points_at_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    Path("turbo.bas").write_text('10 BLOAD"XBASIC.BIN",R\n20 CALL TURBO ON\n30 PRINT "FAST"\n')
    assert main(["run", "turbo.bas"]) == 1
    out, error = capsys.readouterr()
    assert "--with turbo runs CALL TURBO without it" in out + error
    assert main(["run", "turbo.bas", "--with", "turbo"]) == 0
    assert "FAST" in capsys.readouterr().out
