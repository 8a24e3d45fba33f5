"""The scanner: a line of text becomes the bytes that the machine stores, and those bytes become `Token`s.

`crunch` works as the machine's own tokeniser does (greedy keywords, raw REM and DATA, line numbers by
context); `scan` reads stored bytes. Whatever looks at a program (parser, checker, interpreter) uses
the tokens of `scan`, so a text and a tokenised file cannot be understood differently.
Sources: The MSX Red Book, 42B2h; the recordings in tests/conformance decide where it is silent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from msxkit.language.constants import (
    NUMBER,
    Constant,
    ConstantForm,
    ConstantOverflowError,
    pack_number,
    pack_radix,
    unpack,
)
from msxkit.language.tokens import (
    CODES,
    FUNCTION_WORDS,
    KEYWORDS,
    LAST_LINE,
    LINE_NUMBER_KEYWORDS,
    OPERATOR_CHARACTERS,
    OPERATORS,
    POINTER,
    STATEMENT_WORDS,
)

#: The crunched line must fit the machine's KBUF: 318 bytes with three zeros at the end.
CRUNCHED_LIMIT = 315


class CrunchError(ValueError):
    """A line that the machine refuses to store. `message`: MSX's own words; `offset`: where in the text."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


#: From the first offset on, the crunched bytes come from the text at the second one; one for one if it says so. A class
#: of its own would take a third of the time that the columns of a long listing take.
Mark = tuple[int, int, bool]


def _trie(words: list[str]) -> str:
    """Return a pattern that matches the longest of the words; a trie keeps it fast at letters that start none."""
    tree: dict[str, list[str]] = {}
    for word in words:
        if word:
            tree.setdefault(word[0], []).append(word[1:])
    branches = [re.escape(letter) + _trie(rest) for letter, rest in sorted(tree.items())]
    if not branches:
        return ""
    pattern = branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
    return f"(?:{pattern})?" if "" in words else pattern


_WORD = _trie(list(KEYWORDS))
_RAW = ("REM", "DATA", "CALL")
_ORDINARY = _trie(
    [word for word in KEYWORDS if word not in LINE_NUMBER_KEYWORDS and word not in (*_RAW, "GO TO")]
)
_JUMPS = _trie([*LINE_NUMBER_KEYWORDS, "GO TO"])
_RADIX = r"&[ \t]*(?:H[0-9A-F]*|O(?:[ \t]*[0-7])*)"
# Letters that start no keyword, and the digits, points and blanks that belong to the name.
_NAME = rf"(?!{_WORD})[A-Z](?:[0-9. ]|(?!{_WORD})[A-Z])*"
_TEXT = rf"(?:[^A-Z0-9.\"'?_&]+|{_NAME})+"  # names, blanks, punctuation, operators
_STRING = r"\"[^\"]*\"?"
#: All after a jump that does not end the line-number mode; what follows DATA; the name of an extended statement.
_JUMP_TAIL = rf"(?:[^A-Z\"'?_&:]+|{_STRING}|{_RADIX}|&)*"
_DATA_TAIL = rf"(?:[^\":]+|{_STRING})*"
_CALL_TAIL = r"[^(:]*"
_PIECE = re.compile(
    "|".join(
        (
            rf"({_TEXT})",  # 1
            rf"({_ORDINARY})",  # 2
            rf"({NUMBER})",  # 3
            rf"({_STRING})",  # 4
            rf"({_JUMPS})({_JUMP_TAIL})",  # 5 and 6
            rf"DATA({_DATA_TAIL})",  # 7
            r"(REM)",  # 8
            r"(')",  # 9
            rf"(CALL|_)({_CALL_TAIL})",  # 10 and 11
            rf"({_RADIX})",  # 12
            r"(\?)",  # 13
            r"(&)",  # 14
        )
    ).encode("latin-1"),
    re.DOTALL,
)
#: The same pieces, with all that follows REM and the apostrophe: each is stored in the same way wherever it stands.
_WHOLE_PIECE = re.compile(
    "|".join(
        (
            _TEXT,
            _ORDINARY,
            NUMBER,
            _STRING,
            rf"{_JUMPS}{_JUMP_TAIL}",
            rf"DATA{_DATA_TAIL}",
            r"(?:REM|').*",
            rf"(?:CALL|_){_CALL_TAIL}",
            _RADIX,
            r"[?&]",
        )
    ).encode("latin-1"),
    re.DOTALL,
)
_JUMP_PIECE = re.compile(rf"([0-9](?:[ \t]*[0-9])*)|(\"[^\"]*\"?)|({_RADIX})|[^0-9\"&]+|&".encode("latin-1"))
_STORED = {word.encode("ascii"): code for word, code in CODES.items()}
_OPERATOR_CODES = bytes.maketrans(
    OPERATOR_CHARACTERS.encode("ascii"), b"".join(CODES[character] for character in OPERATOR_CHARACTERS)
)
_DIGITS = re.compile(rb"[ \t\n]*([0-9](?:[ \t\n]*[0-9])*)")


def take_line_number(text: bytes, position: int = 0) -> tuple[int, int] | None:
    """Return a line number at `position` (blanks before and inside are skipped) and where it ends, or None.

    The machine stops reading before the number would pass 65529: 70000 is 7000, then the text 0.
    """
    match = _DIGITS.match(text, position)
    if match is None:
        return None
    digits, start = match.group(1), match.start(1)
    if len(digits) < 6:
        number = int(digits.translate(None, b" \t\n"))  # int() takes no blanks inside
        if number <= LAST_LINE:
            return number, match.end()
    value, end = 0, start
    for offset, digit in enumerate(digits):
        if 0x30 <= digit <= 0x39:
            if value > LAST_LINE // 10:
                break
            value, end = value * 10 + digit - 0x30, start + offset + 1
    return value, end


def blank_skipped(number: int, behind: bytes) -> bool:
    """Return whether the character after a line's number is a blank that is not stored. Line 0 keeps it."""
    return behind == b" " and number != 0


class _StoredPieces(dict[bytes, bytes]):
    """Piece of text -> its stored bytes. Filled with short pieces as they are met."""

    def __missing__(self, piece: bytes) -> bytes:
        found = _crunch(piece, None)
        if len(piece) <= _KEPT_LENGTH and len(self) < _KEPT_PIECES:
            self[piece] = found
        return found


_KEPT_LENGTH, _KEPT_PIECES = 16, 1 << 14
_stored_pieces = _StoredPieces()


def spelt(addresses: Iterable[int]) -> re.Pattern[bytes]:
    """Return a pattern of how program text has addresses: hexadecimal, decimal, negative."""
    texts = (text for place in addresses for text in (f"&H{place:X}", f"{place}", f"{place - 0x10000}"))
    return re.compile(b"|".join(re.escape(crunch(text.encode())) for text in texts))


def crunch(text: bytes, marks: list[Mark] | None = None) -> bytes:
    """Return the bytes that the machine stores for a line's text (without number and end), in any of its spellings.

    Args:
        marks: Filled with where each piece came from, for `column`. Raises `CrunchError`.
    """
    stored = _crunch(text, marks) if marks is not None else _crunch_pieces(text)
    if len(stored) > CRUNCHED_LIMIT:
        raise CrunchError("Line buffer overflow", len(text))
    return stored


def _crunch_pieces(text: bytes) -> bytes:
    upper = text.upper()
    pieces = _WHOLE_PIECE.findall(upper)
    if text != upper:
        ends = list(accumulate(map(len, pieces)))
        pieces = [text[end - len(piece) : end] for piece, end in zip(pieces, ends, strict=True)]
    try:
        return b"".join(map(_stored_pieces.__getitem__, pieces))
    except CrunchError:
        return _crunch(text, None)  # fails at the right place


def _crunch(text: bytes, marks: list[Mark] | None) -> bytes:
    upper = text.upper()
    out: list[bytes] = []
    append = out.append
    try:
        for match in _PIECE.finditer(upper):
            kind = match.lastindex
            if marks is not None:
                marks.append((len(out), match.start(), kind in (1, 4)))
            if kind == 1:
                append(match.group().translate(_OPERATOR_CODES))
            elif kind == 2:
                append(_STORED[match.group()])
            elif kind == 3:
                append(pack_number(match.group()))
            elif kind == 4:
                append(text[match.start() : match.end()])
            elif kind == 6:
                append(_STORED[match.group(5)])
                if match.end(6) > match.start(6):
                    _crunch_jump(text, upper, match.start(6), match.end(6), out, marks)
            elif kind == 7:
                append(b"\x84")
                if marks is not None:
                    marks.append((len(out), match.start(7), True))
                append(text[match.start(7) : match.end()])
            elif kind in (8, 9):
                append(_STORED[match.group()])
                if marks is not None:
                    marks.append((len(out), match.end(), True))
                append(text[match.end() :])
                break
            elif kind == 11:
                append(b"_" if match.group(10) == b"_" else b"\xca")
                if marks is not None:
                    marks.append((len(out), match.start(11), True))
                append(match.group(11))
            elif kind == 12:
                append(pack_radix(match.group()))
            else:
                append(b"\x91" if kind == 13 else b"&")
    except ConstantOverflowError:
        raise CrunchError("Overflow", match.start()) from None
    if marks:
        sizes = [0, *accumulate(map(len, out))]
        marks[:] = [(sizes[count], text_at, linear) for count, text_at, linear in marks]
    return b"".join(out)


def _crunch_jump(
    text: bytes, upper: bytes, start: int, end: int, out: list[bytes], marks: list[Mark] | None
) -> None:
    """Crunch what follows a keyword that takes line numbers, up to the next letter or colon."""
    for match in _JUMP_PIECE.finditer(upper, start, end):
        kind = match.lastindex
        if marks is not None:
            marks.append((len(out), match.start(), kind in (None, 2)))
        if kind == 1:
            position, limit = match.span()
            while position < limit:
                if upper[position : position + 1] in (b" ", b"\t"):
                    # After a number that was cut off at 65529; it starts none.
                    out.append(upper[position : position + 1])
                    position += 1
                    continue
                taken = take_line_number(upper[:limit], position)
                assert taken is not None
                number, position = taken
                out.append(b"\x0e" + number.to_bytes(2, "little"))
        elif kind == 2:
            out.append(text[match.start() : match.end()])
        elif kind == 3:
            out.append(pack_radix(match.group()))
        else:
            out.append(match.group().translate(_OPERATOR_CODES))


def column(marks: list[Mark], offset: int) -> int:
    """Return the offset in the text that the stored byte at `offset` came from."""
    origin = 0
    for stored, text, linear in marks:
        if stored > offset:
            break
        origin = text + (offset - stored if linear else 0)
    return origin


class TokenKind(Enum):
    """What a token is."""

    #: Quicker than that of an Enum, by its name.
    __hash__ = object.__hash__

    KEYWORD = "keyword"  #: a statement word or other one-byte token; ELSE and ' include their colon
    FUNCTION = "function"  #: a two-byte token
    OPERATOR = "operator"  #: + - * / ^ \ > = < AND OR XOR EQV IMP MOD; NOT is a keyword
    NUMBER = "number"  #: a constant: `Token.number`
    LINE = "line"  #: a line number, or a pointer that the machine left in its place: `Token.line`
    STRING = "string"  #: `text` without the quotes
    NAME = "name"  #: letters and digits that start with a letter: a variable or an unreserved word such as AS
    DIGITS = "digits"  #: plain digits, perhaps with an exponent, that follow a name and a blank (`AS 1`)
    PUNCTUATION = (
        "punctuation"  #: one other character: ( ) , ; : # $ % ! @ _ ...; the blanks behind an &B number
    )
    TEXT = "text"  #: what follows REM, ', DATA, and the name after CALL or _, as it stands
    UNKNOWN = "unknown"  #: a byte that no tokeniser writes


#: Text of a line number that is an address (a picture of memory has them after a run).
ADDRESS = "address"


class Token(NamedTuple):
    """A token of a stored line.

    Attributes:
        start, end: Offsets in the line's bytes; blanks between belong to none.
        text: The word in capitals, name, character, or characters of a string or remark (one per code, 0-255); of a
            line number `ADDRESS` when the machine has put the address of the line in its place.
    """

    kind: TokenKind
    text: str
    start: int
    end: int
    number: Constant | None = None
    line: int = -1


_TOKEN = re.compile(
    rb"[ \t\n]*+(?:"
    rb"([A-Z][A-Z0-9]*)"  # 1
    rb"|([!#-%'-/;-@\[-^`{-\x7f\x01-\x08]|:(?!\xa1|\x8f\xe6)|&(?!B))"  # 2 punctuation
    rb"|([\x11-\x1a]|\x0f.|[\x0b\x0c\x1c]..|\x1d.{4}|\x1f.{8})"  # 3 constant
    rb"|(:\xa1|[\x81-\x83\x85-\x8e\x90-\xc9\xcb-\xe5\xe7-\xfe])"  # 4 keyword or operator
    rb"|(\"[^\"]*\"?)"  # 5
    rb"|([\x0d\x0e]..)"  # 6 line number
    rb"|(\xff.)"  # 7 function
    rb"|([0-9]+(?:[DE][0-9]+)?)"  # 8
    rb"|(&B[01]*)( *)"  # 9 and 10
    rb"|(:\x8f\xe6|\x8f|\xe6)(.*)"  # 11 and 12: what follows REM and the apostrophe
    rb"|(\x84)((?:[^\":]+|\"[^\"]*\"?)*)"  # 13 and 14: DATA
    rb"|([\xca_])([^(:]*)"  # 15 and 16: CALL
    rb"|(.))",  # 17
    re.DOTALL,
)
_NAME_KIND, _PUNCTUATION_KIND, _NUMBER_KIND = TokenKind.NAME, TokenKind.PUNCTUATION, TokenKind.NUMBER
_WORD_OF = {
    **{bytes((code,)): (TokenKind.KEYWORD, word) for code, word in STATEMENT_WORDS.items()},
    **{CODES[word]: (TokenKind.OPERATOR, word) for word in OPERATORS},
    **{bytes((0xFF, code)): (TokenKind.FUNCTION, word) for code, word in FUNCTION_WORDS.items()},
    b":\xa1": (TokenKind.KEYWORD, "ELSE"),
    b":\x8f\xe6": (TokenKind.KEYWORD, "'"),
    b"_": (TokenKind.PUNCTUATION, "_"),
}


def scan(stored: bytes) -> list[Token]:
    """Return the tokens of a stored line. Never fails: what no tokeniser writes becomes an UNKNOWN token."""
    tokens: list[Token] = []
    append = tokens.append
    # Token(...) itself, without the call in between.
    new, token = tuple.__new__, Token
    for match in _TOKEN.finditer(stored):
        group = match.lastindex
        assert group is not None
        piece = match[group]
        start, end = match.span(group)
        if group == 1:
            append(new(token, (_NAME_KIND, piece.decode("ascii"), start, end, None, -1)))
        elif group == 2:
            append(new(token, (_PUNCTUATION_KIND, piece.decode("ascii"), start, end, None, -1)))
        elif group == 3:
            append(new(token, (_NUMBER_KIND, "", start, end, _unpacked(piece), -1)))
        elif group == 4 or group == 7:
            kind, word = _WORD_OF.get(piece) or (TokenKind.UNKNOWN, piece.decode("latin-1"))
            append(new(token, (kind, word, start, end, None, -1)))
        elif group == 5:
            append(Token(TokenKind.STRING, piece.strip(b'"').decode("latin-1"), start, end))
        elif group == 6:
            text = ADDRESS if piece[0] == POINTER else ""
            append(Token(TokenKind.LINE, text, start, end, None, piece[1] | piece[2] << 8))
        elif group == 8:
            append(Token(TokenKind.DIGITS, piece.decode("ascii"), start, end))
        elif group == 10:
            digits = match[9][2:]
            append(
                Token(
                    TokenKind.NUMBER,
                    "",
                    match.start(9),
                    start,
                    Constant(ConstantForm.BINARY, int(digits or b"0", 2) & 0xFFFF),
                )
            )
            if piece:
                append(Token(TokenKind.PUNCTUATION, " ", start, end))
        elif group == 17:
            append(Token(TokenKind.UNKNOWN, piece.decode("latin-1"), start, end))
        else:
            kind, word = _WORD_OF[match[group - 1]]
            append(Token(kind, word, match.start(group - 1), start))
            if piece:
                append(Token(TokenKind.TEXT, piece.decode("latin-1"), start, end))
    return tokens


_unpacked = lru_cache(maxsize=4096)(unpack)
