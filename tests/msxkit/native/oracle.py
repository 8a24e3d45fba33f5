"""An assembler that is not ours: Debian's pasmo."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from msxkit.native.asm.linker import LinkedImage
from msxkit.native.asm.parts import CodeItem


def pasmo(text: str, folder: Path) -> bytes:
    """Return what pasmo makes of a source text."""
    source, binary = folder / "source.asm", folder / "binary.bin"
    source.write_text(text, "latin-1")
    subprocess.run(["pasmo", str(source), str(binary)], check=True, capture_output=True)
    return binary.read_bytes()


def flat(image: LinkedImage) -> str:
    """Return a linked program as one source for pasmo: its variables as constants, local labels written out."""
    lines = [f"  org {image.origin}"]
    code = {item.label for placed in image.parts for item in placed.part.code if item.label}
    for name, value in image.symbols.items():
        if name not in code and name not in ("LOW", "HIGH"):  # cells of the work area, words of pasmo
            lines.append(f"{_mangled(name)} equ {value & 0xFFFF}")
    for placed in image.parts:
        lines += _part(placed.part.name, placed.part.code)
    return "\n".join(lines) + "\n"


def _part(scope: str, items: Iterable[CodeItem]) -> Iterable[str]:
    for item in items:
        if item.label:
            yield f"{_mangled(item.label)}:"
        elif item.align > 1:
            yield f"  ds (0 - $) & {item.align - 1}"  # pasmo has no align
        else:
            text = re.sub(r"\b([A-Za-z_]\w*)\.(?=[A-Za-z_])", r"x_\1_0_", item.text)
            yield "  " + re.sub(r"(?<![\w.'\"])\.(?=[A-Za-z_])", f"x_{scope}_0_", text)


def _mangled(name: str) -> str:
    return "x_" + name.replace(".", "_0_") if "." in name else name
