"""What the pages of the game ask their worker: the machine's desk, full games, replays of recordings."""

from __future__ import annotations

import random
from importlib.resources import files
from typing import Any

from battleship.errors import BattleshipError
from battleship.layouts.placing import automatic
from battleship.players import BasePlayer, player_class
from battleship.rules import Cell, Rules
from battleship.rules.board import Board, Ship
from battleship.rules.named import NAMED, named
from battleship.ui.duel import Duel, describe
from battleship.web import row_count
from battleship.web.layout_count import Brute, Sampled
from battleship.web.tally import Density, votes
from msxkit.backends.interpreter import InterpreterTarget
from msxkit.backends.replaying import TargetBackend, among
from msxkit.errors import MsxError
from msxkit.files import decode_json
from msxkit.language.program import Program
from msxkit.recording import Recording, parse
from msxkit.verify import replay, to_json
from msxkit.web.desk import Desk

#: The original's two programs.
ORIGINALS = ("battle", "shotdark")
#: Players that need nothing but Python, the strongest first; some have modules of their own here.
PLAYERS = (
    *("exact", "sampled", "density", "nxn-brute", "nxn-simple"),
    *("react", "react-literal", "marmsx", "shotdark", "random"),
)
#: The other players of the package, and what keeps each from this page.
ABSENT = {
    "rollout": "it plays up to 200,000 layouts to their end before a shot, in compiled code that browsers do not have",
    "matched": "it weighs layouts by how often the original places them so, with numpy, which browsers do not have",
    "clock": "it tries all moments at which the original can have begun, with numpy, which browsers do not have",
}
OWN: dict[str, type[BasePlayer]] = {
    "density": Density,
    "exact": row_count.Exact,
    "sampled": Sampled,
    "nxn-brute": Brute,
}


class GameDesk(Desk):
    """A machine with the original's programs beside it, and a full game."""

    def __init__(self) -> None:
        super().__init__()
        self._duel: Duel | None = None
        self.commands |= {
            "choices": self.choices,
            "begin": self.begin,
            "shoot": self.shoot,
            "hint": self.hint,
            "replay": self.replay,
            "recorded": self.recorded,
            "resume": self.resume,
        }

    def shelf(self) -> list[str]:
        """Return the original's programs before the examples."""
        return [*ORIGINALS, *super().shelf()]

    def taken(self, name: str) -> bytes:
        """Return a listing of the original, or an example."""
        return _page_file(f"listings/{name}.bas") if name in ORIGINALS else super().taken(name)

    # Recordings

    def recorded(self, name: str) -> dict[str, Any]:
        """Return the TIMEs and the program of a recorded game, to play that game again. Raise `MsxError`."""
        recording = _recording(name)
        return {"times": list(recording.times), "program": recording.program.file.removesuffix(".bas")}

    def resume(self, name: str, step: int, machine: str = "msx1") -> dict[str, Any]:
        """Return a recorded game at a step (from 0), where the user takes over. Raise `MsxError`."""
        recording = _recording(name)
        if not 0 <= step < len(recording.steps):
            raise MsxError(f"{name} has the steps 0 to {len(recording.steps) - 1}, not {step}")
        self.open(recording.program.file.removesuffix(".bas"))
        self.run(times=list(recording.times), machine=machine)
        assert self.console is not None
        self.console.follow(recording.keys, step + 1)
        return self.state()

    def replay(self, name: str) -> dict[str, Any]:
        """Replay a recorded game on the interpreter, step by step: equal or not, and how. Raise `MsxError`."""
        recording = _recording(name)
        programs = [
            Program.from_file(_page_file(f"listings/{original}.bas"), original) for original in ORIGINALS
        ]
        return to_json(replay(recording, TargetBackend(InterpreterTarget(), among(programs))))

    # Full games

    def choices(self) -> dict[str, Any]:
        """Return the rule sets: for each the players that play it here, and why the others do not; a line about each
        player.
        """
        rules: dict[str, dict[str, Any]] = {}
        for name in NAMED:
            reasons = {player: _player(player).refuses(named(name)) for player in PLAYERS}
            rules[name] = {
                "players": [player for player, reason in reasons.items() if reason is None],
                "absent": {player: reason for player, reason in reasons.items() if reason} | ABSENT,
            }
        return {"rules": rules, "players": {name: _player(name).about for name in PLAYERS}}

    def begin(self, rules: str, player: str, seed: int | None = None) -> dict[str, Any]:
        """Begin a new game; both fleets are placed. Raise `MsxError` for a player that does not play the rules."""
        try:
            chosen = named(rules)
            source = random.Random(seed)
            computer = _player(player)(chosen, source)
            self._duel = Duel(chosen, computer, automatic(chosen, source), source)
        except BattleshipError as error:
            raise MsxError(str(error)) from None
        return self._shown([])

    def shoot(self, row: int, column: int) -> dict[str, Any]:
        """Shoot for the person. Return the shot and the computer's answer. Raise `MsxError` for a square
        already shot.
        """
        duel = self._game
        if duel.ending is not None:
            raise MsxError("this game is over; begin another")
        try:
            moves = duel.shoot(Cell(row, column))
        except BattleshipError as error:
            raise MsxError(str(error)) from None
        return self._shown([describe(duel.rules, move) for move in moves])

    def hint(self) -> list[list[float]]:
        """Return how often ships lie on each square of the computer's board, beside the likeliest; shot squares 0.

        By the exact posterior where it is quick, else by the votes of `density`.
        """
        view, rules = self._game.theirs.view, self._game.rules
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

    def _shown(self, told: list[str]) -> dict[str, Any]:
        duel, over = self._game, self._game.ending is not None
        return {
            "width": duel.rules.width,
            "height": duel.rules.height,
            "ships": [
                {"name": ship.name, "symbol": ship.symbol, "length": ship.length, "count": ship.count}
                for ship in duel.rules.ships
            ],
            "mine": _rows(duel.rules, duel.mine, True),
            "theirs": _rows(duel.rules, duel.theirs, over),
            "sunk": [ship.type.name for ship in duel.sunk(mine=False)],
            "told": told,
            "ending": duel.summary() if over else "",
        }


def _rows(rules: Rules, board: Board, open_: bool) -> list[str]:
    """Return a board as text: `.` not shot, `o` water, `x` a hit, a ship's symbol when one may see it (small: hit)."""
    shots, ships = board.view.shots, board.fleet.at
    rows = []
    for row in range(rules.height):
        text = ""
        for column in range(rules.width):
            cell = Cell(row, column)
            text += _mark(shots[cell].hit if cell in shots else None, ships.get(cell), open_)
        rows.append(text)
    return rows


def _mark(hit: bool | None, ship: Ship | None, open_: bool) -> str:
    if hit is None:
        return ship.type.symbol if ship is not None and open_ else "."
    return "x" if hit else "o"


def _player(name: str) -> type[BasePlayer]:
    if name not in PLAYERS:
        raise MsxError(f"there is no player {name!r} on this page; choose one of {', '.join(PLAYERS)}")
    return OWN.get(name) or player_class(name)


def _recording(name: str) -> Recording:
    return parse(decode_json(_page_file(f"recordings/{name}.json")))


def _page_file(name: str) -> bytes:
    """Return a file that the site's builder has put into the pack."""
    file = files("battleship.web").joinpath(name)
    if not file.is_file():
        raise MsxError(f"this site has no {name}")
    return file.read_bytes()
