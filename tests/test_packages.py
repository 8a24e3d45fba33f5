"""The two packages are built as for a release, installed in an empty environment, and used there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

PACKAGES = {"msxkit": "tools", "marmsx_battleship": "pyport"}


def _project(folder: str) -> dict[str, Any]:
    text = (ROOT / folder / "pyproject.toml").read_text("utf-8")
    project: dict[str, Any] = tomllib.loads(text)["project"]
    return project


def test_the_workspace_needs_what_its_packages_need() -> None:
    workspace, kit, game = _project("."), _project("tools"), _project("pyport")
    needed = {*kit["dependencies"], *game["dependencies"]}
    assert {name for name in needed if not name.startswith("msxkit")} == set(workspace["dependencies"])
    assert workspace["scripts"] == kit["scripts"] | game["scripts"]
    assert workspace["entry-points"] == kit["entry-points"]
    extras = workspace["optional-dependencies"]
    for name, wanted in (kit["optional-dependencies"] | game["optional-dependencies"]).items():
        assert set(wanted) <= {*extras.get(name, ()), *extras["dev"]}, name
    for folder in ("tools", "pyport"):
        assert (ROOT / folder / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_game_takes_a_kit_of_this_version() -> None:
    from msxkit import __version__

    major, minor = map(int, __version__.split(".")[:2])
    assert f"msxkit>={major}.{minor},<{major}.{minor + 1}" in _project("pyport")["dependencies"]


def test_the_constraints_hold_every_development_dependency() -> None:
    project = _project(".")
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["dev"], *extras["docs"]]
    rows = (ROOT / ".ci" / "constraints.txt").read_text("utf-8").splitlines()
    held = {re.sub(r"[-_.]+", "-", row.partition("==")[0]).lower() for row in rows}
    missing = {re.split(r"[\[<>=]", name)[0].lower() for name in wanted} - held
    assert not missing, "say `make constraints`"


def _run(argv: Sequence[str | Path], folder: Path, **more: str) -> str:
    """Return what a command prints, outside the repository and without anything of this environment."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    done = subprocess.run(
        argv,
        cwd=folder,
        env=kept | more,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, f"{argv}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


_IGNORED = shutil.ignore_patterns("__pycache__", "*.egg-info", ".*_cache", "node_modules")


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Wheels and source archives of copies of the sources, where nothing that lies about here gets in.

    `make release` names the folder with those that it has built.
    """
    if built := os.environ.get("RELEASE"):
        return Path(built).absolute()
    tree, out = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("dist")
    for name in ("basic", "tests", "tools", "pyport"):
        shutil.copytree(ROOT / name, tree / name, ignore=_IGNORED)
    shutil.copy(ROOT / "source_archive.py", tree)
    for folder in PACKAGES.values():
        _run([sys.executable, "-m", "build", "--no-isolation", "-o", out, tree / folder], tree)
    return out


@pytest.fixture(scope="module")
def bin_folder(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of an environment with the two wheels and what their tests need."""
    wanted = "marmsx-battleship[test]", "msxkit[test]"
    return _environment(tmp_path_factory.mktemp("env"), dist, *wanted)


def _environment(folder: Path, dist: Path, *wanted: str) -> Path:
    """Return a new environment with the packages of `dist` and what they need; gives the folder of its commands."""
    venv.create(folder, with_pip=True)
    # Exactly these, should an index have packages of their names.
    exact = folder / "exact.txt"
    exact.write_text("".join(f"{'=='.join(wheel.name.split('-')[:2])}\n" for wheel in dist.glob("*.whl")))
    found = folder / "bin"
    done = subprocess.run(
        [found / "python", "-m", "pip", "install", "--quiet", "-c", exact, "--find-links", dist, *wanted],
        capture_output=True,
        text=True,
    )
    if done.returncode and (
        "Could not find a version" in done.stderr or "Failed to establish" in done.stderr
    ):
        pytest.skip(f"no package index: {done.stderr[-300:]}")
    assert done.returncode == 0, done.stderr[-3000:]
    return found


@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_building_leaves_nothing_among_the_sources(tmp_path: Path) -> None:
    """`pip install ./tools ./pyport` in a clone."""
    tree = tmp_path / "tree"
    for name in ("basic", "tests/recordings", *PACKAGES.values()):
        shutil.copytree(ROOT / name, tree / name, ignore=_IGNORED)
    shutil.copy(ROOT / "source_archive.py", tree)
    before = sorted(tree.rglob("*"))
    wheels = tmp_path / "out"
    folders = [tree / folder for folder in PACKAGES.values()]
    pip: list[str | Path] = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    _run([*pip, "-w", wheels, *folders], tree)
    assert len([*wheels.glob("*.whl")]) == 2
    assert [path for path in sorted(tree.rglob("*")) if "__pycache__" not in path.parts] == before


@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_the_kit_alone_needs_little(dist: Path, tmp_path: Path) -> None:
    found = _environment(tmp_path / "env", dist, "msxkit")
    listed = _run([found / "pip", "list", "--format", "freeze"], tmp_path)
    names = {line.partition("==")[0].lower() for line in listed.splitlines()}
    assert names - {"pip", "setuptools", "wheel"} == {"msxkit", "click", "filelock", "numpy", "pillow"}
    program = tmp_path / "hello.bas"
    program.write_text('10 SCREEN 1:PRINT "HELLO"\n20 FOR I=1 TO 3:PRINT I/3:NEXT\n')
    for command in (
        "check hello.bas",
        "xref hello.bas",
        "format --renum hello.bas",
        "run hello.bas --screen png -o hello.png",
        "media hello.bas",
        "compile hello.bas -o native.rom",
        "tape convert build/hello.wav -o back.cas",
        "disk ls build/hello.dsk",
    ):
        _run([found / "msxkit", *command.split()], tmp_path)
    assert "HELLO" in _run([found / "msxkit", "run", "hello.bas"], tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_wheels_hold_what_the_commands_need(dist: Path, bin_folder: Path, tmp_path: Path) -> None:
    for name, folder in PACKAGES.items():
        (wheel,) = dist.glob(f"{name}-*.whl")
        with zipfile.ZipFile(wheel) as archive:
            inside = set(archive.namelist())
        package = next((ROOT / folder).glob("*/__init__.py")).parent
        sources = {str(path.relative_to(ROOT / folder)) for path in package.rglob("*") if path.is_file()}
        assert {path for path in sources if "__pycache__" not in path} <= inside
        more = {path for path in inside - sources if ".dist-info/" not in path}
        recorded = {
            f"battleship/data/recordings/{path.name}" for path in (ROOT / "tests/recordings").glob("*.json")
        }
        listings = {f"battleship/data/basic/{name}.bas" for name in ("battle", "shotdark")}
        assert more == (recorded | listings if folder == "pyport" else set())
    _run([sys.executable, "-m", "twine", "check", "--strict", *dist.iterdir()], tmp_path)
    # In an empty folder: everything comes from the wheels.
    battleship = bin_folder / "battleship"
    assert "port: 88 of 88 recordings equal" in _run([battleship, "verify"], tmp_path)
    for options in (["--games", "3", "--explain"], ["--on", "interpreter"], ["--report", "page.html"]):
        assert " equal; " in _run([battleship, "verify", *options], tmp_path)
    assert (tmp_path / "page.html").stat().st_size > 1_000_000


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_commands_of_the_game_run_from_the_wheels(bin_folder: Path, tmp_path: Path) -> None:
    for command in (
        "battleship players",
        "battleship arena --players random,density --games 2 --seed 1",
        "battleship hint --help",
        "battleship man -o man",
        "msxkit man -o man",
    ):
        name, *arguments = command.split()
        _run([bin_folder / name, *arguments], tmp_path)
    assert len([*(tmp_path / "man").iterdir()]) > 30


@pytest.mark.nightly
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("package", "tests"),
    [
        ("msxkit", "tests/msxkit/media tests/msxkit/language tests/msxkit/test_recording.py"),
        ("marmsx_battleship", "tests/battleship/rules tests/battleship/notation tests/battleship/original"),
    ],
)
def test_the_source_archive_tests_itself(
    dist: Path, bin_folder: Path, tmp_path: Path, package: str, tests: str
) -> None:
    (archive,) = dist.glob(f"{package}-*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    python = bin_folder / "python"
    everything = _run([python, "-m", "pytest", "-q", "--collect-only"], unpacked)
    assert "error" not in everything.lower().splitlines()[-1]
    shown = _run([python, "-m", "pytest", "-q", "-m", "not slow and not openmsx", *tests.split()], unpacked)
    assert " passed" in shown
