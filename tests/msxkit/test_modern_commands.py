"""Every command takes a modern source, and speaks of its files, rows, columns and names."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from msxkit.cli import main
from tests.programs import needs

GAME = """define [wait][for t = 1 to [100]:next]
score = 0
loop{
  score += 1: [wait](2)
  if score > 2 then exit
  .show(score)
}
print scroe
error 5
include "lib.dmx"
"""
LIB = 'func .show(value)\n  print value; "x"\nret\n'


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of the game, which lies in the folder of the test."""
    monkeypatch.chdir(tmp_path)
    Path("game.dmx").write_text(GAME)
    Path("lib.dmx").write_text(LIB)
    return "game.dmx"


def test_check(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("lib.dmx").write_text(LIB.replace('"x"', "+"))
    assert main(["check", game]) == 1
    shown = capsys.readouterr().out
    assert "lib.dmx:2:16: error" in shown
    assert "\n      print value; +\n                   ^\n    as 80 PRINT ZY;+\n" in shown
    assert (
        "game.dmx:8:7: warning: scroe is read but never set: it is always 0; did you mean score? [never-set]"
        in shown
    )


def test_check_json(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", game, "--json"])
    (found,) = json.loads(capsys.readouterr().out)["findings"]
    assert (found["file"], found["row"], found["column"], found["width"]) == ("game.dmx", 8, 7, 5)
    assert (found["line"], found["text"]) == (60, "print scroe")


def test_run(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", game, "--variables", "--coverage", "--profile"]) == 1
    shown = capsys.readouterr().out
    assert "-- game.dmx:9:1: Illegal function call in 70: error 5" in shown
    assert "score# = 3\n" in shown
    assert '        2                     lib.dmx:2: print value; "x"\n' in shown
    profile = shown[shown.index("milliseconds") :]
    assert re.search(r"\n +12 .* %  game.dmx:4: score \+= 1: \[wait\]\(2\)\n", profile)
    assert re.search(r"\n +2 .* %  lib.dmx:2: print value", profile)


@pytest.mark.slow
@needs("openmsx")
def test_run_on_cartridge(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", game, "--on", "cartridge", "--variables"]) == 1
    shown = capsys.readouterr().out
    assert "\n-- game.dmx:9:1: Illegal function call in 70: error 5\n" in shown
    assert "\nscore# = 3\n" in shown
    Path(game).write_text("a = 1:\nb = asc(a$)")
    assert main(["run", game, "--on", "cartridge", "--screen", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["place"] == "game.dmx:2:1"


def test_run_limit(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"x{\n  a += 1\n}")))
    assert main(["run", "-", "--dialect", "modern", "--max-steps", "10"]) == 3
    assert "-- stopped at the limit in standard input:2:3" in capsys.readouterr().out


def test_list_and_xref(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", game]) == main(["xref", game]) == 0
    out, err = capsys.readouterr()
    assert "note: ZZ is score\n" in err
    assert out.startswith("10 ZZ=0\n20 ZZ=ZZ+1:FOR T=1 TO 2:NEXT\n")
    assert "score  2 4" in out


def test_compile_warns_at_the_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.dmx").write_text("{start}\nprint 1:\n  cload\n")
    assert main(["compile", str(tmp_path / "game.dmx"), "-o", str(tmp_path / "game.rom")]) == 0
    assert f"\n{tmp_path}/game.dmx:3:3: LOAD" in "\n" + capsys.readouterr().err


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("gosbu {x}\n{x} end", "game.dmx:1:1: error: GOSBU does not begin a statement; did you mean GOSUB?"),
        (
            "while a = 1\nend",
            "game.dmx:1:1: error: between while and a an operator is missing, or while is no keyword",
        ),
        ("a = 1:\nendif\nprint a", "game.dmx: nothing found"),
    ],
)
def test_found(game: str, source: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(game).write_text(source)
    main(["check", game])
    assert message in capsys.readouterr().out


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("goto {x}", "game.dmx:1:7: Label does not exist: x"),
        ('include "no.dmx"', "game.dmx:1:10: no.dmx: cannot be read: No such file or directory"),
        ('include "game.dmx"', "game.dmx:1:10: game.dmx includes itself"),
        ('cls\nprint "' + "x" * 260 + '"', "game.dmx:2:7: Direct statement in file"),
        ("a = 1e99", "game.dmx:1:5: Overflow"),
    ],
)
def test_refused(game: str, source: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(game).write_text(source)
    assert main(["tokenise", game, "-o", "game.bas"]) == 2
    assert message in capsys.readouterr().err
    assert not Path("game.bas").exists()
