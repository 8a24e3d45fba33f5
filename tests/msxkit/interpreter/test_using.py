"""PRINT USING: the examples that the Microsoft BASIC manuals print, and the figures of tests/conformance."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session


@pytest.mark.parametrize(
    ("statement", "printed"),
    [
        ('PRINT USING "a##b";1', "a 1b"),
        ('PRINT USING "a##b";1;2', "a 1ba 2b"),
        ('PRINT USING "<!>[!]";"ABC"', "<A>["),
        ('PRINT USING "&x&";"ONE";"TWO"', "ONExTWO"),
        ('PRINT "N";USING "##";5;:PRINT "M"', "N 5M"),
        ('A$="#.#":PRINT USING A$+"#";1.234', "1.23"),
        ('PRINT USING "##";1,2;3', " 1 2 3"),
    ],
)
def test_how_a_format_is_used_again(statement: str, printed: str) -> None:
    session = Session(f"10 {statement}\n")
    session.run()
    assert session.screen[0] == printed


@pytest.mark.parametrize(
    ("statement", "number"),
    [
        ('PRINT USING "##";"A"', 13),
        ('PRINT USING "!";5', 13),
        ('PRINT USING "";5', 5),
        ('PRINT USING "none";5', 5),
        ('PRINT USING 5;"##"', 13),
        ('PRINT USING "##"', 2),
        ('PRINT USING "##";', 24),
        ('PRINT USING "##";1 "A"', 2),
    ],
)
def test_errors(statement: str, number: int) -> None:
    session = Session(f"10 {statement}\n")
    session.run()
    assert session.error is not None
    assert session.error.number == number
