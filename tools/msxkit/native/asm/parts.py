"""What the assembler makes and the linker takes: parts, taken or left as a whole, and their items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import TypeAlias

from msxkit.errors import MsxError
from msxkit.native.asm.expressions import AsmExpression, Compute, parse
from msxkit.native.asm.instructions import FORMS, WORD, InstructionForm
from msxkit.native.asm.z80 import At, Code, Label, Operand, OperandWord, Plus

#: A byte, or a letter of `instructions` with the expression that goes there.
CodeCell: TypeAlias = int | tuple[str, AsmExpression]


class AssemblyError(MsxError):
    """Source that cannot be assembled or linked: names file and line."""


@dataclass(frozen=True, slots=True)
class CodeItem:
    """One line of a part.

    Attributes:
        label: The label that it defines.
        cells: What it puts into the part.
        space: Bytes of a `ds`.
        size: Bytes of `cells`.
        data: The cells as bytes, if all of them are known before it is linked.
    """

    source: str
    text: str
    label: str = ""
    cells: tuple[CodeCell, ...] = ()
    space: AsmExpression | None = None
    align: int = 1
    form: InstructionForm | None = None
    size: int = field(init=False, compare=False)
    data: bytes | None = field(init=False, compare=False)

    def __post_init__(self) -> None:
        numbers = [cell for cell in self.cells if isinstance(cell, int)]
        words = sum(isinstance(cell, tuple) and cell[0] == WORD for cell in self.cells)
        object.__setattr__(self, "size", len(self.cells) + words)
        object.__setattr__(self, "data", bytes(numbers) if len(numbers) == len(self.cells) else None)


@dataclass(slots=True)
class Part:
    """What is linked as a whole: code and the variables that belong to it.

    Attributes:
        bank: 0, or where it lies in a MegaROM.
    """

    name: str
    source: str
    code: list[CodeItem] = field(default_factory=list)
    ram: list[CodeItem] = field(default_factory=list)
    bank: int = 0
    _names: frozenset[str] | None = None

    @property
    def labels(self) -> Iterator[CodeItem]:
        """The items that define a label."""
        return (item for item in (*self.code, *self.ram) if item.label)

    @property
    def names(self) -> frozenset[str]:
        """The symbols that the finished part uses, its own included."""
        if self._names is None:
            self._names = frozenset(self._used())
        return self._names

    def _used(self) -> set[str]:
        used: set[str] = set()
        for item in (*self.code, *self.ram):
            for cell in item.cells:
                if isinstance(cell, tuple):
                    used |= cell[1].names
            if item.space is not None:
                used |= item.space.names
        return used


@dataclass(slots=True)
class Assembly:
    """Everything that was assembled: parts in order, and constants with the place of their definition."""

    parts: list[Part] = field(default_factory=list)
    constants: dict[str, tuple[AsmExpression, str]] = field(default_factory=dict)

    def __ior__(self, other: Assembly) -> Assembly:
        self.parts += other.parts
        self.constants |= other.constants
        return self


def form_of(mnemonic: str, operands: list[str]) -> InstructionForm | None:
    """Return the form of an instruction; None: there is no such instruction.

    Args:
        mnemonic: In capitals.
        operands: As `FORMS` has them: registers in capitals, `n` and `(n)` for expressions.
    """
    text = f"{mnemonic} {','.join(operands)}".strip()
    return FORMS.get(text) or FORMS.get(text.replace("(n)", "n"))


def filled(form: InstructionForm, values: Iterator[AsmExpression]) -> tuple[CodeCell, ...]:
    """Return the cells of an instruction, with the expressions where the form has letters."""
    return tuple(cell if isinstance(cell, int) else (cell, next(values)) for cell in form.code)


@lru_cache(1 << 16)
def item_of(code: Code) -> CodeItem:
    """Return the item of an instruction or a label that the compiler has written.

    Raise `AssemblyError` for an instruction that the Z80 does not have.
    """
    text = str(code).strip()
    if isinstance(code, Label):
        return CodeItem(_WRITTEN, text, label=code.name)
    form = form_of(code.name.upper(), [_key(operand) for operand in code.operands])
    if form is None:
        raise AssemblyError(f"{_WRITTEN}: the Z80 has no {text}")
    values = (_expression(operand) for operand in code.operands if _key(operand) in ("n", "(n)"))
    return CodeItem(_WRITTEN, text, cells=filled(form, values), form=form)


#: Where such an item stands, for errors.
_WRITTEN = "program"


def _key(operand: Operand) -> str:
    match operand:
        case OperandWord():
            return operand.upper()
        case At(place):
            return f"({place.upper()})" if isinstance(place, OperandWord) else "(n)"
        case _:
            return "n"


def _expression(operand: Operand) -> AsmExpression:
    match operand:
        case At(place):
            return _expression(place)
        case int():
            return AsmExpression(frozenset(), _constant(operand))
        case Plus(label, offset):
            return AsmExpression(frozenset((label,)), _behind(label, offset))
        case _:
            return (
                AsmExpression(frozenset((operand,)), itemgetter(operand))
                if operand.isidentifier()
                else parse(operand)
            )


def _constant(number: int) -> Compute:
    return lambda _: number


def _behind(label: str, offset: int) -> Compute:
    return lambda symbols: symbols[label] + offset
