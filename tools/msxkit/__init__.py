"""An MSX BASIC test kit: language tools, interpreter, media, emulator driver, recordings."""

__version__ = "0.1.0"
