"""`python -m tests.differential emitters`: interpreter and cartridge; `openmsx`: interpreter and a genuine machine."""

from __future__ import annotations

import os
import sys
from collections import Counter

import click

from msxkit.backends.interpreter import InterpreterTarget
from msxkit.backends.openmsx import OpenmsxTarget
from msxkit.errors import MsxError
from msxkit.machine.chip_type import V9938
from msxkit.openmsx.settings import choose
from msxkit.testbench.msx import Msx
from tests.differential.classes import OPEN
from tests.differential.compare import driver
from tests.differential.compare import search as search_drawings
from tests.differential.emitters import both_screens
from tests.differential.search import ALL, LINES, compare, program, search, smallest
from tests.differential.ways import PLAIN, WAYS


@click.group()
def main() -> None:
    """Run random programs on two machines until they differ."""


@main.command()
@click.argument("names", nargs=-1, type=click.Choice((*ALL, *OPEN)), metavar="[CLASS]...")
@click.option(
    "--programs", type=click.IntRange(1), default=100, show_default=True, help="Programs of each class."
)
@click.option("--first", type=click.IntRange(0), default=0, help="Number of the first.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=os.cpu_count() or 1, help="[default: one a core]"
)
@click.option(
    "--show", type=click.IntRange(0), default=1, show_default=True, help="So many of each class that differ."
)
@click.option("--list", "listed", is_flag=True, help="Name every program that differs.")
@click.option(
    "--as",
    "way",
    type=click.Choice(list(WAYS)),
    default=PLAIN,
    show_default=True,
    help="How to compile them.",
)
def emitters(
    names: tuple[str, ...], programs: int, first: int, seed: int, jobs: int, show: int, listed: bool, way: str
) -> None:
    """Compare screen, variables and video memory of the interpreter and of compiled programs on a bare Z80."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in names or ALL}
    different: dict[str, list[tuple[int, list[str]]]] = {name: [] for name in counts}
    for found in search(list(counts), seed, range(first, first + programs), jobs, way):
        counts[found.name] += found.counts
        different[found.name] += found.differing
        for number, wrong in found.differing if listed else ():
            click.echo(f"{found.name} {number}: {'; '.join(wrong)[:200]}")
        _progress(counts)
    for name, these in different.items():
        for number, _ in sorted(these)[:show]:
            _show(name, seed, number, way)
    _table(counts)
    sys.exit(any(different.values()))


def _progress(counts: dict[str, Counter[str]]) -> None:
    done = sum(map(Counter.total, counts.values()))
    if sys.stderr.isatty() or done % 500 == 0:
        click.echo(
            f"\r{done:,} programs, {sum(one['different'] for one in counts.values())} differ ",
            nl=False,
            err=True,
        )


def _show(name: str, seed: int, number: int, way: str) -> None:
    """Show a program that differs, as short as it can be."""
    small = smallest(name, program(name, seed, number), way)
    machine = "msx2" if small.msx2 else "msx1"
    click.echo(f"-- {name} {number} of seed {seed} as {way}, {machine}, keys {small.keys!r}")
    click.echo(small.text, nl=False)
    click.echo("\n".join(compare(name, small, way) or []))
    if name != LINES:
        click.echo(both_screens(small, way))


def _table(counts: dict[str, Counter[str]]) -> None:
    total: Counter[str] = sum(counts.values(), Counter())
    for name, found in (*counts.items(), ("all", total)):
        click.echo(
            f"{name:12} {found['equal']:7,} equal {found['different']:5,} different"
            f" {found['untold']:5,} that tell nothing"
        )


@main.command()
@click.option("--machine", help="openMSX machine [default: MSXKIT_MACHINE, or the first with BASIC]")
@click.option("--programs", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
def openmsx(machine: str | None, programs: int, seed: int) -> None:
    """Compare drawings on a machine with BASIC in openMSX and on the interpreter. Without the machine, exit with 2."""
    try:
        genuine = OpenmsxTarget(choose(machine).boot, tidy=True)
        chip = genuine.switch_on().machine.chip.type
    except MsxError as error:
        print(f"fuzz-openmsx needs a machine with BASIC in openMSX: {error}", file=sys.stderr)
        sys.exit(2)
    try:
        model = "msx2" if chip is V9938 else "msx1"
        ours = Msx(InterpreterTarget(model, counting=True, polling=True))
        found = search_drawings(driver(Msx(genuine)), driver(ours), model, programs, seed)
    finally:
        genuine.close()
    if found is None:
        print(f"{programs} programs: all equal")
        return
    lines, differences = found
    print(*lines, *differences, sep="\n")
    sys.exit(1)


if __name__ == "__main__":
    main()
