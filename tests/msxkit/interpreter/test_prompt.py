"""The prompt: lines, direct mode, editing the program, files, breaking and going on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msxkit.errors import MsxError
from msxkit.interpreter.files.files import HostFiles
from msxkit.interpreter.prompt import Prompt
from msxkit.language.program import Program
from tests.conftest import examples


def answers(*lines: str, prompt: Prompt | None = None) -> list[str]:
    """Return the answer to the last line."""
    prompt = Prompt(key_line=False) if prompt is None else prompt
    rows: list[str] = []
    for line in lines:
        rows = prompt.enter(line.encode("latin-1"))
    return rows


def test_the_banner_ends_at_ok() -> None:
    assert Prompt().banner.splitlines()[-1].startswith("color")
    assert Prompt(key_line=False).banner.splitlines()[-1] == "Ok"


#: Lines that are typed, and the answer to the last.
TYPED = json.loads(Path(__file__).with_name("prompt.json").read_bytes())


@pytest.mark.parametrize("row", TYPED, ids=[" ".join(row["typed"]) for row in TYPED])
def test_lines_and_answers(row: dict[str, list[str]]) -> None:
    assert answers(*row["typed"]) == row["answer"]


def test_files() -> None:
    files: dict[str, bytes] = {}
    prompt = Prompt(files=files, key_line=False)
    answers(
        '10 PRINT "SAVED"', 'SAVE"A"', 'SAVE"B.TXT",A', "NEW", '5 PRINT "FIVE"', 'SAVE"C",A', prompt=prompt
    )
    assert Program.from_file(files["A"]).listed() == files["B.TXT"] == b'10 PRINT "SAVED"\r\n\x1a'
    assert files["A"][0] == 0xFF
    assert answers('LOAD"a"', "LIST", prompt=prompt) == ['10 PRINT "SAVED"', "Ok"]
    assert answers('MERGE"C"', "RUN", prompt=prompt) == ["FIVE", "SAVED", "Ok"]
    assert answers('MERGE"A"', prompt=prompt) == ["Bad file mode", "Ok"]
    assert answers("FILES", prompt=prompt) == ["A            B       .TXT C", "Ok"]
    assert answers('NAME"C"AS"D"', 'FILES"?"', prompt=prompt) == ["A            D", "Ok"]
    assert answers('KILL"D"', 'LOAD"D"', prompt=prompt) == ["File not found", "Ok"]
    assert answers('SAVE"TOOLONGNAME.X"', prompt=prompt) == ["Bad file name", "Ok"]
    assert answers('RUN"A"', prompt=prompt) == ["SAVED", "Ok"]
    assert answers('CLOAD?"A"', prompt=prompt) == ["Ok"]
    assert answers("20 REM", 'CLOAD?"A"', prompt=prompt) == ["Verify error", "Ok"]


def test_memory_files() -> None:
    prompt = Prompt(files={}, key_line=False)
    assert answers("POKE &HE000,1:POKE &HE001,2", 'BSAVE"M",&HE000,&HE001', prompt=prompt) == ["Ok"]
    assert answers("POKE &HE000,9", 'BLOAD"M":PRINT PEEK(&HE000);PEEK(&HE001)', prompt=prompt) == [
        " 1  2",
        "Ok",
    ]
    assert answers('BSAVE"N",&HE000,&HE001,0:BLOAD"N",R', prompt=prompt) == ["Illegal function call", "Ok"]
    assert answers('VPOKE 0,65:BSAVE"V",0,9,S:CLS:BLOAD"V",S:LOCATE 0,2', prompt=prompt)[0].startswith("A")


def test_host_files_that_cannot_be_written(tmp_path: object) -> None:
    folder = Path(str(tmp_path)) / "gone"
    folder.mkdir()
    prompt = Prompt(files=HostFiles(folder), key_line=False)
    folder.rmdir()
    assert answers('SAVE"A"', prompt=prompt) == ["Disk I/O error", "Ok"]
    assert answers("FILES", prompt=prompt) == ["Disk I/O error", "Ok"]


def test_input_takes_the_next_line() -> None:
    prompt = Prompt(key_line=False)
    assert answers("10 INPUT A,B:PRINT A*B", "RUN", prompt=prompt) == ["?"]
    assert answers("6", prompt=prompt) == ["? 6", "??"]
    assert answers("7", prompt=prompt) == ["?? 7", " 42", "Ok"]


def test_control_c_stops_a_program_and_an_input() -> None:
    prompt = Prompt()
    for code in b"10 GOTO 10\rRUN\r":
        prompt.key(code)
    prompt.advance(1000)
    assert prompt.busy
    prompt.key(3)
    assert not prompt.running
    assert "Break in 10" in prompt.screen.text()
    for code in b"10 INPUT A\rRUN\r":
        prompt.key(code)
        prompt.advance(1000)
    assert prompt.running
    prompt.key(3)
    prompt.advance(1000)
    assert prompt.screen.text().count("Break in 10") == 2


def test_on_stop_takes_control_c() -> None:
    prompt = Prompt()
    for line in ("10 ON STOP GOSUB 30:STOP ON", "20 GOTO 20", "30 PRINT 99:RETURN", "RUN"):
        for code in f"{line}\r".encode():
            prompt.key(code)
        prompt.advance(100)
    prompt.key(3)
    prompt.advance(100)
    assert prompt.busy
    assert " 99" in list(prompt.screen)


def test_typing_ahead() -> None:
    prompt = Prompt()
    for code in b"FOR I=1 TO 9:NEXT\rPRINT I\r":
        prompt.key(code)
    while prompt.busy:
        prompt.advance(10)
    assert " 10" in list(prompt.screen)


def test_a_line_on_the_screen_can_be_changed() -> None:
    prompt = Prompt()
    for code in b'10 PRINT "OLD"\r\x1e' + b"\x1c" * 10 + b"NEW\rLIST\r":
        prompt.key(code)
    prompt.advance()
    assert list(prompt.screen).count('10 PRINT "NEW"') == 2


def test_auto() -> None:
    prompt = Prompt(key_line=False)
    for line in ("20 OLD", "AUTO", "PRINT 1", "", "PRINT 3"):
        for code in f"{line}\r".encode():
            prompt.key(code)
        prompt.advance()
    assert list(prompt.screen)[-24:].count("20*") == 1
    prompt.key(3)
    assert answers("LIST", prompt=prompt) == ["10 PRINT 1", "20 OLD", "30 PRINT 3", "Ok"]
    assert answers("AUTO 100,0", prompt=prompt) == ["Illegal function call", "Ok"]
    for code in b"AUTO 65529\rREM\r":
        prompt.key(code)
        prompt.advance()
    assert answers("LIST 65529", prompt=prompt) == ["65529 REM", "Ok"]


@pytest.mark.parametrize("word", ["SYSTEM", "system", "_SYSTEM", "CALL SYSTEM"])
def test_leaving(word: str) -> None:
    prompt = Prompt()
    prompt.enter(word.encode())
    assert prompt.left


def test_a_loaded_program() -> None:
    prompt = Prompt(Program.from_ascii(b'10 PRINT "HERE"\n'), key_line=False)
    assert answers("RUN", prompt=prompt) == ["HERE", "Ok"]
    with pytest.raises(MsxError, match="not known"):
        Prompt(machine="zx81")


@settings(deadline=None, max_examples=examples(60))
@given(st.lists(st.integers(0, 255), max_size=60))
def test_any_keys(codes: list[int]) -> None:
    prompt = Prompt(Program.from_ascii(b"10 INPUT A$:PRINT A$\n20 GOTO 10\n"), files={})
    for code in (*b"RUN\r", *codes, 13, 3, *b"LIST\r"):
        prompt.key(code)
        prompt.advance(500)
    assert prompt.screen.columns in (32, 40, 80)


def type_keys(prompt: Prompt, text: str) -> None:
    for code in text.encode("latin-1"):
        prompt.key(code)


def test_stop_pauses_a_program() -> None:
    prompt = Prompt(key_line=False)
    type_keys(prompt, "10 A=A+1:GOTO 10\rRUN\r")
    prompt.advance(100)
    type_keys(prompt, "\x13")
    assert not prompt.busy
    assert "Paused" in prompt.notice
    before = prompt.session.variable("A")
    type_keys(prompt, "x")
    prompt.advance(100)
    assert prompt.session.variable("A") == before
    assert "Paused" in prompt.notice
    type_keys(prompt, "\x13")
    prompt.advance(100)
    assert prompt.session.variable("A") != before
    assert prompt.notice == ""
    type_keys(prompt, "\x13\x03")
    assert not prompt.running
    assert prompt.screen.text().count("Break in 10") == 1
    prompt.enter(b"NEW")
    assert prompt.enter(b"PRINT 5") == [" 5", "Ok"]


def test_a_list_that_is_stopped_begins_anew() -> None:
    prompt = Prompt(Program.from_ascii(b"10 REM A\n20 REM B\n30 REM C\n"), key_line=False)
    prompt.session.source.pace_listing()
    type_keys(prompt, "LIST\r")
    prompt.advance()
    assert prompt.listing
    assert "REM A" in prompt.screen.text()
    assert "REM B" not in prompt.screen.text()
    type_keys(prompt, "\x03")
    assert not prompt.running
    type_keys(prompt, "\x0cLIST 20-\r")
    for _ in range(5):
        prompt.advance()
    assert not prompt.running
    rows = [row.rstrip() for row in prompt.screen]
    assert rows[:4] == ["LIST 20-", "20 REM B", "30 REM C", "Ok"]


@pytest.mark.parametrize(
    ("lines", "unsaved"),
    [
        ([], False),
        (["10 REM"], True),
        (["10 REM", 'SAVE"A"'], False),
        (["10 REM", 'SAVE"A",A', "20 REM"], True),
        (["10 REM", 'SAVE"A"', "20 REM", "20"], False),
        (["10 REM", 'SAVE"TOO LONG A NAME.X"'], True),
        (["10 REM", "NEW"], False),
        (["10 REM", 'CSAVE"A"'], False),
        (["10 REM", 'SAVE"A"', "RENUM 20"], True),
        (["10 REM", 'SAVE"A",A', "NEW", 'LOAD"A"'], False),
        (["10 END", 'SAVE"A"', "NEW", 'RUN"A"'], False),
        (["10 END", 'SAVE"A",A', "NEW", "20 END", 'MERGE"A"'], True),
    ],
)
def test_whether_a_program_would_be_lost(lines: list[str], unsaved: bool) -> None:
    prompt = Prompt(key_line=False)
    answers(*lines, prompt=prompt)
    assert prompt.session.source.unsaved == unsaved
    prompt.key(4)
    assert prompt.left != unsaved
    prompt.key(4)
    assert prompt.left


def test_control_d_while_running() -> None:
    prompt = Prompt()
    type_keys(prompt, "10 FOR I=1 TO 9:NEXT\rRUN\r\x04")
    prompt.advance()
    assert not prompt.running
    assert "Not saved" in prompt.notice
    type_keys(prompt, "n")
    assert prompt.notice == ""
    type_keys(prompt, "y")
    assert not prompt.left


def test_a_line_that_prints_without_end_is_broken_off() -> None:
    prompt = Prompt(key_line=False)
    rows = answers('10 PRINT "X":GOTO 10', "RUN", prompt=prompt)
    assert 100_000 < len(rows) < 102_000
    assert rows[-2:] == ["Break in 10", "Ok"]
