"""The form of the statement or function that is being written, and which of its parameters the caret is in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from msxkit.lsp.document import Document
from msxkit.lsp.words import Word, words

_HEAD = re.compile(r"^\s*\d+\s*")


@dataclass(frozen=True, slots=True)
class Signature:
    """form: how it is written. parameters: from and to where in it each stands. active: which one; 0 is the first."""

    form: str
    text: str
    parameters: tuple[tuple[int, int], ...]
    active: int


def signatures(document: Document, row: int, column: int) -> list[Signature]:
    """The forms for a caret; of the innermost function whose bracket is open, or of the statement."""
    if not 0 <= row < len(document.rows):
        return []
    before = document.rows[row].text[:column]
    head = _HEAD.match(before)
    statement = _last_statement(before[head.end() if head is not None else 0 :])
    if statement is None:
        return []
    # A stack of what is open: the word before a bracket, and the commas since.
    upper = statement.upper()
    first = re.match(r"\s*([A-Z]+\$?|\?)", upper)
    word = "" if first is None else "PRINT" if first.group(1) == "?" else _keyword(first.group(1))
    stack: list[tuple[Word | None, int]] = [(words("statements").get(word), 0)]
    quoted = False
    for place, character in enumerate(upper):
        if character == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif character == "(":
            name = re.search(r"([A-Z]+\$?)\s*$", upper[:place])
            stack.append(
                (
                    words("functions").get(
                        name.group(1).removesuffix("$")
                        if name and name.group(1) in ("INPUT$", "SPRITE$")
                        else name.group(1)
                    )
                    if name
                    else None,
                    0,
                )
            )
        elif character == ")" and len(stack) > 1:
            stack.pop()
        elif character == ",":
            stack[-1] = (stack[-1][0], stack[-1][1] + 1)
    while len(stack) > 1 and stack[-1][0] is None:
        stack.pop()
    found, commas = stack[-1]
    if found is None:
        return []
    return [Signature(form, found.text, _parameters(form), commas) for form in found.forms]


def _keyword(word: str) -> str:
    """The longest keyword that a statement begins with."""
    for length in range(len(word), 0, -1):
        if word[:length] in words("statements"):
            return word[:length]
    return word


def _last_statement(text: str) -> str | None:
    """What stands behind the last colon, THEN or ELSE; None in a remark."""
    start, quoted, place, upper = 0, False, 0, text.upper()
    while place < len(upper):
        if upper[place] == '"':
            quoted = not quoted
        elif not quoted:
            if upper[place] == "'" or upper.startswith("REM", place):
                return None
            if upper[place] == ":":
                start = place + 1
            for word in ("THEN", "ELSE"):
                if upper.startswith(word, place):
                    start = place + len(word)
        place += 1
    return text[start:]


def _parameters(form: str) -> tuple[tuple[int, int], ...]:
    """What stands between the commas of a form."""
    start = re.match(r"\[?[A-Z$?]+(?: [A-Z$]+)?\]?\s*\(?", form)
    begin = start.end() if start is not None else 0
    inside = form[:begin].count("(")
    depth = -inside
    commas = []
    for place in range(len(form)):
        depth += (form[place] == "(") - (form[place] == ")")
        if form[place] == "," and place >= begin and depth == 0:
            commas.append(place)
    found: list[tuple[int, int]] = []
    place = begin
    for stop in [*commas, len(form)]:
        while place < stop and form[place] in "[, (#]":
            place += 1
        last = stop
        while last > place and form[last - 1] in "[] " + ")" * (
            form.count("(", place, last) < form.count(")", place, last)
        ):
            last -= 1
        if last > place:
            found.append((place, last))
        place = stop
    return tuple(found)
