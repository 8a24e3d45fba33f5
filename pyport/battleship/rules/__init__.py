"""Rule sets and boards: frozen values, no player and no screen. See `docs/players.md` for the rule sets."""

from battleship.rules.model import MAX_SIDE, Cell, Rules, ShipType, Sunk, column_name
from battleship.rules.named import BBM103, CLASSIC, HASBRO, MARMSX, NAMED, SKYNET, named, nxn, react

__all__ = [
    "BBM103",
    "CLASSIC",
    "HASBRO",
    "MARMSX",
    "MAX_SIDE",
    "NAMED",
    "SKYNET",
    "Cell",
    "Rules",
    "ShipType",
    "Sunk",
    "column_name",
    "named",
    "nxn",
    "react",
]
