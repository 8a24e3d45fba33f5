"""Modern sources in the workshop: labels and long names instead of line numbers, and everything speaks of rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.visit import faults, listing, opened, ran, run, state, wait_for, write

pytestmark = [pytest.mark.timeout(300), pytest.mark.slow]

SIX = """score = 0
{again}
score += 1
print "score"; score
if score < 3 then goto {again}
end"""


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The workshop with a new program."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    opened(page, f"{address}basic.html?autorun=0&speed=max")
    page.wait_for_function("() => page.language.opened", timeout=60_000)
    page.click("#more summary")
    page.click("#new")
    yield page
    assert not faults(page)
    page.context.close()


def typed(page: Page, text: str) -> None:
    page.click("#paper .cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
    page.keyboard.press("Escape")


def kept(page: Page) -> None:
    """Wait until the browser has what is written."""
    page.evaluate("async () => { await page.programs.write(); await page.programs.store.all(); }")


def test_a_new_program_needs_no_numbers(page: Page) -> None:
    assert page.input_value("#name") == "untitled.dmx"
    typed(page, SIX)
    assert listing(page) == SIX
    run(page)
    wait_for(page, lambda seen: seen["status"] == "end", "the end")
    assert state(page)["text"].split("\nOk")[0].split("\n")[:3] == ["score 1", "score 2", "score 3"]
    assert page.inner_text("#oops") == ""
    page.fill("#name", "Three points")
    page.locator("#name").blur()
    assert page.input_value("#name") == "Three points.dmx"
    kept(page)
    page.reload()
    page.wait_for_selector("body[data-ready=yes]")
    assert (page.input_value("#name"), listing(page)) == ("Three points.dmx", SIX)
    run(page)
    wait_for(page, lambda seen: seen["status"] == "end" and "score 3" in seen["text"], "the end again")
    expect(page.locator("#renumber")).to_be_disabled()


def test_a_sprite_is_drawn_into_a_loop_and_read_back(page: Page) -> None:
    page.evaluate("() => { page.editor.write('main{\\n  cls\\n}\\n'); page.editor.select(1, 0); }")
    page.click("#tab-draw")
    page.select_option("#draw-size", "8")
    page.locator("#dots button").first.click()
    page.click("#draw-sprite")
    expected = "  SPRITE$(0)=" + "+".join(f"CHR$({byte})" for byte in (128, *[0] * 7))
    page.wait_for_function("() => page.editor.text.includes('SPRITE$')")
    assert listing(page).split("\n") == ["main{", "  cls", expected, "}", ""]
    page.click("#draw-clear")
    page.click("#draw-read")
    expect(page.locator("#dots [aria-pressed=true]")).to_have_count(1)
    page.locator("#dots button").nth(1).click()
    page.click("#draw-sprite")
    page.wait_for_function("() => page.editor.text.includes('(192)')")
    assert len(listing(page).split("\n")) == 5


def test_files_beside_the_program_are_proposed(page: Page, tmp_path: Path) -> None:
    for name, text in (("lib.dmx", "print 1\n"), ("game.dmx", 'include "lib.dmx"\n')):
        (tmp_path / name).write_text(text)
    page.set_input_files("#file", [tmp_path / "lib.dmx", tmp_path / "game.dmx"])
    page.wait_for_function("() => page.editor.text.startsWith('include')")
    ask = "([name, where]) => page.language.ask(name, where)"
    found = page.evaluate(ask, ["complete", {"row": 0, "column": 10}])
    assert [item["text"] for item in found["items"]] == ["lib.dmx"]


def test_errors_and_findings_stand_in_their_rows(page: Page) -> None:
    typed(page, "cls\ncolumn = 256\nkolumn = 1\n  locate column, 0\nend\n")
    expect(page.locator("#findings li[data-row='3']")).to_contain_text("Row 3, warning: kolumn is")
    known = "([name, where]) => page.language.ask(name, where)"
    told = page.evaluate(known, ["hover", {"row": 3, "column": 10}])
    assert told["text"].startswith("Variable `column`")
    assert page.evaluate(known, ["definition", {"row": 3, "column": 10}]) == [[1, 0, 6, ""]]
    proposed = page.evaluate(known, ["complete", {"row": 3, "column": 12}])["items"]
    assert "column" in [item["label"] for item in proposed]
    run(page)
    expect(page.locator("#status")).to_have_text("untitled.dmx:4:3: Illegal function call in 40")
    expect(page.locator("#paper .cm-failed")).to_have_text("  locate column, 0")
    typed(page, "print 1\ngoto {nowhere}\n")
    page.click("#run")
    expect(page.locator("#oops")).to_contain_text("untitled.dmx:2:7: Label does not exist: nowhere")


def test_breakpoint_stops_at_its_row(page: Page) -> None:
    typed(page, SIX)
    page.evaluate("() => page.editor.select(3, 0)")
    page.keyboard.press("F9")
    before = state(page)["run"]
    page.click("#run")
    ran(page, before)
    wait_for(page, lambda seen: seen["status"] == "paused", "the breakpoint")
    expect(page.locator("#status")).to_have_text("Breakpoint in row 4")
    expect(page.locator("#paper .cm-next")).to_have_text('print "score"; score')
    page.click("#tab-values")
    expect(page.locator("#variables tr")).to_contain_text(["score#"])
    expect(page.locator("#frames button")).to_have_text(["row 4"])
    page.click("[aria-label='Change score#']")
    page.fill("#asking-text", "score + 7")
    page.click("#asking-yes")
    expect(page.locator("#variables")).to_contain_text("8")
    page.click("#step")
    expect(page.locator("#paper .cm-next")).to_contain_text("if score < 3")
    page.click("#pause")
    wait_for(page, lambda seen: seen["status"] == "end", "the end")


def test_files_and_links_stay_modern(page: Page, tmp_path: Path) -> None:
    source = tmp_path / "Points.dmx"
    source.write_text(SIX, "utf-8")
    page.set_input_files("#file", source)
    wait_for(page, lambda seen: "score 3" in seen["text"], "the file")
    assert (page.input_value("#name"), listing(page)) == ("Points.dmx", SIX)
    page.click("#more summary")
    page.click("#share")
    page.wait_for_function("() => location.hash.startsWith('#p=')")
    other = opened(page.context.new_page(), page.url)
    wait_for(other, lambda seen: "score 3" in seen["text"], "the link")
    assert other.input_value("#name") == "Points.dmx"
    page.click("#more summary")
    with page.expect_download() as download:
        page.select_option("#download", "dmx")
    assert download.value.path().read_text("utf-8") == SIX
    page.click("#new-listing")
    page.evaluate("() => document.getElementById('undo').click()")
    assert (page.input_value("#name"), page.evaluate("() => page.editor.modern")) == ("Points.dmx", True)
    page.evaluate("() => document.getElementById('redo').click()")
    assert page.input_value("#name") == "untitled"
    typed(page, "10 PRINT 1\nPRINT 2\n")
    assert listing(page).rstrip() == "10 PRINT 1\n20 PRINT 2"


GAME = """define [top][3]
score = 0
loop{
  .count(score)
  score += 1
  if score > [top] then exit
}
prnt "done"
end
include "lib.dmx"
"""
LIB = """func .count(points)
points += 1:
score_now = points
ret
"""


@pytest.fixture
def parts(page: Page, tmp_path: Path) -> Page:
    """A program of two sources."""
    for name, text in (("lib.dmx", LIB), ("game.dmx", GAME)):
        (tmp_path / name).write_text(text, "utf-8")
    page.set_input_files("#file", [tmp_path / "lib.dmx", tmp_path / "game.dmx"])
    expect(page.locator("#name")).to_have_value("game.dmx")
    expect(page.locator("#status")).to_have_text("game.dmx:8:1: Syntax error in 60")
    return page


def parted(page: Page, name: str) -> None:
    """Open a file of the program."""
    page.select_option("#part", name)
    page.wait_for_function("name => page.programs.file === name", arg=name or "game.dmx")


def test_files_of_a_program(parts: Page) -> None:
    page = parts
    expect(page.locator("#part option")).to_have_text(["game.dmx", "lib.dmx"])
    assert listing(page) == GAME
    # A repair, a rename in both files, the style of each.
    page.click("#findings li[data-row='8'] .repair")
    expect(page.locator("#findings li[data-row='8']")).to_have_count(0)
    page.evaluate("() => page.editor.select(3, 4)")
    page.keyboard.press("F2")
    page.fill("#asking-text", "more")
    page.click("#asking-yes")
    page.wait_for_function("() => page.editor.text.includes('.more(score)')")
    page.keyboard.press("F12")
    page.wait_for_function("() => page.programs.file === 'lib.dmx'")
    assert listing(page) == LIB.replace(".count", ".more")
    page.keyboard.press("Shift+Alt+f")
    page.wait_for_function("() => page.editor.text.includes('  points += 1:')")
    # A breakpoint in the included file; the editor follows the run.
    page.evaluate("() => page.editor.select(2, 0)")
    page.keyboard.press("F9")
    parted(page, "")
    before = state(page)["run"]
    page.click("#run")
    ran(page, before)
    wait_for(page, lambda seen: seen["status"] == "paused", "the breakpoint")
    page.wait_for_function("() => page.programs.file === 'lib.dmx'")
    expect(page.locator("#paper .cm-next")).to_have_text("score_now = points")
    page.click("#tab-values")
    expect(page.locator("#frames button")).to_have_text(["lib.dmx row 3", "row 4"])
    page.locator("#frames button").nth(1).click()
    page.wait_for_function("() => page.programs.file === 'game.dmx'")
    # All of it is kept.
    kept(page)
    page.reload()
    page.wait_for_selector("body[data-ready=yes]")
    parted(page, "lib.dmx")
    assert listing(page).startswith("func .more(points)\n  points += 1:\n")


def test_undo_goes_back_over_files(parts: Page) -> None:
    page = parts
    parted(page, "lib.dmx")
    page.click("#paper .cm-content")
    page.keyboard.press("Control+z")
    page.wait_for_function("() => page.programs.file === 'game.dmx'")
    assert listing(page) == GAME
    assert page.evaluate("() => page.programs.textOf('lib.dmx')") == LIB


def test_errors_in_another_file(parts: Page) -> None:
    page = parts
    parted(page, "lib.dmx")
    write(page, LIB.replace("points += 1", "pritn points"))
    parted(page, "")
    found = page.locator("#findings li").filter(has_text="lib.dmx, row 2")
    expect(found).to_have_count(2)
    found.first.locator("button").first.click()
    page.wait_for_function("() => page.programs.file === 'lib.dmx'")
    page.click("#tab-files")
    page.click("[aria-label='Throw away lib.dmx']")
    page.click("#asking-yes")
    page.wait_for_function("() => page.programs.file === 'game.dmx'")
    page.click("#run")
    expect(page.locator("#oops")).to_contain_text("game.dmx:10:10: lib.dmx: the program has no such file")
    page.click("#new-source")
    page.fill("#asking-text", "lib")
    page.click("#asking-yes")
    page.wait_for_function("() => page.programs.file === 'lib.dmx'")
    typed(page, LIB)
    parted(page, "")
    write(page, GAME.replace("prnt", "print"))
    run(page)
    wait_for(page, lambda seen: "done" in seen["text"], "the run")


def test_other_dialect(page: Page) -> None:
    page.click("#more summary")
    page.click("#new-listing")
    typed(page, "10 CLS\n20 PRINT 7\n30 GOTO 20\n")
    page.fill("#name", "seven")
    page.click("#edit summary")
    page.click("#convert")
    expect(page.locator("#name")).to_have_value("seven.dmx")
    assert listing(page) == "cls\n{line_20}\nprint 7\ngoto {line_20}\n"
    page.click("#edit summary")
    page.click("#convert")
    expect(page.locator("#name")).to_have_value("seven")
    assert listing(page) == "10 CLS\n20 PRINT 7\n30 GOTO 20\n"
