"""The requests of the game's pages to their worker: the machine's desk, full games, replays of recordings."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from battleship.errors import BattleshipError
from battleship.layouts.placing import automatic
from battleship.original.player import FIRST_COLUMN, LAST_COLUMN, SPACE, way
from battleship.players import BasePlayer, player_class
from battleship.players.density import votes
from battleship.rules import Cell
from battleship.rules.game import Game
from battleship.rules.named import NAMED, named
from battleship.ui.duel import Duel
from battleship.web import full_game, row_count
from battleship.web.layout_count import Brute, SampledCount
from msxkit.backends.interpreter import InterpreterTarget
from msxkit.backends.replaying import TargetBackend, among
from msxkit.errors import MsxError
from msxkit.files import decode_json
from msxkit.language.program import Program
from msxkit.recording import Recording, parse
from msxkit.verify import replay, to_json
from msxkit.web.calls import commands_of
from msxkit.web.desk import Desk

#: A fleet as a page sends it, see `full_game`.
Ships = list[dict[str, Any]]
#: The original's two programs.
ORIGINALS = ("battle", "shotdark")
#: Methods that are commands.
_COMMANDS = "choices draw try_fleet begin begin_two turn shoot hint tap replay recorded resume"
#: Rows of a board of the original.
_ROWS = 10
#: Players that need nothing but Python, the strongest first; some have modules of their own here.
PLAYERS = (
    "exact",
    "sampled",
    "density",
    "nxn-brute",
    "nxn-simple",
    "react",
    "react-literal",
    "marmsx",
    "shotdark",
    "random",
)
#: The other players of the package, and what keeps each from this page.
ABSENT = {
    "rollout": "it plays up to 200,000 layouts to their end before a shot, in compiled code that browsers do not have",
    "matched": "it weighs layouts by how often the original places them so, with numpy, which browsers do not have",
    "clock": "it tries all moments at which the original can have begun, with numpy, which browsers do not have",
}
OWN: dict[str, type[BasePlayer]] = {
    "exact": row_count.ExactCount,
    "sampled": SampledCount,
    "nxn-brute": Brute,
}


class GameDesk(Desk):
    """A machine with the original's programs beside it, and a full game."""

    def __init__(self) -> None:
        super().__init__()
        self._duel: Duel | None = None
        self._pair: Game | None = None
        self.commands |= commands_of(self, _COMMANDS)

    def shelf(self) -> list[str]:
        """Return the original's programs before the examples."""
        return [*ORIGINALS, *super().shelf()]

    def taken(self, name: str) -> bytes:
        """Return a listing of the original, or an example."""
        return _page_file(f"listings/{name}.bas") if name in ORIGINALS else super().taken(name)

    # Recordings

    def recorded(self, name: str) -> dict[str, Any]:
        """Return the TIMEs and the program of a recorded game, to play that game again.

        Raise `MsxError` if there is no such recording.
        """
        recording = _recording(name)
        return {"times": list(recording.times), "program": recording.program.file.removesuffix(".bas")}

    def resume(self, name: str, step: int, machine: str = "msx1") -> dict[str, Any]:
        """Start a recorded game, run to a step (from 0), where the user takes over, and return the machine's state.

        Raise `MsxError` if there is no such recording or step.
        """
        recording = _recording(name)
        if not 0 <= step < len(recording.steps):
            raise MsxError(f"{name} has the steps 0 to {len(recording.steps) - 1}, not {step}")
        self.open(recording.program.file.removesuffix(".bas"))
        self.run(times=list(recording.times), machine=machine)
        assert self.console is not None
        self.console.follow(recording.keys, step + 1)
        return self.state()

    def tap(self, column: int, row: int) -> bool:
        """Shoot at a square of the original's screen by its keys. Return whether it is one that can be shot at now."""
        console = self._console
        screen = console.session.screen
        is_on_board = FIRST_COLUMN <= column <= LAST_COLUMN and 1 <= row <= _ROWS
        if console.status != "key" or not is_on_board or screen.row(row)[column] != ".":
            return False
        console.give(bytes((*way(screen.cursor, (column, row)), SPACE)))
        return True

    def replay(self, name: str) -> dict[str, Any]:
        """Replay a recorded game on the interpreter, step by step, and return the result as `verify.to_json` does.

        Raise `MsxError` if there is no such recording.
        """
        recording = _recording(name)
        programs = [
            Program.from_file(_page_file(f"listings/{original}.bas"), original) for original in ORIGINALS
        ]
        return to_json(replay(recording, TargetBackend(InterpreterTarget(), among(programs))))

    # Full games

    def choices(self) -> dict[str, Any]:
        """Return the rule sets and the players. For each rule set tell which players play it here, and why the others
        do not.
        """
        rules: dict[str, dict[str, Any]] = {}
        for name in NAMED:
            reasons = {player: _player(player).refuses(named(name)) for player in PLAYERS}
            rules[name] = {
                "title": full_game.TITLES[name],
                "about": full_game.about(named(name)),
                "players": [player for player, reason in reasons.items() if reason is None],
                "absent": {player: reason for player, reason in reasons.items() if reason} | ABSENT,
            }
        return {"rules": rules, "players": full_game.OPPONENTS}

    def draw(self, rules: str, seed: int | None = None) -> dict[str, Any]:
        """Return a fleet at random, from which users place their own, and the board. Raise `MsxError` for unknown
        rules.
        """
        with _told():
            chosen = named(rules)
            ships = full_game.placed(automatic(chosen, random.Random(seed)), chosen)
        sizes = [{"name": ship.name, "length": ship.length, "symbol": ship.symbol} for ship in chosen.ships]
        return {
            "width": chosen.width,
            "height": chosen.height,
            "vertical": chosen.vertical,
            "kinds": sizes,
            "ships": ships,
        }

    def try_fleet(self, rules: str, ships: Ships) -> str:
        """Return what is wrong with a fleet; empty if nothing is."""
        try:
            full_game.fleet_of(named(rules), ships)
        except BattleshipError as error:
            return str(error)
        return ""

    def begin(
        self, rules: str, player: str, seed: int | None = None, fleet: Ships | None = None
    ) -> dict[str, Any]:
        """Begin a new game against a computer player, and return it as the person sees it.

        Raise `MsxError` for a player that does not play the rules, or a fleet that breaks them.

        Args:
            fleet: The person's fleet; None: it is placed at random.
        """
        with _told():
            chosen = named(rules)
            source = random.Random(seed)
            computer = _player(player)(chosen, source)
            # Drawn even if it is not used: `draw` proposes the first fleet of a seed, so that is never the computer's.
            own = automatic(chosen, source)
            if fleet is not None:
                own = full_game.fleet_of(chosen, fleet)
            self._duel, self._pair = Duel(chosen, computer, own, source), None
        return full_game.duel_seen(self._game, [])

    def begin_two(self, rules: str, fleets: list[Ships]) -> dict[str, Any]:
        """Begin a game of two people with their fleets, and return it as the first one sees it.

        Raise `MsxError` for a fleet that breaks the rules.
        """
        with _told():
            chosen = named(rules)
            one, other = (full_game.fleet_of(chosen, fleet) for fleet in fleets)
            self._pair, self._duel = Game(chosen, (one, other)), None
        return full_game.pair_seen(self._pair, 0, None)

    def turn(self) -> dict[str, Any]:
        """Return the game of two as the person whose turn it is sees it."""
        if self._pair is None:
            raise MsxError("no game of two people has begun")
        return full_game.pair_seen(self._pair, self._pair.turn, None)

    def shoot(self, row: int, column: int) -> dict[str, Any]:
        """Shoot for the person. Return the shot, and the computer's answer if it plays. Raise `MsxError` for a square
        already shot.
        """
        pair = self._pair
        if pair.over if pair is not None else self._game.ending is not None:
            raise MsxError("this game is over; begin another")
        with _told():
            if pair is not None:
                viewer = pair.turn
                return full_game.pair_seen(pair, viewer, pair.shoot(Cell(row, column)))
            return full_game.duel_seen(self._game, self._game.shoot(Cell(row, column)))

    def hint(self) -> list[list[float]]:
        """Return rows of numbers: how often a ship lies on each square of the opponent's board, relative to the
        likeliest square (0 to 1). A square already shot has 0.

        They come from the exact posterior where it is quick, else from the votes of `density`.
        """
        board = self._game.theirs if self._pair is None else self._pair.boards[1 - self._pair.turn]
        view, rules = board.view, board.rules
        if row_count.refuses(rules) is None:
            weights = row_count.posterior(view)[1]
            found = {cell: weights[rules.index(cell)] for cell in view.unshot}
        else:
            found = votes(view)
        most = max(found.values(), default=0) or 1
        return [
            [round(found.get(Cell(row, column), 0) / most, 4) for column in range(rules.width)]
            for row in range(rules.height)
        ]

    @property
    def _game(self) -> Duel:
        if self._duel is None:
            raise MsxError("no game has begun")
        return self._duel


def warm_up() -> None:
    """Run the original's programs to their first wait for a key, so that their code is kept for the next run."""
    desk = GameDesk()
    for name in ORIGINALS:
        desk.open(name)
        desk.run(seed=1, hurry=60)
        desk.picture()
        desk.told()


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Turn an error of the game into an `MsxError`, a sentence for the page."""
    try:
        yield
    except BattleshipError as error:
        raise MsxError(str(error)) from None


def _player(name: str) -> type[BasePlayer]:
    if name not in PLAYERS:
        raise MsxError(f"there is no player {name!r} on this page; choose one of {', '.join(PLAYERS)}")
    return OWN.get(name) or player_class(name)


def _recording(name: str) -> Recording:
    return parse(decode_json(_page_file(f"recordings/{name}.json")))


def _page_file(name: str) -> bytes:
    """Return a file that the site's builder has put into the pack. Raise `MsxError` if there is none."""
    file = files("battleship.web").joinpath(name)
    if not file.is_file():
        raise MsxError(f"this site has no {name}")
    return file.read_bytes()
