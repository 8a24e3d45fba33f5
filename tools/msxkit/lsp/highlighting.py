"""What each part of a row is, for semantic highlighting: by the machine's own tokens, so `SCORE` shows its OR."""

from __future__ import annotations

from collections.abc import Iterator

from msxkit.language.program import Line
from msxkit.language.scanner import TokenKind
from msxkit.lsp.document import Document, ListingRow

#: The kinds of tokens, in the order of the protocol's legend.
KINDS = ("keyword", "function", "operator", "variable", "number", "string", "comment", "label", "macro")
_OF = {
    TokenKind.KEYWORD: "keyword",
    TokenKind.FUNCTION: "function",
    TokenKind.NAME: "variable",
    TokenKind.NUMBER: "number",
    TokenKind.DIGITS: "number",
    TokenKind.STRING: "string",
    TokenKind.LINE: "label",
}
_REMARKS = ("REM", "'")


def highlights(row: ListingRow) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and kind of the parts of a row, in order; columns in characters, from 0."""
    if not isinstance(row.content, Line):
        return
    start = len(row.text) - len(row.text.lstrip(" \t"))
    yield start, row.number_end, "label"
    before = ""
    for token, begin, end in row.spans():
        if token.kind is TokenKind.TEXT:
            kind = "comment" if before in _REMARKS else "string"
        elif token.kind is TokenKind.KEYWORD and token.text in _REMARKS:
            kind = "comment"
        elif token.kind is TokenKind.OPERATOR:
            kind = "keyword" if token.text.isalpha() else "operator"
        else:
            kind = _OF.get(token.kind, "")
        before = token.text
        if kind and end > begin:
            yield begin, end, kind


def all_highlights(
    document: Document, first: int = 0, last: int | None = None
) -> Iterator[tuple[int, int, int, str]]:
    """Yield row, start, end and kind of every part of rows `first` to `last`."""
    rows = document.rows
    for place in range(first, len(rows) if last is None else min(last + 1, len(rows))):
        for start, end, kind in highlights(rows[place]):
            yield place, start, end, kind
