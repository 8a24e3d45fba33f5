"""`msxkit compile`: files, refusals, exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from msxkit.cli import main
from msxkit.language.program import Program
from msxkit.machine.work_area import RomEntry
from msxkit.native.compiler import Options, compile_program
from msxkit.native.report import notes

from .msx import Msx


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    path = tmp_path / "game.bas"
    path.write_text('10 A=A+1\n20 PRINT "HI";A\n30 CLS\n')
    return path


def test_it_writes_rom_listing_and_symbols(listing: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rom, code, symbols = (listing.with_suffix(ending) for ending in (".rom", ".lst", ".sym"))
    arguments = [
        "compile",
        str(listing),
        "-o",
        str(rom),
        "--listing",
        str(code),
        "--symbols",
        str(symbols),
        "--map",
    ]
    assert main(arguments) == 0
    assert rom.read_bytes()[:2] == b"AB"
    text = code.read_text("utf-8")
    assert '; 20 PRINT "HI";A' in text
    assert "call print_string" in text
    assert "those of a routine that it calls" in text
    addresses = {
        name: int(value[:-1], 16)
        for name, value in (row.split(": equ ") for row in symbols.read_text().splitlines())
    }
    assert addresses["v_A_d"] >= 0x8000
    assert 0x4000 <= addresses["line_10"] < addresses["line_20"] < 0x8000
    # A debugger would show a constant as the name of what lies there.
    assert all(value >= 0x4000 or name in RomEntry.__members__ for name, value in addresses.items())
    out = capsys.readouterr().out
    assert "16 KB" in out
    assert " program" in out


@pytest.mark.slow
def test_files_are_taken_along_by_their_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, rom = tmp_path / "game.bas", tmp_path / "game.rom"
    path.write_text('10 OPEN "A"+A$ FOR INPUT AS #1\n20 RUN "B"+A$\n')
    (tmp_path / "a").write_bytes(b"unmistakable")
    (tmp_path / "b").write_bytes(Program.from_ascii(b"10 END\r\n").file())
    (tmp_path / "big").write_bytes(bytes(70_000))
    arguments = ["compile", str(path), "-o", str(rom), "--force"]
    assert main(arguments) == 0
    told = capsys.readouterr().err
    assert f"{path}:1:4: OPEN of a name that the program computes finds nothing" in told
    assert f"{path}:2:4: RUN of a name that the program computes finds nothing" in told
    assert b"unmistakable" not in rom.read_bytes()
    for options, size in ((["--with-file", "A"], 16), (["--with-file", "a", "--with-file", "B"], 128)):
        assert main([*arguments, *options]) == 0
        assert b"unmistakable" in rom.read_bytes()
        assert len(rom.read_bytes()) == size << 10
    assert main([*arguments, "--files", str(tmp_path)]) == 0
    assert main([*arguments, "--with-file", "C"]) == 2
    assert "File not found" in capsys.readouterr().err
    assert main([*arguments, "--with-file", "BIG"]) == 2
    assert "the file has 70000 bytes" in capsys.readouterr().err


def test_files_beside_the_listing_go_into_the_rom(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, rom = tmp_path / "game.bas", tmp_path / "game.rom"
    path.write_text('10 OPEN "LEVEL.TXT" FOR INPUT AS #1\n20 RUN "Two.bas"\n')
    (tmp_path / "level.txt").write_bytes(b"unmistakable")
    assert main(["compile", str(path), "-o", str(rom), "--map"]) == 2
    assert f'{path}:2:4: RUN "Two.bas": File not found in {tmp_path}' in capsys.readouterr().err
    assert not rom.exists()
    (tmp_path / "TWO.BAS").write_text("10 END\n")
    arguments = ["compile", str(path), "-o", str(rom), "--map", "--mapper", "konami-scc", "--name", "MY GAME"]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert "MegaROM KonamiSCC" in out
    assert "files and the programs that RUN starts" in out
    assert rom.read_bytes()[16:24] == b"MY GAME\0"
    assert b"unmistakable" in rom.read_bytes()
    (elsewhere := tmp_path / "empty").mkdir()
    assert main(["compile", str(path), "-o", str(rom), "--files", str(elsewhere)]) == 2


def test_dim_note() -> None:
    for top, last in ((3620, "Out of memory in 10"), (3500, "Ok")):
        program = Program.from_ascii(f"10 DIM A({top})\n".encode())
        cartridge = compile_program(program)
        assert bool(list(notes(cartridge, paced=False))) == (last != "Ok")
        msx = Msx(cartridge)
        assert msx.run() == "ended"
        assert msx.screen.rows()[0] == last


@pytest.mark.parametrize(
    ("mapper", "given", "told"),
    [
        ("", "8000,&HD7FF", False),
        ("", "30000", True),
        ("ascii8", "8000,&HD7FF", True),
        ("ascii8", "{left},&HD7FF", False),
        ("ascii8", "{more},&HD7FF", True),
        ("ascii8", "12500", True),
    ],
)
def test_the_clear_that_is_told_of_leaves_too_little(mapper: str, given: str, told: bool) -> None:
    options = Options(mapper)
    variables = compile_program(Program.from_ascii(b"10 CLEAR 200,&HD7FF\n"), options=options).image.ram_end
    left = 0xD7FF - variables - 0x100
    listing = f"10 CLEAR {given.format(left=left, more=left + 1)}\n"
    cartridge = compile_program(Program.from_ascii(listing.encode()), options=options)
    said = list(notes(cartridge, paced=False))
    assert [line.partition(" needs")[0] for line in said] == ["line 10: CLEAR"] * told
    msx = Msx(cartridge)
    assert msx.run() == "ended"
    assert msx.screen.rows()[0] == ("Out of memory in 10" if told else "Ok")


@pytest.mark.parametrize(("mapper", "told"), [("", False), ("ascii8", True)])
def test_the_clear_that_is_told_of_keeps_no_memory_free(mapper: str, told: bool) -> None:
    program = Program.from_ascii(b"10 CLEAR 200,&HB000:POKE &HB000,5:PRINT PEEK(&HB000)\n")
    cartridge = compile_program(program, options=Options(mapper))
    assert (cartridge.image.ram_start > 0xB000) == told
    said = [line.partition(" on free")[0] for line in notes(cartridge, paced=False)]
    assert said == ["line 10: CLEAR cannot keep memory from B000h"] * told
