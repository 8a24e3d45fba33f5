"""Instructions of the Z80 as values: what the compiler writes, and what is changed before it becomes text."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class OperandWord(str):
    """A register or a condition."""

    __slots__ = ()


class Plus(NamedTuple):
    """An address behind a label."""

    label: str
    offset: int

    def __str__(self) -> str:
        return f"{self.label}{self.offset:+d}"


#: Where something lies.
Address = str | Plus


class At(NamedTuple):
    """What lies at an address, or where a register points."""

    place: OperandWord | Address | int

    def __str__(self) -> str:
        return f"({self.place})"

    def beside(self, offset: int) -> At:
        """Return the byte so many bytes behind this one, which has a label."""
        assert isinstance(self.place, str | Plus)
        label, first = self.place if isinstance(self.place, Plus) else (self.place, 0)
        return At(Plus(label, first + offset))


Operand = OperandWord | Address | int | At


class Instruction(NamedTuple):
    """An instruction, or a `dw` among them."""

    name: str
    operands: tuple[Operand, ...] = ()

    def __str__(self) -> str:
        return f"        {self.name} {','.join(map(str, self.operands))}".rstrip()

    def renamed(self, rename: Callable[[str], str]) -> Instruction:
        """Return the instruction with other labels."""
        return Instruction(self.name, tuple(_renamed(operand, rename) for operand in self.operands))


class Label(NamedTuple):
    """A label that stands for the address of what follows."""

    name: str

    def __str__(self) -> str:
        return f"{self.name}:"


#: A line of code.
Code = Instruction | Label


def _renamed(operand: Operand, rename: Callable[[str], str]) -> Operand:
    match operand:
        case OperandWord() | int():
            return operand
        case str():
            return rename(operand)
        case Plus(label, offset):
            return Plus(rename(label), offset)
        case At(place):
            inside = _renamed(place, rename)
            return operand if isinstance(inside, At) else At(inside)


def named(line: Code) -> list[str]:
    """Return the labels that an instruction names."""
    if isinstance(line, Label):
        return []
    named: list[str] = []
    for operand in line.operands:
        place = operand.place if isinstance(operand, At) else operand
        if isinstance(place, Plus):
            named.append(place.label)
        elif isinstance(place, str) and not isinstance(place, OperandWord):
            named.append(place)
    return named


A, B, C, D, E, H, L = map(OperandWord, "abcdehl")
BC, DE, HL = map(OperandWord, ("bc", "de", "hl"))
Z, NZ, NC, M, P, PE = map(OperandWord, ("z", "nz", "nc", "m", "p", "pe"))


def _mnemonic(name: str) -> Callable[..., Instruction]:
    def make(*operands: Operand) -> Instruction:
        return Instruction(name, operands)

    return make


ld, add, adc, sub, sbc = map(_mnemonic, ("ld", "add", "adc", "sub", "sbc"))
and_, or_, xor, cp, cpl = map(_mnemonic, ("and", "or", "xor", "cp", "cpl"))
inc, dec, srl, sra, rr, ex, ldir = map(_mnemonic, ("inc", "dec", "srl", "sra", "rr", "ex", "ldir"))
jp, jr, call, ret = map(_mnemonic, ("jp", "jr", "call", "ret"))
