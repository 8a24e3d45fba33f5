"""`msxkit replay`: play recordings again on the emulator and compare every step."""

from __future__ import annotations

from pathlib import Path

import click

from msxkit.commands.openmsx import machine_options
from msxkit.files import real


@click.command()
@click.argument("recordings", nargs=-1, required=True, type=click.Path(path_type=Path))
@machine_options
@click.option(
    "--program",
    type=click.Path(path_type=Path),
    help="The program [default: beside the recording, or in basic/ here or above the recording].",
)
def replay(
    recordings: tuple[Path, ...],
    machine: str | None,
    prompt: str | None,
    cartridge: Path | None,
    extensions: tuple[str, ...],
    program: Path | None,
) -> int:
    """Give the machine the recorded TIME values and keys, and compare screen, cursor, event and line at each step.

    Exit code 0: all equal, 1: a difference, which is shown.
    """
    from msxkit.backends.openmsx import OpenmsxBackend
    from msxkit.language.source import read_program
    from msxkit.openmsx.recorder import find_program
    from msxkit.openmsx.settings import choose
    from msxkit.recording import load
    from msxkit.verify import describe
    from msxkit.verify import replay as play_again

    loaded = [(path, load(path)) for path in recordings]
    above = [folder / "basic" for path, _ in loaded for folder in real(path).parents]
    folders = [
        *dict.fromkeys(path.parent for path, _ in loaded),
        Path("basic"),
        Path(),
        *(folder for folder in dict.fromkeys(above) if folder.is_dir()),
    ]
    given = None if program is None else read_program(program)
    choice = choose(machine, prompt, cartridge, extensions)
    # A program that was named is taken as it is: perhaps it is to be seen where another version differs.
    equal = 0
    with OpenmsxBackend(
        choice, lambda wanted: find_program(wanted, folders) if given is None else given
    ) as backend:
        for path, recording in loaded:
            result = play_again(recording, backend)
            equal += result.equal
            click.echo(
                f"{path}: {result.steps} of {len(recording.steps)} steps, {'equal' if result.equal else 'DIFFERENT'}"
            )
            if result.difference is not None:
                click.echo(describe(result.difference, recording.name, choice.machine))
    click.echo(f"{choice.machine}: {equal} of {len(loaded)} recordings equal")
    return 0 if equal == len(loaded) else 1
