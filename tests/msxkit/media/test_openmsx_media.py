"""openMSX takes every medium without a warning, and what it makes of a tape is read back."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from msxkit.cli import main
from msxkit.media import cassette
from msxkit.media.disk import Disk
from tests.programs import needs

ROOT = Path(__file__).parents[3]
pytestmark = needs("openmsx")


@pytest.fixture(scope="module")
def media(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("media")
    assert main(["media", str(ROOT / "basic/battle.bas"), "-o", str(folder)]) == 0
    return folder


def openmsx(folder: Path, *commands: str, arguments: tuple[str, ...] = ()) -> str:
    """Run Tcl commands on a C-BIOS machine with a home of its own; gives what they `puts` to standard error."""
    script = folder / "script.tcl"
    setup = ["set save_settings_on_exit off", "set throttle off", "set autoruncassettes off"]
    script.write_text("\n".join([*setup, *commands]) + "\n", "utf-8")
    home = folder / "home"
    home.mkdir(exist_ok=True)
    environment = {
        "HOME": str(home),
        "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/games",
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }
    done = subprocess.run(
        ["openmsx", "-machine", "C-BIOS_MSX1", *arguments, "-script", str(script)],
        capture_output=True,
        env=environment,
        timeout=60,
        check=False,
    )
    output = (done.stdout + done.stderr).decode("utf-8", errors="replace")
    assert done.returncode == 0, output
    return output


def complaints(output: str) -> list[str]:
    """Return warnings and errors about media: not those about the end of a tape, and the display, sound and MIDI
    that a test machine does not have.
    """
    harmless = ("renderer", "SDL", "ALSA", "sequencer", "audio", "Tape end reached")
    lines = [line for line in output.splitlines() if "warning" in line.lower() or "error" in line.lower()]
    return [line for line in lines if not any(word in line for word in harmless)]


def test_the_disk_is_listed(media: Path) -> None:
    output = openmsx(
        media,
        f"virtual_drive {media / 'battle.dsk'}",
        "puts stderr [diskmanipulator dir virtual_drive]",
        "exit",
    )
    assert complaints(output) == []
    for name in ("battle.bas", "battle.asc", "autoexec.bas"):
        assert name in output


def test_files_that_openmsx_exports_and_imports(media: Path, tmp_path: Path) -> None:
    image = tmp_path / "copy.dsk"
    shutil.copy(media / "battle.dsk", image)
    (tmp_path / "out").mkdir()
    (tmp_path / "extra.txt").write_bytes(b"from openMSX" * 200)
    output = openmsx(
        tmp_path,
        f"virtual_drive {image}",
        f"diskmanipulator export virtual_drive {tmp_path / 'out'}",
        f"diskmanipulator import virtual_drive {tmp_path / 'extra.txt'}",
        "exit",
    )
    assert complaints(output) == []
    assert (tmp_path / "out/battle.bas").read_bytes() == (media / "battle.bas").read_bytes()
    disk = Disk.load(image.read_bytes())
    assert disk.read(disk.find("EXTRA.TXT")).data == b"from openMSX" * 200
    assert [finding for finding in disk.check() if finding.severity == "error"] == []


def test_a_disk_that_openmsx_formats(tmp_path: Path) -> None:
    image = tmp_path / "theirs.dsk"
    openmsx(tmp_path, f"diskmanipulator create {image} -dos1 720", "exit")
    assert main(["disk", "put", str(image), str(ROOT / "basic/battle.bas"), "--tokenise"]) == 0
    output = openmsx(
        tmp_path, f"virtual_drive {image}", "puts stderr [diskmanipulator dir virtual_drive]", "exit"
    )
    assert "battle.bas" in output


@pytest.mark.parametrize("kind", ["cas", "wav"])
@pytest.mark.one_in(2)
def test_tapes_are_played(kind: str, media: Path) -> None:
    """The tape is played with its motor on and recorded: an encoder that is not ours for .cas images."""
    tape, recording = media / f"battle.{kind}", media / f"recorded-{kind}.wav"
    output = openmsx(
        media,
        f"cassetteplayer insert {tape}",
        "set length [cassetteplayer getlength]",
        "set power on",
        "after time 3 {debug write ioports 0xAA [expr {[debug read ioports 0xAA] & 0xEF}]; "
        f"soundlog start {recording}; after time [expr {{$length + 0.5}}] {{soundlog stop; exit}}}}",
    )
    assert complaints(output) == []
    blocks, _ = cassette.parse_wav(recording.read_bytes())
    assert cassette.files(blocks) == cassette.files(cassette.parse_cas((media / "battle.cas").read_bytes()))


def test_the_cartridge_is_known_as_basic(media: Path) -> None:
    output = openmsx(
        media,
        "set power on",
        "after time 10 {puts stderr [get_screen]; exit}",
        arguments=("-cart", str(media / "battle.rom")),
    )
    assert complaints(output) == []
    # C-BIOS has no BASIC; that it says so shows that header and TEXT were found.
    assert "Cannot execute a BASIC ROM" in output
