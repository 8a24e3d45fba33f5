"""The form of the statement or function that is being written, and which of its parameters the caret is in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from msxkit.language.vocabulary import Entry, function, parameters, statements_beginning
from msxkit.lsp.document import Document

_HEAD = re.compile(r"^\s*\d+\s*")


@dataclass(frozen=True, slots=True)
class Signature:
    """The form of the statement or function at the caret.

    Attributes:
        form: How it is written.
        text: What it does.
        parameters: For each parameter, where it begins and ends in `form`.
        active: The index of the parameter at the caret, from 0.
    """

    form: str
    text: str
    parameters: tuple[tuple[int, int], ...]
    active: int


def signatures(document: Document, row: int, column: int) -> list[Signature]:
    """Return the forms for a caret: those of the innermost function whose bracket is open, or of the statement."""
    if not 0 <= row < len(document.rows):
        return []
    before = document.rows[row].text[:column]
    head = _HEAD.match(before)
    statement = _last_statement(before[head.end() if head is not None else 0 :])
    if statement is None:
        return []
    # A stack of what is open: the word before a bracket, and the commas since.
    upper = statement.upper()
    stack: list[tuple[list[Entry], int]] = [(_beginning(upper), 0)]
    quoted = False
    for place, character in enumerate(upper):
        if character == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif character == "(":
            name = re.search(r"([A-Z]+\$?)\s*$", upper[:place])
            entry = None if name is None else function(name.group(1))
            stack.append(([] if entry is None else [entry], 0))
        elif character == ")" and len(stack) > 1:
            stack.pop()
        elif character == ",":
            stack[-1] = (stack[-1][0], stack[-1][1] + 1)
    while len(stack) > 1 and not stack[-1][0]:
        stack.pop()
    found, commas = stack[-1]
    return [
        Signature(form, entry.does, tuple((place.start, place.end) for place in parameters(form)), commas)
        for entry in found
        for form in entry.forms
    ]


def _beginning(statement: str) -> list[Entry]:
    """Return the entries of the keyword that a statement begins with; the longest name alone, if it is there."""
    first = re.match(r"\s*([A-Z]+\$?|\?)", statement)
    if first is None:
        return []
    word = "PRINT" if first.group(1) == "?" else first.group(1)
    for length in range(len(word), 0, -1):
        found = statements_beginning(word[:length])
        if found:
            break
    else:
        return []
    text = statement.replace(" ", "")
    whole = [entry for entry in found if " " in entry.name and text.startswith(entry.name.replace(" ", ""))]
    return whole or [entry for entry in found if entry.name == word[:length]] or found


def _last_statement(text: str) -> str | None:
    """Return what stands after the last colon, THEN or ELSE; None in a remark."""
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
