"""Texts made at random from a grammar.

    statement:
      PRINT {number}
      3* IF {number} THEN {statement} ELSE {statement}

A rule is a name and its alternatives, one a line, two blanks before each. `3*` makes one three times as likely. In it
`{name}` is a text of another rule, `{one|two}` one of these words, `{1-9}` a whole number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

_RULE = re.compile(r"(\w+):")
_WEIGHT = re.compile(r"(\d+)\* ")
_PART = re.compile(r"\{([^{}]*)\}")
_RANGE = re.compile(r"(\d+)-(\d+)")


@dataclass(frozen=True, slots=True)
class _Alternative:
    """Texts and parts in turn: a text at each even place.

    Attributes:
        height: Rules that are inside each other at least.
    """

    parts: tuple[str, ...]
    weight: int
    height: int = 1


class Grammar:
    """Rules by name. `more` are added to those of `base`, or replace them."""

    def __init__(self, more: str, base: Grammar | None = None) -> None:
        self._rules: dict[str, list[_Alternative]] = dict(base._rules) if base else {}
        self._rules |= _read(more)
        self._measure()

    def text(self, name: str, random: Random, depth: int = 6) -> str:
        """Return a text of a rule.

        Args:
            depth: How many rules may be inside each other, where that can be chosen.
        """
        found = self._rules[name]
        small = [one for one in found if one.height <= depth]
        if not small:
            least = min(one.height for one in found)
            small = [one for one in found if one.height == least]
        (chosen,) = random.choices(small, [one.weight for one in small])
        return "".join(
            self._part(part, random, depth - 1) if at % 2 else part for at, part in enumerate(chosen.parts)
        )

    def _part(self, part: str, random: Random, depth: int) -> str:
        if part in self._rules:
            return self.text(part, random, depth)
        if (numbers := _RANGE.fullmatch(part)) is not None:
            return str(random.randint(int(numbers[1]), int(numbers[2])))
        return random.choice(part.split("|"))

    def _measure(self) -> None:
        """Find the heights: a rule is one higher than the highest that an alternative of it needs."""
        height = dict.fromkeys(self._rules, 1000)
        for _ in self._rules:
            for name, found in self._rules.items():
                self._rules[name] = found = [
                    _Alternative(
                        one.parts,
                        one.weight,
                        1 + max((height.get(part, 0) for part in one.parts[1::2]), default=0),
                    )
                    for one in found
                ]
                height[name] = min(one.height for one in found)


def _read(text: str) -> dict[str, list[_Alternative]]:
    rules: dict[str, list[_Alternative]] = {}
    for line in text.splitlines():
        if (rule := _RULE.fullmatch(line)) is not None:
            found = rules.setdefault(rule[1], [])
        elif line:
            line = line.removeprefix("  ")
            weight = _WEIGHT.match(line)
            found.append(
                _Alternative(
                    tuple(_PART.split(line[weight.end() :] if weight else line)),
                    int(weight[1]) if weight else 1,
                )
            )
    return rules
