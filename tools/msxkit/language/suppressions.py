"""Findings that an author has switched off in place, with a remark on the line that says `noqa`."""

from __future__ import annotations

import re

from msxkit.language.program import Line
from msxkit.language.scanner import TokenKind

_NOQA = re.compile(r"\bnoqa\b(?::[ ]*([a-z0-9-]+(?:[ ]*,[ ]*[a-z0-9-]+)*))?", re.IGNORECASE)


def silenced(line: Line, check: str) -> bool:
    """Return whether the line ends in a remark with `noqa` (all checks) or `noqa: check, check` that names this one."""
    last = line.tokens[-2:]
    if len(last) < 2 or last[0].text not in ("REM", "'") or last[1].kind is not TokenKind.TEXT:
        return False
    found = _NOQA.search(last[1].text)
    if found is None:
        return False
    names = found.group(1)
    return names is None or check in [name.strip().lower() for name in names.split(",")]
