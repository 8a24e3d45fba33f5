"""Keywords that a name holds without its author's knowledge: `SCORE` is SC OR E.

They are found if the rest of the program sets its keywords apart. A program that writes all words together does not
show which ones are meant.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from msxkit.language.program import Line, Program
from msxkit.language.scanner import Token, TokenKind
from msxkit.language.tokens import CODES, OPERATORS

#: A byte that can be an operator of letters.
_OPERATOR = re.compile(b"[%s]" % re.escape(b"".join(CODES[word] for word in OPERATORS if word.isalpha())))


class Hidden(NamedTuple):
    """A word that hides a keyword.

    Attributes:
        line: The line that it is in.
        start, end: The offsets of the word in the stored line.
        word: The word as its author reads it.
        keyword: The keyword that it contains.
    """

    line: Line
    start: int
    end: int
    word: str
    keyword: str


def hidden_keywords(program: Program, faulty: Container[int]) -> list[Hidden]:
    """Return the first occurrence of each such word.

    Args:
        faulty: `id` of lines that the machine cannot read, which prove nothing.
    """
    apart = together = 0
    found: dict[str, Hidden] = {}
    for line, start, end, word, keyword, separate in _operators(program):
        if separate:
            apart += 1
        elif word and id(line) not in faulty:
            if word in found:
                together -= 1
            found.setdefault(word, Hidden(line, start, end, word, keyword))
        else:
            together += 1
    return list(found.values()) if apart > together else []


def _operators(program: Program) -> Iterator[tuple[Line, int, int, str, str, bool]]:
    """Yield the operators of letters: line, start and end of the word around it, the word if names are on both sides,
    the operator, and whether something sets it apart.
    """
    for line in program.lines:
        if not _OPERATOR.search(line.stored):
            continue
        tokens = line.tokens
        for place, (before, token, after) in enumerate(zip(tokens, tokens[1:], tokens[2:], strict=False)):
            if token.kind is not TokenKind.OPERATOR or not token.text.isalpha() or before.text == "PASSW":
                continue
            apart = before.end < token.start or token.end < after.start
            named = before.kind is TokenKind.NAME and after.kind is TokenKind.NAME
            # Who writes IFAANDBTHEN means an operator.
            tight = _touches(tokens, place - 1, before.start) or _touches(tokens, place + 3, after.end)
            word = before.text + token.text + after.text if named and not tight else ""
            yield line, before.start, after.end, word, token.text, apart


def _touches(tokens: Sequence[Token], place: int, edge: int) -> bool:
    """Return whether a token is there, is a keyword, and touches an edge of the word beside it."""
    if not 0 <= place < len(tokens):
        return False
    token = tokens[place]
    return token.kind is TokenKind.KEYWORD and token.text[0].isalpha() and edge in (token.start, token.end)
