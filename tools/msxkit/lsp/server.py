"""The language server: what the protocol asks, answered by the modules around this one."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from msxkit import __version__
from msxkit.errors import MsxError
from msxkit.language.check import CHECKS
from msxkit.language.program import TOKENISED
from msxkit.language.source import encode_program, read_program
from msxkit.language.targets import TARGETS
from msxkit.lsp import completion, edits, highlighting, hints, hover, navigation, outline, signature
from msxkit.lsp.checking import check_aside
from msxkit.lsp.diagnostics import SHOWN, Diagnostic, diagnostics, fixes, nearest, quick
from msxkit.lsp.document import Document, Range
from msxkit.lsp.protocol import place, range_of, rows_of, text_edits

#: Listings of more rows are checked beside the answers to the editor, their syntax at once.
LARGE = 1500
_PAUSE, _LONG_PAUSE = 0.05, 0.5
_SEVERITY = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}
_COMPLETION = {
    "keyword": types.CompletionItemKind.Keyword,
    "function": types.CompletionItemKind.Function,
    "variable": types.CompletionItemKind.Variable,
    "line": types.CompletionItemKind.Reference,
}
_SYMBOL = {
    "subroutine": types.SymbolKind.Function,
    "handler": types.SymbolKind.Event,
    "section": types.SymbolKind.Module,
    "function": types.SymbolKind.Function,
    "array": types.SymbolKind.Array,
}


@dataclass
class Settings:
    """What the user has set. target: of the checks. off: checks that are switched off. hints: inlay hints."""

    target: str = "disk"
    off: tuple[str, ...] = ()
    hints: bool = False

    @classmethod
    def of(cls, data: Any) -> Settings:
        """Settings from what the client sends; what is not understood is left as it is by default."""
        if isinstance(data, dict) and isinstance(data.get("msxkit"), dict):
            data = data["msxkit"]
        found = cls()
        if not isinstance(data, dict):
            return found
        if data.get("target") in TARGETS:
            found.target = data["target"]
        if isinstance(data.get("off"), list):
            found.off = tuple(name for name in data["off"] if name in CHECKS)
        shown = data.get("inlayHints", data.get("hints"))
        found.hints = shown is True or (isinstance(shown, dict) and shown.get("enabled") is True)
        return found


class Rim:
    """The documents that an editor has open, and the answers to its questions."""

    def __init__(self, server: LanguageServer) -> None:
        self.server = server
        self.settings = Settings()
        self.documents: dict[str, Document] = {}
        self.found: dict[str, list[Diagnostic]] = {}
        self._waiting: dict[str, asyncio.Task[None]] = {}

    # Documents

    def initialized(self, params: types.InitializeParams) -> None:
        self.settings = Settings.of(params.initialization_options)

    def configured(self, params: types.DidChangeConfigurationParams) -> None:
        self.settings = Settings.of(params.settings)
        for uri in self.documents:
            self._check(uri, 0)

    def opened(self, params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        tokenised = _tokenised(item.uri)
        text = item.text if tokenised is None else tokenised
        self.documents[item.uri] = Document(text, tokenised=tokenised is not None)
        self._check(item.uri, 0)

    def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        document = self.documents.get(uri)
        if document is None or document.tokenised:
            return
        for change in params.content_changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                start, end = change.range.start, change.range.end
                first, column = place(document, start)
                last, behind = place(document, end)
                document.replace(first, column, last, behind, change.text)
            else:
                rows = document.rows
                document.replace(0, 0, len(rows) - 1, len(rows[-1].text), change.text)
        self._check(uri, _PAUSE if len(document.rows) <= LARGE else _LONG_PAUSE)

    def closed(self, params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        self.documents.pop(uri, None)
        self.found.pop(uri, None)
        if (waiting := self._waiting.pop(uri, None)) is not None:
            waiting.cancel()
        self._publish(uri, [], None)

    # Diagnostics

    def _check(self, uri: str, pause: float) -> None:
        if (waiting := self._waiting.pop(uri, None)) is not None:
            waiting.cancel()
        document = self.documents[uri]
        if len(document.rows) > LARGE:
            self._publish(uri, quick(document), document)
        self._waiting[uri] = asyncio.get_running_loop().create_task(self._checked(uri, document, pause))

    async def _checked(self, uri: str, document: Document, pause: float) -> None:
        if pause:
            await asyncio.sleep(pause)
        version, settings = document.version, self.settings
        if len(document.rows) > LARGE:
            found = await check_aside(document.text, settings.target, settings.off)
        else:
            found = diagnostics(document, target=settings.target, off=settings.off)
        if self.documents.get(uri) is document and document.version == version:
            self._publish(uri, found, document)

    def _publish(self, uri: str, found: list[Diagnostic], document: Document | None) -> None:
        self.found[uri] = found
        items = []
        if document is not None:
            if document.tokenised:
                note = "a tokenised file: it is shown, but not changed; `msxkit list` makes a listing of it"
                items.append(_note(document, note))
            near = nearest(found, document.touched)
            if len(found) > SHOWN:
                note = f"{len(found)} findings; the {SHOWN} nearest to the last change are shown"
                items.append(_note(document, note))
            items += [self._diagnostic(document, item) for item in near]
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, items))

    def _diagnostic(self, document: Document, item: Diagnostic) -> types.Diagnostic:
        return types.Diagnostic(
            range=range_of(document, item.range),
            message=item.message,
            severity=_SEVERITY[item.severity],
            code=item.rule,
            source="msxkit",
            tags=[types.DiagnosticTag.Unnecessary] if item.rule == "unreachable" else None,
        )

    # Questions

    def _at(self, params: Any) -> tuple[Document, int, int] | None:
        document = self.documents.get(params.text_document.uri)
        if document is None:
            return None
        return document, *place(document, params.position)

    def completion(self, params: types.CompletionParams) -> types.CompletionList:
        asked = self._at(params)
        found = completion.complete(*asked) if asked is not None else []
        items = []
        for entry in found:
            assert asked is not None
            documentation = (
                types.MarkupContent(types.MarkupKind.Markdown, entry.documentation)
                if entry.documentation
                else None
            )
            items.append(
                types.CompletionItem(
                    label=entry.label,
                    kind=_COMPLETION[entry.kind],
                    detail=entry.detail,
                    documentation=documentation,
                    text_edit=types.TextEdit(range_of(asked[0], entry.range), entry.text),
                    filter_text=entry.text,
                    sort_text=f"{int(entry.text):05}" if entry.kind == "line" else None,
                )
            )
        return types.CompletionList(is_incomplete=False, items=items)

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        asked = self._at(params)
        found = hover.hover(*asked) if asked is not None else None
        if asked is None or found is None:
            return None
        text, where = found
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), range_of(asked[0], where))

    def signature(self, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        asked = self._at(params)
        found = signature.signatures(*asked) if asked is not None else []
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

    def _locations(self, uri: str, document: Document, found: list[Range]) -> list[types.Location]:
        return [types.Location(uri, range_of(document, where)) for where in found]

    def definition(self, params: types.DefinitionParams) -> list[types.Location]:
        asked = self._at(params)
        if asked is None:
            return []
        return self._locations(params.text_document.uri, asked[0], navigation.definition(*asked))

    def references(self, params: types.ReferenceParams) -> list[types.Location]:
        asked = self._at(params)
        if asked is None:
            return []
        declaration = params.context.include_declaration
        found = navigation.references(*asked, declaration=declaration)
        return self._locations(params.text_document.uri, asked[0], found)

    def highlight(self, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        asked = self._at(params)
        if asked is None:
            return []
        return [types.DocumentHighlight(range_of(asked[0], where)) for where in navigation.references(*asked)]

    def prepare_rename(self, params: types.PrepareRenameParams) -> types.Range | None:
        asked = self._at(params)
        found = navigation.renameable(*asked) if asked is not None else None
        return None if asked is None or found is None or asked[0].tokenised else range_of(asked[0], found)

    def rename(self, params: types.RenameParams) -> types.WorkspaceEdit | None:
        asked = self._at(params)
        if asked is None:
            return None
        if asked[0].tokenised:
            raise _refused("a tokenised file is not changed; make a listing of it with `msxkit list`")
        try:
            found = navigation.rename(*asked, params.new_name)
        except MsxError as error:
            raise _refused(str(error)) from None
        return types.WorkspaceEdit({params.text_document.uri: text_edits(asked[0], found)})

    def symbols(self, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        document = self.documents.get(params.text_document.uri)
        if document is None:
            return []
        return [
            types.DocumentSymbol(
                name=symbol.name,
                kind=_SYMBOL[symbol.kind],
                range=rows_of(document, symbol.first, symbol.last),
                selection_range=range_of(document, symbol.name_range),
                detail=symbol.detail,
            )
            for symbol in outline.symbols(document)
        ]

    def folding(self, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        document = self.documents.get(params.text_document.uri)
        return [] if document is None else [types.FoldingRange(*rows) for rows in outline.folds(document)]

    def tokens(self, params: types.SemanticTokensParams) -> types.SemanticTokens:
        return self._tokens(params.text_document.uri, 0, None)

    def tokens_range(self, params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        return self._tokens(params.text_document.uri, params.range.start.line, params.range.end.line)

    def _tokens(self, uri: str, first: int, last: int | None) -> types.SemanticTokens:
        document = self.documents.get(uri)
        data: list[int] = []
        before_row, before_start = 0, 0
        if document is not None:
            for row, start, end, kind in highlighting.all_highlights(document, first, last):
                where = range_of(document, Range(row, start, end))
                if row != before_row:
                    before_start = 0
                begin = where.start.character
                data += [row - before_row, begin - before_start, where.end.character - begin]
                data += [highlighting.KINDS.index(kind), 0]
                before_row, before_start = row, begin
        return types.SemanticTokens(data)

    def links(self, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
        uri = params.text_document.uri
        document, path = self.documents.get(uri), _path(uri)
        if document is None or path is None:
            return []
        found = []
        for row, start, end, name in hints.links(document):
            with contextlib.suppress(OSError, ValueError):
                for other in path.parent.iterdir():
                    if other.name.upper() == name.upper():
                        found.append(
                            types.DocumentLink(range_of(document, Range(row, start, end)), other.as_uri())
                        )
        return found

    def formatting(self, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        return self._formatted(params.text_document.uri, 0, None)

    def range_formatting(self, params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
        return self._formatted(params.text_document.uri, params.range.start.line, params.range.end.line)

    def _formatted(self, uri: str, first: int, last: int | None) -> list[types.TextEdit]:
        document = self.documents.get(uri)
        if document is None or document.tokenised:
            return []
        return text_edits(document, edits.formatting(document, first, last))

    def actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        document = self.documents.get(uri)
        if document is None or document.tokenised:
            return []
        first, last = params.range.start.line, params.range.end.line
        found: list[types.CodeAction] = []
        for item in self.found.get(uri, []):
            if first <= item.range.row <= last:
                for fix in fixes(document, item):
                    found.append(
                        types.CodeAction(
                            fix.title,
                            types.CodeActionKind.QuickFix,
                            [self._diagnostic(document, item)],
                            fix.certain,
                            edit=types.WorkspaceEdit({uri: text_edits(document, fix.edits)}),
                        )
                    )
        if last > first:
            if params.range.end.character == 0:
                last -= 1
            try:
                change = edits.renumbering(document, first, last)
            except MsxError:
                return found
            if change:
                found.append(
                    types.CodeAction(
                        "Renumber the selected lines",
                        types.CodeActionKind.RefactorRewrite,
                        edit=types.WorkspaceEdit({uri: text_edits(document, change)}),
                    )
                )
        return found

    def inlay_hints(self, params: types.InlayHintParams) -> list[types.InlayHint]:
        document = self.documents.get(params.text_document.uri)
        if document is None or not self.settings.hints:
            return []
        found = hints.hints(document, params.range.start.line, params.range.end.line)
        return [
            types.InlayHint(
                rows_of(document, row, row).end,
                text,
                padding_left=True,
                tooltip="each statement once, by the machine's times; without loops and what is printed",
            )
            for row, text in found
        ]

    def listing(self, params: Any) -> dict[str, str]:
        """`msxkit/listing`: a program file, tokenised too, as a listing."""
        uri = params["uri"] if isinstance(params, dict) else getattr(params, "uri", "")
        path = _path(uri)
        if path is None:
            raise _refused(f"{uri} is no file")
        try:
            return {"text": encode_program(read_program(path, lenient=True), "utf-8").decode("utf-8")}
        except MsxError as error:
            raise _refused(str(error)) from None


def _refused(message: str) -> Exception:
    from pygls.exceptions import JsonRpcInvalidParams

    refusal: Exception = JsonRpcInvalidParams(message)
    return refusal


def _path(uri: str) -> Path | None:
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return None
    name = unquote(parts.path)
    if name[2:3] == ":":  # /C:/...
        name = name[1:]
    return Path(name)


def _note(document: Document, text: str) -> types.Diagnostic:
    """Something about the whole listing."""
    return types.Diagnostic(
        rows_of(document, 0, 0), text, types.DiagnosticSeverity.Information, source="msxkit"
    )


def _tokenised(uri: str) -> str | None:
    """The listing of a tokenised file; None for any other."""
    path = _path(uri)
    try:
        if path is None or not path.is_file():
            return None
        with path.open("rb") as stream:
            if stream.read(1) != bytes((TOKENISED,)):
                return None
        return encode_program(read_program(path, lenient=True), "utf-8").decode("utf-8").rstrip("\n")
    except (OSError, MsxError):
        return None


def make_server() -> LanguageServer:
    """A server with all that it can do, ready for `start_io` or `start_tcp`."""
    server = LanguageServer("msxkit", __version__)
    rim = Rim(server)

    def add(name: str, answer: Callable[..., Any], options: Any = None) -> None:
        def handler(params: Any) -> Any:  # pygls writes on it, which it cannot on a method
            return answer(params)

        server.feature(name, options)(handler)

    add(types.INITIALIZE, rim.initialized)
    add(types.WORKSPACE_DID_CHANGE_CONFIGURATION, rim.configured)
    add(types.TEXT_DOCUMENT_DID_OPEN, rim.opened)
    add(types.TEXT_DOCUMENT_DID_CHANGE, rim.changed)
    add(types.TEXT_DOCUMENT_DID_CLOSE, rim.closed)
    add(types.TEXT_DOCUMENT_COMPLETION, rim.completion, types.CompletionOptions([" ", "$"]))
    add(types.TEXT_DOCUMENT_HOVER, rim.hover)
    add(types.TEXT_DOCUMENT_SIGNATURE_HELP, rim.signature, types.SignatureHelpOptions(["(", ",", " "]))
    add(types.TEXT_DOCUMENT_DEFINITION, rim.definition)
    add(types.TEXT_DOCUMENT_REFERENCES, rim.references)
    add(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, rim.highlight)
    add(types.TEXT_DOCUMENT_PREPARE_RENAME, rim.prepare_rename)
    add(types.TEXT_DOCUMENT_RENAME, rim.rename, types.RenameOptions(True))
    add(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, rim.symbols)
    add(types.TEXT_DOCUMENT_FOLDING_RANGE, rim.folding)
    legend = types.SemanticTokensLegend(list(highlighting.KINDS), [])
    add(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, rim.tokens, legend)
    add(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, rim.tokens_range, legend)
    add(types.TEXT_DOCUMENT_DOCUMENT_LINK, rim.links)
    add(types.TEXT_DOCUMENT_FORMATTING, rim.formatting)
    add(types.TEXT_DOCUMENT_RANGE_FORMATTING, rim.range_formatting)
    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite]
    add(types.TEXT_DOCUMENT_CODE_ACTION, rim.actions, types.CodeActionOptions(kinds))
    add(types.TEXT_DOCUMENT_INLAY_HINT, rim.inlay_hints)
    add("msxkit/listing", rim.listing)
    return server
