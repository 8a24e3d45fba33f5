"""A visit to the site: what a person does there, and what the page shows."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from msxkit.recording import Step
from msxkit.screen import Screen

#: Seconds until something has happened, on a busy machine.
PATIENCE = 120.0


def opened(page: Page, address: str) -> Page:
    """The page, when its machine is on. What it asks of other places, and what breaks in it, fails the test."""
    page.on("pageerror", lambda error: _fail(page, str(error)))
    page.on("request", lambda request: None if _own(request.url, address) else _fail(page, request.url))
    page.goto(address)
    page.wait_for_selector("body[data-ready=yes]", timeout=PATIENCE * 1000)
    return page


def faults(page: Page) -> list[str]:
    """What broke, and addresses elsewhere that were asked for."""
    found: list[str] = page.__dict__.get("faults", [])
    return found


def _own(url: str, address: str) -> bool:
    return url.startswith((address.partition("?")[0].partition("#")[0], "data:", "blob:"))


def _fail(page: Page, what: str) -> None:
    page.__dict__.setdefault("faults", []).append(what)


def state(page: Page) -> dict[str, Any]:
    """The machine's state as the page knows it."""
    found: dict[str, Any] = page.evaluate("() => page.machine.state ?? {}")
    return found


def wait_for(page: Page, wanted: Callable[[dict[str, Any]], bool], what: str) -> dict[str, Any]:
    """The state in which something has come true; fails when that takes too long."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = state(page)
        if found and wanted(found):
            return found
        page.wait_for_timeout(10)
    raise AssertionError(f"waited in vain for {what}; the machine is at {state(page)}")


def at_key(page: Page, after: int) -> dict[str, Any]:
    """The state at the next wait for a key (or the end), behind a number of blocks."""
    return wait_for(page, lambda seen: seen["status"] != "running" and seen["steps"] > after, "a key wait")


def shows(found: dict[str, Any], step: Step) -> bool:
    """Whether the page's screen is the recorded one."""
    screen = Screen(bytes.fromhex(found["cells"]), tuple(found["cursor"]), 32, found["mode"], 32)
    return screen.cells == step.screen.cells and screen.cursor == step.screen.cursor


def browser_memory() -> int:
    """Bytes of memory that all processes of this process's browsers have (Linux)."""
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
