"""The parser: a line's tokens become the tree of `ast`, or a `Fault` that says what was expected.

Lark reads the terminals of `lexer` with the LALR grammar in `msxbasic.lark`; the tree is built as it reduces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Transformer, UnexpectedToken
from lark.lexer import Lexer

from msxkit.language import ast
from msxkit.language.constants import Constant, Form
from msxkit.language.lexer import Terminal, terminals
from msxkit.language.scanner import Token


@dataclass(frozen=True, slots=True)
class Fault:
    """A syntax error. start, end: offsets in the stored line. message: MSX's own. expected: in words."""

    start: int
    end: int
    message: str
    found: str
    expected: tuple[str, ...]


class _TerminalLexer(Lexer):
    def __init__(self, _configuration: object) -> None: ...

    def lex(self, data: Any, *_states: object) -> Iterator[Any]:
        yield from data


@cache
def _parser() -> Lark:
    grammar = Path(__file__).with_name("msxbasic.lark").read_text("utf-8")
    return Lark(
        grammar,
        parser="lalr",
        lexer=_TerminalLexer,
        start="line",
        transformer=_Builder(),
        maybe_placeholders=True,
    )


def parse(tokens: Sequence[Token]) -> tuple[ast.Statement, ...] | Fault:
    """The statements of a line, or its first syntax error."""
    stream = list(terminals(tokens))
    try:
        tree: tuple[ast.Statement, ...] = _parser().parse(stream)  # type: ignore[assignment]
    except UnexpectedToken as error:
        return _fault(error, stream)
    return tree


def _fault(error: UnexpectedToken, stream: list[Terminal]) -> Fault:
    accepted = error.accepts or error.expected
    found = error.token
    at_end = not isinstance(found, Terminal)
    if isinstance(found, Terminal):
        start, end = found.start, found.end
        word = _SPELLING.get(found.type, found.text or found.type)
    else:
        start = end = stream[-1].end if stream else 0
        word = "the end of the line"
    ends = at_end or found.type in ("COLON", "ELSE") or (found.type == "REM" and found.text == "'")
    message = "Missing operand" if ends and {"NUMBER", "LPAR"} <= accepted else "Syntax error"
    return Fault(start, end, message, word, _expected(accepted))


_SPELLING = {
    "COLON": "':'",
    "COMMA": "','",
    "SEMICOLON": "';'",
    "HASH": "'#'",
    "LPAR": "'('",
    "RPAR": "')'",
    "LBRACKET": "'['",
    "RBRACKET": "']'",
    "EQ": "'='",
    "MINUS": "'-'",
    "PLUS": "'+'",
    "AT": "'@'",
    "POINT_MARK": "'.'",
    "LINE": "a line number",
    "NUMBER": "a number",
    "STRING": "a string",
    "VARIABLE": "a variable",
    "UNKNOWN": "a character that no statement holds",
    "SPRITE_S": "SPRITE$",
    "TAB": "TAB(",
    "SPC": "SPC(",
    "MID_S": "MID$",
    "LINE_STATEMENT": "LINE",
    "TEXT": "text",
    "WORD": "a word such as PAGE",
    "RASTER": "an operation such as XOR",
    "LISTING": "LIST",
}
_VALUE = {"NUMBER", "STRING", "FUNCTION"}
_VALUE_STARTS = {
    *("NUMBER", "STRING", "FUNCTION", "VARIABLE", "LPAR", "NOT", "PLUS", "MINUS", "LINE", "READING", "TIME"),
    *("STRIG", "LEN", "MID_S", "VDP", "BASE", "SPRITE_S", "PLAY", "POINT", "USR", "FN"),
}
_OPERATORS = {"OPERATOR", "PLUS", "MINUS", "EQ"}


def _expected(accepted: set[str]) -> tuple[str, ...]:
    """What could stand there, in words, the most telling first."""
    words: list[str] = []
    rest = set(accepted)
    if {"LET", "IF", "GOTO"} <= rest:
        return ("a statement", *(["a line number"] if "LINE" in rest else []))
    if rest >= _VALUE:
        words.append("an expression")
        rest -= _VALUE_STARTS
    operators = "OPERATOR" in rest
    if operators:
        rest -= _OPERATORS
    ends = "COLON" in rest
    rest -= {"COLON", "ELSE", "$END"}
    if "THEN" in rest:
        rest.discard("COMMA")
    words += sorted(_SPELLING.get(name, name) for name in rest)
    if operators:
        words.append("an operator")
    if ends:
        words.append("the end of the statement")
    return tuple(words)


_Children = list[Any]


def _kept(children: _Children, kind: type) -> tuple[Any, ...]:
    return tuple(child for child in children if isinstance(child, kind))


def _words(children: _Children) -> tuple[str, ...]:
    """The keywords among the children, the first one left out."""
    words = []
    for child in children:
        if isinstance(child, Terminal) and child.type not in _SEPARATORS:
            words.append(child.text)
        elif isinstance(child, str):
            words.append(child)
    return tuple(words[1:])


_SEPARATORS = {
    *("COMMA", "SEMICOLON", "HASH", "AT", "LPAR", "RPAR", "EQ", "MINUS", "NUMBER", "STRING", "LINE")
}


class _Builder(Transformer[Terminal, Any]):
    """One method for each alias of the grammar; lark calls it with the parts."""

    def line(self, children: _Children) -> tuple[ast.Statement, ...]:
        statements = list(children[0])
        for terminal, branch in zip(children[1::2], children[2::2], strict=True):
            statements.append(ast.Skipped(terminal.start, "ELSE", branch))
        return tuple(statements)

    def block(self, children: _Children) -> tuple[ast.Statement, ...]:
        return _kept(children, ast.Statement)

    def branch(self, children: _Children) -> ast.Branch:
        line, statements = children
        start = line.start if line else statements[0].start if statements else 0
        return ast.Branch(start, _line(line) if line else None, statements)

    # Statements

    def assign(self, children: _Children) -> ast.Assign:
        target, _, value = children[-3:]
        return ast.Assign(_start(children[0]), "LET", target, value)

    def if_then(self, children: _Children) -> ast.If:
        then, *_ = branches = _kept(children, ast.Branch)
        return ast.If(children[0].start, "IF", children[1], then, branches[1] if len(branches) > 1 else None)

    def if_goto(self, children: _Children) -> ast.If:
        goto = next(
            i for i, child in enumerate(children) if isinstance(child, Terminal) and child.type == "GOTO"
        )
        line, statements = children[goto + 1], children[goto + 2]
        target = _line(line) if line else ast.LineNumber(children[goto].end, 0)
        branches = _kept(children, ast.Branch)
        then = ast.Branch(target.start, target, statements)
        return ast.If(children[0].start, "IF", children[1], then, branches[0] if branches else None)

    def for_(self, children: _Children) -> ast.For:
        head, variable, _, first, _, last, *step = children
        return ast.For(head.start, "FOR", _variable(variable), first, last, step[-1] if step else None)

    def next_(self, children: _Children) -> ast.Next:
        return ast.Next(children[0].start, "NEXT", children[1] or ())

    def jump(self, children: _Children) -> ast.Jump:
        head, line = children
        target = _line(line) if line else ast.LineNumber(head.end, 0)
        return ast.Jump(head.start, head.type, target)

    def optional_line(self, children: _Children) -> ast.Jump:
        head, line = children
        if line is not None and line.type == "NEXT":
            return ast.Jump(head.start, head.type, None, next=True)
        return ast.Jump(head.start, head.type, _line(line) if line else None)

    def on_jump(self, children: _Children) -> ast.OnJump:
        on, selector, how, lines = children
        return ast.OnJump(on.start, "ON", "", selector, how.type == "GOSUB", lines)

    def on_error(self, children: _Children) -> ast.OnJump:
        on, _, _, line = children
        return ast.OnJump(on.start, "ON", "ERROR", None, False, (_line(line) if line else None,))

    def on_event(self, children: _Children) -> ast.OnJump:
        on, event, _, lines = children
        return ast.OnJump(on.start, "ON", event.type, None, True, lines)

    def on_interval(self, children: _Children) -> ast.OnJump:
        on, _, _, value, _, lines = children
        return ast.OnJump(on.start, "ON", "INTERVAL", value, True, lines)

    def run(self, children: _Children) -> ast.Statement:
        head, first, *_ = (*children, None)
        if first is None or isinstance(first, ast.LineNumber):
            return ast.Jump(head.start, "RUN", first)
        return self._command(children)

    def text(self, children: _Children) -> ast.Text:
        head, text = children
        return ast.Text(head.start, head.text, text.token.text if text else "")

    extension = text

    def read(self, children: _Children) -> ast.Read:
        return ast.Read(children[0].start, "READ", children[1])

    def def_type(self, children: _Children) -> ast.DefType:
        return ast.DefType(children[0].start, children[0].text, _kept(children, tuple))

    def def_fn(self, children: _Children) -> ast.DefFn:
        name = next(child for child in children if isinstance(child, Terminal) and child.type == "VARIABLE")
        parameters = next(iter(_kept(children, tuple)), ())
        return ast.DefFn(children[0].start, "DEF", _variable(name), parameters, children[-1])

    def input_(self, children: _Children) -> ast.Command:
        return self._command(children, sets=_kept(_flatten(children[-1:]), ast.Variable))

    def command(self, children: _Children) -> ast.Command:
        return self._command(children)

    def swap(self, children: _Children) -> ast.Command:
        return self._command(children, sets=_kept(children, ast.Variable))

    def dim(self, children: _Children) -> ast.Command:
        return self._command(children, sets=_kept(_flatten(children[-1:]), ast.Variable))

    set_field = swap

    def def_usr(self, children: _Children) -> ast.Command:
        head, _, digit, _, address = children
        name = "USR" + (str(digit.token.number.mantissa) if digit else "")
        return ast.Command(head.start, "DEF", (name,), (address,))

    erase = print_ = command_words = palette = graphics = record = msx2 = command
    copy_files = command

    def copy_graphics(self, children: _Children) -> ast.Command:
        command = self._command(children)
        command.words = ("(x,y)", *command.words)
        return command

    def _command(self, children: _Children, sets: tuple[ast.Variable, ...] = ()) -> ast.Command:
        head = children[0]
        flags = _FLAGS.get(head.text, ())
        operands: list[ast.Expression] = []
        gaps: list[int] = []
        letters: list[str] = []

        def gather(items: Sequence[Any]) -> None:
            for item in items:
                if isinstance(item, ast.Variable) and operands and item.name in flags:
                    letters.append(item.name)
                elif isinstance(item, ast.Expression):
                    operands.append(item)
                elif isinstance(item, _Arguments):
                    gaps.extend(i for i, argument in enumerate(item.values) if argument is None)
                    gather(item.values)
                elif isinstance(item, tuple | list):
                    gather(item)

        gather(children)
        words = (*_words(_flatten(children)), *letters)
        return ast.Command(head.start, head.text, words, tuple(operands), tuple(gaps), sets)

    # Parts of statements

    def system_variable(self, children: _Children) -> ast.Call:
        return ast.Call(children[0].start, children[0].text, ())

    def system_array(self, children: _Children) -> ast.Call:
        return ast.Call(children[0].start, children[0].text, (children[2],))

    def mid(self, children: _Children) -> ast.Call:
        return ast.Call(children[0].start, "MID$", _kept(children, ast.Expression))

    def targets(self, children: _Children) -> tuple[ast.Expression, ...]:
        return _kept(children, ast.Expression)

    def variables(self, children: _Children) -> tuple[ast.Variable, ...]:
        return tuple(_variable(child) for child in children if child.type == "VARIABLE")

    def lines(self, children: _Children) -> tuple[ast.LineNumber | None, ...]:
        return tuple(
            _line(child) if child else None for child in children if not child or child.type != "COMMA"
        )

    def letters(self, children: _Children) -> tuple[str, str]:
        first, *_, last = (child.text for child in (children[0], children[-1] or children[0]))
        return first, last

    def _parts(self, children: _Children) -> list[Any]:
        return children

    mode = switch = file = field = listing_part = point = extra = print_item = _parts

    def arguments(self, children: _Children) -> _Arguments:
        return _Arguments([child for child in children if not isinstance(child, Terminal)])

    # Expressions

    def expression(self, children: _Children) -> ast.Expression:
        if len(children) == 1 and not children[0][0]:
            alone: ast.Expression = children[0][1]
            return alone
        return ast.climb(children[::2], children[1::2])

    def operator(self, children: _Children) -> ast.Operator:
        return children[0].text, children[0].start

    def operand(self, children: _Children) -> tuple[list[ast.Operator], ast.Expression]:
        return [(child.text, child.start) for child in children[:-1]], children[-1]

    def number(self, children: _Children) -> ast.Number:
        terminal = children[0]
        constant = terminal.token.number
        return ast.Number(terminal.start, constant or Constant(Form.INTEGER, int(terminal.text)))

    def line_number(self, children: _Children) -> ast.LineNumber:
        return _line(children[0])

    def string(self, children: _Children) -> ast.String:
        return ast.String(children[0].start, children[0].token.text)

    def parenthesis(self, children: _Children) -> ast.Expression:
        inside: ast.Expression = children[1]
        return inside

    def call(self, children: _Children) -> ast.Call:
        return ast.Call(children[0].start, children[0].text, _kept(children, ast.Expression))

    call_bare = system_variable
    call_point = call

    def call_usr(self, children: _Children) -> ast.Call:
        digit = children[1]
        name = "USR" + (str(digit.token.number.mantissa) if digit else "")
        return ast.Call(children[0].start, name, _kept(children, ast.Expression))

    def call_fn(self, children: _Children) -> ast.Call:
        return ast.Call(children[0].start, "FN " + children[1].text, _kept(children, ast.Expression))

    def value(self, children: _Children) -> ast.Expression:
        expression: ast.Expression = children[-1]
        return expression

    def variable(self, children: _Children) -> ast.Variable:
        return _variable(children[0], children[1])

    def subscripts(self, children: _Children) -> tuple[ast.Expression, ...]:
        return _kept(children, ast.Expression)


# Letters that stand for themselves behind the first operand: LINE ...,BF and BLOAD ...,R.
_FLAGS = {
    **dict.fromkeys(("BLOAD", "BSAVE", "LOAD", "SAVE", "RUN"), ("R", "S", "A")),
    "LINE": ("B", "BF"),
}


@dataclass(slots=True)
class _Arguments:
    values: list[ast.Expression | None]


def _flatten(children: Sequence[Any]) -> list[Any]:
    flat: list[Any] = []
    for child in children:
        if isinstance(child, list | tuple):
            flat += _flatten(child)
        else:
            flat.append(child)
    return flat


def _start(child: Terminal | ast.Node) -> int:
    return child.start


def _line(terminal: Terminal) -> ast.LineNumber:
    return ast.LineNumber(terminal.start, terminal.token.line)


def _variable(terminal: Terminal, subscripts: tuple[ast.Expression, ...] | None = None) -> ast.Variable:
    name = terminal.text
    suffix = name[-1] if name[-1] in "$%!#" else ""
    return ast.Variable(terminal.start, name.removesuffix(suffix) if suffix else name, suffix, subscripts)
