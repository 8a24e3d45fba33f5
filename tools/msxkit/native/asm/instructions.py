"""The documented instructions of the Z80: their bytes and their time on an MSX.

Source: Zilog Z80 CPU User Manual. An MSX adds one T-state to every opcode fetch (M1 cycle), prefixes included.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

CONDITIONS = ("NZ", "Z", "NC", "C", "PO", "PE", "P", "M")
#: Where an expression stands in `Form.code`: a byte, a word, a displacement of IX and IY, a relative jump.
BYTE, WORD, DISPLACEMENT, RELATIVE = "n", "w", "d", "e"


@dataclass(frozen=True, slots=True)
class InstructionForm:
    """One way of writing an instruction.

    Attributes:
        code: Bytes, and letters where expressions go.
        states: T-states on an MSX; `taken`: when its condition holds or it repeats.
    """

    code: tuple[int | str, ...]
    states: int
    taken: int

    @property
    def size(self) -> int:
        """Length in bytes."""
        return sum(2 if item == WORD else 1 for item in self.code)


_R8 = ("B", "C", "D", "E", "H", "L", "(HL)", "A")
_ALU = ("ADD A,", "ADC A,", "SUB ", "SBC A,", "AND ", "XOR ", "OR ", "CP ")
_ROTATE = ("RLC", "RRC", "RL", "RR", "SLA", "SRA", "", "SRL")
_BLOCKS = (("LDI", "CPI", "INI", "OUTI"), ("LDD", "CPD", "IND", "OUTD"))


def _plain() -> Iterator[tuple[str, tuple[int | str, ...], int, int]]:
    """Yield the instructions without an index register: text, code, T-states, T-states when taken (0: the same)."""
    for text, code, states in (
        ("NOP", 0x00, 4),
        ("HALT", 0x76, 4),
        ("DI", 0xF3, 4),
        ("EI", 0xFB, 4),
        ("EXX", 0xD9, 4),
        ("DAA", 0x27, 4),
        ("CPL", 0x2F, 4),
        ("SCF", 0x37, 4),
        ("CCF", 0x3F, 4),
        ("RET", 0xC9, 10),
        ("RLCA", 0x07, 4),
        ("RRCA", 0x0F, 4),
        ("RLA", 0x17, 4),
        ("RRA", 0x1F, 4),
        ("EX DE,HL", 0xEB, 4),
        ("EX AF,AF'", 0x08, 4),
        ("EX (SP),HL", 0xE3, 19),
        ("JP (HL)", 0xE9, 4),
        ("LD SP,HL", 0xF9, 6),
        ("LD A,(BC)", 0x0A, 7),
        ("LD A,(DE)", 0x1A, 7),
        ("LD (BC),A", 0x02, 7),
        ("LD (DE),A", 0x12, 7),
    ):
        yield text, (code,), states, 0
    for text, code, letters, states in (
        ("LD A,(n)", 0x3A, WORD, 13),
        ("LD (n),A", 0x32, WORD, 13),
        ("LD HL,(n)", 0x2A, WORD, 16),
        ("LD (n),HL", 0x22, WORD, 16),
        ("OUT (n),A", 0xD3, BYTE, 11),
        ("IN A,(n)", 0xDB, BYTE, 11),
        ("JP n", 0xC3, WORD, 10),
        ("CALL n", 0xCD, WORD, 17),
        ("JR n", 0x18, RELATIVE, 12),
    ):
        yield text, (code, letters), states, 0
    yield "DJNZ n", (0x10, RELATIVE), 8, 13
    for index, register in enumerate(_R8):
        memory = register == "(HL)"
        yield f"LD {register},n", (0x06 + 8 * index, BYTE), 10 if memory else 7, 0
        yield f"INC {register}", (0x04 + 8 * index,), 11 if memory else 4, 0
        yield f"DEC {register}", (0x05 + 8 * index,), 11 if memory else 4, 0
        for number, name in enumerate(_ALU):
            yield name + register, (0x80 + 8 * number + index,), 7 if memory else 4, 0
        for number, source in enumerate(_R8):
            if not (memory and source == "(HL)"):
                states = 7 if memory or source == "(HL)" else 4
                yield f"LD {register},{source}", (0x40 + 8 * index + number,), states, 0
        for number, name in enumerate(_ROTATE):
            if name:
                yield f"{name} {register}", (0xCB, 8 * number + index), 15 if memory else 8, 0
        for bit in range(8):
            yield f"BIT {bit},{register}", (0xCB, 0x40 + 8 * bit + index), 12 if memory else 8, 0
            yield f"RES {bit},{register}", (0xCB, 0x80 + 8 * bit + index), 15 if memory else 8, 0
            yield f"SET {bit},{register}", (0xCB, 0xC0 + 8 * bit + index), 15 if memory else 8, 0
        if not memory:
            yield f"IN {register},(C)", (0xED, 0x40 + 8 * index), 12, 0
            yield f"OUT (C),{register}", (0xED, 0x41 + 8 * index), 12, 0
    for number, name in enumerate(_ALU):
        yield f"{name}n", (0xC6 + 8 * number, BYTE), 7, 0
    for index, pair in enumerate(("BC", "DE", "HL", "SP")):
        yield f"LD {pair},n", (0x01 + 16 * index, WORD), 10, 0
        yield f"INC {pair}", (0x03 + 16 * index,), 6, 0
        yield f"DEC {pair}", (0x0B + 16 * index,), 6, 0
        yield f"ADD HL,{pair}", (0x09 + 16 * index,), 11, 0
        yield f"ADC HL,{pair}", (0xED, 0x4A + 16 * index), 15, 0
        yield f"SBC HL,{pair}", (0xED, 0x42 + 16 * index), 15, 0
        if pair != "HL":
            yield f"LD {pair},(n)", (0xED, 0x4B + 16 * index, WORD), 20, 0
            yield f"LD (n),{pair}", (0xED, 0x43 + 16 * index, WORD), 20, 0
    for index, pair in enumerate(("BC", "DE", "HL", "AF")):
        yield f"POP {pair}", (0xC1 + 16 * index,), 10, 0
        yield f"PUSH {pair}", (0xC5 + 16 * index,), 11, 0
    for index, condition in enumerate(CONDITIONS):
        yield f"RET {condition}", (0xC0 + 8 * index,), 5, 11
        yield f"JP {condition},n", (0xC2 + 8 * index, WORD), 10, 0
        yield f"CALL {condition},n", (0xC4 + 8 * index, WORD), 10, 17
        if index < 4:
            yield f"JR {condition},n", (0x20 + 8 * index, RELATIVE), 7, 12
    for number in range(8):
        yield f"RST {8 * number}", (0xC7 + 8 * number,), 11, 0
    for number, code in enumerate((0x46, 0x56, 0x5E)):
        yield f"IM {number}", (0xED, code), 8, 0
    for text, code, states in (
        ("NEG", 0x44, 8),
        ("RETN", 0x45, 14),
        ("RETI", 0x4D, 14),
        ("RRD", 0x67, 18),
        ("RLD", 0x6F, 18),
        ("LD I,A", 0x47, 9),
        ("LD R,A", 0x4F, 9),
        ("LD A,I", 0x57, 9),
        ("LD A,R", 0x5F, 9),
    ):
        yield text, (0xED, code), states, 0
    for row, names in enumerate(_BLOCKS):
        for column, name in enumerate(names):
            yield name, (0xED, 0xA0 + 8 * row + column), 16, 0
            repeated = {"OUTI": "OTIR", "OUTD": "OTDR"}.get(name, name + "R")
            yield repeated, (0xED, 0xB0 + 8 * row + column), 16, 21


def _indexed(
    text: str, code: tuple[int | str, ...], states: int
) -> Iterator[tuple[str, tuple[int | str, ...], int]]:
    """Yield the forms with IX or IY of an instruction that uses HL."""
    for name, prefix in (("IX", 0xDD), ("IY", 0xFD)):
        if "(HL)" in text and not text.startswith("JP"):
            moved = text.replace("(HL)", f"({name}+d)")
            if code[0] == 0xCB:
                yield moved, (prefix, 0xCB, DISPLACEMENT, code[1]), states + 8
            elif code == (0x36, BYTE):
                yield moved, (prefix, 0x36, DISPLACEMENT, BYTE), 19
            else:
                yield moved, (prefix, code[0], DISPLACEMENT), states + 12
        elif code[0] != 0xED and text != "EX DE,HL":
            yield text.replace("HL", name), (prefix, *code), states + 4


def _build() -> dict[str, InstructionForm]:
    forms: dict[str, InstructionForm] = {}

    def add(text: str, code: tuple[int | str, ...], states: int, taken: int = 0) -> None:
        fetches = 2 if code[0] in (0xCB, 0xDD, 0xED, 0xFD) else 1
        forms[text] = InstructionForm(code, states + fetches, (taken or states) + fetches)

    for text, code, states, taken in _plain():
        add(text, code, states, taken)
        if "HL" in text:
            for entry in _indexed(text, code, states):
                add(*entry)
    return forms


#: The instruction, its operands normalised (upper case, no blanks, `n` and `(IX+d)` for expressions): its form.
FORMS = _build()
#: Operands that are written as they stand; anything else is an expression.
REGISTERS = frozenset(
    operand
    for text in FORMS
    for operand in text.partition(" ")[2].split(",")
    if (operand == "C" or operand not in CONDITIONS) and re.fullmatch(r"[A-Z']+|\([A-Z]+\)", operand)
)
MNEMONICS = frozenset(text.split()[0] for text in FORMS)
#: Of these the first operand is part of the opcode.
NUMBERED = frozenset(("BIT", "RES", "SET", "RST", "IM"))
