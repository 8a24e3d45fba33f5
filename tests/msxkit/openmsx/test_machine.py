"""A machine on the real openMSX, with the free C-BIOS."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PIL import Image

from msxkit.errors import EmulatorMissingError, FileError, MachineError, MsxError
from msxkit.openmsx.basic import Basic
from msxkit.openmsx.machine import EmulatedMachine, StopPlace
from tests.msxkit.openmsx.conftest import CBIOS_BASIC
from tests.programs import needs

pytestmark = needs("openmsx")


def test_boot_screen_memory_and_time(cbios: EmulatedMachine) -> None:
    screen = cbios.screen
    assert (screen.mode, screen.columns) == (1, 32)
    assert screen.text().startswith("  C-BIOS")
    # openMSX's own reading of the screen is the judge.
    assert [row.rstrip() for row in cbios.command("get_screen").split("\n")][:24] == list(screen)
    before = cbios.time
    cbios.run(1.5)
    assert cbios.time - before == pytest.approx(1.5, abs=1e-4)
    data = bytes(range(256))
    cbios.write(0xC000, data)
    assert cbios.read(0xC000, 256) == data
    cbios.poke16(0xC000, 0x1234)
    assert (cbios.peek16(0xC000), cbios.peek(0xC001)) == (0x1234, 0x12)
    cbios.vpoke(6144, 65)
    assert cbios.vpeek(6144) == 65
    assert cbios.screen[0].startswith("A ")


def test_the_same_script_gives_the_same_machine() -> None:
    def play() -> tuple[float, bytes, bytes]:
        with EmulatedMachine("C-BIOS_MSX2") as machine:
            machine.run(3)
            machine.press("SPACE", "SHIFT")
            machine.run(0.5)
            return machine.time, machine.read(0xC000, 0x3000), machine.read(0, 0x4000, "VRAM")

    assert play() == play()


def test_stops_and_time_outs(cbios: EmulatedMachine) -> None:
    assert cbios.run_until([StopPlace("interrupt", 0x0038)], 1) == "interrupt"
    assert cbios.pc == 0x38
    # The place where it stands does not count again.
    before = cbios.time
    assert cbios.run_until([StopPlace("interrupt", 0x0038)], 1) == "interrupt"
    assert cbios.time - before == pytest.approx(1 / 50, rel=0.01)
    assert cbios.run_until([StopPlace("never", 0x0038, "[peek 0xC000] == 300")], 0.5) == "timeout"
    assert cbios.command("debug list_bp").strip() == ""
    with pytest.raises(MachineError, match=r"'nowhere' did not come within 0.5"):
        cbios.wait_for_text("nowhere", 0.5)


def test_typed_lines_arrive_exactly() -> None:
    letters = random.Random(6)
    lines = [
        "".join(letters.choices('abc XYZ0123"[]{}$\\;<>&', k=length)).strip() for length in (5, 38, 39, 70)
    ]
    with EmulatedMachine("C-BIOS_MSX1", cartridge=CBIOS_BASIC) as machine:
        basic = Basic(machine)
        assert basic.boot().at == "end"
        for line in lines:
            machine.type(line + "\n")
            machine.run(0.2)
            # The prompt has two columns at the left and wraps at 29.
            shown = "".join(row[2:].ljust(29)[:29] for row in machine.screen)
            assert line in shown, machine.describe()


def test_keys_that_nobody_takes_are_told(cbios: EmulatedMachine) -> None:
    with pytest.raises(MachineError, match="did not read 3 keys"):
        cbios.type("abc", limit=0.2)
    with pytest.raises(MsxError, match="no key 'ANY'"):
        cbios.press("ANY")


def test_saved_state(cbios: EmulatedMachine) -> None:
    state = cbios.save_state()
    time, screen = cbios.time, cbios.screen
    cbios.vpoke(6150, 1)
    cbios.run(2)
    cbios.load_state(state)
    assert (cbios.time, cbios.screen) == (time, screen)
    cbios.run(1)
    assert cbios.time == pytest.approx(time + 1, abs=1e-4)


def test_screenshot_leaves_the_machine_as_it_was(cbios: EmulatedMachine, tmp_path: Path) -> None:
    time = cbios.time
    path = tmp_path / "picture.png"
    cbios.screenshot(path)
    with Image.open(path) as picture:
        assert picture.size == (320, 240)
        assert len(picture.convert("RGB").getcolors() or ()) >= 2
    assert cbios.time == time
    with pytest.raises(FileError, match="cannot be written"):
        cbios.screenshot(tmp_path / "none" / "picture.png")


def test_reset_and_cartridge(cbios: EmulatedMachine) -> None:
    cbios.insert_cartridge(CBIOS_BASIC)
    cbios.wait_for_text("C-BASIC", 10)
    cbios.reset()
    cbios.run(0.1)
    assert "C-BASIC" not in cbios.screen.text()


def test_tape_is_a_copy_and_disk_needs_a_drive(cbios: EmulatedMachine, tmp_path: Path) -> None:
    tape = tmp_path / "x.cas"
    tape.write_bytes(bytes.fromhex("1FA6DEBACC137D74") + b"\xd3" * 10 + b"NAME  ")
    cbios.insert(tape)
    assert "x.cas" in cbios.command("cassetteplayer")
    assert str(tape) not in cbios.command("cassetteplayer")
    disk = tmp_path / "x.dsk"
    disk.write_bytes(bytes(720 * 1024))
    with pytest.raises(MachineError, match="no disk drive A:"):
        cbios.insert(disk)
    with pytest.raises(FileError, match="no such file"):
        cbios.insert_tape(tmp_path / "none.cas")
    with pytest.raises(MachineError, match="the name of a medium must end in one of"):
        cbios.insert(tmp_path / "x.txt")


def test_an_msx2_has_80_columns_and_a_set_clock() -> None:
    with EmulatedMachine("C-BIOS_MSX2") as machine:
        with pytest.raises(EmulatorMissingError, match="showed no BASIC prompt"):
            Basic(machine).boot(2)
        read = "lappend digits [expr {[debug read ioports 0xB5] & 15}]"
        steps = "; ".join(f"debug write ioports 0xB4 {n}; {read}" for n in range(13))
        digits = machine.command(
            f"set digits {{}}; debug write ioports 0xB4 13; debug write ioports 0xB5 8; {steps}"
        )
        assert digits.split()[6:] == ["5", "1", "0", "1", "0", "8", "0"]  # Friday, 1 January 1988
        # Text mode with 80 columns, name table at 0, by the registers alone.
        machine.command("vdpreg 0 4; vdpreg 1 0x70; vdpreg 2 3")
        machine.write(0, b"x" * 80, "VRAM")
        screen = machine.screen
        assert (screen.mode, screen.columns) == (0, 80)
        assert screen[0] == "x" * 80


def test_a_prompt_above_the_function_keys_is_one(cbios: EmulatedMachine) -> None:
    def show(*rows: str) -> bool:
        cells = b"".join(row.encode().ljust(32) for row in rows)
        cbios.write(6144, cells.ljust(768), "VRAM")
        return Basic(cbios)._looks_ready()

    keys = " color auto goto list run"
    cbios.write(0xF3DC, bytes((3, 1)))  # CSRY, CSRX: third row
    assert show("MSX", " Ok", "", *[""] * 20, keys)
    assert show("MSX", " Ok")
    assert not show("MSX", " Ok", " RUN", *[""] * 20, keys)
    assert not show("MSX", " Enter date", "", *[""] * 20, keys)
