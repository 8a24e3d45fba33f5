"""The pictures that `--plot` draws."""

from __future__ import annotations

from pathlib import Path

import click

#: Endings; none is PNG (`/dev/stdout`).
_PICTURES = ("", ".png", ".svg", ".pdf")


def require_picture(path: Path | None) -> None:
    """Raise `click.UsageError` when `--plot` cannot draw what the ending of a file says."""
    if path is not None and (suffix := path.suffix.lower()) not in _PICTURES:
        raise click.UsageError(f"--plot draws {', '.join(filter(None, _PICTURES))}, not {suffix}: {path}")


def picture_format(path: Path) -> str:
    """Return matplotlib's name of the picture format."""
    return path.suffix.lower()[1:] or "png"
