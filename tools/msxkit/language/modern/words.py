"""The words of a row of a modern source, each with its place."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple, NoReturn

from msxkit.errors import ProgramError
from msxkit.language.program import Place
from msxkit.language.tokens import CODES


class ModernError(ProgramError):
    """A modern source that cannot be read."""

    def __init__(self, place: Place, message: str) -> None:
        super().__init__(f"{place}: {message}")
        self.place = place
        self.message = message


class MissingError(ModernError):
    """A name that no file has which could be read."""


class WordKind(Enum):
    """What a word is."""

    KEYWORD = auto()  #: of MSX BASIC, or a part of a statement such as OUTPUT
    NAME = auto()  #: a variable, long or short, with its type; also a word of the modern language
    KEPT = auto()  #: `~name`, without the tilde
    NUMBER = auto()
    STRING = auto()
    RAW = auto()  #: text that stays as it is: what follows DATA and CALL, and what stands between backquotes
    REMARK = auto()  #: a remark with its REM or apostrophe
    SIGN = auto()
    LABEL = auto()  #: `{name}`, without braces: a line number, but for where it stands at the start of a line
    LOOP = auto()  #: `name{`, without the brace
    CALL = auto()  #: `.name`, without the point
    COMPOUND = auto()  #: += -= *= /= ^= ++ --
    LINE = auto()  #: the number of the line that has this mark; `text` is the mark
    GONE = auto()  #: what is left out: remarks of the modern language, rows of a toggle
    WORD = auto()  #: a word of a row that is no statement: define, declare, include, keep, a toggle
    DEFINE = auto()  #: `[name]`, without brackets
    FILE = auto()  #: the name of an included file


class Word(NamedTuple):
    """A word of a row.

    Attributes:
        scope: The file that it is in, counted at each include: names, labels and functions belong to one.
        shift: How many columns before its name the word begins.
    """

    kind: WordKind
    text: str
    place: Place
    scope: int = 0
    shift: int = 0

    def is_sign(self, text: str) -> bool:
        """Return whether the word is this sign."""
        return self.kind is WordKind.SIGN and self.text == text

    def is_keyword(self, *texts: str) -> bool:
        """Return whether the word is one of these keywords."""
        return self.kind is WordKind.KEYWORD and self.text in texts

    def error(self, message: str, shift: int = 0, kind: type[ModernError] = ModernError) -> ModernError:
        """Return the error at this word."""
        column, width = self.place.column + shift, max(1, self.place.width - 2 * shift)
        return kind(self.place._replace(column=column, width=width), message)

    def fail(self, message: str, shift: int = 0) -> NoReturn:
        """Raise `ModernError` at this word."""
        raise self.error(message, shift)


VARIABLES = (WordKind.NAME, WordKind.KEPT)
#: Names that are words of the modern language where they begin a statement.
WORDS = frozenset(("func", "ret", "exit", "endif", "true", "false"))
#: Words that MSX BASIC puts together from others.
PHRASES = ("OUTPUT", "APPEND", "INTERVAL", "MAXFILES")
#: Those of drawing, and one that is no token.
_DRAWING = ("TPSET", "TPRESET", "TAND", "TOR", "TXOR", "AS")
#: Words that mean nothing without others: by themselves they are names.
_PARTS = ("MAX", "CMD", "IPL")
#: All words that are no names.
KEYWORDS = frozenset(
    {word for word in CODES if word[0].isalpha() and word not in _PARTS} | {*PHRASES, *_DRAWING}
)
_USR = re.compile(r"(?:DEF)?USR[0-9]?|DEFFN", re.ASCII)
#: Keywords with a sign of their own behind them; `key$` and `time#` are names.
_SIGNED = frozenset({"INPUT$", "SPRITE$", "PRINT#", "INPUT#", "CLOSE#", "GET#", "PUT#", "FIELD#", "AS#"})
#: Words that belong to the statement before them.
OPTIONS = {
    "SET": ("PAGE", "ADJUST", "DATE", "TITLE", "PROMPT", "SCROLL", "VIDEO", "PASSWORD"),
    "GET": ("DATE",),
    "PUT": ("KANJI",),
}

_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_WORD = re.compile(
    rf"""(?P<blank>[ \t]+)
  | (?P<string>"[^"]*"?)
  | (?P<gone>\#\#.*)
  | (?P<remark>(?:[Rr][Ee][Mm](?![A-Za-z0-9_$%!])|').*)
  | `(?P<raw>[^`]*)`?
  | (?P<number>&[Hh][0-9A-Fa-f]*|&[Oo][0-7]*|&[Bb][01]*
      |(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[EeDd][+-]?[0-9]+)?(?:[%!]|\#(?!\#))?)
  | \.[ \t]*(?P<call>{_NAME})
  | (?P<loop>{_NAME})[ \t]*\{{
  | \{{[ \t]*(?P<label>[^{{}}"]*?)[ \t]*\}}
  | (?<![A-Za-z0-9_$%!#])\[[ \t]*(?P<define>{_NAME}|\?)[ \t]*\]
  | ~(?P<kept>{_NAME}[$%!]?)
  | (?P<name>{_NAME}(?:[$%!]|\#(?!\#))?)
  | (?P<compound>(?:\+\+|--)(?=[ \t]*(?:[:'}}]|\#\#|$|(?i:else)))|[-+*/^]=)
  | (?P<sign>.)""",
    re.VERBOSE,
)
_DATA = re.compile(r'(?:[^":#]|#(?!#)|"[^"]*"?)*')
_EXTENSION = re.compile(r"[^(:#]*")
_LABEL = re.compile(rf"@|{_NAME}")
_IN_BRACES = re.compile(r"\{[ \t]*([0-9A-Za-z_@]+)[ \t]*\}")
#: Words with a label behind them, which name no loop.
_JUMPS = ("GOTO", "GOSUB", "THEN", "ELSE", "RESTORE", "RESUME", "RETURN", "RUN")


class Row(NamedTuple):
    """A row of a source after its defines have been put in.

    Attributes:
        columns: The column, from 1, of each character of `text`, and of its end.
        whole: The row as it is in the file.
    """

    text: str
    columns: Sequence[int]
    file: str
    number: int
    scope: int
    whole: bytes

    def place(self, start: int, end: int) -> Place:
        """Return the place of a part of the text."""
        first = self.columns[start]
        return Place(self.file, self.number, first, max(1, self.columns[end] - first), self.whole)


def words(row: Row, errors: list[ModernError] | None = None) -> list[Word]:
    """Return the words of a row. Add what is wrong with them to `errors`."""
    return list(_Words(row, [] if errors is None else errors))


def words_of(text: str, scope: int = 0) -> list[Word]:
    """Return the words of a text by itself. Their columns count in it."""
    return words(Row(text, range(1, len(text) + 2), "", 1, scope, b""))


class _Words:
    def __init__(self, row: Row, errors: list[ModernError]) -> None:
        self._row = row
        self._errors = errors
        self._found: list[Word] = []

    def __iter__(self) -> Iterator[Word]:
        at = 0
        text = self._row.text
        while (match := _WORD.match(text, at)) is not None:
            kind = match.lastgroup
            assert kind is not None
            start, at = match.span()
            word = match[kind]
            if kind == "blank":
                continue
            if kind == "loop" and (word.upper() in self._no_loops() or _is_label(text, at - 1)):
                kind, at = "name", start + len(word)
            if kind == "label" and _LABEL.fullmatch(word) is None:
                self._fail(start + 1, at - 1, f"Invalid label name: {word}")
            if kind == "call" and text[at : at + 1] in ("$", "%", "!"):
                self._fail(at, at + 1, "Functions have no type: leave out the sign")
            if kind == "name":
                at = self._name(start, at)
            else:
                self._add(WordKind[kind.upper()], word, start, at, match.start(kind) - start)
        return iter(self._found)

    def _no_loops(self) -> Collection[str]:
        """Return the keywords that cannot be the name of a loop here."""
        return _JUMPS if not self._found or is_boundary(self._found[-1]) else KEYWORDS

    def _fail(self, start: int, end: int, message: str) -> None:
        self._errors.append(ModernError(self._row.place(start, end), message))

    def _add(self, kind: WordKind, text: str, start: int, end: int, shift: int = 0) -> None:
        self._found.append(Word(kind, text, self._row.place(start, end), self._row.scope, shift))

    def _name(self, start: int, end: int) -> int:
        """Add a keyword with what it takes as it stands, or a name. Return where the text goes on."""
        text = self._row.text
        whole = text[start:end]
        upper = whole.upper()
        bare = upper[:-1] if upper in _SIGNED else upper
        last = self._found[-1] if self._found else None
        if upper + "(" in CODES and text[end : end + 1] == "(":
            upper, end = upper + "(", end + 1  # TAB( and SPC( are one word
        elif upper not in KEYWORDS and (bare in KEYWORDS or _USR.fullmatch(bare)):
            upper, end = bare, start + len(bare)
        elif upper not in KEYWORDS and not (
            last is not None and last.kind is WordKind.KEYWORD and upper in OPTIONS.get(last.text, ())
        ):
            if (
                upper[0] == "_"
                and len(bare) > 1
                and (last is None or is_boundary(last))
                and _is_extension(text, end)
            ):
                return self._raw(_EXTENSION, start, end)
            self._add(WordKind.NAME, whole, start, end)
            return end
        self._add(WordKind.KEYWORD, upper, start, end)
        if upper == "DATA":
            return self._raw(_DATA, end, end)
        return self._raw(_EXTENSION, end, end) if upper == "CALL" else end

    def _raw(self, pattern: re.Pattern[str], start: int, end: int) -> int:
        """Add text as it stands, but for a `_` at the end that joins the next row."""
        match = pattern.match(self._row.text, end)
        assert match is not None
        text = self._row.text[start : match.end()]
        if match.end() == len(self._row.text) and text.endswith((" _", "\t_")):
            text = text[:-1].rstrip(" \t")
        elif self._row.text.startswith("##", match.end()):
            text = text.rstrip(" \t")
        if text:
            self._add(WordKind.RAW, text, start, start + len(text))
        return start + len(text)


def _is_label(text: str, brace: int) -> bool:
    """Return whether braces hold a name, and no statement: behind a name they are a label and no loop."""
    match = _IN_BRACES.match(text, brace)
    return match is not None and match[1].upper() not in (*KEYWORDS, "EXIT")


def _is_extension(text: str, end: int) -> bool:
    """Return whether a name with an underscore is a statement of an extension, and no variable."""
    rest = text[end:].lstrip(" \t")
    return not rest.startswith("=") and not re.match(r"[-+*/^]=|\+\+|--|\([^()]*\)[ \t]*[-+*/^]?=", rest)


def is_short(name: str) -> bool:
    """Return whether a name, without its type, stays on the machine; an underscore is no part of one there."""
    return len(name) < 3 and "_" not in name


def is_boundary(word: Word) -> bool:
    """Return whether a statement begins behind this word."""
    return word.is_sign(":") or word.is_keyword("THEN", "ELSE")


def ends(word: Word) -> bool:
    """Return whether a statement ends before this word."""
    return is_boundary(word) or word.kind is WordKind.REMARK
