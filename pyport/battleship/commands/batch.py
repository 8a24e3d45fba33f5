"""`battleship batch`: the file-driven game Battle of Ships."""

from __future__ import annotations

from pathlib import Path

import click

from msxkit.cli import FILE
from msxkit.commands.outputs import claim, force_option, write
from msxkit.errors import FileError
from msxkit.files import read_bytes


@click.command()
@click.argument("fleet1", metavar="PLAYER1.txt", type=FILE)
@click.argument("fleet2", metavar="PLAYER2.txt", type=FILE)
@click.argument("shots1", metavar="PLAYER1.in", type=FILE)
@click.argument("shots2", metavar="PLAYER2.in", type=FILE)
@click.option(
    "--optional1",
    metavar="FILE",
    type=FILE,
    help="File that tells player 1's ships apart [default: OptionalPlayer1.txt beside PLAYER1.txt].",
)
@click.option("--optional2", metavar="FILE", type=FILE, help="The same for player 2.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=FILE,
    default="Battleship.out",
    help="File for the report, which goes to the screen too.",
)
@force_option
def batch(
    fleet1: Path,
    fleet2: Path,
    shots1: Path,
    shots2: Path,
    optional1: Path | None,
    optional2: Path | None,
    output: Path,
    force: bool,
) -> int:
    """Play Battle of Ships from files: two fleets, two lists of shots, one report.

    The report is printed and written to Battleship.out. Exit code 2 when an input cannot be used.
    """
    from battleship.arena.batch import play
    from battleship.notation.bbm103 import decode, parse_fleet, parse_shots

    beside1 = optional1 or _beside(fleet1, "OptionalPlayer1.txt")
    beside2 = optional2 or _beside(fleet2, "OptionalPlayer2.txt")
    wanted = [fleet1, fleet2, shots1, shots2, *(path for path in (beside1, beside2) if path is not None)]
    claim(output, force=force, inputs=wanted)
    texts: dict[Path, str] = {}
    unreachable = []
    for path in wanted:
        try:
            texts[path] = decode(read_bytes(path), str(path))
        except FileError:
            unreachable.append(path.name or str(path))
    if unreachable:
        # As the document's program does, this goes where the report would have gone.
        _publish(f"IOError: input file(s) {', '.join(unreachable)} is/are not reachable.", output)
        return 2
    fleets = [
        parse_fleet(texts[path], str(path), texts[beside] if beside else None, str(beside))
        for path, beside in ((fleet1, beside1), (fleet2, beside2))
    ]
    shots = [parse_shots(texts[path]) for path in (shots1, shots2)]
    _publish(play((fleets[0], fleets[1]), (shots[0], shots[1])), output)
    return 0


def _beside(fleet: Path, name: str) -> Path | None:
    path = fleet.parent / name
    return path if path.exists() else None


def _publish(report: str, output: Path) -> None:
    write({output: report.encode()})
    click.echo(report, nl=not report.endswith("\n"))
