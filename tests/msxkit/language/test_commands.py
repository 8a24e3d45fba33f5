from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from msxkit.cli import main
from msxkit.lsp import fixes
from msxkit.lsp.diagnostics import Diagnostic, WantedChecks, diagnostics
from msxkit.lsp.document import Document
from tests.msxkit.language.conftest import LISTINGS

BATTLE = str(LISTINGS / "battle.bas")


def test_list_lenient_says_what_was_lost(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    damaged = tmp_path / "d.bas"
    main(["tokenise", BATTLE, "-o", str(damaged)])
    damaged.write_bytes(damaged.read_bytes()[:1000])
    assert main(["list", str(damaged)]) == 2
    capfd.readouterr()
    assert main(["list", str(damaged), "--lenient"]) == 0
    captured = capfd.readouterr()
    assert captured.err.startswith("note: ")
    assert captured.out.startswith("5 ' Rem MarMSX 2018\n10 COLOR 15,0,0")


def test_memory_of_many_findings(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    listing, peaks = tmp_path / "a.bas", {}
    listing.write_bytes(b"10 PRINT\n" * 2000)
    for form in ("text", "text", "json"):  # the first imports and builds tables
        tracemalloc.start()
        assert main(["check", str(listing), "--format", form]) == 0
        peaks[form] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        shown = capfd.readouterr().out
    assert len(json.loads(shown)["findings"]) == 1999
    assert peaks["json"] < 1.5 * peaks["text"]


@pytest.mark.parametrize(
    "arguments", [["tokenise", BATTLE, "-o", "/dev/null"], ["list", BATTLE], ["check", BATTLE]]
)
@pytest.mark.one_in(3)
def test_the_language_tools_load_no_machine(arguments: list[str]) -> None:
    code = (
        "import sys; from msxkit.cli import main; main(sys.argv[1:]);"
        "late = ('lark', 'numpy', 'rich', 'PIL', 'textual', 'msxkit.machine', 'msxkit.recording');"
        "print([name for name in late if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_fix_checks_once_a_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("b.bas").write_text("".join(f"{row} PIRNT {row}\n" for row in range(10, 300, 10)))
    checked: list[Document] = []

    def counted(document: Document, asked: WantedChecks) -> list[Diagnostic]:
        checked.append(document)
        return diagnostics(document, asked)

    monkeypatch.setattr(fixes, "diagnostics", counted)
    assert main(["check", "--fix", "b.bas"]) == 0
    assert len(checked) == 3
