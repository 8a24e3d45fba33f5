"""The exception family of battleship: errors that a user can cause, as messages that say what to do."""

from __future__ import annotations


class BattleshipError(Exception):
    """Base of all errors that battleship raises for bad input."""
