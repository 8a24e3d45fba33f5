"""`msxkit man` and `battleship man`: man pages, made from the commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

from msxkit import __version__
from msxkit.cli import FILE
from msxkit.commands.outputs import claim, force_option, write
from msxkit.media.host_files import make_folder


@click.command()
@click.argument("words", nargs=-1, metavar="[COMMAND]...")
@click.option("-o", "--output", type=FILE, help="Folder for the pages. [default: ~/.local/share/man/man1]")
@force_option
@click.pass_context
def man(context: click.Context, words: tuple[str, ...], output: Path | None, force: bool) -> None:
    """Write a man page of every command into a folder: in the default one, `man` finds them. With COMMAND, only show
    its help.
    """
    if words:
        if output is not None:
            raise click.UsageError("-o takes the pages of all commands; leave COMMAND or -o out")
        click.echo(_help(context.find_root(), words))
        return
    folder = output or Path("~/.local/share/man/man1").expanduser()
    root = context.find_root()
    name = root.info_name or ""
    made = {folder / file: text.encode("utf-8") for file, text in pages(root.command, name)}
    for path in made:
        claim(path, force=force)
    make_folder(folder)
    write(made)
    click.echo(f"{folder}: {len(made)} pages; man {name}")


def _help(context: click.Context, words: tuple[str, ...]) -> str:
    """Return the help of a command, which is given by its words. Raise `click.UsageError` if there is none."""
    for word in words:
        command = context.command
        below = command.get_command(context, word) if isinstance(command, click.Group) else None
        if below is None:
            path = context.command_path
            raise click.UsageError(f"{path} has no command {word!r}; `{path} --help` says what it has")
        context = click.Context(below, info_name=word, parent=context)
    return context.get_help()


def _escaped(text: str) -> str:
    """Return text for roff: no line begins a request, and dashes are those of options."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def _options(context: click.Context) -> Iterator[str]:
    for parameter in context.command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None:
            yield f".TP\n\\fB{_escaped(record[0])}\\fR\n{_escaped(' '.join(record[1].split()))}"


def _page(context: click.Context, title: str) -> str:
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
    context = click.Context(command, info_name=name, parent=parent, **command.context_settings)
    title = context.find_root().info_name or name
    yield f"{context.command_path.replace(' ', '-')}.1", _page(context, title)
    if isinstance(command, click.Group):
        for word in command.list_commands(context):
            below = command.get_command(context, word)
            assert below is not None
            yield from pages(below, word, context)
