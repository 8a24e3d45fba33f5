"""A visit to the site: what a person does there, and what the page shows."""

from __future__ import annotations

import base64
import contextlib
import io
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page

from battleship.verification.sources import own_recordings
from msxkit.display.picture import draw
from msxkit.display.screen import Screen
from msxkit.interpreter import Session
from msxkit.recording import KEY, Recording, Step, load

#: The first recorded game, and which key of a keyboard and of the pad each of its codes is.
FIRST: Recording = load(own_recordings()[0])
KEYS = {28: "ArrowRight", 29: "ArrowLeft", 30: "ArrowUp", 31: "ArrowDown", 32: " "}
PADS = {28: "RIGHT", 29: "LEFT", 30: "UP", 31: "DOWN", 32: "SPACE"}
#: Seconds until something has happened, on a busy machine.
PATIENCE = 120.0


def opened(page: Page, address: str) -> Page:
    """Return the page, when its machine is on. What it asks of other places, and what breaks in it, fails the test."""
    page.on("pageerror", lambda error: _fail(page, str(error)))
    page.on("console", lambda told: _fail(page, told.text) if told.type == "error" else None)
    page.on("request", lambda request: None if _own(request.url, address) else _fail(page, request.url))
    page.goto(address)
    page.wait_for_selector("body[data-ready=yes]", timeout=PATIENCE * 1000)
    return page


def faults(page: Page) -> list[str]:
    """Return what broke, and addresses elsewhere that were asked for."""
    found: list[str] = page.__dict__.get("faults", [])
    return found


def _own(url: str, address: str) -> bool:
    folder = address.partition("?")[0].partition("#")[0].rpartition("/")[0] + "/"
    return url.startswith((folder, "data:", "blob:"))


def _fail(page: Page, what: str) -> None:
    page.__dict__.setdefault("faults", []).append(what)


def state(page: Page) -> dict[str, Any]:
    """Return the machine's state as the page knows it."""
    found: dict[str, Any] = page.evaluate("() => page.machine.state ?? {}")
    return found


def wait_for(page: Page, wanted: Callable[[dict[str, Any]], bool], what: str) -> dict[str, Any]:
    """Return the state in which something has come true; fails when that takes too long."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = state(page)
        if found and wanted(found):
            return found
        page.wait_for_timeout(10)
    raise AssertionError(f"waited in vain for {what}; the machine is at {state(page)}")


#: Waits in the page, which takes a tenth of the time that questions from here do.
_AT_KEY = """([after, seconds]) => new Promise((resolve, reject) => {
  const machine = page.machine;
  const late = setTimeout(() => reject(new Error(JSON.stringify(machine.state))), seconds * 1000);
  const look = () => {
    const state = machine.state;
    if (!state || state.status === "running" || state.steps <= after) return;
    clearTimeout(late);
    machine.removeEventListener("state", look);
    resolve(state);
  };
  machine.addEventListener("state", look);
  look();
})"""


def at_key(page: Page, after: int) -> dict[str, Any]:
    """Return the state at the next wait for a key (or the end), after a number of blocks."""
    found: dict[str, Any] = page.evaluate(_AT_KEY, [after, PATIENCE])
    return found


def shows(found: dict[str, Any], step: Step) -> bool:
    """Return whether the page's screen is the recorded one."""
    screen = Screen(bytes.fromhex(found["cells"]), tuple(found["cursor"]), 32, found["mode"], 32)
    return screen.cells == step.screen.cells and screen.cursor == step.screen.cursor


def browser_memory() -> int:
    """Return bytes of memory that all processes of this process's browsers have (Linux)."""
    parents, sizes = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parents[folder.name] = (folder / "stat").read_text("utf-8").rpartition(") ")[2].split()[1]
            sizes[folder.name] = int((folder / "statm").read_text("utf-8").split()[1])
    own, found = str(os.getpid()), 0
    for process, size in sizes.items():
        above = process
        while above in parents and above != own:
            above = parents[above]
        found += size if above == own != process else 0
    return found * os.sysconf("SC_PAGE_SIZE")


def follow(page: Page, press: Callable[[int], None], count: int | None = None) -> int:
    """Play the first recorded game, or that many keys of it; gives the number of screens that were compared."""
    steps = [step for step in FIRST.steps if step.at != "draw"]
    before = 0
    for number, (step, key) in enumerate(zip(steps[:count], [*FIRST.keys, None][:count], strict=True)):
        found = at_key(page, before)
        assert shows(found, step), f"screen {number} differs: {found['text']}"
        before = found["steps"]
        if key is None:
            assert step.at != KEY
        else:
            press(key)
    return len(steps[:count])


def ran(page: Page, before: int) -> None:
    """Wait for the run after that one."""
    wait_for(page, lambda seen: seen["run"] > before, "the run")


def run(page: Page, program: str | None = None) -> None:
    """Run what stands in the editor, or a program that is written there."""
    before = state(page).get("run", 0)
    if program is not None:
        write(page, program)
    page.click("#run:visible, #to-run:visible")
    ran(page, before)


def write(page: Page, program: str) -> None:
    """Put a program into the editor."""
    page.evaluate("text => page.editor.write(text)", program)


def listing(page: Page) -> str:
    """Return what stands in the editor."""
    found: str = page.evaluate("() => page.editor.text")
    return found


def set_speed(page: Page, speed: str) -> None:
    """Choose how fast the machine runs, in the menu of the workshop too."""
    page.eval_on_selector(
        "#speed",
        "(select, speed) => { select.value = speed; select.dispatchEvent(new Event('change')); }",
        speed,
    )


def shows_picture_of(page: Page, program: str, machine: str = "msx2", canvas: str = "screen") -> bool:
    """Return whether the canvas comes to hold, dot by dot, what `msxkit run --screen png` draws of a program that
    waits for a key. The picture may follow the state late, on a busy machine.
    """
    session = Session(program, machine=machine)
    session.run()
    expected = draw(session.video.frame, 2).convert("RGB")
    end = time.monotonic() + PATIENCE / 4
    while not (same := _canvas(page, expected.size, canvas) == expected.tobytes()) and time.monotonic() < end:
        page.wait_for_timeout(50)
    return same


def _canvas(page: Page, size: tuple[int, int], name: str) -> bytes:
    """Return the dots of the canvas, drawn at a size."""
    data = page.evaluate("name => document.getElementById(name).toDataURL().split(',')[1]", name)
    seen = Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")
    return seen.resize(size, Image.Resampling.NEAREST).tobytes()
