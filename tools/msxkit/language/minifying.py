"""A program in fewer bytes: blanks and remarks out, lines joined where no jump goes."""

from __future__ import annotations

from itertools import pairwise

from msxkit.language.lister import list_line
from msxkit.language.program import TEXT_LIMIT, Line, Program
from msxkit.language.references import line_references
from msxkit.language.scanner import Token, TokenKind, crunch, scan

_REMARKS = ("REM", "'")
#: What stands for a line of which a remark was all, and to which a jump goes.
_REMARK = b"\x8f"
#: Statements behind which the number of the line that runs, or what it holds, is seen.
_LINES_SEEN = ("ERL", "TRON", "LIST", "LLIST", "AUTO", "RENUM", "DELETE")


def minify(program: Program) -> Program:
    """Return a program that does the same in fewer bytes.

    An error that ends it may name another line. What reads its own text with PEEK sees the difference.
    """
    kept = {reference.target.line for line in program.lines for reference in line_references(line)}
    joins = not any(token.text in _LINES_SEEN for line in program.lines for token in line.tokens)
    made: list[tuple[int, bytes]] = []
    for line in program.lines:
        body = _tightened(_without_remark(line), line)
        is_kept = line.number in kept
        if not body and not is_kept:
            continue
        number, last = made[-1] if made else (0, b"")
        both = _joined(last, body) if made and joins and not is_kept else None
        if both is not None and len(list_line(number, both)) <= TEXT_LIMIT:
            made[-1] = number, both
        else:
            made.append((line.number, body))
    lines = [Line(number, body or _REMARK) for number, body in made]
    return Program(lines or program.lines, program.notes, characters=program.characters)


def _without_remark(line: Line) -> list[Token]:
    """Return the tokens of a line without the remark at its end; behind THEN and ELSE its word stays."""
    tokens = line.tokens
    at = next((number for number, token in enumerate(tokens) if _is_remark(token)), None)
    if at is None:
        return tokens
    if at and tokens[at - 1].text in ("THEN", "ELSE"):
        return tokens[: at + 1]
    while at and _is_colon(tokens[at - 1]):
        at -= 1
    return tokens[:at]


def _tightened(tokens: list[Token], line: Line) -> bytes:
    """Return what is stored of some tokens of a line, without the blanks that nothing needs."""
    pieces = [line.stored[token.start : token.end] for token in tokens]
    gaps = [min(1, after.start - token.end) for token, after in pairwise(tokens)]
    wanted = _meaning(tokens)
    is_faithful = _is_faithful(_stored(pieces, gaps))
    for which in (range(len(gaps)), *([number] for number in range(len(gaps)))):
        fewer = [0 if number in which else gap for number, gap in enumerate(gaps)]
        stored = _stored(pieces, fewer)
        if fewer != gaps and _meaning(scan(stored)) == wanted and (_is_faithful(stored) or not is_faithful):
            gaps = fewer
    return _stored(pieces, gaps)


def _stored(pieces: list[bytes], gaps: list[int]) -> bytes:
    return b"".join(piece + b" " * gap for piece, gap in zip(pieces, [*gaps, 0], strict=False))


def _meaning(tokens: list[Token]) -> list[tuple[object, ...]]:
    return [(token.kind, token.text, token.number, token.line) for token in tokens]


def _is_faithful(stored: bytes) -> bool:
    """Return whether a listing of the line becomes the same tokens again."""
    text = list_line(0, stored).removeprefix(b"0 ")
    return crunch(text) == stored


def _joined(first: bytes, second: bytes) -> bytes | None:
    """Return two lines as one; None where what stands in the second would not run as before."""
    tokens, others = scan(first), scan(second)
    if not tokens or not others:
        return first or second
    if any(token.text in ("IF", *_REMARKS) for token in tokens if token.kind is TokenKind.KEYWORD):
        return None
    if others[0].text == "ELSE" or tokens[-1].kind is TokenKind.UNKNOWN:
        return None
    last = first[tokens[-1].start :]
    is_open = last.startswith(b'"') and (len(last) == 1 or not last.endswith(b'"'))
    if tokens[-1].kind is TokenKind.TEXT and last.count(b'"') % 2:
        return None
    return first + b'"' * is_open + b":" + second


def _is_remark(token: Token) -> bool:
    return token.kind is TokenKind.KEYWORD and token.text in _REMARKS


def _is_colon(token: Token) -> bool:
    return token.kind is TokenKind.PUNCTUATION and token.text == ":"
