"""The operations of the program model bound to the parts of a machine: the functions that compiled code calls.

A method says itself which operations it carries out (`carries`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from msxkit import decimal14
from msxkit.basic_type import BasicType
from msxkit.carrying import Trait, carried
from msxkit.interpreter.emission.emit_python import ASSIGNED, NOW, WAYS
from msxkit.interpreter.machine import Machine
from msxkit.interpreter.statements.using import Using
from msxkit.interpreter.values import strings
from msxkit.machine.guard import STATEMENT, Spend
from msxkit.machine.video.operations import LogicalOperation
from msxkit.program.operation import AnyOperation
from msxkit.program.operations import OPERATIONS, Op, with_trait
from msxkit.timing.stack import LOOPS

Bound = Callable[..., Any]


def bind(machine: Machine) -> None:
    """Put operations and types into the namespace of the machine's compiled code, by their names."""
    functions = operations(machine)
    for operation, function in functions.items():
        machine.names[operation.name] = function
    for basic in BasicType:
        machine.names[basic.name] = basic
    # The stack of loops: compiled code steps the innermost one itself.
    machine.names[LOOPS] = machine.control.stack
    machine.names[NOW] = machine.state.clock
    machine.names[ASSIGNED] = machine.storage.assigned
    machine.names[WAYS] = machine.costs.ways
    machine.names.update(machine.meters.metered(functions, machine.screen, machine.data.ahead))
    # Those that programs call by the million say themselves what they do, where they loop.
    for operation in with_trait(Trait.LONG):
        machine.names[operation.name] = _guarded(machine.names[operation.name], machine.guard.spend)


def _guarded(function: Bound, spend: Spend) -> Bound:
    def run(*arguments: Any) -> Any:
        spend(STATEMENT)
        return function(*arguments)

    return run


def operations(machine: Machine) -> dict[AnyOperation, Bound]:
    """Return every operation of a machine."""
    bound = carried(_services(machine))
    found = {operation: bound.pop(operation.name) for operation in OPERATIONS if operation.name in bound}
    assert not bound, f"methods carry out operations that do not exist: {sorted(bound)}"
    return found | _FUNCTIONS | _composed(machine)


def _services(machine: Machine) -> tuple[object, ...]:
    """Return what has methods that `carries` marks."""
    graphics = machine.graphics
    return (
        machine,
        machine.control,
        machine.data,
        machine.devices,
        machine.disk_basic,
        machine.display,
        machine.files,
        machine.functions,
        graphics.circle,
        graphics.drawing,
        graphics.painting,
        graphics.sprites,
        graphics.turtle,
        machine.memory,
        machine.on_error,
        machine.pictures,
        machine.programs,
        machine.records,
        machine.screen_out,
        machine.screens,
        machine.screens.colours,
        machine.space,
        machine.turbo,
        machine.variables,
        machine.video_access,
        machine.waits,
        machine.workspace,
    )


#: Operations that need nothing of a machine, or have it as their first operand.
_FUNCTIONS: dict[AnyOperation, Bound] = {
    Op.ADD: decimal14.add,
    Op.SUBTRACT: decimal14.sub,
    Op.MULTIPLY: decimal14.mul,
    Op.NEGATE: decimal14.neg,
    Op.TO_INTEGER: decimal14.to_int16,
    Op.TO_SINGLE: decimal14.csng,
    Op.DIVIDE: decimal14.div,
    Op.POWER: decimal14.power,
    Op.INTEGER_DIVIDE: decimal14.int_divide,
    Op.MODULO: decimal14.modulo,
    Op.SIGN: decimal14.sign,
    Op.INT: decimal14.int_,
    Op.ABSOLUTE: decimal14.absolute,
    Op.SQUARE_ROOT: decimal14.sqr,
    Op.SINE: decimal14.sin,
    Op.COSINE: decimal14.cos,
    Op.TANGENT: decimal14.tan,
    Op.ARCTANGENT: decimal14.atn,
    Op.LOGARITHM: decimal14.log,
    Op.EXPONENTIAL: decimal14.exp,
    Op.FIX: decimal14.fix,
    Op.TO_DOUBLE: decimal14.cdbl,
    Op.BYTE: strings.byte,
    Op.WITHIN: strings.within,
    Op.LENGTH: len,
    Op.CODE: strings.asc,
    Op.VALUE: decimal14.val,
    Op.FIND: strings.instr,
    Op.USING_STRING: Using.string,
    Op.USING_NUMBER: Using.number,
    Op.END_USING: Using.finish,
}


def _composed(machine: Machine) -> dict[AnyOperation, Bound]:
    """Return the operations that are not a method as it stands."""
    out, on_error, made = machine.screen_out, machine.on_error, machine.space.made
    return {
        Op.DIMENSION: machine.variables.dim,
        Op.RESUME_SAME: partial(on_error.resume, "same"),
        Op.RESUME_NEXT: partial(on_error.resume, "next"),
        Op.RESUME_AT: partial(on_error.resume, "line"),
        Op.ERROR_NUMBER: lambda: on_error.err,
        Op.ERROR_LINE: lambda: on_error.erl,
        Op.PRINT_STRING: out.string,
        Op.PRINT_LINE: out.newline,
        Op.BEGIN_USING: lambda printer, text: Using(printer or out, text),
        Op.SPRITE_PATTERN: lambda number: made(machine.graphics.sprites.pattern(number)),
        Op.RASTER: lambda raster: machine.graphics.drawing.set_operation(LogicalOperation[raster]),
    }
