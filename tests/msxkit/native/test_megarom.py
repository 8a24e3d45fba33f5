"""Programs that are too long for 32 KB: banks behind a mapper ASCII8."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from msxkit.backends.cartridge import running
from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.native import report
from msxkit.native.compiler import ROM, Cartridge, Options, compile_program
from msxkit.native.mappers import MAPPERS
from msxkit.stop_reason import StopReason
from tests.differential.grammar import named
from tests.programs import needs

from .msx import Msx

#: A short program that needs the parts of the runtime that the long ones need.
_SHORT = """10 CLEAR 90:DEFINT I-K:DIM M(6),P%(3,2),W$(A):DEF FNA(X)=X*2+I:DEF FNB$(X$)=X$+A$:ERASE M:LOCATE A,B,1
20 ON ERROR GOTO 90:ON INTERVAL=1 GOSUB 80:INTERVAL ON:A$=FNB$(LEFT$(A$,2)+RIGHT$(B$,I)):PRINT FNA(A);FRE("")
30 FOR I=A TO B STEP J:FOR X=A TO B STEP .5:NEXT X,I:ON A GOTO 30:ON A GOSUB 80:R=R+1:IF R<4 THEN 30
40 INPUT "N";D#,A$:LINE INPUT A$:READ A$,D#:RESTORE 95:MID$(A$,2)="x":SWAP A$,B$:J=I\\7:K=I MOD 7:J=I\\K:J=I MOD K
50 PRINT USING "##.#";D#;A$:PRINT D#;A$,TAB(5);SPC(3):M(I)=S!/D#*X^D#+SQR(D#)-ABS(D#)+INT(D#)+FIX(D#)+SGN(D#)
60 PRINT CHR$(A)+HEX$(A)+STR$(A)+STRING$(A,B)+MID$(A$,I,J)+SPACE$(A);INSTR(A$,B$);LEN(A$);ASC(A$);VAL(A$);RND(A)
70 S!=CINT(A)+CSNG(A)+CDBL(A)+(A\\B)+(A MOD B)+(A XOR B)+(A EQV B)+(A IMP B)-A:IF A<B THEN A$=A$+B$:GOSUB 80:NEXT
80 RETURN
90 PRINT ERR;ERL:RESUME NEXT
95 DATA 1,A
"""
#: The most that a long program here has beside them: what leads to its blocks, functions, strings.
_OWN = 8_400


def _in_sight(cartridge: Cartridge) -> dict[str, int]:
    """Return the sizes of the parts that no bank holds."""
    return {placed.part.name: placed.size for placed in cartridge.image.parts if not placed.bank}


def test_the_runtime_leaves_a_long_program_its_room() -> None:
    """Only slow tests compile a long one. `part` after `part` the runtime grows; what it has lies below the window."""
    mapper = MAPPERS["ascii8"]
    sizes = _in_sight(compile_program(Program.from_ascii(_SHORT.encode()), options=Options("ascii8")))
    left = mapper.window.start - ROM - sum(sizes.values()) + sizes["program"] - _OWN
    assert left >= 0, f"the runtime is {-left} bytes too long for long programs"


def test_a_statement_needs_no_room_in_sight_for_traps() -> None:
    body = "".join(f"{line} A=A+1:B=B+A:PRINT A;B\n" for line in range(20, 220))
    untrapped, trapped = (
        _in_sight(compile_program(Program.from_ascii((first + body).encode()), options=Options("ascii8")))
        for first in ("10 A=1\n", "10 ON INTERVAL=9 GOSUB 20:INTERVAL ON\n")
    )
    assert trapped["program"] < untrapped["program"] + 60


@cache
def _long(number: int) -> Program:
    """Return a random program of some 17 KB that does not stop at its first errors."""
    return Program.from_file("\n".join(named("long").lines(Random(number))).encode("latin-1"))


def _interpreted(program: Program) -> list[str]:
    session = Session(program, machine="msx2")
    assert session.run(60_000).at == "end"
    return session.screen.rows()


@cache
def _cartridge(program: Program) -> Cartridge:
    cartridge = compile_program(program)
    assert cartridge.mapper == "ASCII8"
    assert len(cartridge.rom) == 0x20000
    return cartridge


@pytest.mark.parametrize("kilobytes", [45, 90])
@pytest.mark.slow
def test_a_listing_is_longer_than_basic_memory(kilobytes: int) -> None:
    letters = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 4)[:93]
    lines, total, word = ["0 CLEAR 999"], 0, ""
    while len("\n".join(lines)) < kilobytes * 1024:
        number = len(lines)
        place = number % 60 + 1
        lines.append(f'{number} A=A+{number}:B$="{number}{letters}":W$=RIGHT$(W$,9)+MID$(B$,{place},2)')
        total, word = total + number, word[-9:] + f"{number}{letters}"[place - 1 : place + 1]
    lines.append(f"{len(lines)} PRINT W$;A")
    cartridge = compile_program(Program.from_file("\n".join(lines).encode("ascii")))
    msx = Msx(cartridge)
    assert msx.run() == "ended"
    assert msx.screen.rows()[0] == f"{word} {total} ".rstrip()


@pytest.mark.parametrize(
    "number", [23, *(pytest.param(number, marks=pytest.mark.slow) for number in (7, 18))]
)
@pytest.mark.slow
@pytest.mark.one_in(3, "nightly")
def test_long_program(number: int) -> None:
    program = _long(number)
    assert _in_sight(_cartridge(program))["program"] <= _OWN
    msx = Msx(_cartridge(program), version=1)
    assert msx.run(seconds=600) == "ended"
    assert msx.screen.rows() == _interpreted(program)


@needs("openmsx")
@pytest.mark.slow
def test_a_long_program_runs_in_openmsx() -> None:
    program = _long(23)
    with running(_cartridge(program), "C-BIOS_MSX2") as run:
        assert run.go(300) is StopReason.END
        assert run.machine.screen.rows() == _interpreted(program)


@pytest.mark.slow
def test_data_of_several_banks_is_read_in_order() -> None:
    items = [f"{1000 + 10 * n} DATA {n},{chr(34)}{'x' * 90}{chr(34)}" for n in range(120)]
    body = [
        "10 CLEAR 900:FOR I=0 TO 119:READ A,A$:IF A<>I OR LEN(A$)<>90 THEN PRINT I;A;A$",
        "20 S=S+A:NEXT:PRINT S:RESTORE 2110:READ B:PRINT B;A$",
        "30 ON ERROR GOTO 50:RESTORE 2190:READ A,A$,A",
        "40 IF A>=0 THEN END",
        "50 PRINT ERR;ERL:RESUME 40",
        *(f"{60 + n} IF A<0 THEN PRINT {n};SIN(A);COS(A);A*B+C*D+E*F;A/B+C/D;A^B" for n in range(300)),
    ]
    program = Program.from_file("\n".join([*body, *items]).encode())
    msx = Msx(compile_program(program, options=Options(mapper="ascii8")))
    assert msx.run(seconds=120) == "ended"
    assert msx.screen.rows()[0] == " 7140"
    assert msx.screen.rows()[1].startswith(" 111")
    assert msx.screen.rows()[-3:][0].strip() == "4  30"


@pytest.mark.slow
def test_listing_and_map_tell_of_banks() -> None:
    cartridge = _cartridge(_long(23))
    assert "; bank 3" in report.listing(cartridge)
    assert "MegaROM ASCII8" in report.size_map(cartridge)


@pytest.mark.parametrize("mapper", ["", "ascii8"])
@pytest.mark.parametrize(
    ("listing", "shown"),
    [
        ("10 A=1\n20 READ A$\n", "Out of DATA in 20"),
        ("10 ON ERROR GOTO 30\n20 ERROR 7\n30 A=1\n40 B=2\n", "No RESUME in 40"),
    ],
)
def test_line_of_an_error(listing: str, shown: str, mapper: str) -> None:
    msx = Msx(compile_program(Program.from_ascii(listing.encode()), options=Options(mapper)))
    msx.run()
    assert msx.screen.rows()[0] == shown
