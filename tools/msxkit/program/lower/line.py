"""A line's tree becomes its blocks; every statement is lowered by the function that its class has."""

from __future__ import annotations

from collections.abc import Sequence

from msxkit.basic_errors import OUT_OF_MEMORY
from msxkit.basic_type import BasicType
from msxkit.carrying import Trait
from msxkit.language import tree
from msxkit.language.scanner import TokenKind
from msxkit.language.vocabulary import entry_of
from msxkit.program.layout import Layout, MemoryLine
from msxkit.program.lower.block import Lowering
from msxkit.program.lower.files import FILE_STATEMENTS
from msxkit.program.lower.flow import FLOW_STATEMENTS
from msxkit.program.lower.graphics import GRAPHIC_STATEMENTS
from msxkit.program.lower.plain import PLAIN_STATEMENTS
from msxkit.program.lower.screen import SCREEN_STATEMENTS
from msxkit.program.lower.text import LineText
from msxkit.program.lower.unfinished import UnfinishedError
from msxkit.program.lower.variables import VARIABLE_STATEMENTS
from msxkit.program.model import Branch, Fail, LineModel

_STATEMENTS = {
    **PLAIN_STATEMENTS,
    **VARIABLE_STATEMENTS,
    **FLOW_STATEMENTS,
    **SCREEN_STATEMENTS,
    **GRAPHIC_STATEMENTS,
    **FILE_STATEMENTS,
}


def lower_line(layout: Layout, line: MemoryLine, types: Sequence[BasicType]) -> LineModel:
    """Return the blocks of a line.

    Args:
        types: Default type of each letter, A first.
    """
    c = Lowering(LineText(layout, line), types)
    _Statements(c).lower(line.stored.statements)
    return LineModel(
        line.number, line.start, tuple(c.block.made), tuple(c.functions), tuple(c.values.sources)
    )


class _Statements:
    """Lowers the statements of a line one after the other."""

    def __init__(self, c: Lowering) -> None:
        self._c = c
        self._text, self._block, self._values = c.text, c.block, c.values

    def lower(self, statements: Sequence[tree.Statement]) -> None:
        text = self._text
        first = text.line.start
        if not statements:
            self._empty(first, text.next_line)
            return
        if isinstance(statements[0], tree.Else):
            # The run passes over it, whatever colons stand before it.
            self._empty(first, text.next_line)
        elif (begins := text.begins(self._text.at(statements[0]))) != first:
            # Colons at the start of the line.
            self._empty(first, begins)
        self._all(statements)

    def _empty(self, offset: int, target: int) -> None:
        self._block.statement = offset
        self._block.begin(offset)
        self._block.idle = True
        self._block.go(target)

    def _all(self, statements: Sequence[tree.Statement]) -> None:
        """Lower statements one after the other, each at its own offset."""
        for statement in statements:
            self._block.statement = self._text.begins(self._text.at(statement))
            if isinstance(statement, tree.Else):
                # The run skips it, so its statements do not belong to the program.
                self._all(statement.branch.statements)
            else:
                self._one(statement, self._block.statement)

    def _one(self, statement: tree.Statement, offset: int) -> None:
        """Lower a statement as the block of an offset."""
        if isinstance(statement, tree.If):
            self._if(statement, offset)
            return
        self._block.begin(offset)
        self._body(statement)

    def _body(self, statement: tree.Statement) -> None:
        text = self._text
        try:
            self._c.begin(statement)
            _STATEMENTS[type(statement)](self._c, statement)
            if self._block.open:
                self._look_for_number(statement)
                self._c.require_end()
                self._block.go(text.next_from(self._text.behind(statement)))
        except UnfinishedError as unfinished:
            if not self._block.open:
                self._block.begin(text.inside(self._text.behind(statement)), first=False)
            self._block.give_up(unfinished.fail)
        except RecursionError:
            self._block.give_up(Fail(OUT_OF_MEMORY))

    def _look_for_number(self, statement: tree.Statement) -> None:
        """Give a number that stands behind a statement a block of its own.

        The machine has read it already, and looks for the next statement behind the number that it read last. RESUME
        NEXT so goes on behind the last number of the handler (tests/corpus, class `faulty`).
        """
        fault = statement.fault
        behind = (
            fault is not None and fault.found == "a number" and "the end of the statement" in fault.expected
        )
        entry = entry_of(statement)
        if not behind or (entry is not None and Trait.LOOKS in (entry.traits or Trait.QUICK)):
            return
        self._block.split(self._text.behind(statement))
        self._block.following = self._text.behind_last_number()

    # IF

    def _if(self, statement: tree.If, offset: int) -> None:
        text = self._text
        owner = self._block.statement
        self._block.begin(offset)
        self._c.begin(statement)
        try:
            condition = self._values.number(statement.condition)
        except UnfinishedError as unfinished:
            self._block.give_up(unfinished.fail)
            # Nothing of it is run, but RESUME NEXT goes on after the next colon.
            self._all(statement.then.statements)
            if statement.otherwise is not None:
                self._all(statement.otherwise.statements)
            return
        word = self._then(statement)
        otherwise = text.otherwise(word + 1)
        then = text.after_word(word)
        if statement.goto and not text.is_line(word + 1):
            then = text.unnumbered()
        self._block.finish(Branch(condition, then, otherwise))
        first = statement.then.statements[:1]
        if (
            first
            and statement.then.line is None
            and isinstance(then, int)
            and then == self._text.at(first[0])
        ):
            # The statement right after THEN belongs to the IF: RESUME repeats that.
            self._one(first[0], then)
            self._all(statement.then.statements[1:])
        else:
            self._all(statement.then.statements)
        if statement.otherwise is not None:
            self._block.statement = owner
            self._behind_else(statement.otherwise)

    def _then(self, statement: tree.If) -> int:
        """Return the token of THEN or GOTO."""
        index = self._text.index_at(self._text.behind(statement.condition))
        tokens = self._text.tokens
        while not (tokens[index].kind is TokenKind.KEYWORD and tokens[index].text in ("THEN", "GOTO")):
            index += 1
        return index

    def _behind_else(self, branch: tree.Branch) -> None:
        first = branch.statements[:1]
        if (
            first
            and branch.line is None
            and self._text.begins(self._text.at(first[0])) == self._text.at(first[0])
        ):
            self._one(first[0], self._text.at(first[0]))
            self._all(branch.statements[1:])
        else:
            self._all(branch.statements)
