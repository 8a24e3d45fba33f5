"""What to tell a person who asks for a hint: the posterior of a view, and its best squares."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from rich.style import Style
from rich.text import Text

from battleship.errors import PosteriorError
from battleship.notation.views import format_view
from battleship.posterior import Posterior, exact
from battleship.rules import MARMSX, Cell, column_name
from battleship.rules.board import Outcome, Result, View
from msxkit.display.screen import Screen

#: Samples where the exact count is out of reach.
SAMPLES = 20_000


@dataclass(frozen=True)
class Hint:
    """What is known about the squares of a board.

    Attributes:
        best: Squares not yet shot, best first.
    """

    view: View
    posterior: Posterior
    exact: bool
    best: tuple[tuple[Cell, float], ...]

    @property
    def layouts(self) -> str:
        """The number of layouts left, as a sentence has it."""
        if self.exact:
            return f"{self.posterior.total:,.0f}"
        return f"about {self.posterior.total:.3g}"


def seen_on(screen: Screen) -> View:
    """Return what the original's screen tells its player about the computer's board: dots, blanks and ship symbols.

    The board begins in column 20, row 1 (lines 220-270 and 610-620).
    """
    results = []
    for cell in MARMSX.cells:
        symbol = screen.row(cell.row + 1)[cell.column + 20]
        ship_type = MARMSX.ship_type(symbol)
        if ship_type is not None:
            results.append(Result(cell, Outcome.HIT, ship_type))
        elif symbol == " ":
            results.append(Result(cell, Outcome.MISS))
    return View(MARMSX, tuple(results))


def hint(view: View, number: int = 5) -> Hint:
    """Return the hint for a view; sampled (with a fixed seed) under rules that cannot be counted.

    Raise `PosteriorError` when no layout agrees with the answers.
    """
    counted = True
    try:
        found = exact(view)
    except PosteriorError:
        import numpy as np

        from battleship.posterior import sampled

        counted = False
        found = sampled.posterior(
            view, SAMPLES, np.random.Generator(np.random.PCG64(Random(1).randrange(2**32)))
        )
    if not found.total:
        raise PosteriorError(
            "no layout agrees with this board" + ("" if counted else f" among {SAMPLES} samples")
        )
    chances = found.chances
    index = view.rules.index
    ordered = sorted(view.unshot, key=lambda cell: (-chances[index(cell)], index(cell)))
    best = tuple((cell, float(chances[index(cell)])) for cell in ordered[:number])
    return Hint(view, found, counted, best)


def hottest(found: Hint) -> float:
    """Return where a scale of chances ends: at the likeliest square not yet shot that is uncertain.

    A square that has a ship for certain would leave no shades to the rest. 1 when nothing is uncertain.
    """
    index = found.view.rules.index
    chances = (float(found.posterior.chances[index(cell)]) for cell in found.view.unshot)
    return max((chance for chance in chances if 0 < chance < 1 - 1e-9), default=1.0)


def heat_map(found: Hint, colour: bool = True) -> Text:
    """Return a row of per cents for each row of the board: the likelier, the redder. Known squares stay as they are.

    Without colour the likeliest squares are underlined.
    """
    rules = found.view.rules
    known = format_view(found.view).splitlines()
    chances = found.posterior.chances
    most = hottest(found)
    text = Text("    " + "".join(f"{column_name(column):>4}" for column in range(rules.width)) + "\n")
    for cell in rules.cells:
        if cell.column == 0:
            text.append(f"{cell.row + 1:>4}")
        mark = known[cell.row][cell.column]
        if mark != ".":
            text.append(f"{mark:>4}", Style(bold=True))
        else:
            chance = float(chances[rules.index(cell)])
            heat = round(255 * min(chance / most, 1))
            style = (
                Style(underline=heat == 255)
                if not colour
                else Style(
                    color="white" if heat < 160 else "black",
                    bgcolor=f"rgb({heat},{heat // 3},{60 - heat // 5})",
                )
            )
            text.append(f"{100 * chance:4.0f}", style)
        if cell.column == rules.width - 1:
            text.append("\n")
    return text
