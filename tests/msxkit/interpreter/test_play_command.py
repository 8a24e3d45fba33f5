"""`msxkit play` in a terminal: what it shows, what it does with keys, how it ends."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from msxkit.cli import main
from tests.terminal import Terminal, command

Listing = Callable[[str], str]
#: The terminal of the tests answers nothing; these are answers.
KITTY_KEYS, VT340 = "\x1b[?0u\x1b[?62c", "\x1b[?63;4c"
DRAWING = "10 SCREEN 2:COLOR 15,4,1:CLS:LINE(0,0)-(255,191),8,BF\n20 GOTO 20\n"


@pytest.fixture
def listing(tmp_path: Path) -> Listing:
    def write(text: str) -> str:
        path = tmp_path / "game.bas"
        path.write_text(text)
        return str(path)

    return write


def played(*arguments: str, columns: int = 80, rows: int = 24, **environment: str | None) -> Terminal:
    return Terminal(
        command("msxkit", "play", *arguments), columns, rows, {"COLORTERM": "truecolor", **environment}
    )


@pytest.mark.slow
def test_a_drawing_is_shown_and_ctrl_c_leaves(listing: Listing) -> None:
    with played(listing(DRAWING)) as terminal:
        # Colour 8 of an MSX2, as paper.
        terminal.wait_for("\x1b[48;2;255;36;36m")
        terminal.type("\x03")
        assert terminal.ends() == 0
        assert terminal.settings_are_restored()
        assert terminal.output.rstrip().endswith(b"\x1b[?1049l")


@pytest.mark.slow
def test_sprites_of_text_screen(listing: Listing) -> None:
    program = (
        "10 SCREEN 1:SPRITE$(0)=STRING$(8,255)\n20 FOR X=0 TO 7:FOR Y=0 TO 3:PUT SPRITE X*4+Y,(X*8,Y*8),8,0:NEXT:NEXT\n"
        '30 A$=INKEY$:IF A$="" THEN 30\n40 INPUT "NAME";N$\n'
    )
    with played(listing(program), "--speed", "0") as terminal:
        # Colour 8 of an MSX2, as paper.
        terminal.wait_for("\x1b[48;2;255;36;36m")
        terminal.type("x")
        terminal.until("NAME?")
        terminal.type("\x03")
        assert terminal.ends() == 0


@pytest.mark.slow
def test_256_colours_where_the_terminal_has_no_more(listing: Listing) -> None:
    with played(listing(DRAWING), COLORTERM=None) as terminal:
        terminal.wait_for("\x1b[48;5;196m")
        terminal.type("\x03")
        assert terminal.ends() == 0
        assert b"48;2;" not in terminal.output.split(b"\x1b[?25l")[1]


@pytest.mark.slow
def test_no_colour_is_braille(listing: Listing) -> None:
    with played(listing("10 SCREEN 2:LINE(0,0)-(255,191)\n20 GOTO 20\n"), NO_COLOR="1") as terminal:
        terminal.until("⠑")
        terminal.type("\x03")
        assert terminal.ends() == 0
        assert b"38;" not in terminal.output


@pytest.mark.slow
def test_a_terminal_that_has_sixel_gets_it(listing: Listing) -> None:
    with played(listing(DRAWING)) as terminal:
        terminal.wait_for("\x1b[c")
        terminal.type("\x1b[6;20;10t" + VT340)
        terminal.wait_for("\x1bP0;1q")
        terminal.type("\x03")
        assert terminal.ends() == 0


@pytest.mark.slow
def test_the_way_can_be_chosen(listing: Listing) -> None:
    with played(listing(DRAWING), "--graphics", "kitty") as terminal:
        terminal.wait_for("\x1b_Ga=T,f=24")
        terminal.type("\x03")
        assert terminal.ends() == 0


@pytest.mark.slow
def test_an_end_waits_for_a_key(listing: Listing) -> None:
    with played(listing('10 SCREEN 1:PRINT "HELLO"\n')) as terminal:
        terminal.until("HELLO")
        terminal.until("The program has ended")
        terminal.type("x")
        assert terminal.ends() == 0


@pytest.mark.slow
def test_an_error_is_told_and_is_the_exit_code(listing: Listing) -> None:
    with played(listing("10 SCREEN 2\n20 ERROR 5\n")) as terminal:
        terminal.until("Illegal function call in 20")
        terminal.type(" ")
        assert terminal.ends() == 1
        assert b"game.bas: Illegal function call in 20" in terminal.output.split(b"\x1b[?1049l")[1]


STICK = (
    "10 SCREEN 1:KEYOFF\n20 S=STICK({0}):IF S THEN PRINT S;\n30 IF STRIG({0}) THEN PRINT -1;\n40 GOTO 20\n"
)


@pytest.mark.slow
@pytest.mark.parametrize(("option", "number"), [("keys", 0), ("1", 1)])
def test_cursor_keys_and_space_are_a_joystick(listing: Listing, option: str, number: int) -> None:
    with played(listing(STICK.format(number)), "--stick", option) as terminal:
        terminal.wait_for("\x1b[?25h")
        terminal.type("\x1b[C")
        terminal.until("3")
        time.sleep(0.5)
        before = "".join(terminal.display)
        time.sleep(0.3)
        # The key has gone up.
        assert "".join(terminal.display) == before
        terminal.type(" ")
        terminal.until("-1")
        terminal.type("\x03")
        assert terminal.ends() == 0


@pytest.mark.slow
def test_a_terminal_that_tells_when_keys_go_up(listing: Listing) -> None:
    with played(listing(STICK.format(0))) as terminal:
        terminal.wait_for("\x1b[c")
        terminal.type(KITTY_KEYS)
        terminal.wait_for("\x1b[>27u")
        terminal.type("\x1b[1;1:1A")
        terminal.until("1  1  1  1  1  1  1  1  1  1")
        terminal.type("\x1b[1;1:3A")
        time.sleep(0.3)
        before = "".join(terminal.display)
        time.sleep(0.3)
        assert "".join(terminal.display) == before
        terminal.type("\x1b[99;5u")
        assert terminal.ends() == 0
        assert b"\x1b[<u" in terminal.output


@pytest.mark.slow
def test_keys_reach_inkey_and_on_key(listing: Listing) -> None:
    program = (
        '10 SCREEN 1:ON KEY GOSUB 100:KEY(1) ON\n20 A$=INKEY$:IF A$<>"" THEN PRINT "GOT ";A$\n30 GOTO 20\n'
        '100 PRINT "TRAP":RETURN\n'
    )
    with played(listing(program)) as terminal:
        terminal.wait_for("\x1b[?25h")
        terminal.type("z")
        terminal.until("GOT z")
        terminal.type("\x1bOP")
        terminal.until("TRAP")
        terminal.type("\x1bOR")  # F3, which is not trapped, types its text
        terminal.until("GOT g")
        terminal.type("\x03")
        assert terminal.ends() == 0
        assert not any("GOT c" in row for row in terminal.display)


@pytest.mark.slow
def test_the_pace_is_the_machines(listing: Listing) -> None:
    program = listing('10 SCREEN 1:TIME=0\n20 IF TIME<150 THEN 20\n30 PRINT "NOW":GOTO 30\n')
    for speed, low, high in (("1", 2.5, 8.0), ("20", 0.0, 2.4)):
        with played(program, "--speed", speed) as terminal:
            terminal.wait_for("\x1b[?25h")
            began = time.monotonic()
            terminal.until("NOW")
            assert low <= time.monotonic() - began <= high
            terminal.type("\x03")
            assert terminal.ends() == 0


@pytest.mark.slow
def test_ctrl_s_pauses(listing: Listing) -> None:
    with played(listing("10 SCREEN 1\n20 PRINT TIME:GOTO 20\n")) as terminal:
        terminal.until("6")
        terminal.type("\x13")
        terminal.until("Paused")
        before = terminal.display
        time.sleep(0.3)
        assert terminal.display == before
        terminal.type("\x13\x03")
        assert terminal.ends() == 0


@pytest.mark.slow
def test_the_window_may_change_and_be_tiny(listing: Listing) -> None:
    with played(listing(DRAWING)) as terminal:
        terminal.wait_for("\x1b[48;2;255;36;36m")
        for columns, rows in ((200, 60), (3, 2), (1, 1), (60, 20)):
            terminal.resize(columns, rows)
            terminal.wait_for("\x1b[0m\x1b[2J")
        terminal.type("\x03")
        assert terminal.ends() == 0
    with played(
        listing('10 SCREEN 0:WIDTH 40:PRINT "HELLO":GOTO 20\n20 GOTO 20\n'), columns=30, rows=10
    ) as terminal:
        terminal.until("too small")
        terminal.type("\x03")
        assert terminal.ends() == 0


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGTERM,
        *(pytest.param(number, marks=pytest.mark.slow) for number in (signal.SIGHUP, signal.SIGINT)),
    ],
)
@pytest.mark.slow
def test_a_signal_leaves_the_terminal_as_it_was(listing: Listing, number: signal.Signals) -> None:
    with played(listing(DRAWING)) as terminal:
        terminal.wait_for("\x1b[48;2;255;36;36m")
        terminal.process.send_signal(number)
        assert terminal.ends() == (0 if number == signal.SIGINT else 128 + number)
        assert terminal.settings_are_restored()
        assert b"\x1b[?25h" in terminal.output[terminal.output.rfind(b"\x1b[?25l") :]


@pytest.mark.parametrize("term", ["dumb", pytest.param(None, marks=pytest.mark.slow)])
def test_a_terminal_that_cannot_paint(listing: Listing, term: str | None) -> None:
    with played(listing(DRAWING), TERM=term) as terminal:
        assert terminal.ends() == 2
        assert b"msxkit run" in terminal.output


def test_without_a_terminal(listing: Listing, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", listing(DRAWING)]) == 2
    assert "needs a terminal" in capsys.readouterr().err
    assert main(["play", "nowhere.bas"]) == 2
    assert "nowhere.bas" in capsys.readouterr().err


@pytest.mark.slow
def test_basic_shows_graphics_too(listing: Listing) -> None:
    with Terminal(
        command("msxkit", "basic", listing(DRAWING), "--run"), environment={"COLORTERM": "truecolor"}
    ) as terminal:
        terminal.wait_for("\x1b[48;2;255;36;36m")
        terminal.type("\x03")
        terminal.until("Break in")
        terminal.type("\x04")
        assert terminal.ends() == 0
