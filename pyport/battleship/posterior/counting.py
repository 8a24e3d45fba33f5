"""The exact posterior under whatever rules can be counted."""

from __future__ import annotations

from battleship.errors import PosteriorError
from battleship.posterior import layouts, rows
from battleship.posterior.posterior import Posterior
from battleship.rules.board import View


def exact(view: View) -> Posterior:
    """Return the exact posterior. Raise `PosteriorError` when neither way of counting covers the rules."""
    if rows.refuses(view.rules) is None:
        return rows.posterior(view)
    reason = layouts.refuses(view.rules)
    if reason is None:
        return layouts.posterior(view)
    raise PosteriorError(f"the rules {view.rules.name!r} cannot be counted exactly: {reason}")
