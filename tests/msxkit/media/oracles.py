"""Outside tools that judge disk images: mtools and fsck.fat, and the marks that skip tests where they are
absent.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

# fsck.fat lives where only root's PATH looks.
_PATH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"

needs_mtools = pytest.mark.skipif(
    shutil.which("mcopy", path=_PATH) is None, reason="needs mtools (apt-get install mtools)"
)
needs_fsck = pytest.mark.skipif(
    shutil.which("fsck.fat", path=_PATH) is None, reason="needs fsck.fat (apt-get install dosfstools)"
)


def run(*command: str | Path) -> str:
    """Runs a tool and gives what it printed; fails with that when the tool does."""
    environment = {**os.environ, "PATH": _PATH, "MTOOLS_SKIP_CHECK": "0", "TZ": "UTC"}
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, env=environment, timeout=60, check=False
    )
    output = (done.stdout + done.stderr).decode("latin-1")
    assert done.returncode == 0, f"{command[0]} gave {done.returncode}: {output}"
    return output


def mtool(name: str, image: Path, *arguments: str | Path) -> str:
    """One of the mtools on an image."""
    return run(name, "-i", image, *arguments)


def fsck(image: Path) -> str:
    """fsck.fat without writing; fails when it finds anything to repair."""
    return run("fsck.fat", "-n", image)


def msx_format(image: Path, *, tracks: int = 80, heads: int = 2) -> None:
    """An empty disk of the MSX geometry made by mformat."""
    media = "0xf9" if heads == 2 else "0xf8"
    geometry = ("-t", str(tracks), "-h", str(heads), "-s", "9", "-c", "2", "-r", "7", "-d", "2", "-m", media)
    mtool("mformat", image, "-C", *geometry, "::")
