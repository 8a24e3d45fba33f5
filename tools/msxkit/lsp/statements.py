"""The row of a modern source that a caret is in, in classic BASIC: what the parser expects there, goes on."""

from __future__ import annotations

import re

from msxkit.language.modern.names import split_type
from msxkit.language.modern.structure import opens
from msxkit.language.modern.words import Word, WordKind, words_of
from msxkit.language.modern.writing import spelt
from msxkit.language.program import Place
from msxkit.lsp.document import Text

_JOINED = re.compile(r"[ \t]_[ \t]*$")
#: What stands for the words of the modern language, and what has no place in classic BASIC.
_WORDS = {"ret": "PRINT", "true": "1", "false": "0", "exit": "END", "endif": "END", "func": "PRINT"}
_LEFT_OUT = (WordKind.LOOP, WordKind.GONE)


def before(text: Text, row: int, column: int) -> tuple[str, int]:
    """Return what stands before a caret, with the rows that a `_` joins to its row; and how long these are."""
    head = ""
    first = row
    while first > 0 and _JOINED.search(text.rows[first - 1].text) is not None:
        first -= 1
        head = _JOINED.sub(" ", text.rows[first].text) + head
    return head + text.rows[row].text[:column], len(head)


def classic(text: str) -> tuple[str, list[tuple[int, Place]]]:
    """Return a row in classic BASIC, with a line number and all variables with one name; and where each word begins."""
    found = [word for word in words_of(text) if word.kind not in _LEFT_OUT]
    return spelt(found[bool(found) and found[0].kind is WordKind.LABEL :], "10 ", _classic)


def _classic(word: Word) -> str:
    if word.kind in (WordKind.NAME, WordKind.KEPT):
        return _WORDS.get(word.text.lower()) or "A" + split_type(word.text)[1]
    if word.kind is WordKind.COMPOUND:
        return "=1" if word.text in ("++", "--") else "="
    return {WordKind.LABEL: "10", WordKind.CALL: "A", WordKind.DEFINE: "A"}.get(word.kind, word.text)


def open_call(text: str) -> tuple[str, int] | None:
    """Return the function whose parenthesis is open at the end of a row, and the index of its operand there."""
    opened: list[tuple[str, int]] = []
    previous: Word | None = None
    for word in words_of(text):
        depth = opens(word)
        if depth > 0:
            is_call = previous is not None and previous.kind is WordKind.CALL
            opened.append((previous.text.lower() if previous is not None and is_call else "", 0))
        elif depth < 0 and opened:
            opened.pop()
        elif word.is_sign(",") and opened:
            opened[-1] = opened[-1][0], opened[-1][1] + 1
        previous = word
    return opened[-1] if opened and opened[-1][0] else None
