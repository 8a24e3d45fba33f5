"""What metadata cannot say: the source archive holds the tests and their data."""

from __future__ import annotations

import sys
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent
# In the repository it is one folder up, in an unpacked source archive here.
sys.path[:0] = [str(HERE), str(HERE.parent)]

from source_archive import ELSEWHERE, with_tests  # noqa: E402

FOLDERS = (
    "bench",
    "conformance",
    "corpus",
    "differential",
    "dignified",
    "graphics",
    "msxkit",
    "output_options.py",
    "power-on.json",
    "recordings",
    "timing",
    "torture",
    "truth",
)
setup(cmdclass={"sdist": with_tests(*FOLDERS)}, options=ELSEWHERE)
