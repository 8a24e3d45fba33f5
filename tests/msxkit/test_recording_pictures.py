"""Recordings of format 2: pictures in any mode, read and written, replayed, and what differs."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path

import pytest
from PIL import Image

from msxkit.cli import main
from msxkit.errors import RecordingError
from msxkit.interpreter import Session
from msxkit.machine.clock import SECOND
from msxkit.machine.video.shot import Shot, changed
from msxkit.recording import dumps, load, parse, to_json
from tests.conftest import RECORDINGS, ROOT

GAME = (
    '10 SCREEN 1:KEYOFF:PRINT "READY":A$=INPUT$(1)\n20 SCREEN 2:X=RND(-TIME):FOR I=1 TO 9\n'
    "30 LINE(RND(1)*255,RND(1)*191)-(RND(1)*255,RND(1)*191),I+1:NEXT\n40 A$=INPUT$(1):CIRCLE(60,60),30,8\n"
    "50 A$=INPUT$(1):SCREEN 0:PRINT A$:A$=INPUT$(1)\n"
)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("game.bas").write_text(GAME)
    return tmp_path


def recorded(*options: str) -> Path:
    made = Path("made.json")
    arguments = ["--on", "interpreter", "--type", "abcd", "-o", str(made), "--force", *options]
    assert main(["record", "game.bas", *arguments]) == 0
    return made


@pytest.mark.parametrize("machine", ["msx1", "msx2"])
def test_a_game_with_pictures_is_recorded_and_replayed(
    game: Path, machine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    made = recorded("--machine", machine)
    recording = load(made)
    assert [(step.at, step.shot.mode if step.shot else 1) for step in recording.steps] == [
        ("key", 1),
        ("draw", 2),
        ("key", 2),
        ("key", 2),
        ("key", 0),
        ("end", 0),
    ]
    assert recording.keys == tuple(b"abcd")
    assert dumps(parse(json.loads(dumps(recording)))) == dumps(recording)
    assert main(["replay", str(made), "--on", "interpreter", "--machine", machine]) == 0
    assert "1 of 1 recordings equal" in capsys.readouterr().out
    other = {"msx1": "msx2", "msx2": "msx1"}[machine]
    assert main(["replay", str(made), "--on", "interpreter", "--machine", other]) == 1
    assert "chip: recorded" in capsys.readouterr().out


def test_a_step_is_the_memory_of_the_machine(game: Path) -> None:
    """A second way to it: a session that is given the same TIME and keys."""
    recording = load(recorded())
    session = Session(GAME, machine="msx1", clock=recording.times)
    keys = list(recording.keys)
    for step in recording.steps:
        assert session.step().at == step.at
        if step.at == "key":
            session.keys.press(keys.pop(0))
        if step.shot is not None and step.at != "end":
            assert step.shot.vram[:6144] == bytes(session.video.chip.vram[:6144])
            assert step.shot.registers == bytes(session.video.chip.registers)


def test_the_same_seed_makes_the_same_file(game: Path) -> None:
    first = recorded("--seed", "5").read_bytes()
    assert recorded("--seed", "5").read_bytes() == first
    assert recorded("--seed", "6").read_bytes() != first


def test_a_program_in_screen_1_is_format_1(game: Path) -> None:
    Path("game.bas").write_text("10 SCREEN 1:A$=INPUT$(1):PRINT A$\n")
    data = json.loads(recorded().read_text())
    assert (data["format"], "chip" in data) == (1, False)


def test_a_difference_is_shown_with_line_and_pictures(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = recorded()
    Path("other.bas").write_text(GAME.replace("CIRCLE(60,60),30,8", "CIRCLE(60,60),31,8"))
    assert main(["replay", str(made), "--on", "interpreter", "--program", "other.bas"]) == 1
    shown = capsys.readouterr().out
    assert "step 3" in shown or "step 4" in shown
    assert "bytes of video memory differ:" in shown
    assert "50 A$=INPUT$(1)" in shown
    paths = [
        Path("build/replay/made") / f"step-3-{name}.png" for name in ("recorded", "played", "difference")
    ]
    assert all(str(path) in shown for path in paths)
    pictures = []
    for path in paths:
        with Image.open(path) as opened:
            pictures.append(opened.convert("RGB"))
    before, after, marks = pictures
    for x in range(60, 130):
        at = (16 + 2 * x, 16 + 2 * 60)
        assert (marks.getpixel(at) == (255, 0, 255)) == (before.getpixel(at) != after.getpixel(at))


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("chip", "V9990", "field 'chip': 'V9990' is not known, only TMS9918A and V9938"),
        ("chip", "V9938", r"field 'steps\[1\]"),
        ("steps.1.mode", 9, r"field 'steps\[1\].mode': 9"),
        ("steps.1.registers", [1, 2], r"field 'steps\[1\].registers'"),
        ("steps.1.registers", None, r"field 'steps\[1\].registers'"),
        ("steps.1.vram", "!", r"field 'steps\[1\].vram'"),
        ("steps.1.vram", "eJwDAAAAAAE=", r"field 'steps\[1\].vram': the change is not one of 16384 bytes"),
        ("steps.1.cursor", [80, 0], r"field 'steps\[1\].cursor\[0\]'"),
        ("format", 1, r"field 'steps\[1\].changes': missing"),
    ],
)
def test_faults_are_named(game: Path, path: str, value: object, message: str) -> None:
    data = to_json(load(recorded()))
    place: object = data
    *way, last = path.split(".")
    for part in way:
        place = place[int(part)] if isinstance(place, list) else place[part]  # type: ignore[index]
    place[last] = value  # type: ignore[index]
    with pytest.raises(RecordingError, match=message):
        parse(data)


def test_a_change_bombs_no_memory() -> None:
    bomb = base64.b64encode(zlib.compress(bytes(50_000_000))).decode()
    with pytest.raises(ValueError, match="is not one of 16384 bytes"):
        changed(bytes(16384), bomb)


def test_a_change_is_whole_and_nothing_follows_it() -> None:
    packed = zlib.compress(bytes(16384 - 1) + b"\1")
    assert len(packed) % 3 == 0  # so that its base64 has no padding
    for cut in range(len(packed)):
        with pytest.raises(ValueError, match=r"cut|stream|base64|padding|change"):
            changed(bytes(16384), base64.b64encode(packed[:cut]).decode())
    whole = base64.b64encode(packed).decode()
    assert changed(bytes(16384), whole)[-1] == 1
    for more in ("=", "==", "====", "AAAA", "\n", whole):
        with pytest.raises(ValueError, match=r"cut|stream|base64|padding|change"):
            changed(bytes(16384), whole + more)
    with pytest.raises(ValueError, match=r"cut|stream|base64|padding|change"):
        changed(bytes(16384), base64.b64encode(packed + b"\0").decode())


@pytest.mark.parametrize("mode", range(9))
def test_shots_of_every_mode_come_back(mode: int) -> None:
    session = Session(f"10 SCREEN {mode}:CLS:VPOKE 99,7\n20 GOTO 20\n")
    session.run(until=SECOND)
    shot = session.video.shot
    change = shot.change_since(b"")
    assert change is not None
    assert changed(bytes(131072), change) == shot.vram
    assert shot.change_since(shot.vram) is None
    assert Shot.of(shot.to_chip(), mode) == shot
    if mode < 2:
        assert shot.screen((0, 0)).cells == session.screen.cells


def test_the_published_schema_takes_what_is_written(game: Path) -> None:
    """The description in docs/recordings.md, checked by a library that knows nothing of ours."""
    jsonschema = pytest.importorskip("jsonschema")
    page = (ROOT / "docs" / "recordings.md").read_text("utf-8")
    schema = json.loads(page.split("```json\n")[1].split("```")[0])
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    validator.validate(json.loads(recorded().read_text()))
    validator.validate(json.loads(RECORDINGS[0].read_text()))
    wrong = json.loads(recorded().read_text())
    del wrong["chip"]
    assert not validator.is_valid(wrong)
