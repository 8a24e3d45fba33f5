"""A project: what `msx.toml` says of its sources and of what is made of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, cast

from msxkit.errors import MsxError
from msxkit.files import read_toml, real
from msxkit.language.check import CHECKS
from msxkit.language.source import ENCODINGS
from msxkit.language.targets import TARGETS
from msxkit.media.build import ENDINGS
from msxkit.native.mappers import MAPPERS

NAME = "msx.toml"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Project:
    """What is made of which files.

    Attributes:
        path: The file that says so; the other paths are beside it.
        sources: The program that starts, and those that it starts.
        files: What else is on the disk: files, or patterns such as data/*.sc5.
        machine: The model of MSX that it is for.
        targets: Of `ENDINGS`.
        output: The folder for what is made.
        ram, mapper, lenient: Of the compiled cartridge, as `compile` has them.
    """

    path: Path
    sources: tuple[Path, ...]
    encoding: str
    files: tuple[str, ...]
    machine: str
    targets: tuple[str, ...]
    output: Path
    ram: int
    mapper: str
    lenient: bool

    @property
    def folder(self) -> Path:
        """Where the project is."""
        return self.path.parent

    @property
    def stem(self) -> str:
        """The common name of what is made."""
        return self.sources[0].stem.lower()

    def made(self, target: str) -> Path:
        """Return the file of a target."""
        return self.output / (self.stem + ENDINGS[target])


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """What `check` looks for.

    Attributes:
        select: The only checks that are made; all, if it is empty.
        ignore: Checks that are left out.
        machine: The target.
        warnings_as_errors: Whether a warning makes the check fail.
    """

    select: tuple[str, ...]
    ignore: tuple[str, ...]
    machine: str
    warnings_as_errors: bool

    def off(self, select: Collection[str] = (), ignore: Collection[str] = ()) -> frozenset[str]:
        """Return the checks that are left out. What is given on the command line goes before the settings."""
        chosen = select or self.select or CHECKS
        return frozenset(CHECKS) - frozenset(chosen) | {*ignore, *self.ignore} - {*select}


def check_settings(folder: Path) -> CheckSettings:
    """Return the settings of `check` for a folder: those of msx.toml, else of pyproject.toml. Raise `MsxError`."""
    path = find(folder)
    pyproject = folder / "pyproject.toml"
    table = _Table(folder / NAME, "check.", {})
    if path is not None:
        table = _read(path).table("check")
    elif pyproject.is_file():
        table = _read(pyproject).table("tool").table("msxkit").table("check")
    settings = CheckSettings(
        select=table.texts("select", CHECKS),
        ignore=table.texts("ignore", CHECKS),
        machine=table.text("machine", "disk", TARGETS),
        warnings_as_errors=table.flag("warnings-as-errors"),
    )
    table.end()
    return settings


def load(folder: Path) -> Project:
    """Return the project that a folder, or one above it, holds. Raise `MsxError` that names file and key."""
    project = project_of(folder)
    if project is None:
        raise MsxError(f"{folder}: no {NAME} here or above; `msxkit new GAME` makes a project")
    return project


def project_of(folder: Path) -> Project | None:
    """Return the project as `load` does; None if there is none."""
    from msxkit.machine.model import MODELS  # other tools load no machine

    path = find(folder)
    if path is None:
        return None
    table = _read(path)
    compiled = table.table("compile")
    project = Project(
        path=path,
        sources=tuple(path.parent / name for name in table.texts("sources")),
        encoding=table.text("encoding", "auto", ENCODINGS),
        files=table.texts("files"),
        machine=table.text("machine", "msx2", MODELS),
        targets=table.texts("targets", ENDINGS) or ("disk",),
        output=path.parent / table.text("output", "build"),
        ram=int(compiled.text("ram", "32", ("16", "32"))),
        mapper=compiled.text("mapper", "", MAPPERS),
        lenient=compiled.flag("lenient"),
    )
    compiled.end()
    table.table("check")
    table.end()
    if not project.sources:
        raise MsxError(f'{path}: sources: missing; name the program, such as sources = ["game.dmx"]')
    for source in project.sources:
        if not source.is_file():
            raise MsxError(f"{path}: sources: {source} is not a file; correct the name")
    return project


def find(folder: Path) -> Path | None:
    """Return the file of the project that a folder is in, as short as it can be written."""
    for place in (folder, *(above for above in real(folder).parents if folder == Path())):
        if (place / NAME).is_file():
            return place / NAME
    return None


def _read(path: Path) -> _Table:
    return _Table(path, "", read_toml(path))


class _Table:
    """A table of TOML whose keys are asked for, each with what it may be."""

    def __init__(self, path: Path, name: str, values: Mapping[str, Any]) -> None:
        self._path, self._name, self._values = path, name, values
        self._known: list[str] = []

    def text(self, key: str, default: str, allowed: Collection[str] = ()) -> str:
        """Return a text. A number is taken for its digits."""
        value = self._values.get(key, default)
        kind = (str, int) if default.isdigit() else str
        value = str(self._of(key, value, kind, "a text"))
        return value if value == default else self._allowed(key, value, allowed or (value,))

    def texts(self, key: str, allowed: Collection[str] = ()) -> tuple[str, ...]:
        """Return a list of texts."""
        values = self._of(key, self._values.get(key, []), list, "a list of texts")
        return tuple(
            self._allowed(key, self._of(key, each, str, "a list of texts"), allowed or values)
            for each in values
        )

    def flag(self, key: str) -> bool:
        """Return true or false."""
        return self._of(key, self._values.get(key, False), bool, "true or false")

    def table(self, key: str) -> _Table:
        """Return a table in this one."""
        values = self._of(key, self._values.get(key, {}), dict, "a table")
        return _Table(self._path, f"{self._name}{key}.", values)

    def end(self) -> None:
        """Raise `MsxError` for a key that nobody has asked for."""
        for key in self._values:
            if key not in self._known:
                raise self._error(key, f"unknown key; {_instead(key, self._known)}")

    def _of(self, key: str, value: Any, kind: type[T] | tuple[type, ...], what: str) -> T:
        self._known.append(key)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self._error(key, f"{value!r} is not {what}")
        return cast(T, value)

    def _allowed(self, key: str, value: str, allowed: Collection[str]) -> str:
        if value not in allowed:
            raise self._error(key, f"unknown value {value!r}; {_instead(value, allowed)}")
        return value

    def _error(self, key: str, message: str) -> MsxError:
        return MsxError(f"{self._path}: {self._name}{key}: {message}")


def _instead(word: str, known: Collection[str]) -> str:
    near = get_close_matches(word, known, 1)
    return f"did you mean {near[0]}?" if near else f"use {', '.join(filter(None, dict.fromkeys(known)))}"
