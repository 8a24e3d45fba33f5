"""A page opened from a file in headless Chromium, and a script run in it."""

from __future__ import annotations

import html
import json
import re
import subprocess
from pathlib import Path
from typing import Any

from tests.programs import program

CHROMIUM = program("chromium")


def dom(folder: Path, text: str, script: str, address: str = "") -> dict[str, Any]:
    """Open the page in Chromium from a file, run `script`, and return its result."""
    assert CHROMIUM is not None
    probe = (
        f"<script>addEventListener('load', () => {{ const out = (() => {{ {script} }})();"
        "const p = document.createElement('pre'); p.id = 'probe'; p.textContent = JSON.stringify(out);"
        "document.body.append(p); });</script>"
    )
    file = folder / "index.html"
    file.write_text(text + probe, "utf-8")
    done = subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         f"--user-data-dir={folder / 'profile'}", "--dump-dom", f"{file.as_uri()}{address}"],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    found = re.search(r'<pre id="probe">(.*?)</pre>', done.stdout, re.S)
    assert found, f"the page's script failed\n{done.stdout[-500:]}\n{done.stderr[-2000:]}"
    value: dict[str, Any] = json.loads(html.unescape(found[1]))
    return value
