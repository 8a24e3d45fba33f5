"""RND as MSX BASIC computes it: a linear congruential generator on 14 decimal digits.

State and values are the integers 0 <= M < 10**14 that stand for M / 10**14. There are no floats anywhere.
Source: the constants of the Math-Pack as the MSX Red Book lists them (2BDFh); the first value after RUN,
.59521943994623, is the one that MSX manuals print.
"""

from __future__ import annotations

#: All values are multiples of 1/SCALE.
SCALE = 10**14
#: RNDX after RUN, NEW and CLEAR.
INITIAL = 40649651372358
_MULTIPLIER = 21132486540519
_INCREMENT = 14389820420821


def step(state: int) -> int:
    """Return the next state, which is also the value of RND of a positive number."""
    return (_MULTIPLIER * state + _INCREMENT) % SCALE


def seed(number: int) -> int:
    """Return the state that RND(-number) puts into RNDX for a positive integer of at most 14 digits.

    Only the significant digits count: RND(-1) = RND(-10). Raise `ValueError` for any other number.
    """
    if not 0 < number < SCALE:
        raise ValueError(f"a seed must be positive and have 1 to 14 digits, not {number}")
    digits = str(number)
    return int(digits.ljust(14, "0"))


def rnd_minus_time(time: int, state: int) -> int:
    """Return the value of RND(-TIME), which is also the new RNDX: seeded by `time` (0-65535 jiffies) and stepped once.

    TIME = 0 makes it RND(0), which returns `state` unchanged. Raise `ValueError` for a TIME out of range.
    """
    if not 0 <= time <= 65535:
        raise ValueError(f"TIME must be 0 to 65535, not {time}")
    return step(seed(time)) if time else state


def scaled(factor: int, value: int) -> int:
    """Return INT(factor * RND) for a positive integer factor: the product rounded half up to 14 digits, then truncated.

    The rounding is BASIC's own. For some values the result is the factor itself.

    Args:
        value: The value of RND, as an integer below `SCALE`.
    """
    product = factor * value
    surplus = len(str(product)) - 14
    if surplus > 0:
        unit = 10**surplus
        product = (product + unit // 2) // unit * unit
    return product // SCALE
