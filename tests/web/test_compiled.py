"""The compiled program beside the interpreted one: what it shows, and the T-states that it takes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.native.compiler import compile_program
from tests.msxkit.native.msx import Msx
from tests.web.visit import PATIENCE, faults, opened, set_speed, shows_picture_of, write

pytestmark = [pytest.mark.timeout(300), pytest.mark.slow]

PROGRAMS = {
    "text": '10 SCREEN 1:WIDTH 30:FOR I=1 TO 5:PRINT I;SQR(I):NEXT:PRINT "DONE":A$=INPUT$(1)',
    "lines": (
        "10 SCREEN 2:FOR I=0 TO 90 STEP 9:LINE(I,I)-(255-I,191-I),I MOD 15+1,B:NEXT\n"
        "20 CIRCLE(128,96),40,9:A$=INPUT$(1)"
    ),
    "sprites": (
        "10 COLOR 15,1,1:SCREEN 1,2:SPRITE$(0)=STRING$(32,170)\n"
        "20 FOR I=0 TO 9:PUT SPRITE I,(I*20,I*15),I+2,0:NEXT:LOCATE 3,20:PRINT STICK(0);\n30 A$=INPUT$(1)"
    ),
}
_MANY = 50_000_000
#: T-states from the first statement to an address, without interrupts, and how many of them were waits.
_COUNT = """([program, ended]) => {
  const {rom} = page.beside, counted = new rom.constructor(rom.cartridge), {regs} = counted.cpu;
  while (regs.pc !== program) counted.step();
  const [before, waits] = [counted.tStateCount, counted.waits];
  while (regs.pc !== ended) counted.step();
  return [counted.tStateCount - before, counted.waits - waits]; }"""


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    opened(page, f"{address}basic.html?program=rings&autorun=0&seed=4&machine=msx1")
    set_speed(page, "max")
    yield page
    assert not faults(page)
    page.close()


def beside(page: Page, program: str) -> None:
    """Run a program in both ways."""
    write(page, program)
    page.evaluate("() => page.beside.end()")
    page.click("#set summary")
    page.click("#compiled")
    page.wait_for_function("() => page.beside.rom")


@pytest.mark.parametrize("name", PROGRAMS)
def test_compiled_program_shows_the_same(page: Page, name: str) -> None:
    session = Session(PROGRAMS[name], machine="msx1")
    session.run()
    beside(page, PROGRAMS[name])
    chip = session.video.chip
    # The name table, the sprites and, where it is a bitmap, the patterns.
    used = [*range(0x1800, 0x1B80), *(range(0x1800) if name == "lines" else ())]
    wanted = [chip.vram[at] for at in used]
    page.wait_for_function(
        "([used, wanted]) => used.every((at, place) => page.beside.rom.vram[at] === wanted[place])",
        arg=[used, wanted],
        timeout=PATIENCE * 1000,
    )
    assert shows_picture_of(page, PROGRAMS[name], "msx1", "beside-screen")


def test_time_of_a_loop(page: Page) -> None:
    """The Z80 of the page takes what the tests' Z80 takes, and the waits of an MSX."""
    program = "10 DEFINT I-J:FOR I=1 TO 300:J=J+I\\3:NEXT:X=1.5:FOR I=1 TO 9:X=X*1.25+SQR(X):NEXT\n20 END"
    beside(page, program)
    msx = Msx(compile_program(Program.from_ascii(program.encode("ascii"))))
    symbols = msx.symbols
    msx.advance(symbols["program"])
    taken = 0
    while msx.cpu.pc != symbols["ended"]:
        msx.cpu.ticks_to_stop = _MANY
        msx.cpu.run()
        taken += _MANY - msx.cpu.ticks_to_stop
    total, waits = page.evaluate(_COUNT, [symbols["program"], symbols["ended"]])
    assert total - waits == taken
    # One for each opcode: the shortest instructions take four T-states, the longest 23 with two opcodes.
    assert taken / 23 < waits < taken / 4
    # At the speed of the machine it takes its time.
    expect(page.locator("#beside-told")).to_contain_text("at its end", timeout=20_000)


def test_keys_go_to_the_picture_with_the_focus(page: Page) -> None:
    beside(page, "10 SCREEN 1\n20 A$=INPUT$(1):PRINT ASC(A$);STICK(0):GOTO 20")
    page.wait_for_timeout(500)
    page.focus("#beside-screen")
    page.keyboard.press("q")
    page.keyboard.down("ArrowLeft")
    text = "() => String.fromCharCode(...page.beside.rom.vram.slice(0x1800, 0x1b00))"
    page.wait_for_function(f"() => ({text})().includes('113')")
    page.wait_for_function(f"() => ({text})().includes('29  7')")
    page.keyboard.up("ArrowLeft")


def test_what_it_cannot_do_is_said(page: Page) -> None:
    write(page, "10 SCREEN 5")
    page.evaluate("() => page.beside.end()")
    page.click("#set summary")
    page.click("#compiled")
    told = "Compiled programs run on an MSX1 here. Line 10: SCREEN 5 needs an MSX2"
    expect(page.locator("#oops")).to_contain_text(told)
    assert page.locator("#beside").is_hidden()
