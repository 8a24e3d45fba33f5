"""Where a modern source names something: its labels, functions, defines and variables, in all its files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

from msxkit import charset
from msxkit.language.modern.names import SET, split_type
from msxkit.language.modern.structure import opens
from msxkit.language.modern.words import WORDS, Word, WordKind, is_boundary
from msxkit.language.modern.writing import Source
from msxkit.language.program import Place

#: The scope of what is the same in all files: a name of one or two letters.
EVERYWHERE = -1
#: Statements that set all the variables in them.
_SETTERS = ("READ", "INPUT", "LINE", "DIM", "SWAP", "GET", "FIELD", "LSET", "RSET", "CLOSE", "INPUT#")
_VARIABLES = (WordKind.NAME, WordKind.KEPT)
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
        kind, name, scope = symbol
        if kind is WordKind.NAME:
            short = self._source.names.short if self._source.program.lines else {}
            return name.upper() if scope == EVERYWHERE else short.get((name, scope), "")
        return str(self._source.numbers.get(f"{'.' * (kind is WordKind.CALL)}{name} {scope}", ""))

    def _mentions(self, seen: list[Word]) -> Iterator[Mention]:
        declared = {each.place for each in self._source.read.declarations}
        for _, row in groupby(seen, key=lambda word: (word.scope, word.place.row)):
            words = sorted(row, key=lambda word: word.place.column)
            sets = {word.place for word in _set(words)} | declared
            for word in words:
                symbol = self._symbol(word)
                if symbol is not None:
                    is_set = word.place == self._defined(symbol)
                    is_set = is_set or (word.kind in _VARIABLES and word.place in sets)
                    yield Mention(symbol, _of_name(word), is_set)

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
        if word.kind not in (*_VARIABLES, *_SPELT):
            return None
        name = split_type(word.text)[0].lower()
        if name in ("@", "?", "_") or (word.kind is WordKind.NAME and name in WORDS):
            return None
        if word.kind in (WordKind.LABEL, WordKind.LOOP):
            return Symbol(WordKind.LABEL, name, _home(self._source.made.labels, name, word.scope))
        if word.kind is WordKind.CALL:
            return Symbol(WordKind.CALL, name, _home(self._source.made.functions, name, word.scope))
        if word.kind is WordKind.DEFINE:
            return Symbol(WordKind.DEFINE, name, word.scope)
        if word.kind is WordKind.KEPT or len(name) < 3:
            return Symbol(WordKind.NAME, name[:2], EVERYWHERE)
        return Symbol(WordKind.NAME, name, word.scope)


def _home(known: Collection[tuple[str, int]], name: str, scope: int) -> int:
    """Return the file that has a label or a function: the word's own, else any other."""
    return scope if (name, scope) in known else next((of for other, of in known if other == name), scope)


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


def _set(words: list[Word]) -> Iterator[Word]:
    """Yield the variables of a row that get a value."""
    for is_between, group in groupby(words, is_boundary):
        statement = [word for word in group if word.kind not in (WordKind.LABEL, WordKind.LOOP)]
        if is_between or not statement:
            continue
        head, depths = statement[0], accumulate(map(opens, statement))
        outer = [word for word, depth in zip(statement, depths, strict=True) if not depth]
        signs = [at for at, word in enumerate(outer) if word.text in SET]
        if head.text.lower() == "func":
            yield from (word for before, word in pairwise(statement) if before.text in ("(", ","))
        elif head.is_keyword(*_SETTERS):
            yield from outer
        elif signs and (head.kind in _VARIABLES or head.is_keyword("LET", "FOR")):
            yield from outer[: signs[0]]
