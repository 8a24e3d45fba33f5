"""What the packages take from the rest of the repository: the listings and recordings, and in the archive the tests."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).parent
#: The repository; in an unpacked source archive that is the folder itself.
TREE = HERE if (HERE / "basic").is_dir() else HERE.parent
#: What `battleship verify` reads: see `battleship.verification.sources`.
DATA = ("basic/*.bas", "tests/recordings/*.json")
ALONG = (
    "basic",
    "tests/__init__.py",
    "tests/chromium.py",
    "tests/conftest.py",
    "tests/processes.py",
    "tests/terminal.py",
    *(f"tests/{name}" for name in ("battle-of-ships", "battleship", "bench", "bots", "recordings")),
)


class Build(build_py):
    """`build_py` with the data; an editable installation reads them in the repository."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        for pattern in DATA:
            for source in sorted(TREE.glob(pattern)):
                target = Path(self.build_lib, "battleship", "data", source.parent.name, source.name)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)


class SourceArchive(sdist):
    """`sdist` with data and tests."""

    def make_release_tree(self, base_dir: str, files: Sequence[str]) -> None:
        super().make_release_tree(base_dir, files)
        for name in ALONG:
            source, target = TREE / name, Path(base_dir, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                ignore = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source, target, ignore=ignore, dirs_exist_ok=True)
            else:
                shutil.copyfile(source, target)


setup(cmdclass={"build_py": Build, "sdist": SourceArchive})
