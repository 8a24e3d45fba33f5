"""`msxkit record`: play a program on the emulator and write a recording."""

from __future__ import annotations

from pathlib import Path

import click

from msxkit.commands.openmsx import machine_options

#: The styles of msxkit.keystyles, named here so that --help imports nothing.
STYLES = ("sweep", "shuffle", "sharp", "perfect", "noisy")


@click.command()
@click.argument("program", type=click.Path(path_type=Path))
@machine_options
@click.option("--keys", "keys_file", type=click.Path(path_type=Path), help="Keys from a file, one byte each.")
@click.option("--style", type=click.Choice(STYLES), default="sweep", show_default=True, help="How to play.")
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Decides TIME and the keys."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="The recording to write."
)
def record(
    program: Path,
    machine: str | None,
    prompt: str | None,
    cartridge: Path | None,
    extensions: tuple[str, ...],
    keys_file: Path | None,
    style: str,
    seed: int,
    output: Path,
) -> int:
    """Play PROGRAM on an emulated machine and write what went in and what was seen.

    The same machine, program, style and seed give the same recording.
    """
    from random import Random

    from msxkit.files import keep_apart
    from msxkit.openmsx.recorder import Tape, from_file, styled
    from msxkit.openmsx.recorder import record as play
    from msxkit.openmsx.settings import choose
    from msxkit.recording import save

    keep_apart(output, [program, keys_file, cartridge])
    tape = Tape.read(program)
    keys = styled(style, seed) if keys_file is None else from_file(keys_file)
    basic = choose(machine, prompt, cartridge, extensions).boot()
    with basic.machine:
        time = Random(f"time {seed}").randrange(1, 65536)
        recording = play(
            basic, tape, keys, name=output.stem, style=style if keys_file is None else "keys", time=time
        )
    save(recording, output)
    click.echo(
        f"{output}: {len(recording.steps)} steps, {len(recording.times)} draws, {len(recording.keys)} keys, "
        f"outcome {recording.outcome or 'open'}, on {recording.recorded_on['machine']}"
    )
    return 0
