"""The knowledge of a file of a modern source."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msxkit.errors import MsxError
from msxkit.language.modern.formatting import formatted
from msxkit.language.modern.symbols import EVERYWHERE
from msxkit.language.modern.words import KEYWORDS, WORDS, Word, WordKind, is_short
from msxkit.language.program import Place, Program
from msxkit.language.source import included_path
from msxkit.language.vocabulary import table
from msxkit.lsp.completion import Completion
from msxkit.lsp.diagnostics import DEFAULT, Diagnostic, WantedChecks
from msxkit.lsp.document import FileRange, Range
from msxkit.lsp.edits import Edit, FileEdit, edited
from msxkit.lsp.fixes import Fix, modern_fixes
from msxkit.lsp.modern_help import (
    PROPOSED,
    SPELLINGS,
    RequestPlace,
    explanation,
    forms,
    proposals,
    range_in_row,
)
from msxkit.lsp.outline import OutlineEntry
from msxkit.lsp.signature import Signature
from msxkit.lsp.sources import File, Sources

_KINDS = {
    WordKind.NUMBER: "number",
    WordKind.STRING: "string",
    WordKind.RAW: "string",
    WordKind.FILE: "string",
    WordKind.REMARK: "comment",
    WordKind.GONE: "comment",
    WordKind.LABEL: "label",
    WordKind.LOOP: "label",
    WordKind.CALL: "function",
    WordKind.DEFINE: "macro",
    WordKind.WORD: "keyword",
    WordKind.NAME: "variable",
    WordKind.KEPT: "variable",
    WordKind.COMPOUND: "operator",
}


class ModernService:
    """The knowledge of a file of modern sources, as `ListingService` has it. Raise `MsxError` if it cannot be read."""

    def __init__(self, sources: Sources, path: Path, asked: WantedChecks = DEFAULT) -> None:
        self._sources, self._asked, self._name = sources, asked, str(path)
        self._readings = sources.readings(path)
        self.text: File = self._readings[0].files[self._name]

    @property
    def program(self) -> Program:
        return self._readings[0].source.program

    def rows_of(self, file: str) -> File:
        return next(reading.files[file] for reading in self._readings if file in reading.files)

    def _at(self, row: int, column: int) -> RequestPlace:
        return RequestPlace(self._readings, self.text, row, column)

    def findings(self, asked: WantedChecks, *, whole: bool = True) -> list[tuple[str, Diagnostic]]:
        return list(dict.fromkeys(found for reading in self._readings for found in reading.findings(asked)))

    def fixes(self, found: Diagnostic) -> list[Fix]:
        return modern_fixes(self._sources, self._readings[0], self._asked, self._name, found)

    def complete(self, row: int, column: int, most: int | None = None) -> list[Completion]:
        return [*proposals(self._at(row, column), self._sources.beside)]

    def hover(self, row: int, column: int) -> tuple[str, Range] | None:
        return explanation(self._at(row, column))

    def signatures(self, row: int, column: int) -> list[Signature]:
        return forms(self._at(row, column))

    def definition(self, row: int, column: int) -> list[FileRange]:
        touched = self._at(row, column).mentions()
        found = [reading.symbols.definition(each.symbol) for reading, here in touched for each in here]
        places = [*dict.fromkeys(_in_file(each.place) for each in found if each is not None)]
        links = ((str(file), link) for link, file in self.links() if link.row == row and link.holds(column))
        return places or [FileRange(file, Range(0, 0, 0)) for file, _ in links]

    def references(self, row: int, column: int, *, declaration: bool = True) -> list[FileRange]:
        found = self._at(row, column).all()
        symbols = self._readings[0].symbols
        return [_in_file(each.place) for each in found if declaration or not symbols.sets(each)]

    def renameable(self, row: int, column: int) -> Range | None:
        _, here = self._at(row, column).mentions()[0]
        return range_in_row(here[0].place) if here else None

    def rename(self, row: int, column: int, name: str) -> tuple[list[FileEdit], str]:
        found = self._at(row, column).all()
        if not found:
            raise MsxError("there is no name here; put the caret on a label, function, define or variable")
        if not (name.isascii() and name.isidentifier()):
            raise MsxError(f"{name!r} is not a name: letters, digits and underscores, not a digit first")
        symbols = {each.symbol for each in found}
        if any(symbol.kind is WordKind.NAME for symbol in symbols):
            _require_variable(name, stays=any(symbol.scope == EVERYWHERE for symbol in symbols))
        known = {each.symbol for reading in self._readings for each in reading.symbols.mentions}
        new = {symbol._replace(name=name.lower()) for symbol in symbols}
        if (new - symbols) & known:
            raise MsxError(f"there is a {name} already; choose another name")
        edits = [(_in_file(each.place), name) for each in found]
        if not is_short(name):
            self._require_same(edits, name)
        return edits, ""

    def _require_same(self, edits: list[FileEdit], name: str) -> None:
        """Raise `MsxError` if edits change a program."""
        for reading in self._readings:
            own = [edit for edit in edits if edit[0].file in reading.files]
            changed = self._sources.changed(reading.path, edited(own, self.rows_of))
            if changed.source.program.file() != reading.source.program.file():
                raise MsxError(f"{name} would be read as something else here; choose another name")

    def outline(self) -> list[OutlineEntry]:
        reading = self._readings[0]
        ends = {(begin.file, begin.row): end.row - 1 for begin, end in reading.source.made.blocks}
        found: dict[Place, OutlineEntry] = {}
        for each in reading.symbols.mentions:
            symbol, place, _ = each
            if symbol.kind is not WordKind.NAME and reading.symbols.sets(each) and place.file == self._name:
                row, name = place.row - 1, SPELLINGS[symbol.kind] % symbol.name
                what, detail = PROPOSED[symbol.kind], self.text.rows[row].text.strip()
                end = ends.get((place.file, place.row), row)
                found[place] = OutlineEntry(name, what, detail, row, end, range_in_row(place))
        return [*found.values()]

    def folds(self) -> list[tuple[int, int]]:
        blocks = self._readings[0].source.made.blocks
        found = {(begin.row - 1, end.row - 1) for begin, end in blocks if begin.file == self._name}
        return sorted((begin, end) for begin, end in found if end > begin)

    def _seen(self) -> Iterator[Word]:
        """Yield the words of the file."""
        return (word for word in self._readings[0].source.read.seen if word.place.file == self._name)

    def highlights(self, first: int, last: int) -> list[tuple[int, int, int, str]]:
        found = {
            (place.row, place.start, place.end, kind)
            for word in self._seen()
            if first <= (place := range_in_row(word.place)).row <= last and (kind := _kind(word))
        }
        return sorted(found)

    def links(self) -> Iterator[tuple[Range, Path]]:
        for word in self._seen():
            file = included_path(self._name, word.text) if word.kind is WordKind.FILE else ""
            if file in self._readings[0].files:
                yield range_in_row(word.place), Path(file)

    def formatting(self, first: int = 0, last: int | None = None) -> list[Edit]:
        """Return edits for the whole file alone: a row's indent follows from all rows above it."""
        reading, rows = self._readings[0], [row.text for row in self.text.rows]
        if last is not None or reading.source.errors:
            return []
        new = formatted("\n".join(rows)).split("\n")
        changed = self._sources.changed(reading.path, {self._name: "\n".join(new)})
        if changed.source.program.file() != reading.source.program.file():
            return []
        pairs = enumerate(zip(rows, new, strict=False))
        edits = [(Range(row, 0, len(old)), text) for row, (old, text) in pairs if text != old]
        if (left := len(rows) - len(new)) > 0:
            row = len(new) - 1
            edits.append((Range(row, len(rows[row]), len(rows[-1]), left), ""))
        return edits


def _in_file(place: Place) -> FileRange:
    return FileRange(place.file, range_in_row(place))


def _require_variable(name: str, *, stays: bool) -> None:
    """Raise `MsxError` for what is no name of a variable that was short or long before."""
    if name.upper() in KEYWORDS or name.lower() in WORDS:
        raise MsxError(f"{name} is a word of the language; choose another name")
    if stays != is_short(name):
        raise MsxError(
            "names of one and two letters are the machine's own, and longer ones get two letters; "
            f"choose a name of {'one or two' if stays else 'three or more'} letters"
        )


def _kind(word: Word) -> str:
    """Return what a word is for the colours; nothing for a sign without one."""
    if word.kind is WordKind.KEYWORD:
        return "function" if word.text in table("function") else "keyword"
    if word.kind is WordKind.NAME and word.text.lower() in WORDS:
        return "keyword"
    if word.kind is WordKind.SIGN:
        return "operator" if word.text in "+-*/\\^=<>" else ""
    return _KINDS.get(word.kind, "")
