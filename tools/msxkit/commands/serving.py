"""Where a server for editors listens: standard input and output, or an address."""

from __future__ import annotations

import re

import click


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
