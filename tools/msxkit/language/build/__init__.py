"""The functions that make a node from the parts of a rule: alias of the grammar -> function of its parts, in order.

`BUILDERS_OF_ONE`: of rules that have one part, which the function takes as it is.

Parts are terminals, nodes, and what these functions return for parts of statements. A part that the parser put in place
of what it expected is a terminal with `missing`; a function turns it into `Missing` where a value should be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.language.build import expressions, files, flow, screen, variables

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
