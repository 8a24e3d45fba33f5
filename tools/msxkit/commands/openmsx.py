"""`msxkit openmsx`: what the emulator can do here, and a program or medium in its window."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

import click

from msxkit.cli import FILE, FiniteRange, together
from msxkit.commands.completion import emulated_machines, offer
from msxkit.errors import MachineError

#: The options that choose a machine.
machine_options = together(
    click.option(
        "--machine",
        shell_complete=offer(emulated_machines),
        help="openMSX machine [default: MSXKIT_MACHINE, or the first with BASIC].",
    ),
    click.option("--prompt", help="Pattern of the prompt of BASIC [default: Ok]."),
    click.option("--cart", "cartridge", type=FILE, help="A cartridge, such as a BASIC of your own."),
    click.option(
        "--ext", "extensions", multiple=True, help="An openMSX extension to plug in; may be repeated."
    ),
)


@click.group()
def openmsx() -> None:
    """Drive the openMSX emulator."""


@openmsx.command()
@click.option("--all", "everything", is_flag=True, help="List the machines with missing ROMs too.")
@click.option(
    "--machine",
    "machines",
    multiple=True,
    shell_complete=offer(emulated_machines),
    help="Look at this machine only; may be repeated.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def doctor(everything: bool, machines: tuple[str, ...], as_json: bool) -> int:
    """Show what is installed, which machines work, which have BASIC and a disk, and what to do about the rest.

    Exit code 0: there is a machine with BASIC (and every one named is complete), 1: there is none.
    """
    from msxkit.openmsx.doctor import inspect

    report = inspect(names=machines)
    good = bool(report.with_basic) and (not machines or all(machine.complete for machine in report.machines))
    if as_json:
        fields = {"version": report.version, "executable": str(report.executable), "roms": str(report.roms)}
        click.echo(
            json.dumps(fields | {"machines": [asdict(machine) for machine in report.machines]}, indent=1)
        )
        return 0 if good else 1
    click.echo(f"{report.version} ({report.executable})")
    for machine in report.machines:
        if not machine.complete:
            continue
        what = machine.basic or (f"no BASIC: {machine.problem}" if machine.problem else "no BASIC")
        click.echo(f"  ready    {machine.name:<26} {what}{', disk drive' if machine.disk else ''}")
    broken = [machine for machine in report.machines if not machine.complete]
    if everything or machines:
        for machine in broken:
            rom = machine.missing
            click.echo(
                f"  missing  {machine.name:<26} "
                + (f'"{rom.device}" {rom.file} (SHA-1 {rom.sha1})' if rom else machine.problem)
            )
    elif broken:
        click.echo(f"  {len(broken)} other machines lack ROMs: `msxkit openmsx doctor --all` names them")
    if not report.with_basic:
        click.echo(
            f"No machine with BASIC here. Put the ROM files of a machine that you own into {report.roms}"
        )
        click.echo(
            "(any file name: openMSX recognises them by SHA-1), or name their folder in MSXKIT_SYSTEMROMS."
        )
    return 0 if good else 1


@openmsx.command("run")
@click.argument("file", type=FILE)
@machine_options
@click.option(
    "--max-emulated-seconds",
    "seconds",
    type=FiniteRange(min=0),
    help="Close the window after this many seconds of the machine.",
)
def run_(
    file: Path,
    machine: str | None,
    prompt: str | None,
    cartridge: Path | None,
    extensions: tuple[str, ...],
    seconds: float | None,
) -> int:
    """Open the emulator with FILE started: a BASIC program, or a medium (.dsk .cas .wav .rom)."""
    from msxkit.commands.programs import read_program
    from msxkit.openmsx.settings import choose

    if seconds is None and not has_display():
        raise MachineError(
            "openMSX cannot open a window here: there is no display; start it where there is one"
        )
    ending = file.suffix.lower()
    medium = ending in {".dsk", ".di1", ".cas", ".wav", ".tsx", ".rom", ".mx1", ".mx2"}
    program = None if medium else read_program(file, cut_numbers=True)
    choice = choose(machine, prompt, cartridge, extensions)
    basic = choice.switch_on(window=True, disk=file if ending in {".dsk", ".di1"} else None)
    emulated = basic.machine
    with emulated:
        # As fast as it goes to the prompt, then at a real machine's speed.
        emulated.set_speed(None)
        emulated.command("catch {set renderer SDL}; catch {set renderer SDLGL-PP}")
        # A tape takes half a minute to load.
        emulated.command("catch {set fullspeedwhenloading on}")
        if ending in {".rom", ".mx1", ".mx2"}:
            emulated.run(0.02)
            emulated.insert(file)
        else:
            basic.boot(to_program=True)
        if program is not None:
            basic.load(program)
            basic.start()
        elif ending in {".cas", ".wav", ".tsx"}:
            emulated.insert_tape(file)
            basic.start(tape_command(file))
        emulated.set_speed(100)
        if emulated.command("set renderer") == "none":
            raise MachineError("openMSX cannot open a window here; start it where there is a display")
        click.echo(f"{choice.machine}: close the window to end")
        if seconds is not None:
            emulated.run(seconds)
            return 0
        emulated.command("debug cont")
        emulated.emulator.wait_closed()
    return 0


def has_display() -> bool:
    """Return whether a window can be opened here."""
    names = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in names)


def tape_command(file: Path) -> str:
    """Return the BASIC command that loads and starts the first file of a tape."""
    from msxkit.errors import TapeError
    from msxkit.files import read_bytes
    from msxkit.media import cassette
    from msxkit.media.wav import is_wav

    data = read_bytes(file)
    try:
        blocks = cassette.parse_wav(data)[0] if is_wav(data) else cassette.parse_cas(data)
        kind = next((found.kind for found in cassette.files(blocks)), cassette.TapeFileKind.BASIC)
    except TapeError:
        # A format that only openMSX reads, such as .tsx.
        kind = cassette.TapeFileKind.BASIC
    return {cassette.TapeFileKind.ASCII: 'RUN"CAS:"', cassette.TapeFileKind.BINARY: 'BLOAD"CAS:",R'}.get(
        kind, "CLOAD\rRUN"
    )
