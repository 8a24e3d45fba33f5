"""Runs that only repeat themselves: what ends, and what only looks as if it would."""

from __future__ import annotations

import wave
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from PIL import Image

from msxkit.cli import main
from msxkit.interpreter import Session
from msxkit.interpreter.repeating import run_until_repeat
from msxkit.machine.clock import SECOND
from msxkit.stop_reason import StopReason

_MINUTES = 300 * SECOND


def slow(*cases: object) -> list[ParameterSet]:
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
        for case in cases
    ]


@pytest.mark.parametrize(
    "program",
    [
        "50 GOTO 50",
        "10 SCREEN 2:LINE(0,0)-(99,99)\n50 GOTO 50",
        "10 FOR T=1 TO 300:NEXT:GOTO 10",
        "10 FOR C=1 TO 15:COLOR ,,C:FOR T=1 TO 50:NEXT T,C\n20 GOTO 10",
        "10 GOSUB 20:GOTO 10\n20 RETURN",
        "10 DATA 1,2\n20 READ A,B:RESTORE:GOTO 20",
        '10 PRINT"HELLO";:GOTO 10',
        '10 A$=A$+"X":B$=LEFT$(A$,5):A$=B$:GOTO 10',
        '10 PLAY"L64CDE"\n20 GOTO 20',
        "10 DEF FNA(X)=X*2\n20 A=FNA(3):GOTO 20",
        "10 IF PEEK(&HE000)=PEEK(&HE002) THEN 10",
        *slow(
            '10 PLAY"L64CDE"\n20 IF PLAY(0) THEN 20\n30 GOTO 10',
            "10 TIME=0\n20 IF TIME<50 THEN GOTO 20\n30 C=1-C:COLOR ,,C:GOTO 10",
            "10 POKE &HFC9E,0\n20 IF PEEK(&HFC9E)<50 THEN 20\n30 C=1-C:COLOR ,,C:GOTO 10",
            '10 A$=CHR$(65)+"B":A=FRE(""):GOTO 10',
        ),
    ],
)
def test_a_state_that_comes_again_ends_the_run(program: str) -> None:
    session = Session(program)
    event = run_until_repeat(session, until=_MINUTES)
    assert event.at is StopReason.REPEAT, event
    assert not session.sound.plays


def test_music_that_comes_again_ends_the_run() -> None:
    session = Session('10 PLAY"CDE":GOTO 10')
    assert run_until_repeat(session, until=_MINUTES).at is StopReason.REPEAT
    assert session.sound.plays


@pytest.mark.parametrize(
    ("program", "line"),
    [
        ('20 IF INKEY$="" THEN 20', 20),
        ("20 A=A XOR 1:IF STRIG(0)=0 THEN 20", 20),
        *slow(
            ("10 LOCATE 0,0:PRINT 1\n20 S=STICK(0):FOR I=1 TO 300:NEXT\n30 IF S=0 THEN 10", 20),
            ("20 IF PEEK(&HFBE5)=255 THEN 20", 20),
            ("10 DEF FNS(X)=STICK(X)\n20 IF FNS(0)=0 THEN 20", 20),
            ("10 ON STOP GOSUB 30:STOP ON\n20 GOTO 20\n30 RETURN", 20),
            ("10 ON STRIG GOSUB 30:STRIG(0) ON\n20 GOTO 20\n30 RETURN", 20),
            ("20 A=PDL(1):IF PAD(0) THEN 40 ELSE 20\n40 END", 20),
        ),
    ],
)
def test_a_loop_that_looks_at_keys_waits_for_one(program: str, line: int) -> None:
    session = Session(program)
    event = run_until_repeat(session, until=_MINUTES)
    assert (event.at, event.line) == (StopReason.KEY, line)


@pytest.mark.parametrize("loop", ["20 GOTO 20", "20 FOR T=1 TO 200:NEXT:GOTO 10"])
def test_a_loop_that_traps_a_key_waits_for_one(loop: str) -> None:
    session = Session(f"10 ON KEY GOSUB 30:KEY(1) ON\n{loop}\n30 A=1:END")
    event = run_until_repeat(session, until=_MINUTES)
    assert event.at is StopReason.KEY
    session.keys.hold("F1")
    assert run_until_repeat(session, until=_MINUTES).at is StopReason.END
    assert session.variable("A") == 1


def test_a_trap_without_a_routine_waits_for_nothing() -> None:
    session = Session("10 KEY(1) ON:STOP ON\n20 GOTO 20")
    assert run_until_repeat(session, until=_MINUTES).at is StopReason.REPEAT


def test_a_key_ends_a_loop_that_looks_for_one() -> None:
    session = Session('10 LOCATE 0,0:PRINT 1\n20 A$=INKEY$:IF A$="" THEN 10\n30 A=1')
    assert run_until_repeat(session, until=_MINUTES).at is StopReason.KEY
    session.keys.press("X")
    assert run_until_repeat(session, until=_MINUTES).at is StopReason.END
    assert session.variables == {"A$": "X", "A#": 1}


@pytest.mark.parametrize(
    ("program", "variable"),
    [
        ("10 T=TIME\n20 IF TIME-T<3000 GOTO 20\n30 A=1", "A"),
        ("10 FOR I=1 TO 30000:NEXT\n30 A=1", "A"),
        ("10 IF PEEK(&HFC9F)<40 GOTO 10\n30 A=1", "A"),
        ("10 ON INTERVAL=3000 GOSUB 30:INTERVAL ON\n20 GOTO 20\n30 A=1:END", "A"),
        ("10 DEF FNT(X)=TIME:T=TIME\n20 IF FNT(1)-T<3000 GOTO 20\n30 A=1", "A"),
        ('10 PLAY"T32L1CCCC"\n20 IF PLAY(0) GOTO 20\n30 A=1', "A"),
        ("10 IF RND(1)<.9999 GOTO 10\n30 A=1", "A"),
        *slow(
            ("10 TIME=0\n20 IF TIME<300 GOTO 20\n30 N=N+1:IF N<40 GOTO 10\n40 A=1", "A"),
            ("10 IF PEEK(&HFC9F)<9 THEN GOTO 10\n20 A=1", "A"),
            ("10 IF TIME<9000 THEN PRINT;:GOTO 10\n20 A=1", "A"),
        ),
    ],
)
def test_deprecated_still_works(program: str, variable: str) -> None:
    session = Session(program)
    assert run_until_repeat(session, until=_MINUTES).at is StopReason.END
    assert session.variable(variable) == 1


def test_keys_that_are_still_to_come_are_waited_for(tmp_path: Path) -> None:
    (tmp_path / "p.bas").write_text("10 ON KEY GOSUB 30:KEY(1) ON\n20 GOTO 20\n30 PRINT 7:END\n")
    (tmp_path / "p.txt").write_text("60 keys F1\n")
    out = tmp_path / "out.txt"
    assert main(["run", f"{tmp_path}/p.bas", "--input", f"{tmp_path}/p.txt", "-o", str(out)]) == 0
    assert " 7" in out.read_text()


def test_looking_for_it_changes_nothing_that_the_program_can_see() -> None:
    program = """10 DIM A(400)
20 FOR I=0 TO 400:A(I)=TIME:NEXT:GOSUB 40
30 GOTO 20
40 N=N+1:IF N>30 THEN END ELSE RETURN
"""
    plain, looking = Session(program), Session(program)
    plain.run()
    run_until_repeat(looking)
    assert plain.variables == looking.variables
    assert (plain.t_states, plain.steps) == (looking.t_states, looking.steps)


def test_the_picture_of_a_program_that_holds_it_is_there_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "p.bas"
    program.write_text("10 COLOR 15,1,1:SCREEN 2:LINE(0,0)-(99,99),8,BF\n50 GOTO 50\n")
    for ending in ("png", "gif", "wav"):
        assert main(["run", str(program), "-o", str(tmp_path / f"x.{ending}")]) == 0
        assert "only repeats itself from line 50" in capsys.readouterr().err
    assert len(Image.open(tmp_path / "x.png").convert("RGB").getcolors() or ()) == 2
    with wave.open(str(tmp_path / "x.wav")) as sound:
        assert sound.getnframes() < 3 * sound.getframerate()


def test_a_limit_is_told_with_a_picture_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "p.bas"
    program.write_text("50 GOTO 50\n")
    options = ["run", str(program), "-o", str(tmp_path / "x.png"), "--wait", "--max-emulated-seconds", "2"]
    assert main(options) == 3
    assert "stopped in line 50 at the limit of --max-emulated-seconds 2" in capsys.readouterr().err


def test_a_sound_has_a_begin_and_an_end(tmp_path: Path) -> None:
    program, out = tmp_path / "p.bas", tmp_path / "x.wav"
    program.write_text('10 PLAY"L1CDEFGAB":GOTO 10\n')
    assert main(["run", str(program), "-o", str(out), "--from", "1", "--to", "2.5"]) == 0
    with wave.open(str(out)) as sound:
        assert sound.getnframes() / sound.getframerate() == pytest.approx(1.5, abs=0.02)


def test_a_program_that_holds_its_picture_is_recorded_and_replayed(tmp_path: Path) -> None:
    program, made = tmp_path / "p.bas", tmp_path / "r.json"
    program.write_text("10 SCREEN 1:A$=INPUT$(1):PRINT A$\n50 GOTO 50\n")
    assert main(["record", str(program), "--on", "interpreter", "--type", "X", "-o", str(made)]) == 0
    assert made.read_text().count('"at"') == 2
    assert '"repeat"' in made.read_text()
    assert main(["replay", str(made), "--program", str(program), "--on", "interpreter"]) == 0
    program.write_text("10 SCREEN 1:A$=INPUT$(1):PRINT A$;A$\n50 GOTO 50\n")
    assert main(["record", str(program), "--on", "interpreter", "--force", "-o", str(made)]) == 0
