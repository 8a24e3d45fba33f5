"""What functions cost besides the numbers that they compute.

SIN, COS, TAN, ATN, LOG, EXP, SQR and RND are left to the run, which knows of what they are taken. Sources: The MSX Red
Book, 4DC7h to 4FDBh, 65C8h to 68BBh; figures (T-states) fitted to the recordings in tests/timing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.language import tree
from msxkit.timing import names
from msxkit.timing.figure import ALL_DIGITS, Figure, number_of
from msxkit.timing.walk import SYNTAX, Walk

#: A function; its brackets.
_FUNCTION, BRACKETS = 331, 1117
#: A number becomes the double that a function takes: of an integer, a single, a double.
_ARGUMENT = {INTEGER: 304, SINGLE: 207, DOUBLE: 47, STRING: 0}
#: FN: the call; each argument; it is searched like a variable.
_USER_FUNCTION, _USER_ARGUMENT = 3000, 2400
_READINGS = {"TIME": 1932, "INKEY$": 515, "CSRLIN": 460, "ERR": 460, "ERL": 900}
_OTHER = 500
_OF_REALS = frozenset(("SIN", "COS", "TAN", "ATN", "LOG", "EXP", "SQR", "RND"))
#: Functions whose argument is a number as it is, with what they give. None: the type of the argument.
_NUMERIC: dict[str, tuple[int, BasicType | None]] = {
    "SGN": (-124, INTEGER),
    "ABS": (156, None),
    "INT": (195, None),
    "FIX": (-336, None),
    "CINT": (500, INTEGER),
    "CSNG": (500, SINGLE),
    "CDBL": (500, DOUBLE),
    "FRE": (2500, SINGLE),
    "POS": (-350, INTEGER),
    "LPOS": (100, INTEGER),
    "EOF": (2000, INTEGER),
    "LOC": (2000, SINGLE),
    "LOF": (2000, SINGLE),
    "DSKF": (2000, INTEGER),
}
#: Digits that INT leaves, usually.
_WHOLE_DIGITS = 3
#: Functions of an address or port, and of a byte.
_ADDRESSED = {"PEEK": 100, "INP": 182}
_OF_BYTE = {"STICK": -278, "STRIG": -334, "PDL": 26000, "PAD": 3000, "VDP": 600, "BASE": 900, "PLAY": 500}
#: Those that give 0 while nothing is pressed or played.
_MOSTLY_ZERO = frozenset(("STICK", "STRIG", "PAD", "PLAY"))
#: Functions of a string that give a number.
_OF_TEXT = {
    "LEN": (157, INTEGER),
    "ASC": (235, INTEGER),
    "VAL": (6000, DOUBLE),
    "CVI": (700, INTEGER),
    "CVS": (700, SINGLE),
    "CVD": (700, DOUBLE),
}
#: Functions of a number that give a string, and its usual length.
_MAKES_TEXT = {
    "CHR$": (442, 1),
    "STR$": (20, 4),
    "HEX$": (2523, 3),
    "OCT$": (3400, 4),
    "BIN$": (5000, 8),
    "SPACE$": (243, 6),
    "MKI$": (900, 2),
    "MKS$": (900, 4),
    "MKD$": (900, 8),
}
#: A string that a function makes; each character that it fills, that it copies.
_NEW_TEXT, _NEW_CHARACTER, _COPIED_CHARACTER = 300, 73, 59
_LEFT, _RIGHT, _MIDDLE, _MIDDLE_COUNT = 1536, 1585, 1512, 300
_REPEAT, _REPEATED, _SEARCH, _SEARCH_CHARACTER = 1507, 8, 2588, 120
_LONGEST = 255
_INPUT, _POINTER, _FILE_POINTER, _POINT, _PATTERN, _MACHINE = 1500, 400, 600, 3000, 9000, 1500


def _function(walk: Walk, node: tree.Function) -> Figure:
    name, arguments = node.name, node.arguments
    walk.total += _FUNCTION
    if name in _OF_TEXT_PARTS:
        return _OF_TEXT_PARTS[name](walk, arguments)
    if not arguments:
        return Figure.unknown(DOUBLE)
    walk.total += BRACKETS
    figure = walk.first(arguments[0])
    for argument in arguments[1:]:
        walk.byte(argument)
    if name in _OF_REALS:
        walk.total += _ARGUMENT[figure.type]
        if figure.type is INTEGER:
            walk.to_real(figure)
        return Figure(DOUBLE, number_of(ALL_DIGITS))
    if name in _NUMERIC:
        cost, gives = _NUMERIC[name]
        walk.total += cost
        if gives is not None:
            return Figure.unknown(gives)
        digits = min(figure.digits, _WHOLE_DIGITS) if name in ("INT", "FIX") else figure.digits
        return Figure(figure.type, number_of(digits))
    if name in _OF_TEXT:
        cost, gives = _OF_TEXT[name]
        walk.total += cost
        return Figure.unknown(gives)
    if name in _MAKES_TEXT:
        return _text(walk, name, figure)
    if name == "VPEEK":
        walk.of_address(figure, walk.costs.vram_address)
        walk.total += walk.costs.vpeek
    elif name in _ADDRESSED:
        walk.of_address(figure)
        walk.total += _ADDRESSED[name]
    else:
        walk.of_byte(figure)
        walk.total += _OF_BYTE.get(name, _OTHER)
        if name in _MOSTLY_ZERO:
            return Figure(INTEGER, 0)
    return Figure.unknown(INTEGER)


def _text(walk: Walk, name: str, figure: Figure) -> Figure:
    cost, length = _MAKES_TEXT[name]
    if name == "SPACE$":
        length = _count(figure)
    if name != "STR$" or figure.type is STRING:
        walk.whole(figure, 0)
    else:
        walk.number_text(figure)
    walk.total += cost + _NEW_TEXT
    return walk.made(_NEW_CHARACTER, length)


def _left(walk: Walk, arguments: Sequence[tree.Expression]) -> Figure:
    """Add the cost of LEFT$."""
    return _part(walk, arguments, _LEFT, 1)


def _right(walk: Walk, arguments: Sequence[tree.Expression]) -> Figure:
    """Add the cost of RIGHT$."""
    return _part(walk, arguments, _RIGHT, 1)


def _middle(walk: Walk, arguments: Sequence[tree.Expression]) -> Figure:
    """Add the cost of MID$."""
    if len(arguments) > 2:
        walk.total += _MIDDLE_COUNT
    return _part(walk, arguments, _MIDDLE, 2)


def _part(walk: Walk, arguments: Sequence[tree.Expression], cost: int, counted: int) -> Figure:
    """Return a part of a string.

    Args:
        counted: Which argument is the length of the part.
    """
    walk.total += SYNTAX * 3 + cost
    length = 0
    for index, argument in enumerate(arguments):
        figure = walk.byte(argument) if index else walk.first(argument)
        if not index:
            length = figure.length
        elif index == counted:
            length = min(length, _count(figure))
    return walk.made(_COPIED_CHARACTER, length)


def _repeat(walk: Walk, arguments: Sequence[tree.Expression]) -> Figure:
    """Add the cost of STRING$."""
    walk.total += SYNTAX * 3 + _REPEAT
    length = _REPEATED
    for index, argument in enumerate(arguments):
        figure = walk.first(argument) if index else walk.byte(argument)
        if not index:
            length = _count(figure)
    return walk.made(_NEW_CHARACTER, length)


def _search(walk: Walk, arguments: Sequence[tree.Expression]) -> Figure:
    """Add the cost of INSTR."""
    walk.total += SYNTAX * (len(arguments) + 1) + _SEARCH
    for argument in arguments:
        figure = walk.first(argument)
        if figure.type is STRING:
            walk.total += _SEARCH_CHARACTER * figure.length
    return Figure.unknown(INTEGER)


def _reading(walk: Walk, node: tree.Reading) -> Figure:
    walk.total += _READINGS.get(node.name, _OTHER)
    if node.name == "INKEY$":
        return Figure(STRING, "")
    return Figure.unknown(SINGLE if node.name in ("TIME", "ERL") else INTEGER)


def _input_characters(walk: Walk, node: tree.InputCharacters) -> Figure:
    walk.total += SYNTAX * 2 + _INPUT
    walk.byte(node.count)
    walk.optional_byte(node.channel)
    return Figure(STRING, "x")


def _variable_pointer(walk: Walk, node: tree.VariablePointer) -> Figure:
    walk.total += SYNTAX * 2 + _POINTER
    walk.place(node.variable)
    return Figure(INTEGER, number_of(5))


def _file_pointer(walk: Walk, node: tree.FilePointer) -> Figure:
    walk.total += SYNTAX * 2 + _FILE_POINTER
    walk.byte(node.channel)
    return Figure(INTEGER, number_of(5))


def _point_colour(walk: Walk, node: tree.PointColour) -> Figure:
    walk.total += SYNTAX * 3 + _POINT + walk.costs.vpeek * 2
    walk.integer(node.x)
    walk.integer(node.y)
    return Figure.unknown(INTEGER)


def _sprite_pattern(walk: Walk, node: tree.SpritePattern) -> Figure:
    walk.total += BRACKETS + _PATTERN
    walk.byte(node.number)
    return Figure(STRING, "x" * 8)


def _machine_function(walk: Walk, node: tree.MachineFunction) -> Figure:
    walk.total += BRACKETS + _MACHINE
    return walk.first(node.argument)


def _user_function(walk: Walk, node: tree.UserFunction) -> Figure:
    key = names.of_function(node.name), walk.type_of(node.name, node.suffix)
    walk.total += names.name(walk.text, node.start, node.name, node.suffix) + _USER_FUNCTION
    walk.uses.variables.append((key, False))
    for argument in node.arguments:
        walk.first(argument)
        walk.total += _USER_ARGUMENT + SYNTAX
    return Figure.unknown(key[1])


def _count(figure: Figure) -> int:
    """Return a length that is given."""
    return max(0, min(int(figure.number), _LONGEST))


_OF_TEXT_PARTS: dict[str, Callable[[Any, Sequence[tree.Expression]], Figure]] = {
    "LEFT$": _left,
    "RIGHT$": _right,
    "MID$": _middle,
    "STRING$": _repeat,
    "INSTR": _search,
}
#: What adds each expression that the machine takes for a function.
ADDING: dict[type[tree.Expression], Callable[[Walk, Any], Figure]] = {
    tree.Function: _function,
    tree.Reading: _reading,
    tree.InputCharacters: _input_characters,
    tree.VariablePointer: _variable_pointer,
    tree.FilePointer: _file_pointer,
    tree.PointColour: _point_colour,
    tree.SpritePattern: _sprite_pattern,
    tree.MachineFunction: _machine_function,
    tree.UserFunction: _user_function,
}
