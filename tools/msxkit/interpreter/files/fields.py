"""The items of a line that was given to INPUT."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.decimal14 import BasicError, Number, parse_number


@dataclass
class ItemReader:
    """A reader of the items of a text, one by one.

    Attributes:
        at: Where the next one begins.
        exhausted: Whether no item is left.
        asked: Whether `?? ` was printed to ask for more.
        sound: Whether nothing else stands in the last item.
    """

    text: str
    at: int = 0
    exhausted: bool = False
    asked: bool = False
    sound: bool = True

    @property
    def extra(self) -> bool:
        """Whether more is left than was asked for."""
        return not self.exhausted or self.at < len(self.text)

    def _end_item(self) -> None:
        """Require a comma or the end of the line after an item; a colon counts as the end. Anything else is unsound."""
        while self.text[self.at : self.at + 1] == " ":
            self.at += 1
        following = self.text[self.at : self.at + 1]
        self.exhausted = following in ("", ":")
        self.sound = self.exhausted or following == ","
        self.at += following == ","

    def string(self) -> str:
        """Return the next item as a string."""
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
        self._end_item()
        return item

    def number(self) -> Number:
        """Return the next item as a number, as much of it as is one."""
        try:
            value, _, self.at = parse_number(self.text, self.at)
        except BasicError:
            self.sound = False
            return 0
        self._end_item()
        return value
