"""What random programs have in common: functions of strings, and PRINT."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random


class ExpressionWriter(ABC):
    """A writer of expressions. `depth` is how many operations may be nested."""

    random: Random

    @abstractmethod
    def number(self, depth: int = 2) -> str:
        """Return a number."""

    @abstractmethod
    def string(self, depth: int = 2) -> str:
        """Return a string."""

    def number_of_string(self, depth: int) -> str:
        """Return a number that a string gives."""
        text = self.string(depth)
        return self.random.choice(
            (f"LEN({text})", f"VAL({text})", f"ASC({text})", f"INSTR({text},{self.string(0)})")
        )

    def pieces(self, count: str, depth: int) -> tuple[str, ...]:
        """Return pieces of strings, of so many characters."""
        return (
            f"LEFT$({self.string(depth)},{count})",
            f"RIGHT$({self.string(depth)},{count})",
            f"MID$({self.string(depth)},{count},{self.random.randint(0, 4)})",
        )

    def made_strings(self, count: str, depth: int) -> tuple[str, ...]:
        """Return strings made of numbers."""
        random = self.random
        return (
            f"STR$({self.number(depth)})",
            f"CHR$({random.randint(33, 126)})",
            f"STRING$({count},{random.choice(('42', self.string(0)))})",
            f"HEX$({self.number(0)})",
            f"SPACE$({count})",
        )

    def print_statement(self, depth: int) -> str:
        """PRINT of one to three items."""
        random = self.random
        items = [random.choice((self.number, self.string))(depth) for _ in range(random.randint(1, 3))]
        return "PRINT " + random.choice((";", ",", ";")).join(items) + random.choice(("", "", ";", ","))
