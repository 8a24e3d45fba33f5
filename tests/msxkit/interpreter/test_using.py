"""PRINT USING: the examples that the Microsoft BASIC manuals print, and the figures of tests/conformance."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session


@pytest.mark.parametrize(
    ("pattern", "values", "printed"),
    [
        ("!", '"LOOK";"OUT"', "LO"),
        ("\\  \\", '"LOOK";"OUT"', "LOOKOUT "),
        (r"\  \ ", '"LOOK";"OUT"', "LOOK OUT  "),
        (r"\   \ ", '"LOOK";"OUT"', "LOOK  OUT   "),
        ("##.##", ".78", " 0.78"),
        ("###.##", "987.654", "987.65"),
        ("##.##   ", "10.2,5.3,66.789,.234", "10.20    5.30   66.79    0.23   "),
        ("+##.##   ", "-68.95,2.4,55.6,-.9", "-68.95    +2.40   +55.60    -0.90   "),
        ("##.##-   ", "-68.95,22.449,-7.01", "68.95-   22.45     7.01-   "),
        ("**#.#   ", "12.39,-0.9,765.1", "*12.4   *-0.9   765.1   "),
        ("$$###.##", "456.78", " $456.78"),
        ("**$##.##", "2.34", "***$2.34"),
        ("####,.##", "1234.5", "1,234.50"),
        ("####.##,", "1234.5", "1234.50,"),
        ("##.##^^^^", "234.56", " 2.35E+02"),
        (".####^^^^", "888888", ".8889E+06"),
        ("+.##^^^^", "123", "+.12E+03"),
        ("##.##", "111.22", "%111.22"),
        (".##", ".999", "%1.00"),
    ],
)
def test_published_examples(pattern: str, values: str, printed: str) -> None:
    session = Session(f'10 PRINT USING "{pattern}";{values};:PRINT "|"\n')
    session.run()
    assert session.error is None
    assert session.screen[0] == f"{printed}|"


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
