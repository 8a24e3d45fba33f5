"""The posterior for boards that the original placed itself: the row programme with fitted weights of row
pairs.

An exploit of one generator, not better play: on uniform boards it is worse than the uniform posterior.
"""

from __future__ import annotations

import base64
import json
import zlib
from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from battleship.posterior import rows
from battleship.posterior.arrays import Floats, Ints
from battleship.posterior.posterior import Posterior
from battleship.posterior.rows import row_table
from battleship.rules import MARMSX, Rules
from battleship.rules.board import View

#: The fitted weights, beside this module; `fit` builds them.
FILE = "generator-marmsx.json"
#: Weights are stored as whole steps of their natural logarithm, from -128 to 127.
STEP = 0.06


@lru_cache(maxsize=4)
def fits_below(rules: Rules) -> tuple[Ints, Ints]:
    """Return all pairs of row masks (numbers in the row table) that may lie one over the other: (upper, lower)."""
    table = row_table(rules)
    upper, lower = np.nonzero((table.wide[:, None] & table.masks[None, :]) == 0)
    return upper, lower


def pack(weights: Floats) -> bytes:
    """Return (height - 1, pairs) weights as JSON text."""
    # A common factor of a row changes no probability; the middle one keeps the steps small.
    logs = np.log(weights)
    logs -= np.median(logs, axis=1, keepdims=True)
    steps = np.clip(np.rint(logs / STEP), -128, 127).astype(np.int8)
    text = base64.b64encode(zlib.compress(steps.tobytes(), 9)).decode()
    return (json.dumps({"format": 1, "shape": steps.shape, "step": STEP, "weights": text}) + "\n").encode()


@lru_cache(maxsize=1)
def _tables() -> list[NDArray[np.float32]]:
    """Return for each row but the last: (lower mask, upper mask) weights, 0 where they do not fit."""
    data = json.loads((resources.files("battleship.posterior") / FILE).read_text("utf-8"))
    steps = np.frombuffer(zlib.decompress(base64.b64decode(data["weights"])), dtype=np.int8)
    weights = np.exp(steps.reshape(data["shape"]) * data["step"])
    upper, lower = fits_below(MARMSX)
    size = len(row_table(MARMSX).masks)
    tables = []
    for row in weights:
        table = np.zeros((size, size), dtype=np.float32)
        table[lower, upper] = row
        tables.append(table)
    return tables


def posterior(view: View) -> Posterior:
    """Return the posterior like `rows.posterior`, weighted by how likely the original places each layout. Rules:
    marmsx.
    """
    tables = _tables()
    return rows.posterior(
        view, lambda row, lower, upper: tables[row][np.ix_(lower, upper)].astype(np.float64)
    )
