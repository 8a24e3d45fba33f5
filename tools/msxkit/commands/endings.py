"""What the ending of an output's name asks for: it is made, or refused by its name."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import click

from msxkit.errors import FileError
from msxkit.files import read_bytes

#: Ending -> form, for endings that ask for one.
FORMS = {
    **dict.fromkeys((".txt", ".log", ".out"), "text"),
    ".ans": "ansi",
    ".json": "json",
    ".png": "png",
    ".gif": "gif",
    ".wav": "wav",
    ".mp4": "mp4",
    **dict.fromkeys((".jpg", ".jpeg"), "jpg"),
    ".webp": "webp",
}
#: Forms of which one comes under any name: the reader of the file decides.
TEXTS = frozenset(("text", "ansi", "json"))


def form_of(output: Path | None, form: str | None) -> str:
    """Return the form of an output. Raise `click.UsageError` for a name that promises another, or what is not made."""
    if output is None or not _is_name(output):
        return form or "text"
    ending = output.suffix.lower()
    if not ending:
        return form or "text"
    named = FORMS.get(ending)
    if form is None:
        if named is None:
            raise click.UsageError(
                f"{output}: cannot make a {ending} file; the endings are {', '.join(FORMS)}"
            )
        return named
    if (form not in TEXTS and named != form) or (form in TEXTS and named not in (None, *TEXTS)):
        raise click.UsageError(f"{output}: --screen {form} does not make a {ending} file")
    return form


def _is_name(output: Path) -> bool:
    """Return whether the output is a file, not a pipe or a device, whose name says nothing."""
    return output.is_file() or not output.exists()


def require_ffmpeg() -> str:
    """Return where ffmpeg is. Raise `FileError` without it."""
    found = shutil.which("ffmpeg")
    if found is None:
        raise FileError(
            "a .mp4 needs ffmpeg, which is not installed here; -o FILE.gif makes a film without it"
        )
    return found


def film_with_sound(film: bytes, sound: bytes) -> bytes:
    """Return a film (GIF) and its sound (WAV) as MP4. Raise `FileError` when ffmpeg cannot make it."""
    ffmpeg = require_ffmpeg()
    with tempfile.TemporaryDirectory(prefix="msxkit-") as name:
        folder = Path(name)
        (folder / "film.gif").write_bytes(film)
        (folder / "sound.wav").write_bytes(sound)
        command = [ffmpeg, "-loglevel", "error", "-y", "-i", "film.gif", "-i", "sound.wav"]
        command += ["-pix_fmt", "yuv420p", "-movflags", "+faststart", "-shortest", "film.mp4"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            reason = done.stderr.strip().splitlines()
            raise FileError(f"ffmpeg cannot make the .mp4: {reason[-1] if reason else done.returncode}")
        return read_bytes(folder / "film.mp4", 1 << 30)
