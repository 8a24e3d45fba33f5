"""What hover says: something at every word of every recorded program, and the right thing where words have several."""

from __future__ import annotations

import re

import pytest

from msxkit import charset
from msxkit.language.scanner import TokenKind
from msxkit.language.vocabulary import ENTRIES
from msxkit.lsp.document import Document
from msxkit.lsp.hover import hover
from tests.msxkit.language.conftest import EVERY

WORDY = (TokenKind.KEYWORD, TokenKind.FUNCTION)


def told(text: str, word: str) -> str:
    """Return what hover says about a word of the first row."""
    found = hover(Document(text), 0, text.index(word))
    return "" if found is None else found[0]


@pytest.mark.slow
def test_hover_on_recorded_programs() -> None:
    forms = {form for entry in ENTRIES for form in entry.forms}
    asked = 0
    for entry in EVERY:
        document = Document(charset.decode(entry.program.partition(b"\x1a")[0]))
        for row, each in enumerate(document.rows):
            for piece in each.pieces:
                if (
                    piece.token.kind in (TokenKind.PUNCTUATION, TokenKind.UNKNOWN)
                    or document.line_at(row) is None
                ):
                    continue
                found = hover(document, row, piece.start)
                assert found is not None, (entry.name, each.text, piece)
                asked += 1
                text, where = found
                assert where.row == row
                assert where.start <= piece.start < max(where.end, where.start + 1)
                shown = re.findall(r"```msxbasic\n(.*?)\n", text)
                if piece.token.kind in WORDY and shown and not shown[0][:1].isdigit():
                    assert set(shown) <= forms
    assert asked > 5000


@pytest.mark.parametrize(
    ("text", "word", "form"),
    [
        ("10 ON INTERVAL=5 GOSUB 10", "INTERVAL", "ON INTERVAL=jiffies GOSUB line"),
        ('10 OPEN "A" FOR OUTPUT AS #1', "OUTPUT", "OPEN "),
        ('10 OPEN "A" FOR APPEND AS #1', "APPEND", "OPEN "),
        ('10 OPEN "A" FOR INPUT AS #1', "AS", "OPEN "),
        ('10 OPEN "A" FOR INPUT AS #1', '"A"', "String of 1 characters"),
        ("10 COLOR=NEW", "NEW", "COLOR=NEW"),
        ("10 COLOR=NEW", "=", "COLOR=NEW"),
        ("10 LINE INPUT A$", "INPUT", "LINE INPUT ["),
        ("10 MAXFILES=3", "FILES", "MAXFILES = channels"),
        ("10 PUT SPRITE 0,(1,2),3,4", "SPRITE", "PUT SPRITE plane"),
        ("10 LINE(0,0)-(3,3),2,BF", "BF", "LINE [[STEP]"),
        ("10 LINE(0,0)-(3,3),2,BF", "-", "LINE [[STEP]"),
        ("10 SET PAGE 0,1", "PAGE", "SET PAGE"),
        ("10 FIELD #1,8 AS A$", "AS", "FIELD "),
        ('10 NAME "A" AS "B"', "AS", "NAME "),
        ("10 A=B-C", "-", "a - b"),
        ("10 A=(B=C)", "=", "LET"),
        ("10 IF B=C THEN END", "=", "a = b"),
        ("10 CLOAD?", "?", "CLOAD?"),
        ("10 DEFINT A-Z", "A", "DEFINT letter"),
        ("10 KEY(1) ON", "ON", "KEY(number) ON"),
        ("10 GOTO 10 FOO", "FOO", "never looks at this"),
    ],
)
def test_a_word_means_what_it_means_there(text: str, word: str, form: str) -> None:
    said = told(text, word)
    shown = re.search(r"```msxbasic\n(.*)", said)
    assert form in (shown.group(1) if shown else said)


def test_a_line_says_what_its_remark_says() -> None:
    text = "10 GOSUB 400\n20 END\n390 ' Place ships\n400 A=1:RETURN"
    assert "**Place ships**" in told(text, "400")
    assert r"**\!\[a\](http://b/c.png) \<b\>**" in told(
        text.replace("Place ships", "![a](http://b/c.png) <b>"), "400"
    )
