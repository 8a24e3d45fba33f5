"""`battleship record`: play the original on the emulator and write a recording."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from battleship.commands.options import program_option
from battleship.verification.styles import STYLES
from msxkit.commands.openmsx import machine_options
from msxkit.commands.outputs import claim, force_option, recording_option


@click.command()
@program_option
@machine_options
@click.option("--style", type=click.Choice([*STYLES]), default="sweep", help="How to play.")
@click.option("--seed", type=click.IntRange(0), default=1, help="Seed of TIME and the keys.")
@recording_option
@force_option
def record(
    program: str,
    machine: str | None,
    prompt: str | None,
    cartridge: Path | None,
    extensions: tuple[str, ...],
    style: str,
    seed: int,
    output: Path,
    force: bool,
) -> int:
    """Play the original listing on an emulated machine and record its inputs and screens.

    The same machine, program, style and seed give the same recording. `msxkit record` does it for any program.
    """
    from battleship.verification.recordings import StyledPlaying
    from battleship.verification.sources import listing
    from msxkit.backends.openmsx import OpenmsxTarget
    from msxkit.commands.record import write
    from msxkit.files import require_writable
    from msxkit.openmsx.settings import choose

    claim(output, force=force, inputs=[cartridge], pipes=True)
    require_writable(output)
    file = f"{program}.bas"
    choice = choose(machine, prompt, cartridge, extensions)
    with closing(OpenmsxTarget(choice.boot)) as target:
        write(target, listing(file), StyledPlaying(style, seed), file, seed, output)
    return 0
