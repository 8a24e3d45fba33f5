"""Outside programs: the one place that knows which of them are here, and what cannot be run without them.

A test says `@needs("openmsx")`, a fixture `require("chromium")`; which of them a block of the documentation uses is
found in its text.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[1]
CBIOS = Path("/usr/share/cbios")
#: The extension for VS Code: as its tests run it, and packaged.
EXTENSION, VSIX = _ROOT / "tools" / "vscode" / "dist" / "extension.js", _ROOT / "build" / "msxbasic.vsix"
#: Makes Emacs's client for language servers known, wherever it comes from.
EGLOT = "(progn (require 'package) (package-initialize) (require 'eglot))"


def program(name: str) -> str | None:
    """Return where a program is; some are where only root's PATH leads, and are used by everybody."""
    path = os.environ.get("PATH", os.defpath)
    more = [
        folder.replace("bin", "sbin") for folder in ("/usr/bin", "/bin") if folder in path.split(os.pathsep)
    ]
    return shutil.which(name, path=os.pathsep.join([path, *more]))


def _openmsx() -> bool:
    return program(os.environ.get("MSXKIT_OPENMSX") or "openmsx") is not None and _cbios()


def _cbios() -> bool:
    return (CBIOS / "cbios_main_msx1.rom").exists()


def _pyodide() -> bool:
    from battleship.web.site import cache_folder

    return program("npm") is not None or any(cache_folder().glob("pyodide-*.tgz"))


def _emacs() -> bool:
    command = ["emacs", "--batch", "--eval", EGLOT]
    return (
        program("emacs") is not None
        and not subprocess.run(command, capture_output=True, timeout=60).returncode
    )


def code_server() -> str | None:
    """Return where VS Code as a server is."""
    return os.environ.get("CODE_SERVER") or program("code-server")


@dataclass(frozen=True, slots=True)
class Outside:
    """An outside program that not every machine has.

    Attributes:
        is_here: Whether this one has it.
        cure: How to get it.
        said: Words in the text of a command that show that it is used, besides its name.
    """

    is_here: Callable[[], object]
    cure: str
    said: str = "(?!)"


def _debian(name: str, package: str = "") -> Outside:
    return Outside(lambda: program(name), f"apt-get install {package or name}")


OUTSIDE = {
    "openmsx": Outside(
        _openmsx,
        "apt-get install openmsx cbios",
        r"--(?:msx-)?(?:on|backend)[ =](?:cartridge|openmsx|both)\b",
    ),
    "cbios": Outside(_cbios, "apt-get install cbios"),
    "mtools": _debian("mcopy", "mtools"),
    "fsck.fat": _debian("fsck.fat", "dosfstools"),
    "pasmo": _debian("pasmo"),
    "chromium": _debian("chromium"),
    "nvim": _debian("nvim", "neovim"),
    "emacs": Outside(_emacs, "apt-get install emacs-nox elpa-eglot"),
    "cc": _debian("cc", "gcc"),
    "node": _debian("node", "nodejs"),
    "pyodide": Outside(_pyodide, "apt-get install npm, which downloads it"),
    "extension": Outside(EXTENSION.exists, "make vscode"),
    "vsix": Outside(VSIX.exists, "make vscode"),
    "code-server": Outside(code_server, "npm install -g code-server"),
}


@cache
def missing(name: str) -> str:
    """Return why what needs it cannot be run; nothing where it is here."""
    outside = OUTSIDE[name]
    return "" if outside.is_here() else f"needs {name}: {outside.cure}"


def needs(*names: str) -> pytest.MarkDecorator:
    """Return the mark of a test that is skipped where one of them is missing."""
    return pytest.mark.needs(*names)


def require(name: str) -> None:
    """Skip the test if the program is missing."""
    if reason := missing(name):
        pytest.skip(reason)


def used_by(script: str) -> list[str]:
    """Return what a script of the documentation uses."""
    commands = script.replace("\\\n", " ")
    return [
        name
        for name, outside in OUTSIDE.items()
        if re.search(rf"^\s*{re.escape(name)}\s|{outside.said}", commands, re.M)
    ]
