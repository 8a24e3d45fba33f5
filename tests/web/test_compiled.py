"""The compiled program beside the interpreted one: what it shows, and the T-states that it takes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from msxkit.language.program import Program
from msxkit.native.compiler import compile_program
from tests.msxkit.native.msx import Msx
from tests.web.visit import faults, opened, set_speed, shows_picture_of, write

pytestmark = pytest.mark.slow

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
MSX2 = {
    "text of 80 columns": '10 SCREEN 0:WIDTH 80:FOR I=1 TO 30:PRINT I;SQR(I):NEXT:PRINT "DONE":A$=INPUT$(1)',
    "commands": (
        "10 COLOR 15,1,4:SCREEN 5:FOR I=0 TO 90 STEP 9:LINE(I,I)-(255-I,211-I),I MOD 15+1,B:NEXT\n"
        "20 CIRCLE(128,96),40,9:PAINT(128,96),9:COPY(0,0)-(60,60) TO (150,100):COLOR=(9,7,3,0):A$=INPUT$(1)"
    ),
    "two banks": (
        "10 SCREEN 7:FOR I=0 TO 255 STEP 5:LINE(I*2,0)-(511-I,211),I MOD 16:NEXT\n"
        "20 SPRITE$(0)=STRING$(8,255):PUT SPRITE 0,(50,50),9,0:A$=INPUT$(1)"
    ),
    "256 colours": "10 SCREEN 8:CLS:LINE(9,9)-(99,99),7,BF:FOR I=0 TO 255:LINE(I,0)-(I,211),I:NEXT:A$=INPUT$(1)",
    "file": (
        '10 OPEN "HI" FOR OUTPUT AS #1:PRINT#1,"HELLO":CLOSE\n'
        '20 OPEN "HI" FOR INPUT AS #1:INPUT#1,A$:CLOSE:SCREEN 1:PRINT A$:A$=INPUT$(1)'
    ),
    "megarom": "10 SCREEN 1:DIM A(99)\n"
    + "\n".join(
        f"{n} A({n % 100})=SIN({n})*COS({n})/3+A({n * 7 % 100}):IF A({n % 100})>99 THEN PRINT {n}"
        for n in range(20, 250)
    )
    + "\n300 PRINT A(5):A$=INPUT$(1)",
}
PROGRAMS |= MSX2
_MANY = 50_000_000
#: T-states from the first statement to the end, without interrupts, and how many of them were waits.
_COUNT = """async () => {
  const {cartridge, machine} = page.beside, {Rom} = await import(`${machine.boot.base}rom.js`);
  const chip = {write: () => 0, read: () => 0x80, end_frame: () => false};
  const counted = new Rom(cartridge, chip), {regs} = counted.cpu;
  while (regs.pc !== cartridge.program) counted.step();
  const [before, waits] = [counted.tStateCount, counted.waits];
  while (regs.pc !== cartridge.ended) counted.step();
  return [counted.tStateCount - before, counted.waits - waits]; }"""


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    opened(page, f"{address}basic.html?program=rings&autorun=0&seed=4&machine=msx1")
    set_speed(page, "max")
    yield page
    assert not faults(page)
    page.close()


def beside(page: Page, program: str, machine: str = "msx1") -> None:
    """Run a program in both ways."""
    page.eval_on_selector("#kind", "(select, machine) => { select.value = machine; }", machine)
    write(page, program)
    page.evaluate("() => page.beside.end()")
    page.click("#set summary")
    page.click("#compiled")
    page.wait_for_function("() => page.beside.cartridge")


@pytest.mark.parametrize("name", PROGRAMS)
def test_compiled_program_shows_the_same(page: Page, name: str) -> None:
    machine = "msx2" if name in MSX2 else "msx1"
    beside(page, PROGRAMS[name], machine)
    assert shows_picture_of(page, PROGRAMS[name], machine, "beside-screen")


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
    total, waits = page.evaluate(_COUNT)
    assert total - waits == taken
    # One for each opcode: the shortest instructions take four T-states, the longest 23 with two opcodes.
    assert taken / 23 < waits < taken / 4
    # At the speed of the machine it takes its time.
    expect(page.locator("#beside-told")).to_contain_text("at its end", timeout=20_000)


def test_keys_and_sound_are_those_of_the_picture_with_the_focus(page: Page) -> None:
    program = "10 SCREEN 1:PRINT ASC(INPUT$(1))\n20 IF STICK(0)<>7 THEN 20\n30 SOUND 0,254"
    shown = '40 PRINT "LEFT":A$=INPUT$(1)'
    beside(page, f"{program}\n{shown}:A$=INPUT$(1)")
    page.evaluate("() => { globalThis.heard = []; }")
    page.evaluate("() => { page.machine.sound = {play: all => heard.push(...all), resume() {}}; }")
    page.focus("#beside-screen")
    page.keyboard.press("q")
    page.keyboard.down("ArrowLeft")
    page.wait_for_function("() => heard.some(([, register, value]) => register === 0 && value === 254)")
    page.keyboard.up("ArrowLeft")
    assert shows_picture_of(page, f"10 SCREEN 1:PRINT 113\n{shown}", "msx1", "beside-screen")
    page.focus("#screen")
    page.wait_for_function("() => !page.machine.hearsOther")
    page.evaluate("() => { page.machine.sound = null; }")


def test_what_it_cannot_do_is_said(page: Page) -> None:
    page.eval_on_selector("#kind", "select => { select.value = 'msx1'; }")
    write(page, "10 SCREEN 5")
    page.evaluate("() => page.beside.end()")
    page.click("#set summary")
    page.click("#compiled")
    expect(page.locator("#oops")).to_contain_text("Line 10: SCREEN 5 needs an MSX2")
    assert page.locator("#beside").is_hidden()
