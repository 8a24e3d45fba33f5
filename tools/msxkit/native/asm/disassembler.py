"""Z80 machine code as text: the assembler's table of instructions, read backwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msxkit.native.asm.instructions import BYTE, DISPLACEMENT, FORMS, RELATIVE, WORD, InstructionForm

_LONGEST = 4
#: First byte -> the instructions that begin with it.
_BY_BYTE: dict[int, list[tuple[str, InstructionForm]]] = {}
for _text, _form in FORMS.items():
    _BY_BYTE.setdefault(int(_form.code[0]), []).append((_text, _form))


@dataclass(frozen=True, slots=True)
class Decoded:
    """An instruction.

    Attributes:
        code: Its bytes.
        text: As the assembler takes it; `DB` for a byte that begins no documented instruction.
    """

    address: int
    code: bytes
    text: str


def decoded(read: Callable[[int], int], address: int) -> Decoded:
    """Return the instruction at an address.

    Args:
        read: Returns the byte at an address (0-65535).
    """
    data = bytes(read((address + offset) & 0xFFFF) for offset in range(_LONGEST))
    for text, form in _BY_BYTE.get(data[0], ()):
        operands = _operands(form, data, address)
        if operands is not None:
            return Decoded(address, data[: form.size], _filled(text, operands))
    return as_byte(read, address)


def as_byte(read: Callable[[int], int], address: int) -> Decoded:
    """Return a byte that is shown as it is."""
    value = read(address & 0xFFFF)
    return Decoded(address & 0xFFFF, bytes((value,)), f"DB 0{value:02X}h")


def disassembled(read: Callable[[int], int], address: int, count: int) -> Iterator[Decoded]:
    """Yield so many instructions from an address on."""
    for _ in range(count):
        found = decoded(read, address)
        yield found
        address = (address + len(found.code)) & 0xFFFF


def _operands(form: InstructionForm, data: bytes, address: int) -> list[str] | None:
    """Return the expressions of an instruction in their order; None if the bytes are of another one."""
    found, place = [], 0
    for item in form.code:
        value = data[place]
        if item == WORD:
            found.append(f"0{data[place + 1]:02X}{value:02X}h")
            place += 1
        elif item == BYTE:
            found.append(f"0{value:02X}h")
        elif item == DISPLACEMENT:
            found.append(f"{value - 256 if value > 127 else value:+d}")
        elif item == RELATIVE:
            found.append(f"0{(address + 2 + (value - 256 if value > 127 else value)) & 0xFFFF:04X}h")
        elif item != value:
            return None
        place += 1
    return found


def _filled(text: str, operands: list[str]) -> str:
    """Return an instruction of the table with its expressions."""
    name, blank, rest = text.partition(" ")
    for operand in operands:
        sign = "+d" if operand[0] in "+-" else "n"
        rest = rest.replace(sign, operand, 1)
    return f"{name}{blank}{rest}"
