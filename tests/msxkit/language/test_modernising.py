"""A modern source of a program becomes that program again, token for token, but for the line numbers."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from msxkit.cli import main
from msxkit.language.modern.modernising import modernise, plain
from msxkit.language.program import Program
from msxkit.language.source import decode_program
from tests.conftest import NIGHTLY, ROOT, one_in
from tests.corpus import MACHINES, cases
from tests.differential.classes import CLASSES, program


def back(program: Program, **options: Any) -> Program:
    """Return what the modern source of a program becomes."""
    return decode_program(modernise(program, **options).encode("latin-1"), "game.dmx", "msx")


def require_same(program: Program) -> None:
    """Fail if the modern source of a program becomes another one."""
    assert [plain(line) for line in back(program).lines] == [plain(line) for line in program.lines]


@pytest.mark.parametrize("path", sorted((ROOT / "basic").glob("*.bas")), ids=lambda path: path.name)
def test_original_games(path: Path) -> None:
    require_same(decode_program(path.read_bytes(), path.name))


@pytest.mark.parametrize("part", one_in(50, range(50)))
@pytest.mark.parametrize("machine", MACHINES)
def test_recorded_programs(machine: str, part: int) -> None:
    for entry in islice(cases(machine), part, None, 50):
        require_same(Program.from_ascii(entry["program"].encode("latin-1"), lenient=True))


@pytest.mark.parametrize("part", one_in(22, range(22), others=NIGHTLY))
@pytest.mark.parametrize("name", CLASSES)
def test_random_programs(name: str, part: int) -> None:
    for number in range(5 * part, 5 * part + 5):
        text = program(name, 41, number).text
        require_same(Program.from_ascii(text.encode("latin-1"), lenient=True))


ODD = (
    "10 PRINT 1::PRINT 2:",
    '20 PRINT "A""B":PRINT "open',
    "30 IF A THEN 50 ELSE IF B THEN 10:GOTO 99",
    "40 A[1]={~_@:REM ## x",
    "50 ''",
    '60 DATA 1, a ##, " x',
    '70 OPEN"A"FOR OUTPUT AS#1:INTERVAL ON:SCORE=1:SETADJUST(1,2):_MUSIC',
    "80 ON ERROR GOTO 0:PRINT 1D5;.5;&HFF:ON A GOSUB 10,20,,30",
    "90 IF ERL=10 THEN RESUME 10 ELSE LIST 10-50:'x",
)


@pytest.mark.parametrize("line", ODD, ids=range(len(ODD)))
def test_odd_line(line: str) -> None:
    others = [other for other in ODD if other is not line and other[:2] != line[:2]]
    require_same(Program.from_ascii("\n".join(sorted([line, *others])).encode()))


def test_labels_loops_and_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.bas").write_text(
        "10 SC=0\n20 FOR I=1 TO 3:SC=SC+I:NEXT\n30 GOSUB 50\n40 GOTO 20\n50 RETURN\n"
    )
    (tmp_path / "names").write_text("# my names\nsc score\n")
    assert main(["modernise", str(tmp_path / "game.bas"), "--names", str(tmp_path / "names")]) == 0
    assert capsys.readouterr().out == (
        "declare score:sc\nscore = 0\n{line_20}\nfor i = 1 to 3:\n  score = score + i:\nnext\ngosub {sub_50}\n"
        "goto {line_20}\n{sub_50}\nreturn\n"
    )


@pytest.mark.parametrize("row", ["sc", "score sc", "sc score\nsc lives", "sc score\nli score"])
def test_names_that_cannot_be(row: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.bas").write_text("10 SC=0\n")
    (tmp_path / "names").write_text(row)
    assert main(["modernise", str(tmp_path / "game.bas"), "--names", str(tmp_path / "names")]) == 2
    assert f"names:{row.count(chr(10)) + 1}: " in capsys.readouterr().err
