"""What somebody meets in the first hour: a first program, on any screen; sound; a game that goes on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, expect

from battleship.web.desk import GameDesk
from battleship.web.full_game import placed
from tests.web.test_desk import ask
from tests.web.visit import faults, listing, opened, run, state, wait_for, write

_BOX = """name => {
  const {width, height} = document.querySelector(name).getBoundingClientRect();
  return [width, height];
}"""


@pytest.fixture(scope="module")
def workshop(browser: Browser, address: str) -> Iterator[Page]:
    page = browser.new_context(viewport={"width": 1366, "height": 625}).new_page()
    opened(page, f"{address}basic.html")
    yield page
    assert not faults(page)
    page.close()


@pytest.fixture
def page(workshop: Page) -> Page:
    workshop.evaluate("() => { page.programs.open(page.programs.blank()); page.fine(); }")
    workshop.click("#stop")
    return workshop


@pytest.mark.slow
def test_a_fresh_page_is_a_machine_that_is_on(workshop: Page) -> None:
    expect(workshop.locator("#status")).to_have_text("Nothing runs yet: Run starts the program.")
    assert "\nOk" in state(workshop)["text"]
    workshop.click("#screen")
    workshop.keyboard.type("PRINT 6*7\n", delay=20)
    wait_for(workshop, lambda seen: " 42" in seen["text"], "the answer")
    workshop.keyboard.type("AUTO\n", delay=20)
    wait_for(workshop, lambda seen: "AUTO\n10" in seen["text"], "the number")
    workshop.click("#stop")
    workshop.click("#screen")
    workshop.keyboard.type("PRINT 5*7\n", delay=20)
    wait_for(workshop, lambda seen: " 35" in seen["text"], "no program line")
    wide, high = workshop.evaluate(_BOX, "#screen")
    assert (wide, high) == (512, 416) or (wide, high) == (544, 416)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ('10 PRINT "HI"\n', '10 PRINT "HI"'),
        ("10 PRINT 1\n20 PRINT 2\n30 END", "10 PRINT 1\n20 PRINT 2\n30 END"),
        ("10 PRINT 1\nPRINT 2\n\n", "10 PRINT 1\n20 PRINT 2"),
        ("10 PRINT 1\n 15 PRINT 2\n", "10 PRINT 1\n 15 PRINT 2"),
    ],
)
def test_the_first_program_runs(page: Page, typed: str, kept: str) -> None:
    page.click("#paper .cm-content")
    page.keyboard.type(typed)
    assert listing(page).rstrip("\n") == kept
    run(page)
    wait_for(page, lambda seen: seen["status"] == "end", "the end")
    assert page.inner_text("#oops") == ""


@pytest.mark.slow
def test_stop_and_step(page: Page) -> None:
    run(page, "10 ON STOP GOSUB 30:STOP ON\n20 GOTO 20\n30 RETURN")
    page.focus("#screen")
    page.keyboard.press("Control+c")
    assert state(page)["status"] == "running"
    page.keyboard.press("Shift+F5")
    wait_for(page, lambda seen: seen["status"] == "stopped", "the end")
    page.keyboard.press("F11")
    wait_for(page, lambda seen: seen["status"] == "paused" and seen["line"] == 10, "the first statement")
    expect(page.locator("#paper .cm-next")).to_have_text("ON STOP GOSUB 30")
    page.keyboard.press("F11")
    expect(page.locator("#paper .cm-next")).to_have_text("STOP ON")
    page.click("#set summary")
    page.click("#reset")
    wait_for(page, lambda seen: seen["run"] == 0 and seen["status"] == "end", "another machine")


@pytest.mark.slow
def test_a_sound_that_began_before_is_heard(page: Page) -> None:
    """As loud as other pages: a channel at the volume of PLAY is less than 30 dB below full scale."""
    run(page, "10 SOUND 0,254:SOUND 1,0:SOUND 7,190:SOUND 8,8\n20 GOTO 20")
    wait_for(page, lambda seen: seen["seconds"] > 0.5, "the tone")
    page.click("#sound")
    page.wait_for_selector("#sound[aria-pressed=true]")
    loud = page.evaluate(
        """async () => {
          const {sound} = page.machine, {context} = sound, hears = new AnalyserNode(context, {fftSize: 8192});
          sound.volume.connect(hears);
          const until = context.currentTime + 1;
          while (context.currentTime < until) await new Promise(resolve => setTimeout(resolve, 50));
          const heard = new Float32Array(8192);
          hears.getFloatTimeDomainData(heard);
          return Math.max(...heard);
        }"""
    )
    assert 10 ** (-30 / 20) < loud < 10 ** (-12 / 20)
    page.click("#sound")


@pytest.mark.slow
def test_page_opens_its_own_files(page: Page) -> None:
    write(page, '10 PRINT "HEARD"')
    page.fill("#name", "My tape 12")
    page.click("#more summary")
    with page.expect_download() as download:
        page.select_option("#download", "wav")
    page.set_input_files("#file", download.value.path())
    wait_for(page, lambda seen: "HEARD" in seen["text"], "the program of the sound")


@pytest.mark.slow
def test_variables_and_repairs_are_at_hand(page: Page) -> None:
    run(page, "10 A=1:B=2:C=3:D=4:E=5:F=6:G=7:H=8\n20 GOTO 20")
    page.click("#tab-values")
    page.click("#pause")
    expect(page.locator("#variables tr")).to_have_count(8)
    tops = page.evaluate(
        "() => [document.querySelector('#variables tr:last-child'), document.getElementById('watching')]"
        ".map(each => each.getBoundingClientRect()).map((box, place) => place ? box.top : box.bottom)"
    )
    assert tops[0] <= tops[1] + 1
    page.click("[aria-label='Change A#']")
    page.fill("#asking-text", "77")
    page.click("#asking-yes")
    expect(page.locator("#variables")).to_contain_text("77")
    page.click("#stop")
    page.click("#tab-findings")
    write(page, "10 PRNT A\n20 LOCATE 1,2,3,4\n")
    page.click("#findings li[data-row='1'] .repair")
    assert listing(page).startswith("10 PRINT A\n")
    expect(page.locator("#findings li[data-row='2'] .repair")).to_have_count(0)
    # A row that cannot be read has many findings below it.
    write(page, "10 SCREN 2\n" + "".join(f"{row} LINE(0,0)-({row},9)\n" for row in range(20, 60)))
    page.evaluate("() => page.editor.select(40, 0)")
    mended = page.locator("text=Replace SCREN by SCREEN").element_handle()
    # What was found for another text changes nothing.
    page.evaluate(
        "button => { const {editor} = page; editor.write(editor.text + 'A'); button.click(); }", mended
    )
    assert listing(page).startswith("10 SCREN 2\n")
    page.wait_for_function("button => !button.isConnected", arg=mended)
    page.click("text=Replace SCREN by SCREEN")
    assert listing(page).startswith("10 SCREEN 2\n")
    write(page, "10 PRINT A\n20 LOCATE 1,2,3\n")
    page.click("#edit summary")
    page.click("#renumber-as")
    page.fill("#asking-text", "100, 5")
    page.click("#asking-yes")
    page.wait_for_function("() => page.editor.text.startsWith('100 PRINT A\\n105 ')")


@pytest.mark.slow
def test_a_link_keeps_the_name(page: Page, address: str) -> None:
    write(page, "10 PRINT 1")
    page.fill("#name", "Sea & sky")
    page.click("#more summary")
    page.click("#share")
    page.wait_for_function("() => location.hash.startsWith('#p=')")
    other = opened(page.context.new_page(), page.url)
    assert other.input_value("#name") == "Sea & sky"
    assert listing(other) == "10 PRINT 1"
    other.close()


def test_the_fleet_that_is_proposed_is_never_the_computers() -> None:
    for rules, seed in product(("marmsx", "hasbro", "bbm103"), range(3)):
        desk = GameDesk()
        proposed = ask(desk, "draw", rules=rules, seed=seed)["ships"]
        for fleet in (proposed, None):
            ask(desk, "begin", rules=rules, player="random", seed=seed, fleet=fleet)
            assert desk._duel is not None
            assert placed(desk._duel.theirs.fleet, desk._duel.rules) != proposed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height"), [(320, 480), (844, 390), (932, 430), (1366, 500), (1366, 625), (3840, 2160)]
)
def test_the_boards_are_square_and_the_game_goes_on(
    browser: Browser, address: str, width: int, height: int
) -> None:
    page = browser.new_context(viewport={"width": width, "height": height}).new_page()
    opened(page, f"{address}?full&rules=hasbro&seed=4")
    page.wait_for_selector("#harbour .piece")
    assert page.evaluate("() => document.getElementById('go').getBoundingClientRect().bottom") <= height
    page.wait_for_function("() => !document.getElementById('go').disabled")
    page.click("#go")
    page.click("#theirs [data-at='2,2']")
    page.wait_for_selector("#theirs .last")
    for board in ("#theirs", "#mine"):
        wide, high = page.evaluate(_BOX, board)
        assert wide == pytest.approx(high, abs=2)
    wide, high = page.evaluate(_BOX, "#theirs .cell")
    assert min(wide, high) >= 24
    before = page.inner_text("#playing")
    page.reload()
    page.wait_for_selector("#theirs .last")
    assert page.inner_text("#playing") == before
    page.context.close()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(844, 390), (1024, 768)])
def test_the_picture_is_as_large_as_fits(browser: Browser, address: str, width: int, height: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = opened(context.new_page(), f"{address}basic.html?program=rings")
    wait_for(page, lambda seen: seen["status"] == "key", "the picture")
    wide, _ = page.evaluate(_BOX, "#screen")
    room = page.evaluate(_BOX, "#frame")
    assert wide // 272 == min(room[0] // 258, room[1] // 194) == 2
    for control in ("#stop", "#pause", "#sound", "#keys"):
        page.tap(control, trial=True)
    assert page.locator("h1").count() == 1
    context.close()


@pytest.mark.slow
def test_condition_stack_and_who_wrote(page: Page) -> None:
    write(page, "10 FOR I=1 TO 9\n20 GOSUB 40\n30 NEXT\n35 END\n40 A=I\n50 RETURN\n")
    page.evaluate("() => page.editor.select(5, 0)")
    page.click("#edit summary")
    page.click("#break-if")
    page.fill("#asking-text", "I=4")
    page.click("#asking-yes")
    run(page)
    wait_for(page, lambda seen: seen["status"] == "paused" and seen["line"] == 50, "the breakpoint")
    page.click("#tab-values")
    expect(page.locator("#frames button").nth(1)).to_contain_text("20")
    page.fill("#watch", "A")
    page.click("#who")
    wait_for(page, lambda seen: seen["line"] == 40, "the statement that wrote A")
    page.click("#tab-findings")
