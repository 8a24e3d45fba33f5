"""The site in a browser: what it loads, how soon it plays, how fast."""

from __future__ import annotations

import contextlib
import gzip
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from battleship.web.serving import server
from battleship.web.site import cache_folder, site
from msxkit.interpreter import Session
from tests.bench import Figure, best_of
from tests.bench.bench_interpreter import LOOP
from tests.chromium import CHROMIUM
from tests.programs import missing
from tests.web.visit import set_speed, write

#: Lines 510-550 of the original again and again.
ENDLESS = LOOP.replace("NEXT:END", "NEXT:GOTO 20")
#: 32 sprites of 16 x 16 dots that move.
SPRITES = (
    "10 COLOR 15,1,1:SCREEN 2,2:SPRITE$(0)=STRING$(32,255):DEFINT I-X\n"
    "20 X=X+1:FOR I=0 TO 31:PUT SPRITE I,((I*8+X)MOD 240,(I\\4)*22),I MOD 15+1,0:NEXT:GOTO 20\n"
)
#: Rounds, and seconds of one.
ROUNDS, SECONDS = 4, 2.0
#: Pages that playing does not load.
_OTHERS = ("replay.html", "replay.js", "report.js", "report.css", "sw.js")


def measure() -> Iterator[Figure]:
    if reason := missing("chromium"):
        yield Figure("the page", "not measured", reason)
        return
    files = site(cache_folder())
    loaded = [data for name, data in files.items() if name.rpartition("/")[2] not in _OTHERS]
    packed = sum(len(gzip.compress(data)) for data in loaded)
    yield Figure("to load", f"{sum(map(len, loaded)) / 1e6:.1f} MB", f"{packed / 1e6:.1f} MB compressed")
    with server(files) as served, sync_playwright() as playwright:
        threading.Thread(target=served.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        base = f"http://127.0.0.1:{served.server_port}/"
        busy: list[float] = []
        seconds = best_of(lambda: busy.append(_first_frame(browser, base)))
        yield Figure(
            "to the first frame", f"{seconds:.1f} s", f"{min(busy):.1f} s of processor time, goal 2.0 s"
        )
        page = _opened(browser, base)
        here, there = _statements(page)
        ratio = here / there
        yield Figure("lines 510-550", f"{here:,.0f} blocks/s", f"{ratio:.2f} of CPython beside it, goal 0.60")
        # The machine makes 50 pictures a second, so that 60 can be seen only where it runs faster.
        for speed, remark in (("1", "of the 50 that the machine makes"), ("2", "goal 60")):
            frames, pace, cost = _frames(page, speed)
            yield Figure(
                f"32 sprites at {speed}x",
                f"{frames:.0f} pictures/s",
                f"{1000 * cost:.1f} ms of processor time each, at {pace:.0%} of the machine's pace, {remark}",
            )
        yield Figure("while it waits for a key", f"{_idle(page):.3f} of a core", "goal 0.02")
        browser.close()
        served.shutdown()


def _opened(browser: Browser, base: str) -> Page:
    page = browser.new_page()
    page.goto(f"{base}basic.html?program=rings&autorun=0")
    page.wait_for_selector("body[data-ready=yes]")
    return page


def _first_frame(browser: Browser, base: str) -> float:
    """Open a page until it shows a picture. Return the processor time of its worker."""
    page = browser.new_page()
    page.goto(base)
    page.wait_for_function("() => globalThis.page?.machine.frames > 0")
    spent = max(_worker_seconds().values(), default=0)
    page.close()
    return spent


def _run(page: Page, program: str, speed: str) -> None:
    set_speed(page, speed)
    write(page, program)
    page.click("#run")
    page.wait_for_timeout(500)


def _statements(page: Page) -> tuple[float, float]:
    """Return blocks a second of processor time: of the page's worker, and of this process, which take turns."""
    _run(page, ENDLESS, "max")
    session = Session(ENDLESS)
    done = spent = own_done = own_spent = 0.0
    for _ in range(ROUNDS):
        page.evaluate("() => page.machine.ask('pause', {on: false})")
        steps, before = _steps(page), _worker_seconds()
        page.wait_for_timeout(1000 * SECONDS)
        after, done = _worker_seconds(), done + _steps(page) - steps
        spent += sum(after[thread] - before[thread] for thread in after.keys() & before.keys())
        page.evaluate("() => page.machine.ask('pause', {on: true})")
        steps, begun = session.steps, time.process_time()
        while time.process_time() - begun < SECONDS:
            session.run(max_steps=5000)
        own_done, own_spent = own_done + session.steps - steps, own_spent + time.process_time() - begun
    return done / spent, own_done / own_spent


def _steps(page: Page) -> int:
    found: int = page.evaluate("async () => (await page.machine.ask('state')).steps")
    return found


def _worker_seconds() -> dict[str, float]:
    """Processor time of each worker of this process's browser."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[stat.parent.name] = _fields(stat)[1][1]
    found = {}
    for thread in Path("/proc").glob("[0-9]*/task/[0-9]*/stat"):
        process = thread.parts[2]
        while process in parents and int(process) != os.getpid():
            process = parents[process]
        with contextlib.suppress(OSError):
            name, fields = _fields(thread)
            if name.startswith("DedicatedWorker") and process == str(os.getpid()):
                found[thread.parts[4]] = sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
    return found


def _fields(stat: Path) -> tuple[str, list[str]]:
    """Return name of a process or thread, and the rest of its line (proc(5))."""
    name, _, rest = stat.read_text("utf-8").partition("(")[2].rpartition(") ")
    return name, rest.split()


def _idle(page: Page) -> float:
    """Return the processor time of the page's workers in a second in which nothing happens."""
    _run(page, "10 A$=INPUT$(1)\n", "1")
    page.wait_for_timeout(3000)
    before, begun = _worker_seconds(), time.perf_counter()
    page.wait_for_timeout(5000)
    after = _worker_seconds()
    return sum(after[thread] - before[thread] for thread in after.keys() & before.keys()) / (
        time.perf_counter() - begun
    )


def _frames(page: Page, speed: str) -> tuple[float, float, float]:
    """Return pictures a second, seconds of the machine in one, and seconds of processor time for a picture."""
    _run(page, SPRITES, speed)
    look = "() => [performance.now() / 1000, page.machine.frames, page.machine.state.seconds]"
    (now, frames, seconds), before = page.evaluate(look), _worker_seconds()
    page.wait_for_timeout(2000 * SECONDS)
    (later, more_frames, more_seconds), after = page.evaluate(look), _worker_seconds()
    passed, pictures = later - now, more_frames - frames
    spent = sum(after[thread] - before[thread] for thread in after.keys() & before.keys())
    return pictures / passed, (more_seconds - seconds) / passed, spent / pictures
