"""The answers to an editor's requests, as objects of the protocol."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types

from msxkit.errors import MsxError
from msxkit.lsp import completion, edits, highlighting, hints, signature
from msxkit.lsp.document import Document, FileRange, Text
from msxkit.lsp.files import listing, path_of, save
from msxkit.lsp.protocol import place, range_of, rows_of, text_edits
from msxkit.lsp.service import LanguageService
from msxkit.lsp.units import units
from msxkit.lsp.workspace import Workspace

T = TypeVar("T")
_COMPLETION = {
    "keyword": types.CompletionItemKind.Keyword,
    "function": types.CompletionItemKind.Function,
    "variable": types.CompletionItemKind.Variable,
    "line": types.CompletionItemKind.Reference,
    "constant": types.CompletionItemKind.Constant,
    "file": types.CompletionItemKind.File,
}
_SYMBOL = {
    "subroutine": types.SymbolKind.Function,
    "handler": types.SymbolKind.Event,
    "section": types.SymbolKind.Module,
    "function": types.SymbolKind.Function,
    "array": types.SymbolKind.Array,
    "line": types.SymbolKind.Key,
    "constant": types.SymbolKind.Constant,
}
#: Rows whose tokens are computed before the next message is read.
_TURN = 250
#: Seconds of a pause, in which a message can come in.
_BREATH = 0.001
#: How many line numbers are proposed at once: the nearest ones.
_LINES = 200
_KINDS = {kind: place for place, kind in enumerate(highlighting.KINDS)}


def _completion_item(document: Text, entry: completion.Completion) -> types.CompletionItem:
    """Return a proposal as an object of the protocol."""
    documentation = types.MarkupContent(types.MarkupKind.Markdown, entry.documentation)
    return types.CompletionItem(
        label=entry.label,
        kind=_COMPLETION[entry.kind],
        detail=entry.detail,
        documentation=documentation if entry.documentation else None,
        text_edit=types.TextEdit(range_of(document, entry.range), entry.text),
        filter_text=entry.text,
        sort_text=f"{int(entry.text):05}" if entry.text.isdigit() else None,
    )


def _signature_help(found: list[signature.Signature]) -> types.SignatureHelp | None:
    """Return the forms at a caret as an object of the protocol; None if there are none."""
    if not found:
        return None
    shown = [
        types.SignatureInformation(
            form.form,
            form.text,
            [types.ParameterInformation((start, end)) for start, end in form.parameters],
            min(form.active, max(0, len(form.parameters) - 1)),
        )
        for form in found
    ]
    best = next((at for at, form in enumerate(found) if form.active < len(form.parameters)), 0)
    return types.SignatureHelp(shown, best, shown[best].active_parameter)


class Answers:
    """The answers about the documents of a workspace. Each method answers the request that its parameters belong to."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def _service(self, params: Any) -> LanguageService:
        return self.workspace.service(params.text_document.uri)

    def _at(self, params: Any) -> tuple[LanguageService, int, int]:
        service = self._service(params)
        return service, *place(service.text, params.position)

    def completion(self, params: types.CompletionParams) -> types.CompletionList:
        service, row, column = self._at(params)
        items = [_completion_item(service.text, entry) for entry in service.complete(row, column, _LINES)]
        lines = sum(item.kind is types.CompletionItemKind.Reference for item in items)
        return types.CompletionList(is_incomplete=lines >= _LINES, items=items)

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        service, row, column = self._at(params)
        found = service.hover(row, column)
        if found is None:
            return None
        text, where = found
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content, range_of(service.text, where))

    def signature(self, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        service, row, column = self._at(params)
        return _signature_help(service.signatures(row, column))

    def _locations(
        self, params: Any, service: LanguageService, found: list[FileRange]
    ) -> list[types.Location]:
        uri = params.text_document.uri
        return [
            types.Location(self.workspace.uri_of(file, uri), range_of(service.rows_of(file), where))
            for file, where in found
        ]

    def definition(self, params: types.DefinitionParams) -> list[types.Location]:
        service, row, column = self._at(params)
        return self._locations(params, service, service.definition(row, column))

    def references(self, params: types.ReferenceParams) -> list[types.Location]:
        service, row, column = self._at(params)
        declaration = params.context.include_declaration
        return self._locations(params, service, service.references(row, column, declaration=declaration))

    def highlight(self, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        service, row, column = self._at(params)
        found = self._locations(params, service, service.references(row, column))
        return [types.DocumentHighlight(each.range) for each in found if each.uri == params.text_document.uri]

    def prepare_rename(self, params: types.PrepareRenameParams) -> types.Range | None:
        service, row, column = self._at(params)
        found = service.renameable(row, column)
        return None if found is None else range_of(service.text, found)

    def rename(self, params: types.RenameParams) -> types.WorkspaceEdit | None:
        service, row, column = self._at(params)
        try:
            edits, warning = service.rename(row, column, params.new_name)
        except MsxError as error:
            raise _refused(str(error)) from None
        if warning:
            self.workspace.warn(warning)
        changes: dict[str, list[types.TextEdit]] = {}
        for each, (_, text) in zip(
            self._locations(params, service, [where for where, _ in edits]), edits, strict=True
        ):
            changes.setdefault(each.uri, []).append(types.TextEdit(each.range, text))
        return types.WorkspaceEdit(changes)

    def symbols(self, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        service = self._service(params)
        return [
            types.DocumentSymbol(
                name=symbol.name,
                kind=_SYMBOL[symbol.kind],
                range=rows_of(service.text, symbol.first, symbol.last),
                selection_range=range_of(service.text, symbol.name_range),
                detail=symbol.detail,
            )
            for symbol in service.outline()
        ]

    def workspace_symbols(self, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        """Return the entries in the outlines of all open programs whose name has these letters."""
        wanted = params.query.lower()
        return [
            types.WorkspaceSymbol(
                types.Location(uri, range_of(service.text, symbol.name_range)),
                symbol.name,
                _SYMBOL[symbol.kind],
                container_name=uri.rpartition("/")[2],
            )
            for uri, service in self.workspace.services()
            for symbol in service.outline()
            if wanted in symbol.name.lower()
        ]

    def folding(self, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        return [types.FoldingRange(*rows) for rows in self._service(params).folds()]

    async def tokens(self, params: types.SemanticTokensParams) -> types.SemanticTokens:
        """Return the tokens of all rows. They are computed in turns, so that the editor can cancel the request."""
        service = self._service(params)
        data: list[int] = []
        before = 0, 0
        # What is made here is kept with the rows. Collections among it take a quarter of the time.
        gc.disable()
        try:
            for first in range(0, len(service.text.rows), _TURN):
                before = _add_tokens(service, first, first + _TURN - 1, data, before)
                await asyncio.sleep(_BREATH)
        finally:
            gc.enable()
        return types.SemanticTokens(data)

    def tokens_range(self, params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        data: list[int] = []
        _add_tokens(self._service(params), params.range.start.line, params.range.end.line, data, (0, 0))
        return types.SemanticTokens(data)

    def links(self, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
        service = self._service(params)
        return [
            types.DocumentLink(range_of(service.text, where), self.workspace.uri_of(str(file)))
            for where, file in service.links()
        ]

    def formatting(self, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        service = self._service(params)
        return text_edits(service.text, service.formatting())

    def range_formatting(self, params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
        service = self._service(params)
        return text_edits(service.text, service.formatting(params.range.start.line, params.range.end.line))

    def typed(self, params: types.DocumentOnTypeFormattingParams) -> list[types.TextEdit]:
        """Return the edits that give a row its number when the user has pressed Enter after a numbered row."""
        document = self.workspace.documents.get(params.text_document.uri)
        if document is None or document.tokenised or not self.workspace.settings.numbers:
            return []
        return text_edits(document, edits.number_row(document, params.position.line))

    def actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        document = self.workspace.documents.get(uri)
        first, last = params.range.start.line, params.range.end.line
        actions = [*self._repairs(uri, first, last)]
        if document is not None and not document.tokenised:
            actions += self._rewrites(uri, document, params.range)
        return actions

    def _repairs(self, uri: str, first: int, last: int) -> Iterator[types.CodeAction]:
        service = self.workspace.service(uri)
        here = (each for each in self.workspace.found.get(uri, []) if first <= each.range.row <= last)
        # Two findings in a place may have one repair.
        for fix, item in {fix: each for each in here for fix in service.fixes(each)}.items():
            yield types.CodeAction(
                fix.title,
                types.CodeActionKind.QuickFix,
                [self.workspace.diagnostic(service.text, item)],
                fix.certain,
                edit=types.WorkspaceEdit({uri: text_edits(service.text, fix.edits)}),
            )

    def _rewrites(self, uri: str, document: Document, where: types.Range) -> Iterator[types.CodeAction]:
        """Yield the actions that change the selected lines."""
        first, last = where.start.line, where.end.line
        if last > first and where.end.character == 0:
            last -= 1
        what = f"the {'selected lines' if last > first else 'line'}"
        changes = {
            f"Move {what} {way}": edits.move(document, first, last, up=way == "up") for way in ("up", "down")
        }
        if where.end.line > where.start.line:
            with contextlib.suppress(MsxError):
                changes["Renumber the selected lines"] = edits.renumbering(document, first, last)
        for title, change in changes.items():
            if change:
                kind = (
                    types.CodeActionKind.RefactorMove
                    if title[0] == "M"
                    else types.CodeActionKind.RefactorRewrite
                )
                yield types.CodeAction(
                    title, kind, edit=types.WorkspaceEdit({uri: text_edits(document, change)})
                )

    def inlay_hints(self, params: types.InlayHintParams) -> list[types.InlayHint]:
        document = self.workspace.documents.get(params.text_document.uri)
        settings = self.workspace.settings
        if document is None or not settings.hints:
            return []
        found = hints.hints(document, params.range.start.line, params.range.end.line, settings.machine)
        return [
            types.InlayHint(
                rows_of(document, row, row).end,
                text,
                padding_left=True,
                tooltip="the machine's times; at least: each statement once, where values are known only as it runs",
            )
            for row, text in found
        ]

    def listing(self, params: Any) -> dict[str, str]:
        """Return the listing of a program file, which may be tokenised. Answers `msxkit/listing`."""
        return {"text": _on_file(params, lambda path: listing(path, self.workspace.encoding))}

    def save(self, params: Any) -> None:
        """Write a `text` into a tokenised file. Answers `msxkit/save`."""
        text = _field(params, "text")
        if not isinstance(text, str):
            raise _refused("text: must be a text")
        _on_file(params, lambda path: save(path, text, self.workspace.encoding))

    def program(self, params: Any) -> dict[str, str]:
        """Return the path of the program that a modern source belongs to. Answers `msxkit/program`."""
        return {"path": _on_file(params, lambda path: str(self.workspace.sources.program(path)))}


def _field(params: Any, name: str) -> Any:
    return params.get(name, "") if isinstance(params, dict) else getattr(params, name, "")


def _on_file(params: Any, work: Callable[[Path], T]) -> T:
    """Return what `work` makes of the file that a request names."""
    uri = _field(params, "uri")
    path = path_of(uri) if isinstance(uri, str) else None
    if path is None:
        raise _refused(f"{uri} is not a file")
    try:
        return work(path)
    except MsxError as error:
        raise _refused(str(error)) from None


def _add_tokens(
    service: LanguageService, first: int, last: int, data: list[int], before: tuple[int, int]
) -> tuple[int, int]:
    """Add the parts of some rows to `data` as the protocol counts them: each place from the one before.

    Return row and start of the last part.
    """
    before_row, before_start = before
    for row, start, end, kind in service.highlights(first, last):
        text = service.text.rows[row].text
        if row != before_row:
            before_start = 0
        begin, behind = (start, end) if text.isascii() else (units(text, start), units(text, end))
        data += (row - before_row, begin - before_start, behind - begin, _KINDS[kind], 0)
        before_row, before_start = row, begin
    return before_row, before_start


def _refused(message: str) -> Exception:
    """Return the error that tells the editor why a request is refused."""
    from pygls.exceptions import JsonRpcInvalidParams

    refusal: Exception = JsonRpcInvalidParams(message)
    return refusal
