"""`msxkit start`: build the project and play it."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import click

from msxkit.commands.build import make, project_argument
from msxkit.commands.outputs import force_option
from msxkit.errors import EmulatorMissingError, NoEmulatorError
from msxkit.project import load


@click.command()
@project_argument
@click.option(
    "--on",
    "place",
    type=click.Choice(["openmsx", "cartridge", "interpreter"]),
    help="What plays it: BASIC in openMSX, the compiled program in openMSX, or this terminal. "
    "[default: the first that works here]",
)
@force_option
@click.pass_context
def start(context: click.Context, folder: Path, place: str | None, force: bool) -> int:
    """Build the project in FOLDER, or that of this folder, and play it: in openMSX if it can run here, else in this
    terminal.
    """
    project = load(folder)
    place = place or _place()
    target = "compiled" if place == "cartridge" else "disk"
    project = replace(project, targets=tuple(dict.fromkeys((*project.targets, target))))
    code = make(project, force=force)
    if code:
        return code
    made = project.made(target)
    if place == "interpreter":
        from msxkit.commands.play import play

        return int(context.invoke(play, program=made, machine=project.machine))
    from msxkit.backends.cartridge import MACHINE
    from msxkit.commands.openmsx import run_
    from msxkit.openmsx.settings import MACHINE_VARIABLE

    machine = MACHINE if place == "cartridge" else os.environ.get(MACHINE_VARIABLE) or project.machine
    return int(context.invoke(run_, file=made, machine=machine))


def _place() -> str:
    from msxkit.commands.openmsx import has_display
    from msxkit.openmsx.control import find_executable
    from msxkit.openmsx.settings import choose

    try:
        find_executable(os.environ)
    except NoEmulatorError:
        return "interpreter"
    if not has_display():
        return "interpreter"
    try:
        choose()
    except EmulatorMissingError:
        return "cartridge"
    return "openmsx"
