"""What a person at a terminal sees of something that takes long: a bar, or a count."""

from __future__ import annotations

import contextlib
import os
import sys
import time

#: Seconds after which it is shown, and between two pictures of it.
_FIRST, _EVERY = 1.0, 0.1
_WIDTH = 30


class Progress:
    """A display on standard error of how much is done.

    Nothing is shown where that is not a terminal, or one that cannot go back to the start of a line.

    Attributes:
        total: How much there is to do, None if that is not known.
    """

    def __init__(self, unit: str, total: float | None) -> None:
        self._unit, self._total = unit, total
        able = sys.stderr.isatty() and os.environ.get("TERM", "") not in ("", "dumb")
        self._due = time.monotonic() + _FIRST if able else float("inf")
        self._shown = False

    def tell(self, done: float) -> None:
        """Show that so much is done."""
        now = time.monotonic()
        if now < self._due:
            return
        self._due, self._shown = now + _EVERY, True
        if self._total:
            part = min(1.0, done / self._total)
            filled = round(part * _WIDTH)
            text = f"[{'#' * filled}{'-' * (_WIDTH - filled)}] {done:.1f} of {self._total:g} {self._unit}"
        else:
            text = f"{done:.1f} {self._unit}"
        self._write(f"\r{text}\x1b[K")

    def close(self) -> None:
        """Remove the display."""
        if self._shown:
            self._shown = False
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()
