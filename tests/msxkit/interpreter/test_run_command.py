"""`msxkit run`: every option, why it stops, exit codes, and bad input."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from msxkit.cli import main
from msxkit.display.palette import TMS9918A, V9938_RESET, v9938_colours
from msxkit.machine.input_script import typed_codes

ROOT = Path(__file__).parents[3]
#: Of an MSX2, which `run` is by default.
COLOURS = v9938_colours(V9938_RESET)


@pytest.fixture
def listing(tmp_path: Path) -> Any:
    """Return a function that writes a listing and returns its path."""

    def write(text: str) -> str:
        path = tmp_path / "program.bas"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code = main(["run", *arguments, "--screen", "json"])
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert code == {"error": 1, "limit": 3}.get(data["stop"], 0)
    return data


def test_json_of_a_program_that_ends(listing: Any, capsys: pytest.CaptureFixture[str]) -> None:
    data = run_json(capsys, listing('10 SCREEN 1:WIDTH 30:PRINT "HI";CHR$(200)\n'))
    assert data == {
        "stop": "ok",
        "error": None,
        "screen_mode": 1,
        "width": 30,
        "columns": 32,
        "screen": [" HI\xc8", " Ok", " \xff"],
        "cursor": [0, 2],
    }


@pytest.mark.parametrize(
    ("program", "options", "stop"),
    [
        ("10 END\n", [], "ok"),
        ("10 STOP\n", [], "ok"),
        ("10 ERROR 5\n", [], "error"),
        ("10 A$=INPUT$(1)\n", [], "key"),
        ("10 INPUT A\n", [], "key"),
        ('10 IF INKEY$="" THEN 10\n', [], "key"),
        ("10 IF STRIG(0)=0 THEN 10\n", [], "key"),
        ("10 A$=INPUT$(1)\n", ["--type", "x"], "ok"),
        ("10 INPUT A\n", ["--type", r"5\r"], "ok"),
        ("10 GOTO 10\n", ["--max-steps", "100"], "limit"),
        ("10 GOTO 10\n", ["--max-seconds", "0.05", "--wait"], "limit"),
        ("10 ON ERROR GOTO 30\n20 ERROR 1\n30 RESUME\n", ["--max-seconds", "0.05", "--wait"], "limit"),
        ("10 ON ERROR GOTO 30\n20 ERROR 1\n30 RESUME\n", [], "repeat"),
        ("10 ON ERROR GOTO 20:ERROR 5\n20 A$=INPUT$(1)\n", [], "key"),
    ],
)
def test_why_it_stops(
    program: str, options: list[str], stop: str, listing: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    data = run_json(capsys, listing(program), *options)
    assert data["stop"] == stop
    assert (data["error"] is None) == (stop != "error")


def test_typed_codes(listing: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert typed_codes(r"a\r\x1c\e\\é") == b"a\r\x1c\x1b\\\x82"
    assert typed_codes("\\") == b"\\"
    for wrong in (r"\xZZ", r"\x", r"\x1", r"\x 1", r"a\x+1"):
        assert main(["run", listing("10 END\n"), "--type", wrong]) == 2
        assert "two hexadecimal digits" in capsys.readouterr().err


def test_a_program_that_is_too_long_is_refused(listing: Any, capsys: pytest.CaptureFixture[str]) -> None:
    line = "{} REM " + "x" * 200 + "\n"
    path = listing("".join(line.format(number) for number in range(10, 130)))
    assert main(["run", path]) == 2
    assert "too many for an msx2; shorten it, or use msx1" in capsys.readouterr().err
    assert main(["run", path, "--machine", "msx1"]) == 0
    path = listing("".join(line.format(number) for number in range(10, 160)))
    assert main(["run", path, "--machine", "msx1"]) == 2
    assert "too many for an msx1; shorten it\n" in capsys.readouterr().err


def test_written_files_survive_any_end(listing: Any, tmp_path: Path) -> None:
    for number, end in enumerate(("GOTO 20", "A$=INPUT$(1)", "STOP")):
        program = listing(f'10 OPEN "OUT{number}" FOR OUTPUT AS #1:PRINT #1,"SAVED"\n20 {end}\n')
        main(["run", program, "--files", str(tmp_path), "--max-steps", "100"])
        assert (tmp_path / f"OUT{number}").read_bytes() == b"SAVED\r\n\x1a"


def test_a_seed_gives_the_same_game_again(capsys: pytest.CaptureFixture[str]) -> None:
    program = str(ROOT / "basic" / "battle.bas")
    first = run_json(capsys, program, "--seed", "3")
    assert run_json(capsys, program, "--seed", "3") == first
    assert run_json(capsys, program, "--seed", "4") != first
    assert first["stop"] == "key"


def test_ansi(listing: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", listing("10 COLOR 1,15:PRINT 5\n"), "--screen", "ansi"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 24
    black, white = TMS9918A[1], TMS9918A[15]
    start = f"\x1b[38;2;{black[0]};{black[1]};{black[2]}m\x1b[48;2;{white[0]};{white[1]};{white[2]}m"
    assert rows[0] == f"{start} 5{' ' * 38}\x1b[0m"


def test_png(listing: Any, tmp_path: Path) -> None:
    path = tmp_path / "screen.png"
    assert main(["run", listing('10 COLOR 15,4,7:PRINT "X"\n'), "--screen", "png", "-o", str(path)]) == 0
    picture = Image.open(io.BytesIO(path.read_bytes())).convert("RGB")
    assert picture.size == (2 * (240 + 16), 2 * (192 + 16))
    # The border of SCREEN 0 is the paper's; the palette is an MSX2's.
    assert picture.getpixel((0, 0)) == COLOURS[4]
    colours = {colour for _, colour in picture.getcolors() or []}
    assert colours == {COLOURS[4], COLOURS[15]}


def test_screen_1_colours_in_pictures(listing: Any, tmp_path: Path) -> None:
    path = tmp_path / "screen.png"
    program = listing(
        "10 SCREEN 1:WIDTH 32:COLOR 15,1,4:VPOKE 8192+8,9*16+3\n"
        '20 FOR I=0 TO 7:VPOKE 66*8+I,255:NEXT:PRINT " B"\n'
    )
    assert main(["run", program, "--screen", "png", "-o", str(path)]) == 0
    picture = Image.open(io.BytesIO(path.read_bytes())).convert("RGB")
    # Codes 64-71 are the ninth group; B is a full block in its ink. Characters are 16 pixels wide here.
    assert picture.getpixel((16 + 16 + 8, 16 + 8)) == COLOURS[9]
    assert picture.getpixel((16 + 8, 16 + 8)) == COLOURS[1]
    assert picture.getpixel((0, 0)) == COLOURS[4]


def test_coverage(listing: Any, capsys: pytest.CaptureFixture[str]) -> None:
    program = listing(
        '10 FOR I=1 TO 3:PRINT I:NEXT\n20 IF I=4 THEN 40\n30 PRINT "NEVER":END\n40 REM\n50 DATA 1\n'
        "60 IF I=9 THEN PRINT 1 ELSE PRINT 2\n"
    )
    data = run_json(capsys, program, "--coverage")["coverage"]
    assert {row["line"]: row["statements"] for row in data["lines"]} == {
        10: [1, 3, 3],
        20: [1],
        30: [0, 0],
        40: [],
        50: [],
        60: [1, 0, 1],
    }
    assert (data["statements"], data["statements_run"], data["executed"]) == (9, 6, 10)
    assert main(["run", program, "--coverage", "--profile"]) == 0
    out = capsys.readouterr().out
    assert "        -                     30 PRINT" in out
    assert "1 of 3 not run     60 IF" in out
    assert "6 of 9 statements ran (66.7 %), 10 statements in all" in out
    hottest = out.partition("statements  milliseconds    share  line\n")[2].splitlines()[0].split()
    # FOR, three PRINTs of a number and three NEXTs.
    assert hottest[0] == "7"
    assert 20 < float(hottest[1]) < 40
    assert hottest[3:5] == ["%", "10"]


def test_text_of_a_graphic_mode_is_the_picture(listing: Any, capsys: pytest.CaptureFixture[str]) -> None:
    program = listing("10 COLOR 15,4,4:SCREEN 2:LINE(0,96)-(255,99),8,BF\n20 GOTO 20\n")
    run = ["run", program, "--max-emulated-seconds", "2"]
    assert main(run) == 0
    rows = capsys.readouterr().out.splitlines()
    # 256 dots are 64 characters, and four rows of dots are half of one.
    assert rows[0].strip("⠀") == "⠛" * 64
    assert rows[1].startswith("-- only repeats itself")
    assert main([*run, "--screen", "ansi"]) == 0
    assert "\x1b[38;2;255;36;36;48;2;255;36;36m▀" in capsys.readouterr().out
