"""OPEN, PRINT #, INPUT # and similar statements, and the errors of files (MSX Red Book, 6A0EH to 6E86H)."""

from __future__ import annotations

from pathlib import Path

import pytest

from msxkit.interpreter import Session
from msxkit.interpreter.files.files import HostFiles
from tests.msxkit.running import error_of, run


def test_a_large_file_that_was_only_read_is_left_alone() -> None:
    files = {"L": bytes(800 * 1024)}
    session = run('10 OPEN "L" AS #1 LEN=8:GET #1,9000:PRINT LOC(1):CLOSE\n', files)
    assert session.error is None


def test_host_files(tmp_path: Path) -> None:
    (tmp_path / "mixed.Txt").write_bytes(b"5\r\n")
    (tmp_path / "a much longer name.txt").write_bytes(b"")
    files = HostFiles(tmp_path)
    session = Session(
        '10 OPEN "MIXED.TXT" FOR INPUT AS #1:INPUT #1,A:CLOSE\n'
        '20 OPEN "mixed.txt" FOR OUTPUT AS #1:PRINT #1,A+1:CLOSE:FILES:KILL "MIXED.TXT":FILES\n',
        files=files,
    )
    session.run()
    assert session.screen[0] == "MIXED   .TXT"
    assert session.error is not None
    assert session.error.number == 53  # nothing is left that has an 8.3 name
    assert [path.name for path in tmp_path.iterdir()] == ["a much longer name.txt"]


def test_nothing_outside_the_folder_can_be_named(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    for name in ("../X", "..", "/X", "C:\\\\X"):
        session = Session(f'10 OPEN "{name}" FOR OUTPUT AS #1:PRINT #1,5:CLOSE\n', files=HostFiles(folder))
        session.run()
        assert error_of(session) == 56
    assert [path.name for path in tmp_path.iterdir()] == ["disk"]


@pytest.mark.parametrize(
    "statement",
    [
        *('LOAD"CAS:"', 'RUN"CAS:"', 'MERGE"CAS:"', 'BLOAD"CAS:",R', "CLOAD", "CLOAD?"),
        'OPEN"CAS:"FOR INPUT AS#1',
    ],
)
def test_a_tape_that_does_not_run_has_no_next_file(statement: str) -> None:
    session = run(f"10 {statement}\n", {"G": b"10 END\r\n"})
    assert error_of(session) == 19
    assert session.error is not None
    assert "give the name of the file" in session.error.note


@pytest.mark.parametrize("word", ["CMD", "IPL"])
def test_words_for_extensions_say_what_they_are(word: str) -> None:
    session = run(f"10 {word}\n", {})
    assert error_of(session) == 5
    assert session.error is not None
    assert session.error.note == f"{word} does nothing unless machine code takes it over"


@pytest.mark.parametrize(
    "statement", ['LOAD"G"', 'RUN"G.BAS"', 'MERGE"G"', 'BLOAD"G"', 'OPEN"G" FOR INPUT AS #1']
)
def test_a_machine_without_a_drive_looks_on_its_cassette(statement: str) -> None:
    """It would wait for the file until somebody presses STOP, and then stop with Device I/O error."""
    for name, machine in ((statement, "msx1"), (statement.replace('"', '"CAS:', 1), "msx2")):
        session = Session(f"10 {name}\n", machine=machine)
        session.run(max_steps=100)
        assert error_of(session) == 19
        assert session.error is not None
        assert "the cassette has no G" in session.error.note
    with_drive = Session(f"10 {statement}\n", machine="msx2")
    with_drive.run(max_steps=100)
    assert error_of(with_drive) == 53
