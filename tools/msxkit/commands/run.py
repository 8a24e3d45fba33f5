"""`msxkit run`: run a program on the interpreter and show the screen at its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from msxkit.cli import FILE, ONE_FILE, FiniteRange
from msxkit.commands.battery import clock_option
from msxkit.commands.drives import disk_options, files_option
from msxkit.commands.endings import TEXTS
from msxkit.commands.machines import machine_options
from msxkit.commands.outputs import file_or_standard, force_option
from msxkit.commands.programs import keys_options, program_options, several
from msxkit.commands.run_interpreted import run_interpreted
from msxkit.commands.run_options import RunOptions

#: The endings of forms that are not their names.
_ENDINGS = {None: "txt", "text": "txt", "ansi": "ans"}


def _ending(given: Mapping[str, Any]) -> str:
    return f".{_ENDINGS.get(given['form'], given['form'])}"


@click.command()
@keys_options
@click.option(
    "--input", "input_file", type=FILE, help="Script of keys, joysticks and paddles: time, device, value."
)
@click.option("--times", "times_file", type=FILE, help="File with the TIME value of each RND(-TIME).")
@click.option("--seed", type=int, help="Random TIME values; the same number gives the same values.")
@click.option("--max-steps", type=click.IntRange(min=1), help="Stop after this many statements.")
@click.option(
    "--max-seconds",
    type=FiniteRange(min=0),
    default=60.0,
    help="Stop after this many seconds here; only on the interpreter.",
)
@click.option(
    "--screen",
    "form",
    type=click.Choice(["text", "ansi", "json", "png", "jpg", "webp", "gif", "mp4", "wav"]),
    help="What to show: the screen, gif or mp4 for a film of the run, wav for its sound. [default: by -o, or text]",
)
@click.option(
    "--from", "begin", type=FiniteRange(min=0), help="Begin film or sound at this second of the machine."
)
@click.option("--to", "end", type=FiniteRange(min=0), help="End film or sound, and the run, at this second.")
@click.option(
    "-o",
    "--output",
    type=FILE,
    callback=file_or_standard,
    help="Write what is shown to this file; of several programs, to a folder with a file of each.",
)
@click.option("--variables", "show_variables", is_flag=True, help="Show the variables too.")
@click.option("--coverage", "show_coverage", is_flag=True, help="Show which statements ran, and how often.")
@click.option(
    "--profile",
    "show_profile",
    is_flag=True,
    help="Show the lines that take longest on the machine, in milliseconds.",
)
@click.option(
    "--timing",
    "timing_file",
    type=ONE_FILE,
    help="Write line, offset and T-states of each statement that ran, as JSON.",
)
@click.option(
    "--states",
    "states_file",
    type=ONE_FILE,
    help="Write the machine's state at each wait for a key as JSON; a character of --type ends a wait.",
)
@click.option(
    "--psg",
    "psg_file",
    type=ONE_FILE,
    help="Write what the sound chip receives as JSON: jiffies since the first value, register, value.",
)
@click.option(
    "--max-emulated-seconds",
    type=FiniteRange(min=0),
    help="Stop after this many seconds of the machine.  [default: 60 with --on cartridge or openmsx]",
)
@click.option(
    "--wait", "waits", is_flag=True, help="Keep running a program that only repeats itself (50 GOTO 50)."
)
@machine_options
@files_option()
@clock_option
@disk_options
@click.option(
    "--on",
    "place",
    type=click.Choice(["interpreter", "cartridge", "openmsx"]),
    default="interpreter",
    help="What runs it: the interpreter, the compiled program in openMSX with C-BIOS, or openMSX with BASIC.",
)
@click.option("--printer", type=ONE_FILE, help="File for what LPRINT prints.")
@program_options
@force_option
@several(
    _ending,
    prints=lambda given: given["form"] in (None, *TEXTS),
    alone=("timing_file", "states_file", "psg_file", "printer"),
)
def run(**given: Any) -> int:
    """Run PROGRAM from a cleared SCREEN 0 of 40 columns, and show the screen at the end.

    PROGRAM is a listing, a tokenised file, a disk, a tape (.cas or .wav) or a cartridge with a BASIC program;
    - is standard input. A program that comes from a disk or tape can use it.

    Several programs run one after the other, and are shown below their names.

    The run stops at `Ok`, at an error, when the program waits for a key and none are left, when it only repeats
    itself, or at a limit. The exit code is 1 after a BASIC error and 3 after a limit.
    """
    options = RunOptions.of(given)
    options.claim()
    if options.place == "cartridge":
        from msxkit.commands.run_cartridge import run_cartridge

        return run_cartridge(options)
    if options.place == "openmsx":
        from msxkit.commands.run_openmsx import run_openmsx

        return run_openmsx(options)
    return run_interpreted(options)
