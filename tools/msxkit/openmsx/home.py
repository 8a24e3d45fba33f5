"""A private user folder for one emulator: nothing that it writes outlives it, nothing of the user's is changed.

openMSX takes its user folder from OPENMSX_HOME and OPENMSX_USER_DATA, and writes settings, battery RAM, a file
cache and its control socket (TMPDIR) there. The user's own system ROMs, machines and extensions are linked in.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

from msxkit.files import real

#: More folders with ROMs, separated as in PATH.
SYSTEMROMS_VARIABLE = "MSXKIT_SYSTEMROMS"
_LINKED = ("machines", "extensions", "systemroms")
_SETTINGS = "<!DOCTYPE settings SYSTEM 'settings.dtd'>\n"


def user_data(environment: Mapping[str, str]) -> Path:
    """Return where openMSX looks for the user's own systemroms, machines and extensions."""
    if environment.get("OPENMSX_USER_DATA"):
        return Path(environment["OPENMSX_USER_DATA"])
    return _user_home(environment) / "share"


def rom_folder(environment: Mapping[str, str]) -> Path:
    """Return the folder into which a person puts ROM files so that every openMSX finds them."""
    return user_data(environment) / "systemroms"


def _user_home(environment: Mapping[str, str]) -> Path:
    if environment.get("OPENMSX_HOME"):
        return Path(environment["OPENMSX_HOME"])
    return Path(environment.get("HOME") or Path.home()) / ".openMSX"


class PrivateHome:
    """A temporary folder and the environment that makes openMSX use it. `remove` deletes it with all it holds.

    Attributes:
        path: The folder.
        environment: The environment variables for openMSX.

    Args:
        keep_settings: Whether the user's settings (keys, picture) apply too, for a window that a person looks at.
    """

    def __init__(self, environment: Mapping[str, str], keep_settings: bool = False) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="msxkit-openmsx-"))
        share = self.path / "share"
        users = user_data(environment)
        for name in _LINKED:
            # The folder itself is ours, for openMSX writes a README into it; what is in it is the user's.
            (share / name).mkdir(parents=True)
            with contextlib.suppress(OSError):
                for entry in (users / name).iterdir():
                    (share / name / entry.name).symlink_to(real(entry))
        for number, folder in enumerate(environment.get(SYSTEMROMS_VARIABLE, "").split(os.pathsep)):
            if folder:
                (share / "systemroms" / f"more-{number}").symlink_to(real(Path(folder)))
        (share / "settings.xml").write_text(_settings(users, keep_settings), "utf-8")
        self.environment = dict(environment) | {
            "OPENMSX_HOME": str(self.path),
            "OPENMSX_USER_DATA": str(share),
            "TMPDIR": str(self.path),
        }

    def remove(self) -> None:
        """Delete the folder; links in it are not followed."""
        shutil.rmtree(self.path, ignore_errors=True)


def _settings(users: Path, keep: bool) -> str:
    """Return the text of a settings.xml with the folders in which the user's openMSX looks for ROMs (`filepool`)."""
    root = ElementTree.Element("settings")
    inner = ElementTree.SubElement(root, "settings")
    with contextlib.suppress(OSError, ElementTree.ParseError):
        for setting in ElementTree.parse(users / "settings.xml").iter("setting"):
            if keep or setting.get("id") == "__filepool":
                inner.append(setting)
    return _SETTINGS + ElementTree.tostring(root, encoding="unicode")
