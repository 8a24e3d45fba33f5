"""A statement that cannot go on: where the tree has a `Missing`, or the machine refuses what stands there."""

from __future__ import annotations

from msxkit.program.model import Fail


class UnfinishedError(Exception):
    """The statement ends here with a BASIC error; what was computed before it still is."""

    def __init__(self, fail: Fail) -> None:
        super().__init__(fail)
        self.fail = fail
