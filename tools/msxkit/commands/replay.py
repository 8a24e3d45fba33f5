"""`msxkit replay`: play recordings again and compare every step."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from msxkit.backends.cartridge import CartridgeTarget
from msxkit.backends.replaying import TargetBackend
from msxkit.charset import decode
from msxkit.cli import FILE, FOLDER
from msxkit.commands.drives import copied, copied_options
from msxkit.commands.openmsx import machine_options
from msxkit.commands.record import on_option, target_of
from msxkit.errors import MsxError
from msxkit.language.program import Program
from msxkit.machine.model import MODELS
from msxkit.media.host_files import make_folder
from msxkit.recording import ProgramId
from msxkit.verify import Result


@click.command()
@click.argument("recordings", nargs=-1, required=True, type=FILE)
@machine_options
@on_option
@click.option(
    "--program",
    type=FILE,
    help="The program [default: beside the recording, or in basic/ here or above the recording].",
)
@click.option(
    "--pictures", type=FOLDER, default=Path("build/replay"), help="Folder for the pictures of a difference."
)
@copied_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def replay(
    recordings: tuple[Path, ...],
    machine: str | None,
    prompt: str | None,
    cartridge: Path | None,
    extensions: tuple[str, ...],
    place: str,
    program: Path | None,
    pictures: Path,
    folder: Path | None,
    image: Path | None,
    as_json: bool,
) -> int:
    """Feed the recorded TIME values and keys to the machine, and compare screen, event and line at each step.

    Exit code 0: all equal, 1: a difference, which is shown; in a graphic mode as pictures.
    """
    from msxkit.commands.programs import find as find_given
    from msxkit.openmsx.playing import find_program
    from msxkit.openmsx.settings import choose
    from msxkit.recording import load
    from msxkit.verify import describe, to_json
    from msxkit.verify import replay as play_again

    loaded = [(path, load(path)) for path in recordings]
    above = [place / "basic" for path, _ in loaded for place in path.resolve().parents]
    folders = [
        *dict.fromkeys(path.parent for path, _ in loaded),
        Path("basic"),
        Path(),
        *(place for place in dict.fromkeys(above) if place.is_dir()),
    ]
    # A program that was named is taken as it is: perhaps it is to be seen where another version differs.
    given = None if program is None else find_given(program)

    def find(wanted: ProgramId) -> Program:
        return find_program(wanted, folders) if given is None else given.program

    recorded = {str(recording.recorded_on.get("machine")) for _, recording in loaded}
    if place == "interpreter" and machine is None and len(recorded) == 1:
        machine = next(iter(recorded & MODELS.keys()), None)
    choice = functools.cache(lambda: choose(machine, prompt, cartridge, extensions))
    equal, found = 0, []
    with TargetBackend(target_of(place, machine, choice), find) as chosen:
        name = place
        if isinstance(chosen.target, CartridgeTarget):
            chosen.target.switch_on()
            name = chosen.target.machine_name
        elif place == "openmsx":
            name = choice().machine
        for path, recording in loaded:
            chosen.target.files = copied(folder, image, given)
            result = play_again(recording, chosen)
            equal += result.equal
            written = list(_pictures(result, pictures / path.stem))
            if as_json:
                shown = {name: str(file) for name, file in written}
                found.append({"file": str(path), **to_json(result), "pictures": shown})
                continue
            click.echo(
                f"{path}: {result.steps} of {len(recording.steps)} steps, {'equal' if result.equal else 'DIFFERENT'}"
            )
            if result.difference is not None:
                click.echo(describe(result.difference, recording.name, name))
                click.echo(_line(result, find), nl=False)
                for title, file in written:
                    click.echo(f"  {title + ':':<12}{file}")
    if as_json:
        click.echo(json.dumps({"backend": name, "equal": equal, "recordings": found}, indent=1))
    else:
        click.echo(f"{name}: {equal} of {len(loaded)} recordings equal")
    return 0 if equal == len(loaded) else 1


def _line(result: Result, find: Callable[[ProgramId], Program]) -> str:
    assert result.difference is not None
    try:
        program = find(result.recording.program)
    except MsxError:
        return ""
    for line in program.lines:
        if line.number == result.difference.expected.line:
            return f"  {decode(line.listed()).rstrip()}\n"
    return ""


def _pictures(result: Result, folder: Path) -> Iterator[tuple[str, Path]]:
    """Write what was recorded, what came and the difference, for a step in a graphic mode; yield names and paths."""
    if result.difference is None:
        return
    expected, actual = result.difference.expected.shot, result.difference.actual.shot
    if expected is None or actual is None:
        return
    # Pictures take numpy and Pillow.
    from msxkit.display.picture import draw, png
    from msxkit.machine.video.raster import frame
    from msxkit.testbench.pictures import difference
    from msxkit.written import save

    before, after = frame(expected.to_chip()), frame(actual.to_chip())
    make_folder(folder)
    for name, picture in (
        ("recorded", draw(before)),
        ("played", draw(after)),
        ("difference", difference(before, after)),
    ):
        path = folder / f"step-{result.difference.step}-{name}.png"
        save(path, png(picture))
        yield name, path
