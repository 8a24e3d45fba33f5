"""Players that hardly think, as a measure for all others."""

from __future__ import annotations

from battleship.players import BasePlayer
from battleship.rules import Cell
from battleship.rules.board import View


class RandomPlayer(BasePlayer):
    """Any square not yet shot, each with equal chance."""

    about = "any square not yet shot"

    def shoot(self, view: View) -> Cell:
        return view.unshot[self.random.randrange(len(view.unshot))]
