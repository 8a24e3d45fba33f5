"""Every command in the documentation works: each `sh` block is run as one script."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from tests.conftest import ROOT
from tests.programs import needs, used_by

PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "basic/README.md", ".github/SECURITY.md")),
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if page.parent.name != "reference"),
]
#: What this project's own authors read.
LONG = ("architecture",)


def _blocks() -> Iterator[ParameterSet]:
    """Yield all blocks. Those that only name targets of make are quick."""
    for page in PAGES:
        text = page.read_text("utf-8")
        for number, block in enumerate(re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S), start=1):
            is_quick = page == ROOT / "README.md" and not re.search(r"^(?:msxkit|battleship) ", block, re.M)
            marks = [needs(*used_by(block)), *([] if is_quick else [pytest.mark.slow])]
            yield pytest.param(block, id=f"{page.relative_to(ROOT)}:{number}", marks=marks)


BLOCKS = [*_blocks()]

# make would build a virtual environment and run this very suite: its targets are only looked up. The commands are
# those of the environment that runs the tests.
PREAMBLE = """
set -euo pipefail
make() { command make --dry-run "$@" >/dev/null; }
"""


@pytest.mark.parametrize("block", BLOCKS)
def test_block_runs(block: str, tmp_path: Path) -> None:
    for name in ("basic", "docs", "tests", "tools", "pyport", "Makefile", "pyproject.toml", "LICENSE"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / ".venv").mkdir()
    bin_folder = Path(sys.executable).parent
    (tmp_path / ".venv" / "bin").symlink_to(bin_folder)
    done = subprocess.run(
        ["bash", "-c", PREAMBLE + block],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=590,
    )
    assert done.returncode == 0, f"{block}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"


@pytest.mark.parametrize(
    ("script", "names"),
    [
        ("msxkit run a.bas --on cartridge\n", ["openmsx"]),
        ("battleship verify \\\n  --on cartridge\n", ["openmsx"]),
        ("pytest --msx-on both\n", ["openmsx"]),
        ("openmsx -cart a.rom\n", ["openmsx"]),
        ("msxkit cartridge -o a.rom a.bas\nmsxkit openmsx doctor\nbattleship verify --on all\n", []),
    ],
)
def test_uses_of_a_block(script: str, names: list[str]) -> None:
    assert used_by(script) == names


@pytest.mark.parametrize("package", ["battleship", "msxkit"])
def test_every_command_is_documented(package: str) -> None:
    module = __import__(f"{package}.cli", fromlist=["COMMANDS"])
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    missing = [name for name in module.COMMANDS if f"{package} {name}" not in text]
    assert not missing


@pytest.mark.parametrize(
    "name", [page.stem for page in PAGES if page.parent.name == "docs" and page.stem not in LONG]
)
def test_guide_is_short(name: str) -> None:
    """At most 1,500 words, and 35 in a sentence. What was measured belongs to docs/notes."""
    text = (ROOT / "docs" / f"{name}.md").read_text("utf-8")
    prose = re.sub(r"^```.*?^```|^    \S[^\n]*", "", text, flags=re.M | re.S)
    assert len(prose.split()) <= 1500
    sentences = re.split(r"[.:;?]\s|\n\n|\n- |\n\d\. |\|", prose)
    assert not [sentence for sentence in sentences if len(sentence.split()) > 35]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)
    links = re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", prose)
    missing = [link for link in links if not (page.parent / link).exists()]
    assert not missing
