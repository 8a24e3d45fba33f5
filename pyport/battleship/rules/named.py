"""The rule sets of the five documents, by name. Sources: the documents named in `docs/players.md`."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from battleship.errors import RulesError
from battleship.rules.model import Rules, ShipType, Sunk

MARMSX = Rules(
    "marmsx",
    10,
    10,
    (
        ShipType("Aircraft Carrier", "A", 4, 1),
        ShipType("Cruiser", "C", 3, 2),
        ShipType("Battleship", "B", 2, 3),
        ShipType("Submarine", "S", 1, 4),
    ),
    vertical=False,
    touching=False,
    hit_names_type=True,
    sunk=Sunk.NOTHING,
)

HASBRO = Rules(
    "hasbro",
    10,
    10,
    (
        ShipType("Carrier", "C", 5),
        ShipType("Battleship", "B", 4),
        ShipType("Destroyer", "D", 3),
        ShipType("Submarine", "S", 3),
        ShipType("Patrol Boat", "P", 2),
    ),
)

SKYNET = replace(HASBRO, name="skynet")

BBM103 = Rules(
    "bbm103",
    10,
    10,
    (
        ShipType("Carrier", "C", 5),
        ShipType("Battleship", "B", 4, 2),
        ShipType("Destroyer", "D", 3),
        ShipType("Submarine", "S", 3),
        ShipType("Patrol Boat", "P", 2, 4),
    ),
    last_shot=True,
)

#: The classic fleet of the React and N x N documents.
CLASSIC = (5, 4, 3, 3, 2)
#: Symbols by length, from length 1; without O and X, which mean sunk and hit on the documents' boards.
_SYMBOLS = (string.ascii_uppercase + string.ascii_lowercase + string.digits).translate(
    str.maketrans("", "", "OXox")
)


def react(width: int = 10, height: int = 10, lengths: Sequence[int] = CLASSIC) -> Rules:
    """Return the React game: any board, any boats; its document announces hits and misses only."""
    if tuple(lengths) == CLASSIC:
        named = (("Carrier", 5), ("Battleship", 4), ("Cruiser", 3), ("Submarine", 3), ("Destroyer", 2))
        ships = tuple(
            ShipType(name, symbol, length) for (name, length), symbol in zip(named, "CBRSD", strict=True)
        )
    else:
        ships = _by_length(lengths, {})
    return Rules("react", width, height, ships, sunk=Sunk.NOTHING)


def nxn(size: int = 10, lengths: Sequence[int] = CLASSIC) -> Rules:
    """Return the N x N console game: ships of equal length are of one type, a sunk ship's squares are announced."""
    names = {2: "Boat", 3: "Submarine", 4: "Destroyer", 5: "Carrier"}
    return Rules("nxn", size, size, _by_length(lengths, names), sunk=Sunk.CELLS)


def _by_length(lengths: Sequence[int], names: dict[int, str]) -> tuple[ShipType, ...]:
    for length in lengths:
        if not 1 <= length <= len(_SYMBOLS):
            raise RulesError(f"a ship's length must be 1 to {len(_SYMBOLS)}, not {length}")
    counted = sorted(Counter(lengths).items(), reverse=True)
    return tuple(
        ShipType(names.get(length, f"Ship of {length}"), _SYMBOLS[length - 1], length, count)
        for length, count in counted
    )


#: Rule sets by name; `react` and `nxn` also take a size and a fleet.
NAMED: dict[str, Callable[[], Rules]] = {
    "marmsx": lambda: MARMSX,
    "hasbro": lambda: HASBRO,
    "skynet": lambda: SKYNET,
    "bbm103": lambda: BBM103,
    "react": react,
    "nxn": nxn,
}


def named(name: str, size: tuple[int, int] | None = None, lengths: Sequence[int] | None = None) -> Rules:
    """Return the rule set called `name`; `size` (width, height) and `lengths` only for those that have a choice."""
    if name not in NAMED:
        raise RulesError(
            f"there is no rule set {name!r}; choose one of {', '.join(NAMED)}, "
            "or give the path of a TOML file (it ends in .toml)"
        )
    if name == "react":
        width, height = size or (10, 10)
        return react(width, height, lengths or CLASSIC)
    if name == "nxn":
        width, height = size or (10, 10)
        if width != height:
            raise RulesError(
                f"the nxn board must be square, not {width} x {height}; react takes any width and height"
            )
        return nxn(width, lengths or CLASSIC)
    if size is not None or lengths is not None:
        raise RulesError(
            f"rules {name!r} have a fixed board and fleet; nxn and react take a size and a fleet"
        )
    return NAMED[name]()
