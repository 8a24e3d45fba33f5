"""The answers about modern sources, as objects of the protocol."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lsprotocol import types

from msxkit.errors import MsxError
from msxkit.language.modern.formatting import formatted
from msxkit.language.modern.symbols import EVERYWHERE, WORDS, Mention
from msxkit.language.modern.words import KEYWORDS, ModernError, Word, WordKind
from msxkit.language.program import Place
from msxkit.language.source import included_path
from msxkit.language.vocabulary import table
from msxkit.lsp.answers import completion_item, refused, signature_help
from msxkit.lsp.document import Range
from msxkit.lsp.highlighting import KINDS
from msxkit.lsp.modern_help import SPELLINGS, RequestPlace, explanation, forms, proposals, range_in_row
from msxkit.lsp.protocol import place, range_of
from msxkit.lsp.sources import File, Reading
from msxkit.lsp.units import units
from msxkit.lsp.workspace import Workspace

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
_SYMBOLS = {
    WordKind.LABEL: types.SymbolKind.Key,
    WordKind.CALL: types.SymbolKind.Function,
    WordKind.DEFINE: types.SymbolKind.Constant,
}
_WHOLE = types.Range(types.Position(0, 0), types.Position(1 << 30, 0))
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class ModernAnswers:
    """The answers about modern sources. Each method answers the request that its parameters belong to."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def _asked(self, params: Any) -> RequestPlace:
        path = self._workspace.path_of(params.text_document.uri)
        readings = self._workspace.sources.readings(path)
        file = readings[0].files[str(path)]
        position = getattr(params, "position", types.Position(0, 0))
        return RequestPlace(readings, file, *place(file, position))

    def _location(self, reading: Reading, where: Place) -> types.Location:
        file = reading.files[where.file]
        return types.Location(self._workspace.uri_of(file.path), range_of(file, range_in_row(where)))

    def completion(self, params: types.CompletionParams) -> types.CompletionList:
        asked = self._asked(params)
        items = [completion_item(asked.file, each) for each in proposals(asked)]
        return types.CompletionList(is_incomplete=False, items=items)

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        asked = self._asked(params)
        found = explanation(asked)
        if found is None:
            return None
        text, where = found
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content, range_of(asked.file, range_in_row(where)))

    def signature(self, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        return signature_help(forms(self._asked(params)))

    def definition(self, params: types.DefinitionParams) -> list[types.Location]:
        found: dict[Place, types.Location] = {}
        asked = self._asked(params)
        for reading, here in asked.mentions():
            for mention in here:
                target = reading.symbols.definition(mention.symbol)
                if target is not None:
                    found[target.place] = self._location(reading, target.place)
        return [*found.values()] or [
            types.Location(link.target, types.Range(types.Position(0, 0), types.Position(0, 0)))
            for link in self.links(params)
            if link.target and link.range.start <= params.position <= link.range.end
        ]

    def references(self, params: types.ReferenceParams) -> list[types.Location]:
        declaration = params.context.include_declaration
        found = self._asked(params).all()
        return [
            self._location(reading, each.place) for reading, each in found if declaration or not each.sets
        ]

    def highlight(self, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        asked = self._asked(params)
        here = (each.place for _, each in asked.all() if each.place.file == str(asked.file.path))
        return [types.DocumentHighlight(range_of(asked.file, range_in_row(where))) for where in here]

    def prepare_rename(self, params: types.PrepareRenameParams) -> types.Range | None:
        asked = self._asked(params)
        _, here = asked.mentions()[0]
        return range_of(asked.file, range_in_row(here[0].place)) if here else None

    def rename(self, params: types.RenameParams) -> types.WorkspaceEdit | None:
        asked = self._asked(params)
        changes: dict[str, list[types.TextEdit]] = {}
        for reading, each in asked.all():
            where = self._location(reading, each.place)
            changes.setdefault(where.uri, []).append(types.TextEdit(where.range, params.new_name))
        if not changes:
            raise refused("there is no name here; put the caret on a label, function, define or variable")
        try:
            self._try(asked, params.new_name)
        except MsxError as error:
            raise refused(str(error)) from None
        return types.WorkspaceEdit(changes)

    def _try(self, asked: RequestPlace, name: str) -> None:
        """Raise `MsxError` if a name cannot be had: a rename changes no program."""
        kinds = {mention.symbol.kind for _, here in asked.mentions() for mention in here}
        if _NAME.fullmatch(name) is None:
            raise MsxError(f"{name!r} is not a name: letters, digits and underscores, not a digit first")
        if WordKind.NAME in kinds and (name.upper() in KEYWORDS or name.lower() in WORDS):
            raise MsxError(f"{name} is a word of the language; choose another name")
        for reading, here in asked.mentions():
            symbols = {mention.symbol for mention in here}
            is_short = any(symbol.scope == EVERYWHERE for symbol in symbols)
            if is_short != (len(name) < 3) and WordKind.NAME in kinds:
                raise MsxError(
                    "names of one and two letters are the machine's own, and longer ones get two letters; "
                    f"choose a name of {'one or two' if is_short else 'three or more'} letters"
                )
            if any(
                mention.symbol._replace(name=name.lower())
                in {each.symbol for each in reading.symbols.mentions}
                for mention in here
                if mention.symbol.name != name.lower()
            ):
                raise MsxError(f"there is a {name} already; choose another name")
            program = reading.source.program
            texts = {
                file.path: _edited(file, reading.symbols.of(symbols), name) for file in reading.files.values()
            }
            changed = self._workspace.sources.changed(reading.path, texts).source
            if not is_short and program.lines and changed.program.file() != program.file():
                raise MsxError(f"{name} would be read as something else here; choose another name")

    def symbols(self, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        asked = self._asked(params)
        name = str(asked.file.path)
        ends = dict(asked.reading.source.made.blocks)
        found: dict[Place, types.DocumentSymbol] = {}
        for each in asked.reading.symbols.mentions:
            if each.symbol.kind in _SYMBOLS and each.sets and each.place.file == name:
                row = each.place.row
                end = next(
                    (end.row for begin, end in ends.items() if (begin.file, begin.row) == (name, row)), row
                )
                whole = range_of(asked.file, Range(end - 1, 0, len(asked.file.rows[end - 1].text)))
                chosen = range_of(asked.file, range_in_row(each.place))
                found[each.place] = types.DocumentSymbol(
                    SPELLINGS[each.symbol.kind] % each.symbol.name,
                    _SYMBOLS[each.symbol.kind],
                    types.Range(types.Position(row - 1, 0), whole.end),
                    chosen,
                    detail=asked.file.rows[row - 1].text.strip(),
                )
        return [*found.values()]

    def formatting(self, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        asked = self._asked(params)
        path, sources = asked.file.path, self._workspace.sources
        try:
            new = formatted(sources.texts[path])
        except ModernError:
            return []
        changed = sources.changed(asked.reading.path, {path: new}).source.program
        is_same = changed.lines and changed.file() == asked.reading.source.program.file()
        return [types.TextEdit(_WHOLE, new)] if is_same and new != sources.texts[path] else []

    def range_formatting(self, params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
        """Return nothing: a row's indent follows from all rows above it."""
        return []

    def folding(self, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        asked = self._asked(params)
        name = str(asked.file.path)
        blocks = {
            (begin.row, end.row) for begin, end in asked.reading.source.made.blocks if begin.file == name
        }
        return [types.FoldingRange(begin - 1, end - 1) for begin, end in sorted(blocks) if end > begin]

    def tokens(self, params: types.SemanticTokensParams) -> types.SemanticTokens:
        return self._tokens(params, 0, 1 << 30)

    def tokens_range(self, params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        return self._tokens(params, params.range.start.line, params.range.end.line)

    def _tokens(self, params: Any, first: int, last: int) -> types.SemanticTokens:
        asked = self._asked(params)
        name = str(asked.file.path)
        kinds = {
            (word.place.row - 1, word.place.column - 1): (word.place.width, _kind(word))
            for word in asked.reading.source.read.seen
            if word.place.file == name and first < word.place.row <= last + 1
        }
        data: list[int] = []
        before = 0, 0
        for (row, column), (width, kind) in sorted(kinds.items()):
            text = asked.file.rows[row].text
            start, end = units(text, column), units(text, column + width)
            if kind and end > start:
                since = start - before[1] if row == before[0] else start
                data += (row - before[0], since, end - start, KINDS.index(kind), 0)
                before = row, start
        return types.SemanticTokens(data)

    def links(self, params: Any) -> list[types.DocumentLink]:
        asked = self._asked(params)
        name = str(asked.file.path)
        return [
            types.DocumentLink(
                range_of(asked.file, range_in_row(word.place)),
                self._workspace.uri_of(Path(file)),
            )
            for word in asked.reading.source.read.seen
            if word.kind is WordKind.FILE and word.place.file == name
            for file in asked.reading.files
            if file == included_path(name, word.text)
        ]


def _edited(file: File, mentions: Iterable[Mention], name: str) -> str:
    """Return the text of a file with another name in some places."""
    rows = [row.text for row in file.rows]
    places = {each.place for each in mentions if each.place.file == str(file.path)}
    for at in sorted(places, reverse=True):
        row, start = at.row - 1, at.column - 1
        rows[row] = rows[row][:start] + name + rows[row][start + at.width :]
    return "\n".join(rows)


def _kind(word: Word) -> str:
    """Return what a word is for the colours; nothing for a sign without one."""
    if word.kind is WordKind.KEYWORD:
        return "function" if word.text in table("function") else "keyword"
    if word.kind is WordKind.NAME and word.text.lower() in WORDS:
        return "keyword"
    if word.kind is WordKind.SIGN:
        return "operator" if word.text in "+-*/\\^=<>" else ""
    return _KINDS.get(word.kind, "")
