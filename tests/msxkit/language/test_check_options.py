"""`msxkit check`: which checks are made, repairs, and the forms of its report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from msxkit.cli import main
from msxkit.lsp import fixes
from msxkit.lsp.diagnostics import Diagnostic, WantedChecks, diagnostics
from msxkit.lsp.document import Document


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.bas").write_text("10 PIRNT 1\n20 PRINT A,1\n")


def test_select_and_ignore(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "a.bas", "--select", "never-set"]) == 0
    assert "a.bas:2:10: warning: A is read but never set" in capsys.readouterr().out
    assert main(["check", "a.bas", "--ignore", "syntax", "--ignore", "never-set"]) == 0
    assert main(["check", "a.bas", "--ignore", "nothing"]) == 2


def test_warnings_as_errors() -> None:
    assert main(["check", "a.bas", "--ignore", "syntax"]) == 0
    assert main(["check", "a.bas", "--ignore", "syntax", "--warnings-as-errors"]) == 1


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("msx.toml", 'sources = ["a.bas"]\n[check]\nignore = ["syntax"]\nwarnings-as-errors = true\n'),
        ("pyproject.toml", '[tool.msxkit.check]\nignore = ["syntax"]\nwarnings-as-errors = true\n'),
    ],
)
def test_settings(file: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(file).write_text(text)
    assert main(["check", "a.bas"]) == 1
    assert "0 errors, 1 warning" in capsys.readouterr().out
    Path(file).write_text(text.replace("ignore", "ignor"))
    assert main(["check", "a.bas"]) == 2
    assert f"{file}: " in (said := capsys.readouterr().err)
    assert "check.ignor: unknown key; did you mean ignore?" in said


def test_project_without_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 2
    Path("msx.toml").write_text('sources = ["a.bas"]\n')
    assert main(["check"]) == 1
    assert "a.bas:1:4: error" in capsys.readouterr().out


def test_fix(capsys: pytest.CaptureFixture[str]) -> None:
    Path("b.bas").write_bytes(b"10 PIRNT 1\r\n20 IF A PRINT 2\r\n30 A=\r\n")
    assert main(["check", "--fix", "b.bas"]) == 1
    assert Path("b.bas").read_bytes() == b"10 PRINT 1\r\n20 IF A THEN PRINT 2\r\n30 A=\r\n"
    assert "b.bas:1:4: Replace PIRNT by PRINT" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("encoding", "before", "after"),
    [
        ("japan", '10 PIRNT "ｶナ"\n'.encode(), '10 PRINT "ｶナ"\n'.encode()),
        ("latin1", b'10 PIRNT "\xe9"\r\n', b'10 PRINT "\xe9"\r\n'),
        ("msx", b'10 PIRNT "\x82\x01\x42\xff"\r\n\x1a', b'10 PRINT "\x82\x01\x42\xff"\r\n\x1a'),
        ("auto", b"\xef\xbb\xbf10 PIRNT 1\n", b"\xef\xbb\xbf10 PRINT 1\n"),
    ],
)
def test_fix_in_encodings(encoding: str, before: bytes, after: bytes) -> None:
    Path("b.bas").write_bytes(before)
    main(["check", "--fix", "b.bas", "--encoding", encoding])
    assert Path("b.bas").read_bytes() == after


def test_fix_modern(capsys: pytest.CaptureFixture[str]) -> None:
    Path("game.dmx").write_bytes(b'score = 1\r\ninclude "more.dmx"\r\nprint (score\r\n')
    Path("more.dmx").write_text("if A print 2\n")
    assert main(["check", "--fix", "game.dmx"]) == 0
    assert Path("game.dmx").read_bytes() == b'score = 1\r\ninclude "more.dmx"\r\nprint (score)\r\n'
    assert Path("more.dmx").read_text() == "if A THEN print 2\n"
    told = capsys.readouterr().err.splitlines()
    assert sorted(told) == ["game.dmx:3:13: Close the bracket", "more.dmx:1:6: Insert THEN"]


def test_fix_checks_once_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("b.bas").write_text("".join(f"{row} PIRNT {row}\n" for row in range(10, 300, 10)))
    checked: list[Document] = []

    def counted(document: Document, asked: WantedChecks) -> list[Diagnostic]:
        checked.append(document)
        return diagnostics(document, asked)

    monkeypatch.setattr(fixes, "diagnostics", counted)
    assert main(["check", "--fix", "b.bas"]) == 0
    assert len(checked) == 3


def test_github(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "a.bas", "--output-format", "github", "--select", "syntax"]) == 1
    assert capsys.readouterr().out == (
        "::error file=a.bas,line=1,col=4,title=msxkit (syntax)::PIRNT does not begin a statement; "
        "did you mean PRINT? (Syntax error in 10)\n"
    )


def test_sarif(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "a.bas", "--output-format", "sarif"]) == 1
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    first = run["results"][0]
    assert (first["ruleId"], first["level"]) == ("syntax", "error")
    region = first["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 1, "startColumn": 4, "endColumn": 9}


def test_old_spellings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "a.bas", "--json", "--off=syntax", "--target", "msx1"]) == 0
    out, error = capsys.readouterr()
    assert json.loads(out)["target"] == "msx1"
    assert "warning: --off of msxkit check is now --ignore; write that" in error
