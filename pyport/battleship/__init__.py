"""Battleship: the faithful port of the MarMSX game, and everything beyond it."""

import os

__version__ = "0.1.0"

# The matrices here are small: on two cores BLAS threads that wait for each other take two to ten times the time of
# one. numpy reads this once, when it is first imported. A value that the user has set stays.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
