"""Strings: the string space, comparisons of what is computed, the functions and their errors.

Values are those of the MSX BASIC manuals' descriptions; the errors those of the MSX Red Book's chapter 5.
"""

from __future__ import annotations

import pytest

from tests.msxkit.running import shown


@pytest.mark.parametrize(
    ("relation", "less", "equal", "greater"),
    [
        ("=", 0, -1, 0),
        ("<>", -1, 0, -1),
        ("<", -1, 0, 0),
        ("<=", -1, -1, 0),
        (">", 0, 0, -1),
        (">=", 0, -1, -1),
    ],
)
def test_two_computed_strings_are_compared(relation: str, less: int, equal: int, greater: int) -> None:
    """A temporary waits while the other side is computed, and is free afterwards."""
    terms = [f'(A$+"B"){relation}(CHR$(65)+"{letter}")' for letter in "CBA"]
    results = [shown(f'A$="A":F=FRE(""):PRINT {term};F-FRE("")') for term in terms]
    assert results == [f"{value}  0" for value in (less, equal, greater)]


@pytest.mark.parametrize(("depth", "fits"), [(1, True), (8, True), (12, False), (20, False)])
def test_temporaries_that_wait_are_few(depth: int, fits: bool) -> None:
    """MSX Red Book: there are ten string descriptors for temporaries."""
    terms = "CHR$(65)+" + "(CHR$(66)+" * depth + '"C"+A$' + ")" * depth
    expected = "A" + "B" * depth + "CD" if fits else "String formula too complex in 10"
    assert shown(f'A$="D":PRINT {terms}') == expected


def test_the_string_space_runs_out() -> None:
    assert shown('A$=STRING$(150,"A"):B$=STRING$(51,"B")') == "Out of string space in 10"
    assert shown('A$=STRING$(150,"A"):B$=STRING$(50,"B"):PRINT FRE("")') == "0"
    # A constant of the program takes none; a copy of a variable does.
    assert shown('F=FRE(""):A$="CONSTANT":B$=A$:PRINT F-FRE("")') == "0"
    assert shown('F=FRE(""):A$="COMPU"+"TED":B$=A$:PRINT F-FRE("")') == "16"
    # The first of two strings that are compared is free again: this can be done any number of times.
    assert shown('FOR I=1 TO 30:A=(A$+"B")=(C$+"D"):NEXT:PRINT I') == "31"
    assert shown('CLEAR 20:A$=STRING$(15,"A"):B$=A$') == "Out of string space in 10"
    assert shown('CLEAR 20:FOR I=1 TO 50:A$=CHR$(65)+CHR$(66):NEXT:PRINT A$;FRE("")') == "AB 18"


def test_one_character_more_than_there_is_room_for() -> None:
    assert shown("CLEAR 3:A$=CHR$(65)+CHR$(66)") == "Out of string space in 10"
    assert shown('CLEAR 4:A$=CHR$(65)+CHR$(66):PRINT A$;FRE("")') == "AB 2"
    assert shown("CLEAR 1:A$=CHR$(65):B$=CHR$(66)") == "Out of string space in 10"


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ('LSET A$="X":PRINT LEN(A$)', "0"),
        ('A$="ABC":LSET A$="X":PRINT A$;"|"', "X  |"),
        ('A$="ABC":RSET A$="X":PRINT A$;"|"', "X|"),
        ('A$="AB"+"C":RSET A$="WXYZ":PRINT A$', "WXY"),
        ('DIM A$(2):A$(1)="ABC":LSET A$(1)="Q":PRINT A$(1);"|"', "Q  |"),
        ('A$="AB"+"C":LSET A$=A$:PRINT A$', "ABC"),
    ],
)
def test_lset_and_rset(statements: str, expected: str) -> None:
    assert shown(statements) == expected
