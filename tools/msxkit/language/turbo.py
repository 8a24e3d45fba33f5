"""The file of XBASIC, the extension that has CALL TURBO."""

from __future__ import annotations

#: What its names begin with: XBASIC.BIN and its versions.
_STEMS = ("XBASIC", "NBASIC")


def is_turbo(name: str) -> bool:
    """Return whether a file is the extension. The name may have a drive."""
    stored = name.rpartition(":")[2].strip().upper()
    return stored.startswith(_STEMS) and not stored.endswith(".BAS")
