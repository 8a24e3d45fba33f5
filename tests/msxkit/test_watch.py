"""`msxkit watch` in a terminal: what it shows after a save, and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal import Terminal, command

pytest.importorskip("watchfiles")

TEST = """
def test_a(msx):
    msx.load("a.bas")
    msx.run()
    assert msx.variables["A"] == 1
"""


@pytest.mark.slow
def test_watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.bas").write_text("10 A=1\n")
    Path("test_a.py").write_text(TEST)
    Path("msx.toml").write_text('sources = ["a.bas"]\ntargets = ["disk"]\n')
    with Terminal(command("msxkit", "watch")) as terminal:
        terminal.until("test: 1 passed")
        Path("a.bas").write_text("10 A=2\n")
        terminal.until("assert 2 == 1")
        Path("a.bas").write_text("10 PRNT 2\n")
        terminal.until("a.bas:1:4: error")
        Path("msx.toml").write_text('source = ["a.bas"]\n')
        terminal.until("source: unknown key; did you mean sources?")
        assert not any("test:" in row for row in terminal.display)
        Path("msx.toml").write_text('sources = ["a.bas"]\n')
        Path("a.bas").write_text("10 A=1\n")
        terminal.until("a.bas, msx.toml;")
        terminal.until("test: 1 passed")
        terminal.type("\x03")
        assert terminal.ends() == 0
