"""`msxkit lsp`: the language server for editors."""

from __future__ import annotations

import contextlib
import os
import sys

import click

from msxkit.commands.serving import address_option
from msxkit.errors import MsxError


@click.command()
@address_option
def lsp(tcp: tuple[str, int] | None) -> int:
    """Run the language server for MSX BASIC. An editor starts it and talks to it over standard input and output."""
    try:
        from msxkit.lsp.server import make_server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise MsxError(
            "the language server needs pygls: install it with pip install 'msxkit[editor]'"
        ) from None
    server = make_server()
    if tcp is None:
        # What the server closes at its end is its own; nothing else may write between its messages.
        with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out, contextlib.redirect_stdout(sys.stderr):
            server.start_io(stdout=out)
    else:
        server.start_tcp(*tcp)
    return 0
