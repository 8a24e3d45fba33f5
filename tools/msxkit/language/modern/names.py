"""The two letters that stand for a long name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import product
from string import ascii_uppercase

from msxkit.language.modern.words import ModernError, Word, WordKind, is_boundary, is_short
from msxkit.language.program import Doubt
from msxkit.language.tokens import CODES

#: All names of two letters that are no keywords, the last first.
_PAIRS = map("".join, product(reversed(ascii_uppercase), repeat=2))
_SHORT = [name for name in _PAIRS if name not in (*CODES, "AS")]
#: What stands behind a variable that is set.
SET = ("=", "+=", "-=", "*=", "/=", "^=", "++", "--")
#: How much alike two names are, of which one may be the other misspelt.
_ALIKE = 0.8


class ShortNames:
    """The short names of a program. A long name has one for all types, and another in each file.

    Attributes:
        short: The short name of each long one, by long name and scope.
    """

    def __init__(
        self,
        declarations: Sequence[tuple[Word, str]],
        words: Iterable[Word],
        errors: list[ModernError],
        doubts: list[Doubt],
    ) -> None:
        self.short: dict[tuple[str, int], str] = {}
        self._kept: set[tuple[str, int]] = set()
        self._functions: set[tuple[str, int]] = set()
        taken: set[str] = set()
        declared = {short.upper(): word.text for word, short in declarations}
        for word, given in declarations:
            key = word.text.lower(), word.scope
            short = (given or word.text)[:2].upper()
            if key in self.short or key in self._kept:
                errors.append(word.error(f"Variable already declared: {word.text.lower()}"))
            if given and short in taken:
                errors.append(word.error(f"Variable already declared: {given.lower()}"))
            if given:
                self.short[key] = short
            else:
                self._kept.add(key)
            taken.add(short)
        previous: Word | None = None
        for word in words:
            name = split_type(word.text)[0]
            if word.kind is WordKind.KEPT:
                self._kept.add((name.lower(), word.scope))
                if len(name) < 3:
                    errors.append(word.error(f"Short names stay: write {name} without ~"))
            if word.kind is WordKind.KEPT or (word.kind is WordKind.NAME and is_short(name)):
                taken.add(name[:2].upper())
                if word.kind is WordKind.NAME and (long := declared.pop(name.upper(), "")):
                    message = f"{name} is the short name of {long} too: both are one variable"
                    doubts.append(Doubt("variable-collision", "warning", word.place, message))
            elif name.lower().startswith("fn") and previous is not None and previous.is_keyword("DEF"):
                self._functions.add((name.lower(), word.scope))
            previous = word
        self._free = (name for name in _SHORT if name not in taken)

    def classic(self, word: Word) -> str:
        """Return what stands in the classic listing for a name. Raise `ModernError` if no short names are left."""
        name, suffix = split_type(word.text)
        key = name.lower(), word.scope
        if is_short(name) or key in self._kept:
            return word.text.upper()
        if key in self._functions:
            return "FN " + self.classic(word._replace(text=name[2:] + suffix))
        if key not in self.short:
            none_left = "Too many long names: no name of two letters is left"
            self.short[key] = next(self._free, "") or word.fail(none_left)
        return self.short[key] + suffix


def doubtful(lines: Iterable[Sequence[Word]]) -> Iterator[Doubt]:
    """Yield long names that stand in one place alone, where they are set, and are much like another name; and names
    with another one or a number right behind, which are one name for the machine.
    """
    mentions: dict[tuple[str, int], list[tuple[Word, bool]]] = {}
    for words in lines:
        for before, word, behind in zip([None, *words], words, [*words[1:], None], strict=False):
            name = split_type(word.text)[0].lower()
            if word.kind is not WordKind.NAME or name in ("func", "ret"):
                continue
            if behind is not None and behind.kind in (WordKind.NAME, WordKind.NUMBER):
                message = f"between {word.text} and {behind.text} an operator is missing, or {word.text} is no keyword"
                yield Doubt("syntax", "error", word.place, message)
            begins = before is None or is_boundary(before)
            sets = begins and behind is not None and behind.text in SET
            if not is_short(name):
                mentions.setdefault((name, word.scope), []).append((word, sets))
    for (name, scope), ((word, sets), *more) in mentions.items():
        known = [other for (other, of), found in mentions.items() if of == scope and len(found) > 1]
        if sets and not more and (near := get_close_matches(name, known, 1, _ALIKE)):
            message = f"{name} is set and never read; did you mean {near[0]}?"
            yield Doubt("misspelt", "warning", word.place, message, near[0] + split_type(word.text)[1])


def split_type(text: str) -> tuple[str, str]:
    """Return the name and the sign of the type of a variable."""
    name = text.rstrip("$%!#")
    return name, text[len(name) :]
