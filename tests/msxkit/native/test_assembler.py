"""The assembler against pasmo over all documented instructions, and its errors."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.native.asm.assembler import assemble
from msxkit.native.asm.disassembler import disassembled
from msxkit.native.asm.expressions import ExpressionError, parse
from msxkit.native.asm.instructions import FORMS
from msxkit.native.asm.linker import LinkedImage, link
from msxkit.native.asm.parts import AssemblyError
from tests.programs import needs

from .oracle import pasmo


def linked(text: str, *roots: str) -> LinkedImage:
    return link(assemble(text, "test.asm"), roots or ("main",), origin=0x4000, limit=0xC000, ram=0xC000)


def code(text: str) -> bytes:
    return linked(f" part main\nmain:\n{text}").code


def _written(form: str) -> str:
    """Return an instruction with figures in place of its expressions."""
    mnemonic, _, operands = form.partition(" ")
    if mnemonic in ("JR", "DJNZ"):
        return f"{mnemonic} {operands.replace('n', '$+5')}"
    wide = FORMS[form].code[-1] == "w"
    number = "1234h" if wide else "56h"
    out = [
        operand.replace("+d", "+17").replace("(n)", f"({number})") if operand != "n" else number
        for operand in operands.split(",")
    ]
    return f"{mnemonic} {','.join(out)}".strip()


@needs("pasmo")
def test_instructions_against_pasmo(tmp_path: Path) -> None:
    text = "\n".join(f" {_written(form)}" for form in FORMS)
    assert len(FORMS) == 696
    assert code(text).hex() == pasmo(f" org 4000h\n{text}\n", tmp_path).hex()


def test_the_disassembler_is_the_assembler_backwards() -> None:
    made = code("\n".join(f" {_written(form)}" for form in FORMS) + "\n db 0EDh,0FFh,0DDh")
    rows = list(
        disassembled(
            lambda place: made[place - 0x4000] if place - 0x4000 < len(made) else 0, 0x4000, len(FORMS) + 3
        )
    )
    assert [row.text.partition(" ")[0] for row in rows[:-3]] == [form.partition(" ")[0] for form in FORMS]
    assert [row.text for row in rows[-3:]] == ["DB 0EDh", "RST 56", "DB 0DDh"]
    assert b"".join(row.code for row in rows) == made
    assert code("\n".join(f" {row.text}" for row in rows)) == made


@needs("pasmo")
def test_expressions_and_data_are_what_pasmo_makes_of_them(tmp_path: Path) -> None:
    text = """
 db 1,"a;b",'c',255,-1
 dw 1+2*3,(1+2)*3,10-4-3,100/7%5,1<<4|1,0FFh&7Eh^3,~0&0FFFFh,-2
 ld a,high 1234h
 ld a,low 1234h
 ld hl,$+3
 ld a,(ix-5)
 ld (iy+7),9
 ex af,af' ; a comment with a ' in it
 ds 3
"""
    ours = code(text)
    for mine, its in (
        ("<<", " shl "),
        ("%", " mod "),
        ("^", " xor "),
        ("|", " or "),
        ("&", " and "),
        ("~", "not "),
    ):
        text = text.replace(mine, its)
    theirs = pasmo(f" org 4000h\n{text}", tmp_path)
    assert ours == theirs


@given(
    st.integers(0, 65535),
    st.integers(0, 65535),
    st.sampled_from(["+", "-", "*", "&", "|", "^", "<<", ">>", "<", ">", "<=", ">=", "==", "!="]),
)
def test_operators_are_those_of_python(a: int, b: int, operator: str) -> None:
    if operator in ("<<", ">>"):
        b %= 16
    assert parse(f"{a}{operator}{b:X}h" if f"{b:X}"[0].isdigit() else f"{a}{operator}0{b:X}h").value(
        {}
    ) == int(eval(f"{a}{operator}{b}"))


@given(st.text(max_size=20))
def test_any_text_is_an_expression_or_an_error(text: str) -> None:
    with contextlib.suppress(ExpressionError):
        parse(text)


@given(st.text(max_size=60))
def test_any_text_is_assembled_or_an_error(text: str) -> None:
    with contextlib.suppress(AssemblyError):
        linked(f" part main\nmain:\n {text}\n nop")


def test_only_parts_that_are_needed_are_linked() -> None:
    image = linked(
        """
size equ 4
 part main
main: call used
 part used
used: ld hl,buffer
 ret
 ram
buffer: ds size
 part unused
unused: ret
 ram
more: ds 100
 part aligned
other: ret
"""
    )
    assert [placed.part.name for placed in image.parts] == ["main", "used"]
    assert image.code == bytes.fromhex("CD0340 2100C0 C9")
    assert (image.ram_start, image.ram_end) == (0xC000, 0xC004)
    assert image.symbols["buffer"] == 0xC000


def test_aligned_variables_begin_at_multiples() -> None:
    image = linked(
        """
 part main
main: ld a,(small)
 ld a,(page)
 ram
small: ds 1
 part second
 ram
 align 256
page: ds 8
"""
    )
    assert image.symbols["page"] % 256 == 0
    assert image.ram_end == 0xC009


def test_local_labels_belong_to_their_part() -> None:
    image = linked(" part main\nmain: djnz .x\nother: nop\n.x: jp second.x\n part second\n.x: nop")
    assert image.code == bytes.fromhex("1001 00 C30640 00")


def test_a_part_begins_with_its_name_or_another_label() -> None:
    image = linked(
        " part main\n.x: jp second\n dw first,aligned,main.x\n part second\n nop\n part third\nfirst: nop\n"
        " part aligned\n align 16\naligned: nop"
    )
    assert image.code == bytes.fromhex("C30940 0A40 1040 0040 00 00 0000000000 00")
    assert "third" not in image.symbols


def test_rept_repeats() -> None:
    assert code("\n rept 3\n inc a\n endm") == bytes([0x3C] * 3)


_MACROS = """
 macro twice,reg,count ; a comment
 ld a,reg
 add a,count
 Next reg
 endm
 macro next,reg
 inc reg
 endm
 twice b,3
 rept 2
 next hl
 endm
"""


def test_a_macro_stands_for_its_lines() -> None:
    assert code(_MACROS) == bytes.fromhex("78 C603 04 23 23")


@needs("pasmo")
def test_macros_are_what_pasmo_makes_of_them(tmp_path: Path) -> None:
    # pasmo takes a name as it is written.
    assert code(_MACROS) == pasmo(f" org 4000h\n{_MACROS.replace('Next', 'next')}", tmp_path)


@pytest.mark.parametrize(
    ("short", "plain"),
    [
        ("ldi a,(de)", "ld a,(de)\n inc de"),
        ("ldi (hl),size", "ld (hl),size\n inc hl"),
        ("ldd c,(hl)", "ld c,(hl)\n dec hl"),
        ("ldi bc,(hl)", "ld c,(hl)\n inc hl\n ld b,(hl)\n inc hl"),
        ("ldi (hl),de", "ld (hl),e\n inc hl\n ld (hl),d\n inc hl"),
        ("ld de,hl", "ld d,h\n ld e,l"),
        ("ld bc,ix", "push ix\n pop bc"),
        ("sub hl,bc", "or a\n sbc hl,bc"),
        ("ld hl,(hl)", "ld a,(hl)\n inc hl\n ld h,(hl)\n ld l,a"),
        ("ld bc,a", "ld c,a\n ld b,0"),
        ("ld hl,h", "ld l,h\n ld h,0"),
        ("neg hl", "xor a\n sub l\n ld l,a\n sbc a,a\n sub h\n ld h,a"),
        ("ld bc,(ix+size)", "ld c,(ix+size)\n ld b,(ix+size+1)"),
        ("ld (iy-2),hl", "ld (iy-2),l\n ld (iy-1),h"),
        ("cp hl,de", "or a\n sbc hl,de\n add hl,de"),
        (".3 inc hl", "inc hl\n inc hl\n inc hl"),
        ("swapnib", "rrca\n rrca\n rrca\n rrca"),
    ],
)
def test_short_instructions(short: str, plain: str) -> None:
    assert code(f" {short}\nsize equ 9") == code(f" {plain}\nsize equ 9")


def test_include_reads_another_file() -> None:
    unit = assemble(' part main\nmain: include "x.asm"\n ret', "m.asm", {"x.asm": " nop"}.__getitem__)
    assert link(unit, ["main"], origin=0, limit=99, ram=0).code == bytes((0, 0xC9))


def test_times_are_those_of_an_msx() -> None:
    # Zilog's figures and one T-state for each opcode fetch.
    image = linked(
        " part main\nmain: ld a,(hl)\n ld a,(ix+1)\n set 0,(ix+1)\n ldir\n call nz,main\n djnz main\n push ix"
    )
    assert [line.states for line in image.parts[0].lines if line.states] == [
        (8, 8),
        (21, 21),
        (25, 25),
        (18, 23),
        (11, 18),
        (9, 14),
        (17, 17),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (" part main\nmain: ld a,(de,1)", "test.asm:2"),
        (" part main\nmain: ld a,q\n", "q is not defined"),
        (" part main\nmain: ld bc,sp", "test.asm:2: LD does not take bc, sp"),
        (" part main\nmain: foo", "test.asm:2: 'foo' is not an instruction"),
        (" part main\nmain: jr main+1000", "test.asm:2: jr main+1000: 998 bytes are too far"),
        (" part main\nmain: ld a,256", "test.asm:2: ld a,256: 256 is not a byte"),
        (" part main\nmain: ld (ix+200),a", "the displacement 200 is not"),
        (" part main\nmain: call gone", "test.asm:2: gone is not defined"),
        (" nop", "test.asm:1: this stands before the first `part`"),
        (" part main\nmain: nop\nmain: nop", "main is defined twice"),
        (" part main\nmain:\n part main", "there is a part main already"),
        ("a equ b\nb equ a\n part main\nmain: dw a", "is defined by itself"),
        (" part main\nmain: db 1/0", "test.asm:2: division by zero"),
        (" part main\nmain: ld a,'\n", 'test.asm:2: "\'": "\'" is not an expression'),
        (" part main\nmain: ds 40000", "behind the C000h"),
        (" part main\nmain:\n rept 3\n nop", "rept without endm"),
        (" part main\nmain:\n rept 3\n rept 2\n endm", "test.asm:4: rept holds no rept"),
        (" part main\nmain:\n macro x,a\n nop\n endm\n x", "test.asm:6: x has 0 operands and needs 1"),
        (" part main\nmain:\n endm", "test.asm:3: endm without rept or macro"),
        (' part main\n include "test.asm"', "test.asm:2: nothing can be included here"),
        (" part main\nmain: ld a,0A", "hexadecimal is written 00Ah"),
    ],
)
def test_errors_name_file_and_line(text: str, message: str) -> None:
    with pytest.raises(AssemblyError) as caught:
        linked(text)
    assert message in str(caught.value)
