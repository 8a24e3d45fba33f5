"""Programs in the ways of magazines through all commands, as their readers would use them.

`magazine.json` has them, written for the tests: pictures that hold themselves, checksums in DATA, machine code in DATA,
music, sprites, disks in two parts, misprints, and listings typed on other computers.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from msxkit.cli import main
from tests.programs import needs

pytestmark = pytest.mark.slow
#: Seconds that no run here may take, and seconds of the machine for a game that never ends.
_PATIENCE, _GAME = "20", "30"


@dataclass(frozen=True)
class Typed:
    """A program as a reader would have it.

    Attributes:
        text: The listing, which `magazine.json` has by lines.
        stop: How `msxkit run` says it ends.
        shows: Text on the screen at the end; nothing for a picture.
        keys: What the reader types.
        encoding: How the listing is stored.
        misprint: Words of what `check` finds; nothing: it finds no error.
        compiles: Whether a cartridge of it can be made.
        medium: What it is on: nothing, or a file name's ending.
        others: More programs or files on the same disk.
        machine: The machine it is for.
    """

    text: str
    stop: str = "ok"
    shows: str = ""
    keys: str = ""
    encoding: str = "utf-8"
    misprint: str = ""
    compiles: bool = True
    medium: str = ""
    others: dict[str, str] = field(default_factory=dict)
    machine: str = "msx2"


def _typed(lines: list[str], name: str, **known: Any) -> tuple[str, Typed]:
    return name, Typed("".join(f"{line}\n" for line in lines), **known)


MAGAZINE = dict(_typed(**each) for each in json.loads(Path(__file__).with_name("magazine.json").read_bytes()))


@dataclass
class Reader:
    """Somebody with a program in a folder, and what the last command said."""

    program: Typed
    path: Path
    folder: Path
    capture: pytest.CaptureFixture[str]
    out: str = ""
    err: str = ""

    def __call__(self, *words: object) -> int:
        code = main([str(word) for word in words])
        self.out, self.err = self.capture.readouterr()
        assert "Traceback" not in self.err
        return code

    def run(self, path: Path, *more: str) -> int:
        limits = ["--max-seconds", _PATIENCE, *more]
        if self.program.stop == "limit":
            limits += ["--max-emulated-seconds", _GAME]
        keys = ["--type", self.program.keys] if self.program.keys else []
        return self("run", path, "--machine", self.program.machine, *keys, *limits)

    def screen(self, path: Path) -> dict[str, Any]:
        """Run a program and return what it shows."""
        self.run(path, "--screen", "json")
        found: dict[str, Any] = json.loads(self.out)
        return found


@pytest.fixture
def reader(request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Reader:
    """The reader of a program, which is stored as its magazine had it."""
    name: str = request.param
    program = MAGAZINE[name]
    listing = tmp_path / f"{name}.bas"
    listing.write_bytes(program.text.encode(program.encoding))
    found = Reader(program, listing, tmp_path, capsys)
    stored = tmp_path / f"stored{program.medium}"
    for other, text in program.others.items():
        (tmp_path / other).write_text(text, newline="")
    made = {
        ".dsk": [
            "disk",
            "new",
            stored,
            "--tokenise",
            "--boot",
            listing,
            *map(tmp_path.joinpath, program.others),
        ],
        ".cas": ["tape", "new", "-o", stored, listing],
        ".wav": ["tape", "new", "-o", stored, listing],
        ".rom": ["cartridge", "-o", stored, listing],
        ".bas": ["tokenise", listing, "-o", stored],
    }
    if program.medium:
        assert found(*made[program.medium]) == 0
        found.path = stored
    return found


@pytest.mark.parametrize("reader", MAGAZINE, indirect=True)
def test_it_runs_to_its_end_and_never_to_a_limit(reader: Reader) -> None:
    shown = reader.screen(reader.path)
    rows = "\n".join(shown["screen"])
    stop = {"break": "ok"}.get(reader.program.stop, reader.program.stop)
    assert shown["stop"] == stop, (shown, reader.err)
    assert reader.program.shows in rows
    for ending in ("png", "txt", "wav"):
        out = reader.folder / f"out.{ending}"
        code = reader.run(reader.path, "-o", str(out))
        assert code == {"error": 1, "limit": 3}.get(stop, 0), reader.err
        assert out.stat().st_size > 10
        assert stop != "limit" or "limit" in reader.err + out.read_bytes().decode("latin-1")
    with Image.open(reader.folder / "out.png") as picture:
        assert picture.size[0] >= 256
    assert (reader.folder / "out.wav").stat().st_size < 3_000_000


@pytest.mark.parametrize("reader", MAGAZINE, indirect=True)
def test_same_program(reader: Reader) -> None:
    before = reader.screen(reader.path)
    assert reader("list", reader.path) == 0
    listed = reader.out
    made, numbered = reader.folder / "made.bas", reader.folder / "numbered.bas"
    assert reader("tokenise", reader.path, "-o", made) == 0
    assert reader("list", made) == 0
    assert reader.out == listed
    assert reader.screen(made)["screen"] == before["screen"] or reader.program.others
    if not reader.program.misprint:
        assert reader("renumber", reader.path, "--start", "1000", "--step", "7", "-o", numbered) == 0
        after = reader.screen(numbered)
        if not (reader.program.others or before["error"] or reader.program.stop == "break"):
            assert (after["screen"], after["stop"]) == (before["screen"], before["stop"])


@pytest.mark.parametrize("reader", MAGAZINE, indirect=True)
def test_its_misprints_are_found(reader: Reader) -> None:
    code = reader("check", reader.path)
    assert (code == 1) == bool(reader.program.misprint), reader.out
    assert reader.program.misprint in reader.out
    assert reader("check", "--json", reader.path) == code
    assert isinstance(json.loads(reader.out), (list, dict))
    assert reader("xref", "--json", reader.path) == 0
    json.loads(reader.out)


@pytest.mark.parametrize("reader", MAGAZINE, indirect=True)
def test_it_is_compiled_put_on_media_typed_and_recorded(reader: Reader) -> None:
    rom = reader.folder / "native.rom"
    code = reader("compile", reader.path, "-o", rom)
    # 1: it is written, and `check` has found an error.
    assert (code != 2) == rom.exists()
    assert code in (0, 2) or ": error: " in reader.err
    assert code != 2 or (".bas" in reader.err and "line" in reader.err) or not reader.program.compiles
    media = reader.folder / "media"
    assert reader("media", reader.path, "-o", media) in (0, 1)
    assert (media / "SHA1SUMS").exists()
    assert reader("basic", reader.path, "--type", "LIST\\r", "--screen", "text") == 0
    assert "Ok" in reader.out
    recording = reader.folder / "recording.json"
    keys = ["--type", reader.program.keys] if reader.program.keys else []
    if reader.program.stop == "limit":
        return
    machine = ["--on", "interpreter", "--machine", reader.program.machine]
    code = reader("record", reader.path, *machine, *keys, "-o", recording)
    fails = reader.program.stop == "error"
    assert (code, recording.exists()) == ((1, False) if fails else (0, True)), reader.err
    assert code == 0 or reader.program.shows in reader.err


@needs("openmsx")
@pytest.mark.parametrize(
    "reader", [name for name, each in MAGAZINE.items() if each.stop not in ("error", "limit")], indirect=True
)
def test_the_cartridge_shows_what_the_interpreter_shows(reader: Reader) -> None:
    one, other = reader.folder / "one.png", reader.folder / "other.png"
    assert reader.run(reader.path, "-o", str(one)) == 0
    assert reader.run(reader.path, "-o", str(other), "--on", "cartridge", "--max-emulated-seconds", "40") in (
        0,
        3,
    )
    ours, theirs = Image.open(one).convert("RGB"), Image.open(other).convert("RGB")
    assert len(set(ours.tobytes())) > 1
    assert ours.tobytes() == theirs.tobytes()
