"""What both packages are built of and where: shared by their setup.py."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from setuptools.command.sdist import sdist

#: The repository; in an unpacked source archive that is the folder itself, into which this file was copied.
TREE = Path(__file__).parent
#: Where packages are built: in no folder of the repository.
_BUILT = tempfile.mkdtemp(prefix="package-")
atexit.register(shutil.rmtree, _BUILT, ignore_errors=True)
ELSEWHERE = {"build": {"build_base": _BUILT}, "egg_info": {"egg_base": _BUILT}}
#: What the tests of both packages share.
SHARED = (
    "basic",
    "tests/__init__.py",
    "tests/chromium.py",
    "tests/conftest.py",
    "tests/processes.py",
    "tests/programs.py",
    "tests/terminal.py",
)


def with_tests(*folders: str) -> type[sdist]:
    """`sdist` with the listings, and with these folders of tests/."""
    along: Iterable[str] = (Path(__file__).name, *SHARED, *(f"tests/{name}" for name in folders))

    class SourceArchive(sdist):
        """`sdist` with tests, and the data that they stand on."""

        def make_release_tree(self, base_dir: str, files: Sequence[str]) -> None:
            super().make_release_tree(base_dir, files)
            for name in along:
                source, target = TREE / name, Path(base_dir, name)
                target.parent.mkdir(parents=True, exist_ok=True)
                if source.is_dir():
                    ignore = shutil.ignore_patterns("__pycache__")
                    shutil.copytree(source, target, ignore=ignore, dirs_exist_ok=True)
                else:
                    shutil.copyfile(source, target)

    return SourceArchive
