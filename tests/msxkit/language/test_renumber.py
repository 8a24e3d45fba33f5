from __future__ import annotations

import pytest

from msxkit.errors import ProgramError
from msxkit.language.program import Program
from msxkit.language.renumber import renumber


def renumbered(text: str, **options: int) -> tuple[str, list[str]]:
    program = renumber(Program.from_ascii(text.encode()), **options)
    return program.listed().decode().replace("\r\n", "|").rstrip("|\x1a"), program.notes


def test_every_kind_of_reference_is_mended() -> None:
    text = (
        "1 GOTO 5:GOSUB 7:IF A THEN 5 ELSE 7\n5 ON A GOTO 1,5,7:RESTORE 7:RUN 5:RETURN 1:RESUME 5\n"
        "7 IF ERL=5 THEN LIST 1-7:ON ERROR GOTO 5\n"
    )
    assert renumbered(text)[0] == (
        "10 GOTO 20:GOSUB 30:IF A THEN 20 ELSE 30|"
        "20 ON A GOTO 10,20,30:RESTORE 30:RUN 20:RETURN 10:RESUME 20|"
        "30 IF ERL=20 THEN LIST 10-30:ON ERROR GOTO 20"
    )


def test_zero_that_means_no_line_stays() -> None:
    assert renumbered("1 ON ERROR GOTO 0:RESUME 0:PRINT 1") == ("10 ON ERROR GOTO 0:RESUME 0:PRINT 1", [])


def test_a_missing_line_is_noted_and_stays() -> None:
    assert renumbered("1 GOTO 99") == ("10 GOTO 99", ["Undefined line 99 in 1"])


def test_part_of_a_program() -> None:
    assert renumbered("10 GOTO 20\n20 GOTO 10\n", start=100, step=5, first=20)[0] == "10 GOTO 100|100 GOTO 10"


@pytest.mark.parametrize("options", [{"step": 40000}, {"start": 5, "first": 20}, {"step": 0}])
def test_impossible_numbers_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(ProgramError, match="start"):
        renumbered("10 A\n20 B\n30 C\n", **options)


def test_wishes_are_not_references() -> None:
    assert renumbered("1 AUTO 1,1:IF A THEN RENUM 1,1,1:GOTO 1") == (
        "10 AUTO 10,1:IF A THEN RENUM 1,1,1:GOTO 10",
        [],
    )


def test_numbers_in_dead_text() -> None:
    assert renumbered("1 GOTO 1,1\n2 THEN GOTO 2")[0] == "10 GOTO 10,10|20 THEN GOTO 20"


def test_zero_that_no_device_waits_for_and_no_error_was_in() -> None:
    assert renumbered("1 ON KEY GOSUB 0,1:IF ERL=0 THEN 1")[1] == []
    assert renumbered("1 ON A GOTO 0,1")[1] == ["Undefined line 0 in 1"]
