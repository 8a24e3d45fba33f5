"""What can come next at a caret: keywords by context, variables, line numbers with their text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest

from msxkit import charset
from msxkit.language import tree
from msxkit.language.lexer import FLAGS
from msxkit.language.parser import expected
from msxkit.language.program import Deletion, Line, read_row
from msxkit.language.scanner import Token, TokenKind
from msxkit.language.vocabulary import Entry, Role, statements_beginning, table
from msxkit.lsp.document import Document, Range
from msxkit.lsp.facts import ProgramNames
from msxkit.lsp.meaning import text_of
from msxkit.lsp.outline import title

#: Signs that begin names of modern sources. Where one begins nothing, nothing is proposed behind it: in `A=1.` and
#: after `"A"` Enter must write no word.
BEGINNINGS = (".", "[", "{", '"')
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*[$%!#]?$")
_DIGITS = re.compile(r"(?<![A-Za-z0-9.&])[0-9]+$")
#: How a form begins: its capitals, and a `#` after them if there is one.
_SPELLING = re.compile(r"\[?([A-Z]+(?: [A-Z]+)*(?:\$| ?#)?)")
#: Terminals that can begin a statement, and an expression. Where all of a set are accepted, all its words are proposed.
_STATEMENT, _VALUE = frozenset(("LET", "IF", "GOTO")), frozenset(("NUMBER", "STRING", "FUNCTION"))
_OPERATORS = frozenset(("OPERATOR", "PLUS", "MINUS"))
_RASTERS = tuple(raster.value for raster in tree.Raster)
#: Words that belong to statements, besides their first ones.
_PARTS = {word for entry in table("statement").values() for word in (*entry.parts, *entry.name.split()[1:])}
#: Terminal -> the words that are read as it, where it is not the word itself.
_WORDS_OF = {
    "CLOCK": ("DATE", "TIME"),
    "RASTER": _RASTERS,
    "SPC": ("SPC",),
    "SPRITE_S": ("SPRITE$",),
    "TAB": ("TAB",),
}
#: Words of values, which are proposed as functions anyway.
_VALUES = frozenset(("FN", "LEN", "STRIG", "USR"))
_IN_PRINT = frozenset(("TAB", "SPC"))
#: Words after which nothing is proposed: what follows them is text.
_TEXTS = frozenset(("REM", "'", "DATA", "CALL", "_"))
_JUMPS = frozenset(("THEN", "ELSE"))


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


def complete(document: Document, row: int, column: int, most: int | None = None) -> list[Completion]:
    """Return everything that can stand where the caret is, as the parser expects it; nothing in strings and remarks.

    Args:
        row, column: The place of the caret in characters, from 0.
        most: How many line numbers are proposed: of more, the nearest that begin as typed; None: all.
    """
    if not 0 <= row < len(document.rows):
        return []
    before = document.rows[row].text[:column]
    if before.endswith(BEGINNINGS):
        return []
    typed = _typed(before)
    place = Range(row, column - len(typed), column)
    tokens = tokens_before(before[: len(before) - len(typed)])
    if tokens is None:
        return []
    accepted = expected(tokens)
    found: list[Completion] = []
    if takes_line(accepted, tokens):
        found += _lines(document, place, typed, most)
    if typed[:1].isdigit():
        return found
    found += expected_words(accepted, tokens, place)
    return found + (_names(document, typed, place) if "VARIABLE" in accepted else [])


def takes_line(accepted: frozenset[str], tokens: Sequence[Token]) -> bool:
    """Return whether a line number can come next, and not any number."""
    last = tokens[-1].text if tokens else ""
    after_erl = len(tokens) > 1 and tokens[-2].text == "ERL" and tokens[-1].kind is TokenKind.OPERATOR
    return "LINE" in accepted and ("NUMBER" not in accepted or last in _JUMPS or after_erl)


def _typed(before: str) -> str:
    """Return the part of a word or number that stands before the caret."""
    match = _WORD.search(before) or _DIGITS.search(before)
    return match.group() if match is not None and before[: match.start()].strip() else ""


def tokens_before(head: str) -> Sequence[Token] | None:
    """Return the tokens of a row's beginning; None where nothing is proposed: in text, and before the number."""
    line = read_row(1, charset.encode_replacing(head)[0])
    if isinstance(line, Deletion):
        return []
    if not isinstance(line, Line):
        return None
    tokens = line.tokens
    last = tokens[-1]
    if last.kind is TokenKind.TEXT or last.text in _TEXTS:
        return None
    quotes = line.stored[last.start : last.end].count(b'"')
    return None if last.kind is TokenKind.STRING and quotes < 2 else tokens


def _lines(document: Document, place: Range, typed: str, most: int | None) -> list[Completion]:
    lines: Sequence[Line] = document.program.lines
    if most is not None and len(lines) > most:
        here = document.line_at(place.row)
        number = 0 if here is None else here.number
        if typed.isdigit():
            lines = [line for line in lines if str(line.number).startswith(typed)]
        lines = sorted(nsmallest(most, lines, key=lambda line: abs(line.number - number)), key=_number)
    return [
        Completion(str(line.number), "line", _titled(document, line), "", str(line.number), place)
        for line in lines
    ]


def _number(line: Line) -> int:
    return line.number


def expected_words(accepted: frozenset[str], tokens: Sequence[Token], place: Range) -> list[Completion]:
    """Return the words for the terminals that the parser expects."""
    found: list[Completion] = []
    rest = accepted
    if accepted >= _STATEMENT:
        found += _words("statement", place)
        rest = rest & {"ELSE"}
    if accepted >= _VALUE:
        found += [item for item in _words("function", place) if item.label not in _IN_PRINT]
        found.append(_word("NOT", [table("operator")["NOT"]], place))
        rest = rest - _VALUES
    if accepted >= _OPERATORS:
        between = [entry for name, entry in table("operator").items() if name.isalpha() and name != "NOT"]
        found += [_word(entry.name, [entry], place) for entry in between]
    known = {item.label for item in found}
    head = _head(tokens)
    if "ELSE" in rest and not any(token.text == "IF" for token in tokens):
        rest = rest - {"ELSE"}
    words = [word for terminal in sorted(rest) for word in _WORDS_OF.get(terminal, _PARTS & {terminal})]
    if "FLAG" in rest:
        words += sorted(FLAGS.get(head, FLAGS["CLOCK"]))
    return [_word(word, _entries_of(word, head), place) for word in words if word not in known] + found


def _head(tokens: Sequence[Token]) -> str:
    """Return the word that the last statement begins with."""
    starts = [at for at, token in enumerate(tokens, 1) if token.text in (":", "THEN", "ELSE")]
    start = starts[-1] if starts else 0
    return tokens[start].text if start < len(tokens) else ""


def _entries_of(word: str, head: str) -> list[Entry]:
    """Return what a word means in a statement with this first word."""
    own = [entry for entry in statements_beginning(head) if word in entry.parts or word in entry.name.split()]
    if not own and word in _IN_PRINT:
        own = [table("function")[word]]
    return own[:1] or [entry for entry in table("statement").values() if word in entry.parts][:1]


def _names(document: Document, typed: str, place: Range) -> list[Completion]:
    """Return the variables, arrays and functions of a program, but for the one that is being typed."""
    found: dict[str, Completion] = {}
    for key, written in ProgramNames(document).all().items():
        for name in written:
            label = f"FN{name}" if key.startswith("FN ") else name
            if name != typed.upper():
                detail = key.rstrip("(") + ("()" if key[-1] == "(" else "")
                found.setdefault(name, Completion(label, "variable", detail, "", label, place))
    return [*found.values()]


def _titled(document: Document, line: Line) -> str:
    """Return a line's text, after the text of the remark that names it."""
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
    if not entries:
        return Completion(word, "keyword", "", "", word, place)
    kind = "function" if entries[0].role == "function" else "keyword"
    text = "\n\n---\n\n".join(text_of(entry, word) for entry in entries)
    return Completion(word, kind, entries[0].forms[0], text, word, place)
