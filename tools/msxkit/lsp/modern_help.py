"""What an editor shows at a place of a modern source: proposals, explanations, the form of a call."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from msxkit import charset
from msxkit.language.modern.names import split_type
from msxkit.language.modern.structure import opens
from msxkit.language.modern.symbols import EVERYWHERE, Mention, Symbol
from msxkit.language.modern.words import WORDS, Word, WordKind, words_of
from msxkit.language.modern.writing import spelt
from msxkit.language.parser import expected
from msxkit.language.program import Line, Place, read_row
from msxkit.lsp.completion import BEGINNINGS, Completion, expected_words, takes_line, tokens_before
from msxkit.lsp.document import Range, Text
from msxkit.lsp.hover import as_text
from msxkit.lsp.meaning import meanings_at, text_of
from msxkit.lsp.signature import Signature, forms_at
from msxkit.lsp.sources import File, Reading

#: What the words of the modern language do.
_MEANINGS = {
    "func": "`func .name(a, b = 2)` begins a function, which ends at `ret`.",
    "ret": "`ret value, value` ends a function, and gives what it returns.",
    "exit": "`exit` leaves the innermost loop.",
    "endif": "`endif` is for the eye alone.",
    "true": "`true` is -1.",
    "false": "`false` is 0.",
    "define": "`define [name][content]` makes the content of `[name]` in the rows behind it.",
    "declare": "`declare name:nm` chooses the two letters of a long name, `declare nm` keeps them free.",
    "include": '`include "file"` puts the rows of a file here.',
    "keep": "`keep #name` keeps the rows of a toggle.",
}
#: What a symbol is written as, and what it is in a list of proposals.
SPELLINGS = {WordKind.LABEL: "{%s}", WordKind.CALL: ".%s", WordKind.DEFINE: "[%s]", WordKind.NAME: "%s"}
PROPOSED = {
    WordKind.LABEL: "line",
    WordKind.CALL: "function",
    WordKind.DEFINE: "constant",
    WordKind.NAME: "variable",
}
#: What is being written before the caret, by what stands in front of it.
_BEGUN = {
    WordKind.LABEL: re.compile(r"\{[ \t]*([A-Za-z0-9_]*)$"),
    WordKind.CALL: re.compile(r"(?<![A-Za-z0-9_)])\.([A-Za-z_][A-Za-z0-9_]*)?$"),
    WordKind.DEFINE: re.compile(r"\[[ \t]*([A-Za-z0-9_]*)$"),
}
_FILE = re.compile(r'include[ \t]*"((?:[^"]*/)?)([^"/]*)$', re.IGNORECASE)
_TYPED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*[$%!#]?$")
_JOINED = re.compile(r"[ \t]_[ \t]*$")
#: What stands for the words of the modern language, and what has no place in classic BASIC.
_INSTEAD = {"ret": "PRINT", "true": "1", "false": "0", "exit": "END", "endif": "END", "func": "PRINT"}
_LEFT_OUT = (WordKind.LOOP, WordKind.GONE)
_REMARK = re.compile(r"[ \t]*##[ \t]?(.*)")


def range_in_row(place: Place) -> Range:
    """Return a place as a part of a row."""
    return Range(place.row - 1, place.column - 1, place.column - 1 + place.width)


class RequestPlace(NamedTuple):
    """The place that a request is about.

    Attributes:
        readings: The sources that the file belongs to.
        row, column: In characters, from 0.
    """

    readings: list[Reading]
    file: File
    row: int
    column: int

    @property
    def before(self) -> str:
        """The text of the row before the caret."""
        return self.file.rows[self.row].text[: self.column]

    def seen(self) -> list[Word]:
        """Return the words of the row."""
        row, name = self.row + 1, str(self.file.path)
        words = self.readings[0].source.read.seen
        return [word for word in words if word.place.row == row and word.place.file == name]

    def mentions(self) -> list[tuple[Reading, list[Mention]]]:
        """Return what the caret touches in each source."""
        name = str(self.file.path)
        return [(each, each.symbols.at(name, self.row + 1, self.column + 1)) for each in self.readings]

    def all(self) -> list[Mention]:
        """Return every mention, in all sources, of what the caret touches; each place once."""
        symbols = [(reading.symbols, [each.symbol for each in here]) for reading, here in self.mentions()]
        return [*{each.place: each for known, touched in symbols for each in known.of(touched)}.values()]


def proposals(asked: RequestPlace, beside: Callable[[Path], Iterable[Path]]) -> Iterator[Completion]:
    """Yield everything that can stand where the caret is; nothing in strings and remarks.

    Args:
        beside: Returns the sources in a folder.
    """
    text, _ = _before(asked.file, asked.row, asked.column)
    if (match := _FILE.search(asked.before)) is not None:
        place = Range(asked.row, asked.column - len(match[2]), asked.column)
        for path in beside(asked.file.path.parent / match[1]):
            if path != asked.file.path:
                yield Completion(path.name, "file", "", "", path.name, place)
        return
    kind, match = next(
        (
            (kind, match)
            for kind, begun in _BEGUN.items()
            if (match := begun.search(asked.before)) is not None
        ),
        (None, _TYPED.search(asked.before)),
    )
    size = 0 if match is None else len(match[0])
    tokens = tokens_before(_classic(text[: len(text) - size])[0])
    if tokens is None or any(
        word.kind is WordKind.GONE and word.place.column <= asked.column for word in asked.seen()
    ):
        return
    if kind is not None and match is not None:
        yield from _symbols(asked, (kind,), match[1] or "", "%s")
        return
    if asked.before.endswith(BEGINNINGS):
        return
    typed = "" if match is None else match[0]
    accepted = expected(tokens)
    if takes_line(accepted, tokens):
        yield from _symbols(asked, (WordKind.LABEL,), typed)
    if "VARIABLE" in accepted:
        yield from _symbols(asked, (WordKind.NAME, WordKind.CALL, WordKind.DEFINE), typed)
    place = Range(asked.row, asked.column - len(typed), asked.column)
    for word in expected_words(accepted, tokens, place):
        yield replace(word, label=word.label.lower(), text=word.text.lower())
    if "LET" in accepted:
        for word_, does in _MEANINGS.items():
            yield Completion(word_, "keyword", "", does, word_, place)


def _symbols(
    asked: RequestPlace, kinds: tuple[WordKind, ...], typed: str, spelling: str = ""
) -> Iterator[Completion]:
    """Yield the symbols of some kinds, but for the one that is being typed."""
    name = str(asked.file.path)
    read = asked.readings[0].source.read
    own = {scope for scope, file in enumerate(read.files) if file == name} | {EVERYWHERE}
    place = Range(asked.row, asked.column - len(typed), asked.column)
    found: dict[str, Symbol] = {}
    for each in asked.readings[0].symbols.mentions:
        symbol = each.symbol
        written = range_in_row(each.place)
        is_loop = asked.before[written.end :].strip(" \t") == "{"  # `list {`, where a label may follow
        is_typed = each.place.row == asked.row + 1 and (written.holds(asked.column) or is_loop)
        is_known = symbol.scope in own or symbol.kind in (WordKind.LABEL, WordKind.CALL)
        if symbol.kind in kinds and is_known and not (is_typed and each.place.file == name):
            found.setdefault((spelling or SPELLINGS[symbol.kind]) % symbol.name, symbol)
    for label, symbol in found.items():
        yield Completion(
            label, PROPOSED[symbol.kind], "", _of_symbol(asked.readings[0], symbol), label, place
        )


def explanation(asked: RequestPlace) -> tuple[str, Range] | None:
    """Return the explanation of what the caret touches, in Markdown, and its place; None if there is none."""
    reading, here = asked.mentions()[0]
    if here:
        symbol = here[0].symbol
        classic = reading.symbols.classic(symbol)
        is_name = symbol.kind is WordKind.NAME
        where = f"`{classic}` on the machine, of any type" if is_name else f"Line {classic} of the program"
        told = [_of_symbol(reading, symbol), *([where] if classic else [])]
        return "\n\n".join(told), range_in_row(here[0].place)
    touched = (word for word in asked.seen() if range_in_row(word.place).holds(asked.column))
    found = ((_of_word(asked, word), range_in_row(word.place)) for word in touched)
    return next((each for each in found if each[0]), None)


def _of_symbol(reading: Reading, symbol: Symbol) -> str:
    target = reading.symbols.definition(symbol)
    is_name = symbol.kind is WordKind.NAME
    if target is None:
        missing = f"There is no `{SPELLINGS[symbol.kind] % symbol.name}`."
        parts = [f"Variable `{symbol.name}`", "It is never set: it is always 0."] if is_name else [missing]
    else:
        file, row = reading.files[target.place.file], target.place.row
        notes = [as_text(note)] if (note := _note(file, row - 1)) else []
        shown = [f"```msxmodern\n{file.rows[row - 1].text.strip()}\n```", *notes]
        parts = [f"Variable `{symbol.name}`"] if is_name else shown
        parts.append(f"{'Set first' if is_name else 'Defined'} in {as_text(file.path.name)}:{row}")
    places = len(reading.symbols.of([symbol]))
    return "\n\n".join([*parts, f"{places} place{'s' if places != 1 else ''}"])


def _note(file: File, row: int) -> str:
    """Return the remarks right above a row, from 0."""
    found: list[str] = []
    while row > 0 and (match := _REMARK.fullmatch(file.rows[row - 1].text)) is not None:
        found.insert(0, match[1])
        row -= 1
    return " ".join(found)


def _of_word(asked: RequestPlace, word: Word) -> str:
    first = word.text.split(maxsplit=1)[0].lower() if word.text.strip() else ""
    if word.kind is WordKind.WORD or (word.kind is WordKind.NAME and first in WORDS):
        return _MEANINGS.get(first.partition("[")[0].partition('"')[0], "")
    if word.kind is not WordKind.KEYWORD:
        return ""
    text, shift = _before(asked.file, asked.row, len(asked.file.rows[asked.row].text))
    row, places = _classic(text)
    line = read_row(1, charset.encode_replacing(row)[0])
    at = next((start for start, place in places if place.column == word.place.column + shift), -1)
    if not isinstance(line, Line):
        return ""
    for token, start in zip(line.tokens, line.columns_of_tokens()[0], strict=True):
        if start == at:
            found = meanings_at(line, token.start)
            return "\n\n---\n\n".join(text_of(meaning.entry, meaning.word) for meaning in found)
    return ""


def forms(asked: RequestPlace) -> list[Signature]:
    """Return the forms for the caret: of the function of the program, or of BASIC, that it is in."""
    text, _ = _before(asked.file, asked.row, asked.column)
    called = _open_call(text)
    if called is None:
        return forms_at(_classic(text)[0])
    name, active = called
    for reading in asked.readings:
        for (other, _), function in reading.source.made.functions.items():
            if other == name:
                file, row = reading.files[function.place.file], function.place.row - 1
                form = file.rows[row].text
                indent = len(form) - len(form.lstrip())
                ranges = (range_in_row(word.place) for word, _ in function.parameters)
                places = tuple((each.start - indent, each.end - indent) for each in ranges if each.row == row)
                return [Signature(form.strip(), _note(file, row), places, active)]
    return []


def _before(text: Text, row: int, column: int) -> tuple[str, int]:
    """Return what stands before a caret, with the rows that a `_` joins to its row; and how long these are."""
    head = ""
    first = row
    while first > 0 and _JOINED.search(text.rows[first - 1].text) is not None:
        first -= 1
        head = _JOINED.sub(" ", text.rows[first].text) + head
    return head + text.rows[row].text[:column], len(head)


def _classic(text: str) -> tuple[str, list[tuple[int, Place]]]:
    """Return a row in classic BASIC, with a line number and all variables with one name; and where each word begins."""
    found = [word for word in words_of(text) if word.kind not in _LEFT_OUT]
    return spelt(found[bool(found) and found[0].kind is WordKind.LABEL :], "10 ", _classic_word)


def _classic_word(word: Word) -> str:
    if word.kind in (WordKind.NAME, WordKind.KEPT):
        return _INSTEAD.get(word.text.lower()) or "A" + split_type(word.text)[1]
    if word.kind is WordKind.COMPOUND:
        return "=1" if word.text in ("++", "--") else "="
    return {WordKind.LABEL: "10", WordKind.CALL: "A", WordKind.DEFINE: "A"}.get(word.kind, word.text)


def _open_call(text: str) -> tuple[str, int] | None:
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
