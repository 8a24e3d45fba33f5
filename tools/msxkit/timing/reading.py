"""What it costs to read program text: CHRGTR, which fetches the next character, and the routine of DATA and REM that
skips text.

Figures are T-states at 3.579545 MHz. They were fitted to the recordings in tests/timing and hold there to the T-state;
The MSX Red Book says what a character can be to CHRGTR, 4666h, and how text is skipped at 485Bh.
"""

from __future__ import annotations

from collections.abc import Iterable

from msxkit.language.tokens import (
    BYTE,
    DIGIT_0,
    DIGIT_9,
    DOUBLE,
    HEXADECIMAL,
    LINE_NUMBER,
    OCTAL,
    POINTER,
    SINGLE,
    WORD,
)

#: A letter, a token, or anything else from the colon on.
CHARACTER = 98
#: A blank that is passed over.
BLANK = 79
#: A digit, or a character below it such as `"` or `(`.
MARK = 155
#: The 00 that ends a line.
END = 133
#: A constant, which is copied to CONLO: by its first byte.
CONSTANTS = {
    **dict.fromkeys(range(DIGIT_0, DIGIT_9 + 1), 502),
    BYTE: 528,
    OCTAL: 560,
    HEXADECIMAL: 560,
    LINE_NUMBER: 560,
    POINTER: 651,
    WORD: 642,
    SINGLE: 730,
    DOUBLE: 906,
}
#: Bytes of the text that a constant takes.
LENGTHS = {BYTE: 2, OCTAL: 3, HEXADECIMAL: 3, LINE_NUMBER: 3, POINTER: 3, WORD: 3, SINGLE: 5, DOUBLE: 9}

#: Skipping, for each character besides reading it.
SKIPPED = 86
#: What differs for the prefix of a function, for IF (which is counted) and for a quote.
SKIPPED_PREFIX, SKIPPED_IF, SKIPPED_QUOTE = -23, 23, -14
#: Beginning to skip, and coming to the terminator.
SKIP = 30

#: READ looks for DATA: each statement that it passes, each line, the DATA that it finds.
_SEARCHED, _SEARCHED_LINE, _FOUND = 11, 96, 99
#: Each character of a string that READ takes.
READ_CHARACTER = 100
_BLANKS = b" \t\n"
_COLON, _QUOTE, _DATA, _IF, _FUNCTION = 0x3A, 0x22, 0x84, 0x8B, 0xFF


def _cost(byte: int) -> int:
    if byte >= _COLON:
        return CHARACTER
    if byte > 0x20:
        return MARK
    if not byte:
        return END
    return CONSTANTS.get(byte, CHARACTER)


#: What CHRGTR costs by the byte that it stops at.
READ: tuple[int, ...] = tuple(map(_cost, range(256)))


def byte_at(text: bytes, offset: int) -> int:
    """Return the byte of a stored line at an offset; after its last one, the 00 that ends it."""
    return text[offset] if offset < len(text) else 0


def next_byte(text: bytes, offset: int) -> int:
    """Return the offset of the first byte at `offset` or after it that is not a blank."""
    while offset < len(text) and text[offset] in _BLANKS:
        offset += 1
    return offset


def fetch(text: bytes, offset: int) -> int:
    """Return the cost of CHRGTR up to the first byte at `offset` or after it that is not a blank."""
    stop = next_byte(text, offset)
    return (stop - offset) * BLANK + READ[byte_at(text, stop)]


def read(text: bytes, start: int, end: int) -> int:
    """Return the cost of CHRGTR over everything that begins in a part of a stored line, except the characters of
    strings.
    """
    total = 0
    while start < end:
        byte = text[start]
        if byte in _BLANKS:
            total += BLANK
            start += 1
            continue
        total += READ[byte]
        if byte == _QUOTE:
            close = text.find(b'"', start + 1)
            start = len(text) if close < 0 else close + 1
        elif byte == _FUNCTION:
            start += 2
        else:
            start += LENGTHS.get(byte, 1)
    return total


def skip(text: bytes, start: int, line: bool = False) -> tuple[int, int]:
    """Skip from an offset to the colon or 00 that ends the statement, or (`line`) to the 00 that ends the line.

    Return the cost and the offset of the terminator. A colon between quotes ends nothing.
    """
    total = SKIP
    quoted = False
    size = len(text)
    while start < size:
        byte = text[start]
        if byte in _BLANKS:
            total += BLANK
            start += 1
            continue
        total += READ[byte] + SKIPPED
        if byte == _COLON and not line and not quoted:
            return total, start
        if byte == _QUOTE:
            quoted = not quoted
            total += SKIPPED_QUOTE
        elif byte == _IF:
            total += SKIPPED_IF
        elif byte == _FUNCTION:
            total += SKIPPED_PREFIX
            start += 1
        start += LENGTHS.get(byte, 1)
    return total + END + SKIPPED, size


def search_data(lines: Iterable[bytes]) -> int:
    """Return the cost of looking for DATA in READ: from the start of the first of these stored lines to the first one
    in the last of them.
    """
    total = 0
    for text in lines:
        total += _SEARCHED_LINE
        at = 0
        while True:
            total += fetch(text, at)
            at = next_byte(text, at)
            if byte_at(text, at) == _DATA:
                total += _FOUND
                break
            passed, at = skip(text, at)
            total += passed + _SEARCHED
            if at >= len(text):
                break
            at += 1
    return total
