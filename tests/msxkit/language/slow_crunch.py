"""A second tokeniser, character by character as facts A.5 and A.6 tell it, to compare the fast one with.

It shares only the word list with msxkit. Numbers are made with the decimal module.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal

from msxkit.language.tokens import CODES, LINE_NUMBER_KEYWORDS

NUMBER, LINE, NAME = range(3)
WORDS = sorted((word for word in CODES if word[0].isalpha()), key=len, reverse=True)
OPERATORS = {ord(sign): CODES[sign] for sign in "+-*/^\\>=<"}
DIGITS = b"0123456789"
BLANKS = b" \t"


class RefusedError(ValueError):
    """A number that the machine refuses."""


def slow_crunch(text: bytes) -> bytes:
    """Return the stored bytes of a line's text. Raise `RefusedError`."""
    out = bytearray()
    mode, place = NUMBER, 0
    while place < len(text):
        character = text[place : place + 1].upper()
        rest = text[place:].upper()
        if character == b'"':
            end = text.find(b'"', place + 1)
            end = len(text) if end < 0 else end + 1
            out += text[place:end]
            place = end
            mode = NUMBER if mode == NAME else mode
        elif character == b" ":
            out += character
            place += 1
        elif character == b"?":
            out += CODES["PRINT"]
            mode, place = NUMBER, place + 1
        elif character == b"'":
            out += b":\x8f\xe6" + text[place + 1 :]
            place = len(text)
        elif character == b"_":
            end = _call_end(text, place + 1)
            out += text[place:end].upper()
            mode, place = NUMBER, end
        elif character.isalpha() and character.isascii():
            word = next((word for word in WORDS if rest.startswith(word.encode())), None)
            if word is None:
                out += character
                mode, place = NAME, place + 1
                continue
            place += len(word)
            out += CODES[word]
            mode = LINE if word in LINE_NUMBER_KEYWORDS or word == "GO TO" else NUMBER
            if word == "REM":
                out += text[place:]
                place = len(text)
            elif word in ("DATA", "CALL"):
                end = _data_end(text, place) if word == "DATA" else _call_end(text, place)
                out += text[place:end] if word == "DATA" else text[place:end].upper()
                mode, place = NUMBER, end
        elif character in (b"&",) and rest[1:].lstrip(BLANKS)[:1] in (b"H", b"O"):
            place += _radix(rest, out)
            mode = NUMBER if mode == NAME else mode
        elif character in DIGITS and mode == LINE:
            place += _line_number(rest, out)
        elif (character in DIGITS or character == b".") and mode == NUMBER:
            place += _number(rest, out)
        else:
            if character == b":" or (mode == NAME and character not in DIGITS + b"."):
                mode = NUMBER
            out += OPERATORS.get(character[0], character)
            place += 1
    return bytes(out)


def _data_end(text: bytes, place: int) -> int:
    quoted = False
    while place < len(text) and (quoted or text[place : place + 1] != b":"):
        quoted ^= text[place : place + 1] == b'"'
        place += 1
    return place


def _call_end(text: bytes, place: int) -> int:
    while place < len(text) and text[place : place + 1] not in (b"(", b":"):
        place += 1
    return place


class _Reader:
    """Characters with the blanks between them skipped, as CHRGTR does, but none consumed that is not taken."""

    def __init__(self, text: bytes, place: int = 0) -> None:
        self.text = text
        self.place = place

    def peek(self, count: int = 1) -> bytes:
        found, place = b"", self.place
        while len(found) < count and place < len(self.text):
            if self.text[place] not in BLANKS:
                found += self.text[place : place + 1]
            place += 1
        return found

    def take(self) -> bytes:
        while self.text[self.place] in BLANKS:
            self.place += 1
        self.place += 1
        return self.text[self.place - 1 : self.place]

    def digits(self) -> str:
        found = ""
        while (digit := self.peek()) and digit in DIGITS:
            found += self.take().decode()
        return found


def _radix(text: bytes, out: bytearray) -> int:
    reader = _Reader(text, 1)
    octal = reader.take() == b"O"
    digits = ""
    if octal:
        while (digit := reader.peek()) and digit in b"01234567":
            digits += reader.take().decode()
    else:
        while (digit := text[reader.place : reader.place + 1]) and digit in b"0123456789ABCDEF":
            digits += digit.decode()
            reader.place += 1
    value = int(digits or "0", 8 if octal else 16)
    if value > 0xFFFF:
        raise RefusedError
    out += bytes((0x0B if octal else 0x0C,)) + value.to_bytes(2, "little")
    return reader.place


def _line_number(text: bytes, out: bytearray) -> int:
    reader = _Reader(text)
    value = 0
    # A digit is taken as long as the number with it can still be at most 65529.
    while (digit := reader.peek()) and digit in DIGITS and value <= 6552:
        value = value * 10 + int(reader.take())
    out += b"\x0e" + value.to_bytes(2, "little")
    return reader.place


def _number(text: bytes, out: bytearray) -> int:
    reader = _Reader(text)
    whole, fraction, power, point, mark = reader.digits(), "", 0, False, ""
    if reader.peek() == b".":
        reader.take()
        point, fraction = True, reader.digits()
    if reader.peek() == b"D" or (reader.peek() == b"E" and reader.peek(2) not in (b"EL", b"EQ")):
        mark = reader.take().decode()
        sign = reader.take().decode() if reader.peek() in (b"+", b"-") else ""
        power = int(sign + (reader.digits() or "0"))
    elif reader.peek() in (b"!", b"#", b"%"):
        mark = reader.take().decode()
    value = int(whole or "0")
    if mark == "%" and value > 32767:
        raise RefusedError
    if mark == "%" or (value < 32768 and not point and not mark):
        if value < 10:
            out.append(0x11 + value)
        else:
            out += bytes((0x0F, value)) if value < 256 else b"\x1c" + value.to_bytes(2, "little")
        return reader.place
    significant = (whole + fraction).lstrip("0")
    double = mark in ("#", "D") or (len(significant) > 6 and mark != "!")
    number = Context(prec=14, rounding=ROUND_HALF_UP).create_decimal(f"{whole or 0}.{fraction or 0}")
    if not double:
        number = Context(prec=6, rounding=ROUND_HALF_UP).plus(number)
    exponent = number.adjusted() + 1 + power
    size = 7 if double else 3
    if not number or exponent < -63:
        operand = bytes(size + 1)
    elif exponent > 63:
        raise RefusedError
    else:
        digits = "".join(map(str, Decimal(number).as_tuple().digits)).ljust(2 * size, "0")[: 2 * size]
        operand = bytes((exponent + 64,)) + bytes.fromhex(digits)
    out += bytes((0x1F if double else 0x1D,)) + operand
    return reader.place
