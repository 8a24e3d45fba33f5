"""Where a modern source names something: its labels, functions, defines and variables, in all its files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from msxkit.language.modern.names import split_type
from msxkit.language.modern.structure import home
from msxkit.language.modern.words import WORDS, Word, WordKind, is_short
from msxkit.language.modern.writing import Source
from msxkit.language.program import Line, Place
from msxkit.language.uses import uses

#: The scope of what is the same in all files: a name of one or two letters.
EVERYWHERE = -1
_NAMING = (WordKind.NAME, WordKind.KEPT, WordKind.LABEL, WordKind.LOOP, WordKind.CALL, WordKind.DEFINE)
#: Words that name what another kind does.
_ALSO = {WordKind.KEPT: WordKind.NAME, WordKind.LOOP: WordKind.LABEL}


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
        word: That of the whole word.
    """

    symbol: Symbol
    place: Place
    word: Place


class Symbols:
    """The symbols of a source.

    Attributes:
        mentions: Every place that names one, in the order of reading.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._defined = source.read.defined | source.made.defined
        self.mentions = list(self._mentions())
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
        return next((each for each in self.of([symbol]) if self.sets(each)), None)

    def classic(self, symbol: Symbol) -> str:
        """Return what the classic program has for a symbol: two letters, or a line number; nothing if it has none."""
        kind, name, scope = symbol
        if kind is WordKind.NAME:
            short = self._source.names.short
            return name.upper() if scope == EVERYWHERE else short.get((name, scope), "")
        return str(self._source.numbers.get(f"{'.' * (kind is WordKind.CALL)}{name} {scope}", ""))

    def sets(self, mention: Mention) -> bool:
        """Return whether a symbol is defined at a mention, or given a value."""
        place = mention.word
        if mention.symbol.kind is not WordKind.NAME or place in self._defined:
            return place in self._defined
        lines = self._lines.get((place.file, place.row), ())
        return any(place == line.place(use.start) for line in lines for use in uses(line) if use.sets)

    @cached_property
    def _lines(self) -> dict[tuple[str, int], set[Line]]:
        """The lines that each row is in."""
        found: dict[tuple[str, int], set[Line]] = {}
        for line in self._source.program.lines:
            assert line.source is not None
            for _, place in line.source.places:
                found.setdefault((place.file, place.row), set()).add(line)
        return found

    def _mentions(self) -> Iterator[Mention]:
        for _, row in groupby(self._source.read.seen, key=lambda word: (word.scope, word.place.row)):
            for word in sorted(row, key=lambda word: word.place.column):
                symbol = self._symbol(word)
                if symbol is not None:
                    column, width = word.place.column + word.shift, len(split_type(word.text)[0])
                    yield Mention(symbol, word.place._replace(column=column, width=width), word.place)

    def _symbol(self, word: Word) -> Symbol | None:
        """Return what a word names."""
        if word.kind not in _NAMING:
            return None
        name = split_type(word.text)[0].lower()
        if name in ("@", "?", "_") or (word.kind is WordKind.NAME and name in WORDS):
            return None
        kind = _ALSO.get(word.kind, word.kind)
        if word.kind is WordKind.KEPT or (kind is WordKind.NAME and is_short(name)):
            return Symbol(kind, name[:2], EVERYWHERE)
        made = self._source.made
        known: Collection[tuple[str, int]] = made.labels if kind is WordKind.LABEL else made.functions
        is_shared = kind in (WordKind.LABEL, WordKind.CALL)
        return Symbol(kind, name, home(known, name, word.scope) if is_shared else word.scope)
