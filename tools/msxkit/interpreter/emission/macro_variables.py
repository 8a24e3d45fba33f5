"""The variables that a macro of DRAW names: `=A;`, `=B(I+1);`, `XA$;`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msxkit import basic_errors
from msxkit.basic_type import BasicType
from msxkit.decimal14 import Number
from msxkit.interpreter.code import LineNeeds
from msxkit.interpreter.emission.emit_values import ValueEmitter
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.loop_state import LoopState
from msxkit.interpreter.values.variables import Variables
from msxkit.language import tree
from msxkit.language.parser import parse
from msxkit.language.scanner import CrunchError, crunch, scan
from msxkit.machine.guard import Spend
from msxkit.program.lower.expressions import Expressions, can_wait
from msxkit.program.lower.names import LineNames

#: LineNames that are kept compiled.
_KEPT = 1000
#: What a value takes, as `guard` counts it: strings within strings make macros of any length.
_WORK = 20


class MacroVariables:
    """A reader of the variables of one machine.

    Attributes:
        run: Holds the types of the letters.
        spend: Told of each value that is read.
    """

    def __init__(self, variables: Variables, run: LoopState, spend: Spend) -> None:
        self._variables = variables
        self._spend = spend
        self._run = run
        self._compiled: dict[tuple[str, tuple[BasicType, ...]], tuple[Any, LineNeeds]] = {}

    def reals(self) -> tuple[Number, ...]:
        """Return the values of the real variables."""
        return tuple(
            value for name, value in self._variables.names.items() if name[0] == "v" and name[-1] in "sd"
        )

    def macro_value(self, name: str) -> Number | str:
        """Return the value of a variable or array element, as it is written in the macro; its subscripts may be
        anything.
        """
        self._spend(_WORK)
        key = (name, self._run.types)
        found = self._compiled.get(key)
        if found is None:
            if len(self._compiled) >= _KEPT:
                self._compiled.clear()
            found = self._compiled[key] = _compiled(name, self._run.types)
        code, unit = found
        self._variables.declare(unit)
        value: Number | str = eval(code, self._variables.names, unit.constants)
        return value


def _compiled(name: str, types: Sequence[BasicType]) -> tuple[Any, LineNeeds]:
    try:
        statements = parse(scan(crunch(b"A=" + name.encode("latin-1"))))
    except CrunchError:
        raise RaisedError(basic_errors.SYNTAX) from None
    match statements:
        case [tree.Let(value=tree.Variable() | tree.Element() as variable, fault=None)] if not can_wait(
            variable
        ):
            emitter = ValueEmitter()
            source = emitter.value(Expressions(0, LineNames(types)).expression(variable))
            return compile(source, "<macro>", "eval"), emitter.unit
    raise RaisedError(basic_errors.SYNTAX)
