"""Rule sets from a TOML file, checked key by key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path

from battleship.errors import RulesError
from battleship.layouts import placing
from battleship.rules import Rules, ShipType, Sunk, named
from msxkit.errors import FileError
from msxkit.files import read_toml

_KEYS, _SHIP_KEYS = ({field.name for field in fields(kind)} for kind in (Rules, ShipType))


def resolve(text: str, size: tuple[int, int] | None = None, lengths: tuple[int, ...] | None = None) -> Rules:
    """Return the rule set that `--rules` names: a name, or a path that ends in .toml. It has at least one legal layout.

    Args:
        size: (width, height).
        lengths: One per ship; both only for the named sets that have a choice.
    """
    if text.endswith(".toml"):
        if size is not None or lengths is not None:
            raise RulesError(f"{text} sets its own size and fleet; leave out --size and --fleet")
        return load(Path(text))
    rules = named(text, size, lengths)
    placing.check(rules)
    return rules


def load(path: Path) -> Rules:
    """Return the rule set in a TOML file. Raise `RulesError` that names the file and the key, or says why no layout
    exists.
    """
    try:
        data = read_toml(path)
    except FileError as error:
        raise RulesError(str(error)) from error
    try:
        rules = parse(data, path.stem)
        placing.check(rules)
    except RulesError as error:
        raise RulesError(f"{path}: {error}") from error
    return rules


def parse(data: Mapping[str, object], name: str) -> Rules:
    """Return the rule set that a TOML table describes; `name` when the table has none."""
    _refuse_unknown(data, _KEYS)
    ships = data.get("ships")
    if not isinstance(ships, list) or not ships:
        raise RulesError("ships: give at least one [[ships]] table with name, symbol and length")
    sunk = _text(data, "sunk", Sunk.NAME.value)
    if sunk not in {told.value for told in Sunk}:
        raise RulesError(f"sunk must be one of {', '.join(told.value for told in Sunk)}, not {sunk!r}")
    return Rules(
        _text(data, "name", name),
        _number(data, "width", None),
        _number(data, "height", None),
        tuple(_ship(ship, number) for number, ship in enumerate(ships, 1)),
        vertical=_flag(data, "vertical", True),
        touching=_flag(data, "touching", True),
        hit_names_type=_flag(data, "hit_names_type", False),
        sunk=Sunk(sunk),
        last_shot=_flag(data, "last_shot", False),
    )


def table(rules: Rules) -> dict[str, object]:
    """Return what `parse` makes this rule set of."""
    return asdict(rules) | {"ships": [asdict(ship) for ship in rules.ships], "sunk": rules.sunk.value}


def _ship(data: object, number: int) -> ShipType:
    if not isinstance(data, dict):
        raise RulesError(f"ships: entry {number} is {data!r}, not a table with name, symbol and length")
    try:
        _refuse_unknown(data, _SHIP_KEYS)
        name = _text(data, "name", None)
        return ShipType(
            name, _text(data, "symbol", name[:1]), _number(data, "length", None), _number(data, "count", 1)
        )
    except RulesError as error:
        raise RulesError(f"ships, entry {number}: {error}") from error


def _refuse_unknown(data: Mapping[str, object], known: set[str]) -> None:
    for key in data:
        if key not in known:
            raise RulesError(f"unknown key {key!r}; known are {', '.join(sorted(known))}")


def _text(data: Mapping[str, object], key: str, default: str | None) -> str:
    value = data.get(key, default)
    if not isinstance(value, str) or not value:
        raise RulesError(f"{key} must be a text, not {value!r}" if key in data else f"{key} is missing")
    return value


def _number(data: Mapping[str, object], key: str, default: int | None) -> int:
    value = data.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulesError(
            f"{key} must be a whole number, not {value!r}" if key in data else f"{key} is missing"
        )
    return value


def _flag(data: Mapping[str, object], key: str, default: bool) -> bool:
    value = data.get(key, default)
    if not isinstance(value, bool):
        raise RulesError(f"{key} must be true or false, not {value!r}")
    return value
