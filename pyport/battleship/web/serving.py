"""Serve the site from memory on this machine alone: nothing is written, and nobody else can reach it."""

from __future__ import annotations

import http.server
import sys
from collections.abc import Mapping
from urllib.parse import unquote, urlsplit

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "json": "application/json",
    "wasm": "application/wasm",
    "zip": "application/zip",
}


class _Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a browser that goes away in the middle of an answer."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def server(files: Mapping[str, bytes]) -> http.server.ThreadingHTTPServer:
    """Return a server of these files at a free port of 127.0.0.1; `serve_forever` runs it."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(with_body=True)

        def do_HEAD(self) -> None:
            self._answer(with_body=False)

        def _answer(self, with_body: bool) -> None:
            name = unquote(urlsplit(self.path).path).removeprefix("/") or "index.html"
            body = files.get(name)
            if body is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Type", _TYPES.get(name.rpartition(".")[2], "application/octet-stream"))
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if with_body:
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing: the terminal is the player's."""

    return _Server(("127.0.0.1", 0), Handler)
