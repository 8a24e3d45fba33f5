"""The full game on a page: fleets that a person places, against a computer player or between two people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from battleship.rules import Cell, Rules, ShipType, Sunk
from battleship.rules.board import Board, Fleet, Ship, check_fleet
from battleship.rules.game import Game, Move
from battleship.rules.sunk import afloat
from battleship.ui.duel import Duel, describe, summary

#: What people call the rule sets.
TITLES = {
    "marmsx": "MarMSX",
    "hasbro": "Hasbro",
    "skynet": "SKYNET",
    "bbm103": "Battle of Ships",
    "react": "React",
    "nxn": "N x N",
}
#: What people call the computer players, and a sentence about each.
OPPONENTS = {
    "exact": (
        "The mathematician",
        "counts every layout that is still possible and shoots where most have a ship",
    ),
    "sampled": (
        "The guesser",
        "draws thousands of possible layouts and shoots where most of them have a ship",
    ),
    "density": ("The captain", "counts in how many places each ship can still lie, and follows up each hit"),
    "nxn-brute": (
        "The N x N computer, to the end",
        "plays that game's rule, then tries all layouts of the last ships",
    ),
    "nxn-simple": ("The N x N computer", "weighs each square by that game's rule"),
    "react": ("The cadet", "shoots by a plan and follows a ship to both of its ends"),
    "react-literal": ("The forgetful cadet", "follows a ship in one direction, then returns to its plan"),
    "marmsx": (
        "The original of 2018",
        "follows a hit along its row and marks the squares around a sunk ship",
    ),
    "shotdark": (
        "The original's first try",
        "shoots in the dark: a random square, or the next one that is left",
    ),
    "random": ("The dreamer", "shoots at any square that it has not shot yet"),
    "rollout": ("The clairvoyant", "plays many games to their end before each shot"),
    "matched": ("The statistician", "knows how often the original lays its ships where"),
    "clock": ("The clockmaker", "works out your opponent's fleet from the moment at which the program began"),
}
_SUNK = {
    Sunk.NOTHING: "Nobody says when a ship is sunk.",
    Sunk.NAME: "You hear which ship you have sunk.",
    Sunk.CELLS: "You see each ship that you have sunk.",
}


def about(rules: Rules) -> str:
    """Return the rules in a few short sentences."""
    number = sum(ship.count for ship in rules.ships)
    lie = "across or down" if rules.vertical else "across"
    touch = "may touch" if rules.touching else "do not touch"
    told = [f"{number} ships lie {lie} and {touch}."]
    told += ["A hit tells which ship it is."] if rules.hit_names_type else []
    told += [_SUNK[rules.sunk]]
    told += ["Who shoots second may answer the last shot."] if rules.last_shot else []
    return " ".join(told)


# Fleets as a page has them: [{"kind": 0, "row": 0, "column": 0, "vertical": false}, ...]


def placed(fleet: Fleet, rules: Rules) -> list[dict[str, Any]]:
    """Return a fleet as a page has it."""
    return [
        {"kind": rules.ships.index(ship.type), "row": ship.cell.row, "column": ship.cell.column}
        | {"vertical": ship.vertical}
        for ship in fleet.ships
    ]


def fleet_of(rules: Rules, ships: Iterable[Mapping[str, Any]]) -> Fleet:
    """Return the fleet that a page has sent. Raise `IllegalFleetError` that says what is wrong with it."""
    lying = [
        Ship(rules.ships[ship["kind"]], Cell(ship["row"], ship["column"]), ship["vertical"]) for ship in ships
    ]
    fleet = Fleet.of(rules, lying)
    check_fleet(rules, fleet)
    return fleet


def duel_seen(duel: Duel, made: list[Move]) -> dict[str, Any]:
    """Return a game against the computer as the person sees it, after these moves."""
    ending = "" if duel.ending is None else duel.summary()
    told = [describe(duel.rules, move) for move in made]
    return seen(duel.rules, duel.mine, duel.theirs, told, ending)


def pair_seen(pair: Game, viewer: int, made: Move | None) -> dict[str, Any]:
    """Return a game of two as one of them sees it.

    Args:
        viewer: The person who sees it, 0 or 1.
        made: The move that this person has just made, if any.
    """
    told = []
    if made is not None:
        told.append(describe(pair.rules, made, f"Player {viewer + 1} shoots"))
    ending = summary(pair) if pair.over else ""
    shown = seen(pair.rules, pair.boards[viewer], pair.boards[1 - viewer], told, ending)
    return shown | {"viewer": viewer, "turn": pair.turn}


def seen(rules: Rules, mine: Board, theirs: Board, told: list[str], ending: str) -> dict[str, Any]:
    """Return what one side sees of a game: marks of both boards, ships left, the last shots, what happened.

    Args:
        told: Sentences about the last moves.
        ending: A sentence about the end of the game; empty before it.
    """
    known = afloat(theirs.view)
    left = Counter(ship.type for ship in mine.fleet.ships if not mine.is_sunk(ship))
    own = frozenset(cell for ship in mine.fleet.ships if mine.is_sunk(ship) for cell in ship.cells)
    return {
        "width": rules.width,
        "height": rules.height,
        "ships": [_ship(ship) | {"mine": left[ship], "theirs": known.ships[ship]} for ship in rules.ships],
        "mine": marks(rules, mine, own, True),
        "theirs": marks(rules, theirs, known.sunk, bool(ending)),
        "fleet": placed(mine.fleet, rules),
        "last": {"mine": _last(mine), "theirs": _last(theirs)},
        "told": told,
        "ending": ending,
    }


def _ship(ship: ShipType) -> dict[str, Any]:
    return {"name": ship.name, "symbol": ship.symbol, "length": ship.length, "count": ship.count}


def _last(board: Board) -> list[int] | None:
    return list(board.view.results[-1].cell) if board.view.results else None


def marks(rules: Rules, board: Board, sunk: frozenset[Cell], is_open: bool) -> list[str]:
    """Return the rows of a board as text: `.` not shot, `o` water, `x` a hit, `#` sunk, or a ship's symbol.

    Args:
        sunk: The squares of sunk ships.
        is_open: Whether the ships are seen.
    """
    shots, ships = board.view.shots, board.fleet.at

    def mark(cell: Cell) -> str:
        if cell in shots:
            return "o" if not shots[cell].hit else "#" if cell in sunk else "x"
        return ships[cell].type.symbol if is_open and cell in ships else "."

    return ["".join(mark(Cell(row, column)) for column in range(rules.width)) for row in range(rules.height)]
