"""Runs that only repeat themselves: what ends, and what only looks as if it would."""

from __future__ import annotations

import json
import wave
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from msxkit.cli import main
from msxkit.interpreter import Session
from msxkit.interpreter.repeating import run_until_repeat
from msxkit.machine.clock import SECOND
from msxkit.stop_reason import StopReason

_MINUTES = 300 * SECOND


#: Programs, and why and in which line their runs stop; those that end have set A to 1.
PROGRAMS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("repeating.json").read_bytes())


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=" ".join(row["lines"]), marks=[pytest.mark.slow] * row.get("slow", False))
        for row in PROGRAMS
    ],
)
def test_stop(row: dict[str, Any]) -> None:
    session = Session("\n".join(row["lines"]))
    event = run_until_repeat(session, until=_MINUTES)
    assert (str(event.at), event.line) == (row["stop"], row.get("line", event.line))
    if row["stop"] == "repeat":
        assert session.sound.plays == row.get("plays", False)
    if row["stop"] == "end":
        assert session.variable("A") == 1


@pytest.mark.parametrize("loop", ["20 GOTO 20", "20 FOR T=1 TO 200:NEXT:GOTO 10"])
def test_a_loop_that_traps_a_key_waits_for_one(loop: str) -> None:
    session = Session(f"10 ON KEY GOSUB 30:KEY(1) ON\n{loop}\n30 A=1:END")
    event = run_until_repeat(session, until=_MINUTES)
    assert event.at is StopReason.KEY
    session.keys.hold("F1")
    assert run_until_repeat(session, until=_MINUTES).at is StopReason.END
    assert session.variable("A") == 1


def test_a_key_ends_a_loop_that_looks_for_one() -> None:
    session = Session('10 LOCATE 0,0:PRINT 1\n20 A$=INKEY$:IF A$="" THEN 10\n30 A=1')
    assert run_until_repeat(session, until=_MINUTES).at is StopReason.KEY
    session.keys.press("X")
    assert run_until_repeat(session, until=_MINUTES).at is StopReason.END
    assert session.variables == {"A$": "X", "A#": 1}


def test_looking_is_invisible() -> None:
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


def test_picture_of_endless_loop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "p.bas"
    program.write_text("10 COLOR 15,1,1:SCREEN 2:LINE(0,0)-(99,99),8,BF\n50 GOTO 50\n")
    for ending in ("png", "gif", "wav"):
        assert main(["run", str(program), "-o", str(tmp_path / f"x.{ending}")]) == 0
        assert "only repeats itself from line 50" in capsys.readouterr().err
    assert len(Image.open(tmp_path / "x.png").convert("RGB").getcolors() or ()) == 2
    with wave.open(str(tmp_path / "x.wav")) as sound:
        assert sound.getnframes() < 3 * sound.getframerate()


def test_a_sound_has_a_begin_and_an_end(tmp_path: Path) -> None:
    program, out = tmp_path / "p.bas", tmp_path / "x.wav"
    program.write_text('10 PLAY"L1CDEFGAB":GOTO 10\n')
    assert main(["run", str(program), "-o", str(out), "--from", "1", "--to", "2.5"]) == 0
    with wave.open(str(out)) as sound:
        assert sound.getnframes() / sound.getframerate() == pytest.approx(1.5, abs=0.02)


def test_record_endless_loop(tmp_path: Path) -> None:
    program, made = tmp_path / "p.bas", tmp_path / "r.json"
    program.write_text("10 SCREEN 1:A$=INPUT$(1):PRINT A$\n50 GOTO 50\n")
    assert main(["record", str(program), "--on", "interpreter", "--type", "X", "-o", str(made)]) == 0
    assert made.read_text().count('"at"') == 2
    assert '"repeat"' in made.read_text()
    assert main(["replay", str(made), "--program", str(program), "--on", "interpreter"]) == 0
    program.write_text("10 SCREEN 1:A$=INPUT$(1):PRINT A$;A$\n50 GOTO 50\n")
    assert main(["record", str(program), "--on", "interpreter", "--force", "-o", str(made)]) == 0
