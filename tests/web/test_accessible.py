"""axe-core, an outside checker of WCAG and good practice, finds nothing on the pages of the game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from battleship.web.site import cache_folder
from msxkit.errors import MsxError
from msxkit.web.bundling import libraries
from tests.web.visit import PATIENCE, opened

pytestmark = pytest.mark.slow

_ASK = "async () => (await axe.run()).violations.map(found => [found.id, found.nodes[0].target.join(' ')])"


@pytest.fixture(scope="module")
def axe() -> str:
    """The script of axe-core. Skip the test where npm cannot fetch it."""
    try:
        folder = libraries(cache_folder(), development=True)
    except MsxError as error:
        pytest.skip(f"needs axe-core: {error}")
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


def _nothing_is_found(page: Page, axe: str) -> None:
    page.evaluate(axe)
    assert page.evaluate(_ASK) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "view", ["basic.html?program=rings&autorun=0", "", "?full", "replay.html", "gallery.html"]
)
@pytest.mark.one_in(5, "nightly")
def test_pages(browser: Browser, address: str, axe: str, view: str, scheme: Any) -> None:
    page = browser.new_page(color_scheme=scheme)
    page.goto(f"{address}{view}")
    if not view.startswith(("replay", "gallery")):
        page.wait_for_selector("body[data-ready=yes]", timeout=PATIENCE * 1000)
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        _nothing_is_found(page, axe)
    page.close()


def test_turned_phone(browser: Browser, address: str, axe: str) -> None:
    context = browser.new_context(
        viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True, device_scale_factor=2
    )
    page = opened(context.new_page(), f"{address}basic.html?program=meteors&autorun=0&speed=max")
    page.wait_for_function("() => page.language.opened", timeout=PATIENCE * 1000)
    for control in (
        *(f"#tab-{name}" for name in ("findings", "values", "draw", "video", "files", "help")),
        *("#more summary", "#edit summary", "#programs", "#library form button"),
        *("#to-run", "#keys", "#pause", "#to-edit", "#tab-values", "#tab-video", "#to-play", "#stop"),
    ):
        page.click(control)
        page.wait_for_timeout(300)
        _nothing_is_found(page, axe)
    context.close()


@pytest.mark.parametrize(("colours", "width"), [("light", 390), ("dark", 1280)])
def test_full_game(browser: Browser, address: str, axe: str, colours: str, width: int) -> None:
    context = browser.new_context(
        bypass_csp=True,
        color_scheme="dark" if colours == "dark" else "light",
        viewport={"width": width, "height": 844},
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"{address}?full&rules=hasbro&seed=4")
    page.wait_for_selector("#harbour .piece")
    _nothing_is_found(page, axe)
    page.wait_for_function("() => !document.getElementById('go').disabled")
    page.click("#go")
    for number in range(4):
        page.click(f"#theirs [data-at='{number},{number}']")
        page.wait_for_selector(f"#theirs [data-at='{number},{number}'].last")
    page.click("#hint")
    page.wait_for_selector("[data-heat]")
    _nothing_is_found(page, axe)
    page.click("#tab-battle")
    page.wait_for_function("() => page.machine.state?.status === 'key'")
    _nothing_is_found(page, axe)
    context.close()
