"""DRAW: the turtle that the macro language moves.

Source: MSX Red Book (5D6EH-5E87H); tests/graphics.
"""

from __future__ import annotations

from msxkit.carrying import carries
from msxkit.decimal14 import IllegalFunctionCallError
from msxkit.machine.graphics.drawing import Drawing, wrapped
from msxkit.machine.macro import MacroReader, VariableAccess
from msxkit.machine.work import Work

#: Bits of DRWFLG: the next move draws nothing; it returns to where it began.
BLANK, BACK = 0x80, 0x40
#: Right and down for a step of each direction.
DIRECTIONS = {
    "U": (0, -1),
    "D": (0, 1),
    "L": (-1, 0),
    "R": (1, 0),
    "E": (1, -1),
    "F": (1, 1),
    "G": (-1, 1),
    "H": (-1, -1),
}


class Draw:
    """DRAW of a machine. Scale, angle and colour stay from one statement to the next."""

    def __init__(self, drawing: Drawing, variables: VariableAccess) -> None:
        self._drawing = drawing
        self._variables = variables

    @carries("DRAW")
    def draw(self, macro: str) -> None:
        """Draw a macro, as DRAW does. Raise error 5 at what is not a command; what comes before it stays drawn."""
        self._drawing.require_graphics()
        state = self._drawing.state
        reader = MacroReader(macro, self._variables)
        while command := reader.command():
            self._drawing.meter(Work.COMMAND, 1)
            if command in DIRECTIONS:
                count = reader.optional()
                right, down = DIRECTIONS[command]
                self._turn(right * count, down * count)
            elif command == "M":
                self._move(reader)
            elif command == "B":
                state.turtle |= BLANK
            elif command == "N":
                state.turtle |= BACK
            elif command == "X":
                reader.insert()
            elif command == "A":
                state.turtle_angle = _within(reader.optional(), 3)
            elif command == "S":
                state.turtle_scale = _within(reader.optional(), 255)
            elif command == "C":
                # Only the low byte counts.
                self._drawing.set_ink(reader.optional() & 0xFF, whole=True)
            else:
                raise IllegalFunctionCallError

    def _move(self, reader: MacroReader) -> None:
        """Carry out M: move to a point, or with a sign before the first number by so many dots."""
        sign = reader.take()
        x = reader.number(sign)
        if reader.take() != ",":
            raise IllegalFunctionCallError
        y = reader.number()
        if sign and sign in "+-":
            self._turn(x, y)
        else:
            self._go(x, y)

    def _turn(self, dx: int, dy: int) -> None:
        state = self._drawing.state
        dx, dy = self._scaled(dx), self._scaled(dy)
        for _ in range(state.turtle_angle):
            dx, dy = dy, -dx
        self._go(wrapped(state.x + dx), wrapped(state.y + dy))

    def _scaled(self, distance: int) -> int:
        scale = self._drawing.state.turtle_scale
        if not scale:
            return distance
        return int(wrapped(distance * scale) / 4)

    def _go(self, x: int, y: int) -> None:
        state = self._drawing.state
        flags, state.turtle = state.turtle, 0
        if not flags & BLANK:
            self._drawing.stroke(x, y, state.x, state.y)
        if not flags & BACK:
            state.x, state.y = wrapped(x), wrapped(y)


def _within(value: int, limit: int) -> int:
    if not 0 <= value <= limit:
        raise IllegalFunctionCallError
    return value
