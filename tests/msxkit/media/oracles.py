"""Outside tools that judge disk images: mtools and fsck.fat."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.programs import program


def run(name: str, *arguments: str | Path) -> str:
    """Run a tool and gives what it printed; fails with that when the tool does."""
    command = [program(name) or name, *map(str, arguments)]
    environment = {**os.environ, "MTOOLS_SKIP_CHECK": "0", "TZ": "UTC"}
    done = subprocess.run(command, capture_output=True, env=environment, timeout=60, check=False)
    output = (done.stdout + done.stderr).decode("latin-1")
    assert done.returncode == 0, f"{name} gave {done.returncode}: {output}"
    return output


def mtool(name: str, image: Path, *arguments: str | Path) -> str:
    """Return one of the mtools on an image."""
    return run(name, "-i", image, *arguments)


def fsck(image: Path) -> str:
    """fsck.fat without writing; fails when it finds anything to repair."""
    return run("fsck.fat", "-n", image)


def msx_format(image: Path, *, tracks: int = 80, heads: int = 2) -> None:
    """An empty disk of the MSX geometry made by mformat."""
    media = "0xf9" if heads == 2 else "0xf8"
    geometry = ("-t", str(tracks), "-h", str(heads), "-s", "9", "-c", "2", "-r", "7", "-d", "2", "-m", media)
    mtool("mformat", image, "-C", *geometry, "::")
