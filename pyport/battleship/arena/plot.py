"""The result of a tournament as a picture (needs the extra `plot`)."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from importlib import import_module

from battleship.arena.statistics import percentile, summarise
from battleship.arena.tournament import Table
from battleship.errors import BattleshipError


def check_plotting() -> None:
    """Raise `BattleshipError` where matplotlib is missing or broken."""
    try:
        import_module("matplotlib.figure")
    except ImportError as error:
        raise BattleshipError(
            f"--plot needs matplotlib ({error}): pip install 'marmsx-battleship[plot]'"
        ) from error


def bins(samples: Iterable[Sequence[int]]) -> list[float]:
    """Return the edges of the bins of a histogram of whole numbers: half-way between them, from the least to the
    greatest.

    A bin is as wide as Freedman and Diaconis advise for the smallest of the samples (Zeitschrift für
    Wahrscheinlichkeitstheorie 57, 1981): twice the middle half over the cube root of the number of boards.
    """
    ordered = [sorted(values) for values in samples]
    advised = [2 * (percentile(v, 75) - percentile(v, 25)) / len(v) ** (1 / 3) for v in ordered]
    width = max(1, round(max(advised)))
    least, greatest = min(v[0] for v in ordered), max(v[-1] for v in ordered)
    return [least - 0.5 + step for step in range(0, greatest - least + 1 + width, width)]


def plot(table: Table, form: str = "png") -> bytes:
    """Return a picture: for each player the share of boards sunk within so many shots, and the histogram below.

    Args:
        form: Png, svg or pdf.
    """
    check_plotting()
    from matplotlib.figure import Figure

    samples = {name: table.values(name) for name in table.plan.players if table.values(name)}
    if not samples:
        raise BattleshipError("--plot: no game has been played")
    edges = bins(samples.values())
    figure = Figure(figsize=(8, 8), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True)
    for name, values in samples.items():
        summary = summarise(values)
        error = f" ± {summary.se:.2f}" if summary.n > 1 else ""
        label = f"{name}: {summary.mean:.2f}{error}"
        above.ecdf(values, label=label)
        below.hist(values, bins=edges, histtype="step", density=True)
    above.set_ylabel("share of boards sunk")
    below.set_ylabel("share of boards for each number of shots")
    below.set_xlabel("shots to finish")
    above.set_title(f"{table.plan.rules.name}, {table.plan.placement} boards, seed {table.plan.seed}")
    above.legend(loc="best")
    above.grid(alpha=0.3)
    below.set_xlim(edges[0], edges[-1])
    buffer = io.BytesIO()
    figure.savefig(buffer, format=form, dpi=100)
    return buffer.getvalue()
