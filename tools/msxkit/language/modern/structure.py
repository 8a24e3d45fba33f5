"""Labels, loops and functions of a modern source: what is left are lines of words with marks for line numbers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from msxkit.language.modern.words import VARIABLES, ModernError, Word, WordKind, ends, is_boundary
from msxkit.language.program import Doubt, Place

#: The mark of the line that a word is in.
SELF = "@"


@dataclass
class DraftLine:
    """A line to be.

    Attributes:
        marks: Of labels, functions and loops that stand at it.
    """

    words: list[Word]
    marks: list[str] = field(default_factory=list)


@dataclass(eq=False)
class ModernFunction:
    """A function.

    Attributes:
        parameters: The name of each, and its default if it has one.
        returns: What stands behind `ret`.
        end: Its `ret`, as a RETURN.
    """

    name: str
    place: Place
    scope: int
    parameters: list[tuple[Word, list[Word]]]
    returns: list[Word] = field(default_factory=list)
    end: Word | None = None

    @property
    def mark(self) -> str:
        """The mark of its first line."""
        return f".{self.name} {self.scope}"


@dataclass
class Structure:
    """What a source consists of. `labels` are by name and scope.

    Attributes:
        defined: The places of labels, functions and parameters.
        blocks: Where each loop and function begins and ends.
        last: Marks behind the last line.
        is_library: Whether all its statements are in functions, and there are some: it is there to be included.
    """

    lines: list[DraftLine] = field(default_factory=list)
    labels: dict[tuple[str, int], Place] = field(default_factory=dict)
    defined: set[Place] = field(default_factory=set)
    blocks: list[tuple[Place, Place]] = field(default_factory=list)
    functions: dict[tuple[str, int], ModernFunction] = field(default_factory=dict)
    last: list[str] = field(default_factory=list)
    is_library: bool = False


def structure(lines: list[list[Word]], errors: list[ModernError], doubts: list[Doubt]) -> Structure:
    """Return the structure of logical lines. Add what is wrong with them to `errors`, and leave it out; add what is not
    likely to be meant to `doubts`.
    """
    builder = _Builder(errors, doubts)
    for line in lines:
        builder.line(line)
    builder.end()
    return builder.made


class _Builder:
    def __init__(self, errors: list[ModernError], doubts: list[Doubt]) -> None:
        self.made = Structure()
        self._errors, self._doubts = errors, doubts
        self._marks: list[str] = []
        self._loops: list[Word] = []
        self._function: ModernFunction | None = None
        self._words: list[Word] = []
        self._is_outside = False

    def end(self) -> None:
        """Require that loops and functions are closed."""
        self.made.last = self._marks
        self.made.is_library = bool(self.made.functions) and not self._is_outside
        self._errors += [opened.error(f"Loop label not closed from: {opened.text}") for opened in self._loops]
        self._require_closed()

    def _require_closed(self, at: Word | None = None) -> None:
        """Note a function that is open where another one begins, or at the end."""
        if self._function is not None:
            place = self._function.place if at is None else at.place
            self._errors.append(ModernError(place, f"Function not closed: {self._function.name}"))

    def line(self, words: list[Word]) -> None:
        """Add a logical line. The rest of a faulty one is left out."""
        try:
            at = 0
            while at < len(words):
                word = words[at]
                begins = not self._words or is_boundary(self._words[-1])
                at += 1
                if word.kind is WordKind.LABEL and not self._words:
                    self._label(word)
                elif word.kind is WordKind.LOOP and begins:
                    self._open_loop(word)
                elif word.is_sign("}"):
                    self._close_loop(word, begins)
                elif word.kind is WordKind.NAME and begins and word.text.lower() == "func":
                    at = self._func(words, at)
                elif word.kind is WordKind.NAME and begins and word.text.lower() == "ret":
                    at = self._ret(words, at)
                elif word.kind is WordKind.NAME and begins and _is_exit(words, at):
                    if not self._loops:
                        word.fail("Exit outside a loop label")
                    self._goto(word, f"end of {_named(self._loops[-1])}")
                elif word.kind is WordKind.LABEL:
                    mark = SELF if word.text == "@" else f"{word.text.lower()} {word.scope}"
                    self._words.append(word._replace(kind=WordKind.LINE, text=mark))
                elif not (word.is_sign(":") and (not self._words or self._words[-1].is_sign(":"))):
                    self._is_outside |= self._function is None and word.kind is not WordKind.REMARK
                    self._words.append(word)
            self._finish()
        except ModernError as error:
            self._errors.append(error)
            self._words = []

    def _finish(self) -> None:
        """End a line of the program."""
        while self._words and self._words[-1].is_sign(":"):
            self._words.pop()
        if self._words:
            if self._words[0].text[:1].isdigit():
                self._words[0].fail("Line starts with a number; write a label")
            self.made.lines.append(DraftLine(self._words, self._marks))
            self._words, self._marks = [], []

    def _label(self, word: Word) -> None:
        if word.text == "@":
            word.fail("{@} stands for the number of its own line: it is no label", word.shift)
        key = word.text.lower(), word.scope
        if key in self.made.labels:
            message = f"label {word.text} stands in {self.made.labels[key]} already; rename one of them"
            self._doubts.append(Doubt("label-twice", "error", word.place, message))
        self.made.labels[key] = word.place
        self.made.defined.add(word.place)
        self._marks.append(f"{key[0]} {key[1]}")

    def _open_loop(self, word: Word) -> None:
        self._finish()
        self._label(word)
        self._loops.append(word)
        self._marks.append(f"start of {_named(word)}")

    def _close_loop(self, word: Word, begins: bool) -> None:
        if not self._loops:
            word.fail("Loop label not opened")
        opened = self._loops.pop()
        self.made.blocks.append((opened.place, word.place))
        if not begins:
            self._finish()
        self._goto(word, f"start of {_named(opened)}")
        self._finish()
        self._marks.append(f"end of {_named(opened)}")

    def _goto(self, word: Word, mark: str) -> None:
        self._words.append(word._replace(kind=WordKind.KEYWORD, text="GOTO"))
        self._words.append(word._replace(kind=WordKind.LINE, text=mark))

    def _func(self, words: list[Word], at: int) -> int:
        """Begin a function. Return where the words behind its parameters begin."""
        if at >= len(words) or words[at].kind is not WordKind.CALL:
            words[at - 1].fail("Function without a name: write func .name()")
        name = words[at]
        self._require_closed(words[at - 1])
        key = name.text.lower(), name.scope
        if key in self.made.functions:
            self._errors.append(name.error(f"Function name duplicated: {name.text}"))
        self._finish()
        self._function = ModernFunction(key[0], name.place, name.scope, [])
        self.made.functions[key] = self._function
        self.made.defined.add(name.place)
        self._marks.append(self._function.mark)
        end = behind(words, at)
        for words_of_one in split(words[at + 2 : end - 1]):
            if not words_of_one:
                continue
            first, default = words_of_one[0], words_of_one[1:]
            if first.kind not in VARIABLES or (default and not default[0].is_sign("=")):
                message = f"Invalid parameter {first.text.lower()}: write name or name = default"
                self._errors.append(first.error(message))
                first = first._replace(kind=WordKind.NAME, text="_")
            self._function.parameters.append((first, default[1:]))
            self.made.defined.add(first.place)
        return end

    def _ret(self, words: list[Word], at: int) -> int:
        """End a function. Return where the words behind its values begin."""
        if self._function is None:
            words[at - 1].fail("Ret without a function")
        end = next((place for place in range(at, len(words)) if ends(words[place])), len(words))
        self.made.blocks.append((self._function.place, words[at - 1].place))
        self._function.returns = words[at:end]
        self._function.end = words[at - 1]._replace(kind=WordKind.KEYWORD, text="RETURN")
        self._words.append(self._function.end)
        self._function = None
        return end


def _named(loop: Word) -> str:
    return f"{loop.place} {loop.scope}"


def _is_exit(words: list[Word], behind: int) -> bool:
    is_alone = behind == len(words) or ends(words[behind]) or words[behind].is_sign("}")
    return is_alone and words[behind - 1].text.lower() == "exit"


def home(known: Collection[tuple[str, int]], name: str, scope: int) -> int:
    """Return the file that has a label or a function: the own one, else any other."""
    return scope if (name, scope) in known else next((of for other, of in known if other == name), scope)


def behind(words: Sequence[Word], at: int) -> int:
    """Return where the words behind a call, a variable or an element begin. Raise `ModernError`."""
    has_operands = words[at + 1 : at + 2] and words[at + 1].is_sign("(")
    return closing(words, at + 1) + 1 if has_operands else at + 1


def closing(words: Sequence[Word], at: int) -> int:
    """Return where the parenthesis or bracket at `at` is closed. Raise `ModernError`."""
    depths = enumerate(accumulate(map(opens, words[at:])), at)
    end = next((place for place, depth in depths if not depth), None)
    return words[at].fail("Parenthesis not closed") if end is None else end


def opens(word: Word) -> int:
    """Return 1 for a word that opens a parenthesis or bracket, -1 for one that closes it, else 0."""
    if word.kind in (WordKind.SIGN, WordKind.KEYWORD) and word.text[-1] in "([":
        return 1
    return -1 if word.kind is WordKind.SIGN and word.text in ")]" else 0


def split(words: list[Word]) -> list[list[Word]]:
    """Return the words between the commas that stand in no parentheses."""
    parts: list[list[Word]] = [[]]
    depth = 0
    for word in words:
        depth += opens(word)
        if depth == 0 and word.is_sign(","):
            parts.append([])
        else:
            parts[-1].append(word)
    return parts
