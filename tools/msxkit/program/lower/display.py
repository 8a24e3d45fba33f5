"""COLOR."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.language import tree
from msxkit.program.lower.block import Lowering
from msxkit.program.operations import Op


def _color(c: Lowering, node: tree.Color) -> None:
    if node.ink is node.paper is node.border is None and node.end - node.start == 1:
        c.block.add(Op.RESET_COLOURS())
    else:
        c.block.add(Op.COLOUR(*c.optional_bytes(node.ink, node.paper, node.border)))


DISPLAY_STATEMENTS: dict[type[tree.Statement], Callable[[Lowering, Any], None]] = {
    tree.Color: _color,
}
