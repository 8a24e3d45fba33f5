"""The result of a tournament as a picture (needs the extra `plot`)."""

from __future__ import annotations

import io
from pathlib import Path

from battleship.arena.tournament import Table
from battleship.errors import BattleshipError
from msxkit.files import write_atomic


def write_plot(table: Table, path: Path) -> None:
    """A PNG: for each player the share of boards sunk within so many shots, and the histogram below."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise BattleshipError("--plot needs matplotlib: pip install 'marmsx-battleship[plot]'") from error
    squares = table.plan.rules.width * table.plan.rules.height
    figure = Figure(figsize=(8, 8), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True)
    for name in table.plan.players:
        summary = table.summary(name)
        if summary is None:
            continue
        values = table.values(name)
        label = f"{name}: {summary.mean:.2f} ± {summary.se:.2f}"
        above.ecdf(values, label=label)
        below.hist(values, bins=range(squares + 2), histtype="step", density=True)
    above.set_ylabel("share of boards sunk")
    below.set_ylabel("share of boards")
    below.set_xlabel("shots to finish")
    above.set_title(f"{table.plan.rules.name}, {table.plan.placement} boards, seed {table.plan.seed}")
    above.legend(loc="upper left")
    above.grid(alpha=0.3)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=100)
    write_atomic(path, buffer.getvalue())
