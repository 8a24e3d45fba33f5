"""String space and the string functions.

A string that lies in the program text (`Lit`) takes no space; every other one does, and so do the temporaries of an
expression while it is computed. Space is counted only: a collection adds up what is alive, as the machine's
garbage collection finds it.
"""

from __future__ import annotations

from collections.abc import Callable

from msxkit import decimal14
from msxkit.decimal14 import Number
from msxkit.interpreter import errors
from msxkit.interpreter.code import Lit
from msxkit.interpreter.errors import RaisedError

DEFAULT_SPACE = 200
MAX_LENGTH = 255
#: The machine can keep this many temporary strings at a time.
MAX_TEMPORARIES = 10


def byte(x: Number) -> int:
    """A number that must be 0..255 after truncation."""
    whole = x if type(x) is int else decimal14.to_int16(x)
    if 0 <= whole <= 255:
        return whole
    if not -32768 <= whole <= 32767:
        raise RaisedError(errors.OVERFLOW)
    raise RaisedError(errors.ILLEGAL_CALL)


class StringSpace:
    """The string space and the functions that make strings in it.

    size: bytes that CLEAR reserved. room: free bytes without a collection, a lower bound. held: lengths of the
    temporaries that wait for another operand.
    """

    WORDS = (
        "copy cat cat_held hold release left right mid chr_ str_ hex_ oct_ bin_ space string_code string_of replaced "
        "mki mks mkd made"
    )

    def __init__(self, live: Callable[[], int], size: int = DEFAULT_SPACE) -> None:
        self._live = live
        self.size = size
        self.room = size
        self.held: list[int] = []

    def reset(self, size: int) -> None:
        """CLEAR: everything is free."""
        self.size = self.room = size
        self.held.clear()

    def free(self) -> int:
        """Free bytes after a collection: FRE("")."""
        self.room = self.size - self._live()
        return self.room

    def take(self, length: int, extra: int = 0) -> None:
        """Makes room for a new string. extra: bytes of temporaries that are still in use."""
        self.room -= length
        if self.room < 0:
            self.room = self.size - self._live() - sum(self.held) - extra - length
            if self.room < 0:
                self.room = 0
                raise RaisedError(errors.OUT_OF_STRING_SPACE)

    def hold(self, text: str) -> str:
        """A temporary that waits while the next operand is computed."""
        if len(self.held) >= MAX_TEMPORARIES:
            raise RaisedError(errors.FORMULA_TOO_COMPLEX)
        self.held.append(len(text))
        return text

    def release(self, left: str, right: str, relation: str) -> bool:
        """Compares a held temporary with what was computed after it."""
        self.held.pop()
        if relation == "==":
            return left == right
        if relation == "!=":
            return left != right
        if relation == "<":
            return left < right
        if relation == "<=":
            return left <= right
        return left > right if relation == ">" else left >= right

    def copy(self, text: str) -> str:
        """What a string variable gets when another one is assigned to it."""
        if type(text) is not str:
            return text if type(text) is Lit else Lit(text)
        self.take(len(text))
        return text

    def cat(self, left: str, right: str, left_fresh: int, right_fresh: int) -> str:
        """left + right."""
        length = len(left) + len(right)
        if length > MAX_LENGTH:
            raise RaisedError(errors.STRING_TOO_LONG)
        if self.room >= length:
            self.room -= length
        else:
            self.take(length, len(left) * left_fresh + len(right) * right_fresh)
        return left + right

    def cat_held(self, left: str, right: str, right_fresh: int) -> str:
        """left + right where `left` was held."""
        self.held.pop()
        return self.cat(left, right, 1, right_fresh)

    def left(self, text: str, count: Number, fresh: int) -> str:
        """LEFT$."""
        return self._part(text[: byte(count)], text, fresh)

    def right(self, text: str, count: Number, fresh: int) -> str:
        """RIGHT$."""
        number = byte(count)
        return self._part(text[max(0, len(text) - number) :], text, fresh)

    def mid(self, text: str, start: Number, count: Number, fresh: int) -> str:
        """MID$; the first character is 1."""
        first = byte(start)
        length = byte(count)
        if not first:
            raise RaisedError(errors.ILLEGAL_CALL)
        return self._part(text[first - 1 : first - 1 + length], text, fresh)

    def _part(self, part: str, text: str, fresh: int) -> str:
        if type(part) is not str:
            part = str.__str__(part)
        self.take(len(part), len(text) * fresh)
        return part

    def made(self, text: str) -> str:
        """A string that a function made."""
        self.take(len(text))
        return text

    def chr_(self, x: Number) -> str:
        """CHR$."""
        code = byte(x)
        if self.room:
            self.room -= 1
        else:
            self.take(1)
        return chr(code)

    def str_(self, x: Number) -> str:
        """STR$."""
        return self.made(decimal14.format_number(x))

    def hex_(self, x: Number) -> str:
        """HEX$."""
        return self.made(f"{decimal14.to_address(x):X}")

    def oct_(self, x: Number) -> str:
        """OCT$."""
        return self.made(f"{decimal14.to_address(x):o}")

    def bin_(self, x: Number) -> str:
        """BIN$."""
        return self.made(f"{decimal14.to_address(x):b}")

    def space(self, x: Number) -> str:
        """SPACE$."""
        return self.made(" " * byte(x))

    def string_code(self, count: Number, code: Number) -> str:
        """STRING$(count, code)."""
        number = byte(count)
        return self.made(chr(byte(code)) * number)

    def string_of(self, count: Number, text: str) -> str:
        """STRING$(count, text): its first character."""
        number = byte(count)
        if not text:
            raise RaisedError(errors.ILLEGAL_CALL)
        return self.made(text[0] * number)

    def replaced(self, text: str, start: Number, count: Number, new: str) -> str:
        """MID$(text, start, count) = new: the same length as before."""
        first = byte(start)
        if not 1 <= first <= len(text):
            raise RaisedError(errors.ILLEGAL_CALL)
        length = min(byte(count), len(new), len(text) - first + 1)
        if type(text) is not str:
            self.take(len(text))
        return text[: first - 1] + new[:length] + text[first - 1 + length :]

    def mki(self, x: Number) -> str:
        """MKI$."""
        return self.made(decimal14.encode_integer(decimal14.to_int16(x)).decode("latin-1"))

    def mks(self, x: Number) -> str:
        """MKS$."""
        return self.made(decimal14.encode_real(x, 4).decode("latin-1"))

    def mkd(self, x: Number) -> str:
        """MKD$."""
        return self.made(decimal14.encode_real(x, 8).decode("latin-1"))


def asc(text: str) -> int:
    """ASC."""
    if not text:
        raise RaisedError(errors.ILLEGAL_CALL)
    return ord(text[0])


def instr(start: Number, text: str, pattern: str) -> int:
    """INSTR; an empty pattern is found where the search starts."""
    first = byte(start)
    if not first:
        raise RaisedError(errors.ILLEGAL_CALL)
    if first > len(text):
        return 0
    return text.find(pattern, first - 1) + 1


def _packed(text: str, size: int) -> bytes:
    if len(text) < size:
        raise RaisedError(errors.ILLEGAL_CALL)
    return text[:size].encode("latin-1")


def cvi(text: str) -> int:
    """CVI."""
    return decimal14.decode_integer(_packed(text, 2))


def cvs(text: str) -> Number:
    """CVS."""
    return decimal14.decode_real(_packed(text, 4))


def cvd(text: str) -> Number:
    """CVD."""
    return decimal14.decode_real(_packed(text, 8))
