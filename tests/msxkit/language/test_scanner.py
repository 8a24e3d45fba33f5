from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msxkit.language.lister import list_line
from msxkit.language.scanner import (
    CRUNCHED_LIMIT,
    CrunchError,
    Mark,
    column,
    crunch,
    scan,
)
from msxkit.language.tokens import KEYWORDS
from tests.conftest import examples
from tests.msxkit.language.slow_crunch import RefusedError, slow_crunch


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        # Published rules that no recording covers: the Red Book, 42B2h, 3299h and 4769h.
        ("GOTO 70000", "89200e581b0e0000"),
        ("GOTO 65529", "89200ef9ff"),
        ("GOTO 65530", "89200e99190e0000"),
        ("PRINT 1ELSE", "9120123aa1"),
        ("A=1EQV2", "41ef12f913"),
        ("call format", "ca20464f524d4154"),
        ("A=\xe9", "41efe9"),
        ("A=&77", "41ef260f4d"),
    ],
)
def test_stores_by_the_published_rules(text: str, stored: str) -> None:
    assert crunch(text.encode("latin-1")).hex() == stored


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        # Out of program files that machines saved (facts A.1, A.4-A.6); LIST shows each as it stands here.
        ("C2AND2ANDABS(2)", "43 32 f6 13 f6 ff 86 28 13 29"),
        ("(JAND1)", "28 4a f6 12 29"),
        ("A34=3", "41 33 34 ef 14"),
        ("SETPAGE1,0", "d2 50 41 47 45 31 2c 11"),
        ("GOTO-1,,-2,3", "89 f2 0e 01 00 2c 2c f2 0e 02 00 2c 0e 03 00"),
        ("GOTO123!", "89 0e 7b 00 21"),
        (":ELSEXY", "3a 3a a1 58 59"),
        (":'", "3a 3a 8f e6"),
        ("  READ  A$", "20 20 87 20 20 41 24"),
        ("INTERVAL", "ff 85 45 52 ff 94"),
        ("MAXFILES", "cd b7"),
        ("OUTPUT", "9c b3"),
        ("APPEND", "41 50 50 81"),
        ("INPUT$(", "85 24 28"),
        (">=<>", "ee ef f0 ee"),
        ("PRINT .123456", "91 20 1d 40 12 34 56"),
        ("PRINT 123456!", "91 20 1d 46 12 34 56"),
        ("PRINT .1438982#", "91 20 1f 40 14 38 98 20 00 00 00"),
        ("PRINT 1.23456789#", "91 20 1f 41 12 34 56 78 90 00 00"),
        ("PRINT 1E-07", "91 20 1d 3a 10 00 00"),
    ],
)
def test_stores_and_lists_as_saved_files_have_it(text: str, stored: str) -> None:
    data = crunch(text.encode())
    assert data.hex(" ") == stored
    assert list_line(10, data) == b"10 " + text.encode()


def test_a_double_with_an_exponent_is_listed_as_a_single() -> None:
    data = crunch(b"A=5.123D+21")
    assert data.hex(" ") == "41 ef 1f 56 51 23 00 00 00 00 00"
    assert list_line(10, data) == b"10 A=5.123E+21"


def test_constant_overflow() -> None:
    with pytest.raises(CrunchError) as caught:
        crunch(b"A=1:B=1E99")
    assert (caught.value.message, caught.value.offset) == ("Overflow", 6)


def test_a_line_that_does_not_fit_when_stored_is_refused() -> None:
    """The Red Book's own example: PRINT 1#,1#,1# fills KBUF."""
    with pytest.raises(CrunchError) as caught:
        crunch(b"PRINT " + b"1#," * 60)
    assert caught.value.message == "Line buffer overflow"


#: Single characters, and what means something together.
ODD = [
    *" \t,;:()[@{$%!#?_'\"AxEDLQ+-=<>^\\\x05\x7f\x80é1.&",
    "  ",
    '"a:',
    '"x"',
    "B1",
    "\x01A",
    "12",
    "255",
    "256",
    "32768",
    "65529",
    "65530",
    "70000",
    "12 34567 89",
    "000123",
    "1234567",
    "0.0000001",
    "123456789012345678",
    "1.5",
    ".5",
    "1.",
    "1..2",
    ". 5",
    "1 0",
    "1E5",
    "1E-5",
    "1D+3",
    "1E",
    "1E+",
    "1E-99",
    "&H",
    "&HFF",
    "&h1g",
    "&O17",
    "&O 8",
    "&B101",
    "& H1",
    "&77",
    "GO  TO ",
    "GO\tTO",
    "REMARK",
    "DATA",
]


@given(st.lists(st.sampled_from([*KEYWORDS, *map(str.lower, KEYWORDS), *ODD, *ODD]), max_size=12))
@settings(max_examples=examples(1500))
@pytest.mark.slow
def test_stores_what_a_second_tokeniser_stores(parts: list[str]) -> None:
    text = "".join(parts).encode("latin-1")
    try:
        expected = slow_crunch(text)
    except RefusedError:
        with pytest.raises(CrunchError, match="Overflow"):
            crunch(text)
        return
    if len(expected) <= CRUNCHED_LIMIT:
        assert crunch(text).hex(" ") == expected.hex(" ")


WORDS = [
    "PRINT",
    "goto",
    "THEN",
    "ELSE",
    "B1$",
    "3.5",
    "1E5",
    "REM",
    "DATA",
    "&HFF",
    "&B1",
    "CALL",
    "TO",
    "ERL",
    "1#",
    "XOR",
]
lines = st.lists(
    st.sampled_from([*ODD, *WORDS, "AS 1", "GO TO"]),
    max_size=25,
).map(lambda parts: "".join(parts).encode("latin-1"))


@given(st.one_of(lines, st.binary(max_size=120).map(lambda data: data.replace(b"\0", b""))))
def test_scanning_covers_every_byte_but_blanks(text: bytes) -> None:
    try:
        stored = crunch(text)
    except CrunchError:
        return
    position = 0
    for token in scan(stored):
        assert not stored[position : token.start].strip(b" \t\n")
        assert token.start < token.end
        position = token.end
    assert not stored[position:].strip(b" \t\n")


@given(lines)
def test_columns_rise_with_offsets(text: bytes) -> None:
    marks: list[Mark] = []
    try:
        stored = crunch(text, marks)
    except CrunchError:
        return
    columns = [column(marks, token.start) for token in scan(stored)]
    assert columns == sorted(columns)
    assert all(0 <= place < len(text) for place in columns)


@given(lines)
def test_case_matters_only_in_raw_text(text: bytes) -> None:
    try:
        stored = crunch(text)
    except CrunchError:
        return
    assert stored.upper() == crunch(text.upper()).upper()
