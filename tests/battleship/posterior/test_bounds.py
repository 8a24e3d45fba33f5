"""Lower bounds against complete searches of small boards, which were made independently of this code."""

from __future__ import annotations

from statistics import fmean

import pytest

from battleship.errors import PosteriorError
from battleship.layouts.search import list_layouts
from battleship.rules import BBM103, MARMSX, Rules, ShipType, Sunk
from battleship.rules.board import Fleet
from tests.bench.least_shots import least_shots


@pytest.mark.parametrize(
    ("width", "touching", "ships", "optimum"),
    [
        (4, True, (2,), 6.0833),
        (4, True, (3, 2), 8.7538),
        (4, False, (2, 1), 8.0109),
        (4, False, (2, 1, 1), 8.0947),
    ],
)
def test_no_bound_is_above_the_optimum(
    width: int, touching: bool, ships: tuple[int, ...], optimum: float
) -> None:
    kinds = tuple(
        ShipType(f"S{length}", "ABCD"[length], length, ships.count(length)) for length in sorted(set(ships))
    )
    rules = Rules(
        "small",
        width,
        width,
        kinds,
        vertical=touching,
        touching=touching,
        hit_names_type=not touching,
        sunk=Sunk.NAME if touching else Sunk.NOTHING,
    )
    bound = fmean(least_shots(rules, fleet) for fleet in list_layouts(rules))
    assert optimum - 1.5 < bound <= optimum + 1e-4


def test_a_lone_ship_of_two_on_a_row_has_the_exact_optimum() -> None:
    """Four squares in a row: three places. Worked by hand: shoot the second square; two of three places are on it."""
    rules = Rules("row", 4, 1, (ShipType("P", "P", 2),), vertical=False)
    assert fmean(least_shots(rules, fleet) for fleet in list_layouts(rules)) == pytest.approx(
        2 + (0 + 1 + 1) / 3
    )


def test_other_fleets_are_refused() -> None:
    with pytest.raises(PosteriorError, match="no bound is known"):
        least_shots(BBM103, Fleet(()))
    assert least_shots(MARMSX, Fleet(())) > 0
