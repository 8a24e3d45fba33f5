"""Make the pictures of the game in a browser out of the site in build/web: `make web`, then this (needs Chromium)."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from battleship.web.serving import server

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"


#: Seconds until a machine has come to a key, on a slow machine.
_PATIENCE = 120_000
#: What is pressed in the original.
_KEYS = (
    *("SPACE", "RIGHT", "RIGHT", "SPACE", "DOWN", "SPACE", "DOWN", "RIGHT", "SPACE"),
    *("UP", "RIGHT", "SPACE", "DOWN", "DOWN", "SPACE"),
)


def _opened(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("body[data-ready=yes]", timeout=_PATIENCE)


def _steps(page: Page) -> int:
    page.wait_for_function("() => page.machine.state?.status === 'key'", timeout=_PATIENCE)
    found: int = page.evaluate("() => page.machine.state.steps")
    return found


def _key(page: Page, press: str, touch: bool) -> None:
    """A key, and the machine waits for the next."""
    before = _steps(page)
    if touch:
        page.tap(f"#pad [data-key={press}]")
    else:
        page.keyboard.press({"SPACE": " "}.get(press, f"Arrow{press.title()}"))
    page.wait_for_function("before => page.machine.state.steps > before", arg=before, timeout=_PATIENCE)
    _steps(page)


def editor(page: Page, base: str) -> None:
    """The editor beside a program that runs, with a finding of the checker."""
    _opened(page, f"{base}basic.html?program=sunset&speed=max")
    page.wait_for_function("() => page.machine.state?.line >= 200", timeout=_PATIENCE)
    page.evaluate("() => page.editor.write(page.editor.text + '270 GOTO 700\\n')")
    page.wait_for_selector("#findings li")
    page.wait_for_timeout(300)
    page.screenshot(path=PICTURES / "web-editor.png")


def game(page: Page, base: str, name: str, touch: bool) -> None:
    """The original, some shots into a recorded game."""
    _opened(page, f"{base}?recording=game-012&speed=max")
    for key in _KEYS:
        _key(page, key, touch)
    page.wait_for_timeout(300)
    page.screenshot(path=PICTURES / name)


def full(page: Page, base: str) -> None:
    """A full game with hints."""
    _opened(page, f"{base}?full&seed=5&rules=hasbro")
    page.click("#go")
    page.wait_for_selector("#theirs button")
    for row in range(10):
        for column in range(row % 3, 10, 3):
            if row < 6:
                page.click(f"#theirs [data-at='{row},{column}']")
                page.wait_for_selector(f"#theirs [data-at='{row},{column}']:is(.water, .hit)")
    page.click("#hint")
    page.wait_for_selector("#theirs [data-heat]")
    page.screenshot(path=PICTURES / "web-full.png")


def gallery(page: Page, base: str) -> None:
    """The programs that come with the page."""
    page.goto(f"{base}gallery.html")
    page.wait_for_function("() => document.querySelector('.gallery img').naturalWidth > 0", timeout=_PATIENCE)
    page.wait_for_timeout(300)
    page.screenshot(path=PICTURES / "web-gallery.png")


def main() -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("the pictures of the page need Chromium: apt-get install chromium")
    folder = ROOT / "build" / "web"
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with server(files) as served, sync_playwright() as playwright:
        threading.Thread(target=served.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{served.server_port}/"
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        editor(browser.new_page(viewport={"width": 1200, "height": 860}), base)
        gallery(browser.new_page(viewport={"width": 1200, "height": 860}), base)
        full(browser.new_page(viewport={"width": 1200, "height": 760}), base)
        game(browser.new_page(viewport={"width": 1200, "height": 860}), base, "web-desktop.png", touch=False)
        small = browser.new_context(viewport={"width": 390, "height": 760}, has_touch=True, is_mobile=True)
        game(small.new_page(), base, "web-phone.png", touch=True)
        browser.close()
        served.shutdown()


if __name__ == "__main__":
    main()
