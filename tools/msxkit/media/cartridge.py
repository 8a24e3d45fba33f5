"""A BASIC program as a 16 KB cartridge at 8000h, which a machine with BASIC starts by itself.

The header's TEXT word points at a zero byte; the tokenised program follows it with links for that place. The
machine puts its variables at C000h and reads the program from ROM.
Source: MSX2 Technical Handbook chapter 5 section 7.3; measured on four machines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msxkit.errors import CartridgeError
from msxkit.language.program import Line, Program
from msxkit.language.scanner import Token, TokenKind
from msxkit.language.tokens import POINTER

#: Where the cartridge begins, and the address after its end.
START, END = 0x8000, 0xC000
#: The zero byte before the program; the program itself begins one higher.
TEXT = 0x8010
CAPACITY = END - TEXT - 1

_FILLER = 0xFF

# Statements that write into the program text, which is ROM.
_EDITING = {
    "NEW": "erases the program",
    "AUTO": "enters lines",
    "DELETE": "deletes lines",
    "RENUM": "changes line numbers",
    "LOAD": "loads over the program",
    "MERGE": "adds lines",
    "CLOAD": "loads over the program",
}


def build(program: Program, *, force: bool = False) -> bytes:
    """Return the 16384 bytes of the ROM.

    Raise `CartridgeError` with the reason when the program does not fit or, unless `force`, could not work.
    """
    if not program.lines:
        raise CartridgeError("the program has no lines: a cartridge of it would do nothing")
    text = program.memory(TEXT + 1)
    if len(text) > CAPACITY:
        surplus = len(text) - CAPACITY
        raise CartridgeError(
            f"the program does not fit: it has {len(text)} bytes, a cartridge holds {CAPACITY}; "
            f"shorten it by {surplus}"
        )
    reasons = [reason for line in program.lines for reason in _obstacles(line)]
    if reasons and not force:
        more = f" (and {len(reasons) - 3} more)" if len(reasons) > 3 else ""
        raise CartridgeError(
            f"the program cannot work from ROM: {'; '.join(reasons[:3])}{more}. "
            "Remove that, or use --force if it is never reached"
        )
    header = b"AB" + bytes(6) + TEXT.to_bytes(2, "little")
    rom = header.ljust(TEXT - START, b"\0") + b"\0" + text
    return rom.ljust(END - START, bytes((_FILLER,)))


def _obstacles(line: Line) -> Iterator[str]:
    """Yield what in the line writes to the program text, or holds addresses that only the running program had."""
    for token, *following in _windows(line.tokens):
        if token.kind is TokenKind.KEYWORD:
            reason = _obstacle(token.text, following)
            if reason:
                yield f"line {line.number} has {token.text}{reason}"
        elif token.kind is TokenKind.LINE and line.stored[token.start] == POINTER:
            yield f"line {line.number} has the address {token.line:04X}h in place of a line number"


def _obstacle(word: str, following: Sequence[Token]) -> str:
    first = following[0] if following else None
    if word in _EDITING:
        # CLOAD? only compares.
        verify = word == "CLOAD" and first is not None and first.text == "PRINT"
        return "" if verify else f", which {_EDITING[word]}"
    if (
        word == "RUN"
        and first is not None
        and first.kind in (TokenKind.STRING, TokenKind.NAME, TokenKind.FUNCTION)
    ):
        return " with a file, which it loads over the program"
    if word == "POKE" and START <= _number(first) < END:
        return f" to {_number(first):04X}h, which is ROM"
    if (
        word == "CLEAR"
        and len(following) > 2
        and following[1].text == ","
        and 0 <= _number(following[2]) <= END
    ):
        return f" down to {_number(following[2]):04X}h, which leaves no room for variables above {END:04X}h"
    return ""


def _number(token: Token | None) -> int:
    """Return the 16-bit value of a constant, -1 for another token."""
    if token is None or token.number is None:
        return -1
    _, mantissa, exponent = token.number
    return int(mantissa * Fraction(10) ** exponent) & 0xFFFF


def _windows(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    return (tokens[index : index + 4] for index in range(len(tokens)))
