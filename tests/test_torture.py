"""A small part of every chapter of `make torture` holds, and the page of the docs has them all."""

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


@pytest.mark.slow
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_chapter_holds(chapter: str) -> None:
    command = [sys.executable, "-m", "tests.torture", chapter, "--effort", "0.004", "--seed", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=590)
    assert done.returncode == 0, done.stderr[-4000:]
    assert re.search(r"^0 failures$", done.stderr, re.M)


def test_the_page_has_every_chapter_without_failures() -> None:
    page = (ROOT / "docs" / "reliability.md").read_text("utf-8").partition("<!-- tables -->")[2]
    assert page.count("\n## ") == len(CHAPTERS), "say `make torture`"
    assert len(re.findall(r"^Tried with .*`--effort [\d.]+ --seed \d+`", page, re.M)) == len(CHAPTERS)
    rows = re.findall(r"^\| .+ \| ([\d,]+) \| (\d+) \| .* \|$", page, re.M)
    assert rows
    assert all(int(tried.replace(",", "")) > 0 and failed == "0" for tried, failed in rows)
