"""The room for a program: what an MSX has free for text, variables and stack, and whether a program fits.

The figures are what BASIC says when it starts with nothing loaded (`28815 Bytes free`), with its 200 bytes of string
space. A disk drive takes memory from BASIC: 23432 is measured on a Philips NMS 8250, 23414 on an MSX2+.
"""

from __future__ import annotations

from msxkit.errors import ProgramError

#: Machine -> bytes free with an empty program, which itself has two. The names are those of `check --machine`.
FREE = {"msx1": 28815, "msx2": 28815, "disk": 23432, "msx2plus": 23414}
NAMES = {"msx1": "MSX1", "msx2": "MSX2", "disk": "MSX2 with disk", "msx2plus": "MSX2+ with disk"}
#: Those that `sentence` speaks of.
_TOLD = ("msx1", "msx2", "disk")
_EMPTY = 2


def left(size: int) -> dict[str, int]:
    """Return for each machine the bytes free when a program of `size` bytes, its end mark included, is loaded. A
    negative number says by how much the program is too big.
    """
    return {machine: free + _EMPTY - size for machine, free in FREE.items()}


def sentence(size: int) -> str:
    """Return a sentence that says which machines a program of `size` bytes fits, and how much room that leaves."""
    parts = []
    rests = left(size)
    for machine in _TOLD:
        name, rest = NAMES[machine], rests[machine]
        parts.append(f"{rest} bytes free on {name}" if rest >= 0 else f"{-rest} bytes too big for {name}")
    fits = max(left(size).values()) >= 0
    return ("fits: " if fits else "fits no MSX: ") + ", ".join(parts)


def require(size: int, name: str) -> None:
    """Raise `ProgramError` for a program that no MSX has room for.

    Args:
        name: What messages call it.
    """
    surplus = -max(left(size).values())
    if surplus > 0:
        most = max(FREE.values()) + _EMPTY
        raise ProgramError(
            f"{name}: the program has {size} bytes, and no MSX has room for more than {most}; "
            f"shorten it by {surplus}"
        )
