"""The commands in a shell: several files, standard output by name, man pages, the nearest word."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from battleship.cli import GROUP as BATTLESHIP
from battleship.cli import main as battleship
from msxkit.cli import GROUP as MSXKIT
from msxkit.cli import main
from tests.programs import needs


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.bas").write_text('10 A=1:GOTO 30\n30 PRINT "ONE"\n')
    Path("two.bas").write_text('10 PRINT "TWO"\n')
    Path("graphic.bas").write_text("10 SCREEN 2:A$=INPUT$(1)\n")


def _names(command: click.Command, name: str, between: str = "-") -> Iterator[str]:
    yield name
    if isinstance(command, click.Group):
        context = click.Context(command)
        for word in command.list_commands(context):
            below = command.get_command(context, word)
            assert below is not None
            yield from _names(below, f"{name}{between}{word}", between)


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


def test_man_with_a_command_shows_its_help(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for words in (["compile"], ["tape", "convert"]):
        assert main(["man", *words]) == 0
        shown = capsys.readouterr().out
        assert main([*words, "--help"]) == 0
        assert capsys.readouterr().out == shown
    assert main(["man", "tape", "compile"]) == 2
    assert "msxkit tape has no command 'compile'" in capsys.readouterr().err
    assert main(["man", "compile", "-o", str(tmp_path / "man")]) == 2
    assert not (tmp_path / "man").exists()


#: A command that prints a table -> a command line that prints it as JSON.
TABLES = {
    "msxkit check": "msxkit check one.bas two.bas --output-format json",
    "msxkit xref": "msxkit xref one.bas --json",
    "msxkit compile": "msxkit compile one.bas -o one.rom --json",
    "msxkit disk ls": "msxkit disk ls d.dsk --json",
    "msxkit disk check": "msxkit disk check d.dsk d.dsk --json",
    "msxkit tape ls": "msxkit tape ls t.cas --json",
    "msxkit openmsx doctor": "msxkit openmsx doctor --json",
    "msxkit replay": "msxkit replay one.json --on interpreter --json",
    "msxkit run": "msxkit run one.bas --screen json --coverage",
    "battleship players": "battleship players --json",
    "battleship hint": "battleship hint board.txt --rules hasbro --json",
    "battleship arena": "battleship arena --players random --games 1 --json",
    "battleship referee": "battleship referee builtin:random builtin:density --games 1 --json",
    "battleship compliance": "battleship compliance builtin:random --json",
    "battleship verify": "battleship verify --json",
}
#: They write files, play, serve, or print something else than a table.
NO_TABLES = {
    *(
        f"msxkit {name}"
        for name in ("tokenise", "play", "basic", "list", "format", "renumber", "modernise", "dap", "lsp")
    ),
    *(f"msxkit disk {name}" for name in ("new", "get", "put", "rm")),
    *(f"msxkit tape {name}" for name in ("new", "get", "convert")),
    *(f"msxkit {name}" for name in ("new", "build", "start", "watch")),
    *(f"msxkit {name}" for name in ("cartridge", "media", "openmsx run", "record", "man")),
    *(f"battleship {name}" for name in ("play", "record", "batch", "bot", "watch", "replay", "man")),
}


def test_json_of_every_command() -> None:
    found = {*_names(MSXKIT, "msxkit", " "), *_names(BATTLESHIP, "battleship", " ")}
    leaves = {name for name in found if not any(other.startswith(f"{name} ") for other in found)}
    assert leaves == TABLES.keys() | NO_TABLES


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_valid_json(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("board.txt").write_text("..........\n" * 9 + "...X......\n")
    assert main(["disk", "new", "-o", "d.dsk", "one.bas"]) == 0
    assert main(["tape", "new", "-o", "t.cas", "one.bas"]) == 0
    assert main(["record", "two.bas", "--on", "interpreter", "-o", "one.json"]) == 0
    capsys.readouterr()
    kit, *words = TABLES[name].split()
    code = (main if kit == "msxkit" else battleship)(words)
    out, error = capsys.readouterr()
    assert code == 0 or name == "msxkit openmsx doctor", error
    assert json.loads(out)


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_picture_does_not_go_to_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", _Terminal())
    assert main(["run", "two.bas", "--screen", "png"]) == 2
    assert "--screen png is not text; choose a file with -o FILE" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("msxkit ren", ["renumber"]),
        ("msxkit run --scr", ["--screen"]),
        ("msxkit run --screen p", ["png"]),
        ("msxkit disk g", ["get"]),
        ("battleship wa", ["watch"]),
        ("battleship arena --pl", ["--players", "--placement", "--plot"]),
        ("battleship arena --players random,nxn-", ["random,nxn-simple", "random,nxn-brute"]),
        ("battleship watch density den", ["density"]),
        ("battleship play --player sa", ["sampled"]),
        ("battleship bot ma", ["marmsx", "matched"]),
        ("battleship play --rules o", ["original"]),
        ("battleship hint --rules h", ["hasbro"]),
        ("msxkit check --ignore unr", ["unreachable"]),
        ("msxkit run --machine vg", ["vg8020"]),
        pytest.param(
            "msxkit record --machine C-BIOS_MSX2+_",
            ["C-BIOS_MSX2+_BR", "C-BIOS_MSX2+_JP"],
            marks=needs("openmsx"),
        ),
    ],
)
def test_bash_completes(typed: str, offered: list[str]) -> None:
    kit = typed.split()[0]
    script = (
        f'eval "$(_{kit.upper()}_COMPLETE=bash_source {kit})"; COMP_WORDS=({typed}); '
        f'COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _{kit}_completion {kit}; echo "${{COMPREPLY[@]}}"'
    )
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, text=True, env={**os.environ, "PATH": path}
    )
    assert (done.stdout.split(), done.stderr) == (offered, "")


@pytest.mark.parametrize(
    ("typed", "new"),
    [
        ("msxkit xref one.bas --format json", "xref one.bas --json"),
        ("msxkit xref one.bas --format=json", "xref one.bas --json"),
        ("msxkit disk put d.dsk one.bas --replace", "disk put d.dsk one.bas --force"),
        ("msxkit disk new a.dsk one.bas", "disk new one.bas -o a.dsk"),
        ("msxkit disk new a.dsk", "disk new -o a.dsk"),
        ("msxkit tape new a.cas one.bas", "tape new one.bas -o a.cas"),
        ("msxkit tape convert t.cas a.wav", "tape convert t.cas -o a.wav"),
        ("msxkit cartridge a.rom one.bas", "cartridge one.bas -o a.rom"),
        (
            "battleship arena --players random --games 1 --json a.json",
            "arena --players random --games 1 -o a.json",
        ),
    ],
)
def test_old_spellings(typed: str, new: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["disk", "new", "-o", "d.dsk", "one.bas"]) == 0
    assert main(["tape", "new", "-o", "t.cas", "one.bas"]) == 0
    kit, *words = typed.split()
    run = main if kit == "msxkit" else battleship
    made = []
    for line in (words, new.split()):
        capfd.readouterr()
        assert run(line) == 0
        out, error = capfd.readouterr()
        assert error.startswith("warning: ") == (line == words)
        made.append((out if "--json" in new else "", *(Path(name).exists() for name in new.split())))
    assert made[0] == made[1]


def test_options_without_a_second_name() -> None:
    def options(command: click.Command) -> Iterator[str]:
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                below = command.get_command(context, name)
                assert below is not None
                yield from options(below)
        for parameter in command.params:
            yield from parameter.opts if isinstance(parameter, click.Option) else ()

    found = {*options(MSXKIT), *options(BATTLESHIP)}
    assert not found & {"--backend", "--target", "--replace", "--seconds", "--out"}
