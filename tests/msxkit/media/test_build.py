"""All media of the game at once."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from msxkit.cli import main
from msxkit.media import cassette
from msxkit.media.disk import Disk

ROOT = Path(__file__).parents[3]
BATTLE, SHOTDARK = ROOT / "basic/battle.bas", ROOT / "basic/shotdark.bas"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("media")
    assert main(["media", str(BATTLE), str(SHOTDARK), "-o", str(folder)]) == 0
    return folder


@pytest.mark.slow
def test_the_program_is_the_one_that_machines_stored(built: Path) -> None:
    recording = json.loads((ROOT / "tests/recordings/game-000.json").read_text("utf-8"))
    file = (built / "battle.bas").read_bytes()
    assert file[0] == 0xFF
    assert hashlib.sha1(file[1:]).hexdigest() == recording["program"]["tokens_sha1"]


def test_every_medium_holds_it(built: Path) -> None:
    file, listing = (built / "battle.bas").read_bytes(), (built / "battle.asc").read_bytes()
    assert listing.endswith(b"\r\n\x1a")
    disk = Disk.load((built / "battle.dsk").read_bytes())
    shotdark = json.loads((ROOT / "tests/recordings/shotdark-000.json").read_text("utf-8"))
    contents = {entry.path: disk.read(entry).data for entry in disk.entries()}
    assert hashlib.sha1(contents.pop("SHOTDARK.BAS")[1:]).hexdigest() == shotdark["program"]["tokens_sha1"]
    autoexec = b'10 RUN"BATTLE.BAS"\r\n\x1a'
    assert contents == {"BATTLE.BAS": file, "BATTLE.ASC": listing, "AUTOEXEC.BAS": autoexec}
    on_tape = cassette.parse_cas((built / "battle.cas").read_bytes())
    assert [item.data for item in cassette.files(on_tape)] == [file[1:]]
    assert cassette.parse_wav((built / "battle.wav").read_bytes())[0] == on_tape
    assert (built / "battle.rom").read_bytes()[:2] == b"AB"


def test_two_builds_are_identical(built: Path, tmp_path: Path) -> None:
    assert main(["media", str(BATTLE), str(SHOTDARK), "-o", str(tmp_path)]) == 0
    names = sorted(path.name for path in built.iterdir())
    kinds = ("-native.rom", ".asc", ".bas", ".cas", ".dsk", ".rom", ".wav")
    assert names == ["SHA1SUMS", *(f"battle{kind}" for kind in kinds)]
    for name in names:
        assert (tmp_path / name).read_bytes() == (built / name).read_bytes(), name
    for line in (built / "SHA1SUMS").read_text("ascii").splitlines():
        sha1, name = line.split("  ")
        assert hashlib.sha1((built / name).read_bytes()).hexdigest() == sha1


def test_source_date_epoch(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "500000000")
    assert main(["disk", "new", "-o", str(tmp_path / "a.dsk"), str(BATTLE)]) == 0
    (entry,) = Disk.load((tmp_path / "a.dsk").read_bytes()).entries()
    assert str(entry.raw.stamp) == "1985-11-05 00:53"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert main(["disk", "new", "-o", str(tmp_path / "a.dsk"), str(BATTLE)]) == 2
