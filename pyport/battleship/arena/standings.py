"""The result of a SKYNET tournament: one row per bot, as values, as JSON, as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from battleship.arena.elo import Rating, rate
from battleship.arena.faults import FAULTS, Reason
from battleship.arena.round_robin import Pairing, Settings
from battleship.arena.seats import BotSpec

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot's tournament.

    Attributes:
        lost_by: Games lost for each reason.
        mean_shots: In games won by sinking, or None.
    """

    bot: BotSpec
    games: int
    wins: int
    draws: int
    lost_by: Counter[Reason]
    mean_shots: float | None
    rating: Rating

    @property
    def losses(self) -> int:
        """Games lost, for whatever reason."""
        return self.lost_by.total()


def standings(bots: Sequence[BotSpec], pairings: Sequence[Pairing]) -> list[Standing]:
    """Return one row per bot that has played, best first; equals in the order given. Needs at least one game."""
    scores: dict[tuple[str, str], tuple[float, int]] = {}
    for pairing in pairings:
        names = tuple(bots[number].name for number in pairing.bots)
        won = sum(game.winner == 0 for game in pairing.games)
        drawn = sum(game.winner is None for game in pairing.games)
        scores[names[0], names[1]] = (won + drawn / 2, len(pairing.games))
    rated = rate(scores)
    rows = [
        _standing(number, bot, pairings, rated[bot.name])
        for number, bot in enumerate(bots)
        if bot.name in rated
    ]
    return sorted(rows, key=lambda row: -row.rating.elo)


def _standing(number: int, bot: BotSpec, pairings: Sequence[Pairing], rating: Rating) -> Standing:
    wins = draws = games = 0
    lost_by: Counter[Reason] = Counter()
    shots = []
    for pairing in pairings:
        if number not in pairing.bots:
            continue
        seat = pairing.bots.index(number)
        for game in pairing.games:
            games += 1
            fault = game.faults[seat]
            if game.winner == seat:
                wins += 1
                if game.reason is Reason.SUNK:
                    shots.append(game.shots[seat])
            elif fault is not None:
                lost_by[fault.reason] += 1
            elif game.winner is None:
                draws += 1
            else:
                lost_by[Reason.SUNK] += 1
    mean = sum(shots) / len(shots) if shots else None
    return Standing(bot, games, wins, draws, lost_by, mean, rating)


def to_json(bots: Sequence[BotSpec], settings: Settings, pairings: Sequence[Pairing]) -> dict[str, Any]:
    """Return the whole tournament for other programs: the rows, and every game of every pairing."""
    return {
        "format": 1,
        "seed": settings.seed,
        "games": settings.games,
        "timeout": settings.timeout,
        "bots": [
            {
                "name": row.bot.name,
                "command": list(row.bot.command) or f"builtin:{row.bot.player}",
                "games": row.games,
                "wins": row.wins,
                "draws": row.draws,
                "losses": row.losses,
                "lost_by": {reason.value: row.lost_by[reason] for reason in (Reason.SUNK, *FAULTS)},
                "mean_shots": row.mean_shots,
                "elo": round(row.rating.elo, 1),
                "elo_interval": [round(row.rating.low, 1), round(row.rating.high, 1)],
            }
            for row in standings(bots, pairings)
        ],
        "pairings": [
            {
                "bots": [bots[number].name for number in pairing.bots],
                "remarks": list(pairing.remarks),
                "games": [
                    {
                        "first": game.first,
                        "winner": game.winner,
                        "reason": game.reason.value,
                        "shots": list(game.shots),
                        "failures": [fault and fault.detail for fault in game.faults],
                    }
                    for game in pairing.games
                ],
            }
            for pairing in pairings
        ],
    }


#: What the table's columns but the first take at the least, with long numbers: faults wrap, numbers do not.
_OTHER_COLUMNS = 65


#: What stands below the table.
LEGEND = "by fault: how many of those lost; shots: mean of games won by sinking; Elo: 95 % interval"


def to_table(rows: Sequence[Standing], columns: int) -> Table:
    """Return the result for people, on a screen of so many columns: 80 are enough."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    longest = max(len(row.bot.name) for row in rows)
    table.add_column("bot", overflow="fold", width=min(longest, max(8, columns - _OTHER_COLUMNS)))
    for heading in ("games", "won", "drawn", "lost"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("by fault")
    table.add_column("shots", justify="right", no_wrap=True)
    table.add_column("Elo", justify="right", no_wrap=True)
    for row in rows:
        faults = ", ".join(f"{row.lost_by[fault]} {fault.value}" for fault in FAULTS if row.lost_by[fault])
        table.add_row(
            row.bot.name,
            str(row.games),
            str(row.wins),
            str(row.draws or "-"),
            str(row.losses or "-"),
            faults or "-",
            "-" if row.mean_shots is None else f"{row.mean_shots:.1f}",
            f"{row.rating.elo:+z.0f} ({row.rating.low:+z.0f} to {row.rating.high:+z.0f})",
        )
    return table
