"""Where a server for editors listens: standard input and output, or an address."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import sys
from collections.abc import Callable
from typing import BinaryIO

import click

from msxkit.errors import MsxError

#: Answers a client on a pair of streams until it goes. Raises `MsxError` for what is not a message.
Serve = Callable[[BinaryIO, BinaryIO], None]


def _address(
    _context: click.Context, _parameter: click.Parameter, value: str | None
) -> tuple[str, int] | None:
    if value is None:
        return None
    match = re.fullmatch(r"(?:([^:]+):)?(\d{1,5})", value)
    if match is None or int(match.group(2)) > 65535:
        raise click.BadParameter(f"{value!r} is not an address; write PORT or HOST:PORT")
    return match.group(1) or "127.0.0.1", int(match.group(2))


address_option = click.option(
    "--tcp",
    metavar="[HOST:]PORT",
    callback=_address,
    help="Listen at this port instead of using standard input and output; the host is this computer by default.",
)


#: How a request of HTTP begins: a page in a browser on the same machine can send one to any port.
_HTTP = (b"GET ", b"POST", b"HEAD", b"PUT ", b"OPTI", b"DELE", b"PATC", b"CONN", b"TRAC")
_REFUSAL = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


def serve_clients(name: str, tcp: tuple[str, int] | None, serve: Serve) -> None:
    """Serve the client at standard input and output, or one after another at an address. Raise `MsxError`."""
    if tcp is None:
        # The thread that reads may still do so at the end: Python's own standard input does not bear that, and to close
        # this one would wait for it.
        source = os.fdopen(os.dup(sys.stdin.fileno()), "rb", closefd=False)
        # What the server closes at its end is its own; nothing else may write between its messages.
        with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out, contextlib.redirect_stdout(sys.stderr):
            serve(source, out)
        return
    try:
        listener = socket.create_server(tcp)
    except OSError as error:
        raise MsxError(f"{tcp[0]}:{tcp[1]}: {error.strerror or error}") from None
    with listener:
        click.echo(f"msxkit {name} listens at {tcp[0]}:{listener.getsockname()[1]}", err=True)
        while True:
            connection, _ = listener.accept()
            try:
                with (
                    contextlib.suppress(OSError),
                    connection,
                    connection.makefile("rb") as source,
                    connection.makefile("wb") as sink,
                ):
                    if connection.recv(4, socket.MSG_PEEK) in _HTTP:
                        sink.write(_REFUSAL)
                        raise MsxError("refused a request of a browser; only an editor may use this port")
                    serve(source, sink)
            except MsxError as error:
                click.echo(f"msxkit {name}: {error}", err=True)
