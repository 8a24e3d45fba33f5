"""Compiles BASIC expressions to Python expressions.

The compiler reads an expression in the order in which the machine evaluates it, so a syntax error behind an
operand becomes code that evaluates the operand first and then raises, as the machine does.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from msxkit.decimal14 import LIMIT, Number
from msxkit.interpreter import errors
from msxkit.interpreter.calls import NUMBER_TO_STRING, NUMERIC_FUNCTIONS, SPECIAL_FUNCTIONS, STRING_TO_NUMBER
from msxkit.interpreter.code import DOUBLE, INT16, INTEGER, STRING, Code, Lit, StatementError
from msxkit.interpreter.lexemes import Lexeme
from msxkit.interpreter.reader import LexemeReader

#: Binary operators: rank (higher binds closer). Relations are one rank; NOT stands between them and AND.
RANKS = {
    "^": 127,
    "*": 124,
    "/": 124,
    "\\": 123,
    "MOD": 122,
    "+": 121,
    "-": 121,
    ">": 100,
    "=": 100,
    "<": 100,
    "AND": 80,
    "OR": 70,
    "XOR": 60,
    "EQV": 50,
    "IMP": 40,
}
NEGATION_RANK, NOT_RANK, RELATION_RANK = 125, 90, 100
_RELATIONS = {1: ">", 2: "==", 3: ">=", 4: "<", 5: "!=", 6: "<="}
_RELATION_BITS = {">": 1, "=": 2, "<": 4}


class ExpressionCompiler(LexemeReader):
    """Compiles the expressions of a statement.

    pending: source of what is computed already, for an error further on.
    """

    def __init__(self, lexemes: list[Lexeme], types: str) -> None:
        super().__init__(lexemes, types)
        self.pending: list[str] = []
        #: Variables that the present statement assigns to.
        self.assigned: set[str] = set()
        #: The statement being compiled can pause for a key or a draw.
        self.event = False
        #: It looks at memory, where CURLIN is.
        self.located = False
        #: Inside the argument of RND, where TIME is a draw.
        self.drawing = 0

    # Expressions

    def expression(self, rank: int = 0) -> Code:
        """An expression whose operators all bind closer than `rank`."""
        left = self.operand()
        while True:
            lexeme = self.lexemes[self.index]
            if lexeme.kind != "word":
                return left
            operator = str(lexeme.value)
            precedence = RANKS.get(operator)
            if precedence is None or precedence <= rank:
                return left
            relation = 0
            if precedence == RELATION_RANK:
                while self.here.kind == "word" and self.here.value in _RELATION_BITS:
                    bit = _RELATION_BITS[str(self.here.value)]
                    if relation & bit:
                        raise StatementError(errors.SYNTAX)
                    relation |= bit
                    self.index += 1
            else:
                self.index += 1
            self.pending.append(left.text)
            right = self.expression(precedence)
            self.pending.pop()
            left = self.relation(relation, left, right) if relation else self.binary(operator, left, right)

    def number(self, rank: int = 0) -> Code:
        """An expression that must be a number."""
        return self.numeric(self.expression(rank))

    def numeric(self, code: Code) -> Code:
        if code.is_string:
            return Code(f"mismatch({code.text})", DOUBLE)
        return code

    def string(self, rank: int = 0) -> Code:
        """An expression that must be a string."""
        return self.stringy(self.expression(rank))

    def stringy(self, code: Code) -> Code:
        if not code.is_string:
            return Code(f"mismatch({code.text})", STRING)
        return code

    def integer(self) -> str:
        """A number converted to -32768..32767 as CINT does."""
        return self.to_integer(self.number())

    def to_integer(self, code: Code) -> str:
        if code.bound is not None and code.bound < INT16:
            return code.text
        return code.text if code.kind == INTEGER else f"to_int16({code.text})"

    def byte(self) -> str:
        """A number that must be 0..255."""
        code = self.number()
        if code.text.isdecimal() and int(code.text) < 256:
            return code.text
        return f"byte({code.text})"

    def binary(self, operator: str, left: Code, right: Code) -> Code:
        if left.is_string or right.is_string:
            if operator == "+" and left.is_string and right.is_string:
                return self.concatenation(left, right)
            return Code(f"mismatch({left.text}, {right.text})", left.kind if left.is_string else DOUBLE)
        a, b = left.text, right.text
        pure = left.pure and right.pure
        if operator in "+-*":
            bound = None
            if left.bound is not None and right.bound is not None:
                bound = left.bound * right.bound if operator == "*" else left.bound + right.bound
                if bound < LIMIT:
                    return Code(f"({a} {operator} {b})", DOUBLE, bound=bound, pure=pure)
            name = {"+": "add", "-": "sub", "*": "mul"}[operator]
            if left.pure and right.pure and left.simple and right.simple:
                return Code(
                    f"(t if type(t := {a} {operator} {b}) is int and -{LIMIT} < t < {LIMIT} else {name}({a}, {b}))",
                    DOUBLE,
                )
            return Code(f"{name}({a}, {b})", DOUBLE)
        if operator == "/":
            return Code(f"div({a}, {b})", DOUBLE)
        if operator == "^":
            return Code(f"power({a}, {b})", DOUBLE)
        if operator == "\\":
            return Code(f"int_divide({a}, {b})", DOUBLE, bound=INT16)
        if operator == "MOD":
            return Code(f"modulo({a}, {b})", INTEGER, bound=INT16)
        return self.logical(operator, left, right)

    def logical(self, operator: str, left: Code, right: Code) -> Code:
        a, b = self.to_integer(left), self.to_integer(right)
        test = None
        if operator in ("AND", "OR") and left.test and right.test:
            if left.pure and right.pure:
                test = f"({left.test} {operator.lower()} {right.test})"
            else:
                test = f"({left.test} {'&' if operator == 'AND' else '|'} {right.test})"
            return Code(f"-{test}", INTEGER, bound=1, test=test, pure=left.pure and right.pure)
        text = {
            "AND": f"({a} & {b})",
            "OR": f"({a} | {b})",
            "XOR": f"({a} ^ {b})",
            "EQV": f"~({a} ^ {b})",
            "IMP": f"(~{a} | {b})",
        }[operator]
        return Code(text, INTEGER, bound=INT16)

    def relation(self, relation: int, left: Code, right: Code) -> Code:
        if left.is_string != right.is_string:
            return Code(f"mismatch({left.text}, {right.text})", INTEGER, bound=1)
        pure = left.pure and right.pure
        if relation == 7:
            # `<=>`: always true, once both sides are evaluated.
            return Code(f"always({left.text}, {right.text})", INTEGER, bound=1)
        a = left.text
        if left.fresh and not right.simple:
            a = f"hold({a})"
            test = f"release({a}, {right.text}, {_RELATIONS[relation]!r})"
        else:
            test = f"({a} {_RELATIONS[relation]} {right.text})"
        return Code(f"-{test}", INTEGER, bound=1, test=test, pure=pure)

    def concatenation(self, left: Code, right: Code) -> Code:
        if left.fresh and not right.simple:
            return Code(f"cat_held(hold({left.text}), {right.text}, {int(right.fresh)})", STRING, fresh=True)
        return Code(
            f"cat({left.text}, {right.text}, {int(left.fresh)}, {int(right.fresh)})", STRING, fresh=True
        )

    def operand(self) -> Code:
        if self.at_end():
            raise StatementError(errors.MISSING_OPERAND)
        lexeme = self.advance()
        kind, value = lexeme.kind, lexeme.value
        if kind == "number":
            return self.literal_number(value, lexeme)  # type: ignore[arg-type]
        if kind == "line":
            assert isinstance(value, int)
            return Code(str(value), DOUBLE, bound=value, pure=True, simple=True)
        if kind == "text":
            return Code(self.constant(Lit(str(value)), lexeme.at), STRING, pure=True, simple=True)
        if kind == "char":
            return self.character_operand(str(value))
        if kind == "name":
            self.index -= 1
            return self.variable_operand()
        if kind == "word":
            return self.word_operand(str(value), lexeme)
        raise StatementError(errors.SYNTAX)

    def literal_number(self, value: Number, lexeme: Lexeme) -> Code:
        if isinstance(value, int):
            kind = INTEGER if -INT16 <= value < INT16 else DOUBLE
            text = str(value) if value >= 0 else f"({value})"
            return Code(text, kind, bound=abs(value), pure=True, simple=True)
        assert isinstance(value, Decimal)
        return Code(self.constant(value, lexeme.at), DOUBLE, pure=True, simple=True)

    def character_operand(self, character: str) -> Code:
        if character == "(":
            code = self.expression()
            if not self.take_char(")"):
                self.pending.append(code.text)
                raise StatementError(errors.SYNTAX)
            return code
        raise StatementError(errors.SYNTAX)

    def variable_operand(self) -> Code:
        name, kind = self.name()
        bound = INT16 if kind == INTEGER else None
        if self.at_subscripts():
            array = self.array(name, kind)
            return Code(f"{array}[{self.subscripts()}]", kind, bound=bound)
        return Code(self.variable(name, kind), kind, bound=bound, pure=True, simple=True)

    def word_operand(self, word: str, lexeme: Lexeme) -> Code:
        if word == "+":
            return self.operand()
        if word == "-":
            code = self.numeric(self.expression(NEGATION_RANK))
            if code.bound is not None:
                kind = code.kind if code.bound < INT16 else DOUBLE
                return replace(code, text=f"(-{code.text})", kind=kind, test=None)
            return Code(f"neg({code.text})", DOUBLE)
        if word == "NOT":
            code = self.numeric(self.expression(NOT_RANK))
            if code.test:
                test = f"(not {code.test})"
                return Code(f"-{test}", INTEGER, bound=1, test=test, pure=code.pure)
            return Code(f"(~{self.to_integer(code)})", INTEGER, bound=INT16)
        if word == "RND":
            self.drawing += 1
            argument = self.numeric(self.parenthesised())
            self.drawing -= 1
            return Code(f"rnd({argument.text})", DOUBLE)
        if word in NUMERIC_FUNCTIONS:
            self.located = self.located or word == "PEEK"
            template, kind, bound = NUMERIC_FUNCTIONS[word]
            return Code(template.format(self.numeric(self.parenthesised()).text), kind, bound=bound)
        if word in STRING_TO_NUMBER:
            template, kind, bound = STRING_TO_NUMBER[word]
            argument = self.stringy(self.parenthesised())
            return Code(
                template.format(argument.text),
                kind,
                bound=bound,
                pure=word == "LEN" and argument.pure,
                simple=False,
            )
        if word in NUMBER_TO_STRING:
            argument = self.numeric(self.parenthesised())
            return Code(f"{NUMBER_TO_STRING[word]}({argument.text})", STRING, fresh=True)
        special = SPECIAL_FUNCTIONS.get(word)
        if special is None:
            raise StatementError(errors.SYNTAX)
        return special(self)

    def parenthesised(self) -> Code:
        self.need_char("(")
        code = self.expression()
        if not self.take_char(")"):
            self.pending.append(code.text)
            raise StatementError(errors.SYNTAX)
        return code

    def arguments(self, *kinds: str, optional: int = 0) -> list[Code]:
        """Arguments in parentheses: `n` number, `t` string. The last `optional` ones may be missing."""
        self.need_char("(")
        depth = len(self.pending)
        codes: list[Code] = []
        for index, kind in enumerate(kinds):
            if index:
                if index >= len(kinds) - optional and not self.is_char(","):
                    break
                self.need_char(",")
            code = self.string() if kind == "t" else self.number()
            codes.append(code)
            self.pending.append(code.text)
        self.need_char(")")
        del self.pending[depth:]
        return codes

    def subscripts(self) -> str:
        """The subscripts behind `(` or `[` as the key of an `Array`."""
        self.index += 1
        keys = []
        depth = len(self.pending)
        while True:
            code = self.number()
            keys.append(code.text)
            self.pending.append(code.text)
            if not self.take_char(","):
                break
        if not (self.take_char(")") or self.take_char("]")):
            raise StatementError(errors.SYNTAX)
        del self.pending[depth:]
        return keys[0] if len(keys) == 1 else f"({', '.join(keys)})"
