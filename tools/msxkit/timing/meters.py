"""Operations whose time depends on their operands: they add it to the clock.

Figures come from `timing`; here is what only the run knows: what was printed and where, of what numbers functions
are taken, how far READ looks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.decimal14 import Number, format_number
from msxkit.language import tree
from msxkit.machine.clock import ClockState
from msxkit.machine.costs import costs_of
from msxkit.machine.guard import Spend
from msxkit.machine.model import Model
from msxkit.machine.video.text_screen import TextScreen
from msxkit.machine.work import Work
from msxkit.program.layout import Layout
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import OF_STATEMENT, Op
from msxkit.timing import math_pack
from msxkit.timing.collection import collection
from msxkit.timing.function_costs import power, weighed
from msxkit.timing.printing import BLANK, ROW
from msxkit.timing.reading import READ_CHARACTER, search_data

#: Functions whose cost depends on what they are taken of.
_FUNCTIONS = {
    Op.SINE: "SIN",
    Op.COSINE: "COS",
    Op.TANGENT: "TAN",
    Op.ARCTANGENT: "ATN",
    Op.LOGARITHM: "LOG",
    Op.EXPONENTIAL: "EXP",
    Op.SQUARE_ROOT: "SQR",
}
#: The most columns of a text screen that is not the MSX2's wide one.
_NARROW = 40
Service = Callable[..., Any]


class Meters:
    """The meters of one machine.

    Attributes:
        spend: Told of what is drawn, and of lines that READ passes.
        layout: The program.
        data: The line after which READ looks for its next item, the line in which that is, and the item.
    """

    def __init__(
        self,
        model: Model,
        clock: ClockState,
        screen: TextScreen,
        layout: Callable[[], Layout],
        data: Callable[[int], tuple[int, int, str]],
        spend: Spend,
    ) -> None:
        self._costs = costs_of(model)
        self._clock = clock
        self._screen = screen
        self._layout = layout
        self._data = data
        self._spend = spend

    def metered(self, operations: dict[AnyOperation, Service]) -> dict[str, Service]:
        """Return those of the operations that take time of their own, with it, by their names."""
        costs: dict[AnyOperation, Callable[..., int]] = {
            Op.DIVIDE: math_pack.divide,
            Op.POWER: power,
            Op.RANDOM: math_pack.random,
            Op.PRINT_STRING: self._characters,
            Op.PRINT_NUMBER: self._number,
            Op.PRINT_COMMA: lambda *_: self._blanks(14 - self._screen.column % 14),
            Op.PRINT_TAB: lambda column: self._blanks(column - self._screen.column),
            Op.PRINT_SPACES: self._blanks,
            Op.PRINT_LINE: lambda: ROW,
            Op.READ_NUMBER: self._read_number,
            Op.READ_STRING: self._read_string,
            OF_STATEMENT[tree.Cls]: lambda *_: self._of_mode(self._costs.clear),
            OF_STATEMENT[tree.Width]: self._width,
            Op.SCREEN_MODE: lambda mode: self._costs.screen[mode] if mode < len(self._costs.screen) else 0,
        }
        counted = {op.name: self._counted(operations[op], cost) for op, cost in costs.items()}
        return counted | {op.name: self._function(name) for op, name in _FUNCTIONS.items()}

    def _function(self, name: str) -> Service:
        clock = self._clock

        def run(x: Number) -> Number:
            value, cost = weighed(name, x)
            clock.spent += cost
            return value

        return run

    def collected(self, strings: int, alive: int) -> None:
        """Note that the garbage in the string space was collected."""
        self._clock.spent += collection(strings, alive)

    def _counted(self, function: Service, cost: Callable[..., int]) -> Service:
        clock = self._clock

        def run(*arguments: Any) -> Any:
            before = cost(*arguments)
            found = function(*arguments)
            clock.spent += before
            return found

        return run

    def scrolled(self) -> None:
        """Note that the text screen was scrolled by a row."""
        self._clock.spent += self._of_mode(self._costs.scroll)

    def drawn(self, work: Work, amount: int) -> None:
        """Note that something was drawn."""
        self._spend(1 + amount)
        costs = self._costs.drawing.get(work)
        if costs is not None:
            self._clock.spent += amount * self._of_mode(costs)

    def _of_mode(self, costs: tuple[int, ...]) -> int:
        mode = self._screen.video.screen.mode
        return costs[mode] if mode < len(costs) else 0

    def _characters(self, text: str) -> int:
        return len(text) * self._of_mode(self._costs.character)

    def _number(self, x: Number) -> int:
        return self._characters(format_number(x) + " ")

    def _width(self, width: int) -> int:
        """Return the cost of WIDTH, which clears the screen before and after; 80 columns are another mode."""
        columns = self._screen.columns
        if width == self._screen.width:
            return 0
        wide = self._screen.video.screen.text_mode == 0 and (width > _NARROW) != (columns > _NARROW)
        clear = self._of_mode(self._costs.clear)
        return clear + (self._costs.screen[0] if wide else clear)

    def _read(self, number: int) -> int:
        """Return the cost of READ, which looks for the next DATA."""
        first, last, _ = self._data(number)
        lines = self._layout().lines if first != last else ()
        self._spend(len(lines))
        return search_data(line.stored.stored for line in lines if first < line.number <= last)

    def _read_number(self, number: int) -> int:
        """Return the cost of READ, which looks for the next DATA and makes its text a number."""
        return self._read(number) + math_pack.text_number(self._data(number)[2])

    def _read_string(self, number: int) -> int:
        """Return the cost of READ, which looks for the next DATA and for the end of its text."""
        return self._read(number) + READ_CHARACTER * len(self._data(number)[2])

    def _blanks(self, count: Number) -> int:
        return max(0, int(count)) * BLANK
