"""What the page has besides screen and keys: sound, gamepads, full screen, a keyboard for fingers; and its walls."""

from __future__ import annotations

import base64
import gzip
import json
import urllib.parse
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as BrowserError

from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.machine.clock import SECOND
from msxkit.media.disk import Disk
from tests.web.visit import browser_memory, faults, opened, set_speed, state, wait_for, write

pytestmark = pytest.mark.slow

#: Gamepads that the test holds, the window that a click opens, and violations of the policy.
STUBS = """
globalThis.pads = []; navigator.getGamepads = () => globalThis.pads;
globalThis.hold = pads => { globalThis.pads = pads; dispatchEvent(new Event("gamepadconnected")); };
globalThis.opened = []; globalThis.open = (...what) => { globalThis.opened.push(what); return null; };
globalThis.violations = [];
addEventListener("securitypolicyviolation", event => globalThis.violations.push(event.blockedURI));
"""


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    """One visit to the page for all tests, in which nothing may break the policy."""
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    page.add_init_script(STUBS)
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text) if message.type == "error" else None)
    opened(page, f"{address}basic.html?program=guess&autorun=0&speed=max&seed=4")
    yield page
    assert page.evaluate("() => globalThis.violations") == []
    assert not told
    assert not faults(page)


def run(page: Page, program: str) -> None:
    """Write a program into the editor and runs it."""
    before = state(page).get("run", 0)
    write(page, program)
    page.click("#run")
    wait_for(page, lambda seen: seen["run"] > before, "the run")


# Sound


def _played(page: Page, writes: list[tuple[float, int, int]], speed: int = 1) -> list[float]:
    """Return a second of what the worklet makes of writes into the chip."""
    found: list[float] = page.evaluate(
        """async ([writes, speed]) => {
          const context = new OfflineAudioContext(1, 44100, 44100);
          await context.audioWorklet.addModule(new URL("psg.js", document.querySelector("script[src*='/']").src));
          const node = new AudioWorkletNode(context, "psg", {outputChannelCount: [1]});
          node.connect(context.destination);
          node.port.postMessage({changes: writes, speed});
          await new Promise(resolve => setTimeout(resolve, 100));
          return [...(await context.startRendering()).getChannelData(0)];
        }""",
        [writes, speed],
    )
    return found


def _crossings(samples: list[float]) -> int:
    return sum(a < 0 <= b for a, b in pairwise(samples))


@pytest.mark.parametrize(("channel", "period"), [(0, 254), (1, 1017), (2, 100)])
def test_a_tone_has_its_frequency(page: Page, channel: int, period: int) -> None:
    """3.579545 MHz by 32 and the period (AY-3-8910 data manual)."""
    writes = [
        (0.0, 2 * channel, period & 255),
        (0.0, 2 * channel + 1, period >> 8),
        (0.0, 7, 0xBF ^ 1 << channel),
        (0.0, 8 + channel, 15),
    ]
    assert abs(_crossings(_played(page, writes)[22050:]) - 3_579_545 / 32 / period / 2) <= 3


def test_a_louder_tone_is_twice_as_strong_two_steps_up(page: Page) -> None:
    strong, weak = (
        max(_played(page, [(0.0, 0, 254), (0.0, 7, 0xBE), (0.0, 8, volume)])[22050:]) for volume in (15, 13)
    )
    assert strong == pytest.approx(2 * weak, rel=0.05)


def test_the_volume_is_that_of_the_slider(page: Page) -> None:
    page.click("#sound")
    page.wait_for_selector("#sound[aria-pressed=true]")
    strong, weak, silent = page.evaluate(
        """async () => {
          const {sound} = page.machine, {context} = sound, hears = new AnalyserNode(context, {fftSize: 8192});
          sound.volume.connect(hears);
          sound.node.port.postMessage({changes: [[0, 0, 254], [0, 7, 0xBE], [0, 8, 15]], speed: 1});
          const slider = document.getElementById("volume"), found = [];
          for (const volume of [60, 15, 0]) {
            slider.value = volume;
            slider.dispatchEvent(new Event("input"));
            const until = context.currentTime + 1;
            while (context.currentTime < until) await new Promise(resolve => setTimeout(resolve, 50));
            const heard = new Float32Array(8192);
            hears.getFloatTimeDomainData(heard);
            found.push(Math.max(...heard));
          }
          return found;
        }"""
    )
    assert strong > 0.05
    assert strong == pytest.approx(4 * weak, rel=0.05)
    assert silent == 0
    page.click("#sound")
    page.wait_for_selector("#sound[aria-pressed=false]")


def test_a_tone_begins_and_ends_when_the_machine_says(page: Page) -> None:
    """The time of the machine counts, not that of the message."""
    samples = _played(page, [(5.0, 0, 254), (5.0, 7, 0xBE), (5.0, 8, 15), (5.5, 8, 0)])
    loud = [number / 44100 for number, sample in enumerate(samples) if abs(sample) > 0.05]
    assert loud[-1] - loud[0] == pytest.approx(0.5, abs=0.03)


def test_every_write_of_a_program_reaches_the_worklet(page: Page) -> None:
    program = (
        '10 SOUND 0,254:SOUND 7,&H3E:SOUND 8,16:SOUND 13,9\n20 FOR I=1 TO 500:NEXT\n30 PLAY"T120L8CDE","R4G"'
    )
    page.click("#sound")
    page.wait_for_selector("#sound[aria-pressed=true]")
    page.evaluate(
        "() => { globalThis.writes = []; const sound = page.machine.sound, play = sound.play.bind(sound);"
        " sound.play = (changes, speed) => { writes.push(...changes); play(changes, speed); }; }"
    )
    run(page, program)
    wait_for(page, lambda seen: seen["status"] == "end", "the end")
    session = Session(program)
    first = session.sound.record()
    session.run()
    assert session.sound.recorded
    expected: list[list[float]] = [[0, register, value] for register, value in enumerate(first[:14])]
    expected += [
        [at / SECOND, register, value] for at, register, value in session.sound.recorded if register < 14
    ]
    page.wait_for_function("number => writes.length >= number", arg=len(expected))
    assert page.evaluate("() => writes") == expected
    page.click("#sound")
    page.wait_for_selector("#sound[aria-pressed=false]")
    assert page.evaluate("() => page.machine.sound.context.state") == "suspended"


# Other devices


def test_a_gamepad_is_joystick_1(page: Page) -> None:
    run(page, '10 IF STICK(1)=2 AND STRIG(1) AND STRIG(3) THEN PRINT "SEEN":END\n20 GOTO 10')
    _hold(page, [0.9, -0.9], 0, 1)
    assert "SEEN" in wait_for(page, lambda seen: seen["status"] == "end", "the joystick")["text"]
    _hold(page, [0, 0])


def test_the_cross_of_a_gamepad_is_the_cursor_keys(page: Page) -> None:
    run(page, "10 A$=INPUT$(3):FOR I=1 TO 3:PRINT ASC(MID$(A$,I)):NEXT")
    for button in (15, 13, 0):
        wait_for(page, lambda seen: seen["status"] == "key", "a wait")
        _hold(page, [0, 0], button)
        page.wait_for_timeout(150)
        _hold(page, [0, 0])
        page.wait_for_timeout(150)
    assert wait_for(page, lambda seen: seen["status"] == "end", "keys")["text"].split()[:3] == [
        "28",
        "31",
        "32",
    ]


def test_the_second_gamepad_is_joystick_2(page: Page) -> None:
    run(page, '10 IF STICK(2)=7 AND STICK(1)=0 AND STICK(0)=0 THEN PRINT "SEEN":END\n20 GOTO 10')
    page.evaluate("pad => hold([null, {axes: [0, 0], buttons: []}, pad])", _pad([-1, 0]))
    assert "SEEN" in wait_for(page, lambda seen: seen["status"] == "end", "the joystick")["text"]
    _hold(page, [0, 0])


def _pad(axes: list[float], *buttons: int) -> dict[str, Any]:
    return {"axes": axes, "buttons": [{"pressed": number in buttons} for number in range(16)]}


def _hold(page: Page, axes: list[float], *buttons: int) -> None:
    page.evaluate("pad => hold([pad])", _pad(axes, *buttons))


def test_full_screen_and_back(page: Page) -> None:
    page.click("#set summary")
    page.click("#full-screen")
    page.wait_for_function("() => document.fullscreenElement?.id === 'machine'")
    assert page.locator("#screen").is_visible()
    page.click("#set summary")
    page.click("#full-screen")
    page.wait_for_function("() => document.fullscreenElement === null")


def test_a_line_is_typed_with_the_mouse(page: Page) -> None:
    run(page, '10 INPUT "NAME";A$:PRINT "HI ";A$;LEN(A$)')
    wait_for(page, lambda seen: seen["asks"], "the question")
    assert page.locator("#board").is_hidden()
    page.click("#keys")
    for key in ("A", "SPACE", "2", "X", "BS", "RETURN"):
        page.click(f"#board [data-type='{key}']")
    assert "HI A 2 3" in wait_for(page, lambda seen: seen["status"] == "end", "the answer")["text"]
    run(page, "10 LINE INPUT A$:PRINT A$")
    for key in ("A", "aA", "B", "1", ":", "LEFT", "aA", "C", "RETURN"):
        page.click(f"#board [data-type='{key}']")
    assert "Ab!C" in wait_for(page, lambda seen: seen["status"] == "end", "the answer")["text"]
    page.click("#keys")
    assert page.locator("#board").is_hidden()


def test_keyboard_on_touch(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = opened(context.new_page(), f"{address}basic.html?program=guess&speed=max")
    wait_for(page, lambda seen: seen["asks"], "the question")
    page.wait_for_selector("#board:not([hidden])")
    page.tap("#board [data-type='5']")
    page.tap("#board [data-type='RETURN']")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    page.tap("#stop")
    page.wait_for_selector("#board", state="hidden")
    assert not faults(page)
    context.close()


def test_webmsx_gets_the_disk_with_the_program(page: Page) -> None:
    program = '10 PRINT "HELLO"\n'
    write(page, program)
    page.click("#more summary")
    page.click("#webmsx")
    page.wait_for_function("() => globalThis.opened.length > 0")
    address, target, features = page.evaluate("() => globalThis.opened.pop()")
    assert (target, features) == ("_blank", "noopener")
    parts = urllib.parse.urlsplit(address)
    assert (parts.scheme, parts.netloc) == ("https", "webmsx.org")
    data = urllib.parse.parse_qs(parts.query, strict_parsing=True)["DISKA_URL"][0]
    kind, _, content = data.partition(",")
    assert kind == "data:application/gzip;base64"
    disk = Disk.load(gzip.decompress(base64.b64decode(content, validate=True)))
    found = {entry.name.upper(): disk.read(entry).data for entry in disk.entries()}
    assert Program.from_file(found["PROGRAM.BAS"]).listed().rstrip(b"\x1a\r\n") == program.strip().encode(
        "ascii"
    )
    assert b"PROGRAM" in found["AUTOEXEC.BAS"].upper()


# Walls


def test_the_policy_holds_on_the_page_and_in_its_worker(browser: Browser, address: str) -> None:
    """Addresses elsewhere and code out of text are refused, as the policy says; the worker follows it too."""
    page = browser.new_page()
    page.add_init_script(STUBS)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.wait_for_selector("body[data-ready=yes]")
    (worker,) = page.workers
    for place in (page, worker):
        with pytest.raises(BrowserError, match="Failed to fetch"):
            place.evaluate("() => fetch('http://localhost:9/elsewhere')")
        with pytest.raises(BrowserError, match="unsafe-eval"):
            # Not at once: what is evaluated for a debugger may do more.
            place.evaluate(
                "() => new Promise((resolve, reject) => setTimeout(() => {"
                " try { resolve(new Function('return 1')()); } catch (error) { reject(error); } }))"
            )
    assert "http://localhost:9/elsewhere" in page.evaluate("() => globalThis.violations")
    assert all(url.startswith((address, "data:", "blob:")) for url in asked if "localhost:9" not in url)
    page.close()


@pytest.mark.parametrize(
    "attempt",
    [
        '10 OPEN "/site/battleship/__init__.py" FOR INPUT AS 1',
        '10 OPEN "../../etc/passwd" FOR INPUT AS 1',
        '10 LOAD "http://localhost:9/x.bas"',
        '10 BLOAD "/site/modules.zip",R',
        '10 RUN "A:/lib/python314.zip"',
        "10 A=1:A$=\"'); import js; js.fetch('http://localhost:9/'); ('\":PRINT A$:ERROR 77",
        "10 FOR I=0 TO 65535:POKE I,201:NEXT:DEFUSR=0:A=USR(0):ERROR 77",
        "10 FOR I=0 TO 255:OUT I,I:NEXT:ERROR 77",
    ],
)
def test_a_program_stays_in_its_machine(page: Page, attempt: str) -> None:
    """Files of the page's own Python, addresses, code, memory and ports: nothing is there but an MSX."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    run(page, attempt)
    found = wait_for(page, lambda seen: seen["status"] in ("error", "end", "key"), "the end")
    assert found["status"] == "error" or "POKE" in attempt, found
    run(page, '10 PRINT "STILL HERE"')
    assert "STILL HERE" in wait_for(page, lambda seen: seen["status"] == "end", "another program")["text"]
    # The browser asks for the page's icon when it likes.
    assert {url.rpartition("/")[2] for url in asked} <= {"icon.svg"}


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at the browser's memory in /proc")
@pytest.mark.nightly
def test_the_browser_takes_no_more_memory_over_ten_minutes(browser: Browser, address: str) -> None:
    """Of the machine's time, with sound, sprites, draws, strings and keys."""
    page = opened(browser.new_page(), f"{address}basic.html?program=rings&autorun=0&seed=1")
    page.click("#sound")
    run(
        page,
        "10 SCREEN 1:ON INTERVAL=5 GOSUB 40:INTERVAL ON\n20 A$=INKEY$+A$:SOUND 0,RND(1)*255\n"
        "30 PUT SPRITE 0,(RND(-TIME)*255,9),15,1:GOTO 20\n40 BEEP:A$=LEFT$(A$,20):RETURN",
    )
    set_speed(page, "max")
    page.focus("#screen")
    sizes: list[int] = []
    while (state(page)["seconds"] < 600 or len(sizes) < 80) and len(sizes) < 400:
        page.keyboard.press("a")
        page.wait_for_timeout(500)
        sizes.append(browser_memory())
    assert state(page)["seconds"] > 600
    assert state(page)["status"] == "running"
    page.close()
    # After a quarter of the time the moments to step back to are all there, and garbage has been collected.
    quarter = len(sizes) // 4
    assert min(sizes[-quarter:]) < min(sizes[quarter : 2 * quarter]) + 10e6, json.dumps(sizes)
