"""`msxkit play` in a terminal: what it shows, what it does with keys, how it ends."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
        assert terminal.ends("\x03") == 0
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
        assert terminal.ends("\x03") == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "environment", "shown", "never"),
    [
        ((), {"COLORTERM": None}, "\x1b[48;5;196m", b"48;2;"),
        ((), {"NO_COLOR": "1"}, "⣿", b"38;"),
        (("--graphics", "kitty"), {}, "\x1b_Ga=T,f=24", b"48;5;"),
    ],
)
def test_ways_to_show(
    listing: Listing, options: tuple[str, ...], environment: Any, shown: str, never: bytes
) -> None:
    box = "10 SCREEN 2:COLOR 15,4,1:CLS:LINE(0,0)-(255,60),8,BF\n20 GOTO 20\n"
    with played(listing(box), *options, **environment) as terminal:
        terminal.wait_for(shown)
        assert terminal.ends("\x03") == 0
        assert never not in terminal.output.split(b"\x1b[?25l")[1]


@pytest.mark.slow
def test_a_terminal_that_has_sixel_gets_it(listing: Listing) -> None:
    with played(listing(DRAWING)) as terminal:
        terminal.wait_for("\x1b[c")
        terminal.type("\x1b[6;20;10t" + VT340)
        terminal.wait_for("\x1bP0;1q")
        assert terminal.ends("\x03") == 0


@pytest.mark.slow
def test_an_end_waits_for_a_key(listing: Listing) -> None:
    with played(listing('10 SCREEN 1:PRINT "HELLO"\n')) as terminal:
        terminal.until("HELLO")
        terminal.until("The program has ended")
        assert terminal.ends("x") == 0


@pytest.mark.slow
def test_an_error_is_told_and_is_the_exit_code(listing: Listing) -> None:
    with played(listing("10 SCREEN 2\n20 ERROR 5\n")) as terminal:
        terminal.until("Illegal function call in 20")
        assert terminal.ends(" ") == 1
        assert b"game.bas: Illegal function call in 20" in terminal.output.split(b"\x1b[?1049l")[1]


STICK = "10 SCREEN 1:KEYOFF\n20 S=STICK({0}):IF S THEN N=N+1:PRINT S;N;\n30 IF STRIG({0}) THEN PRINT -1;\n40 GOTO 20\n"


@pytest.mark.slow
@pytest.mark.parametrize(("option", "number"), [("keys", 0), ("1", 1)])
def test_cursor_keys_and_space_are_a_joystick(listing: Listing, option: str, number: int) -> None:
    with played(listing(STICK.format(number)), "--stick", option) as terminal:
        terminal.wait_for("\x1b[?25h")
        terminal.type("\x1b[C")
        terminal.until("3  1")
        terminal.settled()  # the key has gone up
        terminal.type(" ")
        terminal.until("-1")
        assert terminal.ends("\x03") == 0


@pytest.mark.slow
def test_a_terminal_that_tells_when_keys_go_up(listing: Listing) -> None:
    with played(listing(STICK.format(0))) as terminal:
        terminal.wait_for("\x1b[c")
        terminal.type(KITTY_KEYS)
        terminal.wait_for("\x1b[>27u")
        terminal.type("\x1b[1;1:1A")
        terminal.until("1  20")
        terminal.type("\x1b[1;1:3A")
        terminal.settled()
        assert terminal.ends("\x1b[99;5u") == 0
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
        assert terminal.ends("\x03") == 0
        assert not any("GOT c" in row for row in terminal.display)


@pytest.mark.slow
def test_the_pace_is_the_machines(listing: Listing) -> None:
    program = listing('10 SCREEN 1:TIME=0\n20 IF TIME<150 THEN 20\n30 PRINT "NOW":GOTO 30\n')
    took = []
    for speed in ("1", "20"):
        with played(program, "--speed", speed) as terminal:
            terminal.wait_for("\x1b[?25h")
            began = time.monotonic()
            terminal.until("NOW")
            took.append(time.monotonic() - began)
            assert terminal.ends("\x03") == 0
    assert took[0] >= max(2.5, took[1] + 1)


@pytest.mark.slow
def test_ctrl_s_pauses(listing: Listing) -> None:
    with played(listing("10 SCREEN 1\n20 PRINT TIME:GOTO 20\n")) as terminal:
        terminal.until("6")
        terminal.type("\x13")
        terminal.until("Paused")
        terminal.settled()
        assert terminal.ends("\x13\x03") == 0


@pytest.mark.slow
def test_the_window_may_change_and_be_tiny(listing: Listing) -> None:
    with played(listing(DRAWING)) as terminal:
        terminal.wait_for("\x1b[48;2;255;36;36m")
        for columns, rows in ((200, 60), (3, 2), (1, 1), (60, 20)):
            terminal.resize(columns, rows)
            terminal.wait_for("\x1b[0m\x1b[2J")
        assert terminal.ends("\x03") == 0
    with played(
        listing('10 SCREEN 0:WIDTH 40:PRINT "HELLO":GOTO 20\n20 GOTO 20\n'), columns=30, rows=10
    ) as terminal:
        terminal.until("too small")
        assert terminal.ends("\x03") == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
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
        assert terminal.ends("\x04") == 0
