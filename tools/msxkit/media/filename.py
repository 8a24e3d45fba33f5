"""File names of MSX-DOS and Disk BASIC: eight characters, a point, three characters, in MSX codes.

Source: the character list of the MSX-DOS manual. Names are checked and refused, never cut.
"""

from __future__ import annotations

from pathlib import Path

from msxkit.charset import UNICODE, encode, glyphs
from msxkit.errors import CharsetError, DiskError
from msxkit.language.source import is_modern

# The manual's list, and what a quoted path in BASIC or a PC cannot hold. Space is for padding only.
_FORBIDDEN = frozenset(b'~*+,./:;=?[] "<>|\\') | frozenset(range(0x20)) | {0x7F, 0xFF}
# MSX-DOS takes these names, with any extension, for devices.
_DEVICES = frozenset({b"CON", b"AUX", b"NUL", b"LST", b"PRN"})
_DELETED = 0xE5
_E5_SUBSTITUTE = 0x05


def parse(text: str) -> bytes:
    """Return the 11 bytes of a directory entry for `text` ("battle.bas" -> b"BATTLE  BAS").

    Raise `DiskError` with the reason when MSX-DOS could not use the name.
    """
    try:
        typed = encode(text)
    except CharsetError as error:
        raise DiskError(f"{text!r} cannot be a file name on an MSX disk: {error}") from error
    stem, point, extension = typed.partition(b".")
    reason = ""
    if not stem:
        reason = "there is nothing before the point"
    elif len(stem) > 8:
        reason = f"the name has {len(stem)} characters, at most 8 fit"
    elif b"." in extension:
        reason = "it has more than one point"
    elif point and not extension:
        reason = "there is nothing after the point"
    elif len(extension) > 3:
        reason = f"the extension has {len(extension)} characters, at most 3 fit"
    else:
        bad = next((code for code in stem + extension if code in _FORBIDDEN), None)
        if bad is not None:
            reason = f"the character {_show_code(bad)} is not allowed in names"
        elif stem[0] == _DELETED:
            reason = f"as first character {_show_code(_DELETED)} marks a deleted file"
        elif stem.upper() in _DEVICES:
            reason = f"{stem.upper().decode('ascii')} is a device of MSX-DOS"
    if reason:
        raise DiskError(f"{text!r} cannot be a file name on an MSX disk: {reason}; name it FILE:NAME.EXT")
    return stem.upper().ljust(8) + extension.upper().ljust(3)


def show(raw: bytes) -> str:
    """Return the 11 bytes of a directory entry as people write them: b"BATTLE  BAS" -> "BATTLE.BAS"."""
    return glyphs(codes(raw))


def codes(raw: bytes) -> bytes:
    """Return the 11 bytes of a directory entry as BASIC names the file: b"BATTLE  BAS" -> b"BATTLE.BAS"."""
    if raw[0] == _E5_SUBSTITUTE:
        raw = bytes((_DELETED,)) + raw[1:]
    stem, extension = raw[:8].rstrip(b" "), raw[8:].rstrip(b" ")
    return stem + b"." + extension if extension else stem


def is_valid(raw: bytes) -> bool:
    """Return whether the 11 bytes of a directory entry are a name that MSX-DOS itself could have written."""
    stem, extension = raw[:8].rstrip(b" "), raw[8:].rstrip(b" ")
    used = stem + extension
    if used[:1] == bytes((_E5_SUBSTITUTE,)):
        used = used[1:]
    lower = any(0x61 <= code <= 0x7A for code in used)
    return bool(stem) and not lower and not any(code in _FORBIDDEN for code in used)


def split_spec(spec: str) -> tuple[Path, str]:
    """Return the host's path and the name for the disk in FILE[:NAME.EXT] of the command line: what a modern source
    becomes is a .bas.
    """
    head, colon, tail = spec.rpartition(":")
    # C:\GAMES\BATTLE.BAS has a colon of its own; a name on the disk has no path.
    if not colon or not head or (len(head) == 1 and tail[:1] in ("\\", "/")):
        path = Path(spec)
        return path, path.with_suffix(".bas").name if is_modern(path.name) else path.name
    return Path(head), tail


def _show_code(code: int) -> str:
    return repr(UNICODE[code]) if 0x20 <= code < 0xFF else f"{code:02X}h"
