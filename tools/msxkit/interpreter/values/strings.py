"""String space and the string functions.

A string that lies in the program text (`Lit`) takes no space; every other one does, and so do the temporaries of an
expression while it is computed. Space is counted only: a collection adds up what is alive, as the machine's
garbage collection finds it. The strings made last are remembered, for what can be seen of those that are dead.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from msxkit import basic_errors, decimal14
from msxkit.carrying import carries
from msxkit.decimal14 import Number
from msxkit.interpreter.code import Lit
from msxkit.interpreter.errors import RaisedError

DEFAULT_SPACE = 200
MAX_LENGTH = 255
#: Strings made last that are remembered.
RECENT = 32
#: The machine can keep this many temporary strings at a time.
MAX_TEMPORARIES = 10


def byte(x: Number) -> int:
    """Return a number that must be 0..255 after truncation."""
    whole = x if type(x) is int else decimal14.to_int16(x)
    if 0 <= whole <= 255:
        return whole
    if not -32768 <= whole <= 32767:
        raise RaisedError(basic_errors.OVERFLOW)
    raise RaisedError(basic_errors.ILLEGAL_CALL)


def within(x: int, low: int, high: int) -> int:
    """Return an integer that must be low..high."""
    if not low <= x <= high:
        raise RaisedError(basic_errors.ILLEGAL_CALL)
    return x


@dataclass(slots=True)
class StringState:
    """The state of the string space.

    Attributes:
        size: The number of bytes that CLEAR reserved.
        room: A lower bound of the bytes that are free without a collection.
        held: The lengths of the temporaries that wait for another operand.
        recent: The strings made last. A number between them says how many of the strings before it were operands of the
            next one, so that they lay above it.
    """

    size: int = DEFAULT_SPACE
    room: int = DEFAULT_SPACE
    held: list[int] = field(default_factory=list)
    recent: deque[str | int] = field(default_factory=lambda: deque(maxlen=RECENT))


class StringSpace:
    """The string space and the functions that make strings in it.

    Attributes:
        alive: The strings of variables that lie in it.
        live: Their bytes.
        collected: Told of each collection, with the number of temporaries at that time.
    """

    def __init__(
        self,
        state: StringState,
        live: Callable[[], int],
        alive: Callable[[], Iterable[str]],
        collected: Callable[[int], None],
    ) -> None:
        self.state = state
        self._live = live
        self._alive = alive
        self._collected = collected
        # The same list and deque for ever.
        self._held = state.held
        self._recent = state.recent

    def reset(self, size: int) -> None:
        """Free everything, as CLEAR does."""
        self.state.size = self.state.room = size
        self.drop_held()
        self._recent.clear()

    def drop_held(self) -> None:
        """Drop all held temporaries, because an expression is given up."""
        self._held.clear()

    def free(self) -> int:
        """Return the free bytes after a collection: FRE("")."""
        self.state.room = self.state.size - self._live()
        self._collected(len(self._held))
        return self.state.room

    def take(self, length: int, extra: int = 0) -> None:
        """Make room for a new string.

        Args:
            extra: Bytes of temporaries that are still in use.
        """
        state = self.state
        state.room -= length
        if state.room < 0:
            self._collected(len(self._held) + (extra > 0))
            state.room = state.size - self._live() - sum(self._held) - extra - length
            if state.room < 0:
                state.room = 0
                raise RaisedError(basic_errors.OUT_OF_STRING_SPACE)

    @carries("HOLD")
    def hold(self, text: str) -> str:
        """Hold a temporary while the next operand is computed."""
        if len(self._held) >= MAX_TEMPORARIES:
            raise RaisedError(basic_errors.FORMULA_TOO_COMPLEX)
        self._held.append(len(text))
        return text

    @carries("RELEASE")
    def release(self, left: str, right: str, relation: str) -> bool:
        """Release a held temporary. Return whether it was still held when the next value was computed."""
        self._held.pop()
        if relation == "==":
            return left == right
        if relation == "!=":
            return left != right
        if relation == "<":
            return left < right
        if relation == "<=":
            return left <= right
        return left > right if relation == ">" else left >= right

    @carries("COPY")
    def copy(self, text: str) -> str:
        """Return what a string variable gets when another one is assigned to it."""
        if type(text) is not str:
            return text if type(text) is Lit else Lit(text)
        self.take(len(text))
        self._recent.append(text)
        return text

    @carries("JOIN")
    def cat(self, left: str, right: str, left_fresh: int, right_fresh: int) -> str:
        """Return left + right."""
        length = len(left) + len(right)
        if length > MAX_LENGTH:
            raise RaisedError(basic_errors.STRING_TOO_LONG)
        state = self.state
        if state.room >= length:
            state.room -= length
        else:
            self.take(length, len(left) * left_fresh + len(right) * right_fresh)
        if left_fresh or right_fresh:
            self._recent.append(left_fresh + right_fresh)
        text = left + right
        self._recent.append(text)
        return text

    @carries("JOIN_HELD")
    def cat_held(self, left: str, right: str, right_fresh: int) -> str:
        """Return left + right, where `left` was held."""
        self._held.pop()
        return self.cat(left, right, 1, right_fresh)

    @carries("LEFT")
    def left(self, text: str, count: Number, fresh: int) -> str:
        """Return LEFT$."""
        return self._part(text[: byte(count)], text, fresh)

    @carries("RIGHT")
    def right(self, text: str, count: Number, fresh: int) -> str:
        """Return RIGHT$."""
        number = byte(count)
        return self._part(text[max(0, len(text) - number) :], text, fresh)

    @carries("MIDDLE")
    def mid(self, text: str, start: Number, count: Number, fresh: int) -> str:
        """Return MID$. The first character is 1."""
        first = byte(start)
        length = byte(count)
        if not first:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        return self._part(text[first - 1 : first - 1 + length], text, fresh)

    def _part(self, part: str, text: str, fresh: int) -> str:
        if type(part) is not str:
            part = str.__str__(part)
        self.take(len(part), len(text) * fresh)
        if fresh:
            self._recent.append(1)
        self._recent.append(part)
        return part

    def made(self, text: str) -> str:
        """Return a string that a function made."""
        self.take(len(text))
        self._recent.append(text)
        return text

    @carries("CHARACTER")
    def chr_(self, x: Number) -> str:
        """Return CHR$."""
        code = byte(x)
        if self.state.room:
            self.state.room -= 1
        else:
            self.take(1)
        text = chr(code)
        self._recent.append(text)
        return text

    @carries("NUMBER_TEXT")
    def str_(self, x: Number) -> str:
        """Return STR$."""
        return self.made(decimal14.format_number(x))

    @carries("HEXADECIMAL")
    def hex_(self, x: Number) -> str:
        """Return HEX$."""
        return self.made(f"{decimal14.to_address(x):X}")

    @carries("OCTAL")
    def oct_(self, x: Number) -> str:
        """Return OCT$."""
        return self.made(f"{decimal14.to_address(x):o}")

    @carries("BINARY")
    def bin_(self, x: Number) -> str:
        """Return BIN$."""
        return self.made(f"{decimal14.to_address(x):b}")

    @carries("BLANKS")
    def space(self, x: Number) -> str:
        """Return SPACE$."""
        return self.made(" " * byte(x))

    @carries("REPEAT_CODE")
    def string_code(self, count: Number, code: Number) -> str:
        """Return STRING$(count, code)."""
        number = byte(count)
        return self.made(chr(byte(code)) * number)

    @carries("REPEAT_TEXT")
    def string_of(self, count: Number, text: str) -> str:
        """Return STRING$(count, text): the first character, repeated."""
        number = byte(count)
        if not text:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        return self.made(text[0] * number)

    @carries("REPLACED")
    def replaced(self, text: str, start: Number, count: Number, new: str, same: bool) -> str:
        """Return what MID$(text, start, count) = new makes of the text, which keeps its length.

        Args:
            same: It is given itself, and is copied character by character onto what is still to be copied.
        """
        first = byte(start)
        if not 1 <= first <= len(text):
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        length = min(byte(count), len(new), len(text) - first + 1)
        if type(text) is not str:
            self.take(len(text))
        if same:
            gap = text[: first - 1]
            new = (gap * (length // len(gap) + 1) if gap else text)[:length]
        return text[: first - 1] + new[:length] + text[first - 1 + length :]

    def settled(self, text: str, size: int, right: bool, fresh: bool, same: bool) -> str:
        """Return what LSET and RSET make of a string of the program text: it moves into the string space, `size`
        bytes.

        What lay there is not cleared, and the text is copied from its start on: a longer temporary (fresh), whose
        place is taken, runs over itself; the variable itself (same) shows what it finds.
        """
        self.take(size)
        if same:
            text = self._below(size)
        elif fresh and len(text) > size:
            gap = len(text) - size
            text = (text[:gap] * (size // gap + 1))[:size]
        new = justified(text, size, right)
        self._recent.append(new)
        return new

    def _below(self, size: int) -> str:
        """Return the bytes below the lowest string in use, as far as they are remembered; zeros else."""
        alive = Counter(self._alive())
        top = sum(len(entry) for entry in self._recent if isinstance(entry, str)) + size
        memory = ["\0"] * top
        bottom = top
        free = 0  # bytes of dead strings that are free when the next one is made
        entries = list(self._recent)
        for index, entry in enumerate(entries):
            if isinstance(entry, int):
                continue
            operands = entries[index - 1] if index else 0
            if not isinstance(operands, int):
                bottom += free
            bottom -= len(entry)
            memory[bottom : bottom + len(entry)] = entry
            free = 0 if alive[entry] > 0 else len(entry)
            alive[entry] -= 1
        bottom += free
        return "".join(memory[bottom - size : bottom])


def justified(text: str, size: int, right: bool) -> str:
    """Return a text cut or filled up with blanks to `size` characters, at the left or right end of them."""
    text = text[:size]
    return text.rjust(size) if right else text.ljust(size)


def asc(text: str) -> int:
    """Return ASC."""
    if not text:
        raise RaisedError(basic_errors.ILLEGAL_CALL)
    return ord(text[0])


def instr(start: Number, text: str, pattern: str) -> int:
    """Return INSTR. An empty pattern is found where the search starts."""
    first = byte(start)
    if not first:
        raise RaisedError(basic_errors.ILLEGAL_CALL)
    if first > len(text):
        return 0
    return text.find(pattern, first - 1) + 1
