"""`msxkit run --on cartridge` shows what the machine, and the interpreter, show."""

from __future__ import annotations

import json
import wave
from pathlib import Path

import pytest
from PIL import Image

from msxkit.cli import main
from msxkit.recording import load
from tests.programs import needs

from .test_graphics import FILES, MSX2_FILES, PLUS_FILES, programs, recorded

GAME = str(Path(__file__).parents[3] / "basic" / "battle.bas")
pytestmark = needs("openmsx")


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    main(["run", *arguments, "--screen", "json"])
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_a_game_is_that_of_the_interpreter(capsys: pytest.CaptureFixture[str]) -> None:
    options = [GAME, "--seed", "3", "--type", "   ", "--machine", "msx1"]
    assert shown(capsys, *options, "--on", "cartridge") == shown(capsys, *options)


@pytest.mark.slow
def test_braille_of_graphics(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.bas"
    path.write_text("10 SCREEN 2:CIRCLE(128,96),60:LINE(0,0)-(255,191)\n20 GOTO 20\n")
    main(["run", str(path)])
    picture = capsys.readouterr().out.partition("\n--")[0]
    assert any("\u2801" <= character <= "\u28ff" for character in picture)
    assert main(["run", str(path), "--on", "cartridge", "--max-emulated-seconds", "5"]) == 3
    assert capsys.readouterr().out.partition("\n--")[0] == picture
    found = shown(capsys, str(path), "--on", "cartridge", "--max-emulated-seconds", "5")
    assert (found["screen_mode"], found["screen"]) == (2, [])


@pytest.mark.slow
def test_status_of_the_last_interrupt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.bas"
    path.write_text("10 SCREEN 1:T=TIME\n20 IF TIME<T+3 THEN 20\n30 PRINT VDP(8);VDP(8);PEEK(&HF3E7)\n")
    assert shown(capsys, str(path), "--on", "cartridge") == shown(capsys, str(path))


def test_record_and_replay_on_a_cartridge(tmp_path: Path) -> None:
    program = tmp_path / "keys.bas"
    program.write_text("10 SCREEN 1\n20 X=RND(-TIME)\n30 A$=INPUT$(1):PRINT A$;X:GOTO 20\n")
    recording = tmp_path / "keys.json"
    on = ("--on", "cartridge")
    assert main(["record", str(program), *on, "--type", "ab", "-o", str(recording)]) == 0
    made = load(recording)
    assert bytes(made.keys) == b"ab"
    assert len(made.times) == 3
    assert made.recorded_on["machine"] == "C-BIOS_MSX1"
    assert main(["replay", str(recording), *on]) == 0
    program.write_text(program.read_text().replace("PRINT A$", 'PRINT "?"'))
    assert main(["replay", str(recording), *on, "--program", str(program)]) == 1


@pytest.mark.parametrize(
    ("model", "files", "names"),
    [
        ("msx1", FILES, ("clash-line-rev", "circle-3", "g1-mix-2-288")),
        ("msx2", MSX2_FILES, ("m2-copy-array", "m2-text-5-op", "g2-text-6-133", "m2-palette", "m2-width80")),
        ("msx2plus", PLUS_FILES, ("gplus-000", "gplus-062")),
    ],
)
@pytest.mark.one_in(2)
def test_its_states_are_those_of_the_machine(
    tmp_path: Path, model: str, files: tuple[str, ...], names: tuple[str, ...]
) -> None:
    for name in names:
        entry = next(entry for file in files for entry in programs(file) if entry["name"] == name)
        (tmp_path / "a.bas").write_text(entry["program"], "latin-1")
        out = tmp_path / "states.json"
        options = ["--on", "cartridge", "--machine", model, "--type", " " * 5, "--states", str(out)]
        assert main(["run", str(tmp_path / "a.bas"), *options]) == 0
        assert list(map(recorded, json.loads(out.read_text()))) == list(map(recorded, entry["steps"]))


def test_a_loop_of_inkey_is_a_wait_in_its_states(tmp_path: Path) -> None:
    path, out = tmp_path / "a.bas", tmp_path / "states.json"
    path.write_text('10 A$=INKEY$:IF A$="" THEN 10\n20 PRINT A$:GOTO 10\n')
    seen = []
    for place in ("interpreter", "cartridge"):
        options = ["--on", place, "--machine", "msx1", "--type", "xy", "--states", str(out), "--force"]
        assert main(["run", str(path), *options]) == 0
        seen.append([(state["at"], state["line"], state["cursor"]) for state in json.loads(out.read_text())])
    assert seen[0] == seen[1]
    assert [at for at, *_ in seen[0]] == ["key"] * 3


def test_variables_printer_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.bas"
    path.write_text(
        '10 DIM A%(1,1):A%(1,0)=7:B$="X":C=1.5:LPRINT "HELLO";C:PLAY"L64C"\n20 IF PLAY(0) THEN 20\n'
    )
    made = []
    for place in ("interpreter", "cartridge"):
        paper, sound = tmp_path / f"{place}.prn", tmp_path / f"{place}.wav"
        options = [str(path), "--on", place, "--printer", str(paper)]
        found = shown(capsys, *options, "--variables")
        assert main(["run", *options, "-o", str(sound), "--force"]) == 0
        with wave.open(str(sound)) as heard:
            assert heard.getnframes()
        array = found["variables"]
        assert isinstance(array, dict)
        assert array["A%()"]["1,0"] == 7
        made.append((paper.read_bytes(), array["B$"], array["C#"], array["A%()"]["1,0"]))
        capsys.readouterr()
    assert made[0] == made[1]


@pytest.mark.slow
def test_a_script_presses_keys_as_in_the_interpreter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, script = tmp_path / "a.bas", tmp_path / "script.txt"
    path.write_text(
        '10 A$=INPUT$(1):PRINT "GOT ";A$\n20 S=STICK(0):IF S<>L THEN L=S:PRINT S;\n'
        '30 IF STRIG(0) THEN PRINT "FIRE" ELSE 20\n40 A$=INPUT$(3):PRINT A$\n'
    )
    # No two things change at once: which of them a program sees first depends on where in its loop it is.
    script.write_text(
        '1.5 type "x"\n3 keys RIGHT\n4 keys NONE\n5 keys UP+RIGHT\n5.5 keys NONE\n6 keys SPACE\n6.5 keys NONE\n'
        '8 type "zz"\n'
    )
    options = [str(path), "--input", str(script)]
    assert shown(capsys, *options, "--on", "cartridge") == shown(capsys, *options)


@pytest.mark.slow
def test_a_script_moves_joysticks_as_in_the_interpreter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, script = tmp_path / "a.bas", tmp_path / "script.txt"
    path.write_text(
        '10 PLAY "L4CDEFG":ON STRIG GOSUB ,100,200,300,400:FOR I=1 TO 4:STRIG(I) ON:NEXT\n'
        "20 FOR J=0 TO 2:S=STICK(J):IF S<>L(J) THEN L(J)=S:PRINT J;S;\n"
        "30 NEXT:IF N<6 THEN 20 ELSE END\n"
        '100 PRINT"A1";:GOTO 500\n200 PRINT"A2";:GOTO 500\n300 PRINT"B1";:GOTO 500\n400 PRINT"B2";\n'
        "500 N=N+1:T=STRIG(1)+2*STRIG(2)+4*STRIG(3)+8*STRIG(4):PRINT T;:RETURN\n"
    )
    # One thing at a time, as above.
    pressed = "1 RIGHT;1 RIGHT+A;1 A;1 none;2 UP;2 UP+B;1 B;1 none;1 DOWN;1 DOWN+LEFT;1 none;2 UP;2 UP+LEFT"
    events = enumerate(f"{pressed};2 UP+LEFT+A;2 none;1 A;1 A+B".split(";"))
    script.write_text("".join(f"{1 + at / 2} joystick{each}\n" for at, each in events))
    options = [str(path), "--input", str(script)]
    compiled = shown(capsys, *options, "--on", "cartridge")
    assert compiled == shown(capsys, *options)
    assert "B2" in str(compiled["screen"])


@pytest.mark.slow
@pytest.mark.parametrize("machine", ["msx1", "msx2"])
def test_pictures_and_films_are_those_of_the_interpreter(machine: str, tmp_path: Path) -> None:
    """The colours of the chip, the cursor of a wait, and one size for all pictures of a film."""
    path, shown = tmp_path / "a.bas", {}
    path.write_text(
        "10 SCREEN 2:CIRCLE(99,99),30\n20 T=TIME\n30 IF TIME<T+60 THEN 30\n40 SCREEN 0:A$=INPUT$(1)\n"
    )
    for place in ("interpreter", "cartridge"):
        for ending in ("png", "gif"):
            out = tmp_path / f"{place}.{ending}"
            assert main(["run", str(path), "--on", place, "--machine", machine, "-o", str(out)]) == 0
            with Image.open(out) as picture:
                picture.seek(getattr(picture, "n_frames", 1) - 1)
                shown[place, ending] = picture.convert("RGB")
                assert ending == "png" or picture.tell()
    for ending in ("png", "gif"):
        assert shown["cartridge", ending].tobytes() == shown["interpreter", ending].tobytes()


@pytest.mark.slow
def test_length_of_films_and_sounds(tmp_path: Path) -> None:
    path = tmp_path / "a.bas"
    path.write_text("10 SCREEN 2\n20 FOR I=0 TO 255:LINE(I,0)-(I,191),15:BEEP:NEXT:GOTO 20\n")
    part = ["--from", "1", "--to", "3"]
    for ending in ("gif", "wav", "png", "jpg", "webp"):
        out = tmp_path / f"x.{ending}"
        seconds = part if ending in ("gif", "wav") else ["--max-emulated-seconds", "2"]
        code = main(["run", str(path), "--on", "cartridge", "-o", str(out), *seconds])
        assert code == (0 if seconds is part else 3)
        if ending == "wav":
            with wave.open(str(out)) as heard:
                assert heard.getnframes() / heard.getframerate() == pytest.approx(2, abs=0.1)
            continue
        with Image.open(out) as picture:
            assert picture.format == {"jpg": "JPEG"}.get(ending, ending.upper())
            if ending == "gif":
                assert 18 <= getattr(picture, "n_frames", 1) <= 22
            else:
                colours = picture.convert("RGB").getcolors(1 << 20) or []
                assert any(min(colour) > 200 for _, colour in colours if isinstance(colour, tuple))
