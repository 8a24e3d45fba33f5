"""Expressions, targets and points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.language import tree
from msxkit.language.build.parts import Parts, digit, line, missing, named, nodes
from msxkit.language.constants import ConstantOverflowError, pack_number, unpack
from msxkit.language.lexer import Terminal
from msxkit.language.precedence import Signed, climb


# The three that are made most take a terminal apart at once, which is quicker than to ask for its fields by name.
def _number(part: Terminal) -> tree.Expression:
    _, text, token, start, end, absent = part
    if absent:
        return missing(part)
    if token.number is not None:
        return tree.Number(start, end, token.number)
    try:
        return tree.Number(start, end, unpack(pack_number(text.encode("ascii"))))
    except ConstantOverflowError:
        # Plain digits are read when they are computed.
        largest = tree.Number(start, end, unpack(pack_number(b"1E62")))
        return tree.Binary(start, end, "*", largest, largest)


def _line_number(part: Terminal) -> tree.Expression:
    found = line(part)
    assert found is not None
    return found


def _string(part: Terminal) -> tree.Expression:
    _, text, _, start, end, _ = part
    return tree.String(start, end, text)


def _variable(part: Terminal) -> tree.Expression:
    _, text, _, start, end, absent = part
    if absent:
        return missing(part)
    if text[-1] in "$%!#":
        return tree.Variable(start, end, text[:-1], text[-1])
    return tree.Variable(start, end, text, "")


def _element(parts: Parts) -> tree.Expression:
    name, suffix = named(parts[0])
    subscripts = _closed(parts)
    return tree.Element(parts[0].start, parts[-1].end, name, suffix, subscripts)


def _closed(parts: Parts) -> tuple[tree.Expression, ...]:
    """Return the expressions of a rule that ends in a bracket; without the bracket one more is missing."""
    found = tuple(nodes(parts))
    if not parts[-1].missing or (found and isinstance(found[-1], tree.Missing)):
        return found
    return (*found, missing(parts[-1]))


def _parenthesis(parts: Parts) -> tree.Expression:
    start, inside, end = parts
    if end.missing:
        return missing(end, inside)
    return tree.Parenthesis(start.start, end.end, inside)


def _signed(parts: Parts) -> Signed:
    return Signed(parts[:-1], parts[-1])


def _single(part: tree.Expression | Signed) -> tree.Expression:
    return climb([part]) if isinstance(part, Signed) else part


def _binary(parts: Parts) -> tree.Expression:
    return climb(parts)


def _function(parts: Parts) -> tree.Expression:
    name, close = parts[0].text, parts[-1]
    if close.missing and name in _OF_BYTES:
        # The argument is converted before the bracket is looked for.
        return tree.Function(parts[0].start, close.end, name, (missing(close, parts[2], whole=True),))
    return tree.Function(parts[0].start, close.end, name, _closed(parts))


_OF_BYTES = frozenset(("BASE", "VDP"))


def _input_characters(parts: Parts) -> tree.Expression:
    count, *channel = _closed(parts)
    return tree.InputCharacters(parts[0].start, parts[-1].end, count, channel[0] if channel else None)


def _variable_pointer(parts: Parts) -> tree.Expression:
    target = parts[2]
    if parts[-1].missing and not isinstance(target, tree.Missing):
        return missing(parts[-1])
    return tree.VariablePointer(parts[0].start, parts[-1].end, target)


def _file_pointer(parts: Parts) -> tree.Expression:
    channel = missing(parts[-1], parts[3]) if parts[-1].missing else parts[3]
    return tree.FilePointer(parts[0].start, parts[-1].end, channel)


def _sprite_pattern(parts: Parts) -> tree.Expression:
    number = missing(parts[-1], parts[2]) if parts[-1].missing else parts[2]
    return tree.SpritePattern(parts[0].start, parts[-1].end, number)


def _reading(part: Terminal) -> tree.Expression:
    return tree.Reading(part.start, part.end, part.text)


def _point_colour(parts: Parts) -> tree.Expression:
    x, y = nodes(parts)
    if parts[-1].missing:
        y = missing(parts[-1], y)
    return tree.PointColour(parts[0].start, parts[-1].end, parts[1].type == "STEP", x, y)


def _machine_function(parts: Parts) -> tree.Expression:
    argument = missing(parts[-1], parts[-2]) if parts[-1].missing else parts[-2]
    return tree.MachineFunction(parts[0].start, parts[-1].end, digit(parts[1]), argument)


def _user_function(parts: Parts) -> tree.Expression:
    if parts[1].missing:
        return missing(parts[1])
    name, suffix = named(parts[1])
    arguments = _closed(parts) if len(parts) > 2 else ()
    return tree.UserFunction(parts[0].start, parts[-1].end, name, suffix, arguments)


def _point(parts: Parts) -> tree.Point:
    x, y = nodes(parts)
    if parts[-1].missing:
        y = missing(parts[-1], y, whole=True)
    return tree.Point(parts[0].start, parts[-1].end, parts[0].type == "STEP", x, y)


def _area(parts: Parts) -> tree.Area:
    first, last, *page = nodes(parts)
    return tree.Area(first.start, parts[-1].end, first, last, page[0] if page else None)


BUILDERS: dict[str, Callable[[list[Any]], Any]] = {
    "element": _element,
    "parenthesis": _parenthesis,
    "signed": _signed,
    "binary": _binary,
    "function": _function,
    "input_characters": _input_characters,
    "variable_pointer": _variable_pointer,
    "file_pointer": _file_pointer,
    "sprite_pattern": _sprite_pattern,
    "point_colour": _point_colour,
    "machine_function": _machine_function,
    "user_function": _user_function,
    "point": _point,
    "area": _area,
}
BUILDERS_OF_ONE: dict[str, Callable[[Any], Any]] = {
    "number": _number,
    "line_number": _line_number,
    "string": _string,
    "variable": _variable,
    "single": _single,
    "reading": _reading,
}
