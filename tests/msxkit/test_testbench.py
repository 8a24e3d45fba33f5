"""The words of tests for graphic programs: frame, pixel, sprites, psg, press, run_for, assert_frame."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from msxkit.backends.interpreter import InterpreterTarget
from msxkit.errors import MachineError, MsxError
from msxkit.interpreter import Session
from msxkit.machine.clock import SECOND
from msxkit.testbench.msx import Msx
from msxkit.testbench.pictures import from_png, to_png

GAME = """10 SCREEN 2,0:COLOR 15,4,1:CLS
20 SPRITE$(1)=STRING$(8,255):X=50
30 LINE(0,100)-(255,100),8
40 PUT SPRITE 3,(X,60),9,1
50 S=STICK(0):IF S=3 THEN X=X+2 ELSE IF S=7 THEN X=X-2
60 IF STRIG(0) THEN SOUND 8,15:PSET(X,20),10
70 GOTO 40
"""


@pytest.fixture
def msx(tmp_path: Path) -> Msx:
    machine = Msx(InterpreterTarget("msx2", counting=True, polling=True), tmp_path)
    machine.artifacts = tmp_path / "artifacts"
    return machine


def opened(path: Path) -> Image.Image:
    with Image.open(path) as picture:
        picture.load()
        return picture


def started(msx: Msx, program: str = GAME, seconds: float = 3.0) -> Msx:
    msx.load(program)
    msx.start()
    msx.run_for(seconds)
    return msx


def keep(msx: Msx, name: str) -> None:
    msx.update = True
    msx.assert_frame(name)
    msx.update = False


def test_a_picture_its_dots_and_its_sprites(msx: Msx) -> None:
    started(msx)
    assert (msx.frame.width, msx.frame.height, msx.frame.border) == (256, 192, (1, 1))
    assert (msx.pixel(7, 100), msx.pixel(7, 99)) == (8, 4)
    assert msx.pixel(50, 61) == 9
    assert list(msx.sprites) == [3]
    sprite = msx.sprites[3]
    assert (sprite.x, sprite.y, sprite.pattern, sprite.colour, sprite.lines) == (50, 60, 1, 9, 8)
    with pytest.raises(IndexError):
        msx.pixel(256, 0)


def test_sprites_of_mode_2_have_a_colour_for_each_line(msx: Msx) -> None:
    program = (
        "10 SCREEN 5,2:COLOR 15,0,0:CLS:SPRITE$(2)=STRING$(32,255)\n"
        "20 PUT SPRITE 1,(-8,-5),7,2:COLOR SPRITE$(1)=CHR$(131)+CHR$(133):PUT SPRITE 2,(100,217),7,2\n30 GOTO 30\n"
    )
    started(msx, program)
    assert list(msx.sprites) == [1]
    sprite = msx.sprites[1]
    assert (sprite.x, sprite.y, sprite.pattern, sprite.colour, sprite.colours[1]) == (-8, -5, 2, 3, 5)


def test_time_passes_for_a_program_that_waits(msx: Msx) -> None:
    msx.load('10 A$=INPUT$(1):PRINT A$;TIME\n20 A$=INKEY$:IF A$="" THEN 20\n30 PRINT A$:END\n')
    assert msx.run() == "key"
    assert msx.run_for(2.0) == "key"
    assert msx.press("B") == "limit"
    assert msx.screen[0].startswith("b")
    assert 95 <= int(msx.screen[0][1:]) - 600 <= 110
    assert msx.run_for(5.0) == "limit"
    assert msx.type("q") == "end"
    assert msx.run_for(5.0) == "end"


def test_nothing_runs_before_it_is_run(msx: Msx) -> None:
    msx.load(GAME)
    with pytest.raises(MsxError, match="is not running"):
        msx.run_for(1.0)
    with pytest.raises(MsxError, match="is not running"):
        msx.press("A")


def test_blame_with_files(msx: Msx) -> None:
    program = '10 SCREEN 2:OPEN "A" FOR INPUT AS #1:INPUT #1,C\n20 LINE(9,9)-(20,20),C,BF\n30 GOTO 30\n'

    def play(colour: bytes) -> None:
        msx.load(program)
        msx.target.files = {"A": colour}
        msx.start()
        msx.run_for(1.0)

    play(b"7")
    keep(msx, "box")
    play(b"8")
    with pytest.raises(AssertionError, match="drawn by line 20: LINE"):
        msx.assert_frame("box")


def test_the_statement_is_found_with_keys_and_draws(msx: Msx) -> None:
    program = (
        "10 SCREEN 2:A=RND(-TIME)\n20 FOR I=1 TO 5:PSET(RND(1)*255,RND(1)*191):NEXT\n"
        '30 A$=INKEY$:IF A$<>"{key}" THEN 30\n40 IF STRIG(0)=0 THEN 40\n50 LINE(9,9)-(20,20),8,BF\n60 GOTO 60\n'
    )

    def play(key: str) -> None:
        msx.load(program.format(key=key))
        assert msx.run(times=[4711]) == "key"
        msx.type("x")
        msx.press("SPACE", seconds=0.5)
        msx.run_for(1.0)

    play("y")
    keep(msx, "dots")
    play("x")
    with pytest.raises(AssertionError, match=r"drawn by line 50: LINE\(9,9\)-\(20,20\),8,BF"):
        msx.assert_frame("dots")


def test_not_drawn(msx: Msx) -> None:
    started(msx)
    keep(msx, "start")
    started(msx, GAME.replace("30 LINE(0,100)-(255,100),8", "30 REM"))
    with pytest.raises(AssertionError, match=r"nothing was drawn there since line 10: (SCREEN|CLS)"):
        msx.assert_frame("start")


def test_a_palette_and_a_mode_differ_too(msx: Msx) -> None:
    started(msx)
    keep(msx, "start")
    started(msx, GAME.replace("20 SPR", "20 COLOR=(4,1,2,3):SPR"))
    with pytest.raises(AssertionError, match="the palette is different") as caught:
        msx.assert_frame("start")
    assert "palette byte" in str(caught.value)
    started(msx, "10 SCREEN 6\n20 GOTO 20\n")
    with pytest.raises(AssertionError, match="it has 512 x 212 dots, expected 256 x 192"):
        msx.assert_frame("start")


@pytest.mark.parametrize("mode", range(9))
def test_a_picture_file_holds_all_of_it(mode: int) -> None:
    session = Session(f"10 SCREEN {mode}:COLOR 12,3,{mode}:CLS:PRINT 1\n20 VPOKE 77,99\n30 GOTO 30\n")
    session.run(until=2 * SECOND)
    again = from_png(to_png(session.video.chip), Path("x"))
    assert (again.vram, again.registers, again.palette) == (
        session.video.chip.vram,
        session.video.chip.registers,
        session.video.chip.palette,
    )


@pytest.mark.parametrize("data", [b"", b"x" * 100, b"\x89PNG\r\n\x1a\n", b"GIF89a"])
def test_foreign_file_as_picture(msx: Msx, tmp_path: Path, data: bytes) -> None:
    started(msx)
    (tmp_path / "frames").mkdir()
    (tmp_path / "frames" / "start.png").write_bytes(data)
    with pytest.raises(MachineError, match="is not a picture of assert_frame"):
        msx.assert_frame("start")
    Image.new("P", (4, 4)).save(tmp_path / "frames" / "start.png")
    with pytest.raises(MachineError, match="is not a picture of assert_frame"):
        msx.assert_frame("start")
