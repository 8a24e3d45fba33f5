"""Statements of control flow: jumps, loops, ON, traps, errors, running and stopping. IF is in `line`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msxkit.basicerrors import SYNTAX, UNDEFINED_LINE
from msxkit.basictype import DOUBLE, STRING
from msxkit.language import tree
from msxkit.program.lower.block import BlockLowering
from msxkit.program.lower.unfinished import UnfinishedError
from msxkit.program.model import (
    Choose,
    Evaluate,
    Fail,
    LeaveIfFound,
    NoLine,
    SetVariable,
    Step,
    Target,
)
from msxkit.program.operations import Op
from msxkit.program.values import Mismatch, Value, constant


def _target(c: BlockLowering, node: tree.LineReference | None) -> Target:
    """Return where a line number leads; without one it is line 0."""
    return c.text.target(0) if node is None else c.text.target(node.line, node.address)


def _must_be_there(c: BlockLowering, target: Target) -> int | None:
    """Return the offset of a target. If there is no such line, fail here and return None."""
    if isinstance(target, NoLine):
        c.fail(UNDEFINED_LINE)
        return None
    return target


def _next(c: BlockLowering, node: tree.Statement) -> int:
    return c.text.next_from(c.start + node.end)


def _goto(c: BlockLowering, node: tree.Goto) -> None:
    c.go(_target(c, node.target))


def _gosub(c: BlockLowering, node: tree.Gosub) -> None:
    # A line that is not there leaves the stack as it was.
    target = _must_be_there(c, _target(c, node.target))
    c.add(Op.CALL_SUBROUTINE(_next(c, node)))
    c.go(c.text.next_line if target is None else target)


def _return(c: BlockLowering, node: tree.Return) -> None:
    if node.target is None:
        c.require_end()
        c.finish(Op.RETURN.end())
        return
    c.add(Op.MUST_BE_CALLED())
    target = _must_be_there(c, _target(c, node.target))
    c.add(Op.RETURN())
    c.go(c.text.next_line if target is None else target)


def _for(c: BlockLowering, node: tree.For) -> None:
    variable = c.variable(node.variable)
    first = c.expression(node.first)
    if variable.type is STRING:
        c.add(Evaluate(Mismatch(STRING, operands=(first,))))
    c.assigned.append(variable)
    c.make_for(variable, first)
    c.add(SetVariable(variable, c.converted(first, variable.type)))
    last = c.keep(c.converted(c.expression(node.last), variable.type))
    step: Value = constant(1, 0)
    if node.step is not None:
        step = c.converted(c.expression(node.step), variable.type)
    step = c.keep(step)
    c.require_end()
    behind = _next(c, node)
    c.add(Op.BEGIN_LOOP(variable, behind, last, step))
    c.go(behind)


def _next_statement(c: BlockLowering, node: tree.Next) -> None:
    if not node.variables:
        c.add(LeaveIfFound(Op.STEP_INNERMOST))
    for name in node.variables:
        if not isinstance(name, tree.Variable):
            c.expression(name)
            return
        variable = c.variable(name)
        if variable.type is STRING:
            c.add(Evaluate(Mismatch(DOUBLE, operands=())))
        else:
            c.add(Step(variable))


def _on_jump(c: BlockLowering, node: tree.OnGoto | tree.OnGosub) -> None:
    if isinstance(node.selector, tree.Missing):
        # The number is made a byte before the machine looks for GOTO behind it.
        c.pending += [c.byte(part) for part in node.selector.before]
        raise UnfinishedError(Fail(c.fault.error if c.fault else SYNTAX))
    selector = c.keep(c.byte(node.selector))
    targets = tuple(_target(c, target) for target in node.targets)
    behind = _next(c, node)
    back = behind if isinstance(node, tree.OnGosub) else None
    c.add(Choose(selector.number, targets, back))
    c.go(behind)


def _on_error(c: BlockLowering, node: tree.OnError) -> None:
    if node.target is None or not (node.target.line or node.target.address):
        c.add(Op.ON_ERROR(None))
        return
    c.add(Op.ON_ERROR(_must_be_there(c, _target(c, node.target))))


def _on_device(c: BlockLowering, node: tree.OnDevice) -> None:
    period = c.number(node.period) if node.period is not None else constant(0, 0)
    offsets = _offsets(c, node.targets)
    c.add(Op.ON_DEVICE(node.device, period, offsets))
    c.go(_next(c, node))


def _offsets(c: BlockLowering, nodes: Sequence[tree.LineReference | None]) -> tuple[int | None, ...]:
    """Return the offsets of routines; None for one that is left out, or 0."""
    found: list[int | None] = []
    for node in nodes:
        if node is None or not (node.line or node.address):
            found.append(None)
        else:
            found.append(_must_be_there(c, _target(c, node)))
    return tuple(found)


def _switch(c: BlockLowering, node: tree.DeviceSwitch) -> None:
    number = constant(0, 0) if node.number is None else c.number(node.number)
    c.add(Op.SWITCH_DEVICE(node.device, number, node.switch))


def _resume(c: BlockLowering, node: tree.Resume) -> None:
    if node.target is not None and (node.target.line or node.target.address):
        c.add(Op.RESUME_AT())
        c.go(_target(c, node.target))
        return
    c.require_end()
    c.finish((Op.RESUME_NEXT if node.next else Op.RESUME_SAME).end())


def _error(c: BlockLowering, node: tree.Error) -> None:
    c.add(Op.RAISE_ERROR(c.byte(node.number)))


def _end(c: BlockLowering, node: tree.End) -> None:
    c.require_end()
    c.add(Op.END(_next(c, node)))


def _stop(c: BlockLowering, node: tree.Stop) -> None:
    c.require_end()
    c.add(Op.STOP(_next(c, node)))


def _cont(c: BlockLowering, _node: tree.Cont) -> None:
    c.require_end()
    c.located = True  # not in a program
    c.finish(Op.CONTINUE.end())


def _run(c: BlockLowering, node: tree.Run) -> None:
    if node.target is None:
        c.finish(Op.RUN_AGAIN.end())
        return
    c.add(Op.RUN_AGAIN())
    c.go(_target(c, node.target))


def _run_file(c: BlockLowering, node: tree.RunFile) -> None:
    name = c.keep(c.string(node.name))
    c.require_end()
    c.finish(Op.RUN_FILE.end(name, node.keep))


def _clear(c: BlockLowering, node: tree.Clear) -> None:
    space = None if node.space is None else c.integer(node.space)
    with c.held(*([] if space is None else [space])):
        top = None if node.top is None else c.number(node.top)
        c.require_end()
    c.add(Op.CLEAR(space, top))


def _trace(c: BlockLowering, node: tree.Trace) -> None:
    c.require_end()
    c.finish(Op.TRACE.end(node.on, _next(c, node)))


def _broken(c: BlockLowering, node: tree.Broken) -> None:
    raise UnfinishedError(Fail(node.fault.error if node.fault else SYNTAX))


FLOW_STATEMENTS: dict[type[tree.Statement], Callable[[BlockLowering, Any], None]] = {
    tree.Goto: _goto,
    tree.Gosub: _gosub,
    tree.Return: _return,
    tree.For: _for,
    tree.Next: _next_statement,
    tree.OnGoto: _on_jump,
    tree.OnGosub: _on_jump,
    tree.OnError: _on_error,
    tree.OnDevice: _on_device,
    tree.DeviceSwitch: _switch,
    tree.Resume: _resume,
    tree.Error: _error,
    tree.End: _end,
    tree.Stop: _stop,
    tree.Cont: _cont,
    tree.Run: _run,
    tree.RunFile: _run_file,
    tree.Clear: _clear,
    tree.Trace: _trace,
    tree.Broken: _broken,
}
