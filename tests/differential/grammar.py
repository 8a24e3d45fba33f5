"""Texts and programs made at random from the grammars in `grammars/`.

    base: common
    timed: K#
    program:
      DEFINT I-K:ON ERROR GOTO 900
      5-14* {statement}
      900 RESUME NEXT
    statement:
      PRINT {number}
      3* IF {number} THEN {statement} ELSE {statement}

A rule is a name and its alternatives, one a line, two blanks before each. `3*` makes one three times as likely. In it
`{name}` is a text of another rule, `{name=}` the same text wherever it stands in a line of the program, `{one|two}` one
of these texts, `{1-9}` a whole number. The lines of `program` come one after another, `5-14*` so many of one kind;
where there are several `program`, one is chosen. `¶` begins another line. A line without a number gets one in steps of
ten, and `@+2` is the number of the next line but one. Before the rules: the grammar whose rules this one adds to, and
what the `Program` needs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeAlias

_FOLDER = Path(__file__).parent / "grammars"
_RULE = re.compile(r"(\w+):")
_SETTING = re.compile(r"(\w+): (.*)")
_TIMES = re.compile(r"(?:(\d+)-)?(\d+)\* ")
_RANGE = re.compile(r"(\d+)-(\d+)")
_NUMBERED = re.compile(r"(\d+) ")
_ELSEWHERE = re.compile(r"@([+-]\d+)")
_PROGRAM = "program"
#: How many rules may be inside each other in a line of a program.
_DEPTH = 6

#: A text and a choice in turn; a choice of one may be the name of a rule or a range.
_Text: TypeAlias = "tuple[str | list[_Text], ...]"


@dataclass(frozen=True, slots=True)
class _Line:
    """An alternative of a rule, or a line of a program.

    Attributes:
        height: Rules that are inside each other at least.
    """

    text: _Text
    least: int = 1
    times: int = 1
    height: int = 1


@dataclass(slots=True)
class Grammar:
    """Rules by name, programs by lines, and settings. Those of `base` stay unless they are given anew."""

    rules: dict[str, list[_Line]] = field(default_factory=dict)
    programs: list[list[_Line]] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> Grammar:
        """Return the grammar of a text."""
        rules: dict[str, list[_Line]] = {}
        programs: list[list[_Line]] = []
        settings: dict[str, str] = {}
        found: list[_Line] = []
        for line in text.splitlines():
            if (rule := _RULE.fullmatch(line)) is not None:
                found = rules.setdefault(rule[1], []) if rule[1] != _PROGRAM else []
                if rule[1] == _PROGRAM:
                    programs.append(found)
            elif line.startswith("  "):
                found.append(_line(line[2:]))
            elif (setting := _SETTING.fullmatch(line)) is not None:
                settings[setting[1]] = setting[2]
        base = named(settings["base"]) if "base" in settings else Grammar()
        made = cls(base.rules | rules, programs or base.programs, base.settings | settings)
        made._measure()
        return made

    def text(self, name: str, random: Random, depth: int = _DEPTH) -> str:
        """Return a text of a rule.

        Args:
            depth: How many rules may be inside each other, where that can be chosen.
        """
        return self._chosen(name, random, depth, {})

    def lines(self, random: Random) -> tuple[str, ...]:
        """Return the lines of a program with their numbers."""
        depth = int(self.settings.get("depth", _DEPTH))
        made: list[str] = []
        for line in random.choice(self.programs) if len(self.programs) > 1 else self.programs[0]:
            times = line.least if line.least == line.times else random.randint(line.least, line.times)
            for _ in range(times):
                made += self._filled(line.text, random, depth, {}).split("¶")
        numbers: list[int] = []
        for text in made:
            own = _NUMBERED.match(text)
            numbers.append(int(own[1]) if own else numbers[-1] + 10 if numbers else 10)
        return tuple(
            _ELSEWHERE.sub(
                lambda found, at=at: str(numbers[at + int(found[1])]),  # type: ignore[misc]
                text if _NUMBERED.match(text) else f"{numbers[at]} {text}",
            )
            for at, text in enumerate(made)
        )

    def _chosen(self, name: str, random: Random, depth: int, kept: dict[str, str]) -> str:
        found = self.rules[name]
        least = min(line.height for line in found)
        small = [line for line in found if line.height <= max(depth, least)]
        (chosen,) = random.choices(small, [line.times for line in small])
        return self._filled(chosen.text, random, depth - 1, kept)

    def _filled(self, text: _Text, random: Random, depth: int, kept: dict[str, str]) -> str:
        return "".join(
            part if isinstance(part, str) else self._part(part, random, depth, kept) for part in text
        )

    def _part(self, choice: list[_Text], random: Random, depth: int, kept: dict[str, str]) -> str:
        (word,) = choice[0] if len(choice) == 1 and len(choice[0]) == 1 else ("",)
        if isinstance(word, str) and (name := word.removesuffix("=")) in self.rules:
            if name == word:
                return self._chosen(name, random, depth, kept)
            if name not in kept:
                kept[name] = self._chosen(name, random, depth, kept)
            return kept[name]
        if isinstance(word, str) and (numbers := _RANGE.fullmatch(word)) is not None:
            return str(random.randint(int(numbers[1]), int(numbers[2])))
        return self._filled(random.choice(choice), random, depth, kept)

    def _measure(self) -> None:
        """Find the heights: a rule is one higher than the highest that an alternative of it needs."""
        height = dict.fromkeys(self.rules, 1000)

        def needed(text: _Text) -> int:
            return max(
                (
                    height.get(part.removesuffix("="), 0) if len(choice) == 1 else 0
                    for choice in text
                    if not isinstance(choice, str)
                    for (part, *_) in choice
                    if isinstance(part, str)
                ),
                default=0,
            )

        for _ in self.rules:
            for name, found in self.rules.items():
                self.rules[name] = found = [
                    _Line(line.text, line.least, line.times, 1 + needed(line.text)) for line in found
                ]
                height[name] = min(line.height for line in found)


@cache
def named(name: str) -> Grammar:
    """Return the grammar of a file."""
    return Grammar.read((_FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def names() -> list[str]:
    """Return the names of the grammars that make programs."""
    return sorted(path.stem for path in _FOLDER.glob("*.txt") if named(path.stem).programs)


def _line(text: str) -> _Line:
    times = _TIMES.match(text)
    parsed, _ = _parsed(text, times.end() if times else 0, "")
    if times is None:
        return _Line(parsed[0])
    return _Line(parsed[0], int(times[1] or times[2]), int(times[2]))


def _parsed(text: str, at: int, end: str) -> tuple[list[_Text], int]:
    """Return the texts up to a character, with bars between them where there is one, and where it stands."""
    texts: list[list[str | list[_Text]]] = [[""]]
    while at < len(text) and text[at] != end:
        if text[at] == "{":
            choice, at = _parsed(text, at + 1, "}")
            texts[-1] += [choice, ""]
        elif end and text[at] == "|":
            texts.append([""])
        else:
            last = texts[-1].pop()
            assert isinstance(last, str)
            texts[-1].append(last + text[at])
        at += 1
    return [tuple(part for part in found if part != "") or ("",) for found in texts], at
