"""The form of the statement or function that is being written, and which of its parameters the caret is in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msxkit import charset
from msxkit.language.lexer import Terminal, terminals
from msxkit.language.program import Line, read_row
from msxkit.language.vocabulary import Entry, function, statements_beginning
from msxkit.language.vocabulary.forms import operands_of
from msxkit.lsp.document import Document

_STARTS = frozenset(("COLON", "THEN", "ELSE"))
_OPEN, _CLOSED = frozenset(("LPAR", "LBRACKET", "TAB", "SPC")), frozenset(("RPAR", "RBRACKET"))
_SPELLINGS = {"?": "PRINT", "TAB(": "TAB", "SPC(": "SPC"}


@dataclass(frozen=True, slots=True)
class Signature:
    """The form of the statement or function at the caret.

    Attributes:
        form: How it is written.
        text: What it does.
        parameters: For each parameter, where it begins and ends in `form`.
        active: The index of the parameter at the caret, from 0; the number of parameters if it is at none.
    """

    form: str
    text: str
    parameters: tuple[tuple[int, int], ...]
    active: int


def signatures(document: Document, row: int, column: int) -> list[Signature]:
    """Return the forms for a caret: those of the innermost function whose bracket is open, or of the statement."""
    if not 0 <= row < len(document.rows):
        return []
    return forms_at(document.rows[row].text[:column])


def forms_at(text: str) -> list[Signature]:
    """Return the forms for a caret behind the text of a row with its line number."""
    line = read_row(1, charset.encode_replacing(text)[0])
    if not isinstance(line, Line):
        return []
    statement = _last_statement(terminals(line.tokens))
    if not statement or statement[-1].type == "TEXT" or statement[0].type in ("REM", "DATA"):
        return []
    entries, words = _around(statement)
    found = []
    for entry in entries:
        for form in entry.forms:
            operands = operands_of(form)
            active = operands.active(words)
            if active is not None:
                found.append(Signature(form, entry.does, operands.places, active))
    return found


def _last_statement(line: Sequence[Terminal]) -> Sequence[Terminal]:
    start = max((place for place, terminal in enumerate(line, 1) if terminal.type in _STARTS), default=0)
    return line[start:]


def _around(statement: Sequence[Terminal]) -> tuple[list[Entry], list[str]]:
    """Return the entries of the innermost function that is open, or of the statement, and its words so far."""
    opened: list[int] = []
    for place, terminal in enumerate(statement):
        if terminal.type in _OPEN:
            opened.append(place)
        elif terminal.type in _CLOSED and opened:
            opened.pop()
    for place in reversed(opened):
        inside = statement[place].type in ("TAB", "SPC")
        name = place if inside else place - 1
        while name > 0 and statement[name].type in ("DIGIT", "STEP"):
            name -= 1
        entry = function(_word(statement[name])) if name > 0 else None
        if entry is not None:
            words = [_word(terminal) for terminal in statement[name:]]
            return [entry], [words[0], "(", *words[1:]] if inside else words
    words = [_word(terminal) for terminal in statement]
    return _most_telling(statements_beginning(words[0]), words), words


def _most_telling(entries: list[Entry], words: Sequence[str]) -> list[Entry]:
    """Return the entries whose longest name matches the words: those of PUT SPRITE rather than PUT."""
    named = [entry for entry in entries if entry.name.split()[1:] == [*words[1 : len(entry.name.split())]]]
    longest = max((len(entry.name.split()) for entry in named), default=1)
    return [entry for entry in named if len(entry.name.split()) == longest] if longest > 1 else entries


def _word(terminal: Terminal) -> str:
    text = terminal.text or terminal.type
    return _SPELLINGS.get(text, text)
