"""Compiled games on C-BIOS in openMSX, against recordings of genuine machines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from msxkit.backends.cartridge import CartridgeTarget, running
from msxkit.backends.replaying import TargetBackend
from msxkit.language.program import Program
from msxkit.native.compiler import Options, compile_program
from msxkit.openmsx.control import Emulator
from msxkit.openmsx.machine import EmulatedMachine
from msxkit.openmsx.playing import find_program
from msxkit.recording import DRAW, load
from msxkit.verify import describe, replay
from tests.programs import needs

RECORDINGS = sorted((Path(__file__).parents[2] / "recordings").glob("*.json"))
FOLDER = Path(__file__).parents[3] / "basic"
pytestmark = needs("openmsx")


def _backend(machine: str) -> TargetBackend[CartridgeTarget]:
    return TargetBackend(CartridgeTarget(machine), lambda wanted: find_program(wanted, [FOLDER]))


@pytest.fixture(scope="module", params=["C-BIOS_MSX1", "C-BIOS_MSX2", "C-BIOS_MSX2+"])
def backend(request: pytest.FixtureRequest) -> Iterator[TargetBackend[CartridgeTarget]]:
    found = _backend(request.param)
    yield found
    found.close()


@pytest.mark.slow
def test_recordings(backend: TargetBackend[CartridgeTarget]) -> None:
    # All of them are compared by `make verify`, on an MSX1.
    for path in RECORDINGS[::11]:
        result = replay(load(path), backend)
        assert result.equal, describe(result.difference, path.name, backend.name) if result.difference else ""


@pytest.mark.slow
def test_a_busy_computer_misses_no_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine does not run before it knows where to stop."""
    found = _backend("C-BIOS_MSX1")
    command = Emulator.command

    def slowly(self: Emulator, tcl: str, timeout: float | None = None) -> str:
        sleep(0.2)  # seconds, in which a machine that runs is past the program's first statement
        return command(self, tcl, timeout)

    monkeypatch.setattr(Emulator, "command", slowly)
    with running(
        compile_program(Program.from_file(b"10 PRINT 1\r\n20 END\r\n")), found.target.machine_name
    ) as run:
        assert run.line == 10
    with found.start(load(RECORDINGS[0])) as started:
        assert started.seen().at == DRAW
    found.close()


_RAM_64 = '<mem base="0x0000" size="0x10000"/>'
_RAM_16 = '<mem base="0xC000" size="0x4000"/>'


@pytest.mark.slow
@pytest.mark.parametrize(("ram", "row"), [(32, "This cartridge needs 32 KB of RAM."), (16, "STARTED")])
def test_a_machine_of_16_kb(ram: int, row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machines = tmp_path / "machines"
    machines.mkdir()
    (known,) = Path("/usr/share/openmsx/machines").glob("C-BIOS_MSX1.xml")
    text = known.read_text()
    assert _RAM_64 in text
    (machines / "Small.xml").write_text(text.replace(_RAM_64, _RAM_16))
    monkeypatch.setenv("OPENMSX_USER_DATA", str(tmp_path))
    rom = tmp_path / "program.rom"
    rom.write_bytes(
        compile_program(Program.from_ascii(b'10 PRINT "STARTED"\n'), options=Options(ram=ram)).rom
    )
    with EmulatedMachine("Small") as machine:
        machine.insert_cartridge(rom)
        machine.run_until([], 8.0)
        assert any(shown.strip() == row for shown in machine.screen.rows())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("defines", "step", "recorded"),
    [("", "NEXT", 79), ("DEFINT I:", "NEXT", 26), ("", "NEXT I", 99), ("DEFINT I:", "NEXT I", 43)],
)
def test_a_paced_loop_takes_as_long_as_under_basic(defines: str, step: str, recorded: int) -> None:
    """The first two were recorded on a Philips VG 8020 (speed-for, speed-for-int); the others the interpreter says."""
    text = f"10 {defines}TIME=0:FOR I=1 TO 1000:{step}\n20 T=TIME:A$=INPUT$(1)\n"
    cartridge = compile_program(Program.from_ascii(text.encode()), options=Options(paced=True))
    assert cartridge.pauses == (10,)
    with running(cartridge) as run:
        run.go(60)
        found = run.variables["T"]
    assert abs(float(str(found)) - recorded) <= recorded * 0.06
