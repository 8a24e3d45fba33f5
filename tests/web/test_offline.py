"""The site without a network: what was visited once works."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.web.visit import PATIENCE, faults, opened


@pytest.mark.slow
def test_pages_open_without_a_network(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = opened(context.new_page(), f"{address}?seed=3")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => {})")
    page.wait_for_function(
        "async () => (await caches.keys()).length === 1 && navigator.serviceWorker.controller !== null",
        timeout=PATIENCE * 1000,
    )
    context.set_offline(True)
    for name in ("", "?full", "basic.html", "replay.html"):
        page.goto(f"{address}{name}")
        page.wait_for_selector("#screen, #game", state="attached")
        if "replay" not in name:
            page.wait_for_selector("body[data-ready=yes]", timeout=PATIENCE * 1000)
    assert not faults(page)
    context.close()


@pytest.mark.slow
def test_the_site_can_be_installed(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(address)
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    errors = {
        error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    }
    # Playwright's pages are private ones, in which nothing can be installed.
    assert errors <= {"in-incognito"}
    page.close()
