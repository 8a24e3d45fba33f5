"""Expressions with the variables of a machine. The interpreter computes them, so the machine does not change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

from msxkit import charset
from msxkit.basic_type import BasicType
from msxkit.decimal14 import Number
from msxkit.errors import MsxError
from msxkit.interpreter import Session
from msxkit.interpreter.evaluation import parsed
from msxkit.language import tree
from msxkit.language.program import Program
from msxkit.openmsx.variables import ArrayValue, VariableTable

#: Functions that depend only on their arguments and on memory.
_PURE = frozenset(
    (
        "ABS",
        "ASC",
        "ATN",
        "BIN$",
        "CDBL",
        "CHR$",
        "CINT",
        "COS",
        "CSNG",
        "EXP",
        "FIX",
        "HEX$",
        "INSTR",
        "INT",
        "LEFT$",
        "LEN",
        "LOG",
        "MID$",
        "OCT$",
        "RIGHT$",
        "SGN",
        "SIN",
        "SPACE$",
        "SQR",
        "STR$",
        "STRING$",
        "TAN",
        "VAL",
        "PEEK",
        "VPEEK",
    )
)
_READINGS = frozenset(("ERL", "ERR", "TIME"))
_NODES = (
    tree.Number,
    tree.String,
    tree.Variable,
    tree.Element,
    tree.Parenthesis,
    tree.Unary,
    tree.Binary,
    tree.Function,
    tree.Reading,
)
#: Name -> value, arrays as `A#()` with tuples of subscripts.
MirrorValues = Mapping[str, Number | str | Mapping[tuple[int, ...], Number | str]]


class Mirror:
    """An evaluator that uses the last state that it was given, and the memory of the machine.

    Args:
        peek, vpeek: Read a byte of its memory, and of its video memory.
    """

    def __init__(self, peek: Callable[[int], int], vpeek: Callable[[int], int]) -> None:
        self._session = Session(Program.from_ascii(b"10 END\n"))
        self._session.memory.read_elsewhere(peek, vpeek)

    def show(
        self, values: MirrorValues, types: Sequence[BasicType], *, time: int, error: int, error_line: int
    ) -> None:
        """Take over the state of the machine.

        Args:
            values: The variables.
            types: The types of names without a suffix, A first.
            time: TIME.
            error, error_line: ERR, ERL.
        """
        self._session.memory.adopt(values, types)
        state = self._session.state
        state.clock.jiffy = time
        state.on_error.err, state.on_error.erl = error, error_line

    def evaluate(self, expression: str | bytes) -> Number | str:
        """Return the value of an expression in MSX codes. Raise `MsxError` if it fails, or needs the machine itself."""
        text = expression.encode("latin-1") if isinstance(expression, str) else expression
        for node in tree.walk(parsed(text)):
            word = getattr(node, "name", type(node).__name__)
            if (
                not isinstance(node, _NODES)
                or (isinstance(node, tree.Function) and node.name not in _PURE)
                or (isinstance(node, tree.Reading) and node.name not in _READINGS)
            ):
                raise MsxError(
                    f"{text.decode('latin-1')}: {word} needs the machine itself, which is stopped; only variables, "
                    "memory, TIME, ERR, ERL and functions of these can be computed here"
                )
        return self._session.memory.evaluate(text)

    def converted(self, target: str, expression: str) -> Number | str:
        """Return what a variable holds when it is given the value of an expression. Raise `MsxError` if it fails."""
        self.evaluate(expression)
        self._session.memory.assign(target, expression)
        return self._session.memory.evaluate(target)


def values_of(variables: VariableTable) -> dict[str, Number | str | dict[tuple[int, ...], Number | str]]:
    """Return variables out of the memory of a machine as `Session.variables` has them, but with tuples as
    subscripts.
    """
    found: dict[str, Number | str | dict[tuple[int, ...], Number | str]] = {}
    for name in variables:
        value = variables[name]
        found[name] = dict(_elements(value)) if isinstance(value, ArrayValue) else _value(value)
    return found


def _elements(array: ArrayValue) -> list[tuple[tuple[int, ...], Number | str]]:
    found, subscripts = [], [0] * len(array.shape)
    for value in array.values:
        found.append((tuple(subscripts), _value(value)))
        for position, length in enumerate(array.shape):
            subscripts[position] += 1
            if subscripts[position] < length:
                break
            subscripts[position] = 0
    return sorted(found, key=lambda element: element[0])


def _value(value: int | Decimal | str) -> Number | str:
    return charset.encode(value).decode("latin-1") if isinstance(value, str) else value
