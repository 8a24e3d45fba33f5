"""What the macros of DRAW and PLAY have in common: commands of one letter, numbers, variables, strings within strings.

Source: MSX Red Book (566CH-5782H).
"""

from __future__ import annotations

from typing import Protocol

from msxkit.decimal14 import IllegalFunctionCallError, Number, to_int16

#: Characters of a variable's name, with its subscripts, up to the semicolon.
_LONGEST_NAME = 39
_DEEPEST = 40
_LIMIT = 0x10000


class VariableAccess(Protocol):
    """The variables of the program, as a macro asks for them."""

    def macro_value(self, name: str) -> Number | str:
        """Return the value of a variable or array element, as it is written in the macro."""
        ...


class MacroReader:
    """The characters of a macro, in upper case and without blanks. `X` puts another string in front of the rest."""

    def __init__(self, text: str, variables: VariableAccess) -> None:
        self._variables = variables
        self._stack: list[tuple[str, int]] = []
        self._text = text
        self._at = 0
        #: Characters that were taken, those put back not counted.
        self.taken = 0

    def take(self) -> str:
        """Return the next character; an empty string at the end of the present one."""
        text = self._text
        while self._at < len(text):
            self._at += 1
            self.taken += 1
            character = text[self._at - 1]
            if character != " ":
                return character.upper() if character.isascii() else character
        return ""

    @property
    def ended(self) -> bool:
        """Whether all characters were taken."""
        return self._at >= len(self._text) and not self._stack

    def back(self, character: str) -> None:
        """Put a character back that was just taken."""
        if character:
            self._at -= 1
            self.taken -= 1

    def command(self) -> str:
        """Return the next command letter, an empty string at the end. After a string of `X` the macro goes on."""
        while True:
            character = self.take()
            if character or not self._stack:
                return character
            self._text, self._at = self._stack.pop()

    def number(self, first: str | None = None) -> int:
        """Return a number: digits with a sign, or `=variable;`.

        Raise error 5 if there is none or it is above 65535, error 6 for a variable outside 16 bits.

        Args:
            first: The character that it begins with, if that was taken already.
        """
        character = self.take() if first is None else first
        if character == "+":
            return self.number()
        if character == "-":
            return -self.number()
        if character == "=":
            value = self._variable()
            if isinstance(value, str):
                raise IllegalFunctionCallError
            return to_int16(value)
        if not character.isdecimal():
            raise IllegalFunctionCallError
        value = 0
        while character.isdecimal():
            value = value * 10 + int(character)
            if value >= _LIMIT:
                raise IllegalFunctionCallError
            character = self.take()
        self._end(character)
        return value

    def optional(self) -> int:
        """Return the number after a command: 1 when there is none, 0 when a semicolon stands there instead."""
        character = self.take()
        if character and (character in "+-=" or character.isdecimal()):
            return self.number(character)
        self._end(character)
        return 0 if character == ";" else 1

    def _end(self, character: str) -> None:
        """Take the semicolon that ends a number; elsewhere it is not a command."""
        if character != ";":
            self.back(character)

    def insert(self) -> None:
        """Go on with the string of a variable (`X`)."""
        value = self._variable()
        if not isinstance(value, str) or len(self._stack) >= _DEEPEST:
            raise IllegalFunctionCallError
        self._stack.append((self._text, self._at))
        self._text, self._at = value, 0

    def _variable(self) -> Number | str:
        name = ""
        while (character := self.take()) != ";":
            if not character or len(name) >= _LONGEST_NAME:
                raise IllegalFunctionCallError
            name += character
        return self._variables.macro_value(name)
