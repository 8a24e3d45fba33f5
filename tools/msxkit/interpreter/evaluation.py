"""What an expression is worth at this moment, asked from outside: the run does not notice."""

from __future__ import annotations

from msxkit.basicerrors import text_of
from msxkit.decimal14 import BasicError, Number
from msxkit.errors import MsxError
from msxkit.interpreter.emit_values import ValueEmitter
from msxkit.interpreter.errors import Pause, Stopped
from msxkit.interpreter.machine import Machine
from msxkit.language import tree
from msxkit.language.parser import parse
from msxkit.language.scanner import CrunchError, crunch, scan
from msxkit.machine.keeping import copied
from msxkit.program.lower.expressions import ExpressionLowering


def evaluate(machine: Machine, text: bytes) -> Number | str:
    """The value of an expression in MSX codes, with the variables as they are. Nothing in the machine changes.

    Raises `MsxError` for what is no expression, waits for a key, or is a BASIC error.
    """
    shown = text.decode("latin-1")
    lowering = ExpressionLowering(machine.layout.end, machine.state.run.types)
    value = lowering.expression(_parsed(text, shown))
    emitter = ValueEmitter()
    source = emitter.value(value)
    kept = copied(machine.state)
    machine.variables.declare(emitter.unit)
    try:
        found = eval(source, {**machine.names, **emitter.unit.constants})
    except BasicError as error:
        raise MsxError(f"{shown}: {text_of(error.number)}") from None
    except (Pause, Stopped):
        raise MsxError(f"{shown}: it waits for a key, so it has no value yet") from None
    finally:
        machine.put_back(kept)
    return str(found) if isinstance(found, str) else found + 0


def _parsed(text: bytes, shown: str) -> tree.Expression:
    try:
        statements = parse(scan(crunch(b"PRINT " + text)))
    except CrunchError as error:
        raise MsxError(f"{shown}: {error.message}") from None
    (statement,) = statements if len(statements) == 1 else (None,)
    if isinstance(statement, tree.Print) and statement.fault is None and len(statement.items) == 1:
        (item,) = statement.items
        if isinstance(item, tree.Expression):
            return item
    raise MsxError(f"{shown}: that is no expression of MSX BASIC")
