"""Statements of control flow: jumps, loops, ON, traps, errors, running and stopping. IF is in `line`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msxkit.basic_errors import NEXT_WITHOUT_FOR, TYPE_MISMATCH
from msxkit.basic_type import STRING
from msxkit.language import tree
from msxkit.program.lower.block import Lowering
from msxkit.program.model import Choose, Evaluate, LeaveIfFound, NoLine, SetVariable, StepLoop, Target
from msxkit.program.operations import Op
from msxkit.program.values import Mismatch, Value, constant


def _target(c: Lowering, node: tree.LineReference | None) -> Target:
    """Return where a line number leads."""
    return c.text.unnumbered() if node is None else c.text.target(node.line, node.address)


def _must_be_there(c: Lowering, target: Target) -> int | None:
    """Return the offset of a target. If there is no such line, fail here and return None."""
    if isinstance(target, NoLine):
        c.block.fail(target.error)
        return None
    return target


def _next(c: Lowering, node: tree.Statement) -> int:
    return c.text.next_from(c.text.behind(node))


def _goto(c: Lowering, node: tree.Goto) -> None:
    c.block.go(_target(c, node.target))


def _gosub(c: Lowering, node: tree.Gosub) -> None:
    # A line that is not there leaves the stack as it was.
    target = _must_be_there(c, _target(c, node.target))
    c.block.add(Op.CALL_SUBROUTINE(_next(c, node)))
    c.block.go(c.text.next_line if target is None else target)


def _return(c: Lowering, node: tree.Return) -> None:
    if node.target is None and node.fault is None:
        c.block.finish(Op.RETURN.end())
        return
    c.block.add(Op.MUST_BE_CALLED())
    target = _must_be_there(c, _target(c, node.target))
    c.block.add(Op.RETURN())
    c.block.go(c.text.next_line if target is None else target)


def _for(c: Lowering, node: tree.For) -> None:
    variable = c.names.variable(node.variable)
    first = c.values.expression(node.first)
    if variable.type is STRING:
        c.block.add(Evaluate(Mismatch(STRING, operands=(first,))))
        c.block.fail(TYPE_MISMATCH)
        c.block.go(_next(c, node))
        return
    c.values.assigned.append(variable)
    c.make_for(variable, first)
    c.block.add(SetVariable(variable, c.values.converted(first, variable.type)))
    last = c.block.keep(c.values.converted(c.values.expression(node.last), variable.type))
    step: Value = constant(1, 0)
    if node.step is not None:
        step = c.values.converted(c.values.expression(node.step), variable.type)
    step = c.block.keep(step)
    behind = _next(c, node)
    c.block.add(Op.BEGIN_LOOP(variable, behind, last, step))
    c.block.go(behind)


def _next_statement(c: Lowering, node: tree.Next) -> None:
    if not node.variables:
        c.block.add(LeaveIfFound(Op.STEP_INNERMOST))
    for name in node.variables:
        if not isinstance(name, tree.Variable):
            c.values.expression(name)
            return
        variable = c.names.variable(name)
        if variable.type is STRING:
            # There can be no loop of it.
            c.block.fail(NEXT_WITHOUT_FOR)
        else:
            c.block.add(StepLoop(variable))


def _on_jump(c: Lowering, node: tree.OnGoto | tree.OnGosub) -> None:
    selector = c.block.keep(c.values.byte(node.selector))
    targets = tuple(_target(c, target) for target in node.targets)
    back = _next(c, node) if isinstance(node, tree.OnGosub) else None
    c.block.add(Choose(selector.number, targets, back))


def _on_error(c: Lowering, node: tree.OnError) -> None:
    if node.target is None or not (node.target.line or node.target.address):
        c.block.add(Op.ON_ERROR(None))
        return
    c.block.add(Op.ON_ERROR(_must_be_there(c, _target(c, node.target))))


def _on_device(c: Lowering, node: tree.OnDevice) -> None:
    period = c.values.number(node.period) if node.period is not None else constant(0, 0)
    offsets = _offsets(c, node.targets)
    c.block.add(Op.ON_DEVICE(node.device, period, offsets))


def _offsets(c: Lowering, nodes: Sequence[tree.LineReference | None]) -> tuple[int | None, ...]:
    """Return the offsets of routines; None for one that is left out, or 0."""
    found: list[int | None] = []
    for node in nodes:
        if node is None or not (node.line or node.address):
            found.append(None)
        else:
            found.append(_must_be_there(c, _target(c, node)))
    return tuple(found)


def _resume(c: Lowering, node: tree.Resume) -> None:
    if node.fault is not None:
        c.block.add(Op.MUST_HANDLE())
        c.require_end()
    if node.target is not None and (node.target.line or node.target.address):
        c.block.add(Op.RESUME_AT())
        c.block.go(_target(c, node.target))
        return
    c.block.finish((Op.RESUME_NEXT if node.next else Op.RESUME_SAME).end())


def _broken(c: Lowering, node: tree.Broken) -> None:
    raise c.values.unfinished()


FLOW_STATEMENTS: dict[type[tree.Statement], Callable[[Lowering, Any], None]] = {
    tree.Goto: _goto,
    tree.Gosub: _gosub,
    tree.Return: _return,
    tree.For: _for,
    tree.Next: _next_statement,
    tree.OnGoto: _on_jump,
    tree.OnGosub: _on_jump,
    tree.OnError: _on_error,
    tree.OnDevice: _on_device,
    tree.Resume: _resume,
    tree.Broken: _broken,
}
