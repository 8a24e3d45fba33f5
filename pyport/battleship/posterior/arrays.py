"""The kinds of arrays that counting works on."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Any array; whole numbers; floats; the words of planes, a bit for each square.
Array = NDArray[Any]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Words = NDArray[np.uint64]
