"""Where a modern source names something: its labels, functions, defines and variables, in all its files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from msxkit import charset
from msxkit.language.modern.names import split_type
from msxkit.language.modern.structure import opens
from msxkit.language.modern.words import Word, WordKind, is_boundary
from msxkit.language.modern.writing import Source
from msxkit.language.program import Place

#: Names that are words of the modern language where they begin a statement.
WORDS = frozenset(("func", "ret", "exit", "endif", "true", "false"))
#: The scope of what is the same in all files: a name of one or two letters.
EVERYWHERE = -1
#: Statements that set all the variables in them, and those that set the first one.
_SETTERS = ("READ", "INPUT", "LINE", "DIM", "SWAP", "GET", "FIELD", "LSET", "RSET", "CLOSE", "INPUT#")
_SETS_FIRST = ("LET", "FOR", "MID$")
_NAMING = frozenset(
    (WordKind.LABEL, WordKind.LOOP, WordKind.CALL, WordKind.DEFINE, WordKind.NAME, WordKind.KEPT)
)
_SPELT = (WordKind.LABEL, WordKind.LOOP, WordKind.CALL, WordKind.DEFINE)


class Symbol(NamedTuple):
    """What a source names.

    Attributes:
        kind: `LABEL`, `CALL` for a function, `DEFINE`, or `NAME` for a variable of any type.
        name: In lower case.
        scope: The file that it belongs to, or `EVERYWHERE`.
    """

    kind: WordKind
    name: str
    scope: int


class Mention(NamedTuple):
    """A place that names a symbol.

    Attributes:
        place: Of the name alone, without braces, point and type.
        sets: Whether the symbol is defined there, or given a value.
    """

    symbol: Symbol
    place: Place
    sets: bool


class Symbols:
    """The symbols of a source.

    Attributes:
        mentions: Every place that names one, in the order of reading.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self.mentions = list(self._mentions(source.read.seen))
        self._of: dict[Symbol, list[Mention]] = {}
        for each in self.mentions:
            self._of.setdefault(each.symbol, []).append(each)

    def at(self, file: str, row: int, column: int) -> list[Mention]:
        """Return the mentions that a place touches: several in a file that is included twice.

        Args:
            row, column: From 1; a column behind a name touches it, too.
        """
        found = [
            each
            for each in self.mentions
            if each.place.row == row
            and each.place.column <= column <= each.place.column + each.place.width
            and each.place.file == file
        ]
        latest = max((each.place.column for each in found), default=0)
        return [each for each in found if each.place.column == latest]

    def of(self, symbols: Iterable[Symbol]) -> list[Mention]:
        """Return all mentions of some symbols."""
        return [each for symbol in dict.fromkeys(symbols) for each in self._of.get(symbol, ())]

    def definition(self, symbol: Symbol) -> Mention | None:
        """Return where a symbol is defined: a variable where it is declared, or first set."""
        found = self.of([symbol])
        return next((each for each in found if each.sets), None)

    def classic(self, symbol: Symbol) -> str:
        """Return what the classic program has for a symbol: two letters, or a line number; nothing if it has none."""
        source = self._source
        if symbol.kind is WordKind.NAME and symbol.scope == EVERYWHERE:
            return symbol.name.upper()
        if source.program.lines and symbol.kind is WordKind.NAME:
            return source.names.short.get(symbol[1:], "")
        mark = (
            f".{symbol.name} {symbol.scope}"
            if symbol.kind is WordKind.CALL
            else f"{symbol.name} {symbol.scope}"
        )
        number = source.numbers.get(mark)
        return "" if number is None else str(number)

    def _mentions(self, seen: list[Word]) -> Iterator[Mention]:
        declared = {each.place for each in self._source.read.declarations}
        for _, row in groupby(seen, key=lambda word: (word.scope, word.place.row)):
            words = sorted(row, key=lambda word: word.place.column)
            sets = set(_set(words))
            for at, word in enumerate(words):
                symbol = self._symbol(word)
                if symbol is not None:
                    place = _of_name(word)
                    is_set = at in sets or word.place == self._defined(symbol)
                    is_set = is_set or (bool(declared) and word.place in declared)
                    yield Mention(symbol, place, is_set)

    def _defined(self, symbol: Symbol) -> Place | None:
        key = symbol.name, symbol.scope
        if symbol.kind is WordKind.LABEL:
            return self._source.made.labels.get(key)
        if symbol.kind is WordKind.CALL:
            function = self._source.made.functions.get(key)
            return None if function is None else function.place
        return self._source.read.defines.get(key) if symbol.kind is WordKind.DEFINE else None

    def _symbol(self, word: Word) -> Symbol | None:
        """Return what a word names."""
        if word.kind not in _NAMING:
            return None
        name = split_type(word.text)[0].lower()
        if word.kind in (WordKind.LABEL, WordKind.LOOP):
            return (
                None if name == "@" else Symbol(WordKind.LABEL, name, self._home(name, word, WordKind.LABEL))
            )
        if word.kind is WordKind.CALL:
            return Symbol(WordKind.CALL, name, self._home(name, word, WordKind.CALL))
        if word.kind is WordKind.DEFINE:
            return None if name == "?" else Symbol(WordKind.DEFINE, name, word.scope)
        if name in WORDS or name == "_":
            return None
        if word.kind is WordKind.KEPT or len(name) < 3:
            return Symbol(WordKind.NAME, name[:2], EVERYWHERE)
        return Symbol(WordKind.NAME, name, word.scope)

    def _home(self, name: str, word: Word, kind: WordKind) -> int:
        """Return the file that has a label or a function: the word's own, else any other."""
        made = self._source.made
        known = made.labels if kind is WordKind.LABEL else made.functions
        if (name, word.scope) in known:
            return word.scope
        return next((scope for other, scope in known if other == name), word.scope)


def _of_name(word: Word) -> Place:
    """Return the place of the name in a word."""
    name = split_type(word.text)[0]
    place = word.place
    column = place.column
    if word.kind in _SPELT:
        text = charset.decode(place.text)[column - 1 : column - 1 + place.width]
        column += max(0, text.lower().find(name.lower()))
    elif word.kind is WordKind.KEPT:
        column += 1
    return place._replace(column=column, width=len(name))


def _set(words: list[Word]) -> Iterator[int]:
    """Yield which words of a row are variables that get a value."""
    depth = 0
    head: Word | None = None
    targets: list[int] = []
    for at, word in enumerate(words):
        if is_boundary(word):
            head, targets, depth = None, [], 0
            continue
        depth += opens(word)
        is_name = word.kind in (WordKind.NAME, WordKind.KEPT)
        if head is None and word.kind not in (WordKind.LABEL, WordKind.LOOP):
            head = word
            if word.kind is WordKind.NAME and word.text.lower() == "func":
                yield from (place for place in range(at + 1, len(words)) if _is_parameter(words, place))
        if head is not None and is_name and depth == 0 and head.is_keyword(*_SETTERS):
            yield at
        elif is_name and depth == 0:
            targets.append(at)
        elif (word.is_sign("=") or word.kind is WordKind.COMPOUND) and targets:
            if head is not None and (
                head.kind in (WordKind.NAME, WordKind.KEPT) or head.is_keyword(*_SETS_FIRST)
            ):
                yield from targets
            head, targets = word, []


def _is_parameter(words: list[Word], at: int) -> bool:
    return words[at].kind in (WordKind.NAME, WordKind.KEPT) and (
        words[at - 1].is_sign("(") or words[at - 1].is_sign(",")
    )
