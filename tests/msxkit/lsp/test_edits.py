"""Edits of a listing: repairs that repair, numbers on Enter, lines that move, references that follow."""

from __future__ import annotations

from itertools import pairwise

import pytest

from msxkit.errors import MsxError
from msxkit.lsp import navigation
from msxkit.lsp.diagnostics import diagnostics
from msxkit.lsp.document import Document
from msxkit.lsp.edits import Edit, formatting, move, number_row, renumbering
from msxkit.lsp.fixes import Repairs
from msxkit.lsp.hover import hover


def applied(text: str, edits: list[Edit]) -> str:
    rows = text.split("\n")
    for place, new in sorted(edits, key=lambda edit: (-edit[0].row, -edit[0].start)):
        rows[place.row] = rows[place.row][: place.start] + new + rows[place.row][place.end :]
    return "\n".join(rows)


def repaired(text: str, title: str) -> str:
    """Return a listing after the first repair whose title begins so."""
    document = Document(text)
    repairs = Repairs(document)
    fixes = [fix for item in diagnostics(document) for fix in repairs.of(item) if fix.title.startswith(title)]
    return applied(text, list(fixes[0].edits)) if fixes else text


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("10 GOTO 99", "10 GOTO 99 ' noqa: missing-line"),
        ("10 GOTO 99:DATA 1,2", "10 GOTO 99:DATA 1,2:' noqa: missing-line"),
        ("10 GOTO 99:CALL FORMAT", "10 GOTO 99:CALL FORMAT:' noqa: missing-line"),
        ('10 GOTO 99:PRINT "A ', '10 GOTO 99:PRINT "A ":\' noqa: missing-line'),
        ('10 GOTO 99:DATA "A', '10 GOTO 99:DATA "A'),
        ("10 GOTO 99:REM A", "10 GOTO 99:REM A"),
        ("10 GOTO 99 ' A", "10 GOTO 99 ' A"),
    ],
)
def test_switching_off_a_finding_leaves_the_line_as_it_is(text: str, mended: str) -> None:
    after = repaired(text, "Switch off missing-line")
    assert after == mended
    if after != text:
        old, new = Document(text).program.lines[0].tokens, Document(after).program.lines[0].tokens
        assert [(one.kind, one.text) for one in new][: len(old)] == [(one.kind, one.text) for one in old]
        assert "missing-line" not in [item.rule for item in diagnostics(Document(after))]


def test_a_repair_that_makes_another_fault_is_not_offered() -> None:
    assert repaired("10 IF A=1 PRINT A:A=1", "Insert THEN") == "10 IF A=1 THEN PRINT A:A=1"
    assert repaired("10 IF A=1 FOO BAR:A=1", "Insert THEN") == "10 IF A=1 FOO BAR:A=1"


def entered(text: str, row: int) -> list[str]:
    return applied(text, number_row(Document(text), row)).split("\n")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("10 PRNT A", "Replace PRNT by PRINT"),
        ("10 RETRN", "Replace RETRN by RETURN"),
        ("10 IF A=1 PRINT 2", "Insert THEN"),
        ("10 PUT SPRIT 1,(9,9),5", "Replace SPRIT by SPRITE"),
        ('10 CLS:OPEN "A" FOR OUTPT AS #1', "Replace OUTPT by OUTPUT"),
        ("10 IF A THEN PRINT 1 ELS PRINT 2", "Replace ELS by ELSE"),
        ("20 20 PRINT 2", "Replace 20 20 by 20"),
    ],
)
def test_a_repair_may_show_what_could_not_be_read_before(text: str, title: str) -> None:
    document = Document(text)
    assert title in [fix.title for found in diagnostics(document) for fix in Repairs(document).of(found)]


def test_ten_thousand_lines_are_not_parsed_for_one_place() -> None:
    rows = [f"{5 * n} A{n % 7}=B+{n}:IF A>5 THEN {5 * (n * 7919 % 10000 + 1)}" for n in range(1, 10001)]
    rows[6000] = '30005 DRAW N$:N$="XSC$;":SC$=STR$(VZ)'
    document = Document("\n".join(rows))
    assert hover(document, 5000, len(rows[5000]) - 1)
    assert hover(document, 6000, rows[6000].index("VZ"))
    assert len(navigation.rename(document, 6000, rows[6000].index("SC"), "QQ$")) == 2
    assert len(navigation.rename(document, 5000, 1, "25006")) == 2
    move(document, 5000, 5002, up=True)
    assert sum(line._statements is not None for line in document.lines()) < 1000


def test_enter_gives_the_next_number() -> None:
    assert entered("10 A=1\n20 B=1\n", 2)[2] == "30 "
    assert entered("100 A=1\n105 B=1\n  ", 2)[2] == "110 "
    assert entered("10 A=1\n\n20 B=1", 1)[1] == "15 "
    assert entered("10 A=1\n:B=1\n30 C=1", 1)[1] == "20 B=1"
    assert entered("10 A=1\n20 B=1", 1)[1] == "20 B=1"
    assert entered("A\n\n", 1)[1] == ""
    assert entered("65529 A=1\n", 1)[1] == ""


def test_enter_renumbers() -> None:
    rows = entered("10 A=1\n\n11 GOTO 10\n12 IF ERL=11 THEN LIST 11-12\n50 GOTO 12", 1)
    assert rows == ["10 A=1", "20 ", "30 GOTO 10", "40 IF ERL=30 THEN LIST 30-40", "50 GOTO 40"]


LINES = "10 GOSUB 30\n20 PRINT 1\n30 RETURN\n40 GOTO 20"


def test_lines_move_and_references_follow() -> None:
    down = applied(LINES, move(Document(LINES), 1, 1, up=False))
    assert down == "10 GOSUB 20\n20 RETURN\n30 PRINT 1\n40 GOTO 30"
    assert applied(down, move(Document(down), 2, 2, up=True)) == LINES
    two = applied(LINES, move(Document(LINES), 1, 2, up=True))
    assert two == "10 PRINT 1\n20 RETURN\n30 GOSUB 20\n40 GOTO 10"
    assert move(Document(LINES), 0, 0, up=True) == []
    assert move(Document("20 A=1\n10 B=1"), 0, 0, up=True) == []


KINDS = "GOTO 20,ON A GOTO 20,RESTORE 20,LIST 20,DELETE 20-20,AUTO 20,RUN 20,RESUME 20,RETURN 20,IF ERL=20 THEN 20"


@pytest.mark.parametrize("statement", KINDS.split(","))
def test_references_follow_renumbering(statement: str) -> None:
    text = f"10 {statement}\n20 A=1\n30 END"
    wanted = f"10 {statement.replace('20', '15')}\n15 A=1\n30 END"
    assert applied(text, navigation.rename(Document(text), 1, 0, "15")) == wanted
    every = applied(text, renumbering(Document(text), 1, 1))
    assert every == text
    numbers = applied(text.replace("20", "25"), renumbering(Document(text.replace("20", "25")), 0, 2))
    assert numbers == text


def test_a_rename_moves_no_line() -> None:
    document = Document(LINES)
    with pytest.raises(MsxError, match="another place"):
        navigation.rename(document, 1, 0, "35")
    assert applied(LINES, navigation.rename(document, 1, 0, "11")).startswith("10 GOSUB 30\n11 PRINT 1")


def test_rename_reaches_macros_and_copy() -> None:
    text = (
        '10 DIM PIC(50):AB$="U5":COPY (0,0)-(9,9) TO PIC:COPY PIC TO (0,0)\n'
        '20 DRAW "XAB$;R=N;xab$ ;":PLAY "L=N;XAB$;","V=PI(1);":N=N+1'
    )
    document = Document(text)
    assert applied(text, navigation.rename(document, 0, text.index("AB$"), "ZZ")) == text.replace(
        "AB$", "ZZ$"
    ).replace("ab$", "ZZ$")
    pictures = applied(text, navigation.rename(document, 0, 8, "QQ"))
    assert pictures == text.replace("PIC", "QQ").replace("PI(", "QQ(")
    numbers = applied(text, navigation.rename(document, 1, text.split("\n")[1].rindex("N=N"), "M"))
    assert numbers == text.replace("=N;", "=M;").replace("N=N+1", "M=M+1")


def test_lines_stay_in_order_whatever_moves() -> None:
    for row in range(4):
        for up in (True, False):
            after = Document(applied(LINES, move(Document(LINES), row, row, up=up)))
            numbers = [number for _, number in after.program.given]
            assert all(one < other for one, other in pairwise(numbers))


def test_a_character_that_the_msx_lacks_takes_no_line_away() -> None:
    document = Document('10 PRINT "Ω漢":GOTO 30\n30 END \' 漢')
    assert [line.number for line in document.program.lines] == [10, 30]
    assert [(item.rule, item.range.row, item.range.start) for item in diagnostics(document)] == [
        ("characters", 0, 11),
        ("characters", 1, 9),
    ]
    assert hover(document, 0, 14) is not None
    assert formatting(Document('10 print "漢"')) == []


def test_a_file_in_another_encoding_has_one_finding() -> None:
    (found,) = diagnostics(Document('10 REM \ufffd\ufffd\n20 PRINT "\ufffd"'))
    assert found.rule == "characters"
    assert "not in UTF-8, so 3 characters" in found.message


@pytest.mark.parametrize(
    ("text", "at", "new", "wanted", "unseen"),
    [
        # A variable that is drawn, one that X names, one that is a part of another, and a constant cut in two.
        ('10 A$="XB$;":DRAW A$:B$="U5"', "B$=", "Q", '10 A$="XQ$;":DRAW A$:Q$="U5"', ""),
        (
            '10 PLAY "XC$;":C$="O4"+D$:D$="L=N;":N=4',
            "N=4",
            "M",
            '10 PLAY "XC$;":C$="O4"+D$:D$="L=M;":M=4',
            "",
        ),
        ('10 DRAW "S=N"+";":N=4', "N=4", "M", '10 DRAW "S=M"+";":M=4', ""),
        # What is only printed names nothing.
        ('10 A$="XB$;":PRINT A$:B$="U5"', "B$=", "Q", '10 A$="XB$;":PRINT A$:Q$="U5"', ""),
        # What is known only as the program runs.
        ('10 INPUT A$:DRAW A$\n20 N=1:PLAY B$(1):B$(0)=C$:READ C$', "N=1", "M",
         '10 INPUT A$:DRAW A$\n20 M=1:PLAY B$(1):B$(0)=C$:READ C$', "lines 10, 20"),
        ('10 DRAW "S="+A$+";":A$="N":N=4', "N=4", "M", '10 DRAW "S="+A$+";":A$="N":M=4', "line 10"),
        ('10 FOR N=1 TO 9:PLAY "N"+STR$(N):NEXT', "N=1", "M", '10 FOR M=1 TO 9:PLAY "N"+STR$(M):NEXT', ""),
    ],
)  # fmt: skip
def test_rename_in_drawn_strings(text: str, at: str, new: str, wanted: str, unseen: str) -> None:
    document = Document(text)
    row = next(row for row, each in enumerate(text.split("\n")) if at in each)
    column = text.split("\n")[row].rindex(at)
    assert applied(text, navigation.rename(document, row, column, new)) == wanted
    warning = navigation.not_reached(document, row, column)
    assert bool(warning) == bool(unseen)
    assert unseen in warning
