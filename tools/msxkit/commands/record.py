"""`msxkit record`: play a program on the emulator and write a recording."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from msxkit.backends.cartridge import MACHINE, CartridgeTarget
from msxkit.backends.interpreter import InterpreterTarget
from msxkit.backends.openmsx import OpenmsxTarget
from msxkit.backends.recorder import record as play
from msxkit.backends.target import Target
from msxkit.commands.drives import copied, copied_options
from msxkit.commands.openmsx import machine_options
from msxkit.commands.outputs import claim, force_option, is_standard_output, recording_option, tell
from msxkit.commands.outputs import write as write_files
from msxkit.commands.programs import find, keys_options, program_options, several, typed_keys
from msxkit.files import require_writable
from msxkit.language.program import Program
from msxkit.machine.model import MODELS
from msxkit.openmsx.playing import Playing, Typing, start_time
from msxkit.openmsx.settings import Choice, choose
from msxkit.recording import dumps

#: What --random draws from: the cursor keys, the space bar, RETURN and ESC, digits and letters.
_KEYS = bytes((28, 29, 30, 31, 32, 13, 27)) + b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


on_option = click.option(
    "--on",
    "place",
    type=click.Choice(["openmsx", "interpreter", "cartridge"]),
    default="openmsx",
    help="What plays it; --machine is msx1 or msx2 on the interpreter, C-BIOS_MSX1 or similar for a cartridge.",
)


@click.command()
@machine_options
@on_option
@keys_options
@click.option(
    "--random",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="N random keys, from those of --keys or --type if given.",
)
@click.option("--seed", type=click.IntRange(0), default=1, help="Seed of TIME and the random keys.")
@recording_option
@copied_options
@program_options
@force_option
@several(".json")
def record(
    program: Path,
    place: str,
    keys_file: Path | None,
    typed: str | None,
    number: int | None,
    seed: int,
    output: Path,
    folder: Path | None,
    image: Path | None,
    file: str | None,
    encoding: str,
    force: bool,
    **emulated: Any,
) -> int:
    """Play PROGRAM on an emulated machine and record its inputs and screens.

    The recording ends with the program, where the keys run out, or where nothing changes any more. The same machine,
    program, keys and seed give the same recording. Of several PROGRAMs, -o names the folder for the recordings.
    """
    claim(
        output,
        force=force,
        inputs=[program, keys_file, emulated["cartridge"]],
        pipes=True,
    )
    require_writable(output)
    found = find(program, encoding, file, cut_numbers=True)
    playing = Typing(typed_keys(keys_file, typed, encoding))
    if number is not None:
        playing = Typing.at_random(number, playing.codes or _KEYS, seed)
    files = copied(folder, image, found)
    with closing(target_of(place, emulated["machine"], lambda: choose(**emulated))) as target:
        target.files = files
        write(target, found.program, playing, program.name, seed, output)
    return 0


def target_of(
    place: str, machine: str | None, choice: Callable[[], Choice]
) -> InterpreterTarget | CartridgeTarget | OpenmsxTarget:
    """Return what plays the program, if it can run here. Raise `MsxError`."""
    if place == "interpreter":
        if (machine or "msx1") not in MODELS:
            raise click.UsageError(f"--on interpreter only has the machines {' and '.join(MODELS)}")
        return InterpreterTarget(machine or "msx1")
    if place == "cartridge":
        return CartridgeTarget(machine or MACHINE)
    return OpenmsxTarget(choice().boot)


def write(target: Target, program: Program, playing: Playing, file: str, seed: int, output: Path) -> None:
    """Play, write the recording into a file that is claimed, and print what is in it."""
    made = play(
        target,
        program,
        playing,
        file=file,
        name=(Path(file) if is_standard_output(output) else output).stem,
        time=start_time(seed),
    )
    write_files({output: dumps(made).encode("ascii")})
    counted = (
        f"{len(each)} {word}{'s' * (len(each) != 1)}"
        for word, each in (("step", made.steps), ("draw", made.times), ("key", made.keys))
    )
    tell(
        f"{output}: {', '.join(counted)}, outcome {made.outcome or 'open'}, on {made.recorded_on['machine']}",
        output,
    )
