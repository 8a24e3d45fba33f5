"""Operations whose time depends on their operands: they add it to the clock.

Figures come from `timing`; here is what only the run knows: what was printed and where, of what numbers functions
are taken, how far READ looks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msxkit.decimal14 import Number, format_number
from msxkit.machine.clock import ClockState
from msxkit.machine.costs import costs_of
from msxkit.machine.guard import Spend
from msxkit.machine.model import Model
from msxkit.machine.video.state import VideoState
from msxkit.machine.video.text_screen import TextScreen
from msxkit.machine.work import Work
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import OF_STATEMENT, Op
from msxkit.timing import math_pack
from msxkit.timing.collection import collection
from msxkit.timing.function_costs import power, weighed
from msxkit.timing.printing import BLANK, ROW
from msxkit.timing.reading import READ_CHARACTER, search_data
from msxkit.timing.statements import FIGURES

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
    """

    def __init__(
        self,
        model: Model,
        clock: ClockState,
        video: VideoState,
        spend: Spend,
    ) -> None:
        self._costs = costs_of(model)
        self._clock = clock
        self._video = video
        self._spend = spend

    def metered(
        self,
        operations: dict[AnyOperation, Service],
        screen: TextScreen,
        ahead: Callable[[int], tuple[list[bytes], str]],
    ) -> dict[str, Service]:
        """Return those of the operations that take time of their own, with it, by their names.

        Args:
            ahead: Returns what READ looks through for an item by its number, and the item.
        """
        costs: dict[AnyOperation, Callable[..., int]] = {
            Op.DIVIDE: math_pack.divide,
            Op.POWER: power,
            Op.RANDOM: math_pack.random,
            Op.PRINT_STRING: self._characters,
            Op.PRINT_NUMBER: self._number,
            Op.PRINT_COMMA: lambda *_: _blanks(14 - screen.state.column % 14),
            Op.PRINT_TAB: lambda column: _blanks(column - screen.state.column),
            Op.PRINT_SPACES: _blanks,
            Op.PRINT_LINE: lambda: ROW,
            Op.READ_NUMBER: lambda number: self._read(*ahead(number), math_pack.text_number),
            Op.READ_STRING: lambda number: self._read(*ahead(number), _read_characters),
            OF_STATEMENT["WIDTH"]: lambda width: self._width(width, screen),
            OF_STATEMENT["SCREEN_MODE"]: lambda mode: (
                self._costs.screen[mode] if mode < len(self._costs.screen) else 0
            ),
        }
        for operation in OF_STATEMENT.values():
            figure = getattr(self._costs, FIGURES.get(operation.statement, ""), 0)
            if isinstance(figure, tuple):
                costs[operation] = partial(self._always, figure)
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

    def _always(self, costs: tuple[int, ...], *_operands: object) -> int:
        return self._of_mode(costs)

    def _of_mode(self, costs: tuple[int, ...]) -> int:
        mode = self._video.screen.mode
        return costs[mode] if mode < len(costs) else 0

    def _characters(self, text: str) -> int:
        return len(text) * self._of_mode(self._costs.character)

    def _number(self, x: Number) -> int:
        return self._characters(format_number(x) + " ")

    def _width(self, width: int, screen: TextScreen) -> int:
        """Return the cost of WIDTH, which clears the screen before and after; 80 columns are another mode."""
        columns = screen.state.columns
        if width == screen.state.width:
            return 0
        wide = self._video.screen.text_mode == 0 and (width > _NARROW) != (columns > _NARROW)
        clear = self._of_mode(self._costs.clear)
        return clear + (self._costs.screen[0] if wide else clear)

    def _read(self, passed: list[bytes], item: str, taken: Callable[[str], int]) -> int:
        """Return the cost of READ, which looks for the next DATA and takes an item."""
        self._spend(len(passed))
        return search_data(passed) + taken(item)


def _read_characters(item: str) -> int:
    """Return the cost of looking for the end of an item."""
    return READ_CHARACTER * len(item)


def _blanks(count: Number) -> int:
    return max(0, int(count)) * BLANK
