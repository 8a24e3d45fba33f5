"""Random edits: the same program and the same findings as a fresh start with the text, and never a crash."""

from __future__ import annotations

import json
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msxkit import charset
from msxkit.errors import MsxError
from msxkit.language.program import Program
from msxkit.lsp import completion, edits, highlighting, hints, hover, navigation, outline, signature
from msxkit.lsp.diagnostics import diagnostics, quick
from msxkit.lsp.document import Document, split
from msxkit.lsp.fixes import Repairs
from tests.conftest import ROOT, examples

LISTINGS = [path.read_text("utf-8") for path in sorted((ROOT / "basic").glob("*.bas"))]
PIECES = [
    "",
    "\n",
    "\r\n",
    "10",
    " GOTO 10",
    ":",
    '"',
    ")",
    "(",
    "REM",
    "'",
    "DEFINT A-Z:",
    "A",
    "SCORE",
    "♥",
    "é",
    "€",
]


@cache
def _start(which: int) -> str:
    return "\n".join(LISTINGS[which].splitlines()[:60])


EDIT = st.tuples(
    st.integers(0, 62), st.integers(0, 40), st.integers(0, 2), st.integers(0, 40), st.sampled_from(PIECES)
)


@settings(max_examples=examples(15))
@given(st.integers(0, len(LISTINGS) - 1), st.lists(EDIT, max_size=6), st.integers(0, 62), st.integers(0, 40))
def test_edits_are_the_same_as_a_fresh_start(
    which: int, changes: list[tuple[int, int, int, int, str]], row: int, column: int
) -> None:
    document = Document(_start(which))
    for first, start, more, end, text in changes:
        document.replace(first, start, first + more, end, text)
        quick(document)
    fresh = Document(document.text)
    assert document.program.memory() == fresh.program.memory()
    assert [problem.row for problem in document.program.problems] == [
        problem.row for problem in fresh.program.problems
    ]
    found = diagnostics(document)
    assert found == diagnostics(fresh)
    assert outline.symbols(document) == outline.symbols(fresh)
    assert list(highlighting.all_highlights(document)) == list(highlighting.all_highlights(fresh))
    for item in found:
        rows = document.rows
        assert 0 <= item.range.start <= item.range.end <= len(rows[item.range.row].text)
    repairs = Repairs(document)
    for item in found[:2]:
        repairs.of(item)
    hover.hover(document, row, column)
    completion.complete(document, row, column)
    signature.signatures(document, row, column)
    navigation.definition(document, row, column)
    navigation.references(document, row, column)
    outline.folds(document)
    list(hints.hints(document, 0, 99, "msx2"))
    list(hints.links(document))


def _listings() -> dict[str, str]:
    """Return the listings of the project, and every program that was recorded on a machine."""
    found = {path.stem: path.read_text("utf-8") for path in sorted((ROOT / "basic").glob("*.bas"))}
    for folder in ("conformance", "graphics", "timing"):
        for path in sorted((ROOT / "tests" / folder).glob("*.json")):
            entries = json.loads(path.read_text("utf-8"))
            for entry in entries if isinstance(entries, list) else []:
                if "program" in entry:
                    text = charset.decode(entry["program"].encode("latin-1"))
                    found[f"{path.stem} {entry['name']}"] = text.replace("\r\n", "\n")
    return found


WHOLE = _listings()


@st.composite
def _sessions(draw: st.DrawFn) -> tuple[str, list[tuple[int, int, int, int, str]]]:
    """Return a listing as it is, and changes anywhere in it: typing, rows that come, go, and are moved."""
    # The long ones half of the time.
    text = WHOLE[draw(st.one_of(st.sampled_from(["battle", "shotdark"]), st.sampled_from(sorted(WHOLE))))]
    rows = split(text)
    place = st.integers(0, len(rows) + 1)
    changes = []
    for _ in range(draw(st.integers(1, 8))):
        first, more = draw(place), draw(st.sampled_from((0, 0, 0, 1, 5, len(rows))))
        piece = draw(st.one_of(st.sampled_from(PIECES), st.sampled_from(rows).map(lambda row: f"{row}\n")))
        changes.append((first, draw(st.integers(0, 90)), first + more, draw(st.integers(0, 90)), piece))
    return text, changes


@settings(max_examples=examples(25))
@given(_sessions())
def test_edits_of_whole_listings_leave_nothing_stale(
    session: tuple[str, list[tuple[int, int, int, int, str]]],
) -> None:
    text, changes = session
    document = Document(text)
    for change in changes:
        document.replace(*change)
        fresh = Document(document.text)
        assert document.program.memory() == fresh.program.memory()
        assert quick(document) == quick(fresh)
    assert diagnostics(document) == diagnostics(fresh)
    assert outline.symbols(document) == outline.symbols(fresh)


@given(st.lists(EDIT, max_size=4))
def test_a_document_reads_what_load_reads(changes: list[tuple[int, int, int, int, str]]) -> None:
    document = Document(_start(0))
    for first, start, more, end, text in changes:
        document.replace(first, start, first + more, end, text.replace("€", "x"))
    program = Program.from_ascii(charset.encode(document.text), lenient=True)
    assert document.program.memory() == program.memory()
    assert sorted(p.row for p in document.program.problems) == sorted(p.row for p in program.problems)


@pytest.mark.parametrize("which", range(len(LISTINGS)))
def test_formatting_changes_no_stored_byte(which: int) -> None:
    document = Document(LISTINGS[which])
    before = document.program.memory()
    for place, text in edits.formatting(document):
        document.replace(place.row, place.start, place.row, place.end, text)
    assert document.program.memory() == before
    assert not edits.formatting(document)


def test_rename_every_variable() -> None:
    text = LISTINGS[0]
    document = Document(text)
    rows = split(text)
    row = next(place for place, each in enumerate(rows) if each.startswith("50 CX"))
    changes = navigation.rename(document, row, 3, "QQ")
    for place, new in sorted(changes, key=lambda change: (-change[0].row, -change[0].start)):
        document.replace(place.row, place.start, place.row, place.end, new)
    assert document.program.memory() == Document(text).program.memory().replace(b"CX", b"QQ")
    assert diagnostics(document) == []


def test_renumbering_is_what_renum_does() -> None:
    from msxkit.language.renumber import renumber

    document = Document(LISTINGS[0])
    wanted = renumber(document.program, 5, 10).memory()
    for place, new in reversed(edits.renumbering(document, 0, len(document.rows) - 1)):
        document.replace(place.row, place.start, place.row, place.end, new)
    assert document.program.memory() == wanted


def test_lines_that_fit_only_closer_are_numbered_closer() -> None:
    document = Document("10 A=1\n11 A=2\n12 A=3\n20 A=4")
    assert [(place.row, new) for place, new in edits.renumbering(document, 0, 2)] == [(1, "14"), (2, "18")]
    with pytest.raises(MsxError, match="no program line"):
        edits.renumbering(Document("A\nB"), 0, 1)


def test_a_deleted_and_a_doubled_line_are_as_load_has_them() -> None:
    document = Document("10 A=1\n10 A=2\n20 B=1\n20\n30\n")
    assert [line.number for line in document.program.lines] == [10]
    assert document.line_at(0) is None
    assert document.line_at(1) is not None
    assert [problem.row for problem in document.program.problems] == [5]
