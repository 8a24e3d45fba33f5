"""The classic program of a modern source."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial

from msxkit.language.modern.calls import write_out
from msxkit.language.modern.names import ShortNames, doubtful
from msxkit.language.modern.reader import Include, Reader
from msxkit.language.modern.structure import SELF, DraftLine, home, structure
from msxkit.language.modern.words import (
    KEYWORDS,
    VARIABLES,
    MissingError,
    ModernError,
    Word,
    WordKind,
    is_short,
)
from msxkit.language.program import Doubt, Place, Program

#: The first line number, and the step to the next.
FIRST, STEP = 10, 10
#: What is found where there are errors.
_READABLE = ("left-open", "label-twice")
_CONSTANTS = {"true": "-1", "false": "0"}


class Source:
    """A modern source with the files that it includes.

    Attributes:
        read, made: What it consists of.
        errors: What is wrong with it, as far as it is no program: of each row the first that was found, when the
            program is made.
    """

    def __init__(self, text: str, name: str, include: Include) -> None:
        reader = Reader(include, name)
        reader.rows(text)
        self.name = name
        self.read = reader.read
        self.errors = self.read.errors
        self.made = structure(self.read.lines, self.errors, self.read.doubts)
        self.read.doubts += doubtful(self.read.lines)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The line number of each mark."""
        marks = [*(line.marks for line in self.made.lines), self.made.last]
        return {mark: FIRST + STEP * index for index, each in enumerate(marks) for mark in each}

    @cached_property
    def names(self) -> ShortNames:
        """The short names of the program."""
        words = (word for line in self.made.lines for word in line.words)
        return ShortNames(self.read.declarations, words, self.errors, self.read.doubts)

    @cached_property
    def program(self) -> Program:
        """The program; where there are errors, of the other rows."""
        write_out(self.made, self.errors, self.read.doubts)
        made = []
        for index, line in enumerate(self._lines()):
            try:
                number = FIRST + STEP * index
                made.append(spelt(line.words, f"{number} ", partial(self._written, number=number)))
            except ModernError as error:
                self.errors.append(error)
        faulty: dict[tuple[str, int], ModernError] = {}
        for each in self.errors:
            faulty.setdefault((each.place.file, each.place.row), each)
        is_whole = self.read.whole
        self.errors[:] = (each for each in faulty.values() if is_whole or not isinstance(each, MissingError))
        made = [
            (text, places)
            for text, places in made
            if not (faulty and any((place.file, place.row) in faulty for _, place in places))
        ]
        listing = "\n".join(text for text, _ in made)
        program = Program.from_ascii(listing.encode("latin-1"), self.name, lenient=True)
        for line_ in program.lines:
            assert line_.source is not None
            line_.source = line_.source._replace(places=tuple(made[line_.source.row - 1][1]))
        for problem in program.problems:
            places = made[problem.row - 1][1]
            place = max((at for at in places if at[0] < problem.column), default=places[0])[1]
            self.errors.append(ModernError(place, f"{problem.message}: {problem.advice}"))
        program.problems, program.given = [], []
        program.modern_file, program.is_library = self.name, self.made.is_library
        labels = {f"{label} {scope}": f"{{{label}}}" for label, scope in self.made.labels}
        named = labels | {each.mark: f".{each.name}" for each in self.made.functions.values()}
        program.routines = {self.numbers[mark]: name for mark, name in named.items()}
        program.long_names = {short: long for (long, _), short in self.names.short.items()}
        for name, contents in self.read.contents.items():
            program.defines[f"[{name}]"] = contents
            if not is_short(name) and name.upper() not in KEYWORDS:
                program.defines[name] = contents
        program.doubts = self.read.doubts
        if self.errors:
            program.doubts = [each for each in self.read.doubts if each.check in _READABLE]
            program.doubts += [Doubt("load", "error", each.place, each.message) for each in self.errors]
        return program

    def checked(self) -> Program:
        """Return the program. Raise `ModernError` with file, row and column for what is wrong."""
        program = self.program
        if self.errors:
            raise self.errors[0]
        return program

    def _lines(self) -> list[DraftLine]:
        """Return all lines, with an END for those who go behind the last one."""
        lines, last = self.made.lines, self.made.last
        words = [word for line in lines for word in line.words if word.kind is WordKind.LINE]
        ends = [word._replace(kind=WordKind.KEYWORD, text="END") for word in words if word.text in last]
        return [*lines, *(DraftLine([end]) for end in ends[:1])]

    def _written(self, word: Word, number: int) -> str:
        if word.kind is WordKind.LINE:
            return str(self._number(word, number))
        if word.kind in VARIABLES:
            return _CONSTANTS.get(word.text.lower()) or self.names.classic(word)
        if word.kind is WordKind.CALL:
            return "." + word.text
        return word.text.upper() if word.kind is WordKind.NUMBER else word.text

    def _number(self, word: Word, own: int) -> int:
        if word.text == SELF:
            return own
        name = word.text.partition(" ")[0]
        elsewhere = f"{name} {home(self.made.labels, name, word.scope)}"
        number = self.numbers.get(word.text) or self.numbers.get(elsewhere)
        if number is None:
            raise word.error(f"Label does not exist: {name}", word.shift, MissingError)
        return number


def spelt(
    words: Iterable[Word], head: str, written: Callable[[Word], str]
) -> tuple[str, list[tuple[int, Place]]]:
    """Return a text with the words behind its head, and the place of what begins at each offset of it."""
    text, places = head, []
    previous: Word | None = None
    for word in words:
        one = written(word)
        if previous is not None and _is_apart(previous, word, text[-1], one[:1]):
            text += " "
        places.append((len(text), word.place))
        text += one
        previous = word
    return text, places


def _is_apart(previous: Word, word: Word, end: str, begin: str) -> bool:
    """Return whether a blank stands between two words: where they would run together, and around keywords."""
    if word.kind is WordKind.REMARK:
        return end.isalnum()
    if not (end.isalnum() or end in '$%!#")') or not (begin.isalnum() or begin in '"&.'):
        return False
    keywords = WordKind.KEYWORD in (previous.kind, word.kind)
    return keywords or (previous.kind is not WordKind.SIGN and begin != '"')
