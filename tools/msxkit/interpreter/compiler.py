"""Compiles a program line to Python functions, one for each statement.

Each function returns the offset in the program text where the run goes on; a jump is a `return`. Statements that
can wait for something outside (a key, a draw) are cut so that nothing in such a function has an effect before
the wait: it can simply start again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import CodeType

from msxkit.interpreter import errors
from msxkit.interpreter.code import INTEGER, SINGLE, STRING, Code, StatementError, Unit
from msxkit.interpreter.expressions import ExpressionCompiler
from msxkit.interpreter.lexemes import END, Layout, Line
from msxkit.interpreter.reader import ENDERS


@dataclass(frozen=True)
class Place:
    """Where a compiled function belongs: the statement that RESUME repeats, and where RESUME NEXT goes on.

    first: it is the first function of a statement (the others go on within it).
    """

    statement: int
    following: int
    first: bool


@dataclass
class CompiledLine:
    """The functions of a line as one Python code object, with what they need.

    places: offset -> Place of each function `o<offset>`.
    """

    line: Line
    code: CodeType
    unit: Unit
    places: dict[int, Place]


Statement = Callable[["LineCompiler"], None]
#: How Python says that an expression is nested deeper than it can compile.
_TOO_DEEP = (SyntaxError, MemoryError, RecursionError)


def _check_depth(error: BaseException) -> None:
    """Any other syntax error is a defect of this compiler."""
    if isinstance(error, SyntaxError) and "nested" not in str(error.msg):
        raise error


class LineCompiler(ExpressionCompiler):
    """Compiles one line. `statements` maps the word that a statement begins with to what compiles it."""

    def __init__(self, program: Layout, line: Line, types: str, statements: dict[str, Statement]) -> None:
        super().__init__(line.lexemes(), types)
        self.program = program
        self.line = line
        self.statements = statements
        self.next_line = program.after(line)
        self.source: list[str] = []
        self.places: dict[int, Place] = {}
        self.pc = line.start
        self.statement_pc = line.start
        self.first = True
        self.body: list[str] = []
        self.open = False
        #: Offset of an ELSE -> the statement that its IF belongs to.
        self.else_owner: dict[int, int] = {}
        self.direct = False

    # Functions

    def begin(self, pc: int, first: bool = True) -> None:
        """Starts the function of offset `pc`."""
        self.pc, self.first = pc, first
        self.body, self.assigned, self.event, self.located = [], set(), False, False
        self.open = True

    def emit(self, text: str) -> None:
        self.body.append(text)

    def finish(self, target: int | str) -> None:
        """Ends the function: the run goes on at `target`."""
        if not self.open:
            return
        self.open = False
        lines = [f"def o{self.pc}():"]
        if self.assigned:
            lines.append(f" global {', '.join(sorted(self.assigned))}")
        if self.event:
            lines.append(f" enter({self.pc})")
        if self.located:
            lines.append(f" m.pc = {self.pc}")
        lines += [f" {text}" for text in self.body]
        lines.append(f" return {target}")
        self.source += lines
        self.places[self.pc] = Place(self.statement_pc, self.following(self.statement_pc), self.first)

    def split(self, at: int) -> None:
        """Ends the function here and goes on with a new one at offset `at` within the same statement."""
        self.finish(at)
        self.begin(at, first=False)

    def fail(self, number: int, note: str = "") -> None:
        """Code that raises a BASIC error when the run comes here."""
        self.emit(f"fail({number}, {note!r})" if note else f"fail({number})")

    # Places in the text

    def following(self, statement: int) -> int:
        """Where RESUME NEXT goes on: behind the next colon, whatever the statement is."""
        for index, lexeme in enumerate(self.lexemes):
            if lexeme.at > statement and (lexeme.kind, lexeme.value) in ENDERS:
                return self._after_colon(index)
        return self.next_line

    def _after_colon(self, index: int) -> int:
        """The offset where the run goes on from what ends the statement at `index`."""
        lexemes = self.lexemes
        while lexemes[index].kind == "char" and lexemes[index].value == ":":
            index += 1
        if lexemes[index].kind == END or lexemes[index].value in ("ELSE", "'"):
            return self.next_line
        return lexemes[index - 1].end

    def next_pc(self) -> int:
        """Offset of the next statement; the present one ends here."""
        return self._after_colon(self.index) if self.here.kind != END else self.next_line

    def target(self, number: int) -> str:
        """Python source of the offset of a line, or of the error when there is none."""
        line = self.program.by_number.get(number)
        return str(line.start) if line else f"fail({errors.UNDEFINED_LINE})"

    def line_number(self) -> int | None:
        """Takes a line number, if one stands here."""
        lexeme = self.here
        if lexeme.kind == "line":
            self.index += 1
            assert isinstance(lexeme.value, int)
            return lexeme.value
        if lexeme.kind == "pointer":
            self.index += 1
            assert isinstance(lexeme.value, int)
            line = self.program.line_at(lexeme.value + 4)
            return line.number if line else 65530
        return None

    def skip(self) -> None:
        """To the end of the statement, over anything."""
        while not self.at_end():
            self.index += 1

    # The line

    def compile(self) -> CompiledLine:
        """Compiles all statements of the line."""
        while True:
            while self.is_char(":"):
                self.index += 1
            lexeme, begun = self.here, self.index
            if self.index and not self.places:
                self.begin(self.line.start)
                self.finish(self.next_line if self.at_end() else self.lexemes[self.index - 1].end)
            pc = self.lexemes[self.index - 1].end if self.places else self.line.start
            if lexeme.kind == END:
                if not self.places:
                    self.statement_pc = pc
                    self.begin(pc)
                    self.finish(self.next_line)
                break
            if lexeme.value == "ELSE" and lexeme.kind == "word":
                self.index += 1
                self.statement_pc = self.else_owner.get(lexeme.at, lexeme.at)
                if not self.places:
                    self.begin(pc)
                    self.finish(self.next_line)
                if not self.at_end():
                    self.one(self.here.at)
            else:
                self.statement_pc = pc
                self.one(pc)
            if self.index == begun:
                raise AssertionError(f"line {self.line.number}: the compiler stands still at {lexeme}")
        return CompiledLine(self.line, self._to_python(), self.unit, self.places)

    def _to_python(self) -> CodeType:
        """The source of the line as Python code; a statement nested too deep for Python is out of memory."""
        name = f"<line {self.line.number}>"
        source = "\n".join(self.source)
        try:
            return compile(source, name, "exec")
        except _TOO_DEEP as error:
            _check_depth(error)
            functions = [f"def {text}" for text in f"\n{source}".split("\ndef ")[1:]]
        for number, function in enumerate(functions):
            try:
                compile(function, name, "exec")
            except _TOO_DEEP as error:
                _check_depth(error)
                functions[number] = f"{function.partition(chr(10))[0]}\n fail({errors.OUT_OF_MEMORY})"
        return compile("\n".join(functions), name, "exec")

    def one(self, pc: int) -> None:
        """Compiles the statement here, as the function of offset `pc`."""
        self.begin(pc)
        self.pending.clear()
        self.drawing = 0
        try:
            self.statement()
            if self.open:
                self.end_statement()
        except StatementError as failure:
            self.give_up(failure)
        except RecursionError:
            self.give_up(StatementError(errors.OUT_OF_MEMORY))

    def give_up(self, failure: StatementError) -> None:
        for text in self.pending:
            self.emit(text)
        self.pending.clear()
        if not self.open:
            self.begin(self.here.at, first=False)
        self.fail(failure.number, failure.note)
        self.finish(self.next_line)
        self.skip()

    def statement(self) -> None:
        lexeme = self.here
        if lexeme.kind == "word" or lexeme[:2] == ("char", "_"):
            statement = self.statements.get(str(lexeme.value))
            if statement is None:
                raise StatementError(errors.SYNTAX)
            self.index += 1
            statement(self)
        elif lexeme.kind in ("line", "pointer"):
            # Behind THEN and ELSE a number is a GOTO.
            number = self.line_number()
            assert number is not None
            self.finish(self.target(number))
            self.skip()
        else:
            self.assignment()

    def end_statement(self) -> None:
        """Nothing may follow but a colon or the end of the line."""
        if not self.at_end():
            raise StatementError(errors.SYNTAX)
        self.finish(self.next_pc())

    # Variables as targets

    def converted(self, code: Code, kind: str) -> str:
        """The value of an expression as a variable of that type holds it."""
        if code.is_string != (kind == STRING):
            return f"mismatch({code.text})"
        if kind == STRING:
            return code.text if code.fresh else f"copy({code.text})"
        if kind == INTEGER:
            return self.to_integer(code)
        if kind == SINGLE:
            if code.kind in (INTEGER, SINGLE) or (code.bound is not None and code.bound < 1000000):
                return code.text
            return f"csng({code.text})"
        return f"+{code.text}" if code.simple and code.text.startswith("v") else code.text

    def destination(self) -> tuple[str, str]:
        """A variable or array element to be assigned: the Python target and its type.

        Emits what finds the element, before the value is computed, as the machine does.
        """
        name, kind = self.name()
        if self.at_subscripts():
            array = self.array(name, kind)
            self.emit(f"k = {self.subscripts()}")
            self.emit(f"if k not in {array}: k = {array}.place(k)")
            return f"{array}[k]", kind
        python = self.variable(name, kind)
        self.assigned.add(python)
        return python, kind

    def assignment(self) -> None:
        target, kind = self.destination()
        self.need_word("=")
        value = self.expression()
        self.emit(f"{target} = {self.converted(value, kind)}")
