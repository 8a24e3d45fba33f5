"""An editor for the tests: a client of pytest-lsp around a server that runs as a process."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

import pytest

pytest_lsp = pytest.importorskip("pytest_lsp", reason="pytest-lsp is not installed")
types = pytest.importorskip("lsprotocol.types")

T = TypeVar("T")
SERVER = (sys.executable, "-c", "import sys; from msxkit.cli import main; sys.exit(main(['lsp']))")


class Editor:
    """One listing that is open in an editor."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.uri = ""
        self.text = ""
        self.version = 0
        self._opened: set[str] = set()

    async def open(self, text: str, uri: str = "file:///nowhere/game.bas") -> list[Any]:
        """Open a listing and gives what is wrong with it."""
        self.uri, self.text, self.version = uri, text, 1
        self._opened.add(uri)
        item = types.TextDocumentItem(uri, "msxbasic", 1, text)
        seen = self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        await asyncio.wait_for(seen, 20)
        return self.found

    async def close(self) -> None:
        """Close every listing."""
        while self._opened:
            seen = self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
            item = types.TextDocumentIdentifier(self._opened.pop())
            self.client.text_document_did_close(types.DidCloseTextDocumentParams(item))
            await asyncio.wait_for(seen, 20)

    @property
    def found(self) -> list[Any]:
        """What is wrong, as the server last said."""
        return list(self.client.diagnostics.get(self.uri, []))

    async def edit(self, row: int, start: int, end: int, text: str, last: int | None = None) -> list[Any]:
        """Change the listing as typing does, and gives what is wrong then."""
        self.version += 1
        where = types.Range(types.Position(row, start), types.Position(row if last is None else last, end))
        seen = self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri),
                [types.TextDocumentContentChangePartial(where, text)],
            )
        )
        await asyncio.wait_for(seen, 20)
        return self.found

    def at(self, row: int, column: int) -> dict[str, Any]:
        """Return the arguments of a question about a place."""
        return {
            "text_document": types.TextDocumentIdentifier(self.uri),
            "position": types.Position(row, column),
        }

    async def ask(self, what: str, *place: int, **more: Any) -> Any:
        """Ask about the listing, or about a place in it: `what` is the method behind `textDocument/`."""
        method = f"textDocument/{what}"
        document = self.at(*place) if place else {"text_document": types.TextDocumentIdentifier(self.uri)}
        params = types.METHOD_TO_TYPES[method][2](**document, **more)
        return await self.client.protocol.send_request_async(method, params)


@asynccontextmanager
async def editor(**options: Any) -> AsyncIterator[Editor]:
    """Yield an editor with its server, which ends with it."""
    client = pytest_lsp.make_test_lsp_client()
    await client.start_io(*SERVER)
    try:
        capabilities = pytest_lsp.client_capabilities("visual-studio-code")
        capabilities.workspace.inlay_hint = types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
        await client.initialize_session(
            types.InitializeParams(capabilities, root_uri=None, initialization_options=options)
        )
        yield Editor(client)
    finally:
        with contextlib.suppress(Exception):
            await asyncio.wait_for(client.shutdown_session(), 5)
        await client.stop()


#: The server that is up, with the loop in which it is talked to.
_UP: list[tuple[asyncio.AbstractEventLoop, Any]] = []


@contextmanager
def one_server() -> Iterator[None]:
    """Until the end of the block `run` talks to one server, as an editor does that opens one listing after another."""
    loop = asyncio.new_event_loop()
    whole = editor()
    _UP.append((loop, loop.run_until_complete(whole.__aenter__()).client))
    try:
        yield
    finally:
        _UP.clear()
        loop.run_until_complete(whole.__aexit__(None, None, None))
        loop.close()


def run(work: Callable[[Editor], Awaitable[T]], **options: Any) -> T:
    """Run what a test does with an editor. With options it has a server of its own."""

    async def on(one: Editor) -> T:
        try:
            return await asyncio.wait_for(work(one), 60)
        finally:
            await one.close()

    if _UP and not options:
        loop, client = _UP[0]
        return loop.run_until_complete(on(Editor(client)))

    async def whole() -> T:
        async with editor(**options) as one:
            return await on(one)

    return asyncio.run(whole())
