"""An unsaved program is written to the first folder with room for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from msxkit.errors import FileError
from msxkit.interpreter.prompt import Prompt
from msxkit.interpreter.rescue import rescue


def typed(*lines: bytes) -> Prompt:
    prompt = Prompt(files={}, key_line=False)
    for line in lines:
        prompt.enter(line)
    return prompt


def test_nothing_is_written_for_nothing(tmp_path: Path) -> None:
    for prompt in (typed(), typed(b"10 REM", b'SAVE"A"'), typed(b"10 REM", b"NEW")):
        assert rescue(prompt.session, [tmp_path]) is None
    assert list(tmp_path.iterdir()) == []


def test_every_rescue_has_a_name_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "RESCUE.BAS").symlink_to("nowhere")
    prompt = typed(b'10 PRINT "\x82"')
    kept = rescue(prompt.session, [tmp_path])
    assert kept == tmp_path / "RESCUE1.BAS"
    assert kept.read_bytes() == b'10 PRINT "\x82"\r\n\x1a'
    assert rescue(prompt.session, [tmp_path]) is None, "it is kept now"
    prompt.enter(b"20 REM")
    assert rescue(prompt.session, [tmp_path]) == tmp_path / "RESCUE2.BAS"


def test_the_next_folder_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prompt = typed(b"10 REM")
    assert rescue(prompt.session, [tmp_path / "gone", tmp_path]) == tmp_path / "RESCUE.BAS"
    prompt.enter(b"20 REM")
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "temporary"))
    with pytest.raises(FileError, match="temporary"):
        rescue(prompt.session, [tmp_path / "gone"])
    (tmp_path / "temporary").mkdir()
    assert rescue(prompt.session, []) == tmp_path / "temporary" / "RESCUE.BAS"
