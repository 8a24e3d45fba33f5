"""CONTRIBUTING.md shows how to add things by pieces of the source: each piece is there, and the thing needs it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import ROOT


@dataclass(frozen=True)
class Part:
    """Consecutive lines of a file: with what was added, and as they were before; how many were added."""

    path: str
    new: bool
    after: str
    before: str
    added: int


def _examples() -> dict[str, list[Part]]:
    """Return heading -> the parts of the diffs below it."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    found: dict[str, list[Part]] = {}
    for section in re.split(r"^### ", text, flags=re.M)[1:]:
        for block in re.findall(r"^```diff\n(.*?)^```", section, re.M | re.S):
            for piece in re.split(r"^(?=--- |\+\+\+ )", block, flags=re.M)[1:]:
                head, _, body = piece.partition("\n")
                for lines in body.split("...\n"):
                    rows = lines.splitlines(keepends=True)
                    after, before = (
                        "".join(row[1:] for row in rows if row[0] in kept) for kept in (" +", " -")
                    )
                    added = sum(row[0] == "+" for row in rows)
                    part = Part(head.split()[1], head.startswith("+"), after, before, added)
                    found.setdefault(section.partition("\n")[0], []).append(part)
    return found


EXAMPLES = _examples()


def test_the_examples_are_in_the_tree() -> None:
    assert set(EXAMPLES) == {"A command", "A statement", "A screen mode", "A player", "A target", "A medium"}
    for parts in EXAMPLES.values():
        for part in parts:
            found = (ROOT / part.path).read_text("utf-8").count(f"\n{part.after}")
            assert found == 1, f"{found} times in {part.path}:\n{part.after}"


def test_the_table_counts_what_the_examples_touch() -> None:
    rows = re.findall(
        r"^\| (an? .+) \| (\d+) \| (\d+) \|$", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.M
    )
    counted = {
        heading.lower(): (len({part.path for part in parts}), sum(part.added for part in parts))
        for heading, parts in EXAMPLES.items()
    }
    assert {name: (int(files), int(lines)) for name, files, lines in rows} == counted


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages, to be changed."""
    folder = tmp_path_factory.mktemp("copy")
    for name in ("tools", "pyport", "basic", "tests/recordings"):
        ignored = shutil.ignore_patterns("__pycache__", "node_modules", "*.egg-info")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    (folder / "sound.bas").write_text("10 SOUND 8,0:PRINT 1\n")
    (folder / "screen.bas").write_text("10 SCREEN 8:LINE(0,0)-(255,211),255,BF\n")
    (folder / "print.bas").write_text("10 PRINT 1\n")
    return folder


def _run(copy: Path, package: str, *argv: str) -> tuple[int, str]:
    """Return exit code and output of a command of the copy, or of one of its modules."""
    start = f"import sys; from {package}.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, *(("-m", package) if "." in package else ("-c", start)), *argv],
        cwd=copy,
        env={
            **os.environ,
            "PYTHONPATH": f"{copy / 'tools'}{os.pathsep}{copy / 'pyport'}",
            # Compiled code would outlive a change back within the same second, of the same size.
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


SHOTS = ("arena", "--players", "random,shotdark", "--games", "1", "--seed", "1")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("example", "works", "told", "others"),
    [
        ("A command", ("msxkit", "xref", "print.bas"), "xref", ("msxkit", "check", "print.bas")),
        ("A statement", ("msxkit", "run", "sound.bas"), "Syntax error in 10", ("msxkit", "run", "print.bas")),
        (
            "A screen mode",
            ("msxkit", "run", "screen.bas"),
            "Illegal function call in 10",
            ("msxkit", "run", "print.bas"),
        ),
        (
            "A player",
            ("battleship", *SHOTS),
            "random",
            ("battleship", *SHOTS[:2], "shotdark,marmsx", *SHOTS[3:]),
        ),
        (
            "A target",
            ("battleship", "verify", "--backend", "interpreter", "--games", "1"),
            "interpreter",
            ("battleship", "verify", "--backend", "port", "--games", "1"),
        ),
    ],
)
def test_without_its_lines_the_thing_is_not_and_with_them_it_is(
    copy: Path, example: str, works: tuple[str, ...], told: str, others: tuple[str, ...]
) -> None:
    parts = [part for part in EXAMPLES[example] if not part.new]
    kept = {part.path: (copy / part.path).read_text("utf-8") for part in parts}
    for part in parts:
        path = copy / part.path
        path.write_text(path.read_text("utf-8").replace(f"\n{part.after}", f"\n{part.before}"), "utf-8")
    grammar = ("msxkit.language.make_table",)
    if example == "A statement":
        assert _run(copy, *grammar)[0] == 0
    code, text = _run(copy, *works)
    assert code, text
    assert told in text
    code, text = _run(copy, *others)
    assert code == 0, text
    for name, before in kept.items():
        (copy / name).write_text(before, "utf-8")
    if example == "A statement":
        assert _run(copy, *grammar)[0] == 0
    code, text = _run(copy, *works)
    assert code == 0, text


@pytest.mark.slow
def test_a_medium_is_one_line(copy: Path) -> None:
    (part,) = (part for part in EXAMPLES["A medium"] if part.after.startswith("        f"))
    path = copy / part.path
    before = path.read_text("utf-8")
    path.write_text(before.replace(part.after, part.before), "utf-8")
    assert _run(copy, "msxkit", "media", "print.bas", "-o", "without")[0] == 0
    path.write_text(before, "utf-8")
    assert _run(copy, "msxkit", "media", "print.bas", "-o", "with")[0] == 0
    names = {folder: {path.name for path in (copy / folder).iterdir()} for folder in ("without", "with")}
    assert names["with"] - names["without"] == {"print.rom"}
