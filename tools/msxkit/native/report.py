"""What the compiler tells of a cartridge: listing, symbols, map of sizes."""

from __future__ import annotations

from msxkit.charset import decode
from msxkit.native.compiler import Cartridge
from msxkit.native.linker import Line

_PROGRAM = "program"


def listing(cartridge: Cartridge) -> str:
    """Each BASIC line with its code: address, bytes, T-states on an MSX (not taken/taken), instruction."""
    (program,) = (placed for placed in cartridge.image.parts if placed.part.name == _PROGRAM)
    lines = {line.number: decode(line.listed()) for line in cartridge.program.lines}
    starts = dict(cartridge.starts)
    shown: list[str] = []
    for line in program.lines:
        if line.item.label in starts:
            shown += ["", f"; {lines.get(starts[line.item.label], '')}"]
        elif line.item.label == "code_behind":
            shown += ["", "; functions, constants and tables"]
        shown.append(_code(line))
    return "\n".join(shown).lstrip("\n") + "\n"


def _code(line: Line) -> str:
    if line.item.label:
        return f"{line.address:04X}  {'':24}{'':8}{line.item.text}"
    states = ""
    if line.states is not None:
        waiting, taken = line.states
        states = str(waiting) if waiting == taken else f"{waiting}/{taken}"
    data = line.data[:8].hex(" ").upper() + (" .." if len(line.data) > 8 else "")
    return f"{line.address:04X}  {data:<26}{states:>6}        {line.item.text}"


def symbols(cartridge: Cartridge) -> str:
    """Every label and constant with its value, by value: `name: equ 01234h`, as openMSX and others read it."""
    found = sorted(cartridge.image.symbols.items(), key=lambda item: (item[1] & 0xFFFF, item[0]))
    return "".join(f"{name}: equ 0{value & 0xFFFF:04X}h\n" for name, value in found)


def size_map(cartridge: Cartridge) -> str:
    """Bytes of code and variables of each part, the largest first, and the sums."""
    rows = ["   code    ram  part"]
    parts = sorted(cartridge.image.parts, key=lambda placed: (-placed.size, placed.part.name))
    rows += [f"{placed.size:7}{placed.ram_size:7}  {placed.part.name}" for placed in parts]
    image = cartridge.image
    rows.append(f"{len(image.code):7}{image.ram_end - image.ram_start:7}  all")
    rows.append(
        f"cartridge of {len(cartridge.rom) // 1024} KB, {len(cartridge.rom) - len(image.code)} bytes free"
    )
    return "\n".join(rows) + "\n"
