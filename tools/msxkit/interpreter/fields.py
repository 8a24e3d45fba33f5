"""The items of a line that was given to INPUT."""

from __future__ import annotations

from msxkit.decimal14 import BasicError, Number, parse_number


class Fields:
    """Takes items off a line one by one. asked: `?? ` was printed for more."""

    def __init__(self, line: str) -> None:
        self._line = line
        self._at = 0
        self.exhausted = False
        self.asked = False

    def _end_item(self) -> bool:
        """Behind an item: a comma or the end of the line. False for anything else."""
        while self._line[self._at : self._at + 1] == " ":
            self._at += 1
        if self._at >= len(self._line):
            self.exhausted = True
            return True
        if self._line[self._at] == ",":
            self._at += 1
            return True
        return False

    def string(self) -> str | None:
        """The next item as a string; None if something follows its closing quote."""
        line = self._line
        while line[self._at : self._at + 1] == " ":
            self._at += 1
        if line[self._at : self._at + 1] == '"':
            close = line.find('"', self._at + 1)
            close = len(line) if close < 0 else close
            text = line[self._at + 1 : close]
            self._at = min(close + 1, len(line))
        else:
            comma = line.find(",", self._at)
            comma = len(line) if comma < 0 else comma
            text = line[self._at : comma]
            self._at = comma
        return text if self._end_item() else None

    def number(self) -> Number | None:
        """The next item as a number; None if it is none."""
        try:
            value, _, self._at = parse_number(self._line, self._at)
        except BasicError:
            return None
        return value if self._end_item() else None
