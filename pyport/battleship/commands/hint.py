"""`battleship hint`: where the ships of a half-played board may be."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from battleship.commands.options import chosen_rules, rules_options
from battleship.commands.outputs import picture_format, require_picture
from battleship.errors import BattleshipError, NotationError
from msxkit.cli import ONE_FILE
from msxkit.commands.outputs import claim, force_option, write
from msxkit.files import read_bytes

if TYPE_CHECKING:
    from battleship.ui.hints import Hint


@click.command()
@click.argument("board", type=click.Path(path_type=Path, allow_dash=True))
@rules_options("marmsx")
@click.option("--best", type=click.IntRange(1), default=5, help="How many squares to list.")
@click.option("--plot", type=ONE_FILE, help="Draw the heat map (.png, .svg, .pdf).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with the chance of every square.")
@force_option
def hint(
    board: Path,
    rules_name: str,
    size: str | None,
    fleet: str | None,
    best: int,
    plot: Path | None,
    as_json: bool,
    force: bool,
) -> int:
    """Count the layouts that a half-played BOARD (a text file, or - for standard input) leaves possible.

    One character a square: . unknown, * miss, X hit, a ship's letter for a hit of known type (or a sunk
    ship).
    """
    from battleship import terminal
    from battleship.notation.views import parse_view
    from battleship.ui.hints import heat_map
    from battleship.ui.hints import hint as make_hint

    require_picture(plot)
    claim(plot, force=force, inputs=[board])
    rules = chosen_rules(rules_name, size, fleet)
    data = sys.stdin.buffer.read() if str(board) == "-" else read_bytes(board)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"{board}: is not a text file (byte {error.start})") from error
    try:
        found = make_hint(parse_view(rules, text), best)
    except BattleshipError as error:
        raise type(error)(f"{board}: {error}") from error
    if plot is not None:  # before anything is shown: the reader of a pipe may have seen enough
        write({plot: _picture(found, picture_format(plot))})
    if as_json:
        click.echo(json.dumps(_as_json(found), indent=1))
        return 0
    console = terminal.console(highlight=False)
    console.print(heat_map(found), end="")
    console.print(f"{found.layouts} layouts left" + ("" if found.exact else " (estimated from samples)"))
    for cell, chance in found.best:
        console.print(f"  {rules.cell_name(cell):>4}  {100 * chance:5.1f} %")
    return 0


def _as_json(found: Hint) -> dict[str, object]:
    rules = found.view.rules
    chances = found.posterior.chances.reshape(rules.height, rules.width)
    return {
        "rules": rules.name,
        "layouts": float(found.posterior.total),
        "exact": found.exact,
        "best": [{"cell": rules.cell_name(cell), "chance": float(chance)} for cell, chance in found.best],
        "chances": [[float(chance) for chance in row] for row in chances],
    }


def _picture(found: Hint, form: str) -> bytes:
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise BattleshipError("--plot needs matplotlib: pip install 'marmsx-battleship[plot]'") from error
    import io

    from battleship.rules import column_name
    from battleship.ui.hints import hottest

    rules = found.view.rules
    figure = Figure(figsize=(6, 6), layout="constrained")
    axes = figure.subplots()
    chances = 100 * found.posterior.chances.reshape(rules.height, rules.width)
    for cell in found.view.shots:
        chances[cell] = float("nan")
    image = axes.imshow(chances, cmap="inferno", vmin=0, vmax=100 * hottest(found))
    axes.set_xticks(range(rules.width), [column_name(column) for column in range(rules.width)])
    axes.set_yticks(range(rules.height), [str(row + 1) for row in range(rules.height)])
    axes.xaxis.tick_top()
    for cell, result in found.view.shots.items():
        axes.text(
            cell.column, cell.row, "X" if result.hit else "·", color="tab:red", ha="center", va="center"
        )
    figure.colorbar(image, label="chance of a ship, %", shrink=0.8)
    axes.set_xlabel(f"{found.layouts} layouts left")
    buffer = io.BytesIO()
    figure.savefig(buffer, format=form, dpi=100)
    return buffer.getvalue()
