"""One visit with a phone that has a keyboard: what the site is for, as far as `make test` has time to see it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from battleship.verification.sources import own_recordings
from tests.web.visit import (
    FIRST,
    KEYS,
    PADS,
    PATIENCE,
    faults,
    follow,
    listing,
    opened,
    run,
    set_speed,
    shows_picture_of,
    state,
    wait_for,
    write,
)

#: Text, and sprites over circles.
PICTURES = (
    '10 SCREEN 1:PRINT "HELLO":COLOR 7,5,3:A$=INPUT$(1)',
    "10 COLOR 15,1,4:SCREEN 2,3:FOR I=1 TO 9:CIRCLE(128,96),I*10,I+2:NEXT\n"
    "20 SPRITE$(0)=STRING$(32,255):PUT SPRITE 0,(20,30),9,0:PUT SPRITE 1,(40,50),5,0\n30 A$=INPUT$(1)",
)


@pytest.mark.slow
def test_a_visit(browser: Browser, address: str) -> None:
    """In one test, since a page takes longer to open than most of this to do."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = opened(context.new_page(), f"{address}?recording={FIRST.name}&speed=max&machine=msx1")
    _the_first_game_is_played_by_keyboard_and_by_touch(page)
    _all_recordings_are_equal(page)
    opened(page, f"{address}basic.html?program=rings&autorun=0&speed=max&machine=msx1")
    _the_canvas_is_the_picture_of_the_command(page)
    _a_broken_program_shows_its_error_at_the_line(page)
    _an_endless_loop_can_be_stopped(page)
    _a_shared_link_opens_the_same_program(page)
    assert not faults(page)
    context.close()


def _the_first_game_is_played_by_keyboard_and_by_touch(page: Page) -> None:
    assert follow(page, lambda key: page.keyboard.press(KEYS[key])) == len(FIRST.keys) + 1
    assert state(page)["status"] == "end"
    # Nothing is wider than a phone.
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    assert page.locator("#pad").is_visible()
    page.tap("#run")
    wait_for(page, lambda seen: seen["run"] > 1, "the second run")
    assert follow(page, lambda key: page.tap(f"#pad [data-key={PADS[key]}]")) == len(FIRST.keys) + 1
    assert state(page)["status"] == "end"


def _all_recordings_are_equal(page: Page) -> None:
    names = [path.stem for path in own_recordings()]
    equal = page.evaluate(
        "async names => { const found = []; for (const name of names)"
        " if ((await page.machine.ask('replay', {name})).equal) found.push(name); return found; }",
        names,
    )
    assert equal == names


def _the_canvas_is_the_picture_of_the_command(page: Page) -> None:
    for program in PICTURES:
        run(page, program)
        wait_for(page, lambda seen: seen["status"] == "key", "the picture")
        assert shows_picture_of(page, program, "msx1"), program


def _a_broken_program_shows_its_error_at_the_line(page: Page) -> None:
    page.tap("#to-edit")
    write(page, "10 PRINT 1\n20 GOTO 99\n30 PRINT (\n")
    page.wait_for_selector("#findings li[data-row='3']", timeout=PATIENCE * 1000)
    found = page.locator("#findings li")
    rows = [(item.get_attribute("data-row"), item.get_attribute("data-check")) for item in found.all()]
    assert ("2", "missing-line") in rows
    assert ("3", "syntax") in rows
    page.click("#findings li[data-row='2'] button")
    start = page.evaluate("() => page.editor.view.state.selection.main.from")
    assert listing(page)[:start].count("\n") == 1
    run(page)
    wait_for(page, lambda seen: seen["status"] == "error", "the error")
    assert page.inner_text("#status") == "Undefined line number in 20"


def _an_endless_loop_can_be_stopped(page: Page) -> None:
    for speed in ("1", "max"):
        set_speed(page, speed)
        run(page, "10 GOTO 10")
        wait_for(page, lambda seen: seen["status"] == "running" and seen["steps"] > 100, "the loop")
        page.click("#stop")
        found = wait_for(page, lambda seen: seen["status"] == "stopped", "the stop")
        assert "Break in 10" in found["text"]


def _a_shared_link_opens_the_same_program(page: Page) -> None:
    program = '10 PRINT "αΓ ♥"\n20 A$=INPUT$(1)\n'
    write(page, program)
    page.tap("#to-edit")
    page.tap("#more summary")
    page.tap("#share")
    page.wait_for_function("() => location.hash.startsWith('#p=')")
    page.reload()
    page.wait_for_selector("body[data-ready=yes]", timeout=PATIENCE * 1000)
    assert listing(page) == program
    found = wait_for(page, lambda seen: seen["status"] == "key", "the program's wait")
    assert found["text"].startswith("αΓ ♥")
