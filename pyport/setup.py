"""What metadata cannot say: listings and recordings travel in the wheel, and in the source archive the tests."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
# In the repository it is one folder up, in an unpacked source archive here.
sys.path[:0] = [str(HERE), str(HERE.parent)]

from source_archive import ELSEWHERE, TREE, with_tests  # noqa: E402

#: What `battleship verify` reads: see `battleship.verification.sources`.
DATA = ("basic/*.bas", "tests/recordings/*.json")
FOLDERS = ("battle-of-ships", "battleship", "bench", "bots", "recordings")


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


setup(cmdclass={"build_py": Build, "sdist": with_tests(*FOLDERS)}, options=ELSEWHERE)
