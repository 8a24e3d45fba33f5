"""Makes the pictures of docs/web.md out of the site in build/web: `make web`, then this (needs Chromium)."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from battleship.web.serving import server

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"


def desktop(page: Page, base: str) -> None:
    """The editor beside a program that runs."""
    page.goto(f"{base}?program=rings&speed=max")
    page.wait_for_selector("body[data-ready=yes]", timeout=120_000)
    page.wait_for_timeout(3000)
    page.fill("#source", page.input_value("#source") + "70 GOTO 700\n")
    page.wait_for_selector("#findings li")
    page.screenshot(path=PICTURES / "web-desktop.png")


def phone(page: Page, base: str) -> None:
    """The original, some shots into a recorded game."""
    page.goto(f"{base}?recording=game-012&speed=max")
    page.wait_for_selector("body[data-ready=yes]", timeout=120_000)
    page.wait_for_selector("#status:has-text('Waits')", timeout=120_000)
    for key in ("SPACE", "RIGHT", "RIGHT", "SPACE", "DOWN", "SPACE", "DOWN", "SPACE"):
        page.tap(f"#pad [data-key={key}]")
        page.wait_for_timeout(1500)
    page.screenshot(path=PICTURES / "web-phone.png")


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
        desktop(browser.new_page(viewport={"width": 1200, "height": 860}), base)
        small = browser.new_context(viewport={"width": 390, "height": 760}, has_touch=True, is_mobile=True)
        phone(small.new_page(), base)
        browser.close()
        served.shutdown()


if __name__ == "__main__":
    main()
