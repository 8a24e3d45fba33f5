"""What jumps, conditions and loops cost.

Sources: The MSX Red Book, 4524h to 4B3Ah, 6527h; figures (T-states) fitted to the recordings in tests/timing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeAlias

from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.language import tree
from msxkit.language.tokens import LINE_NUMBER, POINTER
from msxkit.timing import names
from msxkit.timing.figure import Figure
from msxkit.timing.reading import (
    CONSTANTS,
    END,
    LENGTHS,
    READ,
    SKIPPED,
    byte_at,
    fetch,
    next_byte,
    read,
    skip,
)
from msxkit.timing.stack import RETURNED, STEP_ADDED, returned, stepped
from msxkit.timing.statement import ELSE, NEXT_LINE, CostedText, StatementCost, WayOut
from msxkit.timing.walk import SYNTAX, Walk

_IF, _TRUE, _FALSE, _CLAUSE = 1034, 141, 9, 19
_ELSE_FOUND, _ELSE_MISSING, _COLON_PASSED, _NUMBER_PASSED = 132, 449, 4, -266
#: A jump whose line has been looked up before: to the address that stands in the text (and takes longer to be read than
#: the line number that stood there).
_JUMP, _GOTO, _GOSUB = 394, 456, 266
#: What a GOSUB whose line is known takes more than a GOTO.
_KNOWN_GOSUB = 435
#: A jump whose line is looked up: forwards from the next line, or from the first line.
_LOOK_UP, _FORWARDS, _FROM_START = 773, 661, 413
_ON, _ON_FIRST, _ON_EACH, _ON_GOSUB = 32, 163, 880, 209
_FOR = 1812
_LIMIT = {INTEGER: 282, SINGLE: 150, DOUBLE: 89}
_STEP = {INTEGER: 282, SINGLE: 150, DOUBLE: 136}
_LOOP_MADE = {INTEGER: 462, SINGLE: -194, DOUBLE: -519}
_NEXT, _UNNAMED, _NAMED, _AGAIN, _ENDED, _COMMA = 718, 29, 457, 310, 328, 291
_IF_TOKEN, _FUNCTION, _QUOTE, _PAUSE = 0x8B, 0xFF, 0x22, 0x2C


def _jump(line: CostedText, node: tree.LineReference | None) -> WayOut:
    """Return the cost of a jump to a line number: when it has been looked up before, and what the first
    time adds.
    """
    if node is None:
        return WayOut()
    behind = fetch(line.text, node.end)
    if node.line > line.number:
        passed, _ = skip(line.text, node.end, line=True)
        search = _LOOK_UP + _FORWARDS + passed
    else:
        search = _LOOK_UP + _FROM_START
    search += line.lines.search(line.number, node.line)
    return WayOut(_JUMP + behind, search - _JUMP)


def _goto(line: CostedText, walk: Walk, node: tree.Goto, found: StatementCost) -> None:
    way = _jump(line, node.target)
    walk.total += _GOTO + line.read(node) + way.cost
    found.first = way.first


def _gosub(line: CostedText, walk: Walk, node: tree.Gosub, found: StatementCost) -> None:
    way = _jump(line, node.target)
    walk.total += _GOSUB + line.read(node) + way.cost + _KNOWN_GOSUB
    found.first = way.first - _KNOWN_GOSUB


def _return(line: CostedText, walk: Walk, node: tree.Return, found: StatementCost) -> None:
    # The rest of the statement after the GOSUB is skipped.
    walk.total += RETURNED
    found.before = returned
    walk.total += line.read(node) + fetch(line.text, node.end) + END + SKIPPED + NEXT_LINE // 2


def _on(line: CostedText, walk: Walk, node: tree.OnGoto | tree.OnGosub, found: StatementCost) -> None:
    walk.byte(node.selector)
    word = next((target.start for target in node.targets if target is not None), node.end)
    walk.total += _ON + read(line.text, line.begin(node), word)
    found.head = walk.total
    found.words = tuple(_words(line, node, word))
    # Beyond the last line, what is left of the statement is skipped.
    count = len(node.targets)
    passed = _ON_FIRST + count * _ON_EACH + line.behind(node.end)
    walk.total += passed
    ways = []
    for index, target in enumerate(node.targets):
        way = _jump(line, target)
        taken = _ON_FIRST + index * _ON_EACH + _GOSUB + way.cost + _ON_GOSUB + CONSTANTS[POINTER]
        ways.append(WayOut(taken - passed, way.first))
    found.ways = tuple(ways)


def _words(line: CostedText, node: tree.OnGoto | tree.OnGosub, first: int) -> Iterator[int]:
    """Yield the offsets of GOTO or GOSUB, and of each comma after a line number."""
    text = line.text
    at = first
    while at > node.start and text[at - 1] in b" ":
        at -= 1
    yield at - 1
    for target in node.targets[:-1]:
        if target is not None:
            yield next_byte(text, target.end)
        else:
            yield at


# IF


def _if(line: CostedText, walk: Walk, node: tree.If, found: StatementCost) -> None:
    walk.total += _IF
    walk.first(node.condition)
    text = line.text
    word = next_byte(text, node.condition.end)
    if byte_at(text, word) == _PAUSE:
        word = next_byte(text, word + 1)
    clause = next_byte(text, word + 1)
    walk.total += line.read(node, clause) + READ[byte_at(text, clause)]
    target = node.then.line
    way = WayOut(_CLAUSE) if target is None else _jump(line, target)
    otherwise = _false(line, node, clause)
    walk.total += otherwise.cost
    found.first = otherwise.first
    found.ways = (WayOut(_TRUE + way.cost - otherwise.cost, way.first),)


def _false(line: CostedText, node: tree.If, clause: int) -> WayOut:
    """Return the cost of skipping to the ELSE of a false IF, or to the end of the line."""
    text = line.text
    cost = _FALSE
    if byte_at(text, clause) in (POINTER, LINE_NUMBER):
        cost += _NUMBER_PASSED
    depth, at = 1, clause
    while True:
        passed, end = skip(text, at)
        cost += passed
        depth += _ifs(text, at, end)
        if end >= len(text):
            return WayOut(cost + _ELSE_MISSING + NEXT_LINE)
        at = next_byte(text, end + 1)
        cost += _COLON_PASSED + fetch(text, end + 1)
        if byte_at(text, at) != ELSE:
            continue
        depth -= 1
        if not depth:
            break
    cost += _ELSE_FOUND + fetch(text, at + 1)
    otherwise = node.otherwise
    if otherwise is not None and otherwise.line is not None:
        way = _jump(line, otherwise.line)
        return WayOut(cost + way.cost, way.first)
    return WayOut(cost)


# Loops


def _for(line: CostedText, walk: Walk, node: tree.For, _found: StatementCost) -> None:
    walk.total += _FOR + line.through(node)
    type_ = walk.assign(node.variable, node.first)
    if type_ is STRING:
        return
    passed, _ = skip(line.text, node.first.end)
    walk.total += passed + SYNTAX
    _limit(walk, walk.first(node.last), type_, _LIMIT)
    if node.step is None:
        _limit(walk, Figure(INTEGER, 1, ""), type_, _STEP)
    else:
        walk.total += SYNTAX
        _limit(walk, walk.first(node.step), type_, _STEP)
    walk.total += _LOOP_MADE[type_]


def _next(line: CostedText, walk: Walk, node: tree.Next, found: StatementCost) -> None:
    walk.total += _NEXT + _AGAIN
    ended = _ENDED - _AGAIN + line.line_end(node.end)
    if not node.variables:
        walk.total += _UNNAMED + line.read(node) + fetch(line.text, node.end)
        walk.total += STEP_ADDED[DOUBLE]
        found.before = stepped
        found.ways = (WayOut(ended),)
        return
    first = node.variables[0]
    walk.total += line.read(node, first.end) + fetch(line.text, first.end) + _NAMED
    ways: list[int] = []
    for index, name in enumerate(node.variables):
        if not isinstance(name, tree.Variable):
            break
        part = line.walk() if index else walk
        type_ = part.variable(name)
        part.total += STEP_ADDED[type_]
        if not index:
            found.before = partial(stepped, name=names.python(part.key(name)))
        else:
            text = line.text
            more = read(text, name.start, name.end) + fetch(text, name.end)
            ways[-1] += part.total + _COMMA + _NAMED + more + names.FOUND
        ways.append(_ENDED)
    if ways:
        ways[-1] = ended
    found.ways = tuple(map(WayOut, ways))


def _limit(walk: Walk, figure: Figure, type_: BasicType, cost: dict[BasicType, int]) -> None:
    """Add the last value or step of a loop, in the type of its variable."""
    walk.converted(figure, type_)
    walk.total += cost[type_]


def _ifs(text: bytes, start: int, end: int) -> int:
    """Return how many IFs are skipped."""
    count = 0
    quoted = False
    while start < end:
        byte = text[start]
        if byte == _QUOTE:
            quoted = not quoted
        elif byte == _IF_TOKEN and not quoted:
            count += 1
        elif byte == _FUNCTION:
            start += 1
        start += 1 if quoted else LENGTHS.get(byte, 1)
    return count


#: Adds a statement to the walk, and notes what else it costs.
Handler: TypeAlias = Callable[[CostedText, Walk, Any, StatementCost], None]
HANDLERS: dict[type[tree.Statement], Handler] = {
    tree.If: _if,
    tree.Goto: _goto,
    tree.Gosub: _gosub,
    tree.Return: _return,
    tree.OnGoto: _on,
    tree.OnGosub: _on,
    tree.For: _for,
    tree.Next: _next,
}
