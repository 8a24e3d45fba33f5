"""A modern source with one style: loops, functions and subroutines indented, keywords small, a blank where one helps.

    text = formatted(text)

Only blanks and letter case change: what the source becomes is the same program. Remarks, empty rows, defines and rows
that a toggle leaves out stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from msxkit.language.modern.reader import TOGGLES, after, is_directive
from msxkit.language.modern.words import WORDS, Word, WordKind, words_of

_INDENT = "  "
#: The labels that GOSUB names.
_CALLED = re.compile(r"gosub((?:[ \t,]*\{[^{}]*\})+)", re.IGNORECASE)
_OPERATORS = frozenset("=<>+-*/\\")
_COMPARISONS = frozenset("<=>")
#: Keywords with a blank behind them, whatever follows.
_APART = frozenset({"AND", "OR", "XOR", "EQV", "IMP", "NOT", "MOD", "TO", "STEP", "IF", "THEN", "ELSE"})
#: What stands for itself: between two of them a blank.
_SOLID = frozenset(
    map(WordKind.__getitem__, ["KEYWORD", "NAME", "KEPT", "NUMBER", "STRING", "LABEL", "CALL", "LOOP"])
)


def formatted(text: str) -> str:
    """Return the source in one style. Its line ends become LF."""
    called = {name.lower() for labels in _CALLED.findall(text) for name in re.findall(r"\w+", labels)}
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip(" \t\n")
    rows = list(_Formatter(called).rows(text.split("\n")))
    return "\n".join(rows) + "\n" * any(rows)


class _Formatter:
    """Follows how deep the rows are.

    Attributes:
        open: What is open, the outermost first: `func`, `sub`, `for` or `{`.
        joined: Whether the next row belongs to the line of the last one.
        inside: Whether such a row is indented.
    """

    def __init__(self, called: Collection[str]) -> None:
        self._called = called
        self.open: list[str] = []
        self.joined = self.inside = False

    def rows(self, rows: list[str]) -> Iterator[str]:
        """Yield all rows."""
        block = ""
        for whole in rows:
            text = whole.strip(" \t")
            inside, block = block, after(block, text)
            if inside:
                yield whole.rstrip(" \t")
            elif text.startswith("###") or text == "''" or block:
                yield text
            elif TOGGLES.match(text):
                yield _INDENT * (len(self.open) + (self.joined and self.inside)) + text
            elif is_directive(text) or text.startswith("##") or not text:
                yield text and _INDENT * len(self.open) + text
            else:
                yield self._row(text)

    def _row(self, text: str) -> str:
        found = [word for word in words_of(text) if word.kind is not WordKind.GONE]
        first = found[0]
        if first.is_sign("}"):
            self._close("{")
        elif _is_word(first, "ret"):
            self._close("func")
        elif first.is_keyword("RETURN") or first.kind is WordKind.LABEL or _is_word(first, "func"):
            self._close("sub")
        elif first.is_keyword("NEXT"):
            for _ in range(1 + sum(word.is_sign(",") for word in found)):
                self._close("for")
        joins = self.joined or first.is_sign(":")
        is_inner = joins and self.inside and not first.is_keyword("ELSE") and not _is_word(first, "endif")
        row = _INDENT * (len(self.open) + is_inner) + _spaced(text, found)
        last = found[-1]
        self.joined = last.is_sign(":") or (last.kind is WordKind.NAME and last.text == "_")
        has_if = any(word.is_keyword("IF") for word in found)
        self.inside = has_if or last.text == "_" or (joins and self.inside)
        self._follow(found)
        return row

    def _follow(self, found: list[Word]) -> None:
        """Note what a row opens, and closes behind its start."""
        for number, word in enumerate(found):
            looped = [each for each in found[:number] if each.is_keyword("FOR")]
            is_called = word.kind is WordKind.LABEL and word.text.lower() in self._called
            if word.kind is WordKind.LOOP:
                self.open.append("{")
            elif word.is_keyword("FOR") and not (number and found[number - 1].is_keyword("OPEN")):
                self.open.append("for")
            elif number == 0 and _is_word(word, "func"):
                self.open.append("func")
            elif number == 0 and is_called and not self.open:
                self.open.append("sub")
            elif number and (word.is_sign("}") or (looped and word.is_keyword("NEXT"))):
                self._close("{" if word.is_sign("}") else "for")

    def _close(self, what: str) -> None:
        """Close what was opened last, and what was left open in it; a loop that is not open closes nothing, and a
        subroutine does not end in one.
        """
        if what in self.open and (what not in ("for", "sub") or self.open[-1] == what):
            del self.open[len(self.open) - 1 - self.open[::-1].index(what) :]


def _is_word(word: Word, text: str) -> bool:
    return word.kind is WordKind.NAME and word.text.lower() == text


def _spaced(text: str, found: list[Word]) -> str:
    """Return a row with its blanks set anew. What the words do not have, such as a remark, stands between them."""
    starts = [word.place.column - 1 for word in found]
    out = ""
    for number, (word, start, end) in enumerate(zip(found, starts, [*starts[1:], len(text)], strict=True)):
        piece = text[start:end]
        size = word.place.width
        if word.kind is WordKind.KEYWORD or word.text.lower() in WORDS:
            piece = piece[:size].lower() + piece[size:]
        bare = piece.rstrip(" \t")
        out += bare
        if number + 1 < len(found):
            out += _gap(found, number, piece[len(bare) :])
    return out


def _gap(found: list[Word], number: int, gap: str) -> str:
    """Return what stands between a word and the next one, where now there is `gap`."""
    word, after = found[number], found[number + 1]
    if after.kind is WordKind.REMARK:
        return gap or " "
    if after.kind is WordKind.RAW or word.kind is WordKind.RAW:
        return gap
    blank = " " if gap or word.is_keyword(*_APART) else ""
    if word.text in ("++", "--"):
        return "" if after.is_sign(":") else " "
    if after.text in ("++", "--") or (after.text in _COMPARISONS and word.text in _COMPARISONS):
        return ""
    for place in (number, number + 1):
        if found[place].kind is WordKind.COMPOUND or found[place].text in _OPERATORS:
            return _around(found, place, blank, is_before=place > number)
    if after.kind is WordKind.SIGN and after.text in ",;:)":
        return blank if word.kind is WordKind.KEYWORD and after.text in ",;" else ""
    if word.kind is WordKind.SIGN and word.text in ",;:":
        return " "
    if word.text.endswith("(") or word.is_sign("("):
        return ""
    if after.is_sign("("):
        return "" if word.kind in (WordKind.NAME, WordKind.KEPT, WordKind.CALL) else blank
    if word.is_sign(")") and after.kind is WordKind.KEYWORD:
        return " "
    return " " if word.kind in _SOLID and after.kind in _SOLID else blank


def _around(found: list[Word], place: int, blank: str, *, is_before: bool) -> str:
    """Return what stands on a side of an operator; a sign before a number gets no blank behind it."""
    if found[place].text not in ("+", "-") or not place:
        return " "
    before = found[place - 1]
    is_from_to = before.is_sign(")") and any(word.is_sign("(") for word in found[place + 1 : place + 2])
    keyword = next((word.text for word in reversed(found[:place]) if word.kind is WordKind.KEYWORD), "")
    if keyword.startswith("DEF") and keyword != "DEF":
        return ""  # a range of letters
    if before.kind is WordKind.KEYWORD or is_from_to:
        return blank
    if before.kind is not WordKind.SIGN or before.text in ")]":
        return " "
    return " " if is_before and not before.is_sign("(") else ""
