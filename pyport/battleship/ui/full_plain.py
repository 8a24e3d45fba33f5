"""The full game line by line, for dumb terminals, screen readers and scripts: place ships and shoot, under any rules.

Lines come in as an iterator and text goes out as one, so that the same game runs in a terminal, from a file and in a
test. How squares and boards look is the business of `battleship.ui.wording`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping

from battleship.errors import BattleshipError, IllegalFleetError
from battleship.layouts.placing import automatic
from battleship.rules import Cell, ShipType
from battleship.rules.board import Fleet, Ship, check_ships, placements, ship_list
from battleship.rules.game import Game
from battleship.ui.duel import Duel, Pair, counted
from battleship.ui.sitting import Sitting
from battleship.ui.wording import Lettered, Telling, read_square, telling_for
from msxkit.errors import quoted

_QUIT = {"q", "quit", "exit"}
_HELP = {"?", "help"}
_BOARDS = {"b", "board", "boards"}
_HINT = {"h", "hint"}
_RANDOM = {"a", "random"}
_UNDO = {"u", "undo"}


def play(
    sitting: Sitting, lines: Iterator[str], telling: Telling | None = None, hide: str = ""
) -> Iterator[str]:
    """Yield the whole game as text to print; a line is taken from `lines` after each prompt.

    The person goes first. Whatever is not allowed is asked again with the reason; when `lines` end, or at `q`, the
    game stops with a sentence.

    Args:
        telling: By default that of the rules.
        hide: What clears the terminal between the turns of two people.
    """
    if telling is None:
        telling = Lettered(sitting.rules) if sitting.two else telling_for(sitting.rules)
    return _Console(sitting, lines, telling, hide).play()


class _InputEnded(Exception):  # noqa: N818 - not an error: the player has gone
    """No more lines."""


class _Left(Exception):  # noqa: N818 - not an error: the player says so
    """The player quits."""


class _Console:
    def __init__(self, sitting: Sitting, lines: Iterator[str], telling: Telling, hide: str) -> None:
        self._sitting = sitting
        self._rules = sitting.rules
        self._lines = lines
        self._telling = telling
        self._hide = hide
        self._moves = 0
        self._duel: Duel | Pair | None = None

    def play(self) -> Iterator[str]:
        try:
            yield from self._play()
        except _InputEnded:
            yield f"The input has ended, so the game stops here, after {counted(self._moves, 'move')}.\n"
        except _Left:
            yield f"You left the game after {counted(self._moves, 'move')}.\n"
        finally:
            if self._duel is not None and self._duel.game.moves:
                self._sitting.save(self._duel)

    def _play(self) -> Iterator[str]:
        rules, telling, sitting = self._rules, self._telling, self._sitting
        duel = sitting.resumed()
        if duel is not None:
            self._duel = duel
            self._moves = sum(isinstance(duel, Pair) or move.seat == 0 for move in duel.game.moves)
            yield "The game goes on.\n"
        elif sitting.two:
            fleets = []
            for player in (1, 2):
                if player == 2:
                    yield from self._hand_over(player)
                yield f"Player {player}, place your ships"
                yield f" on the {rules.height} x {rules.width} board. ? helps, q quits.\n"
                fleets.append((yield from self._place()))
            duel = self._duel = Pair(Game(rules, (fleets[0], fleets[1])))
        else:
            yield f"Place your ships on the {rules.height} x {rules.width} board. ? helps, q quits.\n"
            fleet = yield from self._place()
            yield from self._waiting()
            duel = self._duel = sitting.duel(fleet)
            yield telling.placing(fleet.at)
            yield "All ships are placed. You shoot first.\n"
        while duel.ending is None:
            if isinstance(duel, Pair):
                duel.hand_over()
                yield from self._hand_over(duel.viewer + 1)
                if told := duel.told():
                    yield f"{told}\n"
            cell = yield from self._ask_shot(duel)
            self._moves += 1
            yield from self._waiting()
            for move in duel.shoot(cell):
                yield telling.move(move)
        yield telling.ending(duel)

    def _waiting(self) -> Iterator[str]:
        """Tell that a bot's turn has come, which may take seconds."""
        if self._sitting.is_bot:
            yield f"Waiting for {self._sitting.name} ...\n"

    def _hand_over(self, player: int) -> Generator[str, None, None]:
        yield "Enter hides your board.\n"
        self._next_line()
        yield f"{self._hide}Player {player}, it is your turn. Enter shows your board.\n"
        self._next_line()

    def _next_line(self) -> str:
        line = next(self._lines, None)
        if line is None:
            raise _InputEnded
        if line.strip().lower() in _QUIT:
            raise _Left
        return line.strip()

    # Placing

    def _place(self) -> Generator[str, None, Fleet]:
        """Ask for each ship in turn; start again when the placed ships leave no room for the rest."""
        types = ship_list(self._rules)
        ships: list[Ship] = []
        while len(ships) < len(types):
            ship_type = types[len(ships)]
            if not any(self._may_lie(ships, ship) for ship in placements(self._rules, ship_type)):
                yield f"No room is left for the {_named(ship_type)}: "
                yield "take all ships back and place them again.\n"
                ships.clear()
                continue
            taken = {cell: ship for ship in ships for cell in ship.cells}
            yield self._telling.placing(taken)
            answer = yield from self._ask_ship(ship_type, taken)
            if answer == "random":
                return automatic(self._rules, self._sitting.random)
            if isinstance(answer, Ship):
                ships.append(answer)
            elif ships:
                ships.pop()
        return Fleet.of(self._rules, ships)

    def _may_lie(self, ships: list[Ship], ship: Ship) -> bool:
        try:
            check_ships(self._rules, [*ships, ship])
        except IllegalFleetError:
            return False
        return True

    def _ask_ship(self, ship_type: ShipType, taken: Mapping[Cell, Ship]) -> Generator[str, None, Ship | str]:
        """Ask for a ship. Return one that may lie there, or `random` or `undo`."""
        telling = self._telling
        across = not self._rules.vertical or ship_type.length == 1
        while True:
            yield f"{_named(ship_type)}, {telling.place}:\n"
            line = self._next_line()
            word = line.lower()
            if word in _RANDOM:
                return "random"
            if word in _UNDO:
                return "undo"
            if word in _HELP:
                yield self._placing_help()
                continue
            if word in _BOARDS:
                yield telling.placing(taken)
                continue
            if word in _HINT:
                yield "Hints begin when all ships are placed.\n"
                continue
            bare = line.strip("[] ")
            where, way = bare[:-1], bare[-1:].upper()
            if way not in ("H", "V"):
                if not across:
                    yield f"{quoted(line)} is not a place: {telling.place_example}.\n"
                    continue
                where, way = bare, "H"
            cell = read_square(self._rules, where)
            if cell is None:
                yield f"{quoted(where.strip(' ,'))} is not a square: {telling.start_example}.\n"
                continue
            ship = Ship(ship_type, cell, way == "V")
            outside = [part for part in ship.cells if not self._rules.contains(part)]
            overlap = [part for part in ship.cells if part in taken]
            if outside:
                yield telling.outside(outside[0])
            elif overlap:
                yield f"Overlapping: there is a ship on {telling.square(overlap[0])} already.\n"
            else:
                try:
                    check_ships(self._rules, [*dict.fromkeys(taken.values()), ship])
                except IllegalFleetError as error:
                    yield f"{error}.\n"
                else:
                    return ship

    def _placing_help(self) -> str:
        return (
            f"Say where each ship lies: {self._telling.place_example}.\n"
            "a places all ships at random, u takes the last one back, b shows the board, q quits.\n"
        )

    # Shooting

    def _ask_shot(self, duel: Duel | Pair) -> Generator[str, None, Cell]:
        telling, view = self._telling, duel.theirs.view
        yield telling.boards(duel)
        while True:
            yield f"Your shot, {telling.shot}:\n"
            line = self._next_line()
            word = line.lower()
            if word in _HELP:
                yield self._shooting_help()
                continue
            if word in _BOARDS:
                yield telling.boards(duel)
                continue
            if word in _HINT:
                yield self._hint(duel)
                continue
            cell = read_square(self._rules, line)
            if cell is None:
                yield f"{quoted(line)} is not a square: {telling.shot_example}.\n"
            elif not self._rules.contains(cell):
                yield telling.outside(cell)
            elif cell in view.shots:
                yield f"You have already shot at {telling.square(cell)}.\n"
            else:
                return cell

    def _shooting_help(self) -> str:
        return (
            f"Type a square to shoot at: {self._telling.shot_example}.\n"
            "h gives a hint, b shows the boards, ? this text, q ends the game.\n"
        )

    def _hint(self, duel: Duel | Pair) -> str:
        from battleship.ui.hints import hint  # numpy is slow to import

        try:
            found = hint(duel.theirs.view)
        except BattleshipError as error:
            return f"No hint: {error}.\n"
        best = ", ".join(f"{self._telling.square(cell)} {100 * chance:.0f} %" for cell, chance in found.best)
        return f"HINT: {found.layouts} layouts left; best {best}\n"


def _named(ship_type: ShipType) -> str:
    return f"{ship_type.name} ({ship_type.length} x 1)"
