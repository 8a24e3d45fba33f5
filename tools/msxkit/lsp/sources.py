"""The modern sources of an editor: what each is read as, together with the files that it includes."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from msxkit.errors import MsxError
from msxkit.files import read_bytes
from msxkit.language.check import check
from msxkit.language.modern import Source
from msxkit.language.modern.symbols import Symbols
from msxkit.language.source import is_modern, modern_source
from msxkit.lsp.diagnostics import Diagnostic, WantedChecks, placed
from msxkit.lsp.document import split

_INCLUDED = re.compile(rb'include[ \t]*"([^"]*)"', re.IGNORECASE)


class SourceRow(NamedTuple):
    """A row of a file, as the editor has it."""

    text: str


class File:
    """A file of a modern source, as the editor has it."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.rows = [SourceRow(text) for text in split(text)]


class Reading:
    """A modern source as it was read.

    Attributes:
        files: All its files, by name.
        source: What it is.
    """

    def __init__(self, path: Path, load: Callable[[Path], bytes], encoding: str) -> None:
        self.path = path
        self.data: dict[Path, bytes] = {}
        self._found: dict[WantedChecks, list[tuple[str, Diagnostic]]] = {}

        def kept(file: Path) -> bytes:
            self.data[file] = load(file)
            return self.data[file]

        self.source: Source = modern_source(kept(path), str(path), encoding, kept)
        self.files = {
            str(file): File(file, data.decode("utf-8", "replace").removeprefix("\ufeff"))
            for file, data in self.data.items()
        }

    @cached_property
    def symbols(self) -> Symbols:
        """What it names, and where."""
        return Symbols(self.source)

    def findings(self, asked: WantedChecks) -> list[tuple[str, Diagnostic]]:
        """Return what is wrong, each with the name of its file."""
        if asked not in self._found:
            program, beside = self.source.program, f"{self.path.parent}{os.sep}"
            found = check(program, target=asked.target, off=asked.off, extensions=asked.extensions)
            named = [(each.file or str(self.path), each) for each in found]
            told = [(file, placed(self.files[file], each)) for file, each in named]
            self._found[asked] = [
                (file, replace(each, message=each.message.replace(beside, ""))) for file, each in told
            ]
        return self._found[asked]


class Sources:
    """The modern sources that are open, and those beside them that include them.

    Attributes:
        texts: The text of each that is open.

    Args:
        encoding: Of `ENCODINGS`; texts are Unicode, so it chooses the machine.
    """

    def __init__(self, encoding: str = "utf-8") -> None:
        self._encoding = encoding
        self.texts: dict[Path, str] = {}
        self._readings: dict[Path, Reading] = {}

    def reading(self, path: Path) -> Reading:
        """Return what a source is read as now. Raise `MsxError` if it cannot be read."""
        known = self._readings.get(path)
        if known is None or any(self._load(file) != data for file, data in known.data.items()):
            gc.disable()  # nothing of what is read is garbage
            try:
                known = self._readings[path] = Reading(path, self._load, self._encoding)
            finally:
                gc.enable()
        return known

    def readings(self, path: Path) -> list[Reading]:
        """Return the sources that a file belongs to: those that include it and are not included, or itself."""
        found = []
        for other in self._includers(path):
            with suppress(MsxError):
                reading = self.reading(other)
                if str(path) in reading.files:
                    found.append(reading)
        inner = {file for each in found for file in each.files if file != str(each.path)}
        return [each for each in found if str(each.path) not in inner] or [self.reading(path)]

    def program(self, path: Path) -> Path:
        """Return what runs where a file is to run: the source that includes it, one of its project if there are more;
        for functions that nothing includes the first source of the project; else itself. Raise `MsxError`.
        """
        readings = self.readings(path)
        found = [each.path for each in readings]
        named = _of_project(path)
        if found == [path]:
            return named[0] if named and readings[0].source.program.is_library else path
        return next((each for each in found if each in named), found[0])

    def changed(self, path: Path, texts: Mapping[str, str]) -> Reading:
        """Return what a source would be read as with other texts of some files, by name."""

        def load(file: Path) -> bytes:
            return texts[str(file)].encode("utf-8") if str(file) in texts else self._load(file)

        return Reading(path, load, self._encoding)

    def beside(self, folder: Path) -> list[Path]:
        """Return the sources in a folder, and those that are open as if they were."""
        return sorted({*_sources_in(folder), *(path for path in self.texts if path.parent == folder)})

    def _load(self, path: Path) -> bytes:
        return self.texts[path].encode("utf-8") if path in self.texts else read_bytes(path)

    def _includers(self, path: Path) -> list[Path]:
        """Return the sources that may include a file, by the names in them: open ones, and those beside it or above."""
        near = {path.parent, path.parent.parent} if path.is_absolute() else set()
        others = {other for folder in near for other in _sources_in(folder)} | self.texts.keys()
        names: dict[Path, set[str]] = {}
        for other in sorted(others - {path}):
            with suppress(OSError, MsxError):
                names[other] = _names(self._load(other))
        found: list[Path] = []
        wanted = {path.name}
        while more := [other for other in names if other not in found and names[other] & wanted]:
            found += more
            wanted |= {other.name for other in more}
        return found


def _sources_in(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if is_modern(path.name)]
    except OSError:
        return []


def _of_project(path: Path) -> tuple[Path, ...]:
    """Return the sources of the project that a file is in; none without one, or with one that cannot be read."""
    from msxkit.project import project_of  # with all that is made of programs

    with suppress(MsxError):
        return next((project.sources for project in map(project_of, path.parents) if project), ())
    return ()


def _names(data: bytes) -> set[str]:
    """Return the names of the files that a source includes, without folders."""
    return {Path(match[1].decode("utf-8", "replace")).name for match in _INCLUDED.finditer(data)}
