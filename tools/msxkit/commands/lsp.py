"""`msxkit lsp`: the language server for editors."""

from __future__ import annotations

import logging
import sys
from typing import BinaryIO, cast

import click

from msxkit.commands.serving import address_option, serve_clients
from msxkit.errors import MsxError
from msxkit.language.source import ENCODINGS


@click.command()
@address_option
@click.option(
    "--encoding",
    type=click.Choice(ENCODINGS),
    help="The machine's characters, such as japan. [default: that of msx.toml, or the international ones]",
)
def lsp(tcp: tuple[str, int] | None, encoding: str | None) -> int:
    """Run the language server for MSX BASIC. An editor starts it and talks to it over standard input and output."""
    try:
        from msxkit.lsp.boundary import Stream
        from msxkit.lsp.server import make_server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise MsxError(
            "the language server needs pygls: install it with pip install 'msxkit[editor]'"
        ) from None
    _log_in_lines()

    def serve(source: BinaryIO, sink: BinaryIO) -> None:
        stream = Stream(source)
        make_server(encoding or "").start_io(cast("BinaryIO", stream), sink)
        if stream.fault:
            raise MsxError(stream.fault)

    serve_clients("lsp", tcp, serve)
    return 0


class _Line(logging.Formatter):
    """Formats what went wrong with a message as a line: the sender has its answer, and a traceback would not help."""

    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        text = record.getMessage().partition("\n")[0][:500]
        return f"msxkit lsp: {text}" + (
            f" ({type(error).__name__}: {error})"[:500] if error is not None else ""
        )


def _log_in_lines() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Line())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
