"""The functions that make a node from the parts of a rule: alias of the grammar -> function of its parts, in order.

`BUILDERS_OF_ONE`: of rules that have one part, which the function takes as it is.

Parts are terminals, nodes, and what these functions return for parts of statements. A part that the parser put in place
of what it expected is a terminal with `missing`; a function turns it into `Missing` where a value should be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.language import tree
from msxkit.language.build import expressions, files, flow, screen, variables
from msxkit.language.build.fields import Builder

BUILDERS: dict[str, Callable[[list[Any]], Any]] = {
    **expressions.BUILDERS,
    **flow.BUILDERS,
    **variables.BUILDERS,
    **screen.BUILDERS,
    **files.BUILDERS,
}
BUILDERS_OF_ONE: dict[str, Callable[[Any], Any]] = {
    **expressions.BUILDERS_OF_ONE,
    **flow.BUILDERS_OF_ONE,
    **screen.BUILDERS_OF_ONE,
}


def builder(name: str) -> Callable[[list[Any]], Any] | None:
    """Return what makes a node of the parts of a rule: a function of `BUILDERS`, or the fields of the class that has
    the rule's name (`set_page`: `SetPage`). None: the rule has neither.
    """
    if name in BUILDERS:
        return BUILDERS[name]
    kind = vars(tree).get(name.title().replace("_", ""))
    return Builder(kind) if isinstance(kind, type) and issubclass(kind, tree.Node) else None
