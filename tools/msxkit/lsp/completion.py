"""What can come next at a caret: keywords by context, variables, line numbers with their text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from msxkit.language.program import Line
from msxkit.language.tokens import LINE_NUMBER_KEYWORDS
from msxkit.language.vocabulary import Entry, Role, table
from msxkit.lsp.document import Document, Range
from msxkit.lsp.facts import Names
from msxkit.lsp.meaning import text_of
from msxkit.lsp.outline import title

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*[$%!#]?$")
_JUMP = re.compile(
    rf"(?:{'|'.join(sorted(LINE_NUMBER_KEYWORDS - {'AUTO', 'RENUM'}, key=len, reverse=True))}|GO TO)"
    r"\s*(?:\d+\s*,\s*)*(\d*)$",
    re.IGNORECASE,
)
_STATEMENT_START = re.compile(r"(?:^\s*\d+\s*|:\s*|\bTHEN\s*|\bELSE\s*)$", re.IGNORECASE)
#: How a form begins: its capitals, with a `#` after them.
_SPELLING = re.compile(r"\[?([A-Z]+(?: [A-Z]+)*(?:\$| ?#)?)")
#: Words that can stand after a value, and the statements that they belong to.
_BEHIND = (
    ("THEN", "IF"),
    ("ELSE", "IF"),
    ("GOTO", "IF"),
    ("TO", "FOR"),
    ("STEP", "FOR"),
    ("USING", "PRINT USING"),
)
_BEHIND_VALUE = re.compile(r"[A-Za-z0-9)\]$%!#\"]\s+$")


@dataclass(frozen=True, slots=True)
class Completion:
    """A proposal of the editor.

    Attributes:
        label: What the list shows.
        kind: `keyword`, `function`, `variable` or `line`.
        detail: A few words beside the label.
        documentation: The explanation in Markdown.
        text: The text that replaces `range`.
        range: The place of the word that is being typed.
    """

    label: str
    kind: str
    detail: str
    documentation: str
    text: str
    range: Range


def complete(document: Document, row: int, column: int) -> list[Completion]:
    """Return everything that can stand where the caret is; nothing inside strings, remarks and DATA."""
    if not 0 <= row < len(document.rows):
        return []
    before = document.rows[row].text[:column]
    if _raw(before):
        return []
    jump = _JUMP.search(before)
    if jump is not None and "." not in jump.group(1):
        place = Range(row, column - len(jump.group(1)), column)
        return [
            Completion(
                str(line.number),
                "line",
                _titled(document, line),
                "",
                str(line.number),
                place,
            )
            for line in document.lines()
        ]
    match = _WORD.search(before)
    typed = match.group() if match is not None else ""
    head = before[: len(before) - len(typed)]
    place = Range(row, column - len(typed), column)
    if not head.strip() and not typed:
        return []
    found: list[Completion] = []
    if _STATEMENT_START.search(head):
        found += _words("statement", place)
    else:
        found += _words("function", place)
        if _BEHIND_VALUE.search(head):
            found += _words("operator", place)
            found += [_word(word, [table("statement")[name]], place) for word, name in _BEHIND]
    names = Names(document)
    seen: set[str] = set()
    for key, written in names.all().items():
        for name in written:
            if name in seen or name == typed.upper():
                continue
            seen.add(name)
            label = f"FN{name}" if key.startswith("FN ") else name
            found.append(
                Completion(
                    label, "variable", key.rstrip("(") + ("()" if key[-1] == "(" else ""), "", label, place
                )
            )
    return found


def _titled(document: Document, line: Line) -> str:
    """Return a line's text, with what the remark before it says."""
    text = document.rows[document.row_of(line)].text
    remark = title(document, line.number)
    return f"' {remark}: {text}" if remark and remark not in text else text


def _words(role: Role, place: Range) -> list[Completion]:
    """Return the words of a role. Entries with the same spelling share one completion."""
    spelled: dict[str, list[Entry]] = {}
    for entry in table(role).values():
        found = _SPELLING.match(entry.forms[0])
        if found is not None:
            spelled.setdefault(found.group(1).rstrip(), []).append(entry)
    return [_word(word, entries, place) for word, entries in spelled.items()]


def _word(word: str, entries: list[Entry], place: Range) -> Completion:
    kind = "function" if entries[0].role == "function" else "keyword"
    text = "\n\n---\n\n".join(text_of(entry, word) for entry in entries)
    return Completion(word, kind, entries[0].forms[0], text, word, place)


def _raw(before: str) -> bool:
    """Return whether the caret is in a string, a remark or DATA."""
    quoted = False
    place = 0
    upper = before.upper()
    while place < len(upper):
        if upper[place] == '"':
            quoted = not quoted
        elif not quoted and (upper[place] == "'" or upper.startswith("REM", place)):
            return True
        elif not quoted and upper.startswith("DATA", place):
            end = upper.find(":", place)
            if end < 0:
                return True
            place = end
        place += 1
    return quoted
