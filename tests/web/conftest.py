"""The site, built once, served on this machine, and opened in Debian's Chromium."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from battleship.web.serving import Server
from battleship.web.site import build, cache_folder
from msxkit.errors import MsxError
from msxkit.web.site import pyodide
from tests.chromium import CHROMIUM
from tests.programs import require


class _Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def download() -> Path:
    """The folder with Pyodide as it was downloaded. Skip the test without it."""
    require("pyodide")
    try:
        pyodide(cache_folder())
    except MsxError as error:
        pytest.skip(f"needs Pyodide: {error}")
    return cache_folder()


@pytest.fixture(scope="session")
def site(download: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site."""
    folder = tmp_path_factory.mktemp("site")
    build(folder, download)
    return folder


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the site is served, ending in a slash."""
    handler = functools.partial(_Handler, directory=str(site))
    server = Server(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium. Skip the test without it. As long as it is open, an event loop runs: no other tests can begin one."""
    require("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
