"""The logical lines of a modern source: includes, toggles and defines carried out, comments out, rows joined."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from msxkit.errors import FileError, ProgramError
from msxkit.language.modern.structure import closing
from msxkit.language.modern.words import (
    VARIABLES,
    ModernError,
    Row,
    Word,
    WordKind,
    is_short,
    words,
    words_of,
)
from msxkit.language.program import Doubt, Place

#: From the file that includes and the name in it to the name of the included file and its text.
Include = Callable[[str, str], tuple[str, str]]

_NAME = r"[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*"
_INCLUDE = re.compile(r'(:?)[ \t]*include[ \t]*"([^"]*)"[ \t]*([:_]?)[ \t]*(?:##.*)?', re.IGNORECASE)
_DEFINE = re.compile(r"define[ \t]*(?=\[)", re.IGNORECASE)
_DEFINED = re.compile(r"\[[ \t]*([^\[\]]*?)[ \t]*\][ \t]*\[")
_DEFINE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\?")
_DECLARE = re.compile(r"declare[ \t]+(?=[A-Za-z])", re.IGNORECASE)
_DECLARED = re.compile(r"[ \t]*([A-Za-z][A-Za-z0-9_]*)[ \t]*(?::[ \t]*([A-Za-z][A-Za-z0-9]?)[ \t]*)?(?:,|$)")
_KEEP = re.compile(r"keep((?:[ \t]*#[A-Za-z_][A-Za-z0-9_]*)*)[ \t]*(?:##.*)?", re.IGNORECASE)
TOGGLES = re.compile(r"(?:#[A-Za-z_][A-Za-z0-9_]*)+(?![A-Za-z0-9_#])")
_TOGGLE = re.compile(r"#([A-Za-z_][A-Za-z0-9_]*)")
#: The define that every file has.
_BUILT_IN = {"?": "locate [0,0]:?"}


@dataclass
class Read:
    """What the reader makes of all files.

    Attributes:
        lines: The words of each logical line.
        declarations: Long names with their short ones; names that no long name may get, with nothing.
        files: The names of the files; the index is the scope.
        seen: All words as they stand in the files: defines by their names, and what is left out.
        defined: The places of the defines and of the names that are declared.
        contents: What each define stands for, as it is written; more than one where files differ.
        whole: Whether all files that it includes could be read.
        joint: What joins the next row to the last line: a colon, an underscore or nothing.
        errors: What could not be read.
        doubts: What is not likely to be meant.
    """

    lines: list[list[Word]] = field(default_factory=list)
    declarations: list[tuple[Word, str]] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    seen: list[Word] = field(default_factory=list)
    defined: set[Place] = field(default_factory=set)
    contents: dict[str, set[str]] = field(default_factory=dict)
    whole: bool = True
    joint: str = ""
    errors: list[ModernError] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)


class Reader:
    """Reads a file, with its defines and toggles, and those that it includes.

    Attributes:
        read: What is made of all files.
    """

    def __init__(
        self, include: Include, name: str, read: Read | None = None, among: Sequence[str] = ()
    ) -> None:
        self.read = Read() if read is None else read
        self._include = include
        self._name = name
        #: The files that include this one.
        self._among = among
        self._scope = len(self.read.files)
        self.read.files.append(name)
        self._defines = {name: words_of(content, self._scope) for name, content in _BUILT_IN.items()}
        self._kept: set[str] = set()

    def rows(self, text: str) -> None:
        """Read all rows."""
        block = ""
        opened: Row | None = None
        for number, whole in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
            row = self._row(whole, number)
            opened = opened if block else row
            inside, block = block, after(block, row.text)
            if inside or row.text.startswith("###") or block == "''":
                if inside == block == "''":
                    place = row.place(0, len(row.text))
                    self._add([Word(WordKind.REMARK, "'" + row.text, place, self._scope)])
                self._see(WordKind.GONE, row, 0, len(row.text))
            elif (toggles := TOGGLES.match(row.text)) is not None:
                block *= not self._toggle(row, toggles)
            else:
                self._take(row)
        if block and opened is not None:
            message = f"{block} opens a block that nothing closes: all rows below belong to it"
            place = opened.place(0, len(opened.text))
            self.read.doubts.append(Doubt("left-open", "warning", place, message))

    def _see(self, kind: WordKind, row: Row, start: int, end: int, text: str = "", shift: int = 0) -> Word:
        """Keep a part of a row as it stands. Return it."""
        word = Word(kind, text or row.text[start:end], row.place(start, end), self._scope, shift)
        self.read.seen.append(word)
        return word

    def _words(self, row: Row) -> list[Word]:
        """Return the words of a row, and keep them as they stand."""
        found = words(row, self.read.errors)
        self.read.seen += found
        return found

    def _row(self, whole: str, number: int) -> Row:
        text = whole.strip(" \t")
        start = len(whole) - len(whole.lstrip(" \t"))
        # A graphic character is two codes and one column.
        widths = (0 if code == "\1" else 1 for code in whole)
        columns = list(accumulate(widths, initial=1))[start : start + len(text) + 1]
        return Row(text, columns or [1], self._name, number, self._scope, whole.encode("latin-1"))

    def _toggle(self, row: Row, match: re.Match[str]) -> bool:
        """Read a row behind its toggles. Return whether they are kept."""
        names = {name.lower() for name in _TOGGLE.findall(match[0])}
        is_kept = "none" not in self._kept and bool(self._kept & {*names, "all"})
        self._see(WordKind.WORD, row, 0, match.end())
        rest = _cut(row, match.end())
        if rest.text and not rest.text.startswith("##"):
            if is_kept:
                self._take(rest)
            else:
                self._see(WordKind.GONE, rest, 0, len(rest.text))
        return is_kept

    def _take(self, row: Row) -> None:
        """Read a row, or keep what is wrong with it."""
        try:
            if (match := _KEEP.fullmatch(row.text)) is not None:
                self._see(WordKind.WORD, row, 0, match.end(1))
                self._kept |= {name.lower() for name in _TOGGLE.findall(match[1])}
            elif (match := _INCLUDE.fullmatch(row.text)) is not None:
                self._see(WordKind.WORD, row, match.start(), match.start(2) - 1)
                self._see(WordKind.FILE, row, match.start(2), match.end(2))
                self._included(row, match)
            elif (match := _DEFINE.match(row.text)) is not None:
                self._see(WordKind.WORD, row, 0, match.end())
                self._define(row, match.end())
            elif (match := _DECLARE.match(row.text)) is not None and not row.text[match.end() :].startswith(
                "="
            ):
                self._see(WordKind.WORD, row, 0, match.end())
                self._declare(row, match.end())
            else:
                self._add([*self._expanded(self._words(row))])
        except ModernError as error:
            self.read.errors.append(error)

    def _define(self, row: Row, at: int) -> None:
        text = row.text
        while at < len(text) and text[at] == "[":
            match = _DEFINED.match(text, at)
            behind = -1 if match is None else _closing(text, match.end() - 1)
            if match is None or behind < 0:
                self._defines.setdefault(text[at + 1 :].partition("]")[0].strip().lower(), [])
                raise ModernError(row.place(at, len(text)), "Define not closed: write define [name][content]")
            name, place = match[1].lower(), row.place(*match.span(1))
            if _DEFINE_NAME.fullmatch(name) is None:
                raise ModernError(place, f"Invalid define name: {match[1]}")
            if name in self._defines:
                raise ModernError(place, f"Define name duplicated: {match[1]}")
            shift = match.start(1) - at
            self.read.defined.add(self._see(WordKind.DEFINE, row, at, match.end() - 1, match[1], shift).place)
            self._defines[name] = self._words(_cut(row, match.end(), behind))
            self.read.contents.setdefault(name, set()).add(text[match.end() : behind])
            at = len(text) - len(text[behind + 1 :].lstrip(" \t,"))

    def _declare(self, row: Row, at: int) -> None:
        text = row.text.partition("##")[0].rstrip(" \t")
        while at < len(text):
            match = _DECLARED.match(text, at)
            if match is None:
                raise ModernError(
                    row.place(at, len(text)), "Invalid declaration: write declare name:nm or declare nm"
                )
            word = self._see(WordKind.NAME, row, *match.span(1))
            if match[2] and is_short(word.text):
                word.fail(f"Declared name is too short: {word.text}")
            self.read.declarations.append((word, match[2] or ""))
            self.read.defined.add(word.place)
            at = match.end()

    def _expanded(self, found: Sequence[Word]) -> Iterator[Word]:
        """Yield the words of a row with what its defines stand for."""
        at = 0
        while at < len(found):
            word = found[at]
            at += 1
            content = self._defines.get(word.text.lower())
            if word.kind is not WordKind.DEFINE:
                yield word
            elif content is not None:
                argument: list[Word] = []
                if any(map(_is_slot, content)) and found[at : at + 1] and found[at].is_sign("("):
                    end = closing(found, at)
                    argument = [*self._expanded(found[at + 1 : end])]
                    at = end + 1
                yield from self._filled(content, argument, word.place)
            elif at > 1 and found[at - 2].kind in VARIABLES:
                for text in ("[", word.text, "]"):  # brackets of an array
                    yield from (each._replace(place=word.place) for each in words_of(text, word.scope))
            else:
                message = f"Define does not exist: {word.text}{self._elsewhere(word.text.lower())}"
                self.read.errors.append(word.error(message, word.shift))

    def _elsewhere(self, define: str) -> str:
        """Return a remark for a define of another file."""
        seen = [word for word in self.read.seen if word.place in self.read.defined]
        others = [word for word in seen if (word.kind, word.text.lower()) == (WordKind.DEFINE, define)]
        named = (Path(word.place.file).name for word in others)
        return next((f" ({name} has one, but a define holds in its own file)" for name in named), "")

    def _filled(self, content: Sequence[Word], argument: Sequence[Word], place: Place) -> Iterator[Word]:
        """Yield the words of a define's content, with the argument, or the default, in each slot."""
        at = 0
        while at < len(content):
            word, start = content[at]._replace(place=place), at + 1
            at += 1
            if not _is_slot(word):
                yield word
                continue
            default = words_of(word.text, word.scope)
            if word.kind is not WordKind.DEFINE:
                at = closing(content, at - 1) + 1
                default = [*content[start : at - 1]]
            yield from argument or self._expanded([each._replace(place=place) for each in default])

    def _included(self, row: Row, match: re.Match[str]) -> None:
        """Add the lines of an included file."""
        place = row.place(match.start(2), match.end(2))
        if match[1] and self.read.lines:
            self.read.joint = ":"
        try:
            name, text = self._include(row.file, match[2])
        except (FileError, ProgramError) as error:
            self.read.whole = False
            raise ModernError(place, str(error)) from None
        if name in (self._name, *self._among):
            raise ModernError(place, f"{match[2]} includes itself")
        Reader(self._include, name, self.read, (self._name, *self._among)).rows(text)
        self.read.joint = match[3] or self.read.joint

    def _add(self, row: list[Word]) -> None:
        """Add the words of a row: to the last line if one of them asks for it, else as a line."""
        found = [word for word in row if word.kind is not WordKind.GONE and not _is_endif(word)]
        joint, self.read.joint = self.read.joint, ""
        if not found:
            self.read.joint = "" if any(map(_is_endif, row)) else joint
            return
        if found[-1].kind is WordKind.NAME and found[-1].text == "_":
            found.pop()
            self.read.joint = "_"
        elif found[-1].is_sign(":"):
            self.read.joint = ":"
        lines = self.read.lines
        if not found:
            return
        first = found[0]
        last = lines[-1][-1] if lines and lines[-1] else None
        stands = first.kind in (WordKind.LABEL, WordKind.LOOP) and joint != "_"
        if last is None or stands or not (joint or first.is_sign(":") or _are_strings(last, first)):
            lines.append([])
        elif joint == ":" and not last.is_sign(":"):
            lines[-1].append(Word(WordKind.SIGN, ":", first.place, first.scope))
        line = lines[-1]
        for word in found:
            if line and _are_strings(line[-1], word):
                line[-1] = line[-1]._replace(text=line[-1].text[:-1] + word.text[1:])
            else:
                line.append(word)


def is_directive(text: str) -> bool:
    """Return whether a row is no statement: keep, include, define, declare."""
    return any(pattern.match(text) for pattern in (_KEEP, _INCLUDE, _DEFINE, _DECLARE))


def after(block: str, text: str) -> str:
    """Return the block that the rows behind a row are in, by the text that ends it; nothing if they are in none.

    Args:
        block: The block that the row is in.
    """
    if block:
        ends = "###" in (text[:3], text[-3:]) if block == "###" else text.lower() == block
        return "" if ends else block
    if text.startswith("###"):
        return "" if len(text) > 3 and text.endswith("###") else "###"
    return text.lower() if text == "''" or TOGGLES.fullmatch(text) else ""


def _is_endif(word: Word) -> bool:
    return word.kind is WordKind.NAME and word.text.lower() == "endif"


def _are_strings(last: Word, first: Word) -> bool:
    is_closed = len(last.text) > 1 and last.text.endswith('"')
    return is_closed and last.kind is first.kind is WordKind.STRING


def _is_slot(word: Word) -> bool:
    return word.kind is WordKind.DEFINE or word.is_sign("[")


def _cut(row: Row, at: int, end: int | None = None) -> Row:
    """Return a part of the row, without blanks before it."""
    end = len(row.text) if end is None else end
    at += len(row.text[at:end]) - len(row.text[at:end].lstrip(" \t"))
    return row._replace(text=row.text[at:end], columns=row.columns[at : end + 1])


def _closing(text: str, at: int) -> int:
    """Return where the bracket at `at` is closed, or -1. Brackets in strings do not count if there is another."""
    for pattern in (r'"[^"]*"|[\[\]]', r"[\[\]]"):
        depth = 0
        for match in re.compile(pattern).finditer(text, at):
            depth += (match[0] == "[") - (match[0] == "]")
            if match[0] == "]" and depth == 0:
                return match.start()
    return -1
