"""What a statement costs before anything is known of the values it meets.

A statement costs what reading its text costs, what its expressions cost, and what its handler does. The run loop takes
its share for each statement, and more at the end of a line. What depends on the run is left to it: where a variable
lies, whether a line number has been looked up before, which way IF and NEXT go, and how much is printed or drawn.
Sources: The MSX Red Book, 4524h to 7BE2h; figures (T-states) fitted to the recordings in tests/timing.
"""

from __future__ import annotations

from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING
from msxkit.decimal14 import Number
from msxkit.language import tree
from msxkit.language.tree.entry import ADDRESS, Part
from msxkit.language.vocabulary import ENTRIES
from msxkit.timing import flow, names
from msxkit.timing.printing import ROW
from msxkit.timing.reading import byte_at, fetch, next_byte, read, skip
from msxkit.timing.statement import COLON, EMPTY, PASSED, CostedText, StatementCost
from msxkit.timing.walk import FIRST_CONSTANT, STORE, SYNTAX, Walk, WalkUses

_LET = 1188
#: PRINT besides what it prints: a string, a number by its type; the end of the row.
_PRINT, _PRINT_STRING, _PRINT_END, _PRINT_OPEN = 585, 1200, 179, 345
_PRINT_NUMBER = {INTEGER: 3887, SINGLE: 1090, DOUBLE: 1070}
#: PRINT USING: a blank before a number of less than two digits.
_BLANK_SHOWN = 682
#: A string of the program; one that is newly made.
_PRINT_TEXT, _PRINT_NEW = 129, 16
_USING, _CHANNEL = 14_538, 4000
_SEMICOLON, _COMMA, _TAB = 101, 1234, 363
_READ, _READ_STRING = 1199, 552
_DIM, _DIM_NEXT, _SWAP_BYTE, _MID, _MID_CHARACTER, _DEF_FN = 150, 55, 141, 3000, 41, 1069
#: What the handler of a statement takes, by the class of the tree.
_OWN = {node: entry.cost for entry in ENTRIES if entry.cost is not None for node in entry.nodes}
#: The figure of `Costs` that is added, or what the operation of the statement adds in each screen mode.
FIGURES: dict[type[tree.Node] | None, str] = {
    node: entry.figure for entry in ENTRIES for node in entry.nodes if entry.figure
}
_OTHER = 1000


def statement_cost(line: CostedText, node: tree.Statement) -> StatementCost:
    """Return the cost of a statement, to which its search for variables is to be added."""
    walk = line.walk()
    found = StatementCost(0, walk.uses)
    try:
        if node.fault is None:
            _HANDLERS.get(type(node), _plain)(line, walk, node, found)
        else:
            walk.total += _OTHER + line.read(node)
            if isinstance(node, tree.Let) and isinstance(node.target, tree.Variable):
                # The variable is made before what stands after it is read.
                walk.place(node.target)
    except RecursionError:
        # Nested deeper than the run can compute it: the machine is out of memory, too.
        return StatementCost(_OTHER, WalkUses())
    empties, found.tail = line.empties(node.end)
    found.weighed = walk.weighed
    found.total = walk.total + empties + (found.tail.cost if found.tail is not None else 0)
    return found


def _plain(line: CostedText, walk: Walk, node: tree.Statement, _found: StatementCost) -> None:
    walk.total += _OWN.get(type(node), _OTHER) + line.through(node)
    figure = getattr(line.costs, FIGURES.get(type(node), ""), 0)
    walk.total += figure if isinstance(figure, int) else 0
    if tree.taking(node, Part.LAST):
        walk.total += walk.character(node.end)
    addresses, of_video = tree.taking(node, ADDRESS), tree.taking(node, Part.VIDEO_POKED)
    for part in tree.parts(node):
        if part in addresses and isinstance(part, tree.Expression):
            walk.address(part)
        elif part in of_video and isinstance(part, tree.Expression):
            walk.address(part, line.costs.vram_address)
        else:
            _operand(line, walk, part)


def _operand(line: CostedText, walk: Walk, node: tree.Node) -> None:
    if isinstance(node, tree.Expression):
        walk.byte(node)
    elif isinstance(node, tree.Point):
        walk.total += SYNTAX * 3
        walk.integer(node.x)
        walk.integer(node.y)
    elif not isinstance(node, tree.Statement):
        for part in tree.parts(node):
            _operand(line, walk, part)


def _let(line: CostedText, walk: Walk, node: tree.Let, _found: StatementCost) -> None:
    walk.total += _LET + line.through(node)
    walk.assign(node.target, node.value)


def _remark(line: CostedText, walk: Walk, node: tree.Remark, _found: StatementCost) -> None:
    start = line.begin(node)
    word = next_byte(line.text, start)
    if byte_at(line.text, word) == COLON:
        # The colon that an apostrophe brings along.
        walk.total += EMPTY
        word += 1
    walk.total += line.passed(word) + fetch(line.text, start) - walk.character(start)


def _data(line: CostedText, walk: Walk, node: tree.Data, _found: StatementCost) -> None:
    start = line.begin(node)
    cost, end = skip(line.text, next_byte(line.text, start) + 1)
    walk.total += PASSED + fetch(line.text, start) + cost + line.line_end(end)


def _else(line: CostedText, walk: Walk, node: tree.Else, _found: StatementCost) -> None:
    walk.total += line.passed(next_byte(line.text, node.start + 1))


# Printing and reading


def _print(line: CostedText, walk: Walk, node: tree.Print, _found: StatementCost) -> None:
    walk.total += _PRINT + line.through(node)
    if not node.items:
        walk.total += walk.character(node.end)
    elif isinstance(node.items[0], tree.Number):
        walk.total += FIRST_CONSTANT
    else:
        walk.total += walk.character(node.items[0].start)
    if node.channel is not None:
        walk.byte(node.channel)
        walk.total += _CHANNEL
    for item in node.items:
        if isinstance(item, tree.PrintSemicolon):
            walk.total += _SEMICOLON
        elif isinstance(item, tree.PrintComma):
            walk.total += _COMMA
        elif isinstance(item, tree.PrintTab):
            walk.total += _TAB + SYNTAX
            walk.byte(item.column)
        elif isinstance(item, tree.PrintSpaces):
            walk.total += _TAB + SYNTAX
            walk.byte(item.count)
        elif isinstance(item, tree.PrintUsing):
            walk.total += _USING + SYNTAX
            figure = walk.first(item.format)
            for value in item.values:
                shown = walk.first(value)
                if shown.type is not STRING:
                    walk.weigh(_narrow, shown)
            shown_each = _USING + line.costs.character[0] * figure.length
            walk.total += shown_each * max(len(item.values), 1) - _USING
            walk.total += 0 if item.open else ROW
        elif isinstance(item, tree.Expression):
            figure = walk.first(item)
            if figure.type is STRING:
                walk.total += _PRINT_STRING + _PRINT_TEXT * isinstance(item, tree.String)
                walk.total += _PRINT_NEW * isinstance(item, tree.Function | tree.Binary)
            else:
                walk.total += _PRINT_NUMBER[figure.type]
                walk.number_text(figure)
    last = node.items[-1] if node.items else None
    if last is not None and not isinstance(last, tree.PrintSemicolon | tree.PrintComma):
        walk.total += _PRINT_END + walk.character(node.end)
    elif isinstance(last, tree.PrintSemicolon):
        walk.total += _PRINT_OPEN


def _narrow(x: Number) -> int:
    """Return the digits before the point that a PRINT USING picture of two or three has too many."""
    return _BLANK_SHOWN * ((-10 < x < 10) + (-1 < x < 1))


def _read_data(line: CostedText, walk: Walk, node: tree.Read, _found: StatementCost) -> None:
    walk.total += _READ + line.through(node)
    for target in node.targets:
        type_ = walk.place(target)
        walk.total += STORE[type_]
        if type_ is STRING:
            walk.total += _READ_STRING


def _swap(line: CostedText, walk: Walk, node: tree.Swap, _found: StatementCost) -> None:
    walk.total += _OWN[tree.Swap] + SYNTAX + line.through(node)
    type_ = walk.place(node.first)
    walk.place(node.second)
    walk.total += _SWAP_BYTE * (type_.size - STRING.size)


def _dim(line: CostedText, walk: Walk, node: tree.Dim, _found: StatementCost) -> None:
    walk.total += _DIM + line.through(node)
    for index, target in enumerate(node.targets):
        walk.total += _DIM_NEXT if index else 0
        if isinstance(target, tree.Element):
            walk.element(target)
            walk.total -= names.place(len(target.subscripts))
        else:
            walk.expression(target)


def _erase(line: CostedText, walk: Walk, node: tree.Erase, _found: StatementCost) -> None:
    walk.total += _OWN[tree.Erase] + line.through(node)
    for target in node.arrays:
        if isinstance(target, tree.Variable):
            walk.total += names.name(line.text, target.start, target.name, target.suffix)
            walk.uses.arrays.append(walk.key(target))


def _def_fn(line: CostedText, walk: Walk, node: tree.DefFn, found: StatementCost) -> None:
    # No call is recorded; the machine computes the body as it computes any expression.
    called = line.walk()
    called.first(node.body)
    found.body = called.total + read(line.text, node.body.start, node.body.end)
    name = node.name
    key = names.of_function(name.name), walk.type_of(name.name, name.suffix)
    walk.total += _DEF_FN + names.name(line.text, name.start, name.name, name.suffix)
    walk.uses.variables.append((key, True))
    start = line.begin(node)
    for parameter in node.parameters:
        walk.total += SYNTAX
        if isinstance(parameter, tree.Variable):
            walk.variable(parameter, target=True)
    walk.total += SYNTAX
    body = node.body.start
    walk.total += read(line.text, start, body)
    passed, end = skip(line.text, body)
    walk.total += passed + line.line_end(end)


def _mid(line: CostedText, walk: Walk, node: tree.MidLet, _found: StatementCost) -> None:
    walk.total += _MID + SYNTAX * 4 + line.through(node)
    walk.place(node.target)
    walk.byte(node.first)
    walk.optional_byte(node.count)
    figure = walk.first(node.value)
    walk.total += _MID_CHARACTER * figure.length


_HANDLERS: dict[type[tree.Statement], flow.Handler] = {
    tree.Let: _let,
    tree.Remark: _remark,
    tree.Data: _data,
    tree.Else: _else,
    **flow.HANDLERS,
    tree.Print: _print,
    tree.Read: _read_data,
    tree.Swap: _swap,
    tree.Dim: _dim,
    tree.Erase: _erase,
    tree.DefFn: _def_fn,
    tree.MidLet: _mid,
}
