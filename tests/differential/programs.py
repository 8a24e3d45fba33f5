"""Random programs of drawing statements, one statement a line.

No text: the patterns of characters are the machine's own.
"""

from __future__ import annotations

from random import Random

#: Modes that both machines have, and those of an MSX2.
MODES = {"msx1": (2, 3), "msx2": (2, 3, 4, 5, 6, 7, 8)}


def program(random: Random, model: str) -> list[str]:
    """Return the statements of a program.

    Args:
        model: Msx1 or msx2.
    """
    mode = random.choice(MODES[model])
    found = [
        f"SCREEN {mode},{random.randrange(4)}",
        f"COLOR {random.randrange(16)},{random.randrange(16)}",
        "CLS",
    ]
    colours = 4 if mode == 6 else 16
    return found + [_statement(random, colours) for _ in range(random.randint(3, 20))]


def _point(random: Random) -> str:
    step = "STEP" if random.random() < 0.2 else ""
    low, high = (-60, 60) if step else (-20, 280)
    return f"{step}({random.randint(low, high)},{random.randint(low, min(high, 210))})"


def _statement(random: Random, colours: int) -> str:
    colour = random.randrange(colours)
    kind = random.randrange(7)
    if kind == 0:
        return f"{random.choice(('PSET', 'PRESET'))}{_point(random)},{colour}"
    if kind in (1, 2):
        box = random.choice(("", ",B", ",BF"))
        return f"LINE{_point(random)}-{_point(random)},{colour}{box}"
    if kind == 3:
        arc = random.choice(("", ",.5,3", ",-1,-4", ",,,.5", ",,,2"))
        return f"CIRCLE{_point(random)},{random.randint(0, 80)},{colour}{arc}"
    if kind == 4:
        return f"PAINT({random.randint(0, 255)},{random.randint(0, 190)}),{colour}"
    if kind == 5:
        moves = "".join(
            f"{random.choice('UDLREFGH')}{random.randint(0, 40)}" for _ in range(random.randint(1, 6))
        )
        return f'DRAW"C{colour}{moves}"'
    return f"PUT SPRITE {random.randrange(32)},({random.randint(-32, 255)},{random.randint(-32, 191)}),{colour},0"


def listing(statements: list[str]) -> str:
    """Return a program that carries them out and then waits for a key."""
    lines = [*statements, "A$=INPUT$(1)"]
    return "".join(f"{10 * number} {text}\n" for number, text in enumerate(lines, start=1))
