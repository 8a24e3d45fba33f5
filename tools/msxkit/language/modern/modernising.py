"""A modern source of a classic program: labels where jumps go, a statement a row, loops indented.

What `read` makes of it is the same program, token for token, but for the line numbers. What the modern language has no
form for (empty statements, strings side by side) stands between backquotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msxkit.errors import ProgramError
from msxkit.language.constants import ConstantForm
from msxkit.language.lister import head, listed_offsets
from msxkit.language.modern.formatting import formatted
from msxkit.language.modern.words import OPTIONS, PHRASES, ModernError
from msxkit.language.modern.writing import FIRST, STEP, Source
from msxkit.language.program import Line, Place, Program
from msxkit.language.scanner import Token, TokenKind

_LABEL = re.compile(r"\{[a-z]+_[0-9]+\}")


def modernise(program: Program, names: Mapping[str, str] | None = None) -> str:
    """Return a modern source, in MSX codes, a character each. Raise `ProgramError` for what none can have.

    Args:
        names: Short name -> long name, for variables that get one.
    """
    return formatted("\n".join(_Writer(program, names or {}).rows()))


def plain(line: Line) -> list[tuple[object, ...]]:
    """Return the tokens of a line without places and line numbers."""
    return [
        (token.kind, token.text, token.number, token.line if token.line <= 0 else 1) for token in line.tokens
    ]


class _Writer:
    def __init__(self, program: Program, names: Mapping[str, str]) -> None:
        self._program = program
        self._names = {short.upper(): long.lower() for short, long in names.items()}
        self._declared = [f"declare {long}:{short.lower()}" for short, long in self._names.items()]
        self._labels = _labels(program)

    def rows(self) -> Iterator[str]:
        """Yield the rows of the source."""
        yield from self._declared
        for line in self._program.lines:
            if line.number in self._labels:
                yield f"{{{self._labels[line.number]}}}"
            rows = [*self._statements(line)]
            begins = line.tokens[0].kind is not TokenKind.STRING if line.tokens else False
            yield from rows if begins and self._is_same(line, rows) else [self._kept(line)]

    def _is_same(self, line: Line, rows: list[str]) -> bool:
        """Return whether these rows become the line."""
        labels = _LABEL.findall("\n".join(rows))
        source = "\n".join([*self._declared, *rows, *dict.fromkeys(labels), "rem"])
        try:
            made = Source(source, "", _no_include).checked()
        except ModernError:
            return False
        return len(made.lines) == 2 and plain(made.lines[0]) == plain(line)

    def _kept(self, line: Line) -> str:
        """Return a row with the line as it stands between backquotes, but for line numbers."""
        offsets, text = listed_offsets(line.number, line.stored), line.listed().decode("latin-1")
        parts: list[str] = []
        start = len(head(line.number, line.stored))
        for token in line.tokens:
            if token.kind is TokenKind.LINE and (number := self._number(token)).startswith("{"):
                parts += [f"`{text[start : offsets[token.start]]}`", number]
                start = offsets[token.end]
            elif (shown := text[offsets[token.start] : offsets[token.end]]) != _exact(line, token, shown):
                parts.append(f"`{text[start : offsets[token.start]]}{_exact(line, token, shown)}`")
                start = offsets[token.end]
        row = "".join([*parts, f"`{text[start:].rstrip(chr(10) + chr(13))}`"])
        if not self._is_same(line, [row]):
            raise ProgramError(f"line {line.number}: a modern source cannot hold this line; rewrite it")
        return row

    def _statements(self, line: Line) -> Iterator[str]:
        """Yield each statement with the colon behind it."""
        offsets, listed = listed_offsets(line.number, line.stored), line.listed().decode("latin-1")
        row = previous = ""
        done = 0
        for token in line.tokens:
            start, end = offsets[token.start], offsets[token.end]
            if start < done:
                continue
            phrase = next((word for word in PHRASES if listed.startswith(word, start)), "")
            text = _exact(line, token, listed[start:end])
            if phrase and token.kind is not TokenKind.TEXT:
                text, done = phrase.lower(), start + len(phrase)
            elif token.kind is TokenKind.LINE:
                text = self._number(token)
            elif token.kind is TokenKind.NAME:
                text = self._name(token.text, previous)
            elif token.kind in (TokenKind.KEYWORD, TokenKind.FUNCTION, TokenKind.OPERATOR):
                text = text.lower()
            if row and token.kind is not TokenKind.TEXT and _is_apart(row[-1], text):
                row += " "
            row += text
            previous = token.text
            if token.kind is TokenKind.PUNCTUATION and token.text == ":":
                yield row
                row = ""
        if row:
            yield row

    def _name(self, name: str, previous: str) -> str:
        if name in self._names:
            return self._names[name]
        is_word = len(name) < 3 or name in OPTIONS.get(previous, ())
        return name.lower() if is_word else "~" + name.lower()

    def _number(self, token: Token) -> str:
        """Return a label, or the number of a line that does not exist; no line of the new program may have it."""
        if token.line in self._labels:
            return f"{{{self._labels[token.line]}}}"
        is_given = FIRST <= token.line <= FIRST + STEP * len(self._program.lines) and token.line % STEP == 0
        return str(token.line + is_given)


def _labels(program: Program) -> dict[int, str]:
    """Return the label of each line that another one names."""
    named: dict[int, str] = {}
    for line in program.lines:
        before = ""
        for token in line.tokens:
            if token.kind is TokenKind.LINE:
                is_called = before == "GOSUB" or named.get(token.line) == "sub"
                named[token.line] = "sub" if is_called else "line"
            elif token.text != ",":
                before = token.text
    return {number: f"{what}_{number}" for number, what in named.items() if number in program.index}


def _exact(line: Line, token: Token, listed: str) -> str:
    """Return a token as LIST shows it, but where that would be read as something else: a constant of double precision
    has a D, and a point that begins a line or ends a number stays one.
    """
    at = line.tokens.index(token)
    if listed == "0!" and (at == 0 or line.tokens[at - 1].kind is TokenKind.NUMBER):
        return "."
    is_double = token.number is not None and token.number.form is ConstantForm.DOUBLE
    return listed.replace("E", "D") if is_double else listed


def _is_apart(end: str, text: str) -> bool:
    """Return whether a blank stands between two parts of a row."""
    wordy = end.isalnum() or end in '$%!#")}'
    return wordy and (text[0].isalnum() or text[0] in '"{~&.')


def _no_include(file: str, name: str) -> tuple[str, str]:
    raise ModernError(Place(file, 1, 1, 1), f"{name}: not included")
