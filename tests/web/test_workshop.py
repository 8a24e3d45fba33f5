"""The workshop: work is kept, the editor knows the language, the machine is at hand."""

from __future__ import annotations

import functools
import http.server
import re
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from battleship.web.scripts import check
from battleship.web.serving import Server
from msxkit.media.disk import Disk
from msxkit.web.gallery import EXAMPLES
from tests.web.visit import faults, listing, opened, ran, run, set_speed, state, wait_for, write

pytestmark = pytest.mark.slow

#: Bytes a second of a slow connection.
SLOW = 3_000_000


@pytest.fixture(scope="module")
def workshop(browser: Browser, address: str) -> Iterator[Page]:
    """The workshop, opened once; the language worker is there."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    opened(page, f"{address}basic.html?program=rings&autorun=0&speed=max&seed=4")
    page.wait_for_function("() => page.language.opened", timeout=60_000)
    yield page
    assert not faults(page)
    page.close()


@pytest.fixture
def page(workshop: Page) -> Page:
    workshop.evaluate(
        """() => { for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
        page.programs.open(page.programs.blank()); page.fine(); }"""
    )
    # What was found in the program of the test before is gone, and the tab of that test is another one.
    workshop.click("#tab-findings")
    workshop.wait_for_function("() => !document.querySelector('#findings li')")
    set_speed(workshop, "max")
    return workshop


def caret(page: Page, row: int, column: int) -> None:
    """Put the caret into a row, from 0."""
    page.evaluate("([row, column]) => page.editor.select(row, column)", [row, column])


def found(page: Page) -> list[str]:
    """Return the checker's findings."""
    return [item.inner_text() for item in page.locator("#findings li").all()]


# Loading


class _Slow(http.server.SimpleHTTPRequestHandler):
    def copyfile(self, source: Any, outputfile: BinaryIO) -> None:  # type: ignore[override]
        while chunk := source.read(SLOW // 50):
            try:
                outputfile.write(chunk)
            except OSError:
                return
            time.sleep(0.02)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def slow_address(site: Path) -> Iterator[str]:
    """Where the site is served as over a slow connection."""
    handler = functools.partial(_Slow, directory=str(site))
    server = Server(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_while_it_loads_every_control_waits_its_turn(browser: Browser, slow_address: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(f"{slow_address}basic.html?program=rings&autorun=0")
    shown = page.locator("#loading-told")
    expect(shown).to_have_text(re.compile(r"Loading: [0-9.]+ of [0-9.]+ MB"), timeout=60_000)
    for control in ("#run", "#stop", "#pause", "#step", "#back"):
        page.click(control)
    write(page, '10 PRINT "MINE"\n20 A$=INPUT$(1)\n')
    page.click("#run")
    assert page.inner_text("#status") == "It runs as soon as it is loaded."
    assert page.locator("#loading").is_visible()
    seen = wait_for(page, lambda seen: "MINE" in seen["text"], "the run")
    assert seen["text"].startswith("MINE")
    assert listing(page).startswith('10 PRINT "MINE"')
    page.wait_for_selector("body[data-ready=yes]")
    assert page.inner_text("#oops") == ""
    assert page.locator("#loading").is_hidden()
    page.close()


def test_the_chosen_view_stays_when_it_is_loaded(browser: Browser, slow_address: str) -> None:
    page = browser.new_page()
    page.goto(slow_address)
    expect(page.locator("#loading")).to_have_text(re.compile(r"Loading: .* MB"), timeout=60_000)
    page.click("#run")
    page.click("#tab-full")
    page.wait_for_selector("body[data-ready=yes]", timeout=120_000)
    assert page.locator("#duel").is_visible()
    assert page.locator("#machine").is_hidden()
    assert page.get_attribute("#tab-full", "aria-current") == "page"
    assert "full" in page.url
    assert page.inner_text("#oops") == ""
    page.close()


class _Lacking(http.server.SimpleHTTPRequestHandler):
    """A site that has lost Python's memory."""

    def do_GET(self) -> None:
        if "snapshot" in self.path:
            self.send_error(404)
        else:
            super().do_GET()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_unloadable_file(browser: Browser, site: Path) -> None:
    server = Server(("127.0.0.1", 0), functools.partial(_Lacking, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/basic.html")
    expect(page.locator("#loading-told")).to_have_text(
        re.compile("It could not be loaded. Reload the page to try again"), timeout=60_000
    )
    page.close()


# Work is kept


def test_written_and_loaded(page: Page, address: str) -> None:
    page.click("#paper .cm-content")
    page.keyboard.type("10 PRINT 7")
    expect(page.locator("#kept")).to_have_text("kept")
    key = re.search("my=([a-z0-9]+)", page.url)
    assert key
    other = opened(page.context.new_page(), f"{address}basic.html?my={key[1]}")
    assert listing(other) == "10 PRINT 7"
    other.close()


def test_a_program_is_deleted_only_after_a_question(page: Page) -> None:
    write(page, "10 REM here")
    page.fill("#name", "precious")
    expect(page.locator("#kept")).to_have_text("kept")
    for answer, left in (("#asking-no", 1), ("#asking-yes", 0)):
        page.click("#programs")
        page.click("[aria-label='Delete precious']")
        page.click(answer)
        page.keyboard.press("Escape")
        expect(page.locator("#library")).to_be_hidden()
        page.click("#programs")
        expect(page.locator("#library")).to_be_visible()
        expect(page.locator("[aria-label='Delete precious']")).to_have_count(left)
        page.keyboard.press("Escape")
        expect(page.locator("#library")).to_be_hidden()


def test_undo_goes_back_over_an_example(page: Page) -> None:
    write(page, "10 REM mine")
    page.fill("#name", "mine")
    expect(page.locator("#kept")).to_have_text("kept")
    address = page.url
    page.click("#programs")
    page.click("#example-list [data-example=scale]")
    page.wait_for_url("**program=scale*")
    assert listing(page) != "10 REM mine"
    page.click("#stop")
    page.click("#paper .cm-content")
    page.keyboard.press("Control+z")
    assert listing(page) == "10 REM mine"
    assert page.input_value("#name") == "mine"
    page.keyboard.press("Control+y")
    page.wait_for_url("**program=scale*")
    page.go_back()
    page.wait_for_url(address)
    expect(page.locator("#name")).to_have_value("mine")
    assert listing(page) == "10 REM mine"


def test_late_run_leaves_keys_to_the_editor(page: Page) -> None:
    run(page, "10 GOTO 10")
    before = state(page)["run"]
    page.evaluate("() => { document.getElementById('run').click(); page.editor.view.focus(); }")
    ran(page, before)
    page.keyboard.type("x")
    assert "x" in listing(page)
    run(page, "10 GOTO 10")
    page.keyboard.type("y")
    assert "y" not in listing(page)


def test_two_tabs_lose_nothing(page: Page, address: str) -> None:
    """What one tab keeps, the other shows; what both write at once is kept twice, and said."""
    write(page, "10 REM first")
    page.fill("#name", "shared")
    expect(page.locator("#kept")).to_have_text("kept")
    other = opened(page.context.new_page(), page.url)
    write(other, "10 REM second")
    expect(page.locator("#kept")).to_have_text("changed in another tab")
    assert listing(page) == "10 REM second"
    # As if both had written within the same moment: neither has heard of the other.
    for tab in (page, other):
        tab.evaluate("() => { page.programs.store.tabs.onmessage = null; }")
    write(page, "10 REM here")
    expect(page.locator("#kept")).to_have_text("kept")
    write(other, "10 REM there")
    expect(other.locator("#kept")).to_have_text(
        "Another tab has changed shared too: this one is kept as shared (2)"
    )
    kept = other.evaluate("async () => (await page.programs.store.all()).map(each => [each.name, each.text])")
    assert ["shared", "10 REM here"] in kept
    assert ["shared (2)", "10 REM there"] in kept
    other.close()
    page.evaluate("() => { page.programs.store.tabs.onmessage = ({data}) => page.programs.elsewhere(data); }")


@pytest.mark.nightly
def test_the_examples_have_pictures(page: Page) -> None:
    page.click("#programs")
    expect(page.locator("#example-list li")).to_have_count(len(EXAMPLES))
    page.wait_for_function("() => document.querySelector('#example-list img').naturalWidth > 0")
    page.keyboard.press("Escape")


def test_the_gallery_leads_to_each_program(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}gallery.html")
    links = page.locator(".gallery a")
    expect(links).to_have_count(len(EXAMPLES))
    page.click(".gallery a[href*='program=calendar']")
    page.wait_for_selector("body[data-ready=yes]", timeout=60_000)
    assert listing(page).startswith("10 ' A calendar")
    assert not faults(page)
    page.close()


def test_the_letters_are_chosen_and_kept(page: Page) -> None:
    run(page, '10 SCREEN 1:PRINT "essence":A$=INPUT$(1)')
    before = wait_for(page, lambda seen: seen["status"] == "key", "the text")
    shown = "() => document.getElementById('screen').toDataURL()"
    was = page.evaluate(shown)
    page.click("#set summary")
    page.select_option("#letters", "clear")
    page.wait_for_function(f"was => ({shown})() !== was", arg=was)
    assert state(page)["cells"] == before["cells"]
    assert page.evaluate("() => localStorage.getItem('letters')") == "clear"
    page.select_option("#letters", "c-bios")
    page.wait_for_function(f"was => ({shown})() === was", arg=was)


# The editor


def test_return_and_ctrl_return(page: Page) -> None:
    page.click("#paper .cm-content")
    page.keyboard.type("10 PRINT 1\nPRINT 2\nPRINT 3\n")
    page.keyboard.press("Enter")
    assert listing(page) == "10 PRINT 1\n20 PRINT 2\n30 PRINT 3\n"
    caret(page, 0, 10)
    page.keyboard.type("\nREM")
    assert listing(page).split("\n")[1] == "15 REM"
    before = state(page).get("run", 0)
    page.keyboard.press("Control+Enter")
    wait_for(page, lambda seen: seen["run"] > before and seen["status"] == "end", "the run")


def test_findings_stand_in_the_text_and_in_the_list(page: Page) -> None:
    write(page, "10 GOTO 99\n20 PRINT LEFT$(\n")
    page.wait_for_selector("#findings li[data-row='2']")
    assert "there is no line 99" in found(page)[0]
    page.wait_for_selector("#paper .cm-lintRange")
    write(page, "10 GOTO 10\n")
    page.wait_for_function("() => !document.querySelector('#findings li')")


def test_completion_while_running(page: Page) -> None:
    run(page, "10 GOTO 10\n")
    wait_for(page, lambda seen: seen["status"] == "running", "the loop")
    write(page, "10 GOTO 10\n20 \n")
    caret(page, 1, 3)
    page.keyboard.type("CIRC")
    # A list that still waits for what belongs to the last letter takes no key, and none does when it has just opened.
    page.wait_for_selector(
        ".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled) li[aria-selected]:has-text('CIRCLE')"
    )
    page.wait_for_timeout(100)
    page.keyboard.press("Enter")
    assert listing(page).split("\n")[1] == "20 CIRCLE"
    page.keyboard.type("(")
    page.wait_for_selector("#paper .cm-tooltip .about:has-text('CIRCLE')")
    page.hover("#paper .cm-line >> nth=0", position={"x": 40, "y": 8})
    page.wait_for_selector("#paper .cm-tooltip-hover:has-text('Continues at a line')")
    assert state(page)["status"] == "running"
    page.click("#stop")


def test_renaming_formatting_and_renumbering(page: Page) -> None:
    write(page, "5 for i=1 to 3\n7 print i:next\n9 goto 5\n")
    page.wait_for_timeout(300)
    page.click("#edit summary")
    page.click("#format")
    page.wait_for_function("() => page.editor.text.startsWith('5 FOR I=1 TO 3')")
    page.click("#edit summary")
    page.click("#renumber")
    page.wait_for_function("() => page.editor.text.includes('25 GOTO 5')")
    caret(page, 0, 6)
    page.keyboard.press("F2")
    page.fill("#asking-text", "K")
    page.click("#asking-yes")
    page.wait_for_function("() => page.editor.text.includes('PRINT K')")
    assert listing(page) == "5 FOR K=1 TO 3\n15 PRINT K:NEXT\n25 GOTO 5\n"
    caret(page, 0, 6)
    page.keyboard.press("F2")
    page.fill("#asking-text", "TO")
    page.click("#asking-yes")
    expect(page.locator("#oops")).to_contain_text("keyword")
    write(page, "10 X=1:INPUT A$\n20 DRAW A$:PRINT X\n")
    page.wait_for_timeout(300)
    caret(page, 0, 4)
    page.keyboard.press("F2")
    page.fill("#asking-text", "Y")
    page.click("#asking-yes")
    page.wait_for_function("() => page.editor.text.includes('PRINT Y')")
    expect(page.locator("#oops")).to_contain_text("X: what DRAW and PLAY read from line 10 is known only as")


def test_break_points_steps_and_watched_values(page: Page) -> None:
    write(page, "10 A=1\n20 GOSUB 100\n30 B=2\n40 GOTO 20\n100 C=C+1\n110 RETURN\n")
    caret(page, 1, 0)
    page.keyboard.press("F9")
    page.keyboard.press("Control+Enter")

    def stands(line: int, why: str) -> None:
        wanted = ("paused", line, why)
        wait_for(page, lambda seen: (seen["status"], seen["line"], seen["why"]) == wanted, f"line {line}")

    stands(20, "Breakpoint")
    for control, line in (("over", 30), ("over", 40), ("over", 20), ("step", 100), ("out", 30)):
        page.click(f"#{control}")
        stands(line, "")
    page.click("#back")
    stands(110, "")
    caret(page, 1, 0)
    page.keyboard.press("F9")
    page.click("#tab-values")
    page.fill("#watch", "C")
    page.keyboard.press("Enter")
    expect(page.locator("#watched")).to_have_text("Stops when C changes.")
    page.click("#pause")
    stands(110, "C: 2 -> 3, by line 100")
    expect(page.locator("#variables")).to_contain_text(re.compile(r"C#\s*3"))
    page.fill("#watch", "")
    page.keyboard.press("Enter")
    page.click("#stop")


def test_ten_thousand_lines_without_lag(page: Page) -> None:
    write(page, "".join(f"{5 * n} A{n % 7}=A+{n}:PRINT A;B$:IF A>5 THEN {5 * n}\n" for n in range(1, 10001)))
    page.wait_for_timeout(2000)
    caret(page, 5000, 8)
    times = page.evaluate(
        """async () => { const view = page.editor.view, times = [];
        for (const letter of ":PRINT A+B+C") {
          const begun = performance.now(), at = view.state.selection.main.head;
          view.dispatch({changes: {from: at, insert: letter}, selection: {anchor: at + 1}, userEvent: "input.type"});
          view.dom.getBoundingClientRect();
          times.push(performance.now() - begun);
          await new Promise(resolve => setTimeout(resolve, 50));
        }
        return times.sort((one, other) => one - other); }"""
    )
    assert times[len(times) // 2] < 100, times


def test_long_listing_over_another(page: Page) -> None:
    """Nothing of it breaks the policy of the page: the fixture looks at what the console says."""
    rows = [f"{5 * n} A{n % 7}=A+{n}:IF A>5 THEN {5 * n}" for n in range(1, 10001)]
    write(page, "\n".join(rows))
    page.click("#paper .cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("\n".join(rows[::-1]))
    page.wait_for_timeout(500)
    page.keyboard.press("Control+Home")
    for key in ("Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowRight", "7", "Shift+ArrowDown", "Delete"):
        page.keyboard.press(key)
    assert listing(page).split("\n")[0] == f"7{rows[-4][1:]}"


# Direct mode


def test_somebody_types_and_edits_at_ok(page: Page) -> None:
    run(page, '10 PRINT "HELLO"\n20 END\n')
    wait_for(page, lambda seen: seen["status"] == "end", "Ok")
    page.focus("#screen")
    page.keyboard.type("PRINT 6*7\n", delay=20)
    wait_for(page, lambda seen: " 42" in seen["text"], "the answer")
    page.keyboard.type("LIST\n", delay=20)
    wait_for(page, lambda seen: seen["text"].count("20 END") == 1, "the list")
    for _ in range(3):
        page.keyboard.press("ArrowUp", delay=30)
    for _ in range(10):
        page.keyboard.press("ArrowRight", delay=30)
    page.keyboard.type("J\n", delay=30)
    expect(page.locator("#other")).to_be_visible()
    page.click("#take")
    assert listing(page) == '10 PRINT "JELLO"\n20 END\n'


def test_a_listing_is_pasted_at_ok(page: Page) -> None:
    run(page, "10 CLS\n")
    wait_for(page, lambda seen: seen["status"] == "end", "Ok")
    page.focus("#screen")
    page.evaluate(
        """() => { const data = new DataTransfer(); data.setData("text", 'PRINT "PASTED";1+1\\n');
        const paste = new ClipboardEvent("paste", {clipboardData: data, bubbles: true});
        document.getElementById("screen").dispatchEvent(paste); }"""
    )
    wait_for(page, lambda seen: "PASTED 2" in seen["text"], "what was pasted")


# The disk


def test_files_stay_with_the_program(page: Page, tmp_path: Path) -> None:
    run(page, '10 OPEN "A.TXT" FOR OUTPUT AS 1:PRINT #1,"KEPT":CLOSE\n')
    wait_for(page, lambda seen: seen["status"] == "end", "the file")
    page.click("#tab-files")
    expect(page.locator("#files")).to_contain_text("A.TXT")
    page.click("#more summary")
    with page.expect_download() as download:
        page.select_option("#download", "dsk")
    download.value.save_as(tmp_path / "a.dsk")
    disk = Disk.load((tmp_path / "a.dsk").read_bytes())
    files = {entry.name.upper(): disk.read(entry).data for entry in disk.entries()}
    assert files["A.TXT"].startswith(b"KEPT\r\n")
    page.click("#share")
    page.wait_for_function("() => location.hash.startsWith('#d=')")
    page.keyboard.press("Escape")
    link = page.url
    other = opened(page.context.new_page(), link.replace("autorun=0", "autorun=1"))
    other.click("#tab-files")
    expect(other.locator("#files")).to_contain_text("A.TXT")
    run(other, '10 OPEN "A.TXT" FOR INPUT AS 1:INPUT #1,A$:PRINT "GOT ";A$\n')
    wait_for(other, lambda seen: "GOT KEPT" in seen["text"], "the file of the link")
    other.close()
    page.click("[aria-label='Throw away A.TXT']")
    page.click("#asking-yes")
    expect(page.locator("#files")).not_to_contain_text("A.TXT")


def test_the_listing_that_runs_is_shown_with_its_error(page: Page, tmp_path: Path) -> None:
    (tmp_path / "MENU.BAS").write_bytes(b'10 RUN "OTHER.BAS"\r\n')
    (tmp_path / "OTHER.BAS").write_bytes(b'10 PRINT "OTHER"\r\n20 GOTO 99\r\n')
    before = state(page).get("run", 0)
    page.set_input_files("#file", [str(tmp_path / "MENU.BAS"), str(tmp_path / "OTHER.BAS")])
    wait_for(page, lambda seen: seen["run"] > before and seen["status"] == "error", "the error")
    expect(page.locator("#other")).to_be_visible()
    expect(page.locator("#paper-other .cm-failed")).to_contain_text("20 GOTO 99")
    page.click("#mine")
    assert listing(page).startswith('10 RUN "OTHER.BAS"')


# What is seen


@pytest.mark.parametrize("program", ["10 SCREEN 1:A$=INPUT$(1)", "10 SCREEN 0:WIDTH 80:A$=INPUT$(1)"])
def test_dots_are_whole_dots_of_the_display(page: Page, program: str) -> None:
    run(page, program)
    wait_for(page, lambda seen: seen["status"] == "key", "the screen")
    page.wait_for_timeout(200)
    width, shown, high, shown_high = page.evaluate(
        """() => { const screen = document.getElementById("screen"), box = screen.getBoundingClientRect();
        return [screen.width, box.width * devicePixelRatio, screen.height, box.height * devicePixelRatio]; }"""
    )
    assert shown / width in (1, 2, 3)
    assert shown_high / high in (2, 3)


def test_the_pad_slides_and_has_diagonals(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = opened(context.new_page(), f"{address}basic.html?program=rings&autorun=0&speed=max")
    run(page, "10 D=STICK(0):IF D<>L THEN PRINT D;:L=D\n20 GOTO 10")
    box = page.locator("#pad .cross").bounding_box()
    assert box
    x, y, far = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"] * 0.4
    page.mouse.move(x, y - far)
    page.mouse.down()
    wait_for(page, lambda seen: seen["text"].split()[-1:] == ["1"], "up")
    page.mouse.move(x + far, y - far)
    wait_for(page, lambda seen: seen["text"].split()[-1:] == ["2"], "up and right")
    page.mouse.move(x + far, y)
    wait_for(page, lambda seen: seen["text"].split()[-1:] == ["3"], "right")
    page.mouse.up()
    wait_for(page, lambda seen: seen["text"].split()[-1:] == ["0"], "nothing")
    context.close()


@pytest.mark.parametrize("view", ["index.html?seed=1", "basic.html?program=rings"])
def test_turned_phone(browser: Browser, address: str, view: str) -> None:
    context = browser.new_context(
        viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True, device_scale_factor=3
    )
    page = opened(context.new_page(), address + view)
    wait_for(page, lambda seen: seen["status"] == "key", "the program's wait for a key")
    boxes = [page.locator(name).bounding_box() for name in ("#pad .cross", "#screen", "#pad .fire")]
    cross, screen, fire = (box for box in boxes if box)
    dots = page.evaluate("() => [page.machine.canvas.width, page.machine.canvas.height]")
    # The picture without the border that the canvas has around it.
    left, top = 8 * screen["width"] / dots[0], 8 * screen["height"] / dots[1]
    assert screen["y"] + top >= 0
    assert screen["y"] + screen["height"] - top <= 390
    assert cross["x"] + cross["width"] <= screen["x"] + left
    assert fire["x"] >= screen["x"] + screen["width"] - left
    assert max(box["y"] + box["height"] for box in (cross, fire)) <= 390
    context.close()


def test_embedded_there_is_the_machine_alone(browser: Browser, address: str) -> None:
    page = opened(browser.new_page(), f"{address}basic.html?program=rings&embed&autorun=0")
    assert page.locator("#screen").is_visible()
    assert page.locator("#run").is_visible()
    for other in ("#writing", ".top", "#panel"):
        assert page.locator(other).is_hidden()
    page.close()


@pytest.mark.skipif(not shutil.which("npm"), reason="needs npm")
@pytest.mark.nightly
def test_the_scripts_are_typed_and_linted() -> None:
    assert check() == ""


# Drawing and looking


def test_draw_a_sprite(page: Page) -> None:
    write(page, "10 SCREEN 1,0\n")
    page.click("#tab-draw")
    page.select_option("#draw-size", "8")
    page.fill("#draw-number", "0")
    page.click("#draw-clear")
    box = page.locator("#dots").bounding_box()
    assert box is not None
    side = box["width"] / 8
    page.mouse.move(box["x"] + side / 2, box["y"] + side / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 7.5 * side, box["y"] + side / 2, steps=14)
    page.mouse.up()
    page.click("#draw-sprite")
    wanted = "SPRITE$(0)=CHR$(255)" + 7 * "+CHR$(0)"
    page.wait_for_function("text => page.editor.text.includes(text)", arg=f"20 {wanted}")
    # The pattern that was drawn last is written over the one before; what another line holds stays.
    page.click("#draw-turn")
    page.click("#draw-sprite")
    wanted = "SPRITE$(0)=" + "+".join(["CHR$(1)"] * 8)
    page.wait_for_function("text => page.editor.text === text", arg=f"10 SCREEN 1,0\n20 {wanted}\n")
    page.click("#draw-clear")
    page.click("#draw-read")
    expect(page.locator("#dots [aria-pressed=true]")).to_have_count(8)
    page.focus("#dots button")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.locator("#dots button:nth-child(9)")).to_have_attribute("aria-pressed", "true")
    page.click("#tab-findings")


def test_draw_tab_asks_for_the_palette_alone(page: Page) -> None:
    run(page, "10 SCREEN 5:COLOR=(2,1,2,3):A$=INPUT$(1)")
    page.click("#tab-draw")
    asked = page.evaluate(
        """() => new Promise(resolve => { const {machine} = page, asked = [], ask = machine.ask;
        machine.ask = function (name, ...more) { asked.push(name); return ask.call(machine, name, ...more); };
        setTimeout(() => { delete machine.ask; resolve(asked); }, 1500); })"""
    )
    assert set(asked) == {"palette"}
    page.click("#colours button:nth-child(3)")
    assert [page.input_value(f"#level-{name}") for name in ("red", "green", "blue")] == ["1", "2", "3"]
    page.click("#tab-findings")


def test_video_tab(page: Page) -> None:
    run(page, "10 SCREEN 1,2:SPRITE$(1)=STRING$(32,255):PUT SPRITE 2,(50,60),9,1:A$=INPUT$(1)")
    page.click("#tab-video")
    expect(page.locator("#sprites-told")).to_have_text("2: (50,60), colour 9, pattern 1")
    page.click("#sprite-patterns", position={"x": 40, "y": 8})
    expect(page.locator("#dots [aria-pressed=true]")).to_have_count(256)
    assert page.input_value("#draw-number") == "1"
    page.click("#tab-findings")


def test_picture_and_film(page: Page, tmp_path: Path) -> None:
    run(page, "10 SCREEN 2:CIRCLE(99,99),50,8:A$=INPUT$(1)")
    page.click("#set summary")
    with page.expect_download() as taken:
        page.click("#still")
    with Image.open(taken.value.path()) as picture:
        assert picture.size == (272, 208)
    page.click("#set summary")
    page.click("#film")
    page.wait_for_timeout(1000)
    page.click("#set summary")
    with page.expect_download() as taken:
        page.click("#film")
    # A WebM file begins with an EBML header.
    assert taken.value.path().read_bytes()[:4] == b"\x1a\x45\xdf\xa3"
