"""The documents that an editor has open: their texts as they change, and what is found in them."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from itertools import islice
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from msxkit.charset import characters_of
from msxkit.errors import MsxError
from msxkit.language.source import is_modern
from msxkit.lsp.checking import check_aside
from msxkit.lsp.diagnostics import SHOWN, Diagnostic, diagnostics, nearest, quick
from msxkit.lsp.document import Document, Text
from msxkit.lsp.files import path_of, tokenised
from msxkit.lsp.modern import ModernService
from msxkit.lsp.protocol import place, range_of, rows_of
from msxkit.lsp.service import LanguageService, ListingService
from msxkit.lsp.settings import Settings
from msxkit.lsp.sources import Sources

#: The syntax of listings with more rows is checked at once, the rest in another process.
LARGE = 1000
_LOG = logging.getLogger(__name__)
_PAUSE, _LONG_PAUSE = 0.05, 0.5
#: Python's garbage collection leaves out listings with more rows: for 1,000 it takes 60 milliseconds.
_MANY = 500
_SEVERITY = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}


class Workspace:
    """The documents of an editor. Its methods take what the editor reports about them, and send it the findings.

    Attributes:
        documents: URI -> open document.
        found: URI -> the last findings in it.
        sources: The modern sources.

    Args:
        encoding: Of `ENCODINGS`, for the whole workspace; empty for that of its msx.toml.
    """

    def __init__(self, server: LanguageServer, encoding: str = "") -> None:
        self.server = server
        self._given_encoding, self._root = encoding, Path()
        self.settings = Settings()
        self.documents: dict[str, Document] = {}
        self.found: dict[str, list[Diagnostic]] = {}
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._settled: set[str] = set()
        #: Modern sources that are open, with the check of each that waits or was.
        self._modern: dict[str, asyncio.TimerHandle] = {}
        self.sources = Sources()
        #: What was last sent about each modern source, by its files.
        self._sent: dict[Path, dict[Path, list[types.Diagnostic]]] = {}
        #: What the editor shows in each of their files.
        self._shown: dict[Path, set[str]] = {}

    def initialized(self, params: types.InitializeParams) -> None:
        folders = params.workspace_folders
        self._root = path_of(folders[0].uri if folders else params.root_uri or "") or Path()
        self.settings = Settings.of(params.initialization_options)
        self.sources = Sources(self.encoding)

    @property
    def encoding(self) -> str:
        """The encoding of `ENCODINGS` that says what machine the listings are for; their text is Unicode."""
        return self.settings.encoding or self._given_encoding or self._project_encoding

    @cached_property
    def _project_encoding(self) -> str:
        from msxkit.project import project_of

        try:
            project = project_of(self._root)
        except MsxError as error:
            self.warn(str(error))
            return "utf-8"
        return "utf-8" if project is None else project.encoding

    def configured(self, params: types.DidChangeConfigurationParams) -> None:
        encoding = self.encoding
        before, self.settings = self.settings, Settings.of(params.settings)
        if encoding != self.encoding:
            for document in self.documents.values():
                document.characters = characters_of(self.encoding)
                document.replace(0, 0, len(document.rows), 0, document.text)
            texts, self.sources = self.sources.texts, Sources(self.encoding)
            self.sources.texts = texts
        if (before.hints, before.machine) != (self.settings.hints, self.settings.machine):
            self._refresh_hints()
        for uri in self.documents:
            self._check(uri, 0)
        for uri in list(self._modern):
            self._check_modern(uri, 0)

    def _refresh_hints(self) -> None:
        """Ask the editor to fetch its hints again, if it can."""
        capabilities = self.server.client_capabilities.workspace
        if (
            capabilities is not None
            and capabilities.inlay_hint is not None
            and capabilities.inlay_hint.refresh_support
        ):
            self.server.workspace_inlay_hint_refresh(None)

    def warn(self, text: str) -> None:
        """Show the user a warning."""
        self.server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, text))

    def _path_of(self, uri: str) -> Path:
        """Return the path of a modern source."""
        return path_of(uri) or Path(uri)

    def uri_of(self, file: str, document: str = "") -> str:
        """Return the URI of a file, as the editor has it; that of a document without a name."""
        path = Path(file)
        return next((uri for uri in self._modern if self._path_of(uri) == path), "") or (
            path.as_uri() if file else document
        )

    def service(self, uri: str) -> LanguageService:
        """Return what is known of a document. Raise `MsxError` if a modern source cannot be read."""
        if uri in self._modern:
            return ModernService(self.sources, self._path_of(uri), self.settings.checks)
        document = self.documents.get(uri)
        return ListingService(document or Document(""), path_of(uri), self.settings.checks)

    def services(self) -> Iterator[tuple[str, LanguageService]]:
        """Yield all open documents, and what is known of each."""
        for uri in (*self.documents, *self._modern):
            with suppress(MsxError):
                yield uri, self.service(uri)

    def _check_modern(self, uri: str, pause: float) -> None:
        """Send what is found in a modern source, after a pause without another change."""
        path = self._path_of(uri)
        self.sources.texts[path] = self.server.workspace.get_text_document(uri).source
        if (waiting := self._modern.pop(uri, None)) is not None:
            waiting.cancel()
        self._modern[uri] = asyncio.get_running_loop().call_later(pause, self._send_modern, path)

    def _send_modern(self, path: Path) -> None:
        """Send what is found in the sources that a file belongs to."""
        try:
            readings = self.sources.readings(path)
        except MsxError as error:
            _LOG.warning("the source cannot be read (%s)", error)
            return
        files = {file.path for reading in readings for file in reading.files.values()}
        self.found |= {self.uri_of(str(file)): [] for file in files}
        for reading in readings:
            found: dict[Path, list[types.Diagnostic]] = {file.path: [] for file in reading.files.values()}
            for name, item in islice(reading.findings(self.settings.checks), SHOWN):
                file = reading.files[name]
                found[file.path].append(self.diagnostic(file, item))
                self.found[self.uri_of(name)].append(item)
            self._send(reading.path, found, path)
        for inner in self._sent.keys() & files - {reading.path for reading in readings}:
            self._send(inner, {})

    def _send(
        self, root: Path, found: dict[Path, list[types.Diagnostic]], always: Path | None = None
    ) -> None:
        """Send what was found in the files of a source, with what was found in them as files of others.

        Args:
            always: The file of which it is also sent if nothing has changed.
        """
        paths = self._sent.pop(root, {}).keys() | found.keys()
        if found:
            self._sent[root] = found
        for path in paths:
            whole = {repr(item): item for each in self._sent.values() for item in each.get(path, [])}
            if path == always or whole.keys() != self._shown.get(path, set()):
                self._shown[path] = set(whole)
                self.server.text_document_publish_diagnostics(
                    types.PublishDiagnosticsParams(self.uri_of(str(path)), list(whole.values()))
                )

    def opened(self, params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        if is_modern(item.uri) or item.language_id == "msxmodern":
            self._check_modern(item.uri, 0)
            return
        stored = tokenised(item.uri, self.encoding)
        text = item.text if stored is None else stored
        # Nothing of what is read here is garbage, and a collection doubles the time for a long listing.
        gc.disable()
        try:
            self.documents[item.uri] = Document(
                text, tokenised=stored is not None, characters=characters_of(self.encoding)
            )
            self._check(item.uri, 0)
            if len(self.documents[item.uri].rows) > LARGE:
                gc.freeze()
                self._settled.add(item.uri)
        finally:
            gc.enable()

    def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        if uri in self._modern:
            self._check_modern(uri, _PAUSE)
            return
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
        if (timer := self._modern.get(uri)) is not None:
            timer.cancel()
            self.sources.texts.pop(self._path_of(uri), None)
            files = self._sent.get(self._path_of(uri), {})
            self._send(self._path_of(uri), {self._path_of(uri): []}, self._path_of(uri))
            del self._modern[uri], self._sent[self._path_of(uri)]
            for other in list(self._modern):
                if self._path_of(other) in files:
                    self._check_modern(other, 0)
            return
        self.documents.pop(uri, None)
        self.found.pop(uri, None)
        if (waiting := self._waiting.pop(uri, None)) is not None:
            waiting.cancel()
        self._publish(uri, [], None)
        if uri in self._settled:
            self._settled.remove(uri)
            _settle()

    def _check(self, uri: str, pause: float) -> None:
        if (waiting := self._waiting.pop(uri, None)) is not None:
            waiting.cancel()
        document = self.documents[uri]
        if len(document.rows) > LARGE:
            self._publish(uri, quick(document), document)
        task = asyncio.get_running_loop().create_task(self._checked(uri, document, pause))
        task.add_done_callback(_report)
        self._waiting[uri] = task

    async def _checked(self, uri: str, document: Document, pause: float) -> None:
        if pause:
            await asyncio.sleep(pause)
        version, settings = document.version, self.settings
        if len(document.rows) > LARGE:
            found = await check_aside(document.text, document.characters, settings.checks)
        else:
            found = diagnostics(document, settings.checks)
        if self.documents.get(uri) is document and document.version == version:
            self._publish(uri, found, document)
            if len(document.rows) > _MANY and uri not in self._settled:
                self._settled.add(uri)
                _settle()

    def _publish(self, uri: str, found: list[Diagnostic], document: Document | None) -> None:
        self.found[uri] = found
        items = []
        if document is not None:
            if document.tokenised:
                note = "a tokenised file: you can view it, but not change it; `msxkit list` makes a listing of it"
                items.append(_note(document, note))
            near = nearest(found, document.touched)
            if len(found) > SHOWN:
                note = f"{len(found)} findings; the {SHOWN} nearest to the last change are shown"
                items.append(_note(document, note))
            items += [self.diagnostic(document, item) for item in near]
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, items))

    def diagnostic(self, document: Text, item: Diagnostic) -> types.Diagnostic:
        """Return a finding as an object of the protocol."""
        return types.Diagnostic(
            range=range_of(document, item.range),
            message=item.message,
            severity=_SEVERITY[item.severity],
            code=item.rule,
            source="msxkit",
            related_information=self._related(document, item),
            tags=[types.DiagnosticTag.Unnecessary] if item.rule == "unreachable" else None,
        )

    def _related(self, document: Text, item: Diagnostic) -> list[types.DiagnosticRelatedInformation] | None:
        """Return the other place of a finding that is about two; None if it is about one."""
        uri = next((uri for uri, other in self.documents.items() if other is document), "")
        if not 0 <= item.other < len(document.rows):
            return None
        where = types.Location(uri, rows_of(document, item.other, item.other))
        return [types.DiagnosticRelatedInformation(where, document.rows[item.other].text)]


def _report(task: asyncio.Task[None]) -> None:
    """Write into the log that a check has failed. The next change of the listing begins another."""
    error = None if task.cancelled() else task.exception()
    if error is not None:
        _LOG.warning("the listing cannot be checked (%s: %s)", type(error).__name__, error)


def _settle() -> None:
    """Collect garbage once, then leave what exists now out of later collections."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def _note(document: Document, text: str) -> types.Diagnostic:
    """Return a finding about the whole listing."""
    return types.Diagnostic(
        rows_of(document, 0, 0), text, types.DiagnosticSeverity.Information, source="msxkit"
    )
