"""A program that is too long for a plain ROM, as the banks of a MegaROM.

What all need stays in sight: the runtime, the bodies of DEF FN, strings that variables can keep. The code of the blocks
lies in banks of 8 or 16 KB that are seen in one window, each with the constants that it uses and the tables of its
lines and statements. Code that leads out of a bank, or keeps an address for later, goes through a stub that is always
in sight. DATA has banks of its own, and the longest routines that call nothing of a program share one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from msxkit.native.asm.assembler import assemble
from msxkit.native.asm.parts import Assembly, Part
from msxkit.native.asm.z80 import Code, Instruction, Label, named
from msxkit.native.emit.program import ProgramEmitter
from msxkit.native.mappers import Mapper

#: Bytes of a bank that its own tables may need beside their rows, and of the jump at its end.
_ROOM = 16
#: Parts of the runtime that begin with their label, take and return neither A nor an address in a bank.
_LEAVES = frozenset(("series_term", "square_multiples"))
#: The part that they are in a MegaROM.
LEAVES = "leaves"
_BLOCK = re.compile(r"l_\d+")
_CONSTANT = re.compile(r"[snt]_\d+")
_DATA = re.compile(r"\bdata_(?:start|end|\d+)_bank\b")


@dataclass(slots=True)
class _Bank:
    """Blocks that lie together.

    Attributes:
        labels: The labels of the blocks.
        constants: The labels of the constants that they use.
    """

    number: int
    labels: list[str] = field(default_factory=list)
    lines: list[Code] = field(default_factory=list)
    constants: set[str] = field(default_factory=set)
    size: int = 0


class Banker:
    """Shares out a program.

    Attributes:
        sizes: Bytes of code of each block, by its label.
        keep: Whether strings that variables can keep stay in sight, where they need no copies.
        base: The number of its first bank in the cartridge. Other numbers here count from that.
        chained: Whether another program may begin it.
    """

    def __init__(
        self,
        emitter: ProgramEmitter,
        sizes: dict[str, int],
        mapper: Mapper,
        *,
        keep: bool,
        base: int = 0,
        chained: bool = False,
    ) -> None:
        self._emitter = emitter
        self._mapper, self.base, self._chained = mapper, base, chained
        self._room = mapper.bank - _ROOM
        self._sizes = sizes
        self._constants = {constant.label: constant for constant in emitter.storage.constants()}
        in_functions = set(_constants(emitter.functions))
        self._fixed = in_functions | (emitter.storage.retained if keep else set())
        self._lines = {label for label, _ in emitter.starts}
        self._statements = {label for label, _ in emitter.statements} if emitter.study.handles else set()
        self._home: dict[str, int] = {}
        self._stubs: set[str] = set()
        self.banks = list(self._share(_blocks(emitter.shortened(banked=True))))

    # Sharing out

    def _share(self, blocks: Iterable[tuple[str, list[Code]]]) -> Iterator[_Bank]:
        bank = _Bank(self._mapper.fixed)
        for labels, lines in self._by_line(blocks):
            used = set(_constants(lines)) - self._fixed
            size = sum(
                self._sizes[label] + 4 * (label in self._lines) + 6 * (label in self._statements)
                for label in labels
            )
            if bank.labels and bank.size + size + self._weight(used - bank.constants) > self._room:
                yield bank
                bank = _Bank(bank.number + 1)
            bank.size += size + self._weight(used - bank.constants)
            bank.constants |= used
            bank.labels += labels
            bank.lines += lines
            self._home |= dict.fromkeys(labels, bank.number)
        yield bank

    def _by_line(self, blocks: Iterable[tuple[str, list[Code]]]) -> Iterator[tuple[list[str], list[Code]]]:
        """Yield the blocks of a line together: its tables know what begins in the same bank."""
        labels, lines = list[str](), list[Code]()
        for label, code in blocks:
            if label in self._lines and labels:
                yield labels, lines
                labels, lines = [], []
            labels.append(label)
            lines += code
        yield labels, lines

    def _weight(self, names: Iterable[str]) -> int:
        return sum(self._constants[name].size for name in names)

    # Source

    def source(self) -> list[str | Code]:
        """Return the program as parts for the assembler."""
        emitter = self._emitter
        parts: list[str | Code] = []
        for index, bank in enumerate(self.banks):
            behind = self.banks[index + 1].labels[0] if index + 1 < len(self.banks) else None
            parts += self._bank(bank, behind)
        first = self.banks[0].labels[0]
        fixed = ["        part program", f"        jp {self._stub(first)}"]
        functions: list[str | Code] = [_renamed(line, self._far) for line in emitter.functions]
        rest = [constant for label, constant in self._constants.items() if label in self._fixed]
        for constant in rest:
            functions += [f"{constant.label}:", *constant.source()]
        common = emitter.common(f"ld hl,{self._mapper.window.start}", "ld (program_limit),hl")
        data, data_banks = self._data(self.banks[-1].number + 1)
        for label in sorted(self._stubs):
            fixed += [
                f"z{label}:",
                f"        ld hl,{label}",
                f"        ld a,{self.base + self._home[label]}",
                "        jp far_go",
            ]
        for name in (
            "line_rows",
            "statement_rows",
            "read_item",
            "data_string",
            "keep_bank",
            "rom_hide",
        ):
            common.append(f"{name} equ {name}_banked")
        common += ["rom_show equ rom_show_bank", *self._mapper.source()]
        done = "banked" if emitter.study.traps else "default"
        common += ["trap_call equ trap_call_banked", f"trap_done equ trap_done_{done}"]
        common += [f"bank_base equ {self.base}", f"FIXED equ {self._mapper.fixed}"]
        common += emitter.files.source(self._mapper.bank)
        common += [
            f"{label}_bank equ {self.base + data_banks[label]}" for label in sorted(emitter.study.data.labels)
        ]
        memory = ["        ram", *emitter.storage.memory()]
        return [*fixed, *functions, *common, *memory, *parts, *data]

    @property
    def roots(self) -> list[str]:
        """Return the labels that nothing names: the banks."""
        chained = ["chain_come"] if self._chained else []
        return [f"bank_{bank.number}" for bank in self.banks] + self._data_roots + chained

    _data_roots: list[str]
    #: The first bank behind those of the program, once there is a source.
    behind: int

    def _stub(self, label: str) -> str:
        """Return the label of the stub for a block."""
        self._stubs.add(label)
        return f"z{label}"

    def _bank(self, bank: _Bank, behind: str | None) -> list[str | Code]:
        name = bank.number
        lines: list[str | Code] = [f"        part bank_{name}", f"        bank {name}"]
        lines.append(f"        dw lines_{name},statements_{name}")
        own = set(bank.labels)

        def near(label: str) -> str:
            return label if label in own else self._far(label)

        lines += [self._located(line, own, name) for line in bank.lines]
        if behind is not None:
            lines.append(f"        jp {self._stub(behind)}")
        for label in sorted(bank.constants):
            constant = self._constants[label]
            lines.append(f"{label}_{name}:")
            # The routine that takes a table runs while this bank is seen.
            lines += constant.source(near)
        emitter = self._emitter
        lines += [f"lines_{name}:", *emitter.line_rows(bank.labels), f"statements_{name}:"]
        if emitter.study.handles:
            lines += emitter.statement_rows(bank.labels, near)
        return lines

    def _located(self, line: Code, own: set[str], bank: int) -> Code:
        """Return a line of a bank: jumps stay in it, and addresses that are kept for later do not."""
        jumps = isinstance(line, Instruction) and line.name == "jp"

        def name(label: str) -> str:
            if _CONSTANT.fullmatch(label):
                return label if label in self._fixed else f"{label}_{bank}"
            return label if jumps and label in own else self._far(label)

        return _renamed(line, name)

    def _far(self, label: str) -> str:
        """Return what leads to a label from anywhere: the stub of a block."""
        return self._stub(label) if _BLOCK.fullmatch(label) else label

    # DATA

    def _data(self, bank: int) -> tuple[list[str], dict[str, int]]:
        """Return banks of DATA from a number on, and the bank of each label."""
        lines = [f"        part bank_{bank}", f"        bank {bank}", f"bank_{bank}:", "data_start:"]
        banks = {"data_start": bank}
        self._data_roots = [f"bank_{bank}"]
        room = self._room
        for label, name, item in self._emitter.study.data.source():
            size = 4 + item[1].count(",") - 1
            if size > room:
                bank += 1
                lines += [
                    "        dw 65535",
                    f"        part bank_{bank}",
                    f"        bank {bank}",
                    f"bank_{bank}:",
                ]
                self._data_roots.append(f"bank_{bank}")
                room = self._room
            room -= size
            lines += label + item
            if label:
                banks[name] = bank
        banks["data_end"] = bank
        self.behind = bank + 1
        return [*lines, "data_end:", "        dw 65534"], banks


def move_leaves(unit: Assembly, bank: int, base: int) -> None:
    """Move the longest routines of the runtime that no bank needs while they run: they get a bank of their own.

    What calls them finds a short routine, which shows that bank and then again that of the program. Their variables
    stay with that one.

    Args:
        bank: The number of their bank among those of the program.
        base: The number of the first of these in the cartridge.
    """
    moved = Part(LEAVES, LEAVES, bank=bank)
    for index, part in enumerate(unit.parts):
        if part.name not in _LEAVES:
            continue
        first, *rest = part.code
        moved.code += [replace(first, label=f"{part.name}_moved"), *rest]
        call = f"""
        part {part.name}
        ld a,{base + bank}
        ld (BANK_WINDOW),a
        call {part.name}_moved
        jp code_bank_back
        """
        (unit.parts[index],) = assemble(call, part.source).parts
        unit.parts[index].ram = part.ram
    unit.parts.append(moved)


def _renamed(line: Code, name: Callable[[str], str]) -> Code:
    return line.renamed(name) if isinstance(line, Instruction) else line


def _constants(code: Iterable[Code]) -> Iterator[str]:
    """Yield the labels of constants that code names."""
    return (label for line in code for label in named(line) if _CONSTANT.fullmatch(label))


def _blocks(code: list[Code]) -> Iterator[tuple[str, list[Code]]]:
    """Yield the blocks of a program's code: label and lines."""
    label, lines = "", list[Code]()
    for line in code:
        if isinstance(line, Label) and _BLOCK.fullmatch(line.name):
            if label:
                yield label, lines
            label, lines = line.name, []
        lines.append(line)
    yield label, lines


def sizes(items: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the bytes of each block.

    Args:
        items: Label and size of what was assembled of a plain program, in order.
    """
    found: dict[str, int] = {}
    label = ""
    for name, size in items:
        if _BLOCK.fullmatch(name):
            label = name
            found[label] = 0
        elif label:
            found[label] += size
    return found
