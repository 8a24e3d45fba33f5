"""`msxkit new`: the folder of a new project."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click

from msxkit.cli import FILE
from msxkit.commands.outputs import write
from msxkit.errors import FileError
from msxkit.media.host_files import make_folder


@click.command()
@click.argument("game", type=FILE)
def new(game: Path) -> int:
    """Make the folder GAME: game.dmx, a game that runs, test_game.py, msx.toml, and .vscode for the editor."""
    if game.exists() and (not game.is_dir() or any(game.iterdir())):
        raise FileError(f"{game}: already exists and is not empty; choose another name")
    made = {game / ".gitignore": b"build/\n__pycache__/\n"}
    for file in files("msxkit.starter").iterdir():
        if not file.name.startswith("__"):
            place = ".vscode" if file.name.endswith(".json") else ""
            made[game / place / file.name] = file.read_bytes()
    make_folder(game / ".vscode")
    write(made)
    click.echo(f"{game}: a project. Next: cd {game}; msxkit start; msxkit watch")
    return 0
