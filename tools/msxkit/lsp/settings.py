"""The settings of an editor's user."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msxkit.language.check import CHECKS
from msxkit.language.targets import TARGETS


@dataclass
class Settings:
    """What the user has set.

    Attributes:
        target: The target machine of the checks.
        off: Checks that are switched off.
        hints: Whether inlay hints are shown.
    """

    target: str = "disk"
    off: tuple[str, ...] = ()
    hints: bool = False

    @property
    def machine(self) -> str:
        """The name of the model of the target, whose times hints tell."""
        return "msx1" if self.target == "msx1" else "msx2"

    @classmethod
    def of(cls, data: Any) -> Settings:
        """Read settings that the client sent. What is not understood keeps its default."""
        if isinstance(data, dict) and isinstance(data.get("msxkit"), dict):
            data = data["msxkit"]
        found = cls()
        if not isinstance(data, dict):
            return found
        if data.get("target") in TARGETS:
            found.target = data["target"]
        if isinstance(data.get("off"), list):
            found.off = tuple(name for name in data["off"] if name in CHECKS)
        shown = data.get("inlayHints", data.get("hints"))
        found.hints = shown is True or (isinstance(shown, dict) and shown.get("enabled") is True)
        return found
