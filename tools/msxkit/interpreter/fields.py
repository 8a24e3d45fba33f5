"""The items of a line that was given to INPUT."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.decimal14 import BasicError, Number, parse_number


@dataclass
class Fields:
    """Takes items off a text one by one. at: where the next one begins. exhausted: there is none. asked: `?? ` was
    printed for more.
    """

    text: str
    at: int = 0
    exhausted: bool = False
    asked: bool = False

    @property
    def extra(self) -> bool:
        """Whether more is left than was asked for."""
        return not self.exhausted or self.at < len(self.text)

    def _end_item(self) -> bool:
        """Behind an item: a comma or the end of the line, as which a colon counts. False for anything else."""
        while self.text[self.at : self.at + 1] == " ":
            self.at += 1
        if self.text[self.at : self.at + 1] in ("", ":"):
            self.exhausted = True
            return True
        if self.text[self.at] == ",":
            self.at += 1
            return True
        return False

    def string(self) -> str | None:
        """The next item as a string; None if something follows its closing quote."""
        text = self.text
        while text[self.at : self.at + 1] == " ":
            self.at += 1
        if text[self.at : self.at + 1] == '"':
            close = text.find('"', self.at + 1)
            close = len(text) if close < 0 else close
            item = text[self.at + 1 : close]
            self.at = min(close + 1, len(text))
        else:
            comma = text.find(",", self.at)
            comma = len(text) if comma < 0 else comma
            item = text[self.at : comma]
            self.at = comma
        return item if self._end_item() else None

    def number(self) -> Number | None:
        """The next item as a number; None if it is none."""
        try:
            value, _, self.at = parse_number(self.text, self.at)
        except BasicError:
            return None
        return value if self._end_item() else None
