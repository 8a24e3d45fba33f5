"""`msxkit dap`: the debugger for editors."""

from __future__ import annotations

import contextlib
import os
import socket
import sys

import click

from msxkit.commands.serving import address_option
from msxkit.errors import MsxError


@click.command()
@address_option
def dap(tcp: tuple[str, int] | None) -> int:
    """Run the debugger for MSX BASIC. An editor starts it and talks to it over standard input and output."""
    from msxkit.dap.adapter import serve
    from msxkit.dap.wire import WireError

    if tcp is None:
        # Nothing else may write between its messages.
        # The thread that reads may still do so at the end, which Python's own standard input does not bear.
        source = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
        with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out, contextlib.redirect_stdout(sys.stderr):
            serve(source, out)
        return 0
    try:
        listener = socket.create_server(tcp)
    except OSError as error:
        raise MsxError(f"{tcp[0]}:{tcp[1]}: {error.strerror or error}") from None
    with listener:
        click.echo(f"msxkit dap listens at {tcp[0]}:{listener.getsockname()[1]}", err=True)
        while True:
            connection, _ = listener.accept()
            with (
                contextlib.suppress(OSError, WireError),
                connection,
                connection.makefile("rb") as source,
                connection.makefile("wb") as sink,
            ):
                serve(source, sink)
