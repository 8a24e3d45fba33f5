"""Statements of files, of the program text, and extensions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basic_errors import SYNTAX
from msxkit.language import tree
from msxkit.program.lower.block import Lowering
from msxkit.program.lower.unfinished import UnfinishedError
from msxkit.program.model import Fail
from msxkit.program.operations import Op

_Lower = Callable[[Lowering, Any], None]


def _open(c: Lowering, node: tree.Open) -> None:
    name = c.block.keep(c.values.string(node.name))
    channel = c.values.number(node.channel)
    with c.values.held(channel):
        size = None if node.size is None else c.values.number(node.size)
    c.block.add(Op.OPEN(name, node.mode, channel, size))


def _copy(c: Lowering, node: tree.CopyFiles) -> None:
    source = c.block.keep(c.values.string(node.source))
    if node.target is None:
        # Onto itself.
        c.block.add(Op.COPY_FILE(source, source))
        return
    target = c.values.expression(node.target)
    if not target.is_string:
        # It must be an array, which only a name can be.
        c.values.pending.append(target)
        raise UnfinishedError(Fail(SYNTAX))
    c.block.add(Op.COPY_FILE(source, target))


FILE_STATEMENTS: dict[type[tree.Statement], _Lower] = {
    tree.Open: _open,
    tree.CopyFiles: _copy,
}
