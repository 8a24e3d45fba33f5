"""What the source archive takes from the rest of the repository: the tests, and the data that they stand on."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from setuptools import setup
from setuptools.command.sdist import sdist

HERE = Path(__file__).parent
#: The repository; in an unpacked source archive that is the folder itself.
TREE = HERE if (HERE / "basic").is_dir() else HERE.parent
ALONG = (
    "basic",
    "tests/__init__.py",
    "tests/chromium.py",
    "tests/conftest.py",
    "tests/processes.py",
    "tests/terminal.py",
    *(
        f"tests/{name}"
        for name in ("conformance", "graphics", "msxkit", "mutations", "recordings", "timing", "truth")
    ),
)


class SourceArchive(sdist):
    """`sdist` with the tests."""

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


setup(cmdclass={"sdist": SourceArchive})
