"""`msxkit renumber`: a program with new line numbers."""

from __future__ import annotations

from typing import Any

import click

from msxkit.commands.format import made, made_options, numbering_options
from msxkit.commands.outputs import output_option


@click.command()
@output_option
@numbering_options
@made_options
def renumber(**given: Any) -> int:
    """Write PROGRAM with new line numbers and all references corrected, as `msxkit format --renum` does."""
    return made(**given, renum=True, minify=False, form=None)
