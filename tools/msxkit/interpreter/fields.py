"""The items of a line that was given to INPUT."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.decimal14 import BasicError, Number, parse_number


@dataclass
class Fields:
    """Takes items off a line one by one. at: where the next one begins. asked: `?? ` was printed for more."""

    line: str
    at: int = 0
    exhausted: bool = False
    asked: bool = False

    def _end_item(self) -> bool:
        """Behind an item: a comma or the end of the line. False for anything else."""
        while self.line[self.at : self.at + 1] == " ":
            self.at += 1
        if self.at >= len(self.line):
            self.exhausted = True
            return True
        if self.line[self.at] == ",":
            self.at += 1
            return True
        return False

    def string(self) -> str | None:
        """The next item as a string; None if something follows its closing quote."""
        line = self.line
        while line[self.at : self.at + 1] == " ":
            self.at += 1
        if line[self.at : self.at + 1] == '"':
            close = line.find('"', self.at + 1)
            close = len(line) if close < 0 else close
            text = line[self.at + 1 : close]
            self.at = min(close + 1, len(line))
        else:
            comma = line.find(",", self.at)
            comma = len(line) if comma < 0 else comma
            text = line[self.at : comma]
            self.at = comma
        return text if self._end_item() else None

    def number(self) -> Number | None:
        """The next item as a number; None if it is none."""
        try:
            value, _, self.at = parse_number(self.line, self.at)
        except BasicError:
            return None
        return value if self._end_item() else None
