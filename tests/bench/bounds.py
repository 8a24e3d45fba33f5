"""What no player can do better: `python -m tests.bench.bounds [LAYOUTS]`, over uniform layouts of one seed."""

from __future__ import annotations

import sys
from random import Random
from statistics import fmean, stdev

from battleship.layouts.placing import uniform
from battleship.rules import HASBRO, MARMSX
from tests.bench.least_shots import least_shots

SEED = 2018


def main(arguments: list[str]) -> int:
    layouts = int(arguments[0]) if arguments else 2000
    for rules in (MARMSX, HASBRO):
        found = [least_shots(rules, uniform(rules, Random(f"{SEED}:{number}"))) for number in range(layouts)]
        print(f"{rules.name}: {fmean(found):.2f} ± {stdev(found) / layouts**0.5:.2f} over {layouts} layouts")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
