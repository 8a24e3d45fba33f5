"""`msxkit dap`: the debugger for editors."""

from __future__ import annotations

import click

from msxkit.commands.serving import address_option, serve_clients


@click.command()
@address_option
def dap(tcp: tuple[str, int] | None) -> int:
    """Run the debugger for MSX BASIC. An editor starts it and talks to it over standard input and output."""
    from msxkit.dap.adapter import serve

    serve_clients("dap", tcp, serve)
    return 0
