"""The 256 character codes of the international MSX, and their Unicode characters.

One code, one character, both ways. Codes 00h-1Fh are the graphic characters that a program prints as
CHR$(1)+CHR$(64+code); as text control codes they have no glyph, so text functions take and return them only in that
two-byte form. Code FFh is the cursor block, whose pattern the machine rewrites.
Source: the table of openMSX's MSXVID.TXT as given in docs (international character set).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msxkit.errors import CharsetError

# Codes 00 and FF would show as FA (middle dot) and DB (full block): they get characters of their own.
_GRAPHIC = "␀☺☻♥♦♣♠•◘○◙♂♀♪♫☼⟊┴┬┤├┼│─┌┐└┘╳╱╲🮯"
_ASCII = "".join(chr(code) for code in range(0x20, 0x7F)) + "⌂"
_HIGH = (
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»ÃãĨĩÕõŨũĲĳ¾∽◇‰¶§"
    "▂▚▆🮂▬🮅▎▞▊🮇🮊🮙🮘🭭🭯🭬🭮🮚🮛▘▗▝▖🮖Δ‡ω█▄▌▐▀αßΓπΣσµτΦΘΩδ∞∅∈∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■▮"
)

#: The character of each code, index 0-255.
UNICODE: str = _GRAPHIC + _ASCII + _HIGH
#: The code of each character.
CODE: dict[str, int] = {character: code for code, character in enumerate(UNICODE)}

#: First byte of a two-byte graphic character in text.
GRAPHIC_HEADER = 0x01
_TWO_BYTES = re.compile(rb"\x01[\x40-\x5f]")


def glyphs(codes: Iterable[int]) -> str:
    """Return what the screen shows for name-table codes 0-255: one character per code."""
    return "".join(UNICODE[code] for code in codes)


def decode(text: bytes) -> str:
    """Decode MSX text (a listing, a string) to Unicode; 01h 40h-5Fh become one graphic character.

    Control codes stay control characters, so that line ends survive.
    """
    characters = []
    position = 0
    while position < len(text):
        code = text[position]
        if code == GRAPHIC_HEADER and position + 1 < len(text) and 0x40 <= text[position + 1] <= 0x5F:
            characters.append(UNICODE[text[position + 1] - 0x40])
            position += 2
            continue
        characters.append(chr(code) if code < 0x20 or code == 0x7F else UNICODE[code])
        position += 1
    return "".join(characters)


def width(text: bytes) -> int:
    """Return how many characters `decode` makes of a text."""
    return len(text) - len(_TWO_BYTES.findall(text))


def encode(text: str) -> bytes:
    """Encode Unicode as MSX text, the inverse of `decode`.

    Raise `CharsetError` with the line and column (from 1) of the first character that the MSX does not have.
    """
    out = bytearray()
    line, column = 1, 1
    for character in text:
        if ord(character) < 0x20 or character == "\x7f":
            out.append(ord(character))
        else:
            code = CODE.get(character)
            if code is None:
                raise CharsetError(
                    f"line {line}, column {column}: the MSX has no character {character!r} "
                    f"(U+{ord(character):04X}); write CHR$(code) or another character"
                )
            out += bytes((GRAPHIC_HEADER, code + 0x40)) if code < 0x20 else bytes((code,))
        if character == "\n":
            line, column = line + 1, 1
        else:
            column += 1
    return bytes(out)
