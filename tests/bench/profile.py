"""Where a compiled program spends its time: `python -m tests.bench.profile strings DRAW`

Programs of `basic_programs` run on the bare Z80, one instruction at a time and without interrupts. Each label of the
cartridge gets the T-states of the code behind it, with the one that an MSX adds to every opcode fetch. The figures of
`python -m tests.bench cartridge` come from openMSX; they have the interrupts as well.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections import Counter

from msxkit.language.program import Program
from msxkit.native.compiler import compile_program
from tests.bench.basic_programs import END, MEASURED, PROGRAMS
from tests.msxkit.native.msx import FRAME, Msx

#: Prefixes, whose second opcode byte is fetched likewise.
_PREFIXES = (0xCB, 0xDD, 0xED, 0xFD)
_SHOWN = 24


def profile(listing: str) -> Counter[str]:
    """Return the T-states of each label of a program, from its line 20 to its line 90."""
    cartridge = compile_program(Program.from_file(listing.encode("latin-1")))
    symbols = cartridge.image.symbols
    labels = {number: label for label, number in cartridge.starts}
    last = symbols[labels[END]]
    places = sorted((address, name) for name, address in symbols.items() if 0x4000 <= address < 0xC000)
    addresses = [address for address, _ in places]
    msx = Msx(cartridge)
    msx.advance(symbols[labels[MEASURED]])
    cpu, memory = msx.cpu, msx.memory
    for address in range(0x4000, 0xC000):
        cpu.set_breakpoint(address)
    spent: Counter[int] = Counter()
    while (at := cpu.pc) != last:
        fetches = 1 + (memory[at] in _PREFIXES)
        cpu.clear_breakpoint(at)
        cpu.ticks_to_stop = FRAME
        cpu.run()
        cpu.set_breakpoint(at)
        spent[at] += FRAME - cpu.ticks_to_stop + fetches
    result: Counter[str] = Counter()
    for at, states in spent.items():
        result[places[bisect_right(addresses, at) - 1][1]] += states
    return result


def main(names: list[str]) -> None:
    for timed in PROGRAMS:
        if names and timed.name not in names:
            continue
        spent = profile(timed.listing)
        print(f"{timed.name}: {spent.total():,} T-states")
        for label, states in spent.most_common(_SHOWN):
            print(f"{states:12,} {states / spent.total():6.1%}  {label}")


if __name__ == "__main__":
    main(sys.argv[1:])
