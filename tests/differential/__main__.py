"""`python -m tests.differential`: random programs on openMSX and the interpreter, until one differs."""

from __future__ import annotations

import argparse
import sys

from msxkit.errors import MsxError
from msxkit.machine.chiptype import ChipType
from msxkit.openmsx.settings import choose
from msxkit.testbench.emulator import OpenmsxMsx
from msxkit.testbench.interpreter import InterpreterMsx
from tests.differential.compare import driver, search
from tests.differential.programs import listing


def main(arguments: list[str] | None = None) -> int:
    """Exit codes: 0 all equal, 1 a difference, 2 there is no machine with BASIC."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--machine", help="openMSX machine [default: MSXKIT_MACHINE, or the first with BASIC]"
    )
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    try:
        genuine = OpenmsxMsx(choose(options.machine).boot())
    except MsxError as error:
        print(f"fuzz-openmsx needs a machine with BASIC in openMSX: {error}", file=sys.stderr)
        return 2
    try:
        model = "msx2" if genuine.basic.machine.chip.type is ChipType.V9938 else "msx1"
        ours = InterpreterMsx(machine=model)
        found = search(driver(genuine), driver(ours), model, options.programs, options.seed)
    finally:
        genuine.close()
    if found is None:
        print(f"{options.programs} programs: all equal")
        return 0
    statements, differences = found
    print(listing(statements), *differences, sep="\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
