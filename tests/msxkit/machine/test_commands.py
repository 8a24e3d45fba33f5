"""The commands of the V9938 by registers, against the statements of BASIC that draw the same, and the data book."""

from __future__ import annotations

import random

import pytest

from msxkit.interpreter import Session
from msxkit.machine.video.chip import Chip

MODES = (5, 6, 7, 8)
LMMV, LMMM, LMCM, LMMC, HMMV, HMMM, YMMM, HMMC = (0x80, 0x90, 0xA0, 0xB0, 0xC0, 0xD0, 0xE0, 0xF0)
POINT, PSET, SRCH, LINE = 0x40, 0x50, 0x60, 0x70
#: Dots of a line and in a byte.
WIDTH, PER_BYTE = {5: 256, 6: 512, 7: 512, 8: 256}, {5: 2, 6: 4, 7: 2, 8: 1}
OPERATIONS = {"PSET": 0, "AND": 1, "OR": 2, "XOR": 3, "PRESET": 4, "TPSET": 8, "TOR": 10, "TPRESET": 12}


def screen(mode: int, statement: str = "") -> Chip:
    """Return a screen of any dots, after a statement."""
    listing = f"10 SCREEN {mode}:A$=INPUT$(1)\n20 {statement or 'REM'}\n30 A$=INPUT$(1)\n"
    session = Session(listing, machine="msx2")
    session.run()
    chip = session._state.video.chip
    chip.vram[:] = random.Random(mode).randbytes(len(chip.vram))
    session.keys.press(" ")
    session.run()
    assert session.error is None
    return chip


def command(
    chip: Chip,
    code: int,
    source: tuple[int, int] = (0, 0),
    target: tuple[int, int] = (0, 0),
    size: tuple[int, int] = (0, 0),
    colour: int = 0,
    flags: int = 0,
) -> None:
    """R#32 to R#46 by way of R#17, as machine code does it."""
    values = [
        number for pair in (source, target, size) for word in pair for number in (word & 255, word >> 8)
    ]
    chip.write_register(17, 32)
    for value in (*values, colour, flags, code):
        chip.write_indirect(value)


@pytest.mark.parametrize("mode", MODES)
def test_a_filled_box_is_lmmv(mode: int) -> None:
    source = random.Random(mode)
    for operation, number in OPERATIONS.items():
        x, y = source.randrange(WIDTH[mode] // 2), source.randrange(100)
        wide, high, colour = source.randrange(1, 90), source.randrange(1, 90), source.randrange(4)
        there = f"LINE({x},{y})-({x + wide - 1},{y + high - 1}),{colour},BF,{operation}"
        expected, chip = screen(mode, there), screen(mode)
        command(chip, LMMV | number, target=(x, y), size=(wide, high), colour=colour)
        assert chip.vram == expected.vram
        # The book's table of registers after commands: DY after the last row, NY counted down, the command gone.
        assert chip.registers[38] == y + high
        assert chip.registers[42] == 0
        assert chip.registers[46] >> 4 == 0


@pytest.mark.parametrize("mode", MODES)
def test_line_and_pset(mode: int) -> None:
    source = random.Random(mode)
    for operation, number in OPERATIONS.items():
        x, y = (source.randrange(size) for size in (WIDTH[mode], 211))
        # The statement draws downwards, the command as it is told.
        to_x, to_y = source.randrange(WIDTH[mode]), source.randrange(y, 212)
        across, down = abs(to_x - x), to_y - y
        flags = (across < down) | 4 * (to_x < x)
        statement = f"LINE({x},{y})-({to_x},{to_y}),3,,{operation}:PSET(7,9),2,{operation}"
        expected, chip = screen(mode, statement), screen(mode)
        sides = max(across, down), min(across, down)
        command(chip, LINE | number, target=(x, y), size=sides, colour=3, flags=flags)
        command(chip, PSET | number, target=(7, 9), colour=2)
        assert chip.vram == expected.vram


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("flags", [0, 4, 8, 12])
@pytest.mark.one_in(3)
def test_copy_is_lmmm(mode: int, flags: int) -> None:
    for operation, number in OPERATIONS.items():
        corner = (10 + 39 * bool(flags & 4), 20 + 29 * bool(flags & 8))
        last = (10 + 39 * (not flags & 4), 20 + 29 * (not flags & 8))
        to = corner[0] + 4, corner[1] + 3
        statement = f"COPY{corner}-{last} TO {to},,{operation}".replace(" ", "")
        expected, chip = screen(mode, statement), screen(mode)
        command(chip, LMMM | number, corner, to, (40, 30), flags=flags)
        assert chip.vram == expected.vram


@pytest.mark.parametrize("mode", MODES)
def test_whole_bytes(mode: int) -> None:
    """HMMV, HMMM and YMMM do at multiples of a byte what LMMV and LMMM do, and leave out the dots of parts of one."""
    part = PER_BYTE[mode]
    byte = {1: 0x5A, 2: 0x33, 4: 0xAA}[part]
    for odd in (0, part - 1):
        dots, chip = screen(mode), screen(mode)
        command(dots, LMMV, target=(16, 5), size=(24, 7), colour=byte & (1 << 8 // part) - 1)
        command(chip, HMMV, target=(16 + odd, 5), size=(24 + odd, 7), colour=byte)
        assert chip.vram == dots.vram
        command(dots, LMMM, (8, 3), (32, 60), (40, 9))
        command(chip, HMMM, (8 + odd, 3), (32 + odd, 60), (40 + odd, 9))
        assert chip.vram == dots.vram
        command(dots, LMMM, (64, 3), (64, 90), (WIDTH[mode] - 64, 6))
        command(chip, YMMM, (0, 3), (64 + odd, 90), (0, 6))
        assert chip.vram == dots.vram


@pytest.mark.parametrize("mode", MODES)
def test_bus_of_the_processor(mode: int) -> None:
    chip = screen(mode)
    before = bytes(chip.vram)
    command(chip, LMCM, (5, 6), size=(9, 4))
    dots = []
    while chip.status[2] & 1:
        assert chip.status[2] & 0x80
        dots.append(chip.look_at_status(7))
    assert len(dots) == 36
    assert chip.vram == before
    expected = screen(mode)
    command(expected, LMMM, (5, 6), (40, 50), (9, 4))
    command(chip, LMMC, target=(40, 50), size=(9, 4), colour=dots[0])
    for dot in dots[1:]:
        assert chip.status[2] & 0x81 == 0x81
        chip.write_register(44, dot)
    assert not chip.status[2] & 0x81
    assert chip.vram == expected.vram
    chip.write_register(44, 0xFF)
    assert chip.vram == expected.vram
    part = PER_BYTE[mode]
    command(expected, HMMV, target=(8 * part, 100), size=(2 * part, 2), colour=0x1B)
    command(chip, HMMC, target=(8 * part, 100), size=(2 * part, 2), colour=0x1B)
    for _ in range(3):
        chip.write_register(44, 0x1B)
    assert chip.vram == expected.vram


def test_point_and_search() -> None:
    chip = screen(5)
    command(chip, LMMV, target=(0, 200), size=(256, 1), colour=1)
    command(chip, PSET, target=(77, 200), colour=9)
    command(chip, POINT, (77, 200))
    assert chip.look_at_status(7) == 9
    for start, flags, found in ((0, 0, 77), (200, 4, 77), (76, 2, 76), (77, 6, 76)):
        command(chip, SRCH, (start, 200), colour=9, flags=flags)
        assert chip.status[2] & 0x10
        assert chip.status[8] == found
    command(chip, SRCH, (78, 200), colour=9)
    assert not chip.status[2] & 0x10


def test_a_program_draws_by_registers() -> None:
    """By VDP(n)= and by OUT, with S#2 read both ways."""
    box = "SCREEN 5:LINE(10,20)-(59,49),7,BF"
    by_vdp = (
        "10 SCREEN 5:VDP(37)=10:VDP(38)=0:VDP(39)=20:VDP(40)=0:VDP(41)=50:VDP(42)=0:VDP(43)=30:VDP(44)=0\n"
        "20 VDP(45)=7:VDP(46)=0:VDP(47)=&H80:S=VDP(-2)\n30 A$=INPUT$(1)\n"
    )
    by_out = (
        "10 SCREEN 5:OUT &H99,36:OUT &H99,145:FOR I=1 TO 11:READ A:OUT &H9B,A:NEXT\n"
        "20 OUT &H99,2:OUT &H99,143:S=INP(&H99):OUT &H99,0:OUT &H99,143:A$=INPUT$(1)\n"
        "30 DATA 10,0,20,0,50,0,30,0,7,0,128\n"
    )
    expected = Session(f"10 {box}:A$=INPUT$(1)\n", machine="msx2")
    expected.run()
    for listing in (by_vdp, by_out):
        session = Session(listing, machine="msx2")
        session.run()
        assert session._state.video.chip.vram == expected._state.video.chip.vram
        status = session.variables["S#"]
        assert isinstance(status, int)
        assert status & 0x81 == 0


def test_other_modes_and_a_tms9918a_have_no_commands() -> None:
    for mode, machine in ((4, "msx2"), (2, "msx1")):
        session = Session(f"10 SCREEN {mode}:A$=INPUT$(1)\n", machine=machine)
        session.run()
        chip = session._state.video.chip
        before = bytes(chip.vram)
        command(chip, LMMV, target=(0, 0), size=(50, 50), colour=7)
        assert chip.vram == before


def test_beyond_the_edges() -> None:
    """A row ends at the edge; rows go on at the other end of video memory; sizes of 0 are the largest."""
    chip = screen(8)
    command(chip, LMMV, target=(250, 511), size=(20, 2), colour=0x77)
    assert chip.vram[0x1FFFA:] == b"\x77" * 6
    assert chip.vram[250:256] == b"\x77" * 6
    assert chip.vram[0x100] != 0x77 or chip.vram[0x1FF00] != 0x77
    command(chip, HMMV, colour=0x11)
    assert chip.vram == b"\x11" * 0x20000
    command(chip, LINE, target=(250, 0), size=(100, 0), colour=0x22)
    assert chip.vram[:257] == b"\x11" * 250 + b"\x22" * 6 + b"\x11"


def test_a_transfer_is_kept_in_snapshots() -> None:
    session = Session("10 SCREEN 8:A$=INPUT$(1)\n", machine="msx2")
    session.run()
    command(session._state.video.chip, LMMC, target=(0, 0), size=(2, 2), colour=1)
    kept = session.snapshot()
    session._state.video.chip.write_register(46, 0)
    assert session._state.video.chip.transfer is None
    session.restore(kept)
    for value in (2, 3, 4):
        session._state.video.chip.write_register(44, value)
    chip = session._state.video.chip
    assert chip.transfer is None
    assert chip.vram[:2] + chip.vram[256:258] == b"\1\2\3\4"
