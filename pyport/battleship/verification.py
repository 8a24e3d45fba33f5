"""What `battleship verify` can compare: the backends by name, and where the project's recordings are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from battleship.errors import BattleshipError
from msxkit.verify import Backend


def _port() -> Backend:
    from battleship.original.backend import PortBackend

    return PortBackend()


def _interpreter() -> Backend:
    from battleship.fresh import listings
    from msxkit.interpreter.backend import InterpreterBackend
    from msxkit.language.program import Program

    return InterpreterBackend(Program.from_file(path.read_bytes(), path.name) for path in listings())


def _openmsx() -> Backend:
    from battleship.fresh import listings
    from msxkit.openmsx.backend import OpenmsxBackend
    from msxkit.openmsx.recorder import find_program
    from msxkit.openmsx.settings import choose

    folders = list(dict.fromkeys(path.parent for path in listings()))
    return OpenmsxBackend(choose(), lambda wanted: find_program(wanted, folders))


#: Name -> maker. A maker imports what it needs, and raises the package's error when the backend cannot run here.
BACKENDS: dict[str, Callable[[], Backend]] = {
    "port": _port,
    "interpreter": _interpreter,
    "openmsx": _openmsx,
}


def backend(name: str) -> Backend:
    """The backend of that name."""
    return BACKENDS[name]()


def own_recordings() -> list[Path]:
    """The recordings in tests/recordings of the source tree that this package runs from."""
    folder = Path(__file__).parents[2] / "tests" / "recordings"
    found = sorted(folder.glob("*.json"))
    if not found:
        raise BattleshipError(f"no recordings in {folder}; name some: battleship verify FILE...")
    return found
