"""What a word of a line means where it stands: its entry in the vocabulary."""

from __future__ import annotations

import re
from typing import NamedTuple

from msxkit.language import tree
from msxkit.language.lexer import Terminal, terminals
from msxkit.language.program import Line
from msxkit.language.vocabulary import Entry, entry_of, function, statements_beginning, table

_CAPITALS = re.compile(r"[A-Z]+\$?|[?']")
#: Words as they are stored -> as the vocabulary spells them.
_SPELLINGS = {"TAB(": "TAB", "SPC(": "SPC"}
#: Terminals that are not words, and those that only divide others.
_VALUES = frozenset(("STRING", "NUMBER", "DIGIT", "LINE", "VARIABLE"))
_SEPARATORS = frozenset(
    ("COMMA", "COLON", "SEMICOLON", "LPAR", "RPAR", "LBRACKET", "RBRACKET", "HASH", "AT", "DOT")
)


class Meaning(NamedTuple):
    """What a word means.

    Attributes:
        entry: The statement, function or operator that it belongs to.
        word: The word; empty for the one that a statement begins with.
        start, end: Where it stands in the stored line.
    """

    entry: Entry
    word: str
    start: int
    end: int


def meanings_at(line: Line, offset: int) -> list[Meaning]:
    """Return what the word at an offset of the stored line means; several where the line does not parse."""
    for terminal in terminals(line.tokens):
        if terminal.start <= offset < terminal.end and terminal.text:
            word = _SPELLINGS.get(terminal.text, terminal.text)
            if terminal.type in _VALUES:
                return []
            found = _within(line, offset, word)
            if found is not None:
                node, entry = found
                # The statement itself explains the word that it begins with.
                part = "" if node.start == terminal.start else word
                return [Meaning(entry, part, terminal.start, terminal.end)]
            around = _statement_around(line, offset)
            if around is not None:
                return [Meaning(around, "", terminal.start, terminal.end)] if _tells(terminal) else []
            return [Meaning(entry, word, terminal.start, terminal.end) for entry in _anywhere(word)]
    return []


def is_passed_over(line: Line, offset: int) -> bool:
    """Return whether the machine never looks at the token at an offset, as at what follows the line of a GOTO."""
    return not any(terminal.start <= offset < terminal.end for terminal in terminals(line.tokens))


def _tells(terminal: Terminal) -> bool:
    return terminal.type not in _SEPARATORS


def _statement_around(line: Line, offset: int) -> Entry | None:
    """Return the entry of the innermost statement around an offset that has no fault."""
    found: Entry | None = None
    for statement in line.statements:
        if statement.start <= offset < statement.end:
            for node in tree.walk(statement):
                if isinstance(node, tree.Statement) and node.start <= offset < node.end:
                    found = entry_of(node) if node.fault is None else None
    return found


def _within(line: Line, offset: int, word: str) -> tuple[tree.Node, Entry] | None:
    """Return the innermost statement, function or operation around an offset that has the word, and its entry."""
    found: tuple[tree.Node, Entry] | None = None
    for statement in line.statements:
        if statement.start <= offset < statement.end:
            for node in tree.walk(statement):
                if node.start <= offset < node.end:
                    entry = entry_of(node)
                    if entry is not None and (
                        word in words_of(entry) or word == getattr(node, "operator", None)
                    ):
                        found = node, entry
    return found


def _anywhere(word: str) -> list[Entry]:
    """Return the entries that a word alone can mean."""
    found = statements_beginning("PRINT" if word == "?" else word)[:1]
    for entry in (function(word), table("operator").get(word)):
        if entry is not None:
            found.append(entry)
    if not found:
        found = [entry for entry in table("statement").values() if word in entry.parts][:1]
    return found


def words_of(entry: Entry) -> frozenset[str]:
    """Return the words that belong to an entry: those of its forms, and its parts."""
    found = {word for form in entry.forms for word in _CAPITALS.findall(form)}
    found |= {"PRINT"} if entry.name.startswith("PRINT") else set()
    return frozenset(found | set(entry.parts) | {entry.name})


def text_of(entry: Entry, word: str = "") -> str:
    """Return the explanation of an entry in Markdown.

    Args:
        word: The word that the user asks for; what the entry says of it comes first.
    """
    forms = "\n".join(entry.forms)
    text = f"```msxbasic\n{forms}\n```\n{entry.does}"
    part = entry.parts.get(word)
    if part is not None:
        text = f"{word}: {part}\n\n{text}"
    if entry.need is not None:
        text += f"\n\nNeeds {entry.need.what}."
    return text + (f"\n\nErrors: {', '.join(entry.errors)}" if entry.errors else "")
