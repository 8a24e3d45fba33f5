"""The VS Code extension in a test host, and the debugger with VS Code's own client for tests: both run on Node.js."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.programs import needs

EXTENSION = ROOT / "tools" / "vscode"
MSXKIT = Path(sys.executable).parent / "msxkit"

pytestmark = [
    pytest.mark.slow,
    # It must not matter how busy the machine is.
    pytest.mark.timeout(1000),
    needs("node", "extension"),
]


@pytest.mark.parametrize("file", sorted(path.name for path in (EXTENSION / "test").glob("*.mjs")))
def test_on_node(file: str) -> None:
    done = subprocess.run(
        ["node", "--test", f"test/{file}"],
        cwd=EXTENSION,
        env={**os.environ, "MSXKIT": str(MSXKIT)},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert int(re.findall(r"^# pass (\d+)", done.stdout, re.M)[0]) >= 4
