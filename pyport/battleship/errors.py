"""The exception family of battleship: every error that a user can cause, as one message that says what to do."""

from __future__ import annotations


class BattleshipError(Exception):
    """Base of all errors that battleship raises for bad input."""
