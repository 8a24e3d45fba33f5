"""What a statement costs before anything is known of the values it meets.

A statement costs what reading its text costs, what its expressions cost, and what its handler does. The run loop takes
its share for each statement, and more at the end of a line. What depends on the run is left to it: where a variable
lies, whether a line number has been looked up before, which way IF and NEXT go, and how much is printed or drawn.
Sources: The MSX Red Book, 4524h to 7BE2h; figures (T-states) fitted to the recordings in tests/timing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.language import tree
from msxkit.timing import names
from msxkit.timing.expressions import ExpressionWalk
from msxkit.timing.flow import FlowWalk
from msxkit.timing.printing import ROW
from msxkit.timing.reading import byte_at, fetch, next_byte, read, skip
from msxkit.timing.statement import COLON, EMPTY, PASSED, StatementCost
from msxkit.timing.walk import FIRST_CONSTANT, SYNTAX, Uses

_LET = 1188
_STORE = {INTEGER: 182, STRING: 800, SINGLE: 279, DOUBLE: 618}
#: PRINT beside what it prints: a string, a number by its type; the end of the row.
_PRINT, _PRINT_STRING, _PRINT_END, _PRINT_OPEN = 585, 1200, 179, 345
_PRINT_NUMBER = {INTEGER: 3887, SINGLE: 1090, DOUBLE: 1070}
#: A string of the program; one that is newly made.
_PRINT_TEXT, _PRINT_NEW = 129, 16
_USING, _CHANNEL = 14_538, 4000
_SEMICOLON, _COMMA, _TAB = 101, 1234, 363
_READ, _READ_STRING = 1199, 552
_DIM, _DIM_NEXT, _SWAP_BYTE, _MID, _MID_CHARACTER, _DEF_FN = 150, 55, 141, 3000, 41, 1069
_SIMPLE = {
    tree.Restore: 508,
    tree.End: -141,
    tree.Stop: 1800,
    tree.Cls: 0,
    tree.Beep: 0,
    tree.KeyDisplay: 3577,
    tree.Trace: 200,
    tree.Color: 300,
    tree.Locate: 5860,
    tree.Screen: 500,
    tree.Width: 500,
    tree.Sound: 683,
    tree.Poke: 846,
    tree.Vpoke: 200,
    tree.Out: 184,
    tree.Swap: 1768,
    tree.Erase: 1306,
    tree.Clear: 6770,
    tree.Draw: -3000,
    tree.Play: 2500,
    tree.Pset: 1800,
    tree.DrawLine: 0,
    tree.Circle: 30000,
    tree.Paint: 5000,
    tree.PutSprite: 0,
    tree.SetSprite: 28000,
}
_OTHER = 1000


class StatementWalk(FlowWalk):
    """Costs of the statements of a line."""

    def cost(self, node: tree.Statement) -> StatementCost:
        """Return the cost of a statement, to which its search for variables is to be added."""
        walk = self.walk()
        found = StatementCost(0, walk.uses)
        try:
            if node.fault is None:
                _HANDLERS.get(type(node), StatementWalk._plain)(self, walk, node, found)
            else:
                walk.total += _OTHER + self.read(node)
                if isinstance(node, tree.Let) and isinstance(node.target, tree.Variable):
                    # The variable is made before what stands after it is read.
                    walk.place(node.target)
        except RecursionError:
            # Nested deeper than the run can compute it: the machine is out of memory, too.
            return StatementCost(_OTHER, Uses())
        empties, found.tail = self.empties(node.end)
        found.operands = walk.operands
        found.total = walk.total + empties + (found.tail.cost if found.tail is not None else 0)
        return found

    def _plain(self, walk: ExpressionWalk, node: tree.Statement, _found: StatementCost) -> None:
        walk.total += _SIMPLE.get(type(node), _OTHER) + self.through(node)
        if isinstance(node, tree.PutSprite):
            walk.total += self.costs.put_sprite
        for part in tree.parts(node):
            self._operand(walk, part)

    def _operand(self, walk: ExpressionWalk, node: tree.Node) -> None:
        if isinstance(node, tree.Expression):
            walk.byte(node)
        elif isinstance(node, tree.Point):
            walk.total += SYNTAX * 3
            walk.integer(node.x)
            walk.integer(node.y)
        elif not isinstance(node, tree.Statement):
            for part in tree.parts(node):
                self._operand(walk, part)

    def _let(self, walk: ExpressionWalk, node: tree.Let, _found: StatementCost) -> None:
        walk.total += _LET + self.through(node)
        self.assign(walk, node.target, node.value)

    def assign(self, walk: ExpressionWalk, target: tree.Expression, value: tree.Expression) -> BasicType:
        """Add `target = value`. Return the target's type."""
        type_ = walk.place(target)
        walk.total += SYNTAX
        figure = walk.first(value)
        walk.converted(figure, type_)
        walk.total += _STORE[type_]
        return type_

    def _remark(self, walk: ExpressionWalk, node: tree.Remark, _found: StatementCost) -> None:
        start = self.begin(node)
        word = next_byte(self.text, start)
        if byte_at(self.text, word) == COLON:
            # The colon that an apostrophe brings along.
            walk.total += EMPTY
            word += 1
        walk.total += self.passed(word) + fetch(self.text, start) - walk.character(start)

    def _data(self, walk: ExpressionWalk, node: tree.Data, _found: StatementCost) -> None:
        start = self.begin(node)
        cost, end = skip(self.text, next_byte(self.text, start) + 1)
        walk.total += PASSED + fetch(self.text, start) + cost + self.line_end(end)

    def _else(self, walk: ExpressionWalk, node: tree.Else, _found: StatementCost) -> None:
        walk.total += self.passed(next_byte(self.text, node.start + 1))

    # Printing and reading

    def _print(self, walk: ExpressionWalk, node: tree.Print, _found: StatementCost) -> None:
        walk.total += _PRINT + self.through(node)
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
                    walk.weigh(0, "narrow", shown.code if shown.type is not STRING else None)
                shown_each = _USING + self.costs.character[0] * figure.length
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

    def _read_data(self, walk: ExpressionWalk, node: tree.Read, _found: StatementCost) -> None:
        walk.total += _READ + self.through(node)
        for target in node.targets:
            type_ = walk.place(target)
            walk.total += _STORE[type_]
            if type_ is STRING:
                walk.total += _READ_STRING

    def _swap(self, walk: ExpressionWalk, node: tree.Swap, _found: StatementCost) -> None:
        walk.total += _SIMPLE[tree.Swap] + SYNTAX + self.through(node)
        type_ = walk.place(node.first)
        walk.place(node.second)
        walk.total += _SWAP_BYTE * (type_.size - STRING.size)

    def _dim(self, walk: ExpressionWalk, node: tree.Dim, _found: StatementCost) -> None:
        walk.total += _DIM + self.through(node)
        for index, target in enumerate(node.targets):
            walk.total += _DIM_NEXT if index else 0
            if isinstance(target, tree.Element):
                walk.element(target)
                walk.total -= names.place(len(target.subscripts))
            else:
                walk.expression(target)

    def _erase(self, walk: ExpressionWalk, node: tree.Erase, _found: StatementCost) -> None:
        walk.total += _SIMPLE[tree.Erase] + self.through(node)
        for target in node.arrays:
            if isinstance(target, tree.Variable):
                walk.total += names.name(self.text, target.start, target.name, target.suffix)
                walk.uses.arrays.append(walk.key(target))

    def _def_fn(self, walk: ExpressionWalk, node: tree.DefFn, found: StatementCost) -> None:
        # No call is recorded; the machine computes the body as it computes any expression.
        called = self.walk()
        called.first(node.body)
        found.body = called.total + read(self.text, node.body.start, node.body.end)
        name = node.name
        key = names.of_function(name.name), walk.type_of(name.name, name.suffix)
        walk.total += _DEF_FN + names.name(self.text, name.start, name.name, name.suffix)
        walk.uses.variables.append((key, True))
        start = self.begin(node)
        for parameter in node.parameters:
            walk.total += SYNTAX
            if isinstance(parameter, tree.Variable):
                walk.variable(parameter, target=True)
        walk.total += SYNTAX
        body = node.body.start
        walk.total += read(self.text, start, body)
        passed, end = skip(self.text, body)
        walk.total += passed + self.line_end(end)

    def _mid(self, walk: ExpressionWalk, node: tree.MidLet, _found: StatementCost) -> None:
        walk.total += _MID + SYNTAX * 4 + self.through(node)
        walk.place(node.target)
        walk.byte(node.first)
        walk.optional_byte(node.count)
        figure = walk.first(node.value)
        walk.total += _MID_CHARACTER * figure.length

    def _poke(
        self, walk: ExpressionWalk, node: tree.Poke | tree.Vpoke | tree.Out, _found: StatementCost
    ) -> None:
        address = node.port if isinstance(node, tree.Out) else node.address
        walk.total += _SIMPLE[type(node)] + SYNTAX + self.through(node)
        if isinstance(node, tree.Vpoke):
            walk.address(address, self.costs.vram_address)
            walk.total += self.costs.vpoke
        else:
            walk.address(address)
        walk.byte(node.value)

    def _locate(self, walk: ExpressionWalk, node: tree.Locate | tree.Color, _found: StatementCost) -> None:
        walk.total += _SIMPLE[type(node)] + self.through(node) + walk.character(node.end)
        for part in tree.parts(node):
            if isinstance(part, tree.Expression):
                walk.byte(part)
        if isinstance(node, tree.Color):
            walk.total += self.costs.colour


_HANDLERS: dict[type[tree.Statement], Callable[[Any, ExpressionWalk, Any, StatementCost], None]] = {
    tree.Let: StatementWalk._let,
    tree.Remark: StatementWalk._remark,
    tree.Data: StatementWalk._data,
    tree.Else: StatementWalk._else,
    tree.If: StatementWalk.if_,
    tree.Goto: StatementWalk.goto,
    tree.Gosub: StatementWalk.gosub,
    tree.Return: StatementWalk.return_,
    tree.OnGoto: StatementWalk.on,
    tree.OnGosub: StatementWalk.on,
    tree.For: StatementWalk.for_,
    tree.Next: StatementWalk.next,
    tree.Print: StatementWalk._print,
    tree.Read: StatementWalk._read_data,
    tree.Swap: StatementWalk._swap,
    tree.Dim: StatementWalk._dim,
    tree.Erase: StatementWalk._erase,
    tree.DefFn: StatementWalk._def_fn,
    tree.MidLet: StatementWalk._mid,
    tree.Poke: StatementWalk._poke,
    tree.Vpoke: StatementWalk._poke,
    tree.Out: StatementWalk._poke,
    tree.Locate: StatementWalk._locate,
    tree.Color: StatementWalk._locate,
}
