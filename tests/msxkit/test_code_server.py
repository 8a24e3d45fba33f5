"""The packaged extension in a real VS Code: code-server in headless Chromium checks the game and debugs it.

It needs code-server (`npm install -g code-server`, or its path in CODE_SERVER), Chromium, and build/msxbasic.vsix.
With CODE_SERVER_PICTURE=FILE it keeps a picture of the debugger.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from msxkit.language.program import Program
from tests.chromium import CHROMIUM
from tests.conftest import ROOT
from tests.programs import VSIX, code_server, needs

if TYPE_CHECKING:
    from playwright.sync_api import Page

TOKENISED = b'10 PRINT "ONE"\r\n20 A=A+1\r\n30 GOTO 20\r\n'
CODE_SERVER = code_server()
MSXKIT = Path(sys.executable).parent / "msxkit"

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = [pytest.mark.slow, needs("chromium", "code-server", "vsix")]


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


SETTINGS = {
    "msxkit.path": str(MSXKIT),
    "workbench.startupEditor": "none",
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "telemetry.telemetryLevel": "off",
    "files.autoSave": "off",
}


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where VS Code is served, with the extension installed and the game in its folder."""
    folder = tmp_path / "game"
    (folder / ".vscode").mkdir(parents=True)
    shutil.copyfile(ROOT / "basic" / "battle.bas", folder / "battle.bas")
    (folder / "modern.dmx").write_text('.greet()\nend\ninclude "lib.dmx"\n')
    (folder / "lib.dmx").write_text("func .greet()\n  total += 1\nret\n")
    (folder / "tokens.bas").write_bytes(Program.from_ascii(TOKENISED).file())
    launch = {
        "type": "msxbasic",
        "request": "launch",
        "name": "Game",
        "program": "${workspaceFolder}/battle.bas",
    }
    (folder / ".vscode" / "launch.json").write_text(
        json.dumps({"version": "0.2.0", "configurations": [launch | {"stopOnEntry": True}]})
    )
    with _served(tmp_path, folder, SETTINGS | {"security.workspace.trust.enabled": False}) as address:
        yield address


@contextlib.contextmanager
def _served(tmp_path: Path, folder: Path, settings: Mapping[str, object]) -> Iterator[str]:
    assert CODE_SERVER is not None
    data = tmp_path / "data"
    # The path of a command is a setting of the machine on which VS Code's server runs.
    for part in ("User", "Machine"):
        (data / part).mkdir(parents=True)
        (data / part / "settings.json").write_text(json.dumps(settings))
    places = ["--user-data-dir", str(data), "--extensions-dir", str(tmp_path / "extensions")]
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    subprocess.run(
        [CODE_SERVER, *places, "--install-extension", str(VSIX)], env=environment, check=True, timeout=200
    )
    port = _free_port()
    command = [
        CODE_SERVER,
        *places,
        "--auth",
        "none",
        "--bind-addr",
        f"127.0.0.1:{port}",
        "--disable-telemetry",
    ]
    with (tmp_path / "server.log").open("wb") as log:
        server = subprocess.Popen(
            [*command, "--disable-update-check", str(folder)], env=environment, stdout=log, stderr=log
        )
    try:
        end = time.monotonic() + 120
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}/?folder={folder}"
    finally:
        server.terminate()
        server.wait(20)


@pytest.fixture
def page(address: str) -> Iterator[Page]:
    """The editor in a browser."""
    from playwright.sync_api import expect, sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.set_default_timeout(120_000)
        expect.set_options(timeout=120_000)
        page.goto(address)
        yield page
        browser.close()


@pytest.mark.timeout(600)
def test_the_game_is_checked_and_debugged(page: Page) -> None:
    from playwright.sync_api import expect

    page.get_by_role("treeitem", name="battle.bas").dblclick()
    expect(page.locator(".view-line").first).to_contain_text("Rem MarMSX 2018")
    # A fault that is typed is shown, and goes when it is taken back.
    page.locator(".view-line").first.click()
    page.keyboard.press("End")
    page.keyboard.type("\n7 GOTO 9999")
    expect(page.locator(".squiggly-warning, .squiggly-error").first).to_be_attached()
    page.keyboard.press("Control+Shift+M")
    expect(page.locator(".markers-panel")).to_contain_text("there is no line 9999")
    page.keyboard.press("Control+Shift+M")
    page.locator(".view-line").first.click()
    for _ in range(3):
        page.keyboard.press("Control+Z")
    expect(page.locator(".squiggly-warning, .squiggly-error")).to_have_count(0)
    # The debugger stops at the first statement, and steps.
    page.keyboard.press("F5")
    expect(page.locator(".debug-toolbar")).to_be_visible()
    expect(page.locator(".debug-top-stack-frame-line").first).to_be_attached()
    expect(page.get_by_role("tab", name="MSX screen")).to_be_visible()
    page.locator(".view-line").first.click()
    for _ in range(7):
        page.keyboard.press("F10")
        page.wait_for_timeout(1000)
    expect(page.locator(".debug-viewlet")).to_contain_text("BT#")
    expect(page.locator(".notification-toast")).to_have_count(0)
    if picture := os.environ.get("CODE_SERVER_PICTURE"):
        page.screenshot(path=picture)
    page.keyboard.press("Shift+F5")
    expect(page.locator(".debug-toolbar")).to_be_hidden()


@pytest.mark.timeout(600)
def test_tokenised_file(page: Page, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    file = tmp_path / "game" / "tokens.bas"
    page.get_by_role("treeitem", name="tokens.bas").dblclick()
    rows = page.locator(".view-line")
    expect(rows.first).to_contain_text('10 PRINT "ONE"')
    # What is saved is tokenised.
    rows.first.click()
    page.keyboard.press("End")
    page.keyboard.type("\n15 B=7")
    expect(page.locator(".tab.dirty")).to_have_count(1)
    page.keyboard.press("Control+S")
    expect(page.locator(".tab.dirty")).to_have_count(0)
    changed = TOKENISED.replace(b"20 A", b"15 B=7\r\n20 A")
    assert file.read_bytes() == Program.from_ascii(changed).file()
    # What cannot be tokenised is refused with the place, and stays in the editor.
    page.keyboard.type("\nPRINT")
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("Delete")
    page.keyboard.press("Control+S")
    expect(page.locator(".notification-toast")).to_contain_text("Direct statement in file")
    expect(page.locator(".tab.dirty")).to_have_count(1)
    assert file.read_bytes() == Program.from_ascii(changed).file()
    if picture := os.environ.get("CODE_SERVER_PICTURE"):
        page.screenshot(path=picture)
    while page.locator(".tab.dirty").count():
        page.keyboard.press("Control+Z")
        page.wait_for_timeout(200)
    # A breakpoint in the listing stops the program there.
    rows.filter(has_text="B=7").click()
    page.keyboard.press("F9")
    expect(page.locator(".codicon-debug-breakpoint")).to_have_count(1)
    page.keyboard.press("F1")
    page.keyboard.type("MSX BASIC: Debug")
    page.keyboard.press("Enter")
    expect(page.locator(".debug-toolbar")).to_be_visible()
    expect(page.locator(".debug-top-stack-frame-line").first).to_be_attached()
    expect(page.get_by_role("tab", name="MSX screen")).to_be_visible()
    if picture := os.environ.get("CODE_SERVER_PICTURE"):
        page.screenshot(path=picture)
    expect(page.locator(".debug-call-stack")).to_contain_text("15")
    expect(page.locator(".tab")).to_have_count(2)
    page.keyboard.press("Shift+F5")
    expect(page.locator(".debug-toolbar")).to_be_hidden()


@pytest.mark.timeout(600)
def test_modern_source(page: Page, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    # A breakpoint in an included file.
    page.get_by_role("treeitem", name="lib.dmx").dblclick()
    expect(page.locator(".statusbar")).to_contain_text("without line numbers")
    page.locator(".view-line").filter(has_text="total").click()
    # The language server is up.
    expect(page.locator(".breadcrumbs-control")).to_contain_text(".greet")
    page.keyboard.press("F9")
    expect(page.locator(".codicon-debug-breakpoint")).to_have_count(1)
    page.get_by_role("treeitem", name="modern.dmx").dblclick()
    page.locator(".view-line").filter(has_text="end").click()
    # A point proposes functions of included files; Enter breaks the row, whatever is proposed.
    proposed = page.locator(".suggest-widget .monaco-list-row")
    page.keyboard.press("Home")
    page.keyboard.type(".")
    expect(proposed.first).to_contain_text("greet")
    page.keyboard.type("greet():")
    page.keyboard.type("beep", delay=100)
    expect(proposed.first).to_be_visible()
    page.keyboard.press("Enter")
    page.keyboard.press("Control+S")
    expect(page.locator(".tab.dirty")).to_have_count(0)
    file = tmp_path / "game" / "modern.dmx"
    assert file.read_text() == '.greet()\n.greet():beep\nend\ninclude "lib.dmx"\n'
    page.keyboard.press("F1")
    page.keyboard.type("MSX BASIC: Debug")
    page.keyboard.press("Enter")
    expect(page.locator(".debug-call-stack")).to_contain_text(".greet")
    expect(page.locator(".debug-call-stack")).to_contain_text("main program")
    expect(page.get_by_role("tab", name="lib.dmx")).to_be_visible()
    page.keyboard.press("Shift+F5")
    expect(page.locator(".debug-toolbar")).to_be_hidden()


@pytest.mark.timeout(600)
def test_untrusted_folder(tmp_path: Path) -> None:
    """Its settings name a command, it has programs called msxkit, names like options, and a file of 60 MB."""
    from playwright.sync_api import expect, sync_playwright

    folder, trace = tmp_path / "hostile", tmp_path / "started"
    (folder / ".vscode").mkdir(parents=True)
    for name in ("msxkit", "evil", "python", ".vscode/msxkit"):
        (folder / name).write_text(f"#!/bin/sh\ntouch '{trace}'\n")
        (folder / name).chmod(0o755)
    for name in ("settings.json", "../.msxkit.json"):
        (folder / ".vscode" / name).write_text(
            json.dumps({"msxkit.path": str(folder / "evil"), "msxkit.off": ["-o", 5], "msxkit.target": ["x"]})
        )
    for odd in (b"--version.bas", b"a\nb.bas", b"\xff\xfe.bas", f"$(touch {trace.name}).bas".encode()):
        Path(os.fsdecode(os.fsencode(folder) + b"/" + odd)).write_bytes(b"10 PRIMT 1\n")
    (folder / "huge.bas").write_bytes(b"10 PRINT 1\n" * (60_000_000 // 11))
    (folder / "good.bas").write_bytes(b"10 GOTO 99\n")
    with (
        _served(tmp_path, folder, SETTINGS | {"security.workspace.trust.startupPrompt": "never"}) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.set_default_timeout(120_000)
        expect.set_options(timeout=120_000)
        page.goto(address)
        # The kit of the user's own settings checks the file.
        page.get_by_role("treeitem", name="good.bas").dblclick()
        expect(page.locator(".view-line").first).to_contain_text("GOTO")
        expect(page.locator(".squiggly-warning, .squiggly-error").first).to_be_attached()
        for name in ("huge.bas", "--version.bas"):
            page.get_by_role("treeitem", name=name).dblclick()
            expect(page.get_by_role("tab", name=name)).to_be_visible()
        expect(page.locator(".view-line").first).to_contain_text("PRIMT")
        expect(page.locator(".squiggly-warning, .squiggly-error").first).to_be_attached()
        browser.close()
    assert not trace.exists()
    assert not list(folder.glob("started"))
