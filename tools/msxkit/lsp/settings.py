"""The settings of an editor's user."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from msxkit.language.check import CHECKS
from msxkit.language.source import ENCODINGS
from msxkit.language.targets import TARGETS
from msxkit.lsp.diagnostics import WantedChecks
from msxkit.machine.model import MODELS


@dataclass
class Settings:
    """What the user has set.

    Attributes:
        target: The target machine of the checks.
        off: Checks that are switched off.
        extensions: What the machine also has, such as TURBO or MUSIC.
        hints: Whether inlay hints are shown.
        numbers: Whether Enter gives the next row a number.
        encoding: The machine's characters, as `--encoding` has them; empty for that of the project.
        model: The model whose times hints tell; empty for that of the target.
    """

    target: str = "disk"
    off: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    hints: bool = False
    numbers: bool = True
    model: str = ""
    encoding: str = ""

    @property
    def machine(self) -> str:
        """The name of the model whose times hints tell."""
        return self.model or ("msx1" if self.target == "msx1" else "msx2")

    @property
    def checks(self) -> WantedChecks:
        """The checks that are wanted for a listing."""
        return WantedChecks(self.target, self.off, self.extensions)

    @classmethod
    def of(cls, data: Any) -> Settings:
        """Return the settings that the client sent. A setting that is not understood keeps its default."""
        if isinstance(data, dict) and isinstance(data.get("msxkit"), dict):
            data = data["msxkit"]
        found = cls()
        if not isinstance(data, dict):
            return found
        found.target = _one_of(TARGETS, data.get("target")) or found.target
        if isinstance(data.get("off"), list):
            found.off = tuple(name for name in data["off"] if _one_of(CHECKS, name))
        if isinstance(data.get("extensions"), list):
            found.extensions = tuple(name for name in data["extensions"] if isinstance(name, str))
        found.model = _one_of(MODELS, data.get("machine"))
        found.encoding = _one_of(ENCODINGS, data.get("encoding"))
        found.numbers = data.get("numberLines", True) is not False
        shown = data.get("inlayHints", data.get("hints"))
        found.hints = shown is True or (isinstance(shown, dict) and shown.get("enabled") is True)
        return found


def _one_of(names: Collection[str], given: object) -> str:
    """Return a known name, or nothing for any other value: settings come with a folder and may hold anything."""
    return given if isinstance(given, str) and given in names else ""
