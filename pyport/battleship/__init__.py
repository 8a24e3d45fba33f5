"""Battleship: the faithful port of the MarMSX game, and everything that goes past it."""

__version__ = "0.1.0"
