"""Golden screens: text files that people can read and compare."""

from __future__ import annotations

from pathlib import Path

from msxkit.display.screen import Screen
from msxkit.errors import FileError
from msxkit.files import read_bytes, write_atomic
from msxkit.media.host_files import make_folder


def render(screen: Screen) -> str:
    """Return a screen as a text file that people can read and compare."""
    rows = "".join(f"|{screen.row(y)}|\n" for y in range(24))
    column, row = screen.cursor
    return f"SCREEN {screen.mode}, WIDTH {screen.width}, cursor at column {column}, row {row}\n{rows}"


def check_golden(screen: Screen, path: Path, update: bool) -> str | None:
    """Compare a screen with a golden file. Return what differs, None when nothing does.

    Args:
        update: Write the file instead of comparing.
    """
    actual = render(screen)
    if update:
        make_folder(path.parent)
        if not path.is_file() or read_bytes(path) != actual.encode():
            write_atomic(path, actual.encode())
        return None
    try:
        expected = read_bytes(path).decode("utf-8")
    except FileError:
        return f"{path}: there is no such screen yet; look at this one and keep it with --msx-update"
    except UnicodeDecodeError:
        return f"{path}: is not UTF-8 text; make it again with --msx-update"
    if expected == actual:
        return None
    lines = [f"the screen differs from {path} (keep the new one with --msx-update):"]
    before, after = expected.splitlines(), actual.splitlines()
    for number in range(max(len(before), len(after))):
        old = before[number] if number < len(before) else ""
        new = after[number] if number < len(after) else ""
        if old != new:
            row = f"{number - 1:4}" if number else "    "
            lines += [f"{row} - {old}", f"{row} + {new}"]
    return "\n".join(lines)
