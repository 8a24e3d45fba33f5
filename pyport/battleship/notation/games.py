"""Games under rules as files: the fleets and the shots in turn, with what is needed to go on playing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from battleship.errors import BattleshipError, NotationError
from battleship.notation import rules_file
from battleship.notation.cells import parse_cell
from battleship.rules import Rules
from battleship.rules.board import Fleet, Ship
from battleship.rules.game import Game
from battleship.rules.model import Cell
from msxkit.errors import quoted
from msxkit.files import decode_json

_FORMAT = "battleship game 1"


@dataclass(frozen=True)
class GameRecord:
    """A game as far as it was played: shots in turn, seat 0 first.

    Attributes:
        names: Who plays, for people.
        opponent: The player or the bot's command of seat 1 in a game that a person can go on with; "" elsewhere.
        seed: What the opponent's draws begin with.
        end: A sentence about a game that ended otherwise than by the last shot.
    """

    rules: Rules
    names: tuple[str, str]
    fleets: tuple[Fleet, Fleet]
    shots: tuple[Cell, ...]
    opponent: str = ""
    seed: int = 0
    end: str = ""

    @staticmethod
    def of(
        game: Game, names: tuple[str, str], opponent: str = "", seed: int = 0, end: str = ""
    ) -> GameRecord:
        """Return the record of a game."""
        fleets = (game.boards[0].fleet, game.boards[1].fleet)
        shots = tuple(move.result.cell for move in game.moves)
        return GameRecord(game.rules, names, fleets, shots, opponent, seed, end)

    def game(self, shots: int | None = None) -> Game:
        """Return the game after so many of its shots (all by default)."""
        game = Game(self.rules, self.fleets)
        for cell in self.shots[:shots]:
            game.shoot(cell, again=True)
        return game


def dumps(record: GameRecord) -> str:
    """Return the text of a game's file."""
    rules = record.rules
    data = {
        "format": _FORMAT,
        "names": record.names,
        "opponent": record.opponent,
        "seed": record.seed,
        "rules": rules_file.table(rules),
        "fleets": [
            [
                [ship.type.symbol, rules.cell_name(ship.cell), "V" if ship.vertical else "H"]
                for ship in fleet.ships
            ]
            for fleet in record.fleets
        ],
        "shots": [rules.cell_name(cell) for cell in record.shots],
        "end": record.end,
    }
    return json.dumps(data, indent=1) + "\n"


def is_game(data: bytes) -> bool:
    """Return whether bytes are the file of a game, whole or damaged."""
    return f'"{_FORMAT}"'.encode() in data[:1000]


def loads(data: bytes, where: str) -> GameRecord:
    """Return the game in a file. Raise `NotationError` that names the file and what is wrong."""
    try:
        found = decode_json(data)
        if not isinstance(found, dict) or found.get("format") != _FORMAT:
            raise NotationError("it is not a game that `battleship play` or `battleship watch` recorded")
        return _record(found)
    except BattleshipError as error:
        raise NotationError(f"{where}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{where}: is damaged: {error}") from error


def _record(data: Mapping[str, Any]) -> GameRecord:
    table = data.get("rules")
    if not isinstance(table, dict):
        raise NotationError("rules is missing, or not an object")
    rules = rules_file.parse(table, "rules")
    names, fleets = _list(data, "names"), _list(data, "fleets")
    if len(names) != 2 or not all(isinstance(name, str) and name.isprintable() for name in names):
        raise NotationError("names must be two texts")
    if len(fleets) != 2:
        raise NotationError("fleets must be two lists of ships")
    one, other = (_fleet(rules, fleet) for fleet in fleets)
    shots = tuple(parse_cell(rules, str(text)) for text in _list(data, "shots"))
    opponent, seed, end = data.get("opponent"), data.get("seed"), data.get("end")
    if not isinstance(opponent, str) or not isinstance(end, str) or not end.isprintable():
        raise NotationError("opponent and end must be texts")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise NotationError("seed must be a whole number")
    record = GameRecord(rules, (names[0], names[1]), (one, other), shots, opponent, seed, end)
    game = Game(rules, record.fleets)
    for number, cell in enumerate(shots, start=1):
        if game.over:
            raise NotationError(f"shot {number} comes after the end of the game")
        game.shoot(cell, again=True)
    return record


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    found = data.get(key)
    if not isinstance(found, list):
        raise NotationError(f"{key} is missing, or not a list")
    return found


def _fleet(rules: Rules, ships: object) -> Fleet:
    if not isinstance(ships, list):
        raise NotationError("a fleet must be a list of ships")
    found = []
    for ship in ships:
        if not (isinstance(ship, list) and len(ship) == 3 and all(isinstance(part, str) for part in ship)):
            raise NotationError('a ship must be a list such as ["C", "A1", "H"]')
        ship_type = rules.ship_type(ship[0])
        if ship_type is None or ship[2] not in ("H", "V"):
            raise NotationError(f"{quoted(' '.join(ship))} is not a ship of the rules {rules.name!r}")
        found.append(Ship(ship_type, parse_cell(rules, ship[1]), ship[2] == "V"))
    return Fleet.of(rules, found)
