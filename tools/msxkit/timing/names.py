"""Variables and arrays: what it costs to read a name, to find it, to make it.

The machine searches its table from the first variable that was made to the one that is meant, so a variable costs more
the later it was made. A new variable is put after the others, and all arrays are moved up byte by byte. Sources: The
MSX Red Book, 5EA4h, 5F08h, 5FBAh, 6250h; figures (T-states) fitted to the recordings in tests/timing.
"""

from __future__ import annotations

from collections.abc import Sequence

from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.timing.reading import READ, byte_at, next_byte

#: A suffix; a second character that is a letter, a digit; each further character.
SUFFIXES = {"%": 54, "$": 1, "!": 69, "#": 75, "": 0}
SECOND_LETTER, SECOND_DIGIT, FURTHER = 72, 13, 40
#: The name ends before a character from `[` on, such as a token.
BEFORE_TOKEN = 18
#: A name without suffix ends before the end of the line or one of `!"#$%`.
BEFORE_LOW = 111

#: A simple variable that is found; one that differs in its first character, in its type, in its second character.
FOUND, OTHER, OTHER_TYPE, OTHER_SECOND = 498, 115, 150, 161
#: The table is at its end.
MISSING = 495
#: In an expression, a variable that is not there is zero: by its type.
ABSENT = {INTEGER: -75, SINGLE: -148, DOUBLE: -322, STRING: 260}
#: A new variable; each byte of it; each byte of the arrays that is moved up.
CREATED, CREATED_BYTE, MOVED = 577, 91, 94
#: Each byte that is moved or cleared in the same page of 256 as the first: an address is compared in two steps.
SAME_PAGE, _USUAL_IN_PAGE = 15, 128

#: An array, when its subscripts are known; one that differs.
ARRAY_FOUND, ARRAY_OTHER, ARRAY_OTHER_TYPE = 147, 186, 248
#: The table of arrays is at its end; a new array; each dimension; each byte that is made zero.
ARRAY_MISSING, ARRAY_CREATED, ARRAY_DIMENSION, ARRAY_BYTE = 1706, 968, 479, 76
#: Each subscript; where the element lies, by the number of dimensions.
SUBSCRIPT = 1065
_PLACES = (0, 885, 2330, 3891)
_PLACE_FURTHER = 700

#: Variables in the order in which they were made: two characters of the name, and the type.
NameKey = tuple[str, BasicType]


def name(text: bytes, start: int, word: str, suffix: str) -> int:
    """Return the cost of reading a name at an offset of a stored line, besides fetching its characters.

    Args:
        word: The letters and digits of the name.
    """
    cost = SUFFIXES[suffix]
    if len(word) > 1:
        cost += SECOND_DIGIT if word[1].isdigit() else SECOND_LETTER
        cost += (len(word) - 2) * FURTHER
    end = start
    for _ in word:
        end = next_byte(text, end) + 1
    end = next_byte(text, end)
    behind = byte_at(text, end)
    if behind >= 0x5B:
        cost += BEFORE_TOKEN
    if not suffix:
        # DEFTBL is looked at, and what follows fetched again.
        cost += READ[behind] + (BEFORE_LOW if behind < 0x26 else 0)
    return cost


def python(key: NameKey) -> str:
    """Return the name of a variable in compiled code."""
    return f"v{key[0]}{key[1].letter}"


def of_function(name: str) -> str:
    """Return the name of a function made by DEF FN in the table of variables."""
    return chr(ord(name[0]) | 0x80) + name[1:2]


def passed(key: NameKey, other: NameKey) -> int:
    """Return the cost of looking at another variable than the one that is meant."""
    if key[0][0] != other[0][0]:
        return OTHER
    return OTHER_TYPE if key[1] is not other[1] else OTHER_SECOND


def search(key: NameKey, table: Sequence[NameKey]) -> int:
    """Return the cost of finding a simple variable, or the end of the table."""
    cost = 0
    for other in table:
        if other == key:
            return cost + FOUND
        cost += passed(key, other)
    return cost + MISSING


def search_array(key: NameKey, table: Sequence[NameKey]) -> int:
    """Return the cost of finding an array, or the end of the table."""
    cost = 0
    for other in table:
        if other == key:
            return cost + ARRAY_FOUND
        cost += ARRAY_OTHER if key[0][0] != other[0][0] else ARRAY_OTHER_TYPE
    return cost + ARRAY_MISSING


def create(type_: BasicType, array_bytes: int, arrays: int) -> int:
    """Return the cost of making a new variable.

    Args:
        array_bytes: The bytes of all arrays.
        arrays: The address (ARYTAB) from which they are moved up.
    """
    moved = array_bytes + 1
    in_page = min(moved, 0x100 - (arrays & 0xFF))
    return CREATED + CREATED_BYTE * (type_.size + 3) + MOVED * moved + SAME_PAGE * in_page


def create_array(elements: int, type_: BasicType, dimensions: int) -> int:
    """Return the cost of making a new array of so many elements."""
    size = elements * type_.size
    return ARRAY_CREATED + ARRAY_DIMENSION * dimensions + ARRAY_BYTE * size + _in_page(size)


def _in_page(size: int) -> int:
    return SAME_PAGE * min(size, _USUAL_IN_PAGE)


def place(dimensions: int) -> int:
    """Return the cost of computing where an element lies."""
    if dimensions < len(_PLACES):
        return _PLACES[dimensions]
    return _PLACES[-1] + (dimensions - len(_PLACES) + 1) * _PLACE_FURTHER
