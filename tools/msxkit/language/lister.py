"""The lister: a stored line as LIST and SAVE"...",A write it.

Source: The MSX Red Book, 5284h; `saved_ascii` recordings for the number spellings.
"""

from __future__ import annotations

import re

from msxkit.language.constants import spell, unpack
from msxkit.language.tokens import (
    CODES,
    DIGIT_0,
    DIGIT_9,
    FUNCTION_PREFIX,
    FUNCTION_WORDS,
    LINE_NUMBER,
    POINTER,
    STATEMENT_WORDS,
)

#: What is listed in other bytes than it is stored in, and the texts that are listed as they are.
_PIECE = re.compile(
    rb"(\"[^\"]*\"?"
    rb"|:\xa1|[\x81-\x83\x85-\x8e\x90-\xc9\xcb-\xe5\xe7-\xfe]|\xff."
    rb"|[\x11-\x1a]|\x0f.|[\x0b-\x0e\x1c]..|\x1d.{4}|\x1f.{8}"
    rb"|(?::\x8f\xe6|\x8f|\xe6).*|\x84(?:[^\":]+|\"[^\"]*\"?)*|[\xca_][^(:]*)",
    re.DOTALL,
)
#: A string, and the underline that is short for CALL.
_TEXTS = b'"_'
_WORDS = {code: word.encode("ascii") for code, word in STATEMENT_WORDS.items()}
_FUNCTIONS = {code: word.encode("ascii") for code, word in FUNCTION_WORDS.items()}
_REMARK, _ELSE = CODES["'"], CODES["ELSE"]
#: Words, whole numbers and line numbers take no more bytes than this.
_KEPT = 3
#: After these follows text as it is.
_RAW = frozenset((*CODES["DATA"], *CODES["REM"], *CODES["CALL"], CODES["'"][-1]))


class _Spellings(dict[bytes, bytes]):
    """Piece -> as listed. Filled as short pieces are met; texts and long constants are not kept."""

    def __missing__(self, piece: bytes) -> bytes:
        code = piece[0]
        if code in _TEXTS:
            return piece
        if code in _RAW:
            return _WORDS[code] + piece[1:]
        if code == _REMARK[0]:
            return b"ELSE" if piece == _ELSE else b"'" + piece[len(_REMARK) :]
        found = _spelling(code, piece)
        if len(piece) <= _KEPT:
            self[piece] = found
        return found


def _spelling(code: int, piece: bytes) -> bytes:
    """Return a word, a constant or a line number."""
    if code == FUNCTION_PREFIX:
        return _FUNCTIONS.get(piece[1], piece)
    if code in _WORDS:
        return _WORDS[code]
    if code in (POINTER, LINE_NUMBER):
        return b"%d" % (piece[1] | piece[2] << 8)
    if len(piece) == 1 and not DIGIT_0 <= code <= DIGIT_9:
        return piece
    return spell(unpack(piece)).encode("ascii")


_SPELLINGS = _Spellings()


def list_line(number: int, stored: bytes) -> bytes:
    """Return a line as text in MSX codes: number, a blank, the words."""
    pieces = _PIECE.split(stored)
    pieces[1::2] = map(_SPELLINGS.__getitem__, pieces[1::2])
    return head(number, stored) + b"".join(pieces)


def head(number: int, stored: bytes) -> bytes:
    """Return the number with the blank after it, which is missing before a TAB."""
    return b"%d" % number if stored[:1] == b"\t" else b"%d " % number


def listed_offset(number: int, stored: bytes, offset: int) -> int:
    """Return the offset in `list_line` at which the stored byte at `offset` is shown."""
    return listed_offsets(number, stored)[min(offset, len(stored))]


def listed_offsets(number: int, stored: bytes) -> list[int]:
    """Return where in `list_line` each stored byte is shown, and where one after the last would be."""
    position = len(head(number, stored))
    places: list[int] = []
    for place, piece in enumerate(_PIECE.split(stored)):
        if not piece:
            continue
        listed = _SPELLINGS[piece] if place % 2 else piece
        places.append(position)
        if not place % 2 or piece == listed or piece[0] in _RAW or piece[0] == _REMARK[0]:
            # It is listed as it is, but for the word before it.
            surplus = len(listed) - len(piece)
            places.extend(position + max(0, surplus + at) for at in range(1, len(piece)))
        else:
            places.extend([position] * (len(piece) - 1))
        position += len(listed)
    places.append(position)
    return places
