"""A server of the site for this computer alone: it serves from memory, writes nothing, and answers nobody else."""

from __future__ import annotations

import gzip
import http.server
import sys
from collections.abc import Mapping
from functools import cache
from urllib.parse import unquote, urlsplit

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "json": "application/json",
    "wasm": "application/wasm",
    "zip": "application/zip",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
#: The types of files that are compressed for the way, at a level that costs less time than it saves.
_PACKED = frozenset(("html", "css", "js", "mjs", "json", "wasm", "svg", "webmanifest"))
_LEVEL = 3


class Server(http.server.ThreadingHTTPServer):
    """A server that knows that browsers go away."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Print a line about a request that failed; a browser that goes away in the middle is not a failure."""
        error = sys.exc_info()[1]
        if not isinstance(error, (ConnectionError, TimeoutError)):
            print(f"a request was not answered: {type(error).__name__}: {error}", file=sys.stderr)


def server(files: Mapping[str, bytes]) -> http.server.ThreadingHTTPServer:
    """Return a server of these files (name -> bytes) at a free port of 127.0.0.1; `serve_forever` runs it.

    Browsers may keep files in folders for ever: a folder's name depends on what is in it.
    """

    @cache
    def packed(name: str) -> bytes:
        return gzip.compress(files[name], _LEVEL, mtime=0)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(with_body=True)

        def do_HEAD(self) -> None:
            self._answer(with_body=False)

        def _answer(self, with_body: bool) -> None:
            try:
                name = unquote(urlsplit(self.path).path).removeprefix("/") or "index.html"
            except ValueError:  # `http://[` is not an address
                self.send_error(400)
                return
            body = files.get(name)
            if body is None:
                self.send_error(404)
                return
            suffix = name.rpartition(".")[2]
            self.send_response(200)
            self.send_header("Content-Type", _TYPES.get(suffix, "application/octet-stream"))
            self.send_header(
                "Cache-Control", "public, max-age=31536000, immutable" if "/" in name else "no-cache"
            )
            if suffix in _PACKED:
                self.send_header("Vary", "Accept-Encoding")
                if "gzip" in self.headers.get("Accept-Encoding", ""):
                    body = packed(name)
                    self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if with_body:
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing: the terminal is the player's."""

    return Server(("127.0.0.1", 0), Handler)
