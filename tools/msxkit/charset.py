"""The 256 character codes of the international MSX, and their Unicode characters.

Each code has one character, and each character one code. Codes 00h-1Fh are the graphic characters that a program prints
as CHR$(1)+CHR$(64+code). In a text those codes alone are control codes, so text functions take and return the graphic
characters only in that two-byte form. Code FFh is the cursor block, whose pattern the machine rewrites.
Source: the table of openMSX's MSXVID.TXT as given in docs (international character set).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from msxkit.errors import CharsetError

# Codes 00 and FF would look like FA (middle dot) and DB (full block): they get characters of their own.
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

#: The first byte of a two-byte graphic character in text.
GRAPHIC_HEADER = 0x01
_TWO_BYTES = re.compile(rb"\x01[\x40-\x5f]")


def glyphs(codes: Iterable[int], characters: str = UNICODE) -> str:
    """Return what the screen shows for name-table codes 0-255: one character per code.

    Args:
        characters: The character of each code, index 0-255.
    """
    return "".join(characters[code] for code in codes)


def decode(text: bytes, characters: str = UNICODE) -> str:
    """Return MSX text (a listing, a string) as Unicode; 01h and 40h-5Fh become one graphic character.

    Control codes stay control characters, so that line ends survive.

    Args:
        characters: The character of each code, index 0-255.
    """
    decoded = []
    position = 0
    while position < len(text):
        code = text[position]
        if code == GRAPHIC_HEADER and position + 1 < len(text) and 0x40 <= text[position + 1] <= 0x5F:
            decoded.append(characters[text[position + 1] - 0x40])
            position += 2
            continue
        decoded.append(chr(code) if code < 0x20 or code == 0x7F else characters[code])
        position += 1
    return "".join(decoded)


def width(text: bytes) -> int:
    """Return the number of characters that `decode` makes of a text."""
    return len(text) - len(_TWO_BYTES.findall(text))


@dataclass(frozen=True, slots=True)
class Missing:
    """A character that the MSX does not have.

    Attributes:
        line, column: Its place in the text, from 1.
        stands: What stands for it.
    """

    line: int
    column: int
    character: str
    stands: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.what}"

    def told(self, name: str) -> str:
        """Return what is wrong, with the file of that name."""
        return f"{name}:{self.line}:{self.column}: {self.what}"

    @property
    def what(self) -> str:
        """What is wrong, without the place."""
        shown = f"character {self.character!r}" if self.character.isprintable() else _named(self.character)
        return f"the MSX has no {shown} (U+{ord(self.character):04X})"


def _named(character: str) -> str:
    """Return what Unicode calls a character that cannot be seen, such as a blank that does not break."""
    return unicodedata.name(character, "character").lower()


#: Full-width letters, digits and signs, and the blank of their width, mean those of the keyboard.
_HALF_WIDTH = str.maketrans({chr(0xFEE0 + code): chr(code) for code in range(0x21, 0x7F)})
_WIDE_BLANK = "\u3000"
#: What stands for a character that the MSX does not have. Typewriter characters stand for typographic ones.
PLACEHOLDER = "?"
_TYPEWRITER = str.maketrans("\u00a0“”„‟‘’‚‛‐‑‒–—―−", " " + '"' * 4 + "'" * 4 + "-" * 7)


#: What ends a string that a typographic quotation mark begins.
_CLOSING = {"“": '"”', "„": '"“”', "‟": '"”', "”": '"”'}
_QUOTED_LATER = re.compile(r'[^\n"]*"')


class _Strings:
    """Which string of a listing a character stands in, so that no placeholder for a quotation mark ends it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._opened = ""

    def mark(self, at: int) -> str:
        """Return what stands for the quotation mark at this place of the text: `"`, or an apostrophe in a string."""
        mark = self._text[at]
        if not self._opened:
            self._opened = mark
        elif self._opened != '"':
            if mark not in _CLOSING[self._opened]:
                return "'"
            self._opened = ""
        elif mark != '"' and _QUOTED_LATER.match(self._text, at):
            return "'"
        else:
            self._opened = ""
        return '"'

    @property
    def inside(self) -> bool:
        """Whether the text stands in a string here."""
        return bool(self._opened)

    def end_row(self) -> None:
        """Forget the string: it ends with its row."""
        self._opened = ""


def encode(text: str, characters: str = UNICODE) -> bytes:
    """Return Unicode as MSX text, the inverse of `decode`.

    Raise `CharsetError` with the line and column (from 1) of the first character that the MSX does not have.

    Args:
        characters: The character of each code, index 0-255.
    """
    encoded, missing = encode_replacing(text, characters)
    if missing:
        raise CharsetError(f"{missing[0]}; write CHR$(code) or another character")
    return encoded


#: Characters that stand for others in sources, as the manual of Basic Dignified has them, and these others.
_ALIKE = ("θ❚▔◾▇▕▉▨▧▼▲▶◀⧗⧓▒ǂβμφ♬┿╂", "Θ■🮂▬🮅🮇🮊🮙🮘🭭🭯🭬🭮🮚🮛🮖‡ßµ∅♫⟊🮯")


@cache
def spellings(characters: str = UNICODE) -> Mapping[str, bytes]:
    """Return what a text has for each character of a set, and for other spellings of it.

    Half-width kana are those of the Japanese set, and a kana with a voicing mark is two codes there.

    Args:
        characters: The character of each code, index 0-255.
    """
    codes = {
        character: bytes((GRAPHIC_HEADER, code + 0x40)) if code < 0x20 else bytes((code,))
        for code, character in enumerate(characters)
    }
    codes.setdefault(_WIDE_BLANK, b" ")
    codes |= {chr(wide): codes[narrow] for wide, narrow in _HALF_WIDTH.items()}
    if characters == UNICODE:
        codes |= {other: codes[character] for other, character in zip(*_ALIKE, strict=True)}
    if characters == OTHER_SETS["japan"]:
        codes |= {chr(0xFEC0 + code): bytes((code,)) for code in range(0xA1, 0xE0)} | {"¥": b"\\"}
        codes |= {"\u3099": codes["゛"], "\u309a": codes["゜"]}
        for kana in map(chr, range(0x3041, 0x30FF)):
            parts = unicodedata.normalize("NFD", kana)
            if all(part in codes for part in parts):
                codes.setdefault(kana, b"".join(codes[part] for part in parts))
    return codes


def encode_replacing(text: str, characters: str = UNICODE) -> tuple[bytes, list[Missing]]:
    """Return Unicode as MSX text, and the characters that the MSX does not have; a placeholder stands for each.

    Args:
        characters: The character of each code, index 0-255.
    """
    out = bytearray()
    missing: list[Missing] = []
    text = text.translate(_HALF_WIDTH)
    codes, strings = spellings(characters), _Strings(text)
    row, begin = 1, 0
    for at, character in enumerate(text):
        if ord(character) < 0x20 or character == "\x7f":
            out.append(ord(character))
            if character == "\n":
                row, begin = row + 1, at + 1
                strings.end_row()
            continue
        if character == '"':
            strings.mark(at)
        if character == _WIDE_BLANK and not strings.inside:
            character = " "
        if (found := codes.get(character)) is None:
            stands = character.translate(_TYPEWRITER)
            if stands == '"':
                stands = strings.mark(at)
            elif stands not in codes:
                stands = PLACEHOLDER
            missing.append(Missing(row, at - begin + 1, character, stands))
            found = codes[stands]
        out += found
    return bytes(out), missing


def characters_of(encoding: str) -> str:
    """Return the character of each code on the machine of an encoding: `japan` and the like, else the international."""
    return OTHER_SETS.get(encoding, UNICODE)


def compose(text: str) -> str:
    """Return a text of the Japanese set with each kana and its voicing mark as one character."""
    marked = text.replace("゛", "\u3099").replace("゜", "\u309a")
    return unicodedata.normalize("NFC", marked).replace("\u3099", "゛").replace("\u309a", "゜")


def _changed(changes: Mapping[int, str]) -> str:
    """Return the characters of another machine's 256 codes: those of the international one, but for runs of others."""
    characters = list(UNICODE)
    for first, run in changes.items():
        characters[first : first + len(run)] = run
    return "".join(characters)


#: The character of each code on machines of other countries. Source: Unicode document L2/21-235 (MSXVIDBR, MSXVIDJP,
#: MSXVIDRU). The Japanese set has two blanks: 90h is the narrow one here.
#: 5Ch divides whole numbers everywhere, so it is the backslash in Japan too, where the machine shows a yen sign.
OTHER_SETS: Mapping[str, str] = {
    "brazil": _changed({0x84: "Áà¨", 0x89: "ÍÓÚÂÊÔÀ", 0x9E: "₢"}),
    "japan": _changed(
        {
            0x01: "月火水木金土日年円時分秒百千万π┴┬┤├┼│─┌┐└┘╳大中小",
            0x80: "♠♥♣♦○●をぁぃぅぇぉゃゅょっ\u2003あいうえおかきくけこさしすせそ",
            0xA0: "\u3000。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテト"
            "ナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜",
            0xE0: "たちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん",
        }
    ),
    "russia": _changed(
        {
            0x80: UNICODE[0xC0:0xE0] + UNICODE[0xE0:0xFF] + "¤",
            0xC0: "юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧ",
        }
    ),
}
