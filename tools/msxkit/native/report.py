"""What the compiler reports about a cartridge: listing, symbols, map of sizes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msxkit.charset import decode
from msxkit.machine.work_area import RomEntry
from msxkit.native.asm.linker import ListedLine
from msxkit.native.compiler import Cartridge
from msxkit.native.emit.written_files import room_of
from msxkit.native.memory import TOP, free_at_start, memory_end, too_much

_PROGRAM = "program"
#: Where the cartridge begins: below it are the entries of the BIOS.
_ROM = 0x4000


def listing(cartridge: Cartridge) -> str:
    """Return each BASIC line with its code: address, bytes, T-states on an MSX (not taken/taken), instruction.

    Below a BASIC line: the T-states of its own instructions, each once; what they call is not in it.
    """
    lines = {line.number: decode(line.listed()) for line in cartridge.program.lines}
    starts = dict(cartridge.starts)
    shown = [
        "; T-states of each instruction on an MSX (not taken/taken), and of the instructions of each line, each once.",
        "; What a routine takes that they call is not counted: a loop, and what it works on, decide that.",
        "",
    ]
    for placed in cartridge.image.parts:
        if placed.part.name != _PROGRAM and not placed.bank:
            continue
        if placed.bank:
            shown += ["", f"; bank {placed.bank}"]
        for heading, code in _sections(placed.lines, starts):
            if heading is not None:
                states = sum(line.states[0] for line in code if line.states is not None)
                called = len({line.item.text for line in code if line.item.text.startswith("call ")})
                calls = "a routine" if called == 1 else f"{called} routines"
                more = f", and those of {calls} that it calls" if called else ""
                shown += ["", f"; {lines.get(heading, '')}", f"; {states} T-states{more}"]
            elif code and code[0].item.label:
                shown.append("")
            shown += [_code(line) for line in code]
    return "\n".join(shown).lstrip("\n") + "\n"


def _sections(
    code: Iterable[ListedLine], starts: Mapping[str, int]
) -> Iterator[tuple[int | None, list[ListedLine]]]:
    """Yield the code by BASIC line; None for code that belongs to no line."""
    heading, section = None, list[ListedLine]()
    for line in code:
        ends = line.item.label == "code_behind" or line.item.label.startswith(("lines_", "statements_"))
        if line.item.label in starts or ends:
            yield heading, section
            heading, section = starts.get(line.item.label), []
        section.append(line)
    yield heading, section


def _code(line: ListedLine) -> str:
    if line.item.label:
        return f"{line.address:04X}  {'':24}{'':8}{line.item.text}"
    states = ""
    if line.states is not None:
        waiting, taken = line.states
        states = str(waiting) if waiting == taken else f"{waiting}/{taken}"
    data = line.data[:8].hex(" ").upper() + (" .." if len(line.data) > 8 else "")
    return f"{line.address:04X}  {data:<26}{states:>6}        {line.item.text}"


def symbols(cartridge: Cartridge) -> str:
    """Return every address with its name, by address: `name: equ 01234h`, as openMSX and others read it. A line of the
    program is `line_10`. Constants that are no addresses are left out, or a debugger would show them as labels.
    """
    found = {
        name: value & 0xFFFF
        for name, value in cartridge.image.symbols.items()
        if value & 0xFFFF >= _ROM or name in RomEntry.__members__
    }
    found |= {f"line_{line}": found[label] for label, line in cartridge.starts}
    ordered = sorted(found.items(), key=lambda item: (item[1], item[0]))
    return "".join(f"{name}: equ 0{value:04X}h\n" for name, value in ordered)


def sizes(cartridge: Cartridge) -> dict[str, object]:
    """Return what `size_map` shows, as JSON has it."""
    return {
        "size": len(cartridge.rom),
        "used": cartridge.used,
        "mapper": cartridge.mapper,
        "ram_free": free_at_start(cartridge.image),
        "parts": [
            {"name": placed.part.name, "code": placed.size, "ram": placed.ram_size}
            for placed in cartridge.image.parts
        ],
    }


def size_map(cartridge: Cartridge) -> str:
    """Return the bytes of code and variables of each part, the largest first, and the sums."""
    rows = ["   code    ram  part"]
    parts = sorted(cartridge.image.parts, key=lambda placed: (-placed.size, placed.part.name))
    rows += [f"{placed.size:7}{placed.ram_size:7}  {placed.part.name}" for placed in parts]
    image = cartridge.image
    own = sum(placed.size for placed in image.parts)
    rows.append(f"{own:7}{image.ram_end - image.ram_start:7}  all")
    if (rest := cartridge.used - own) > 0:
        rows.append(f"{rest:7}      0  files and the programs that RUN starts")
    kind = f", MegaROM {cartridge.mapper}" if cartridge.mapper else ""
    rows.append(
        f"cartridge of {len(cartridge.rom) // 1024} KB{kind}, {len(cartridge.rom) - cartridge.used} bytes free"
    )
    rows.append(
        f"RAM from {image.ram_start:04X}h to {TOP - 1:04X}h: {free_at_start(image)} bytes free at the start, "
        "less what a disk drive takes"
    )
    if files := room_of(image.symbols):
        rows.append(
            f"{files:7} bytes below {memory_end(image):04X}h are for files at run time, and not among those"
        )
    return "\n".join(rows) + "\n"


def notes(cartridge: Cartridge, *, paced: bool) -> Iterator[str]:
    """Yield what an author should know: of statements, loops that wait, and what cannot fit into memory.

    Args:
        paced: Loops wait as under BASIC.
    """
    for program in (cartridge, *cartridge.chained):
        name = f"{program.name}: " if program.name else ""
        yield from map(str, program.remarks)
        if program.pauses and not paced:
            lines = ", ".join(f"line {number}" for number in program.pauses)
            told = f"loops with nothing in them, in {lines}, end sooner than under BASIC; see --pace"
            yield name + program.program.in_source(told)
        yield from (f"{name}{note}" for note in too_much(program.image, program.dimensions, program.clears))
