"""Make the man pages of `msxkit` and `battleship` from their commands: `make man` writes them into build/man."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from battleship.cli import GROUP as BATTLESHIP
from msxkit import __version__
from msxkit.cli import GROUP as MSXKIT


def _escaped(text: str) -> str:
    """Return text for roff: no line begins a request, and dashes are those of options."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def _options(context: click.Context) -> Iterator[str]:
    for parameter in context.command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None:
            yield f".TP\n\\fB{_escaped(record[0])}\\fR\n{_escaped(' '.join(record[1].split()))}"


def page(context: click.Context, title: str) -> str:
    """Return the man page of a command in roff."""
    command = context.command
    name = context.command_path.replace(" ", "-")
    about = command.get_short_help_str(200).rstrip(".")
    arguments = _escaped(" ".join(command.collect_usage_pieces(context)))
    paragraphs = re.split(r"\n\s*\n", command.help or "")
    text = "\n.PP\n".join(_escaped(" ".join(paragraph.split())) for paragraph in paragraphs)
    parts = [
        f'.TH "{name.upper()}" 1 "" "{title} {__version__}" "{title}"',
        f".SH NAME\n{_escaped(name)} \\- {_escaped(about)}",
        f".SH SYNOPSIS\n\\fB{_escaped(context.command_path)}\\fR {arguments}",
        f".SH DESCRIPTION\n{text}",
    ]
    if isinstance(command, click.Group):
        rows = [
            f".TP\n\\fB{_escaped(f'{name}-{word}')}\\fR(1)\n{_escaped(below.get_short_help_str(200))}"
            for word in command.list_commands(context)
            if (below := command.get_command(context, word)) is not None
        ]
        parts.append("\n".join([".SH COMMANDS", *rows]))
    options = [*_options(context)]
    if options:
        parts.append("\n".join([".SH OPTIONS", *options]))
    parts.append(
        ".SH EXIT STATUS\n0 done, 1 a check failed, 2 usage or bad input, 3 a limit, 130 stopped by CTRL\\-C."
    )
    return "\n".join(parts) + "\n"


def pages(
    command: click.Command, name: str, parent: click.Context | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of the page of a command, and of all commands below it."""
    context = click.Context(command, info_name=name, parent=parent)
    title = context.find_root().info_name or name
    yield f"{context.command_path.replace(' ', '-')}.1", page(context, title)
    if isinstance(command, click.Group):
        for word in command.list_commands(context):
            below = command.get_command(context, word)
            assert below is not None
            yield from pages(below, word, context)


def main(folder: Path) -> None:
    """Write all pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for group, name in ((MSXKIT, "msxkit"), (BATTLESHIP, "battleship")):
        for file, text in pages(group, name):
            (folder / file).write_text(text, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/man"))
