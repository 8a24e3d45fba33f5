from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.language import tree
from msxkit.language.parser import parse
from msxkit.language.program import Program
from msxkit.language.scanner import CrunchError, TokenKind, crunch, scan
from tests.msxkit.language.conftest import RUN, Recorded
from tests.msxkit.language.test_scanner import lines


def read(text: str) -> tuple[tree.Statement, ...]:
    """Return the statements of a line that has no fault."""
    statements = parse(scan(crunch(text.encode("latin-1"))))
    assert [node.fault for node in faulty(statements)] == [], text
    return statements


def faulty(statements: Sequence[tree.Statement]) -> Iterator[tree.Statement]:
    for statement in statements:
        for node in tree.walk(statement):
            if isinstance(node, tree.Statement) and node.fault is not None:
                yield node


def fault(text: str) -> tree.Fault:
    """Return the one fault of a line."""
    (statement,) = faulty(parse(scan(crunch(text.encode("latin-1")))))
    assert statement.fault is not None
    return statement.fault


@pytest.mark.parametrize("entry", RUN, ids=lambda entry: entry.name)
def test_faults_are_where_the_machine_stops(entry: Recorded) -> None:
    """A program that ran without a syntax error has none; one that stopped at one has it in that line."""
    faults = [
        f"{node.fault.message} in {line.number}"
        for line in Program.from_ascii(entry.program).lines
        for node in faulty(line.statements)
        if node.fault
    ]
    stops = [row for row in entry.screen if row.startswith(("Syntax error in", "Missing operand in"))]
    if entry.name == "statements/data-type-mismatch":
        # The machine's words for a DATA item that is not a number.
        assert stops == ["Syntax error in 30"]
        assert not faults
        return
    assert faults == stops


#: Every statement of the manuals of MSX BASIC 1.0 to 2.1 and Disk BASIC, in spellings that public listings use, too.
FORMS = Path(__file__).with_name("forms.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("text", FORMS)
def test_reads_every_statement(text: str) -> None:
    read(text)


@pytest.mark.parametrize(
    ("text", "offset", "message", "found", "expected"),
    [
        ("PRINT 1+", 4, "Missing operand", "the end of the line", "an expression"),
        ("PRINT 1+:PRINT 2", 4, "Missing operand", "':'", "an expression"),
        ("POKE 1,", 4, "Missing operand", "the end of the line", "an expression"),
        ("POKE 1", 3, "Syntax error", "the end of the line", "','"),
        ("IF A=0 PRINT:B=1", 6, "Syntax error", "PRINT", "THEN"),
        ("PRINT (1+2", 6, "Syntax error", "the end of the line", "')'"),
        ("FOO", 3, "Syntax error", "the end of the line", "'='"),
        ('A=1:LEN("A")=1', 4, "Syntax error", "LEN", "a statement"),
        ("FOR I=1:NEXT", 5, "Syntax error", "':'", "TO"),
        ("LOCATE 1,2,3,4", 7, "Syntax error", "','", "the end of the statement"),
    ],
)
def test_says_what_was_expected(text: str, offset: int, message: str, found: str, expected: str) -> None:
    result = fault(text)
    assert (result.start, result.message, result.found) == (offset, message, found)
    assert expected in result.expected


def check_places(stored: bytes) -> None:
    """Whatever the bytes are: the nodes are in order and inside of each other, and so are the faults."""
    position = 0
    for statement in parse(scan(stored)):
        assert statement.start >= position
        position = statement.end
        for node in tree.walk(statement):
            assert 0 <= node.start <= node.end <= len(stored)
            place = node.start
            for part in tree.parts(node):
                assert place <= part.start <= part.end <= node.end
                place = part.end
            if isinstance(node, tree.Statement) and node.fault is not None:
                assert node.start <= node.fault.start <= node.fault.end <= len(stored)
                assert node.fault.message in ("Syntax error", "Missing operand")


@given(lines)
def test_the_places_in_any_line(text: bytes) -> None:
    try:
        stored = crunch(text)
    except CrunchError:
        return
    check_places(stored)


#: Bytes that mean something between two others, and each prefix of a constant without its operand.
BYTES = (
    b"\x81\x82\x83\x85\x8b\x91\xa1\xaf\xb0\xc7\xcc\xd9\xda\xde\xe4\xef\xf1\xf2\xff\x0b\x0e\x0f\x12\x1d\x1f"
    b' :,;()#$"A1'
)


@given(st.lists(st.sampled_from(BYTES), max_size=30).map(bytes) | st.binary(max_size=30))
def test_the_places_in_any_bytes(stored: bytes) -> None:
    check_places(stored)


JUNK = (
    b")",
    b"\xd9",
    b"\xef",
    b",",
    b":",
    b"\x12",
    b"A",
    b"#",
    b"(",
    b"\xf2",
    b'"',
    b":\xa1",
    b"\xda",
    b"\x91",
    b"",
)


@pytest.mark.parametrize("text", FORMS)
def test_the_places_where_a_line_breaks_off_anywhere(text: str) -> None:
    stored = crunch(text.encode("latin-1"))
    for number, token in enumerate(scan(stored)):
        for shift in range(3):
            check_places(stored[: token.start] + JUNK[(number + shift * 5) % len(JUNK)])


@pytest.mark.parametrize("text", FORMS)
def test_every_constant_and_name_is_in_the_tree(text: str) -> None:
    stored = crunch(text.encode("latin-1"))
    leaves = [
        (node.start, node.end)
        for statement in parse(scan(stored))
        for node in tree.walk(statement)
        if not isinstance(node, tree.If | tree.Branch | tree.Else)
    ]
    for token in scan(stored):
        if (
            token.kind in (TokenKind.NUMBER, TokenKind.STRING, TokenKind.LINE, TokenKind.NAME)
            and "THIS IS" not in text
        ):
            assert any(start <= token.start and token.end <= end for start, end in leaves), token
