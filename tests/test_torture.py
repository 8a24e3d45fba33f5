"""A small part of every chapter of `make torture` holds."""

from __future__ import annotations

import pkgutil
import re
import subprocess
import sys

import pytest

import tests.torture
from tests.conftest import ROOT

CHAPTERS = sorted(
    module.name.removeprefix("torture_")
    for module in pkgutil.iter_modules(tests.torture.__path__)
    if module.name.startswith("torture_")
)
#: Chapters of which a small part takes seconds.
QUICK = ("debugger", "statements")


@pytest.mark.parametrize(
    "chapter",
    [
        pytest.param(name, marks=pytest.mark.slow if name in QUICK else pytest.mark.nightly)
        for name in CHAPTERS
    ],
)
def test_chapter_holds(chapter: str) -> None:
    command = [sys.executable, "-m", "tests.torture", chapter, "--effort", "0.004", "--seed", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=590)
    assert done.returncode == 0, done.stderr[-4000:]
    assert re.search(r"^0 failures$", done.stderr, re.M)
