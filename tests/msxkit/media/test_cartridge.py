"""Cartridges: the bytes as measured on machines, links moved by hand, and programs that cannot be one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from msxkit.errors import CartridgeError
from msxkit.language.program import Program
from msxkit.media import cartridge

ROOT = Path(__file__).parents[3]
TOKENS = json.loads((ROOT / "tests/conformance/tokens.json").read_text("utf-8"))
STORED = {entry["name"]: bytes.fromhex(entry["tokens"]) for entry in TOKENS}


def moved(text: bytes, distance: int) -> bytes:
    """Return the program text with every link larger by `distance`, followed from link to link."""
    out = bytearray(text)
    at = 0
    while out[at : at + 2] != b"\0\0":
        link = out[at] + 256 * out[at + 1]
        out[at : at + 2] = (link + distance).to_bytes(2, "little")
        at = link - 0x8001
    return bytes(out)


@pytest.mark.parametrize("name", ["battle", "shotdark", "marmsx-bits"])
def test_the_rom_byte_by_byte(name: str) -> None:
    rom = b"AB" + bytes(6) + b"\x10\x80" + bytes(6) + b"\0" + moved(STORED[name], 0x10)
    assert cartridge.build(Program.from_bytes(b"\xff" + STORED[name])) == rom.ljust(16384, b"\xff")


def program(*lines: str) -> Program:
    return Program.from_ascii("\r\n".join(lines).encode())


def test_a_program_that_just_fits_and_one_that_does_not() -> None:
    # Lines of 205 bytes and one to fill up; the ROM has 16 + 1 bytes of its own.
    lines = [f"{number} REM {'x' * 198}" for number in range(1, 80)]
    used = len(program(*lines).memory())
    room = 16384 - 17 - used
    fits = program(*lines, f"900 REM{'x' * (room - 6)}")
    assert len(cartridge.build(fits)) == 16384
    with pytest.raises(CartridgeError, match=r"it has 16368 bytes, a cartridge holds 16367; shorten it by 1"):
        cartridge.build(program(*lines, f"900 REM{'x' * (room - 5)}"))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("10 IF A THEN NEW", "line 10 has NEW, which erases the program"),
        ('20 LOAD"A.BAS"', "line 20 has LOAD, which loads over the program"),
        ("30 CLOAD", "line 30 has CLOAD"),
        ('40 PRINT:MERGE"A"', "line 40 has MERGE"),
        ("50 DELETE 10", "line 50 has DELETE"),
        ("60 RENUM", "line 60 has RENUM"),
        ("70 AUTO", "line 70 has AUTO"),
        ('80 RUN"B.BAS"', "line 80 has RUN with a file"),
        ("90 RUN A$", "line 90 has RUN with a file"),
        ("100 POKE &H8100,1", "line 100 has POKE to 8100h, which is ROM"),
        ("110 POKE 40000,1", "line 110 has POKE to 9C40h"),
        ("120 CLEAR 200,&HB000", "line 120 has CLEAR down to B000h"),
    ],
)
def test_impossible_from_rom(line: str, reason: str) -> None:
    with pytest.raises(CartridgeError, match=reason):
        cartridge.build(program("1 PRINT", line))
    assert len(cartridge.build(program("1 PRINT", line), force=True)) == 16384


@pytest.mark.parametrize(
    "line",
    [
        "10 REM NEW",
        '10 PRINT"NEW"',
        "10 DATA NEW,LOAD",
        "10 CLOAD?",
        "10 RUN",
        "10 RUN 10",
        "10 POKE &HD000,1",
        "10 POKE A,1",
        "10 CLEAR 200,&HD000",
        "10 CLEAR 500",
        '10 BLOAD"A.BIN",R',
    ],
)
def test_supported(line: str) -> None:
    assert len(cartridge.build(program(line))) == 16384


def test_addresses_in_place_of_line_numbers() -> None:
    # GOTO with the 0D operand that a running program has: of this line, and of none.
    running = b"\xff\x0b\x80\x0a\x00\x89\x20\x0d\x01\x80\x00\x00\x00"
    saved = Program.from_ascii(b"10 GOTO 10\n")
    assert cartridge.build(Program.from_bytes(running)) == cartridge.build(saved)
    lost = Program.from_bytes(running.replace(b"\x0d\x01\x80", b"\x0d\x34\x12"), lenient=True)
    with pytest.raises(CartridgeError, match="1234h in place of a line number"):
        cartridge.build(lost)


def test_an_empty_program() -> None:
    with pytest.raises(CartridgeError, match="no lines"):
        cartridge.build(Program([]))
