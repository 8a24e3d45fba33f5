"""The exception family of battleship: errors that a user can cause, as messages that say what to do."""

from __future__ import annotations


class BattleshipError(Exception):
    """Base of all errors that battleship raises for bad input."""


class BotError(BattleshipError):
    """A bot that cannot be started at all: names its command line and the reason."""


class BotFaultError(BattleshipError):
    """A bot that broke the protocol in a game: names it and says how."""


class TranscriptError(BattleshipError):
    """A transcript that cannot be read: names the file and the line."""


class RulesError(BattleshipError):
    """A rule set that does not exist, cannot be read, or has no legal layout."""


class NotationError(BattleshipError):
    """A board, ship or square that cannot be parsed: names the place in the text and what is expected."""


class IllegalFleetError(BattleshipError):
    """A fleet that can be read but breaks a rule: names the square and the rule."""


class IllegalShotError(BattleshipError):
    """A shot outside the board or at a square already shot."""


class PlayerError(BattleshipError):
    """A computer player that does not exist or does not play the rules asked for."""


class PosteriorError(BattleshipError):
    """A posterior that cannot be computed under these rules."""


class LostWorkersError(BattleshipError):
    """The processes or the cluster that played a tournament are gone."""


class JournalError(BattleshipError):
    """The file that keeps the games of a tournament cannot be read, written or continued."""
