"""Which machine a program runs on: --machine, and --width for what it starts with."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import click

from msxkit.cli import Command, FiniteRange, together
from msxkit.machine.model import MODELS, Model


def machine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --machine, --width and --with to a command, which takes the `model` that they choose."""

    @functools.wraps(command)
    def choosing(machine: str, width: int | None, extensions: tuple[str, ...], **given: Any) -> Any:
        model = replace(_chosen(machine, width), turbo="turbo" in extensions)
        return command(model=model, **given)

    add = together(
        click.option(
            "--machine",
            type=click.Choice(list(MODELS)),
            default="msx2",
            help="Machine to run on: a standard MSX, or a named model, which starts up as the real one did.",
        ),
        click.option(
            "--width",
            type=click.IntRange(1, 80),
            help="Width of SCREEN 0 at the start, if not the machine's.",
        ),
        click.option(
            "--with",
            "extensions",
            multiple=True,
            type=click.Choice(["turbo"]),
            help="Load an extension: turbo is XBASIC, for CALL TURBO ON.",
        ),
    )
    return add(choosing)


def speed_option(default: float) -> Callable[[Command], Command]:
    """Return the option --speed."""
    what = "Speed compared with a real MSX, which is 1; 0 is as fast as possible."
    return click.option("--speed", type=FiniteRange(min=0), default=default, help=what)


def ram_option(what: str) -> Callable[[Command], Command]:
    """Return the option --ram of a compiled program."""
    need = f"KB of RAM that a machine needs to run the {what}."
    return click.option("--ram", type=click.Choice(["16", "32"]), default="32", help=need)


def _chosen(machine: str, width: int | None) -> Model:
    model = MODELS[machine]
    if width is None:
        return model
    if width > model.widest[0]:
        raise click.UsageError(f"--width {width}: SCREEN 0 of {model} has {model.widest[0]} columns at most")
    return model.in_text(width)
