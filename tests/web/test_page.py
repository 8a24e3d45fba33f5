"""The site in a browser: played, shared, broken, stopped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from battleship.verification.sources import own_recordings
from msxkit.recording import KEY
from tests.web.test_session import PICTURES
from tests.web.visit import (
    FIRST,
    KEYS,
    PATIENCE,
    at_key,
    faults,
    listing,
    opened,
    ran,
    run,
    set_speed,
    shows,
    shows_picture_of,
    state,
    wait_for,
    write,
)

# What `make test` has no time for; what matters most it sees in test_session.py.
pytestmark = pytest.mark.slow


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    yield page
    # Else what runs in it goes on, at the cost of the tests after.
    page.close()


@pytest.fixture(scope="module")
def workshop(browser: Browser, address: str) -> Iterator[Page]:
    """The page with its editor, as fast as it goes; it is opened once."""
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    yield opened(page, f"{address}basic.html?program=rings&autorun=0&speed=max&seed=4")
    page.close()


@pytest.fixture
def editor(workshop: Page) -> Page:
    set_speed(workshop, "max")
    assert not faults(workshop)
    return workshop


def test_a_recorded_game_is_played_on(page: Page, address: str) -> None:
    number = next(number for number, step in enumerate(FIRST.steps) if number > 50 and step.at == KEY)
    page.goto(f"{address}replay.html#{FIRST.name}/step-{number}")
    page.click("#run-from-here")
    page.wait_for_selector("body[data-ready=yes]")
    found = wait_for(page, lambda seen: seen["status"] == "key", "the step")
    assert shows(found, FIRST.steps[number])
    page.keyboard.press(KEYS[FIRST.keys[sum(step.at == KEY for step in FIRST.steps[:number])]])
    set_speed(page, "max")
    after = next(step for step in FIRST.steps[number + 1 :] if step.at != "draw")
    assert shows(at_key(page, found["steps"]), after)


@pytest.mark.parametrize(
    "program",
    [
        *PICTURES,
        "10 SCREEN 3:LINE(10,10)-(200,150),8:A$=INPUT$(1)",
        "10 SCREEN 5:PAINT(5,5),6:LINE(10,10)-(200,150),8,BF:A$=INPUT$(1)",
        "10 COLOR 1,2,9:SCREEN 6:LINE(10,10)-(500,150),3,B:A$=INPUT$(1)",
        "10 SCREEN 8:FOR I=0 TO 255:LINE(I,0)-(I,211),I:NEXT:A$=INPUT$(1)",
    ],
)
def test_the_canvas_is_the_picture_of_the_command(editor: Page, program: str) -> None:
    write(editor, program)
    run(editor)
    wait_for(editor, lambda seen: seen["status"] == "key", "the picture")
    assert shows_picture_of(editor, program)


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("#p=c0lNLFIIziwCAA", "every line of a listing starts with a line number"),
        ("?program=nothing", "no program 'nothing' comes with this page"),
        ("?recording=../../x", "this site has no"),
        ("?recording=game-000&step=99999", "has the steps 0 to 205"),
        (
            "?seed=abc&speed=7",
            "speed in the address must be one of 1, 2, 10, max. seed in the address is not a number.",
        ),
        ("?full&rules=chess", "rules in the address must be one of marmsx"),
    ],
)
@pytest.mark.one_in(2, "nightly")
def test_wrong_address(page: Page, address: str, wish: str, told: str) -> None:
    opened(page, f"{address}{wish}")
    assert told in page.inner_text("#oops")
    # There is something to go on with.
    assert page.locator("nav [aria-current]").count() == 1
    assert not faults(page)


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("a.dsk", b"", "0 bytes are not a disk image"),
        ("a.dsk", bytes(737280), "not a disk image that MSX-DOS could read"),
        ("a.cas", b"tape", "not a .cas image"),
        ("a.rom", b"AB" + bytes(16382), "a ROM of machine code needs an emulator"),
        ("letter.txt", b"Dear Sir\n", "it has no BASIC lines"),
        ("a.png", b"\x89PNG\r\n\x1a\n" + bytes(99), "not a BASIC program: it is a picture"),
        ("film.bas", b"10 PRINT\n" * 600_000, "5,400,000 bytes"),
    ],
)
def test_faulty_file_while_another_runs(
    editor: Page, tmp_path: Path, name: str, data: bytes, told: str
) -> None:
    run(editor, "10 GOTO 10")
    (tmp_path / name).write_bytes(data)
    editor.set_input_files("#file", str(tmp_path / name))
    editor.wait_for_function("told => document.getElementById('oops').textContent.includes(told)", arg=told)
    assert state(editor)["status"] == "running"
    editor.click("#stop")
    assert editor.inner_text("#oops") == ""


def test_every_medium_comes_back(editor: Page, tmp_path: Path) -> None:
    program = '10 PRINT "HELLO"\n20 A$=INPUT$(1)\n'
    write(editor, program)
    for kind in ("bas", "asc", "dsk", "cas", "rom", "wav", "native"):
        editor.click("#more summary")
        with editor.expect_download() as download:
            editor.select_option("#download", kind)
        editor.keyboard.press("Escape")
        file = tmp_path / download.value.suggested_filename
        download.value.save_as(file)
        if kind in ("wav", "native"):
            assert file.read_bytes()[:2] == (b"RI" if kind == "wav" else b"AB")
            continue
        before = state(editor).get("run", 0)
        write(editor, "10 END")
        editor.set_input_files("#file", str(file))
        ran(editor, before)
        assert listing(editor) == program, kind


@pytest.fixture(scope="module")
def game(browser: Browser, address: str) -> Iterator[Page]:
    """The full game; it is opened once."""
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    yield opened(page, f"{address}?full&seed=4")
    page.close()


def _begun(page: Page) -> None:
    """Begin a full game with the fleet that is offered."""
    page.wait_for_selector("#harbour .piece", state="attached", timeout=PATIENCE * 1000)
    page.click("#begin")
    page.wait_for_selector("#placing:not([hidden]) .piece")
    page.wait_for_function("() => !document.getElementById('go').disabled")
    page.click("#go")
    page.wait_for_selector("#theirs button")


@pytest.mark.nightly
def test_a_full_game_is_played_by_keyboard_alone(game: Page) -> None:
    _begun(game)
    game.focus("#theirs button[tabindex='0']")
    shots = 0
    for row in range(10):
        for column in range(10):
            if game.inner_text("#told").find(" in ") > 0 and "move" in game.inner_text("#told"):
                break
            assert game.evaluate("() => document.activeElement.dataset.at") == f"{row},{column}"
            game.keyboard.press("Enter")
            shots += 1
            game.wait_for_selector(f"#theirs [data-at='{row},{column}']:is(.water, .hit)")
            game.keyboard.press("ArrowRight")
        game.keyboard.press("ArrowDown")
        for _ in range(9):
            game.keyboard.press("ArrowLeft")
    assert shots > 20


def test_hints_are_a_heat_map(game: Page) -> None:
    _begun(game)
    game.click("#hint")
    game.wait_for_selector("#theirs [data-heat]")
    heat = game.eval_on_selector_all(
        "#theirs [data-heat]", "cells => cells.map(cell => Number(cell.dataset.heat))"
    )
    assert len(heat) == 100
    assert max(heat) == 1


def test_shots_come_one_behind_the_other(game: Page) -> None:
    """No click is lost when a person clicks faster than the computer shoots."""
    _begun(game)
    for column in range(4):
        game.click(f"#theirs [data-at='0,{column}']")
    for board in ("theirs", "mine"):
        game.wait_for_function(f"() => document.querySelectorAll('#{board} :is(.water, .hit)').length === 4")


def test_the_button_replays_all_recordings(page: Page, address: str) -> None:
    page.goto(f"{address}replay.html")
    page.click("#replay-all")
    page.wait_for_selector("#verdict.good, #verdict.bad", timeout=800_000)
    assert page.inner_text("#verdict") == "All that could be compared is equal."
    number = len(own_recordings())
    assert page.inner_text("#replayed") == f"{number} of {number} games, {number} equal"
