"""A line's tree becomes its blocks; every statement is lowered by the function that its class has."""

from __future__ import annotations

from collections.abc import Sequence

from msxkit.basictype import BasicType
from msxkit.language import tree
from msxkit.language.parser import parse
from msxkit.language.scanner import Kind
from msxkit.program.layout import Layout, Line
from msxkit.program.lower.block import BlockLowering
from msxkit.program.lower.display import DISPLAY_STATEMENTS
from msxkit.program.lower.files import FILE_STATEMENTS
from msxkit.program.lower.flow import FLOW_STATEMENTS
from msxkit.program.lower.graphics import GRAPHIC_STATEMENTS
from msxkit.program.lower.screen import SCREEN_STATEMENTS
from msxkit.program.lower.text import LineText
from msxkit.program.lower.unfinished import UnfinishedError
from msxkit.program.lower.variables import VARIABLE_STATEMENTS
from msxkit.program.model import Branch, Fail, LineModel

_OUT_OF_MEMORY = 7
_STATEMENTS = {
    **VARIABLE_STATEMENTS,
    **FLOW_STATEMENTS,
    **SCREEN_STATEMENTS,
    **DISPLAY_STATEMENTS,
    **GRAPHIC_STATEMENTS,
    **FILE_STATEMENTS,
}


def lower_line(layout: Layout, line: Line, types: Sequence[BasicType]) -> LineModel:
    """Return the blocks of a line.

    Args:
        types: Default type of each letter, A first.
    """
    lowering = _LineLowering(LineText(layout, line), types)
    lowering.lower(parse(line.stored.tokens))
    return LineModel(line.number, line.start, tuple(lowering.blocks), tuple(lowering.functions))


class _LineLowering(BlockLowering):
    def lower(self, statements: Sequence[tree.Statement]) -> None:
        text = self.text
        first = text.line.start
        if not statements:
            self._empty(first, text.next_line)
            return
        if isinstance(statements[0], tree.Else):
            # The run passes over it, whatever colons stand before it.
            self._empty(first, text.next_line)
        elif (begins := text.begins(self.at(statements[0]))) != first:
            # Colons at the start of the line.
            self._empty(first, begins)
        self._all(statements)

    def _empty(self, offset: int, target: int) -> None:
        self.statement = offset
        self.begin(offset)
        self.idle = True
        self.go(target)

    def _all(self, statements: Sequence[tree.Statement]) -> None:
        """Lower statements one after the other, each at its own offset."""
        for statement in statements:
            self.statement = self.text.begins(self.at(statement))
            if isinstance(statement, tree.Else):
                # The run passes over it, so what stands there is nobody's.
                self._all(statement.branch.statements)
            else:
                self._one(statement, self.statement)

    def _one(self, statement: tree.Statement, offset: int) -> None:
        """Lower a statement as the block of an offset."""
        if isinstance(statement, tree.If):
            self._if(statement, offset)
            return
        self.begin(offset)
        self._body(statement)

    def _body(self, statement: tree.Statement) -> None:
        text = self.text
        self.pending.clear()
        self.fault = statement.fault
        try:
            _STATEMENTS[type(statement)](self, statement)
            if self.open:
                self.require_end()
                self.go(text.next_from(self.at_end(statement)))
        except UnfinishedError as unfinished:
            if not self.open:
                self.begin(text.inside(self.at_end(statement)), first=False)
            self.give_up(unfinished.fail)
        except RecursionError:
            self.give_up(Fail(_OUT_OF_MEMORY))

    def at_end(self, node: tree.Node) -> int:
        """Return the offset behind a node."""
        return self.start + node.end

    # IF

    def _if(self, statement: tree.If, offset: int) -> None:
        text = self.text
        owner = self.statement
        self.begin(offset)
        self.pending.clear()
        self.fault = statement.fault
        try:
            condition = self.number(statement.condition)
        except UnfinishedError as unfinished:
            self.give_up(unfinished.fail)
            # Nothing of it is run, but RESUME NEXT goes on behind the next colon.
            self._all(statement.then.statements)
            if statement.otherwise is not None:
                self._all(statement.otherwise.statements)
            return
        word = self._then(statement)
        otherwise = text.otherwise(word + 1)
        then = text.after_word(word)
        if statement.goto and not text.is_line(word + 1):
            then = text.target(0)
        self.finish(Branch(condition, then, otherwise))
        first = statement.then.statements[:1]
        if first and statement.then.line is None and isinstance(then, int) and then == self.at(first[0]):
            # The statement right behind THEN belongs to the IF: RESUME repeats that.
            self._one(first[0], then)
            self._all(statement.then.statements[1:])
        else:
            self._all(statement.then.statements)
        if statement.otherwise is not None:
            self.statement = owner
            self._behind_else(statement.otherwise)

    def _then(self, statement: tree.If) -> int:
        """Return the token of THEN or GOTO."""
        index = self.text.index_at(self.at_end(statement.condition))
        tokens = self.text.tokens
        while not (tokens[index].kind is Kind.KEYWORD and tokens[index].text in ("THEN", "GOTO")):
            index += 1
        return index

    def _behind_else(self, branch: tree.Branch) -> None:
        first = branch.statements[:1]
        if first and branch.line is None and self.text.begins(self.at(first[0])) == self.at(first[0]):
            self._one(first[0], self.at(first[0]))
            self._all(branch.statements[1:])
        else:
            self._all(branch.statements)
