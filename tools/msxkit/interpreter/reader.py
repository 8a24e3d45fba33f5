"""Reads a line lexeme by lexeme: what stands here, names, subscripts, and the end of a statement."""

from __future__ import annotations

from msxkit.interpreter import errors
from msxkit.interpreter.code import SUFFIX_TYPES, StatementError, Unit
from msxkit.interpreter.lexemes import END, Lexeme

#: What ends a statement, as (kind, value). ELSE and the apostrophe bring their own colon; an apostrophe
#: that is not a token is no comment.
ENDERS = frozenset((("char", ":"), ("word", "ELSE"), ("word", "'")))


class LexemeReader:
    """A place in a list of lexemes. `types` gives the default type of each letter, A first.

    unit: collects the constants, variables and arrays that are met.
    """

    def __init__(self, lexemes: list[Lexeme], types: str) -> None:
        self.lexemes = lexemes
        self.index = 0
        self.types = types
        self.unit = Unit()

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

    def at_subscripts(self) -> bool:
        """At a bracket behind a name."""
        return self.is_char("(") or self.is_char("[")
