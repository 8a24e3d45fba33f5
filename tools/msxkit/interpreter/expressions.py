"""Compiles BASIC expressions to Python expressions.

The compiler reads an expression in the order in which the machine evaluates it, so a syntax error behind an
operand becomes code that evaluates the operand first and then raises, as the machine does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from decimal import Decimal

from msxkit.decimal14 import LIMIT, Number
from msxkit.interpreter import errors
from msxkit.interpreter.lexemes import END, Lexeme

INTEGER, SINGLE, DOUBLE, STRING = "i", "s", "d", "t"
SUFFIX_TYPES = {"%": INTEGER, "!": SINGLE, "#": DOUBLE, "$": STRING}
TYPE_SUFFIXES = {kind: suffix for suffix, kind in SUFFIX_TYPES.items()}
#: All letters double: DEFTBL after RUN.
DEFAULT_TYPES = DOUBLE * 26
INT16 = 32768


class Lit(str):
    """A string that lies in the program text: it takes no string space until something is done to it."""

    __slots__ = ()


#: What ends a statement, as (kind, value). ELSE and the apostrophe bring their own colon; an apostrophe
#: that is not a token is no comment.
ENDERS = frozenset((("char", ":"), ("word", "ELSE"), ("word", "'")))


class StatementError(Exception):
    """The statement cannot go on from here: the BASIC error that the machine raises when it gets here."""

    def __init__(self, number: int, note: str = "") -> None:
        super().__init__(number)
        self.number = number
        self.note = note


@dataclass(frozen=True, slots=True)
class Code:
    """A compiled expression.

    text: Python source. kind: i, s, d or t. bound: the value is an `int` of at most this magnitude (None: not
    known). test: Python source that is true when the value is not 0. pure: cannot fail and has no effect.
    fresh: a string that is newly made (a temporary of the machine), not a variable's or the program's.
    simple: a plain variable or constant, evaluating which takes no string space.
    """

    text: str
    kind: str
    bound: int | None = None
    test: str | None = None
    pure: bool = False
    fresh: bool = False
    simple: bool = False

    @property
    def is_string(self) -> bool:
        return self.kind == STRING

    @property
    def condition(self) -> str:
        return self.test or self.text


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

#: Functions of one number: how they are called, kind and bound of the result.
NUMERIC_FUNCTIONS: dict[str, tuple[str, str, int | None]] = {
    "SGN": ("sign({})", INTEGER, 1),
    "INT": ("int_({})", DOUBLE, None),
    "ABS": ("absolute({})", DOUBLE, None),
    "SQR": ("sqr({})", DOUBLE, None),
    "RND": ("rnd({})", DOUBLE, None),
    "SIN": ("sin({})", DOUBLE, None),
    "LOG": ("log({})", DOUBLE, None),
    "EXP": ("exp({})", DOUBLE, None),
    "COS": ("cos({})", DOUBLE, None),
    "TAN": ("tan({})", DOUBLE, None),
    "ATN": ("atn({})", DOUBLE, None),
    "FIX": ("fix({})", DOUBLE, None),
    "CINT": ("to_int16({})", INTEGER, INT16),
    "CSNG": ("csng({})", SINGLE, None),
    "CDBL": ("cdbl({})", DOUBLE, None),
    "PEEK": ("peek({})", INTEGER, 255),
    "VPEEK": ("vpeek({})", INTEGER, 255),
    "INP": ("inp({})", INTEGER, 255),
    "POS": ("pos({})", INTEGER, 255),
    "LPOS": ("lpos({})", INTEGER, 255),
    "STICK": ("stick({})", INTEGER, 255),
    "STRIG": ("strig({})", INTEGER, 1),
    "PDL": ("pdl({})", INTEGER, 255),
    "PAD": ("pad({})", INTEGER, 255),
    "EOF": ("eof({})", INTEGER, 1),
    "LOC": ("loc({})", DOUBLE, None),
    "LOF": ("lof({})", DOUBLE, None),
    "DSKF": ("dskf({})", DOUBLE, None),
    "FPOS": ("fpos({})", DOUBLE, None),
}
#: Functions of one string that give a number, and functions of one number that give a string.
STRING_TO_NUMBER: dict[str, tuple[str, str, int | None]] = {
    "LEN": ("len({})", INTEGER, 255),
    "ASC": ("asc({})", INTEGER, 255),
    "VAL": ("val({})", DOUBLE, None),
    "CVI": ("cvi({})", INTEGER, INT16),
    "CVS": ("cvs({})", SINGLE, None),
    "CVD": ("cvd({})", DOUBLE, None),
}
NUMBER_TO_STRING = {
    "STR$": "str_",
    "CHR$": "chr_",
    "HEX$": "hex_",
    "OCT$": "oct_",
    "BIN$": "bin_",
    "SPACE$": "space",
    "MKI$": "mki",
    "MKS$": "mks",
    "MKD$": "mkd",
}


@dataclass
class Unit:
    """What one line compiles to beside its Python source: constants and names that it needs.

    constants: name -> value. variables: name -> type. arrays: name -> (BASIC name, type).
    """

    constants: dict[str, object] = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)
    arrays: dict[str, tuple[str, str]] = field(default_factory=dict)


class ExpressionCompiler:
    """Reads expressions from a list of lexemes. `types` gives the default type of each letter, A first."""

    def __init__(self, lexemes: list[Lexeme], types: str) -> None:
        self.lexemes = lexemes
        self.index = 0
        self.types = types
        self.unit = Unit()
        self.pending: list[str] = []
        #: Variables that the present statement assigns to.
        self.assigned: set[str] = set()
        #: The statement being compiled can pause for a key or a draw.
        self.event = False
        #: It looks at memory, where CURLIN is.
        self.located = False
        #: Inside the argument of RND, where TIME is a draw.
        self.drawing = 0

    # Reading

    @property
    def here(self) -> Lexeme:
        return self.lexemes[self.index]

    def advance(self) -> Lexeme:
        lexeme = self.lexemes[self.index]
        if lexeme.kind != END:
            self.index += 1
        return lexeme

    def at_end(self) -> bool:
        """At `:` or the end of the line."""
        lexeme = self.lexemes[self.index]
        return lexeme.kind == END or (lexeme.kind, lexeme.value) in ENDERS

    def is_char(self, character: str) -> bool:
        lexeme = self.lexemes[self.index]
        return lexeme.kind == "char" and lexeme.value == character

    def is_word(self, word: str) -> bool:
        lexeme = self.lexemes[self.index]
        return lexeme.kind == "word" and lexeme.value == word

    def take_char(self, character: str) -> bool:
        if self.is_char(character):
            self.index += 1
            return True
        return False

    def take_word(self, word: str) -> bool:
        if self.is_word(word):
            self.index += 1
            return True
        return False

    def need_char(self, character: str) -> None:
        if not self.take_char(character):
            raise StatementError(errors.SYNTAX)

    def need_word(self, word: str) -> None:
        if not self.take_word(word):
            raise StatementError(errors.SYNTAX)

    def letters(self, word: str) -> bool:
        """Takes a word that is stored as plain letters (`AS`, `ER`), if it stands here; digits may follow it."""
        lexeme = self.here
        if lexeme.kind != "name" or not str(lexeme.value).startswith(word):
            return False
        rest = str(lexeme.value)[len(word) :]
        if rest:
            kind = "digits" if rest.isdecimal() else "name"
            self.lexemes[self.index] = Lexeme(kind, rest, lexeme.at + len(word), lexeme.end)
        else:
            self.index += 1
        return True

    # Names

    def name(self) -> tuple[str, str]:
        """A variable name: its first two characters and its type."""
        if self.here.kind != "name":
            raise StatementError(errors.SYNTAX)
        name = str(self.advance().value)
        while self.here.kind in ("name", "digits"):
            name += str(self.advance().value)
        name = name[:2]
        if self.here.kind == "char" and self.here.value in SUFFIX_TYPES:
            return name, SUFFIX_TYPES[str(self.advance().value)]
        return name, self.types[ord(name[0]) - 65]

    def variable(self, name: str, kind: str) -> str:
        python = f"v{name}{kind}"
        self.unit.variables[python] = kind
        return python

    def array(self, name: str, kind: str) -> str:
        python = f"a{name}{kind}"
        self.unit.arrays[python] = (name, kind)
        return python

    def constant(self, value: object, at: int) -> str:
        name = f"k{at}"
        self.unit.constants[name] = value
        return name

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

    def at_subscripts(self) -> bool:
        return self.is_char("(") or self.is_char("[")

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
        special = _SPECIAL.get(word)
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

    # Functions with a form of their own

    def left(self, name: str) -> Code:
        text, count = self.arguments("t", "n")
        return Code(f"{name}({text.text}, {count.text}, {int(text.fresh)})", STRING, fresh=True)

    def middle(self) -> Code:
        text, *numbers = self.arguments("t", "n", "n", optional=1)
        start = numbers[0].text
        count = numbers[1].text if len(numbers) > 1 else "255"
        return Code(f"mid({text.text}, {start}, {count}, {int(text.fresh)})", STRING, fresh=True)

    def instring(self) -> Code:
        self.need_char("(")
        first = self.expression()
        depth = len(self.pending)
        self.pending.append(first.text)
        start = "1"
        if not first.is_string:
            start = first.text
            self.need_char(",")
            first = self.string()
            self.pending.append(first.text)
        self.need_char(",")
        second = self.string()
        self.pending.append(second.text)
        self.need_char(")")
        del self.pending[depth:]
        return Code(f"instr({start}, {first.text}, {second.text})", INTEGER, bound=255)

    def repeated(self) -> Code:
        self.need_char("(")
        count = self.number()
        depth = len(self.pending)
        self.pending.append(count.text)
        self.need_char(",")
        what = self.expression()
        self.pending.append(what.text)
        self.need_char(")")
        del self.pending[depth:]
        name = "string_of" if what.is_string else "string_code"
        return Code(f"{name}({count.text}, {what.text})", STRING, fresh=True)

    def input_characters(self) -> Code:
        self.need_char("$")
        self.need_char("(")
        count = self.number()
        channel = ""
        if self.take_char(","):
            self.take_char("#")
            channel = ", " + self.number().text
        self.need_char(")")
        self.event = True
        return Code(f"input_characters({count.text}{channel})", STRING, fresh=True)

    def inkey(self) -> Code:
        self.event = True
        return Code("inkey()", STRING, fresh=True)

    def time(self) -> Code:
        if self.drawing:
            self.event = True
            return Code("draw()", DOUBLE, bound=65535)
        return Code("now()", DOUBLE, bound=65535)

    def user_function(self) -> Code:
        """FN: the arguments are converted when the function is called."""
        name, kind = self.name()
        self.event = True  # the body may contain anything
        arguments: list[Code] = []
        depth = len(self.pending)
        if self.take_char("("):
            while True:
                arguments.append(self.expression())
                self.pending.append(arguments[-1].text)
                if not self.take_char(","):
                    break
            self.need_char(")")
        del self.pending[depth:]
        values = ", ".join(f"({code.kind!r}, {code.text})" for code in arguments)
        key = f"{name}{kind}"
        return Code(
            f"call_fn({key!r}, [{values}])",
            kind,
            bound=INT16 if kind == INTEGER else None,
            fresh=kind == STRING,
        )

    def usr(self) -> Code:
        number = 0
        if self.here.kind == "number" and self.here.value in range(10):
            number = int(str(self.advance().value))
        elif self.here.kind == "digits":
            number = int(str(self.advance().value)[0])
        argument = self.parenthesised()
        self.event = True  # a BIOS entry may wait for a key
        return Code(f"usr({number}, {argument.text})", argument.kind, fresh=argument.is_string)

    def address_of(self) -> Code:
        self.need_char("(")
        if self.take_char("#"):
            code = self.number()
            self.need_char(")")
            return Code(f"file_pointer({code.text})", INTEGER, bound=INT16)
        name, kind = self.name()
        if self.at_subscripts():
            array = self.array(name, kind)
            text = f"pointer({array!r}, {self.subscripts()})"
        else:
            python = self.variable(name, kind)
            # The variable that the statement assigns to exists already.
            text = f"pointer({python!r}, made={python in self.assigned})"
        self.need_char(")")
        return Code(text, INTEGER, bound=INT16)

    def indexed(self, name: str, bound: int) -> Code:
        code = self.numeric(self.parenthesised())
        return Code(f"{name}({code.text})", DOUBLE, bound=bound)

    def free(self) -> Code:
        code = self.parenthesised()
        name = "free_strings" if code.is_string else "free_memory"
        return Code(f"{name}({code.text})", DOUBLE, bound=65535)

    def constant_word(self, text: str, bound: int) -> Code:
        return Code(text, DOUBLE, bound=bound)

    def unsupported(self) -> Code:
        raise StatementError(errors.ILLEGAL_CALL, errors.TEXT_SCREENS_ONLY)

    def sprite_pattern(self) -> Code:
        self.need_char("$")
        number = self.numeric(self.parenthesised())
        return Code(f"sprite_pattern({number.text})", STRING, fresh=True)

    def play_state(self) -> Code:
        number = self.numeric(self.parenthesised())
        return Code(f"playing({number.text})", INTEGER, bound=1)

    def point(self) -> Code:
        if self.take_word("STEP"):
            pass
        x, y = self.arguments("n", "n")
        return Code(f"text_only({x.text}, {y.text})", INTEGER, bound=INT16)


_SPECIAL: dict[str, Callable[[ExpressionCompiler], Code]] = {
    "LEFT$": lambda c: c.left("left"),
    "RIGHT$": lambda c: c.left("right"),
    "MID$": ExpressionCompiler.middle,
    "INSTR": ExpressionCompiler.instring,
    "STRING$": ExpressionCompiler.repeated,
    "INPUT": ExpressionCompiler.input_characters,
    "INKEY$": ExpressionCompiler.inkey,
    "TIME": ExpressionCompiler.time,
    "FN": ExpressionCompiler.user_function,
    "USR": ExpressionCompiler.usr,
    "VARPTR": ExpressionCompiler.address_of,
    "FRE": ExpressionCompiler.free,
    "BASE": lambda c: c.indexed("base", 0x1FFFF),
    "VDP": lambda c: c.indexed("vdp", 255),
    "ERR": lambda c: c.constant_word("m.err", 255),
    "ERL": lambda c: c.constant_word("m.erl", 65535),
    "CSRLIN": lambda c: c.constant_word("csrlin()", 24),
    "POINT": ExpressionCompiler.point,
    "SPRITE": ExpressionCompiler.sprite_pattern,
    "PLAY": ExpressionCompiler.play_state,
    "ATTR$": ExpressionCompiler.unsupported,
    "DSKI$": ExpressionCompiler.unsupported,
}
