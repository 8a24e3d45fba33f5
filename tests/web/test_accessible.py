"""axe-core, an outside checker of WCAG and good practice, finds nothing on the pages of the game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from battleship.web.site import cache_folder
from msxkit.errors import MsxError
from msxkit.web.bundling import libraries
from tests.web.visit import PATIENCE

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


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("colours", "width"), [("light", 390), ("dark", 1280)])
def test_axe_finds_nothing(browser: Browser, address: str, axe: str, colours: str, width: int) -> None:
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
    page.goto(f"{address}replay.html")
    page.wait_for_selector("#words:not(:empty)")
    _nothing_is_found(page, axe)
    context.close()
